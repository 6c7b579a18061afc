#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <string.h>

#include "base/embedded.h"
#include "base/text.h"
#include "term/art.h"
#include "term/art_files.h"

static char dump_bytes[64 * 1024];
static struct canvas *canvas;

static int open_canvas(void **state)
{
    (void)state;
    canvas = canvas_new(20, 5);
    return 0;
}

static int close_canvas(void **state)
{
    (void)state;
    canvas_free(canvas);
    return 0;
}

static const char *dump(void)
{
    struct text t;
    text_init(&t, dump_bytes, sizeof dump_bytes);
    canvas_dump(canvas, &t);
    return dump_bytes;
}

#define DRAW(literal) art_draw(canvas, 0, 0, (const unsigned char *)literal, sizeof literal - 1)

/* Adds a SAUCE record to a picture, with that width, those lines and comments of 64 bytes each. */
static size_t sign(unsigned char *out, const char *picture, int width, int lines, int comments)
{
    size_t n = strlen(picture);
    memcpy(out, picture, n);
    out[n++] = 0x1A;
    if (comments > 0) {
        memcpy(out + n, "COMNT", 5);
        memset(out + n + 5, 'c', (size_t)comments * 64);
        n += 5 + (size_t)comments * 64;
    }
    unsigned char *record = out + n;
    memset(record, 0, 128);
    memcpy(record, "SAUCE00", 7);
    memset(record + 7, ' ', 75);
    memcpy(record + 7, "A \xe1ig King", 10);
    memcpy(record + 42, "somebody", 8);
    memcpy(record + 62, "the house", 9);
    memcpy(record + 82, "20260102", 8);
    record[94] = 1;
    record[95] = 1;
    record[96] = (unsigned char)width;
    record[97] = (unsigned char)(width >> 8);
    record[98] = (unsigned char)lines;
    record[104] = (unsigned char)comments;
    return n + 128;
}

static void sauce_tells_title_author_and_size(void **state)
{
    (void)state;
    unsigned char bytes[1024];
    struct sauce s;
    size_t n = sign(bytes, "picture", 40, 12, 2);
    assert_true(sauce_read(&s, bytes, n));
    assert_string_equal(s.title, "A Big King");
    assert_string_equal(s.author, "somebody");
    assert_string_equal(s.group, "the house");
    assert_string_equal(s.date, "20260102");
    assert_int_equal(s.cols, 40);
    assert_int_equal(s.rows, 12);
}

static void without_sauce_there_are_defaults(void **state)
{
    (void)state;
    unsigned char bytes[1024];
    struct sauce s;
    assert_false(sauce_read(&s, (const unsigned char *)"short", 5));
    assert_int_equal(s.cols, 80);
    assert_int_equal(s.rows, 0);
    assert_string_equal(s.title, "");
    size_t n = sign(bytes, "", 0, 0, 0);
    assert_true(sauce_read(&s, bytes, n));
    assert_int_equal(s.cols, 80);
    n = sign(bytes, "", 65535, 0, 0);
    assert_true(sauce_read(&s, bytes, n));
    assert_int_equal(s.cols, CANVAS_COLS_MAX);
}

static void nothing_behind_the_picture_is_drawn(void **state)
{
    (void)state;
    unsigned char bytes[1024];
    size_t n = sign(bytes, "hi", 0, 0, 3);
    assert_int_equal(art_draw(canvas, 0, 0, bytes, n), 1);
    assert_string_equal(dump(), "hi\n\n\n\n\n");
    memmove(bytes + 2, bytes + 3, n - 3); /* some leave out the 1A */
    canvas_clear(canvas);
    assert_int_equal(art_draw(canvas, 0, 0, bytes, n - 1), 1);
    assert_string_equal(dump(), "hi\n\n\n\n\n");
    assert_int_equal(art_draw(canvas, 0, 0, NULL, 0), 0);
}

static void art_is_cp437_and_its_controls_are_pictures(void **state)
{
    (void)state;
    assert_int_equal(DRAW("\x03\x04\x05\x06 \xda\xc4\xbf\r\n\xb0\xb1\xb2\xdb\x0e\x9b"), 2);
    assert_string_equal(dump(), "♥♦♣♠ ┌─┐\n░▒▓█♫¢\n\n\n\n");
}

static void colours_become_styles(void **state)
{
    (void)state;
    DRAW("a\033[1;31mb\033[44mc\033[0;32md\033[7me\033[0;95mf\033[5;33mg");
    static const unsigned styles[] = { STYLE_ANSI(7, 0), STYLE_ANSI(9, 0),  STYLE_ANSI(9, 4), STYLE_ANSI(2, 0),
                                       STYLE_ANSI(0, 2), STYLE_ANSI(13, 0), STYLE_ANSI(3, 0) };
    for (int x = 0; x < 7; x++) assert_int_equal(canvas_at(canvas, x, 0)->style, styles[x]);
    assert_string_equal(dump(), "abcdefg\n\n\n\n\n");
}

static void the_cursor_moves_as_in_a_terminal(void **state)
{
    (void)state;
    assert_int_equal(DRAW("\033[2J\033[2;3Hx\033[s\033[Cy\033[4;1Hz\033[Au\033[B\033[2D\033[Cw\033[u!\033[;5fv"), 4);
    assert_string_equal(dump(), "    v\n  x!y\n u\nzw\n\n");
}

static void a_line_as_wide_as_the_picture_ends_once(void **state)
{
    (void)state;
    unsigned char bytes[512];
    size_t n = sign(bytes, "abcd\r\nefghij", 4, 3, 0);
    assert_int_equal(art_draw(canvas, 1, 1, bytes, n), 3);
    assert_string_equal(dump(), "\n abcd\n efgh\n ij\n\n");
}

static void what_is_not_on_the_list_is_left_out(void **state) /* (H63) */
{
    (void)state;
    DRAW("a\033[6nb\033[?1049hc\033[=7hd\033]0;x\007"
         "e\033[3 q"
         "f\033cg\033[12");
    assert_string_equal(dump(), "abcd]0;x•efcg\n\n\n\n\n");
}

static void art_stays_on_the_canvas(void **state)
{
    (void)state;
    DRAW("\033[9999;9999Hx\033[9999Ay\033[99999999999999999999Bz\n\n\n\n\n\n\n\n\nw");
    assert_string_equal(dump(), "\n\n\n\n\n");
    assert_int_equal(art_draw(canvas, -2, -1, (const unsigned char *)"abcd\r\nefgh", 10), 2);
    assert_string_equal(dump(), "gh\n\n\n\n\n");
}

/* --- our own pictures --- */

#define ART_COLS 78 /* so that terminals that wrap at once show them whole, with a margin */
#define ART_ROWS 16

static void every_picture_of_ours_is_found_and_signed(void **state)
{
    (void)state;
    for (const struct embedded_file *f = ansi_files; f->name != NULL; f++) {
        struct sauce s;
        const unsigned char *record = f->bytes + f->length - 128;
        assert_ptr_equal(art_find(f->name), f);
        assert_true(sauce_read(&s, f->bytes, f->length));
        assert_int_equal(s.cols, 80);
        assert_in_range(s.rows, 1, ART_ROWS);
        assert_true(strncmp(s.title, "Kings Corner", 12) == 0 && s.author[0] != '\0');
        assert_string_equal(s.group, "Kings Corner");
        assert_int_equal(strlen(s.date), 8);
        assert_int_equal(strspn(s.date, "0123456789"), 8);
        assert_int_equal(record[90] | record[91] << 8, f->length - 129); /* the size of the picture, before its 1A */
        assert_int_equal(f->bytes[f->length - 129], 0x1A);
        assert_int_equal(record[94], 1); /* character, ANSi */
        assert_int_equal(record[95], 1);
        assert_int_equal(record[105] & 1, 0); /* iCE colours are not wanted */
    }
    assert_null(art_find("no such picture"));
}

static void every_picture_of_ours_keeps_to_its_frame(void **state)
{
    (void)state;
    for (const struct embedded_file *f = ansi_files; f->name != NULL; f++) {
        struct sauce s;
        struct canvas *c = canvas_new(100, 30);
        sauce_read(&s, f->bytes, f->length);
        assert_int_equal(art_draw(c, 0, 0, f->bytes, f->length), s.rows);
        for (int y = 0; y < c->rows; y++)
            for (int x = y < s.rows ? ART_COLS : 0; x < c->cols; x++) assert_int_equal(canvas_at(c, x, y)->ch, ' ');
        canvas_free(c);
    }
}

/* Colours are all that our pictures ask of a terminal: no blinking (nor what is iCE elsewhere), no bright backgrounds.
 */
static void our_pictures_only_change_colours(void **state)
{
    (void)state;
    for (const struct embedded_file *f = ansi_files; f->name != NULL; f++) {
        const unsigned char *at = f->bytes, *end = f->bytes + f->length - 129;
        int number = 0;
        bool inside = false;
        for (; at < end; at++) {
            if (*at == 0x1B) {
                assert_int_equal(at[1], '[');
                at++;
                inside = true;
                number = 0;
            } else if (inside && *at >= '0' && *at <= '9') {
                number = number * 10 + *at - '0';
            } else if (inside) {
                assert_true(*at == ';' || *at == 'm');
                assert_true(number <= 1 || (number >= 30 && number <= 37) || (number >= 40 && number <= 47));
                inside = *at == ';';
                number = 0;
            }
        }
        assert_false(inside);
    }
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, open_canvas, close_canvas)
    const struct CMUnitTest tests[] = {
        TEST(sauce_tells_title_author_and_size),
        TEST(without_sauce_there_are_defaults),
        TEST(nothing_behind_the_picture_is_drawn),
        TEST(art_is_cp437_and_its_controls_are_pictures),
        TEST(colours_become_styles),
        TEST(the_cursor_moves_as_in_a_terminal),
        TEST(a_line_as_wide_as_the_picture_ends_once),
        TEST(what_is_not_on_the_list_is_left_out),
        TEST(art_stays_on_the_canvas),
        TEST(every_picture_of_ours_is_found_and_signed),
        TEST(every_picture_of_ours_keeps_to_its_frame),
        TEST(our_pictures_only_change_colours),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
