#include "games/grid_mind.h"

#include "base/random.h"
#include "games/grid.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* --- how likely it is to get through ---
 *
 * Until the board is full again nothing can be removed, so what counts is whether every royal that comes finds a seat.
 * That chance can be worked out exactly: it depends on how many squares are free in the centre and on the seats of each
 * rank, and on how many cards of each kind have not been seen. */

enum { JACKS, QUEENS, KINGS, KINDS };
static const int ranks[KINDS] = { JACK, QUEEN, KING };

struct outlook {
    int centre;       /* free squares without a mark */
    int seats[KINDS]; /* free seats */
    int royals[KINDS], numbers; /* not seen yet */
};

/* Chances by centre, seats and royals; numbers follow from those. Not a number: not worked out yet, which is what bytes of
 * 0xFF are. */
struct chances {
    float of[5][5][5][5][5][5][5];
};

static float chance(struct chances *known, struct outlook o);

/* A number card comes: to the centre while it has room (G16), else where the chance stays best. */
static float after_number(struct chances *known, struct outlook o, int *best_kind)
{
    float best = 0;
    *best_kind = KINDS;
    o.numbers--;
    if (o.centre > 0) {
        o.centre--;
        return chance(known, o);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (o.seats[kind] == 0) continue;
        o.seats[kind]--;
        float here = chance(known, o);
        o.seats[kind]++;
        if (*best_kind != KINDS && here <= best) continue;
        best = here;
        *best_kind = kind;
    }
    return best;
}

static float work_out(struct chances *known, struct outlook o)
{
    int unseen = o.numbers, kind;
    for (int i = 0; i < KINDS; i++) unseen += o.royals[i];
    if (unseen == 0 || o.centre + o.seats[JACKS] + o.seats[QUEENS] + o.seats[KINGS] == 0) return 1;
    float sum = o.numbers > 0 ? (float)o.numbers * after_number(known, o, &kind) : 0;
    for (int i = 0; i < KINDS; i++) {
        if (o.royals[i] == 0 || o.seats[i] == 0) continue;
        struct outlook next = o;
        next.royals[i]--;
        next.seats[i]--;
        sum += (float)o.royals[i] * chance(known, next);
    }
    return sum / (float)unseen;
}

static float chance(struct chances *known, struct outlook o)
{
    float *p = &known->of[o.centre][o.seats[0]][o.seats[1]][o.seats[2]][o.royals[0]][o.royals[1]][o.royals[2]];
    if (isnan(*p)) *p = work_out(known, o);
    return *p;
}

/* A square is free again, or taken. */
static void count_square(struct outlook *o, int square, int by)
{
    int rank = grid_seat_rank(square);
    if (rank == 0) o->centre += by;
    for (int kind = 0; kind < KINDS; kind++)
        if (ranks[kind] == rank) o->seats[kind] += by;
}

/* What is free now, and what lies below the visible card. */
static struct outlook outlook_of(const struct grid *s)
{
    struct outlook o = { 0 };
    for (int i = 0; i < SQUARES; i++)
        if (s->board[i] == CARD_NONE) count_square(&o, i, 1);
    for (int kind = 0; kind < KINDS; kind++) o.royals[kind] = grid_to_come(s, ranks[kind]);
    for (int rank = ACE; rank <= TEN; rank++) o.numbers += grid_to_come(s, rank);
    return o;
}

/* --- placing --- */

static int free_square(const struct grid *s, int rank)
{
    for (int i = 0; i < SQUARES; i++)
        if (s->board[i] == CARD_NONE && grid_seat_rank(i) == rank) return i;
    return SQUARES;
}

static void think_place(const struct grid *s, struct chances *known, struct thought *out)
{
    static const char *const names[KINDS] = { "Jack", "Queen", "King" };
    struct outlook o = outlook_of(s);
    card c = grid_visible(s);
    char name[3];
    int square = card_rank(c) > TEN ? free_square(s, card_rank(c)) : free_square(s, 0), kind = KINDS;
    o.numbers++; /* the visible card is one that comes now */
    float p = card_rank(c) <= TEN ? after_number(known, o, &kind) : 0;
    if (square == SQUARES) square = free_square(s, ranks[kind]);
    assert(square < SQUARES);
    grid_place_text(square, &out->move);
    grid_square_text(square, name);
    if (card_rank(c) > TEN)
        snprintf(out->why, WHY_TEXT, "%s belongs on one of its own seats, and %s is free.", card_text(c), name);
    else if (kind == KINDS)
        snprintf(out->why, WHY_TEXT, "%s is in the centre, where a number card takes no royal's seat.", name);
    else
        snprintf(out->why, WHY_TEXT, "A %s seat is missed least: %d %% that every royal still finds its own.",
                 names[kind], (int)(p * 100 + 0.5f));
}

/* --- removing --- */

/* Lone tens first (G16), then the pair whose squares help most to have back. */
static float removal_worth(const struct grid *s, struct chances *known, struct grid_pair p)
{
    struct outlook o = outlook_of(s);
    card c = grid_visible(s);
    if (card_is(c) && card_rank(c) <= TEN) o.numbers++;
    for (int kind = 0; kind < KINDS; kind++) o.royals[kind] += card_is(c) && card_rank(c) == ranks[kind];
    count_square(&o, p.one, 1);
    if (p.other == SQUARES) return 2 + chance(known, o);
    count_square(&o, p.other, 1);
    return chance(known, o);
}

static struct grid_pair best_removal(const struct grid *s, struct chances *known, const struct grid_pair *pairs, int n)
{
    struct grid_pair best = pairs[0];
    float worth = removal_worth(s, known, best);
    for (int i = 1; i < n; i++) {
        float here = removal_worth(s, known, pairs[i]);
        if (here <= worth) continue;
        worth = here;
        best = pairs[i];
    }
    return best;
}

static void say_removal(const struct grid *s, struct grid_pair p, char why[WHY_TEXT])
{
    char one[3], other[3];
    grid_square_text(p.one, one);
    if (p.other == SQUARES) {
        snprintf(why, WHY_TEXT, "The 10 on %s goes alone and gives a square back.", one);
        return;
    }
    grid_square_text(p.other, other);
    snprintf(why, WHY_TEXT, "%s and %s make ten, and %s and %s are the squares that help most.",
             card_text(s->board[p.one]), card_text(s->board[p.other]), one, other);
}

static void think_removal(const struct grid *s, struct chances *known, struct thought *out)
{
    struct grid_pair pairs[REMOVALS_MAX];
    int n = grid_removals(s, pairs);
    if (n == 0) {
        out->move = (struct move){ "resume" };
        snprintf(out->why, WHY_TEXT, "Nothing more can be removed, so the next cards may come.");
        return;
    }
    struct grid_pair p = best_removal(s, known, pairs, n);
    grid_removal_text(p, &out->move);
    say_removal(s, p, out->why);
}

void grid_think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out)
{
    const struct grid *s = state;
    struct chances known;
    (void)seat;
    (void)strength;
    (void)random;
    (void)budget_ms;
    assert(s->phase == GRID_PLACING || s->phase == GRID_REMOVING);
    memset(out, 0, sizeof *out);
    memset(&known, 0xFF, sizeof known);
    if (s->phase == GRID_PLACING) think_place(s, &known, out);
    else think_removal(s, &known, out);
}
