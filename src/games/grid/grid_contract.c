/* `grid` as the contract (games/game.h) wants it: one struct of what the rules, the view and the mind can do. */
#include "games/grid/grid.h"
#include "games/grid/grid_keys.h"
#include "games/grid/grid_mind.h"
#include "games/grid/grid_view.h"
#include "games/no_rules.h"

static const struct variant variants[] = {
    { .word = "grid",
      .label = "Grid patience 4x4",
      .about = "alone: fill the board, clear the tens",
      .rules = "",
      .art = "grid.ans" },
    { .word = NULL },
};

static const char *const pages[] = { "grid.txt", "grid-seats.txt", "grid-tens.txt", NULL };
static const char *const pages_of_keys[] = { "patience-keys.txt", "patience.txt", "patience-words.txt", NULL };
static const char *const words[] = { "place", "remove", "x", "resume", "undo", NULL };
static const char *const topics[] = { "hand", "board", "legal", "points", NULL };

static const char *rules_title(const struct rules *r)
{
    (void)r;
    return grid_game.title;
}

const struct game grid_game = {
    .id = "grid",
    .title = "Kings in the Corners: the 4x4 patience",
    .blurb = "Fill the board, royals to their seats; then clear pairs that sum to ten.",
    .seats_min = 1,
    .seats_max = 1,
    .patience = true,
    .score = "counter",
    .state_size = sizeof(struct grid),
    .view_size = sizeof(struct grid_view),
    .variants = variants,
    .rules_plain = "",
    .help = { .rules = pages, .keys = pages_of_keys },
    .lesson = &grid_lesson,
    .example = "b2",
    .examples = "place b2, remove b2 c3, resume; finish clears what is left when the win is sure.",
    .words = words,
    .topics = topics,
    .topics_all = topics,
    .end_move = "resume",
    .rules_parse = no_rules_parse,
    .rules_text = no_rules_text,
    .rules_title = rules_title,
    .deal = grid_deal,
    .apply = grid_apply,
    .moves = grid_moves,
    .to_move = grid_to_move,
    .result = grid_result,
    .cards_held = grid_cards_held,
    .hide = grid_hide,
    .census = grid_census,
    .key = grid_key,
    .mouse = grid_mouse,
    .view_update = grid_view_update,
    .show = grid_show,
    .draw = grid_draw,
    .describe = grid_describe,
    .move_words = grid_move_words,
    .move_brief = grid_move_brief,
    .reason = grid_reason,
    .json = grid_json,
    .think = grid_think,
};
