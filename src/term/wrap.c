#include "term/wrap.h"

#include "base/utf8.h"

#include <string.h>

/* The bytes of text[0..n) that fit into cols columns, cut behind the last character that fits and before the last word
 * that does not; a whole line when all of it fits. */
static size_t fitting_bytes(const char *text, size_t n, int cols)
{
    size_t at = 0, word = 0;
    if (cols > 0 && n <= (size_t)cols) return n; /* no character is wider than it has bytes */
    for (int used = 0; at < n;) {
        uint32_t ch;
        size_t took = utf8_decode(text + at, n - at, &ch);
        int width = utf8_width(ch);
        if (ch == ' ') word = at;
        if (width > 0 && used > 0 && used + width > cols) return word > 0 ? word : at;
        used += width;
        at += took;
    }
    return n;
}

int wrap_line(const char *text, int cols, const char **next)
{
    size_t all = strcspn(text, "\n"), n = fitting_bytes(text, all, cols);
    *next = text + n;
    if (n < all) *next += strspn(*next, " ");
    if (**next == '\n') (*next)++;
    return (int)n;
}

int wrap_lines(const char *text, int cols)
{
    int lines = 0;
    for (; *text != '\0'; lines++) wrap_line(text, cols, &text);
    return lines;
}

int wrap_draw(struct canvas *c, struct area a, unsigned style, const char *text, int from)
{
    int line = 0;
    for (const char *next; *text != '\0'; text = next, line++) {
        size_t n = (size_t)wrap_line(text, a.cols, &next);
        bool seen = line >= from && line - from < a.rows && utf8_columns_of(text, n) <= a.cols;
        if (seen) canvas_bytes(c, a.x, a.y + line - from, style, text, n);
    }
    return line;
}
