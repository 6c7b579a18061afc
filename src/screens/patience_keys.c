#include "screens/patience_state.h"

#include "screens/frame.h"
#include "screens/help.h"
#include "screens/look.h"
#include "screens/record.h"
#include "screens/screens.h"

static void key_naming(struct patience *p, const struct key *k)
{
    enum editor_result result = key_interrupts(k) ? EDITOR_LEFT : editor_key(&p->number, k);
    if (result != EDITOR_ENTERED && result != EDITOR_LEFT) return;
    p->mode = PATIENCE_PLAYING;
    uint32_t deal = result == EDITOR_ENTERED && p->number.len > 0 ? patience_number(p, p->number.text) : 0;
    editor_set(&p->number, "");
    if (deal != 0) patience_ask_deal(p, deal);
}

/* The end begins nothing before it has been seen, and what would be lost by it is asked about: moves that could be
 * taken back, or be looked at. */
static void key_at_end(struct patience *p, enum patience_mode mode)
{
    struct result r;
    solo_result(p->solo, &r);
    p->deal = 0;
    if (p->drawn != solo_position(p->solo))
        patience_tell(p, "The game is just over: this is how it ended.", true);
    else
        patience_ask(p, mode, mode == PATIENCE_RESTARTING || !r.won);
}

static bool key_unknown(struct patience *p, const struct key *k)
{
    if (!patience_is_over(p) || (k->code != KEY_CHAR && k->code != KEY_ENTER)) return false;
    patience_tell(p, "The game is over: n is a new deal, r the same one again, q the lobby.", true);
    return key_is_small(k);
}

static bool key_of_screen(struct patience *p, const struct key *k)
{
    bool over = patience_is_over(p);
    if (menu_leaves(k))
        patience_ask_leave(p);
    else if (menu_helps(k))
        session_push(p->session, &screen_help, help_patience(p->game));
    else if (key_is(k, 'u'))
        patience_undo(p);
    else if (key_is(k, 'r') && over)
        key_at_end(p, PATIENCE_RESTARTING);
    else if (key_is(k, 'r'))
        patience_ask_restart(p);
    else if (key_is(k, 'n') && over)
        key_at_end(p, PATIENCE_DEALING);
    else if (key_is(k, 'n'))
        patience_ask_deal(p, 0);
    else if (key_is(k, 'p'))
        p->mode = PATIENCE_NAMING;
    else if (key_is(k, 'i'))
        patience_tell(p, solo_hint(p->solo), true);
    else if (key_is(k, 'w'))
        patience_why(p);
    else if (key_is(k, 'R'))
        patience_record(p);
    else if (key_is(k, 'o'))
        patience_tell(p, visit_change_mouse(p->visit), false);
    else if (key_is(k, 'f'))
        patience_tell(p, solo_finish(p->solo), true);
    else if (key_is(k, 'S'))
        patience_tell(p, visit_change_pace(p->visit), false);
    else
        return look_key(p->session, k) || key_unknown(p, k);
    return true;
}

static void take_act(struct patience *p, const struct act_result *act)
{
    if (act->act == ACT_MOVE) patience_move(p, act->move.text);
    if (act->act == ACT_REFUSE) patience_tell(p, act->why, true);
}

static bool key_playing(struct patience *p, const struct key *k)
{
    struct act_result act = { .act = ACT_NONE };
    if (!patience_is_over(p) && !key_interrupts(k)) act = p->game->key(solo_state(p->solo), 1, p->view, k);
    if (act.act == ACT_NONE) return key_of_screen(p, k);
    take_act(p, &act);
    return true;
}

/* What the mouse says to nobody, as when a button is let go after a click, answers no question and hides no message. */
static void mouse(struct patience *p, const struct mouse *m)
{
    if (p->mode != PATIENCE_PLAYING || !solo_ready(p->solo) || patience_is_over(p)) return;
    struct act_result act = p->game->mouse(solo_state(p->solo), 1, p->view, m, p->cols, p->rows);
    if (act.act == ACT_NONE) return;
    p->message[0] = '\0';
    p->warning = false;
    take_act(p, &act);
}

bool patience_key(struct session *s, void *state, const struct key *k)
{
    struct patience *p = state;
    session_dirty(s);
    if (p->solo == NULL) return true;
    if (k->code == KEY_MOUSE) {
        mouse(p, &k->mouse);
    } else if (p->mode == PATIENCE_NAMING) {
        key_naming(p, k);
    } else if (!solo_ready(p->solo)) {
        if (menu_leaves(k)) session_pop(s); /* nothing is there to be lost */
    } else if (k->code == KEY_PASTE) {
        patience_tell(p, "What is pasted is not played: cards are played by keys.", true);
    } else {
        p->message[0] = '\0';
        p->warning = false;
        if (p->mode == PATIENCE_PLAYING) return key_playing(p, k);
        patience_answer(p, key_is(k, 'y') || key_is(k, 'Y'));
    }
    return true;
}
