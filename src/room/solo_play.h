/* What a person asks of a patience: moves, undo, another try, the rest played out, another deal. */
#pragma once
#include "room/solo_inside.h"

/* What had to wait, until something is on its way again; and the next move of those that the house plays. */
void solo_play_tick(struct solo *s);
