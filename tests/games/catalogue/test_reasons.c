/* Every reason of a move is true (T14): the test takes each sentence of each game apart, looks up its claims in the
 * position and counts its numbers anew. A sentence that is not in the table fails. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "games/contract.h"
#include "games/corners/corners.h"
#include "games/cross/cross.h"
#include "games/grid/grid.h"
#include "games/null/null_game.h"
#include "seed.h"

#define ROUNDS 200
#define ROUNDS_MAX 5000 /* for the rarest sentence */
#define TURNS_MAX 4000
#define FIELDS 6

static struct random chance;
static const struct game *game;

/* A sentence, its move, the positions before and after, and the words in place of the stars of its row. */
struct told {
    const union any_state *before, *after;
    int seat;
    struct move move;
    struct play play; /* of the games that have a board; card and from stay 0 for `end` and `draw` */
    char field[FIELDS][40];
};

/* Splits text by the row's pattern; false when it is another sentence. */
static bool take_apart(const char *pattern, const char *text, char field[FIELDS][40])
{
    for (int n = 0; *pattern != '\0';) {
        if (*pattern != '*') {
            if (*pattern++ != *text++) return false;
            continue;
        }
        pattern++;
        size_t literal = strcspn(pattern, "*");
        const char *end = text;
        while (*end != '\0' && strncmp(end, pattern, literal) != 0) end++;
        if (*end == '\0' || (size_t)(end - text) >= sizeof field[0]) return false;
        snprintf(field[n++], sizeof field[0], "%.*s", (int)(end - text), text);
        text = end;
    }
    return *text == '\0';
}

/* "5 cards are", "1 side is": the number, in good grammar. */
static int count_in(const char *field, const char *what)
{
    char *end, want[40];
    long n = strtol(field, &end, 10);
    snprintf(want, sizeof want, " %s%s", what, n == 1 ? " is" : "s are");
    assert_string_equal(end, want);
    return (int)n;
}

static card card_in(const char *field)
{
    card c;
    if (card_parse(field, &c) != (int)strlen(field)) fail_msg("no card: %s", field);
    return c;
}

static int place_in(const char *field)
{
    for (int p = 0; p < PLACES; p++)
        if (strcmp(place_words((enum place)p), field) == 0) return p;
    fail_msg("no place: %s", field);
    return PLACES;
}

static int empty_sides(const struct board *b)
{
    int n = 0;
    for (int p = 0; p < SIDES; p++) n += pile_empty(&b->at[p]);
    return n;
}

static const struct board *board_of(const union any_state *s)
{
    return game == &cross_game ? &((const struct cross *)s)->board : &((const struct corners *)s)->board;
}

static const struct pile *hand_of(const union any_state *s, int seat)
{
    return game == &cross_game ? &((const struct cross *)s)->hand : &((const struct corners *)s)->hands[seat];
}

static bool is_end(const struct told *t)
{
    return strcmp(t->move.text, "end") == 0;
}

/* --- a board: cards and piles --- */

static bool starts(const struct told *t)
{
    return t->play.card == card_in(t->field[0]) && t->play.to == place_in(t->field[1]) &&
           pile_empty(&board_of(t->before)->at[t->play.to]);
}

static bool fits_on_card(const struct told *t)
{
    card on = pile_top(&board_of(t->before)->at[t->play.to]);
    return t->play.card == card_in(t->field[0]) && on == card_in(t->field[1]) && card_builds(t->play.card, on);
}

static bool fits_on_place(const struct told *t)
{
    return t->play.card == card_in(t->field[0]) && t->play.to == place_in(t->field[1]) &&
           card_builds(t->play.card, pile_top(&board_of(t->before)->at[t->play.to]));
}

static bool left_is(const struct told *t, int n)
{
    return game->cards_held(t->after->bytes, t->seat) == n && game->cards_held(t->before->bytes, t->seat) == n + 1;
}

static bool frees_a_side(const struct told *t)
{
    return t->play.card == CARD_NONE && empty_sides(board_of(t->after)) == empty_sides(board_of(t->before)) + 1;
}

/* "red 8": one rank lower and the other colour. */
static bool is_next(card on, const char *colour_and_rank)
{
    static const char *const ranks[] = { "ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king" };
    int n = 0;
    for (card c = 1; c <= CARDS; c++) {
        char words[40];
        snprintf(words, sizeof words, "%s %s", card_red(c) ? "red" : "black", ranks[card_rank(c) - 1]);
        if (card_builds(c, on)) n += strcmp(words, colour_and_rank) == 0 ? 1 : 10;
    }
    return n == 2;
}

static bool pile_can_move_onto(const struct told *t, const char *place)
{
    int from = place_in(place);
    const struct board *b = board_of(t->after);
    return from < SIDES && from != t->play.to && card_builds(pile_base(&b->at[from]), pile_top(&b->at[t->play.to]));
}

/* A card of the hand, or a pile. */
static bool can_follow(const struct told *t, const char *what)
{
    card c;
    if (card_parse(what, &c) != (int)strlen(what)) return pile_can_move_onto(t, what);
    return pile_find(hand_of(t->after, t->seat), c) >= 0 &&
           card_builds(c, pile_top(&board_of(t->after)->at[t->play.to]));
}

/* --- corners, to the table --- */

static bool is_out(const struct told *t)
{
    struct result r;
    game->result(t->after->bytes, &r);
    return r.over && r.seat_out == t->seat && game->cards_held(t->before->bytes, t->seat) == 1;
}

static bool king_left(const struct told *t)
{
    return card_rank(t->play.card) == KING && left_is(t, count_in(t->field[0], "card"));
}

static bool starts_next(const struct told *t)
{
    return starts(t) && is_next(t->play.card, t->field[2]) && left_is(t, count_in(t->field[3], "card"));
}
static bool starts_pile(const struct told *t)
{
    return starts(t) && pile_can_move_onto(t, t->field[2]) && left_is(t, count_in(t->field[3], "card"));
}
static bool starts_ace(const struct told *t)
{
    return starts(t) && card_rank(t->play.card) == ACE && left_is(t, count_in(t->field[2], "card"));
}
static bool fits_next(const struct told *t)
{
    return fits_on_card(t) && is_next(t->play.card, t->field[2]) && left_is(t, count_in(t->field[3], "card"));
}
static bool fits_pile(const struct told *t)
{
    return fits_on_card(t) && pile_can_move_onto(t, t->field[2]) && left_is(t, count_in(t->field[3], "card"));
}
static bool fits_ace(const struct told *t)
{
    return fits_on_card(t) && card_rank(t->play.card) == ACE && left_is(t, count_in(t->field[2], "card"));
}

static bool king_pile(const struct told *t)
{
    const struct board *b = board_of(t->before);
    return frees_a_side(t) && place_is_corner((enum place)t->play.to) && pile_empty(&b->at[t->play.to]) &&
           card_rank(pile_base(&b->at[t->play.from])) == KING &&
           empty_sides(board_of(t->after)) == count_in(t->field[0], "side");
}

static bool whole_pile(const struct told *t)
{
    const struct board *b = board_of(t->before);
    return frees_a_side(t) && pile_base(&b->at[t->play.from]) == card_in(t->field[0]) &&
           pile_top(&b->at[t->play.to]) == card_in(t->field[1]) &&
           empty_sides(board_of(t->after)) == count_in(t->field[2], "side");
}

static int stock_of(const union any_state *s)
{
    return ((const struct corners *)s)->stock.n;
}

static bool draws_last(const struct told *t)
{
    return is_end(t) && stock_of(t->before) == 1 && stock_of(t->after) == 0 &&
           ((const struct corners *)t->before)->last;
}
static bool draws(const struct told *t)
{
    return is_end(t) && stock_of(t->after) == count_in(t->field[0], "card") &&
           stock_of(t->before) == stock_of(t->after) + 1;
}

static bool next_draws(const struct told *t)
{
    return is_end(t) && !((const struct corners *)t->before)->last &&
           stock_of(t->before) == count_in(t->field[0], "card") && stock_of(t->after) == stock_of(t->before) - 1;
}

static bool no_stock(const struct told *t)
{
    return is_end(t) && stock_of(t->before) == 0;
}

static bool is_blocked(const struct told *t)
{
    struct result r;
    game->result(t->after->bytes, &r);
    return no_stock(t) && r.over && r.seat_out == 0 && atoi(t->field[0]) == ((const struct corners *)t->before)->seats;
}

/* As many more turns that are only ended, and the round is over. */
static bool is_pass_number(const struct told *t)
{
    union any_state s = *t->after;
    struct made made;
    int seats = atoi(t->field[0]), number = atoi(t->field[1]);
    if (!no_stock(t) || seats != ((const struct corners *)t->before)->seats) return false;
    for (int k = number; k < seats; k++) {
        struct result r;
        game->result(s.bytes, &r);
        if (r.over) return false;
        if (game->apply(s.bytes, game->to_move(s.bytes), "end", &made) != NULL)
            return ((const struct corners *)t->before)->mustking;
    }
    return is_blocked(
        &(struct told){ .before = t->before, .after = &s, .move = t->move, .field = { { t->field[0][0] } } });
}

/* --- corners, as a hint --- */

static bool hint_moves(const struct told *t)
{
    return frees_a_side(t) && t->play.from == place_in(t->field[0]) && t->play.to == place_in(t->field[1]);
}
static bool hint_king(const struct told *t)
{
    return card_rank(t->play.card) == KING && t->play.card == card_in(t->field[0]);
}
static bool hint_starts_follow(const struct told *t)
{
    return starts(t) && can_follow(t, t->field[2]);
}
static bool hint_fits_follow(const struct told *t)
{
    return fits_on_place(t) && can_follow(t, t->field[2]);
}

static bool hint_points(const struct told *t)
{
    return corners_hand_points(hand_of(t->before, t->seat)) == corners_hand_points(hand_of(t->after, t->seat)) + 1;
}

static bool hint_starts_point(const struct told *t)
{
    return starts(t) && hint_points(t);
}
static bool hint_fits_point(const struct told *t)
{
    return fits_on_place(t) && hint_points(t);
}

/* How many moves there were whose text begins so. */
static int moves_there_were(const struct told *t, const char *begin)
{
    struct move_list list;
    int n = 0;
    game->moves(t->before->bytes, &list);
    for (int i = 0; i < list.n; i++) n += strncmp(list.at[i].text, begin, strlen(begin)) == 0;
    return n;
}

static bool nothing_fits(const struct told *t)
{
    struct move_list list;
    game->moves(t->before->bytes, &list);
    return list.n == 1 && strcmp(list.at[0].text, t->move.text) == 0;
}

static bool is_kept(const struct told *t)
{
    char begin[8];
    snprintf(begin, sizeof begin, "%s@", card_text(card_in(t->field[0])));
    return is_end(t) && moves_there_were(t, begin) > 0 && is_next(card_in(t->field[0]), t->field[1]);
}

static bool pile_stays(const struct told *t)
{
    char begin[8];
    snprintf(begin, sizeof begin, "%s>", place_text((enum place)place_in(t->field[0])));
    return is_end(t) && moves_there_were(t, begin) > 0;
}

static bool only_aces(const struct told *t)
{
    struct move_list list;
    game->moves(t->before->bytes, &list);
    for (int i = 0; i < list.n; i++)
        if (list.at[i].text[0] != 'A' && strcmp(list.at[i].text, "end") != 0) return false;
    return is_end(t) && list.n > 1;
}

/* --- cross --- */

static bool cross_king(const struct told *t)
{
    return card_rank(t->play.card) == KING && place_is_corner((enum place)t->play.to) &&
           empty_sides(board_of(t->before)) == empty_sides(board_of(t->after)) &&
           card_red(t->play.card) == (strcmp(t->field[0], "black") == 0);
}

static bool cross_left(const struct told *t)
{
    return left_is(t, atoi(t->field[2]));
}

static bool cross_starts_left(const struct told *t)
{
    return starts(t) && cross_left(t);
}
static bool cross_fits_left(const struct told *t)
{
    return fits_on_place(t) && cross_left(t);
}

/* All that could be played before the draw can be played after it. */
static bool fits_still(const struct told *t)
{
    struct move_list before, after;
    game->moves(t->before->bytes, &before);
    game->moves(t->after->bytes, &after);
    for (int i = 0, at = 0; i < before.n; i++) {
        if (strcmp(before.at[i].text, "draw") == 0) continue;
        while (at < after.n && strcmp(after.at[at].text, before.at[i].text) != 0) at++;
        if (at == after.n) return false;
    }
    return before.n > 1 && game->cards_held(t->after->bytes, 1) == atoi(t->field[0]);
}

/* --- grid --- */

static const struct grid *grid_of(const union any_state *s)
{
    return (const struct grid *)s;
}

static bool on_own_seat(const struct told *t)
{
    int square = grid_square_parse(t->field[1]);
    card c = card_in(t->field[0]);
    return grid_visible(grid_of(t->before)) == c && grid_seat_rank(square) == card_rank(c) &&
           grid_of(t->before)->board[square] == CARD_NONE && grid_of(t->after)->board[square] == c;
}

static bool in_centre(const struct told *t)
{
    int square = grid_square_parse(t->field[0]);
    return grid_seat_rank(square) == 0 && card_rank(grid_visible(grid_of(t->before))) <= TEN &&
           grid_of(t->before)->board[square] == CARD_NONE;
}

static bool seats_counted(const struct told *t)
{
    static const char *const names[] = { "Jack", "Queen", "King" };
    int rank = 0, left = 0, come = 0;
    for (int i = 0; i < 3; i++)
        if (strcmp(names[i], t->field[0]) == 0) rank = JACK + i;
    const struct grid *after = grid_of(t->after);
    for (int i = 0; i < SQUARES; i++) left += after->board[i] == CARD_NONE && grid_seat_rank(i) == rank;
    for (int i = 0; i < grid_of(t->before)->stock.n; i++) come += card_rank(grid_of(t->before)->stock.c[i]) == rank;
    char want[60];
    snprintf(want, sizeof want, "%d %s%s", come, t->field[0], come == 1 ? "" : "s");
    return grid_seat_rank(grid_square_parse(t->move.text + 1)) == rank && atoi(t->field[1]) == left &&
           strcmp(t->field[2], left == 1 ? "stays" : "stay") == 0 && strcmp(t->field[3], want) == 0;
}

static bool ten_goes(const struct told *t)
{
    int square = grid_square_parse(t->field[0]);
    return card_rank(grid_of(t->before)->board[square]) == TEN && grid_of(t->after)->board[square] == CARD_NONE;
}

static bool pair_goes(const struct told *t)
{
    int one = grid_square_parse(t->field[2]), other = grid_square_parse(t->field[3]);
    card a = card_in(t->field[0]), b = card_in(t->field[1]);
    return grid_of(t->before)->board[one] == a && grid_of(t->before)->board[other] == b &&
           card_rank(a) + card_rank(b) == 10 && grid_of(t->after)->board[one] == CARD_NONE &&
           grid_of(t->after)->board[other] == CARD_NONE;
}

static bool nothing_goes(const struct told *t)
{
    struct grid_pair pairs[REMOVALS_MAX];
    return strcmp(t->move.text, "resume") == 0 && grid_removals(grid_of(t->before), pairs) == 0;
}

static bool squares_counted(const struct told *t)
{
    int n = 0;
    for (int i = 0; i < SQUARES; i++) n += grid_of(t->before)->board[i] == CARD_NONE;
    return strcmp(t->move.text, "resume") == 0 && n == count_in(t->field[0], "square");
}

/* --- the template --- */

static bool turns_no_king(const struct told *t)
{
    uint8_t before[CARD_HIDDEN + 1], after[CARD_HIDDEN + 1];
    game->census(t->before->bytes, before);
    game->census(t->after->bytes, after);
    return strcmp(t->move.text, "pass") == 0 && memcmp(before, after, sizeof before) == 0;
}

static bool kings_counted(const struct told *t)
{
    union any_state seen = *t->before;
    uint8_t count[CARD_HIDDEN + 1];
    int kings = 0;
    game->hide(seen.bytes, 0);
    game->census(seen.bytes, count);
    for (card c = 1; c <= CARDS; c++) kings += card_rank(c) == KING && count[c] == 0;
    return count[CARD_HIDDEN] == atoi(t->field[0]) && kings == atoi(t->field[1]);
}

/* --- all sentences --- */

static struct row {
    const struct game *game;
    bool hint; /* for the player's own eyes, else for the table; of a patience both are the same */
    const char *pattern;
    bool (*holds)(const struct told *t);
    int times;
} rows[] = {
    { &corners_game, false, "It was the last card of the hand: the round is over.", is_out, 0 },
    { &corners_game, false, "A King in hand counts 10 in the end, and * left.", king_left, 0 },
    { &corners_game, false, "* starts *; next is a *, and * left.", starts_next, 0 },
    { &corners_game, false, "* starts *; * can move onto it, and * left.", starts_pile, 0 },
    { &corners_game, false, "* starts *, and * left.", starts_ace, 0 },
    { &corners_game, false, "* fits on *; next is a *, and * left.", fits_next, 0 },
    { &corners_game, false, "* fits on *; * can move onto it, and * left.", fits_pile, 0 },
    { &corners_game, false, "* fits on *, and * left.", fits_ace, 0 },
    { &corners_game, false, "A King's pile takes no side in a corner: * empty now.", king_pile, 0 },
    { &corners_game, false, "* fits on * with all its pile: * empty now.", whole_pile, 0 },
    { &corners_game, false, "The turn ends with the last card of the stock.", draws_last, 0 },
    { &corners_game, false, "The turn ends with a draw; * left in the stock.", draws, 0 },
    { &corners_game, false, "The next turn begins with a draw; * in the stock.", next_draws, 0 },
    { &corners_game, false, "The stock is empty: nothing is drawn any more.", no_stock, 0 },
    { &corners_game, false, "The stock is empty and all * have passed: the round is over.", is_blocked, 0 },
    { &corners_game, false, "With no stock * passes in a row end the round; this is number *.", is_pass_number, 0 },
    { &corners_game, true, "Moving * to * frees a side for another card.", hint_moves, 0 },
    { &corners_game, true, "A King in hand counts 10 points, so * goes out at once.", hint_king, 0 },
    { &corners_game, true, "* starts the empty *, and a card less is a point less.", hint_starts_point, 0 },
    { &corners_game, true, "* starts the empty *, and * can follow it.", hint_starts_follow, 0 },
    { &corners_game, true, "* fits on *, and a card less is a point less.", hint_fits_point, 0 },
    { &corners_game, true, "* fits on *, and * can follow it.", hint_fits_follow, 0 },
    { &corners_game, true, "Nothing in the hand fits, and no pile can move.", nothing_fits, 0 },
    { &corners_game, true, "Kept back, * gives nobody a place for a *.", is_kept, 0 },
    { &corners_game, true, "While * stays, it leaves no empty side to the next player.", pile_stays, 0 },
    { &corners_game, true, "No play is a must, and what fits now can be kept.", only_aces, 0 },
    { &cross_game, false, "Moving * onto * frees a side for any card.", hint_moves, 0 },
    { &cross_game, false, "A King to a corner costs no side, and a * queen can follow it.", cross_king, 0 },
    { &cross_game, false, "* starts the empty *, and * can follow it.", hint_starts_follow, 0 },
    { &cross_game, false, "* starts the empty * and leaves * in hand.", cross_starts_left, 0 },
    { &cross_game, false, "* fits on *, and * can follow it.", hint_fits_follow, 0 },
    { &cross_game, false, "* fits on * and leaves * in hand.", cross_fits_left, 0 },
    { &cross_game, false, "Nothing in the hand fits and no pile can move, so a card is drawn.", nothing_fits, 0 },
    { &cross_game, false, "What fits now fits after the draw, too; the hand is * then.", fits_still, 0 },
    { &grid_game, false, "* belongs on one of its own seats, and * is free.", on_own_seat, 0 },
    { &grid_game, false, "* is in the centre, where a number card takes no royal's seat.", in_centre, 0 },
    { &grid_game, false, "Of the * seats * * free, with * to come.", seats_counted, 0 },
    { &grid_game, false, "The 10 on * goes alone and gives a square back.", ten_goes, 0 },
    { &grid_game, false, "* and * make ten, and give * and * back.", pair_goes, 0 },
    { &grid_game, false, "Nothing more can be removed, so the next cards may come.", nothing_goes, 0 },
    { &grid_game, false, "* free for the next cards.", squares_counted, 0 },
    { &null_game, false, "Who passes turns no King.", turns_no_king, 0 },
    { &null_game, false, "Of the * cards in the stock * are Kings.", kings_counted, 0 },
};
#define ROWS (sizeof rows / sizeof *rows)

/* Which games have a sentence of their own for hints. */
static bool has_hints(void)
{
    return game == &corners_game;
}

static void check_sentence(const union any_state *s, const struct move *m, bool hint, const char *why)
{
    static const struct pile no_hand;
    union any_state after = *s;
    struct made made;
    struct told t = { .before = s, .after = &after, .seat = game->to_move(s->bytes), .move = *m };
    assert_null(game->apply(after.bytes, t.seat, m->text, &made));
    play_parse(&t.play, m->text, &no_hand);
    for (size_t i = 0; i < ROWS; i++) {
        if (rows[i].game != game || rows[i].hint != (hint && has_hints())) continue;
        if (!take_apart(rows[i].pattern, why, t.field)) continue;
        if (!rows[i].holds(&t)) fail_msg("%s: not true of %s: %s", game->id, m->text, why);
        rows[i].times++;
        return;
    }
    fail_msg("%s: no such sentence is known: %s", game->id, why);
}

static void check_reasons(const union any_state *s)
{
    struct move_list list;
    union any_state seen = *s;
    game->hide(seen.bytes, 0);
    game->moves(s->bytes, &list);
    for (int i = 0; i < list.n; i++) {
        char why[WHY_TEXT];
        struct text t;
        text_init(&t, why, sizeof why);
        game->reason(seen.bytes, game->to_move(s->bytes), &list.at[i], &t);
        check_sentence(s, &list.at[i], false, why);
    }
}

static struct move check_hints(const union any_state *s)
{
    union any_state seen = *s;
    struct thought thought;
    int seat = game->to_move(s->bytes), strength = 1 + (int)random_below(&chance, 3);
    game->hide(seen.bytes, seat);
    game->think(seen.bytes, seat, strength, &chance, 2, &thought);
    check_sentence(s, &thought.move, true, thought.why);
    return thought.move;
}

static void play_a_round(const char *rules_text)
{
    static union any_state s;
    struct deck deck = random_deck(&chance);
    struct rules rules;
    struct result r = { .over = false };
    int seats = game->seats_min + (int)random_below(&chance, (uint32_t)(game->seats_max - game->seats_min + 1));
    if (game->rules_parse(&rules, rules_text) != NULL) assert_null(game->rules_parse(&rules, ""));
    game->deal(s.bytes, &deck, &rules, seats, 1);
    for (int i = 0; i < TURNS_MAX && !r.over; i++) {
        struct move_list list;
        struct made made;
        check_reasons(&s);
        struct move m = check_hints(&s);
        game->moves(s.bytes, &list);
        if (random_below(&chance, 3) == 0) m = list.at[random_below(&chance, (uint32_t)list.n)];
        assert_null(game->apply(s.bytes, game->to_move(s.bytes), m.text, &made));
        game->result(s.bytes, &r);
    }
    assert_true(r.over);
}

/* A sentence of the game that was not met with yet. */
static const char *unsaid(void)
{
    for (size_t i = 0; i < ROWS; i++)
        if (rows[i].game == game && rows[i].times == 0) return rows[i].pattern;
    return NULL;
}

/* (T14) */
static void every_sentence_is_true_of_the_position(void **state)
{
    static const char *const rules[] = { "first", "last", "first mustking=yes", "last mustking=yes kingpile=no" };
    game = *state;
    int rounds = 0;
    while (rounds < ROUNDS || (unsaid() != NULL && rounds < ROUNDS_MAX)) play_a_round(rules[rounds++ % 4]);
    if (unsaid() != NULL) fail_msg("not said in %d rounds: %s", rounds, unsaid());
}

static int start(void **state)
{
    (void)state;
    chance = seed_random("games/catalogue/test_reasons");
    return sodium_init() < 0 ? -1 : 0;
}

int main(void)
{
#define OF(g)                                                                                                          \
    {                                                                                                                  \
#g ": every sentence is true of the position", every_sentence_is_true_of_the_position, NULL, NULL, (void *)&g  \
    }
    const struct CMUnitTest tests[] = { OF(corners_game), OF(cross_game), OF(grid_game), OF(null_game) };
    return cmocka_run_group_tests(tests, start, NULL);
}
