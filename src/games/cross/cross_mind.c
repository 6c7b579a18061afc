#include "games/cross/cross_mind.h"

#include "base/random.h"
#include "base/text.h"
#include "games/cross/cross.h"

#include <assert.h>
#include <string.h>

#define GAMES_A_MS 2  /* whole games that are played out in a millisecond, on a slow machine */
#define GAMES_MAX 400 /* for one thought */
#define CHOICES_MAX 8 /* plays that are played out; the draw comes on top */

/* --- heuristics (S11) --- */

/* Does a card of the hand go onto that one, or a side pile's base? */
static int followers(const struct cross *s, card on)
{
    int n = 0;
    for (int i = 0; i < s->hand.n; i++) n += card_builds(s->hand.c[i], on);
    for (int p = 0; p < SIDES; p++) n += !pile_empty(&s->board.at[p]) && card_builds(pile_base(&s->board.at[p]), on);
    return n;
}

/* Larger is better: a side emptied, a King seated, a build, from the top down and where more can follow; a high card to
 * an empty side. */
static int heuristic(const struct cross *s, const struct play *p)
{
    bool empty = pile_empty(&s->board.at[p->to]);
    if (p->card == CARD_NONE) return 400 + s->board.at[p->from].n;
    if (card_rank(p->card) == KING) return place_is_corner(p->to) ? 350 : 5;
    return (empty ? 10 : 200) + 4 * card_rank(p->card) + followers(s, p->card);
}

static void sort_by_heuristic(const struct cross *s, struct play *plays, int n)
{
    for (int i = 1; i < n; i++) {
        struct play p = plays[i];
        int at = i;
        for (; at > 0 && heuristic(s, &plays[at - 1]) < heuristic(s, &p); at--) plays[at] = plays[at - 1];
        plays[at] = p;
    }
}

/* --- playing the rest out --- */

/* To the end by the heuristics, now and then by another play. Returns the peak hand; gives up above `limit`. */
static int play_out(struct cross *s, struct random *random, int limit)
{
    while (!s->won && s->peak <= limit) {
        struct play plays[PLAYS_MAX];
        int n = cross_plays(s, plays), best = 0;
        if (n == 0) {
            cross_draw_card(s);
            continue;
        }
        for (int i = 1; i < n; i++)
            if (heuristic(s, &plays[i]) > heuristic(s, &plays[best])) best = i;
        if (n > 1 && random_below(random, 8) == 0) best = (int)random_below(random, (uint32_t)n);
        cross_play(s, &plays[best]);
    }
    return s->peak;
}

/* The stock's cards are known, their order is not: every order is as likely. */
static void shuffle_unseen(struct cross *s, struct random *random)
{
    uint8_t seen[CARD_HIDDEN + 1] = { 0 };
    for (int p = 0; p < PLACES; p++) pile_census(&s->board.at[p], seen);
    pile_census(&s->hand, seen);
    int n = 0;
    for (card c = 1; c <= CARDS; c++)
        if (!seen[c]) s->stock.c[n++] = c;
    assert(n == s->stock.n);
    for (int i = n - 1; i > 0; i--) {
        int j = (int)random_below(random, (uint32_t)i + 1);
        card c = s->stock.c[i];
        s->stock.c[i] = s->stock.c[j];
        s->stock.c[j] = c;
    }
}

/* The average peak after a first play, or after a draw (NULL), on `games` shuffles. */
static double average_peak(const struct cross *s, const struct play *first, int games, struct random *random)
{
    int sum = 0;
    for (int i = 0; i < games; i++) {
        struct cross copy = *s;
        shuffle_unseen(&copy, random);
        if (first != NULL)
            cross_play(&copy, first);
        else
            cross_draw_card(&copy);
        sum += play_out(&copy, random, CARDS);
    }
    return (double)sum / games;
}

/* Which of the sorted plays is best, -1 for the draw. *clear: by more than chance would make. */
static int best_by_games(const struct cross *s, const struct play *plays, int n, int budget_ms, struct random *random)
{
    int choices = n < CHOICES_MAX ? n : CHOICES_MAX;
    int total = budget_ms * GAMES_A_MS < GAMES_MAX ? budget_ms * GAMES_A_MS : GAMES_MAX;
    int games = total / (choices + 1), best = 0;
    if (games < 4) return 0;
    double lowest = average_peak(s, &plays[0], games, random);
    for (int i = 1; i < choices; i++) {
        double here = average_peak(s, &plays[i], games, random);
        if (here >= lowest - 0.05) continue; /* the heuristic stands unless it is clearly worse */
        lowest = here;
        best = i;
    }
    if (pile_empty(&s->stock)) return best;
    return average_peak(s, NULL, games, random) < lowest - 0.25 ? -1 : best;
}

/* --- saying why --- */

/* "8s" of the hand, or "west": what can go onto the card once it lies. false: nothing can. */
static bool add_follower(const struct cross *s, card on, struct text *out)
{
    for (int i = 0; i < s->hand.n; i++)
        if (card_builds(s->hand.c[i], on)) {
            text_add(out, "%s", card_text(s->hand.c[i]));
            return true;
        }
    for (int p = 0; p < SIDES; p++)
        if (!pile_empty(&s->board.at[p]) && card_builds(pile_base(&s->board.at[p]), on)) {
            text_add(out, "%s", place_words((enum place)p));
            return true;
        }
    return false;
}

static void say_card(const struct cross *s, const struct play *p, struct text *out)
{
    char next[16];
    struct text t;
    text_init(&t, next, sizeof next);
    bool follows = add_follower(s, p->card, &t);
    text_add(out, pile_empty(&s->board.at[p->to]) ? "%s starts the empty %s" : "%s fits on %s", card_text(p->card),
             place_words((enum place)p->to));
    if (follows)
        text_add(out, ", and %s can follow it.", next);
    else
        text_add(out, " and leaves %d in hand.", s->hand.n - 1);
}

static void say_play(const struct cross *s, const struct play *p, struct text *out)
{
    if (p->card == CARD_NONE)
        text_add(out, "Moving %s onto %s frees a side for any card.", place_words((enum place)p->from),
                 place_words((enum place)p->to));
    else if (card_rank(p->card) == KING && place_is_corner((enum place)p->to))
        text_add(out, "A King to a corner costs no side, and a %s queen can follow it.",
                 card_red(p->card) ? "black" : "red");
    else
        say_card(s, p, out);
}

static void say_draw(const struct cross *s, struct text *out)
{
    struct play plays[PLAYS_MAX];
    if (cross_plays(s, plays) == 0)
        text_add(out, "Nothing in the hand fits and no pile can move, so a card is drawn.");
    else
        text_add(out, "What fits now fits after the draw, too; the hand is %d then.", s->hand.n + 1);
}

void cross_reason(const void *seen, int seat, const struct move *m, struct text *out)
{
    const struct cross *s = seen;
    struct play p;
    (void)seat;
    if (play_parse(&p, m->text, &s->hand))
        say_play(s, &p, out);
    else
        say_draw(s, out);
}

void cross_think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out)
{
    const struct cross *s = state;
    struct play plays[PLAYS_MAX];
    assert(!s->won);
    memset(out, 0, sizeof *out);
    int n = cross_plays(s, plays), best = n > 0 ? 0 : -1;
    sort_by_heuristic(s, plays, n);
    if (n > 0 && strength >= 3 && (n > 1 || !pile_empty(&s->stock)))
        best = best_by_games(s, plays, n, budget_ms, random);
    if (best >= 0)
        play_text(&plays[best], &out->move);
    else
        out->move = (struct move){ "draw" };
    struct text why;
    text_init(&why, out->why, sizeof out->why);
    cross_reason(s, seat, &out->move, &why);
}

int cross_par(const struct deck *deck, const struct rules *rules, struct random *random, int budget_ms)
{
    (void)rules;
    const struct rules none = { 0 };
    struct cross start;
    cross_deal(&start, deck, &none, 1, 1);
    int best = CARDS;
    for (int i = 0; i < budget_ms * GAMES_A_MS; i++) {
        struct cross copy = start;
        int peak = play_out(&copy, random, best);
        if (peak < best) best = peak;
    }
    return best;
}
