#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/text.h"
#include "term/sgr.h"

/* sRGB's curve (WCAG 2.1) at the levels of xterm's colour cube, straight in between. */
static double linear(int value)
{
    static const int levels[] = { 0, 95, 135, 175, 215, 255 };
    static const double light[] = { 0, 0.1144, 0.2423, 0.4287, 0.6795, 1 };
    int i = 1;
    while (value > levels[i]) i++;
    return light[i - 1] + (light[i] - light[i - 1]) * (value - levels[i - 1]) / (levels[i] - levels[i - 1]);
}

/* Relative luminance of 0xRRGGBB. */
static double tint_luminance(long tint)
{
    return 0.2126 * linear((int)(tint >> 16 & 255)) + 0.7152 * linear((int)(tint >> 8 & 255)) +
           0.0722 * linear((int)(tint & 255));
}

/* Relative luminance of a colour of xterm's palette. */
static double luminance(int colour)
{
    static const long first[16] = { 0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
                                    0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF };
    if (colour < 16) return tint_luminance(first[colour]);
    if (colour >= 232) return linear(8 + 10 * (colour - 232));
    int level[3] = { (colour - 16) / 36, (colour - 16) / 6 % 6, (colour - 16) % 6 };
    long tint = 0;
    for (int i = 0; i < 3; i++) tint = tint << 8 | (level[i] == 0 ? 0 : 55 + 40 * level[i]);
    return tint_luminance(tint);
}

static double contrast(double a, double b)
{
    return a > b ? (a + 0.05) / (b + 0.05) : (b + 0.05) / (a + 0.05);
}

/* Lines need less than letters. */
static double least(unsigned style)
{
    return style == STYLE_CARD ? 3.9 : 4.5;
}

/* On its own paint, or on the terminal's background, be that black or white. */
static void assert_reads(unsigned style, struct rendition l)
{
    if (style == STYLE_RULE) return; /* the felt ends there anyway */
    if (l.bg != COLOUR_DEFAULT) {
        assert_true(contrast(luminance(l.fg), luminance(l.bg)) >= least(style));
    } else if (l.fg != COLOUR_DEFAULT) {
        assert_true(contrast(luminance(l.fg), 0) >= 4.0);
        assert_true(contrast(luminance(l.fg), 1) >= 2.9);
    }
}

static void every_style_reads_on_dark_on_light_and_on_felt(void **state)
{
    (void)state;
    for (unsigned style = 0; style < STYLES; style++) {
        assert_reads(style, style_rendition(COLOURS_256, style));
        assert_reads(style, style_rendition(COLOURS_256, style | STYLE_ON_FELT));
    }
}

static double shown_luminance(int colour)
{
    return style_tint(colour) >= 0 ? tint_luminance(style_tint(colour)) : luminance(colour);
}

static void the_tints_of_the_house_read_as_well(void **state)
{
    (void)state;
    for (unsigned style = 0; style < STYLES; style++) {
        struct rendition l = style_rendition(COLOURS_TRUE, style | STYLE_ON_FELT);
        assert_true(style == STYLE_RULE || contrast(shown_luminance(l.fg), shown_luminance(l.bg)) >= least(style));
    }
}

static void all_is_painted_on_felt_where_there_are_colours_for_it(void **state)
{
    (void)state;
    for (unsigned style = 0; style < STYLES; style++) {
        assert_true(style_rendition(COLOURS_256, style | STYLE_ON_FELT).bg != COLOUR_DEFAULT);
        assert_true(style_rendition(COLOURS_TRUE, style | STYLE_ON_FELT).bg != COLOUR_DEFAULT);
        for (enum colours depth = COLOURS_MONO; depth <= COLOURS_16; depth++)
            assert_true(rendition_equal(style_rendition(depth, style | STYLE_ON_FELT), style_rendition(depth, style)));
    }
}

static void only_bars_fields_cards_and_what_is_pointed_at_are_painted(void **state)
{
    (void)state;
    static const unsigned painted[] = {
        STYLE_TITLE, STYLE_KEYS, STYLE_KEY,        STYLE_FOCUS,    STYLE_CHOSEN,    STYLE_LEGAL,
        STYLE_NEW,   STYLE_CARD, STYLE_CARD_BLACK, STYLE_CARD_RED, STYLE_CARD_BACK, STYLE_FIELD,
    };
    for (unsigned style = 0; style < STYLES; style++) {
        bool paint = false;
        for (size_t i = 0; i < sizeof painted / sizeof *painted; i++) paint |= painted[i] == style;
        assert_int_equal(style_rendition(COLOURS_16, style).bg != COLOUR_DEFAULT, paint);
        assert_int_equal(style_rendition(COLOURS_256, style).bg != COLOUR_DEFAULT, paint);
        assert_int_equal(style_rendition(COLOURS_MONO, style).bg, COLOUR_DEFAULT);
        assert_int_equal(style_rendition(COLOURS_MONO, style).fg, COLOUR_DEFAULT);
    }
}

static void focus_and_choice_differ_without_colours(void **state)
{
    (void)state;
    struct rendition focus = style_rendition(COLOURS_MONO, STYLE_FOCUS),
                     chosen = style_rendition(COLOURS_MONO, STYLE_CHOSEN);
    assert_false(rendition_equal(focus, chosen));
    assert_false(rendition_equal(focus, style_rendition(COLOURS_MONO, STYLE_CARD_BLACK)));
    assert_false(rendition_equal(chosen, style_rendition(COLOURS_MONO, STYLE_CARD_BLACK)));
}

static void colours_of_art_keep_to_sixteen_and_eight(void **state)
{
    (void)state;
    for (int fg = 0; fg < 16; fg++)
        for (int bg = 0; bg < 8; bg++) {
            struct rendition l = style_rendition(COLOURS_256, STYLE_ANSI(fg, bg));
            assert_true(l.fg == fg || l.fg == COLOUR_DEFAULT);
            assert_int_equal(l.bg, bg == 0 ? COLOUR_DEFAULT : bg);
        }
    assert_true(rendition_equal(style_rendition(COLOURS_16, 500), style_rendition(COLOURS_16, STYLE_PLAIN)));
}

/* The sequence from one rendition to another. */
static const char *change(bool bold_is_bright, const struct rendition *from, struct rendition to)
{
    static char buf[64];
    struct text out;
    text_init(&out, buf, sizeof buf);
    struct terminal_kind kind = { .bold_is_bright = bold_is_bright };
    sgr_change(&kind, from, to, &out);
    return buf;
}

static void a_change_of_look_is_as_short_as_can_be(void **state)
{
    (void)state;
    const struct rendition plain = { -1, -1, 0 }, red = { 1, -1, 0 }, bold_red = { 1, -1, RENDITION_BOLD },
                           bar = { 230, 22, 0 }, bright = { 9, -1, 0 }, dim = { -1, -1, RENDITION_DIM },
                           bold = { -1, -1, RENDITION_BOLD }, lit = { 230, 22, RENDITION_BOLD | RENDITION_UNDERLINE };
    assert_string_equal(change(false, &red, red), "");
    assert_string_equal(change(false, &plain, red), "\033[31m");
    assert_string_equal(change(false, &red, bold_red), "\033[1m");
    assert_string_equal(change(false, &bold_red, red), "\033[22m");
    assert_string_equal(change(false, &bold_red, plain), "\033[m");
    assert_string_equal(change(false, NULL, plain), "\033[m");
    assert_string_equal(change(false, NULL, red), "\033[0;31m");
    assert_string_equal(change(false, &plain, bar), "\033[38;5;230;48;5;22m");
    assert_string_equal(change(false, &lit, bar), "\033[22;24m");
    assert_string_equal(change(false, &bar, lit), "\033[1;4m");
    assert_string_equal(change(false, &plain, bright), "\033[91m");
    assert_string_equal(change(false, &bold, dim), "\033[0;2m");
}

static void where_colours_are_true_the_house_has_its_own(void **state)
{
    (void)state;
    char buf[64];
    struct text out;
    struct terminal_kind kind = { .colours = COLOURS_TRUE };
    const struct rendition plain = { -1, -1, 0 }, title = { 223, 52, 0 };
    text_init(&out, buf, sizeof buf);
    sgr_change(&kind, &plain, title, &out);
    assert_string_equal(buf, "\033[38;5;223;48;2;67;32;27m");
    assert_int_equal(style_tint(223), -1);
}

static void old_terminals_take_back_by_zero_only(void **state) /* (H18) */
{
    (void)state;
    const struct rendition plain = { -1, -1, 0 }, red = { 1, 4, 0 }, bright = { 9, 4, 0 },
                           bold_red = { 1, 4, RENDITION_BOLD };
    assert_string_equal(change(true, &plain, bright), "\033[1;31;44m");
    assert_string_equal(change(true, &red, bright), "\033[1m");
    assert_string_equal(change(true, &bright, red), "\033[0;31;44m");
    assert_string_equal(change(true, &bright, bold_red), "");
    assert_string_equal(change(true, &red, plain), "\033[m");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_style_reads_on_dark_on_light_and_on_felt),
        cmocka_unit_test(the_tints_of_the_house_read_as_well),
        cmocka_unit_test(all_is_painted_on_felt_where_there_are_colours_for_it),
        cmocka_unit_test(only_bars_fields_cards_and_what_is_pointed_at_are_painted),
        cmocka_unit_test(focus_and_choice_differ_without_colours),
        cmocka_unit_test(colours_of_art_keep_to_sixteen_and_eight),
        cmocka_unit_test(a_change_of_look_is_as_short_as_can_be),
        cmocka_unit_test(where_colours_are_true_the_house_has_its_own),
        cmocka_unit_test(old_terminals_take_back_by_zero_only),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
