/* Hints at a table: what the strongest computer player would do in a member's place. */
#pragma once
#include "room/inside.h"

void hint_tick(struct room *r); /* asks for the hints that members want */
