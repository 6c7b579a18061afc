/* Sits at tables in tests: waits for turns and finds moves. */
#pragma once
#include "screens/house.h"

static inline struct room *room_in(struct caller_in_test *c)
{
    assert_non_null(visit_in(c)->member);
    return member_room(visit_in(c)->member);
}

static inline int seat_in(struct caller_in_test *c)
{
    return member_seat(visit_in(c)->member);
}

static inline bool my_turn(struct caller_in_test *c)
{
    struct room *r = room_in(c);
    return room_phase(r) == ROOM_PLAYING && room_to_move(r) == seat_in(c);
}

/* Lets time pass until it is this caller's turn, or the round is over. */
static inline void await_turn(struct caller_in_test *c)
{
    for (int n = 0; !my_turn(c) && room_phase(room_in(c)) == ROOM_PLAYING; n++) {
        assert_true(n < 10000);
        house_pass(c->h, 100);
    }
}

/* The first play that is legal now, else "end". */
static inline void some_move(struct caller_in_test *c, char out[MOVE_TEXT])
{
    static struct move_list list;
    struct room *r = room_in(c);
    _Alignas(max_align_t) unsigned char seen[GAME_STATE_MAX];
    room_state(r, seat_in(c), seen);
    room_game(r)->moves(seen, &list);
    strcpy(out, "end");
    for (int i = 0; i < list.n; i++)
        if (strcmp(list.at[i].text, "end") != 0) {
            strcpy(out, list.at[i].text);
            return;
        }
}

/* Plays the round to its end; make(c, move) makes one. Returns how many moves it made. */
static inline int play_round(struct caller_in_test *c, void (*make)(struct caller_in_test *c, const char *move))
{
    int n = 0;
    for (await_turn(c); room_phase(room_in(c)) == ROOM_PLAYING; await_turn(c), n++) {
        char move[MOVE_TEXT];
        some_move(c, move);
        uint32_t turn = room_turn(room_in(c));
        make(c, move);
        if (strcmp(move, "end") == 0) assert_int_not_equal(room_turn(room_in(c)), turn);
        assert_true(n < 1000);
    }
    return n;
}

/* Somebody with an account, known by a key that the name makes. */
static inline void caller_by_key(struct caller_in_test *c, struct test_house *h, const char *name, bool plain)
{
    caller_init(c, h);
    struct caller *caller = &c->line.conn.caller;
    caller->key_proven = true;
    snprintf((char *)caller->key, sizeof caller->key, "the key of %s", name);
    snprintf(caller->user, sizeof caller->user, "%s", name);
    if (plain) {
        caller->character_mode = caller->we_echo = false;
        caller->term[0] = '\0';
    }
    caller_enter(c);
    AWAIT(h->base, strcmp(where(c), "moment") != 0, "the store does not answer %s", name);
    if (strcmp(where(c), "sign") == 0) type(c, "\r");
    AWAIT(h->base, strcmp(where(c), "lobby") == 0 || strcmp(where(c), "loser") == 0, "%s is still at %s", name,
          where(c));
    house_run(h);
    assert_string_equal(visit_in(c)->person.name, name);
}
