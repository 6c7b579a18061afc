#include "base/clean.h"
#include "base/mem.h"
#include "base/text.h"
#include "room/inside.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOTICE_INTERVAL_US 10000000
#define NOTICE_BURST 2

static char *next_string(char *s)
{
    return s + strlen(s) + 1;
}

static void log_add(struct room *r, const char *who, const char *brief, const char *format, va_list args)
{
    char text[ROOM_LOG_TEXT], **line = &r->log[r->lines % ROOM_LOG];
    vsnprintf(text, sizeof text, format, args);
    free(*line);
    *line = mem_new(strlen(text) + strlen(who) + strlen(brief) + 3);
    strcpy(*line, text);
    strcpy(next_string(*line), who);
    strcpy(next_string(next_string(*line)), brief);
    r->lines++;
    room_changed(r);
}

void room_note(struct room *r, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    log_add(r, "", "", format, args);
    va_end(args);
}

void room_note_brief(struct room *r, const char *who, const char *brief, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    log_add(r, who, brief, format, args);
    va_end(args);
}

bool room_notice(struct room *r, int seat, const char *format, ...)
{
    room_changed(r);
    if (bucket_take(&r->seat[seat].notices, lobby_now(r->lobby), NOTICE_INTERVAL_US, NOTICE_BURST, 1) == 0)
        return false;
    va_list args;
    va_start(args, format);
    log_add(r, "", "", format, args);
    va_end(args);
    return true;
}

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

int room_log(const struct room *r, const char *lines[ROOM_LOG])
{
    int n = r->lines < ROOM_LOG ? (int)r->lines : ROOM_LOG;
    for (int k = 0; k < n; k++) lines[k] = r->log[(r->lines - (uint64_t)n + (uint64_t)k) % ROOM_LOG];
    return n;
}

int room_log_brief(const struct room *r, struct log_line lines[ROOM_LOG])
{
    const char *full[ROOM_LOG];
    int n = room_log(r, full);
    for (int k = 0; k < n; k++) {
        const char *who = full[k] + strlen(full[k]) + 1, *brief = who + strlen(who) + 1;
        lines[k] = (struct log_line){ .who = who, .words = brief[0] != '\0' ? brief : full[k] };
    }
    return n;
}

const char *room_say(struct member *m, const char *text)
{
    if (m->over != NULL) return m->over;
    struct room *r = m->room;
    char clean[ROOM_CHAT_MAX + 1];
    if (clean_line(clean, sizeof clean, text, strlen(text)) == 0) return "There is nothing in it to say.";
    if (!pay_for_talk(r->lobby, &m->who)) return "Not so fast: others want to be heard too.";
    seat_take_back(m);
    room_note(r, "%s: %s", m->who.name, clean);
    return NULL;
}

/* --- telling --- */

static void tell_lines(struct member *m)
{
    const struct room *r = m->room;
    if (r->lines - m->lines_told > ROOM_LOG) m->lines_told = r->lines - ROOM_LOG;
    while (!m->dead && m->lines_told < r->lines) {
        char line[ROOM_LOG_TEXT]; /* a copy: what is told may add to the log */
        snprintf(line, sizeof line, "%s", r->log[m->lines_told++ % ROOM_LOG]);
        m->up->told(m->owner, line);
    }
}

/* Takes the sentence away before it is told: who is told may bring about the next. */
static void tell_sentence(struct member *m, char **sentence, void (*tell)(void *owner, const char *words))
{
    if (m->dead || *sentence == NULL) return;
    char *words = *sentence;
    *sentence = NULL;
    tell(m->owner, words);
    free(words);
}

static void tell_hint(struct member *m)
{
    if (m->dead || m->note == NULL) return;
    char *words = m->note;
    struct move hint = m->hint;
    m->note = NULL;
    m->hint.text[0] = '\0';
    m->up->hinted(m->owner, words, &hint);
    free(words);
}

static void tell_sentences(struct member *m)
{
    const char *words = m->wait_words;
    m->wait_words = NULL;
    if (words != NULL && !m->dead) m->up->told(m->owner, words);
    tell_sentence(m, &m->refusal, m->up->refused);
    if (m->hint.text[0] != '\0')
        tell_hint(m);
    else
        tell_sentence(m, &m->note, m->up->told);
}

static void tell_banners(struct member *m)
{
    for (int seat = 1; seat <= SEATS_MAX && !m->dead; seat++)
        if (m->banners & 1u << seat) {
            m->banners &= ~(1u << seat);
            m->up->banner(m->owner, m->room->seat[seat].who.name, seat);
        }
}

static void tell(struct member *m)
{
    if (m->room->ready) tell_lines(m);
    tell_sentences(m);
    tell_banners(m);
    if (m->dead) return;
    if (m->over != NULL) {
        void (*ended)(void *, const char *) = m->up->ended;
        void *owner = m->owner;
        const char *why = m->over;
        member_drop(m);
        ended(owner, why);
    } else if (m->version_shown != m->room->version) {
        m->version_shown = m->room->version;
        m->up->changed(m->owner);
    }
}

void room_deliver(struct room *r)
{
    assert(r->lobby->ticking);
    for (struct member *m = r->members; m != NULL; m = m->next)
        if (!m->dead) tell(m);
}
