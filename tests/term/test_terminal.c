#include "golden.h"
#include "term/bbs_screen.h"
#include "term/sample.h"

#include "base/mem.h"
#include "term/terminal.h"

#define OUT_MAX (256 * 1024)

static struct terminal_kind kind_of(const char *term, bool ssh)
{
    return terminal_kind_of(&(struct terminal_hints){ .term = term, .ssh = ssh, .pty = true, .charset_told = -1 });
}

static struct text bytes;

static int open_text(void **state)
{
    (void)state;
    text_init_growing(&bytes, OUT_MAX);
    return 0;
}

static int close_text(void **state)
{
    (void)state;
    text_free(&bytes);
    return 0;
}

/* A whole visit: start, the table, paste and mouse where there are any, restore. */
static void whole_visit(struct terminal_kind kind)
{
    struct terminal *t = terminal_new(kind, 80, 24);
    struct canvas *c = canvas_new(terminal_cols(t), terminal_rows(t));
    terminal_start(t, &bytes);
    sample_table(c, 19, "0:41", 3);
    terminal_frame(t, c, &bytes);
    terminal_set_paste(t, true, &bytes);
    terminal_set_mouse(t, true, &bytes);
    terminal_restore(t, &bytes);
    canvas_free(c);
    terminal_free(t);
}

static int count(const char *what)
{
    int n = 0;
    for (const char *p = bytes.buf; (p = strstr(p, what)) != NULL; p += strlen(what)) n++;
    return n;
}

static void sizes_told_by_strangers_are_made_usable(void **state) /* (H7, H8) */
{
    (void)state;
    static const int sizes[][4] = { { 0, 0, 80, 24 },     { 1, 1, 20, 8 },      { 65535, 65535, 500, 200 },
                                    { -1, -5, 80, 24 },   { 0, 50, 80, 24 },    { 132, 0, 80, 24 },
                                    { 255, 24, 255, 24 }, { 80, 240, 80, 200 }, { 2147483647, -2147483647 - 1, 80, 24 },
                                    { 80, 24, 80, 24 } };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        int cols = sizes[i][0], rows = sizes[i][1];
        terminal_clamp(&cols, &rows);
        assert_int_equal(cols, sizes[i][2]);
        assert_int_equal(rows, sizes[i][3]);
        struct terminal *t = terminal_new(kind_of("xterm", true), sizes[i][0], sizes[i][1]);
        assert_int_equal(terminal_cols(t), cols);
        assert_int_equal(terminal_rows(t), rows);
        terminal_free(t);
    }
}

static void a_start_turns_the_mouse_off_enters_the_other_screen_and_clears(void **state) /* (H48, H50) */
{
    (void)state;
    struct terminal *t = terminal_new(kind_of("xterm-256color", true), 80, 24);
    terminal_start(t, &bytes);
    assert_string_equal(bytes.buf,
                        "\033[?1003l\033[?1002l\033[?1000l\033[?1006l\033[?1049h\033[>0u\033[?7l\033[0m\033[2J\033[H"
                        "\033[2H♥\033[6n\r\033[K\033[H");
    size_t len = bytes.len;
    terminal_start(t, &bytes);
    assert_int_equal(bytes.len, len);
    terminal_free(t);
}

static void the_cursor_is_hidden_only_after_the_other_screen_was_entered(void **state) /* (H50) */
{
    (void)state;
    static const char *const terms[] = { "xterm", "screen", "screen-256color", "tmux-256color" };
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        struct terminal *t = terminal_new(kind_of(terms[i], true), 80, 24);
        struct canvas *c = canvas_new(80, 24);
        text_clear(&bytes);
        terminal_frame(t, c, &bytes);
        const char *enter = strstr(bytes.buf, "\033[?1049h"), *hide = strstr(bytes.buf, "\033[?25l");
        assert_non_null(enter);
        assert_true(hide > enter);
        assert_true(strstr(bytes.buf, "\033[2J") >
                    enter); /* where there is no other screen it is cleared all the same */
        canvas_free(c);
        terminal_free(t);
    }
}

static void restore_is_whole_and_comes_once(void **state) /* (H48) */
{
    (void)state;
    struct terminal *t = terminal_new(kind_of("xterm", true), 80, 24);
    struct canvas *c = canvas_new(80, 24);
    terminal_frame(t, c, &bytes);
    terminal_set_mouse(t, true, &bytes);
    terminal_set_paste(t, true, &bytes);
    text_clear(&bytes);
    terminal_restore(t, &bytes);
    assert_string_equal(bytes.buf,
                        "\033[?1003l\033[?1002l\033[?1000l\033[?1006l\033[?2004l\033[<u\033[0m\033[?25h\033[24H\033[?7h"
                        "\033[?1049l\033[?1003l\033[?1002l\033[?1000l\033[?1006l\r\n");
    text_clear(&bytes);
    terminal_restore(t, &bytes);
    canvas_text(c, 0, 0, STYLE_PLAIN, "late");
    terminal_frame(t, c, &bytes);
    terminal_set_mouse(t, true, &bytes);
    terminal_set_paste(t, false, &bytes);
    terminal_start(t, &bytes);
    assert_int_equal(bytes.len, 0);
    canvas_free(c);
    terminal_free(t);
}

static void nothing_is_restored_that_was_never_started(void **state)
{
    (void)state;
    struct terminal *t = terminal_new(kind_of("xterm", true), 80, 24);
    terminal_set_mouse(t, true, &bytes);
    terminal_restore(t, &bytes);
    assert_int_equal(bytes.len, 0);
    terminal_free(t);
}

static void after_a_visit_the_first_screen_is_as_it_was_with_a_fresh_line(void **state) /* (H48, H50) */
{
    (void)state;
    struct golden_screen g;
    golden_open(&g, 80, 24);
    text_add(&bytes, "$ ssh play@host\r\n");
    whole_visit(kind_of("xterm-256color", true));
    text_add(&bytes, "Goodbye.");
    golden_write(&g, &bytes);
    assert_int_equal(golden_character(&g, 0, 0), '$');
    assert_int_equal(golden_character(&g, 0, 2), 'G');
    assert_int_equal(golden_character(&g, 1, 5), ' ');
    golden_close(&g);
}

static void simple_terminals_get_nothing_of_xterm(void **state) /* (H18, H50) */
{
    (void)state;
    static const char *const terms[] = { "ANSI", "ansi-bbs", "pcansi", "syncterm", "linux", "vt100", "whatever", "" };
    static const char *const foreign[] = { "?1049", "?1000", "?1002", "?1003", "?1006",  "?2004",
                                           "?2026", "\033]", "8;2;",  "?7",    "\033[>", "\033[<" };
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        text_clear(&bytes);
        whole_visit(kind_of(terms[i], false));
        assert_true(bytes.len > 1000);
        for (size_t j = 0; j < sizeof foreign / sizeof *foreign; j++) assert_null(strstr(bytes.buf, foreign[j]));
        assert_int_equal(count("\033[0m\033[?25h\033[24H\r\n"), 1);
    }
}

static void no_terminal_is_asked_for_synchronised_output_or_loses_its_scrollback(void **state) /* (H51, H53) */
{
    (void)state;
    static const char *const terms[] = { "xterm-256color", "tmux-256color", "screen", "xterm-ghostty", "ansi" };
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        text_clear(&bytes);
        whole_visit(kind_of(terms[i], true));
        assert_int_equal(count("?2026"), 0);
        assert_int_equal(count("\033[3J"), 0);
        assert_int_equal(count("\033[2J"), 1);
    }
}

static void the_screen_is_cleared_again_only_for_another_size_or_kind(void **state) /* (H51) */
{
    (void)state;
    struct terminal *t = terminal_new(kind_of("xterm", true), 80, 24);
    struct canvas *c = canvas_new(80, 24);
    sample_table(c, 19, "0:41", 3);
    terminal_frame(t, c, &bytes);
    terminal_forget(t);
    terminal_frame(t, c, &bytes);
    terminal_resize(t, 80, 24);
    terminal_frame(t, c, &bytes);
    assert_int_equal(count("\033[2J"), 1);
    terminal_resize(t, 100, 30);
    canvas_resize(c, 100, 30);
    terminal_frame(t, c, &bytes);
    assert_int_equal(count("\033[2J"), 2);
    canvas_free(c);
    terminal_free(t);
}

static void a_forgotten_screen_is_drawn_whole(void **state)
{
    (void)state;
    struct golden_screen g, garbled;
    struct text again, one, other;
    text_init_growing(&again, OUT_MAX);
    text_init_growing(&one, OUT_MAX);
    text_init_growing(&other, OUT_MAX);
    struct terminal *t = terminal_new(kind_of("xterm-256color", true), 80, 24);
    struct canvas *c = canvas_new(80, 24);
    sample_table(c, 19, "0:41", 3);
    terminal_frame(t, c, &bytes);
    golden_open(&g, 80, 24);
    golden_write(&g, &bytes);
    terminal_forget(t);
    terminal_frame(t, c, &again);
    golden_open(&garbled, 80, 24);
    text_clear(&bytes);
    text_add(&bytes, "\033[?7l\033[31;44m");
    for (int i = 0; i < 24; i++) text_add(&bytes, "\r\n%080d", i);
    golden_write(&garbled, &bytes);
    golden_write(&garbled, &again);
    golden_dump(&g, &one);
    golden_dump(&garbled, &other);
    golden_same("the screen drawn again", other.buf, one.buf);
    golden_close(&g);
    golden_close(&garbled);
    text_free(&again);
    text_free(&one);
    text_free(&other);
    canvas_free(c);
    terminal_free(t);
}

static void a_frame_that_was_cut_is_sent_whole_the_next_time(void **state) /* (H43) */
{
    (void)state;
    char small[300];
    struct text cut;
    struct golden_screen g;
    text_init(&cut, small, sizeof small);
    struct terminal *t = terminal_new(kind_of("xterm-256color", true), 80, 24);
    struct canvas *c = canvas_new(80, 24);
    sample_table(c, 19, "0:41", 3);
    terminal_frame(t, c, &cut);
    assert_true(cut.cut);
    terminal_frame(t, c, &bytes);
    golden_open(&g, 80, 24);
    golden_write(&g, &cut);
    golden_write(&g, &bytes);
    struct text dump;
    text_init_growing(&dump, OUT_MAX);
    golden_dump(&g, &dump);
    golden_compare("term/table_xterm256", &dump);
    text_free(&dump);
    golden_close(&g);
    canvas_free(c);
    terminal_free(t);
}

static void an_unchanged_frame_costs_nothing(void **state) /* (H44) */
{
    (void)state;
    static const char *const terms[] = { "xterm-256color", "ansi", "linux", "vt100" };
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        struct terminal *t = terminal_new(kind_of(terms[i], true), 80, 24);
        struct canvas *c = canvas_new(terminal_cols(t), 24);
        sample_table(c, 19, "0:41", i % 2 == 0 ? 3 : -1);
        terminal_frame(t, c, &bytes);
        text_clear(&bytes);
        terminal_frame(t, c, &bytes);
        assert_int_equal(bytes.len, 0);
        canvas_free(c);
        terminal_free(t);
    }
}

static void plain_terminals_get_no_byte(void **state) /* (H71) */
{
    (void)state;
    whole_visit(kind_of("dumb", true));
    assert_int_equal(bytes.len, 0);
}

static void another_kind_takes_its_modes_with_it(void **state)
{
    (void)state;
    struct terminal *t = terminal_new(kind_of("xterm", true), 80, 24);
    struct canvas *c = canvas_new(80, 24);
    terminal_frame(t, c, &bytes);
    terminal_set_mouse(t, true, &bytes);
    text_clear(&bytes);
    terminal_set_kind(t, kind_of("ansi", true));
    canvas_resize(c, 79, 24);
    terminal_frame(t, c, &bytes);
    assert_int_equal(count("\033[?1000l"), 2);
    assert_int_equal(count("\033[?1049l"), 1);
    assert_int_equal(count("\033[<u"), 1);
    assert_int_equal(count("\033[2J"), 1);
    terminal_restore(t, &bytes);
    assert_int_equal(count("\033[?1049l"), 1);
    text_clear(&bytes);
    terminal_set_kind(t, kind_of("xterm", true));
    terminal_start(t, &bytes);
    assert_int_equal(count("\033[?1049h"), 1);
    canvas_free(c);
    terminal_free(t);
}

static void going_plain_needs_the_restore_first_and_then_is_silent(void **state)
{
    (void)state;
    struct terminal *t = terminal_new(kind_of("xterm", true), 80, 24);
    struct canvas *c = canvas_new(80, 24);
    terminal_frame(t, c, &bytes);
    terminal_restore(t, &bytes);
    terminal_set_kind(t, kind_of("dumb", true));
    text_clear(&bytes);
    terminal_frame(t, c, &bytes);
    terminal_restore(t, &bytes);
    assert_int_equal(bytes.len, 0);
    canvas_free(c);
    terminal_free(t);
}

/* Both on the alternate screen, which has a stack of its own; once each, or the stack would not be the person's again.
 */
static void the_keyboard_mode_is_pushed_once_and_popped_once(void **state) /* (H48) */
{
    (void)state;
    struct terminal *t = terminal_new(kind_of("xterm-kitty", true), 80, 24);
    struct canvas *c = canvas_new(80, 24);
    terminal_frame(t, c, &bytes);
    terminal_forget(t);
    terminal_frame(t, c, &bytes);
    terminal_resize(t, 81, 24);
    canvas_resize(c, 81, 24);
    terminal_frame(t, c, &bytes);
    assert_int_equal(count("\033[>0u"), 1);
    assert_int_equal(count("\033[<u"), 0);
    assert_true(strstr(bytes.buf, "\033[>0u") > strstr(bytes.buf, "\033[?1049h"));
    text_clear(&bytes);
    terminal_restore(t, &bytes);
    assert_int_equal(count("\033[<u"), 1);
    assert_true(strstr(bytes.buf, "\033[<u") < strstr(bytes.buf, "\033[?1049l"));
    assert_int_equal(count("\033[>"), 0);
    canvas_free(c);
    terminal_free(t);
}

static void mouse_and_paste_are_switched_only_on_change(void **state) /* (H48, H59) */
{
    (void)state;
    struct terminal *t = terminal_new(kind_of("xterm", true), 80, 24);
    terminal_start(t, &bytes);
    text_clear(&bytes);
    terminal_set_mouse(t, false, &bytes);
    terminal_set_mouse(t, true, &bytes);
    terminal_set_mouse(t, true, &bytes);
    terminal_set_paste(t, true, &bytes);
    terminal_set_paste(t, false, &bytes);
    assert_string_equal(bytes.buf, "\033[?1000h\033[?1002h\033[?1006h\033[?2004h\033[?2004l");
    terminal_free(t);
}

static void hostile_text_on_the_canvas_reaches_no_terminal(void **state) /* (H63, H64) */
{
    (void)state;
    static const char *const hostile[] = { "a\x1b[2Jb",
                                           "a\x9b"
                                           "2Jb",
                                           "a\rAdmin: hi",
                                           "a\xc2\x9b"
                                           "31mb",
                                           "a\x07\x08\x7f"
                                           "b",
                                           "a\xe2\x80\xae"
                                           "b",
                                           "a\xe2\x80\x8b\xe3\x85\xa4"
                                           "b",
                                           "a\xff\xfe\xc0\x80"
                                           "b" };
    static const char *const terms[] = { "xterm", "syncterm", "vt100" };
    for (size_t i = 0; i < sizeof hostile / sizeof *hostile; i++)
        for (size_t j = 0; j < sizeof terms / sizeof *terms; j++) {
            struct terminal *t = terminal_new(kind_of(terms[j], false), 80, 24);
            struct canvas *c = canvas_new(terminal_cols(t), 24);
            terminal_frame(t, c, &bytes);
            canvas_text(c, 0, 0, STYLE_PLAIN, hostile[i]);
            text_clear(&bytes);
            terminal_frame(t, c, &bytes);
            const char *b = bytes.buf;
            if (strncmp(b, "\033[H", 3) == 0) b += 3;
            if (*b == '\r') b++;
            for (; *b != '\0'; b++) assert_true((unsigned char)*b >= 0x20 && (unsigned char)*b != 0x7F);
            assert_null(strstr(bytes.buf, "\xc2\x9b"));
            assert_null(strstr(bytes.buf, "\xe2\x80\xae"));
            canvas_free(c);
            terminal_free(t);
        }
}

static void the_table_looks_right(void **state)
{
    (void)state;
    whole_visit(kind_of("xterm-256color", true));
    *strstr(bytes.buf, "\033[?2004h") = '\0'; /* as it is before the visit ends */
    bytes.len = strlen(bytes.buf);
    golden_check("term/table_xterm256", &bytes, 80, 24);
    text_clear(&bytes);
    whole_visit(kind_of("linux", true));
    char *end = strstr(bytes.buf, "\033[0m\033[?25h\033[24H\r\n");
    *end = '\0';
    bytes.len = strlen(bytes.buf);
    golden_check("term/table_linux16", &bytes, 80, 24);
    text_clear(&bytes);
    whole_visit(kind_of("vt100", true));
    end = strstr(bytes.buf, "\033[0m\033[?25h\033[24H\r\n");
    *end = '\0';
    bytes.len = strlen(bytes.buf);
    golden_check("term/table_ascii_mono", &bytes, 80, 24);
}

static void a_bbs_terminal_shows_suits_as_its_bytes_3_to_6_and_others_letters(void **state) /* (H66) */
{
    (void)state;
    static struct bbs_screen s;
    static const struct {
        const char *term;
        char heart, spade;
    } rows[] = { { "syncterm", 3, 6 }, { "ansi", 'h', 'S' } };
    for (size_t i = 0; i < 2; i++) {
        text_clear(&bytes);
        whole_visit(kind_of(rows[i].term, false));
        char *end = strstr(bytes.buf, "\033[0m\033[?25h");
        *end = '\0';
        bytes.len = strlen(bytes.buf);
        bbs_open(&s, 80, 24);
        bbs_write(&s, &bytes);
        assert_int_equal(s.scrolled + s.errors, 0);
        assert_int_equal(s.cells[19][7].byte, rows[i].heart); /* 2♥ in the hand */
        assert_int_equal(s.cells[4][20].byte, rows[i].spade); /* J♠ on the north pile */
        assert_int_equal(s.cells[3][18].byte, 0xDA);
    }
}

/* The bytes of a frame with a suit in it. */
static void suit_frame(struct terminal *t)
{
    struct canvas *c = canvas_new(terminal_cols(t), terminal_rows(t));
    canvas_text(c, 0, 0, STYLE_PLAIN, "2♥ ─");
    text_clear(&bytes);
    terminal_frame(t, c, &bytes);
    canvas_free(c);
}

#define ASK_SUIT "\033[2H♥\033[6n\r\033[K\033[H"

static void a_suit_of_two_columns_becomes_a_letter(void **state) /* (H66) */
{
    (void)state;
    static const struct {
        int col, row;
        bool letters;
    } answers[] = { { 3, 2, true }, { 2, 2, false }, { 4, 2, false }, { 3, 1, false } };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct terminal *t = terminal_new(kind_of("xterm-256color", true), 80, 24);
        suit_frame(t);
        assert_non_null(strstr(bytes.buf, "\033[2J\033[H" ASK_SUIT));
        assert_non_null(strstr(bytes.buf, "2♥"));
        assert_int_equal(terminal_answer(t, answers[i].col, answers[i].row), answers[i].letters);
        suit_frame(t);
        assert_null(strstr(bytes.buf, "\033[6n")); /* it is asked once */
        if (!answers[i].letters) {
            assert_int_equal(bytes.len, 0);
        } else {
            assert_non_null(strstr(bytes.buf, "2h"));
            assert_null(strstr(bytes.buf, "♥"));
            assert_non_null(strstr(bytes.buf, "─")); /* everything else stays as it was */
            assert_false(terminal_answer(t, 2, 2));  /* nobody asked again */
            terminal_set_kind(t, kind_of("xterm", true));
            suit_frame(t);
            assert_null(strstr(bytes.buf, "♥")); /* the terminal is the same one */
        }
        terminal_free(t);
    }
}

static void of_two_sizes_the_smaller_one_counts(void **state) /* (H39) */
{
    (void)state;
    static const struct {
        int col, row, cols, rows;
    } answers[] = { { 80, 25, 80, 25 }, { 0, 0, 80, 48 }, { 132, 60, 80, 48 }, { 40, 25, 40, 25 } };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct terminal *t = terminal_new(kind_of("syncterm", true), 80, 48);
        suit_frame(t);
        assert_non_null(strstr(bytes.buf, "\033[255;255H\033[6n\033[H"));
        terminal_answer(t, answers[i].col, answers[i].row);
        assert_int_equal(terminal_cols(t), answers[i].cols - 1);
        assert_int_equal(terminal_rows(t), answers[i].rows);
        suit_frame(t);
        assert_null(strstr(bytes.buf, "\033[6n"));
        terminal_free(t);
    }
}

static void only_who_can_answer_is_asked(void **state) /* (H18, H58) */
{
    (void)state;
    static const char *const terms[] = { "linux", "vt100", "dumb", "vt52" };
    for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) {
        struct terminal *t = terminal_new(kind_of(terms[i], true), 80, 24);
        suit_frame(t);
        assert_null(strstr(bytes.buf, "\033[6n"));
        assert_false(terminal_answer(t, 3, 2));
        terminal_free(t);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_text, close_text)
    const struct CMUnitTest tests[] = {
        TEST(sizes_told_by_strangers_are_made_usable),
        TEST(a_start_turns_the_mouse_off_enters_the_other_screen_and_clears),
        TEST(the_cursor_is_hidden_only_after_the_other_screen_was_entered),
        TEST(restore_is_whole_and_comes_once),
        TEST(nothing_is_restored_that_was_never_started),
        TEST(after_a_visit_the_first_screen_is_as_it_was_with_a_fresh_line),
        TEST(simple_terminals_get_nothing_of_xterm),
        TEST(no_terminal_is_asked_for_synchronised_output_or_loses_its_scrollback),
        TEST(the_screen_is_cleared_again_only_for_another_size_or_kind),
        TEST(a_forgotten_screen_is_drawn_whole),
        TEST(a_frame_that_was_cut_is_sent_whole_the_next_time),
        TEST(an_unchanged_frame_costs_nothing),
        TEST(plain_terminals_get_no_byte),
        TEST(another_kind_takes_its_modes_with_it),
        TEST(going_plain_needs_the_restore_first_and_then_is_silent),
        TEST(the_keyboard_mode_is_pushed_once_and_popped_once),
        TEST(mouse_and_paste_are_switched_only_on_change),
        TEST(hostile_text_on_the_canvas_reaches_no_terminal),
        TEST(the_table_looks_right),
        TEST(a_bbs_terminal_shows_suits_as_its_bytes_3_to_6_and_others_letters),
        TEST(a_suit_of_two_columns_becomes_a_letter),
        TEST(of_two_sizes_the_smaller_one_counts),
        TEST(only_who_can_answer_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
