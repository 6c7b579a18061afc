#include "screens/seeing.h"

#include "screens/layout.h"
#include "screens/menu.h"

#include <stdio.h>
#include <string.h>

static const struct seeing ways[] = {
    { .name = "", .about = "as the terminal seems to be" },
    { .name = "utf8",
      .about = "UTF-8: suits and boxes of Unicode",
      .short_name = "UTF-8",
      .told = "UTF-8 now, with signs for suits",
      .charset = CHARSET_UTF8 },
    { .name = "cp437",
      .about = "CP437: the IBM PC's characters, for BBS terminals",
      .short_name = "CP437",
      .told = "CP437 now, as BBS terminals have it",
      .charset = CHARSET_CP437 },
    { .name = "ascii",
      .about = "ASCII: letters for suits, no special characters",
      .short_name = "ASCII",
      .told = "ASCII now, with letters for suits",
      .charset = CHARSET_ASCII },
    { .name = "plain",
      .about = "plain lines: for screen readers and teletypes",
      .short_name = "plain lines",
      .told = "plain lines now",
      .charset = CHARSET_ASCII,
      .plain = true },
};
#define WAYS (int)(sizeof ways / sizeof *ways)

#define NO_KEYS                                                                                                        \
    "Your side sends whole lines, and pictures need single keys, so it stays plain lines. Come by ssh in a terminal "  \
    "window, or by telnet in character mode, for pictures."

const struct seeing *seeing_find(const char *name)
{
    for (int k = 0; k < WAYS; k++)
        if (strcmp(ways[k].name, name) == 0) return &ways[k];
    return &ways[0];
}

/* The number of the present way of seeing, never 0. */
static int shown(const struct visit *v)
{
    const struct terminal_kind *kind = session_kind(v->session);
    int k = 1;
    while (k < WAYS - 1 && (ways[k].plain != kind->plain || ways[k].charset != kind->charset)) k++;
    return k;
}

static int after(int k)
{
    return k + 1 < WAYS ? k + 1 : 1;
}

static bool has_keys(const struct visit *v)
{
    return session_caller(v->session)->character_mode;
}

static bool is_same(const struct terminal_kind *a, const struct terminal_kind *b)
{
    return a->plain == b->plain && a->charset == b->charset;
}

static void seeing_apply(struct visit *v, const char *name)
{
    const struct seeing *way = seeing_find(name);
    struct terminal_kind kind = v->found;
    if (way != &ways[0] && (has_keys(v) || way->plain)) {
        kind.plain = way->plain;
        kind.charset = way->charset;
        /* Nothing is known about a terminal that was taken for plain. */
        if (v->found.plain && !way->plain) kind.wraps_at_once = true;
    }
    if (!is_same(&kind, session_kind(v->session))) session_set_kind(v->session, kind);
}

/* Applies it, and lets the account remember it. */
static void seeing_set(struct visit *v, const char *name)
{
    struct account *a = &v->account;
    if (name != v->seeing) snprintf(v->seeing, sizeof v->seeing, "%s", name);
    bool news = strcmp(a->charset, v->seeing) != 0;
    memcpy(a->charset, v->seeing, sizeof a->charset);
    seeing_apply(v, v->seeing);
    if (news && a->id != 0) account_set_charset(v->house->store, a->id, a->charset, NULL, NULL);
}

void seeing_begin(struct visit *v)
{
    if (v->seeing[0] != '\0')
        seeing_set(v, v->seeing);
    else
        seeing_apply(v, v->account.charset);
}

/* Says what the person sees, in letters that every way of seeing has. */
static void tell_shown(struct visit *v)
{
    char words[VISIT_NOTE];
    const struct screen *top = session_top(v->session, NULL);
    int k = shown(v);
    const char *next = ways[after(k)].short_name;
    if (ways[k].plain)
        snprintf(words, sizeof words, "You see %s; the word view leads on to %s.", ways[k].told, next);
    else
        snprintf(words, sizeof words, "You see %s; %s again: %s.", ways[k].told,
                 top != NULL && top->text_field ? "F2" : "v", next);
    visit_tell(v, words);
}

static void seeing_choose(struct visit *v, const struct seeing *way)
{
    if (!has_keys(v) && !way->plain && way != &ways[0]) {
        visit_tell(v, NO_KEYS);
        return;
    }
    seeing_set(v, way->name);
    tell_shown(v);
}

void seeing_choose_next(struct visit *v)
{
    int k = (int)(seeing_find(v->account.charset) - ways);
    seeing_choose(v, &ways[(k + 1) % WAYS]);
}

void seeing_go_on(struct visit *v)
{
    seeing_choose(v, &ways[after(shown(v))]);
}

/* --- everywhere --- */

bool seeing_key(struct session *s, const struct key *k)
{
    if (!key_is(k, 'v')) return false;
    seeing_go_on(visit_of(s));
    return true;
}

static bool seeing_key_first(struct session *s, const struct key *k, bool letter)
{
    struct visit *v = visit_of(s);
    if (v->note[0] != '\0' && !session_plain(s)) {
        v->note[0] = '\0';
        session_dirty(s);
    }
    if (k->code != KEY_F2) return letter && seeing_key(s, k);
    seeing_go_on(v);
    return true;
}

static bool seeing_line(struct session *s, const char *typed)
{
    if (!line_is(typed, "view") && !line_is(typed, "v")) return false;
    seeing_go_on(visit_of(s));
    return true;
}

#define FREE_KEYS 2 /* so many keys in a row may mean nothing before the next one gets an answer */

/* Every character of a paste gets the answer, because each one clears the answer to the last. */
static void seeing_unknown(struct session *s, const struct key *k, int before)
{
    struct visit *v = visit_of(s);
    v->foreign = (v->foreign && before > 0) || (k->code == KEY_CHAR && k->ch >= 0x80) || k->code == KEY_UNREADABLE;
    if (k->code == KEY_PASTE)
        visit_tell(v, "What is pasted is not taken here; ? is help.");
    else if (before % (FREE_KEYS + 1) == FREE_KEYS)
        visit_tell(v, v->foreign ? "Keys are Latin letters; ? is help." : "Those keys mean nothing here; ? is help.");
}

static void seeing_draw(struct session *s, struct canvas *c)
{
    const struct visit *v = visit_of(s);
    if (v->note[0] != '\0') layout_message(c, v->note, false);
}

const struct session_common seeing_everywhere = {
    .key = seeing_key_first, .line = seeing_line, .unknown = seeing_unknown, .draw = seeing_draw
};
