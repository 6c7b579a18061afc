#include "net/telnet_sub.h"

#include "base/clean.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TTYPE_IS, TTYPE_SEND };
enum { ENVIRON_IS, ENVIRON_SEND, ENVIRON_INFO };
enum { ENVIRON_VAR, ENVIRON_VALUE, ENVIRON_ESC, ENVIRON_USERVAR };
enum { CHARSET_REQUEST = 1, CHARSET_ACCEPTED, CHARSET_REJECTED, CHARSET_TTABLE_IS, CHARSET_TTABLE_REJECTED };

#define IAC 255

/* Never USER: a known client crashes when asked, and nothing here would believe it (H12). */
static const char *const asked[] = { "LANG", "COLORTERM", "NO_COLOR" };

static const struct {
    const char *name;
    enum charset_told charset;
} charsets[] = {
    { "UTF-8", CHARSET_TOLD_UTF8 }, { "CP437", CHARSET_TOLD_CP437 },    { "IBM437", CHARSET_TOLD_CP437 },
    { "UTF8", CHARSET_TOLD_UTF8 },  { "US-ASCII", CHARSET_TOLD_ASCII }, { "ASCII", CHARSET_TOLD_ASCII },
};

size_t telnet_sub_ask_ttype(uint8_t payload[TELNET_SUB_REPLY_MAX])
{
    payload[0] = TTYPE_SEND;
    return 1;
}

size_t telnet_sub_ask_environ(uint8_t payload[TELNET_SUB_REPLY_MAX])
{
    static const uint8_t kinds[] = { ENVIRON_VAR, ENVIRON_USERVAR };
    size_t n = 0;
    payload[n++] = ENVIRON_SEND;
    for (size_t kind = 0; kind < sizeof kinds; kind++) {
        for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
            payload[n++] = kinds[kind];
            memcpy(payload + n, asked[i], strlen(asked[i]));
            n += strlen(asked[i]);
        }
    }
    return n;
}

size_t telnet_sub_ask_charset(uint8_t payload[TELNET_SUB_REPLY_MAX])
{
    static const char list[] = ";UTF-8;CP437";
    payload[0] = CHARSET_REQUEST;
    memcpy(payload + 1, list, sizeof list - 1);
    return sizeof list;
}

/* Takes one of each doubled IAC away, in place. Returns the new length. */
static size_t undouble(uint8_t *bytes, size_t n)
{
    size_t length = 0;
    for (size_t i = 0; i < n; i++) {
        bytes[length++] = bytes[i];
        if (bytes[i] == IAC && i + 1 < n && bytes[i + 1] == IAC) i++;
    }
    return length;
}

/* Four bytes, doubled or, by clients that forget it, not (H7). */
static void read_size(struct telnet *t, uint8_t *bytes, size_t n)
{
    if (n != 4 && undouble(bytes, n) != 4) return;
    t->caller->cols = bytes[0] << 8 | bytes[1];
    t->caller->rows = bytes[2] << 8 | bytes[3];
    t->size_told = t->resized = true;
}

/* "MTTS 13", also without the space (H10). */
static bool read_mtts(struct telnet *t, const char *name)
{
    if (strncasecmp(name, "MTTS", 4) != 0 || name[4] < '0' || name[4] > '9') return false;
    long bits = strtol(name + 4, NULL, 10);
    t->caller->mtts = bits > 0xFFFF ? 0xFFFF : (int)bits;
    return true;
}

/* One more terminal type. The first is the terminal, unless the client proves to be a MUD client by "MTTS": then the
 * first is the client's name and the second the terminal. true: ask for another. */
static bool read_ttype(struct telnet *t, const uint8_t *bytes, size_t n)
{
    char name[sizeof t->ttype_last] = "";
    if (t->ttype_done) return false;
    t->ttype_answers++;
    clean_word(name, sizeof name, (const char *)bytes, n);
    bool last = strcasecmp(name, t->ttype_last) == 0, first = strcasecmp(name, t->caller->client) == 0;
    bool mtts = read_mtts(t, name);
    t->ttype_done = last || first || mtts || t->ttype_answers == TELNET_TTYPE_MAX;
    if (mtts && t->ttype_second[0] != '\0') memcpy(t->caller->term, t->ttype_second, sizeof name);
    /* The one that was sent last is in force (RFC 1091): behind the end of the list comes the first again. */
    if (t->ttype_done) return last && !first;
    memcpy(t->ttype_last, name, sizeof name);
    if (t->ttype_answers == 1) {
        memcpy(t->caller->client, name, sizeof name);
        memcpy(t->caller->term, name, sizeof name);
    } else if (t->ttype_answers == 2) {
        memcpy(t->ttype_second, name, sizeof name);
    }
    return true;
}

static enum charset_told charset_of(const uint8_t *name, size_t n)
{
    for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++)
        if (strlen(charsets[i].name) == n && strncasecmp(charsets[i].name, (const char *)name, n) == 0)
            return charsets[i].charset;
    return CHARSET_TOLD_NONE;
}

/* The peer's list: its own first choice that we know is accepted, by the name the peer used. */
static size_t choose_charset(struct telnet *t, const uint8_t *list, size_t n, uint8_t *reply)
{
    static const char table[] = "[TTABLE ]"; /* and a version: the peer could send a table, which is not wanted */
    size_t before = sizeof table - 1;
    if (n > before && memcmp(list, table, before) == 0) list += before + 1, n -= before + 1;
    for (size_t at = 1, length; at < n; at += length + 1) {
        const uint8_t *name = list + at, *end = memchr(name, list[0], n - at);
        length = end != NULL ? (size_t)(end - name) : n - at;
        enum charset_told charset = charset_of(name, length);
        if (charset == CHARSET_TOLD_NONE) continue;
        t->caller->charset_told = charset;
        reply[0] = CHARSET_ACCEPTED;
        memcpy(reply + 1, name, length);
        return 1 + length;
    }
    reply[0] = CHARSET_REJECTED;
    return 1;
}

/* Handles a subnegotiation of CHARSET (RFC 2066). Returns the length of the reply, 0 for none. */
static size_t read_charset(struct telnet *t, const uint8_t *bytes, size_t n, uint8_t *reply)
{
    bool awaited = t->charset_asked && !t->charset_answered;
    switch (bytes[0]) {
    case CHARSET_REQUEST:
        if (!awaited) return choose_charset(t, bytes + 1, n - 1, reply);
        reply[0] = CHARSET_REJECTED; /* the requests crossed: the server's own stands */
        return 1;
    case CHARSET_ACCEPTED:
        if (awaited) t->caller->charset_told = charset_of(bytes + 1, n - 1);
        t->charset_answered = true;
        return 0;
    case CHARSET_REJECTED: t->charset_answered = true; return 0;
    case CHARSET_TTABLE_IS: reply[0] = CHARSET_TTABLE_REJECTED; return 1;
    default: return 0;
    }
}

static void set_variable(struct caller *c, const char *name, const char *value, size_t n)
{
    if (strcmp(name, "LANG") == 0) clean_word(c->lang, sizeof c->lang, value, n);
    if (strcmp(name, "COLORTERM") == 0) clean_word(c->colorterm, sizeof c->colorterm, value, n);
    if (strcmp(name, "NO_COLOR") == 0) c->no_color = n > 0;
}

/* Copies a name or value, its ESCs resolved, up to the next mark; what is too long is cut. Returns the bytes read. */
static size_t environ_word(const uint8_t *bytes, size_t n, char *out, size_t size, size_t *length)
{
    size_t i = 0;
    *length = 0;
    for (; i < n; i++) {
        bool escaped = bytes[i] == ENVIRON_ESC && i + 1 < n;
        if (!escaped && (bytes[i] <= ENVIRON_VALUE || bytes[i] == ENVIRON_USERVAR)) break;
        if (escaped) i++;
        if (*length + 1 < size) out[(*length)++] = (char)bytes[i];
    }
    out[*length] = '\0';
    return i;
}

/* Pairs of name and value. A name without value says that there is none, which is also what we think. */
static void read_environ(struct telnet *t, const uint8_t *bytes, size_t n)
{
    char name[32] = "", word[64];
    while (n > 0) {
        uint8_t mark = *bytes++;
        n--;
        if (mark != ENVIRON_VAR && mark != ENVIRON_USERVAR && mark != ENVIRON_VALUE) continue;
        size_t length, took = environ_word(bytes, n, word, sizeof word, &length);
        if (mark == ENVIRON_VALUE) set_variable(t->caller, name, word, length);
        clean_word(name, sizeof name, mark == ENVIRON_VALUE ? "" : word, mark == ENVIRON_VALUE ? 0 : length);
        bytes += took;
        n -= took;
    }
    t->environ_told = true;
}

size_t telnet_sub_read(struct telnet *t, enum telnet_option option, uint8_t reply[TELNET_SUB_REPLY_MAX])
{
    uint8_t *bytes = t->sub + 1;
    size_t n = t->sub_length - 1u;
    if (option == TELNET_NAWS) return read_size(t, bytes, n), 0;
    n = undouble(bytes, n);
    if (option == TELNET_TTYPE) {
        bool is = n > 0 && bytes[0] == TTYPE_IS;
        if (n > 0 && !is) return 0;
        return read_ttype(t, bytes + is, n - is) ? telnet_sub_ask_ttype(reply) : 0;
    }
    if (n == 0 || (option != TELNET_CHARSET && option != TELNET_ENVIRON)) return 0;
    if (option == TELNET_CHARSET) return read_charset(t, bytes, n, reply);
    if (bytes[0] == ENVIRON_IS || bytes[0] == ENVIRON_INFO) read_environ(t, bytes + 1, n - 1);
    return 0;
}
