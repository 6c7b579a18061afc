/* One person's terminal: its kind, its size, and what it is believed to show. It turns frames into the fewest bytes.
 * The session owns it; it knows no sockets. It takes 4 bytes a cell and little else, and allocates only when its size
 * changes. */
#pragma once
#include "term/canvas.h"
#include "term/kind.h"

struct text;
struct terminal;

#define TERMINAL_COLS_MIN 20
#define TERMINAL_ROWS_MIN 8

/* Makes a size from a stranger usable (H8): 0 or less in either number gives 80x24, everything else is clamped to
 * 20..500 x 8..200. */
void terminal_clamp(int *cols, int *rows);

/* A terminal of the clamped size. Free it with terminal_free(); NULL is fine. */
struct terminal *terminal_new(struct terminal_kind kind, int cols, int rows);
void terminal_free(struct terminal *t);

/* The kind of t, valid as long as t; later changes are visible in it. */
const struct terminal_kind *terminal_kind(const struct terminal *t);

/* The part of the screen that frames use: one column less on terminals that wrap at once (H52). */
int terminal_cols(const struct terminal *t);
int terminal_rows(const struct terminal *t);

/* Set another kind (the person's choice) or another size (clamped here). The next frame clears the screen, is whole,
 * and switches modes as the new kind needs them. Before a change to plain call terminal_restore(), because a plain
 * terminal gets no frames. After that, another kind may start again. */
void terminal_set_kind(struct terminal *t, struct terminal_kind kind);
void terminal_resize(struct terminal *t, int cols, int rows);

/* Appends what switches the modes on and clears the screen, once. The first frame does it when nobody has called this.
 * Appends nothing for plain. */
void terminal_start(struct terminal *t, struct text *out);

/* Appends the bytes that make the terminal show frame, and believes that it does. frame has the size terminal_cols() x
 * terminal_rows(): asserted. Appends nothing when nothing changed, and nothing for plain. When out was cut, nothing is
 * believed any more. */
void terminal_frame(struct terminal *t, const struct canvas *frame, struct text *out);

/* Appends the whole restore string (H48), once; after that terminal_frame() appends nothing. The cursor ends on a new
 * line. Appends nothing when t was never started. */
void terminal_restore(struct terminal *t, struct text *out);

/* Forgets what the terminal shows: the next frame is whole, but does not clear the screen (H51), as for Ctrl-L. */
void terminal_forget(struct terminal *t);

/* Will the next frame be a whole one, with its cost? */
bool terminal_wants_whole(const struct terminal *t);

/* Takes the terminal's answer to the probe of its kind, which was sent when the screen was first cleared: the column
 * and row of the cursor, from 1. If a suit takes two columns, letters replace suits; of two sizes the smaller one
 * counts. true: the next frame is different. An answer without a question does nothing. */
bool terminal_answer(struct terminal *t, int col, int row);

/* Switch bracketed paste, for text fields, and mouse reports (SGR). They do nothing before the start, after a restore,
 * and without alt_screen; terminal_restore() switches both off. */
void terminal_set_paste(struct terminal *t, bool on, struct text *out);
void terminal_set_mouse(struct terminal *t, bool on, struct text *out);
