#include "base/mem.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MESSAGE_S 2 /* to write the message; nobody may read standard error */

static void *mem_or_die(void *p)
{
    if (p == NULL) {
        alarm(MESSAGE_S);
        fputs("<2>out of memory\n", stderr);
        abort();
    }
    return p;
}

void *mem_new(size_t size)
{
    return mem_or_die(calloc(1, size ? size : 1));
}

void *mem_resize(void *old, size_t size)
{
    return mem_or_die(realloc(old, size ? size : 1));
}

char *mem_copy(const char *string)
{
    return mem_or_die(strdup(string));
}

void mem_must(const void *p)
{
    mem_or_die((void *)(uintptr_t)p);
}
