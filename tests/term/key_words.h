/* Keys as words, for tests: "a", "M-a", "^a", "Enter", "paste:a", "mouse:0+3,4", "report:3,1"; with a blank between
 * two. */
#pragma once
#include "base/text.h"
#include "base/utf8.h"
#include "term/keys.h"

static inline void key_word(const struct key *k, struct text *out)
{
    static const char *const names[] = {
        [KEY_ENTER] = "Enter",
        [KEY_TAB] = "Tab",
        [KEY_BACKTAB] = "Backtab",
        [KEY_ESCAPE] = "Escape",
        [KEY_UP] = "Up",
        [KEY_DOWN] = "Down",
        [KEY_LEFT] = "Left",
        [KEY_RIGHT] = "Right",
        [KEY_HOME] = "Home",
        [KEY_END] = "End",
        [KEY_PAGE_UP] = "PgUp",
        [KEY_PAGE_DOWN] = "PgDn",
        [KEY_DELETE] = "Delete",
        [KEY_INSERT] = "Insert",
        [KEY_BACKSPACE] = "Backspace",
        [KEY_UNREADABLE] = "unreadable",
    };
    char ch[5] = "";
    if (k->ch != 0) ch[utf8_encode(k->ch, ch)] = '\0';
    if (out->len > 0) text_add(out, " ");
    if (k->mods & KEY_SHIFT) text_add(out, "S-");
    if (k->mods & KEY_ALT) text_add(out, "M-");
    if (k->mods & KEY_CONTROL) text_add(out, "C-");
    if (k->code == KEY_CHAR)
        text_add(out, "%s", ch);
    else if (k->code == KEY_PASTE)
        text_add(out, "paste:%s", k->ch == '\n' ? "\\n" : k->ch == '\r' ? "\\r" : k->ch == '\t' ? "\\t" : ch);
    else if (k->code == KEY_CTRL)
        text_add(out, "^%s", ch);
    else if (k->code == KEY_MOUSE)
        text_add(out, "mouse:%d%c%d,%d", k->mouse.button,
                 k->mouse.press  ? '+'
                 : k->mouse.drag ? '~'
                                 : '-',
                 k->mouse.x, k->mouse.y);
    else if (k->code == KEY_REPORT)
        text_add(out, "report:%d,%d", k->mouse.x, k->mouse.y);
    else if (k->code >= KEY_F1 && k->code <= KEY_F12)
        text_add(out, "F%d", k->code - KEY_F1 + 1);
    else
        text_add(out, "%s", names[k->code]);
}
