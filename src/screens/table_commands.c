#include "screens/table_commands.h"

#include "base/text.h"
#include "screens/menu.h"
#include "screens/record.h"

#include <stdio.h>
#include <stdlib.h>

/* --- asking --- */

static void table_who(struct play *p)
{
    struct table *t = table_of(p);
    struct room *r = table_room(t);
    struct text out;
    text_init_growing(&out, PLAY_SAID);
    for (int seat = 1; seat <= room_seats(r); seat++) {
        struct seat_info i = room_seat(r, seat);
        text_add(&out, "Seat %d: %s%s%s%s%s, %d card%s, %d point%s.\n", seat, i.name, i.computer ? ", computer" : "",
                 i.away ? ", away" : "", i.loser ? ", a big loser" : "", seat == t->seat ? ", you" : "", i.cards,
                 text_word(i.cards, "", "s"), i.total, text_word(i.total, "", "s"));
    }
    if (room_watchers(r) > 0)
        text_add(&out, "%d %s.\n", room_watchers(r), text_word(room_watchers(r), "watches", "watch"));
    play_tell_lines(p, &out);
}

#define LOG_LINES 12 /* as many as a round of turns needs; log 40 says more */

static void table_log(struct play *p)
{
    const char *lines[ROOM_LOG];
    struct text out;
    text_init_growing(&out, PLAY_SAID);
    int n = room_log(table_room(table_of(p)), lines), wanted = atoi(p->rest);
    if (wanted <= 0) wanted = LOG_LINES;
    for (int i = n > wanted ? n - wanted : 0; i < n; i++) text_add(&out, "%s\n", lines[i]);
    play_tell_lines(p, &out);
}

static void table_clock(struct play *p)
{
    struct room *r = table_room(table_of(p));
    int seconds = (int)(room_clock_ms(r) / 1000);
    bool playing = room_phase(r) == ROOM_PLAYING;
    char words[80];
    snprintf(words, sizeof words, "%d second%s left %s.", seconds, text_word(seconds, " is", "s are"),
             playing ? "for this turn" : "until the next round");
    session_tell(p->session, room_clock_ms(r) >= 0 ? words
                             : playing             ? "This turn has no clock."
                                                   : "Nobody is waited for by the clock.");
}

void table_hint(struct play *p)
{
    play_tell(p, room_hint(table_member(table_of(p))), true);
}

/* The reason of the last hint, or why a computer player made the last move (T14). */
static void table_why(struct play *p)
{
    const char *why = member_why(table_member(table_of(p)));
    play_tell(p, why ? why : "No computer player has moved yet, so there is nothing to explain.", why == NULL);
}

static void table_seal(struct play *p)
{
    struct table *t = table_of(p);
    char words[PLAY_MESSAGE];
    const char *more = room_phase(table_room(t)) == ROOM_BETWEEN ? " record shows the rest."
                                                                 : " The record comes when the round is over.";
    snprintf(words, sizeof words, "The deck's seal is %s.%s", room_seal(table_room(t)), table_is_narrow(t) ? "" : more);
    play_tell(p, words, false);
}

/* Of the round that is over. Before that the deck's seal, because the record shows every card. */
static void table_record(struct play *p)
{
    struct room *r = table_room(table_of(p));
    const struct record *record = room_record(r);
    if (record != NULL)
        record_show(p->session, record);
    else if (room_round_kept(r) != 0)
        record_show_kept(p->session, room_round_kept(r));
    else
        table_seal(p);
}

/* --- talking --- */

static bool say_typed(struct play *p, const char *text)
{
    const char *why = room_say(table_member(table_of(p)), text);
    play_tell(p, why, true);
    return why == NULL;
}

static const struct play_field talk = {
    .label = "Say:",
    .keys = "Enter say it",
    .max = ROOM_CHAT_MAX,
    .entered = say_typed,
};

static void table_talk(struct play *p)
{
    play_type(p, &talk);
}

static void table_say_words(struct play *p)
{
    const char *why = p->rest[0] ? room_say(table_member(table_of(p)), p->rest) : "Say what? For example: say hello.";
    play_tell(p, why, true);
}

/* --- going on --- */

static void next_round(struct table *t)
{
    play_tell(&t->play, room_next(table_member(t)), true);
}

/* Somebody who still types when the round ends looks at the points first (T11). */
static void table_next(struct play *p)
{
    struct table *t = table_of(p);
    struct room *r = table_room(t);
    if (room_phase(r) == ROOM_BETWEEN && t->seat != 0 && t->result_seen != room_round(r))
        play_tell(p, "These are the points; n goes on.", true);
    else
        next_round(t);
}

static void table_next_by_word(struct play *p)
{
    struct table *t = table_of(p);
    struct room *r = table_room(t);
    int others = 0;
    next_round(t);
    for (int seat = 1; seat <= room_seats(r); seat++) {
        struct seat_info i = room_seat(r, seat);
        others += i.person && !i.away && seat != t->seat;
    }
    if (others > 0 && t->seat != 0 && room_phase(r) == ROOM_BETWEEN)
        session_tell(p->session, "You are ready: the next round begins when the others are, too.");
}

/* Nothing begins by a key that means nothing. */
bool table_unknown(struct play *p, const struct key *k)
{
    struct table *t = table_of(p);
    if (room_phase(table_room(t)) != ROOM_BETWEEN || t->seat == 0) return false;
    if (k->code != KEY_CHAR && k->code != KEY_ENTER) return false;
    play_tell(p, "The round is over; n goes on.", true);
    return key_is_small(k);
}

/* --- leaving --- */

static bool may_keep(const struct table *t)
{
    return t->seat != 0 && !visit_is_guest(t->play.visit);
}

static void keep_seat(struct play *p)
{
    struct visit *v = p->visit;
    visit_note(v, "Your seat is kept: the first row leads back to it.");
    member_away(v->member);
    v->member = NULL;
    session_pop(p->session);
}

static void leave_for_good(struct play *p)
{
    member_leave(p->visit->member);
    p->visit->member = NULL;
    session_pop(p->session);
}

/* Somebody who answers quit wants out, and loses the least by the first answer. */
static const struct play_question keep_or_leave = {
    .words = "Leave the table? Your seat can be kept for you.",
    .keys = "k keep the seat  l leave",
    .other_keys = "Esc stay",
    .typed = "Leave the table? keep: to the lobby, your seat is kept. leave: for good, the cards in your hand count. "
             "stay: play on.",
    .stays = "You stay.",
    .answer = { { 'k', "keep", true, keep_seat }, { 'l', "leave", false, leave_for_good } },
};

static const struct play_question leave_or_stay = {
    .words = "Leave the table for good?",
    .keys = "l leave",
    .other_keys = "Esc stay",
    .typed = "Leave the table for good? leave, or stay.",
    .stays = "You stay.",
    .answer = { { 'l', "leave", true, leave_for_good } },
};

void table_leave(struct play *p)
{
    const struct table *t = table_of(p);
    const struct room *r = table_room(t);
    bool loses = t->seat != 0 && (room_phase(r) == ROOM_PLAYING || game_target(room_game(r), room_rules(r)) > 0);
    if (loses)
        play_ask(p, may_keep(t) ? &keep_or_leave : &leave_or_stay);
    else
        leave_for_good(p);
}

void table_go(struct play *p)
{
    const struct table *t = table_of(p);
    (may_keep(t) && room_round(table_room(t)) > 0 ? keep_seat : leave_for_good)(p);
}

/* --- the commands --- */

/* Words of the patiences. A played card stays played (T8); undo is answered by the game (P71). */
static void table_not_here(struct play *p)
{
    session_tell(p->session,
                 "That is a word of the patiences. Here a round is played to its end; next begins another one.");
}

const struct play_command table_commands[] = {
    { "why", 'w', table_why },         { "record", 'r', table_record },
    { "seal", 0, table_seal },         { NULL, 'n', table_next },
    { "next", 0, table_next_by_word }, { NULL, 'c', table_talk },
    { "say", 0, table_say_words },     { "chat", 0, table_say_words },
    { "who", 0, table_who },           { "seats", 0, table_who },
    { "log", 0, table_log },           { "clock", 0, table_clock },
    { "time", 0, table_clock },        { NULL, 'S', play_pace },
    { "speed", 0, play_pace_by_word }, { "restart", 0, table_not_here },
    { "new", 0, table_not_here },      { "deal", 0, table_not_here },
    { "finish", 0, table_not_here },   { NULL, 0, NULL },
};
