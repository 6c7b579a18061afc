#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "seed.h"

#include "base/text.h"
#include "base/utf8.h"
#include "term/editor.h"

static enum editor_result last;

static void to_line(void *line, const struct key *k)
{
    last = editor_key(line, k);
}

/* Types bytes, a few at a time, so that they are no burst. */
static void type(struct editor *l, const char *bytes)
{
    struct keys keys;
    keys_init(&keys, CHARSET_UTF8);
    for (; *bytes != '\0'; bytes++) keys_input(&keys, (const uint8_t *)bytes, 1, 0, to_line, l);
}

static void both_backspaces_and_delete_at_the_end_take_back(void **state) /* (H5) */
{
    (void)state;
    struct editor l;
    editor_init(&l, 20, false);
    type(&l, "ab\x08\x7f");
    assert_string_equal(l.text, "");
    type(&l, "abc\033[3~");
    assert_string_equal(l.text, "ab");
    type(&l, "\033[D\033[3~");
    assert_string_equal(l.text, "a");
    type(&l, "\x08\x08\x08\033[3~");
    assert_string_equal(l.text, "");
}

static void the_cursor_moves_by_whole_characters(void **state)
{
    (void)state;
    struct editor l;
    editor_init(&l, 20, false);
    type(&l, "é漢x\033[D\033[D-\033[H<\033[F>");
    assert_string_equal(l.text, "<é-漢x>");
    type(&l, "\x01\033[C\033[3~\x05\x7f");
    assert_string_equal(l.text, "<-漢x");
    type(&l, "\033[D\033[D\x15");
    assert_string_equal(l.text, "漢x");
}

static void control_w_cuts_a_word(void **state)
{
    (void)state;
    struct editor l;
    editor_init(&l, 40, false);
    type(&l, "8d to north  \x17");
    assert_string_equal(l.text, "8d to ");
    type(&l, "\x17\x17\x17");
    assert_string_equal(l.text, "");
    editor_init(&l, 40, true);
    type(&l, "two words\x17");
    assert_string_equal(l.text, "");
}

static void enter_and_escape_end_it_and_other_keys_are_not_its(void **state)
{
    (void)state;
    struct editor l;
    editor_init(&l, 20, false);
    type(&l, "ab\r");
    assert_int_equal(last, EDITOR_ENTERED);
    assert_int_equal(editor_key(&l, &(struct key){ .code = KEY_ESCAPE }), EDITOR_LEFT);
    assert_int_equal(editor_key(&l, &(struct key){ .code = KEY_UP }), EDITOR_IGNORED);
    assert_int_equal(editor_key(&l, &(struct key){ .code = KEY_CTRL, .ch = 'c' }), EDITOR_IGNORED);
    assert_int_equal(editor_key(&l, &(struct key){ .code = KEY_CHAR, .mods = KEY_ALT, .ch = 'c' }), EDITOR_IGNORED);
    assert_string_equal(l.text, "ab");
}

static void a_paste_is_taken_as_text_and_enters_nothing(void **state) /* (H59) */
{
    (void)state;
    struct editor l;
    editor_init(&l, 40, false);
    type(&l, "\033[200~two\r\nlines\x03\033[2J\033[201~");
    assert_string_equal(l.text, "two lines");
    assert_int_equal(last, EDITOR_EDITED);
}

static void a_pasted_tab_is_a_space_in_a_line(void **state) /* (H59) */
{
    (void)state;
    struct editor l;
    editor_init(&l, 40, false);
    type(&l, "\033[200~9s\tn\033[201~");
    assert_string_equal(l.text, "9s n");
    editor_set(&l, "");
    struct keys keys;
    keys_init(&keys, CHARSET_UTF8);
    keys_input(&keys, (const uint8_t *)"well\tplayed", 11, 0, to_line, &l);
    assert_string_equal(l.text, "well played");
}

static void a_whole_line_in_one_packet_is_entered(void **state) /* (H16, H59) */
{
    (void)state;
    struct editor l;
    struct keys keys;
    editor_init(&l, 40, false);
    keys_init(&keys, CHARSET_UTF8);
    keys_input(&keys, (const uint8_t *)"9s on north\r\n", 13, 0, to_line, &l);
    assert_string_equal(l.text, "9s on north");
    assert_int_equal(last, EDITOR_ENTERED);
}

static void what_has_no_room_is_left_out(void **state) /* (H61) */
{
    (void)state;
    struct editor l;
    editor_init(&l, 4, false);
    type(&l, "abcé");
    assert_string_equal(l.text, "abc");
    type(&l, "def");
    assert_string_equal(l.text, "abcd");
    editor_init(&l, EDITOR_MAX_BYTES - 1, false);
    for (int i = 0; i < 100000; i++) type(&l, "x");
    assert_int_equal(l.len, EDITOR_MAX_BYTES - 1);
    assert_int_equal(strlen(l.text), EDITOR_MAX_BYTES - 1);
}

static void unclean_characters_and_piled_up_marks_are_left_out(void **state) /* (H63, H64) */
{
    (void)state;
    struct editor l;
    editor_init(&l, 100, false);
    editor_set(&l, "\u0301a\x1b[2J\u200b\u202e\xff"
                   "e\u0301\u0301\u0301\u0301");
    assert_string_equal(l.text, "a[2Je\u0301\u0301");
    editor_set(&l, "new");
    assert_string_equal(l.text, "new");
    assert_int_equal(l.at, 3);
}

static char row[256];

static const char *drawn(const struct editor *l, struct canvas *c, int cols)
{
    struct text t;
    text_init(&t, row, sizeof row);
    canvas_clear(c);
    canvas_put(c, cols, 0, STYLE_PLAIN, '|');
    editor_draw(l, c, 0, 0, cols);
    canvas_dump(c, &t);
    return row;
}

static void it_is_drawn_scrolled_with_the_cursor_in_view(void **state)
{
    (void)state;
    struct editor l;
    struct canvas *c = canvas_new(20, 1);
    editor_init(&l, 100, false);
    type(&l, "abcdefgh");
    assert_string_equal(drawn(&l, c, 10), "abcdefgh  |\n");
    assert_int_equal(c->cursor_x, 8);
    assert_int_equal(c->cursor_y, 0);
    type(&l, "ijkl");
    assert_string_equal(drawn(&l, c, 10), "defghijkl |\n");
    assert_int_equal(c->cursor_x, 9);
    type(&l, "\033[H");
    assert_string_equal(drawn(&l, c, 10), "abcdefghij|\n");
    assert_int_equal(c->cursor_x, 0);
    editor_set(&l, "漢字漢字漢字");
    assert_string_equal(drawn(&l, c, 6), "漢字  |\n");
    assert_int_equal(c->cursor_x, 4);
    assert_int_equal(canvas_at(c, 5, 0)->style, STYLE_FIELD);
    canvas_free(c);
}

static void a_secret_is_drawn_as_stars(void **state)
{
    (void)state;
    struct editor l;
    struct canvas *c = canvas_new(20, 1);
    editor_init(&l, 100, true);
    type(&l, "pä漢");
    assert_string_equal(drawn(&l, c, 10), "***       |\n");
    assert_int_equal(c->cursor_x, 3);
    type(&l, "0123456789");
    assert_string_equal(drawn(&l, c, 10), "********* |\n");
    canvas_free(c);
}

static void any_keys_leave_a_sound_line(void **state)
{
    (void)state;
    static const char *const keys[] = { "a",      "é",      "漢",     "\u0301", " ",    "\x7f", "\033[3~",
                                        "\033[D", "\033[C", "\033[H", "\033[F", "\x15", "\x17", "👍" };
    struct random r = seed_random(__func__);
    struct canvas *c = canvas_new(30, 1);
    struct editor l;
    editor_init(&l, 60, false);
    for (int i = 0; i < 20000; i++) {
        type(&l, keys[random_below(&r, sizeof keys / sizeof *keys)]);
        assert_true(l.len >= 0 && l.len <= l.max && l.at >= 0 && l.at <= l.len);
        assert_int_equal(strlen(l.text), l.len);
        assert_int_not_equal((unsigned char)l.text[l.at] & 0xC0, 0x80);
        int cols = 1 + (int)random_below(&r, 29);
        drawn(&l, c, cols);
        assert_true(c->cursor_x >= 0 && c->cursor_x < cols);
        assert_int_equal(canvas_at(c, cols, 0)->ch, '|');
    }
    canvas_free(c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_backspaces_and_delete_at_the_end_take_back),
        cmocka_unit_test(the_cursor_moves_by_whole_characters),
        cmocka_unit_test(control_w_cuts_a_word),
        cmocka_unit_test(enter_and_escape_end_it_and_other_keys_are_not_its),
        cmocka_unit_test(a_paste_is_taken_as_text_and_enters_nothing),
        cmocka_unit_test(a_pasted_tab_is_a_space_in_a_line),
        cmocka_unit_test(a_whole_line_in_one_packet_is_entered),
        cmocka_unit_test(what_has_no_room_is_left_out),
        cmocka_unit_test(unclean_characters_and_piled_up_marks_are_left_out),
        cmocka_unit_test(it_is_drawn_scrolled_with_the_cursor_in_view),
        cmocka_unit_test(a_secret_is_drawn_as_stars),
        cmocka_unit_test(any_keys_leave_a_sound_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
