#include "term/key.h"

static bool to_word_key(struct key *k)
{
    switch (k->code) {
    case KEY_LEFT: k->code = KEY_WORD_LEFT; return true;
    case KEY_RIGHT: k->code = KEY_WORD_RIGHT; return true;
    case KEY_BACKSPACE: k->code = KEY_WORD_BACKSPACE; return true;
    case KEY_DELETE: k->code = KEY_WORD_DELETE; return true;
    default: return false;
    }
}

/* Alt-B, Alt-F and Alt-D, as in shells. */
static bool letter_to_word_key(struct key *k)
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
    if (mods & KEY_ALT) return to_word_key(k) || letter_to_word_key(k);
    if (mods & KEY_CONTROL && typed) to_word_key(k);
    if (k->code == KEY_CHAR && !typed) k->ch = latin_of(k);
    return true;
}
