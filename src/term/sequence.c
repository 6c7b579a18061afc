#include "term/sequence.h"

#include "base/clean.h"
#include "base/utf8.h"

#include <string.h>

/* Sources: ECMA-48 5.4; xterm's "Control Sequences" (modifyOtherKeys, formatOtherKeys); kitty's "Comprehensive keyboard
 * handling in terminals"; rxvt-unicode's rxvt(7); terminfo's linux, screen, tmux; st's config.def.h; cterm.adoc of
 * SyncTERM; win32-input-mode of Windows Terminal; mintty's "Control Sequences". */

#define COUNT(table) (sizeof(table) / sizeof *(table))

/* --- parameters --- */

#define FIELDS_MAX 6
#define PARTS_MAX 8
#define NUMBER_LIMIT 0x110000 /* one more than any character */

/* Numbers separated by ";", their parts by ":". An empty or missing part is 0. */
struct parameters {
    int n;
    int parts[FIELDS_MAX];
    int value[FIELDS_MAX][PARTS_MAX];
};

/* false: there are other bytes, or more numbers than anybody sends. */
static bool read_parameters(const uint8_t *bytes, size_t n, struct parameters *p)
{
    *p = (struct parameters){ .n = n > 0, .parts = { n > 0 } };
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == ';') {
            if (p->n == FIELDS_MAX) return false;
            p->parts[p->n++] = 1;
        } else if (bytes[i] == ':') {
            if (p->parts[p->n - 1] == PARTS_MAX) return false;
            p->parts[p->n - 1]++;
        } else if (bytes[i] >= '0' && bytes[i] <= '9') {
            int *value = &p->value[p->n - 1][p->parts[p->n - 1] - 1];
            *value = *value * 10 + (bytes[i] - '0');
            if (*value > NUMBER_LIMIT) *value = NUMBER_LIMIT;
        } else {
            return false;
        }
    }
    return true;
}

/* The second field is 1 plus the bits of the modifiers; its second part is what happened to the key. */
enum { BIT_SHIFT = 1, BIT_ALT = 2, BIT_CONTROL = 4, BIT_SUPER = 8, BIT_HYPER = 16, BIT_META = 32, BIT_CAPS_LOCK = 64 };
enum { EVENT_RELEASE = 3 };

static int bits_of(const struct parameters *p)
{
    return p->value[1][0] > 0 ? p->value[1][0] - 1 : 0;
}

static bool is_release(const struct parameters *p)
{
    return p->value[1][1] == EVENT_RELEASE;
}

/* Super, Hyper and Meta count as Alt: they make another key of it. */
static uint8_t mods_of(int bits)
{
    bool alt = bits & (BIT_ALT | BIT_SUPER | BIT_HYPER | BIT_META);
    return (uint8_t)((bits & BIT_SHIFT ? KEY_SHIFT : 0) | (alt ? KEY_ALT : 0) | (bits & BIT_CONTROL ? KEY_CONTROL : 0));
}

/* --- keys by name --- */

struct sequence_key {
    int id; /* the final letter, the number before "~", or kitty's number */
    enum key_code code;
};

static const struct sequence_key letter_keys[] = {
    { 'A', KEY_UP },  { 'B', KEY_DOWN },    { 'C', KEY_RIGHT },   { 'D', KEY_LEFT },      { 'H', KEY_HOME },
    { 'F', KEY_END }, { 'Z', KEY_BACKTAB }, { 'P', KEY_F1 },      { 'Q', KEY_F2 },        { 'R', KEY_F3 },
    { 'S', KEY_F4 },  { 'K', KEY_END },     { 'V', KEY_PAGE_UP }, { 'U', KEY_PAGE_DOWN },
};

/* The letters of rxvt with Shift (CSI) and Control (SS3). */
static const struct sequence_key rxvt_letter_keys[] = {
    { 'a', KEY_UP }, { 'b', KEY_DOWN }, { 'c', KEY_RIGHT }, { 'd', KEY_LEFT }
};

static const struct sequence_key number_keys[] = {
    { 1, KEY_HOME },      { 2, KEY_INSERT }, { 3, KEY_DELETE }, { 4, KEY_END },  { 5, KEY_PAGE_UP },
    { 6, KEY_PAGE_DOWN }, { 7, KEY_HOME },   { 8, KEY_END },    { 11, KEY_F1 },  { 12, KEY_F2 },
    { 13, KEY_F3 },       { 14, KEY_F4 },    { 15, KEY_F5 },    { 17, KEY_F6 },  { 18, KEY_F7 },
    { 19, KEY_F8 },       { 20, KEY_F9 },    { 21, KEY_F10 },   { 23, KEY_F11 }, { 24, KEY_F12 },
};

static const struct sequence_key kitty_keys[] = {
    { 8, KEY_BACKSPACE },     { 9, KEY_TAB },           { 13, KEY_ENTER },     { 27, KEY_ESCAPE },
    { 127, KEY_BACKSPACE },   { 57344, KEY_ESCAPE },    { 57345, KEY_ENTER },  { 57346, KEY_TAB },
    { 57347, KEY_BACKSPACE }, { 57348, KEY_INSERT },    { 57349, KEY_DELETE }, { 57350, KEY_LEFT },
    { 57351, KEY_RIGHT },     { 57352, KEY_UP },        { 57353, KEY_DOWN },   { 57354, KEY_PAGE_UP },
    { 57355, KEY_PAGE_DOWN }, { 57356, KEY_HOME },      { 57357, KEY_END },    { 57364, KEY_F1 },
    { 57365, KEY_F2 },        { 57366, KEY_F3 },        { 57367, KEY_F4 },     { 57368, KEY_F5 },
    { 57369, KEY_F6 },        { 57370, KEY_F7 },        { 57371, KEY_F8 },     { 57372, KEY_F9 },
    { 57373, KEY_F10 },       { 57374, KEY_F11 },       { 57375, KEY_F12 },    { 57414, KEY_ENTER },
    { 57417, KEY_LEFT },      { 57418, KEY_RIGHT },     { 57419, KEY_UP },     { 57420, KEY_DOWN },
    { 57421, KEY_PAGE_UP },   { 57422, KEY_PAGE_DOWN }, { 57423, KEY_HOME },   { 57424, KEY_END },
    { 57425, KEY_INSERT },    { 57426, KEY_DELETE },
};

#define KEYPAD_FIRST                                                                                                   \
    57399 /* from here on kitty's keypad, in this order; all others of Unicode's private use are no text */
#define KEYPAD_LAST 57416
static const char keypad[] = "0123456789./*-+\r=,";
#define PRIVATE_USE_FIRST 0xE000
#define PRIVATE_USE_LAST 0xF8FF

static int give(struct key out[], enum key_code code, uint8_t mods)
{
    if (code == KEY_TAB && mods & KEY_SHIFT) code = KEY_BACKTAB;
    if (code == KEY_BACKTAB) mods &= (uint8_t)~KEY_SHIFT;
    out[0] = (struct key){ .code = code, .mods = mods };
    return 1;
}

static int give_from(struct key out[], const struct sequence_key *table, size_t n, int id, uint8_t mods)
{
    for (size_t i = 0; i < n; i++)
        if (table[i].id == id) return give(out, table[i].code, mods);
    return 0;
}

/* --- keys by character --- */

/* The character of a key with Shift in the US layout: the best guess when the terminal does not report it. */
static uint32_t us_shift(uint32_t ch)
{
    static const char plain[] = "`1234567890-=[]\\;',./", shifted[] = "~!@#$%^&*()_+{}|:\"<>?";
    const char *at = ch > 0 && ch < 0x7F ? strchr(plain, (int)ch) : NULL;
    return at != NULL ? (uint32_t)(unsigned char)shifted[at - plain] : ch;
}

static bool is_letter(uint32_t ch)
{
    return utf8_upper(ch) != ch || utf8_lower(ch) != ch;
}

static uint32_t cased(uint32_t ch, int bits)
{
    bool shift = bits & BIT_SHIFT, caps = bits & BIT_CAPS_LOCK;
    if (is_letter(ch)) return shift != caps ? utf8_upper(ch) : ch;
    return shift ? us_shift(ch) : ch;
}

static uint32_t character_of(int code, int shifted, int bits)
{
    bool shift = bits & BIT_SHIFT, caps = bits & BIT_CAPS_LOCK;
    if (shift && shifted > 0)
        return caps && is_letter((uint32_t)shifted) ? utf8_lower((uint32_t)shifted) : (uint32_t)shifted;
    return cased((uint32_t)code, bits);
}

/* The Latin key in the place of a Russian letter, because some terminals report the letter only; else ch itself. */
static int latin_place(int ch)
{
    static const uint16_t russian[] = { 0x439, 0x446, 0x443, 0x43A, 0x435, 0x43D, 0x433, 0x448, 0x449,
                                        0x437, 0x444, 0x44B, 0x432, 0x430, 0x43F, 0x440, 0x43E, 0x43B,
                                        0x434, 0x44F, 0x447, 0x441, 0x43C, 0x438, 0x442, 0x44C };
    static const char latin[] = "qwertyuiopasdfghjklzxcvbnm";
    for (size_t i = 0; i < COUNT(russian); i++)
        if (russian[i] == utf8_lower((uint32_t)ch)) return latin[i];
    return ch;
}

/* With Control a letter means the control byte: Ctrl-I is Tab, Ctrl-M is Enter. With Shift too it means nothing. */
static int give_control(struct key out[], int ch, int bits)
{
    uint8_t mods = mods_of(bits) & KEY_ALT;
    if (ch >= 'A' && ch <= 'Z') ch += 'a' - 'A';
    if (bits & BIT_SHIFT) return 0;
    switch (ch) {
    case 'h': return give(out, KEY_BACKSPACE, mods);
    case 'i': return give(out, KEY_TAB, mods);
    case 'j':
    case 'm': return give(out, KEY_ENTER, mods);
    case '[': return give(out, KEY_ESCAPE, mods);
    default: break;
    }
    if (ch < 'a' || ch > 'z') return 0;
    out[0] = (struct key){ .code = KEY_CTRL, .ch = (uint32_t)ch, .mods = mods };
    return 1;
}

static int give_character(struct key out[], uint32_t ch, uint8_t base, uint8_t mods)
{
    if (!clean_character(ch)) return 0;
    out[0] = (struct key){ .code = KEY_CHAR, .ch = ch, .base = ch < 0x80 ? 0 : base, .mods = mods & KEY_ALT };
    return 1;
}

static bool is_latin(int ch)
{
    return ch > 0x20 && ch < 0x7F;
}

/* The text that the key makes, if the terminal reports it. */
static int give_text(const struct parameters *p, uint8_t base, struct key out[])
{
    int n = 0;
    for (int i = 0; i < p->parts[2] && n < SEQUENCE_KEYS_MAX; i++)
        n += give_character(out + n, (uint32_t)p->value[2][i], p->parts[2] == 1 ? base : 0, 0);
    return n;
}

/* kitty: CSI key[:shifted[:base]] ; modifiers[:event] ; text u. base is the key in that place of a PC's US layout. */
static int give_kitty(const struct parameters *p, struct key out[])
{
    int code = p->value[0][0], bits = bits_of(p), base = is_latin(p->value[0][2]) ? p->value[0][2] : 0;
    int named = give_from(out, kitty_keys, COUNT(kitty_keys), code, mods_of(bits));
    if (named > 0) return named;
    if (code >= KEYPAD_FIRST && code <= KEYPAD_LAST)
        code = keypad[code - KEYPAD_FIRST];
    else if (code >= PRIVATE_USE_FIRST && code <= PRIVATE_USE_LAST)
        return 0;
    if (bits & BIT_CONTROL) return give_control(out, is_latin(code) || base == 0 ? latin_place(code) : base, bits);
    uint8_t latin = (uint8_t)(base != 0 ? cased((uint32_t)base, bits) : 0);
    if (p->n > 2 && (mods_of(bits) & KEY_ALT) == 0) {
        int n = give_text(p, latin, out);
        if (n > 0) return n;
    }
    return give_character(out, character_of(code, p->value[0][1], bits), latin, mods_of(bits));
}

/* xterm's modifyOtherKeys: CSI 27 ; modifiers ; character ~. */
static int give_other_key(const struct parameters *p, struct key out[])
{
    struct parameters as_kitty = { .n = 2, .parts = { 1, 1 }, .value = { { p->value[2][0] }, { p->value[1][0] } } };
    return give_kitty(&as_kitty, out);
}

/* The virtual keys of Windows that make no character. */
static const struct sequence_key windows_keys[] = {
    { 0x21, KEY_PAGE_UP }, { 0x22, KEY_PAGE_DOWN }, { 0x23, KEY_END },  { 0x24, KEY_HOME },   { 0x25, KEY_LEFT },
    { 0x26, KEY_UP },      { 0x27, KEY_RIGHT },     { 0x28, KEY_DOWN }, { 0x2D, KEY_INSERT }, { 0x2E, KEY_DELETE },
    { 0x70, KEY_F1 },      { 0x71, KEY_F2 },        { 0x72, KEY_F3 },   { 0x73, KEY_F4 },     { 0x74, KEY_F5 },
    { 0x75, KEY_F6 },      { 0x76, KEY_F7 },        { 0x77, KEY_F8 },   { 0x78, KEY_F9 },     { 0x79, KEY_F10 },
    { 0x7A, KEY_F11 },     { 0x7B, KEY_F12 },
};

/* win32-input-mode (?9001): CSI virtual key ; scan code ; character ; down ; control keys ; times _. AltGr is
 * right Alt with left Control; the character has it already. */
static int give_windows(const struct parameters *p, struct key out[])
{
    int ch = p->value[2][0], state = p->value[4][0], times = p->value[5][0];
    bool alt_gr = (state & 1) && (state & 8) && ch > 0;
    int bits = state & 0x10 ? BIT_SHIFT : 0;
    if (!alt_gr) bits |= (state & 3 ? BIT_ALT : 0) | (state & 0xC ? BIT_CONTROL : 0);
    if (p->value[3][0] == 0) return 0;
    int n = give_from(out, windows_keys, COUNT(windows_keys), p->value[0][0], mods_of(bits));
    if (n == 0) n = give_from(out, kitty_keys, COUNT(kitty_keys), ch < 0x80 ? ch : 0, mods_of(bits));
    if (n == 0 && ch > 0 && ch < 0x20) n = give_control(out, ch + 'a' - 1, bits & ~BIT_SHIFT);
    if (n == 0 && ch >= 0x20 && !(bits & BIT_CONTROL)) n = give_character(out, (uint32_t)ch, 0, mods_of(bits));
    while (n > 0 && n < times && n < SEQUENCE_KEYS_MAX) out[n++] = out[0];
    return n;
}

/* --- sequences --- */

int sequence_mouse(int b, int x, int y, bool press, struct key out[SEQUENCE_KEYS_MAX])
{
    int button = b & (64 | 3);
    bool motion = b & 32;
    if (b < 0 || b > 127 || x < 1 || y < 1 || (button == 3 && motion) || (button >= 64 && (button > 65 || !press)))
        return 0;
    if (button == 3) {
        button = 0;
        press = false;
    }
    out[0] = (struct key){ .code = KEY_MOUSE,
                           .mods = (uint8_t)(b >> 2 & 7),
                           .mouse = { .button = (uint8_t)button,
                                      .press = press && !motion,
                                      .drag = press && motion,
                                      .x = x - 1,
                                      .y = y - 1 } };
    return 1;
}

static int sgr_mouse(const uint8_t *bytes, size_t n, uint8_t final, struct key out[])
{
    struct parameters p;
    if (!read_parameters(bytes, n, &p) || p.n != 3 || (final != 'M' && final != 'm')) return 0;
    return sequence_mouse(p.value[0][0], p.value[1][0], p.value[2][0], final == 'M', out);
}

/* In rxvt the final byte is the modifier: "$" Shift, "^" Control, "@" both. */
static uint8_t rxvt_mods(uint8_t final)
{
    return final == '$' ? KEY_SHIFT : final == '^' ? KEY_CONTROL : KEY_SHIFT | KEY_CONTROL;
}

static int give_number(const struct parameters *p, uint8_t mods, struct key out[])
{
    return p->n >= 1 ? give_from(out, number_keys, COUNT(number_keys), p->value[0][0], mods) : 0;
}

static int give_letter(const struct parameters *p, uint8_t final, struct key out[])
{
    if (final >= 'a' && final <= 'd')
        return p->n == 0 ? give_from(out, rxvt_letter_keys, COUNT(rxvt_letter_keys), final, KEY_SHIFT) : 0;
    return give_from(out, letter_keys, COUNT(letter_keys), final, mods_of(bits_of(p)));
}

/* Two plain numbers before R are a cursor position, which comes more often than F3 with a modifier. */
static bool is_position(const struct parameters *p)
{
    return p->n == 2 && p->parts[0] == 1 && p->parts[1] == 1;
}

/* The keys of st outside of application mode, which no other terminal sends. */
static int give_st(const struct parameters *p, uint8_t final, struct key out[])
{
    static const struct {
        char final;
        int number;
        enum key_code code;
        uint8_t mods;
    } keys[] = {
        { 'P', 0, KEY_DELETE, 0 },       { 'M', 0, KEY_DELETE, KEY_CONTROL }, { 'K', 2, KEY_DELETE, KEY_SHIFT },
        { 'h', 4, KEY_INSERT, 0 },       { 'L', 0, KEY_INSERT, KEY_CONTROL }, { 'l', 4, KEY_INSERT, KEY_SHIFT },
        { 'J', 2, KEY_HOME, KEY_SHIFT }, { 'J', 0, KEY_END, KEY_CONTROL },    { 'K', 0, KEY_END, KEY_SHIFT },
    };
    for (size_t i = 0; i < COUNT(keys); i++)
        if (keys[i].final == (char) final && p->n == (keys[i].number > 0) && p->value[0][0] == keys[i].number)
            return give(out, keys[i].code, keys[i].mods);
    return 0;
}

int sequence_csi(enum key_dialect dialect, const uint8_t *bytes, size_t n, uint8_t final,
                 struct key out[SEQUENCE_KEYS_MAX])
{
    struct parameters p;
    if (n > 0 && bytes[0] == '<') return sgr_mouse(bytes + 1, n - 1, final, out);
    if (!read_parameters(bytes, n, &p) || is_release(&p)) return 0;
    int of_st = dialect == DIALECT_ST ? give_st(&p, final, out) : 0;
    if (of_st > 0) return of_st;
    switch (final) {
    case 'u': return give_kitty(&p, out);
    case '_': return give_windows(&p, out);
    case '~':
        return p.value[0][0] == 27 && p.n == 3 ? give_other_key(&p, out) : give_number(&p, mods_of(bits_of(&p)), out);
    case '@':
        if (p.n == 0) return give(out, KEY_INSERT, 0); /* SyncTERM */
        return give_number(&p, rxvt_mods(final), out);
    case '$':
    case '^': return give_number(&p, rxvt_mods(final), out);
    case 'R':
        if (!is_position(&p)) return give_letter(&p, final, out);
        out[0] = (struct key){ .code = KEY_REPORT, .mouse = { .x = p.value[1][0], .y = p.value[0][0] } };
        return 1;
    default: return give_letter(&p, final, out);
    }
}

int sequence_number(const uint8_t *bytes, size_t n)
{
    struct parameters p;
    return read_parameters(bytes, n, &p) && p.n > 0 ? p.value[0][0] : -1;
}

/* The bytes of the keypad are its digits and signs plus 64. Some terminals insert modifiers: SS3 5 A, SS3 1 ; 5 A. */
int sequence_ss3(const uint8_t *bytes, size_t n, uint8_t final, struct key out[SEQUENCE_KEYS_MAX])
{
    struct parameters p;
    if (!read_parameters(bytes, n, &p)) return 0;
    int told = p.n > 1 ? p.value[1][0] : p.value[0][0];
    uint8_t mods = mods_of(told > 0 ? told - 1 : 0);
    if (final == 'M') return give(out, KEY_ENTER, mods);
    if (final == '[') return give(out, KEY_ESCAPE, mods); /* mintty's ?7727 */
    if (final == 'I') return give(out, KEY_TAB, mods);
    if (final == 'X') return give_character(out, '=', 0, mods);
    if (final >= 'j' && final <= 'y') return give_character(out, (uint32_t) final - 64, 0, mods);
    int rxvt = give_from(out, rxvt_letter_keys, COUNT(rxvt_letter_keys), final, KEY_CONTROL);
    return rxvt > 0 ? rxvt : give_from(out, letter_keys, COUNT(letter_keys), final, mods);
}

bool sequence_begins_answer(uint8_t opener, uint8_t byte)
{
    bool digit = byte >= '0' && byte <= '9';
    return (opener == ']' && digit) || (opener == 'P' && (digit || byte == '>' || byte == '!')) ||
           (opener == '_' && byte == 'G');
}

bool sequence_is_answer(uint8_t opener, const uint8_t *bytes, size_t n)
{
    size_t at = 0;
    if (n < 4 || !sequence_begins_answer(opener, bytes[0])) return false;
    if (opener == '_') return bytes[2] == '=';
    if (opener == 'P') return bytes[1] == '|' || bytes[1] == '$' || bytes[1] == '+';
    while (at < n && bytes[at] >= '0' && bytes[at] <= '9') at++;
    return at < n && bytes[at] == ';';
}
