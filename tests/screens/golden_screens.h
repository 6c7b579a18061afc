/* Compares the screen on top with its golden files: text at three sizes (golden/screens/), colours at 80x24. */
#pragma once
#include "screens/house.h"

#include "pictures.h"
#include "term/charset.h"

/* A drawn character without a likeness in another charset would become "?". */
static inline void assert_has_likeness(const char *frame, const char *name)
{
    for (size_t n = strlen(frame), took; n > 0; frame += took, n -= took) {
        uint32_t ch;
        char ascii[4], cp437[4];
        took = utf8_decode(frame, n, &ch);
        if (ch < 0x7F) continue;
        assert_int_equal(charset_encode(CHARSET_ASCII, ch, ascii), 1);
        assert_int_equal(charset_encode(CHARSET_CP437, ch, cp437), 1);
        if (ascii[0] == '?' || cp437[0] == '?') fail_msg("%s draws U+%04X, which has no likeness", name, ch);
    }
}

static inline void compare_screen(struct caller_in_test *c, const char *name)
{
    static const int sizes[][2] = { { 80, 24 }, { 40, 12 }, { 132, 50 } };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        char file[64];
        const char *frame = frame_at(c, sizes[i][0], sizes[i][1]);
        struct text text;
        snprintf(file, sizeof file, "screens/%s-%dx%d", name, sizes[i][0], sizes[i][1]);
        text_init_growing(&text, GOLDEN_BYTES_MAX);
        text_add(&text, "%s", frame);
        assert_has_likeness(frame, file);
        golden_compare(file, &text);
        text_free(&text);
    }
    char picture_name[64];
    snprintf(picture_name, sizeof picture_name, "screen-%s", name);
    struct picture p = { picture_name, draw_top, c };
    picture_check_utf8(&p, 80, 24);
    picture_check_cp437(&p, 80, 24);
}
