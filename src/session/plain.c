#include "session/plain.h"

#include "base/utf8.h"

#include <string.h>

void plain_init(struct plain *p)
{
    *p = (struct plain){ .wanted = true };
    editor_init(&p->line, EDITOR_MAX_BYTES - 1, false);
}

static const char *line_end(const struct caller *caller)
{
    return caller->transport == TRANSPORT_SSH && !caller->character_mode ? "\n" : "\r\n";
}

void plain_lines(enum charset cs, const char *end, const char *lines, struct text *out)
{
    for (size_t n = strlen(lines), took; n > 0; lines += took, n -= took) {
        uint32_t c;
        char bytes[4];
        took = utf8_decode(lines, n, &c);
        if (c == '\n')
            text_add(out, "%s", end);
        else if (c >= 0x20)
            text_put(out, bytes, charset_encode(cs, c, bytes));
    }
}

static void put(const struct caller *caller, const char *lines, struct text *out)
{
    plain_lines(CHARSET_ASCII, line_end(caller), lines, out);
}

/* Who hears the lines is not to hear the prompt again with each of them: the first character of a line may go over it,
 * as long as nobody has typed there and the line covers it. */
static const char *leave_prompt(const struct plain *p, const struct caller *caller, const char *lines)
{
    bool covers = (int)strcspn(lines, "\n") >= p->prompted - 1;
    return caller->we_echo && p->line.len == 0 && covers ? "\r" : line_end(caller);
}

void plain_tell(struct plain *p, const struct caller *caller, const char *lines, struct text *out)
{
    if (p->prompted > 1 || (p->prompted && p->line.len > 0)) text_add(out, "%s", leave_prompt(p, caller, lines));
    p->prompted = 0;
    put(caller, lines, out);
    size_t n = strlen(lines);
    if (n > 0 && lines[n - 1] != '\n') text_add(out, "%s", line_end(caller));
}

void plain_prompt(struct plain *p, const struct caller *caller, const char *prompt, struct text *out)
{
    if (p->prompted) return;
    p->prompted = 1 + (int)strlen(prompt);
    p->wanted = false;
    put(caller, prompt, out);
    if (caller->we_echo && !p->hidden) put(caller, p->line.text, out);
}

/* True: the key has nothing to do in a line that is too long already, or makes it so. */
static bool takes_no_room(struct plain *p, const struct key *k)
{
    char bytes[4];
    bool text = k->code == KEY_CHAR || (k->code == KEY_PASTE && k->ch != '\n');
    if (k->code == KEY_CTRL && k->ch == 'u') p->overlong = false;
    if (text && p->line.len + (int)utf8_encode(k->ch, bytes) > p->line.max) p->overlong = true;
    return p->overlong && text;
}

bool plain_key(struct plain *p, const struct caller *caller, const struct key *k, const char *prompt, struct text *out)
{
    int before = p->line.len, at = p->line.at;
    if (takes_no_room(p, k)) return false;
    if (caller->we_echo && k->code != KEY_ENTER) plain_prompt(p, caller, prompt, out);
    enum editor_result result = editor_key(&p->line, k);
    if (result == EDITOR_ENTERED) {
        if (caller->we_echo && p->prompted) text_add(out, "%s", line_end(caller));
        p->prompted = 0;
        p->wanted = true;
        return true;
    }
    if (result != EDITOR_EDITED || !caller->we_echo || p->hidden) return false;
    if (p->line.len > before && at == before) {
        put(caller, p->line.text + at, out);
    } else if (p->line.len != before) {
        /* A terminal without escapes cannot take back what it shows: the line is written anew. */
        text_add(out, "%s", line_end(caller));
        p->prompted = 0;
        plain_prompt(p, caller, prompt, out);
    }
    return false;
}

void plain_taken(struct plain *p)
{
    /* It may have been a password. */
    explicit_bzero(p->line.text, sizeof p->line.text);
    editor_init(&p->line, EDITOR_MAX_BYTES - 1, false);
    p->overlong = false;
}

void plain_drop(struct plain *p, const struct caller *caller, struct text *out)
{
    if (caller->we_echo && p->prompted) text_add(out, "%s", line_end(caller));
    p->prompted = 0;
    p->wanted = true;
    plain_taken(p);
}

void plain_hide(struct plain *p, struct conn *conn, bool hide)
{
    if (p->hidden == hide) return;
    p->hidden = hide;
    conn_hide_typing(conn, hide);
}
