/* One event a line on standard error, for the journal: "<priority>who: what". who is the caller's address or the
 * person's name (or NULL for the house itself); what a stranger sent must have passed clean_escape() and stands last.
 *
 * The log belongs to the process, as standard error does. Until log_start() a line is written at once: that is for
 * commands, and for a host that does not run yet. From log_start() on nobody waits for who reads it: a thread writes,
 * LOG_WAITING bytes may wait, and what finds no room is dropped, counted and told. */
#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <syslog.h>

#define LOG_WAITING (256 * 1024) /* bytes that wait for a reader: about 2,000 lines */

/* Of lines with a who, which strangers cause: each origin (origin.h) may cause so many at once and so many a second,
 * and all of them together. Of the house's own lines each kind, which is each format, has as many as an origin: on a
 * full disk every move of a stranger is an error. What is more is left out and counted, and told in one line every ten
 * seconds. */
#define LOG_ORIGIN_BURST 200
#define LOG_ORIGIN_PER_S 5
#define LOG_STRANGERS_BURST 1000
#define LOG_STRANGERS_PER_S 50
#define LOG_LEFT_OUT_MS 10000

struct clock;

/* priority is LOG_ERR, LOG_WARNING, LOG_NOTICE, LOG_INFO or LOG_DEBUG of syslog.h. Any thread. Control bytes in the
 * result become "?" and what is longer than 900 bytes is cut, so one call is one line whatever it was given. */
void log_event(int priority, const char *who, const char *format, ...) __attribute__((format(printf, 3, 4)));

/* From here on nothing waits. clock_boot_ms() of clock is used, by any thread; it must live until log_stop(). After
 * sodium_init(). What an assertion that fails finds unwritten is written as far as that goes without waiting. Where
 * outlet_open() cannot, all stays as it was. */
void log_start(const struct clock *clock);

/* To be called now and then while nothing happens: tells what was left out when it is time. */
void log_turn(void);

/* Waits at most ms for what is not written yet. true: everything was, and lines are written at once again. false:
 * nobody reads; what comes from now on is dropped. Without log_start(), true. */
bool log_stop(int ms);
