#include "room/deliver.h"

#include "room/members.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void tell_lines(struct member *m)
{
    const struct room *r = m->room;
    if (r->log.n - m->lines_told > ROOM_LOG) m->lines_told = r->log.n - ROOM_LOG;
    while (!m->dead && m->lines_told < r->log.n) {
        char line[ROOM_LOG_TEXT]; /* a copy: what is told may add to the log */
        snprintf(line, sizeof line, "%s", log_at(&r->log, m->lines_told++));
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

/* member_drop() may free m, so what ended() needs is read before. */
static void tell_member(struct member *m)
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
        if (!m->dead) tell_member(m);
}
