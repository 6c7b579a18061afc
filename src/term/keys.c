#include "term/keys.h"

#include "base/clean.h"
#include "base/utf8.h"
#include "term/sequence.h"

#include <string.h>

#define PASTE_BEGINS 200 /* CSI 200 ~ and CSI 201 ~, xterm's bracketed paste */
#define PASTE_ENDS 201
#define SS3_MAX 8 /* bytes between SS3 and its letter */

enum state {
    STATE_GROUND,
    STATE_UTF8,     /* buf holds the first bytes of a character */
    STATE_ESCAPE,   /* ESC came */
    STATE_CSI,      /* ESC [ and parameters, in buf */
    STATE_CSI_LONG, /* ESC [ and more than buf holds */
    STATE_CONSOLE,  /* ESC [ [, a function key of the Linux console */
    STATE_X10,      /* ESC [ M, three bytes of an old mouse report follow */
    STATE_SS3,      /* ESC O */
    STATE_STRING,   /* OSC, DCS, APC, PM, SOS, up to BEL or ESC \ */
};

#define KINDS_MAX 3

/* What was typed in one read, sequences not counted. */
struct tally {
    size_t typed, runs; /* characters; the same one several times is one run */
    uint32_t last, kind[KINDS_MAX];
    int kinds; /* KINDS_MAX: that or more */
    bool line_end;
};

/* One call of keys_input() or keys_timeout(). */
struct reader {
    struct keys *k;
    bool burst;
    struct tally *tally; /* NULL unless only this is asked for */
    void (*emit)(void *ctx, const struct key *);
    void *ctx;
};

/* --- giving keys --- */

/* ESC in front is Alt: one key, whatever follows. */
static void give(const struct reader *r, struct key key)
{
    bool pressed = key.code != KEY_PASTE && key.code != KEY_MOUSE && key.code != KEY_REPORT;
    if (r->k->pasting && key.code != KEY_PASTE) return;
    if (r->k->alt && pressed) key.mods |= KEY_ALT;
    r->emit(r->ctx, &key);
}

static void give_code(const struct reader *r, enum key_code code)
{
    give(r, (struct key){ .code = code });
}

static void count(struct tally *t, uint32_t ch)
{
    bool known = false;
    for (int i = 0; i < t->kinds; i++) known |= t->kind[i] == ch;
    if (!known && t->kinds < KINDS_MAX) t->kind[t->kinds++] = ch;
    t->typed++;
    t->runs += t->last != ch;
    t->last = ch;
}

/* Typed or pasted as it is. */
static void give_character(const struct reader *r, uint32_t ch)
{
    if (!clean_character(ch)) return;
    if (r->tally != NULL && !r->k->alt && !r->k->pasting) count(r->tally, ch);
    bool paste = r->k->pasting || (r->burst && !r->k->alt);
    give(r, (struct key){ .code = paste ? KEY_PASTE : KEY_CHAR, .ch = ch });
}

/* Of a paste such bytes are left out. */
static void give_unreadable(const struct reader *r)
{
    if (!r->burst) give_code(r, KEY_UNREADABLE);
}

/* Line ends and tabs keep apart what they stood between when they come in a paste: ch, one that is bracketed: bracketed_ch. */
static void give_space(const struct reader *r, enum key_code code, uint32_t ch, uint32_t bracketed_ch)
{
    if (r->tally != NULL && code == KEY_ENTER && !r->k->alt && !r->k->pasting) r->tally->line_end = true;
    if (r->k->pasting || (r->burst && !r->k->alt))
        give(r, (struct key){ .code = KEY_PASTE, .ch = r->k->pasting ? bracketed_ch : ch });
    else
        give_code(r, code);
}

/* --- complete sequences --- */

/* Nothing that is pasted comes in sequences. */
static void give_all(const struct reader *r, const struct key *keys, int n)
{
    for (int i = 0; i < n; i++) give(r, keys[i]);
}

static void finish_csi(const struct reader *r, uint8_t final)
{
    struct key keys[SEQUENCE_KEYS_MAX];
    int number = final == '~' ? sequence_number(r->k->buf, r->k->n) : -1;
    if (number == PASTE_BEGINS || number == PASTE_ENDS)
        r->k->pasting = number == PASTE_BEGINS;
    else
        give_all(r, keys, sequence_csi((enum key_dialect)r->k->dialect, r->k->buf, r->k->n, final, keys));
}

static void finish_ss3(const struct reader *r, uint8_t final)
{
    struct key keys[SEQUENCE_KEYS_MAX];
    give_all(r, keys, sequence_ss3(r->k->buf, r->k->n, final, keys));
}

/* --- bytes --- */

static void go(const struct reader *r, enum state state)
{
    r->k->state = (uint8_t)state;
    r->k->n = 0;
    if (state == STATE_GROUND) r->k->alt = false;
}

static void on_tab(const struct reader *r)
{
    if (r->k->alt && r->k->dialect == DIALECT_LINUX) {
        r->k->alt = false;
        give_code(r, KEY_BACKTAB);
    } else {
        give_space(r, KEY_TAB, '\t', '\t');
    }
}

static void on_control(const struct reader *r, uint8_t byte)
{
    switch (byte) {
    case '\r':
        r->k->after_cr = true;
        give_space(r, KEY_ENTER, '\n', '\r');
        return;
    case '\n': give_space(r, KEY_ENTER, '\n', '\r'); return;
    case '\t': on_tab(r); return;
    case 0x08:
    case 0x7F: give_code(r, KEY_BACKSPACE); return;
    case 0x1B: go(r, STATE_ESCAPE); return;
    default:
        if (byte >= 1 && byte <= 26) give(r, (struct key){ .code = KEY_CTRL, .ch = 'a' + byte - 1u });
    }
}

/* Bytes of the UTF-8 character that begins so; 0: none does. */
static int utf8_length(uint8_t first)
{
    if (first >= 0xC2 && first <= 0xDF) return 2;
    if (first >= 0xE0 && first <= 0xEF) return 3;
    return first >= 0xF0 && first <= 0xF4 ? 4 : 0;
}

static void on_high(const struct reader *r, uint8_t byte)
{
    if (r->k->charset == CHARSET_CP437) {
        give_character(r, charset_cp437(byte));
    } else if (r->k->charset == CHARSET_UTF8 && utf8_length(byte) > 0) {
        go(r, STATE_UTF8);
        r->k->buf[r->k->n++] = byte;
    } else if (r->k->charset == CHARSET_UTF8) {
        give_unreadable(r);
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
        give_character(r, byte);
    else
        on_high(r, byte);
}

/* What broke a sequence off counts for itself. */
static void start_over(const struct reader *r, uint8_t byte)
{
    go(r, STATE_GROUND);
    on_ground(r, byte);
}

static void on_utf8(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    if ((byte & 0xC0) != 0x80) {
        give_unreadable(r);
        start_over(r, byte);
        return;
    }
    k->buf[k->n++] = byte;
    if (k->n < utf8_length(k->buf[0])) return;
    uint32_t ch;
    if (utf8_decode((const char *)k->buf, k->n, &ch) == k->n)
        give_character(r, ch);
    else
        give_unreadable(r);
    go(r, STATE_GROUND);
}

/* More of them, as from a key held down, are one ESC: alone it is the Escape key, before something else it is Alt. */
static void on_escape(const struct reader *r, uint8_t byte)
{
    if (byte == 0x1B) {
        r->k->alt = true;
    } else if (byte == '[') {
        go(r, STATE_CSI);
    } else if (byte == 'O') {
        go(r, STATE_SS3);
    } else if (byte != 0 && strchr("]P_^X", byte) != NULL) {
        go(r, STATE_STRING);
    } else if (byte == '\\') {
        go(r, STATE_GROUND); /* the end of a string (ST) */
    } else {
        go(r, STATE_GROUND);
        r->k->alt = true;
        on_ground(r, byte);
        if (r->k->state == STATE_GROUND) r->k->alt = false;
    }
}

/* rxvt's Shift: the "$" that elsewhere stands before a final byte ends it behind a number and nothing else. */
static bool ends_by_dollar(const struct keys *k)
{
    for (int i = 0; i < k->n; i++)
        if (k->buf[i] < '0' || k->buf[i] > '9') return false;
    return k->n == 1 || k->n == 2;
}

static void on_csi(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    if (k->state == STATE_CSI && byte == '$' && ends_by_dollar(k)) {
        finish_csi(r, byte);
        go(r, STATE_GROUND);
    } else if (byte >= 0x20 && byte < 0x40) {
        if (k->n < sizeof k->buf)
            k->buf[k->n++] = byte;
        else
            k->state = STATE_CSI_LONG;
    } else if (byte < 0x20 || byte >= 0x7F) {
        start_over(r, byte);
    } else if (k->state == STATE_CSI && k->n == 0 && byte == '[') {
        go(r, STATE_CONSOLE);
    } else if (k->state == STATE_CSI && k->n == 0 && byte == 'M' && k->dialect != DIALECT_ST) {
        go(r, STATE_X10);
    } else {
        if (k->state == STATE_CSI) finish_csi(r, byte);
        go(r, STATE_GROUND);
    }
}

static void on_x10(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    struct key key[SEQUENCE_KEYS_MAX];
    k->buf[k->n++] = byte;
    if (k->n < 3) return;
    give_all(r, key, sequence_mouse(k->buf[0] - 32, k->buf[1] - 32, k->buf[2] - 32, true, key));
    go(r, STATE_GROUND);
}

static void on_ss3(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    bool number = (byte >= '0' && byte <= '9') || byte == ';' || byte == ':';
    if (number && k->n < SS3_MAX) {
        k->buf[k->n++] = byte;
    } else if (byte >= 0x40 && byte < 0x7F) {
        finish_ss3(r, byte);
        go(r, STATE_GROUND);
    } else {
        start_over(r, byte);
    }
}

static void on_console(const struct reader *r, uint8_t byte)
{
    if (byte < 0x20 || byte >= 0x7F) {
        start_over(r, byte);
        return;
    }
    if (byte >= 'A' && byte <= 'E') give_code(r, (enum key_code)(KEY_F1 + (byte - 'A')));
    go(r, STATE_GROUND);
}

/* Somebody who typed Alt and one of those letters gets the keyboard back with Enter. */
static void on_string(const struct reader *r, uint8_t byte)
{
    if (byte == 0x07)
        go(r, STATE_GROUND);
    else if (byte == 0x1B || byte == '\r' || byte == '\n')
        start_over(r, byte);
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
    }
}

/* --- what a key means --- */

static bool is_about_words(struct key *k)
{
    switch (k->code) {
    case KEY_LEFT: k->code = KEY_WORD_LEFT; return true;
    case KEY_RIGHT: k->code = KEY_WORD_RIGHT; return true;
    case KEY_BACKSPACE: k->code = KEY_WORD_BACKSPACE; return true;
    case KEY_DELETE: k->code = KEY_WORD_DELETE; return true;
    default: return false;
    }
}

/* Alt-B, Alt-F and Alt-D, as shells have them. */
static bool is_letter_about_words(struct key *k)
{
    uint32_t letter = k->code == KEY_CHAR ? k->ch | 0x20 : 0;
    k->code = letter == 'b' ? KEY_WORD_LEFT : letter == 'f' ? KEY_WORD_RIGHT : KEY_WORD_DELETE;
    return letter == 'b' || letter == 'f' || letter == 'd';
}

#define WIDE_FIRST 0xFF01 /* fullwidth ! to ~ */
#define WIDE_LAST 0xFF5E
#define WIDE_SPACE 0x3000

static uint32_t latin_of(const struct key *k)
{
    if (k->ch >= WIDE_FIRST && k->ch <= WIDE_LAST) return k->ch - WIDE_FIRST + '!';
    if (k->ch == WIDE_SPACE || k->ch == 0xA0) return ' ';
    return k->base != 0 ? k->base : k->ch;
}

bool key_settle(struct key *k, bool typed)
{
    if (k->code == KEY_MOUSE || k->code == KEY_PASTE || k->code == KEY_REPORT) return true;
    uint8_t mods = k->mods;
    k->mods = 0;
    if (mods & KEY_ALT) return is_about_words(k) || is_letter_about_words(k);
    if (mods & KEY_CONTROL && typed) is_about_words(k);
    if (k->code == KEY_CHAR && !typed) k->ch = latin_of(k);
    return true;
}

/* --- calls --- */

static int64_t patience(const struct keys *k)
{
    switch ((enum state)k->state) {
    case STATE_GROUND:
    case STATE_UTF8: return k->pasting ? KEYS_PASTE_MS : 0;
    case STATE_ESCAPE: return KEYS_ESCAPE_MS;
    default: return KEYS_SEQUENCE_MS;
    }
}

static void set_deadline(struct keys *k, int64_t now)
{
    int64_t ms = patience(k);
    k->deadline = ms > 0 ? now + ms : 0;
}

static void read_all(const struct reader *r, const uint8_t *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) on_byte(r, bytes[i]);
}

static void give_nobody(void *ctx, const struct key *key)
{
    (void)ctx, (void)key;
}

/* A rehearsal, on a copy. */
static struct tally tally_of(const struct keys *k, const uint8_t *bytes, size_t n)
{
    struct tally tally = { .typed = 0 };
    struct keys copy = *k;
    struct reader rehearsal = { .k = &copy, .tally = &tally, .emit = give_nobody };
    read_all(&rehearsal, bytes, n);
    return tally;
}

static bool is_paste(const struct tally *t)
{
    if (t->typed > KEYS_HELD_MAX) return true;
    return t->line_end ? t->typed >= KEYS_BURST : t->runs >= KEYS_BURST && t->kinds == KINDS_MAX;
}

/* The rest of a paste ends where nothing follows, or one key only: that one may be held down. */
static bool is_burst(struct keys *k, const uint8_t *bytes, size_t n, int64_t now)
{
    bool rest = now < k->tail;
    if (n < KEYS_BURST && !rest) return false;
    struct tally tally = tally_of(k, bytes, n);
    bool paste = is_paste(&tally);
    if ((paste && n >= KEYS_TAIL_BYTES) || (rest && tally.kinds + tally.line_end > 1)) k->tail = now + KEYS_TAIL_MS;
    return paste || rest;
}

void keys_init(struct keys *k, enum charset charset)
{
    *k = (struct keys){ .charset = charset };
}

void keys_input(struct keys *k, const uint8_t *bytes, size_t n, int64_t now,
                void (*emit)(void *ctx, const struct key *), void *ctx)
{
    bool burst = is_burst(k, bytes, n, now);
    struct reader r = { .k = k, .burst = burst, .emit = emit, .ctx = ctx };
    read_all(&r, bytes, n);
    if (n > 0) set_deadline(k, now);
}

void keys_timeout(struct keys *k, int64_t now, void (*emit)(void *ctx, const struct key *), void *ctx)
{
    if (k->deadline == 0 || now < k->deadline) return;
    struct reader r = { .k = k, .emit = emit, .ctx = ctx };
    if (k->state == STATE_ESCAPE) {
        k->alt = false;
        give_code(&r, KEY_ESCAPE);
    }
    if (k->state == STATE_GROUND || k->state == STATE_UTF8) k->pasting = false;
    go(&r, STATE_GROUND);
    set_deadline(k, now);
}
