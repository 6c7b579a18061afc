#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/clean.h"
#include "base/utf8.h"
#include "term/charset.h"

static char one_byte(enum charset cs, uint32_t ch)
{
    char out[4];
    assert_int_equal(charset_encode(cs, ch, out), 1);
    return out[0];
}

static void every_byte_of_the_upper_half_comes_back_as_itself(void **state)
{
    (void)state;
    for (int byte = 0x80; byte <= 0xFF; byte++)
        assert_int_equal((uint8_t)one_byte(CHARSET_CP437, charset_cp437((uint8_t)byte)), byte);
}

static void every_byte_has_a_character_that_may_be_shown_in_one_column(void **state)
{
    (void)state;
    for (int byte = 0; byte <= 0xFF; byte++) {
        uint32_t ch = charset_cp437((uint8_t)byte);
        assert_true(clean_character(ch));
        assert_int_equal(utf8_width(ch), 1);
        if (byte != '?' && byte != 0xA8) assert_int_not_equal(one_byte(CHARSET_ASCII, ch), '?');
    }
}

static void no_character_becomes_a_control_byte(void **state) /* (H63) */
{
    (void)state;
    for (uint32_t ch = 0x20; ch <= 0x10FFFF; ch++) {
        if (!clean_character(ch)) continue;
        uint8_t cp437 = (uint8_t)one_byte(CHARSET_CP437, ch), ascii = (uint8_t)one_byte(CHARSET_ASCII, ch);
        assert_true(cp437 >= 0x20 && cp437 != 0x7F);
        assert_true(ascii >= 0x20 && ascii < 0x7F);
    }
}

static void suits_are_letters_small_for_red_and_large_for_black(void **state) /* (H66, P74) */
{
    (void)state;
    static const struct {
        uint32_t suit;
        char letter;
        char byte;
    } rows[] = { { 0x2665, 'h', 3 }, { 0x2666, 'd', 4 }, { 0x2663, 'C', 5 }, { 0x2660, 'S', 6 } };
    for (int i = 0; i < 4; i++) {
        char out[4];
        assert_true(charset_is_suit(rows[i].suit));
        assert_int_equal(one_byte(CHARSET_ASCII, rows[i].suit), rows[i].letter);
        assert_int_equal(one_byte(CHARSET_CP437, rows[i].suit), rows[i].letter);
        assert_int_equal(charset_encode_suits(CHARSET_CP437, rows[i].suit, out), 1);
        assert_int_equal(out[0], rows[i].byte);
        assert_int_equal(charset_encode_suits(CHARSET_ASCII, rows[i].suit, out), 1);
        assert_int_equal(out[0], rows[i].letter);
        assert_int_equal(charset_encode_suits(CHARSET_UTF8, rows[i].suit, out), 3);
    }
}

static void what_we_draw_has_a_likeness_everywhere(void **state) /* (H66, P74) */
{
    (void)state;
    static const char drawn[] = "╭╮╰╯─│┆╌┌┐└┘├┤┬┴┼═║╔╗╚╝█▓▒░▄▀▌▐▸◂▶◀▲▼●○■♥♦♣♠☠★✓✗×·•…–—‘’“”←→↑↓↵éÄßñŁ°½";
    for (const char *p = drawn; *p != '\0';) {
        uint32_t ch;
        p += utf8_decode(p, strlen(p), &ch);
        assert_int_not_equal(one_byte(CHARSET_CP437, ch), '?');
        assert_int_not_equal(one_byte(CHARSET_ASCII, ch), '?');
    }
    assert_int_equal(one_byte(CHARSET_CP437, 0x6F22), '?');
    assert_int_equal(one_byte(CHARSET_ASCII, 0x416), '?');
    assert_int_equal((uint8_t)one_byte(CHARSET_CP437, 0xA0), 0xFF); /* what telnet then doubles (H6) */
}

static void an_empty_place_differs_from_a_card_in_ascii(void **state) /* (P74) */
{
    (void)state;
    assert_int_not_equal(one_byte(CHARSET_ASCII, 0x254C), one_byte(CHARSET_ASCII, 0x2500));
    assert_int_not_equal(one_byte(CHARSET_ASCII, 0x2506), one_byte(CHARSET_ASCII, 0x2502));
    assert_int_not_equal(one_byte(CHARSET_CP437, 0x254C), one_byte(CHARSET_CP437, 0x2500));
    assert_int_not_equal(one_byte(CHARSET_CP437, 0x2506), one_byte(CHARSET_CP437, 0x2502));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_byte_of_the_upper_half_comes_back_as_itself),
        cmocka_unit_test(every_byte_has_a_character_that_may_be_shown_in_one_column),
        cmocka_unit_test(no_character_becomes_a_control_byte),
        cmocka_unit_test(suits_are_letters_small_for_red_and_large_for_black),
        cmocka_unit_test(what_we_draw_has_a_likeness_everywhere),
        cmocka_unit_test(an_empty_place_differs_from_a_card_in_ascii),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
