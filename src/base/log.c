#include "base/log.h"

#include "base/bucket.h"
#include "base/clock.h"
#include "base/origin.h"
#include "base/outlet.h"
#include "base/purse.h"
#include "base/text.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char lost[] = "<4>%llu lines of the log were lost here because nobody read it\n";

/* Who causes a line, and the report on dropped ones. */
enum cause { CALLERS, HOUSE, CAUSES };
static const char *const left_out_words[CAUSES] = {
    [CALLERS] = "<5>%llu more lines about callers were left out\n",
    [HOUSE] = "<4>%llu more lines were left out: their kind came too often\n",
};

/* One for the process, because standard error is. */
static struct {
    pthread_mutex_t lock; /* for everything below but out, which changes only while there is one thread */
    const struct clock *clock;
    struct bucket strangers;
    struct purses origin, kind;
    struct {
        unsigned long long n;
        int64_t since_ms; /* time of the first one */
    } left_out[CAUSES];
    struct outlet *out; /* NULL: lines are written at once */
    bool unread;        /* lines are dropped */
} the_log = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* --- limits --- */

static bool take_token(struct purses *p, uint64_t whose, int64_t now_ms)
{
    return purse_take(p, whose, now_ms, 1000000 / LOG_ORIGIN_PER_S, LOG_ORIGIN_BURST, 1) > 0;
}

/* An origin that has reached its own limit takes nothing from the shared one. */
static bool may_log(const char *who, const char *format, int64_t now_ms)
{
    if (who == NULL) return take_token(&the_log.kind, (uintptr_t)format, now_ms);
    uint64_t origin = origin_number(who);
    if (!take_token(&the_log.origin, origin, now_ms)) return false;
    if (bucket_take(&the_log.strangers, now_ms, 1000000 / LOG_STRANGERS_PER_S, LOG_STRANGERS_BURST, 1) > 0) return true;
    purse_give_back(&the_log.origin, origin, 1000000 / LOG_ORIGIN_PER_S, 1);
    return false;
}

/* For each cause the number of dropped lines, when the report is due; else 0. */
static void take_left_out(int64_t now_ms, bool at_once, unsigned long long n[CAUSES])
{
    for (int cause = 0; cause < CAUSES; cause++) {
        bool due = at_once || now_ms - the_log.left_out[cause].since_ms >= LOG_LEFT_OUT_MS;
        n[cause] = due ? the_log.left_out[cause].n : 0;
        if (due) the_log.left_out[cause].n = 0;
    }
}

/* May the line be written? And how many lines before it were dropped, if a report is due. */
static bool log_admit(const char *who, const char *format, unsigned long long left_out[CAUSES])
{
    enum cause cause = who != NULL ? CALLERS : HOUSE;
    pthread_mutex_lock(&the_log.lock);
    int64_t now_ms = clock_boot_ms(the_log.clock);
    bool admitted = may_log(who, format, now_ms);
    if (!admitted && the_log.left_out[cause].n++ == 0) the_log.left_out[cause].since_ms = now_ms;
    take_left_out(now_ms, false, left_out);
    pthread_mutex_unlock(&the_log.lock);
    return admitted;
}

/* --- writing --- */

static void put_line(const char *line, size_t n)
{
    if (the_log.unread) return;
    if (the_log.out != NULL) {
        outlet_put(the_log.out, line, n);
        return;
    }
    /* There is no remedy when the log cannot be written. */
    ssize_t ignored = write(STDERR_FILENO, line, n);
    (void)ignored;
}

static void report_left_out(const unsigned long long n[CAUSES])
{
    char line[96];
    for (int cause = 0; cause < CAUSES; cause++)
        if (n[cause] > 0) put_line(line, (size_t)snprintf(line, sizeof line, left_out_words[cause], n[cause]));
}

void log_event(int priority, const char *who, const char *format, ...)
{
    char line[1024], what[900];
    unsigned long long left_out[CAUSES] = { 0 };
    bool admitted = the_log.out == NULL || log_admit(who, format, left_out);
    report_left_out(left_out);
    if (!admitted) return;
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
    put_line(line, t.len);
}

void log_turn(void)
{
    unsigned long long left_out[CAUSES];
    if (the_log.out == NULL) return;
    pthread_mutex_lock(&the_log.lock);
    take_left_out(clock_boot_ms(the_log.clock), false, left_out);
    pthread_mutex_unlock(&the_log.lock);
    report_left_out(left_out);
}

/* --- start and stop --- */

/* abort() ends the program after this handler; the watchdog of a service manager sends the signal only. */
static void on_abort(int number)
{
    if (the_log.out != NULL) outlet_dump(the_log.out);
    raise(number); /* the default action follows */
}

void log_start(const struct clock *clock)
{
    the_log.clock = clock;
    the_log.unread = false;
    the_log.strangers = (struct bucket){ 0 };
    purses_init(&the_log.origin);
    purses_init(&the_log.kind);
    memset(the_log.left_out, 0, sizeof the_log.left_out);
    the_log.out = outlet_open(STDERR_FILENO, LOG_WAITING, lost);
    if (the_log.out != NULL)
        sigaction(SIGABRT, &(struct sigaction){ .sa_handler = on_abort, .sa_flags = (int)SA_RESETHAND }, NULL);
}

bool log_stop(int ms)
{
    struct outlet *out = the_log.out;
    unsigned long long left_out[CAUSES];
    if (out == NULL) return true;
    take_left_out(0, true, left_out);
    report_left_out(left_out);
    the_log.out = NULL;
    signal(SIGABRT, SIG_DFL);
    the_log.unread = !outlet_close(out, ms);
    return !the_log.unread;
}
