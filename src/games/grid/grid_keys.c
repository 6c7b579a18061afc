#include "games/grid/grid_keys.h"

#include "base/text.h"
#include "games/grid/grid_layout.h"

#include <assert.h>
#include <string.h>

static_assert(sizeof(struct grid_view) <= GAME_VIEW_MAX, "a view is small");

static const struct act_result looked = { .act = ACT_LOOK };
static const struct act_result unknown = { .act = ACT_NONE };

static void let_go(struct grid_view *v)
{
    v->taken = 0;
    v->drag = (struct drag){ 0 };
    v->lifted = v->aside = false;
}

/* Tries the move on a copy, so that what leaves here is legal and what is refused has its reason. */
static struct act_result make(const struct grid *s, struct grid_view *v, const char *text)
{
    struct grid copy = *s;
    const char *why = grid_apply(&copy, 1, text, &v->made);
    let_go(v);
    if (why != NULL) return (struct act_result){ .act = ACT_REFUSE, .why = why };
    return (struct act_result){ .act = ACT_MOVE, .move = v->made.move };
}

static struct act_result place(const struct grid *s, struct grid_view *v)
{
    struct move m;
    grid_place_text(v->at, &m);
    return make(s, v, m.text);
}

static struct act_result remove_pair(const struct grid *s, struct grid_view *v, uint8_t one, uint8_t other)
{
    struct move m;
    grid_removal_text((struct grid_pair){ one, other }, &m);
    return make(s, v, m.text);
}

/* Enter, Space or a click on the square under the cursor. A card that needs a partner is taken first; all else is the
 * square alone, as a move. */
static struct act_result use(const struct grid *s, struct grid_view *v)
{
    struct grid_pair pairs[REMOVALS_MAX];
    char square[3];
    card c = s->board[v->at];
    if (s->phase == GRID_REMOVING && grid_removals(s, pairs) > 0) {
        if (v->taken == v->at + 1) {
            let_go(v);
            return looked;
        }
        if (v->taken != 0) return remove_pair(s, v, (uint8_t)(v->taken - 1), v->at);
        if (c != CARD_NONE && card_rank(c) < TEN) {
            v->taken = (uint8_t)(v->at + 1);
            return looked;
        }
    }
    grid_square_text(v->at, square);
    return make(s, v, square);
}

static struct act_result remove_any(const struct grid *s, struct grid_view *v)
{
    struct grid_pair pairs[REMOVALS_MAX];
    if (s->phase != GRID_REMOVING) return remove_pair(s, v, v->at, SQUARES);
    int n = grid_removals(s, pairs), best = 0;
    if (n == 0) return (struct act_result){ .act = ACT_REFUSE, .why = "Nothing can be removed: e resumes." };
    for (int i = 0; i < n; i++)
        if (pairs[i].other == SQUARES) best = i;
    return remove_pair(s, v, pairs[best].one, pairs[best].other);
}

uint16_t grid_live(const struct grid *s, const struct grid_view *v)
{
    struct grid_pair pairs[REMOVALS_MAX];
    unsigned live = 0;
    for (int square = 0; s->phase == GRID_PLACING && square < SQUARES; square++)
        if (grid_may_place(s, grid_visible(s), square)) live |= 1u << square;
    int n = s->phase == GRID_REMOVING ? grid_removals(s, pairs) : 0;
    for (int i = 0; i < n; i++)
        if (v->taken == 0 || pairs[i].one + 1 == v->taken || pairs[i].other + 1 == v->taken)
            live |= 1u << pairs[i].one | 1u << pairs[i].other; /* SQUARES, no partner, is cut off below */
    return (uint16_t)live;
}

static struct act_result next_live(const struct grid *s, struct grid_view *v, int step)
{
    unsigned live = grid_live(s, v);
    for (int i = 1; i <= SQUARES; i++) {
        int square = (v->at + i * step + SQUARES * 2) % SQUARES;
        if (!(live >> square & 1)) continue;
        v->at = (uint8_t)square;
        return looked;
    }
    return (struct act_result){ .act = ACT_REFUSE, .why = "No square has anything to do." };
}

/* --- keys --- */

static struct act_result go_to(struct grid_view *v, int col, int row)
{
    if (col >= 0 && col < 4 && row >= 0 && row < 4) v->at = (uint8_t)(row * 4 + col);
    return looked;
}

static struct act_result move_cursor(struct grid_view *v, int dx, int dy)
{
    return go_to(v, v->at % 4 + dx, v->at / 4 + dy);
}

static struct act_result key_char(const struct grid *s, struct grid_view *v, uint32_t ch)
{
    switch (ch) {
    case ' ': return use(s, v);
    case 'a':
    case 'b':
    case 'c':
    case 'd': return go_to(v, (int)(ch - 'a'), v->at / 4);
    case '1':
    case '2':
    case '3':
    case '4': return go_to(v, v->at % 4, (int)(ch - '1'));
    case 'h':
    case ',':
    case '<': return move_cursor(v, -1, 0);
    case 'j': return move_cursor(v, 0, 1);
    case 'k': return move_cursor(v, 0, -1);
    case 'l':
    case '.':
    case '>': return move_cursor(v, 1, 0);
    case 'e': return make(s, v, "resume");
    case 'x': return remove_any(s, v);
    default: return unknown;
    }
}

/* A square alone is what Enter there is; all else is a move. */
static struct act_result enter_typed(const struct grid *s, struct grid_view *v, const char *text)
{
    uint8_t square = grid_square_parse(text);
    if (square == SQUARES || text[2] != '\0') return make(s, v, text);
    v->at = square;
    return use(s, v);
}

static struct act_result key_on_board(const struct grid *s, struct grid_view *v, const struct key *k)
{
    switch (k->code) {
    case KEY_LEFT: return move_cursor(v, -1, 0);
    case KEY_RIGHT: return move_cursor(v, 1, 0);
    case KEY_UP: return move_cursor(v, 0, -1);
    case KEY_DOWN: return move_cursor(v, 0, 1);
    case KEY_TAB: return next_live(s, v, 1);
    case KEY_BACKTAB: return next_live(s, v, -1);
    case KEY_ENTER: return use(s, v);
    case KEY_CHAR: return k->mods & KEY_ALT ? unknown : key_char(s, v, k->ch);
    case KEY_ESCAPE:
    case KEY_BACKSPACE:
        if (v->taken == 0) return unknown;
        let_go(v);
        return looked;
    default: return unknown;
    }
}

struct act_result grid_key(const void *state, int seat, void *view, const struct key *k)
{
    struct grid_view *v = view;
    if (seat != 1) return unknown;
    v->aside = false;
    char text[TYPING_TEXT];
    struct act_result act;
    if (v->typing.on) return typing_key(&v->typing, k, text, &act) ? enter_typed(state, v, text) : act;
    v->typing.on = typing_begins(k);
    return v->typing.on ? looked : key_on_board(state, v, k);
}

/* --- clicks and drags (G17) --- */

/* The square under the mouse; SQUARES for none. */
static uint8_t square_at(const struct grid_layout *l, const struct mouse *m)
{
    uint8_t square = 0;
    while (square < SQUARES && !area_has(grid_square_area(l, square), m->x, m->y)) square++;
    return square;
}

/* Is the mouse over the card that is lifted or taken? */
static bool is_source(const struct grid_view *v, const struct grid_layout *l, const struct mouse *m)
{
    return v->lifted ? area_has(l->visible, m->x, m->y) : v->taken == square_at(l, m) + 1;
}

/* A square is used. Where its card is taken already, the release decides whether it is let go or was dragged. */
static struct act_result press_square(const struct grid *s, struct grid_view *v, uint8_t square)
{
    bool again = v->taken == square + 1;
    v->at = square;
    struct act_result r = again ? looked : use(s, v);
    if (r.act == ACT_LOOK && v->taken != 0) drag_begin(&v->drag, again);
    return r;
}

static struct act_result grid_press(const struct grid *s, struct grid_view *v, const struct grid_layout *l,
                                    const struct mouse *m)
{
    uint8_t square = square_at(l, m);
    if (square != SQUARES) return press_square(s, v, square);
    if (!area_has(l->visible, m->x, m->y) || s->phase != GRID_PLACING) return unknown;
    v->lifted = true;
    drag_begin(&v->drag, false);
    return looked;
}

/* While something is dragged the cursor stands where it may land, else where it came from. */
static struct act_result grid_drag(const struct grid *s, struct grid_view *v, const struct grid_layout *l,
                                   const struct mouse *m)
{
    uint8_t square = square_at(l, m);
    if (!drag_move(&v->drag, is_source(v, l, m))) return unknown;
    bool lands = square != SQUARES && (grid_live(s, v) >> square & 1);
    if (lands)
        v->at = square;
    else if (!v->lifted)
        v->at = (uint8_t)(v->taken - 1);
    v->aside = v->lifted && !lands;
    return looked;
}

/* A click on the visible card takes nothing: it is placed by a click on a square. */
static struct act_result grid_release(const struct grid *s, struct grid_view *v, const struct grid_layout *l,
                                      const struct mouse *m)
{
    uint8_t square = square_at(l, m), taken = v->taken;
    bool lifted = v->lifted;
    enum drag_end end = drag_release(&v->drag, is_source(v, l, m), square != SQUARES);
    if (end == DRAG_NOTHING || (end == DRAG_TAKE && !lifted)) return unknown;
    let_go(v);
    if (end != DRAG_PUT) return looked;
    v->at = square;
    return lifted ? place(s, v) : remove_pair(s, v, (uint8_t)(taken - 1), square);
}

struct act_result grid_mouse(const void *state, int seat, void *view, const struct mouse *m, int cols, int rows)
{
    const struct grid *s = state;
    struct grid_view *v = view;
    struct grid_layout l = grid_layout(cols, rows);
    if (seat != 1 || !l.fits || v->typing.on) return unknown;
    if (m->button == 2 && m->press && (v->taken != 0 || v->lifted)) {
        let_go(v);
        return looked;
    }
    if (m->button != 0) return unknown;
    return (m->press ? grid_press : m->drag ? grid_drag : grid_release)(s, v, &l, m);
}

/* --- from outside --- */

void grid_view_update(const void *state, int seat, void *view)
{
    const struct grid *s = state;
    struct grid_view *v = view;
    (void)seat;
    bool gone = v->taken != 0 && (s->phase != GRID_REMOVING || s->board[v->taken - 1] == CARD_NONE);
    if (gone || (v->lifted && s->phase != GRID_PLACING)) let_go(v);
}

/* An empty square, if there is one that takes the card to come. */
static uint8_t square_to_resume_on(const struct grid *s)
{
    uint8_t best = 0;
    for (uint8_t i = SQUARES; i-- > 0;)
        if (s->board[i] == CARD_NONE && (s->board[best] != CARD_NONE || grid_may_place(s, grid_visible(s), i)))
            best = i;
    return best;
}

void grid_show(const void *state, int seat, void *view, const char *move)
{
    const struct grid *s = state;
    struct grid_view *v = view;
    struct grid copy = *s;
    struct made made;
    if (seat != 1 || v->typing.on || grid_apply(&copy, 1, move, &made) != NULL) return;
    const char *text = made.move.text;
    let_go(v);
    if (text[0] == '@' || (text[0] == 'x' && text[3] == '\0')) {
        v->at = grid_square_parse(text + 1);
    } else if (text[0] == 'x') {
        v->taken = (uint8_t)(grid_square_parse(text + 1) + 1);
        v->at = grid_square_parse(text + 3);
    } else {
        v->at = square_to_resume_on(s);
    }
}

/* --- the key line --- */

/* What a key would come to. Keys are named by what they do, so the line cannot be wrong. */
static enum act try(const struct grid *s, const struct grid_view *v, enum key_code code, char ch,
                    struct grid_view *after)
{
    *after = *v;
    return grid_key(s, 1, after, &(struct key){ .code = code, .ch = (uint32_t)ch }).act;
}

static bool works(const struct grid *s, const struct grid_view *v, enum key_code code, char ch)
{
    struct grid_view after;
    enum act act = try(s, v, code, ch, &after);
    return act == ACT_MOVE || act == ACT_LOOK;
}

static const char *enter_words(const struct grid *s, const struct grid_view *v)
{
    struct grid_view after;
    enum act act = try(s, v, KEY_ENTER, 0, &after);
    if (act == ACT_MOVE) return s->phase == GRID_PLACING ? "place" : "remove";
    return act != ACT_LOOK ? NULL : after.taken != 0 ? "take" : "let go";
}

/* The most needed come first: narrow windows show no more than two or three. */
void grid_key_line(const struct grid *s, int seat, const struct grid_view *v, bool narrow, struct text *out)
{
    if (seat != 1 || s->phase >= GRID_WON) return;
    const char *enter = enter_words(s, v);
    bool removing = s->phase == GRID_REMOVING, resumes = removing && works(s, v, KEY_CHAR, 'e');
    if (narrow) look_add_key(out, resumes, "e", "resume");
    look_add_key(out, enter != NULL, "Enter", enter);
    if (!narrow) look_add_key(out, resumes, "e", "resume");
    look_add_key(out, removing && works(s, v, KEY_CHAR, 'x'), "x", narrow ? "clear" : "clear one");
    look_add_key(out, v->taken != 0 && v->taken != v->at + 1, "Esc", "let go");
    look_add_key(out, works(s, v, KEY_TAB, 0), "Tab", "next");
    look_add_key(out, !removing, "a1-d4", "square");
    look_add_key(out, !removing, "←↑↓→", "move");
    look_add_key(out, true, ":", "type");
}
