#include "screens/patience.h"

#include "base/text.h"
#include "games/catalogue/record.h"
#include "screens/menu.h"
#include "screens/patience_words.h"
#include "screens/record.h"
#include "screens/ticket.h"
#include "screens/words.h"

#include <stdio.h>
#include <stdlib.h>

/* --- what is lost is asked about first --- */

static void restart_now(struct play *p)
{
    play_tell(p, solo_restart(patience_of(p)->solo), true);
}

static void deal_now(struct play *p)
{
    struct patience *q = patience_of(p);
    play_tell(p, solo_deal(q->solo, q->deal), true);
}

static void leave_now(struct play *p)
{
    session_pop(p->session);
}

#define YES_OR_NO(question, does)                                                                                      \
    .words = question, .typed = question " yes, or no.", .keys = "y yes", .other_keys = "any other key: no",           \
    .stays = "You play on.",                                                                                           \
    .answer = {                                                                                                        \
        { 'y', "yes", false, does },                                                                                   \
        { 'y', "y", false, does },                                                                                     \
    }

static const struct play_question restart_drops = {
    YES_OR_NO("Deal these cards again, and drop what you have played?", restart_now),
};
static const struct play_question deal_gives_up = {
    YES_OR_NO("Give this deal up? It counts as played, not as won.", deal_now),
};
static const struct play_question deal_after_loss = {
    YES_OR_NO("Another deal? This one is lost, but u would take the last move back.", deal_now),
};
static const struct play_question leave_drops = {
    YES_OR_NO("Leave? A guest's game is not kept.", leave_now),
};

static void ask_restart(struct play *p, bool loses)
{
    if (loses)
        play_ask(p, &restart_drops);
    else
        restart_now(p);
}

static void ask_deal(struct play *p, uint32_t deal, bool loses)
{
    patience_of(p)->deal = deal;
    if (loses)
        play_ask(p, patience_is_over(patience_of(p)) ? &deal_after_loss : &deal_gives_up);
    else
        deal_now(p);
}

static void patience_leave(struct play *p)
{
    if (visit_is_guest(p->visit) && solo_unfinished(patience_of(p)->solo))
        play_ask(p, &leave_drops);
    else
        leave_now(p);
}

/* --- dealing --- */

/* The end begins nothing before it has been seen: keys typed on in the last moves are not meant for it. */
static bool end_is_unseen(struct play *p)
{
    const struct patience *q = patience_of(p);
    bool unseen = patience_is_over(q) && q->drawn != solo_position(q->solo);
    if (unseen) play_tell(p, "The game is just over: this is how it ended.", true);
    return unseen;
}

static void patience_restart(struct play *p)
{
    const struct patience *q = patience_of(p);
    ask_restart(p, solo_plies(q->solo) > 0 && !patience_is_over(q));
}

/* At the end too the moves could still be taken back, or be looked at. */
static void key_restart(struct play *p)
{
    if (end_is_unseen(p)) return;
    if (patience_is_over(patience_of(p)))
        ask_restart(p, true);
    else
        patience_restart(p);
}

static void patience_new(struct play *p)
{
    ask_deal(p, 0, solo_unfinished(patience_of(p)->solo));
}

static void key_new(struct play *p)
{
    struct result r;
    if (end_is_unseen(p)) return;
    solo_result(patience_of(p)->solo, &r);
    if (r.over)
        ask_deal(p, 0, !r.won);
    else
        patience_new(p);
}

/* "617": the number of a deal, deal of that number then. */
static bool deal_number(struct play *p, const char *text)
{
    char *end;
    unsigned long long number = strtoull(text, &end, 10);
    bool well = text[0] >= '0' && text[0] <= '9' && *end == '\0' && number >= 1 && number <= SOLO_DEAL_MAX;
    if (well)
        ask_deal(p, (uint32_t)number, solo_unfinished(patience_of(p)->solo));
    else
        play_tell(p, "Deals are numbered from 1 to 4294967295.", true);
    return true;
}

static const struct play_field deal_field = {
    .label = "Deal number:",
    .keys = "Enter deal it",
    .max = 10,
    .cols = 12,
    .entered = deal_number,
};

static void key_deal(struct play *p)
{
    play_type(p, &deal_field);
}

static void patience_deal(struct play *p)
{
    deal_number(p, p->rest);
}

/* --- the other commands --- */

static void patience_undo(struct play *p)
{
    play_tell(p, solo_undo(patience_of(p)->solo), true);
}

static void patience_finish(struct play *p)
{
    play_tell(p, solo_finish(patience_of(p)->solo), true);
}

static void patience_why(struct play *p)
{
    const char *why = solo_why(patience_of(p)->solo);
    play_tell(p, why ? why : "Ask for a hint first: its reason is told here.", why == NULL);
}

static void patience_record(struct play *p)
{
    struct record r;
    solo_record(patience_of(p)->solo, &r);
    record_show(p->session, &r);
    record_clear(&r);
}

static void patience_log(struct play *p)
{
    const struct patience *q = patience_of(p);
    const char *lines[SOLO_LOG];
    struct text out;
    text_init_growing(&out, PLAY_SAID);
    int n = solo_log(q->solo, lines);
    for (int i = 0; i < n; i++) text_add(&out, "%d: %s.\n", solo_plies(q->solo) - n + i + 1, lines[i]);
    if (n == 0) text_add(&out, "Nothing has been played yet.");
    play_tell_lines(p, &out);
}

/* Words of the tables. */
static void patience_not_here(struct play *p)
{
    session_tell(p->session, "You play alone here: there are no seats, no turns to end, and nobody to talk to.");
}

static const struct play_command patience_commands[] = {
    { "undo", 'u', patience_undo },
    { NULL, 'r', key_restart },
    { "restart", 0, patience_restart },
    { "again", 0, patience_restart },
    { NULL, 'n', key_new },
    { "new", 0, patience_new },
    { NULL, 'p', key_deal },
    { "deal", 0, patience_deal },
    { "why", 'w', patience_why },
    { "finish", 'f', patience_finish },
    { "record", 'R', patience_record },
    { "log", 0, patience_log },
    { NULL, 'S', play_pace },
    { "speed", 0, play_pace_by_word },
    { "end", 0, patience_not_here },
    { "who", 0, patience_not_here },
    { "say", 0, patience_not_here },
    { "chat", 0, patience_not_here },
    { "next", 0, patience_not_here },
    { "clock", 0, patience_not_here },
    { NULL, 0, NULL },
};

/* --- what the room tells --- */

static void patience_on_figures(void *arg, enum store_result result, const struct patience_figures *f)
{
    struct patience *p = ticket_answer(arg);
    if (p == NULL || p->solo == NULL || result != STORE_OK || !patience_is_over(p)) return;
    p->figures = *f;
    p->figures_come = true;
    char words[PLAY_MESSAGE];
    struct text t;
    text_init(&t, words, sizeof words);
    patience_figures_words(p->game, f, &t);
    session_tell(p->play.session, words);
    session_dirty(p->play.session);
}

static void patience_look_again(struct patience *p)
{
    struct visit *v = p->play.visit;
    if (p->position == solo_position(p->solo)) return;
    bool first = p->position == UINT32_MAX;
    p->position = solo_position(p->solo);
    p->play.message[0] = '\0';
    p->figures_come = false;
    play_update(&p->play);
    patience_announce(p, first);
    if (!patience_is_over(p) || visit_is_guest(v) || v->house->store == NULL) return;
    char kind[KIND_TEXT];
    game_row_kind(&p->of, kind);
    patience_figures(v->house->store, v->account.id, kind, patience_on_figures, ticket_ask(p->ticket));
}

static void patience_on_changed(void *owner)
{
    struct patience *p = owner;
    patience_look_again(p);
    session_dirty(p->play.session);
}

static void patience_on_moved(void *owner, const char *words)
{
    struct patience *p = owner;
    char line[PERSON_NAME + SOLO_LOG_TEXT + 4];
    snprintf(line, sizeof line, "%s %s.", p->play.visit->person.name, words);
    session_tell(p->play.session, line);
}

static void patience_on_told(void *owner, const char *words)
{
    play_tell(owner, words, false);
}

static void patience_on_refused(void *owner, const char *why)
{
    play_tell(owner, why, true);
}

static void patience_on_hinted(void *owner, const char *words, const struct move *m)
{
    play_hinted(owner, words, m);
}

static void patience_on_ended(void *owner, const char *why)
{
    struct patience *p = owner;
    p->solo = p->play.visit->solo = NULL;
    visit_note(p->play.visit, "%s", why);
    session_home(p->play.session);
}

static const struct solo_upcalls upcalls = {
    .changed = patience_on_changed,
    .moved = patience_on_moved,
    .told = patience_on_told,
    .refused = patience_on_refused,
    .ended = patience_on_ended,
    .hinted = patience_on_hinted,
};

/* --- what the patience answers --- */

static bool patience_ready(struct play *p)
{
    const struct patience *q = patience_of(p);
    return q->solo != NULL && solo_ready(q->solo);
}

static void patience_waits(struct play *p, char *title, size_t size)
{
    snprintf(title, size, "%s", game_row_title(&patience_of(p)->of));
}

static void patience_game(struct play *p, struct play_game *out)
{
    struct patience *q = patience_of(p);
    out->game = q->game;
    out->state = solo_state(q->solo);
    out->seat = 1;
    out->on = !patience_is_over(q);
}

/* A move shows before the word of it comes. */
static void patience_seen(struct play *p)
{
    struct patience *q = patience_of(p);
    patience_look_again(q);
    q->drawn = solo_position(q->solo);
}

static void patience_move(struct play *p, const char *text)
{
    play_tell(p, solo_move(patience_of(p)->solo, text), true);
}

static void patience_hint(struct play *p)
{
    play_tell(p, solo_hint(patience_of(p)->solo), true);
}

static bool patience_unknown(struct play *p, const struct key *k)
{
    if (!patience_is_over(patience_of(p)) || (k->code != KEY_CHAR && k->code != KEY_ENTER)) return false;
    play_tell(p, "The game is over: n is a new deal, r the same one again, q the lobby.", true);
    return key_is_small(k);
}

static const struct play_owner patience_owner = {
    .ready = patience_ready,
    .waits = patience_waits,
    .go = leave_now,
    .game = patience_game,
    .words = patience_words,
    .seen = patience_seen,
    .move = patience_move,
    .hint = patience_hint,
    .leave = patience_leave,
    .unknown = patience_unknown,
    .no_paste = "What is pasted is not played: cards are played by keys.",
    .commands = patience_commands,
    .say = patience_say,
    .help = patience_help,
    .may_be_move = words_may_be_move,
    .play_what = "Play what? The word legal lists what can be played.",
    .nothing = "There is nothing of that just now.",
};

/* --- the screen --- */

static void patience_enter(struct session *s, void *state, const void *arg)
{
    struct patience *p = state;
    play_begin(&p->play, &patience_owner, s);
    struct visit *v = p->play.visit;
    p->of = *(const struct game_row *)arg;
    p->game = p->of.game;
    p->ticket = ticket_new(s, p);
    p->position = p->drawn = UINT32_MAX;
    p->solo = v->solo = solo_open(v->house->lobby, &p->of, &v->person, 0, &upcalls, p);
    solo_set_pace(p->solo, (enum pace)v->account.speed);
}

/* The line dropped, or the person went to the lobby: everything is kept (G15). */
static void patience_left(struct session *s, void *state)
{
    (void)s;
    struct patience *p = state;
    ticket_drop(p->ticket);
    if (p->solo != NULL) solo_close(p->solo);
    p->solo = p->play.visit->solo = NULL;
}

const struct screen screen_patience = {
    .name = "patience",
    .size = sizeof(struct patience),
    .enter = patience_enter,
    .leave = patience_left,
    .draw = play_draw,
    .key = play_key,
    .typing = play_typing,
    .say = play_say,
    .line = play_line,
    .prompt = play_prompt,
    .mouse = true,
    .letters = true,
};

void patience_sit(struct visit *v, const struct game_row *what)
{
    session_push(v->session, &screen_patience, what);
}
