#include "base/log.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

void log_event(int priority, const char *who, const char *format, ...)
{
    char line[1024], what[900];
    va_list args;
    va_start(args, format);
    vsnprintf(what, sizeof what, format, args);
    va_end(args);
    struct text t;
    text_init(&t, line, sizeof line - 1);
    text_add(&t, "<%d>%s%s%s", priority, who ? who : "", who ? ": " : "", what);
    for (size_t i = 0; i < t.len; i++)
        if ((unsigned char)line[i] < 0x20 || line[i] == 0x7F) line[i] = '?';
    line[t.len++] = '\n';
    /* Nothing can be done about a log that cannot be written. */
    ssize_t ignored = write(STDERR_FILENO, line, t.len);
    (void)ignored;
}
