/* The tables of the house, as the lobby lists them. */
#pragma once
#include "term/canvas.h"

#include <stdint.h>

struct lobby;
struct session;

/* Draws a heading and a row for each table into a. The cursor is on table number `at`; below 0: it is above them. Where
 * a has too few rows, those around the cursor are drawn. */
void tables_draw(struct lobby *l, struct canvas *c, struct area a, int at);

/* What tables_draw() shows in so many rows, as a number (digest.h) that goes on from `digest`. */
uint64_t tables_sight(struct lobby *l, int rows, int at, uint64_t digest);

/* Plain mode: says a line for each table. */
void tables_tell(struct session *s);
