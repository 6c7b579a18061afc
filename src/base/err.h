/* What went wrong in the outside world, as one sentence to show or log. A caller that can fail this way
 * returns bool and takes a struct err last; nothing here allocates. */
#pragma once
#include <stdbool.h>

struct err {
    char text[512];
};

/* Formats the sentence into e (cut at its size) and returns false, so that `return err_set(...)` reads well.
 * e may be NULL. */
bool err_set(struct err *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
