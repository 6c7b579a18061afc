/* A string that is being built, in a buffer of the caller or in one that grows up to a limit. It is always
 * NUL-terminated. Text that exceeds the limit is cut after a whole UTF-8 character, and `cut` is set; nothing is ever
 * overrun. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *buf;    /* the string; valid until the next text_add(), text_put() or text_free() */
    size_t len;   /* bytes, without the NUL */
    size_t size;  /* bytes at buf now, with the NUL */
    size_t limit; /* bytes that buf may grow to; equal to size for a buffer of the caller */
    bool cut;     /* something was cut since the last clear */
};

/* Builds in buf, which the caller owns and which must outlive t. size is at least 1: asserted. */
void text_init(struct text *t, char *buf, size_t size);

/* Allocates as the string grows, at most limit bytes (at least 1: asserted). text_free() frees the buffer. */
void text_init_growing(struct text *t, size_t limit);
void text_free(struct text *t);

/* Empties the string and keeps its memory. */
void text_clear(struct text *t);

/* Append. false: something was cut. */
bool text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool text_put(struct text *t, const void *bytes, size_t n);

/* Returns one when n is 1, else more: the word that goes with a number. It lives as long as the argument. */
const char *text_word(int64_t n, const char *one, const char *more);

/* Writes a number of 0 to 999 in decimal to at, without a NUL, and returns the position after it, in the same buffer.
 * For strings that are built hundreds of times a frame, where text_add() would take most of the time. */
char *text_digits(char *at, int number);
