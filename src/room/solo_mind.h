/* What a patience asks of the pools: hints, and the par of a deal. Answers are for the very position or deal they were
 * asked about. */
#pragma once
#include "room/solo_inside.h"

void solo_hint_tick(struct solo *s);
void solo_par_tick(struct solo *s);
