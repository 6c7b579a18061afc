#include "screens/lesson.h"

#include "games/catalogue/game_list.h"
#include "games/lesson.h"
#include "screens/frame.h"
#include "screens/help.h"
#include "screens/look.h"
#include "screens/visit.h"
#include "screens/words.h"
#include "term/wrap.h"

#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define LOG_LINES 12
#define SAY_MAX 8192
#define MESSAGE_TEXT (2 * WHY_TEXT)

struct lesson_view {
    struct session *session;
    const struct lesson *lesson;
    const struct game *game;
    int step; /* the lesson's n: it is over */
    int cols, rows;
    char message[MESSAGE_TEXT]; /* about the last key; "": the step's own words stand there */
    bool warning;
    int log_n;
    struct log_line log[LOG_LINES];
    char log_words[LOG_LINES][WHY_TEXT];
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX];
    _Alignas(max_align_t) unsigned char seen[GAME_STATE_MAX]; /* as the pupil may see it */
    _Alignas(max_align_t) unsigned char view[GAME_VIEW_MAX];
};

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
    if (l->cols == 0 || wrap_lines(out, l->cols - 2) <= 2) return;
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

static void tell(struct lesson_view *l, const char *words, bool warning)
{
    snprintf(l->message, sizeof l->message, "%s", words);
    l->warning = warning;
    visit_of(l->session)->note[0] = '\0';
    session_tell(l->session, words);
    session_dirty(l->session);
}

/* Beside the game's own; where those do not work, these stand alone. */
#define KEYS "o mouse  n next lesson  ? help  i hint  q lobby"
#define KEYS_SHOWING "Enter goes on  n next lesson  ? help"
#define KEYS_AT_END "Enter play  n next lesson  ? help"

struct lesson_words {
    struct frame_words frame;
    char title[80], message[MESSAGE_TEXT];
};

#define REMINDED_COLS 60

/* Behind a reason why not, what is asked for stands again where there is room. */
static void message_words(const struct lesson_view *l, char out[MESSAGE_TEXT])
{
    bool reminds = l->warning && step_of(l) != NULL && l->cols >= REMINDED_COLS;
    struct text t;
    text_init(&t, out, MESSAGE_TEXT);
    if (l->message[0] == '\0')
        step_words(l, out);
    else
        text_add(&t, "%s%s%s", l->message, reminds ? " " : "", reminds ? step_of(l)->brief : "");
}

static void words_of(const struct lesson_view *l, struct lesson_words *w)
{
    const struct lesson *lesson = l->lesson;
    struct result result;
    l->game->result(l->state, &result);
    if (step_of(l) == NULL)
        snprintf(w->title, sizeof w->title, "Lesson  the end  %s", lesson->title);
    else
        snprintf(w->title, sizeof w->title, "Lesson  step %d of %d  %s", l->step + 1, lesson->n, lesson->title);
    message_words(l, w->message);
    w->frame = (struct frame_words){
        .title = w->title,
        .clock = "",
        .message = visit_of(l->session)->note[0] != '\0' ? "" : w->message,
        .warning = l->warning,
        .standing = l->message[0] == '\0',
        .log = l->log,
        .log_n = l->log_n,
        .keys = KEYS,
    };
    for (int seat = 1; seat <= SEATS_MAX; seat++) {
        w->frame.names[seat] = lesson->names[seat];
        w->frame.computer[seat] = lesson->names[seat] != NULL;
    }
    w->frame.names[lesson->pupil] = visit_of(l->session)->person.name;
    if (!result.over) return;
    memcpy(w->frame.totals, result.points, sizeof w->frame.totals);
}

/* --- playing --- */

static void look_again(struct lesson_view *l)
{
    memcpy(l->seen, l->state, l->game->state_size);
    l->game->hide(l->seen, l->lesson->pupil);
    l->game->view_update(l->seen, l->lesson->pupil, l->view);
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
    text_add(&out, "%s ", visit_of(l->session)->person.name);
    l->game->move_words(l->state, l->lesson->pupil, m, &out);
    text_add(&out, ".");
    session_tell(l->session, words);
}

/* The move is legal, and was tried before on a copy or on what the pupil sees. */
static void make(struct lesson_view *l, int seat, const struct move *m)
{
    struct made made;
    add_log(l, seat, m);
    const char *why = l->game->apply(l->state, seat, m->text, &made);
    assert(why == NULL);
    (void)why;
    look_again(l);
}

static bool is_over(const struct lesson_view *l)
{
    struct result r;
    l->game->result(l->state, &r);
    return r.over;
}

static void say_step(const struct lesson_view *l)
{
    struct text out;
    text_init_growing(&out, SAY_MAX);
    add_step(l, &out);
    session_tell(l->session, out.buf);
    text_free(&out);
}

/* To the next step; what the lesson does there is done at once. */
static void go_on(struct lesson_view *l)
{
    const struct lesson_step *step = step_of(l);
    bool stays = step->moves != NULL && strcmp(step->moves, LESSON_ANY) == 0 && !is_over(l);
    struct move move;
    if (!stays) l->step++;
    while (only_shows(l) && lesson_move(l->lesson, step_of(l), l->state, &move)) make(l, step_of(l)->seat, &move);
    l->message[0] = '\0';
    l->warning = false;
    session_dirty(l->session);
    say_step(l);
}

/* Legal, but not what is to be learnt now: nothing is lost by it. */
static void ask_again(struct lesson_view *l)
{
    char words[MESSAGE_TEXT], typed[TYPED];
    if (session_plain(l->session) && typed_move(l, typed))
        snprintf(words, sizeof words, "That is allowed, too. The lesson waits for something else: type %s", typed);
    else
        snprintf(words, sizeof words, "That is allowed, too. The lesson waits for something else: %s",
                 step_of(l)->keys);
    tell(l, words, false);
}

/* Canonical or as typed. */
static void try_move(struct lesson_view *l, const char *text)
{
    _Alignas(max_align_t) unsigned char copy[GAME_STATE_MAX];
    struct made made;
    if (step_of(l) == NULL || only_shows(l)) {
        tell(l, "Enter goes on.", false);
        return;
    }
    memcpy(copy, l->seen, l->game->state_size);
    const char *why = l->game->apply(copy, l->lesson->pupil, text, &made);
    if (why != NULL) {
        tell(l, why, true);
    } else if (!lesson_wants(step_of(l), &made.move)) {
        ask_again(l);
    } else {
        say_own_move(l, &made.move);
        make(l, l->lesson->pupil, &made.move);
        go_on(l);
    }
}

static void hint(struct lesson_view *l)
{
    char typed[TYPED], words[MESSAGE_TEXT];
    struct move move;
    if (asks_for_hint(l)) {
        go_on(l);
    } else if (step_of(l) == NULL || only_shows(l)) {
        tell(l, "Enter goes on.", false);
    } else if (typed_move(l, typed)) {
        snprintf(words, sizeof words, session_plain(l->session) ? "Type %s" : "The lesson asks for %s. %s", typed,
                 step_of(l)->keys);
        tell(l, words, false);
        if (lesson_move(l->lesson, step_of(l), l->state, &move))
            l->game->show(l->seen, l->lesson->pupil, l->view, move.text);
    } else {
        tell(l, "Tab goes through the cards that can be played.", false);
    }
}

/* --- the screen --- */

/* From its first step. */
static void start(struct lesson_view *l, const struct lesson *lesson)
{
    struct session *s = l->session;
    struct deck deck;
    struct rules rules;
    *l = (struct lesson_view){
        .session = s, .lesson = lesson, .game = game_find(lesson->game), .cols = l->cols, .rows = l->rows
    };
    const char *why = l->game->rules_parse(&rules, lesson->rules);
    assert(why == NULL);
    (void)why;
    lesson_deck(lesson, &deck);
    l->game->deal(l->state, &deck, &rules, lesson->seats, lesson->dealer);
    look_again(l);
}

static void enter(struct session *s, void *state, const void *arg)
{
    struct lesson_view *l = state;
    l->session = s;
    start(l, arg);
    visit_of(s)->taught = true;
}

/* The first follows the last. */
static void start_next(struct lesson_view *l)
{
    int k = 0;
    while (lesson_at(k) != l->lesson) k++;
    start(l, lesson_at(k + 1) != NULL ? lesson_at(k + 1) : lesson_at(0));
    session_say(l->session);
}

static void draw(struct session *s, void *state, struct canvas *c)
{
    (void)s;
    struct lesson_view *l = state;
    struct lesson_words w;
    l->cols = c->cols;
    l->rows = c->rows;
    words_of(l, &w);
    l->game->draw(l->seen, l->lesson->pupil, l->view, &w.frame, c);
    if (step_of(l) == NULL || only_shows(l)) look_keys(c, step_of(l) == NULL ? KEYS_AT_END : KEYS_SHOWING, "q lobby");
}

static void leave_for_game(struct lesson_view *l)
{
    struct session *s = l->session;
    session_pop(s);
    lobby_go(s, l->lesson->game);
}

static void show_help(const struct lesson_view *l)
{
    session_push(l->session, &screen_help, l->game->patience ? help_patience(l->game) : &help_table);
}

static bool goes_on(const struct key *k)
{
    return k->code == KEY_ENTER || key_is(k, ' ') || (k->code == KEY_MOUSE && k->mouse.press && k->mouse.button == 0);
}

static bool key_of_screen(struct lesson_view *l, const struct key *k)
{
    if (menu_leaves(k))
        session_pop(l->session);
    else if (menu_helps(k))
        show_help(l);
    else if (key_is(k, 'i'))
        hint(l);
    else if (key_is(k, 'n'))
        start_next(l);
    else if (key_is(k, 'o'))
        tell(l, visit_change_mouse(visit_of(l->session)), false);
    else
        return look_key(l->session, k);
    return true;
}

static struct act_result ask_game(struct lesson_view *l, const struct key *k)
{
    int seat = l->lesson->pupil;
    if (step_of(l) == NULL) return (struct act_result){ .act = ACT_NONE };
    if (k->code == KEY_MOUSE) return l->game->mouse(l->seen, seat, l->view, &k->mouse, l->cols, l->rows);
    return l->game->key(l->seen, seat, l->view, k);
}

static bool key_playing(struct lesson_view *l, const struct key *k)
{
    struct act_result act = key_interrupts(k) ? (struct act_result){ .act = ACT_NONE } : ask_game(l, k);
    switch (act.act) {
    case ACT_NONE: return key_of_screen(l, k);
    case ACT_LOOK: break;
    case ACT_MOVE: try_move(l, act.move.text); break;
    case ACT_REFUSE: tell(l, act.why, true); break;
    }
    return true;
}

static bool key(struct session *s, void *state, const struct key *k)
{
    struct lesson_view *l = state;
    session_dirty(s);
    if (k->code == KEY_PASTE) return false;
    if (k->code != KEY_MOUSE || k->mouse.press) { /* a button that is let go hides no reason */
        l->message[0] = '\0';
        l->warning = false;
    }
    if (step_of(l) == NULL && goes_on(k))
        leave_for_game(l);
    else if (only_shows(l) && goes_on(k))
        go_on(l);
    else
        return key_playing(l, k);
    return true;
}

/* --- plain mode --- */

static bool describe(const struct lesson_view *l, const char *topic, struct text *out)
{
    struct lesson_words w;
    words_of(l, &w);
    return l->game->describe(l->seen, l->lesson->pupil, &w.frame, topic, out);
}

static void say(struct session *s, void *state, struct text *out)
{
    (void)s;
    const struct lesson_view *l = state;
    struct lesson_words w;
    words_of(l, &w);
    text_add(out, "%s.\n", w.title);
    describe(l, "", out);
    add_step(l, out);
    if (l->step == 0)
        text_add(out, "The words hand, board and legal tell what is there; next leads to the next lesson, quit leaves "
                      "at once.\n");
}

static bool run_topic(const struct lesson_view *l, const char *line)
{
    struct text out;
    text_init_growing(&out, SAY_MAX);
    bool known = describe(l, line, &out);
    if (known && out.len > 0) session_tell(l->session, out.buf);
    text_free(&out);
    return known;
}

static void type_move(struct lesson_view *l, const char *line)
{
    static const char *const verbs[] = { "play ", "move " };
    char move[WORDS_MOVE];
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (strncasecmp(line, verbs[i], strlen(verbs[i])) == 0) line += strlen(verbs[i]);
    if (words_move(line, move)) try_move(l, move);
}

static void line(struct session *s, void *state, const char *typed)
{
    struct lesson_view *l = state;
    bool over = step_of(l) == NULL;
    if (menu_quits(typed))
        session_pop(s);
    else if (over && line_is(typed, "play"))
        leave_for_game(l);
    else if (only_shows(l) && typed[0] == '\0')
        go_on(l);
    else if (line_is(typed, "help") || line_is(typed, "?"))
        show_help(l);
    else if (line_is(typed, "next"))
        start_next(l);
    else if (line_is(typed, "hint") || line_is(typed, "i"))
        hint(l);
    else if (typed[0] == '\0' || over)
        session_say(s);
    else if (!run_topic(l, typed))
        type_move(l, typed);
}

static const struct screen screen_lesson = {
    .name = "lesson",
    .size = sizeof(struct lesson_view),
    .enter = enter,
    .draw = draw,
    .key = key,
    .say = say,
    .line = line,
    .mouse = true,
    .letters = true,
};

void lesson_begin(struct session *s, const char *game)
{
    const struct lesson *lesson = lesson_find(game);
    assert(lesson != NULL);
    session_push(s, &screen_lesson, lesson);
}
