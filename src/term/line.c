#include "term/line.h"

#include "base/clean.h"
#include "base/utf8.h"

#include <assert.h>
#include <string.h>

#define COMBINING_MAX 2 /* on one character (H64) */

void line_init(struct line *l, int max, bool secret)
{
    assert(max >= 1 && max < LINE_MAX_BYTES);
    *l = (struct line){ .max = max, .secret = secret };
}

static uint32_t character_at(const struct line *l, int at)
{
    uint32_t ch;
    utf8_decode(l->text + at, (size_t)(l->len - at), &ch);
    return ch;
}

static int step_back(const struct line *l, int at)
{
    if (at == 0) return 0;
    do at--;
    while (at > 0 && ((unsigned char)l->text[at] & 0xC0) == 0x80);
    return at;
}

static int step_on(const struct line *l, int at)
{
    uint32_t ch;
    return at == l->len ? at : at + (int)utf8_decode(l->text + at, (size_t)(l->len - at), &ch);
}

/* May one more combining mark stand at the cursor? */
static bool mark_has_place(const struct line *l)
{
    int marks = 0, at = l->at;
    while (at > 0 && utf8_width(character_at(l, at = step_back(l, at))) == 0) marks++;
    return l->at > 0 && marks < COMBINING_MAX && utf8_width(character_at(l, at)) > 0;
}

static void insert(struct line *l, uint32_t ch)
{
    char bytes[4];
    if (!clean_character(ch) || (utf8_width(ch) == 0 && !mark_has_place(l))) return;
    int n = (int)utf8_encode(ch, bytes);
    if (l->len + n > l->max) return;
    memmove(l->text + l->at + n, l->text + l->at, (size_t)(l->len - l->at + 1));
    memcpy(l->text + l->at, bytes, (size_t)n);
    l->len += n;
    l->at += n;
}

static void cut(struct line *l, int from, int to)
{
    memmove(l->text + from, l->text + to, (size_t)(l->len - to + 1));
    l->len -= to - from;
    l->at = from;
}

static void delete_here(struct line *l)
{
    if (l->at == l->len)
        cut(l, step_back(l, l->at), l->at);
    else
        cut(l, l->at, step_on(l, l->at));
}

/* Of a secret the words are not told apart: it is one. */
static int word_before(const struct line *l)
{
    int at = l->at;
    while (at > 0 && (l->secret || l->text[at - 1] == ' ')) at--;
    while (at > 0 && l->text[at - 1] != ' ') at--;
    return at;
}

static int word_behind(const struct line *l)
{
    int at = l->at;
    while (at < l->len && (l->secret || l->text[at] == ' ')) at++;
    while (at < l->len && l->text[at] != ' ') at++;
    return at;
}

static enum line_result on_ctrl(struct line *l, uint32_t letter)
{
    switch (letter) {
    case 'a': l->at = 0; return LINE_EDITED;
    case 'e': l->at = l->len; return LINE_EDITED;
    case 'u': cut(l, 0, l->at); return LINE_EDITED;
    case 'w': cut(l, word_before(l), l->at); return LINE_EDITED;
    default: return LINE_IGNORED;
    }
}

static enum line_result on_text(struct line *l, const struct key *k)
{
    if (k->code == KEY_PASTE && k->ch == '\n') return LINE_ENTERED;
    bool blank = k->code == KEY_PASTE && (k->ch == '\t' || k->ch == '\r');
    insert(l, blank ? ' ' : k->ch);
    return LINE_EDITED;
}

void line_set(struct line *l, const char *text)
{
    cut(l, 0, l->len);
    for (size_t n = strlen(text), took; n > 0; text += took, n -= took) {
        uint32_t ch;
        took = utf8_decode(text, n, &ch);
        insert(l, ch);
    }
}

enum line_result line_key(struct line *l, const struct key *key)
{
    struct key settled = *key, *k = &settled;
    if (!key_settle(k, true)) return LINE_IGNORED;
    switch (k->code) {
    case KEY_CHAR:
    case KEY_PASTE: return on_text(l, k);
    case KEY_CTRL: return on_ctrl(l, k->ch);
    case KEY_ENTER: return LINE_ENTERED;
    case KEY_ESCAPE: return LINE_LEFT;
    case KEY_BACKSPACE: cut(l, step_back(l, l->at), l->at); return LINE_EDITED;
    case KEY_DELETE: delete_here(l); return LINE_EDITED;
    case KEY_LEFT: l->at = step_back(l, l->at); return LINE_EDITED;
    case KEY_RIGHT: l->at = step_on(l, l->at); return LINE_EDITED;
    case KEY_WORD_LEFT: l->at = word_before(l); return LINE_EDITED;
    case KEY_WORD_RIGHT: l->at = word_behind(l); return LINE_EDITED;
    case KEY_WORD_BACKSPACE: cut(l, word_before(l), l->at); return LINE_EDITED;
    case KEY_WORD_DELETE: cut(l, l->at, word_behind(l)); return LINE_EDITED;
    case KEY_HOME: l->at = 0; return LINE_EDITED;
    case KEY_END: l->at = l->len; return LINE_EDITED;
    default: return LINE_IGNORED;
    }
}

static int columns_at(const struct line *l, int at)
{
    return l->secret ? 1 : utf8_width(character_at(l, at));
}

static int columns_between(const struct line *l, int from, int to)
{
    int columns = 0;
    for (int at = from; at < to; at = step_on(l, at)) columns += columns_at(l, at);
    return columns;
}

void line_draw(const struct line *l, struct canvas *c, int x, int y, int cols)
{
    assert(cols >= 1);
    int from = 0, before = columns_between(l, 0, l->at);
    for (; before > cols - 1; from = step_on(l, from)) before -= columns_at(l, from);
    canvas_fill(c, (struct area){ .x = x, .y = y, .cols = cols, .rows = 1 }, STYLE_FIELD, ' ');
    if (l->secret) {
        int stars = columns_between(l, from, l->len);
        canvas_fill(c, (struct area){ .x = x, .y = y, .cols = stars < cols ? stars : cols, .rows = 1 }, STYLE_FIELD,
                    '*');
    } else {
        canvas_text_cut(c, x, y, STYLE_FIELD, l->text + from, cols);
    }
    c->cursor_x = x + before;
    c->cursor_y = y;
}
