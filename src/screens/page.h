/* A page of help: a file of ansi/help/ or of a game's folder, UTF-8 text that is drawn at any width and said in plain
 * mode.
 *
 * Its first line is the title. Lines of a paragraph are joined and broken anew; a line that begins with a blank stands
 * as it is, one that begins with "- " begins a point of a list. Lines that begin with @ are for us:
 *   @art lobby.ans     a picture by its name, above the title, where both find room
 *   @keys, @words      a page of keys (not shown in plain mode), of typed words (there it comes first)
 *   @cards ...         things in a row, parted by blanks: cards (9s; a pile: Th9s), empty places ([K], []), and words
 *                      (with _ for a blank). Drawn as cards; in small windows as text, in plain mode in words. */
#pragma once
#include "term/canvas.h"

#include <stdbool.h>

struct text;

enum page_kind { PAGE_FOR_ALL, PAGE_OF_KEYS, PAGE_OF_WORDS };

struct page {
    enum page_kind kind;
    char title[48], art[24]; /* art: "" for none */
    const char *body;        /* what comes after the title; a constant */
};

/* The page of that name ("lobby.txt"); it is there: asserted. */
void page_read(struct page *p, const char *name);

/* In area a from line *from on, which is first brought back to the last one with which the page is still full. Returns
 * that line; 0: all of it is seen. */
int page_draw(struct canvas *c, struct area a, const struct page *p, int *from);

/* How many lines it takes in an area of that size. */
int page_lines(struct area a, const struct page *p);

/* Without its title, each paragraph a line. */
void page_say(const struct page *p, struct text *out);
