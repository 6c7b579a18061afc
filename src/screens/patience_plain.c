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

/* What can be done is the first line of the whole description. */
static void add_what_now(struct patience *p, struct text *out)
{
    struct text all;
    text_init_growing(&all, SAY_MAX);
    describe(p, "", &all);
    text_put(out, all.buf, strcspn(all.buf, "\n"));
    text_add(out, "\n");
    text_free(&all);
    describe(p, "hand", out);
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
        add_what_now(p, &out);
    tell_out(p, &out);
}

void patience_say(struct session *s, void *state, struct text *out)
{
    (void)s;
    struct patience *p = state;
    struct patience_words w;
    if (p->solo == NULL || !solo_ready(p->solo)) {
        text_add(out, "%s. One moment ...\n", p->game->title);
        return;
    }
    patience_words(p, &w);
    text_add(out, "%s.\n", w.title);
    describe(p, "", out);
    if (patience_is_over(p)) add_end(p, out);
    text_add(out, "Type help for the words that work here.\n");
}

/* --- words --- */

static void do_play(struct patience *p, const char *rest)
{
    char move[WORDS_MOVE];
    if (words_move(rest, move))
        patience_move(p, move);
    else
        session_tell(p->session, "Play what? The word legal lists what can be played.");
}

static void do_undo(struct patience *p, const char *rest)
{
    (void)rest;
    patience_undo(p);
}

static void do_restart(struct patience *p, const char *rest)
{
    (void)rest;
    patience_ask_restart(p);
}

static void do_new(struct patience *p, const char *rest)
{
    (void)rest;
    patience_ask_deal(p, 0);
}

static void do_deal(struct patience *p, const char *rest)
{
    uint32_t deal = patience_number(p, rest);
    if (deal != 0) patience_ask_deal(p, deal);
}

static void do_hint(struct patience *p, const char *rest)
{
    (void)rest;
    patience_tell(p, solo_hint(p->solo), true);
}

static void do_why(struct patience *p, const char *rest)
{
    (void)rest;
    patience_why(p);
}

static void do_finish(struct patience *p, const char *rest)
{
    (void)rest;
    patience_tell(p, solo_finish(p->solo), true);
}

static void do_log(struct patience *p, const char *rest)
{
    (void)rest;
    const char *lines[SOLO_LOG];
    struct text out;
    text_init_growing(&out, SAY_MAX);
    int n = solo_log(p->solo, lines);
    for (int i = 0; i < n; i++) text_add(&out, "%d: %s.\n", solo_plies(p->solo) - n + i + 1, lines[i]);
    if (n == 0) text_add(&out, "Nothing has been played yet.");
    tell_out(p, &out);
}

static void do_record(struct patience *p, const char *rest)
{
    (void)rest;
    patience_record(p);
}

static void do_help(struct patience *p, const char *rest)
{
    (void)rest;
    session_push(p->session, &screen_help, help_patience(p->game));
}

static void do_quit(struct patience *p, const char *rest)
{
    (void)rest;
    patience_ask_leave(p);
}

static const struct {
    const char *word;
    void (*run)(struct patience *p, const char *rest);
} words[] = {
    { "play", do_play },   { "move", do_play }, { "undo", do_undo }, { "restart", do_restart }, { "again", do_restart },
    { "new", do_new },     { "deal", do_deal }, { "hint", do_hint }, { "why", do_why },         { "finish", do_finish },
    { "record", do_record },
    { "log", do_log },     { "help", do_help }, { "?", do_help },    { "quit", do_quit },       { "q", do_quit },
    { "leave", do_quit },  { "exit", do_quit }, { "lobby", do_quit },
};

/* --- a line --- */

static bool run_word(struct patience *p, const char *line)
{
    size_t n = strcspn(line, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == n && strncasecmp(words[i].word, line, n) == 0) {
            words[i].run(p, line + n + (line[n] == ' '));
            return true;
        }
    return false;
}

static bool run_topic(struct patience *p, const char *line)
{
    struct text out;
    text_init_growing(&out, SAY_MAX);
    bool known = describe(p, line, &out);
    if (known && out.len == 0) text_add(&out, "There is nothing of that just now.");
    tell_out(p, &out);
    return known;
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
    else if (!run_word(p, line) && !run_topic(p, line))
        do_play(p, line);
}
