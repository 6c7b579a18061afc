#include "screens/goodbye.h"

#include "base/embedded.h"
#include "screens/visit.h"
#include "term/art.h"

#define ART_COLS 80

/* The art as plain characters: after the restore nothing but text is sent. */
static void add_art(struct session *s, struct text *out)
{
    const struct embedded_file *file = art_find("goodbye.ans");
    struct sauce sauce;
    if (file == NULL || session_plain(s) || session_kind(s)->charset == CHARSET_ASCII) return;
    if (!sauce_read(&sauce, file->bytes, file->length) || visit_of(s)->cols < ART_COLS - 1) return;
    struct canvas *c = canvas_new(ART_COLS, sauce.rows);
    art_draw(c, 0, 0, file->bytes, file->length);
    canvas_dump(c, out);
    canvas_free(c);
}

void goodbye(struct session *s)
{
    struct visit *v = visit_of(s);
    struct text out;
    text_init_growing(&out, 8192);
    add_art(s, &out);
    text_add(&out, "Goodbye, %s. Thank you for playing at %s.\n", v->person.name[0] ? v->person.name : "friend",
             v->house->name);
    session_end(s, out.buf, 0);
    text_free(&out);
}
