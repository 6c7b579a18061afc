#include "term/keys.h"

#include "base/utf8.h"
#include "term/keys_give.h"
#include "term/sequence.h"

#include <string.h>

#define PASTE_BEGINS 200 /* CSI 200 ~ and CSI 201 ~, xterm's bracketed paste */
#define PASTE_ENDS 201
#define SS3_MAX 8 /* bytes between SS3 and its letter */

enum state {
    STATE_GROUND,
    STATE_UTF8,          /* buf holds the first bytes of a character */
    STATE_ESCAPE,        /* ESC came */
    STATE_CSI,           /* ESC [ and parameters, in buf */
    STATE_CSI_LONG,      /* ESC [ and more than buf holds */
    STATE_CONSOLE,       /* ESC [ [: a function key of the Linux console */
    STATE_X10,           /* ESC [ M: three bytes of an old mouse report follow */
    STATE_SS3,           /* ESC O */
    STATE_STRING,        /* OSC, DCS, APC, PM, SOS, up to BEL or ESC \; buf holds bytes that may have been typed */
    STATE_STRING_ESCAPE, /* ESC in a string */
};

/* --- complete sequences --- */

/* false: the sequence is no key. */
static bool finish_csi(const struct reader *r, uint8_t final)
{
    struct key keys[SEQUENCE_KEYS_MAX];
    int number = final == '~' ? sequence_number(r->k->buf, r->k->n) : -1;
    if (number == PASTE_BEGINS) return r->k->pasting = true;
    if (number == PASTE_ENDS) {
        r->k->pasting = false;
        r->k->pasted = r->now + KEYS_TAIL_MS;
        return true;
    }
    return keys_give_all(r, keys, sequence_csi((enum key_dialect)r->k->dialect, r->k->buf, r->k->n, final, keys));
}

static bool finish_ss3(const struct reader *r, uint8_t final)
{
    struct key keys[SEQUENCE_KEYS_MAX];
    return keys_give_all(r, keys, sequence_ss3(r->k->buf, r->k->n, final, keys));
}

/* --- bytes --- */

static void set_state(const struct reader *r, enum state state)
{
    r->k->state = (uint8_t)state;
    r->k->n = 0;
    r->k->typed = false;
    if (state == STATE_GROUND) r->k->alt = false;
}

/* ESC and this byte came: the beginning of a sequence, or Alt with that key. */
static void begin_sequence(const struct reader *r, enum state state, uint8_t byte)
{
    struct keys *k = r->k;
    set_state(r, state);
    k->opener = byte;
    k->fresh = true;
    k->mark = 0;
    k->since = r->now;
}

/* Milliseconds since the last byte. */
static int64_t gap(const struct reader *r)
{
    return r->now - r->k->at;
}

static void on_tab(const struct reader *r)
{
    if (r->k->alt && r->k->dialect == DIALECT_LINUX) {
        r->k->alt = false;
        keys_give_code(r, KEY_BACKTAB);
    } else {
        keys_give_space(r, KEY_TAB, '\t', '\t');
    }
}

static void on_control(const struct reader *r, uint8_t byte)
{
    switch (byte) {
    case '\r':
        r->k->after_cr = true;
        keys_give_space(r, KEY_ENTER, '\n', '\r');
        return;
    case '\n': keys_give_space(r, KEY_ENTER, '\n', '\r'); return;
    case '\t': on_tab(r); return;
    case 0x08:
    case 0x7F: keys_give_code(r, KEY_BACKSPACE); return;
    case 0x1B: set_state(r, STATE_ESCAPE); return;
    default:
        if (byte >= 1 && byte <= 26) keys_give(r, (struct key){ .code = KEY_CTRL, .ch = 'a' + byte - 1u });
    }
}

/* The length in bytes of the UTF-8 character that begins with first; 0 when none does. */
static int utf8_length(uint8_t first)
{
    if (first >= 0xC2 && first <= 0xDF) return 2;
    if (first >= 0xE0 && first <= 0xEF) return 3;
    return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

static void on_high(const struct reader *r, uint8_t byte)
{
    if (r->k->charset == CHARSET_CP437) {
        keys_give_character(r, charset_cp437(byte));
    } else if (r->k->charset == CHARSET_UTF8 && utf8_length(byte) > 0) {
        set_state(r, STATE_UTF8);
        r->k->buf[r->k->n++] = byte;
    } else if (r->k->charset == CHARSET_UTF8) {
        keys_give_unreadable(r);
    }
}

static void on_ground(const struct reader *r, uint8_t byte)
{
    bool after_cr = r->k->after_cr;
    r->k->after_cr = false;
    if (after_cr && (byte == '\n' || byte == 0)) return;
    if (byte < 0x20 || byte == 0x7F)
        on_control(r, byte);
    else if (byte < 0x7F)
        keys_give_character(r, byte);
    else
        on_high(r, byte);
}

/* The byte that interrupts a sequence is decoded anew. */
static void start_over(const struct reader *r, uint8_t byte)
{
    set_state(r, STATE_GROUND);
    on_ground(r, byte);
}

static void on_utf8(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    if ((byte & 0xC0) != 0x80) {
        keys_give_unreadable(r);
        start_over(r, byte);
        return;
    }
    k->buf[k->n++] = byte;
    if (k->n < utf8_length(k->buf[0])) return;
    uint32_t ch;
    if (utf8_decode((const char *)k->buf, k->n, &ch) == k->n)
        keys_give_character(r, ch);
    else
        keys_give_unreadable(r);
    set_state(r, STATE_GROUND);
}

/* --- Alt and a key, or a sequence? --- */

/* Alt with "[", "O", "]", "P", "_", "^" or "X" sends the beginning of a sequence. A terminal sends a sequence at once:
 * bytes that follow late and one by one were typed, and are decoded as text. The key with Alt means nothing. */
static void give_back(const struct reader *r)
{
    uint8_t n = r->k->n, bytes[KEYS_SEQUENCE_MAX];
    memcpy(bytes, r->k->buf, n);
    set_state(r, STATE_GROUND);
    for (int i = 0; i < n; i++)
        if (r->k->state == STATE_UTF8)
            on_utf8(r, bytes[i]);
        else
            on_ground(r, bytes[i]);
}

static void give_back_with(const struct reader *r, uint8_t byte)
{
    if (r->k->n < sizeof r->k->buf) r->k->buf[r->k->n++] = byte;
    give_back(r);
}

/* The byte that interrupts a sequence is decoded anew. */
static void break_off(const struct reader *r, uint8_t byte)
{
    if (r->k->typed) give_back(r);
    start_over(r, byte);
}

/* Call this for each byte after the beginning of CSI or SS3. */
static void watch_typing(const struct reader *r)
{
    struct keys *k = r->k;
    k->typed = k->fresh ? gap(r) >= KEYS_ESCAPE_MS && r->single : k->typed && gap(r) >= KEYS_TYPED_MS;
    k->fresh = false;
}

/* May this final byte end a key's sequence although it came as slowly as somebody types (H54)? */
static bool may_be_late(uint8_t final)
{
    return final != 0 && strchr("ABCDFHPQRSZ~", final) != NULL;
}

/* Was a sequence without a meaning typed? Terminals report a change of focus (CSI I, CSI O) unasked. */
static bool is_no_sequence(const struct reader *r, uint8_t final)
{
    bool focus = r->k->state == STATE_CSI && (final == 'I' || final == 'O');
    return r->k->typed || (r->k->n == 0 && gap(r) >= KEYS_TYPED_MS && !focus);
}

/* --- sequences --- */

/* Several ESC, as from a key held down, count as one: alone it is the Escape key, before another key it is Alt. */
static void on_escape(const struct reader *r, uint8_t byte)
{
    if (byte == 0x1B) {
        r->k->alt = true;
    } else if (byte == '[') {
        begin_sequence(r, STATE_CSI, byte);
    } else if (byte == 'O') {
        begin_sequence(r, STATE_SS3, byte);
    } else if (byte != 0 && strchr("]P_^X", byte) != NULL) {
        begin_sequence(r, STATE_STRING, byte);
    } else if (byte == '\\') {
        set_state(r, STATE_GROUND); /* the end of a string (ST) */
    } else {
        set_state(r, STATE_GROUND);
        r->k->alt = true;
        on_ground(r, byte);
        if (r->k->state == STATE_GROUND) r->k->alt = false;
    }
}

/* rxvt with Shift: "$" after a number is the final byte; in other sequences it comes before the final byte. */
static bool ends_by_dollar(const struct keys *k)
{
    for (int i = 0; i < k->n; i++)
        if (k->buf[i] < '0' || k->buf[i] > '9') return false;
    return k->n == 1 || k->n == 2;
}

static void end_csi(const struct reader *r, uint8_t final)
{
    struct keys *k = r->k;
    if (k->typed && !may_be_late(final))
        give_back_with(r, final);
    else if (k->state == STATE_CSI && k->n == 0 && final == '[')
        set_state(r, STATE_CONSOLE);
    else if (k->state == STATE_CSI && k->n == 0 && final == 'M' && k->dialect != DIALECT_ST)
        set_state(r, STATE_X10);
    else if (k->state == STATE_CSI && !finish_csi(r, final) && is_no_sequence(r, final))
        give_back_with(r, final);
    else
        set_state(r, STATE_GROUND);
}

static void on_csi(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    watch_typing(r);
    if (k->state == STATE_CSI && byte == '$' && ends_by_dollar(k) && !k->typed) {
        finish_csi(r, byte);
        set_state(r, STATE_GROUND);
    } else if (byte >= 0x20 && byte < 0x40) {
        if (k->n < sizeof k->buf)
            k->buf[k->n++] = byte;
        else
            k->state = STATE_CSI_LONG;
    } else if (byte < 0x20 || byte >= 0x7F) {
        break_off(r, byte);
    } else {
        end_csi(r, byte);
    }
}

static void on_x10(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    struct key key[SEQUENCE_KEYS_MAX];
    if (gap(r) >= KEYS_ESCAPE_MS && r->single) {
        memmove(k->buf + 1, k->buf, k->n++);
        k->buf[0] = 'M';
        give_back(r);
        on_ground(r, byte);
        return;
    }
    k->buf[k->n++] = byte;
    if (k->n < 3) return;
    keys_give_all(r, key, sequence_mouse(k->buf[0] - 32, k->buf[1] - 32, k->buf[2] - 32, true, key));
    set_state(r, STATE_GROUND);
}

static void on_ss3(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    bool number = (byte >= '0' && byte <= '9') || byte == ';' || byte == ':';
    watch_typing(r);
    if (number && k->n < SS3_MAX) {
        k->buf[k->n++] = byte;
    } else if (byte < 0x40 || byte >= 0x7F) {
        break_off(r, byte);
    } else if ((k->typed && !may_be_late(byte)) || (!finish_ss3(r, byte) && is_no_sequence(r, byte))) {
        give_back_with(r, byte);
    } else {
        set_state(r, STATE_GROUND);
    }
}

static void on_console(const struct reader *r, uint8_t byte)
{
    bool known = byte >= 'A' && byte <= 'E';
    if (byte < 0x20 || byte >= 0x7F) {
        start_over(r, byte);
    } else if (!known && gap(r) >= KEYS_TYPED_MS) {
        start_over(r, '[');
        on_ground(r, byte);
    } else {
        if (known) keys_give_code(r, (enum key_code)(KEY_F1 + (byte - 'A')));
        set_state(r, STATE_GROUND);
    }
}

/* Keeps bytes that come one by one, because they may be typed; drops bytes that come faster, and the one before them.
 */
static void keep_typed(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    bool rest = k->n > k->mark && (byte & 0xC0) == 0x80; /* of a UTF-8 character */
    if (gap(r) >= KEYS_TYPED_MS) {
        k->mark = k->n;
    } else if (!rest) {
        k->n = k->mark;
        k->since = r->now;
        return;
    }
    if (k->n < sizeof k->buf) k->buf[k->n++] = byte;
}

/* Enter ends the string of somebody who typed Alt and one of those letters, and restores what was typed since. */
static void on_string(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    bool typed = k->fresh && gap(r) >= KEYS_TYPED_MS && !sequence_begins_answer(k->opener, byte);
    k->fresh = false;
    if (typed) {
        start_over(r, byte);
    } else if (byte == 0x07) {
        set_state(r, STATE_GROUND);
    } else if (byte == 0x1B) {
        k->state = STATE_STRING_ESCAPE;
    } else if (byte == '\r' || byte == '\n') {
        give_back(r);
        start_over(r, byte);
    } else {
        keep_typed(r, byte);
    }
}

static void on_string_escape(const struct reader *r, uint8_t byte)
{
    if (byte != '\\') give_back(r);
    set_state(r, STATE_GROUND);
    if (byte == '\\') return;
    set_state(r, STATE_ESCAPE);
    on_escape(r, byte);
}

static void on_byte(const struct reader *r, uint8_t byte)
{
    switch ((enum state)r->k->state) {
    case STATE_GROUND: on_ground(r, byte); return;
    case STATE_UTF8: on_utf8(r, byte); return;
    case STATE_ESCAPE: on_escape(r, byte); return;
    case STATE_CSI:
    case STATE_CSI_LONG: on_csi(r, byte); return;
    case STATE_CONSOLE: on_console(r, byte); return;
    case STATE_X10: on_x10(r, byte); return;
    case STATE_SS3: on_ss3(r, byte); return;
    case STATE_STRING: on_string(r, byte); return;
    case STATE_STRING_ESCAPE: on_string_escape(r, byte); return;
    }
}

/* --- public functions --- */

/* Bytes that may be typed do not extend the deadline. */
static int64_t deadline_of(const struct keys *k, int64_t now)
{
    switch ((enum state)k->state) {
    case STATE_GROUND:
    case STATE_UTF8: return k->pasting ? now + KEYS_PASTE_MS : 0;
    case STATE_ESCAPE: return now + KEYS_ESCAPE_MS;
    case STATE_STRING:
        if (k->fresh) return k->since + KEYS_ESCAPE_MS;
        return k->since + KEYS_STRING_MS < now + KEYS_SEQUENCE_MS ? k->since + KEYS_STRING_MS : now + KEYS_SEQUENCE_MS;
    default: return (k->typed ? k->since : now) + KEYS_SEQUENCE_MS;
    }
}

static void read_all(const struct reader *r, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        on_byte(r, bytes[i]);
        r->k->at = r->now;
    }
}

static void give_nobody(void *ctx, const struct key *key)
{
    (void)ctx, (void)key;
}

/* Counts the characters of a read by decoding them on a copy of k. */
static struct tally tally_of(const struct keys *k, const uint8_t *bytes, size_t n, int64_t now)
{
    struct tally tally = { .typed = 0 };
    struct keys copy = *k;
    struct reader counting = { .k = &copy, .now = now, .single = n <= 2, .tally = &tally, .emit = give_nobody };
    read_all(&counting, bytes, n);
    return tally;
}

/* A paste continues in the next read unless that is one key, which may be held down. */
static bool is_burst(struct keys *k, const uint8_t *bytes, size_t n, int64_t now)
{
    bool rest = now < k->tail;
    if (n < KEYS_BURST && !rest) return false;
    struct tally tally = tally_of(k, bytes, n, now);
    bool paste = tally_is_paste(&tally);
    if ((paste && n >= KEYS_TAIL_BYTES) || (rest && tally.kinds + tally.line_end > 1)) k->tail = now + KEYS_TAIL_MS;
    return paste || rest;
}

/* The beginning of a string came, and nothing followed for KEYS_ESCAPE_MS: it was Alt with a key, unless a terminal's
 * answer follows in one read. */
static void forget_string(const struct reader *r)
{
    r->k->late = r->k->since + KEYS_SEQUENCE_MS;
    set_state(r, STATE_GROUND);
}

static void resume_string(const struct reader *r, const uint8_t *bytes, size_t n)
{
    struct keys *k = r->k;
    if (k->state == STATE_STRING && k->fresh && r->now - k->since >= KEYS_ESCAPE_MS) forget_string(r);
    if (k->state == STATE_GROUND && r->now < k->late && sequence_is_answer(k->opener, bytes, n)) {
        begin_sequence(r, STATE_STRING, k->opener);
        k->fresh = false;
    }
    k->late = 0;
}

void keys_init(struct keys *k, enum charset charset)
{
    *k = (struct keys){ .charset = charset };
}

void keys_input(struct keys *k, const uint8_t *bytes, size_t n, int64_t now,
                void (*emit)(void *ctx, const struct key *), void *ctx)
{
    if (n == 0) return;
    struct reader r = { .k = k, .now = now, .single = n <= 2, .emit = emit, .ctx = ctx };
    if (now < k->pasted && n >= KEYS_BURST) k->pasted = now + KEYS_TAIL_MS;
    resume_string(&r, bytes, n);
    r.burst = is_burst(k, bytes, n, now);
    read_all(&r, bytes, n);
    k->deadline = deadline_of(k, now);
}

void keys_timeout(struct keys *k, int64_t now, void (*emit)(void *ctx, const struct key *), void *ctx)
{
    if (k->deadline == 0 || now < k->deadline) return;
    struct reader r = { .k = k, .now = now, .emit = emit, .ctx = ctx };
    enum state state = (enum state)k->state;
    if (state == STATE_STRING && k->fresh) forget_string(&r);
    if (state == STATE_STRING || state == STATE_STRING_ESCAPE || k->typed) give_back(&r);
    if (state == STATE_ESCAPE || state == STATE_STRING_ESCAPE) {
        k->alt = false;
        keys_give_code(&r, KEY_ESCAPE);
    }
    if (state == STATE_GROUND || state == STATE_UTF8) k->pasting = false;
    set_state(&r, STATE_GROUND);
    k->deadline = deadline_of(k, now);
}
