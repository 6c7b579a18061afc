#include "base/text.h"

#include "base/mem.h"

#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_init(struct text *t, char *buf, size_t size)
{
    assert(size >= 1);
    *t = (struct text){ .buf = buf, .size = size, .limit = size };
    buf[0] = '\0';
}

void text_init_growing(struct text *t, size_t limit)
{
    size_t size = limit < 256 ? limit : 256;
    assert(size >= 1);
    *t = (struct text){ .buf = mem_new(size), .size = size, .limit = limit };
}

void text_free(struct text *t)
{
    free(t->buf);
    *t = (struct text){ 0 };
}

void text_clear(struct text *t)
{
    t->len = 0;
    t->cut = false;
    t->buf[0] = '\0';
}

/* Grows the buffer for n more bytes and the NUL, up to the limit. Returns how many of the n bytes it can hold. */
static size_t text_reserve(struct text *t, size_t n)
{
    size_t want = t->len + n + 1;
    if (want > t->size && t->size < t->limit) {
        size_t size = t->size * 2 > want ? t->size * 2 : want;
        if (size > t->limit) size = t->limit;
        t->buf = mem_resize(t->buf, size);
        t->size = size;
    }
    size_t room = t->size - 1 - t->len;
    return room < n ? room : n;
}

/* The largest number up to n that cuts bytes between two characters. */
static size_t whole_characters(const char *bytes, size_t n)
{
    size_t back = n;
    while (back > 0 && n - back < 3 && ((unsigned char)bytes[back] & 0xC0) == 0x80) back--;
    return ((unsigned char)bytes[back] & 0xC0) == 0x80 ? n : back;
}

bool text_put(struct text *t, const void *bytes, size_t n)
{
    size_t room = text_reserve(t, n);
    if (room < n) {
        room = whole_characters(bytes, room);
        t->cut = true;
    }
    memcpy(t->buf + t->len, bytes, room);
    t->len += room;
    t->buf[t->len] = '\0';
    return room == n;
}

bool text_add(struct text *t, const char *format, ...)
{
    char small[256];
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int n = vsnprintf(small, sizeof small, format, args);
    va_end(args);
    assert(n >= 0);
    bool whole;
    if ((size_t)n < sizeof small) {
        whole = text_put(t, small, (size_t)n);
    } else {
        char *large = mem_new((size_t)n + 1);
        vsnprintf(large, (size_t)n + 1, format, again);
        whole = text_put(t, large, (size_t)n);
        free(large);
    }
    va_end(again);
    return whole;
}

const char *text_word(int64_t n, const char *one, const char *more)
{
    return n == 1 ? one : more;
}

char *text_digits(char *at, int number)
{
    if (number >= 100) *at++ = (char)('0' + number / 100 % 10);
    if (number >= 10) *at++ = (char)('0' + number / 10 % 10);
    *at++ = (char)('0' + number % 10);
    return at;
}
