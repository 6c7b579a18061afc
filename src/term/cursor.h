/* The cheapest way of a terminal's cursor from where it is to where it shall be (ECMA-48 8.3: CUP, CUU, CUD, CUF, CUB,
 * CHA; CR, LF and BS). */
#pragma once
#include "term/kind.h"

struct text;

/* 0-based. CURSOR_UNKNOWN: not known, as after a character whose width terminals disagree on. */
#define CURSOR_UNKNOWN (-1)
struct cursor {
    int x, y;
};

/* Bytes that cursor_move() would append. */
int cursor_cost(const struct terminal_kind *kind, struct cursor from, struct cursor to);

/* Appends nothing when it stands there already. Never scrolls, given that `to` is on the screen. */
void cursor_move(const struct terminal_kind *kind, struct cursor from, struct cursor to, struct text *out);
