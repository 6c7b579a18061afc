#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include <string.h>

#include "term/kind.h"

/* A caller of whom TERM alone is known. */
static struct terminal_hints at(const char *term, bool ssh)
{
    return (struct terminal_hints){ .term = term, .ssh = ssh, .pty = true, .charset_told = -1 };
}

static struct terminal_kind kind_at(const char *term, bool ssh)
{
    struct terminal_hints h = at(term, ssh);
    return terminal_kind_of(&h);
}

static void term_decides_by_one_table_in_any_case(void **state)
{
    (void)state;
    static const struct {
        const char *term;
        enum charset charset;
        enum colours colours;
        bool alt_screen, wraps_at_once, bold_is_bright, shows_suits;
    } rows[] = {
        { "xterm", CHARSET_UTF8, COLOURS_16, true, false, false, false },
        { "XTERM-256COLOR", CHARSET_UTF8, COLOURS_256, true, false, false, false },
        { "xterm-kitty", CHARSET_UTF8, COLOURS_256, true, false, false, false },
        { "screen", CHARSET_UTF8, COLOURS_16, true, false, false, false },
        { "screen-256color", CHARSET_UTF8, COLOURS_256, true, false, false, false },
        { "tmux-256color", CHARSET_UTF8, COLOURS_256, true, false, false, false },
        { "rxvt-unicode-256color", CHARSET_UTF8, COLOURS_256, true, false, false, false },
        { "xterm-mono", CHARSET_UTF8, COLOURS_MONO, true, false, false, false },
        { "linux", CHARSET_UTF8, COLOURS_16, false, false, false, false },
        { "LINUX", CHARSET_UTF8, COLOURS_16, false, false, false, false },
        { "vt100", CHARSET_ASCII, COLOURS_MONO, false, false, true, false },
        { "DEC-VT220", CHARSET_ASCII, COLOURS_MONO, false, false, true, false },
        { "ansi", CHARSET_CP437, COLOURS_16, false, true, true, false },
        { "ANSI-BBS", CHARSET_CP437, COLOURS_16, false, true, true, false },
        { "pcansi", CHARSET_CP437, COLOURS_16, false, true, true, false },
        { "syncterm", CHARSET_CP437, COLOURS_16, false, true, true, true },
        { "ansi-256color", CHARSET_CP437, COLOURS_16, false, true, true, true },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int ssh = 0; ssh < 2; ssh++) {
            struct terminal_kind k = kind_at(rows[i].term, ssh);
            assert_false(k.plain);
            assert_int_equal(k.charset, rows[i].charset);
            assert_int_equal(k.colours, rows[i].colours);
            assert_int_equal(k.alt_screen, rows[i].alt_screen);
            assert_int_equal(k.wraps_at_once, rows[i].wraps_at_once);
            assert_int_equal(k.bold_is_bright, rows[i].bold_is_bright);
            assert_int_equal(k.shows_suits, rows[i].shows_suits);
        }
}

static void an_unknown_terminal_is_an_xterm_over_ssh_and_simple_over_telnet(void **state) /* (H18, H38) */
{
    (void)state;
    struct terminal_kind k = kind_at("xterm-ghostty", true);
    assert_true(k.alt_screen && k.charset == CHARSET_UTF8 && k.colours == COLOURS_256);
    k = kind_at("somethingnew", true);
    assert_true(k.alt_screen && k.charset == CHARSET_UTF8 && k.colours == COLOURS_16);
    k = kind_at("somethingnew", false);
    assert_true(!k.plain && !k.alt_screen && k.wraps_at_once && k.charset == CHARSET_ASCII);
    k = kind_at("", false);
    assert_true(!k.plain && !k.alt_screen && k.wraps_at_once && k.charset == CHARSET_ASCII);
}

static void plain_is_for_dumb_and_nameless_terminals_and_those_without_a_pty(void **state) /* (H16, H29, H38) */
{
    (void)state;
    assert_true(kind_at("dumb", true).plain);
    assert_true(kind_at("DUMB", false).plain);
    assert_true(kind_at("", true).plain);
    assert_true(kind_at(NULL, true).plain);
    struct terminal_hints h = at("xterm-256color", true);
    h.pty = false;
    assert_true(terminal_kind_of(&h).plain);
    h = at("xterm-256color", false);
    h.pty = false;
    assert_true(terminal_kind_of(&h).plain);
}

static void a_screen_reader_gets_plain(void **state) /* (H71) */
{
    (void)state;
    struct terminal_hints h = at("xterm-256color", false);
    h.mtts = 1 | 2 | 4 | 64;
    assert_true(terminal_kind_of(&h).plain);
}

/* What a client says it can do stands above what it is called, and what it is called above what it agrees to (H16). */
static void a_mud_client_gets_lines_unless_it_says_vt100(void **state)
{
    (void)state;
    static const struct {
        const char *term;
        int mtts;
        bool plain, lines;
    } rows[] = {
        { "ANSI-TRUECOLOR", 2349, true, true }, /* Mudlet */
        { "ANSI-TRUECOLOR", 2349 | 2, false, false },
        { "xterm-256color", 1 | 2 | 4 | 8, false, false }, /* TinTin++ */
        { "xterm-256color", 1 | 4 | 8, true, true },
        { "xterm-256color", 1 | 4 | 8 | 64, true, true },
        { "xterm-256color", 1 | 2 | 4 | 8 | 64, true, false },
        { "MUDLET", 0, true, true },
        { "MUSHclient", 0, true, true },
        { "Mudlet 4.17.2", 0, true, true },
        { "CMUD", 0, true, true },
        { "zmud", 0, true, true },
        { "BlowTorch-1.1", 0, true, true },
        { "ansi", 0, false, false },
        { "dumb", 0, true, false },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct terminal_hints h = at(rows[i].term, false);
        h.mtts = rows[i].mtts;
        assert_int_equal(terminal_kind_of(&h).plain, rows[i].plain);
        assert_int_equal(terminal_kind_of(&h).lines, rows[i].lines);
    }
    struct terminal_hints h = at("mudlet", true); /* over SSH nothing of the kind is agreed on */
    assert_false(terminal_kind_of(&h).lines);
}

static void the_charset_is_asked_of_mtts_then_charset_then_locale_then_term(void **state)
{
    (void)state;
    static const struct {
        int mtts, told;
        const char *lang, *term;
        enum charset charset;
    } rows[] = {
        { 2 | 4, CHARSET_CP437, "C", "ansi", CHARSET_UTF8 },
        { 1 | 2, CHARSET_UTF8, "C", "ansi", CHARSET_UTF8 },
        { 0, CHARSET_CP437, "en_US.UTF-8", "xterm", CHARSET_CP437 },
        { 0, -1, "de_DE.utf8", "vt100", CHARSET_UTF8 },
        { 0, -1, "en_US.UTF-8", "ansi", CHARSET_UTF8 },
        { 0, -1, "de_DE.ISO-8859-1", "xterm", CHARSET_ASCII },
        { 0, -1, "C", "xterm", CHARSET_ASCII },
        { 0, -1, "POSIX", "xterm", CHARSET_ASCII },
        { 0, -1, "C.UTF-8", "xterm", CHARSET_UTF8 },
        { 0, -1, "en_US.IBM437", "xterm", CHARSET_CP437 },
        { 0, -1, "en_US", "xterm", CHARSET_UTF8 },
        { 0, -1, NULL, "ansi", CHARSET_CP437 },
        { 1 | 2, -1, "", "xterm", CHARSET_ASCII },
        { 1 | 2, -1, "", "ansi", CHARSET_CP437 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct terminal_hints h = at(rows[i].term, false);
        h.mtts = rows[i].mtts;
        h.charset_told = rows[i].told;
        h.lang = rows[i].lang;
        assert_int_equal(terminal_kind_of(&h).charset, rows[i].charset);
    }
}

static void colours_are_asked_of_no_color_then_mtts_and_colorterm_then_term(void **state)
{
    (void)state;
    struct terminal_hints h = at("xterm", true);
    h.colorterm = "truecolor";
    assert_int_equal(terminal_kind_of(&h).colours, COLOURS_TRUE);
    h.colorterm = "24bit";
    assert_int_equal(terminal_kind_of(&h).colours, COLOURS_TRUE);
    h.term = "screen.xterm-256color"; /* hands down a COLORTERM that is not its own */
    assert_int_equal(terminal_kind_of(&h).colours, COLOURS_256);
    h.term = "xterm";
    h.colorterm = "yes";
    assert_int_equal(terminal_kind_of(&h).colours, COLOURS_16);
    h.mtts = 1 | 2 | 8;
    assert_int_equal(terminal_kind_of(&h).colours, COLOURS_256);
    h.mtts = 1 | 2 | 256;
    assert_int_equal(terminal_kind_of(&h).colours, COLOURS_TRUE);
    h.no_color = true;
    assert_int_equal(terminal_kind_of(&h).colours, COLOURS_MONO);
}

static void what_is_erased_is_trusted_to_take_colour_only_where_it_does(void **state)
{
    (void)state;
    assert_true(terminal_kind_of(&(struct terminal_hints){ .term = "xterm-256color", .ssh = true, .pty = true })
                    .erases_in_colour);
    assert_true(terminal_kind_of(&(struct terminal_hints){ .term = "tmux-256color", .ssh = true, .pty = true })
                    .erases_in_colour);
    static const char *const others[] = { "screen", "screen-256color", "ansi", "vt220", "nobody-knows" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct terminal_hints h = { .term = others[i], .ssh = true, .pty = true };
        assert_false(terminal_kind_of(&h).erases_in_colour);
        h.colorterm = "truecolor";
        assert_int_equal(terminal_kind_of(&h).erases_in_colour, strcmp(others[i], "nobody-knows") == 0);
    }
}

static void keys_of_a_dialect_are_known_by_the_name_of_the_terminal(void **state)
{
    (void)state;
    static const char *const common[] = { "xterm", "screen", "tmux-256color", "rxvt-unicode", "stoneage", "ansi", "" };
    assert_int_equal(kind_at("linux", true).dialect, DIALECT_LINUX);
    assert_int_equal(kind_at("linux-16color", true).dialect, DIALECT_LINUX);
    assert_int_equal(kind_at("st", true).dialect, DIALECT_ST);
    assert_int_equal(kind_at("st-256color", true).dialect, DIALECT_ST);
    assert_int_equal(kind_at("stterm-256color", true).dialect, DIALECT_ST);
    assert_int_equal(kind_at("st-256color", true).colours, COLOURS_256);
    assert_true(kind_at("st-256color", true).alt_screen);
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        assert_int_equal(kind_at(common[i], true).dialect, DIALECT_COMMON);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(term_decides_by_one_table_in_any_case),
        cmocka_unit_test(keys_of_a_dialect_are_known_by_the_name_of_the_terminal),
        cmocka_unit_test(an_unknown_terminal_is_an_xterm_over_ssh_and_simple_over_telnet),
        cmocka_unit_test(plain_is_for_dumb_and_nameless_terminals_and_those_without_a_pty),
        cmocka_unit_test(a_screen_reader_gets_plain),
        cmocka_unit_test(a_mud_client_gets_lines_unless_it_says_vt100),
        cmocka_unit_test(the_charset_is_asked_of_mtts_then_charset_then_locale_then_term),
        cmocka_unit_test(what_is_erased_is_trusted_to_take_colour_only_where_it_does),
        cmocka_unit_test(colours_are_asked_of_no_color_then_mtts_and_colorterm_then_term),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
