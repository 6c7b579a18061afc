/* One event a line on standard error, for the journal: "<priority>who: what". who is the caller's address (or NULL for
 * the house itself); what a stranger sent must have passed clean_escape() and stands last. */
#pragma once
#include <syslog.h>

/* priority is LOG_ERR, LOG_WARNING, LOG_NOTICE, LOG_INFO or LOG_DEBUG of syslog.h. The line is written at once, in
 * one write, and never blocks for long: standard error is the journal's or a file. Control bytes in the result become
 * "?", so one call is one line whatever it was given. */
void log_event(int priority, const char *who, const char *format, ...) __attribute__((format(printf, 3, 4)));
