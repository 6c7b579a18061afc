#include "screens/table_state.h"

#include "screens/frame.h"
#include "screens/help.h"
#include "screens/look.h"
#include "screens/screens.h"

static void key_talking(struct table *t, const struct key *k)
{
    enum editor_result result = key_interrupts(k) ? EDITOR_LEFT : editor_key(&t->talk, k);
    if (result != EDITOR_ENTERED && result != EDITOR_LEFT) return;
    const char *why = result == EDITOR_ENTERED && t->talk.len > 0 ? room_say(t->visit->member, t->talk.text) : NULL;
    if (why != NULL) {
        table_tell(t, why, true); /* what was typed stays: it can be said in a moment */
        return;
    }
    editor_set(&t->talk, "");
    t->mode = TABLE_PLAYING;
}

static void key_leaving(struct table *t, const struct key *k)
{
    t->mode = TABLE_PLAYING;
    session_tell(t->session, "You stay.");
    if ((key_is(k, 'k') || key_is(k, 'K')) && table_may_keep(t))
        table_keep(t);
    else if (key_is(k, 'l') || key_is(k, 'L'))
        table_leave(t);
}

/* Who still types when the round ends looks at the points first (T11). */
static void key_next(struct table *t)
{
    struct room *r = table_room(t);
    if (room_phase(r) == ROOM_BETWEEN && t->seat != 0 && t->result_seen != room_round(r))
        table_tell(t, "These are the points; n goes on.", true);
    else
        table_next(t);
}

/* Nothing begins by a key that is none. */
static bool key_unknown(struct table *t, const struct key *k)
{
    if (room_phase(table_room(t)) != ROOM_BETWEEN || t->seat == 0) return false;
    if (k->code != KEY_CHAR && k->code != KEY_ENTER) return false;
    table_tell(t, "The round is over; n goes on.", true);
    return key_is_small(k);
}

static bool key_of_screen(struct table *t, const struct key *k)
{
    if (menu_leaves(k))
        table_ask_leave(t);
    else if (menu_helps(k))
        session_push(t->session, &screen_help, &help_table);
    else if (key_is(k, 'c'))
        t->mode = TABLE_TALKING;
    else if (key_is(k, 'i'))
        table_hint(t);
    else if (key_is(k, 'w'))
        table_why(t);
    else if (key_is(k, 'n'))
        key_next(t);
    else if (key_is(k, 'r'))
        table_record(t);
    else if (key_is(k, 'o'))
        table_tell(t, visit_change_mouse(t->visit), false);
    else if (key_is(k, 'S'))
        table_tell(t, visit_change_pace(t->visit), false);
    else
        return look_key(t->session, k) || key_unknown(t, k);
    return true;
}

static void take_act(struct table *t, const struct act_result *act)
{
    if (act->act == ACT_MOVE) table_move(t, act->move.text);
    if (act->act == ACT_REFUSE) table_tell(t, act->why, true);
}

static bool key_playing(struct table *t, const struct key *k)
{
    struct room *r = table_room(t);
    struct act_result act = { .act = ACT_NONE };
    if (room_phase(r) == ROOM_PLAYING && !key_interrupts(k))
        act = room_game(r)->key(room_state(r, t->seat), t->seat, t->view, k);
    if (act.act == ACT_NONE) return key_of_screen(t, k);
    take_act(t, &act);
    return true;
}

/* What the mouse says to nobody, as when a button is let go after a click, answers no question and hides no message. */
static void mouse(struct table *t, const struct mouse *m)
{
    struct room *r = table_room(t);
    if (t->mode != TABLE_PLAYING || room_phase(r) != ROOM_PLAYING) return;
    struct act_result act = room_game(r)->mouse(room_state(r, t->seat), t->seat, t->view, m, t->cols, t->rows);
    if (act.act == ACT_NONE) return;
    t->message[0] = '\0';
    t->warning = false;
    take_act(t, &act);
}

bool table_key(struct session *s, void *state, const struct key *k)
{
    struct table *t = state;
    session_dirty(s);
    if (k->code == KEY_MOUSE) {
        mouse(t, &k->mouse);
    } else if (!room_ready(table_room(t))) {
        if (menu_leaves(k))
            table_go(t);
        else
            look_key(s, k);
    } else if (t->mode == TABLE_TALKING) {
        key_talking(t, k);
    } else if (k->code == KEY_PASTE) {
        table_tell(t, "What is pasted is not played: cards are played by keys.", true);
    } else {
        t->message[0] = '\0';
        t->warning = false;
        if (t->mode != TABLE_LEAVING) return key_playing(t, k);
        key_leaving(t, k);
    }
    return true;
}
