#include "room/log.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static char *next_string(const char *s)
{
    return (char *)s + strlen(s) + 1;
}

void log_add(struct log *l, const char *who, const char *brief, const char *line)
{
    char **at = &l->line[l->n % ROOM_LOG];
    free(*at);
    *at = mem_new(strlen(line) + strlen(who) + strlen(brief) + 3);
    strcpy(*at, line);
    strcpy(next_string(*at), who);
    strcpy(next_string(next_string(*at)), brief);
    l->n++;
}

void log_clear(struct log *l)
{
    for (int k = 0; k < ROOM_LOG; k++) free(l->line[k]);
    *l = (struct log){ .n = 0 };
}

int log_kept(const struct log *l)
{
    return l->n < ROOM_LOG ? (int)l->n : ROOM_LOG;
}

const char *log_at(const struct log *l, uint64_t n)
{
    return l->line[n % ROOM_LOG];
}

const char *log_nth(const struct log *l, int k)
{
    return log_at(l, l->n - (uint64_t)log_kept(l) + (uint64_t)k);
}

struct log_line log_nth_brief(const struct log *l, int k)
{
    const char *line = log_nth(l, k), *who = next_string(line), *brief = next_string(who);
    return (struct log_line){ .who = who, .words = brief[0] != '\0' ? brief : line };
}
