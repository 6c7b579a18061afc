#include "room/notes.h"

#include <stdarg.h>
#include <stdio.h>

#define NOTICE_INTERVAL_US 10000000
#define NOTICE_BURST 2

static void note(struct room *r, const char *who, const char *brief, const char *format, va_list args)
{
    char line[ROOM_LOG_TEXT];
    vsnprintf(line, sizeof line, format, args);
    log_add(&r->log, who, brief, line);
    room_changed(r);
}

void room_note(struct room *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    note(r, "", "", format, args);
    va_end(args);
}

void room_note_brief(struct room *r, const char *who, const char *brief, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    note(r, who, brief, format, args);
    va_end(args);
}

bool room_notice(struct room *r, int seat, const char *format, ...)
{
    room_changed(r);
    if (bucket_take(&r->seat[seat].notices, lobby_now(r->lobby), NOTICE_INTERVAL_US, NOTICE_BURST, 1) == 0)
        return false;
    va_list args;
    va_start(args, format);
    note(r, "", "", format, args);
    va_end(args);
    return true;
}

int room_log(const struct room *r, const char *lines[ROOM_LOG])
{
    int n = log_kept(&r->log);
    for (int k = 0; k < n; k++) lines[k] = log_nth(&r->log, k);
    return n;
}

int room_log_brief(const struct room *r, struct log_line lines[ROOM_LOG])
{
    int n = log_kept(&r->log);
    for (int k = 0; k < n; k++) lines[k] = log_nth_brief(&r->log, k);
    return n;
}
