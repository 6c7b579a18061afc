/* The computer players of the house: their names and how well they play. */
#pragma once
#include <stdbool.h>

struct person;
struct room;

/* Is it the name of a computer player, or does it look like one (clean_skeleton())? Nobody else is to be called so. */
bool computer_is_called(const char *name);

/* Sets who to a computer player of that strength (0: of any) who is not at the table yet, nor about to be; returns its
 * strength. */
int computer_pick(const struct room *r, int strength, struct person *who);
