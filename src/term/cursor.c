#include "term/cursor.h"

#include "base/text.h"

#include <string.h>

/* The bytes of one possible move; the longest CUP fits well. */
struct way {
    char bytes[32];
    int len; /* -1: impossible */
};

static const struct way no_way = { .len = -1 };

static struct way way_shorter(struct way a, struct way b)
{
    if (a.len < 0) return b;
    return b.len >= 0 && b.len < a.len ? b : a;
}

static struct way way_then(struct way a, struct way b)
{
    if (a.len < 0 || b.len < 0 || a.len + b.len > (int)sizeof a.bytes) return no_way;
    memcpy(a.bytes + a.len, b.bytes, (size_t)b.len);
    a.len += b.len;
    return a;
}

static void add_byte(struct way *w, char byte)
{
    w->bytes[w->len++] = byte;
}

static void add_number(struct way *w, int number)
{
    w->len = (int)(text_digits(w->bytes + w->len, number) - w->bytes);
}

static struct way way_introducer(void)
{
    return (struct way){ .bytes = { '\033', '[' }, .len = 2 };
}

/* One sequence; a number of 1 is left out, because that is the default. */
static struct way way_sequence(int number, char final)
{
    struct way w = way_introducer();
    if (number != 1) add_number(&w, number);
    add_byte(&w, final);
    return w;
}

static struct way way_repeat(const char *bytes, int times)
{
    struct way w = { .len = 0 };
    int n = (int)strlen(bytes);
    if (times * n > (int)sizeof w.bytes) return no_way;
    for (int i = 0; i < times; i++, w.len += n) memcpy(w.bytes + w.len, bytes, (size_t)n);
    return w;
}

static struct way way_address(struct cursor to)
{
    if (to.x == 0) return way_sequence(to.y + 1, 'H');
    struct way w = way_introducer();
    add_number(&w, to.y + 1);
    add_byte(&w, ';');
    add_number(&w, to.x + 1);
    add_byte(&w, 'H');
    return w;
}

/* Moves within a row. CHA is for terminals with UTF-8 only: older ones may not have it. */
static struct way way_along(const struct terminal_kind *kind, int from, int to)
{
    struct way best = kind->charset == CHARSET_UTF8 ? way_sequence(to + 1, 'G') : no_way;
    if (to == 0) best = way_shorter(best, way_repeat("\r", 1));
    if (from == CURSOR_UNKNOWN) return best;
    if (from == to) return way_repeat("", 0);
    if (from < to) return way_shorter(best, way_sequence(to - from, 'C'));
    best = way_shorter(best, way_sequence(from - to, 'D'));
    return way_shorter(best, way_repeat("\b", from - to));
}

/* Moves down by CR LF, or vertically by a sequence. A bare LF is never sent, because telnet does not define it. */
static struct way best_way(const struct terminal_kind *kind, struct cursor from, struct cursor to)
{
    struct way best = way_address(to);
    if (from.y == CURSOR_UNKNOWN) return best;
    if (from.y == to.y) return way_shorter(way_along(kind, from.x, to.x), best);
    if (from.y < to.y) best = way_shorter(best, way_then(way_repeat("\r\n", to.y - from.y), way_along(kind, 0, to.x)));
    struct way vertical = from.y < to.y ? way_sequence(to.y - from.y, 'B') : way_sequence(from.y - to.y, 'A');
    return way_shorter(best, way_then(vertical, way_along(kind, from.x, to.x)));
}

int cursor_cost(const struct terminal_kind *kind, struct cursor from, struct cursor to)
{
    /* Ahead on the row CUF is never dearer than CHA or CUP: its number is the smallest. */
    if (from.y == to.y && from.x != CURSOR_UNKNOWN && from.x < to.x) return way_sequence(to.x - from.x, 'C').len;
    return best_way(kind, from, to).len;
}

void cursor_move(const struct terminal_kind *kind, struct cursor from, struct cursor to, struct text *out)
{
    if (from.x == to.x && from.y == to.y) return; /* the usual case, which saves most of a frame's time */
    struct way w = best_way(kind, from, to);
    text_put(out, w.bytes, (size_t)w.len);
}
