/* How many rounds a second one core plays: of each game by random legal play and by its simplest mind, through the same
 * table of functions and the same texts as everybody else. One JSON line each; time is the thread's own, so that other
 * programs on the machine do not count. Arguments: seconds for each line (1), then ids of games (all of them). */
#include <assert.h>
#include <malloc.h>
#include <sodium.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/random.h"
#include "games/catalogue/game_list.h"

struct round {
    const struct game *game;
    struct rules rules;
    int seats, strength; /* 0: random legal play */
    struct random random;
    struct deck deck;
    struct move_list list;
    alignas(max_align_t) unsigned char state[GAME_STATE_MAX], seen[GAME_STATE_MAX];
};

static double thread_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void shuffle(struct round *r)
{
    for (int i = CARDS - 1; i > 0; i--) {
        int j = (int)random_below(&r->random, (uint32_t)i + 1);
        card c = r->deck.c[i];
        r->deck.c[i] = r->deck.c[j];
        r->deck.c[j] = c;
    }
}

static struct move choose(struct round *r, int seat)
{
    struct thought thought;
    if (r->strength == 0) {
        r->game->moves(r->state, &r->list);
        return r->list.at[random_below(&r->random, (uint32_t)r->list.n)];
    }
    memcpy(r->seen, r->state, r->game->state_size);
    r->game->hide(r->seen, seat);
    r->game->think(r->seen, seat, r->strength, &r->random, 1, &thought);
    return thought.move;
}

/* Returns how many moves it took. */
static int play(struct round *r)
{
    struct made made;
    struct result result;
    shuffle(r);
    r->game->deal(r->state, &r->deck, &r->rules, r->seats, 1);
    for (int moves = 0;; moves++) {
        r->game->result(r->state, &result);
        if (result.over) return moves;
        int seat = r->game->to_move(r->state);
        struct move m = choose(r, seat);
        const char *why = r->game->apply(r->state, seat, m.text, &made);
        assert(why == NULL);
    }
}

static void bench(const struct game *game, int seats, const char *rules, int strength, double seconds)
{
    static struct round r;
    r = (struct round){ .game = game, .seats = seats, .strength = strength, .random = random_seeded(1) };
    for (int i = 0; i < CARDS; i++) r.deck.c[i] = (card)(i + 1);
    const char *why = game->rules_parse(&r.rules, rules);
    assert(why == NULL);
    size_t before = mallinfo2().uordblks;
    int64_t rounds = 0, moves = 0;
    double start = thread_seconds(), spent;
    do {
        for (int i = 0; i < 100; i++) moves += play(&r);
        rounds += 100;
        spent = thread_seconds() - start;
    } while (spent < seconds);
    printf("{\"bench\":\"games_rounds\",\"game\":\"%s\",\"rules\":\"%s\",\"seats\":%d,\"mind\":\"%s\",\"rounds_per_"
           "second\":%.0f,"
           "\"moves_per_round\":%.1f,\"ns_per_move\":%.0f,\"heap_grown\":%zu,\"state_bytes\":%zu}\n",
           game->id, rules, seats, strength == 0 ? "random" : "simplest", (double)rounds / spent,
           (double)moves / (double)rounds, spent / (double)moves * 1e9, mallinfo2().uordblks - before,
           game->state_size);
    fflush(stdout);
}

static void bench_game(const struct game *game, double seconds)
{
    static const char *const table_rules[] = { "first", "last" };
    for (int strength = 0; strength <= 1; strength++) {
        if (game->patience) {
            bench(game, 1, "", strength, seconds);
            continue;
        }
        for (int seats = game->seats_min; seats <= game->seats_max; seats += game->seats_max - game->seats_min)
            for (size_t i = 0; i < sizeof table_rules / sizeof *table_rules; i++)
                bench(game, seats, table_rules[i], strength, seconds);
    }
}

int main(int argc, char **argv)
{
    double seconds = argc > 1 ? atof(argv[1]) : 1;
    if (sodium_init() < 0) return 1;
    for (const struct game *const *g = game_list; *g != NULL; g++) {
        bool wanted = argc <= 2;
        for (int i = 2; i < argc; i++) wanted |= strcmp(argv[i], (*g)->id) == 0;
        if (wanted) bench_game(*g, seconds);
    }
    return 0;
}
