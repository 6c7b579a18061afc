#include "games/grid/grid.h"

#include "games/position_json.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static_assert(sizeof(struct grid) <= GAME_STATE_MAX, "a state is small");
static_assert(sizeof(struct grid) == SQUARES + 2 * sizeof(struct pile) + 2, "a state has no padding");

/* --- squares --- */

static const uint8_t seat_ranks[SQUARES] = {
    KING, QUEEN, QUEEN, KING, /* */
    JACK, 0,     0,     JACK, /* */
    JACK, 0,     0,     JACK, /* */
    KING, QUEEN, QUEEN, KING,
};

void grid_square_text(int square, char out[3])
{
    out[0] = (char)('a' + square % 4);
    out[1] = (char)('1' + square / 4);
    out[2] = '\0';
}

int grid_seat_rank(int square)
{
    return seat_ranks[square];
}

uint8_t grid_square_parse(const char *text)
{
    int col = (text[0] | 0x20) - 'a';
    if (col < 0 || col > 3 || text[1] < '1' || text[1] > '4') return SQUARES;
    return (uint8_t)((text[1] - '1') * 4 + col);
}

/* Smaller name first: a1 a2 .. b1 .., not the order of the board. */
static struct grid_pair in_order(uint8_t one, uint8_t other)
{
    bool first = one % 4 != other % 4 ? one % 4 < other % 4 : one < other;
    return first ? (struct grid_pair){ one, other } : (struct grid_pair){ other, one };
}

void grid_place_text(int square, struct move *out)
{
    memset(out, 0, sizeof *out);
    out->text[0] = '@';
    grid_square_text(square, out->text + 1);
}

void grid_removal_text(struct grid_pair pair, struct move *out)
{
    memset(out, 0, sizeof *out);
    out->text[0] = 'x';
    grid_square_text(pair.one, out->text + 1);
    if (pair.other != SQUARES) grid_square_text(pair.other, out->text + 3);
}

/* --- the position --- */

card grid_visible(const struct grid *s)
{
    return pile_top(&s->stock);
}

int grid_empty_squares(const struct grid *s)
{
    int n = 0;
    for (int i = 0; i < SQUARES; i++) n += s->board[i] == CARD_NONE;
    return n;
}

bool grid_may_place(const struct grid *s, card c, int square)
{
    if (!card_is(c) || s->board[square] != CARD_NONE) return false;
    return card_rank(c) <= TEN || seat_ranks[square] == card_rank(c);
}

/* A lone ten (other is SQUARES), or two number cards that sum to ten (G5). */
static bool may_remove(const struct grid *s, struct grid_pair p)
{
    card one = s->board[p.one], other = p.other != SQUARES ? s->board[p.other] : CARD_NONE;
    if (one == CARD_NONE || p.one == p.other) return false;
    if (p.other == SQUARES) return card_rank(one) == TEN;
    return other != CARD_NONE && card_rank(one) + card_rank(other) == TEN;
}

int grid_removals(const struct grid *s, struct grid_pair out[REMOVALS_MAX])
{
    int n = 0;
    for (uint8_t one = 0; one < SQUARES; one++)
        for (uint8_t other = (uint8_t)(one + 1); other <= SQUARES; other++) {
            struct grid_pair p = other == SQUARES ? (struct grid_pair){ one, other } : in_order(one, other);
            if (may_remove(s, p)) out[n++] = p;
        }
    return n;
}

static bool any_removal(const struct grid *s)
{
    struct grid_pair pairs[REMOVALS_MAX];
    return grid_removals(s, pairs) > 0;
}

int grid_to_come(const struct grid *s, int rank)
{
    int seen = 0;
    for (int i = 0; i < SQUARES; i++) seen += s->board[i] != CARD_NONE && card_rank(s->board[i]) == rank;
    for (int i = 0; i < s->gone.n; i++) seen += card_rank(s->gone.c[i]) == rank;
    card visible = grid_visible(s);
    return 4 - seen - (card_is(visible) && card_rank(visible) == rank);
}

static bool any_number(const struct grid *s)
{
    for (int i = 0; i < SQUARES; i++)
        if (s->board[i] != CARD_NONE && card_rank(s->board[i]) <= TEN) return true;
    return false;
}

static bool may_resume(const struct grid *s)
{
    return s->phase == GRID_REMOVING && !pile_empty(&s->stock) && grid_empty_squares(s) > 0;
}

/* A number card always has a square while one is empty (G10). */
static void test_blocked(struct grid *s)
{
    card c = grid_visible(s);
    for (int i = 0; i < SQUARES; i++)
        if (!card_is(c) || grid_may_place(s, c, i)) return;
    s->phase = GRID_LOST;
    s->reason = GRID_BLOCKED;
}

/* Is the game won (G9)? The assertion is the proof that it cannot be stuck here: ranks leave the board with their
 * complements and tens go alone, so when the stock of a whole deck has run out, all that is left can be cleared (G12).
 */
static void test_cleared(struct grid *s)
{
    if (!any_number(s))
        s->phase = GRID_WON;
    else
        assert(any_removal(s));
}

/* The order of the checks is a rule of its own (G11). */
static void after_placement(struct grid *s)
{
    if (pile_empty(&s->stock)) {
        s->phase = GRID_REMOVING;
        test_cleared(s);
    } else if (grid_empty_squares(s) > 0) {
        test_blocked(s);
    } else if (any_removal(s)) {
        s->phase = GRID_REMOVING;
    } else {
        s->phase = GRID_LOST;
        s->reason = GRID_FULL;
    }
}

/* --- moves --- */

static const char *place_why(const struct grid *s, int square)
{
    static const char *const seats[] = {
        [JACK] = "A Jack goes to a Jack seat only: a2, a3, d2 or d3.",
        [QUEEN] = "A Queen goes to a Queen seat only: b1, c1, b4 or c4.",
        [KING] = "A King goes to a King seat only: a1, d1, a4 or d4.",
    };
    if (s->phase == GRID_REMOVING && pile_empty(&s->stock)) return "The stock is empty: clear the board now.";
    if (s->phase == GRID_REMOVING) return "You are removing: resume before the next card is placed.";
    if (s->board[square] != CARD_NONE) return "There is a card on that square already.";
    return grid_may_place(s, grid_visible(s), square) ? NULL : seats[card_rank(grid_visible(s))];
}

static const char *apply_place(struct grid *s, uint8_t square, struct made *made)
{
    const char *why = place_why(s, square);
    if (why != NULL) return why;
    s->board[square] = pile_pop(&s->stock);
    after_placement(s);
    grid_place_text(square, &made->move);
    return NULL;
}

static const char *remove_why(const struct grid *s, struct grid_pair p, char why[WHY_TEXT])
{
    card one = s->board[p.one], other = p.other != SQUARES ? s->board[p.other] : CARD_NONE;
    if (s->phase == GRID_PLACING) return "Cards are removed when the board is full, or when the stock has run out.";
    if (one == CARD_NONE || (p.other != SQUARES && other == CARD_NONE)) return "There is no card on that square.";
    if (may_remove(s, p)) return NULL;
    if (card_rank(one) > TEN || (other != CARD_NONE && card_rank(other) > TEN)) return "A royal is never removed.";
    if (p.one == p.other) return "A pair is two cards.";
    if (other == CARD_NONE) return "Only a 10 goes alone; other cards go in pairs that sum to ten.";
    if (card_rank(one) == TEN || card_rank(other) == TEN) return "A 10 goes alone, never in a pair.";
    snprintf(why, WHY_TEXT, "%s and %s sum to %d, not to ten.", card_text(one), card_text(other),
             card_rank(one) + card_rank(other));
    return why;
}

static void take_off(struct grid *s, uint8_t square)
{
    if (square == SQUARES) return;
    pile_push(&s->gone, s->board[square]);
    s->board[square] = CARD_NONE;
}

static const char *apply_remove(struct grid *s, struct grid_pair p, struct made *made)
{
    const char *why = remove_why(s, p, made->why);
    if (why != NULL) return why;
    take_off(s, p.one);
    take_off(s, p.other);
    if (pile_empty(&s->stock)) test_cleared(s);
    grid_removal_text(p, &made->move);
    return NULL;
}

static const char *apply_resume(struct grid *s, struct made *made)
{
    if (s->phase == GRID_PLACING) return "You are placing already.";
    if (pile_empty(&s->stock)) return "The stock is empty: clear the board now.";
    if (!may_resume(s)) return "The board is full: remove something first.";
    s->phase = GRID_PLACING;
    test_blocked(s);
    made->move = (struct move){ "resume" };
    return NULL;
}

/* A square alone is what Enter on it is: the visible card goes there, or the ten that lies there goes; where nothing
 * can be removed it resumes. */
static const char *apply_square(struct grid *s, uint8_t square, struct made *made)
{
    if (s->phase == GRID_PLACING) return apply_place(s, square, made);
    if (!any_removal(s)) return apply_resume(s, made);
    return apply_remove(s, (struct grid_pair){ square, SQUARES }, made);
}

/* "b2", and nothing after it. */
static bool square_parse(const char *text, uint8_t *square)
{
    *square = grid_square_parse(text);
    return *square != SQUARES && text[2] == '\0';
}

/* "xb2", "xb2c3"; and as people type it: "x b2 c3", "remove b2 c3", "b2 c3". */
static bool removal_parse(const char *text, struct grid_pair *p)
{
    if (strncasecmp(text, "remove ", 7) == 0)
        text += 7;
    else if (strncasecmp(text, "x ", 2) == 0)
        text += 2;
    else if ((text[0] | 0x20) == 'x')
        text += 1;
    else if (strchr(text, ' ') == NULL)
        return false;
    uint8_t one = grid_square_parse(text), other = SQUARES;
    if (one == SQUARES) return false;
    text += 2;
    if (text[0] == ' ' && text[1] != '\0') text++;
    if (text[0] != '\0') {
        other = grid_square_parse(text);
        if (other == SQUARES || text[2] != '\0') return false;
    }
    *p = other == SQUARES ? (struct grid_pair){ one, SQUARES } : in_order(one, other);
    return true;
}

/* "@b2"; and as people type it: "place b2". */
static bool placement_parse(const char *text, uint8_t *square)
{
    if (strncasecmp(text, "place ", 6) == 0)
        text += 6;
    else if (text[0] == '@')
        text += 1;
    else
        return false;
    return square_parse(text, square);
}

const char *grid_apply(void *state, int seat, const char *text, struct made *made)
{
    struct grid *s = state;
    struct grid_pair pair;
    uint8_t square;
    if (seat != 1) return "You are watching.";
    if (s->phase == GRID_WON || s->phase == GRID_LOST) return "The game is over.";
    if (strcasecmp(text, "resume") == 0) return apply_resume(s, made);
    if (square_parse(text, &square)) return apply_square(s, square, made);
    if (placement_parse(text, &square)) return apply_place(s, square, made);
    if (removal_parse(text, &pair)) return apply_remove(s, pair, made);
    return "That is no move: place b2, remove b2 c3, or resume.";
}

static int order(const struct move *a, const struct move *b)
{
    return strcmp(a->text, b->text);
}

/* Puts a move where it belongs in plain byte order. */
static void add_move(struct move_list *list, const struct move *m)
{
    int at = list->n++;
    for (; at > 0 && order(&list->at[at - 1], m) > 0; at--) list->at[at] = list->at[at - 1];
    list->at[at] = *m;
}

void grid_moves(const void *state, struct move_list *out)
{
    const struct grid *s = state;
    struct grid_pair pairs[REMOVALS_MAX];
    struct move m;
    out->n = 0;
    for (int i = 0; s->phase == GRID_PLACING && i < SQUARES; i++) {
        int square = i % 4 * 4 + i / 4; /* down the columns, as the names go */
        if (!grid_may_place(s, grid_visible(s), square)) continue;
        grid_place_text(square, &m);
        add_move(out, &m);
    }
    int n = s->phase == GRID_REMOVING ? grid_removals(s, pairs) : 0;
    for (int i = 0; i < n; i++) {
        grid_removal_text(pairs[i], &m);
        add_move(out, &m);
    }
    if (may_resume(s)) add_move(out, &(struct move){ "resume" });
}

/* --- the rest of the row --- */

void grid_deal(void *state, const struct deck *deck, const struct rules *rules, int seats, int dealer)
{
    struct grid *s = state;
    (void)rules;
    assert(seats == 1 && dealer == 1);
    memset(s, 0, sizeof *s);
    for (int i = CARDS - 1; i >= 0; i--) pile_push(&s->stock, deck->c[i]);
}

int grid_to_move(const void *state)
{
    (void)state;
    return 1;
}

void grid_result(const void *state, struct result *out)
{
    static const char *const lost[] = {
        [GRID_BLOCKED] = "Lost: all four seats of the next card are taken.",
        [GRID_FULL] = "Lost: the board is full and nothing can be removed.",
    };
    const struct grid *s = state;
    *out =
        (struct result){ .over = s->phase >= GRID_WON, .won = s->phase == GRID_WON, .left = s->stock.n, .words = "" };
    out->sure = pile_empty(&s->stock) && s->phase != GRID_LOST; /* (G12) */
    out->points[1] = s->gone.n;
    if (s->phase == GRID_WON) out->words = "Won: every King, Queen and Jack has its seat.";
    if (s->phase == GRID_LOST) out->words = lost[s->reason];
}

int grid_cards_held(const void *state, int seat)
{
    (void)seat;
    return ((const struct grid *)state)->stock.n;
}

/* The stock's top card is visible, never the one after it; to those who watch, too (G2). */
void grid_hide(void *state, int seat)
{
    struct grid *s = state;
    card visible = grid_visible(s);
    (void)seat;
    if (visible == CARD_NONE) return;
    pile_hide(&s->stock);
    s->stock.c[s->stock.n - 1] = visible;
}

void grid_census(const void *state, uint8_t count[CARD_HIDDEN + 1])
{
    const struct grid *s = state;
    memset(count, 0, CARD_HIDDEN + 1);
    for (int i = 0; i < SQUARES; i++)
        if (s->board[i] != CARD_NONE) count[s->board[i]]++;
    pile_census(&s->stock, count);
    pile_census(&s->gone, count);
}

static json_t *card_json(card c)
{
    return c != CARD_NONE ? json_string(card_text(c)) : json_null();
}

static json_t *board_object(const struct grid *s)
{
    json_t *board = json_object();
    for (int i = 0; i < SQUARES; i++) {
        char name[3];
        grid_square_text(i, name);
        if (s->board[i] != CARD_NONE) json_object_set_new(board, name, card_json(s->board[i]));
    }
    return board;
}

json_t *grid_json(const void *state, int ply)
{
    static const char *const phases[] = { "placing", "removing", "won", "lost" };
    static const char *const reasons[] = { NULL, "blocked", "full" };
    const struct grid *s = state;
    struct move_list list;
    grid_moves(s, &list);
    json_t *line = json_object();
    json_object_set_new(line, "ply", json_integer(ply));
    json_object_set_new(line, "phase", json_string(phases[s->phase]));
    json_object_set_new(line, "reason", s->reason != GRID_NOT_LOST ? json_string(reasons[s->reason]) : json_null());
    json_object_set_new(line, "visible", card_json(grid_visible(s)));
    json_object_set_new(line, "stock", json_integer(s->stock.n));
    json_object_set_new(line, "removed", json_integer(s->gone.n));
    json_object_set_new(line, "board", board_object(s));
    json_object_set_new(line, "legal", moves_json(&list));
    return line;
}
