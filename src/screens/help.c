#include "screens/help.h"

#include "base/text.h"
#include "games/game.h"
#include "screens/frame.h"
#include "screens/page.h"
#include "screens/scroll.h"
#include "screens/visit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGES_MAX 24

struct help_book {
    const char *title;
    const char *pages[PAGES_MAX + 1]; /* files of ansi/help/; NULL ends them */
    bool in_order;                    /* in plain mode too the words keep their place; else they come first */
};

#define RULES_PAGES "aim.txt", "plays.txt", "turn.txt", "kinds.txt", "loser.txt", "seal.txt"
#define GRID_PAGES "grid.txt", "grid-seats.txt", "grid-tens.txt"
#define CROSS_PAGES "cross.txt", "cross-plays.txt", "cross-score.txt"
#define PATIENCE_PAGES "patience-keys.txt", "patience.txt", "patience-words.txt"

const struct help_book help_rules = {
    .title = "Help",
    .pages = { "corners.txt", RULES_PAGES, "lobby.txt", "table-keys.txt", "words.txt", GRID_PAGES, CROSS_PAGES,
               PATIENCE_PAGES, "account.txt", "kept.txt" },
    .in_order = true,
};

static const struct help_book help_of_grid = { .title = "Help", .pages = { GRID_PAGES, PATIENCE_PAGES } };
static const struct help_book help_of_cross = { .title = "Help", .pages = { CROSS_PAGES, PATIENCE_PAGES } };
static const struct help_book help_of_any = { .title = "Help", .pages = { PATIENCE_PAGES } };

const struct help_book *help_patience(const struct game *game)
{
    if (strcmp(game->id, "grid") == 0) return &help_of_grid;
    return strcmp(game->id, "cross") == 0 ? &help_of_cross : &help_of_any;
}

const struct help_book help_table = {
    .title = "Help",
    .pages = { "table-keys.txt", "words.txt", "plays.txt", "kinds.txt", "corners.txt", "aim.txt", "turn.txt",
               "loser.txt", "seal.txt" },
};

const struct help_book help_account = {
    .title = "Help",
    .pages = { "account.txt", "kept.txt", "lobby.txt" },
};

/* --- reading --- */

#define PAGE_COLS 70
#define TITLE_ROWS 2 /* of a page, the blank one after it counted */

struct help {
    const char *title;
    struct page pages[PAGES_MAX + 1]; /* one more: a page is read before it is known whether it passes */
    int n, page, from;                /* from: the first line shown */
};

/* Those that pass come next. */
static void add_pages(struct help *h, const struct help_book *book, bool words, bool keys, bool others)
{
    for (int k = 0; book->pages[k] != NULL; k++) {
        struct page *p = &h->pages[h->n];
        page_read(p, book->pages[k]);
        h->n += p->kind == PAGE_OF_WORDS ? words : p->kind == PAGE_OF_KEYS ? keys : others;
    }
}

static void turn_to(struct session *s, struct help *h, int page)
{
    if (page < 0 || page >= h->n) return;
    h->page = page;
    h->from = 0;
    session_dirty(s);
    session_say(s);
}

static void enter(struct session *s, void *state, const void *arg)
{
    struct help *h = state;
    const struct help_book *book = arg;
    bool plain = session_plain(s);
    h->title = book->title;
    bool words_first = plain && !book->in_order;
    if (words_first) add_pages(h, book, true, false, false);
    add_pages(h, book, !words_first, !plain, true);
}

/* Over a page that is seen whole nevertheless: takes its rows from a. */
static void draw_art(struct canvas *c, struct area *a, const struct page *page)
{
    if (page->art[0] == '\0') return;
    int rows = frame_art(c, *a, page->art, page_lines(*a, page) + TITLE_ROWS);
    a->y += rows;
    a->rows -= rows;
}

static void draw(struct session *s, void *state, struct canvas *c)
{
    (void)s;
    struct help *h = state;
    const struct page *page = &h->pages[h->page];
    struct area a = frame_body(c, PAGE_COLS);
    char right[32];
    struct text t;
    text_init(&t, right, sizeof right);
    text_add(&t, "page %d of %d", h->page + 1, h->n);
    look_title(c, h->title, right);
    draw_art(c, &a, page);
    canvas_text_cut(c, a.x, a.y, STYLE_STRONG, page->title, a.cols);
    struct area body = { a.x, a.y + TITLE_ROWS, a.cols, a.rows - TITLE_ROWS };
    int last = page_draw(c, body, page, &h->from);
    if (h->from < last) canvas_text(c, a.x, c->rows - 2, STYLE_DIM, "more below");
    look_keys(c, last > 0 ? "Enter next page  ↑↓ scroll  v view" : "Enter next page  ←→ turn  v view", "q back");
}

static bool key(struct session *s, void *state, const struct key *k)
{
    struct help *h = state;
    bool last = h->page + 1 == h->n;
    session_dirty(s);
    if (menu_leaves(k) || (k->code == KEY_ENTER && last))
        session_pop(s);
    else if (k->code == KEY_ENTER || k->code == KEY_RIGHT || key_is(k, 'l'))
        turn_to(s, h, h->page + 1);
    else if (k->code == KEY_LEFT || key_is(k, 'h'))
        turn_to(s, h, h->page - 1);
    else
        return scroll_key(&h->from, k) || menu_helps(k); /* this is the help */
    return true;
}

static void say(struct session *s, void *state, struct text *out)
{
    (void)s;
    const struct help *h = state;
    const struct page *page = &h->pages[h->page];
    bool last = h->page + 1 == h->n;
    text_add(out, "%s. Page %d of %d.\n", page->title, h->page + 1, h->n);
    page_say(page, out);
    text_add(out, last ? "Press Enter to go back.\n" : "Enter: the next page. A number: that page. back: back.\n");
}

static void turn_to_number(struct session *s, struct help *h, const char *number)
{
    char why[40];
    long page = strlen(number) < 4 ? atol(number) : 0;
    snprintf(why, sizeof why, "There are the pages 1 to %d.", h->n);
    if (page >= 1 && page <= h->n)
        turn_to(s, h, (int)page - 1);
    else
        session_tell(s, why);
}

static void line(struct session *s, void *state, const char *typed)
{
    struct help *h = state;
    bool last = h->page + 1 == h->n;
    if (typed[0] != '\0' && strspn(typed, "0123456789") == strlen(typed))
        turn_to_number(s, h, typed);
    else if (!last && (typed[0] == '\0' || line_is(typed, "next")))
        turn_to(s, h, h->page + 1);
    else
        visit_leave_page(visit_of(s), false, typed);
}

const struct screen screen_help = {
    .name = "help",
    .size = sizeof(struct help),
    .enter = enter,
    .draw = draw,
    .key = key,
    .say = say,
    .line = line,
};
