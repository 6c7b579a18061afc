/* Memory that cannot run out: without memory the program ends here. The caller limits every size that a stranger can
 * choose. Free with free(). */
#pragma once
#include <stddef.h>

/* size bytes of zeros; the caller frees them. Never NULL. */
void *mem_new(size_t size);

/* Like realloc(3), but never NULL. New bytes are not cleared. The caller frees it. */
void *mem_resize(void *old, size_t size);

/* A copy of a NUL-terminated string; the caller frees it. Never NULL. */
char *mem_copy(const char *string);

/* Ends the program when p is NULL: for what a library's function returned when it had no memory. */
void mem_must(const void *p);
