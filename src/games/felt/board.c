#include "games/felt/board.h"

#include "base/text.h"
#include "games/felt/look.h"
#include "games/position_json.h"
#include "games/typed.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define KEY_TEXT 8 /* no move on this board is longer, its NUL included */

static const struct {
    const char *text, *label, *words, *one_word;
} places[PLACES] = {
    [NORTH] = { "n", "N", "north", "north" },
    [EAST] = { "e", "E", "east", "east" },
    [SOUTH] = { "s", "S", "south", "south" },
    [WEST] = { "w", "W", "west", "west" },
    [NORTH_EAST] = { "ne", "NE", "north-east", "northeast" },
    [SOUTH_EAST] = { "se", "SE", "south-east", "southeast" },
    [SOUTH_WEST] = { "sw", "SW", "south-west", "southwest" },
    [NORTH_WEST] = { "nw", "NW", "north-west", "northwest" },
};

const char *place_text(enum place p)
{
    return places[p].text;
}

const char *place_label(enum place p)
{
    return places[p].label;
}

const char *place_words(enum place p)
{
    return places[p].words;
}

static bool same_word(const char *word, const char *text, size_t n)
{
    return strlen(word) == n && strncasecmp(word, text, n) == 0;
}

/* Whole words are for people who type, not for records. */
static bool place_parse(uint8_t *p, const char *text, size_t n, bool words)
{
    for (int i = 0; i < PLACES; i++)
        if (same_word(places[i].text, text, n) ||
            (words && (same_word(places[i].words, text, n) || same_word(places[i].one_word, text, n)))) {
            *p = (uint8_t)i;
            return true;
        }
    return false;
}

static card card_by_number(const char *text, size_t n, const struct pile *hand)
{
    int number = 0;
    if (n < 1 || n > 2) return CARD_NONE;
    for (size_t i = 0; i < n; i++) {
        if (text[i] < '0' || text[i] > '9') return CARD_NONE;
        number = number * 10 + (text[i] - '0');
    }
    return number >= 1 && number <= hand->n ? play_sorted(hand, BY_RANK).c[number - 1] : CARD_NONE;
}

bool play_parse(struct play *p, const char *text, const struct pile *hand)
{
    size_t left = strcspn(text, "@> ");
    char separator = text[left];
    if (separator == '\0' || left == 0) return false;
    bool typed = separator == ' ';
    const char *right = text + left + 1;
    if (typed) right += strspn(right, " ");
    *p = (struct play){ .card = CARD_NONE };
    if (!place_parse(&p->to, right, strlen(right), typed)) return false;
    if (separator != '>' && card_parse(text, &p->card) == (int)left) return true;
    p->card = CARD_NONE;
    if (separator != '@' && place_parse(&p->from, text, left, typed)) return true;
    if (typed) p->card = card_by_number(text, left, hand);
    return p->card != CARD_NONE;
}

/* Returns where the text ends. Every list of moves is made of these, so it has to be quick. */
static char *put_text(char *at, const char *text)
{
    for (; *text != '\0'; text++) *at++ = *text;
    return at;
}

void play_text(const struct play *p, struct move *out)
{
    memset(out, 0, sizeof *out);
    char *at = put_text(out->text, p->card != CARD_NONE ? card_text(p->card) : place_text(p->from));
    *at++ = p->card != CARD_NONE ? '@' : '>';
    put_text(at, place_text(p->to));
}

void play_words(const struct play *p, const struct board *b, struct text *out)
{
    bool empty = pile_empty(&b->at[p->to]);
    if (p->card != CARD_NONE)
        text_add(out, "plays the %s %s %s", card_words(p->card), empty ? "to" : "on", place_words(p->to));
    else
        text_add(out, "moves %s %s %s", place_words(p->from), empty ? "to" : "onto", place_words(p->to));
}

void play_brief(const struct play *p, const struct board *b, struct text *out)
{
    bool empty = pile_empty(&b->at[p->to]);
    if (p->card != CARD_NONE)
        text_add(out, "%s %s %s", look_card_text(p->card), empty ? "to" : "on", place_label((enum place)p->to));
    else
        text_add(out, "%s %s %s", place_label((enum place)p->from), empty ? "to" : "onto",
                 place_label((enum place)p->to));
}

/* Smaller comes first. */
static int sort_weight(card c, enum hand_order order)
{
    if (!card_is(c)) return 1000;
    int weight = card_rank(c) * 4 + (int)card_suit(c);
    return order == BY_COLOUR && card_red(c) ? weight + 100 : weight;
}

struct pile play_sorted(const struct pile *hand, enum hand_order order)
{
    struct pile sorted = { 0 };
    for (int i = 0; i < hand->n; i++) {
        int at = sorted.n++;
        for (; at > 0 && sort_weight(sorted.c[at - 1], order) > sort_weight(hand->c[i], order); at--)
            sorted.c[at] = sorted.c[at - 1];
        sorted.c[at] = hand->c[i];
    }
    return sorted;
}

static enum refusal build_refusal(card c, card on)
{
    if (card_builds(c, on)) return ALLOWED;
    if (card_rank(on) == ACE) return ON_AN_ACE;
    return card_rank(c) + 1 == card_rank(on) ? SAME_COLOUR : WRONG_RANK;
}

static enum refusal card_refusal(const struct play *p, const struct board *b, const struct pile *hand,
                                 struct board_rules r)
{
    if (pile_find(hand, p->card) < 0) return NOT_HELD;
    const struct pile *to = &b->at[p->to];
    if (!pile_empty(to)) return build_refusal(p->card, pile_top(to));
    bool king = card_rank(p->card) == KING;
    if (place_is_corner(p->to)) return king ? ALLOWED : CORNER_WANTS_KING;
    return king && !r.king_sides ? KING_WANTS_CORNER : ALLOWED;
}

static enum refusal pile_refusal(const struct play *p, const struct board *b, struct board_rules r)
{
    const struct pile *from = &b->at[p->from], *to = &b->at[p->to];
    if (pile_empty(from)) return PLACE_IS_EMPTY;
    if (p->from == p->to) return ONTO_ITSELF;
    if (place_is_corner(p->from)) return CORNER_STAYS;
    if (!pile_empty(to)) return build_refusal(pile_base(from), pile_top(to));
    if (!place_is_corner(p->to)) return SIDE_TAKES_NO_PILE;
    if (card_rank(pile_base(from)) != KING) return CORNER_WANTS_KING;
    return r.king_piles ? ALLOWED : KING_PILE_STAYS;
}

enum refusal play_refusal(const struct play *p, const struct board *b, const struct pile *hand, struct board_rules r)
{
    return p->card != CARD_NONE ? card_refusal(p, b, hand, r) : pile_refusal(p, b, r);
}

static const char *build_words(enum refusal refusal, card c, card on, char why[WHY_TEXT])
{
    static const char *const ranks[] = { "?", "ace", "2", "3",  "4",    "5",     "6",
                                         "7", "8",   "9", "10", "jack", "queen", "king" };
    const char *text = card_text(c), *onto = card_text(on);
    if (refusal == SAME_COLOUR)
        snprintf(why, WHY_TEXT, "%s is %s, like %s.", text, card_red(c) ? "red" : "black", onto);
    else if (card_rank(on) == ACE)
        snprintf(why, WHY_TEXT, "Nothing goes on an ace, and %s is one.", onto);
    else
        snprintf(why, WHY_TEXT, "%s does not go on %s: the next card there is a %s %s.", text, onto,
                 card_red(on) ? "black" : "red", ranks[card_rank(on) - 1]);
    return why;
}

const char *refusal_words(enum refusal refusal, const struct play *p, const struct board *b, char why[WHY_TEXT])
{
    card moved = p->card != CARD_NONE ? p->card : pile_base(&b->at[p->from]);
    switch (refusal) {
    case ALLOWED: return NULL;
    case NOT_HELD: snprintf(why, WHY_TEXT, "You do not hold %s.", card_text(p->card)); return why;
    case ON_AN_ACE:
    case WRONG_RANK:
    case SAME_COLOUR: return build_words(refusal, moved, pile_top(&b->at[p->to]), why);
    case CORNER_WANTS_KING:
        snprintf(why, WHY_TEXT, "Only a King may start a corner, and %s is none.", card_text(moved));
        return why;
    case KING_WANTS_CORNER: return "A King may start a corner, not a side, when the draw comes last.";
    case PLACE_IS_EMPTY: snprintf(why, WHY_TEXT, "There is no pile at %s.", place_words(p->from)); return why;
    case CORNER_STAYS: return "A corner pile never moves.";
    case ONTO_ITSELF: return "A pile cannot go onto itself.";
    case SIDE_TAKES_NO_PILE: return "No pile moves to an empty side.";
    case KING_PILE_STAYS: return "No pile moves to an empty corner in this game, a King's pile neither.";
    }
    assert(!"a refusal without words");
    return NULL;
}

void play_make(const struct play *p, struct board *b, struct pile *hand)
{
    if (p->card == CARD_NONE) {
        pile_move(&b->at[p->to], &b->at[p->from]);
        return;
    }
    bool held = pile_take(hand, p->card);
    assert(held);
    pile_push(&b->at[p->to], p->card);
}

/* What each place takes. This says of all cards at once what play_refusal() says of one play: whole games are played
 * out by it, thousands for one thought. */
struct openings {
    card_set cards[PLACES]; /* from the hand */
    card_set bases[PLACES]; /* piles on such a base */
    card_set any_card, any_base;
};

static struct openings find_openings(const struct board *b, struct board_rules r)
{
    struct openings o = { .any_card = 0 };
    for (int p = 0; p < PLACES; p++) {
        bool empty = pile_empty(&b->at[p]), corner = place_is_corner((enum place)p);
        if (!empty)
            o.cards[p] = o.bases[p] = card_builders(pile_top(&b->at[p]));
        else if (!corner)
            o.cards[p] = r.king_sides ? CARD_SET_ALL : CARD_SET_ALL & ~CARD_SET_KINGS;
        else
            o.cards[p] = CARD_SET_KINGS;
        if (empty && corner && r.king_piles) o.bases[p] = CARD_SET_KINGS;
        o.any_card |= o.cards[p];
        o.any_base |= o.bases[p];
    }
    return o;
}

int board_plays(const struct board *b, const struct pile *hand, struct board_rules r, struct play out[PLAYS_MAX])
{
    int n = 0;
    const struct openings o = find_openings(b, r);
    for (int i = 0; i < hand->n; i++) {
        card_set bit = card_bit(hand->c[i]);
        for (int to = 0; o.any_card & bit && to < PLACES; to++)
            if (o.cards[to] & bit) out[n++] = (struct play){ .card = hand->c[i], .to = (uint8_t)to };
    }
    for (int from = 0; from < SIDES; from++) {
        card_set bit = card_bit(pile_base(&b->at[from]));
        for (int to = 0; o.any_base & bit && to < PLACES; to++)
            if (o.bases[to] & bit && to != from) out[n++] = (struct play){ .from = (uint8_t)from, .to = (uint8_t)to };
    }
    return n;
}

bool board_has_empty_corner(const struct board *b)
{
    for (int p = SIDES; p < PLACES; p++)
        if (pile_empty(&b->at[p])) return true;
    return false;
}

/* The whole text of a move as a number: in plain byte order, and quick to compare. */
static uint64_t move_key(const struct move *m)
{
    uint64_t key = 0;
    for (int i = 0; i < KEY_TEXT; i++) key = key << 8 | (uint8_t)m->text[i];
    return key;
}

static struct move move_of_key(uint64_t key)
{
    struct move m = { "" };
    for (int i = KEY_TEXT - 1; i >= 0; i--, key >>= 8) m.text[i] = (char)(key & 0xFF);
    return m;
}

void moves_sort(struct move_list *list)
{
    uint64_t keys[GAME_MOVES_MAX];
    for (int i = 0; i < list->n; i++) {
        uint64_t key = move_key(&list->at[i]);
        int at = i;
        assert((key & 0xFF) == 0);
        for (; at > 0 && keys[at - 1] > key; at--) keys[at] = keys[at - 1];
        keys[at] = key;
    }
    for (int i = 0; i < list->n; i++) list->at[i] = move_of_key(keys[i]);
}

/* --- in words --- */

static void pile_words(const struct pile *p, struct text *out)
{
    if (pile_empty(p))
        text_add(out, "empty. ");
    else if (p->n == 1)
        text_add(out, "%s. ", card_words(pile_top(p)));
    else
        text_add(out, "base %s, top %s, %d cards. ", card_words(pile_base(p)), card_words(pile_top(p)), p->n);
}

void board_words(const struct board *b, struct text *out)
{
    int empty_corners = 0;
    for (int p = 0; p < PLACES; p++) {
        bool empty = pile_empty(&b->at[p]);
        empty_corners += place_is_corner((enum place)p) && empty;
        if (place_is_corner((enum place)p) && empty) continue;
        text_add(out, "%c%s: ", places[p].words[0] - 'a' + 'A', places[p].words + 1);
        pile_words(&b->at[p], out);
        if (p == SIDES - 1) text_add(out, "\n");
    }
    if (empty_corners == PLACES - SIDES)
        text_add(out, "All corners empty. ");
    else if (empty_corners > 0)
        text_add(out, "%s empty. ", text_word(empty_corners, "The other corner is", "The other corners are"));
}

#define HAND_LINE 12 /* cards in a line that is listened to */

/* A long hand in lines, each with its numbers (P73). */
void hand_words(const struct pile *hand, card fresh, struct text *out)
{
    struct pile sorted = play_sorted(hand, BY_RANK);
    bool lines = sorted.n > HAND_LINE;
    text_add(out, "Hand, %d card%s%s", sorted.n, text_word(sorted.n, "", "s"), lines ? ".\n" : sorted.n > 0 ? ":" : "");
    for (int i = 0; i < sorted.n; i++) {
        int last = i + HAND_LINE < sorted.n ? i + HAND_LINE : sorted.n;
        if (lines && i % HAND_LINE == 0) text_add(out, "%d to %d of %d:", i + 1, last, sorted.n);
        text_add(out, " %d %s%s", i + 1, card_text(sorted.c[i]), card_is(fresh) && sorted.c[i] == fresh ? " new" : "");
        text_add(out, "%s", i + 1 == sorted.n ? "" : (i + 1) % HAND_LINE == 0 ? ".\n" : ",");
    }
    text_add(out, ".\n");
}

#define MOVES_LINE 10

void moves_words(const struct move_list *list, struct text *out)
{
    text_add(out, list->n > 0 ? "You may:" : "There is no move.");
    for (int i = 0; i < list->n; i++) {
        text_add(out, "%s", i == 0 ? " " : i % MOVES_LINE == 0 ? ",\n" : ", ");
        move_typed(list->at[i].text, out);
    }
    text_add(out, list->n > 0 ? ".\n" : "\n");
}

json_t *board_json(const struct board *b)
{
    json_t *piles = json_object();
    for (int i = 0; i < PLACES; i++)
        if (!pile_empty(&b->at[i])) json_object_set_new(piles, places[i].text, pile_json(&b->at[i]));
    return piles;
}
