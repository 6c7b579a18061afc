#include "screens/page.h"

#include "base/text.h"
#include "base/utf8.h"
#include "games/felt/look.h"
#include "screens/help_pages.h"
#include "screens/scroll.h"
#include "screens/words.h"
#include "term/wrap.h"

#include <assert.h>
#include <string.h>

#define BLOCK_TEXT 1024
#define CARDS_COLS_MIN 60 /* narrower or lower windows have cards as text */
#define CARDS_ROWS_MIN 13

/* --- reading --- */

struct block {
    enum { BLOCK_GAP, BLOCK_LINES, BLOCK_POINT, BLOCK_CARDS, BLOCK_OURS } kind;
    char text[BLOCK_TEXT]; /* without what marks its kind */
};

static bool begins(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* The line at *at, without its newline, added to out. */
static void take_line(const char **at, struct text *out)
{
    size_t n = strcspn(*at, "\n");
    text_put(out, *at, n);
    *at += n + ((*at)[n] == '\n');
}

/* One block of the page's body; false at its end. */
static bool next_block(const char **at, struct block *b)
{
    struct text out;
    text_init(&out, b->text, sizeof b->text);
    if (**at == '\0') return false;
    b->kind = **at == '\n' ? BLOCK_GAP : **at == '@' ? BLOCK_OURS : begins(*at, "- ") ? BLOCK_POINT : BLOCK_LINES;
    bool joins = b->kind == BLOCK_POINT || (b->kind == BLOCK_LINES && **at != ' ');
    if (begins(*at, "@cards ")) {
        b->kind = BLOCK_CARDS;
        *at += strlen("@cards ");
    } else if (b->kind == BLOCK_POINT) {
        *at += strlen("- ");
    }
    take_line(at, &out);
    while (joins && **at != '\0' && strchr("\n@ ", **at) == NULL && !begins(*at, "- ")) {
        text_add(&out, " ");
        take_line(at, &out);
    }
    return true;
}

static const char *find_file(const char *name)
{
    for (const struct embedded_file *f = help_pages; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0) return (const char *)f->bytes;
    return NULL;
}

/* A line beginning with @ that is no row of cards. */
static void obey(struct page *p, const char *line)
{
    struct text art;
    if (strcmp(line, "@keys") == 0) p->kind = PAGE_OF_KEYS;
    if (strcmp(line, "@words") == 0) p->kind = PAGE_OF_WORDS;
    text_init(&art, p->art, sizeof p->art);
    if (begins(line, "@art ")) text_add(&art, "%s", line + strlen("@art "));
}

void page_read(struct page *p, const char *name)
{
    const char *at = find_file(name);
    struct block b;
    struct text title;
    assert(at != NULL);
    *p = (struct page){ 0 };
    text_init(&title, p->title, sizeof p->title);
    take_line(&at, &title);
    for (p->body = at; next_block(&at, &b) && (b.kind == BLOCK_OURS || b.kind == BLOCK_GAP); p->body = at)
        if (b.kind == BLOCK_OURS) obey(p, b.text);
}

/* --- rows of cards --- */

/* One thing of a row: cards, an empty place with its mark, or words. */
struct thing {
    struct pile pile;
    bool place;
    char words[48]; /* the mark of a place; words, with blanks */
};

static bool read_cards(const char *text, size_t n, struct pile *p)
{
    *p = (struct pile){ 0 };
    for (size_t at = 0; at < n;) {
        card c;
        int took = card_parse(text + at, &c);
        if (took == 0 || at + (size_t)took > n) return false;
        pile_push(p, c);
        at += (size_t)took;
    }
    return true;
}

static bool next_thing(const char **at, struct thing *t)
{
    struct text words;
    *at += strspn(*at, " ");
    size_t n = strcspn(*at, " ");
    if (n == 0) return false;
    *t = (struct thing){ .place = **at == '[' };
    text_init(&words, t->words, sizeof t->words);
    if (t->place) {
        text_put(&words, *at + 1, strcspn(*at + 1, "]"));
    } else if (!read_cards(*at, n, &t->pile)) {
        t->pile = (struct pile){ 0 };
        text_put(&words, *at, n);
        for (char *ch = t->words; *ch != '\0'; ch++)
            if (*ch == '_') *ch = ' ';
    }
    *at += n;
    return true;
}

/* Columns that a thing takes; as text, with cards of two columns. */
static int thing_columns(const struct thing *t, bool as_text)
{
    if (t->place) return as_text ? 4 : card_small.cols;
    if (pile_empty(&t->pile)) return utf8_columns(t->words);
    return as_text ? 2 * t->pile.n : (t->pile.n - 1) * card_small.step + card_small.cols;
}

static int row_columns(const char *row, bool as_text)
{
    struct thing t;
    int cols = 0;
    while (next_thing(&row, &t)) cols += thing_columns(&t, as_text) + 1;
    return cols;
}

static bool is_text(const char *row, struct area a)
{
    return a.cols < CARDS_COLS_MIN || a.rows < CARDS_ROWS_MIN || row_columns(row, false) > a.cols;
}

static void draw_thing(struct canvas *c, int x, int y, const struct thing *t, int cols)
{
    if (t->place)
        look_place(c, x, y, card_small, t->words, STYLE_PLACE);
    else if (pile_empty(&t->pile))
        canvas_text(c, x, y + 1, STYLE_PLAIN, t->words);
    else
        look_pile(c, x, y, card_small, &t->pile, cols, STYLE_CARD);
}

static void draw_thing_as_text(struct canvas *c, int x, int y, const struct thing *t)
{
    if (t->place)
        canvas_add(c, x, y, STYLE_PLACE, "[%-2s]", t->words);
    else if (pile_empty(&t->pile))
        canvas_text(c, x, y, STYLE_PLAIN, t->words);
    for (int i = 0; i < t->pile.n; i++)
        canvas_text(c, x + 2 * i, y, look_card_style(t->pile.c[i]), look_card_text(t->pile.c[i]));
}

/* In area a, where a row that is as text breaks between its things. Returns the rows it took. */
static int draw_row(struct canvas *c, struct area a, const char *row)
{
    struct thing t;
    bool as_text = is_text(row, a);
    int x = a.x, y = a.y;
    while (next_thing(&row, &t)) {
        int cols = thing_columns(&t, as_text);
        if (as_text && x > a.x && x + cols > a.x + a.cols) {
            x = a.x;
            y++;
        }
        if (as_text)
            draw_thing_as_text(c, x, y, &t);
        else
            draw_thing(c, x, y, &t, cols);
        x += cols + 1;
    }
    return y - a.y + (as_text ? 1 : card_small.rows);
}

static void say_thing(const struct thing *t, struct text *out)
{
    if (t->place)
        text_add(out, t->words[0] ? "an empty place for a %s" : "an empty place%s", t->words);
    else if (pile_empty(&t->pile))
        text_add(out, "%s", t->words);
    for (int i = 0; i < t->pile.n; i++) text_add(out, "%s%s", i > 0 ? ", " : "", card_words(t->pile.c[i]));
}

/* Things that stand side by side without a word between them are parted by a semicolon. */
static void say_row(const char *row, struct text *out)
{
    struct thing t;
    bool was_words = true;
    text_add(out, "For example: ");
    for (bool first = true; next_thing(&row, &t); first = false) {
        bool words = !t.place && pile_empty(&t.pile);
        text_add(out, "%s", first ? "" : words || was_words ? " " : "; ");
        say_thing(&t, out);
        was_words = words;
    }
    text_add(out, "\n");
}

/* --- the page --- */

#define POINT_X 2 /* the text of a point stands after its dash */

/* Draws a block at the area's top; returns the rows it took. */
static int draw_block(struct canvas *c, struct area a, const struct block *b)
{
    struct area all = { a.x, a.y, a.cols, CANVAS_ROWS_MAX };
    switch (b->kind) {
    case BLOCK_GAP: return 1;
    case BLOCK_OURS: return 0;
    case BLOCK_CARDS: return draw_row(c, a, b->text);
    case BLOCK_LINES: return wrap_draw(c, all, STYLE_PLAIN, b->text, 0);
    case BLOCK_POINT:
        canvas_text(c, a.x, a.y, STYLE_PLAIN, "-");
        return wrap_draw(c, (struct area){ a.x + POINT_X, a.y, a.cols - POINT_X, CANVAS_ROWS_MAX }, STYLE_PLAIN,
                         b->text, 0);
    }
    return 0;
}

/* The whole page on a canvas of its own; returns its rows. a: where it will be seen. */
static int draw_all(struct canvas *c, struct area a, const struct page *p)
{
    struct block b;
    int y = 0;
    for (const char *at = p->body; next_block(&at, &b);) y += draw_block(c, (struct area){ 0, y, a.cols, a.rows }, &b);
    return y;
}

int page_lines(struct area a, const struct page *p)
{
    struct canvas *all = canvas_new(a.cols, CANVAS_ROWS_MAX);
    int rows = draw_all(all, a, p);
    canvas_free(all);
    return rows;
}

int page_draw(struct canvas *c, struct area a, const struct page *p, int *from)
{
    struct canvas *all = canvas_new(a.cols, CANVAS_ROWS_MAX);
    int last = scroll_last(from, draw_all(all, a, p), a.rows);
    for (int y = 0; y < a.rows; y++)
        for (int x = 0; x < a.cols; x++) {
            const struct cell *cell = canvas_at(all, x, *from + y);
            if (cell->ch != ' ' || cell->style != STYLE_PLAIN) canvas_put(c, a.x + x, a.y + y, cell->style, cell->ch);
        }
    canvas_free(all);
    return last;
}

void page_say(const struct page *p, struct text *out)
{
    struct block b;
    for (const char *at = p->body; next_block(&at, &b);) {
        if (b.kind == BLOCK_CARDS) {
            say_row(b.text, out);
        } else if (b.kind != BLOCK_OURS) {
            text_add(out, b.kind == BLOCK_POINT ? "- " : "");
            words_spell(b.text, out);
            text_add(out, "\n");
        }
    }
}
