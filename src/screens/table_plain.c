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

/* The log has told how the round ended, and who won the match. */
static void add_points(const struct table *t, struct text *out)
{
    text_add(out, "Round %d. ", room_round(table_room(t)));
    describe(t, "points", out);
    if (t->seat != 0) text_add(out, "Type next for the next round, record for what can be checked, or quit.\n");
}

/* The prompt comes again where something is to be typed. A deck's key is nothing to listen to: the record has it. */
void table_say_event(struct table *t, const char *words)
{
    const char *deck_key = room_key(table_room(t));
    if (deck_key != NULL && strstr(words, deck_key) != NULL) return;
    if (!t->shown)
        session_event(t->session, words);
    else if (table_is_my_turn(t) || (t->seat != 0 && room_phase(table_room(t)) == ROOM_BETWEEN))
        session_tell(t->session, words);
    else
        session_event(t->session, words);
}

/* Whose turn it has become: of people, for what computers do is told anyway; and what my own turn ended with. */
static void add_turn(const struct table *t, bool mine_before, struct text *out)
{
    struct room *r = table_room(t);
    int seat = room_game(r)->to_move(room_state(r, t->seat));
    if (mine_before)
        describe(t, "now", out);
    else if (!room_seat(r, seat).computer)
        text_add(out, "%s is to play.\n", room_seat(r, seat).name);
}

/* Who has been asked for a moment hears when it is over. */
static void announce_promise(struct table *t)
{
    bool promised = member_promised(t->visit->member);
    if (!t->moment_said || (t->seat == 0 && !promised)) return;
    t->moment_said = false;
    if (promised) session_event(t->session, TABLE_WAITS);
}

void table_announce(struct table *t)
{
    struct room *r = table_room(t);
    struct text out;
    text_init_growing(&out, SAY_MAX);
    announce_promise(t);
    bool new = t->turn != room_turn(r), mine_before = t->turn_told == t->turn;
    t->turn = room_turn(r);
    if (room_phase(r) == ROOM_BETWEEN && t->round_counted != room_round(r)) {
        t->round_counted = room_round(r);
        add_points(t, &out);
    } else if (table_is_my_turn(t) && t->turn_told != t->turn) {
        t->turn_told = t->turn;
        describe(t, "", &out);
    } else if (new &&room_phase(r) == ROOM_PLAYING && !table_is_my_turn(t)) {
        add_turn(t, mine_before, &out);
        if (out.len > 0) session_event(t->session, out.buf);
        text_clear(&out);
    }
    tell_out(t, &out);
}

static void add_names(const struct table *t, struct text *out)
{
    struct room *r = table_room(t);
    text_add(out, "In turn: ");
    for (int seat = 1; seat <= room_seats(r); seat++) {
        struct seat_info i = room_seat(r, seat);
        text_add(out, "%s%s%s", seat > 1 ? ", " : "", i.name,
                 seat == t->seat ? " (you)"
                 : i.computer    ? " (computer)"
                                 : "");
    }
    text_add(out, ".\n");
}

void table_say(struct session *s, void *state, struct text *out)
{
    (void)s;
    struct table *t = state;
    struct table_words w;
    if (!t->shown) return; /* it is said when it is there, and the seal before it */
    table_words(t, &w);
    text_add(out, "%s.\n", w.title);
    add_names(t, out);
    t->turn = room_turn(table_room(t));
    if (table_is_my_turn(t)) t->turn_told = t->turn;
    describe(t, "", out);
    if (room_phase(table_room(t)) == ROOM_BETWEEN) add_points(t, out);
    t->moment_said = t->seat == 0 && !t->watches && !member_promised(t->visit->member);
    if (t->moment_said)
        text_add(out, "%s\n", NOT_PROMISED);
    else if (t->seat == 0)
        text_add(out, "%s\n", t->watches ? "You watch, and see no hands. For a seat: quit, then play." : TABLE_WAITS);
    text_add(out, "Type help for the words that work here.\n");
}

/* --- words --- */

static void do_who(void *state, const char *rest)
{
    (void)rest;
    struct table *t = state;
    struct room *r = table_room(t);
    struct text out;
    text_init_growing(&out, SAY_MAX);
    for (int seat = 1; seat <= room_seats(r); seat++) {
        struct seat_info i = room_seat(r, seat);
        text_add(&out, "Seat %d: %s%s%s%s%s, %d card%s, %d point%s.\n", seat, i.name, i.computer ? ", computer" : "",
                 i.away ? ", away" : "", i.loser ? ", a big loser" : "", seat == t->seat ? ", you" : "", i.cards,
                 text_word(i.cards, "", "s"), i.total, text_word(i.total, "", "s"));
    }
    if (room_watchers(r) > 0)
        text_add(&out, "%d %s.\n", room_watchers(r), text_word(room_watchers(r), "watches", "watch"));
    tell_out(t, &out);
}

#define LOG_LINES 12 /* as many as a round of turns needs; log 40 tells more */

static void do_log(void *state, const char *rest)
{
    struct table *t = state;
    const char *lines[ROOM_LOG];
    struct text out;
    text_init_growing(&out, SAY_MAX);
    int n = room_log(table_room(t), lines), wanted = atoi(rest);
    if (wanted <= 0) wanted = LOG_LINES;
    for (int i = n > wanted ? n - wanted : 0; i < n; i++) text_add(&out, "%s\n", lines[i]);
    tell_out(t, &out);
}

static void do_clock(void *state, const char *rest)
{
    (void)rest;
    struct table *t = state;
    struct room *r = table_room(t);
    int seconds = (int)(room_clock_ms(r) / 1000);
    bool playing = room_phase(r) == ROOM_PLAYING;
    char words[80];
    snprintf(words, sizeof words, "%d second%s left %s.", seconds, text_word(seconds, " is", "s are"),
             playing ? "for this turn" : "until the next round");
    session_tell(t->session, room_clock_ms(r) >= 0 ? words
                             : playing             ? "This turn has no clock."
                                                   : "Nobody is waited for by the clock.");
}

static void do_say(void *state, const char *rest)
{
    struct table *t = state;
    const char *why = rest[0] ? room_say(t->visit->member, rest) : "Say what? For example: say hello.";
    if (why != NULL) table_tell(t, why, true);
}

static void do_hint(void *state, const char *rest)
{
    (void)rest;
    struct table *t = state;
    table_hint(t);
}

static void do_why(void *state, const char *rest)
{
    (void)rest;
    struct table *t = state;
    table_why(t);
}

static void do_next(void *state, const char *rest)
{
    (void)rest;
    struct table *t = state;
    struct room *r = table_room(t);
    int others = 0;
    table_next(t);
    for (int seat = 1; seat <= room_seats(r); seat++) {
        struct seat_info i = room_seat(r, seat);
        others += i.person && !i.away && seat != t->seat;
    }
    if (others > 0 && t->seat != 0 && room_phase(r) == ROOM_BETWEEN)
        session_tell(t->session, "You are ready: the next round begins when the others are, too.");
}

static void do_seal(void *state, const char *rest)
{
    (void)rest;
    table_seal(state);
}

static void do_record(void *state, const char *rest)
{
    (void)rest;
    struct table *t = state;
    table_record(t);
}

/* In the middle of a game: short. The pages are there for who has the time. */
static const char help_playing[] = "To play: 9s n lays the 9 of spades on north, w ne moves the west pile onto "
                                   "north-east, 3 n lays the third card of your hand. "
                                   "end ends your turn.\n"
                                   "To know: look, hand, board, legal, points, who, clock, log, seal.\n"
                                   "To ask: hint, and why: of the hint, or of what a computer player did.\n"
                                   "Also: say and your words; speed; view for pictures; next and record when a round "
                                   "is over; quit; rules for the whole help.\n";

static const char help_watching[] = "You watch. To know: look, board, points, who, clock, log, seal. Also: say and "
                                    "your words; record when a round is over; "
                                    "quit; rules for the whole help.\n";

static void do_speed(void *state, const char *rest)
{
    struct table *t = state;
    session_tell(t->session, visit_pace_by_word(t->visit, rest));
}

static void do_rules(void *state, const char *rest)
{
    (void)rest;
    session_push(((struct table *)state)->session, &screen_help, &help_table);
}

static void do_help(void *state, const char *rest)
{
    struct table *t = state;
    if (rest[0] != '\0') {
        do_rules(state, rest);
        return;
    }
    session_tell(t->session, t->seat == 0 ? help_watching : help_playing);
}

static void do_quit(void *state, const char *rest)
{
    (void)rest;
    struct table *t = state;
    table_ask_leave(t);
}

static void do_play(void *state, const char *rest)
{
    struct table *t = state;
    char move[WORDS_MOVE];
    if (words_move(rest, move))
        table_move(t, move);
    else
        session_tell(t->session, "Play what? For example: play 9s n.");
}

static void do_look(void *state, const char *rest)
{
    (void)rest;
    session_say(((struct table *)state)->session);
}

/* Words of the patiences. What is played stays played (T8); undo is answered by the game (P71). */
static void do_not_here(void *state, const char *rest)
{
    (void)rest;
    session_tell(((struct table *)state)->session,
                 "That is a word of the patiences. Here a round is played to its end; next begins another one.");
}

static const struct word words[] = {
    { "play", do_play },        { "move", do_play },    { "say", do_say },       { "chat", do_say },
    { "who", do_who },          { "seats", do_who },    { "log", do_log },       { "clock", do_clock },
    { "time", do_clock },       { "hint", do_hint },    { "why", do_why },       { "next", do_next },
    { "look", do_look },        { "help", do_help },    { "?", do_help },        { "rules", do_rules },
    { "record", do_record },    { "seal", do_seal },    { "quit", do_quit },     { "q", do_quit },
    { "leave", do_quit },       { "exit", do_quit },    { "lobby", do_quit },    { "bye", do_quit },
    { "restart", do_not_here }, { "new", do_not_here }, { "deal", do_not_here }, { "finish", do_not_here },
    { "speed", do_speed },
};

/* --- a line --- */

/* Who says quit to the question wants out, and loses the least by it. */
static void answer_leaving(struct table *t, const char *line)
{
    bool out = menu_quits(line);
    if ((out || line_is(line, "keep")) && table_may_keep(t))
        table_keep(t);
    else if (out || line_is(line, "leave"))
        table_leave(t);
    else {
        t->mode = TABLE_PLAYING;
        session_tell(t->session, "You stay.");
    }
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

/* Who does not know the words is not told about turns. */
static void run_move(struct table *t, const char *line)
{
    struct text out;
    if (words_may_be_move(line)) {
        do_play(t, line);
        return;
    }
    text_init_growing(&out, SAY_MAX);
    words_unknown(line, "help tells the words; legal tells what you may play.", &out);
    tell_out(t, &out);
}

const char *table_prompt(struct session *s, void *state)
{
    (void)s;
    return ((const struct table *)state)->shown ? "> " : "";
}

void table_line(struct session *s, void *state, const char *line)
{
    struct table *t = state;
    if (!room_ready(table_room(t))) {
        if (menu_quits(line))
            table_go(t);
        else
            session_tell(s, "One moment: the cards are being brought.");
    } else if (t->mode == TABLE_LEAVING)
        answer_leaving(t, line);
    else if (line[0] == '\0')
        session_say(s);
    else if (!words_run(words, sizeof words / sizeof *words, t, line) && !run_topic(t, line))
        run_move(t, line);
}
