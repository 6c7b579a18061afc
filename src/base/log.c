#include "base/log.h"

#include "base/bucket.h"
#include "base/clock.h"
#include "base/outlet.h"
#include "base/random.h"
#include "base/text.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define ORIGINS 1024 /* buckets; origins that meet in one share it */

static const char lost[] = "<4>%llu lines of the log were lost here because nobody read it\n";

/* Of the process, as the descriptor is. */
static struct {
    pthread_mutex_t lock; /* for everything below but out, which changes only while one thread is there */
    const struct clock *clock;
    uint8_t key[crypto_shorthash_KEYBYTES]; /* so that nobody can choose origins that share a bucket */
    struct bucket strangers, origin[ORIGINS];
    int64_t left_out_ms; /* when the first of left_out was */
    unsigned long long left_out;
    struct outlet *out; /* NULL: written at once */
    bool unread;        /* dropped */
} the_log = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* --- the lines that strangers cause --- */

/* An address without its port, of IPv6 the first 64 bits; a name as it is. */
static struct bucket *bucket_of(const char *who)
{
    uint8_t hash[crypto_shorthash_BYTES];
    char text[INET6_ADDRSTRLEN + 1] = "";
    struct in6_addr v6;
    const void *bytes = who;
    size_t n = strcspn(who, ":");
    if (who[0] == '[') snprintf(text, sizeof text, "%.*s", (int)strcspn(who, "]%") - 1, who + 1);
    if (inet_pton(AF_INET6, text, &v6) == 1) {
        bytes = &v6;
        n = 8;
    }
    crypto_shorthash(hash, bytes, n, the_log.key);
    return &the_log.origin[(hash[0] | hash[1] << 8) % ORIGINS];
}

/* An origin that has used up its own takes nothing from what all share. */
static bool may_log(const char *who, int64_t now_ms)
{
    struct bucket *own = bucket_of(who);
    if (bucket_take(own, now_ms, 1000000 / LOG_ORIGIN_PER_S, LOG_ORIGIN_BURST, 1) == 0) return false;
    if (bucket_take(&the_log.strangers, now_ms, 1000000 / LOG_STRANGERS_PER_S, LOG_STRANGERS_BURST, 1) > 0) return true;
    bucket_give_back(own, 1000000 / LOG_ORIGIN_PER_S, 1);
    return false;
}

/* The number of lines that were left out, when it is time to tell; 0: it is not. */
static unsigned long long take_left_out(int64_t now_ms, bool at_once)
{
    if (the_log.left_out == 0 || (!at_once && now_ms - the_log.left_out_ms < LOG_LEFT_OUT_MS)) return 0;
    unsigned long long n = the_log.left_out;
    the_log.left_out = 0;
    return n;
}

/* Whether the line is one to write; and how many before it were not. */
static bool admit(const char *who, unsigned long long *left_out)
{
    pthread_mutex_lock(&the_log.lock);
    int64_t now_ms = clock_boot_ms(the_log.clock);
    bool admitted = who == NULL || may_log(who, now_ms);
    if (!admitted && the_log.left_out++ == 0) the_log.left_out_ms = now_ms;
    *left_out = take_left_out(now_ms, false);
    pthread_mutex_unlock(&the_log.lock);
    return admitted;
}

/* --- out --- */

static void put(const char *line, size_t n)
{
    if (the_log.unread) return;
    if (the_log.out != NULL) {
        outlet_put(the_log.out, line, n);
        return;
    }
    /* Nothing can be done about a log that cannot be written. */
    ssize_t ignored = write(STDERR_FILENO, line, n);
    (void)ignored;
}

static void tell_left_out(unsigned long long n)
{
    char line[96];
    if (n > 0) put(line, (size_t)snprintf(line, sizeof line, "<5>%llu more lines about callers were left out\n", n));
}

void log_event(int priority, const char *who, const char *format, ...)
{
    char line[1024], what[900];
    unsigned long long left_out = 0;
    bool admitted = the_log.out == NULL || admit(who, &left_out);
    tell_left_out(left_out);
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
    put(line, t.len);
}

void log_turn(void)
{
    if (the_log.out == NULL) return;
    pthread_mutex_lock(&the_log.lock);
    unsigned long long left_out = take_left_out(clock_boot_ms(the_log.clock), false);
    pthread_mutex_unlock(&the_log.lock);
    tell_left_out(left_out);
}

/* --- from start to stop --- */

/* abort() ends the program when this has come back; the watchdog of a service manager only sends the signal. */
static void on_abort(int number)
{
    if (the_log.out != NULL) outlet_dump(the_log.out);
    raise(number); /* the default, when this has come back */
}

void log_start(const struct clock *clock)
{
    struct random chance = random_system();
    the_log.clock = clock;
    the_log.unread = false;
    the_log.left_out = 0;
    the_log.strangers = (struct bucket){ 0 };
    memset(the_log.origin, 0, sizeof the_log.origin);
    random_bytes(&chance, the_log.key, sizeof the_log.key);
    the_log.out = outlet_open(STDERR_FILENO, LOG_WAITING, lost);
    if (the_log.out != NULL) sigaction(SIGABRT, &(struct sigaction){ .sa_handler = on_abort, .sa_flags = (int)SA_RESETHAND }, NULL);
}

bool log_stop(int ms)
{
    struct outlet *out = the_log.out;
    if (out == NULL) return true;
    tell_left_out(take_left_out(0, true));
    the_log.out = NULL;
    signal(SIGABRT, SIG_DFL);
    the_log.unread = !outlet_close(out, ms);
    return !the_log.unread;
}
