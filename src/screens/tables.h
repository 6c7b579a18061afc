/* The tables of the house, as the lobby lists them. */
#pragma once
#include "term/canvas.h"

#include <stdint.h>

struct lobby;
struct session;

/* A heading, and one row a table; where there are too few rows those around number `at`, the one the cursor is on
 * (below 0: it is further up). Nothing in an area of no rows. */
void tables_draw(struct lobby *l, struct canvas *c, struct area a, int at);

/* What tables_draw() shows in so many rows, as a number (digest.h) that goes on from `digest`. */
uint64_t tables_sight(struct lobby *l, int rows, int at, uint64_t digest);

/* Plain mode: a line for each. */
void tables_tell(struct session *s);
