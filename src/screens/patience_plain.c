#include "screens/patience_state.h"

#include "screens/frame.h"
#include "screens/help.h"
#include "screens/patience.h"
#include "screens/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SAY_MAX 8192

/* --- saying --- */

static bool describe(struct patience *p, const char *topic, struct text *out)
{
    struct patience_words w;
    patience_words(p, &w);
    return p->game->describe(solo_state(p->solo), 1, &w.frame, topic, out);
}

/* The lines of out, said and freed. */
static void tell_out(struct patience *p, struct text *out)
{
    if (out->len > 0) session_tell(p->session, out->buf);
    text_free(out);
}

static void add_end(const struct patience *p, struct text *out)
{
    patience_end_words(p, out);
    text_add(out, "\nType new for another deal, restart for this one again, record for its moves, or quit.\n");
}

void patience_announce(struct patience *p, bool first)
{
    struct text out;
    if (!session_plain(p->session)) return;
    text_init_growing(&out, SAY_MAX);
    if (first || solo_plies(p->solo) == 0)
        patience_say(p->session, p, &out);
    else if (patience_is_over(p))
        add_end(p, &out);
    else
        describe(p, "now", &out);
    tell_out(p, &out);
}

void patience_say(struct session *s, void *state, struct text *out)
{
    (void)s;
    struct patience *p = state;
    struct patience_words w;
    if (p->solo == NULL || !solo_ready(p->solo)) return; /* it is said when it is there */
    bool over = patience_is_over(p);
    patience_words(p, &w);
    text_add(out, "%s.\n", w.title);
    describe(p, over ? "board" : "", out);
    if (over) add_end(p, out);
    text_add(out, "Type help for the words that work here.\n");
}

/* --- words --- */

static void do_play(void *state, const char *rest)
{
    struct patience *p = state;
    char move[WORDS_MOVE];
    if (words_move(rest, move))
        patience_move(p, move);
    else
        session_tell(p->session, "Play what? The word legal lists what can be played.");
}

static void do_undo(void *state, const char *rest)
{
    (void)rest;
    struct patience *p = state;
    patience_undo(p);
}

static void do_restart(void *state, const char *rest)
{
    (void)rest;
    struct patience *p = state;
    patience_ask_restart(p);
}

static void do_new(void *state, const char *rest)
{
    (void)rest;
    struct patience *p = state;
    patience_ask_deal(p, 0);
}

static void do_deal(void *state, const char *rest)
{
    struct patience *p = state;
    uint32_t deal = patience_number(p, rest);
    if (deal != 0) patience_ask_deal(p, deal);
}

static void do_hint(void *state, const char *rest)
{
    (void)rest;
    struct patience *p = state;
    patience_tell(p, solo_hint(p->solo), true);
}

static void do_why(void *state, const char *rest)
{
    (void)rest;
    struct patience *p = state;
    patience_why(p);
}

static void do_finish(void *state, const char *rest)
{
    (void)rest;
    struct patience *p = state;
    patience_tell(p, solo_finish(p->solo), true);
}

static void do_log(void *state, const char *rest)
{
    (void)rest;
    struct patience *p = state;
    const char *lines[SOLO_LOG];
    struct text out;
    text_init_growing(&out, SAY_MAX);
    int n = solo_log(p->solo, lines);
    for (int i = 0; i < n; i++) text_add(&out, "%d: %s.\n", solo_plies(p->solo) - n + i + 1, lines[i]);
    if (n == 0) text_add(&out, "Nothing has been played yet.");
    tell_out(p, &out);
}

static void do_record(void *state, const char *rest)
{
    (void)rest;
    struct patience *p = state;
    patience_record(p);
}

static void do_speed(void *state, const char *rest)
{
    struct patience *p = state;
    session_tell(p->session, visit_pace_by_word(p->visit, rest));
}

static void do_rules(void *state, const char *rest)
{
    (void)rest;
    struct patience *p = state;
    session_push(p->session, &screen_help, help_patience(p->game));
}

/* In the middle of a game: short. The pages are there for who has the time. */
static void do_help(void *state, const char *rest)
{
    struct patience *p = state;
    bool grid = strcmp(p->game->id, "grid") == 0;
    char words[640];
    if (rest[0] != '\0') {
        do_rules(state, rest);
        return;
    }
    snprintf(words, sizeof words,
             "To play: %s\n"
             "To know: look, hand, board, legal, points, log.\n"
             "To ask: hint, and why it is good.\n"
             "Also: undo; restart for the same cards, new for others, deal 617 for those of a number; record; quit; "
             "rules for the whole "
             "help.\n",
             grid ? "place b2, remove b2 c3, resume; finish clears what is left when the win is sure."
                  : "9s n lays the 9 of spades on north, w ne moves the west pile onto north-east, draw takes a card.");
    session_tell(p->session, words);
}

static void do_quit(void *state, const char *rest)
{
    (void)rest;
    struct patience *p = state;
    patience_ask_leave(p);
}

static void do_look(void *state, const char *rest)
{
    (void)rest;
    session_say(((struct patience *)state)->session);
}

/* Words of the tables. */
static void do_not_here(void *state, const char *rest)
{
    (void)rest;
    session_tell(((struct patience *)state)->session,
                 "You play alone here: there are no seats, no turns to end, and nobody to talk to.");
}

static const struct word words[] = {
    { "play", do_play },     { "move", do_play },     { "undo", do_undo },     { "restart", do_restart },
    { "again", do_restart }, { "new", do_new },       { "deal", do_deal },     { "hint", do_hint },
    { "why", do_why },       { "finish", do_finish }, { "record", do_record }, { "log", do_log },
    { "look", do_look },     { "help", do_help },     { "?", do_help },        { "rules", do_rules },
    { "quit", do_quit },     { "q", do_quit },        { "leave", do_quit },    { "exit", do_quit },
    { "lobby", do_quit },    { "bye", do_quit },      { "end", do_not_here },  { "who", do_not_here },
    { "say", do_not_here },  { "chat", do_not_here }, { "next", do_not_here }, { "clock", do_not_here },
    { "speed", do_speed },
};

/* --- a line --- */

static bool run_topic(struct patience *p, const char *line)
{
    struct text out;
    text_init_growing(&out, SAY_MAX);
    bool known = describe(p, line, &out);
    if (known && out.len == 0) text_add(&out, "There is nothing of that just now.");
    tell_out(p, &out);
    return known;
}

static void run_move(struct patience *p, const char *line)
{
    struct text out;
    if (words_may_be_move(line)) {
        do_play(p, line);
        return;
    }
    text_init_growing(&out, SAY_MAX);
    words_unknown(line, "help tells the words; legal tells what you may play.", &out);
    tell_out(p, &out);
}

const char *patience_prompt(struct session *s, void *state)
{
    (void)s;
    const struct patience *p = state;
    return p->solo == NULL || !solo_ready(p->solo) ? "" : "> ";
}

void patience_line(struct session *s, void *state, const char *line)
{
    struct patience *p = state;
    if (p->solo == NULL) return;
    if (!solo_ready(p->solo)) {
        if (menu_quits(line))
            session_pop(s);
        else
            session_tell(s, "One moment: the cards are being brought.");
    } else if (p->mode != PATIENCE_PLAYING)
        patience_answer(p, line_is(line, "yes") || line_is(line, "y"));
    else if (line[0] == '\0')
        session_say(s);
    else if (!words_run(words, sizeof words / sizeof *words, p, line) && !run_topic(p, line))
        run_move(p, line);
}
