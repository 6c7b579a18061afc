/* One event a line on standard error, for the journal: "<priority>who: what". who is the address of a caller or the
 * name of a person; NULL is the house itself. What a stranger sent has passed clean_escape() and stands last.
 *
 * The log belongs to the process, as standard error does. Before log_start() a line is written at once: that is for
 * commands, and for a host that does not run yet. After log_start() nobody waits for the reader of the log: a thread
 * writes, LOG_WAITING bytes may wait, and a line that finds no space is dropped and counted. The log reports the
 * number. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <syslog.h>

#define LOG_WAITING (256 * 1024) /* bytes that wait for a reader: about 2,000 lines */

/* Limits. Lines with a who are caused by strangers: there is one limit for each origin (origin.h), and one for all of
 * them together. The house's own lines have the limit of an origin for each format, because on a full disk every move
 * of a stranger causes an error. Lines beyond a limit are dropped and counted; one line every ten seconds reports the
 * number. */
#define LOG_ORIGIN_BURST 200
#define LOG_ORIGIN_PER_S 5
#define LOG_STRANGERS_BURST 1000
#define LOG_STRANGERS_PER_S 50
#define LOG_LEFT_OUT_MS 10000

struct clock;

/* Logs one line. priority is LOG_ERR, LOG_WARNING, LOG_NOTICE, LOG_INFO or LOG_DEBUG of syslog.h. Any thread may call
 * it. Control bytes become "?", and the line is cut at 900 bytes, so one call is always one line. */
void log_event(int priority, const char *who, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* From here on nothing waits for a reader. Any thread may call clock_boot_ms() of clock, which must live until
 * log_stop(). Call sodium_init() before. When an assertion fails, the waiting lines are written as far as that is
 * possible without waiting. When outlet_open() fails, nothing changes. */
void log_start(const struct clock *clock);

/* Call this a few times a second: reports the number of dropped lines when that is due. */
void log_turn(void);

/* Waits at most ms until all lines are written. true: they are, and later lines are written at once again. false:
 * nobody reads, and later lines are dropped. Before log_start() it returns true. */
bool log_stop(int ms);
