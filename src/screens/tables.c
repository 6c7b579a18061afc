#include "screens/tables.h"

#include "base/digest.h"
#include "base/text.h"
#include "room/lobby.h"
#include "screens/table_words.h"
#include "screens/visit.h"

#include <inttypes.h>
#include <stdio.h>

static void seats_text(const struct room *r, struct text *out)
{
    for (int seat = 1; seat <= room_seats(r); seat++) {
        struct seat_info info = room_seat(r, seat);
        text_add(out, "%s%s%s%s%s", seat > 1 ? ", " : "", info.name ? info.name : "-", info.loser ? " ☠" : "",
                 info.computer ? "*" : "", info.away ? " (away)" : "");
    }
}

static void table_text(const struct room *r, struct text *out)
{
    char kind[KIND_WORDS];
    kind_words(room_game(r), room_rules(r), kind);
    text_add(out, "table %" PRId64 "  %s  ", room_id(r), kind);
    seats_text(r, out);
    text_add(out, "  round %d%s", room_round(r), room_phase(r) == ROOM_BETWEEN ? ", counting" : "");
}

static void draw_table(const struct room *r, struct canvas *c, struct area row, bool here)
{
    char buf[256];
    struct text t;
    text_init(&t, buf, sizeof buf);
    table_text(r, &t);
    unsigned style = here ? STYLE_FOCUS : STYLE_PLAIN;
    if (here) canvas_fill(c, row, STYLE_FOCUS, ' ');
    canvas_text(c, row.x, row.y, style, here ? "▸" : " ");
    canvas_text_cut(c, row.x + 2, row.y, style, buf, row.cols - 2);
    if (!here) return;
    c->cursor_x = row.x;
    c->cursor_y = row.y;
}

/* The first table that is shown, where there is room for so many. */
static int first_shown(int shown, int at)
{
    return at >= shown ? at - shown + 1 : 0;
}

void tables_draw(struct lobby *l, struct canvas *c, struct area a, int at)
{
    int n = lobby_tables(l), shown = a.rows - 1;
    if (shown < 1) return;
    int from = first_shown(shown, at);
    char head[80];
    snprintf(head, sizeof head,
             n > shown ? " tables %d to %d of %d "
             : n       ? " tables "
                       : " no table is open: the first row opens one ",
             from + 1, from + shown, n);
    canvas_fill(c, (struct area){ a.x, a.y, a.cols, 1 }, STYLE_DIM, 0x2500);
    canvas_text_cut(c, a.x + 2, a.y, STYLE_DIM, head, a.cols - 2);
    for (int k = from; k < n && k < from + shown; k++)
        draw_table(lobby_room(l, k), c, (struct area){ a.x, a.y + 1 + k - from, a.cols, 1 }, k == at);
}

uint64_t tables_sight(struct lobby *l, int rows, int at, uint64_t digest)
{
    int n = lobby_tables(l), shown = rows - 1, from = first_shown(shown, at);
    digest = digest_number(digest, (uint64_t)n);
    for (int k = from; k < n && k < from + shown; k++) {
        digest = digest_number(digest, (uint64_t)room_id(lobby_room(l, k)));
        digest = digest_number(digest, room_row(lobby_room(l, k)));
    }
    return digest;
}

void tables_tell(struct session *s)
{
    struct lobby *l = visit_of(s)->house->lobby;
    struct text out;
    text_init_growing(&out, 8192);
    for (int k = 0; k < lobby_tables(l); k++) {
        table_text(lobby_room(l, k), &out);
        text_add(&out, "\n");
    }
    session_tell(s, out.len ? out.buf : "No table is open: play opens one.");
    text_free(&out);
}
