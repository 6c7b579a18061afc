/* Menus, and the keys and words that mean the same on every screen. Draws and reads keys; knows no visit. */
#pragma once
#include "term/canvas.h"
#include "term/keys.h"

#include <stdbool.h>

struct text;

/* --- keys and words that mean the same on every screen --- */

bool key_interrupts(const struct key *k); /* Ctrl-C, Ctrl-D */
bool key_is(const struct key *k, char letter);
bool key_is_small(
    const struct key *k); /* neither a capital nor a character beyond ASCII: it does not come again as another key */
bool menu_leaves(const struct key *k);            /* one step back: q, Escape, Ctrl-C, Ctrl-D */
bool menu_helps(const struct key *k);             /* ?, F1 */
bool menu_quits(const char *line);                /* plain mode: quit, q, back, exit, bye */
bool line_is(const char *line, const char *word); /* plain mode: that word, in any case */

/* --- menus --- */

struct choice {
    const char *word;  /* to type in plain mode; its first letter is a key where no label begins with that letter */
    const char *label; /* what is chosen; its first letter is a key */
    const char *about; /* about it; may be "" */
    bool bare;         /* has no number, so that those of the others stay when it comes and goes */
};

/* A key on a menu of n choices; `extra` rows that the screen draws itself follow them. *at is the cursor's row. Returns
 * the chosen row; MENU_MOVED: *at may have changed; MENU_IGNORED: the key has no meaning here. */
enum { MENU_MOVED = -1, MENU_IGNORED = -2 };
int menu_key(int *at, const struct choice *rows, int n, int extra, const struct key *k);

/* Draws a row for each choice, and puts the canvas's cursor on row `at`. Where the area has too few rows, the rows
 * around that one are drawn. Returns how many. */
int menu_draw(struct canvas *c, struct area a, const struct choice *rows, int n, int at);

/* What the message line says about row `at`: its `about` where there is no room for it beside the rows, else "". It
 * lives as long as rows. */
const char *menu_about(int cols, const struct choice *rows, int n, int at);

/* Plain mode. menu_say() adds a numbered line for each choice; menu_line() returns the row that a typed line names by
 * its number or word, -1 for none. */
void menu_say(const struct choice *rows, int n, struct text *out);
int menu_line(const struct choice *rows, int n, const char *line);
