/* Is the shuffle fair (P33)? Deals a million decks by number and tests three tables with chi-square: which card lies
 * where, where the first King lies, and which card follows which at the top. z is how many standard deviations the sum
 * is off what chance would make: beyond 4 on either side something is wrong, and the exit status is 1. One JSON line.
 * Argument: decks. */
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "cards/deal.h"

#define KING_LAST 48 /* the first of four Kings has at most so many cards before it */

struct counts {
    int64_t decks;
    int64_t where[CARDS][CARDS]; /* by position and card */
    int64_t king[KING_LAST + 1];
    int64_t top[CARDS][CARDS]; /* the first card and the second */
};

static void count(struct counts *c, const struct deck *d)
{
    bool king = false;
    c->decks++;
    for (int i = 0; i < CARDS; i++) {
        c->where[i][d->c[i] - 1]++;
        if (!king && card_rank(d->c[i]) == KING) c->king[i]++;
        king |= card_rank(d->c[i]) == KING;
    }
    c->top[d->c[0] - 1][d->c[1] - 1]++;
}

static double term(int64_t seen, double expected)
{
    double off = (double)seen - expected;
    return off * off / expected;
}

/* Wilson and Hilferty: the cube root of a chi-square is nearly normal. */
static double z_of(double chi, double freedom)
{
    return (cbrt(chi / freedom) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom));
}

/* Rows and columns have fixed sums, so 51 times 51 are free. */
static double z_where(const struct counts *c)
{
    double chi = 0;
    for (int i = 0; i < CARDS; i++)
        for (int k = 0; k < CARDS; k++) chi += term(c->where[i][k], (double)c->decks / CARDS);
    return z_of(chi * (CARDS - 1) / CARDS, (CARDS - 1) * (CARDS - 1));
}

static double z_king(const struct counts *c)
{
    double chi = 0, none_before = 1;
    for (int i = 0; i <= KING_LAST; i++) {
        chi += term(c->king[i], (double)c->decks * none_before * 4 / (CARDS - i));
        none_before *= 1 - 4.0 / (CARDS - i);
    }
    return z_of(chi, KING_LAST);
}

static double z_top(const struct counts *c)
{
    double chi = 0;
    for (int i = 0; i < CARDS; i++)
        for (int k = 0; k < CARDS; k++)
            if (i != k) chi += term(c->top[i][k], (double)c->decks / (CARDS * (CARDS - 1)));
    return z_of(chi, CARDS * (CARDS - 1) - 1);
}

int main(int argc, char **argv)
{
    static struct counts c;
    uint8_t key[DEAL_KEY_BYTES];
    struct deck deck;
    uint32_t decks = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000000;
    if (sodium_init() < 0) return 1;
    clock_t start = clock();
    for (uint32_t number = 1; number <= decks; number++) {
        deal_key(key, "grid", number);
        deal_deck(&deck, key);
        count(&c, &deck);
    }
    double where = z_where(&c), king = z_king(&c), top = z_top(&c);
    printf("{\"bench\":\"cards_shuffle\",\"decks\":%u,\"z_card_by_position\":%.2f,\"z_first_king\":%.2f,\"z_first_"
           "two\":%.2f,"
           "\"us_per_deck\":%.2f}\n",
           (unsigned)decks, where, king, top, (double)(clock() - start) / CLOCKS_PER_SEC * 1e6 / decks);
    return fabs(where) > 4 || fabs(king) > 4 || fabs(top) > 4;
}
