#include "term/keys.h"

#include "base/clean.h"
#include "base/utf8.h"

#include <string.h>

/* Sequences: ECMA-48 5.4 (CSI), xterm's control sequences, and what SyncTERM (cterm.adoc), PuTTY, rxvt and the Linux
 * console send of their own. */

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

/* One call of keys_input() or keys_timeout(). */
struct reader {
    struct keys *k;
    bool burst;
    void (*emit)(void *ctx, const struct key *);
    void *ctx;
};

/* --- giving keys --- */

static void give(const struct reader *r, struct key key)
{
    if (!r->k->pasting || key.code == KEY_PASTE) r->emit(r->ctx, &key);
}

static void give_code(const struct reader *r, enum key_code code, uint8_t mods)
{
    give(r, (struct key){ .code = code, .mods = mods });
}

static void give_character(const struct reader *r, uint32_t ch, uint8_t mods)
{
    if (!clean_character(ch)) return;
    bool paste = r->k->pasting || r->burst;
    give(r, (struct key){ .code = paste ? KEY_PASTE : KEY_CHAR, .mods = paste ? 0 : mods, .ch = ch });
}

/* Line ends and tabs keep apart what they stood between when they come in a paste. */
static void give_space(const struct reader *r, enum key_code code, uint32_t burst_ch)
{
    if (r->k->pasting || r->burst)
        give(r, (struct key){ .code = KEY_PASTE, .ch = r->k->pasting ? ' ' : burst_ch });
    else
        give_code(r, code, 0);
}

/* --- complete sequences --- */

struct sequence_key {
    uint8_t id; /* the final letter, or the number before ~ */
    uint8_t code;
};

static const struct sequence_key letter_keys[] = {
    { 'A', KEY_UP },  { 'B', KEY_DOWN },    { 'C', KEY_RIGHT },   { 'D', KEY_LEFT },      { 'H', KEY_HOME },
    { 'F', KEY_END }, { 'Z', KEY_BACKTAB }, { 'P', KEY_F1 },      { 'Q', KEY_F2 },        { 'R', KEY_F3 },
    { 'S', KEY_F4 },  { 'K', KEY_END },     { 'V', KEY_PAGE_UP }, { 'U', KEY_PAGE_DOWN }, { '@', KEY_INSERT },
};

static const struct sequence_key number_keys[] = {
    { 1, KEY_HOME },      { 2, KEY_INSERT }, { 3, KEY_DELETE }, { 4, KEY_END },  { 5, KEY_PAGE_UP },
    { 6, KEY_PAGE_DOWN }, { 7, KEY_HOME },   { 8, KEY_END },    { 11, KEY_F1 },  { 12, KEY_F2 },
    { 13, KEY_F3 },       { 14, KEY_F4 },    { 15, KEY_F5 },    { 17, KEY_F6 },  { 18, KEY_F7 },
    { 19, KEY_F8 },       { 20, KEY_F9 },    { 21, KEY_F10 },   { 23, KEY_F11 }, { 24, KEY_F12 },
};

#define COUNT(table) (sizeof(table) / sizeof *(table))

static void give_from(const struct reader *r, const struct sequence_key *table, size_t n, int id, uint8_t mods)
{
    for (size_t i = 0; i < n; i++)
        if (table[i].id == id) {
            give_code(r, (enum key_code)table[i].code, mods);
            return;
        }
}

#define NUMBERS_MAX 6
#define NUMBER_LIMIT 9999

struct parameters {
    int n, value[NUMBERS_MAX];
};

/* Decimal numbers apart by ";", an empty one is 0. false: something else is among them. */
static bool read_parameters(const uint8_t *bytes, size_t n, struct parameters *p)
{
    *p = (struct parameters){ .n = n > 0 };
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == ';') {
            if (p->n == NUMBERS_MAX) return false;
            p->n++;
        } else if (bytes[i] >= '0' && bytes[i] <= '9') {
            int *value = &p->value[p->n - 1];
            *value = *value * 10 + (bytes[i] - '0');
            if (*value > NUMBER_LIMIT) *value = NUMBER_LIMIT;
        } else {
            return false;
        }
    }
    return true;
}

/* b: 0-2 buttons, 3 none, +4 shift, +8 alt, +16 control, +32 motion, +64 wheel; x and y from 1. */
static void give_mouse(const struct reader *r, int b, int x, int y, bool press)
{
    int button = b & (64 | 3);
    bool motion = b & 32;
    if (b < 0 || b > 127 || x < 1 || y < 1 || (button == 3 && motion) || (button >= 64 && (button > 65 || !press)))
        return;
    if (button == 3) {
        button = 0;
        press = false;
    }
    give(r, (struct key){ .code = KEY_MOUSE,
                          .mods = (uint8_t)(b >> 2 & 7),
                          .mouse = { .button = (uint8_t)button,
                                     .press = press && !motion,
                                     .drag = press && motion,
                                     .x = x - 1,
                                     .y = y - 1 } });
}

static void finish_number(const struct reader *r, const struct parameters *p, uint8_t mods)
{
    if (p->value[0] == 200)
        r->k->pasting = true;
    else if (p->value[0] == 201)
        r->k->pasting = false;
    else
        give_from(r, number_keys, COUNT(number_keys), p->value[0], mods);
}

static void finish_csi(const struct reader *r, uint8_t final)
{
    const uint8_t *bytes = r->k->buf;
    size_t n = r->k->n;
    bool sgr_mouse = n > 0 && bytes[0] == '<';
    struct parameters p;
    if (!read_parameters(bytes + sgr_mouse, n - sgr_mouse, &p)) return;
    uint8_t mods = p.n >= 2 && p.value[1] > 1 ? (p.value[1] - 1) & 7 : 0;
    if (sgr_mouse) {
        if (p.n == 3 && (final == 'M' || final == 'm')) give_mouse(r, p.value[0], p.value[1], p.value[2], final == 'M');
    } else if (final == '~') {
        finish_number(r, &p, mods);
    } else if (final == 'R' && p.n == 2) {
        give(r, (struct key){ .code = KEY_REPORT, .mouse = { .x = p.value[1], .y = p.value[0] } });
    } else {
        give_from(r, letter_keys, COUNT(letter_keys), final, mods);
    }
}

/* Application mode (DECCKM, DECKPAM): arrows, and the keypad, whose bytes are those of its digits and signs plus 64. */
static void finish_ss3(const struct reader *r, uint8_t byte)
{
    if (byte == 'M')
        give_code(r, KEY_ENTER, 0);
    else if (byte >= 'j' && byte <= 'y')
        give_character(r, (uint32_t)byte - 64, 0);
    else
        give_from(r, letter_keys, COUNT(letter_keys), byte, 0);
}

/* --- bytes --- */

static void go(const struct reader *r, enum state state)
{
    r->k->state = (uint8_t)state;
    r->k->n = 0;
}

static void on_control(const struct reader *r, uint8_t byte)
{
    switch (byte) {
    case '\r':
        r->k->after_cr = true;
        give_space(r, KEY_ENTER, '\n');
        return;
    case '\n': give_space(r, KEY_ENTER, '\n'); return;
    case '\t': give_space(r, KEY_TAB, ' '); return;
    case 0x08:
    case 0x7F: give_code(r, KEY_BACKSPACE, 0); return;
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
        give_character(r, charset_cp437(byte), 0);
    } else if (r->k->charset == CHARSET_UTF8 && utf8_length(byte) > 0) {
        go(r, STATE_UTF8);
        r->k->buf[r->k->n++] = byte;
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
        give_character(r, byte, 0);
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
        start_over(r, byte);
        return;
    }
    k->buf[k->n++] = byte;
    if (k->n < utf8_length(k->buf[0])) return;
    uint32_t ch;
    if (utf8_decode((const char *)k->buf, k->n, &ch) == k->n) give_character(r, ch, 0);
    go(r, STATE_GROUND);
}

static void on_escape(const struct reader *r, uint8_t byte)
{
    if (byte == '[') {
        go(r, STATE_CSI);
    } else if (byte == 'O') {
        go(r, STATE_SS3);
    } else if (byte != 0 && strchr("]P_^X", byte) != NULL) {
        go(r, STATE_STRING);
    } else if (byte == '\\') {
        go(r, STATE_GROUND); /* the end of a string (ST) */
    } else if (byte == 0x1B) {
        give_code(r, KEY_ESCAPE, 0);
    } else if (byte >= 0x20 && byte < 0x7F) {
        go(r, STATE_GROUND);
        give_character(r, byte, KEY_ALT);
    } else {
        give_code(r, KEY_ESCAPE, 0);
        start_over(r, byte);
    }
}

static void on_csi(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    if (byte >= 0x20 && byte < 0x40) {
        if (k->n < sizeof k->buf)
            k->buf[k->n++] = byte;
        else
            k->state = STATE_CSI_LONG;
    } else if (byte < 0x20 || byte >= 0x7F) {
        start_over(r, byte);
    } else if (k->state == STATE_CSI && k->n == 0 && byte == '[') {
        go(r, STATE_CONSOLE);
    } else if (k->state == STATE_CSI && k->n == 0 && byte == 'M') {
        go(r, STATE_X10);
    } else {
        if (k->state == STATE_CSI) finish_csi(r, byte);
        go(r, STATE_GROUND);
    }
}

static void on_x10(const struct reader *r, uint8_t byte)
{
    struct keys *k = r->k;
    k->buf[k->n++] = byte;
    if (k->n < 3) return;
    give_mouse(r, k->buf[0] - 32, k->buf[1] - 32, k->buf[2] - 32, true);
    go(r, STATE_GROUND);
}

static void on_ss3(const struct reader *r, uint8_t byte)
{
    if (byte < 0x20 || byte >= 0x7F) {
        start_over(r, byte);
    } else if (byte >= 0x40) {
        finish_ss3(r, byte);
        go(r, STATE_GROUND);
    }
}

static void on_console(const struct reader *r, uint8_t byte)
{
    go(r, STATE_GROUND);
    if (byte >= 'A' && byte <= 'E')
        give_code(r, (enum key_code)(KEY_F1 + (byte - 'A')), 0);
    else if (byte < 0x20 || byte >= 0x7F)
        on_ground(r, byte);
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

static void count_character(void *count, const struct key *key)
{
    if (key->code == KEY_CHAR) ++*(size_t *)count;
}

/* A rehearsal, on a copy, tells how many characters were typed. */
static bool is_burst(const struct keys *k, const uint8_t *bytes, size_t n)
{
    if (n < KEYS_BURST) return false;
    struct keys copy = *k;
    size_t typed = 0;
    struct reader rehearsal = { .k = &copy, .emit = count_character, .ctx = &typed };
    read_all(&rehearsal, bytes, n);
    return typed >= KEYS_BURST;
}

void keys_init(struct keys *k, enum charset charset)
{
    *k = (struct keys){ .charset = charset };
}

void keys_input(struct keys *k, const uint8_t *bytes, size_t n, int64_t now,
                void (*emit)(void *ctx, const struct key *), void *ctx)
{
    struct reader r = { .k = k, .burst = is_burst(k, bytes, n), .emit = emit, .ctx = ctx };
    read_all(&r, bytes, n);
    if (n > 0) set_deadline(k, now);
}

void keys_timeout(struct keys *k, int64_t now, void (*emit)(void *ctx, const struct key *), void *ctx)
{
    if (k->deadline == 0 || now < k->deadline) return;
    struct reader r = { .k = k, .emit = emit, .ctx = ctx };
    if (k->state == STATE_ESCAPE)
        give_code(&r, KEY_ESCAPE, 0);
    else if (k->state == STATE_GROUND || k->state == STATE_UTF8)
        k->pasting = false;
    go(&r, STATE_GROUND);
    set_deadline(k, now);
}
