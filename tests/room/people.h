/* A lobby with a clock that the test moves, and people who remember what the table told them. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>

#include "base/clock.h"
#include "room/computer.h"
#include "room/directory.h"
#include "room/lobby.h"
#include "room/members.h"
#include "room/moves.h"
#include "room/pending.h"
#include "room/seats.h"
#include "room/tables.h"

#include <stdlib.h>
#include <string.h>

#define HEARD_MAX 400

struct human {
    struct person person;
    struct member *m; /* NULL: not at a table, or ended */
    int changed, refusals, banners, heard;
    char refused[SENTENCE], ended[SENTENCE], banner[PERSON_NAME];
    char line[HEARD_MAX][ROOM_LOG_TEXT];
    struct move hint; /* the last one */
};

struct party {
    struct clock_fake clock;
    struct lobby_env env;
    struct lobby *lobby;
    int due_moved;
    struct human ann, bea, cy, dot, eve;
};

static void heard_changed(void *owner)
{
    ((struct human *)owner)->changed++;
}

static void heard_told(void *owner, const char *line)
{
    struct human *h = owner;
    assert_true(h->heard < HEARD_MAX);
    assert_true(strlen(line) < ROOM_LOG_TEXT);
    strcpy(h->line[h->heard++], line);
}

static void heard_refused(void *owner, const char *why)
{
    struct human *h = owner;
    h->refusals++;
    strcpy(h->refused, why);
}

static void heard_banner(void *owner, const char *name, int seat)
{
    struct human *h = owner;
    assert_int_not_equal(seat, 0);
    h->banners++;
    strcpy(h->banner, name);
}

static void heard_ended(void *owner, const char *why)
{
    struct human *h = owner;
    strcpy(h->ended, why);
    h->m = NULL;
}

/* A hint is a told line too. Its move is remembered. */
static void heard_hinted(void *owner, const char *line, const struct move *m)
{
    heard_told(owner, line);
    ((struct human *)owner)->hint = *m;
}

static const struct member_upcalls ears = { heard_changed, heard_told,  heard_refused,
                                            heard_banner,  heard_ended, heard_hinted };

static inline bool heard(const struct human *h, const char *part)
{
    for (int k = 0; k < h->heard; k++)
        if (strstr(h->line[k], part) != NULL) return true;
    return false;
}

static inline int heard_times(const struct human *h, const char *part)
{
    int n = 0;
    for (int k = 0; k < h->heard; k++) n += strstr(h->line[k], part) != NULL;
    return n;
}

static void on_due_moved(void *arg)
{
    ((struct party *)arg)->due_moved++;
}

static void human_init(struct human *h, int64_t account, const char *name)
{
    *h = (struct human){ .person.account = account };
    strcpy(h->person.name, name);
}

static inline void party_lobby(struct party *p)
{
    p->lobby = lobby_new(&p->env);
    lobby_set_on_due(p->lobby, on_due_moved, p);
}

static inline struct party *party_new(void)
{
    struct party *p = calloc(1, sizeof *p);
    clock_fake_init(&p->clock, 1000000, 1700000000);
    p->env = (struct lobby_env){ .clock = &p->clock.clock,
                                 .random = random_seeded(7),
                                 .pace_ms = 500,
                                 .turn_s = 60,
                                 .grace_s = 90,
                                 .tables_max = 8 };
    human_init(&p->ann, 11, "ann");
    human_init(&p->bea, 12, "bea");
    human_init(&p->cy, 13, "cy");
    human_init(&p->dot, 14, "dot");
    human_init(&p->eve, 0, "guest-eve");
    party_lobby(p);
    return p;
}

static inline void party_free(struct party *p)
{
    lobby_free(p->lobby);
    free(p);
}

/* Does everything that is due now. Fails when there is always more: the house would spin. */
static inline void settle(struct party *p)
{
    int n = 0;
    while (lobby_due(p->lobby) <= p->clock.ms) {
        lobby_tick(p->lobby);
        assert_true(++n < 2000);
    }
}

/* Lets time pass, and does at each moment what is due. */
static inline void pass(struct party *p, int64_t ms)
{
    int64_t end = p->clock.ms + ms;
    settle(p);
    for (int64_t due; (due = lobby_due(p->lobby)) <= end;) {
        p->clock.ms = due;
        settle(p);
    }
    p->clock.ms = end;
}

static inline struct room *sit_down_at(struct party *p, struct human *h, const struct game *game, struct rules rules,
                                       int seats)
{
    const char *why;
    h->ended[0] = '\0';
    h->m = lobby_quick(p->lobby, game, &rules, seats, &h->person, &ears, h, &why);
    assert_non_null(h->m);
    assert_null(why);
    settle(p);
    return member_room(h->m);
}

static inline void go_away(struct party *p, struct human *h)
{
    member_away(h->m);
    h->m = NULL;
    settle(p);
}

static inline void leave(struct party *p, struct human *h)
{
    member_leave(h->m);
    h->m = NULL;
    settle(p);
}

static inline const char *act(struct party *p, struct human *h, const char *text)
{
    const char *why = room_move(h->m, room_turn(member_room(h->m)), text);
    settle(p);
    return why;
}

/* Ends the round with nobody out; everybody is ready, and the next round begins. */
static inline void next_round(struct party *p)
{
    struct human *all[] = { &p->ann, &p->bea, &p->cy, &p->dot, &p->eve };
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k]->m != NULL && room_to_move(member_room(all[k]->m)) == member_seat(all[k]->m))
            act(p, all[k], "block");
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k]->m != NULL && member_seat(all[k]->m) != 0) assert_null(room_next(all[k]->m));
    settle(p);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++)
        if (all[k]->m != NULL) assert_int_equal(room_phase(member_room(all[k]->m)), ROOM_PLAYING);
}

/* ann opens a table of that many seats; time passes until it is her turn. */
static inline struct room *ann_to_move(struct party *p, const struct game *game, struct rules rules, int seats)
{
    struct room *r = sit_down_at(p, &p->ann, game, rules, seats);
    while (room_to_move(r) != member_seat(p->ann.m)) pass(p, 500);
    return r;
}

/* ann and bea at a table of two; a fresh round, ann's turn. */
static inline struct room *two_people(struct party *p, const struct game *game, struct rules rules)
{
    struct room *r = ann_to_move(p, game, rules, 2);
    assert_ptr_equal(sit_down_at(p, &p->bea, game, rules, 2), r);
    next_round(p);
    if (room_to_move(r) == member_seat(p->bea.m)) assert_null(act(p, &p->bea, "end"));
    r->seat[1].total = r->seat[2].total = 0;
    p->ann.heard = p->bea.heard = 0;
    return r;
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
