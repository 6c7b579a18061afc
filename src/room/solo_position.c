#include "room/solo_position.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <string.h>

void solo_deal_into(const struct game *game, const struct rules *rules, uint32_t deal, void *state)
{
    uint8_t key[DEAL_KEY_BYTES];
    struct deck deck;
    deal_key(key, game->id, deal);
    deal_deck(&deck, key);
    game->deal(state, &deck, rules, 1, 1);
}

void solo_log_move(struct solo *s, int k, const void *before, const struct move *m)
{
    struct text t;
    text_init(&t, s->log[k % SOLO_LOG], SOLO_LOG_TEXT);
    s->game->move_words(before, 1, m, &t);
    text_init(&t, s->brief[k % SOLO_LOG], SOLO_LOG_BRIEF);
    s->game->move_brief(before, 1, m, &t);
}

int solo_replay(struct solo *s, int n)
{
    unsigned char *next = commit_copy(&s->commit);
    solo_deal_into(s->game, &s->rules, s->row.deal, next);
    for (int k = 0; k < n; k++) {
        struct made made;
        struct move m;
        memcpy(m.text, s->moves[k], sizeof m.text);
        solo_log_move(s, k, next, &m);
        const char *why = s->game->apply(next, 1, m.text, &made);
        if (why == NULL) continue;
        log_event(LOG_ERR, NULL, "patience %s %u of %s: stored move %d (%s) is refused: %s", s->game->id, s->row.deal,
                  s->who.name, k + 1, m.text, why);
        return k;
    }
    return n;
}

void solo_push_move(struct solo *s, const char text[TABLE_MOVE])
{
    if (s->n == s->size) s->moves = mem_resize(s->moves, (size_t)(s->size = s->size ? 2 * s->size : 64) * TABLE_MOVE);
    memcpy(s->moves[s->n++], text, TABLE_MOVE);
}

/* --- ends --- */

static bool is_better(const struct game *game, int score, int than)
{
    return than < 0 || (game->score_low ? score < than : score > than);
}

void solo_count_end(const struct solo *s, const void *state, struct patience_row *row)
{
    struct result r;
    s->game->result(state, &r);
    if (!r.over) return;
    if (r.won && !row->won) row->clean = !row->undo && !row->hint && !row->restart;
    row->won |= r.won;
    row->lost |= !r.won;
    if (is_better(s->game, r.points[1], row->score)) row->score = r.points[1];
}

void solo_play_out(const struct solo *s, void *state)
{
    struct move_list list;
    struct made made;
    for (s->game->moves(state, &list); list.n > 0; s->game->moves(state, &list)) {
        const char *why = s->game->apply(state, 1, list.at[0].text, &made);
        assert(why == NULL); /* it was in the game's own list */
    }
}
