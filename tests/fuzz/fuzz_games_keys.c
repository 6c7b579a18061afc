/* Any keys and clicks at any game: what a view makes is legal, what it refuses has a reason, and it can be drawn. The
 * first byte chooses the game and its options, the second a deal; then each two bytes are a key or a click. */
#include <assert.h>
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <sodium.h>
#include <string.h>

#include "games/catalogue/game_list.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct play {
    const struct game *game;
    alignas(max_align_t) unsigned char state[GAME_STATE_MAX], seen[GAME_STATE_MAX], view[SEATS_MAX + 1][GAME_VIEW_MAX];
    int seats;
};

static void deal(struct play *p, uint8_t how, uint8_t number)
{
    uint8_t key[DEAL_KEY_BYTES];
    struct deck deck;
    struct rules rules;
    int games = 0;
    while (game_list[games] != NULL) games++;
    memset(p, 0, sizeof *p);
    p->game = game_list[how % games];
    p->seats = p->game->seats_min + how / 8 % (p->game->seats_max - p->game->seats_min + 1);
    const char *text = p->game->patience ? "" : how & 64 ? "last mustking=yes" : "first kingpile=no";
    const char *why = p->game->rules_parse(&rules, text);
    assert(why == NULL);
    deal_key(key, p->game->id, number);
    deal_deck(&deck, key);
    p->game->deal(p->state, &deck, &rules, p->seats, 1);
}

static void see(struct play *p, int seat)
{
    memcpy(p->seen, p->state, p->game->state_size);
    p->game->hide(p->seen, seat);
}

static void show(struct play *p, int seat, uint8_t which)
{
    static struct move_list list;
    p->game->moves(p->state, &list);
    if (list.n > 0) p->game->show(p->seen, seat, p->view[seat], list.at[which % list.n].text);
}

static void act(struct play *p, int seat, uint8_t a, uint8_t b)
{
    struct key k = { .code = a & 0x80 ? KEY_CHAR : (enum key_code)(a % (KEY_F12 + 1)), .ch = b };
    struct mouse m = { .press = a & 1, .drag = !(a & 1) && a & 2, .x = b % 80, .y = a / 4 % 24 };
    struct made made;
    see(p, seat);
    if (b == 0xFF) show(p, seat, a);
    struct act_result r = (a & 0xC0) == 0x40 ? p->game->mouse(p->seen, seat, p->view[seat], &m, 80, 24)
                                             : p->game->key(p->seen, seat, p->view[seat], &k);
    if (r.act == ACT_REFUSE) assert(r.why != NULL && strlen(r.why) < WHY_TEXT);
    if (r.act != ACT_MOVE) return;
    const char *why = p->game->apply(p->state, seat, r.move.text, &made);
    assert(why == NULL);
    for (int other = 0; other <= p->seats; other++) {
        see(p, other);
        p->game->view_update(p->seen, other, p->view[other]);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct frame_words words = { .message = "" };
    struct play p;
    if (size < 2 || size > 4096 || sodium_init() < 0) return 0;
    deal(&p, data[0], data[1]);
    for (size_t i = 2; i + 1 < size; i += 2) {
        int turn = p.game->to_move(p.state);
        act(&p, data[i] % 16 == 15 ? 0 : turn, data[i], data[i + 1]);
    }
    struct canvas *c = canvas_new(80, 24);
    for (int seat = 0; seat <= p.seats; seat++) {
        see(&p, seat);
        p.game->draw(p.seen, seat, p.view[seat], &words, c);
    }
    canvas_free(c);
    return 0;
}
