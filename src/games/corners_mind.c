#include "games/corners_mind.h"

#include "base/random.h"
#include "games/corners.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define NODES_A_MS 40  /* positions looked at in a millisecond, on a slow machine */
#define NODES_MAX 4000
#define SEEN_SLOTS 8192 /* a power of two above NODES_MAX */

/* --- rules of thumb: which of two plays to look at first --- */

/* Larger is better. Kings out, then sides emptied, then builds from the top down, then a high card to an empty side. */
static int thumb(const struct corners *s, const struct play *p)
{
    bool empty = pile_empty(&s->board.at[p->to]);
    if (p->card == CARD_NONE) return 300 + s->board.at[p->from].n;
    if (card_rank(p->card) == KING) return place_is_corner(p->to) ? 400 : 250;
    return (empty ? 100 : 200) + card_rank(p->card);
}

static void sort_by_thumb(const struct corners *s, struct play *plays, int n)
{
    for (int i = 1; i < n; i++) {
        struct play p = plays[i];
        int at = i;
        for (; at > 0 && thumb(s, &plays[at - 1]) < thumb(s, &p); at--) plays[at] = plays[at - 1];
        plays[at] = p;
    }
}

/* The position after a play of this turn; only what the plays of a turn touch is kept up. */
static struct corners after(const struct corners *s, const struct play *p)
{
    struct corners next = *s;
    play_make(p, &next.board, &next.hands[s->turn]);
    return next;
}

/* --- the whole turn (strength 3) --- */

struct search {
    int nodes; /* positions that may still be looked at */
    int best;  /* the lowest worth found */
    int depth; /* plays made to reach it; 0: ending the turn now */
    struct play first;
    uint64_t seen[SEEN_SLOTS]; /* hashes of positions looked at, 0 is free */
};

/* What it costs to end the turn here: the points in hand above all, then the openings left to the next player. */
static int worth(const struct corners *s)
{
    int sides = 0;
    for (int p = 0; p < SIDES; p++) sides += pile_empty(&s->board.at[p]);
    return 100 * corners_hand_points(&s->hands[s->turn]) + 10 * sides;
}

/* FNV-1a over what the plays of a turn change. */
static uint64_t position_hash(const struct corners *s)
{
    uint64_t hash = 0xcbf29ce484222325u;
    const uint8_t *board = (const uint8_t *)&s->board, *hand = (const uint8_t *)&s->hands[s->turn];
    for (size_t i = 0; i < sizeof s->board; i++) hash = (hash ^ board[i]) * 0x100000001b3u;
    for (size_t i = 0; i < sizeof s->hands[0]; i++) hash = (hash ^ hand[i]) * 0x100000001b3u;
    return hash != 0 ? hash : 1;
}

/* Remembers a position; false when it was there already. */
static bool remember(struct search *search, uint64_t hash)
{
    for (size_t at = hash % SEEN_SLOTS;; at = (at + 1) % SEEN_SLOTS) {
        if (search->seen[at] == hash) return false;
        if (search->seen[at] != 0) continue;
        search->seen[at] = hash;
        return true;
    }
}

static void search_turn(struct search *search, const struct corners *s, const struct play *first, int depth)
{
    if (search->nodes == 0 || !remember(search, position_hash(s))) return;
    search->nodes--;
    if (worth(s) < search->best && !corners_kings_first(s)) {
        search->best = worth(s);
        search->depth = depth;
        if (depth > 0) search->first = *first;
    }
    struct play plays[PLAYS_MAX];
    int n = corners_plays(s, plays);
    sort_by_thumb(s, plays, n);
    for (int i = 0; i < n; i++) {
        struct corners next = after(s, &plays[i]);
        search_turn(search, &next, depth == 0 ? &plays[i] : first, depth + 1);
    }
}

/* --- choosing --- */

enum { END_TURN = 0, PLAY = 1, GOES_OUT = 2 };

/* Each returns END_TURN, or another with the play. plays are sorted by thumb; n may be 0. */
static int choose_beginner(const struct corners *s, const struct play *plays, int n, struct random *random, struct play *out)
{
    int cards = 0;
    struct play seen[PLAYS_MAX];
    for (int i = 0; i < n; i++)
        if (plays[i].card != CARD_NONE) seen[cards++] = plays[i];
    bool overlooks = random_below(random, 4) == 0 && !corners_kings_first(s);
    if (cards == 0 || overlooks) return END_TURN;
    *out = seen[random_below(random, (uint32_t)cards)];
    return PLAY;
}

static int choose_by_thumb(const struct play *plays, int n, struct play *out)
{
    if (n > 0) *out = plays[0];
    return n > 0 ? PLAY : END_TURN;
}

static int choose_by_search(const struct corners *s, const struct play *plays, int n, int budget_ms, struct play *out)
{
    int nodes = budget_ms < NODES_MAX / NODES_A_MS ? budget_ms * NODES_A_MS : NODES_MAX;
    struct search search = { .nodes = nodes, .best = worth(s) + 1 };
    search_turn(&search, s, NULL, 0);
    if (search.depth == 0) return corners_kings_first(s) ? choose_by_thumb(plays, n, out) : END_TURN;
    *out = search.first;
    return search.best < 100 ? GOES_OUT : PLAY;
}

/* --- saying why --- */

/* A hand card that could go onto the card just played; CARD_NONE when there is none. */
static card follower(const struct corners *s, card on)
{
    const struct pile *hand = &s->hands[s->turn];
    for (int i = 0; i < hand->n; i++)
        if (card_builds(hand->c[i], on)) return hand->c[i];
    return CARD_NONE;
}

static void say_card(const struct corners *s, const struct play *p, char why[WHY_TEXT])
{
    const char *text = card_text(p->card), *to = place_words(p->to);
    card next = follower(s, p->card);
    if (card_rank(p->card) == KING)
        snprintf(why, WHY_TEXT, "A King in hand counts 10 points, so %s goes out at once.", text);
    else if (pile_empty(&s->board.at[p->to]))
        snprintf(why, WHY_TEXT, "%s starts the empty %s, where any card may go that fits nowhere else.", text, to);
    else if (next != CARD_NONE)
        snprintf(why, WHY_TEXT, "%s fits on %s, and %s can follow it.", text, to, card_text(next));
    else
        snprintf(why, WHY_TEXT, "%s fits on %s, and each card out of the hand is a point less.", text, to);
}

static void say_play(const struct corners *s, const struct play *p, int choice, int strength, char why[WHY_TEXT])
{
    if (choice == GOES_OUT)
        snprintf(why, WHY_TEXT, "This begins a way to play the whole hand this turn.");
    else if (p->card == CARD_NONE)
        snprintf(why, WHY_TEXT, "Moving %s to %s empties a side for a card of the hand.", place_words(p->from),
                 place_words(p->to));
    else if (strength == 1)
        snprintf(why, WHY_TEXT, "%s can go to %s; a beginner looks no further.", card_text(p->card), place_words(p->to));
    else
        say_card(s, p, why);
}

static void say_end(int n, int strength, char why[WHY_TEXT])
{
    snprintf(why, WHY_TEXT, "%s",
             n == 0          ? "Nothing in the hand fits, and no pile can move."
             : strength == 1 ? "A beginner sees nothing more to play."
                             : "What could still be played would not bring a card out of the hand.");
}

void corners_think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out)
{
    const struct corners *s = state;
    assert(seat == s->turn && s->phase == CORNERS_PLAYING);
    struct play plays[PLAYS_MAX], play = { 0 };
    int n = corners_plays(s, plays);
    sort_by_thumb(s, plays, n);
    int choice = strength <= 1   ? choose_beginner(s, plays, n, random, &play)
                 : strength == 2 ? choose_by_thumb(plays, n, &play)
                                 : choose_by_search(s, plays, n, budget_ms, &play);
    memset(out, 0, sizeof *out);
    if (choice == END_TURN) {
        out->move = (struct move){ "end" };
        say_end(n, strength, out->why);
    } else {
        play_text(&play, &out->move);
        say_play(s, &play, choice, strength, out->why);
    }
}
