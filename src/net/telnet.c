#include "net/telnet.h"

#include "net/telnet_sub.h"

#include <assert.h>
#include <string.h>

enum {
    EOF_MARK = 236,
    SUSP = 237,
    ABORT = 238,
    SE = 240,
    NOP = 241,
    BRK = 243,
    IP = 244,
    AYT = 246,
    EC = 247,
    EL = 248,
    GA = 249,
    SB = 250,
    WILL = 251,
    WONT = 252,
    DO = 253,
    DONT = 254,
    IAC = 255
};

/* RFC 1143, section 7: NO and YES are agreed; WANT... waits for an answer, ..._NOT with the opposite request queued
 * behind it. */
enum { NO, YES, WANT_NO, WANT_NO_NOT, WANT_YES, WANT_YES_NOT };

enum { TEXT, COMMAND, OPTION, SUB, SUB_IAC };

/* What may be on: what the peer may switch on at us, and what it may offer. */
static const struct {
    uint8_t code;
    bool may[2];
} options[TELNET_OPTIONS] = {
    [TELNET_ECHO] = { 1, { [TELNET_US] = true } },
    [TELNET_SGA] = { 3, { true, true } },
    [TELNET_BINARY] = { 0, { true, true } },
    [TELNET_TTYPE] = { 24, { [TELNET_HIM] = true } },
    [TELNET_NAWS] = { 31, { [TELNET_HIM] = true } },
    [TELNET_CHARSET] = { 42, { true, true } },
    [TELNET_ENVIRON] = { 39, { [TELNET_HIM] = true } },
};

static int option_of(uint8_t code)
{
    int k = 0;
    while (k < TELNET_OPTIONS && options[k].code != code) k++;
    return k;
}

/* Options that somebody has, by IANA's list and by the clients of MUDs; CR and LF have long been none. */
static bool is_assigned(uint8_t code)
{
    static const uint8_t others[] = { 69, 70, 85, 86, 87, 90, 91, 93, 138, 139, 140, 200, 201, 255 };
    return (code < 50 && code != '\r' && code != '\n') || memchr(others, code, sizeof others) != NULL;
}

static bool is_on(const struct telnet *t, enum telnet_side side, enum telnet_option k)
{
    return t->queue[side][k] == YES;
}

/* May the peer be answered once more in this second? Counts the answer. */
static bool may_answer(struct telnet *t, int64_t now_ms)
{
    if (now_ms - t->answers_ms >= 1000) {
        t->answers_ms = now_ms;
        t->answers = 0;
    }
    if (t->answers >= TELNET_ANSWERS_PER_S) return false;
    t->answers++;
    return true;
}

/* A peer that sends back what it is sent could swing between on and off for ever, slowly. */
static bool may_change(struct telnet *t, bool is_change)
{
    if (!is_change) return true;
    if (t->changes >= TELNET_CHANGES_MAX) return false;
    t->changes++;
    return true;
}

static void say(struct telnet *t, enum telnet_side side, uint8_t code, bool on)
{
    uint8_t verb = side == TELNET_US ? (on ? WILL : WONT) : (on ? DO : DONT);
    t->send(t->ctx, (const uint8_t[]){ IAC, verb, code }, 3);
}

static void send_sub(struct telnet *t, enum telnet_option k, const uint8_t *payload, size_t n)
{
    if (n == 0) return;
    uint8_t bytes[TELNET_SUB_REPLY_MAX + 5] = { IAC, SB, options[k].code };
    assert(n <= TELNET_SUB_REPLY_MAX);
    memcpy(bytes + 3, payload, n);
    bytes[3 + n] = IAC;
    bytes[4 + n] = SE;
    t->send(t->ctx, bytes, n + 5);
}

/* We want the option on or off. */
static void ask(struct telnet *t, enum telnet_side side, enum telnet_option k, bool on)
{
    uint8_t *q = &t->queue[side][k];
    switch (*q) {
    case NO:
    case YES:
        if (on == (*q == YES)) return;
        *q = on ? WANT_YES : WANT_NO;
        say(t, side, options[k].code, on);
        return;
    case WANT_NO:
    case WANT_NO_NOT: *q = on ? WANT_NO_NOT : WANT_NO; return;
    case WANT_YES:
    case WANT_YES_NOT: *q = on ? WANT_YES : WANT_YES_NOT; return;
    }
}

/* Modes follow the options once the peer is let in; while typing is hidden, ECHO does not mean character mode. ECHO
 * alone is given back: a MUD client takes it for a password being asked. An answer about SGA may still be on its way,
 * if it is awaited. */
static void follow_modes(struct telnet *t, bool await)
{
    if (!t->finished || t->hiding || t->lines) return;
    bool echo = is_on(t, TELNET_US, TELNET_ECHO), sga = is_on(t, TELNET_US, TELNET_SGA);
    t->caller->character_mode = t->caller->we_echo = echo && sga;
    if (echo && !sga && !(await && t->queue[TELNET_US][TELNET_SGA] == WANT_YES)) ask(t, TELNET_US, TELNET_ECHO, false);
}

/* Last and only to a peer that knows options at all: some clients stumble over this one. */
static void offer_charset(struct telnet *t)
{
    if (t->charset_offered) return;
    t->charset_offered = true;
    ask(t, TELNET_US, TELNET_CHARSET, true);
}

/* An option has just been agreed on: what it is good for is asked. */
static void switched_on(struct telnet *t, enum telnet_side side, enum telnet_option k)
{
    uint8_t payload[TELNET_SUB_REPLY_MAX];
    if (side == TELNET_HIM) offer_charset(t);
    if (side == TELNET_HIM && k == TELNET_TTYPE && !t->ttype_done)
        send_sub(t, k, payload, telnet_sub_ask_ttype(payload));
    if (side == TELNET_HIM && k == TELNET_ENVIRON && !t->environ_told)
        send_sub(t, k, payload, telnet_sub_ask_environ(payload));
    if (side == TELNET_US && k == TELNET_CHARSET && !t->charset_asked) {
        t->charset_asked = true;
        send_sub(t, k, payload, telnet_sub_ask_charset(payload));
    }
}

/* The peer's answer to what we asked. */
static void heard_answer(struct telnet *t, enum telnet_side side, enum telnet_option k, bool on)
{
    uint8_t *q = &t->queue[side][k];
    switch (*q) {
    case WANT_NO: *q = NO; break; /* "on" would be a lie of the peer's: it was told off */
    case WANT_NO_NOT:
        *q = on ? YES : WANT_YES;
        if (!on) say(t, side, options[k].code, true);
        break;
    case WANT_YES: *q = on ? YES : NO; break;
    case WANT_YES_NOT:
        *q = on ? WANT_NO : NO;
        if (on) say(t, side, options[k].code, false);
        break;
    }
    if (*q == YES) switched_on(t, side, k);
}

/* WILL, WONT (his side), DO, DONT (ours). Only a change is answered (H1). */
static void negotiate(struct telnet *t, int64_t now_ms, uint8_t verb, uint8_t code)
{
    enum telnet_side side = verb == WILL || verb == WONT ? TELNET_HIM : TELNET_US;
    bool on = verb == WILL || verb == DO;
    int k = option_of(code);
    uint8_t state = k < TELNET_OPTIONS ? t->queue[side][k] : NO;
    if (state == NO || state == YES) {
        bool granted = on && k < TELNET_OPTIONS && options[k].may[side];
        if (on == (state == YES) || !may_change(t, granted || state == YES) || !may_answer(t, now_ms)) return;
        say(t, side, code, granted);
        if (k < TELNET_OPTIONS) t->queue[side][k] = granted ? YES : NO;
        if (granted) switched_on(t, side, (enum telnet_option)k);
    } else {
        heard_answer(t, side, (enum telnet_option)k, on);
    }
    follow_modes(t, true);
}

/* A subnegotiation is whole. What is not of an agreed option is no business of ours. */
static void subnegotiate(struct telnet *t, int64_t now_ms)
{
    if (t->sub_length == 0) return;
    int k = option_of(t->sub[0]);
    if (k == TELNET_OPTIONS || (!is_on(t, TELNET_HIM, k) && !is_on(t, TELNET_US, k))) return;
    uint8_t reply[TELNET_SUB_REPLY_MAX];
    size_t n = telnet_sub_read(t, (enum telnet_option)k, reply);
    if (n > 0 && may_answer(t, now_ms)) send_sub(t, (enum telnet_option)k, reply, n);
}

/* The peer is no plain TCP program, even if it took long to show it. */
static void hear(struct telnet *t)
{
    t->heard = true;
    t->raw = false;
    t->caller->transport = TRANSPORT_TELNET;
}

/* The key that a command stands for; 0 for none. */
static uint8_t key_of(uint8_t command)
{
    switch (command) {
    case IP:
    case BRK:
    case ABORT: return 0x03;
    case EC: return 0x08;
    case EL: return 0x15;
    case EOF_MARK: return 0x04;
    case SUSP: return 0x1A;
    default: return 0;
    }
}

/* A byte of text. Returns the length of what is left of it, 0 or 1. */
static size_t take_text(struct telnet *t, uint8_t byte, uint8_t *text)
{
    if (byte == IAC) {
        t->state = COMMAND;
        return 0;
    }
    bool second = t->after_cr && (byte == '\n' || byte == '\0') && !t->raw && !is_on(t, TELNET_HIM, TELNET_BINARY);
    t->after_cr = byte == '\r';
    *text = byte;
    return !second;
}

static void answer_question(struct telnet *t, int64_t now_ms)
{
    static const char here[] = "[Kings Corner: yes]\r\n";
    if (!may_answer(t, now_ms)) return;
    t->asked = t->finished;
    if (!t->finished) t->send(t->ctx, (const uint8_t *)here, sizeof here - 1);
}

/* Below it stands no command of RFC 854, 885 or 1184. A subnegotiation is of an option that was agreed on, so it is
 * none from a peer that never spoke telnet. */
static bool is_command(const struct telnet *t, uint8_t byte)
{
    return byte >= EOF_MARK && (byte != SB || t->heard);
}

/* The byte behind an IAC, outside a subnegotiation. Returns the length of the text it gives, 0 or 1. From a
 * peer that never spoke telnet an IAC with no command behind it is a byte of text, of none that we read; what is behind
 * it stays what it is, be it an Enter. */
static size_t take_command(struct telnet *t, int64_t now_ms, uint8_t byte, uint8_t *text)
{
    t->state = TEXT;
    if (byte == IAC) return *text = IAC, 1;
    if (!is_command(t, byte)) return t->heard || byte == SB ? 0 : take_text(t, byte, text);
    if (byte >= SB) {
        t->command = byte;
        t->sub_length = 0;
        t->state = byte == SB ? SUB : OPTION;
        return 0;
    }
    if (t->raw) return 0;
    if (byte == AYT) answer_question(t, now_ms);
    *text = key_of(byte);
    return *text != 0;
}

/* Is the byte behind IAC and WILL, WONT, DO or DONT an option? From a peer that spoke telnet before: yes. From one that
 * did not it may be a byte of text in a charset that has letters there: while telnet is awaited every option that there
 * is counts, later the answers to what was asked, as from a client that is late. */
static bool is_option(const struct telnet *t, uint8_t code)
{
    return t->heard || (t->raw ? option_of(code) < TELNET_OPTIONS : is_assigned(code));
}

/* Returns the length of the text it gives, 0 or 1: what is no option is what it is, be it an Enter, and the bytes
 * before it were of none that we read. */
static size_t take_option(struct telnet *t, int64_t now_ms, uint8_t byte, uint8_t *text)
{
    t->state = TEXT;
    if (!is_option(t, byte)) return take_text(t, byte, text);
    hear(t);
    negotiate(t, now_ms, t->command, byte);
    return 0;
}

static void keep_sub(struct telnet *t, uint8_t byte)
{
    if (t->sub_length < TELNET_SUB_MAX) t->sub[t->sub_length++] = byte;
}

static void end_sub(struct telnet *t, int64_t now_ms)
{
    t->state = TEXT;
    hear(t);
    subnegotiate(t, now_ms);
}

/* A size whose last byte is 255, from a client that does not double it: that byte and the IAC of the end look like a
 * pair. */
static bool ends_undoubled(const struct telnet *t)
{
    return t->sub_length == 6 && t->sub[0] == options[TELNET_NAWS].code && t->sub[4] == IAC && t->sub[5] == IAC;
}

/* A byte inside a subnegotiation. It is kept as it came: a client that forgets to double IAC is understood later. */
static void take_sub(struct telnet *t, int64_t now_ms, uint8_t byte)
{
    if (t->state == SUB_IAC && byte == SE) {
        end_sub(t, now_ms);
    } else if (t->state == SUB_IAC) {
        t->state = SUB;
        keep_sub(t, IAC);
        keep_sub(t, byte);
    } else if (byte == IAC) {
        t->state = SUB_IAC;
    } else if (byte == SE && ends_undoubled(t)) {
        t->sub_length--;
        end_sub(t, now_ms);
    } else {
        keep_sub(t, byte);
    }
}

size_t telnet_input(struct telnet *t, int64_t now_ms, uint8_t *bytes, size_t n)
{
    size_t length = 0;
    for (size_t i = 0; i < n; i++) {
        uint8_t byte = bytes[i];
        switch (t->state) {
        case TEXT: length += take_text(t, byte, &bytes[length]); break;
        case COMMAND: length += take_command(t, now_ms, byte, &bytes[length]); break;
        case OPTION: length += take_option(t, now_ms, byte, &bytes[length]); break;
        default: take_sub(t, now_ms, byte); break;
        }
    }
    return length;
}

void telnet_init(struct telnet *t, struct caller *caller, void (*send)(void *ctx, const uint8_t *bytes, size_t n),
                 void *ctx)
{
    *t = (struct telnet){ .caller = caller, .send = send, .ctx = ctx };
}

void telnet_start(struct telnet *t)
{
    ask(t, TELNET_US, TELNET_ECHO, true);
    ask(t, TELNET_US, TELNET_SGA, true);
    ask(t, TELNET_HIM, TELNET_TTYPE, true);
    ask(t, TELNET_HIM, TELNET_NAWS, true);
    ask(t, TELNET_HIM, TELNET_ENVIRON, true);
}

bool telnet_settled(const struct telnet *t)
{
    for (int side = TELNET_US; side <= TELNET_HIM; side++)
        for (int k = 0; k < TELNET_OPTIONS; k++)
            if (t->queue[side][k] > YES) return false;
    if (is_on(t, TELNET_HIM, TELNET_TTYPE) && !t->ttype_done) return false;
    if (is_on(t, TELNET_HIM, TELNET_NAWS) && !t->size_told) return false;
    if (is_on(t, TELNET_HIM, TELNET_ENVIRON) && !t->environ_told) return false;
    return t->heard && (!t->charset_asked || t->charset_answered);
}

void telnet_finish(struct telnet *t)
{
    t->finished = true;
    t->resized = false;
    t->raw = !t->heard;
    t->caller->transport = t->raw ? TRANSPORT_RAW : TRANSPORT_TELNET;
    follow_modes(t, false);
}

bool telnet_take_question(struct telnet *t)
{
    bool asked = t->asked;
    t->asked = false;
    return asked;
}

void telnet_use_lines(struct telnet *t)
{
    t->lines = true;
    t->caller->character_mode = t->caller->we_echo = false;
    if (t->raw) return;
    if (!t->hiding) ask(t, TELNET_US, TELNET_ECHO, false);
    ask(t, TELNET_US, TELNET_SGA, false);
}

bool telnet_take_resize(struct telnet *t)
{
    bool resized = t->resized;
    t->resized = false;
    return resized;
}

size_t telnet_encode(struct telnet *t, uint8_t *out, const uint8_t *text, size_t n)
{
    if (t->raw) return memcpy(out, text, n), n;
    bool binary = is_on(t, TELNET_US, TELNET_BINARY);
    size_t length = 0;
    for (size_t i = 0; i < n; i++) {
        if (t->sent_cr && text[i] != '\n' && !binary) out[length++] = '\0';
        t->sent_cr = text[i] == '\r';
        if (text[i] == IAC) out[length++] = IAC;
        out[length++] = text[i];
    }
    return length;
}

void telnet_go_ahead(struct telnet *t)
{
    if (t->raw || is_on(t, TELNET_US, TELNET_SGA)) return;
    t->send(t->ctx, (const uint8_t[]){ IAC, GA }, 2);
}

void telnet_hide_typing(struct telnet *t, bool hide)
{
    if (t->raw || t->caller->character_mode || hide == t->hiding) return;
    t->hiding = hide;
    ask(t, TELNET_US, TELNET_ECHO, hide);
}

void telnet_eight_bit(struct telnet *t)
{
    if (t->raw) return;
    ask(t, TELNET_US, TELNET_BINARY, true);
    ask(t, TELNET_HIM, TELNET_BINARY, true);
}

void telnet_nop(struct telnet *t)
{
    if (!t->raw) t->send(t->ctx, (const uint8_t[]){ IAC, NOP }, 2);
}
