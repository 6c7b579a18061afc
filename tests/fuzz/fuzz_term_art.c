/* Any bytes are a picture: its cells are sound, and what a terminal gets of it is text, colours and cursor moves. */
#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/clean.h"
#include "base/text.h"
#include "term/art.h"
#include "term/terminal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_sauce(const uint8_t *data, size_t size)
{
    struct sauce s;
    sauce_read(&s, data, size);
    assert(s.cols >= 1 && s.cols <= CANVAS_COLS_MAX && s.rows >= 0);
    assert(memchr(s.title, 0, sizeof s.title) != NULL && memchr(s.author, 0, sizeof s.author) != NULL);
    assert(memchr(s.group, 0, sizeof s.group) != NULL && memchr(s.date, 0, sizeof s.date) != NULL);
    for (const char *p = s.title; *p != '\0'; p++) assert(*p >= 0x20 && *p < 0x7F);
}

static void check_cells(const struct canvas *c)
{
    for (int i = 0; i < c->cols * c->rows; i++) {
        assert(clean_character(c->cells[i].ch));
        assert(c->cells[i].style == STYLE_PLAIN || STYLE_IS_ANSI(c->cells[i].style));
    }
}

static void check_bytes(const char *p)
{
    for (; *p != '\0'; p++) {
        if (*p == '\033') {
            assert(p[1] == '[');
            p += 2 + strspn(p + 2, "?0123456789;");
            assert(strchr("ABCDHKJmhl", *p) != NULL);
        } else {
            assert((unsigned char)*p >= 0x20 || *p == '\r' || *p == '\n' || *p == '\b');
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct terminal_kind kind = { .charset = CHARSET_CP437, .colours = COLOURS_16, .bold_is_bright = true };
    struct terminal *t = terminal_new(kind, 80, 24);
    struct canvas *c = canvas_new(80, 24);
    struct text out;
    text_init_growing(&out, 1024 * 1024);
    check_sauce(data, size);
    int rows = art_draw(c, 3, -2, data, size);
    assert(rows >= 0 && rows <= 1000);
    check_cells(c);
    terminal_frame(t, c, &out);
    assert(!out.cut);
    check_bytes(out.buf);
    text_free(&out);
    canvas_free(c);
    terminal_free(t);
    return 0;
}
