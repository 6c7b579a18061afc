#include "games/corners/corners_mind.h"

#include "base/random.h"
#include "base/text.h"
#include "games/corners/corners.h"
#include "games/corners/corners_reason.h"

#include <assert.h>
#include <string.h>

#define ROUNDS_A_MS 3  /* rounds that are played to their end in a millisecond, on a slow machine */
#define ROUNDS_MAX 80  /* for one choice */
#define ROUNDS_MIN 6   /* with fewer, chance would choose */
#define CHOICES_MAX 7  /* plays that are tried; ending the turn comes on top */
#define MOVES_MAX 1000 /* of a round that is played out; none is so long */
#define OVERLOOKS 4    /* strength 1 overlooks a play once in so many */

/* --- heuristics --- */

/* Larger is better. Kings out, then sides emptied, then builds from the top down, then a high card to an empty side. */
static int heuristic(const struct corners *s, const struct play *p)
{
    bool empty = pile_empty(&s->board.at[p->to]);
    if (p->card == CARD_NONE) return 300 + s->board.at[p->from].n;
    if (card_rank(p->card) == KING) return place_is_corner((enum place)p->to) ? 400 : 250;
    return (empty ? 100 : 200) + card_rank(p->card);
}

static void sort_by_heuristic(const struct corners *s, struct play *plays, int n)
{
    for (int i = 1; i < n; i++) {
        struct play p = plays[i];
        int at = i;
        for (; at > 0 && heuristic(s, &plays[at - 1]) < heuristic(s, &p); at--) plays[at] = plays[at - 1];
        plays[at] = p;
    }
}

/* --- trying out (strength 3) --- */

/* Deals the cards that this seat cannot see to where cards are hidden, each way as likely. */
static void imagine(struct corners *s, struct random *random)
{
    uint8_t seen[CARD_HIDDEN + 1] = { 0 };
    card unseen[CARDS];
    int n = 0;
    for (int p = 0; p < PLACES; p++) pile_census(&s->board.at[p], seen);
    pile_census(&s->hands[s->turn], seen);
    for (card c = 1; c <= CARDS; c++)
        if (!seen[c]) unseen[n++] = c;
    for (int seat = 1; seat <= s->seats + 1; seat++) {
        struct pile *hidden = seat <= s->seats ? &s->hands[seat] : &s->stock;
        for (int i = 0; seat != s->turn && i < hidden->n; i++) {
            int k = (int)random_below(random, (uint32_t)n);
            hidden->c[i] = unseen[k];
            unseen[k] = unseen[--n];
        }
    }
    assert(n == 0);
}

/* Everybody goes by the heuristics until the round is over. */
static void play_out(struct corners *s)
{
    for (int moves = 0; s->phase == CORNERS_PLAYING; moves++) {
        struct play plays[PLAYS_MAX];
        int n = corners_plays(s, plays), best = 0;
        assert(moves < MOVES_MAX);
        for (int i = 1; i < n; i++)
            if (heuristic(s, &plays[i]) > heuristic(s, &plays[best])) best = i;
        if (n > 0)
            corners_play(s, &plays[best]);
        else
            corners_end_turn(s);
    }
}

/* What a round that is over is worth to a seat: its points less what the others have on average, lower is better. */
static double outcome(const struct corners *s, int seat)
{
    int own = corners_hand_points(&s->hands[seat]), others = 0;
    for (int other = 1; other <= s->seats; other++)
        if (other != seat) others += corners_hand_points(&s->hands[other]);
    return own - (double)others / (s->seats - 1);
}

/* The outcome after a choice (NULL: ending the turn) in one imagined deal. */
static double try_choice(const struct corners *imagined, const struct play *p)
{
    struct corners copy = *imagined;
    if (p != NULL)
        corners_play(&copy, p);
    else
        corners_end_turn(&copy);
    play_out(&copy);
    return outcome(&copy, imagined->turn);
}

struct choices {
    int n; /* plays; the turn's end is at [n] when it is allowed */
    bool may_end;
    double worth[CHOICES_MAX + 1];
};

static void try_all(struct choices *c, const struct corners *s, const struct play *plays, int rounds,
                    struct random *random)
{
    for (int i = 0; i < rounds; i++) {
        struct corners imagined = *s;
        imagine(&imagined, random);
        for (int k = 0; k < c->n + c->may_end; k++)
            c->worth[k] += try_choice(&imagined, k < c->n ? &plays[k] : NULL) / rounds;
    }
}

/* Which of the sorted plays, or -1 to end the turn. The heuristic stands unless another choice is clearly better.
 */
static int choose_by_trying(const struct corners *s, const struct play *plays, int n, int budget_ms,
                            struct random *random)
{
    struct choices c = { .n = n < CHOICES_MAX ? n : CHOICES_MAX, .may_end = !corners_kings_first(s) };
    int rounds = budget_ms * ROUNDS_A_MS / (c.n + c.may_end), best = 0;
    if (rounds < ROUNDS_MIN) return 0;
    try_all(&c, s, plays, rounds < ROUNDS_MAX ? rounds : ROUNDS_MAX, random);
    for (int k = 1; k < c.n + c.may_end; k++)
        if (c.worth[k] < c.worth[best] - 0.2) best = k;
    return best < c.n ? best : -1;
}

/* --- strength 1 --- */

/* Of n plays sorted by the heuristic the first that is not overlooked; -1 when there is none. */
static int choose_as_beginner(const struct corners *s, int n, struct random *random)
{
    for (int i = 0; i < n; i++)
        if (corners_kings_first(s) || random_below(random, OVERLOOKS) != 0) return i;
    return -1;
}

void corners_think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out)
{
    const struct corners *s = state;
    assert(seat == s->turn && s->phase == CORNERS_PLAYING);
    struct play plays[PLAYS_MAX];
    int n = corners_plays(s, plays), best = n > 0 ? 0 : -1;
    sort_by_heuristic(s, plays, n);
    if (n > 0 && strength <= 1) best = choose_as_beginner(s, n, random);
    if (n > 0 && strength >= 3) best = choose_by_trying(s, plays, n, budget_ms, random);
    struct text why;
    memset(out, 0, sizeof *out);
    text_init(&why, out->why, sizeof out->why);
    if (best < 0) {
        out->move = (struct move){ "end" };
        corners_hint_end(s, &why);
    } else {
        play_text(&plays[best], &out->move);
        corners_hint_play(s, &plays[best], &why);
    }
}
