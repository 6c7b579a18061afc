#include "screens/help.h"

#include "base/text.h"
#include "games/game.h"
#include "screens/frame.h"
#include "screens/screens.h"

#include <stdlib.h>
#include <string.h>

#define PAGES_MAX 12

struct page {
    const char *title, *text;
};

struct help_book {
    const char *title;
    const struct page *pages[PAGES_MAX + 1]; /* NULL ends them */
};

/* --- the pages --- */

static const struct page page_aim = {
    "The aim",
    "Get rid of your cards. Who has no card left ends the round; everybody else counts the cards still in hand: 10 "
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
    "Your turn",
    "You may make as many plays as you like, in any order, or none:\n"
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
    "Two ways to draw",
    "Kings Corner, draw last: you end your turn by drawing a card. Kings go to corners only. A table is open: rounds "
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
    "The big loser",
    "The penalty points of an account add up over all its rounds. Each time 50 have come together it becomes a big "
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
    "was fixed before the first card.",
};

static const struct page page_table_keys = {
    "Keys at the table",
    "A card is played with two keys: take it, by its rank or with the arrows and Enter, then press the letter that "
    "stands "
    "at the place. Where there is only one place, Enter again plays it. The key line shows what works now.\n"
    "\n"
    "  A 2-9 T J Q K  take a card of that rank\n"
    "  m    take a whole pile      Tab  the next legal place\n"
    "  e    end the turn           s    sort the hand the other way\n"
    "  :    type a move in words: 9s n, or w ne\n"
    "  h    a hint, with its reason\n"
    "  w    why the computer player did that\n"
    "  c    say something to the table\n"
    "  n    the next round, when this one is over\n"
    "  q    leave: your seat can be kept\n"
    "  Ctrl-L  draw the screen anew\n"
    "\n"
    "Esc lets go of what is in hand.",
};

static const struct page page_words = {
    "Plain mode",
    "In plain mode everything is a line. At the table:\n"
    "\n"
    "hand, board, legal, points: what you have, what lies there, what may be done.\n"
    "9s n: plays the 9 of spades on north; 9s@n and play 9s on north do the same.\n"
    "w n: moves the west pile onto north; w>ne into the north-east corner.\n"
    "end: ends the turn. next: the next round.\n"
    "hint, why, who, log, clock: a hint, its reason, the seats, the last plays, the time left.\n"
    "say and words: talk. quit: away from the table.\n"
    "\n"
    "Account, then Look, changes between plain mode and pictures.",
};

static const struct page page_lobby = {
    "Finding your way",
    "In the lobby Enter on the first row gives you a seat at once: with others if somebody waits, else with computer "
    "players. "
    "If a seat is kept for you, the first row leads back to it.\n"
    "\n"
    "Arrows, j and k move; Enter, a digit or a letter chooses. q or Esc is one step back on every screen, and never "
    "takes you "
    "out of a game without asking. ? is help.",
};

static const struct page page_account = {
    "Your account",
    "By ssh your key is your account: nothing has to be typed, and only a fingerprint of the key is kept. A password "
    "is for places "
    "where your key is not at hand; it is kept as a hash that cannot be turned back.\n"
    "\n"
    "On another machine: log in with your name and password, and choose Add this key there. The next time that key "
    "lets you in.\n"
    "\n"
    "A guest plays like everybody else, but nothing is counted and no seat is kept.\n"
    "\n"
    "Look changes between Unicode, the IBM PC's characters, and plain lines; your choice is remembered.",
};

static const struct page page_grid = {
    "The 4x4 patience",
    "Sixteen squares, and the cards of the stock come one by one. You see the one that is to be placed, and never the one "
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
    "The solitaire",
    "The table of Kings Corner for one. Four sides with a card each, four corners that wait for Kings, seven cards in your "
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

static const struct page page_patience = {
    "Playing alone",
    "  u  undo, move by move, back to the deal\n"
    "  r  the same cards again       n  a new deal\n"
    "  p  a deal by its number: the same cards for everybody\n"
    "  h  a hint, with its reason    w  the reason again\n"
    "  f  play what is left, when the win is sure\n"
    "  q  to the lobby: everything stays as it is\n"
    "\n"
    "With the mouse on (Account, Mouse): click a square or a card, or drag it to its place.\n"
    "\n"
    "Every move is kept at once. With an account you find the game where you left it, after a cut line too; a guest's game "
    "goes with the guest.\n"
    "\n"
    "A deal counts as played with its first card and counts once, however often you undo or begin it again; it is won if "
    "you ever won it. A win without undo, hint or second try is clean. A lost game may be undone, a won one not. A streak "
    "of wins ends with a lost game; one you gave up counts as played, but ends no streak.\n"
    "\n"
    "In plain mode type undo, restart, new, deal 617, hint, why, finish, log; board, hand, legal; and the move: place b2, "
    "remove b2 c3, resume; draw, 9s n, w n.",
};

const struct help_book help_rules = {
    "Help",
    { &page_aim, &page_plays, &page_kinds, &page_loser, &page_lobby, &page_table_keys, &page_words, &page_grid,
      &page_cross, &page_patience, &page_account },
};

static const struct help_book help_of_grid = { "Help", { &page_grid, &page_patience } };
static const struct help_book help_of_cross = { "Help", { &page_cross, &page_patience } };
static const struct help_book help_of_any = { "Help", { &page_patience } };

const struct help_book *help_patience(const struct game *game)
{
    if (strcmp(game->id, "grid") == 0) return &help_of_grid;
    return strcmp(game->id, "cross") == 0 ? &help_of_cross : &help_of_any;
}

const struct help_book help_table = {
    "Help",
    { &page_table_keys, &page_words, &page_plays, &page_kinds, &page_aim, &page_loser },
};

const struct help_book help_account = {
    "Help",
    { &page_account, &page_lobby },
};

/* --- reading --- */

struct help {
    const struct help_book *book;
    int page, from; /* from: the first line shown */
};

static int page_count(const struct help *h)
{
    int n = 0;
    while (h->book->pages[n] != NULL) n++;
    return n;
}

static void turn_to(struct session *s, struct help *h, int page)
{
    if (page < 0 || page >= page_count(h)) return;
    h->page = page;
    h->from = 0;
    session_dirty(s);
    session_say(s);
}

static void enter(struct session *s, void *state, const void *arg)
{
    (void)s;
    ((struct help *)state)->book = arg;
}

static void draw(struct session *s, void *state, struct canvas *c)
{
    struct help *h = state;
    const struct page *page = h->book->pages[h->page];
    struct area a = frame_body(c, 68);
    char right[32];
    struct text t;
    text_init(&t, right, sizeof right);
    text_add(&t, "page %d of %d", h->page + 1, page_count(h));
    look_title(c, h->book->title, right);
    canvas_text_cut(c, a.x, a.y, STYLE_STRONG, page->title, a.cols);
    struct area body = { a.x, a.y + 2, a.cols, a.rows - 2 };
    int lines = frame_text(c, body, STYLE_PLAIN, page->text, h->from);
    int last = lines > body.rows ? lines - body.rows : 0;
    if (h->from > last) {
        h->from = last;
        session_dirty(s);
    }
    if (h->from < last) canvas_text(c, a.x, c->rows - 2, STYLE_DIM, "more below");
    look_keys(c, last > 0 ? "↵ next page  ↑↓ scroll" : "↵ next page  ←→ turn", "q back");
}

static void key(struct session *s, void *state, const struct key *k)
{
    struct help *h = state;
    bool last = h->page + 1 == page_count(h);
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
    const struct page *page = h->book->pages[h->page];
    bool last = h->page + 1 == page_count(h);
    text_add(out, "%s. Page %d of %d.\n%s\n", page->title, h->page + 1, page_count(h), page->text);
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
    else if (menu_quits(typed) || h->page + 1 == page_count(h))
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
