#include "room/members.h"

#include "base/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define IDLE_TURNS_MAX 3 /* (P72) */

struct member *member_new(struct room *r, const struct person *who, const struct member_upcalls *up, void *owner)
{
    struct member *m = mem_new(sizeof *m);
    *m = (struct member){
        .next = r->members,
        .room = r,
        .who = *who,
        .up = up,
        .owner = owner,
        .pace = PACE_FAST,
        .serial = lobby_serial(r->lobby),
        .version_shown = r->version,
        .lines_told = r->log.n,
        .wait_words = r->commit.wait.told ? WAIT_WORDS : NULL,
    };
    r->members = m;
    room_changed(r);
    return m;
}

static void member_free(struct member *m)
{
    free(m->refusal);
    free(m->note);
    free(m);
}

/* Takes back everything by which the room knows the member, but its place in the list. */
static void detach(struct member *m)
{
    struct room *r = m->room;
    commit_forget(&r->commit, m->serial);
    if (m->seat != 0) r->seat[m->seat].member = NULL;
    m->seat = m->claim = 0;
}

void member_drop(struct member *m)
{
    struct room *r = m->room;
    struct lobby *l = r->lobby;
    detach(m);
    struct member **at = &r->members;
    while (*at != m) at = &(*at)->next;
    *at = m->next;
    m->dead = true;
    room_changed(r);
    if (!l->ticking) {
        member_free(m);
        return;
    }
    m->next_dead = l->dead;
    l->dead = m;
}

void member_end(struct member *m, const char *why)
{
    if (m->over != NULL) return;
    detach(m);
    m->over = why;
    room_wake(m->room);
}

void members_free_dead(struct lobby *l)
{
    for (struct member *m = l->dead, *next; m != NULL; m = next) {
        next = m->next_dead;
        member_free(m);
    }
    l->dead = NULL;
}

/* --- sentences --- */

void member_say(struct member *m, char **sentence, const char *words)
{
    free(*sentence);
    *sentence = mem_copy(words);
    room_wake(m->room);
}

void member_note(struct member *m, const char *format, ...)
{
    char note[SENTENCE];
    va_list args;
    va_start(args, format);
    vsnprintf(note, sizeof note, format, args);
    va_end(args);
    m->hint.text[0] = '\0';
    member_say(m, &m->note, note);
}

void members_say_wait(struct room *r, const char *words)
{
    for (struct member *m = r->members; m != NULL; m = m->next) m->wait_words = words;
    room_wake(r);
}

/* --- at a glance --- */

struct member *member_by_serial(const struct room *r, uint32_t serial)
{
    struct member *m = r->members;
    while (m != NULL && (m->serial != serial || m->over != NULL)) m = m->next;
    return m;
}

struct member *seat_claimer(const struct room *r, int seat)
{
    struct member *m = r->members;
    while (m != NULL && (m->claim != seat || m->over != NULL)) m = m->next;
    return m;
}

bool seat_played_by_computer(const struct room *r, int seat)
{
    return r->seat[seat].kind == SEAT_COMPUTER || r->seat[seat].stand_in;
}

bool seat_is_idle(const struct room *r, int seat)
{
    return r->seat[seat].idle_turns >= IDLE_TURNS_MAX;
}

int seats_present(const struct room *r, int but)
{
    int n = 0;
    for (const struct member *m = r->members; m != NULL; m = m->next)
        n += m->over == NULL && (m->seat != 0 || m->claim != 0) && (but == 0 || m->seat != but);
    return n;
}

struct room *member_room(const struct member *m)
{
    return m->room;
}

bool member_opened(const struct member *m)
{
    return m->opened;
}

int member_seat(const struct member *m)
{
    return m->seat;
}
