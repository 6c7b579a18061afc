/* A game so small that a test knows every position. Each seat holds cards: "play" puts one down and whoever
 * has none left is out; "take" takes one up; "end" passes the turn; "block" ends the round with nobody out. With
 * mustking a turn cannot end before a play. Points are the cards held. Its mind plays what the test sets. */
#pragma once
#include "base/text.h"
#include "games/game.h"

#include <string.h>

#define TOY_CARDS 3

struct toy {
    uint8_t seats, to_move, out, over, played;
    uint8_t held[SEATS_MAX + 1];
    card hand[SEATS_MAX + 1][CARDS];
    bool mustking;
};

/* The bytes of its options. */
enum toy_option { TOY_LAST, TOY_MUSTKING, TOY_TARGET };

enum toy_mind { TOY_PLAYS, TOY_ENDS, TOY_TAKES, TOY_IS_WRONG };
static enum toy_mind toy_mind;
static int toy_thoughts;

static const char *toy_rules_parse(struct rules *r, const char *text)
{
    *r = (struct rules){ .byte[TOY_LAST] = strcmp(text, "last") == 0 };
    return NULL;
}

static void toy_rules_text(const struct rules *r, char *out, size_t size)
{
    struct text t;
    text_init(&t, out, size);
    text_add(&t, "%s target=%d", r->byte[TOY_LAST] ? "last" : "first", r->byte[TOY_TARGET]);
}

static int toy_target(const struct rules *r)
{
    return r->byte[TOY_TARGET];
}

static void toy_deal(void *state, const struct deck *deck, const struct rules *rules, int seats, int dealer)
{
    struct toy *t = state;
    assert_in_range(seats, 1, SEATS_MAX);
    memset(t, 0, sizeof *t);
    t->seats = (uint8_t)seats;
    t->to_move = (uint8_t)(dealer % seats + 1);
    t->mustking = rules->byte[TOY_MUSTKING];
    for (int seat = 1; seat <= seats; seat++) {
        t->held[seat] = TOY_CARDS;
        for (int k = 0; k < TOY_CARDS; k++) t->hand[seat][k] = deck->c[(seat - 1) * TOY_CARDS + k];
    }
}

static const char *toy_move(struct toy *t, int seat, const char *text)
{
    if (strcmp(text, "play") == 0) {
        t->hand[seat][--t->held[seat]] = CARD_NONE;
        t->played = 1;
        if (t->held[seat] == 0) t->over = 1, t->out = (uint8_t)seat;
        return NULL;
    }
    if (strcmp(text, "take") == 0) {
        if (t->held[seat] == CARDS) return "The hand is full.";
        t->hand[seat][t->held[seat]++] = ACE;
        return NULL;
    }
    if (strcmp(text, "end") == 0) {
        if (t->mustking && !t->played) return "A card must go out first.";
        t->to_move = (uint8_t)(seat % t->seats + 1);
        t->played = 0;
        return NULL;
    }
    if (strcmp(text, "block") != 0) return "That is no move.";
    t->over = 1;
    return NULL;
}

static const char *toy_apply(void *state, int seat, const char *text, struct made *made)
{
    struct toy *t = state;
    if (t->over || seat != t->to_move) return "It is not your turn.";
    char lower[MOVE_TEXT] = "";
    for (size_t k = 0; k < MOVE_TEXT - 1 && text[k] != '\0'; k++) lower[k] = (char)(text[k] | 0x20);
    memcpy(made->move.text, lower, sizeof lower);
    return toy_move(t, seat, lower);
}

static void toy_moves(const void *state, struct move_list *out)
{
    const struct toy *t = state;
    out->n = 0;
    if (t->over) return;
    out->at[out->n++] = (struct move){ "block" };
    if (!t->mustking || t->played) out->at[out->n++] = (struct move){ "end" };
    out->at[out->n++] = (struct move){ "play" };
    out->at[out->n++] = (struct move){ "take" };
    if (t->mustking && !t->played) out->at[0] = (struct move){ "play" };
}

static int toy_to_move(const void *state)
{
    return ((const struct toy *)state)->to_move;
}

static void toy_result(const void *state, struct result *out)
{
    const struct toy *t = state;
    *out = (struct result){ .over = t->over,
                            .won = t->out != 0,
                            .seat_out = t->out,
                            .words = t->out ? "Somebody is out." : "Nobody can go on." };
    for (int seat = 1; seat <= t->seats; seat++) out->points[seat] = t->held[seat];
}

static int toy_cards_held(const void *state, int seat)
{
    return ((const struct toy *)state)->held[seat];
}

static void toy_hide(void *state, int seat)
{
    struct toy *t = state;
    for (int other = 1; other <= t->seats; other++)
        for (int k = 0; k < t->held[other] && other != seat; k++) t->hand[other][k] = CARD_HIDDEN;
}

static void toy_move_words(const void *state, int seat, const struct move *m, struct text *out)
{
    (void)state;
    (void)seat;
    text_add(out, "does %s", m->text);
}

static void toy_move_brief(const void *state, int seat, const struct move *m, struct text *out)
{
    (void)state;
    (void)seat;
    text_add(out, "%s", m->text);
}

static void toy_think(const void *state, int seat, int strength, struct random *random, int budget_ms,
                      struct thought *out)
{
    static const char *const moves[] = {
        [TOY_PLAYS] = "play", [TOY_ENDS] = "end", [TOY_TAKES] = "take", [TOY_IS_WRONG] = "nonsense"
    };
    const struct toy *t = state;
    (void)random;
    (void)budget_ms;
    __atomic_add_fetch(&toy_thoughts, 1, __ATOMIC_RELAXED);
    struct text why;
    text_init(&why, out->why, sizeof out->why);
    text_add(&why, "I am of strength %d and see %s.", strength, card_text(t->hand[seat % t->seats + 1][0]));
    strcpy(out->move.text, toy_mind == TOY_PLAYS && t->played ? "end" : moves[toy_mind]);
}

/* Names the next seat's first card as its seat sees it. */
static void toy_reason(const void *seen, int seat, const struct move *m, struct text *out)
{
    const struct toy *t = seen;
    text_add(out, "To %s is right, for who hears this sees %s and %s.", m->text, card_text(t->hand[seat][0]),
             card_text(t->hand[seat % t->seats + 1][0]));
}

static const struct game toy_game = {
    .id = "toy",
    .title = "Toy",
    .seats_min = 2,
    .seats_max = SEATS_MAX,
    .state_size = sizeof(struct toy),
    .rules_parse = toy_rules_parse,
    .rules_text = toy_rules_text,
    .target = toy_target,
    .end_move = "end",
    .deal = toy_deal,
    .apply = toy_apply,
    .moves = toy_moves,
    .to_move = toy_to_move,
    .result = toy_result,
    .cards_held = toy_cards_held,
    .hide = toy_hide,
    .move_words = toy_move_words,
    .move_brief = toy_move_brief,
    .reason = toy_reason,
    .think = toy_think,
};
