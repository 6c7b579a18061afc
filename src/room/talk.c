/* What people at a table say to each other. */
#include "base/clean.h"
#include "room/notes.h"
#include "room/seats.h"

#include <string.h>

const char *room_say(struct member *m, const char *text)
{
    if (m->over != NULL) return m->over;
    struct room *r = m->room;
    char clean[ROOM_CHAT_MAX + 1];
    if (clean_line(clean, sizeof clean, text, strlen(text)) == 0) return "There is nothing in it to say.";
    if (!pay_for_talk(&r->lobby->payments, &r->lobby->env, &m->who)) return "Not so fast: others want to be heard too.";
    seat_take_back(m);
    room_note(r, "%s: %s", m->who.name, clean);
    return NULL;
}
