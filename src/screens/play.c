#include "screens/play.h"

#include "base/text.h"
#include "screens/layout.h"
#include "screens/menu.h"
#include "screens/help.h"
#include "screens/seeing.h"
#include "screens/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

void play_begin(struct play *p, const struct play_owner *owner, struct session *s)
{
    p->owner = owner;
    p->session = s;
    p->visit = visit_of(s);
}

void play_tell(struct play *p, const char *words, bool warning)
{
    if (words == NULL) return;
    snprintf(p->message, sizeof p->message, "%s", words);
    p->warning = warning;
    p->visit->note[0] = '\0';
    session_tell(p->session, words);
    session_dirty(p->session);
}

void play_hinted(struct play *p, const char *words, const struct move *m)
{
    struct play_game g;
    play_tell(p, words, false);
    p->owner->game(p, &g);
    g.game->show(g.state, g.seat, p->view, m->text);
}

void play_update(struct play *p)
{
    struct play_game g;
    p->owner->game(p, &g);
    g.game->view_update(g.state, g.seat, p->view);
}

void play_ask(struct play *p, const struct play_question *q)
{
    p->asked = q;
    session_tell(p->session, q->typed);
    session_dirty(p->session);
}

void play_type(struct play *p, const struct play_field *field)
{
    editor_init(&p->editor, field->max, false);
    p->field = field;
}

static bool is_ready(struct play *p)
{
    return p->owner->ready == NULL || p->owner->ready(p);
}

/* A message of the visit stands on the message line instead of the owner's. */
static void fill_words(struct play *p, struct play_words *w)
{
    w->title[0] = w->clock[0] = w->message[0] = w->keys[0] = '\0';
    w->keys_alone = NULL;
    w->frame = (struct frame_words){
        .title = w->title,
        .clock = w->clock,
        .message = w->message,
        .warning = p->warning,
        .log = w->log,
        .keys = w->keys,
    };
    p->owner->words(p, w);
    if (p->visit->note[0] != '\0') w->frame.message = "";
}

bool play_describe(struct play *p, const char *topic, struct text *out)
{
    struct play_game g;
    struct play_words w;
    fill_words(p, &w);
    p->owner->game(p, &g);
    return g.game->describe(g.state, g.seat, &w.frame, topic, out);
}

void play_tell_lines(struct play *p, struct text *out)
{
    if (out->len > 0) session_tell(p->session, out->buf);
    text_free(out);
}

/* --- commands that all owners have --- */

static void play_move_typed(struct play *p)
{
    char move[WORDS_MOVE];
    if (words_move(p->rest, move)) {
        p->owner->move(p, move);
    } else if (p->owner->play_what != NULL) {
        struct play_game g;
        char words[WHY_TEXT];
        p->owner->game(p, &g);
        snprintf(words, sizeof words, p->owner->play_what, g.game->example);
        session_tell(p->session, words);
    }
}

static void play_hint(struct play *p)
{
    p->owner->hint(p);
}

static void play_leave(struct play *p)
{
    p->owner->leave(p);
}

static void play_look(struct play *p)
{
    session_say(p->session);
}

static void play_pages(struct play *p)
{
    struct play_game g;
    p->owner->game(p, &g);
    help_show(p->session, g.game);
}

/* Short, for somebody in the middle of a game. Whoever names a subject gets the pages. */
static void play_help(struct play *p)
{
    struct text out;
    if (p->rest[0] != '\0' || p->owner->help == NULL) {
        play_pages(p);
        return;
    }
    text_init_growing(&out, PLAY_SAID);
    p->owner->help(p, &out);
    play_tell_lines(p, &out);
}

static void play_mouse(struct play *p)
{
    play_tell(p, visit_change_mouse(p->visit), false);
}

void play_pace(struct play *p)
{
    play_tell(p, visit_change_pace(p->visit), false);
}

void play_pace_by_word(struct play *p)
{
    session_tell(p->session, visit_pace_by_word(p->visit, p->rest));
}

static const struct play_command common[] = {
    { "hint", 'i', play_hint }, { NULL, 'o', play_mouse },      { "play", 0, play_move_typed },
    { "look", 0, play_look },   { "move", 0, play_move_typed }, { "help", 0, play_help },
    { "?", 0, play_help },      { "rules", 0, play_pages },     { "quit", 0, play_leave },
    { "q", 0, play_leave },     { "leave", 0, play_leave },     { "exit", 0, play_leave },
    { "lobby", 0, play_leave }, { "bye", 0, play_leave },       { NULL, 0, NULL },
};

/* false: the command is the end of its table. */
static bool run(struct play *p, const struct play_command *c, const char *rest)
{
    p->rest = rest;
    if (c->run != NULL) c->run(p);
    return c->run != NULL;
}

static bool run_key(struct play *p, const struct play_command *c, const struct key *k)
{
    while (c->run != NULL && (c->key == '\0' || !key_is(k, c->key))) c++;
    return run(p, c, "");
}

static bool run_word(struct play *p, const struct play_command *c, const char *typed)
{
    size_t n = strcspn(typed, " ");
    while (c->run != NULL && (c->word == NULL || strlen(c->word) != n || strncasecmp(c->word, typed, n) != 0)) c++;
    return run(p, c, typed + n + (typed[n] == ' '));
}

/* --- what is seen --- */

static void draw_waiting(struct play *p, struct canvas *c)
{
    char title[128] = "";
    p->owner->waits(p, title, sizeof title);
    look_title(c, title, "");
    layout_message(c, p->message[0] != '\0' ? p->message : "One moment ...", p->warning);
    if (p->owner->waits_keys != NULL) look_keys(c, p->owner->waits_keys, "");
}

static void play_draw_field(const struct play *p, struct canvas *c)
{
    int y = c->rows - 2;
    canvas_fill(c, (struct area){ 0, y, c->cols, 1 }, STYLE_PLAIN, ' ');
    int x = 2 + canvas_text(c, 1, y, STYLE_STRONG, p->field->label);
    int cols = p->field->cols > 0 ? p->field->cols : c->cols - x - 1;
    canvas_fill(c, (struct area){ x, y, cols, 1 }, STYLE_FIELD, ' ');
    editor_draw(&p->editor, c, x, y, cols);
    look_keys(c, p->field->keys, "Esc back");
}

void play_draw(struct session *s, void *state, struct canvas *c)
{
    (void)s;
    struct play *p = state;
    struct play_words w;
    struct play_game g;
    p->cols = c->cols;
    p->rows = c->rows;
    if (!is_ready(p)) {
        draw_waiting(p, c);
        return;
    }
    if (p->owner->seen != NULL) p->owner->seen(p);
    fill_words(p, &w);
    p->owner->game(p, &g);
    g.game->draw(g.state, g.seat, p->view, &w.frame, c);
    if (w.keys_alone != NULL) look_keys(c, w.keys_alone, "q lobby");
    if (p->field != NULL) play_draw_field(p, c);
    if (p->asked == NULL) return;
    layout_message(c, p->asked->words, true);
    look_keys(c, p->asked->keys, p->asked->other_keys);
}

/* --- keys and clicks --- */

static void clear_message(struct play *p)
{
    p->message[0] = '\0';
    p->warning = false;
}

/* What was typed stays where the owner refuses it: it can be sent again in a moment. */
static void key_in_field(struct play *p, const struct key *k)
{
    enum editor_result result = key_interrupts(k) ? EDITOR_LEFT : editor_key(&p->editor, k);
    if (result != EDITOR_ENTERED && result != EDITOR_LEFT) return;
    if (result == EDITOR_ENTERED && p->editor.len > 0 && !p->field->entered(p, p->editor.text)) return;
    p->field = NULL;
}

/* a is a row of the question, or the end of its rows. */
static void answer(struct play *p, const struct play_answer *a)
{
    const char *stays = p->asked->stays;
    p->asked = NULL;
    if (a->run != NULL)
        a->run(p);
    else
        session_tell(p->session, stays);
}

static void answer_key(struct play *p, const struct key *k)
{
    const struct play_answer *a = p->asked->answer;
    while (a->run != NULL && !key_is(k, a->key) && !key_is(k, (char)toupper((unsigned char)a->key))) a++;
    answer(p, a);
}

static void take_act(struct play *p, const struct act_result *act)
{
    if (act->act == ACT_MOVE) p->owner->move(p, act->move.text);
    if (act->act == ACT_REFUSE) play_tell(p, act->why, true);
}

static bool is_first(struct play *p, const struct key *k)
{
    return p->owner->first != NULL && p->owner->first(p, k);
}

/* A click that means nothing, as a button that is let go, answers no question and hides no message. */
static void click(struct play *p, const struct key *k)
{
    struct play_game g;
    if (p->asked != NULL || p->field != NULL || !is_ready(p) || is_first(p, k)) return;
    p->owner->game(p, &g);
    if (!g.on) return;
    struct act_result act = g.game->mouse(g.state, g.seat, p->view, &k->mouse, p->cols, p->rows);
    if (act.act == ACT_NONE) return;
    clear_message(p);
    take_act(p, &act);
}

static bool key_of_screen(struct play *p, const struct key *k)
{
    if (menu_leaves(k))
        p->owner->leave(p);
    else if (menu_helps(k))
        play_pages(p);
    else if (!run_key(p, p->owner->commands, k) && !run_key(p, common, k))
        return seeing_key(p->session, k) || (p->owner->unknown != NULL && p->owner->unknown(p, k));
    return true;
}

static bool key_playing(struct play *p, const struct key *k)
{
    struct act_result act = { .act = ACT_NONE };
    struct play_game g;
    if (is_first(p, k)) return true;
    p->owner->game(p, &g);
    if (g.on && !key_interrupts(k)) act = g.game->key(g.state, g.seat, p->view, k);
    if (act.act == ACT_NONE) return key_of_screen(p, k);
    take_act(p, &act);
    return true;
}

static bool paste(struct play *p)
{
    play_tell(p, p->owner->no_paste, true);
    return p->owner->no_paste != NULL;
}

bool play_key(struct session *s, void *state, const struct key *k)
{
    struct play *p = state;
    session_dirty(s);
    if (k->code == KEY_MOUSE) {
        click(p, k);
    } else if (p->field != NULL) {
        key_in_field(p, k);
    } else if (!is_ready(p)) {
        if (menu_leaves(k))
            p->owner->go(p);
        else
            seeing_key(s, k);
    } else if (k->code == KEY_PASTE) {
        return paste(p);
    } else {
        clear_message(p);
        if (p->asked == NULL) return key_playing(p, k);
        answer_key(p, k);
    }
    return true;
}

bool play_typing(struct session *s, void *state)
{
    (void)s;
    return ((const struct play *)state)->field != NULL;
}

/* --- plain mode --- */

void play_say(struct session *s, void *state, struct text *out)
{
    (void)s;
    struct play *p = state;
    struct play_words w;
    if (!is_ready(p) || p->silent) return;
    fill_words(p, &w);
    text_add(out, "%s.\n", w.title);
    p->owner->say(p, out);
}

static void answer_line(struct play *p, const char *typed)
{
    const struct play_answer *a = p->asked->answer;
    while (a->run != NULL && !line_is(typed, a->word) && !(a->quits && menu_quits(typed))) a++;
    answer(p, a);
}

static bool run_topic(struct play *p, const char *typed)
{
    struct text out;
    text_init_growing(&out, PLAY_SAID);
    bool known = play_describe(p, typed, &out);
    if (known && out.len == 0 && p->owner->nothing != NULL) text_add(&out, "%s", p->owner->nothing);
    play_tell_lines(p, &out);
    return known;
}

/* Somebody who does not know the words is told about words, not about turns. */
static void run_move(struct play *p, const char *typed)
{
    p->rest = typed;
    if (p->owner->may_be_move == NULL || p->owner->may_be_move(typed))
        play_move_typed(p);
    else
        visit_unknown_word(p->visit, typed, "help tells the words; legal tells what you may play.");
}

void play_line(struct session *s, void *state, const char *typed)
{
    struct play *p = state;
    if (!is_ready(p)) {
        if (menu_quits(typed))
            p->owner->go(p);
        else
            session_tell(s, "One moment: the cards are being brought.");
    } else if (p->asked != NULL)
        answer_line(p, typed);
    else if (p->owner->line != NULL && p->owner->line(p, typed))
        return;
    else if (typed[0] == '\0')
        session_say(s);
    else if (!run_word(p, p->owner->commands, typed) && !run_word(p, common, typed) && !run_topic(p, typed))
        run_move(p, typed);
}

const char *play_prompt(struct session *s, void *state)
{
    (void)s;
    struct play *p = state;
    return is_ready(p) && !p->silent ? "> " : "";
}
