/* Two houses side by side, with the same people, keys and chance, and at their tables the cards that one of the people
 * cannot see lie differently: what is sent to that person is the same, byte for byte, as pictures and in plain lines
 * (P61, P62, H69, T14). And what can be read there names no hidden card. */
#include "games/corners/corners_game.h"
#include "screens/patience_play.h"

#include "base/random.h"
#include "games/catalogue/game_list.h"
#include "room/solo_position.h"
#include "room/twins.h"
#include "screens/patience.h"
#include "screens/table.h"
#include "seed.h"

#define ROUNDS 6

static struct random chance;

struct pair {
    struct test_house h[2];
    struct caller_in_test ann[2], cy[2]; /* ann plays, cy watches */
    struct caller_in_test *ear[2];       /* the one who shall not notice */
    int viewer;                          /* its seat */
    bool alone;                          /* ann at a patience, and nobody else */
    bool plain;
    card_set typed; /* cards that the ear has named itself in this step */
    size_t sent;
};

/* --- houses --- */

static void open_house(struct test_house *h, uint64_t seed)
{
    house_open(h, false);
    lobby_free(h->house.lobby);
    h->house.lobby = lobby_new(&(struct lobby_env){ .base = h->base,
                                                    .clock = &h->clock.clock,
                                                    .random = random_seeded(seed),
                                                    .pace_ms = 100,
                                                    .turn_s = 60,
                                                    .grace_s = 90,
                                                    .tables_max = 20 });
}

static void come_in(struct caller_in_test *c, struct test_house *h, const char *name, bool plain)
{
    (plain ? caller_plain : caller_guest)(c, h);
    snprintf(visit_in(c)->person.name, sizeof visit_in(c)->person.name, "%s", name);
}

static void open_one(struct pair *p, int i, const struct rules *rules, int seats, uint64_t seed)
{
    open_house(&p->h[i], seed);
    come_in(&p->ann[i], &p->h[i], "guest-ann", p->plain);
    come_in(&p->cy[i], &p->h[i], "guest-cy", p->plain);
    assert_null(table_sit(visit_in(&p->ann[i]), &corners_game, rules, seats));
    house_run(&p->h[i]);
    struct room *r = room_in(&p->ann[i]);
    assert_null(table_watch(visit_in(&p->cy[i]), r));
    for (int seat = 1; seat <= seats; seat++)
        if (r->seat[seat].kind == SEAT_COMPUTER) r->seat[seat].strength = 1;
    house_run(&p->h[i]);
}

static void open_pair(struct pair *p, const struct rules *rules, bool plain, bool watches)
{
    uint64_t seed = random_below(&chance, UINT32_MAX);
    int seats = 2 + (int)random_below(&chance, 3);
    *p = (struct pair){ .plain = plain };
    for (int i = 0; i < 2; i++) {
        open_one(p, i, rules, seats, seed);
        p->ear[i] = watches ? &p->cy[i] : &p->ann[i];
        hear_no_more(p->ear[i]);
    }
    p->viewer = seat_in(p->ear[0]);
}

static void close_pair(struct pair *p)
{
    for (int i = 0; i < 2; i++) {
        caller_drop(&p->ann[i]);
        caller_drop(&p->cy[i]);
        house_close(&p->h[i]);
    }
}

/* --- comparing --- */

static card_set hidden_from(struct pair *p)
{
    if (p->alone) return hidden_cards(solo_in(p->ear[0])->game, solo_in(p->ear[0])->commit.state, p->viewer);
    return hidden_cards(&corners_game, room_in(p->ear[0])->commit.state, p->viewer);
}

static void nothing_hidden_is_named(struct pair *p, const char *text)
{
    card_set named = cards_named(text) & hidden_from(p) & ~p->typed & ~twins_example(text);
    for (card c = 1; c <= CARDS; c++)
        if (named & card_bit(c)) fail_msg("seat %d reads of %s:\n%s", p->viewer, card_text(c), text);
}

static void the_same_is_sent(struct pair *p)
{
    const struct text *one = &p->ear[0]->line.out, *other = &p->ear[1]->line.out;
    if (one->len != other->len || memcmp(one->buf, other->buf, one->len) != 0)
        fail_msg("seat %d is sent two things:\n%s\n-----\n%s", p->viewer, one->buf, other->buf);
    p->sent += one->len;
    nothing_hidden_is_named(p, p->plain ? one->buf : frame_at(p->ear[0], 80, 24));
    for (int i = 0; i < 2; i++) hear_no_more(p->ear[i]);
    p->typed = 0;
}

/* --- acting, the same in both worlds --- */

static void ask_in_words(struct pair *p)
{
    static const char *const words[] = { "why", "hint",   "look", "hand",   "board", "legal", "points",
                                         "who", "log 40", "now",  "record", "clock", "seal" };
    char line[20];
    snprintf(line, sizeof line, "%s", words[random_below(&chance, sizeof words / sizeof *words)]);
    if (random_below(&chance, 3) == 0 && !twins_no_move(room_in(p->ear[0]), p->viewer, &chance, line)) return;
    p->typed = cards_named(line);
    for (int i = 0; i < 2; i++) {
        text_clear(&p->ear[i]->line.out);
        type_line(p->ear[i], line);
    }
}

/* Keys that look and take, and none that plays or leaves. */
static void ask_by_keys(struct pair *p)
{
    static const char keys[] = "wwwihjkl98765TJKAmsr\t";
    for (int k = 0; k < 3; k++) {
        char key[2] = { keys[random_below(&chance, sizeof keys - 1)] };
        for (int i = 0; i < 2; i++) type(p->ear[i], key);
    }
}

static void make(struct pair *p, const struct move *m)
{
    for (int i = 0; i < 2; i++) {
        struct room *r = room_in(&p->ann[i]);
        if (room_to_move(r) == seat_in(&p->ann[i])) {
            assert_null(room_move(visit_in(&p->ann[i])->member, room_turn(r), m->text));
        } else {
            assert_int_equal(r->thinking->step, THINK_READY);
            r->thinking->move = *m;
            house_pass(&p->h[i], 100);
        }
        house_run(&p->h[i]);
    }
}

static void play_pair(const struct rules *rules, bool plain, bool watches)
{
    static struct pair p;
    open_pair(&p, rules, plain, watches);
    for (int n = 0; room_phase(room_in(p.ear[0])) == ROOM_PLAYING; n++) {
        struct room *a = room_in(&p.ann[0]), *b = room_in(&p.ann[1]);
        assert_true(n < 2000);
        struct move m = twins_choose(a, &chance);
        twins_vary(a, b, p.viewer, &m, &chance);
        (plain ? ask_in_words : ask_by_keys)(&p);
        the_same_is_sent(&p);
        make(&p, &m);
        the_same_is_sent(&p);
    }
    assert_true(p.sent > 200); /* there was something to compare */
    close_pair(&p);
}

/* --- alone: the order of the stock is all that is hidden --- */

static void sit_alone(struct pair *p, const struct game *game, bool plain)
{
    uint64_t seed = random_below(&chance, UINT32_MAX);
    *p = (struct pair){ .plain = plain, .alone = true, .viewer = 1 };
    for (int i = 0; i < 2; i++) {
        open_house(&p->h[i], seed);
        come_in(&p->ann[i], &p->h[i], "guest-ann", plain);
        patience_sit(visit_in(&p->ann[i]), &(struct game_row){ game, game->variants });
        house_run(&p->h[i]);
        (void)solo_in(&p->ann[i]);
        p->ear[i] = &p->ann[i];
        hear_no_more(p->ear[i]);
    }
}

static void ask_alone(struct pair *p)
{
    static const char *const words[] = {
        "why", "hint", "look", "hand", "board", "legal", "points", "log", "now", "zz"
    };
    static const char keys[] = "wihjkl98765TJKAms\t";
    const char *line = words[random_below(&chance, sizeof words / sizeof *words)];
    char key[2] = { keys[random_below(&chance, sizeof keys - 1)] };
    for (int i = 0; i < 2; i++)
        if (p->plain)
            type_line(p->ear[i], line);
        else
            type(p->ear[i], key);
}

static void play_alone(const struct game *game, bool plain)
{
    static struct pair p;
    sit_alone(&p, game, plain);
    for (int n = 0; n < 80 && !result_in(p.ear[0]).over; n++) {
        struct solo *s[2] = { solo_in(p.ear[0]), solo_in(p.ear[1]) };
        struct move m = thought(p.ear[0]);
        twins_vary_states(game, s[0]->commit.state, s[1]->commit.state, p.viewer, &m, &chance);
        ask_alone(&p);
        the_same_is_sent(&p);
        for (int i = 0; i < 2; i++) {
            assert_null(solo_move(s[i], m.text));
            house_run(&p.h[i]);
        }
        the_same_is_sent(&p);
    }
    assert_true(p.sent > 200);
    for (int i = 0; i < 2; i++) {
        caller_drop(&p.ann[i]);
        house_close(&p.h[i]);
    }
}

static void a_patience_sends_the_same_whatever_the_order_of_the_stock(void **state)
{
    (void)state;
    chance = seed_random("alone");
    for (int i = worlds_rounds(ROUNDS * 100) / 100; i > 0; i--)
        for (int k = 0; k < 4; k++) play_alone(k / 2 ? game_find("grid") : game_find("cross"), k % 2 == 0);
}

static void play_pairs(bool plain)
{
    static const struct rules rules[] = {
        { .byte[CORNERS_KINGPILE] = true, .byte[CORNERS_TARGET] = 25 },
        { .byte[CORNERS_LAST] = true, .byte[CORNERS_KINGPILE] = true },
    };
    chance = seed_random(plain ? "in plain lines" : "as pictures");
    for (int i = worlds_rounds(ROUNDS * 100) / 100; i > 0; i--)
        for (int k = 0; k < 4; k++) play_pair(&rules[k / 2], plain, k % 2 == 0);
}

static void the_same_pictures_are_sent_wherever_hidden_cards_lie(void **state)
{
    (void)state;
    play_pairs(false);
}

static void the_same_lines_are_sent_wherever_hidden_cards_lie(void **state)
{
    (void)state;
    play_pairs(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_pictures_are_sent_wherever_hidden_cards_lie),
        cmocka_unit_test(the_same_lines_are_sent_wherever_hidden_cards_lie),
        cmocka_unit_test(a_patience_sends_the_same_whatever_the_order_of_the_stock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
