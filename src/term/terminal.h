/* One person's terminal: its kind and size and what it is believed to show. Frames go in, the fewest bytes come out.
 * Owned by the session; knows no sockets. */
#pragma once
#include "term/canvas.h"
#include "term/kind.h"

struct text;
struct terminal;

#define TERMINAL_COLS_MIN 20
#define TERMINAL_ROWS_MIN 8

/* What a stranger said of sizes made usable: 0 or less is 80x24, the rest is clamped to 20..500 x 8..200. */
void terminal_clamp(int *cols, int *rows);

struct terminal *terminal_new(struct terminal_kind kind, int cols, int rows);
void terminal_free(struct terminal *t);

const struct terminal_kind *terminal_kind(const struct terminal *t);

/* The part of the screen that frames may use: on terminals that wrap at once one column less. */
int terminal_cols(const struct terminal *t);
int terminal_rows(const struct terminal *t);

/* Another kind (the person chose) or another size: what is shown is unknown from here, the next frame is whole. */
void terminal_set_kind(struct terminal *t, struct terminal_kind kind);
void terminal_resize(struct terminal *t, int cols, int rows);

/* Modes on, screen cleared; once, before the first frame. Nothing for plain. */
void terminal_start(struct terminal *t, struct text *out);

/* The bytes from what it shows to frame (of terminal_cols x terminal_rows), and the belief that it now shows that.
 * Appends nothing when nothing changed. If out could not take it all (out->cut), the belief is unknown again. */
void terminal_frame(struct terminal *t, const struct canvas *frame, struct text *out);

/* The whole restore string, once: after it terminal_frame() appends nothing. The cursor ends on a fresh line. Nothing
 * when never started. */
void terminal_restore(struct terminal *t, struct text *out);

/* Believe nothing: the next frame is whole (Ctrl-L). */
void terminal_forget(struct terminal *t);

/* Bracketed paste on or off, for text fields; mouse reports (SGR) on or off. Only where the kind has them; each is
 * switched off again by terminal_restore(). */
void terminal_set_paste(struct terminal *t, bool on, struct text *out);
void terminal_set_mouse(struct terminal *t, bool on, struct text *out);
