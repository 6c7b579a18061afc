#include "golden.h"
#include "seed.h"
#include "term/bbs_screen.h"
#include "term/sample.h"

#include "term/charset.h"
#include "term/sgr.h"
#include "term/terminal.h"

#define OUT_MAX (1024 * 1024)

static const struct terminal_kind xterm = {
    .charset = CHARSET_UTF8, .colours = COLOURS_256, .alt_screen = true, .erases_in_colour = true
};
static const struct terminal_kind console = { .charset = CHARSET_UTF8, .colours = COLOURS_16 };
static const struct terminal_kind grey = { .charset = CHARSET_UTF8, .colours = COLOURS_MONO, .alt_screen = true };
static const struct terminal_kind old = { .charset = CHARSET_CP437, .colours = COLOURS_16, .bold_is_bright = true };
static const struct terminal_kind bbs = {
    .charset = CHARSET_CP437, .colours = COLOURS_16, .wraps_at_once = true, .bold_is_bright = true, .shows_suits = true
};

static int pushed_rows;

static int push_row(int cols, const VTermScreenCell *cells, void *user)
{
    (void)cols, (void)cells, (void)user;
    pushed_rows++;
    return 1;
}

static const VTermScreenCallbacks scroll_watch = { .sb_pushline = push_row };

/* --- random frames --- */

static const uint32_t characters[] = { 'a',    'Z',    '#',    ' ',    0xE9,   0x416,  0x2500,  0x2502, 0x256D, 0x2592,
                                       0x2588, 0x2665, 0x2660, 0x2666, 0x2663, 0x6F22, 0x5B57,  0xD55C, 0x2620, 0x2192,
                                       '8',    ' ',    ' ',    '.',    0xD7,   0x25B8, 0x1F44D, 0x3042 };

static uint32_t random_character(struct random *r)
{
    return characters[random_below(r, sizeof characters / sizeof *characters)];
}

static unsigned random_style(struct random *r)
{
    if (random_below(r, 4) == 0) return STYLE_ANSI(random_below(r, 16), random_below(r, 8));
    return random_below(r, 3) == 0 ? STYLE_PLAIN : random_below(r, STYLES);
}

static struct area random_area(struct random *r, const struct canvas *c)
{
    return (struct area){ .x = (int)random_below(r, (uint32_t)c->cols + 4) - 4,
                          .y = (int)random_below(r, (uint32_t)c->rows + 2) - 2,
                          .cols = (int)random_below(r, (uint32_t)c->cols) + 2,
                          .rows = (int)random_below(r, 4) + 1 };
}

static void scribble(struct random *r, struct canvas *c)
{
    struct area a = random_area(r, c);
    unsigned style = random_style(r);
    switch (random_below(r, 4)) {
    case 0: canvas_fill(c, a, style, random_character(r)); break;
    case 1: canvas_restyle(c, a, style); break;
    case 2: canvas_fill(c, a, STYLE_PLAIN, ' '); break;
    default:
        for (int x = a.x; x < a.x + a.cols;) {
            uint32_t ch = random_character(r);
            canvas_put(c, x, a.y, style, ch);
            x += utf8_width(ch);
        }
    }
}

static void next_frame(struct random *r, struct canvas *c)
{
    if (random_below(r, 12) == 0) canvas_clear(c);
    for (uint32_t i = random_below(r, 12); i > 0; i--) scribble(r, c);
    c->cursor_x = (int)random_below(r, (uint32_t)c->cols + 1) - 1;
    c->cursor_y = (int)random_below(r, (uint32_t)c->rows);
}

/* --- is it shown? --- */

/* Where the corner is spared, half a character before it is not drawn either. */
static struct cell expected(const struct terminal_kind *kind, const struct canvas *c, int x, int y)
{
    struct cell cell = *canvas_at(c, x, y);
    if (y != c->rows - 1 || kind->alt_screen) return cell;
    if (x == c->cols - 1) return (struct cell){ .ch = ' ', .style = STYLE_PLAIN };
    if (x == c->cols - 2 && canvas_at(c, x + 1, y)->ch == 0) cell.ch = ' ';
    return cell;
}

/* libvterm knows no dim characters. */
static void expected_rendition(const struct terminal_kind *kind, struct cell cell, char *out, size_t size)
{
    struct rendition l = style_rendition(kind->colours, cell.style);
    if (cell.ch == ' ') l = rendition_of_space(l);
    char fg[8] = "-", bg[8] = "-";
    if (l.fg != COLOUR_DEFAULT) snprintf(fg, sizeof fg, "%d", l.fg);
    if (l.bg != COLOUR_DEFAULT) snprintf(bg, sizeof bg, "%d", l.bg);
    snprintf(out, size, "fg:%s bg:%s%s%s%s", fg, bg, l.attributes & RENDITION_BOLD ? " bold" : "",
             l.attributes & RENDITION_UNDERLINE ? " underline" : "",
             l.attributes & RENDITION_REVERSE ? " reverse" : "");
}

static void assert_cell(const struct golden_screen *g, const struct terminal_kind *kind, const struct canvas *c, int x,
                        int y)
{
    struct cell want = expected(kind, c, x, y);
    uint32_t have = golden_character(g, x, y);
    if (have != want.ch) fail_msg("at %d,%d: U+%04X, not U+%04X", x, y, have, (unsigned)want.ch);
    if (want.ch == 0) return;
    char want_rendition[64];
    expected_rendition(kind, want, want_rendition, sizeof want_rendition);
    struct golden_cell cell;
    golden_vterm_cell(g, x, y, &cell);
    if (strcmp(want_rendition, cell.rendition) != 0)
        fail_msg("at %d,%d: %s, not %s", x, y, cell.rendition, want_rendition);
}

static void assert_shown(struct golden_screen *g, const struct terminal_kind *kind, const struct canvas *c)
{
    for (int y = 0; y < c->rows; y++)
        for (int x = 0; x < c->cols; x++) assert_cell(g, kind, c, x, y);
    if (c->cursor_x < 0) return;
    VTermPos cursor;
    vterm_state_get_cursorpos(vterm_obtain_state(g->vterm), &cursor);
    assert_int_equal(cursor.col, c->cursor_x);
    assert_int_equal(cursor.row, c->cursor_y);
}

/* One visit: frames, now and then another size or a forgotten belief. */
static void play_visit(struct random *r, const struct terminal_kind *kind)
{
    int cols = 20 + (int)random_below(r, 70), rows = 8 + (int)random_below(r, 25);
    struct golden_screen g;
    struct text out;
    golden_open(&g, cols, rows);
    vterm_screen_set_callbacks(g.screen, &scroll_watch, NULL);
    text_init_growing(&out, OUT_MAX);
    struct terminal *t = terminal_new(*kind, cols, rows);
    struct canvas *c = canvas_new(cols, rows);
    for (int i = 0; i < 25; i++) {
        uint32_t event = random_below(r, 20);
        if (event == 0) terminal_forget(t);
        if (event == 1) {
            g.cols = cols = 20 + (int)random_below(r, 70);
            g.rows = rows = 8 + (int)random_below(r, 25);
            vterm_set_size(g.vterm, rows, cols);
            terminal_resize(t, cols, rows);
            canvas_resize(c, cols, rows);
            pushed_rows = 0; /* what the window itself does is not ours */
        }
        next_frame(r, c);
        text_clear(&out);
        terminal_frame(t, c, &out);
        assert_false(out.cut);
        golden_write(&g, &out);
        assert_shown(&g, kind, c);
        text_clear(&out);
        terminal_frame(t, c, &out);
        assert_int_equal(out.len, 0);
    }
    canvas_free(c);
    terminal_free(t);
    text_free(&out);
    golden_close(&g);
}

static void any_frames_are_shown_as_drawn_and_nothing_scrolls(void **state) /* (H44, H52, H65) */
{
    (void)state;
    struct random r = seed_random(__func__);
    pushed_rows = 0;
    static const struct terminal_kind *const kinds[] = { &console, &xterm, &grey };
    for (int i = 0; i < 60; i++) play_visit(&r, kinds[i % 3]);
    assert_int_equal(pushed_rows, 0);
}

static void assert_bbs_cell(const struct bbs_screen *s, const struct canvas *c, int x, int y)
{
    bool whole_screen = c->cols == s->cols;
    struct cell want = whole_screen ? expected(&old, c, x, y) : *canvas_at(c, x, y);
    const struct bbs_cell *have = &s->cells[y][x];
    char bytes[4] = " ";
    if (want.ch != 0) (whole_screen ? charset_encode : charset_encode_suits)(CHARSET_CP437, want.ch, bytes);
    if (have->byte != (uint8_t)bytes[0]) fail_msg("at %d,%d: %02x, not %02x", x, y, have->byte, (uint8_t)bytes[0]);
    struct rendition wanted = style_rendition(COLOURS_16, want.style), seen = have->rendition;
    if (wanted.fg >= 8) {
        wanted.fg -= 8;
        wanted.attributes |= RENDITION_BOLD;
    }
    if (bytes[0] == ' ') {
        wanted = rendition_of_space(wanted);
        seen = rendition_of_space(seen);
    }
    if (!rendition_equal(wanted, seen)) fail_msg("at %d,%d: another rendition", x, y);
}

/* One visit at a terminal that wraps at once. */
static void play_bbs_visit(struct random *r, const struct terminal_kind *kind)
{
    static struct bbs_screen s;
    struct text out;
    text_init_growing(&out, OUT_MAX);
    bbs_open(&s, 80, 24 + (int)random_below(r, 2));
    struct terminal *t = terminal_new(*kind, s.cols, s.rows);
    struct canvas *c = canvas_new(terminal_cols(t), terminal_rows(t));
    for (int frame = 0; frame < 20; frame++) {
        if (random_below(r, 8) == 0) terminal_forget(t);
        next_frame(r, c);
        text_clear(&out);
        terminal_frame(t, c, &out);
        bbs_write(&s, &out);
        for (int y = 0; y < c->rows; y++)
            for (int x = 0; x < c->cols; x++) assert_bbs_cell(&s, c, x, y);
    }
    assert_int_equal(s.scrolled, 0);
    assert_int_equal(s.errors, 0);
    canvas_free(c);
    terminal_free(t);
    text_free(&out);
}

static void terminals_that_wrap_at_once_show_any_frames_too(void **state) /* (H18, H52) */
{
    (void)state;
    struct random r = seed_random(__func__);
    for (int i = 0; i < 20; i++) play_bbs_visit(&r, &bbs);
}

static void even_a_terminal_not_known_to_wrap_at_once_does_not_scroll(void **state) /* (H52) */
{
    (void)state;
    struct random r = seed_random(__func__);
    for (int i = 0; i < 20; i++) play_bbs_visit(&r, &old);
}

/* --- by hand --- */

/* What a change of a frame costs. */
struct change {
    struct terminal *terminal;
    struct canvas *canvas;
    struct text out;
};

static void change_open(struct change *g, struct terminal_kind kind)
{
    g->terminal = terminal_new(kind, 80, 24);
    g->canvas = canvas_new(terminal_cols(g->terminal), 24);
    text_init_growing(&g->out, OUT_MAX);
    terminal_frame(g->terminal, g->canvas, &g->out);
    text_clear(&g->out);
}

static const char *change_bytes(struct change *g)
{
    text_clear(&g->out);
    terminal_frame(g->terminal, g->canvas, &g->out);
    return g->out.buf;
}

static void change_close(struct change *g)
{
    canvas_free(g->canvas);
    terminal_free(g->terminal);
    text_free(&g->out);
}

static void one_changed_letter_costs_a_jump_and_the_letter(void **state)
{
    (void)state;
    struct change g;
    change_open(&g, xterm);
    canvas_text(g.canvas, 10, 5, STYLE_PLAIN, "time 0:41");
    assert_string_equal(change_bytes(&g), "\033[6;11Htime 0:41");
    canvas_text(g.canvas, 10, 5, STYLE_PLAIN, "time 0:40");
    assert_string_equal(change_bytes(&g), "\b0");
    canvas_text(g.canvas, 10, 5, STYLE_PLAIN, "tame 0:40");
    assert_string_equal(change_bytes(&g), "\033[8Da");
    change_close(&g);
}

static void equal_cells_are_written_again_where_that_is_cheaper_than_a_jump(void **state)
{
    (void)state;
    struct change g;
    change_open(&g, xterm);
    canvas_text(g.canvas, 0, 0, STYLE_PLAIN, "abcdefghij");
    change_bytes(&g);
    canvas_text(g.canvas, 0, 0, STYLE_PLAIN, "AbcDefghiJ");
    assert_string_equal(change_bytes(&g), "\rAbcD\033[5CJ");
    change_close(&g);
}

static void a_long_blank_tail_is_erased_but_a_coloured_one_only_where_that_paints(void **state)
{
    (void)state;
    struct change g;
    struct terminal_kind paints_not = xterm;
    paints_not.erases_in_colour = false;
    change_open(&g, paints_not);
    canvas_text(g.canvas, 0, 0, STYLE_PLAIN, "a long line of text");
    change_bytes(&g);
    canvas_clear(g.canvas);
    canvas_text(g.canvas, 0, 0, STYLE_PLAIN, "a");
    assert_string_equal(change_bytes(&g), "\033[3G\033[K");
    canvas_fill(g.canvas, (struct area){ .x = 70, .cols = 10, .rows = 1 }, STYLE_TITLE, ' ');
    change_bytes(&g);
    assert_null(strstr(g.out.buf, "\033[K"));
    assert_non_null(strstr(g.out.buf, "48;5;52m          "));
    canvas_clear(g.canvas);
    assert_non_null(strstr(change_bytes(&g), "\033[m\033[K"));
    change_close(&g);
    change_open(&g, xterm);
    canvas_fill(g.canvas, (struct area){ .x = 10, .cols = 70, .rows = 1 }, STYLE_TITLE, ' ');
    assert_non_null(strstr(change_bytes(&g), "\033[48;5;52m\033[K"));
    change_close(&g);
}

static void a_long_run_of_felt_is_erased_in_its_colour(void **state)
{
    (void)state;
    struct change g;
    change_open(&g, xterm);
    canvas_fill(g.canvas, (struct area){ .cols = 60, .rows = 1 }, STYLE_PLAIN | STYLE_ON_FELT, ' ');
    canvas_text(g.canvas, 60, 0, STYLE_PLAIN | STYLE_ON_FELT, "K");
    assert_non_null(strstr(change_bytes(&g), "\033[48;5;22m\033[60X\033[61G"));
    change_close(&g);
}

static void a_space_changes_the_paper_and_leaves_the_ink(void **state)
{
    (void)state;
    struct change g;
    change_open(&g, xterm);
    canvas_text(g.canvas, 0, 0, STYLE_CARD_RED, "K");
    canvas_text(g.canvas, 1, 0, STYLE_PLAIN | STYLE_ON_FELT, "  ");
    canvas_text(g.canvas, 3, 0, STYLE_CARD_RED, "Q");
    assert_non_null(strstr(change_bytes(&g), "K\033[48;5;22m  \033[107mQ"));
    change_close(&g);
}

static bool is_absolute(const char *p)
{
    if (*p == '\r' || *p == '\0') return true;
    if (strncmp(p, "\033[", 2) != 0) return false;
    p += 2;
    p += strspn(p, "0123456789;");
    return *p == 'H' || *p == 'G' || (*p == 'm' && is_absolute(p + 1));
}

static void the_cursor_is_placed_anew_after_every_suit(void **state) /* (H66) */
{
    (void)state;
    static const char *const suits[] = { "♠", "♥", "♦", "♣" };
    struct change g;
    change_open(&g, xterm);
    sample_table(g.canvas, 19, "0:41", 3);
    change_bytes(&g);
    int seen = 0;
    for (int i = 0; i < 4; i++)
        for (const char *p = g.out.buf; (p = strstr(p, suits[i])) != NULL; seen++) {
            p += strlen(suits[i]);
            assert_true(is_absolute(p));
        }
    assert_true(seen > 15);
    change_close(&g);
}

static void a_wide_character_is_followed_by_a_placed_cursor(void **state) /* (H65) */
{
    (void)state;
    struct change g;
    change_open(&g, xterm);
    canvas_text(g.canvas, 3, 3, STYLE_PLAIN, "漢x");
    assert_string_equal(change_bytes(&g), "\033[4;4H漢\033[6Gx");
    change_close(&g);
}

/* A bottom row of x; how many are sent. */
static size_t bottom_row_sent(struct terminal_kind kind)
{
    struct change g;
    change_open(&g, kind);
    canvas_fill(g.canvas, (struct area){ .y = 23, .cols = 80, .rows = 1 }, STYLE_PLAIN, 'x');
    change_bytes(&g);
    size_t n = strspn(strchr(g.out.buf, 'x'), "x");
    assert_string_equal(change_bytes(&g), "");
    change_close(&g);
    return n;
}

static void the_bottom_right_cell_is_written_only_where_wrapping_is_off(void **state) /* (H52) */
{
    (void)state;
    assert_int_equal(bottom_row_sent(console), 79);
    assert_int_equal(bottom_row_sent(xterm), 80);
}

static void old_terminals_get_bold_for_bright_and_no_code_beyond_ansi(void **state) /* (H18) */
{
    (void)state;
    struct change g;
    change_open(&g, bbs);
    canvas_text(g.canvas, 0, 1, STYLE_ANSI(9, 4), "A");
    canvas_text(g.canvas, 1, 1, STYLE_ANSI(1, 4), "B");
    canvas_text(g.canvas, 2, 1, STYLE_PLAIN, "C");
    assert_string_equal(change_bytes(&g), "\r\n\033[1;31;44mA\033[0;31;44mB\033[mC");
    change_close(&g);
}

static void a_first_table_takes_two_to_four_kilobytes_and_a_move_a_few_bytes(void **state)
{
    (void)state;
    struct change g;
    change_open(&g, xterm);
    sample_table(g.canvas, 19, "0:41", -1);
    change_bytes(&g);
    printf("first table: %zu bytes\n", g.out.len);
    assert_in_range(g.out.len, 1000, 4096);
    sample_table(g.canvas, 19, "0:40", -1);
    change_bytes(&g);
    printf("a tick of the clock: %zu bytes\n", g.out.len);
    assert_in_range(g.out.len, 1, 32);
    sample_table(g.canvas, 19, "0:40", 3);
    change_bytes(&g);
    printf("a card chosen: %zu bytes\n", g.out.len);
    assert_in_range(g.out.len, 1, 200);
    change_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_frames_are_shown_as_drawn_and_nothing_scrolls),
        cmocka_unit_test(terminals_that_wrap_at_once_show_any_frames_too),
        cmocka_unit_test(even_a_terminal_not_known_to_wrap_at_once_does_not_scroll),
        cmocka_unit_test(one_changed_letter_costs_a_jump_and_the_letter),
        cmocka_unit_test(equal_cells_are_written_again_where_that_is_cheaper_than_a_jump),
        cmocka_unit_test(a_long_blank_tail_is_erased_but_a_coloured_one_only_where_that_paints),
        cmocka_unit_test(a_long_run_of_felt_is_erased_in_its_colour),
        cmocka_unit_test(a_space_changes_the_paper_and_leaves_the_ink),
        cmocka_unit_test(the_cursor_is_placed_anew_after_every_suit),
        cmocka_unit_test(a_wide_character_is_followed_by_a_placed_cursor),
        cmocka_unit_test(the_bottom_right_cell_is_written_only_where_wrapping_is_off),
        cmocka_unit_test(old_terminals_get_bold_for_bright_and_no_code_beyond_ansi),
        cmocka_unit_test(a_first_table_takes_two_to_four_kilobytes_and_a_move_a_few_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
