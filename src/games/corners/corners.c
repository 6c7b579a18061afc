#include "games/corners/corners.h"

#include "base/text.h"
#include "games/position_json.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define HAND_DEALT 7

static_assert(sizeof(struct corners) <= GAME_STATE_MAX, "a state is small");
static_assert(sizeof(struct corners) == (PLACES + SEATS_MAX + 2) * sizeof(struct pile) + SEATS_MAX + 1 + 10,
              "a state has no padding");

/* --- rules and options --- */

static const int targets[] = { 10, 25, 50, 100 };

static bool target_parse(uint8_t *target, const char *value)
{
    if (strcmp(value, "none") == 0) {
        *target = 0;
        return true;
    }
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        char text[8];
        snprintf(text, sizeof text, "%d", targets[i]);
        if (strcmp(value, text) != 0) continue;
        *target = (uint8_t)targets[i];
        return true;
    }
    return false;
}

static bool yes_or_no(uint8_t *flag, const char *value)
{
    *flag = strcmp(value, "yes") == 0;
    return *flag || strcmp(value, "no") == 0;
}

/* One option, "name=value"; seen has a bit for each that was given. */
static const char *option_parse(struct rules *r, char *word, unsigned *seen)
{
    char *value = strchr(word, '=');
    if (value == NULL) return "After first or last stand options: target=, mustking= and kingpile=.";
    *value++ = '\0';
    unsigned bit = strcmp(word, "target") == 0     ? 1
                   : strcmp(word, "mustking") == 0 ? 2
                   : strcmp(word, "kingpile") == 0 ? 4
                                                   : 0;
    if (bit == 0) return "The options are target=, mustking= and kingpile=.";
    if (*seen & bit) return "An option stands there twice.";
    *seen |= bit;
    if (bit == 1) return target_parse(&r->byte[CORNERS_TARGET], value) ? NULL : "target is 10, 25, 50, 100 or none.";
    bool known = yes_or_no(&r->byte[bit == 2 ? CORNERS_MUSTKING : CORNERS_KINGPILE], value);
    return known ? NULL : bit == 2 ? "mustking is yes or no." : "kingpile is yes or no.";
}

/* An option that is not named keeps the rulebook's default: the target by the rules (T12), Kings may stay in the hand
 * (T7), King piles may move (T4e). */
const char *corners_rules_parse(struct rules *r, const char *text)
{
    char buf[128], *next = buf;
    if (strlen(text) >= sizeof buf) return "These rules are too long.";
    strcpy(buf, text);
    const char *first = strtok_r(buf, " ", &next);
    bool last = first != NULL && strcmp(first, "last") == 0;
    if (!last && (first == NULL || strcmp(first, "first") != 0)) return "Rules begin with first or last.";
    struct rules parsed = { .byte = { [CORNERS_LAST] = last, [CORNERS_KINGPILE] = true } };
    parsed.byte[CORNERS_TARGET] = last ? 0 : 25;
    unsigned seen = 0;
    for (char *word; (word = strtok_r(NULL, " ", &next)) != NULL;) {
        const char *why = option_parse(&parsed, word, &seen);
        if (why != NULL) return why;
    }
    *r = parsed;
    return NULL;
}

void corners_rules_text(const struct rules *r, char *out, size_t size)
{
    char target[12] = "none";
    if (r->byte[CORNERS_TARGET] > 0) snprintf(target, sizeof target, "%d", r->byte[CORNERS_TARGET]);
    snprintf(out, size, "%s target=%s mustking=%s kingpile=%s", r->byte[CORNERS_LAST] ? "last" : "first", target,
             r->byte[CORNERS_MUSTKING] ? "yes" : "no", r->byte[CORNERS_KINGPILE] ? "yes" : "no");
}

const char *corners_rules_title(const struct rules *r)
{
    return r->byte[CORNERS_LAST] ? "Kings Corner" : "Kings in the Corners";
}

const char *corners_rules_words(const struct rules *r)
{
    return r->byte[CORNERS_LAST] ? "draw last" : "draw first";
}

int corners_target(const struct rules *r)
{
    return r->byte[CORNERS_TARGET];
}

struct board_rules corners_rules(const struct corners *s)
{
    return (struct board_rules){ .king_sides = !s->last, .king_piles = s->kingpile };
}

/* --- the course of a round --- */

static int seat_after(const struct corners *s, int seat)
{
    return seat % s->seats + 1;
}

static void draw_card(struct corners *s)
{
    card c = pile_pop(&s->stock);
    s->fresh[s->turn] = c;
    if (c != CARD_NONE) pile_push(&s->hands[s->turn], c);
}

/* With rules `first` a turn starts with a draw (T6). */
static void turn_begin(struct corners *s, int seat)
{
    s->turn = (uint8_t)seat;
    s->played = false;
    s->began_empty = pile_empty(&s->stock);
    if (!s->last) draw_card(s);
}

/* A turn with a play, or one that began with cards in the stock, starts the count of idle turns again (T6, T10). */
void corners_end_turn(struct corners *s)
{
    if (s->last) draw_card(s);
    s->idle = s->began_empty && !s->played ? (uint8_t)(s->idle + 1) : 0;
    if (s->idle == s->seats)
        s->phase = CORNERS_IMPASSE;
    else
        turn_begin(s, seat_after(s, s->turn));
}

void corners_deal(void *state, const struct deck *deck, const struct rules *rules, int seats, int dealer)
{
    struct corners *s = state;
    assert(seats >= 2 && seats <= SEATS_MAX && dealer >= 1 && dealer <= seats);
    memset(s, 0, sizeof *s);
    s->seats = (uint8_t)seats;
    s->dealer = (uint8_t)dealer;
    s->last = rules->byte[CORNERS_LAST];
    s->mustking = rules->byte[CORNERS_MUSTKING];
    s->kingpile = rules->byte[CORNERS_KINGPILE];
    for (int i = CARDS - 1; i >= 0; i--) pile_push(&s->stock, deck->c[i]);
    int eldest = seat_after(s, dealer);
    for (int i = 0, seat = eldest; i < HAND_DEALT * seats; i++, seat = seat_after(s, seat))
        pile_push(&s->hands[seat], pile_pop(&s->stock));
    for (int side = 0; side < SIDES; side++) pile_push(&s->board.at[side], pile_pop(&s->stock));
    turn_begin(s, eldest);
}

static bool holds_king(const struct pile *hand)
{
    for (int i = 0; i < hand->n; i++)
        if (card_is(hand->c[i]) && card_rank(hand->c[i]) == KING) return true;
    return false;
}

bool corners_kings_first(const struct corners *s)
{
    return s->mustking && board_has_empty_corner(&s->board) && holds_king(&s->hands[s->turn]);
}

/* A hand King on its way to an empty corner, all else being in order. */
static bool king_to_corner(const struct corners *s, const struct play *p)
{
    return p->card != CARD_NONE && card_rank(p->card) == KING && place_is_corner(p->to) &&
           pile_empty(&s->board.at[p->to]);
}

int corners_plays(const struct corners *s, struct play out[PLAYS_MAX])
{
    if (s->phase != CORNERS_PLAYING) return 0;
    int n = board_plays(&s->board, &s->hands[s->turn], corners_rules(s), out);
    if (!corners_kings_first(s)) return n;
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (king_to_corner(s, &out[i])) out[kept++] = out[i];
    return kept;
}

void corners_play(struct corners *s, const struct play *p)
{
    struct pile *hand = &s->hands[s->turn];
    play_make(p, &s->board, hand);
    s->played = true;
    if (pile_empty(hand)) s->phase = CORNERS_OUT;
}

static const char kings_first_words[] = "A corner is empty and you hold a King: here Kings go out first.";

/* Words that people type here and that are no moves: each has its own answer (T6, T8, P43, P71). */
static const char *no_move_words(const struct corners *s, const char *text)
{
    if (strcasecmp(text, "draw") == 0) {
        if (pile_empty(&s->stock)) return "The stock is empty; pass instead: end.";
        return s->last ? "Here a turn ends with the draw: end."
                       : "Here a turn begins with the draw, and you have had it.";
    }
    if (strcasecmp(text, "undo") == 0) return "What is played stays played: there is no undo at a table.";
    if (strcasecmp(text, "pass") == 0) return "To pass, end your turn: end.";
    return "That is no move. Type 8d n (card, place), w n (pile, place), or end.";
}

static const char *apply_end(struct corners *s, struct made *made)
{
    if (corners_kings_first(s)) return kings_first_words;
    corners_end_turn(s);
    made->move = (struct move){ "end" };
    return NULL;
}

static const char *apply_play(struct corners *s, const struct play *p, struct made *made)
{
    enum refusal refusal = play_refusal(p, &s->board, &s->hands[s->turn], corners_rules(s));
    if (refusal != ALLOWED) return refusal_words(refusal, p, &s->board, made->why);
    if (corners_kings_first(s) && !king_to_corner(s, p)) return kings_first_words;
    corners_play(s, p);
    play_text(p, &made->move);
    return NULL;
}

const char *corners_apply(void *state, int seat, const char *text, struct made *made)
{
    struct corners *s = state;
    struct play p;
    if (s->phase != CORNERS_PLAYING) return "The round is over.";
    if (seat != s->turn) return "It is not your turn.";
    if (strcasecmp(text, "end") == 0) return apply_end(s, made);
    if (!play_parse(&p, text, &s->hands[seat])) return no_move_words(s, text);
    return apply_play(s, &p, made);
}

void corners_moves(const void *state, struct move_list *out)
{
    const struct corners *s = state;
    struct play plays[PLAYS_MAX];
    out->n = corners_plays(s, plays);
    for (int i = 0; i < out->n; i++) play_text(&plays[i], &out->at[i]);
    if (s->phase == CORNERS_PLAYING && !corners_kings_first(s)) out->at[out->n++] = (struct move){ "end" };
    moves_sort(out);
}

int corners_to_move(const void *state)
{
    return ((const struct corners *)state)->turn;
}

/* --- points --- */

int corners_card_points(card c)
{
    return !card_is(c) ? 0 : CARD_SET_KINGS & card_bit(c) ? 10 : 1;
}

int corners_hand_points(const struct pile *hand)
{
    int points = 0;
    for (int i = 0; i < hand->n; i++) points += corners_card_points(hand->c[i]);
    return points;
}

void corners_result(const void *state, struct result *out)
{
    const struct corners *s = state;
    *out = (struct result){ .over = s->phase != CORNERS_PLAYING, .won = s->phase == CORNERS_OUT, .words = "" };
    for (int seat = 1; seat <= s->seats; seat++) out->points[seat] = corners_hand_points(&s->hands[seat]);
    if (s->phase == CORNERS_OUT) {
        out->seat_out = s->turn;
        out->words = "The round is over: a hand is empty.";
    } else if (s->phase == CORNERS_IMPASSE) {
        out->words = "The round is blocked: the stock is empty and nobody played all the way round.";
    }
}

int corners_cards_held(const void *state, int seat)
{
    const struct corners *s = state;
    assert(seat >= 1 && seat <= s->seats);
    return s->hands[seat].n;
}

/* --- what is hidden, and what is told --- */

/* The hands are laid open when the round is over: they are what is counted. The stock never is. */
void corners_hide(void *state, int seat)
{
    struct corners *s = state;
    assert(s->seats <= SEATS_MAX);
    pile_hide(&s->stock);
    if (s->phase != CORNERS_PLAYING) return;
    for (int other = 1; other <= s->seats; other++) {
        if (other == seat) continue;
        pile_hide(&s->hands[other]);
        if (s->fresh[other] != CARD_NONE) s->fresh[other] = CARD_HIDDEN;
    }
}

void corners_census(const void *state, uint8_t count[CARD_HIDDEN + 1])
{
    const struct corners *s = state;
    memset(count, 0, CARD_HIDDEN + 1);
    for (int i = 0; i < PLACES; i++) pile_census(&s->board.at[i], count);
    for (int seat = 1; seat <= s->seats; seat++) pile_census(&s->hands[seat], count);
    pile_census(&s->stock, count);
}

static json_t *seat_object(const struct corners *s, json_t *(*value)(const struct pile *hand))
{
    json_t *object = json_object();
    for (int seat = 1; seat <= s->seats; seat++) {
        char key[2] = { (char)('0' + seat), '\0' };
        json_object_set_new(object, key, value(&s->hands[seat]));
    }
    return object;
}

static json_t *points_json(const struct pile *hand)
{
    return json_integer(corners_hand_points(hand));
}

json_t *corners_json(const void *state, int ply)
{
    static const char *const phases[] = { "playing", "out", "impasse" };
    const struct corners *s = state;
    card drawn = s->last ? CARD_NONE : s->fresh[s->turn];
    struct move_list list;
    corners_moves(s, &list);
    json_t *line = json_object();
    json_object_set_new(line, "ply", json_integer(ply));
    json_object_set_new(line, "phase", json_string(phases[s->phase]));
    json_object_set_new(line, "turn", json_integer(s->turn));
    json_object_set_new(line, "drawn", drawn != CARD_NONE ? json_string(card_text(drawn)) : json_null());
    json_object_set_new(line, "stock", json_integer(s->stock.n));
    json_object_set_new(line, "hands", seat_object(s, pile_json));
    json_object_set_new(line, "piles", board_json(&s->board));
    json_object_set_new(line, "points", s->phase == CORNERS_PLAYING ? json_null() : seat_object(s, points_json));
    json_object_set_new(line, "legal", moves_json(&list));
    return line;
}
