/* An error of the outside world, as one sentence to show or to log. A function that can fail in this way returns bool
 * and takes a struct err last; nothing here allocates. */
#pragma once
#include <stdbool.h>

struct err {
    char text[512];
};

/* Formats the sentence into e, cut at its size, and returns false: so `return err_set(...)` fails with it. e may be
 * NULL. */
bool err_set(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
