#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <limits.h>
#include <string.h>

#include "seed.h"

#include "base/clean.h"
#include "base/text.h"
#include "base/utf8.h"
#include "term/canvas.h"

static char dump_bytes[64 * 1024];

static const char *dump(const struct canvas *c)
{
    struct text t;
    text_init(&t, dump_bytes, sizeof dump_bytes);
    canvas_dump(c, &t);
    return dump_bytes;
}

static void text_is_cut_at_the_edges(void **state)
{
    (void)state;
    struct canvas *c = canvas_new(6, 2);
    assert_int_equal(canvas_text(c, 2, 0, STYLE_PLAIN, "abcdef"), 4);
    assert_int_equal(canvas_text(c, -2, 1, STYLE_PLAIN, "abcd"), 4);
    assert_string_equal(dump(c), "  abcd\ncd\n");
    canvas_text(c, 0, 5, STYLE_PLAIN, "below");
    canvas_text(c, 0, -1, STYLE_PLAIN, "above");
    canvas_text(c, 99, 0, STYLE_PLAIN, "beside");
    assert_string_equal(dump(c), "  abcd\ncd\n");
    canvas_free(c);
}

static void text_is_cut_by_columns_and_whole_characters(void **state) /* (H65) */
{
    (void)state;
    struct canvas *c = canvas_new(10, 1);
    assert_int_equal(canvas_text_cut(c, 0, 0, STYLE_PLAIN, "漢字x", 3), 2);
    assert_string_equal(dump(c), "漢\n");
    assert_int_equal(canvas_text_cut(c, 0, 0, STYLE_PLAIN, "éàü", 2), 2);
    assert_string_equal(dump(c), "éà\n");
    assert_int_equal(canvas_text_cut(c, 0, 0, STYLE_PLAIN, "x", 0), 0);
    assert_int_equal(canvas_text_cut(c, 20, 0, STYLE_PLAIN, "x", 5), 0);
    canvas_free(c);
}

static void a_chat_line_stays_in_its_box(void **state) /* (H65) */
{
    (void)state;
    struct canvas *c = canvas_new(12, 1);
    canvas_put(c, 11, 0, STYLE_PLAIN, '|');
    canvas_text_cut(c, 0, 0, STYLE_PLAIN, "漢字👍e\u0301漢字漢字", 11);
    assert_string_equal(dump(c), "漢字👍e漢字|\n");
    canvas_free(c);
}

static void half_a_wide_character_becomes_a_space(void **state) /* (H65) */
{
    (void)state;
    struct canvas *c = canvas_new(4, 1);
    canvas_text(c, 0, 0, STYLE_PLAIN, "漢字");
    canvas_put(c, 1, 0, STYLE_PLAIN, 'x');
    assert_string_equal(dump(c), " x字\n");
    canvas_put(c, 2, 0, STYLE_PLAIN, 'y');
    assert_string_equal(dump(c), " xy\n");
    canvas_put(c, 3, 0, STYLE_PLAIN, 0x6F22);
    assert_string_equal(dump(c), " xy\n");
    canvas_put(c, -1, 0, STYLE_PLAIN, 0x6F22);
    canvas_put(c, 1, 0, STYLE_PLAIN, 0x6F22);
    assert_string_equal(dump(c), " 漢\n");
    canvas_free(c);
}

static void no_control_or_invisible_character_gets_into_a_cell(void **state) /* (H63, H64) */
{
    (void)state;
    struct canvas *c = canvas_new(20, 1);
    assert_int_equal(canvas_text(c, 0, 0, STYLE_PLAIN, "a\x1b[2Jb\r\n\x07\x7f"), 5);
    assert_string_equal(dump(c), "a[2Jb\n");
    canvas_clear(c);
    canvas_text(c, 0, 0, STYLE_PLAIN,
                "a\u200b\u202e\u2066\u00ad\u3164\u115f\ufe0f\xc2\x9b\xff"
                "b");
    assert_string_equal(dump(c), "ab\n");
    canvas_put(c, 0, 0, STYLE_PLAIN, 0x1B);
    canvas_put(c, 0, 0, STYLE_PLAIN, 0);
    canvas_put(c, 0, 0, STYLE_PLAIN, 0x9B);
    canvas_put(c, 0, 0, STYLE_PLAIN, 0xFFFFFFFF);
    canvas_fill(c, (struct area){ .x = 1, .cols = 1, .rows = 1 }, STYLE_PLAIN, '\n');
    assert_string_equal(dump(c), "a\n");
    canvas_free(c);
}

static void areas_are_clipped(void **state)
{
    (void)state;
    struct canvas *c = canvas_new(4, 3);
    canvas_fill(c, (struct area){ .x = -5, .y = 1, .cols = 7, .rows = 50 }, STYLE_DIM, '#');
    assert_string_equal(dump(c), "\n##\n##\n");
    canvas_fill(c, (struct area){ .x = 1, .y = 0, .cols = INT_MAX, .rows = INT_MAX }, STYLE_PLAIN, '.');
    canvas_fill(c, (struct area){ .x = 0, .y = 0, .cols = -3, .rows = 2 }, STYLE_PLAIN, 'x');
    canvas_fill(c, (struct area){ .x = INT_MAX, .y = INT_MIN, .cols = INT_MAX, .rows = 1 }, STYLE_PLAIN, 'x');
    assert_string_equal(dump(c), " ...\n#...\n#...\n");
    canvas_free(c);
}

static void another_style_covers_whole_characters(void **state)
{
    (void)state;
    struct canvas *c = canvas_new(4, 1);
    canvas_text(c, 0, 0, STYLE_PLAIN, "漢字");
    canvas_restyle(c, (struct area){ .x = 1, .cols = 2, .rows = 1 }, STYLE_FOCUS);
    for (int x = 0; x < 4; x++) assert_int_equal(canvas_at(c, x, 0)->style, STYLE_FOCUS);
    assert_string_equal(dump(c), "漢字\n");
    canvas_free(c);
}

static void outside_there_are_blank_cells(void **state)
{
    (void)state;
    struct canvas *c = canvas_new(4, 1);
    assert_int_equal(canvas_at(c, -1, 0)->ch, ' ');
    assert_int_equal(canvas_at(c, 0, 1)->ch, ' ');
    canvas_free(c);
    canvas_free(NULL);
}

static void another_size_is_blank(void **state)
{
    (void)state;
    struct canvas *c = canvas_new(4, 2);
    canvas_add(c, 0, 0, STYLE_STRONG, "%d%s", 42, "ab");
    c->cursor_x = 1;
    canvas_resize(c, 2, 2);
    assert_string_equal(dump(c), "\n\n");
    assert_int_equal(c->cursor_x, -1);
    canvas_resize(c, CANVAS_COLS_MAX, CANVAS_ROWS_MAX);
    canvas_put(c, CANVAS_COLS_MAX - 1, CANVAS_ROWS_MAX - 1, STYLE_PLAIN, 'x');
    assert_int_equal(canvas_at(c, CANVAS_COLS_MAX - 1, CANVAS_ROWS_MAX - 1)->ch, 'x');
    canvas_free(c);
}

/* What every reader of cells relies on: a right half has its left one, in the same style, and all is showable. */
static void assert_sound(const struct canvas *c)
{
    for (int y = 0; y < c->rows; y++)
        for (int x = 0; x < c->cols; x++) {
            const struct cell *cell = canvas_at(c, x, y), *next = canvas_at(c, x + 1, y);
            if (cell->ch == 0) {
                assert_true(x > 0 && utf8_width(cell[-1].ch) == 2 && cell[-1].style == cell->style);
                continue;
            }
            assert_true(clean_character(cell->ch));
            assert_int_equal(utf8_width(cell->ch) == 2, x + 1 < c->cols && next->ch == 0);
        }
}

static void whatever_is_drawn_the_cells_are_sound(void **state)
{
    (void)state;
    struct random r = seed_random(__func__);
    struct canvas *c = canvas_new(17, 6);
    for (int i = 0; i < 20000; i++) {
        struct area a = { (int)random_below(&r, 25) - 4, (int)random_below(&r, 10) - 2, (int)random_below(&r, 20),
                          (int)random_below(&r, 4) };
        uint32_t ch = random_below(&r, 3) == 0 ? random_below(&r, 0x110000) : 0x3000 + random_below(&r, 0x300);
        unsigned style = random_below(&r, STYLES);
        switch (random_below(&r, 4)) {
        case 0: canvas_fill(c, a, style, ch); break;
        case 1: canvas_restyle(c, a, style); break;
        default: canvas_put(c, a.x, a.y, style, ch);
        }
        if (i % 20 == 0) assert_sound(c);
    }
    canvas_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_cut_at_the_edges),
        cmocka_unit_test(text_is_cut_by_columns_and_whole_characters),
        cmocka_unit_test(a_chat_line_stays_in_its_box),
        cmocka_unit_test(half_a_wide_character_becomes_a_space),
        cmocka_unit_test(no_control_or_invisible_character_gets_into_a_cell),
        cmocka_unit_test(areas_are_clipped),
        cmocka_unit_test(another_style_covers_whole_characters),
        cmocka_unit_test(outside_there_are_blank_cells),
        cmocka_unit_test(another_size_is_blank),
        cmocka_unit_test(whatever_is_drawn_the_cells_are_sound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
