/* Memory that is always there: without it the program ends, in this one place. Whatever a stranger can size is
 * capped by the caller first. Free with free(). */
#pragma once
#include <stddef.h>

/* size bytes of zeros. */
void *mem_new(size_t size);

/* Like realloc; what was grown is not cleared. */
void *mem_resize(void *old, size_t size);

/* A copy of a NUL-terminated string. */
char *mem_copy(const char *string);

/* p, which a library's function has returned: NULL means that it had no memory. */
void mem_must(const void *p);
