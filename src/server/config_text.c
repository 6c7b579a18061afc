#include "server/config_text.h"

#include <string.h>

/* The characters that end a word without quotation marks. */
#define ENDS " \t\n\"'#={}(),+"

struct scan {
    char *at;
    int line;
    const char *file;
    struct config_text_key *keys;
    size_t n;
    struct err *e;
};

/* Replaces marks that some editors write by spaces: U+FEFF at the beginning, U+00A0, and CR at the ends of lines. */
static void blank_marks(char *text)
{
    if (strncmp(text, "\xEF\xBB\xBF", 3) == 0) memset(text, ' ', 3);
    for (char *at = text; (at = strstr(at, "\xC2\xA0")) != NULL;) memset(at, ' ', 2);
    for (char *at = text; (at = strchr(at, '\r')) != NULL;) *at = at[1] == '\n' ? ' ' : '\n';
}

static bool scan_refuse(const struct scan *s, int line, const char *reason)
{
    return err_set(s->e, "%s:%d: %s", s->file, line, reason);
}

/* U+2018 to U+201F, which some editors make from a plain quotation mark. It would become a part of the value. */
static bool is_curly(const char *at)
{
    return strncmp(at, "\xE2\x80", 2) == 0 && (unsigned char)at[2] >= 0x98 && (unsigned char)at[2] <= 0x9F;
}

/* libconfuse would insert the value of a variable, or nothing if it is not set. */
static bool is_variable(const char *at)
{
    return strncmp(at, "${", 2) == 0;
}

/* libconfuse 3.3 counts such a comment as several lines, and takes one without an end as the rest of the file. */
static bool is_other_comment(const char *at)
{
    return strncmp(at, "//", 2) == 0 || strncmp(at, "/*", 2) == 0;
}

static bool pass_quoted(struct scan *s)
{
    const char quote = *s->at++;
    const int line = s->line;
    for (; *s->at != quote; s->at++) {
        if (*s->at == '\0') return scan_refuse(s, line, "the quotation mark is never closed");
        if (quote == '"' && is_variable(s->at))
            return scan_refuse(s, s->line, "a variable, ${...}, is not replaced: write its value");
        if (*s->at == '\\' && s->at[1] != '\0') s->at++;
        s->line += *s->at == '\n';
    }
    s->at++;
    return true;
}

/* Notes the line of a key; false: it has one already. */
static bool note_key(struct scan *s, const char *word, size_t length)
{
    for (struct config_text_key *k = s->keys; k < s->keys + s->n; k++) {
        if (strlen(k->name) != length || memcmp(k->name, word, length) != 0) continue;
        if (k->line != 0)
            return err_set(s->e, "%s:%d: %s is set a second time, after line %d: once is enough", s->file, s->line,
                           k->name, k->line);
        k->line = s->line;
    }
    return true;
}

static bool pass_word(struct scan *s)
{
    const char *word = s->at;
    if (is_other_comment(word)) return scan_refuse(s, s->line, "a comment begins with #");
    size_t length = strcspn(word, ENDS);
    for (; s->at < word + length; s->at++) {
        if (is_curly(s->at)) return scan_refuse(s, s->line, "a curly quotation mark: plain ones (\") are wanted");
        if (is_variable(s->at)) return scan_refuse(s, s->line, "a variable, ${...}, is not replaced: write its value");
    }
    const char *next = s->at + strspn(s->at, " \t\n");
    return *next == '=' || strncmp(next, "+=", 2) == 0 ? note_key(s, word, length) : true;
}

static bool pass_one(struct scan *s)
{
    if (*s->at == '"' || *s->at == '\'') return pass_quoted(s);
    if (*s->at == '#') { /* libconfuse 3.3 counts a comment as three lines; blank, it is one */
        size_t length = strcspn(s->at, "\n");
        memset(s->at, ' ', length);
        s->at += length;
        return true;
    }
    if (strchr(ENDS, *s->at) == NULL) return pass_word(s);
    s->line += *s->at++ == '\n';
    return true;
}

/* The first pass blanks the comments; the second finds the keys, also those with a comment between key and "=". */
bool config_text_prepare(char *text, const char *file, struct config_text_key *keys, size_t n, struct err *e)
{
    blank_marks(text);
    struct scan s = { .at = text, .line = 1, .file = file, .keys = keys, .e = e };
    while (*s.at != '\0')
        if (!pass_one(&s)) return false;
    s = (struct scan){ .at = text, .line = 1, .file = file, .keys = keys, .n = n, .e = e };
    while (*s.at != '\0')
        if (!pass_one(&s)) return false;
    return true;
}
