#include "games/felt/felt_keys.h"

#include "games/felt/felt_layout.h"

#include <assert.h>
#include <stdalign.h>
#include <stdio.h>
#include <string.h>

#define STOCK_FOCUS 5 /* the middle of nine cells, from 1 */

static const struct act_result looked = { .act = ACT_LOOK };
static const struct act_result unknown = { .act = ACT_NONE };

static struct act_result refused(const char *why)
{
    return (struct act_result){ .act = ACT_REFUSE, .why = why };
}

static void let_go(struct felt_view *v)
{
    v->hold = HOLD_NOTHING;
    v->held = CARD_NONE;
    v->from = 0;
    v->drag = (struct drag){ 0 };
}

/* Tries the move on a copy, so that what leaves here is legal and what is refused has its reason. */
static struct act_result make(const struct felt *f, struct felt_view *v, const char *text)
{
    alignas(max_align_t) unsigned char copy[GAME_STATE_MAX];
    memcpy(copy, f->state, f->game->state_size);
    const char *why = f->game->apply(copy, f->seat, text, &v->made);
    if (why != NULL) return refused(why);
    let_go(v);
    v->focus = 0;
    return (struct act_result){ .act = ACT_MOVE, .move = v->made.move };
}

/* --- taking and putting --- */

static card card_at_cursor(const struct felt *f, const struct felt_view *v)
{
    struct pile hand = play_sorted(f->hand, (enum hand_order)v->order);
    return v->hand_at < hand.n ? hand.c[v->hand_at] : CARD_NONE;
}

static struct act_result put(const struct felt *f, struct felt_view *v, enum place to)
{
    struct play p = { .card = v->hold == HOLD_CARD ? v->held : CARD_NONE, .from = v->from, .to = (uint8_t)to };
    struct move move;
    play_text(&p, &move);
    return make(f, v, move.text);
}

static struct act_result take_card(const struct felt *f, struct felt_view *v, card c)
{
    (void)f;
    if (!card_is(c)) return refused("There is no card to take.");
    let_go(v);
    v->hold = HOLD_CARD;
    v->held = c;
    v->focus = 0;
    return looked;
}

static struct act_result take_pile(const struct felt *f, struct felt_view *v, enum place from)
{
    if (pile_empty(&f->board->at[from])) return refused("This place is empty. Take a card of your hand first.");
    if (place_is_corner(from)) return refused("A corner pile never moves.");
    let_go(v);
    v->hold = HOLD_PILE;
    v->from = (uint8_t)from;
    return looked;
}

/* Enter on what is held already: where only one place is legal, it goes there. */
static struct act_result put_or_say(const struct felt *f, struct felt_view *v)
{
    uint8_t places[PLACES];
    int n = felt_places(f, v, places);
    if (n == 1) return put(f, v, (enum place)places[0]);
    if (!f->turn) return refused("It is not your turn.");
    if (n == 0) return refused("It can go nowhere now. Escape lets go of it.");
    v->focus = (uint8_t)(felt_cell((enum place)places[0]) + 1);
    return looked;
}

/* Enter, Space, or a click, on what the cursor is on. */
static struct act_result use(const struct felt *f, struct felt_view *v)
{
    if (v->focus == 0) {
        card c = card_at_cursor(f, v);
        return v->hold == HOLD_CARD && v->held == c ? put_or_say(f, v) : take_card(f, v, c);
    }
    if (v->focus == STOCK_FOCUS) return make(f, v, f->stock_move);
    enum place p = felt_place(v->focus - 1);
    if (v->hold == HOLD_PILE && v->from == p) return put_or_say(f, v);
    return v->hold != HOLD_NOTHING ? put(f, v, p) : take_pile(f, v, p);
}

/* --- moving the cursor --- */

/* From the hand to the lowest row of the table, straight up as far as that can be said. */
static void leave_hand(const struct felt *f, struct felt_view *v)
{
    int third = f->hand->n > 0 ? v->hand_at * 3 / f->hand->n : 1;
    v->focus = (uint8_t)(7 + (third < 3 ? third : 2));
}

static void move_in_hand(const struct felt *f, struct felt_view *v, int dx)
{
    if (dx < 0 && v->hand_at > 0) v->hand_at--;
    if (dx > 0 && v->hand_at + 1 < f->hand->n) v->hand_at++;
}

static void move_cursor(const struct felt *f, struct felt_view *v, int dx, int dy)
{
    if (v->focus == 0) {
        if (dy < 0) leave_hand(f, v);
        move_in_hand(f, v, dx);
        return;
    }
    int col = (v->focus - 1) % 3 + dx, row = (v->focus - 1) / 3 + dy;
    if (row > 2)
        v->focus = 0;
    else if (col >= 0 && col <= 2 && row >= 0)
        v->focus = (uint8_t)(row * 3 + col + 1);
}

/* The cursor to the next card of the hand, from where it is on, that wanted() says yes to. */
static bool find_card(const struct felt *f, struct felt_view *v, int step,
                      bool (*wanted)(const struct felt *, card, int), int arg)
{
    struct pile hand = play_sorted(f->hand, (enum hand_order)v->order);
    for (int i = 1; i <= hand.n; i++) {
        int at = (v->hand_at + i * step + i * hand.n) % hand.n;
        if (!wanted(f, hand.c[at], arg)) continue;
        v->hand_at = (uint8_t)at;
        v->focus = 0;
        return true;
    }
    return false;
}

static bool has_rank(const struct felt *f, card c, int rank)
{
    (void)f;
    return card_is(c) && card_rank(c) == rank;
}

static bool can_be_played(const struct felt *f, card c, int unused)
{
    (void)unused;
    for (int i = 0; i < f->n; i++)
        if (f->plays[i].card == c) return true;
    return false;
}

/* A card of that rank under the cursor is taken first, then the others in turn. */
static struct act_result take_rank(const struct felt *f, struct felt_view *v, int rank)
{
    card here = card_at_cursor(f, v);
    bool stays = v->focus == 0 && has_rank(f, here, rank) && !(v->hold == HOLD_CARD && v->held == here);
    if (!stays && !find_card(f, v, 1, has_rank, rank)) return refused("You hold no card of that rank.");
    return take_card(f, v, card_at_cursor(f, v));
}

/* Tab: through the legal places of what is held, or through the cards that can be played. */
static struct act_result next_legal(const struct felt *f, struct felt_view *v, int step)
{
    uint8_t places[PLACES];
    int n = felt_places(f, v, places), at = step > 0 ? -1 : n;
    if (v->hold == HOLD_NOTHING)
        return find_card(f, v, step, can_be_played, 0) ? looked : refused("No card of your hand can be played now.");
    if (n == 0) return refused("It can go nowhere now. Escape lets go of it.");
    for (int i = 0; i < n; i++)
        if (felt_cell((enum place)places[i]) + 1 == v->focus) at = i;
    v->focus = (uint8_t)(felt_cell((enum place)places[(at + step + n) % n]) + 1);
    return looked;
}

/* m: the next side pile that can move, after the one that is held. */
static struct act_result next_pile(const struct felt *f, struct felt_view *v)
{
    int start = v->hold == HOLD_PILE ? v->from + 1 : 0;
    for (int k = 0; k < SIDES; k++) {
        int from = (start + k) % SIDES;
        for (int i = 0; i < f->n; i++) {
            if (f->plays[i].card != CARD_NONE || f->plays[i].from != from) continue;
            v->focus = (uint8_t)(felt_cell((enum place)from) + 1);
            return take_pile(f, v, (enum place)from);
        }
    }
    return refused(f->turn ? "No pile can move now." : "It is not your turn.");
}

static void sort_hand(const struct felt *f, struct felt_view *v)
{
    card here = card_at_cursor(f, v);
    v->order = (uint8_t)((v->order + 1) % HAND_ORDERS);
    struct pile hand = play_sorted(f->hand, (enum hand_order)v->order);
    int at = pile_find(&hand, here);
    v->hand_at = at >= 0 ? (uint8_t)at : 0;
}

/* --- keys --- */

static int rank_of_key(uint32_t ch)
{
    static const char ranks[] = "?A23456789TJQK";
    if (ch == '1') return ACE;
    if (ch == '0' || ch == 't') return TEN;
    const char *at = ch > '?' && ch < 0x7F && ch != 0 ? strchr(ranks + 1, (int)ch) : NULL;
    if (ch >= '2' && ch <= '9') return (int)(ch - '0');
    return at != NULL ? (int)(at - ranks) : 0;
}

/* The place a letter stands for while something is held; PLACES for none. */
static enum place place_of_letter(const struct felt *f, const struct felt_view *v, uint32_t ch)
{
    uint8_t places[PLACES];
    int n = felt_places(f, v, places);
    for (int i = 0; i < n; i++)
        if ((uint32_t)felt_letters[i] == ch) return (enum place)places[i];
    return PLACES;
}

static struct act_result look_at(const struct felt *f, struct felt_view *v, int dx, int dy)
{
    move_cursor(f, v, dx, dy);
    return looked;
}

/* While a card is held, the letters of places come before ranks and commands. */
static struct act_result key_char(const struct felt *f, struct felt_view *v, uint32_t ch)
{
    enum place p = place_of_letter(f, v, ch);
    if (p != PLACES) return put(f, v, p);
    if (rank_of_key(ch) != 0) return take_rank(f, v, rank_of_key(ch));
    switch (ch) {
    case ' ': return use(f, v);
    case 'h':
    case ',':
    case '<': return look_at(f, v, -1, 0);
    case 'j': return look_at(f, v, 0, 1);
    case 'k': return look_at(f, v, 0, -1);
    case 'l':
    case '.':
    case '>': return look_at(f, v, 1, 0);
    case 'e': return make(f, v, f->end_move);
    case 'm': return next_pile(f, v);
    case 's': sort_hand(f, v); return looked;
    default: return unknown;
    }
}

static struct act_result escape(struct felt_view *v)
{
    if (v->hold == HOLD_NOTHING && v->focus == 0) return unknown;
    if (v->hold == HOLD_NOTHING || v->hold == HOLD_PILE) v->focus = 0;
    let_go(v);
    return looked;
}

static struct act_result key_on_table(const struct felt *f, struct felt_view *v, const struct key *k)
{
    if (typing_begins(k)) {
        v->typing.on = true;
        return looked;
    }
    switch (k->code) {
    case KEY_LEFT: return look_at(f, v, -1, 0);
    case KEY_RIGHT: return look_at(f, v, 1, 0);
    case KEY_UP: return look_at(f, v, 0, -1);
    case KEY_DOWN: return look_at(f, v, 0, 1);
    case KEY_HOME: v->focus = v->hand_at = 0; return looked;
    case KEY_END:
        v->focus = 0;
        v->hand_at = f->hand->n > 0 ? (uint8_t)(f->hand->n - 1) : 0;
        return looked;
    case KEY_TAB: return next_legal(f, v, 1);
    case KEY_BACKTAB: return next_legal(f, v, -1);
    case KEY_ENTER: return use(f, v);
    case KEY_BACKSPACE:
    case KEY_ESCAPE: return escape(v);
    case KEY_CHAR: return k->mods & KEY_ALT ? unknown : key_char(f, v, k->ch);
    default: return unknown;
    }
}

struct act_result felt_key(const struct felt *f, struct felt_view *v, const struct key *k)
{
    if (f->seat == 0) return unknown;
    char text[TYPING_TEXT];
    struct act_result act;
    v->seen = f->fresh;
    if (!v->typing.on) return key_on_table(f, v, k);
    return typing_key(&v->typing, k, text, &act) ? make(f, v, text) : act;
}

/* --- clicks --- */

/* Puts the cursor on what is under the mouse. */
static bool point(const struct felt *f, struct felt_view *v, const struct felt_layout *l, const struct mouse *m)
{
    for (int cell = 0; cell < 9; cell++)
        if (area_has(felt_cell_area(l, cell), m->x, m->y)) {
            v->focus = (uint8_t)(cell + 1);
            return true;
        }
    int first, shown = felt_window(l, f->hand->n, v->hand_at, &first);
    for (int k = 0; k < shown; k++) {
        struct area a = felt_card_area(l, k, k == shown - 1);
        a.y--; /* a chosen card stands a row higher */
        a.rows++;
        if (!area_has(a, m->x, m->y)) continue;
        v->focus = 0;
        v->hand_at = (uint8_t)(first + k);
        return true;
    }
    return false;
}

/* When nothing under the mouse can take what is in hand, the cursor returns to where that was picked up. */
static uint8_t source_focus(const struct felt_view *v)
{
    return v->hold == HOLD_PILE ? (uint8_t)(felt_cell((enum place)v->from) + 1) : 0;
}

static bool is_source(const struct felt *f, const struct felt_view *v, const struct felt_view *there)
{
    if (v->hold == HOLD_CARD) return there->focus == 0 && card_at_cursor(f, there) == v->held;
    return v->hold == HOLD_PILE && there->focus == source_focus(v);
}

static bool takes_it(const struct felt *f, const struct felt_view *v, uint8_t focus)
{
    uint8_t places[PLACES];
    int n = felt_places(f, v, places);
    for (int i = 0; i < n; i++)
        if (felt_cell((enum place)places[i]) + 1 == focus) return true;
    return false;
}

/* What is pressed is taken, or what is in hand is put there. A press on the very thing in hand may begin a drag: the
 * release decides. */
static struct act_result felt_press(const struct felt *f, struct felt_view *v, const struct felt_layout *l,
                                    const struct mouse *m)
{
    struct felt_view there = *v;
    if (!point(f, &there, l, m)) return unknown;
    bool again = is_source(f, v, &there);
    v->focus = there.focus;
    v->hand_at = there.hand_at;
    struct act_result r = again ? looked : use(f, v);
    if (r.act == ACT_LOOK && v->hold != HOLD_NOTHING) drag_begin(&v->drag, again);
    return r;
}

static struct act_result felt_drag(const struct felt *f, struct felt_view *v, const struct felt_layout *l,
                                   const struct mouse *m)
{
    struct felt_view there = *v;
    bool hit = point(f, &there, l, m);
    if (!drag_move(&v->drag, hit && is_source(f, v, &there))) return unknown;
    v->focus = hit && takes_it(f, v, there.focus) ? there.focus : source_focus(v);
    return looked;
}

static struct act_result give_back(struct felt_view *v, struct act_result r)
{
    let_go(v);
    v->focus = 0;
    return r;
}

static struct act_result felt_release(const struct felt *f, struct felt_view *v, const struct felt_layout *l,
                                      const struct mouse *m)
{
    struct felt_view there = *v;
    bool hit = point(f, &there, l, m), place = hit && there.focus != 0 && there.focus != STOCK_FOCUS;
    switch (drag_release(&v->drag, hit && is_source(f, v, &there), place)) {
    case DRAG_NOTHING:
    case DRAG_TAKE: return unknown;
    case DRAG_AGAIN: return put_or_say(f, v);
    case DRAG_BACK: return give_back(v, looked);
    case DRAG_PUT: break;
    }
    struct act_result r = put(f, v, felt_place(there.focus - 1));
    return r.act == ACT_REFUSE ? give_back(v, r) : r;
}

struct act_result felt_mouse(const struct felt *f, struct felt_view *v, const struct mouse *m, int cols, int rows)
{
    struct felt_layout l = felt_layout(cols, rows);
    if (f->seat == 0 || !l.fits || v->typing.on) return unknown;
    if (m->button == 2 && m->press && v->hold != HOLD_NOTHING) return give_back(v, looked);
    if (m->button != 0) return unknown;
    v->seen = f->fresh;
    return (m->press ? felt_press : m->drag ? felt_drag : felt_release)(f, v, &l, m);
}

/* --- from outside --- */

static bool same_play(const struct play *a, const struct play *b)
{
    return a->card == b->card && a->from == b->from && a->to == b->to;
}

static bool may_be_played(const struct felt *f, const struct play *p)
{
    for (int i = 0; i < f->n; i++)
        if (same_play(&f->plays[i], p)) return true;
    return false;
}

/* Its own card or pile in hand, and the cursor where it goes. */
static void show_play(const struct felt *f, struct felt_view *v, const struct play *p)
{
    struct pile hand = play_sorted(f->hand, (enum hand_order)v->order);
    let_go(v);
    v->hold = p->card != CARD_NONE ? HOLD_CARD : HOLD_PILE;
    v->held = p->card;
    v->from = p->card != CARD_NONE ? 0 : p->from;
    if (p->card != CARD_NONE) v->hand_at = (uint8_t)pile_find(&hand, p->card);
    v->focus = (uint8_t)(felt_cell((enum place)p->to) + 1);
}

void felt_show(const struct felt *f, struct felt_view *v, const char *move)
{
    struct play p;
    if (f->seat == 0 || !f->turn || v->typing.on) return;
    if (play_parse(&p, move, f->hand)) {
        if (may_be_played(f, &p)) show_play(f, v, &p);
        return;
    }
    if (strcmp(move, f->end_move) != 0) return;
    let_go(v);
    v->focus = strcmp(move, f->stock_move) == 0 && f->stock > 0 ? STOCK_FOCUS : 0;
}

void felt_update(const struct felt *f, struct felt_view *v)
{
    if (f->seat == 0) {
        *v = (struct felt_view){ .order = v->order };
        return;
    }
    if (v->hand_at >= f->hand->n) v->hand_at = f->hand->n > 0 ? (uint8_t)(f->hand->n - 1) : 0;
    bool gone = v->hold == HOLD_CARD ? pile_find(f->hand, v->held) < 0
                                     : v->hold == HOLD_PILE && pile_empty(&f->board->at[v->from]);
    if (gone) let_go(v);
}
