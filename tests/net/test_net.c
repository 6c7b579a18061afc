/* Listeners, admission and the telnet transport with real sockets of this machine and one loop, in which the callers
 * are played too. Where a deadline of the protocol has to pass, it passes. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "net/line.h"
#include "net/net.h"
#include "net/socket.h"

#define PATIENCE_MS 10000 /* what has not happened by then never will */
#define GUESTS_MAX 512

#define HELLO                                                                                                          \
    "\xff\xfd\x01\xff\xfd\x03\xff\xfc\x18\xff\xfc\x1f\xff\xfc\x27" /* agrees to ECHO and SGA, refuses the rest */

/* A caller as the host got it. */
struct guest {
    struct conn *conn; /* NULL once closed */
    char text[8192];
    size_t length;
    int resizes, cols, rows, readies, closed, endings, asked;
    enum conn_end why;
    bool frames; /* writes a frame whenever ready, as a session does */
    int frames_written;
};

struct house {
    struct event_base *base;
    struct net *net;
    struct guest *guests[GUESTS_MAX];
    int count;
    bool frames;
    void (*greet)(struct guest *g); /* inside open() */
};

#define SAY_TO(guest, literal) conn_write((guest)->conn, literal, sizeof(literal) - 1)

static struct house house;
static char frame[8192];

static void on_input(void *owner, const uint8_t *bytes, size_t n)
{
    struct guest *g = owner;
    assert_int_equal(g->closed, 0);
    if (n > sizeof g->text - g->length) n = sizeof g->text - g->length;
    memcpy(g->text + g->length, bytes, n);
    g->length += n;
}

static void on_resize(void *owner, int cols, int rows)
{
    struct guest *g = owner;
    g->resizes++;
    g->cols = cols;
    g->rows = rows;
}

static void write_frames(struct guest *g)
{
    while (g->frames && g->frames_written < 100000 && conn_ready(g->conn)) {
        conn_write(g->conn, frame, sizeof frame);
        g->frames_written++;
    }
}

static void on_ready(void *owner)
{
    struct guest *g = owner;
    assert_int_equal(g->closed, 0);
    assert_true(conn_ready(g->conn));
    g->readies++;
    write_frames(g);
}

static void on_closed(void *owner)
{
    struct guest *g = owner;
    g->closed++;
    g->conn = NULL;
}

static void on_ending(void *owner, enum conn_end why)
{
    struct guest *g = owner;
    assert_int_equal(g->endings++, 0);
    g->why = why;
    SAY_TO(g, "Farewell.\r\n");
    conn_close_later(g->conn, 0);
}

static void on_asked(void *owner)
{
    ((struct guest *)owner)->asked++;
}

static const struct conn_upcalls upcalls = {
    .input = on_input,
    .resize = on_resize,
    .ready = on_ready,
    .closed = on_closed,
    .ending = on_ending,
    .asked = on_asked,
};

static void on_open(void *ctx, struct conn *c)
{
    struct house *h = ctx;
    assert_true(h->count < GUESTS_MAX);
    struct guest *g = test_calloc(1, sizeof *g);
    g->conn = c;
    h->guests[h->count++] = g;
    c->up = &upcalls;
    c->owner = g;
    if (h->greet != NULL) h->greet(g);
}

/* --- the house --- */

static const struct net_limits roomy = {
    .handshakes_per_s = 10000,
    .connects_per_address = 2,
    .connects_per_network = 8,
    .unready = 400,
    .unready_per_address = 400,
    .callers = 400,
    .callers_per_address = 400,
    .cpu_ms_per_address = 1000,
    .login_s = 30,
    .person_s = 120,
    .silent_s = 60,
};

static const char *const ip4[] = { "127.0.0.1:0", NULL };

static void open_house_at(const struct clock *clock, const struct net_config *config)
{
    house = (struct house){ .base = event_base_new() };
    struct net_host host = { .ctx = &house, .open = on_open };
    struct err e;
    house.net = net_open(house.base, clock, config, &host, &e);
    if (house.net == NULL) fail_msg("%s", e.text);
}

static void open_house_with(const struct net_config *config)
{
    open_house_at(&clock_system, config);
}

static void open_house(const struct net_limits *limits)
{
    open_house_with(&(struct net_config){ .telnet = ip4, .limits = *limits });
}

static void close_house(void)
{
    net_close(house.net);
    for (int i = 0; i < house.count; i++) {
        assert_int_equal(house.guests[i]->closed, 1);
        test_free(house.guests[i]);
    }
    event_base_free(house.base);
}

static void on_nothing(evutil_socket_t fd, short what, void *arg)
{
    (void)fd;
    (void)what;
    (void)arg;
}

/* One turn of the loop, of at most ms. */
static void turn(int ms)
{
    event_base_once(house.base, -1, EV_TIMEOUT, on_nothing, NULL, &(struct timeval){ .tv_usec = ms * 1000 });
    event_base_loop(house.base, EVLOOP_ONCE);
}

/* Turns the loop until the condition holds. */
#define AWAIT(condition)                                                                                               \
    do {                                                                                                               \
        int64_t awaited_since = clock_mono_ms(&clock_system);                                                          \
        while (!(condition)) {                                                                                         \
            if (clock_mono_ms(&clock_system) - awaited_since > PATIENCE_MS) fail_msg("never: %s", #condition);         \
            turn(5);                                                                                                   \
        }                                                                                                              \
    } while (0)

/* Turns the loop for so long. */
static void pass(int ms)
{
    for (int64_t since = clock_mono_ms(&clock_system); clock_mono_ms(&clock_system) - since < ms;) turn(5);
}

static int port(void)
{
    return atoi(strrchr(net_listener(house.net, 0), ':') + 1);
}

/* --- callers --- */

static int call_from(const char *address)
{
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
    assert_true(fd >= 0);
    struct sockaddr_in from = { .sin_family = AF_INET },
                       to = { .sin_family = AF_INET, .sin_port = htons((uint16_t)port()) };
    inet_pton(AF_INET, address, &from.sin_addr);
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    assert_int_equal(bind(fd, (struct sockaddr *)&from, sizeof from), 0);
    assert_true(connect(fd, (struct sockaddr *)&to, sizeof to) == 0 || errno == EINPROGRESS);
    return fd;
}

static int call(void)
{
    return call_from("127.0.0.1");
}

static void say(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t took = send(fd, bytes, n, MSG_NOSIGNAL);
        if (took < 0 && errno == EAGAIN)
            turn(5);
        else
            assert_true(took > 0);
        if (took > 0) bytes += took, n -= (size_t)took;
    }
}

#define SAY(fd, literal) say(fd, literal, sizeof(literal) - 1)

/* What has come so far, and whether the connection has ended. */
static bool hear(int fd, char *into, size_t size, size_t *length)
{
    for (;;) {
        ssize_t n = recv(fd, into + *length, size - 1 - *length, MSG_DONTWAIT);
        if (n <= 0) return n == 0 || errno != EAGAIN;
        *length += (size_t)n;
        into[*length] = '\0';
    }
}

/* Everything until the connection ends, at most size - 1; the rest is read and dropped. */
static size_t hear_all(int fd, char *into, size_t size)
{
    size_t length = 0;
    AWAIT(hear(fd, into, size, &length));
    return length;
}

/* A caller that is in: its guest. */
static struct guest *call_in(int *fd)
{
    int before = house.count;
    *fd = call();
    SAY(*fd, HELLO);
    AWAIT(house.count > before);
    return house.guests[before];
}

static bool contains(const char *in, size_t n, const char *what)
{
    return memmem(in, n, what, strlen(what)) != NULL;
}

/* --- tests --- */

static void who_answers_everything_is_in_at_once_with_all_that_was_told(void **state)
{
    (void)state;
    open_house(&roomy);
    int64_t since = clock_mono_ms(&clock_system);
    int fd = call();
    SAY(fd, "ab\xff\xfd\x01\xff\xfd\x03\xff\xfb\x18\xff\xfb\x1f\xff\xfc\x27"
            "c\xff\xfe\x2a\xff\xfa\x1f\0\x64\0\x1e\xff\xf0");
    SAY(fd, "\xff\xfa\x18\0XTERM\xff\xf0\xff\xfa\x18\0XTERM\xff\xf0"
            "d\r\n");
    AWAIT(house.count == 1);
    assert_true(clock_mono_ms(&clock_system) - since < 1000);
    struct guest *g = house.guests[0];
    const struct caller *c = &g->conn->caller;
    assert_int_equal(c->transport, TRANSPORT_TELNET);
    assert_true(c->character_mode && c->we_echo);
    assert_string_equal(c->term, "XTERM");
    assert_int_equal(c->cols, 100);
    assert_int_equal(c->rows, 30);
    assert_int_equal(c->charset_told, CHARSET_TOLD_NONE);
    assert_memory_equal(c->address, "127.0.0.1:", 10);
    AWAIT(g->length >= 5); /* what was typed before is not lost (H58) */
    assert_memory_equal(g->text, "abcd\r", 5);
    assert_int_equal(g->resizes, 0);
    SAY(fd, "\xff\xfa\x1f\0\x50\0\x18\xff\xf0");
    AWAIT(g->resizes == 1);
    assert_int_equal(g->cols, 80);
    assert_int_equal(g->rows, 24);
    close(fd);
    AWAIT(g->closed == 1);
    assert_int_equal(net_callers(house.net), 0);
    close_house();
}

/* (H4) */
static void an_enter_in_two_packets_is_one(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd;
    struct guest *g = call_in(&fd);
    SAY(fd, "a\r");
    AWAIT(g->length == 2);
    SAY(fd, "\nb");
    AWAIT(g->length == 3);
    assert_memory_equal(g->text, "a\rb", 3);
    close(fd);
    close_house();
}

/* Three callers side by side, so that the time passes once: one raw and typing (H2, H3), one that agrees and then is
 * silent (H11), one from whom never a byte comes (H19). */
static void deadlines_of_the_negotiation_hold(void **state)
{
    (void)state;
    struct net_limits limits = roomy;
    limits.silent_s = 2;
    open_house(&limits);
    int64_t since = clock_mono_ms(&clock_system);
    int raw = call(), agreeing = call(), silent = call();
    AWAIT(net_callers(house.net) == 3);
    SAY(raw, "a\r");
    SAY(agreeing, "\xff\xfb\x18\xff\xfb\x1f");
    AWAIT(house.count == 2);
    int64_t passed = clock_mono_ms(&clock_system) - since;
    assert_true(passed >= 1100 && passed < 2400);
    struct guest *g = house.guests[house.guests[0]->length == 0];
    assert_memory_equal(g->text, "a\r", 2);
    assert_int_equal(g->conn->caller.transport, TRANSPORT_RAW);
    char got[4096];
    size_t length = 0;
    hear(raw, got, sizeof got, &length);
    length = 0;
    conn_write(g->conn, "x\xffy\r\n? ", 7);
    AWAIT(hear(raw, got, sizeof got, &length) || length >= 7);
    assert_int_equal(length, 7); /* no doubling, no GA */
    assert_memory_equal(got, "x\xffy\r\n? ", 7);
    assert_true(hear_all(silent, got, sizeof got) > 0);
    AWAIT(house.count == 3);
    passed = clock_mono_ms(&clock_system) - since;
    assert_true(passed >= 2400 && passed < 5000);
    assert_int_equal(house.guests[2]->conn->caller.transport, TRANSPORT_TELNET);
    assert_false(house.guests[2]->conn->caller.character_mode);
    close(raw);
    close(agreeing);
    close(silent);
    close_house();
}

/* (H16) */
static void a_line_client_gets_go_ahead_after_a_prompt_only(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd = call();
    SAY(fd, "\xff\xfe\x01\xff\xfe\x03\xff\xfc\x18\xff\xfc\x1f\xff\xfc\x27"
            "help\r\n");
    AWAIT(house.count == 1);
    struct guest *g = house.guests[0];
    assert_memory_equal(g->text, "help\r", 5);
    char got[256];
    size_t length = 0;
    AWAIT((hear(fd, got, sizeof got, &length), length >= 15));
    length = 0;
    conn_write(g->conn, "line\r\n", 6);
    conn_write(g->conn, "> ", 2);
    AWAIT((hear(fd, got, sizeof got, &length), length >= 10));
    assert_int_equal(length, 10);
    assert_memory_equal(got, "line\r\n> \xff\xf9", 10);
    length = 0;
    conn_hide_typing(g->conn, true);
    conn_eight_bit(g->conn);
    AWAIT((hear(fd, got, sizeof got, &length), length >= 9));
    assert_memory_equal(got, "\xff\xfb\x01\xff\xfb\0\xff\xfd\0", 9);
    close(fd);
    close_house();
}

/* (H58) */
static void what_is_typed_before_the_opening_is_kept_within_bounds(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd = call();
    char much[3000];
    memset(much, 'x', sizeof much);
    say(fd, much, sizeof much);
    pass(20);
    SAY(fd, HELLO);
    AWAIT(house.count == 1);
    AWAIT(house.guests[0]->length > 0);
    assert_int_equal(house.guests[0]->length, 256);
    close(fd);
    close_house();
}

static void programs_of_other_protocols_are_told_in_one_line(void **state)
{
    (void)state;
    static const struct {
        const char *say, *answer;
    } strangers[] = {
        { "GET / HTTP/1.1\r\nHost: x\r\n\r\n", "HTTP/1.0 400 This is a telnet port" },
        { "SSH-2.0-OpenSSH_9.2\r\n", "SSH has another" },
        { "\x16\x03\x01\x02", "does not speak TLS" },
    };
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++) {
        open_house(&roomy);
        int64_t since = clock_mono_ms(&clock_system);
        int fd = call();
        say(fd, strangers[i].say, 3); /* the line may be cut anywhere */
        pass(10);
        say(fd, strangers[i].say + 3, strlen(strangers[i].say) - 3);
        char got[512];
        size_t n = hear_all(fd, got, sizeof got);
        assert_true(contains(got, n, strangers[i].answer));
        assert_true(clock_mono_ms(&clock_system) - since < 1000);
        close(fd);
        AWAIT(net_callers(house.net) == 0);
        assert_int_equal(house.count, 0);
        close_house();
    }
}

/* (H19) */
static void the_two_hundred_and_first_of_one_address_is_refused_and_others_get_in(void **state)
{
    (void)state;
    struct net_limits limits = roomy;
    limits.unready_per_address = 200;
    open_house(&limits);
    int idle[200];
    for (int i = 0; i < 200; i++) idle[i] = call();
    AWAIT(net_callers(house.net) == 200);
    int one_more = call(), other = call_from("127.0.0.2");
    char got[256];
    size_t n = hear_all(one_more, got, sizeof got);
    assert_true(contains(got, n, "Too many callers from your address are still logging in.\r\n"));
    assert_false(contains(got, n, "\xff"));
    SAY(other, HELLO);
    AWAIT(house.count == 1);
    for (int i = 0; i < 200; i++) close(idle[i]);
    AWAIT(net_callers(house.net) == 1);
    int again = call();
    AWAIT(net_callers(house.net) == 2);
    close(again);
    close(other);
    close(one_more);
    close_house();
}

/* (H42) */
static void a_hundred_that_neither_send_nor_read_hold_nobody_up(void **state)
{
    (void)state;
    struct net_limits limits = roomy;
    limits.unready_per_address = 60; /* the others are refused, also without waiting for them */
    open_house(&limits);
    int deaf[100], fd;
    struct guest *g = call_in(&fd);
    for (int i = 0; i < 100; i++) deaf[i] = call();
    int64_t worst = 0;
    char got[8192];
    size_t length = 0;
    for (int i = 0; i < 100; i++) {
        int64_t since = clock_mono_ms(&clock_system);
        SAY(fd, "k");
        AWAIT(g->length == (size_t)i + 1);
        length = 0;
        conn_write(g->conn, "frame\r\n", 7);
        AWAIT((hear(fd, got, sizeof got, &length), contains(got, length, "frame")));
        int64_t took = clock_mono_ms(&clock_system) - since;
        if (took > worst) worst = took;
    }
    assert_int_equal(net_callers(house.net), 61);
    assert_true(worst < 500);
    for (int i = 0; i < 100; i++) close(deaf[i]);
    close(fd);
    close_house();
}

/* (H43) */
static void a_caller_that_stops_reading_loses_frames_and_takes_no_memory(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd;
    struct guest *g = call_in(&fd);
    memset(frame, 'f', sizeof frame);
    g->frames = true;
    write_frames(g);
    pass(100);
    int written = g->frames_written;
    assert_false(conn_ready(g->conn));
    assert_true((size_t)written * sizeof frame <
                8 * 1024 * 1024); /* what this kernel keeps for one connection on both sides */
    pass(100);
    assert_int_equal(g->frames_written, written);
    g->frames = false;
    char got[65536];
    size_t heard = 0;
    AWAIT((heard = 0, hear(fd, got, sizeof got, &heard), g->readies > 0 && conn_ready(g->conn)));
    assert_int_equal(g->closed, 0);
    close(fd);
    close_house();
}

/* (H43) */
static void a_backlog_over_its_limit_ends_the_connection_but_not_inside_the_write(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd;
    struct guest *g = call_in(&fd);
    static char much[CONN_WRITE_MAX];
    memset(much, 'm', sizeof much);
    for (int i = 0; i < 16; i++) {
        conn_write(g->conn, much, sizeof much);
        assert_int_equal(g->closed, 0);
    }
    assert_false(conn_ready(g->conn));
    AWAIT(g->closed == 1);
    assert_int_equal(net_callers(house.net), 0);
    close(fd);
    close_house();
}

/* (H43) */
static void what_was_begun_to_be_sent_is_sent_whole_before_the_last_words(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd;
    struct guest *g = call_in(&fd);
    static char line[1000], got[16 * 1024 * 1024];
    memset(line, 'm', sizeof line);
    line[0] = '<';
    line[sizeof line - 1] = '>';
    for (int i = 0; i < 16000 && g->endings == 0; i++) {
        conn_write(g->conn, line, sizeof line);
        if (i % 100 == 0) turn(0);
    }
    AWAIT(g->endings == 1);
    assert_int_equal(g->why, CONN_END_BACKLOG);
    size_t n = hear_all(fd, got, sizeof got);
    assert_true(contains(got, n, ">Farewell.\r\n"));
    AWAIT(g->closed == 1);
    close(fd);
    close_house();
}

/* A pipe into nc, and a telnet client that shuts its side: what was typed is told, and then it may still be spoken to.
 */
static void who_shuts_one_side_is_answered_and_bidden_farewell(void **state)
{
    (void)state;
    open_house(&roomy);
    for (int raw = 0; raw < 2; raw++) {
        int fd = call();
        if (!raw) SAY(fd, HELLO);
        SAY(fd, "hello\n");
        shutdown(fd, SHUT_WR);
        AWAIT(house.count == raw + 1);
        struct guest *g = house.guests[raw];
        AWAIT(g->length == 6);
        assert_int_equal(g->endings, 0);
        char got[4096];
        size_t n = hear_all(fd, got, sizeof got);
        assert_true(contains(got, n, "Farewell.\r\n"));
        assert_int_equal(g->why, CONN_END_INPUT);
        AWAIT(g->closed == 1);
        close(fd);
    }
    int nobody = call();
    shutdown(nobody, SHUT_WR);
    char got[4096];
    hear_all(nobody, got, sizeof got);
    assert_int_equal(house.count, 2);
    close(nobody);
    close_house();
}

/* (H9) */
static void an_endless_subnegotiation_leaves_the_session_alive(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd;
    struct guest *g = call_in(&fd);
    SAY(fd, "\xff\xfb\x27\xff\xfa\x27\0");
    static char much[1024 * 1024];
    memset(much, 'A', sizeof much);
    say(fd, much, sizeof much);
    SAY(fd, "\xff\xf0"
            "alive");
    AWAIT(g->length >= 5);
    assert_memory_equal(g->text, "alive", 5);
    close(fd);
    close_house();
}

/* (H61) */
static void who_sends_without_pause_is_read_at_a_limited_rate(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd;
    struct guest *g = call_in(&fd);
    static char much[128 * 1024];
    memset(much, 'A', sizeof much);
    int64_t since = clock_mono_ms(&clock_system);
    say(fd, much, sizeof much);
    SAY(fd, "\xff\xfa\x1f\0\x50\0\x18\xff\xf0\xff\xfb\x1f\xff\xfa\x1f\0\x50\0\x18\xff\xf0");
    AWAIT(g->resizes == 1);
    assert_true(clock_mono_ms(&clock_system) - since >= 200);
    close(fd);
    close_house();
}

/* The time for reading is used up and what was typed ahead is full: when the one is over the other still stands. Time
 * passes only where it is said. */
static void a_flood_before_anybody_is_there_is_no_end_of_input(void **state)
{
    (void)state;
    struct clock_fake clock;
    clock_fake_init(&clock, 1000000, 0);
    open_house_at(&clock.clock, &(struct net_config){ .telnet = ip4, .limits = roomy });
    static char flood[2 * 32640 + 256 + 50];
    for (size_t i = 0; i < 2 * 32640; i += 2) memcpy(flood + i, "\xff\xf1", 2);
    memset(flood + 2 * 32640, 'x', 256);
    memset(flood + 2 * 32640 + 256, 'y', 50);
    int fd = call();
    AWAIT(net_callers(house.net) == 1);
    say(fd, flood, sizeof flood);
    pass(300);       /* until all but the last 50 bytes are read */
    clock.ms += 300; /* the next window, within the negotiation */
    pass(600);
    assert_int_equal(house.count, 0);
    clock.ms += 1000;
    AWAIT(house.count == 1 && house.guests[0]->length == 306);
    struct guest *g = house.guests[0];
    assert_true(g->text[0] == 'x' && g->text[256] == 'y');
    clock.ms += 1000;
    SAY(fd, "z");
    AWAIT(g->length == 307);
    assert_int_equal(g->endings, 0);
    close(fd);
    AWAIT(g->closed == 1 || g->endings == 1);
    close_house();
}

static void the_last_words_arrive_whole_and_then_it_ends(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd;
    struct guest *g = call_in(&fd);
    SAY(fd, "typed and never read"); /* must not turn the end into a reset */
    static char words[200000], got[300000];
    memset(words, 'w', sizeof words);
    conn_write(g->conn, words, sizeof words);
    conn_write(g->conn, "goodbye\r\n", 9);
    conn_close_later(g->conn, 0);
    conn_close_later(g->conn, 1);
    assert_int_equal(g->closed, 0);
    assert_false(conn_ready(g->conn));
    size_t n = hear_all(fd, got, sizeof got);
    assert_memory_equal(got + n - 9, "goodbye\r\n", 9);
    assert_true(n >= sizeof words + 9);
    SAY(fd, "x");
    close(fd);
    AWAIT(g->closed == 1);
    assert_int_equal(net_callers(house.net), 0);
    close_house();
}

static void who_does_not_hang_up_after_the_goodbye_is_cut_off_after_a_second(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd;
    struct guest *g = call_in(&fd);
    int64_t since = clock_mono_ms(&clock_system);
    conn_close_later(g->conn, 0);
    AWAIT(g->closed == 1);
    int64_t passed = clock_mono_ms(&clock_system) - since;
    assert_true(passed >= 900 && passed < 3000);
    close(fd);
    close_house();
}

static void end_at_once(struct guest *g)
{
    conn_write(g->conn, "not today\r\n", 11);
    conn_close_later(g->conn, 1);
}

static void a_host_may_end_a_visit_while_it_is_told_of_it(void **state)
{
    (void)state;
    open_house(&roomy);
    house.greet = end_at_once;
    int fd = call();
    SAY(fd, "typed " HELLO);
    char got[256];
    size_t n = hear_all(fd, got, sizeof got);
    assert_true(contains(got, n, "not today\r\n"));
    close(fd);
    AWAIT(house.guests[0]->closed == 1);
    assert_int_equal(house.guests[0]->length, 0);
    close_house();
}

static void handshakes_beyond_the_rate_wait_in_the_kernel(void **state)
{
    (void)state;
    struct net_limits limits = roomy;
    limits.handshakes_per_s = 5;
    open_house(&limits);
    int fd[20], turns = 0;
    for (int i = 0; i < 20; i++) {
        char from[32];
        snprintf(from, sizeof from, "127.1.%d.1", i);
        fd[i] = call_from(from);
    }
    AWAIT(net_callers(house.net) == 5);
    int64_t since = clock_mono_ms(&clock_system);
    for (; clock_mono_ms(&clock_system) - since < 300; turns++) turn(20);
    assert_in_range(net_callers(house.net), 5, 7);
    assert_true(turns < 100); /* no busy loop */
    AWAIT(net_callers(house.net) >= 8);
    for (int i = 0; i < 20; i++) close(fd[i]);
    close_house();
}

/* One address calls and hangs up as fast as the loop turns; by the clock the host sees, no time passes, so that nothing
 * comes into any purse. */
static void a_flood_from_one_address_is_cut_without_a_word_and_others_get_in(void **state)
{
    (void)state;
    struct clock_fake clock;
    clock_fake_init(&clock, 1000000, 0);
    struct net_limits limits = roomy;
    limits.handshakes_per_s = 40;
    limits.callers_per_address = 10;
    open_house_at(&clock.clock, &(struct net_config){ .telnet = ip4, .limits = limits });
    int let_in = 0, cut = 0;
    for (int i = 0; i < 400; i++) {
        int fd = call_from("127.0.0.5");
        char got[256];
        size_t length = 0;
        AWAIT(hear(fd, got, sizeof got, &length) || length > 0);
        let_in += length > 0;
        cut += length == 0;
        socket_abort(fd);
        AWAIT(net_callers(house.net) == 0);
    }
    assert_int_equal(let_in, 21); /* down to the half of the purse */
    assert_int_equal(cut, 379);
    for (int i = 0; i < 10; i++) {
        char from[32];
        snprintf(from, sizeof from, "127.0.0.%d", 10 + i);
        int fd = call_from(from), before = house.count;
        SAY(fd, HELLO);
        AWAIT(house.count == before + 1);
        close(fd);
    }
    close_house();
}

static void in_a_full_waiting_room_the_largest_origin_gives_way(void **state)
{
    (void)state;
    struct net_limits limits = roomy;
    limits.unready = 9;
    open_house(&limits);
    int many[8], alone = call_from("127.0.0.2");
    AWAIT(net_callers(house.net) == 1);
    for (int i = 0; i < 8; i++) {
        many[i] = call_from("127.0.0.1");
        AWAIT(net_callers(house.net) == i + 2);
    }
    int fresh = call_from("127.0.0.3");
    char got[256];
    size_t n = hear_all(many[0], got, sizeof got);
    assert_true(contains(got, n, "Too many are at the door just now."));
    SAY(alone, HELLO);
    AWAIT(house.count == 1);
    SAY(fresh, HELLO);
    AWAIT(house.count == 2);
    for (int i = 0; i < 8; i++) close(many[i]);
    close(alone);
    close(fresh);
    close_house();
}

static void without_descriptors_nothing_is_accepted_and_nothing_spins(void **state)
{
    (void)state;
    open_house(&roomy);
    struct rlimit before, none;
    assert_int_equal(getrlimit(RLIMIT_NOFILE, &before), 0);
    int fd = call();
    none = before;
    none.rlim_cur = (rlim_t)fd + 1;
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &none), 0);
    int turns = 0;
    for (int64_t since = clock_mono_ms(&clock_system); clock_mono_ms(&clock_system) - since < 300; turns++) turn(20);
    int callers = net_callers(house.net);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_int_equal(callers, 0);
    assert_true(turns < 100);
    AWAIT(net_callers(house.net) == 1);
    close(fd);
    close_house();
}

static void who_is_not_in_by_the_login_deadline_is_cut_off(void **state)
{
    (void)state;
    struct net_limits limits = roomy;
    limits.login_s = 1;
    open_house(&limits);
    int fd = call();
    char got[256];
    int64_t since = clock_mono_ms(&clock_system);
    hear_all(fd, got, sizeof got);
    int64_t passed = clock_mono_ms(&clock_system) - since;
    assert_true(passed >= 900 && passed < 3000);
    assert_int_equal(house.count, 0);
    assert_int_equal(net_callers(house.net), 0);
    close(fd);
    close_house();
}

static int call_ip6(int to_port)
{
    int fd = socket(AF_INET6, SOCK_STREAM, 0);
    struct sockaddr_in6 to = { .sin6_family = AF_INET6,
                               .sin6_port = htons((uint16_t)to_port),
                               .sin6_addr = in6addr_loopback };
    if (fd >= 0 && connect(fd, (struct sockaddr *)&to, sizeof to) == 0) return fd;
    if (fd >= 0) close(fd);
    return -1;
}

/* (H73) */
static void both_families_listen_side_by_side_on_one_port(void **state)
{
    (void)state;
    open_house(&roomy);
    char any4[32], any6[32];
    snprintf(any4, sizeof any4, "127.0.0.1:%d", port());
    snprintf(any6, sizeof any6, "[::]:%d", port());
    close_house();
    open_house_with(&(struct net_config){ .telnet = (const char *const[]){ any4, any6, NULL }, .limits = roomy });
    char name[64];
    snprintf(name, sizeof name, "telnet %s", any6);
    assert_string_equal(net_listener(house.net, 1), name);
    assert_null(net_listener(house.net, 2));
    int four = call(), six = call_ip6(port());
    assert_true(six >= 0);
    say(four, HELLO, sizeof HELLO - 1);
    AWAIT(house.count == 1);
    say(six, HELLO, sizeof HELLO - 1);
    AWAIT(house.count == 2);
    assert_memory_equal(house.guests[0]->conn->caller.address, "127.0.0.1:", 10);
    assert_memory_equal(house.guests[1]->conn->caller.address, "[::1]:", 6);
    close(four);
    close(six);
    close_house();
}

static void sockets_that_were_handed_over_are_used_instead_of_addresses(void **state)
{
    (void)state;
    int sockets[] = { socket(AF_INET, SOCK_STREAM, 0), -1 };
    struct sockaddr_in at = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
    assert_int_equal(bind(sockets[0], (struct sockaddr *)&at, sizeof at), 0);
    assert_int_equal(listen(sockets[0], 8), 0);
    open_house_with(&(struct net_config){ .telnet = ip4, .telnet_sockets = sockets, .limits = roomy });
    assert_null(net_listener(house.net, 1));
    int fd;
    call_in(&fd);
    close(fd);
    close_house();

    int pipes[2];
    assert_int_equal(pipe(pipes), 0);
    struct net_host host = { .open = on_open };
    struct err e;
    struct event_base *base = event_base_new();
    assert_null(net_open(base, &clock_system,
                         &(struct net_config){ .telnet_sockets = (int[]){ pipes[0], -1 }, .limits = roomy }, &host,
                         &e));
    assert_non_null(strstr(e.text, "no listening socket"));
    event_base_free(base);
    close(pipes[0]);
    close(pipes[1]);
}

static void an_address_that_is_taken_or_wrong_is_an_error_with_its_name(void **state)
{
    (void)state;
    open_house(&roomy);
    char taken[32];
    snprintf(taken, sizeof taken, "127.0.0.1:%d", port());
    const char *const bad[] = { taken, "nonsense" };
    for (int i = 0; i < 2; i++) {
        struct net_host host = { .ctx = &house, .open = on_open };
        struct net_config config = { .telnet = (const char *const[]){ "127.0.0.1:0", bad[i], NULL }, .limits = roomy };
        struct err e;
        assert_null(net_open(house.base, &clock_system, &config, &host, &e));
        assert_non_null(strstr(e.text, bad[i]));
    }
    close_house();
}

/* From here on this process has no sockets of the family, as on a machine that lacks it. */
static void lack(uint32_t family)
{
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, family, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EAFNOSUPPORT),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = { .len = sizeof code / sizeof *code, .filter = code };
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
        _exit(70);
}

/* How many doors open where a family is missing; -1: the house does not open. In a process of its own. */
static int doors_without(uint32_t family, const char *const *telnet, bool by_default, const char *say)
{
    fflush(NULL);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct net_host host = { .open = on_open };
        struct net_config config = { .telnet = telnet, .telnet_default = by_default, .limits = roomy };
        struct err e = { "" };
        lack(family);
        struct event_base *base = event_base_new();
        struct net *net = net_open(base, &clock_system, &config, &host, &e);
        if (net == NULL && strstr(e.text, say) == NULL) _exit(71);
        int doors = 0;
        while (net != NULL && net_listener(net, doors) != NULL) doors++;
        _exit(net == NULL ? 99 : doors);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_in_range(WEXITSTATUS(status), 0, 99);
    return WEXITSTATUS(status) == 99 ? -1 : WEXITSTATUS(status);
}

/* (H73) */
static void a_default_door_of_a_family_the_machine_lacks_is_left_out(void **state)
{
    (void)state;
    static const char *const both[] = { "127.0.0.1:0", "[::1]:0", NULL }, *const six[] = { "[::1]:0", NULL };
    assert_int_equal(doors_without(AF_APPLETALK, both, true, ""), 2);
    assert_int_equal(doors_without(AF_INET6, both, true, ""), 1);
    assert_int_equal(doors_without(AF_INET, both, true, ""), 1);
    assert_int_equal(doors_without(AF_INET6, both, false, "[::1]:0"), -1); /* one that somebody chose has to open */
    assert_int_equal(doors_without(AF_INET6, six, true, "[::1]:0"), -1);   /* and a house without a door is none */
}

static void after_the_listeners_are_gone_those_inside_stay(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd;
    struct guest *g = call_in(&fd);
    net_stop_listening(house.net);
    int late = call();
    struct pollfd wait = { .fd = late, .events = POLLOUT };
    poll(&wait, 1, PATIENCE_MS);
    int error = 0;
    socklen_t length = sizeof error;
    getsockopt(late, SOL_SOCKET, SO_ERROR, &error, &length);
    assert_int_equal(error, ECONNREFUSED);
    SAY(fd, "here");
    AWAIT(g->length == 4);
    close(late);
    close(fd);
    close_house();
}

/* The loop's timers go on while the house's time stands still: a caller keeps the whole time for its answers (H2). */
static void a_loop_that_stood_still_cuts_no_negotiation_short(void **state)
{
    (void)state;
    struct clock_fake clock;
    clock_fake_init(&clock, 1000000, 0);
    struct net_limits limits = roomy;
    limits.silent_s = 2;
    open_house_at(&clock.clock, &(struct net_config){ .telnet = ip4, .limits = limits });
    int fd = call();
    AWAIT(net_callers(house.net) == 1);
    pass(1500);
    assert_int_equal(house.count, 0);
    clock.ms += 1200;
    AWAIT(house.count == 1);
    pass(2300);
    assert_int_equal(house.guests[0]->endings, 0);
    clock.ms += 800;
    AWAIT(house.guests[0]->endings == 1);
    assert_int_equal(house.guests[0]->why, CONN_END_SILENT);
    clock.ms += 1000;
    AWAIT(house.guests[0]->closed == 1);
    close(fd);
    close_house();
}

/* (H27) */
static void a_loop_that_stood_still_cuts_no_login_short(void **state)
{
    (void)state;
    struct clock_fake clock;
    clock_fake_init(&clock, 1000000, 0);
    struct net_limits limits = roomy;
    limits.login_s = 1;
    open_house_at(&clock.clock, &(struct net_config){ .telnet = ip4, .limits = limits });
    int fd = call();
    AWAIT(net_callers(house.net) == 1);
    pass(1300);
    assert_int_equal(net_callers(house.net), 1);
    clock.ms += 1000;
    AWAIT(net_callers(house.net) == 0);
    assert_int_equal(house.count, 0);
    close(fd);
    close_house();
}

/* (H15) */
static void the_keepalive_nop_is_sent_only_where_it_is_switched_on(void **state)
{
    (void)state;
    for (int on = 0; on <= 1; on++) {
        struct clock_fake clock;
        clock_fake_init(&clock, 1000000, 0);
        open_house_at(&clock.clock, &(struct net_config){ .telnet = ip4, .limits = roomy, .telnet_keepalive_nop = on });
        int fd;
        struct guest *g = call_in(&fd);
        char got[256];
        size_t length = 0;
        AWAIT((hear(fd, got, sizeof got, &length), length >= 15));
        for (int minute = 1; minute <= 3; minute++) {
            clock.ms += 60000;
            SAY(fd, "k"); /* makes it look at the clock */
            AWAIT(g->length == (size_t)minute);
            pass(20);
        }
        length = 0;
        hear(fd, got, sizeof got, &length);
        assert_int_equal(length, on ? 6 : 0);
        if (on) assert_memory_equal(got, "\xff\xf1\xff\xf1\xff\xf1", 6);
        close(fd);
        close_house();
    }
}

static int option(int fd, int level, int name)
{
    int value = -1;
    socklen_t length = sizeof value;
    getsockopt(fd, level, name, &value, &length);
    return value;
}

/* (H45, H32) */
static void a_vanished_caller_is_noticed_by_the_kernel(void **state)
{
    (void)state;
    open_house(&roomy);
    int fd;
    struct guest *g = call_in(&fd);
    int ours = ((struct line *)g->conn)->fd;
    assert_int_equal(option(ours, SOL_SOCKET, SO_KEEPALIVE), 1);
    assert_int_equal(option(ours, IPPROTO_TCP, TCP_KEEPIDLE), 60);
    assert_int_equal(option(ours, IPPROTO_TCP, TCP_KEEPINTVL), 15);
    assert_int_equal(option(ours, IPPROTO_TCP, TCP_KEEPCNT), 4);
    assert_int_equal(option(ours, IPPROTO_TCP, TCP_USER_TIMEOUT), 120000);
    assert_int_equal(option(ours, IPPROTO_TCP, TCP_NODELAY), 1);
    assert_true(fcntl(ours, F_GETFL) & O_NONBLOCK);
    assert_true(fcntl(ours, F_GETFD) & FD_CLOEXEC);
    close(fd);
    close_house();
}

/* Fifty callers cut off without a word at random moments of the visit, some in the middle of a frame (H37). */
static void callers_may_break_off_at_any_moment(void **state)
{
    (void)state;
    unsigned seed = 1907;
    print_message("seed %u\n", seed);
    srand(seed);
    open_house(&roomy);
    for (int i = 0; i < 50; i++) {
        int fd = call(), before = house.count;
        say(fd, HELLO, (size_t)rand() % sizeof HELLO);
        for (int turns = rand() % 4; turns > 0; turns--) turn(1);
        if (house.count > before && house.guests[before]->conn != NULL) {
            conn_write(house.guests[before]->conn, frame, sizeof frame);
            if (rand() % 2) conn_close_later(house.guests[before]->conn, 0);
        }
        struct linger at_once = { .l_onoff = rand() % 2 };
        setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        close(fd);
    }
    AWAIT(net_callers(house.net) == 0);
    close_house();
}

int main(void)
{
    if (sodium_init() < 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_answers_everything_is_in_at_once_with_all_that_was_told),
        cmocka_unit_test(an_enter_in_two_packets_is_one),
        cmocka_unit_test(deadlines_of_the_negotiation_hold),
        cmocka_unit_test(a_line_client_gets_go_ahead_after_a_prompt_only),
        cmocka_unit_test(what_is_typed_before_the_opening_is_kept_within_bounds),
        cmocka_unit_test(programs_of_other_protocols_are_told_in_one_line),
        cmocka_unit_test(the_two_hundred_and_first_of_one_address_is_refused_and_others_get_in),
        cmocka_unit_test(a_hundred_that_neither_send_nor_read_hold_nobody_up),
        cmocka_unit_test(a_caller_that_stops_reading_loses_frames_and_takes_no_memory),
        cmocka_unit_test(a_backlog_over_its_limit_ends_the_connection_but_not_inside_the_write),
        cmocka_unit_test(what_was_begun_to_be_sent_is_sent_whole_before_the_last_words),
        cmocka_unit_test(who_shuts_one_side_is_answered_and_bidden_farewell),
        cmocka_unit_test(an_endless_subnegotiation_leaves_the_session_alive),
        cmocka_unit_test(who_sends_without_pause_is_read_at_a_limited_rate),
        cmocka_unit_test(a_flood_before_anybody_is_there_is_no_end_of_input),
        cmocka_unit_test(the_last_words_arrive_whole_and_then_it_ends),
        cmocka_unit_test(who_does_not_hang_up_after_the_goodbye_is_cut_off_after_a_second),
        cmocka_unit_test(a_host_may_end_a_visit_while_it_is_told_of_it),
        cmocka_unit_test(handshakes_beyond_the_rate_wait_in_the_kernel),
        cmocka_unit_test(a_flood_from_one_address_is_cut_without_a_word_and_others_get_in),
        cmocka_unit_test(in_a_full_waiting_room_the_largest_origin_gives_way),
        cmocka_unit_test(without_descriptors_nothing_is_accepted_and_nothing_spins),
        cmocka_unit_test(who_is_not_in_by_the_login_deadline_is_cut_off),
        cmocka_unit_test(both_families_listen_side_by_side_on_one_port),
        cmocka_unit_test(sockets_that_were_handed_over_are_used_instead_of_addresses),
        cmocka_unit_test(an_address_that_is_taken_or_wrong_is_an_error_with_its_name),
        cmocka_unit_test(a_default_door_of_a_family_the_machine_lacks_is_left_out),
        cmocka_unit_test(after_the_listeners_are_gone_those_inside_stay),
        cmocka_unit_test(a_loop_that_stood_still_cuts_no_login_short),
        cmocka_unit_test(a_loop_that_stood_still_cuts_no_negotiation_short),
        cmocka_unit_test(the_keepalive_nop_is_sent_only_where_it_is_switched_on),
        cmocka_unit_test(a_vanished_caller_is_noticed_by_the_kernel),
        cmocka_unit_test(callers_may_break_off_at_any_moment),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
