#include "screens/help.h"

#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "screens/layout.h"
#include "screens/menu.h"
#include "screens/page.h"
#include "screens/scroll.h"
#include "screens/visit.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGES_MAX 40

enum help_about { HELP_RULES, HELP_GAME, HELP_ACCOUNT };

struct help_book {
    enum help_about about;
    const struct game *game; /* HELP_GAME: it; NULL: all tables */
};

const struct help_book help_rules = { .about = HELP_RULES };
const struct help_book help_table = { .about = HELP_GAME };
const struct help_book help_account = { .about = HELP_ACCOUNT };

#define PAGE_COLS 70
#define TITLE_ROWS 2 /* of a page, the blank one after it counted */

struct help {
    struct page pages[PAGES_MAX];
    int n, page, from; /* from: the first line shown */
};

/* --- which pages, in which order --- */

/* The names of a book's pages, each once. */
struct contents {
    const char *at[PAGES_MAX];
    int n;
};

static void add_page(struct contents *c, const char *name)
{
    for (int k = 0; k < c->n; k++)
        if (strcmp(c->at[k], name) == 0) return;
    assert(c->n < PAGES_MAX);
    c->at[c->n++] = name;
}

static void add_list(struct contents *c, const char *const *names)
{
    for (; *names != NULL; names++) add_page(c, *names);
}

enum part { PART_RULES, PART_AGAIN, PART_KEYS };

static void add_part(struct contents *c, const struct game *game, enum part part)
{
    const struct game_help *help = &game->help;
    add_list(c, part == PART_KEYS ? help->keys : part == PART_AGAIN && help->again != NULL ? help->again : help->rules);
}

/* That part of one game, NULL: of all tables, or of all patiences. */
static void add_parts(struct contents *c, const struct game *game, bool patience, enum part part)
{
    if (game != NULL) add_part(c, game, part);
    for (const struct game *const *g = game_list; game == NULL && *g != NULL; g++)
        if ((*g)->patience == patience) add_part(c, *g, part);
}

static const char *const pages_of_tables[] = { "loser.txt", "seal.txt", NULL };
static const char *const pages_of_house[] = { "account.txt", "kept.txt", NULL };

/* The rules come first for somebody who learns, and for somebody alone who has the time. */
static void list_pages(struct contents *c, const struct help_book *book)
{
    if (book->about == HELP_RULES) {
        add_parts(c, NULL, false, PART_RULES);
        add_list(c, pages_of_tables);
        add_page(c, "lobby.txt");
        add_parts(c, NULL, false, PART_KEYS);
        add_parts(c, NULL, true, PART_RULES);
        add_parts(c, NULL, true, PART_KEYS);
        add_list(c, pages_of_house);
    } else if (book->about == HELP_ACCOUNT) {
        add_list(c, pages_of_house);
        add_page(c, "lobby.txt");
    } else if (book->game != NULL && book->game->patience) {
        add_part(c, book->game, PART_RULES);
        add_part(c, book->game, PART_KEYS);
    } else {
        add_parts(c, book->game, false, PART_KEYS);
        add_parts(c, book->game, false, PART_AGAIN);
        add_list(c, pages_of_tables);
    }
}

void help_show(struct session *s, const struct game *game)
{
    session_push(s, &screen_help, &(struct help_book){ .about = HELP_GAME, .game = game });
}

/* --- reading --- */

/* Those that pass come next. */
static void add_pages(struct help *h, const struct contents *c, bool words, bool keys, bool others)
{
    for (int k = 0; k < c->n; k++) {
        struct page p;
        page_read(&p, c->at[k]);
        bool passes = p.kind == PAGE_OF_WORDS ? words : p.kind == PAGE_OF_KEYS ? keys : others;
        if (passes) h->pages[h->n++] = p;
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

static void help_enter(struct session *s, void *state, const void *arg)
{
    struct help *h = state;
    const struct help_book *book = arg;
    struct contents c = { .n = 0 };
    bool plain = session_plain(s);
    list_pages(&c, book);
    bool words_first = plain && book->about != HELP_RULES;
    if (words_first) add_pages(h, &c, true, false, false);
    add_pages(h, &c, !words_first, !plain, true);
}

/* Over a page that is seen whole nevertheless: takes its rows from a. */
static void draw_art(struct canvas *c, struct area *a, const struct page *page)
{
    if (page->art[0] == '\0') return;
    int rows = layout_art(c, *a, page->art, page_lines(*a, page) + TITLE_ROWS);
    a->y += rows;
    a->rows -= rows;
}

static void help_draw(struct session *s, void *state, struct canvas *c)
{
    (void)s;
    struct help *h = state;
    const struct page *page = &h->pages[h->page];
    struct area a = layout_body(c, PAGE_COLS);
    char right[32];
    struct text t;
    text_init(&t, right, sizeof right);
    text_add(&t, "page %d of %d", h->page + 1, h->n);
    look_title(c, "Help", right);
    draw_art(c, &a, page);
    canvas_text_cut(c, a.x, a.y, STYLE_STRONG, page->title, a.cols);
    struct area body = { a.x, a.y + TITLE_ROWS, a.cols, a.rows - TITLE_ROWS };
    int last = page_draw(c, body, page, &h->from);
    if (h->from < last) canvas_text(c, a.x, c->rows - 2, STYLE_DIM, "more below");
    look_keys(c, last > 0 ? "Enter next page  ↑↓ scroll  v view" : "Enter next page  ←→ turn  v view", "q back");
}

static bool help_key(struct session *s, void *state, const struct key *k)
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

static void help_say(struct session *s, void *state, struct text *out)
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

static void help_line(struct session *s, void *state, const char *typed)
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
    .enter = help_enter,
    .draw = help_draw,
    .key = help_key,
    .say = help_say,
    .line = help_line,
};
