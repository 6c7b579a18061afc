#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/text.h"
#include "screens/menu.h"

static const struct choice rows[] = {
    { .word = "play", .label = "Play", .about = "now" },
    { .word = "help", .label = "Help", .about = "" },
    { .word = "quit", .label = "Quit", .about = "" },
};

static struct key character(char ch)
{
    return (struct key){ .code = KEY_CHAR, .ch = (uint32_t)ch };
}

static void a_menu_is_worked_by_arrows_digits_and_letters(void **state)
{
    (void)state;
    int at = 0;
    struct key down = { .code = KEY_DOWN }, up = { .code = KEY_UP }, enter = { .code = KEY_ENTER };
    assert_int_equal(menu_key(&at, rows, 3, 0, &down), MENU_MOVED);
    assert_int_equal(menu_key(&at, rows, 3, 0, &enter), 1);
    assert_int_equal(menu_key(&at, rows, 3, 0, &up), MENU_MOVED);
    assert_int_equal(menu_key(&at, rows, 3, 2, &up), MENU_MOVED);
    assert_int_equal(at, 4);
    assert_int_equal(menu_key(&at, rows, 3, 2, &down), MENU_MOVED);
    assert_int_equal(at, 0);
    struct key three = character('3'), four = character('4'), h = character('h'), x = character('x');
    assert_int_equal(menu_key(&at, rows, 3, 0, &three), 2);
    assert_int_equal(menu_key(&at, rows, 3, 0, &four), MENU_IGNORED);
    assert_int_equal(menu_key(&at, rows, 3, 0, &h), 1);
    assert_int_equal(menu_key(&at, rows, 3, 0, &x), MENU_IGNORED);
}

/* What comes and goes does not shift the numbers of the others. */
static void a_bare_row_has_letters_and_a_word_but_no_number(void **state)
{
    (void)state;
    static const struct choice more[] = {
        { .word = "table", .label = "Back", .about = "", .bare = true },
        { .word = "play", .label = "Play", .about = "now" },
    };
    char buf[200];
    int at = 0;
    struct text out;
    struct key one = character('1'), two = character('2'), b = character('b'), t = character('t');
    text_init(&out, buf, sizeof buf);
    menu_say(more, 2, &out);
    assert_string_equal(buf, "Back (table)\n1 Play (play): now\n");
    assert_int_equal(menu_line(more, 2, "1"), 1);
    assert_int_equal(menu_line(more, 2, "2"), -1);
    assert_int_equal(menu_line(more, 2, "table"), 0);
    assert_int_equal(menu_key(&at, more, 2, 0, &one), 1);
    assert_int_equal(menu_key(&at, more, 2, 0, &two), MENU_IGNORED);
    assert_int_equal(menu_key(&at, more, 2, 0, &b), 0);
    assert_int_equal(menu_key(&at, more, 2, 0, &t), 0);
}

/* One item a line, numbers to choose (H71). */
static void a_menu_in_plain_mode_is_chosen_by_number_or_word(void **state)
{
    (void)state;
    char buf[200];
    struct text out;
    text_init(&out, buf, sizeof buf);
    menu_say(rows, 3, &out);
    assert_string_equal(buf, "1 Play (play): now\n2 Help (help)\n3 Quit (quit)\n");
    assert_int_equal(menu_line(rows, 3, "2"), 1);
    assert_int_equal(menu_line(rows, 3, "QUIT"), 2);
    assert_int_equal(menu_line(rows, 3, "4"), -1);
    assert_int_equal(menu_line(rows, 3, "0"), -1);
    assert_int_equal(menu_line(rows, 3, "99999999999999999999"), -1);
    assert_int_equal(menu_line(rows, 3, ""), -1);
}

/* The real cursor stands on the focus (H71), and a mark shows the focus, not colour alone. */
static void the_cursor_stands_on_the_chosen_row(void **state)
{
    (void)state;
    struct canvas *c = canvas_new(40, 5);
    assert_int_equal(menu_draw(c, (struct area){ 2, 1, 36, 4 }, rows, 3, 1), 3);
    assert_int_equal(c->cursor_x, 2);
    assert_int_equal(c->cursor_y, 2);
    assert_int_equal(canvas_at(c, 2, 2)->ch, 0x25B8);
    canvas_free(c);
}

/* Where there are fewer lines than rows, the chosen one is among those seen, with its own number. */
static void a_menu_too_long_for_its_area_scrolls(void **state)
{
    (void)state;
    struct canvas *c = canvas_new(20, 2);
    struct text out;
    char buf[300];
    assert_int_equal(menu_draw(c, (struct area){ 0, 0, 20, 2 }, rows, 3, 2), 2);
    text_init(&out, buf, sizeof buf);
    canvas_dump(c, &out);
    assert_string_equal(buf, "  2  Help\n▸ 3  Quit\n");
    assert_int_equal(c->cursor_y, 1);
    canvas_clear(c);
    assert_int_equal(menu_draw(c, (struct area){ 0, 0, 20, 2 }, rows, 3, 5), 2); /* the cursor is further down */
    text_clear(&out);
    canvas_dump(c, &out);
    assert_string_equal(buf, "  2  Help\n  3  Quit\n");
    canvas_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_menu_is_worked_by_arrows_digits_and_letters),
        cmocka_unit_test(a_bare_row_has_letters_and_a_word_but_no_number),
        cmocka_unit_test(a_menu_in_plain_mode_is_chosen_by_number_or_word),
        cmocka_unit_test(the_cursor_stands_on_the_chosen_row),
        cmocka_unit_test(a_menu_too_long_for_its_area_scrolls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
