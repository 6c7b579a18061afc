#include "screens/table_plain.h"

#include "base/text.h"
#include "screens/table_words.h"
#include "screens/words.h"

#include <limits.h>
#include <string.h>

/* The log has said how the round ended, and who won the match. */
static void add_points(struct table *t, struct text *out)
{
    text_add(out, "Round %d. ", room_round(table_room(t)));
    play_describe(&t->play, "points", out);
    if (t->seat != 0) text_add(out, "Type next for the next round, record for what can be checked, or quit.\n");
}

/* The prompt comes again where something is to be typed. A deck's key is nothing to listen to: the record has it. */
void table_say_event(struct table *t, const char *words)
{
    const char *deck_key = room_key(table_room(t));
    if (deck_key != NULL && strstr(words, deck_key) != NULL) return;
    bool asks = table_is_my_turn(t) || (t->seat != 0 && room_phase(table_room(t)) == ROOM_BETWEEN);
    (asks && !t->play.silent ? session_tell : session_event)(t->play.session, words);
}

/* Whose turn it has become: of people only, for the moves of computers are said anyway; or what my own turn ended with.
 */
static void add_turn(struct table *t, bool mine_before, struct text *out)
{
    struct room *r = table_room(t);
    int seat = room_to_move(r);
    if (mine_before)
        play_describe(&t->play, "now", out);
    else if (!room_seat(r, seat).computer)
        text_add(out, "%s is to play.\n", room_seat(r, seat).name);
}

/* Whoever was asked for a moment hears when it is over. */
static void announce_promise(struct table *t)
{
    bool promised = member_promised(table_member(t));
    if (!t->moment_said || (t->seat == 0 && !promised)) return;
    t->moment_said = false;
    if (promised) session_event(t->play.session, TABLE_WAITS);
}

void table_announce(struct table *t)
{
    struct room *r = table_room(t);
    struct text out;
    text_init_growing(&out, PLAY_SAID);
    announce_promise(t);
    bool another = t->turn != room_turn(r), mine_before = t->turn_told == t->turn;
    t->turn = room_turn(r);
    if (room_phase(r) == ROOM_BETWEEN && t->round_counted != room_round(r)) {
        t->round_counted = room_round(r);
        add_points(t, &out);
    } else if (table_is_my_turn(t) && t->turn_told != t->turn) {
        t->turn_told = t->turn;
        play_describe(&t->play, "", &out);
    } else if (another && room_phase(r) == ROOM_PLAYING && !table_is_my_turn(t)) {
        add_turn(t, mine_before, &out);
        if (out.len > 0) session_event(t->play.session, out.buf);
        text_clear(&out);
    }
    play_tell_lines(&t->play, &out);
}

static void add_names(const struct table *t, struct text *out)
{
    struct room *r = table_room(t);
    text_add(out, "In turn: ");
    for (int seat = 1; seat <= room_seats(r); seat++) {
        struct seat_info i = room_seat(r, seat);
        const char *who = seat == t->seat ? " (you)" : i.computer ? " (computer)" : "";
        text_add(out, "%s%s%s", seat > 1 ? ", " : "", i.name, who);
    }
    text_add(out, ".\n");
}

void table_say(struct play *p, struct text *out)
{
    struct table *t = table_of(p);
    add_names(t, out);
    t->turn = room_turn(table_room(t));
    if (table_is_my_turn(t)) t->turn_told = t->turn;
    play_describe(p, "", out);
    if (room_phase(table_room(t)) == ROOM_BETWEEN) add_points(t, out);
    t->moment_said = t->seat == 0 && !t->watches && !member_promised(table_member(t));
    if (t->moment_said)
        text_add(out, "%s\n", NOT_PROMISED);
    else if (t->seat == 0 && t->watches)
        text_add(out, "You watch, and see no hands. For a seat: quit, then %s.\n",
                 room_game(table_room(t))->variants->word);
    else if (t->seat == 0)
        text_add(out, "%s\n", TABLE_WAITS);
    text_add(out, "Type help for the words that work here.\n");
}

static void add_help_playing(const struct game *game, struct text *out)
{
    text_add(out, "To play: %s\nTo know: look, ", game->examples);
    words_list(game->topics, INT_MAX, ", ", out);
    text_add(out, ", who, clock, log, seal.\n"
                  "To ask: hint, and why: of the hint, or of what a computer player did.\n"
                  "Also: say and your words; speed; view for pictures; next and record when a round is over; quit; "
                  "rules for the whole help.\n");
}

static void add_help_watching(const struct game *game, struct text *out)
{
    text_add(out, "You watch. To know: look, ");
    words_list(game->topics_all, INT_MAX, ", ", out);
    text_add(out, ", who, clock, log, seal. Also: say and your words; record when a round is over; quit; rules for "
                  "the whole help.\n");
}

void table_help(struct play *p, struct text *out)
{
    const struct table *t = table_of(p);
    (t->seat == 0 ? add_help_watching : add_help_playing)(room_game(table_room(t)), out);
}
