/* The fewest bytes that move a terminal's cursor from one position to another (ECMA-48 8.3: CUP, CUU, CUD, CUF, CUB,
 * CHA; CR, LF and BS). */
#pragma once
#include "term/kind.h"

struct text;

/* Positions count from 0. CURSOR_UNKNOWN stands for an unknown one, as after a character whose width differs between
 * terminals. */
#define CURSOR_UNKNOWN (-1)
struct cursor {
    int x, y;
};

/* How many bytes cursor_move() would append. */
int cursor_cost(const struct terminal_kind *kind, struct cursor from, struct cursor to);

/* Appends the bytes of the move; none when from equals to. to is on the screen, and the move never scrolls. */
void cursor_move(const struct terminal_kind *kind, struct cursor from, struct cursor to, struct text *out);
