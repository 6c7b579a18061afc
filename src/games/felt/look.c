#include "games/felt/look.h"

#include "base/text.h"
#include "base/utf8.h"
#include "games/game.h"
#include "term/wrap.h"

#include <stdio.h>
#include <string.h>

const struct card_size card_small = { .cols = 5, .rows = 3, .step = 3 };
const struct card_size card_large = { .cols = 7, .rows = 5, .step = 3 };
const struct card_size card_huge = { .cols = 9, .rows = 7, .step = 3 };

#define RANKS_OF(s) "A" s, "2" s, "3" s, "4" s, "5" s, "6" s, "7" s, "8" s, "9" s, "T" s, "J" s, "Q" s, "K" s

static const char *const texts[CARD_HIDDEN + 1] = { "--",          RANKS_OF("♠"), RANKS_OF("♥"),
                                                    RANKS_OF("♦"), RANKS_OF("♣"), "??" };

const char *look_card_text(card c)
{
    return texts[c <= CARD_HIDDEN ? c : CARD_NONE];
}

unsigned look_card_style(card c)
{
    return !card_is(c) ? STYLE_CARD_BACK : card_red(c) ? STYLE_CARD_RED : STYLE_CARD_BLACK;
}

void look_felt(struct canvas *c, struct area a)
{
    c->ground = STYLE_ON_FELT;
    canvas_fill(c, a, STYLE_PLAIN, ' ');
}

void look_off_felt(struct canvas *c)
{
    c->ground = 0;
}

void look_rule(struct canvas *c, int x)
{
    canvas_fill(c, (struct area){ x, 1, 1, c->rows - 3 }, STYLE_RULE | STYLE_ON_FELT, 0x2502);
}

/* --- frames --- */

struct line_shapes {
    uint32_t top_left, top_right, bottom_left, bottom_right, across, down;
};

static const struct line_shapes face = { 0x256D, 0x256E, 0x2570, 0x256F, 0x2500, 0x2502 };
static const struct line_shapes back = { 0x2554, 0x2557, 0x255A, 0x255D, 0x2550, 0x2551 };
static const struct line_shapes dashed = { 0x256D, 0x256E, 0x2570, 0x256F, 0x254C, 0x2506 };

static void put_frame(struct canvas *c, struct area a, const struct line_shapes *l, unsigned style, uint32_t inside,
                      unsigned inside_style)
{
    int right = a.x + a.cols - 1, bottom = a.y + a.rows - 1;
    canvas_fill(c, (struct area){ a.x + 1, a.y, a.cols - 2, 1 }, style, l->across);
    canvas_fill(c, (struct area){ a.x + 1, bottom, a.cols - 2, 1 }, style, l->across);
    canvas_fill(c, (struct area){ a.x, a.y + 1, 1, a.rows - 2 }, style, l->down);
    canvas_fill(c, (struct area){ right, a.y + 1, 1, a.rows - 2 }, style, l->down);
    canvas_fill(c, (struct area){ a.x + 1, a.y + 1, a.cols - 2, a.rows - 2 }, inside_style, inside);
    canvas_put(c, a.x, a.y, style, l->top_left);
    canvas_put(c, right, a.y, style, l->top_right);
    canvas_put(c, a.x, bottom, style, l->bottom_left);
    canvas_put(c, right, bottom, style, l->bottom_right);
}

static struct area card_area(int x, int y, struct card_size size)
{
    return (struct area){ x, y, size.cols, size.rows };
}

void look_box(struct canvas *c, struct area a, unsigned style)
{
    put_frame(c, a, &back, style, ' ', STYLE_PLAIN);
}

/* --- cards --- */

#define PIP_ROWS 3

/* How many pips each row of a high face has, by rank. */
static const uint8_t pips[TEN + 1][PIP_ROWS] = {
    [ACE] = { 0, 1, 0 }, [2] = { 1, 0, 1 }, [3] = { 1, 1, 1 }, [4] = { 2, 0, 2 }, [5] = { 2, 1, 2 },
    [6] = { 2, 2, 2 },   [7] = { 2, 3, 2 }, [8] = { 3, 2, 3 }, [9] = { 3, 3, 3 }, [TEN] = { 3, 4, 3 },
};

/* A row of n pips in the middle of a, which is one row high. */
static void put_pips(struct canvas *c, struct area a, int n, unsigned ink, uint32_t suit)
{
    int step = a.cols >= 13 ? 3 : 2, x = a.x + (a.cols - (n - 1) * step - 1) / 2;
    for (int i = 0; i < n; i++) canvas_put(c, x + i * step, a.y, ink, suit);
}

/* The middle of a high face: pips; of a court card its letter between two suits. */
static void put_picture(struct canvas *c, struct area a, card which, unsigned ink, uint32_t suit)
{
    bool court = card_rank(which) > TEN;
    for (int row = 0; row < PIP_ROWS; row++)
        put_pips(c, (struct area){ a.x, a.y + row, a.cols, 1 }, court ? 1 : pips[card_rank(which)][row], ink, suit);
    if (court) canvas_text_cut(c, a.x + a.cols / 2, a.y + 1, ink, look_card_text(which), 1);
}

void look_covered(struct canvas *c, int x, int y, struct card_size size, card which, unsigned frame)
{
    if (!card_is(which)) {
        look_back(c, x, y, size, frame);
        return;
    }
    put_frame(c, card_area(x, y, size), &face, frame, ' ', STYLE_CARD);
    canvas_text(c, x + 1, y + 1, look_card_style(which), look_card_text(which));
}

/* Where there is room, rank and suit stand in two corners, and a picture between. */
void look_card(struct canvas *c, int x, int y, struct card_size size, card which, unsigned frame)
{
    const char *text = look_card_text(which);
    unsigned ink = look_card_style(which);
    uint32_t suit;
    look_covered(c, x, y, size, which, frame);
    if (size.rows < 5 || !card_is(which)) return;
    utf8_decode(text + 1, strlen(text + 1), &suit);
    canvas_text(c, x + size.cols - 3, y + size.rows - 2, ink, text);
    if (size.rows < PIP_ROWS + 4)
        canvas_put(c, x + size.cols / 2, y + size.rows / 2, ink, suit);
    else
        put_picture(c, (struct area){ x, y + 2, size.cols, PIP_ROWS }, which, ink, suit);
}

void look_back(struct canvas *c, int x, int y, struct card_size size, unsigned frame)
{
    put_frame(c, card_area(x, y, size), &back, frame, 0x2592, STYLE_CARD_BACK);
}

void look_place(struct canvas *c, int x, int y, struct card_size size, const char *mark, unsigned frame)
{
    put_frame(c, card_area(x, y, size), &dashed, frame, ' ', STYLE_PLAIN);
    canvas_text(c, x + size.cols / 2, y + size.rows / 2, STYLE_PLACE, mark);
}

/* The cards left out between a pile's base and its last ones. */
static void put_gap(struct canvas *c, int x, int y, struct card_size size, unsigned frame)
{
    put_frame(c, card_area(x, y, size), &face, frame, ' ', STYLE_CARD);
    canvas_text(c, x + 1, y + 1, STYLE_CARD, "··");
}

/* Which cards of a pile a fan shows, CARD_NONE for the gap; covered: how many covered ones there is room for. */
static int choose_fan(const struct pile *p, int covered, card out[CARDS + 2])
{
    int n = 0, first = 0;
    if (p->n - 1 > covered) {
        if (covered >= 1) out[n++] = pile_base(p);
        if (covered >= 2) out[n++] = CARD_NONE;
        first = p->n - 1 - (covered > 2 ? covered - 2 : 0);
    }
    for (int i = first; i < p->n; i++) out[n++] = p->c[i];
    return n;
}

int look_pile(struct canvas *c, int x, int y, struct card_size size, const struct pile *p, int cols, unsigned frame)
{
    card fan[CARDS + 2];
    int n = choose_fan(p, (cols - size.cols) / size.step, fan);
    for (int i = 0; i < n; i++) {
        int at = x + i * size.step;
        if (fan[i] == CARD_NONE)
            put_gap(c, at, y, size, frame);
        else
            (i + 1 < n ? look_covered : look_card)(c, at, y, size, fan[i], frame);
    }
    return (n - 1) * size.step + size.cols;
}

/* --- lines of text --- */

static const char *skip_spaces(const char *text)
{
    return text + strspn(text, " ");
}

int look_cut(struct canvas *c, int x, int y, unsigned style, const char *text, int cols)
{
    if (utf8_columns(text) <= cols || cols < 2) return canvas_text_cut(c, x, y, style, text, cols);
    int took = canvas_text_cut(c, x, y, style, text, cols - 1);
    return took + canvas_text(c, x + took, y, style, "…");
}

/* The bytes of the whole phrases, parted by ", ", ": " or two spaces, that fit; 0: not even the first does. */
static size_t phrase_bytes(const char *text, int cols)
{
    size_t fits = 0;
    for (size_t at = 0;; at++) {
        bool ends = text[at] == '\0' || strncmp(text + at, ", ", 2) == 0 || strncmp(text + at, ": ", 2) == 0 ||
                    strncmp(text + at, "  ", 2) == 0;
        if (ends && utf8_columns_of(text, at) <= cols) fits = at;
        if (text[at] == '\0') return fits;
    }
}

static void put_title(struct canvas *c, const char *text, int room)
{
    char buf[256];
    size_t n = phrase_bytes(text, room);
    snprintf(buf, sizeof buf, "%.*s", n > 0 ? (int)n : (int)sizeof buf - 1, text);
    wrap_draw(c, (struct area){ 1, 0, room, 1 }, STYLE_TITLE, buf, 0);
}

void look_title(struct canvas *c, const char *left, const char *right)
{
    int want = utf8_columns(right), room = c->cols - 4 - want;
    canvas_fill(c, (struct area){ 0, 0, c->cols, 1 }, STYLE_TITLE, ' ');
    if (room > 0) put_title(c, left, room);
    canvas_text(c, c->cols - 1 - want, 0, STYLE_TITLE, right);
}

#define MESSAGE_TEXT 512

/* A message that needs more than two lines ends between two words of the second, with three dots. Returns message or
 * buf. */
static const char *two_lines(const char *message, int cols, char buf[MESSAGE_TEXT])
{
    const char *second, *third;
    if (wrap_lines(message, cols) <= 2) return message;
    wrap_line(message, cols, &second);
    int n = (int)(second - message) + wrap_line(second, cols - 3, &third);
    snprintf(buf, MESSAGE_TEXT, "%.*s...", n, message);
    return buf;
}

void look_message(struct canvas *c, const char *message, unsigned style)
{
    char buf[MESSAGE_TEXT];
    message = two_lines(skip_spaces(message), c->cols - 2, buf);
    int lines = wrap_lines(message, c->cols - 2) > 1 ? 2 : 1;
    struct area a = { 0, c->rows - 1 - lines, c->cols, lines };
    canvas_fill(c, a, STYLE_PLAIN, ' ');
    wrap_draw(c, (struct area){ 1, a.y, c->cols - 2, lines }, style, message, 0);
}

/* One "key what" of n bytes; returns its columns. */
static int put_key(struct canvas *c, int x, const char *key, size_t n)
{
    size_t word = strcspn(key, " ");
    if (word > n) word = n;
    int cols = canvas_bytes(c, x, c->rows - 1, STYLE_KEY, key, word);
    return cols + canvas_bytes(c, x + cols, c->rows - 1, STYLE_KEYS, key + word, n - word);
}

/* Keys of a list from column x on, those that end before column `end`. Returns where the next would stand. */
static int put_keys(struct canvas *c, int x, int end, const char *keys)
{
    while (*keys != '\0') {
        const char *next = strstr(keys, "  ");
        size_t n = next != NULL ? (size_t)(next - keys) : strlen(keys);
        if (x + utf8_columns_of(keys, n) > end) break;
        x += put_key(c, x, keys, n) + 2;
        keys = skip_spaces(keys + n);
    }
    return x;
}

#define NARROW_COLS 60
#define KEYS_TEXT 128

/* Where there is not room for all, ? stands alone: it is help on every screen. */
static const char *shorten_keys(const char *keys, int room, char buf[KEYS_TEXT])
{
    const char *help = strstr(keys, "? help");
    if (utf8_columns(keys) <= room || help == NULL) return keys;
    snprintf(buf, KEYS_TEXT, "%.*s?%s", (int)(help - keys), keys, help + strlen("? help"));
    return buf;
}

void look_keys(struct canvas *c, const char *keys, const char *screen_keys)
{
    char buf[KEYS_TEXT];
    int left = c->cols - 4 - utf8_columns(keys), share = c->cols < NARROW_COLS ? c->cols * 3 / 7 : c->cols / 2;
    canvas_fill(c, (struct area){ 0, c->rows - 1, c->cols, 1 }, STYLE_KEYS, ' ');
    screen_keys = shorten_keys(screen_keys, left, buf);
    if (share < left) share = left;
    for (const char *next; utf8_columns(screen_keys) > share && (next = strstr(screen_keys, "  ")) != NULL;)
        screen_keys = skip_spaces(next);
    int room = c->cols - 1 - utf8_columns(screen_keys);
    int x = put_keys(c, 1, room - 2, keys);
    put_keys(c, x < room ? x : room, c->cols, screen_keys);
}

void look_add_key(struct text *list, bool works, const char *key, const char *what)
{
    if (works) text_add(list, "%s%s %s", list->len > 0 ? "  " : "", key, what);
}

#define LOG_WORDS 9 /* columns of the longest words that go with a name: "NE onto N" */

/* Columns for the names: of the longest, or what the words leave. */
static int who_columns(const struct log_line *lines, int n, int cols)
{
    int most = 0;
    for (int i = 0; i < n; i++)
        if (utf8_columns(lines[i].who) > most) most = utf8_columns(lines[i].who);
    return most < cols - 1 - LOG_WORDS ? most : cols - 1 - LOG_WORDS;
}

/* The column of the words, behind a name. */
static int words_column(const struct log_line *line, int who)
{
    return line->who[0] != '\0' ? who + 1 : 0;
}

static int log_rows(const struct log_line *line, int who, int cols)
{
    return wrap_lines(line->words, cols - words_column(line, who));
}

static int put_log_line(struct canvas *c, struct area a, const struct log_line *line, int who, unsigned style)
{
    int at = words_column(line, who);
    canvas_text_cut(c, a.x, a.y, style, line->who, who);
    return wrap_draw(c, (struct area){ a.x + at, a.y, a.cols - at, a.rows }, style, line->words, 0);
}

void look_log(struct canvas *c, struct area a, const struct log_line *lines, int n)
{
    int first = n, rows = 0, cols = a.cols - 3, who = who_columns(lines, n, cols);
    while (first > 0 && rows + log_rows(&lines[first - 1], who, cols) <= a.rows)
        rows += log_rows(&lines[--first], who, cols);
    for (int i = first, y = a.y; i < n; i++) {
        bool newest = i == n - 1;
        canvas_text(c, a.x + 1, y, STYLE_DIM, newest ? "›" : "·");
        struct area line = { a.x + 3, y, cols, a.y + a.rows - y };
        y += put_log_line(c, line, &lines[i], who, newest ? STYLE_PLAIN : STYLE_DIM);
    }
}

void look_too_small(struct canvas *c, int cols, int rows)
{
    char words[80];
    snprintf(words, sizeof words, "Please make the window larger: %dx%d at least.", cols, rows);
    wrap_draw(c, (struct area){ 0, 0, c->cols, c->rows }, STYLE_STRONG, words, 0);
}
