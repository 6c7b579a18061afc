/* `cross` as the contract (games/game.h) wants it: one struct of what the rules, the view and the mind can do. */
#include "games/cross/cross.h"
#include "games/cross/cross_mind.h"
#include "games/cross/cross_view.h"
#include "games/no_rules.h"

static const struct variant variants[] = {
    { .word = "solitaire",
      .label = "Solitaire",
      .about = "alone: build down, never hold many cards",
      .rules = "",
      .art = "cross.ans" },
    { .word = NULL },
};

static const char *const pages[] = { "cross.txt", "cross-plays.txt", "cross-score.txt", NULL };
static const char *const pages_of_keys[] = { "patience-keys.txt", "patience.txt", "patience-words.txt", NULL };
static const char *const words[] = { "draw", "undo", NULL };
static const char *const topics[] = { "hand", "board", "legal", "points", NULL };

static const char *rules_title(const struct rules *r)
{
    (void)r;
    return cross_game.title;
}

const struct game cross_game = {
    .id = "cross",
    .title = "Kings in the Corners Solitaire",
    .blurb = "Build down in alternating colours round the stock, and never hold many cards.",
    .seats_min = 1,
    .seats_max = 1,
    .patience = true,
    .score = "peak hand",
    .score_low = true,
    .state_size = sizeof(struct cross),
    .view_size = sizeof(struct cross_view),
    .variants = variants,
    .rules_plain = "",
    .help = { .rules = pages, .keys = pages_of_keys },
    .lesson = &cross_lesson,
    .example = "9s n",
    .examples = "9s n lays the 9 of spades on north, w ne moves the west pile onto north-east, draw takes a card.",
    .words = words,
    .topics = topics,
    .topics_all = topics,
    .rules_parse = no_rules_parse,
    .rules_text = no_rules_text,
    .rules_title = rules_title,
    .deal = cross_deal,
    .apply = cross_apply,
    .moves = cross_moves,
    .to_move = cross_to_move,
    .result = cross_result,
    .cards_held = cross_cards_held,
    .hide = cross_hide,
    .census = cross_census,
    .key = cross_key,
    .mouse = cross_mouse,
    .view_update = cross_view_update,
    .show = cross_show,
    .draw = cross_draw,
    .describe = cross_describe,
    .move_words = cross_move_words,
    .move_brief = cross_move_brief,
    .reason = cross_reason,
    .json = cross_json,
    .think = cross_think,
    .par = cross_par,
};
