#include "games/cross_mind.h"

#include "base/random.h"
#include "games/cross.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#define GAMES_A_MS 2     /* whole games that are played out in a millisecond, on a slow machine */
#define GAMES_MAX 400    /* for one thought */
#define CHOICES_MAX 8    /* plays that are played out; the draw comes on top */

/* --- rules of thumb (S11) --- */

/* Does a card of the hand go onto that one, or a side pile's base? */
static int followers(const struct cross *s, card on)
{
    int n = 0;
    for (int i = 0; i < s->hand.n; i++) n += card_builds(s->hand.c[i], on);
    for (int p = 0; p < SIDES; p++) n += !pile_empty(&s->board.at[p]) && card_builds(pile_base(&s->board.at[p]), on);
    return n;
}

/* Larger is better: a side emptied, a King seated, a build, from the top down and where more can follow; a high card to an
 * empty side. */
static int thumb(const struct cross *s, const struct play *p)
{
    bool empty = pile_empty(&s->board.at[p->to]);
    if (p->card == CARD_NONE) return 400 + s->board.at[p->from].n;
    if (card_rank(p->card) == KING) return place_is_corner(p->to) ? 350 : 5;
    return (empty ? 10 : 200) + 4 * card_rank(p->card) + followers(s, p->card);
}

static void sort_by_thumb(const struct cross *s, struct play *plays, int n)
{
    for (int i = 1; i < n; i++) {
        struct play p = plays[i];
        int at = i;
        for (; at > 0 && thumb(s, &plays[at - 1]) < thumb(s, &p); at--) plays[at] = plays[at - 1];
        plays[at] = p;
    }
}

/* --- playing the rest out --- */

/* To the end by the rules of thumb, now and then by another play. Returns the peak hand; gives up above `limit`. */
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
            if (thumb(s, &plays[i]) > thumb(s, &plays[best])) best = i;
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
        if (first != NULL) cross_play(&copy, first);
        else cross_draw_card(&copy);
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
        if (here >= lowest - 0.05) continue; /* the rule of thumb stands unless it is clearly worse */
        lowest = here;
        best = i;
    }
    if (pile_empty(&s->stock)) return best;
    return average_peak(s, NULL, games, random) < lowest - 0.25 ? -1 : best;
}

/* --- saying why --- */

static void say_play(const struct cross *s, const struct play *p, char why[WHY_TEXT])
{
    const char *text = card_text(p->card), *to = place_words((enum place)p->to);
    if (p->card == CARD_NONE)
        snprintf(why, WHY_TEXT, "Moving %s onto %s frees a side for any card.", place_words((enum place)p->from), to);
    else if (card_rank(p->card) == KING && place_is_corner(p->to))
        snprintf(why, WHY_TEXT, "A King to a corner costs no side, and Queens can follow it.");
    else if (pile_empty(&s->board.at[p->to]))
        snprintf(why, WHY_TEXT, "%s starts the empty %s: nothing fits, and high cards leave room.", text, to);
    else if (followers(s, p->card) > 0)
        snprintf(why, WHY_TEXT, "%s fits on %s, and more can follow it.", text, to);
    else
        snprintf(why, WHY_TEXT, "%s fits on %s, and a smaller hand keeps the peak down.", text, to);
}

void cross_think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out)
{
    const struct cross *s = state;
    struct play plays[PLAYS_MAX];
    (void)seat;
    assert(!s->won);
    memset(out, 0, sizeof *out);
    int n = cross_plays(s, plays), best = n > 0 ? 0 : -1;
    sort_by_thumb(s, plays, n);
    if (n > 0 && strength >= 3 && (n > 1 || !pile_empty(&s->stock))) best = best_by_games(s, plays, n, budget_ms, random);
    if (best >= 0) {
        play_text(&plays[best], &out->move);
        say_play(s, &plays[best], out->why);
        return;
    }
    out->move = (struct move){ "draw" };
    snprintf(out->why, WHY_TEXT, n == 0 ? "Nothing in the hand fits and no pile can move, so a card is drawn."
                                        : "The empty side is worth more with another card to choose from.");
}

int cross_par(const struct deck *deck, struct random *random, int budget_ms)
{
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
