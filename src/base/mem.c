#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LAST_WORDS_S 2

static void *have(void *p)
{
    if (p == NULL) {
        alarm(LAST_WORDS_S); /* nobody may read them */
        fputs("<2>out of memory\n", stderr);
        abort();
    }
    return p;
}

void *mem_new(size_t size)
{
    return have(calloc(1, size ? size : 1));
}

void *mem_resize(void *old, size_t size)
{
    return have(realloc(old, size ? size : 1));
}

char *mem_copy(const char *string)
{
    return have(strdup(string));
}

void mem_must(const void *p)
{
    have((void *)(uintptr_t)p);
}
