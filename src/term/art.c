#include "term/art.h"

#include "base/embedded.h"
#include "base/text.h"
#include "term/art_files.h"
#include "term/charset.h"

#include <string.h>

/* SAUCE 00 (acid.org/info/sauce): the last 128 bytes of a file, after a 1A and perhaps a block of comments. */
#define SAUCE_SIZE 128
#define COMMENT_SIZE 64
#define DATA_CHARACTER 1
#define ROWS_LIMIT 1000 /* rows of art; the pen stays above */

enum {
    SAUCE_TITLE = 7,
    SAUCE_AUTHOR = 42,
    SAUCE_GROUP = 62,
    SAUCE_DATE = 82,
    SAUCE_DATA_TYPE = 94,
    SAUCE_WIDTH = 96,
    SAUCE_LINES = 98,
    SAUCE_COMMENTS = 104,
};

/* The SAUCE record within bytes; NULL when there is none. */
static const unsigned char *find_sauce(const unsigned char *bytes, size_t n)
{
    if (n < SAUCE_SIZE) return NULL;
    const unsigned char *record = bytes + n - SAUCE_SIZE;
    return memcmp(record, "SAUCE", 5) == 0 ? record : NULL;
}

/* Reads a field of CP437, which is padded with spaces (or with NULs, against the specification). */
static void read_field(char *out, const unsigned char *field, size_t n)
{
    while (n > 0 && (field[n - 1] == ' ' || field[n - 1] == 0)) n--;
    for (size_t i = 0; i < n; i++) {
        char one[4];
        charset_encode(CHARSET_ASCII, charset_cp437(field[i]), one);
        out[i] = one[0];
    }
    out[n] = '\0';
}

static int read_number(const unsigned char *at)
{
    return at[0] | at[1] << 8;
}

bool sauce_read(struct sauce *s, const unsigned char *bytes, size_t n)
{
    *s = (struct sauce){ .cols = 80 };
    const unsigned char *record = find_sauce(bytes, n);
    if (record == NULL) return false;
    read_field(s->title, record + SAUCE_TITLE, sizeof s->title - 1);
    read_field(s->author, record + SAUCE_AUTHOR, sizeof s->author - 1);
    read_field(s->group, record + SAUCE_GROUP, sizeof s->group - 1);
    read_field(s->date, record + SAUCE_DATE, sizeof s->date - 1);
    if (record[SAUCE_DATA_TYPE] != DATA_CHARACTER) return true;
    int cols = read_number(record + SAUCE_WIDTH), rows = read_number(record + SAUCE_LINES);
    if (cols > 0) s->cols = cols < CANVAS_COLS_MAX ? cols : CANVAS_COLS_MAX;
    s->rows = rows < ROWS_LIMIT ? rows : ROWS_LIMIT;
    return true;
}

/* The bytes of the picture itself: up to the first 1A, the comments, or the record. */
static size_t picture_size(const unsigned char *bytes, size_t n)
{
    if (n == 0) return 0;
    const unsigned char *record = find_sauce(bytes, n), *end = memchr(bytes, 0x1A, n);
    if (end != NULL) return (size_t)(end - bytes);
    if (record == NULL) return n;
    size_t size = n - SAUCE_SIZE, comments = record[SAUCE_COMMENTS];
    size_t block = comments > 0 ? 5 + comments * COMMENT_SIZE : 0;
    return block <= size && block > 0 && memcmp(bytes + size - block, "COMNT", 5) == 0 ? size - block : size;
}

/* Draws on the canvas as a terminal would. Coordinates are those of the art. */
struct pen {
    struct canvas *canvas;
    int left, top, cols; /* the corner of the art on the canvas, and its width */
    int x, y, saved_x, saved_y;
    int rows; /* the rows that the art has so far */
    int fg, bg;
    bool bold, reverse;
};

static int clamp(int n, int max)
{
    return n < 0 ? 0 : n > max ? max : n;
}

static void pen_to(struct pen *p, int x, int y)
{
    p->x = clamp(x, p->cols - 1);
    p->y = clamp(y, ROWS_LIMIT - 1);
}

static unsigned pen_style(const struct pen *p)
{
    int fg = p->fg, bg = p->bg;
    if (p->reverse) {
        fg = p->bg;
        bg = p->fg;
    }
    if (p->bold) fg |= 8;
    return STYLE_ANSI(fg, bg & 7);
}

static void pen_use_row(struct pen *p)
{
    if (p->y + 1 > p->rows) p->rows = p->y + 1;
}

static void pen_draw(struct pen *p, uint32_t ch)
{
    if (p->x == p->cols) pen_to(p, 0, p->y + 1);
    canvas_put(p->canvas, p->left + p->x, p->top + p->y, pen_style(p), ch);
    pen_use_row(p);
    p->x++; /* the next character wraps, so a full line may end in CR LF */
}

/* SGR for sixteen colours; blinking (5) is ignored, because some terminals make it a bright background. */
static void pen_colour(struct pen *p, int number)
{
    if (number == 0) {
        p->fg = 7;
        p->bg = 0;
        p->bold = p->reverse = false;
    } else if (number == 1 || number == 22) {
        p->bold = number == 1;
    } else if (number == 7 || number == 27) {
        p->reverse = number == 7;
    } else if (number >= 30 && number <= 37) {
        p->fg = number - 30;
    } else if (number == 39) {
        p->fg = 7;
    } else if (number >= 40 && number <= 47) {
        p->bg = number - 40;
    } else if (number == 49) {
        p->bg = 0;
    } else if (number >= 90 && number <= 97) {
        p->fg = number - 90 + 8;
    }
}

#define NUMBERS_MAX 16

struct sequence {
    int n, value[NUMBERS_MAX];
    unsigned char final; /* 0: the sequence is incomplete, or has more than plain numbers */
    size_t size;         /* bytes after ESC [ */
};

static struct sequence read_sequence(const unsigned char *bytes, size_t n)
{
    struct sequence s = { .n = 1 };
    bool plain = true;
    for (; s.size < n && bytes[s.size] >= 0x20 && bytes[s.size] < 0x40; s.size++) {
        unsigned char c = bytes[s.size];
        if (c >= '0' && c <= '9')
            s.value[s.n - 1] = clamp(s.value[s.n - 1] * 10 + c - '0', 9999);
        else if (c == ';' && s.n < NUMBERS_MAX)
            s.n++;
        else
            plain = false;
    }
    if (s.size < n && bytes[s.size] >= 0x40 && bytes[s.size] < 0x7F) {
        if (plain) s.final = bytes[s.size];
        s.size++;
    }
    return s;
}

/* The allow-list of sequences. */
static void pen_obey(struct pen *p, const struct sequence *s)
{
    int first = s->value[0], times = first > 0 ? first : 1;
    switch (s->final) {
    case 'A': pen_to(p, p->x, p->y - times); break;
    case 'B': pen_to(p, p->x, p->y + times); break;
    case 'C': pen_to(p, p->x + times, p->y); break;
    case 'D': pen_to(p, p->x - times, p->y); break;
    case 'H':
    case 'f': pen_to(p, s->n > 1 && s->value[1] > 0 ? s->value[1] - 1 : 0, times - 1); break;
    case 'J':
        if (first == 2) pen_to(p, 0, 0); /* the art may not clear the whole canvas */
        break;
    case 'm':
        for (int i = 0; i < s->n; i++) pen_colour(p, s->value[i]);
        break;
    case 's':
        p->saved_x = p->x;
        p->saved_y = p->y;
        break;
    case 'u': pen_to(p, p->saved_x, p->saved_y); break;
    default: break;
    }
}

static void pen_byte(struct pen *p, unsigned char byte)
{
    switch (byte) {
    case '\r': p->x = 0; return;
    case '\n':
        pen_use_row(p);
        pen_to(p, p->x, p->y + 1);
        return;
    case '\t': pen_to(p, p->x / 8 * 8 + 8, p->y); return;
    default: pen_draw(p, charset_cp437(byte));
    }
}

int art_draw(struct canvas *c, int x, int y, const unsigned char *bytes, size_t n)
{
    struct sauce sauce;
    sauce_read(&sauce, bytes, n);
    struct pen p = { .canvas = c, .left = x, .top = y, .cols = sauce.cols, .fg = 7 };
    size_t size = picture_size(bytes, n);
    for (size_t i = 0; i < size;) {
        unsigned char byte = bytes[i++];
        if (byte != 0x1B) {
            pen_byte(&p, byte);
        } else if (i < size && bytes[i] == '[') {
            struct sequence s = read_sequence(bytes + i + 1, size - i - 1);
            pen_obey(&p, &s);
            i += 1 + s.size;
        }
    }
    return p.rows;
}

const struct embedded_file *art_find(const char *name)
{
    for (const struct embedded_file *f = ansi_files; f->name != NULL; f++)
        if (strcmp(f->name, name) == 0) return f;
    return NULL;
}
