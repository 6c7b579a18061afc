/* Any bytes as moves at any game. The first byte chooses the game, its options and seats, the second a deal; then each
 * line is a move by the seat to move. A byte below 8 in front of a line lets another seat try it; "#" and a byte make
 * one of the legal moves, so that rounds get on. What is refused leaves the state as it was; what is made has a
 * canonical text that does the same again; every card stays in one place. */
#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <sodium.h>
#include <string.h>

#include "games/catalogue/game_list.h"
#include "games/null/null_game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define EDITOR_MAX_BYTES 64

struct round {
    const struct game *game;
    alignas(max_align_t) unsigned char state[GAME_STATE_MAX], before[GAME_STATE_MAX];
    int seats;
};

static void deal(struct round *r, uint8_t how, uint8_t number)
{
    static const char *const options[] = { "first", "last", "first mustking=yes", "last mustking=yes kingpile=no" };
    uint8_t key[DEAL_KEY_BYTES];
    struct deck deck;
    struct rules rules;
    int games = 0;
    while (game_list[games] != NULL) games++;
    memset(r, 0, sizeof *r);
    r->game = how % (games + 1) == games ? &null_game : game_list[how % (games + 1)];
    r->seats = r->game->seats_min + how / 8 % (r->game->seats_max - r->game->seats_min + 1);
    if (r->game->rules_parse(&rules, options[how / 32 % 4]) != NULL) {
        const char *why = r->game->rules_parse(&rules, "");
        assert(why == NULL);
    }
    deal_key(key, r->game->id, number);
    deal_deck(&deck, key);
    r->game->deal(r->state, &deck, &rules, r->seats, 1 + number % r->seats);
}

static void check_cards(const struct round *r)
{
    uint8_t count[CARD_HIDDEN + 1];
    r->game->census(r->state, count);
    for (int c = CARD_NONE; c <= CARD_HIDDEN; c++) assert(count[c] == card_is((card)c));
}

static void check_refusal(const struct round *r, const char *why)
{
    size_t n = strlen(why);
    assert(n > 5 && n < WHY_TEXT && why[n - 1] == '.');
    assert(memcmp(r->state, r->before, r->game->state_size) == 0);
}

/* What was made stands in the list of before, and its text alone does it again. */
static void check_made(struct round *r, int seat, const struct move *m)
{
    struct move_list list;
    struct made again;
    bool listed = false;
    r->game->moves(r->before, &list);
    for (int i = 0; i < list.n; i++) listed |= strcmp(list.at[i].text, m->text) == 0;
    assert(listed && seat == r->game->to_move(r->before));
    const char *why = r->game->apply(r->before, seat, m->text, &again);
    assert(why == NULL && memcmp(&again.move, m, sizeof *m) == 0);
    assert(memcmp(r->state, r->before, r->game->state_size) == 0);
    check_cards(r);
}

static void try_move(struct round *r, int seat, const char *text)
{
    struct made made;
    memcpy(r->before, r->state, sizeof r->before);
    const char *why = r->game->apply(r->state, seat, text, &made);
    if (why != NULL)
        check_refusal(r, why);
    else
        check_made(r, seat, &made.move);
}

static void make_legal(struct round *r, uint8_t which)
{
    struct move_list list;
    r->game->moves(r->state, &list);
    if (list.n > 0) try_move(r, r->game->to_move(r->state), list.at[which % list.n].text);
}

static void take_line(struct round *r, const uint8_t *line, size_t n)
{
    char text[EDITOR_MAX_BYTES + 1] = "";
    int seat = r->game->to_move(r->state);
    if (n >= 2 && line[0] == '#') {
        make_legal(r, line[1]);
        return;
    }
    if (n >= 1 && line[0] < 8) {
        seat = line[0] % (SEATS_MAX + 1);
        line++;
        n--;
    }
    memcpy(text, line, n < EDITOR_MAX_BYTES ? n : EDITOR_MAX_BYTES);
    try_move(r, seat, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct round r;
    if (size < 2 || size > 8192 || sodium_init() < 0) return 0;
    deal(&r, data[0], data[1]);
    check_cards(&r);
    for (size_t at = 2; at < size;) {
        const uint8_t *end = memchr(data + at, '\n', size - at);
        size_t n = end != NULL ? (size_t)(end - data) - at : size - at;
        take_line(&r, data + at, n);
        at += n + 1;
    }
    return 0;
}
