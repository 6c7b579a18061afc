#include "screens/table_state.h"

#include "base/text.h"
#include "screens/frame.h"
#include "screens/help.h"
#include "screens/table.h"
#include "screens/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define SAY_MAX 8192

/* --- saying --- */

static bool describe(const struct table *t, const char *topic, struct text *out)
{
    struct room *r = table_room(t);
    struct table_words w;
    table_words(t, &w);
    return room_game(r)->describe(room_state(r, t->seat), t->seat, &w.frame, topic, out);
}

/* The lines of out, said and freed. */
static void tell_out(struct table *t, struct text *out)
{
    if (out->len > 0) session_tell(t->session, out->buf);
    text_free(out);
}

/* The log has told how the round ended. */
static void add_points(const struct table *t, struct text *out)
{
    struct room *r = table_room(t);
    struct result result;
    room_result(r, &result);
    text_add(out, "Round %d is over; the lowest total wins.\n", room_round(r));
    for (int seat = 1; seat <= room_seats(r); seat++) {
        struct seat_info info = room_seat(r, seat);
        if (info.name != NULL) text_add(out, "%s: %d, in all %d.\n", info.name, result.points[seat], info.total);
    }
    if (t->seat != 0) text_add(out, "Type next for the next round, record for what can be checked, or quit.\n");
}

static bool is_my_turn(const struct table *t)
{
    struct room *r = table_room(t);
    return t->seat != 0 && room_phase(r) == ROOM_PLAYING && room_game(r)->to_move(room_state(r, t->seat)) == t->seat;
}

void table_announce(struct table *t)
{
    struct room *r = table_room(t);
    struct text out;
    text_init_growing(&out, SAY_MAX);
    t->turn = room_turn(r);
    if (room_phase(r) == ROOM_BETWEEN && t->round_counted != room_round(r)) {
        t->round_counted = room_round(r);
        add_points(t, &out);
    } else if (is_my_turn(t) && t->turn_told != t->turn) {
        t->turn_told = t->turn;
        describe(t, "", &out);
    }
    tell_out(t, &out);
}

void table_say(struct session *s, void *state, struct text *out)
{
    (void)s;
    struct table *t = state;
    struct table_words w;
    table_words(t, &w);
    text_add(out, "%s.\n", w.title);
    t->turn = room_turn(table_room(t));
    if (is_my_turn(t)) t->turn_told = t->turn;
    describe(t, "", out);
    if (room_phase(table_room(t)) == ROOM_BETWEEN) add_points(t, out);
    if (t->seat == 0)
        text_add(out, t->watches ? "You watch, and see no hands. For a seat: quit, then play.\n"
                                 : "You play from the next round on; until then you watch.\n");
    text_add(out, "Type help for the words that work here.\n");
}

/* --- words --- */

static void do_who(struct table *t, const char *rest)
{
    (void)rest;
    struct room *r = table_room(t);
    struct text out;
    text_init_growing(&out, SAY_MAX);
    for (int seat = 1; seat <= room_seats(r); seat++) {
        struct seat_info i = room_seat(r, seat);
        text_add(&out, "Seat %d: %s%s%s%s%s, %d cards, %d points.\n", seat, i.name ? i.name : "nobody",
                 i.computer ? ", computer" : "", i.away ? ", away" : "", i.loser ? ", a big loser" : "",
                 seat == t->seat ? ", you" : "", i.cards, i.total);
    }
    tell_out(t, &out);
}

static void do_log(struct table *t, const char *rest)
{
    (void)rest;
    const char *lines[ROOM_LOG];
    struct text out;
    text_init_growing(&out, SAY_MAX);
    int n = room_log(table_room(t), lines);
    for (int i = 0; i < n; i++) text_add(&out, "%s\n", lines[i]);
    tell_out(t, &out);
}

static void do_clock(struct table *t, const char *rest)
{
    (void)rest;
    int64_t ms = room_clock_ms(table_room(t));
    char words[64];
    snprintf(words, sizeof words, "%d seconds are left for this turn.", (int)(ms / 1000));
    session_tell(t->session, ms < 0 ? "This turn has no clock." : words);
}

static void do_say(struct table *t, const char *rest)
{
    const char *why = rest[0] ? room_say(t->visit->member, rest) : "Say what? For example: say hello.";
    if (why != NULL) table_tell(t, why, true);
}

static void do_hint(struct table *t, const char *rest)
{
    (void)rest;
    table_hint(t);
}

static void do_why(struct table *t, const char *rest)
{
    (void)rest;
    table_why(t);
}

static void do_next(struct table *t, const char *rest)
{
    (void)rest;
    table_next(t);
}

static void do_record(struct table *t, const char *rest)
{
    (void)rest;
    table_record(t);
}

static void do_help(struct table *t, const char *rest)
{
    (void)rest;
    session_push(t->session, &screen_help, &help_table);
}

static void do_quit(struct table *t, const char *rest)
{
    (void)rest;
    table_ask_leave(t);
}

static void do_play(struct table *t, const char *rest)
{
    char move[WORDS_MOVE];
    if (words_move(rest, move))
        table_move(t, move);
    else
        session_tell(t->session, "Play what? For example: play 9s n.");
}

static const struct {
    const char *word;
    void (*run)(struct table *t, const char *rest);
} words[] = {
    { "play", do_play },   { "move", do_play }, { "say", do_say }, { "who", do_who },    { "log", do_log },
    { "clock", do_clock }, { "hint", do_hint }, { "why", do_why }, { "next", do_next },  { "help", do_help },
    { "record", do_record },
    { "?", do_help },      { "quit", do_quit }, { "q", do_quit },  { "leave", do_quit }, { "exit", do_quit },
};

/* --- a line --- */

static void answer_leaving(struct table *t, const char *line)
{
    if (line_is(line, "keep") && table_may_keep(t))
        table_keep(t);
    else if (line_is(line, "leave"))
        table_leave(t);
    else {
        t->mode = TABLE_PLAYING;
        session_tell(t->session, "You stay.");
    }
}

static bool run_word(struct table *t, const char *line)
{
    size_t n = strcspn(line, " ");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i].word) == n && strncasecmp(words[i].word, line, n) == 0) {
            words[i].run(t, line + n + (line[n] == ' '));
            return true;
        }
    return false;
}

static bool run_topic(struct table *t, const char *line)
{
    struct text out;
    text_init_growing(&out, SAY_MAX);
    bool known = describe(t, line, &out);
    if (known && out.len == 0) text_add(&out, "There is nothing of that for you just now.");
    tell_out(t, &out);
    return known;
}

void table_line(struct session *s, void *state, const char *line)
{
    struct table *t = state;
    if (t->mode == TABLE_LEAVING)
        answer_leaving(t, line);
    else if (line[0] == '\0')
        session_say(s);
    else if (!run_word(t, line) && !run_topic(t, line))
        do_play(t, line);
}
