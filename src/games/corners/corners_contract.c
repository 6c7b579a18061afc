/* `corners` as the contract (games/game.h) wants it: one struct of what the rules, the view and the mind can do. */
#include "games/corners/corners.h"
#include "games/corners/corners_mind.h"
#include "games/corners/corners_reason.h"
#include "games/corners/corners_view.h"

static const struct variant variants[] = {
    {
        .word = "play",
        .label = "Play Kings Corner now",
        .about = "a seat at once, with people or computer players",
        .rules = "last target=none mustking=no kingpile=yes",
        .figures = "Draw last",
    },
    {
        .word = "match",
        .label = "Match to 25 points",
        .about = "the older rules, Kings in the Corners: draw first",
        .rules = "first target=25 mustking=no kingpile=yes",
        .art = "corners.ans",
        .figures = "Draw first",
    },
    { .word = NULL },
};

static const char *const pages[] = { "corners.txt", "aim.txt", "plays.txt", "turn.txt", "kinds.txt", NULL };
static const char *const pages_again[] = { "plays.txt", "kinds.txt", "corners.txt", "aim.txt", "turn.txt", NULL };
static const char *const pages_of_keys[] = { "table-keys.txt", "words.txt", NULL };
static const char *const words[] = { "end", "pass", "draw", "turn", "undo", NULL };
static const char *const topics[] = { "hand", "board", "legal", "points", NULL };
static const char *const topics_all[] = { "board", "points", NULL };

const struct game corners_game = {
    .id = "corners",
    .title = "Kings Corner",
    .blurb = "Kings to the corners, all else down in alternating colours. 2 to 4 players; lowest wins.",
    .seats_min = 2,
    .seats_max = SEATS_MAX,
    .patience = false,
    .state_size = sizeof(struct corners),
    .view_size = sizeof(struct corners_view),
    .variants = variants,
    .rules_plain = "first",
    .help = { .rules = pages, .again = pages_again, .keys = pages_of_keys },
    .lesson = &corners_lesson,
    .example = "9s n",
    .examples = "9s n lays the 9 of spades on north, w ne moves the west pile onto north-east, 3 n lays the third "
                "card of your hand. end ends your turn.",
    .words = words,
    .topics = topics,
    .topics_all = topics_all,
    .end_move = "end",
    .rules_parse = corners_rules_parse,
    .rules_text = corners_rules_text,
    .rules_title = corners_rules_title,
    .rules_words = corners_rules_words,
    .target = corners_target,
    .deal = corners_deal,
    .apply = corners_apply,
    .moves = corners_moves,
    .to_move = corners_to_move,
    .result = corners_result,
    .cards_held = corners_cards_held,
    .hide = corners_hide,
    .census = corners_census,
    .key = corners_key,
    .mouse = corners_mouse,
    .view_update = corners_view_update,
    .show = corners_show,
    .draw = corners_draw,
    .describe = corners_describe,
    .move_words = corners_move_words,
    .move_brief = corners_move_brief,
    .reason = corners_reason,
    .json = corners_json,
    .think = corners_think,
};
