#include "screens/lesson.h"

#include "base/text.h"
#include "games/catalogue/game_list.h"
#include "games/lesson.h"
#include "screens/menu.h"
#include "screens/play.h"
#include "screens/words.h"
#include "term/wrap.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define LOG_LINES 12
#define MESSAGE_TEXT (2 * WHY_TEXT)

struct lesson_view {
    struct play play; /* its message is about the last key; "": the step's own words stand there */
    lesson_to_game *to_game;
    const struct lesson *lesson;
    const struct game *game;
    int step; /* the lesson's n: it is over */
    int log_n;
    struct log_line log[LOG_LINES];
    char log_words[LOG_LINES][WHY_TEXT];
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX];
    _Alignas(max_align_t) unsigned char seen[GAME_STATE_MAX]; /* as the pupil may see it */
};

static struct lesson_view *lesson_of(struct play *p)
{
    return (struct lesson_view *)p;
}

/* --- in words --- */

static const struct lesson_step *step_of(const struct lesson_view *l)
{
    return l->step < l->lesson->n ? &l->lesson->steps[l->step] : NULL;
}

/* The step waits for nothing but that the pupil has seen it. */
static bool only_shows(const struct lesson_view *l)
{
    return step_of(l) != NULL && step_of(l)->seat != 0;
}

static bool asks_for_hint(const struct lesson_view *l)
{
    return step_of(l) != NULL && step_of(l)->moves == NULL;
}

/* On the message line: in two lines whatever the window is. */
static void step_words(const struct lesson_view *l, char out[MESSAGE_TEXT])
{
    const struct lesson_step *step = step_of(l);
    if (step == NULL)
        snprintf(out, MESSAGE_TEXT, "%s", l->lesson->ending);
    else
        snprintf(out, MESSAGE_TEXT, "%s %s", step->about, step->keys);
    if (l->play.cols == 0 || wrap_lines(out, l->play.cols - 2) <= 2) return;
    snprintf(out, MESSAGE_TEXT, "%s", step == NULL ? l->lesson->ending_brief : step->brief);
}

#define TYPED 24

/* The move that is asked for as people type it: "8d n", "place b2". */
static bool typed_move(const struct lesson_view *l, char out[TYPED])
{
    struct move move;
    if (!lesson_move(l->lesson, step_of(l), l->state, &move)) return false;
    bool places = move.text[0] == '@';
    snprintf(out, TYPED, "%s%s", places ? "place " : "", move.text + places);
    for (char *ch = out; *ch != '\0'; ch++) *ch = *ch == '@' || *ch == '>' ? ' ' : (char)tolower((unsigned char)*ch);
    return true;
}

/* What to type in plain mode. */
static void add_what_to_type(const struct lesson_view *l, struct text *out)
{
    char typed[TYPED];
    if (step_of(l) == NULL)
        text_add(out, "Type play for a real game, next for the next lesson, or quit.\n");
    else if (only_shows(l))
        text_add(out, "Press Enter to go on.\n");
    else if (asks_for_hint(l))
        text_add(out, "Type hint.\n");
    else if (typed_move(l, typed))
        text_add(out, "Type %s\n", typed);
    else
        text_add(out, "Type hand for your cards, legal for what can be played.\n");
}

static void add_step(const struct lesson_view *l, struct text *out)
{
    const struct lesson_step *step = step_of(l);
    words_spell(step ? step->about : l->lesson->ending, out);
    text_add(out, "\n");
    add_what_to_type(l, out);
}

/* Beside the game's own; where those do not work, these stand alone. */
#define KEYS "o mouse  n next lesson  ? help  i hint  q lobby"
#define KEYS_SHOWING "Enter goes on  n next lesson  ? help"
#define KEYS_AT_END "Enter play  n next lesson  ? help"

#define REMINDED_COLS 60

/* After a reason why not, what is asked for stands again where there is room. */
static void lesson_message_words(const struct lesson_view *l, char out[MESSAGE_TEXT])
{
    bool reminds = l->play.warning && step_of(l) != NULL && l->play.cols >= REMINDED_COLS;
    struct text t;
    text_init(&t, out, MESSAGE_TEXT);
    if (l->play.message[0] == '\0')
        step_words(l, out);
    else
        text_add(&t, "%s%s%s", l->play.message, reminds ? " " : "", reminds ? step_of(l)->brief : "");
}

static void lesson_words(struct play *p, struct play_words *w)
{
    const struct lesson_view *l = lesson_of(p);
    const struct lesson *lesson = l->lesson;
    struct result result;
    l->game->result(l->state, &result);
    if (step_of(l) == NULL)
        snprintf(w->title, sizeof w->title, "Lesson  the end  %s", lesson->title);
    else
        snprintf(w->title, sizeof w->title, "Lesson  step %d of %d  %s", l->step + 1, lesson->n, lesson->title);
    lesson_message_words(l, w->message);
    snprintf(w->keys, sizeof w->keys, "%s", KEYS);
    w->keys_alone = step_of(l) == NULL ? KEYS_AT_END : only_shows(l) ? KEYS_SHOWING : NULL;
    w->frame.standing = p->message[0] == '\0';
    w->frame.log = l->log;
    w->frame.log_n = l->log_n;
    for (int seat = 1; seat <= SEATS_MAX; seat++) {
        w->frame.names[seat] = lesson->names[seat];
        w->frame.computer[seat] = lesson->names[seat] != NULL;
    }
    w->frame.names[lesson->pupil] = p->visit->person.name;
    if (result.over) memcpy(w->frame.totals, result.points, sizeof w->frame.totals);
}

static void lesson_game(struct play *p, struct play_game *out)
{
    struct lesson_view *l = lesson_of(p);
    out->game = l->game;
    out->state = l->seen;
    out->seat = l->lesson->pupil;
    out->on = step_of(l) != NULL;
}

/* --- playing --- */

static void lesson_look_again(struct lesson_view *l)
{
    memcpy(l->seen, l->state, l->game->state_size);
    l->game->hide(l->seen, l->lesson->pupil);
    play_update(&l->play);
}

/* The oldest line makes room. */
static void add_log(struct lesson_view *l, int seat, const struct move *m)
{
    struct text out;
    if (l->log_n == LOG_LINES) {
        memmove(l->log_words, l->log_words + 1, sizeof l->log_words - sizeof l->log_words[0]);
        memmove(l->log, l->log + 1, sizeof l->log - sizeof l->log[0]);
        l->log_n--;
    }
    text_init(&out, l->log_words[l->log_n], sizeof l->log_words[0]);
    l->game->move_brief(l->state, seat, m, &out);
    l->log[l->log_n++].who = seat == l->lesson->pupil ? "you" : l->lesson->names[seat];
    for (int k = 0; k < l->log_n; k++) l->log[k].words = l->log_words[k];
}

/* In plain mode a move of another seat is told by the step's own words. */
static void say_own_move(const struct lesson_view *l, const struct move *m)
{
    char words[WHY_TEXT];
    struct text out;
    text_init(&out, words, sizeof words);
    text_add(&out, "%s ", l->play.visit->person.name);
    l->game->move_words(l->state, l->lesson->pupil, m, &out);
    text_add(&out, ".");
    session_tell(l->play.session, words);
}

/* The move is legal, and was tried before on a copy or on what the pupil sees. */
static void lesson_make(struct lesson_view *l, int seat, const struct move *m)
{
    struct made made;
    add_log(l, seat, m);
    const char *why = l->game->apply(l->state, seat, m->text, &made);
    assert(why == NULL);
    (void)why;
    lesson_look_again(l);
}

static bool is_over(const struct lesson_view *l)
{
    struct result r;
    l->game->result(l->state, &r);
    return r.over;
}

/* To the next step; what the lesson does there is done at once. */
static void go_on(struct lesson_view *l)
{
    const struct lesson_step *step = step_of(l);
    bool stays = step->moves != NULL && strcmp(step->moves, LESSON_ANY) == 0 && !is_over(l);
    struct move move;
    struct text out;
    if (!stays) l->step++;
    while (only_shows(l) && lesson_move(l->lesson, step_of(l), l->state, &move))
        lesson_make(l, step_of(l)->seat, &move);
    l->play.message[0] = '\0';
    l->play.warning = false;
    session_dirty(l->play.session);
    text_init_growing(&out, PLAY_SAID);
    add_step(l, &out);
    play_tell_lines(&l->play, &out);
}

/* Legal, but not what is to be learnt now: nothing is lost by it. */
static void ask_again(struct lesson_view *l)
{
    char words[MESSAGE_TEXT], typed[TYPED];
    bool types = session_plain(l->play.session) && typed_move(l, typed);
    snprintf(words, sizeof words, "That is allowed, too. The lesson waits for something else: %s%s",
             types ? "type " : "", types ? typed : step_of(l)->keys);
    play_tell(&l->play, words, false);
}

/* Canonical or as typed; after the end only typed lines come here. */
static void lesson_try(struct play *p, const char *text)
{
    struct lesson_view *l = lesson_of(p);
    _Alignas(max_align_t) unsigned char copy[GAME_STATE_MAX];
    struct made made;
    if (step_of(l) == NULL) {
        session_say(p->session);
        return;
    }
    if (only_shows(l)) {
        play_tell(p, "Enter goes on.", false);
        return;
    }
    memcpy(copy, l->seen, l->game->state_size);
    const char *why = l->game->apply(copy, l->lesson->pupil, text, &made);
    if (why != NULL) {
        play_tell(p, why, true);
    } else if (!lesson_wants(l->lesson, step_of(l), &made.move)) {
        ask_again(l);
    } else {
        say_own_move(l, &made.move);
        lesson_make(l, l->lesson->pupil, &made.move);
        go_on(l);
    }
}

static void lesson_hint(struct play *p)
{
    struct lesson_view *l = lesson_of(p);
    char typed[TYPED], words[MESSAGE_TEXT];
    struct move move;
    if (asks_for_hint(l)) {
        go_on(l);
    } else if (step_of(l) == NULL || only_shows(l)) {
        play_tell(p, "Enter goes on.", false);
    } else if (typed_move(l, typed)) {
        snprintf(words, sizeof words, session_plain(p->session) ? "Type %s" : "The lesson asks for %s. %s", typed,
                 step_of(l)->keys);
        if (lesson_move(l->lesson, step_of(l), l->state, &move)) play_hinted(p, words, &move);
    } else {
        play_tell(p, "Tab goes through the cards that can be played.", false);
    }
}

/* --- from step to step, and from lesson to lesson --- */

static void start(struct lesson_view *l, const struct lesson *lesson)
{
    struct deck deck;
    struct rules rules;
    l->lesson = lesson;
    l->game = lesson->game;
    l->step = l->log_n = 0;
    l->play.message[0] = '\0';
    l->play.warning = false;
    memset(l->play.view, 0, sizeof l->play.view);
    const char *why = l->game->rules_parse(&rules, lesson->rules);
    assert(why == NULL);
    (void)why;
    lesson_deck(lesson, &deck);
    l->game->deal(l->state, &deck, &rules, lesson->seats, lesson->dealer);
    lesson_look_again(l);
}

/* The first follows the last. */
static void lesson_next(struct play *p)
{
    struct lesson_view *l = lesson_of(p);
    int k = 0;
    while (lesson_at(k) != l->lesson) k++;
    start(l, lesson_at(k + 1) != NULL ? lesson_at(k + 1) : lesson_at(0));
    session_say(p->session);
}

static void leave_for_game(struct lesson_view *l)
{
    struct session *s = l->play.session;
    session_pop(s);
    l->to_game(s, l->game->id);
}

static void lesson_leave(struct play *p)
{
    session_pop(p->session);
}

static bool goes_on(const struct key *k)
{
    return k->code == KEY_ENTER || key_is(k, ' ') || (k->code == KEY_MOUSE && k->mouse.press && k->mouse.button == 0);
}

static bool lesson_first(struct play *p, const struct key *k)
{
    struct lesson_view *l = lesson_of(p);
    if (!goes_on(k) || (step_of(l) != NULL && !only_shows(l))) return false;
    if (step_of(l) == NULL)
        leave_for_game(l);
    else
        go_on(l);
    return true;
}

/* --- plain mode --- */

static bool lesson_line(struct play *p, const char *typed)
{
    struct lesson_view *l = lesson_of(p);
    bool plays = step_of(l) == NULL && line_is(typed, "play"), on = only_shows(l) && typed[0] == '\0';
    if (plays) leave_for_game(l);
    if (on) go_on(l);
    return plays || on;
}

#define TOPICS_TOLD 3 /* the first of the game's topics: those of a lesson */

static void lesson_say(struct play *p, struct text *out)
{
    const struct lesson_view *l = lesson_of(p);
    play_describe(p, "", out);
    add_step(l, out);
    if (l->step > 0) return;
    text_add(out, "The words ");
    words_list(l->game->topics, TOPICS_TOLD, " and ", out);
    text_add(out, " tell what is there; next leads to the next lesson, quit leaves at once.\n");
}

static const struct play_command lesson_commands[] = {
    { "next", 'n', lesson_next },
    { "i", 0, lesson_hint },
    { "back", 0, lesson_leave },
    { NULL, 0, NULL },
};

static const struct play_owner lesson_owner = {
    .game = lesson_game,
    .words = lesson_words,
    .move = lesson_try,
    .hint = lesson_hint,
    .leave = lesson_leave,
    .first = lesson_first,
    .commands = lesson_commands,
    .say = lesson_say,
    .line = lesson_line,
};

/* --- the screen --- */

struct lesson_start {
    const struct lesson *lesson;
    lesson_to_game *to_game;
};

static void lesson_enter(struct session *s, void *state, const void *arg)
{
    struct lesson_view *l = state;
    const struct lesson_start *from = arg;
    play_begin(&l->play, &lesson_owner, s);
    l->to_game = from->to_game;
    start(l, from->lesson);
    l->play.visit->taught = true;
}

static const struct screen screen_lesson = {
    .name = "lesson",
    .size = sizeof(struct lesson_view),
    .enter = lesson_enter,
    .draw = play_draw,
    .key = play_key,
    .say = play_say,
    .line = play_line,
    .mouse = true,
    .letters = true,
};

void lesson_begin(struct session *s, const struct lesson *lesson, lesson_to_game *to_game)
{
    struct lesson_start from = { .lesson = lesson, .to_game = to_game };
    session_push(s, &screen_lesson, &from);
}
