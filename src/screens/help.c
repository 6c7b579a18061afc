#include "screens/help.h"

#include "base/text.h"
#include "games/game.h"
#include "screens/frame.h"
#include "screens/screens.h"

#include <stdlib.h>
#include <string.h>

#define PAGES_MAX 13

struct page {
    const char *title, *text;
    const char *art; /* of ansi/, above the text where both find room; NULL: none */
    enum { FOR_ALL, OF_KEYS, OF_WORDS } kind; /* in plain mode there are no keys, and the words come first */
};

struct help_book {
    const char *title;
    const struct page *pages[PAGES_MAX + 1]; /* NULL ends them */
    bool in_order;                           /* in plain mode too the words keep their place */
};

/* --- the pages --- */

static const struct page page_aim = {
    .art = "corners.ans",
    .title = "The aim",
    .text = "Get rid of your cards. Who has no card left ends the round; everybody else counts the cards still in hand: 10 "
    "points for "
    "a King, 1 for any other card. Points are penalties, so the lowest wins, whoever goes out.\n"
    "\n"
    "Seven cards are dealt to each player. Four more are laid face up round the stock: north, east, south and west are "
    "the "
    "sides. The four corners between them start empty and wait for Kings.\n"
    "\n"
    "The player left of the dealer begins, and play goes to the left.",
};

static const struct page page_plays = {
    .title = "Your turn",
    .text = "You may make as many plays as you like, in any order, or none:\n"
    "\n"
    "- Lay a card on a pile, one rank lower and of the other colour: a black 7 on a red 8. Nothing goes on an Ace.\n"
    "- Lay a King from your hand into an empty corner.\n"
    "- Move a whole side pile onto another pile, when its bottom card fits there in the same way. The empty side it "
    "leaves is "
    "room for another card.\n"
    "- Lay a card into an empty side.\n"
    "- Move a side pile whose bottom card is a King into an empty corner.\n"
    "\n"
    "What is played stays played.",
};

static const struct page page_kinds = {
    .title = "Two ways to draw",
    .text = "Kings Corner, draw last: you end your turn by drawing a card. Kings go to corners only. A table is open: rounds "
    "go on for "
    "as long as its people like.\n"
    "\n"
    "Kings in the Corners, draw first: your turn begins with a card from the stock, and ends when you say so. Any card "
    "may go "
    "into an empty side. The match ends when somebody has 25 points; the lowest total wins it.\n"
    "\n"
    "When the stock is empty, turns go on without drawing. When everybody in a row has had a whole turn without a "
    "play, the round is "
    "blocked: all hands count, the lowest wins.",
};

static const struct page page_loser = {
    .title = "The big loser",
    .text = "The penalty points of an account add up over all its rounds. Each time 50 have come together it becomes a big "
    "loser: "
    "everybody at the table is told, the hall remembers the day, and the name wears the mark until its bearer next "
    "wins.\n"
    "\n"
    "Who leaves a table for good in the middle of a round takes the points of the hand. Who only goes to the lobby, or "
    "whose line "
    "drops, keeps the seat: a computer player stands in while others would have to wait.\n"
    "\n"
    "Before each deal the table shows a seal, and after the round the key it was made from: so anybody can check that "
    "the deck "
    "was fixed before the first card. The record, by r or the word record when a round is over, holds both and every "
    "move: copy it into a file, and kingscorner verify FILE checks it.",
};

static const struct page page_table_keys = {
    .title = "Keys at the table",
    .text = "A card is played with two keys: take it, by its rank or with the arrows and Enter, then press the letter that "
    "stands "
    "at the place. Where there is only one place, Enter again plays it. The key line shows what works now.\n"
    "\n"
    "  A 2-9 T J Q K  take a card of that rank\n"
    "  m    take a whole pile      Tab  the next legal place\n"
    "  e    end the turn           s    sort the hand the other way\n"
    "  :    type a move in words: 9s n, or w ne\n"
    "  i    a hint, with its reason\n"
    "  w    why the computer player did that\n"
    "  c    say something to the table\n"
    "  n    the next round, when this one is over; r its record, with the deck's key\n"
    "  o    the mouse on or off: click and drag cards\n"
    "  q    leave: an account's seat can be kept\n"
    "  Ctrl-L  draw the screen anew\n"
    "\n"
    "Esc lets go of what is in hand. A hint ends in the move as it is typed after : (8h n).",
    .kind = OF_KEYS,
};

static const struct page page_words = {
    .title = "Plain mode",
    .text = "In plain mode everything is a line. At the table:\n"
    "\n"
    "hand, board, legal, points: what you have, what lies there, what may be done.\n"
    "9s n: plays the 9 of spades on north; 9s@n and play 9s on north do the same.\n"
    "w n: moves the west pile onto north; w>ne into the north-east corner.\n"
    "end: ends the turn. next: the next round. record: what has been played, with the deck's key, when a round is over.\n"
    "hint, why, who, log, clock: a hint, its reason, the seats, the last plays, the time left.\n"
    "say and words: talk. quit: away from the table.\n"
    "\n"
    "Elsewhere a number or a word chooses. Account, then look, changes between plain mode and pictures.",
    .kind = OF_WORDS,
};

static const struct page page_lobby = {
    .title = "Finding your way",
    .text = "Play Kings Corner now gives you a seat at once: where people play, from their next round on, else at a new table with "
    "computer players. If a seat is kept for you, a row above leads back to it.\n"
    "\n"
    "Below are the tables: Enter on one watches it. Who watches gets a seat by Play, in the lobby.\n"
    "\n"
    "Arrows, j and k move; Enter, a digit or a row's first letter chooses. q or Esc is one step back on every screen, and never "
    "takes you "
    "out of a game without asking. ? is help.",
};

static const struct page page_account = {
    .title = "Your account",
    .text = "By ssh your key is your account: nothing has to be typed, and only a fingerprint of the key is kept. A password "
    "is for places "
    "where your key is not at hand; it is kept as a hash that cannot be turned back.\n"
    "\n"
    "On another machine: log in with your name and password, and choose Add this key there. The next time that key "
    "lets you in.\n"
    "\n"
    "A guest plays like everybody else, but nothing is counted and no seat is kept.\n"
    "\n"
    "How it looks changes between Unicode, the IBM PC's characters, and plain lines; your choice is remembered.",
};

static const struct page page_grid = {
    .art = "grid.ans",
    .title = "The 4x4 patience",
    .text = "Sixteen squares, and the cards of the stock come one by one. You see the one that is to be placed, and never the one "
    "behind it.\n"
    "\n"
    "- A King goes to a corner, a Queen to the middle of the top or the bottom row, a Jack to the middle of a side: the "
    "squares with their letter. Other cards go anywhere. Suits do not matter.\n"
    "- When the board is full, cards go: two that make ten together, or a 10 alone. Remove as many as you like, then "
    "resume. Royals stay.\n"
    "- It is lost when a royal comes and its four seats are taken, or when the board is full and nothing can go.\n"
    "- It is won when the stock is empty and only the twelve royals are left.\n"
    "\n"
    "Once the last card lies you have won: cards leave with their partners to ten, so what is left can always be cleared. "
    "To be stuck at the end cannot happen. f clears the rest at once, and if you leave before, it counts as won.",
};

static const struct page page_cross = {
    .art = "cross.ans",
    .title = "The solitaire",
    .text = "The table of Kings Corner for one. Four sides with a card each, four corners that wait for Kings, seven cards in your "
    "hand.\n"
    "\n"
    "- A card goes onto a pile one rank higher and of the other colour. Nothing goes on an Ace.\n"
    "- A King goes to an empty corner, any card to an empty side.\n"
    "- A whole side pile goes onto another pile, where its bottom card fits.\n"
    "- Draw whenever you like. There is no second round through the stock.\n"
    "\n"
    "It is won when stock and hand are empty, and it cannot be lost: with the stock empty some play is always left, and any "
    "plays lead to the end. So it is scored. The peak hand is the most cards you have held; the fewer, the better. The par "
    "of a deal is the smallest peak that the house has found for it, by a search that knows all the cards.",
};

static const struct page page_patience_keys = {
    .title = "Keys of a patience",
    .text = "  u  undo, move by move, back to the deal\n"
    "  r  the same cards again       n  a new deal\n"
    "  p  a deal by its number: the same cards for everybody\n"
    "  i  a hint, with its reason    w  the reason again\n"
    "  f  play what is left, when the win is sure\n"
    "  c  the record of the moves    o  the mouse on or off\n"
    "  q  to the lobby: everything stays as it is\n"
    "\n"
    "With the mouse on: click a square or a card, or drag it to its place.",
    .kind = OF_KEYS,
};

static const struct page page_patience = {
    .title = "Playing alone",
    .text = "Every move is kept at once. With an account you find the game where you left it, after a cut line too; a guest's game "
    "goes with the guest.\n"
    "\n"
    "A deal counts as played with its first card and counts once, however often you undo or begin it again; it is won if "
    "you ever won it. A win without undo, hint or second try is clean. A lost game may be undone, a won one not. A streak "
    "of wins ends with a lost game; one you gave up counts as played, but ends no streak.",
};

static const struct page page_patience_words = {
    .title = "Words of a patience",
    .text = "In plain mode everything is a line:\n"
    "\n"
    "hand, board, legal: what you have, what lies there, what may be played.\n"
    "place b2, remove b2 c3, resume: the moves of the 4x4 patience.\n"
    "draw, 9s n, w n: the moves of the solitaire: the 9 of spades or the west pile onto north.\n"
    "undo, restart, new, deal 617: back, the same cards again, other cards, those of a number.\n"
    "hint, why, finish: a hint, its reason, what is left when the win is sure.\n"
    "log, record: the last moves; all of them, to be checked elsewhere.\n"
    "quit: to the lobby.",
    .kind = OF_WORDS,
};

const struct help_book help_rules = {
    .title = "Help",
    .pages = { &page_aim, &page_plays, &page_kinds, &page_loser, &page_lobby, &page_table_keys, &page_words, &page_grid,
      &page_cross, &page_patience_keys, &page_patience, &page_patience_words, &page_account },
    .in_order = true,
};

#define PATIENCE_PAGES &page_patience_keys, &page_patience, &page_patience_words
static const struct help_book help_of_grid = { .title = "Help", .pages = { &page_grid, PATIENCE_PAGES } };
static const struct help_book help_of_cross = { .title = "Help", .pages = { &page_cross, PATIENCE_PAGES } };
static const struct help_book help_of_any = { .title = "Help", .pages = { PATIENCE_PAGES } };

const struct help_book *help_patience(const struct game *game)
{
    if (strcmp(game->id, "grid") == 0) return &help_of_grid;
    return strcmp(game->id, "cross") == 0 ? &help_of_cross : &help_of_any;
}

const struct help_book help_table = {
    .title = "Help",
    .pages = { &page_table_keys, &page_words, &page_plays, &page_kinds, &page_aim, &page_loser },
};

const struct help_book help_account = {
    .title = "Help",
    .pages = { &page_account, &page_lobby },
};

/* --- reading --- */

struct help {
    const char *title;
    const struct page *pages[PAGES_MAX];
    int n, page, from; /* from: the first line shown */
};

/* Those that pass come next. */
static void add_pages(struct help *h, const struct help_book *book, bool words, bool keys, bool others)
{
    for (int k = 0; book->pages[k] != NULL; k++) {
        const struct page *p = book->pages[k];
        if (p->kind == OF_WORDS ? words : p->kind == OF_KEYS ? keys : others) h->pages[h->n++] = p;
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
    if (page->art == NULL) return;
    int rows = frame_art(c, *a, page->art, frame_lines(page->text, a->cols) + 2);
    a->y += rows;
    a->rows -= rows;
}

static void draw(struct session *s, void *state, struct canvas *c)
{
    (void)s;
    struct help *h = state;
    const struct page *page = h->pages[h->page];
    struct area a = frame_body(c, 68);
    char right[32];
    struct text t;
    text_init(&t, right, sizeof right);
    text_add(&t, "page %d of %d", h->page + 1, h->n);
    look_title(c, h->title, right);
    draw_art(c, &a, page);
    canvas_text_cut(c, a.x, a.y, STYLE_STRONG, page->title, a.cols);
    struct area body = { a.x, a.y + 2, a.cols, a.rows - 2 };
    int last = frame_page(c, body, page->text, &h->from);
    if (h->from < last) canvas_text(c, a.x, c->rows - 2, STYLE_DIM, "more below");
    look_keys(c, last > 0 ? "Enter next page  ↑↓ scroll" : "Enter next page  ←→ turn", "q back");
}

static void key(struct session *s, void *state, const struct key *k)
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
        frame_scroll(&h->from, k);
}

static void say(struct session *s, void *state, struct text *out)
{
    (void)s;
    const struct help *h = state;
    const struct page *page = h->pages[h->page];
    bool last = h->page + 1 == h->n;
    text_add(out, "%s. Page %d of %d.\n%s\n", page->title, h->page + 1, h->n, page->text);
    text_add(out, last ? "Press Enter to go back.\n" : "Enter: the next page. A number: that page. back: back.\n");
}

static void line(struct session *s, void *state, const char *typed)
{
    struct help *h = state;
    char *end;
    long number = strtol(typed, &end, 10);
    int page = end != typed && *end == '\0' && number >= 1 && number <= PAGES_MAX ? (int)number - 1 : -1;
    if (page >= 0)
        turn_to(s, h, page);
    else if (menu_quits(typed) || h->page + 1 == h->n)
        session_pop(s);
    else
        turn_to(s, h, h->page + 1);
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
