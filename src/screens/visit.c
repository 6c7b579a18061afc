#include "screens/visit.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/mem.h"
#include "base/origin.h"
#include "base/random.h"
#include "room/solo.h"
#include "screens/menu.h"
#include "screens/words.h"

#include <search.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct visit *visit_of(struct session *s)
{
    return session_visitor(s);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Frees the guest's name, if v has one. */
static void forget_guest(struct visit *v)
{
    if (!v->guest) return;
    tdelete(v->person.name, &v->house->guests, by_name);
    v->guest = false;
}

struct visit *visit_new(struct house *house)
{
    struct visit *v = mem_new(sizeof *v);
    v->house = house;
    v->next = house->visits;
    if (v->next) v->next->prev = v;
    house->visits = v;
    house->people++;
    return v;
}

void visit_ended(void *visitor)
{
    struct visit *v = visitor;
    *(v->prev ? &v->prev->next : &v->house->visits) = v->next;
    if (v->next) v->next->prev = v->prev;
    v->house->people--;
    session_news(session_env(v->session));
    forget_guest(v);
    free(v);
}

int visit_people(const struct house *house)
{
    return house->people;
}

static uint64_t origin_of_visit(const struct visit *v)
{
    return origin_number(session_caller(v->session)->address);
}

void visit_is(struct visit *v, const struct account *account)
{
    forget_guest(v);
    v->account = *account;
    v->person = (struct person){ .account = account->id, .loser = account->loser, .origin = origin_of_visit(v) };
    snprintf(v->person.name, sizeof v->person.name, "%s", account->handle);
    session_set_mouse(v->session, account->mouse);
}

void visit_log(const struct visit *v, bool made, const char *by)
{
    const char *address = session_caller(v->session)->address;
    if (made)
        log_event(LOG_INFO, address, "account made: %s, opened by %s", v->account.handle, by);
    else
        log_event(LOG_INFO, address, "is account %s, by %s", v->account.handle, by);
}

void visit_is_nobody(struct visit *v)
{
    /* Without 0, 1, o, i and l, because people read names aloud and type them. */
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
    struct random chance = random_system();
    forget_guest(v);
    v->account = (struct account){ .speed = PACE_FAST };
    memcpy(v->account.charset, v->seeing, sizeof v->seeing);
    v->person = (struct person){ .origin = origin_of_visit(v) };
    do {
        char tail[5] = "";
        for (int i = 0; i < 4; i++) tail[i] = letters[random_below(&chance, sizeof letters - 1)];
        snprintf(v->person.name, sizeof v->person.name, "guest-%s", tail);
    } while (tfind(v->person.name, &v->house->guests, by_name) != NULL);
    mem_must(tsearch(v->person.name, &v->house->guests, by_name));
    v->guest = true;
}

void visit_note(struct visit *v, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(v->note, sizeof v->note, format, args);
    va_end(args);
    session_dirty(v->session);
}

void visit_tell(struct visit *v, const char *words)
{
    if (session_plain(v->session))
        session_tell(v->session, words);
    else
        visit_note(v, "%s", words);
}

void visit_unknown_word(struct visit *v, const char *typed, const char *instead)
{
    char words[160];
    struct text out;
    text_init(&out, words, sizeof words);
    words_unknown(typed, instead, &out);
    session_tell(v->session, words);
}

void visit_leave_page(struct visit *v, bool asked, const char *typed)
{
    if (menu_quits(typed) || (typed[0] == '\0' && !asked))
        session_pop(v->session);
    else if (asked && typed[0] != '\0')
        session_tell(v->session, "One moment: the page is on its way, and your line was not taken.");
    else if (!asked)
        session_pop_to(v->session, typed);
}

bool visit_can_read(struct visit *v)
{
    return bucket_take(&v->reads, clock_mono_ms(session_clock(v->session)), 1000000, VISIT_READS, 1) > 0;
}

bool visit_may_read(struct visit *v)
{
    bool may = visit_can_read(v);
    if (!may) visit_tell(v, "Not so fast: ask again in a moment.");
    return may;
}

/* --- the pace of others --- */

static const struct {
    const char *word, *about, *told;
} paces[] = {
    [PACE_OFF] = { "off", "off: the moves of others appear at once",
                   "The moves of others appear at once, if all at the table want it so." },
    [PACE_FAST] = { "fast", "fast: the moves of others appear one by one",
                    "The moves of others appear one by one, fast." },
    [PACE_CALM] = { "calm", "calm: the moves of others appear one by one, slowly",
                    "The moves of others appear one by one, calmly." },
};
#define PACES (int)(sizeof paces / sizeof *paces)

static const char *set_pace(struct visit *v, int pace)
{
    v->account.speed = pace;
    if (v->member != NULL) member_set_pace(v->member, (enum pace)pace);
    if (v->solo != NULL) solo_set_pace(v->solo, (enum pace)pace);
    if (v->account.id != 0) account_set_speed(v->house->store, v->account.id, pace, NULL, NULL);
    return paces[pace].told;
}

const char *visit_change_pace(struct visit *v)
{
    return set_pace(v, (v->account.speed + 1) % PACES);
}

const char *visit_pace_by_word(struct visit *v, const char *word)
{
    for (int pace = 0; pace < PACES; pace++)
        if (strcasecmp(paces[pace].word, word) == 0) return set_pace(v, pace);
    return word[0] == '\0' ? paces[v->account.speed].told : "How fast? speed off, speed fast or speed calm.";
}

const char *visit_pace_words(const struct visit *v)
{
    return paces[v->account.speed].about;
}

const char *visit_change_mouse(struct visit *v)
{
    bool on = !session_mouse(v->session);
    if (on && !session_kind(v->session)->alt_screen) return "There is no mouse: this terminal cannot be asked for one.";
    session_set_mouse(v->session, on);
    v->account.mouse = on;
    if (v->account.id != 0) account_set_mouse(v->house->store, v->account.id, on, NULL, NULL);
    return on ? "The mouse is on: click or drag cards. Shift selects text, as before."
              : "The mouse is off: it selects text, as everywhere.";
}
