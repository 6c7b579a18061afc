#include "games/felt/typing.h"

#include "games/felt/look.h"

#include <stdio.h>
#include <string.h>

bool typing_begins(const struct key *k)
{
    return k->code == KEY_CHAR && !(k->mods & KEY_ALT) && (k->ch == ':' || k->ch == '/');
}

static void clear(struct typing *t)
{
    memset(t, 0, sizeof *t);
}

static void cut(struct typing *t, int to)
{
    while (t->n > to) t->text[--t->n] = '\0';
}

/* Where the last word begins. */
static int last_word(const struct typing *t)
{
    int at = t->n;
    while (at > 0 && t->text[at - 1] == ' ') at--;
    while (at > 0 && t->text[at - 1] != ' ') at--;
    return at;
}

static bool is_ctrl(const struct key *k, char letter)
{
    return k->code == KEY_CTRL && k->ch == (uint32_t)(unsigned char)letter;
}

static bool enter(struct typing *t, char out[TYPING_TEXT])
{
    memcpy(out, t->text, TYPING_TEXT);
    clear(t);
    return out[0] != '\0';
}

bool typing_key(struct typing *t, const struct key *k, char out[TYPING_TEXT], struct act_result *act)
{
    bool text = k->code == KEY_CHAR && !(k->mods & KEY_ALT);
    *act = (struct act_result){ .act = ACT_LOOK };
    if (k->code == KEY_ENTER) return enter(t, out);
    bool back = k->code == KEY_BACKSPACE || k->code == KEY_DELETE; /* the cursor stands at the end (H5) */
    if (k->code == KEY_ESCAPE || (back && t->n == 0))
        clear(t);
    else if (back)
        cut(t, t->n - 1);
    else if (k->code == KEY_WORD_BACKSPACE || is_ctrl(k, 'w'))
        cut(t, last_word(t));
    else if (is_ctrl(k, 'u'))
        cut(t, 0);
    else if (!text || k->ch >= 0x7F)
        act->act = ACT_NONE;
    else if (t->n + 1u < sizeof t->text)
        t->text[t->n++] = (char)k->ch;
    return false;
}

void typing_draw(const struct typing *t, struct canvas *c)
{
    char line[TYPING_TEXT + 1];
    snprintf(line, sizeof line, ":%s", t->text);
    look_message(c, line, STYLE_STRONG);
    look_keys(c, "Enter make the move  Esc back", "");
    c->cursor_x = 2 + t->n;
    c->cursor_y = c->rows - 2;
}
