#include "screens/table_words.h"

#include "base/text.h"
#include "games/felt/look.h"
#include "screens/words.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

void kind_words(const struct game *game, const struct rules *rules, char out[KIND_WORDS])
{
    struct text t;
    int target = game_target(game, rules);
    text_init(&t, out, KIND_WORDS);
    text_add(&t, "%s", game->rules_title(rules));
    if (game->rules_words != NULL) text_add(&t, ", %s", game->rules_words(rules));
    if (target > 0) text_add(&t, ", to %d", target);
}

static void seat_words(const struct room *r, int seat, struct frame_words *w)
{
    struct seat_info info = room_seat(r, seat);
    w->names[seat] = info.name;
    w->computer[seat] = info.computer;
    w->away[seat] = info.away;
    w->loser[seat] = info.loser;
    w->totals[seat] = info.total;
}

static void clock_words(int64_t ms, char *out, size_t size)
{
    int seconds = (int)((ms + 999) / 1000);
    if (ms >= 0) snprintf(out, size, "%d:%02d", seconds / 60, seconds % 60);
}

bool table_is_my_turn(const struct table *t)
{
    struct room *r = table_room(t);
    return t->seat != 0 && room_to_move(r) == t->seat;
}

/* The keys that do something now. In narrow windows the last ones stay. */
static void table_key_words(const struct table *t, struct room *r, char *out, size_t size)
{
    struct text keys;
    bool between = room_phase(r) == ROOM_BETWEEN;
    text_init(&keys, out, size);
    look_add_key(&keys, member_why(table_member(t)) != NULL, "w", "why");
    look_add_key(&keys, true, "c", "talk");
    look_add_key(&keys, between && (room_record(r) != NULL || room_round_kept(r) != 0), "r", "record");
    look_add_key(&keys, true, "q", "leave");
    look_add_key(&keys, table_is_my_turn(t), "i", "hint");
    look_add_key(&keys, true, "?", "help");
    look_add_key(&keys, between && t->seat != 0, "n", "next");
}

/* The last lines, with "you" for the viewer. Returns how many. */
static int log_words(const struct table *t, const struct room *r, struct log_line lines[ROOM_LOG])
{
    int n = room_log_brief(r, lines);
    const char *own = t->seat != 0 ? room_seat(r, t->seat).name : "";
    for (int k = 0; k < n; k++)
        if (lines[k].who[0] != '\0' && strcmp(lines[k].who, own) == 0) lines[k].who = "you";
    return n;
}

#define COMES "You are in with the next round."

/* For somebody who waits for a seat: why there are no cards, at all times; then what happened. */
static const char *waiting_words(const struct table *t, const char *deck_key, const char *told, char *out, size_t size)
{
    const char *more = table_is_narrow(t) ? "" : told;
    const char *words = !member_promised(table_member(t)) ? NOT_PROMISED : deck_key != NULL ? COMES : TABLE_WAITS;
    snprintf(out, size, "%s%s%s", words, more[0] != '\0' ? " " : "", more);
    return t->play.warning ? t->play.message : out;
}

/* What has just happened; else what is true for as long as nothing happens. The key of the deck is never a message: it
 * stands here anyway. Returns a constant, the message, or out. */
static const char *table_message_words(const struct table *t, struct room *r, char *out, size_t size)
{
    const char *deck_key = room_key(r);
    bool is_key = deck_key != NULL && strstr(t->play.message, deck_key) != NULL;
    const char *told = is_key ? "" : t->play.message;
    if (t->seat == 0 && !t->watches) return waiting_words(t, deck_key, told, out, size);
    if (told[0] != '\0') return words_hint(told, member_why(table_member(t)), t->play.cols, out);
    if (deck_key != NULL) {
        snprintf(out, size, "The key is %s. r shows the record: anybody can check it.", deck_key);
        return table_is_narrow(t) ? "r shows the record, to be checked." : out;
    }
    if (t->seat != 0) return "";
    const char *row = room_game(r)->variants->word;
    snprintf(out, size, "You watch, and see no hands. For a seat: q, then %c%s in the lobby.",
             toupper((unsigned char)row[0]), row + 1);
    return out;
}

void table_words(struct play *p, struct play_words *w)
{
    const struct table *t = table_of(p);
    struct room *r = table_room(t);
    char kind[KIND_WORDS];
    kind_words(room_game(r), room_rules(r), kind);
    const char *waits = member_promised(table_member(t)) ? "  you play from the next round on" : "  one moment";
    const char *place = t->seat ? "" : t->watches ? "  watching" : waits;
    snprintf(w->title, sizeof w->title, "%s  round %d%s", kind, room_round(r), place);
    clock_words(room_clock_ms(r), w->clock, sizeof w->clock);
    table_key_words(t, r, w->keys, sizeof w->keys);
    w->frame.message = table_message_words(t, r, w->message, sizeof w->message);
    w->frame.log_n = log_words(t, r, w->log);
    for (int seat = 1; seat <= room_seats(r); seat++) seat_words(r, seat, &w->frame);
}
