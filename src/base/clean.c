#include "base/clean.h"

#include "base/text.h"
#include "base/utf8.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <utf8proc.h>

#define COMBINING_MARKS_MAX 2
#define INPUT_MAX 4096 /* longer input is cut first */

bool clean_character(uint32_t c)
{
    if (c == 0x115F || c == 0x1160 || c == 0x3164 || c == 0xFFA0 || c == 0x2800) return false;
    if ((c >= 0xFE00 && c <= 0xFE0F) || (c >= 0xE0100 && c <= 0xE01EF) || c == 0x034F) return false;
    if (c == UTF8_REPLACEMENT) return false;
    switch (utf8proc_category((utf8proc_int32_t)c)) {
    case UTF8PROC_CATEGORY_CC:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_CS:
    case UTF8PROC_CATEGORY_CO:
    case UTF8PROC_CATEGORY_CN:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP: return false;
    default: return true;
    }
}

static bool is_mark(uint32_t c)
{
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)c);
    return category == UTF8PROC_CATEGORY_MN || category == UTF8PROC_CATEGORY_ME || category == UTF8PROC_CATEGORY_MC;
}

static bool is_space(uint32_t c)
{
    return c == '\t' || utf8proc_category((utf8proc_int32_t)c) == UTF8PROC_CATEGORY_ZS;
}

/* Appends the allowed characters of in, with spaces folded, not composed yet. */
static void append_allowed(struct text *t, const char *in, size_t n)
{
    int marks = 0;
    bool space = false;
    for (size_t took; n > 0; in += took, n -= took) {
        uint32_t c;
        took = utf8_decode(in, n, &c);
        if (is_space(c)) {
            space = t->len > 0;
            continue;
        }
        if (!clean_character(c)) continue;
        marks = is_mark(c) ? marks + 1 : 0;
        if (marks > COMBINING_MARKS_MAX || (marks > 0 && (t->len == 0 || space))) continue;
        if (space) text_put(t, " ", 1);
        space = false;
        char bytes[4];
        text_put(t, bytes, utf8_encode(c, bytes));
    }
}

size_t clean_line(char *out, size_t size, const char *in, size_t n)
{
    char buf[INPUT_MAX];
    struct text kept, result;
    text_init(&kept, buf, sizeof buf);
    append_allowed(&kept, in, n < INPUT_MAX ? n : INPUT_MAX);
    utf8proc_uint8_t *composed = utf8proc_NFC((const utf8proc_uint8_t *)buf);
    const char *from = composed ? (const char *)composed : buf;
    text_init(&result, out, size);
    text_put(&result, from, strlen(from));
    free(composed);
    while (result.len > 0 && out[result.len - 1] == ' ') out[--result.len] = '\0'; /* the cut may be after a space */
    return result.len;
}

size_t clean_word(char *out, size_t size, const char *in, size_t n)
{
    size_t len = 0;
    for (; n > 0 && len + 1 < size; in++, n--)
        if (*in > 0x20 && *in < 0x7F) out[len++] = *in;
    out[len] = '\0';
    return len;
}

size_t clean_escape(char *out, size_t size, const char *in, size_t n)
{
    size_t len = 0;
    for (; n > 0; in++, n--) {
        unsigned char c = (unsigned char)*in;
        char one[5];
        int took = c == '\\'               ? snprintf(one, sizeof one, "\\\\")
                   : c >= 0x20 && c < 0x7F ? snprintf(one, sizeof one, "%c", c)
                                           : snprintf(one, sizeof one, "\\x%02x", c);
        if (len + (size_t)took + 1 > size) break;
        memcpy(out + len, one, (size_t)took);
        len += (size_t)took;
    }
    out[len] = '\0';
    return len;
}

/* Names by which somebody could pass for the house, or for a login to it. */
static const char *const reserved[] = {
    "admin",  "administrator", "anonymous", "bot",       "computer", "dealer", "everybody",   "everyone", "guest",
    "guests", "help",          "host",      "house",     "king",     "kings",  "moderator",   "nobody",   "north",
    "south",  "east",          "west",      "operator",  "play",     "player", "root",        "server",   "staff",
    "stock",  "sysop",         "system",    "moderator", "table",    "watch",  "kingscorner", "you",      "new",
};

static bool is_name_character(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/* A name that begins with - would look like an option, and one with _ like nothing. */
static bool begins_name(char c)
{
    return is_name_character(c) && c != '_' && c != '-';
}

const char *clean_name_why(const char *name)
{
    size_t n = strlen(name);
    if (n < 2) return "A name has at least 2 characters.";
    if (n > NAME_MAX_LENGTH) return "A name has at most 16 characters.";
    for (size_t i = 0; i < n; i++)
        if (!is_name_character(name[i])) return "A name is made of A to Z, digits, - and _ only.";
    if (!begins_name(name[0])) return "A name begins with a letter or a digit.";
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (strcasecmp(name, reserved[i]) == 0) return "That name is reserved by the house.";
    if (strncasecmp(name, "guest-", 6) == 0) return "Names that begin with guest- are for guests.";
    return NULL;
}

/* Replaces every pair by one, from the left. */
static void join_pairs(char *text, const char pair[3], char one)
{
    char *to = text;
    for (const char *at = text; *at != '\0'; to++) {
        bool here = at[0] == pair[0] && at[1] == pair[1];
        *to = here ? one : *at;
        at += here ? 2 : 1;
    }
    *to = '\0';
}

void clean_skeleton(char out[NAME_MAX_LENGTH + 1], const char *name)
{
    size_t len = 0;
    for (; *name != '\0' && len < NAME_MAX_LENGTH; name++) {
        char c = *name >= 'A' && *name <= 'Z' ? (char)(*name - 'A' + 'a') : *name;
        if (c == '-' || c == '_') continue;
        out[len++] = c == 'i' || c == '1' ? 'l' : c == '0' ? 'o' : c;
    }
    out[len] = '\0';
    join_pairs(out, "rn", 'm');
    join_pairs(out, "vv", 'w');
}

const char *clean_new_name_why(const char *name)
{
    char skeleton[NAME_MAX_LENGTH + 1], other[NAME_MAX_LENGTH + 1];
    const char *why = clean_name_why(name);
    if (why != NULL) return why;
    clean_skeleton(skeleton, name);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        clean_skeleton(other, reserved[i]);
        if (strcmp(skeleton, other) == 0) return "That name looks like one that is reserved by the house.";
    }
    return strncmp(skeleton, "guest", 5) == 0 ? "Names that begin with guest are for guests." : NULL;
}

void clean_name(char out[NAME_MAX_LENGTH + 1], const char *in)
{
    size_t len = 0;
    for (; *in != '\0' && len < NAME_MAX_LENGTH; in++)
        if (len > 0 ? is_name_character(*in) : begins_name(*in)) out[len++] = *in;
    out[len] = '\0';
    if (clean_new_name_why(out) != NULL) out[0] = '\0';
}
