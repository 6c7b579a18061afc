/* One person's terminal: its kind and size and what it is believed to show. Frames go in, the fewest bytes come out.
 * Owned by the session; knows no sockets. It takes 4 bytes a cell and little else, and only a change of size
 * allocates. */
#pragma once
#include "term/canvas.h"
#include "term/kind.h"

struct text;
struct terminal;

#define TERMINAL_COLS_MIN 20
#define TERMINAL_ROWS_MIN 8

/* What a stranger said of sizes made usable (H8): 0 or less in either is 80x24, the rest is clamped to
 * 20..500 x 8..200. */
void terminal_clamp(int *cols, int *rows);

/* The size is clamped here. Free with terminal_free(); NULL is fine. */
struct terminal *terminal_new(struct terminal_kind kind, int cols, int rows);
void terminal_free(struct terminal *t);

/* Valid as long as t, and showing later changes. */
const struct terminal_kind *terminal_kind(const struct terminal *t);

/* The part of the screen that frames may use: on terminals that wrap at once one column less (H52). */
int terminal_cols(const struct terminal *t);
int terminal_rows(const struct terminal *t);

/* Another kind (the person chose) or another size (clamped here): the next frame clears the screen and is whole, and
 * switches the modes that the new kind has more or less. Going to plain, call terminal_restore() first: a plain
 * terminal gets no frames that could. After a restore, another kind may be started again. */
void terminal_set_kind(struct terminal *t, struct terminal_kind kind);
void terminal_resize(struct terminal *t, int cols, int rows);

/* Modes on, screen cleared; once, before the first frame (which does it when nobody did). Nothing for plain. */
void terminal_start(struct terminal *t, struct text *out);

/* The bytes from what it shows to frame (of terminal_cols x terminal_rows: asserted), and the belief that it now shows
 * that. Appends nothing when nothing changed, and nothing for plain. If out could not take it all (out->cut), the
 * belief is unknown again. */
void terminal_frame(struct terminal *t, const struct canvas *frame, struct text *out);

/* The whole restore string (H48), once: after it terminal_frame() appends nothing. The cursor ends on a fresh line.
 * Nothing when never started. */
void terminal_restore(struct terminal *t, struct text *out);

/* Believe nothing: the next frame is whole, without clearing first (H51), as Ctrl-L asks for. */
void terminal_forget(struct terminal *t);

/* The next frame is a whole one, and costs what a whole one costs. */
bool terminal_wants_whole(const struct terminal *t);

/* The terminal's answer to what was asked when its screen was first cleared (kind's probe): the cursor's column and
 * row, from 1. A suit two columns wide becomes a letter; of two sizes the smaller one counts. True when the next frame
 * is another one because of it; an answer that nobody waits for is nothing. */
bool terminal_answer(struct terminal *t, int col, int row);

/* Bracketed paste on or off, for text fields; mouse reports (SGR) on or off. Only between start and restore and where
 * the kind has them (alt_screen), else nothing; each is switched off again by terminal_restore(). */
void terminal_set_paste(struct terminal *t, bool on, struct text *out);
void terminal_set_mouse(struct terminal *t, bool on, struct text *out);
