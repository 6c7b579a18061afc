/* The tables of the house, as the lobby lists them. */
#pragma once
#include "term/canvas.h"

struct lobby;
struct session;

/* A heading, and one row a table; where there are too few rows those around number `at`, the one the cursor is on
 * (below 0: it is further up). Nothing in an area of no rows. */
void tables_draw(struct lobby *l, struct canvas *c, struct area a, int at);

/* Plain mode: a line for each. */
void tables_tell(struct session *s);
