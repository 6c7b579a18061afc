#include "screens/scroll.h"

#include "screens/menu.h"
#include "term/wrap.h"

#define LINES_MAX 10000 /* no text is longer: End goes here, and the drawing brings it back */

bool scroll_key(int *from, const struct key *k)
{
    if (k->code == KEY_DOWN || key_is(k, 'j'))
        *from += 1;
    else if (k->code == KEY_UP || key_is(k, 'k'))
        *from -= 1;
    else if (k->code == KEY_PAGE_DOWN || key_is(k, ' '))
        *from += SCROLL_PAGE;
    else if (k->code == KEY_PAGE_UP || key_is(k, 'b'))
        *from -= SCROLL_PAGE;
    else if (k->code == KEY_HOME)
        *from = 0;
    else if (k->code == KEY_END)
        *from = LINES_MAX;
    else
        return false;
    if (*from < 0) *from = 0;
    if (*from > LINES_MAX) *from = LINES_MAX;
    return true;
}

int scroll_last(int *from, int lines, int rows)
{
    int last = lines > rows ? lines - rows : 0;
    if (*from > last) *from = last;
    return last;
}

int scroll_draw(struct canvas *c, struct area a, const char *text, int *from)
{
    int last = scroll_last(from, wrap_lines(text, a.cols), a.rows);
    wrap_draw(c, a, STYLE_PLAIN, text, *from);
    return last;
}
