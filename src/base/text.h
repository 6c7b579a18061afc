/* Bytes being put together: into a buffer of the caller's, or one that grows up to a limit. Always NUL-terminated.
 * What does not fit is cut at the end of a whole UTF-8 character and `cut` is set; nothing is ever overrun. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct text {
    char *buf;
    size_t len;
    size_t size;  /* bytes at buf now, the NUL included */
    size_t limit; /* bytes it may grow to; == size for a buffer of the caller's */
    bool cut;     /* something did not fit since the last clear */
};

/* Writes into buf, which the caller owns. size >= 1. */
void text_init(struct text *t, char *buf, size_t size);

/* Allocates as it grows, never beyond limit bytes; text_free() frees it. */
void text_init_growing(struct text *t, size_t limit);
void text_free(struct text *t);

void text_clear(struct text *t);

/* Both return false when something was cut. */
bool text_add(struct text *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool text_put(struct text *t, const void *bytes, size_t n);

/* The word that goes with a number: `one` for 1, `more` for any other. */
const char *text_word(int64_t n, const char *one, const char *more);

/* Writes a number of 0 to 999 in decimal at `at`, without a NUL; returns the byte behind it. For what is put together
 * hundreds of times a frame, where text_add() would take most of the time. */
char *text_digits(char *at, int number);
