#include "term/cursor.h"

#include "base/text.h"

#include <string.h>

/* One way to get there; CUP of the largest screen fits well. */
struct way {
    char bytes[32];
    int len; /* -1: cannot be gone */
};

static const struct way no_way = { .len = -1 };

static struct way shorter(struct way a, struct way b)
{
    if (a.len < 0) return b;
    return b.len >= 0 && b.len < a.len ? b : a;
}

static struct way then(struct way a, struct way b)
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

static struct way introducer(void)
{
    return (struct way){ .bytes = { '\033', '[' }, .len = 2 };
}

/* One sequence; a number of 1 is what its absence means. */
static struct way sequence(int number, char final)
{
    struct way w = introducer();
    if (number != 1) add_number(&w, number);
    add_byte(&w, final);
    return w;
}

static struct way repeat(const char *bytes, int times)
{
    struct way w = { .len = 0 };
    int n = (int)strlen(bytes);
    if (times * n > (int)sizeof w.bytes) return no_way;
    for (int i = 0; i < times; i++, w.len += n) memcpy(w.bytes + w.len, bytes, (size_t)n);
    return w;
}

static struct way address(struct cursor to)
{
    if (to.x == 0) return sequence(to.y + 1, 'H');
    struct way w = introducer();
    add_number(&w, to.y + 1);
    add_byte(&w, ';');
    add_number(&w, to.x + 1);
    add_byte(&w, 'H');
    return w;
}

/* Along the row. CHA is left to terminals that speak UTF-8: those older than that may not have it. */
static struct way along(const struct terminal_kind *kind, int from, int to)
{
    struct way best = kind->charset == CHARSET_UTF8 ? sequence(to + 1, 'G') : no_way;
    if (to == 0) best = shorter(best, repeat("\r", 1));
    if (from == CURSOR_UNKNOWN) return best;
    if (from == to) return repeat("", 0);
    if (from < to) return shorter(best, sequence(to - from, 'C'));
    best = shorter(best, sequence(from - to, 'D'));
    return shorter(best, repeat("\b", from - to));
}

/* Down by CR LF is left of everything; a bare LF is not sent, since telnet gives it no meaning of its own. */
static struct way best_way(const struct terminal_kind *kind, struct cursor from, struct cursor to)
{
    struct way best = address(to);
    if (from.y == CURSOR_UNKNOWN) return best;
    if (from.y == to.y) return shorter(along(kind, from.x, to.x), best);
    if (from.y < to.y) best = shorter(best, then(repeat("\r\n", to.y - from.y), along(kind, 0, to.x)));
    struct way vertical = from.y < to.y ? sequence(to.y - from.y, 'B') : sequence(from.y - to.y, 'A');
    return shorter(best, then(vertical, along(kind, from.x, to.x)));
}

int cursor_cost(const struct terminal_kind *kind, struct cursor from, struct cursor to)
{
    return best_way(kind, from, to).len;
}

void cursor_move(const struct terminal_kind *kind, struct cursor from, struct cursor to, struct text *out)
{
    if (from.x == to.x && from.y == to.y) return; /* the usual case: spares a frame most of its time */
    struct way w = best_way(kind, from, to);
    text_put(out, w.bytes, (size_t)w.len);
}
