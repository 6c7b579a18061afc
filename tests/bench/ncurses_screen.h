/* The same frames through ncurses, as the yardstick of our differ: how many bytes it sends from one to the next. Apart
 * from everything else because ncurses has names for keys that are ours too. One at a time. */
#pragma once
#include "term/canvas.h"

#include <stddef.h>

/* A terminal of TERM=xterm-256color; false: ncurses cannot. */
bool ncurses_open(int cols, int rows);

/* Shows the canvas (of that size) in 256 colours; returns the bytes that ncurses sent for it. */
size_t ncurses_show(const struct canvas *c);

void ncurses_close(void);
