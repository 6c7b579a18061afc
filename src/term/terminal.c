#include "term/terminal.h"

#include "base/mem.h"
#include "base/text.h"
#include "term/differ.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum life { LIFE_NEW, LIFE_STARTED, LIFE_RESTORED };

struct terminal {
    struct differ differ;
    struct terminal_kind kind;
    int cols, rows; /* of the screen, clamped */
    enum life life;
    bool clear_due;            /* the next frame begins with a cleared screen */
    bool forgotten;            /* the next frame is whole */
    bool modes_on;             /* the modes of an xterm */
    enum terminal_probe waits; /* the question that waits for its answer */
    bool asked, wide_suits;
    bool paste, mouse;               /* reports that are on */
    bool cursor_hidden, cursor_sure; /* not sure: the next frame shows or hides the cursor again */
};

_Static_assert(sizeof(struct terminal) + 80 * 24 * sizeof(struct cell) <= 8500, "a terminal costs under 8.5 kB");

/* All mouse modes, because another program may have left one on. */
#define MOUSE_OFF "\033[?1003l\033[?1002l\033[?1000l\033[?1006l"
#define MOUSE_ON "\033[?1000h\033[?1002h\033[?1006h"
#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
/* kitty's keyboard protocol: push the plain mode, and pop what was set before. Each screen has a stack of its own, so
 * both are sent on the alternate screen. xterm's modifyOtherKeys has no stack and stays as it is. */
#define KEYBOARD_OURS "\033[>0u"
#define KEYBOARD_BACK "\033[<u"
#define MODES_ON MOUSE_OFF "\033[?1049h" KEYBOARD_OURS "\033[?7l"
/* Mouse off again after the alternate screen, because some terminals have modes for each screen. */
#define MODES_OFF "\033[?7h\033[?1049l" MOUSE_OFF
#define CURSOR_SHOWN "\033[?25h"
#define CURSOR_HIDDEN "\033[?25l"
#define RENDITION_RESET "\033[0m"
#define CLEAR "\033[2J\033[H"

static void put_sequence(struct text *out, const char *sequence)
{
    text_put(out, sequence, strlen(sequence));
}

static int clamp(int n, int min, int max)
{
    return n < min ? min : n > max ? max : n;
}

void terminal_clamp(int *cols, int *rows)
{
    if (*cols <= 0 || *rows <= 0) {
        *cols = 80;
        *rows = 24;
    }
    *cols = clamp(*cols, TERMINAL_COLS_MIN, CANVAS_COLS_MAX);
    *rows = clamp(*rows, TERMINAL_ROWS_MIN, CANVAS_ROWS_MAX);
}

static void fit_differ(struct terminal *t)
{
    differ_resize(&t->differ, terminal_cols(t), terminal_rows(t));
    t->clear_due = true;
}

struct terminal *terminal_new(struct terminal_kind kind, int cols, int rows)
{
    struct terminal *t = mem_new(sizeof *t);
    terminal_clamp(&cols, &rows);
    t->kind = kind;
    t->cols = cols;
    t->rows = rows;
    fit_differ(t);
    return t;
}

void terminal_free(struct terminal *t)
{
    if (t == NULL) return;
    differ_clear(&t->differ);
    free(t);
}

const struct terminal_kind *terminal_kind(const struct terminal *t)
{
    return &t->kind;
}

int terminal_cols(const struct terminal *t)
{
    return t->kind.wraps_at_once ? t->cols - 1 : t->cols;
}

int terminal_rows(const struct terminal *t)
{
    return t->rows;
}

void terminal_set_kind(struct terminal *t, struct terminal_kind kind)
{
    t->kind = kind;
    t->kind.letter_suits = t->wide_suits;
    if (t->life == LIFE_RESTORED) t->life = LIFE_NEW;
    fit_differ(t);
}

void terminal_resize(struct terminal *t, int cols, int rows)
{
    terminal_clamp(&cols, &rows);
    if (cols == t->cols && rows == t->rows) return;
    t->cols = cols;
    t->rows = rows;
    fit_differ(t);
}

static void set_cursor_hidden(struct terminal *t, bool hidden, struct text *out)
{
    if (t->cursor_sure && t->cursor_hidden == hidden) return;
    put_sequence(out, hidden ? CURSOR_HIDDEN : CURSOR_SHOWN);
    t->cursor_hidden = hidden;
    t->cursor_sure = true;
}

static void set_modes(struct terminal *t, bool on, struct text *out)
{
    if (t->modes_on == on) return;
    if (!on) {
        terminal_set_mouse(t, false, out);
        terminal_set_paste(t, false, out);
    }
    put_sequence(out, on ? MODES_ON : KEYBOARD_BACK MODES_OFF);
    t->modes_on = on;
}

/* The suit is drawn in row 2, because an answer from row 1 could be a key (ESC [ 1 ; 2 R is Shift-F3), and is erased at
 * once. */
#define SUIT_ROW 2
#define ASK_SUIT "\033[2H\342\231\245\033[6n\r\033[K\033[H"
#define ASK_SIZE "\033[255;255H\033[6n\033[H"

static void send_probe(struct terminal *t, struct text *out)
{
    bool suit = t->kind.probe == PROBE_SUIT && t->kind.charset == CHARSET_UTF8;
    if (t->asked || (!suit && t->kind.probe != PROBE_SIZE)) return;
    t->asked = true;
    t->waits = t->kind.probe;
    put_sequence(out, suit ? ASK_SUIT : ASK_SIZE);
}

static void clear_screen(struct terminal *t, struct text *out)
{
    put_sequence(out, RENDITION_RESET CLEAR);
    send_probe(t, out);
    differ_cleared(&t->differ);
    t->clear_due = false;
}

void terminal_start(struct terminal *t, struct text *out)
{
    if (t->kind.plain || t->life != LIFE_NEW) return;
    t->life = LIFE_STARTED;
    t->cursor_sure = true;
    set_modes(t, t->kind.alt_screen, out);
    clear_screen(t, out);
}

static void show_cursor(struct terminal *t, const struct canvas *frame, struct text *out)
{
    bool visible =
        frame->cursor_x >= 0 && frame->cursor_x < frame->cols && frame->cursor_y >= 0 && frame->cursor_y < frame->rows;
    if (visible) differ_place(&t->differ, &t->kind, frame->cursor_x, frame->cursor_y, out);
    set_cursor_hidden(t, !visible, out);
}

void terminal_frame(struct terminal *t, const struct canvas *frame, struct text *out)
{
    if (t->kind.plain || t->life == LIFE_RESTORED) return;
    assert(frame->cols == terminal_cols(t) && frame->rows == terminal_rows(t));
    bool clear_was_due = t->clear_due, modes_were_on = t->modes_on;
    terminal_start(t, out);
    set_modes(t, t->kind.alt_screen, out);
    bool modes_cut = out->cut; /* if they were not cut, they are set: the keyboard's mode is pushed once */
    if (t->clear_due) clear_screen(t, out);
    differ_frame(&t->differ, &t->kind, frame, out);
    show_cursor(t, frame, out);
    t->forgotten = false;
    if (out->cut) {
        terminal_forget(t);
        t->clear_due = clear_was_due;
        if (modes_cut) t->modes_on = modes_were_on;
    }
}

/* Synchronised output (?2026) is never used (H53), so it needs no end. The cursor goes to the last row first: without
 * an alternate screen the new line is then the one below the frame. */
void terminal_restore(struct terminal *t, struct text *out)
{
    if (t->life != LIFE_STARTED) return;
    if (t->modes_on) put_sequence(out, MOUSE_OFF PASTE_OFF KEYBOARD_BACK);
    put_sequence(out, RENDITION_RESET CURSOR_SHOWN);
    text_add(out, "\033[%dH", t->rows);
    if (t->modes_on) put_sequence(out, MODES_OFF);
    put_sequence(out, "\r\n");
    t->life = LIFE_RESTORED;
    t->modes_on = t->paste = t->mouse = t->cursor_hidden = false;
    t->clear_due = true;
}

void terminal_forget(struct terminal *t)
{
    differ_forget(&t->differ);
    t->cursor_sure = false;
    t->forgotten = true;
}

bool terminal_wants_whole(const struct terminal *t)
{
    return t->clear_due || t->forgotten;
}

bool terminal_answer(struct terminal *t, int col, int row)
{
    enum terminal_probe waits = t->waits;
    if (waits == PROBE_NONE || (waits == PROBE_SUIT && row != SUIT_ROW)) return false;
    t->waits = PROBE_NONE;
    if (waits == PROBE_SUIT) {
        if (col != 3) return false;
        t->wide_suits = t->kind.letter_suits = true;
        terminal_forget(t);
        return true;
    }
    bool nonsense = col < TERMINAL_COLS_MIN || row < TERMINAL_ROWS_MIN;
    if (nonsense || (col >= t->cols && row >= t->rows)) return false;
    terminal_resize(t, col < t->cols ? col : t->cols, row < t->rows ? row : t->rows);
    return true;
}

static void set_reports(struct terminal *t, bool *now, bool on, const char *sequence, struct text *out)
{
    if (*now == on || t->life != LIFE_STARTED || !t->modes_on) return;
    put_sequence(out, sequence);
    *now = on;
}

void terminal_set_paste(struct terminal *t, bool on, struct text *out)
{
    set_reports(t, &t->paste, on, on ? PASTE_ON : PASTE_OFF, out);
}

void terminal_set_mouse(struct terminal *t, bool on, struct text *out)
{
    set_reports(t, &t->mouse, on, on ? MOUSE_ON : MOUSE_OFF, out);
}
