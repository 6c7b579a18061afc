#include "screens/menu.h"

#include "base/text.h"
#include "base/utf8.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- keys and words --- */

bool key_interrupts(const struct key *k)
{
    return k->code == KEY_CTRL && (k->ch == 'c' || k->ch == 'd');
}

bool key_is(const struct key *k, char letter)
{
    return k->code == KEY_CHAR && k->ch == (uint32_t)(unsigned char)letter;
}

bool key_is_small(const struct key *k)
{
    return k->code != KEY_CHAR || (k->ch < 0x80 && utf8_lower(k->ch) == k->ch);
}

bool menu_leaves(const struct key *k)
{
    return k->code == KEY_ESCAPE || key_is(k, 'q') || key_interrupts(k);
}

bool menu_helps(const struct key *k)
{
    return k->code == KEY_F1 || key_is(k, '?');
}

bool line_is(const char *line, const char *word)
{
    return strcasecmp(line, word) == 0;
}

bool menu_quits(const char *line)
{
    static const char *const words[] = { "quit", "q", "back", "exit", "bye" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (line_is(line, words[i])) return true;
    return false;
}

/* --- menus --- */

static int row_of_letter(const struct choice *rows, int n, uint32_t ch)
{
    for (int i = 0; i < n; i++)
        if ((uint32_t)tolower((unsigned char)rows[i].label[0]) == ch) return i;
    for (int i = 0; i < n; i++)
        if ((uint32_t)rows[i].word[0] == ch) return i;
    return -1;
}

/* Numbers count from 1 and leave out the bare rows. */
static int row_of_number(const struct choice *rows, int n, long number)
{
    for (int i = 0; i < n; i++)
        if (!rows[i].bare && --number == 0) return i;
    return -1;
}

static int menu_character(const struct choice *rows, int n, uint32_t ch)
{
    bool digit = ch >= '1' && ch <= '9';
    int row = digit ? row_of_number(rows, n, (long)(ch - '0')) : row_of_letter(rows, n, ch);
    return row >= 0 ? row : MENU_IGNORED;
}

int menu_key(int *at, const struct choice *rows, int n, int extra, const struct key *k)
{
    int all = n + extra;
    bool letter = k->code == KEY_CHAR;
    if (k->code == KEY_ENTER || (letter && k->ch == ' ')) return *at;
    int to = *at;
    if (k->code == KEY_DOWN || k->code == KEY_TAB || (letter && k->ch == 'j'))
        to = (*at + 1) % all;
    else if (k->code == KEY_UP || k->code == KEY_BACKTAB || (letter && k->ch == 'k'))
        to = (*at + all - 1) % all;
    else if (k->code == KEY_HOME || k->code == KEY_PAGE_UP)
        to = 0;
    else if (k->code == KEY_END || k->code == KEY_PAGE_DOWN)
        to = all - 1;
    else
        return letter ? menu_character(rows, n, k->ch) : MENU_IGNORED;
    *at = to;
    return MENU_MOVED;
}

static int widest(const struct choice *rows, int n, bool abouts)
{
    int most = 0;
    for (int i = 0; i < n; i++) {
        int cols = utf8_columns(abouts ? rows[i].about : rows[i].label);
        if (cols > most) most = cols;
    }
    return most;
}

#define LABEL_X 5 /* after the mark and the number */
#define ABOUT_GAP 2

/* The abouts stand beside all choices or beside none. */
static bool abouts_fit(int cols, const struct choice *rows, int n)
{
    return LABEL_X + widest(rows, n, false) + ABOUT_GAP + widest(rows, n, true) <= cols;
}

const char *menu_about(int cols, const struct choice *rows, int n, int at)
{
    return at >= n || abouts_fit(cols, rows, n) ? "" : rows[at].about;
}

static void draw_choice(struct canvas *c, struct area row, const struct choice *choice, int number, int about_x,
                        bool here)
{
    unsigned strong = here ? STYLE_FOCUS : STYLE_STRONG, weak = here ? STYLE_FOCUS : STYLE_PLAIN;
    if (here) canvas_fill(c, row, STYLE_FOCUS, ' ');
    canvas_text(c, row.x, row.y, weak, here ? "▸" : " ");
    if (!choice->bare) canvas_add(c, row.x + 2, row.y, weak, "%d", number);
    canvas_text_cut(c, row.x + LABEL_X, row.y, strong, choice->label, row.cols - LABEL_X);
    if (about_x > 0) canvas_text(c, about_x, row.y, weak, choice->about);
    if (!here) return;
    c->cursor_x = row.x;
    c->cursor_y = row.y;
}

int menu_draw(struct canvas *c, struct area a, const struct choice *rows, int n, int at)
{
    int about_x = abouts_fit(a.cols, rows, n) ? a.x + LABEL_X + widest(rows, n, false) + ABOUT_GAP : 0;
    int from = n > a.rows && at >= a.rows ? (at < n ? at : n - 1) - a.rows + 1 : 0;
    for (int i = 0, number = 0; i < n && i < from + a.rows; i++) {
        number += !rows[i].bare;
        if (i >= from)
            draw_choice(c, (struct area){ a.x, a.y + i - from, a.cols, 1 }, &rows[i], number, about_x, i == at);
    }
    return n < a.rows ? n : a.rows;
}

void menu_say(const struct choice *rows, int n, struct text *out)
{
    for (int i = 0, number = 0; i < n; i++) {
        if (!rows[i].bare) text_add(out, "%d ", ++number);
        text_add(out, "%s (%s)%s%s\n", rows[i].label, rows[i].word, rows[i].about[0] ? ": " : "", rows[i].about);
    }
}

int menu_line(const struct choice *rows, int n, const char *line)
{
    char *end;
    long number = strtol(line, &end, 10);
    if (end != line && *end == '\0') return number >= 1 ? row_of_number(rows, n, number) : -1;
    for (int i = 0; i < n; i++)
        if (line_is(line, rows[i].word)) return i;
    return -1;
}
