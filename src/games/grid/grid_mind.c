#include "games/grid/grid_mind.h"

#include "base/random.h"
#include "base/text.h"
#include "games/grid/grid.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* --- how likely it is to get through ---
 *
 * Until the board is full again nothing can be removed, so what counts is whether every royal that comes finds a seat.
 * That chance can be worked out exactly: it depends on how many squares are free in the centre and on the seats of each
 * rank, and on how many cards of each kind have not been seen. */

enum { JACKS, QUEENS, KINGS, KINDS };
static const int ranks[KINDS] = { JACK, QUEEN, KING };

struct outlook {
    int centre;                 /* free squares without a mark */
    int seats[KINDS];           /* free seats */
    int royals[KINDS], numbers; /* not seen yet */
};

/* Chances by centre, seats and royals; numbers follow from those. Not a number: not worked out yet, which is what bytes
 * of 0xFF are. */
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
    struct outlook o = outlook_of(s);
    card c = grid_visible(s);
    int square = card_rank(c) > TEN ? free_square(s, card_rank(c)) : free_square(s, 0), kind = KINDS;
    o.numbers++; /* the visible card is one that comes now */
    if (card_rank(c) <= TEN) after_number(known, o, &kind);
    if (square == SQUARES) square = free_square(s, ranks[kind]);
    assert(square < SQUARES);
    grid_place_text(square, &out->move);
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

static void think_removal(const struct grid *s, struct chances *known, struct thought *out)
{
    struct grid_pair pairs[REMOVALS_MAX];
    int n = grid_removals(s, pairs);
    if (n == 0) {
        out->move = (struct move){ "resume" };
        return;
    }
    struct grid_pair p = best_removal(s, known, pairs, n);
    grid_removal_text(p, &out->move);
}

/* --- saying why --- */

static int free_seats(const struct grid *s, int rank)
{
    int n = 0;
    for (int i = 0; i < SQUARES; i++) n += s->board[i] == CARD_NONE && grid_seat_rank(i) == rank;
    return n;
}

static void say_placing(const struct grid *s, const char *square, struct text *out)
{
    static const char *const names[] = { [JACK] = "Jack", [QUEEN] = "Queen", [KING] = "King" };
    card c = grid_visible(s);
    int rank = grid_seat_rank(grid_square_parse(square));
    if (card_rank(c) > TEN) {
        text_add(out, "%s belongs on one of its own seats, and %s is free.", card_text(c), square);
    } else if (rank == 0) {
        text_add(out, "%s is in the centre, where a number card takes no royal's seat.", square);
    } else {
        int left = free_seats(s, rank) - 1, come = grid_to_come(s, rank);
        text_add(out, "Of the %s seats %d stay%s free, with %d %s%s to come.", names[rank], left,
                 text_word(left, "s", ""), come, names[rank], text_word(come, "", "s"));
    }
}

/* squares: "b2", or "b2c3". */
static void say_removal(const struct grid *s, const char *squares, struct text *out)
{
    if (squares[2] == '\0') {
        text_add(out, "The 10 on %s goes alone and gives a square back.", squares);
        return;
    }
    text_add(out, "%s and %s make ten, and give %.2s and %s back.", card_text(s->board[grid_square_parse(squares)]),
             card_text(s->board[grid_square_parse(squares + 2)]), squares, squares + 2);
}

static void say_resume(const struct grid *s, struct text *out)
{
    struct grid_pair pairs[REMOVALS_MAX];
    int n = grid_empty_squares(s);
    if (grid_removals(s, pairs) == 0)
        text_add(out, "Nothing more can be removed, so the next cards may come.");
    else
        text_add(out, "%d square%s free for the next cards.", n, text_word(n, " is", "s are"));
}

void grid_reason(const void *seen, int seat, const struct move *m, struct text *out)
{
    const struct grid *s = seen;
    (void)seat;
    if (m->text[0] == '@')
        say_placing(s, m->text + 1, out);
    else if (m->text[0] == 'x')
        say_removal(s, m->text + 1, out);
    else
        say_resume(s, out);
}

void grid_think(const void *state, int seat, int strength, struct random *random, int budget_ms, struct thought *out)
{
    const struct grid *s = state;
    struct chances known;
    (void)strength;
    (void)random;
    (void)budget_ms;
    assert(s->phase == GRID_PLACING || s->phase == GRID_REMOVING);
    memset(out, 0, sizeof *out);
    memset(&known, 0xFF, sizeof known);
    if (s->phase == GRID_PLACING)
        think_place(s, &known, out);
    else
        think_removal(s, &known, out);
    struct text why;
    text_init(&why, out->why, sizeof out->why);
    grid_reason(s, seat, &out->move, &why);
}
