#include "term/kind.h"

#include <stddef.h>
#include <string.h>
#include <strings.h>

enum mtts {
    MTTS_VT100 = 2,
    MTTS_UTF8 = 4,
    MTTS_256_COLOURS = 8,
    MTTS_SCREEN_READER = 64,
    MTTS_TRUECOLOR = 256,
};

/* ANSI-BBS and similar terminals; NetRunner and SyncTERM show suits. */
#define BBS                                                                                                            \
    {                                                                                                                  \
        .charset = CHARSET_CP437, .colours = COLOURS_16, .wraps_at_once = true, .bold_is_bright = true,                \
        .probe = PROBE_SIZE                                                                                            \
    }
#define BBS_WITH_SUITS                                                                                                 \
    {                                                                                                                  \
        .charset = CHARSET_CP437, .colours = COLOURS_16, .wraps_at_once = true, .bold_is_bright = true,                \
        .probe = PROBE_SIZE, .shows_suits = true                                                                       \
    }
#define XTERM                                                                                                          \
    {                                                                                                                  \
        .charset = CHARSET_UTF8, .colours = COLOURS_16, .alt_screen = true, .erases_in_colour = true,                  \
        .probe = PROBE_SUIT                                                                                            \
    }
#define XTERM_256                                                                                                      \
    {                                                                                                                  \
        .charset = CHARSET_UTF8, .colours = COLOURS_256, .alt_screen = true, .erases_in_colour = true,                 \
        .probe = PROBE_SUIT                                                                                            \
    }
#define ST                                                                                                             \
    {                                                                                                                  \
        .charset = CHARSET_UTF8, .colours = COLOURS_16, .alt_screen = true, .erases_in_colour = true,                  \
        .probe = PROBE_SUIT, .dialect = DIALECT_ST                                                                     \
    }
#define ST_256                                                                                                         \
    {                                                                                                                  \
        .charset = CHARSET_UTF8, .colours = COLOURS_256, .alt_screen = true, .erases_in_colour = true,                 \
        .probe = PROBE_SUIT, .dialect = DIALECT_ST                                                                     \
    }
/* GNU screen, tmux under the name of screen, or unknown: erased cells may have no colour. */
#define LIKE_XTERM                                                                                                     \
    {                                                                                                                  \
        .charset = CHARSET_UTF8, .colours = COLOURS_16, .alt_screen = true, .probe = PROBE_SUIT                        \
    }
#define LIKE_XTERM_256                                                                                                 \
    {                                                                                                                  \
        .charset = CHARSET_UTF8, .colours = COLOURS_256, .alt_screen = true, .probe = PROBE_SUIT                       \
    }
/* A MUD client shows lines and their colours, and is no terminal although telnet agrees on one. A client that can do
 * more says so by MTTS. */
#define MUD_CLIENT                                                                                                     \
    {                                                                                                                  \
        .charset = CHARSET_ASCII, .plain = true, .lines = true                                                         \
    }
#define DEC                                                                                                            \
    {                                                                                                                  \
        .charset = CHARSET_ASCII, .colours = COLOURS_MONO, .bold_is_bright = true                                      \
    }

/* A telnet client that said nothing we know gets the least that all terminals with cursor addressing share (H18). */
static const struct terminal_kind unknown_on_telnet = {
    .charset = CHARSET_ASCII, .colours = COLOURS_16, .wraps_at_once = true, .bold_is_bright = true
};

static const struct terminal_kind unknown_on_ssh = LIKE_XTERM; /* (H38) */

/* The first row that matches TERM counts; upper and lower case are equal, and a star at an end matches anything. */
static const struct {
    const char *pattern;
    struct terminal_kind kind;
} kinds[] = {
    { "mudlet*", MUD_CLIENT },
    { "mushclient*", MUD_CLIENT },
    { "cmud*", MUD_CLIENT },
    { "zmud*", MUD_CLIENT },
    { "blowtorch*", MUD_CLIENT },
    { "kildclient*", MUD_CLIENT },
    { "beipmu*", MUD_CLIENT },
    { "potato*", MUD_CLIENT },
    { "simplemu*", MUD_CLIENT },
    { "atlantis*", MUD_CLIENT },
    { "dumb*", { .charset = CHARSET_ASCII, .plain = true } },
    { "syncterm*", BBS_WITH_SUITS },
    { "cterm*", BBS_WITH_SUITS },
    { "ansi-256color*", BBS_WITH_SUITS },
    { "netrunner*", BBS_WITH_SUITS },
    { "ansi*", BBS },
    { "pcansi*", BBS },
    { "scoansi*", BBS },
    { "linux*", { .charset = CHARSET_UTF8, .colours = COLOURS_16, .dialect = DIALECT_LINUX } },
    { "*-mono", { .charset = CHARSET_UTF8, .colours = COLOURS_MONO, .alt_screen = true } },
    { "*-m", { .charset = CHARSET_UTF8, .colours = COLOURS_MONO, .alt_screen = true } },
    { "screen-256color*", LIKE_XTERM_256 },
    { "screen.xterm-256color*", LIKE_XTERM_256 },
    { "screen*", LIKE_XTERM },
    { "st", ST },
    { "st-*", ST_256 },
    { "stterm*", ST_256 },
    { "*-256color", XTERM_256 },
    { "*-direct", XTERM_256 },
    { "xterm-kitty", XTERM_256 },
    { "xterm-ghostty", XTERM_256 },
    { "alacritty*", XTERM_256 },
    { "foot*", XTERM_256 },
    { "wezterm*", XTERM_256 },
    { "contour*", XTERM_256 },
    { "xterm*", XTERM },
    { "tmux*", XTERM },
    { "rxvt*", XTERM },
    { "putty*", XTERM },
    { "konsole*", XTERM },
    { "vte*", XTERM },
    { "gnome*", XTERM },
    { "vt52*", { .charset = CHARSET_ASCII, .plain = true } },
    { "vt*", DEC },
    { "dec-vt*", DEC },
};

static bool term_matches(const char *pattern, const char *term)
{
    size_t n = strlen(pattern), m = strlen(term);
    if (pattern[0] == '*') return m >= n - 1 && strcasecmp(term + m - (n - 1), pattern + 1) == 0;
    if (pattern[n - 1] == '*') return strncasecmp(term, pattern, n - 1) == 0;
    return strcasecmp(term, pattern) == 0;
}

static const char *or_empty(const char *word)
{
    return word != NULL ? word : "";
}

static struct terminal_kind by_term(const struct terminal_hints *h)
{
    const char *term = or_empty(h->term);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (term_matches(kinds[i].pattern, term)) return kinds[i].kind;
    return h->ssh ? unknown_on_ssh : unknown_on_telnet;
}

/* The charset of a locale, such as "de_DE.UTF-8" or "C". false: it names none. */
static bool by_locale(const char *lang, enum charset *cs)
{
    if (strcasestr(lang, "utf-8") != NULL || strcasestr(lang, "utf8") != NULL)
        *cs = CHARSET_UTF8;
    else if (strcasestr(lang, "cp437") != NULL || strcasestr(lang, "ibm437") != NULL)
        *cs = CHARSET_CP437;
    else if (strchr(lang, '.') != NULL || strcmp(lang, "C") == 0 || strcmp(lang, "POSIX") == 0)
        *cs = CHARSET_ASCII;
    else
        return false;
    return true;
}

static enum charset choose_charset(const struct terminal_hints *h, enum charset usual)
{
    if (h->mtts & MTTS_UTF8) return CHARSET_UTF8;
    if (h->charset_told >= 0 && h->charset_told <= CHARSET_ASCII) return (enum charset)h->charset_told;
    by_locale(or_empty(h->lang), &usual);
    /* A client that lists its abilities without UTF-8 does not have it. */
    return h->mtts != 0 && usual == CHARSET_UTF8 ? CHARSET_ASCII : usual;
}

static enum colours choose_colours(const struct terminal_hints *h, enum colours usual)
{
    const char *colorterm = or_empty(h->colorterm);
    if (h->no_color) return COLOURS_MONO;
    if (h->mtts & MTTS_TRUECOLOR) return COLOURS_TRUE;
    if (strcasecmp(colorterm, "truecolor") == 0 || strcasecmp(colorterm, "24bit") == 0) return COLOURS_TRUE;
    return h->mtts & MTTS_256_COLOURS ? COLOURS_256 : usual;
}

/* GNU screen 4 passes on the COLORTERM of the outer terminal, but has no such colours. All other terminals with true
 * colours are new enough to erase in colour. */
static void settle_true_colours(const struct terminal_hints *h, struct terminal_kind *kind)
{
    if (term_matches("screen*", or_empty(h->term)))
        kind->colours = COLOURS_256;
    else
        kind->erases_in_colour = kind->alt_screen;
}

/* The abilities that a client reports take precedence over its name and over its telnet options. */
static bool is_line_client(const struct terminal_hints *h, const struct terminal_kind *by_name)
{
    if (h->ssh) return false;
    return h->mtts != 0 ? !(h->mtts & MTTS_VT100) : by_name->lines;
}

struct terminal_kind terminal_kind_of(const struct terminal_hints *h)
{
    struct terminal_kind kind = by_term(h);
    bool nameless = h->ssh && or_empty(h->term)[0] == '\0';
    bool lines = is_line_client(h, &kind);
    if (lines || kind.plain || nameless || !h->pty || (h->mtts & MTTS_SCREEN_READER))
        return (struct terminal_kind){ .charset = CHARSET_ASCII, .plain = true, .lines = lines };
    kind.charset = choose_charset(h, kind.charset);
    kind.colours = choose_colours(h, kind.colours);
    if (kind.colours == COLOURS_TRUE) settle_true_colours(h, &kind);
    return kind;
}
