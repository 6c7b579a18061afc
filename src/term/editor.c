#include "term/editor.h"

#include "base/clean.h"
#include "base/utf8.h"

#include <assert.h>
#include <string.h>

#define COMBINING_MAX 2 /* combining marks on one character (H64) */

void editor_init(struct editor *e, int max, bool secret)
{
    assert(max >= 1 && max < EDITOR_MAX_BYTES);
    *e = (struct editor){ .max = max, .secret = secret };
}

static uint32_t character_at(const struct editor *e, int at)
{
    uint32_t ch;
    utf8_decode(e->text + at, (size_t)(e->len - at), &ch);
    return ch;
}

static int step_back(const struct editor *e, int at)
{
    if (at == 0) return 0;
    do at--;
    while (at > 0 && ((unsigned char)e->text[at] & 0xC0) == 0x80);
    return at;
}

static int step_forward(const struct editor *e, int at)
{
    uint32_t ch;
    return at == e->len ? at : at + (int)utf8_decode(e->text + at, (size_t)(e->len - at), &ch);
}

/* May one more combining mark be inserted at the cursor? */
static bool may_add_mark(const struct editor *e)
{
    int marks = 0, at = e->at;
    while (at > 0 && utf8_width(character_at(e, at = step_back(e, at))) == 0) marks++;
    return e->at > 0 && marks < COMBINING_MAX && utf8_width(character_at(e, at)) > 0;
}

static void insert(struct editor *e, uint32_t ch)
{
    char bytes[4];
    if (!clean_character(ch) || (utf8_width(ch) == 0 && !may_add_mark(e))) return;
    int n = (int)utf8_encode(ch, bytes);
    if (e->len + n > e->max) return;
    memmove(e->text + e->at + n, e->text + e->at, (size_t)(e->len - e->at + 1));
    memcpy(e->text + e->at, bytes, (size_t)n);
    e->len += n;
    e->at += n;
}

static void cut(struct editor *e, int from, int to)
{
    memmove(e->text + from, e->text + to, (size_t)(e->len - to + 1));
    e->len -= to - from;
    e->at = from;
}

static void delete_here(struct editor *e)
{
    if (e->at == e->len)
        cut(e, step_back(e, e->at), e->at);
    else
        cut(e, e->at, step_forward(e, e->at));
}

/* A secret is one word, so that its words are not revealed. */
static int word_before(const struct editor *e)
{
    int at = e->at;
    while (at > 0 && (e->secret || e->text[at - 1] == ' ')) at--;
    while (at > 0 && e->text[at - 1] != ' ') at--;
    return at;
}

static int word_after(const struct editor *e)
{
    int at = e->at;
    while (at < e->len && (e->secret || e->text[at] == ' ')) at++;
    while (at < e->len && e->text[at] != ' ') at++;
    return at;
}

static enum editor_result on_ctrl(struct editor *e, uint32_t letter)
{
    switch (letter) {
    case 'a': e->at = 0; return EDITOR_EDITED;
    case 'e': e->at = e->len; return EDITOR_EDITED;
    case 'u': cut(e, 0, e->at); return EDITOR_EDITED;
    case 'w': cut(e, word_before(e), e->at); return EDITOR_EDITED;
    default: return EDITOR_IGNORED;
    }
}

static enum editor_result on_text(struct editor *e, const struct key *k)
{
    if (k->code == KEY_PASTE && k->ch == '\n') return EDITOR_ENTERED;
    bool blank = k->code == KEY_PASTE && (k->ch == '\t' || k->ch == '\r');
    insert(e, blank ? ' ' : k->ch);
    return EDITOR_EDITED;
}

void editor_set(struct editor *e, const char *text)
{
    cut(e, 0, e->len);
    for (size_t n = strlen(text), took; n > 0; text += took, n -= took) {
        uint32_t ch;
        took = utf8_decode(text, n, &ch);
        insert(e, ch);
    }
}

enum editor_result editor_key(struct editor *e, const struct key *key)
{
    struct key settled = *key, *k = &settled;
    if (!key_settle(k, true)) return EDITOR_IGNORED;
    switch (k->code) {
    case KEY_CHAR:
    case KEY_PASTE: return on_text(e, k);
    case KEY_CTRL: return on_ctrl(e, k->ch);
    case KEY_ENTER: return EDITOR_ENTERED;
    case KEY_ESCAPE: return EDITOR_LEFT;
    case KEY_BACKSPACE: cut(e, step_back(e, e->at), e->at); return EDITOR_EDITED;
    case KEY_DELETE: delete_here(e); return EDITOR_EDITED;
    case KEY_LEFT: e->at = step_back(e, e->at); return EDITOR_EDITED;
    case KEY_RIGHT: e->at = step_forward(e, e->at); return EDITOR_EDITED;
    case KEY_WORD_LEFT: e->at = word_before(e); return EDITOR_EDITED;
    case KEY_WORD_RIGHT: e->at = word_after(e); return EDITOR_EDITED;
    case KEY_WORD_BACKSPACE: cut(e, word_before(e), e->at); return EDITOR_EDITED;
    case KEY_WORD_DELETE: cut(e, e->at, word_after(e)); return EDITOR_EDITED;
    case KEY_HOME: e->at = 0; return EDITOR_EDITED;
    case KEY_END: e->at = e->len; return EDITOR_EDITED;
    default: return EDITOR_IGNORED;
    }
}

static int columns_at(const struct editor *e, int at)
{
    return e->secret ? 1 : utf8_width(character_at(e, at));
}

static int columns_between(const struct editor *e, int from, int to)
{
    int columns = 0;
    for (int at = from; at < to; at = step_forward(e, at)) columns += columns_at(e, at);
    return columns;
}

void editor_draw(const struct editor *e, struct canvas *c, int x, int y, int cols)
{
    assert(cols >= 1);
    int from = 0, before = columns_between(e, 0, e->at);
    for (; before > cols - 1; from = step_forward(e, from)) before -= columns_at(e, from);
    canvas_fill(c, (struct area){ .x = x, .y = y, .cols = cols, .rows = 1 }, STYLE_FIELD, ' ');
    if (e->secret) {
        int stars = columns_between(e, from, e->len);
        canvas_fill(c, (struct area){ .x = x, .y = y, .cols = stars < cols ? stars : cols, .rows = 1 }, STYLE_FIELD,
                    '*');
    } else {
        canvas_text_cut(c, x, y, STYLE_FIELD, e->text + from, cols);
    }
    c->cursor_x = x + before;
    c->cursor_y = y;
}
