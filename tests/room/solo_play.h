/* Somebody at a patience who remembers what it told, and functions that play by the house's own mind. */
#pragma once
#include "room/house.h"
#include "room/solo.h"
#include "room/solo_position.h"

struct player {
    struct person person;
    struct solo *s; /* NULL: ended */
    int changed, moved, refusals;
    char told[SENTENCE], refused[SENTENCE], ended[SENTENCE], words[SOLO_LOG_TEXT];
    struct move hint; /* the last one */
};

static void player_changed(void *owner)
{
    ((struct player *)owner)->changed++;
}

static void player_moved(void *owner, const char *words)
{
    struct player *p = owner;
    p->moved++;
    strcpy(p->words, words);
}

static void player_told(void *owner, const char *line)
{
    strcpy(((struct player *)owner)->told, line);
}

static void player_refused(void *owner, const char *why)
{
    struct player *p = owner;
    p->refusals++;
    strcpy(p->refused, why);
}

static void player_ended(void *owner, const char *why)
{
    struct player *p = owner;
    strcpy(p->ended, why);
    p->s = NULL;
}

static void player_hinted(void *owner, const char *line, const struct move *m)
{
    player_told(owner, line);
    ((struct player *)owner)->hint = *m;
}

static const struct solo_upcalls player_ears = { player_changed, player_moved, player_told,
                                                 player_refused, player_ended, player_hinted };

static inline struct player player_of(const struct human *who)
{
    return (struct player){ .person = who->person };
}

/* Opens a deal; 0 is the unfinished one, or one by chance. */
static inline void player_open(struct house *h, struct player *p, const struct game *game, uint32_t deal)
{
    p->ended[0] = p->refused[0] = p->told[0] = '\0';
    p->s = solo_open(h->p->lobby, &(struct game_row){ game, game->variants }, &p->person, deal, &player_ears, p);
    house_rest(h);
}

static inline void player_close(struct house *h, struct player *p)
{
    solo_close(p->s);
    p->s = NULL;
    house_rest(h);
}

static inline const char *player_move(struct house *h, struct player *p, const char *text)
{
    const char *why = solo_move(p->s, text);
    house_rest(h);
    return why;
}

static inline struct result player_result(const struct player *p)
{
    struct result r;
    solo_result(p->s, &r);
    return r;
}

/* The move that the house would play. It does not ask the house, so it is no help. */
static inline struct move player_thought(struct player *p)
{
    struct random chance = random_seeded(1);
    struct thought t;
    p->s->game->think(solo_state(p->s), 1, 2, &chance, 0, &t);
    return t.move;
}

/* Plays that many moves of the house's, or fewer when the game ends before. */
static inline void player_play(struct house *h, struct player *p, int moves)
{
    for (; moves > 0 && !player_result(p).over; moves--) assert_null(player_move(h, p, player_thought(p).text));
}

/* Plays until a win is sure, or a grid is lost. */
static inline void player_play_until_sure(struct house *h, struct player *p)
{
    while (!player_result(p).over && !player_result(p).sure) player_play(h, p, 1);
}

/* The first deal above `after` of the 4x4 patience that the house wins, or loses, by its own hints. */
static inline uint32_t grid_deal(bool won, uint32_t after)
{
    const struct game *game = game_find("grid");
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX], seen[GAME_STATE_MAX];
    struct random chance = random_seeded(1);
    for (uint32_t deal = after + 1;; deal++) {
        struct result r;
        solo_deal_into(game, &(struct rules){ 0 }, deal, state);
        for (game->result(state, &r); !r.over; game->result(state, &r)) {
            struct thought t;
            struct made made;
            memcpy(seen, state, sizeof seen);
            game->hide(seen, 1);
            game->think(seen, 1, 2, &chance, 0, &t);
            assert_null(game->apply(state, 1, t.move.text, &made));
        }
        if (r.won == won) return deal;
    }
}

static void on_player_figures(void *arg, enum store_result result, const struct patience_figures *f)
{
    assert_int_equal(result, STORE_OK);
    *(struct patience_figures *)arg = *f;
}

static inline struct patience_figures player_figures(struct house *h, const struct player *p, const char *game)
{
    struct patience_figures f = { .played = -1 };
    patience_figures(h->p->env.store, p->person.account, game, on_player_figures, &f);
    AWAIT(h->base, f.played >= 0, "the store does not answer with the figures of %s", p->person.name);
    return f;
}
