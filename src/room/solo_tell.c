#include "room/solo_tell.h"

#include <string.h>

static void tell_sentence(struct solo *s, char sentence[SENTENCE], void (*tell)(void *owner, const char *words))
{
    char text[SENTENCE];
    if (s->closed || sentence[0] == '\0') return;
    memcpy(text, sentence, sizeof text);
    sentence[0] = '\0';
    tell(s->owner, text);
}

static void tell_note(struct solo *s)
{
    char text[SENTENCE];
    struct move hint = s->hint;
    s->hint.text[0] = '\0';
    if (hint.text[0] == '\0') {
        tell_sentence(s, s->note, s->up->told);
        return;
    }
    memcpy(text, s->note, sizeof text);
    s->note[0] = '\0';
    if (!s->closed) s->up->hinted(s->owner, text, &hint);
}

/* Those that were made since the last time, but not the ones that were taken back again. */
static void tell_moves(struct solo *s)
{
    char moved[SOLO_LOG][SOLO_LOG_TEXT];
    int n = s->moved_n < s->n ? s->moved_n : s->n;
    for (int k = 0; k < n; k++) memcpy(moved[k], s->log[(s->n - n + k) % SOLO_LOG], SOLO_LOG_TEXT);
    s->moved_n = 0;
    for (int k = 0; k < n && !s->closed; k++) s->up->moved(s->owner, moved[k]);
}

void solo_deliver(struct solo *s)
{
    tell_moves(s);
    if (!s->closed && s->over == NULL && s->version_shown != s->version) {
        s->version_shown = s->version;
        s->up->changed(s->owner);
    }
    const char *words = s->wait_words;
    s->wait_words = NULL;
    if (words != NULL && !s->closed) s->up->told(s->owner, words);
    tell_sentence(s, s->refusal, s->up->refused);
    tell_note(s);
    if (s->closed || s->over == NULL) return;
    s->closed = true;
    solo_wake(s);
    s->up->ended(s->owner, s->over);
}
