/* What the games' tests share. Include cmocka.h before. */
#pragma once
#include "base/random.h"
#include "cards/pile.h"
#include "games/game.h"

#include <stdalign.h>
#include <stdio.h>
#include <string.h>

/* Memory for any game's state or view. */
union any_state {
    max_align_t align;
    unsigned char bytes[GAME_STATE_MAX];
};
union any_view {
    max_align_t align;
    unsigned char bytes[GAME_VIEW_MAX];
};

/* A deck shuffled by r. */
static inline struct deck random_deck(struct random *r)
{
    struct deck d;
    for (int i = 0; i < CARDS; i++) d.c[i] = (card)(i + 1);
    for (int i = CARDS - 1; i > 0; i--) {
        int j = (int)random_below(r, (uint32_t)i + 1);
        card c = d.c[i];
        d.c[i] = d.c[j];
        d.c[j] = c;
    }
    return d;
}

/* Options by chance: those of one of the game's variants, and "name=value" options of it with other values that the
 * game takes. */
static inline struct rules random_rules(const struct game *game, struct random *chance)
{
    static const char *const values[] = { "yes", "no", "none", "10", "25", "50", "100" };
    char text[RULES_TEXT];
    struct rules rules;
    int n = 0;
    while (game->variants[n].word != NULL) n++;
    assert_null(game->rules_parse(&rules, game->variants[random_below(chance, (uint32_t)n)].rules));
    game->rules_text(&rules, text, sizeof text);
    for (const char *at = strchr(text, '='); at != NULL; at = strchr(at + 1, '=')) {
        char other[2 * RULES_TEXT];
        const char *value = values[random_below(chance, sizeof values / sizeof *values)];
        struct rules read;
        if (random_below(chance, 4) == 0) continue;
        snprintf(other, sizeof other, "%.*s%s%s", (int)(at + 1 - text), text, value, at + strcspn(at, " "));
        if (game->rules_parse(&read, other) != NULL) continue;
        int offset = (int)(at - text);
        rules = read;
        game->rules_text(&rules, text, sizeof text);
        at = text + offset;
    }
    return rules;
}

/* "9s 8h 7c", base first. */
static inline struct pile cards_of(const char *text)
{
    struct pile p = { 0 };
    for (card c; *text != '\0'; text += *text == ' ') {
        int taken = card_parse(text, &c);
        assert_true(taken > 0);
        pile_push(&p, c);
        text += taken;
    }
    return p;
}

/* Names and words as a table has them. */
static inline struct frame_words test_words(void)
{
    static const struct log_line log[] = {
        { "", "seal 3f2a9c41" }, { "cy", "Q♣ on NE" }, { "cy", "E onto N" }, { "cy", "drew" },
        { "dot", "drew" },       { "bea", "9♠ on S" }, { "you", "8♦ on S" },
    };
    return (struct frame_words){
        .names = { NULL, "bea", "cy", "ann", "dot" },
        .computer = { false, false, true, false, true },
        .loser = { false, false, false, false, true },
        .totals = { 0, 12, 9, 31, 48 },
        .title = "Kings Corner, draw last  round 3",
        .clock = "0:41",
        .message = "",
        .log = log,
        .log_n = (int)(sizeof log / sizeof *log),
        .keys = "w why  c talk  q leave  i hint  ? help",
    };
}
