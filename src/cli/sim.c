#include "cli/sim.h"

#include "base/random.h"
#include "cards/deal.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

static const char *const minds[] = { [SIM_RANDOM] = "random", "beginner", "regular", "expert" };
#define MINDS (int)(sizeof minds / sizeof *minds)

int sim_strength(const char *mind)
{
    for (int i = 0; i < MINDS; i++)
        if (strcmp(minds[i], mind) == 0) return i;
    return -1;
}

const char *sim_mind(int strength)
{
    assert(strength >= 0 && strength < MINDS);
    return minds[strength];
}

/* --- one game --- */

struct sim_game {
    const struct sim_plan *plan;
    struct random random;
    alignas(max_align_t) unsigned char state[GAME_STATE_MAX];
};

/* The dealer depends on the number, so that no seat leads more often than another. */
static void deal_game(struct sim_game *g, uint32_t number)
{
    const struct sim_plan *plan = g->plan;
    uint8_t key[DEAL_KEY_BYTES];
    struct deck deck;
    deal_key(key, plan->game->id, number);
    deal_deck(&deck, key);
    g->random = random_seeded(number);
    plan->game->deal(g->state, &deck, &plan->rules, plan->seats, 1 + (int)((number - 1) % (uint32_t)plan->seats));
}

static struct move random_move(struct sim_game *g)
{
    struct move_list list;
    g->plan->game->moves(g->state, &list);
    assert(list.n > 0);
    return list.at[random_below(&g->random, (uint32_t)list.n)];
}

static struct move thought_move(struct sim_game *g, int seat)
{
    const struct game *game = g->plan->game;
    alignas(max_align_t) unsigned char seen[GAME_STATE_MAX];
    struct thought thought;
    memcpy(seen, g->state, game->state_size);
    game->hide(seen, seat);
    game->think(seen, seat, g->plan->strength[seat], &g->random, g->plan->budget_ms, &thought);
    return thought.move;
}

static void make_move(struct sim_game *g)
{
    const struct game *game = g->plan->game;
    struct made made;
    int seat = game->to_move(g->state);
    struct move m = g->plan->strength[seat] == SIM_RANDOM ? random_move(g) : thought_move(g, seat);
    const char *why = game->apply(g->state, seat, m.text, &made);
    assert(why == NULL);
}

/* --- counting --- */

static void count_seat(struct sim_seat *s, int points, bool won, bool first)
{
    s->won += won;
    s->points += points;
    s->squares += (int64_t)points * points;
    if (first || points < s->least) s->least = points;
    if (first || points > s->most) s->most = points;
}

static void count_game(const struct sim_plan *plan, struct sim_tally *t, const struct result *r, int64_t moves)
{
    int lowest = r->points[1];
    for (int seat = 2; seat <= plan->seats; seat++)
        if (r->points[seat] < lowest) lowest = r->points[seat];
    for (int seat = 1; seat <= plan->seats; seat++) {
        bool won = plan->game->patience ? r->won : r->points[seat] == lowest;
        count_seat(&t->seat[seat], r->points[seat], won, t->games == 0);
    }
    t->unended += !plan->game->patience && r->seat_out == 0;
    t->games++;
    t->moves += moves;
}

bool sim_play(const struct sim_plan *plan, uint32_t number, const atomic_bool *stop, struct sim_tally *tally)
{
    struct sim_game g = { .plan = plan };
    struct result result;
    int64_t moves = 0;
    deal_game(&g, number);
    for (;; moves++) {
        plan->game->result(g.state, &result);
        if (result.over) break;
        if (atomic_load_explicit(stop, memory_order_relaxed)) return false;
        make_move(&g);
    }
    count_game(plan, tally, &result, moves);
    return true;
}

static void add_seat(struct sim_seat *sum, const struct sim_seat *more, bool first)
{
    sum->won += more->won;
    sum->points += more->points;
    sum->squares += more->squares;
    if (first || more->least < sum->least) sum->least = more->least;
    if (first || more->most > sum->most) sum->most = more->most;
}

void sim_add(struct sim_tally *sum, const struct sim_tally *more)
{
    if (more->games == 0) return;
    for (int seat = 1; seat <= SEATS_MAX; seat++) add_seat(&sum->seat[seat], &more->seat[seat], sum->games == 0);
    sum->games += more->games;
    sum->moves += more->moves;
    sum->unended += more->unended;
}
