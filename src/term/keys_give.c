#include "term/keys_give.h"

#include "base/clean.h"

/* The text right after the end of a paste still belongs to it, because a text may contain that end (H59). */
static bool is_pasting(const struct reader *r)
{
    return r->k->pasting || r->now < r->k->pasted;
}

void keys_give(const struct reader *r, struct key key)
{
    bool pressed = key.code != KEY_PASTE && key.code != KEY_MOUSE && key.code != KEY_REPORT;
    if (is_pasting(r) && key.code != KEY_PASTE) return;
    if (r->k->alt && pressed) key.mods |= KEY_ALT;
    r->emit(r->ctx, &key);
}

void keys_give_code(const struct reader *r, enum key_code code)
{
    keys_give(r, (struct key){ .code = code });
}

static void tally_add(struct tally *t, uint32_t ch)
{
    bool known = false;
    for (int i = 0; i < t->kinds; i++) known |= t->kind[i] == ch;
    if (!known && t->kinds < TALLY_KINDS_MAX) t->kind[t->kinds++] = ch;
    t->typed++;
    t->runs += t->last != ch;
    t->last = ch;
}

void keys_give_character(const struct reader *r, uint32_t ch)
{
    if (!clean_character(ch)) return;
    if (r->tally != NULL && !r->k->alt && !is_pasting(r)) tally_add(r->tally, ch);
    bool paste = is_pasting(r) || (r->burst && !r->k->alt);
    keys_give(r, (struct key){ .code = paste ? KEY_PASTE : KEY_CHAR, .ch = ch });
}

void keys_give_unreadable(const struct reader *r)
{
    if (!r->burst) keys_give_code(r, KEY_UNREADABLE);
}

void keys_give_space(const struct reader *r, enum key_code code, uint32_t ch, uint32_t bracketed_ch)
{
    bool pasting = is_pasting(r);
    if (r->tally != NULL && code == KEY_ENTER && !r->k->alt && !pasting) r->tally->line_end = true;
    if (pasting || (r->burst && !r->k->alt))
        keys_give(r, (struct key){ .code = KEY_PASTE, .ch = pasting ? bracketed_ch : ch });
    else
        keys_give_code(r, code);
}

bool keys_give_all(const struct reader *r, const struct key *keys, int n)
{
    for (int i = 0; i < n; i++) keys_give(r, keys[i]);
    return n > 0;
}

bool tally_is_paste(const struct tally *t)
{
    if (t->typed > KEYS_HELD_MAX) return true;
    return t->line_end ? t->typed >= KEYS_BURST : t->runs >= KEYS_BURST && t->kinds == TALLY_KINDS_MAX;
}
