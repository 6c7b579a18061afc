#include "games/catalogue/record.h"

#include "base/clean.h"
#include "base/utf8.h"
#include "games/catalogue/game_list.h"

#include <assert.h>
#include <sodium.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define TOKEN_MAX 64 /* a move as it is written; no move is that long */
#define VALUES_MAX SEATS_MAX

enum tag { GAME, RULES, SEATS, DEALER, SITE, DATE, ROUND, TOTALS, RESULT, DECK, DEAL, KEY, SEAL, TAGS };

static const char *const tag_names[TAGS] = {
    [GAME] = "Game", [RULES] = "Rules", [SEATS] = "Seats",   [DEALER] = "Dealer", [SITE] = "Site",
    [DATE] = "Date", [ROUND] = "Round", [TOTALS] = "Totals", [RESULT] = "Result", [DECK] = "Deck",
    [DEAL] = "Deal", [KEY] = "Key",     [SEAL] = "Seal",
};

struct position {
    int line, column;
};

struct value {
    const char *at; /* in the bytes being read */
    size_t n;
    struct position position; /* of its first character */
};

struct tag_values {
    int n; /* 0: the tag was not given */
    struct value value[VALUES_MAX];
};

struct reader {
    const char *bytes;
    size_t n, at;
    struct position position;
    struct tag_values tags[TAGS];
    struct record *record;
    const struct record_watch *watch;
    struct record_fault *fault;
};

/* --- refusing --- */

static bool refuse(struct reader *r, struct position where, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static bool refuse(struct reader *r, struct position where, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *r->fault = (struct record_fault){ .line = where.line, .column = where.column };
    vsnprintf(r->fault->reason, sizeof r->fault->reason, format, args);
    va_end(args);
    return false;
}

/* --- characters --- */

static bool is_control(uint32_t c)
{
    return (c < 0x20 && c != '\t' && c != '\r' && c != '\n') || (c >= 0x7F && c <= 0x9F);
}

/* The character at hand, 0 at the end; its length in *took. */
static bool peek(struct reader *r, uint32_t *c, size_t *took)
{
    *c = 0;
    *took = 0;
    if (r->at == r->n) return true;
    if (r->at >= RECORD_BYTES_MAX) return refuse(r, r->position, "A record is at most 1 MiB long.");
    *took = utf8_decode(r->bytes + r->at, r->n - r->at, c);
    bool bad = *c == UTF8_REPLACEMENT && *took == 1;
    if (bad || is_control(*c))
        return refuse(r, r->position, "Bad byte 0x%02x: a record is UTF-8 text without control characters.",
                      (unsigned)(uint8_t)r->bytes[r->at]);
    return true;
}

/* A CR ends a line too where no LF follows: else a comment in such a text would go on to its end. */
static bool ends_line(const struct reader *r, uint32_t c)
{
    return c == '\n' || (c == '\r' && (r->at == r->n || r->bytes[r->at] != '\n'));
}

static void step(struct reader *r, uint32_t c, size_t took)
{
    r->at += took;
    r->position.column++;
    if (ends_line(r, c)) r->position = (struct position){ r->position.line + 1, 1 };
}

/* A space of any width: what is copied out of a chat or a page has no-break ones. */
static bool is_space(uint32_t c)
{
    return c == ' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x202F || c == 0x205F ||
           c == 0x3000;
}

static bool is_blank(uint32_t c)
{
    return is_space(c) || c == '\t' || c == '\r' || c == '\n';
}

/* What editors make of a plain quotation mark. */
static bool is_curly(uint32_t c)
{
    return (c >= 0x2018 && c <= 0x201F) || c == 0xAB || c == 0xBB || c == 0x2033 || c == 0x2036 || c == 0xFF02;
}

/* Some editors begin every text with this mark, which cannot be seen (RFC 3629 6). Anywhere else it is a character like
 * others. */
static void skip_mark(struct reader *r)
{
    static const char mark[] = "\xEF\xBB\xBF";
    if (r->n >= 3 && memcmp(r->bytes, mark, 3) == 0) r->at = 3;
}

/* Where no move and no tag can begin: what cannot be seen has to be told by its number. */
static bool refuse_unseen(struct reader *r, uint32_t c)
{
    if (c < 0x80 || clean_character(c)) return true;
    return refuse(r, r->position, "Here stands U+%04X, a character that cannot be seen: take it out.", (unsigned)c);
}

/* Skips white space and comments; *c is what stands there then. */
static bool skip_blanks(struct reader *r, uint32_t *c)
{
    bool comment = false;
    for (size_t took;; step(r, *c, took)) {
        if (!peek(r, c, &took)) return false;
        if (*c == ';') comment = true;
        if (*c == '\n' || *c == '\r') comment = false;
        if (took == 0) return true;
        if (!comment && !is_blank(*c)) return refuse_unseen(r, *c);
    }
}

/* --- tags --- */

/* After its opening quote. */
static bool read_value(struct reader *r, struct value *v)
{
    *v = (struct value){ .at = r->bytes + r->at, .position = r->position };
    for (bool curly = false;;) {
        uint32_t c;
        size_t took;
        if (!peek(r, &c, &took)) return false;
        if (took == 0 || c == '\n' || c == '\r')
            return refuse(r, r->position,
                          curly ? "The quote has a curly mark and does not end: plain ones (\") are wanted."
                                : "The quote does not end on its line.");
        step(r, c, took);
        if (c == '"') return true;
        curly = curly || is_curly(c);
        v->n += took;
    }
}

static bool read_tag_name(struct reader *r, enum tag *tag, struct position where)
{
    char name[16] = "";
    for (size_t n = 0;;) {
        uint32_t c;
        size_t took;
        if (!peek(r, &c, &took)) return false;
        if (!((c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'))) break;
        if (n + 1 < sizeof name) name[n++] = (char)c;
        step(r, c, took);
    }
    for (int i = 0; i < TAGS; i++)
        if (strcmp(name, tag_names[i]) == 0) {
            *tag = (enum tag)i;
            return true;
        }
    return refuse(r, where, "Unknown tag [%s].", name);
}

/* At its opening bracket. */
static bool read_tag(struct reader *r)
{
    uint32_t c;
    enum tag tag = GAME;
    struct position where = r->position;
    step(r, '[', 1);
    if (!skip_blanks(r, &c) || !read_tag_name(r, &tag, where)) return false;
    struct tag_values *values = &r->tags[tag];
    if (values->n > 0) return refuse(r, where, "The tag [%s] stands here a second time.", tag_names[tag]);
    int most = tag == SEATS ? VALUES_MAX : 1;
    for (;;) {
        if (!skip_blanks(r, &c)) return false;
        if (c == ']' && values->n > 0) break;
        if (is_curly(c))
            return refuse(r, r->position, "[%s] has curly quotes: plain ones (\") are wanted.", tag_names[tag]);
        if (c != '"') return refuse(r, r->position, "[%s] wants a value in quotes and then a bracket.", tag_names[tag]);
        if (values->n == most) return refuse(r, r->position, "[%s] has too many values.", tag_names[tag]);
        step(r, c, 1);
        if (!read_value(r, &values->value[values->n++])) return false;
    }
    step(r, c, 1);
    return true;
}

/* --- values --- */

/* A value as a string with plain spaces; refused when it does not fit. */
static bool value_copy(struct reader *r, enum tag tag, int i, char *out, size_t size)
{
    const struct tag_values *values = &r->tags[tag];
    out[0] = '\0';
    if (i >= values->n) return true;
    const struct value *v = &values->value[i];
    size_t n = 0;
    for (size_t at = 0, took; at < v->n; at += took) {
        uint32_t c;
        took = utf8_decode(v->at + at, v->n - at, &c);
        bool space = is_space(c);
        size_t length = space ? 1 : took;
        if (n + length >= size)
            return refuse(r, v->position, "This value of [%s] is longer than %d bytes.", tag_names[tag], (int)size - 1);
        memcpy(out + n, space ? " " : v->at + at, length);
        n += length;
    }
    out[n] = '\0';
    return true;
}

/* A decimal number without sign or leading zeros. */
static bool value_number(struct reader *r, enum tag tag, uint32_t most, uint32_t *out)
{
    const struct value *v = &r->tags[tag].value[0];
    uint64_t number = 0;
    bool digits = v->n >= 1 && v->n <= 10 && v->at[0] != '0';
    for (size_t i = 0; digits && i < v->n; i++) {
        digits = v->at[i] >= '0' && v->at[i] <= '9';
        number = number * 10 + (uint64_t)(v->at[i] - '0');
    }
    if (!digits || number > most)
        return refuse(r, v->position, "[%s] is a number from 1 to %u.", tag_names[tag], (unsigned)most);
    *out = (uint32_t)number;
    return true;
}

/* size bytes in hex digits. */
static bool value_hex(struct reader *r, enum tag tag, uint8_t *out, size_t size)
{
    const struct value *v = &r->tags[tag].value[0];
    size_t n = 0;
    if (v->n != 2 * size || sodium_hex2bin(out, size, v->at, v->n, NULL, &n, NULL) != 0 || n != size)
        return refuse(r, v->position, "[%s] is %d hex digits.", tag_names[tag], 2 * (int)size);
    return true;
}

static bool read_game(struct reader *r)
{
    char id[RECORD_TEXT];
    /* No move begins so: it is what some program has put in front of a tag. */
    if (r->tags[GAME].n == 0 && r->at < r->n && strchr("`>*|<\"'#-", r->bytes[r->at]) != NULL)
        return refuse(r, r->position,
                      "The record names no game before this: tags in brackets stand first, and [Game] is one of them.");
    if (r->tags[GAME].n == 0) return refuse(r, r->position, "The record names no game: the tag [Game] is missing.");
    if (!value_copy(r, GAME, 0, id, sizeof id)) return false;
    r->record->game = game_find(id);
    return r->record->game != NULL || refuse(r, r->tags[GAME].value[0].position, "There is no such game here.");
}

static bool has_options(const struct reader *r)
{
    return r->record->game->rules_plain[0] != '\0';
}

static bool read_rules(struct reader *r)
{
    char rules[RECORD_TEXT];
    if (!value_copy(r, RULES, 0, rules, sizeof rules)) return false;
    const char *why = r->record->game->rules_parse(&r->record->rules, rules);
    return why == NULL || refuse(r, r->tags[RULES].value[0].position, "%s", why);
}

static bool need_tag(struct reader *r, enum tag tag)
{
    return r->tags[tag].n > 0 ||
           refuse(r, r->position, "This game needs the tag [%s], which is missing.", tag_names[tag]);
}

static bool read_patience(struct reader *r)
{
    static const enum tag refused[] = { RULES, SEATS, DEALER };
    for (size_t i = has_options(r); i < sizeof refused / sizeof *refused; i++)
        if (r->tags[refused[i]].n > 0)
            return refuse(r, r->tags[refused[i]].value[0].position, "A patience takes no tag [%s].",
                          tag_names[refused[i]]);
    r->record->seats = 1;
    return !has_options(r) || (need_tag(r, RULES) && read_rules(r));
}

/* A name that ends with * is a computer player's. */
static bool read_seats(struct reader *r)
{
    struct record *record = r->record;
    const struct tag_values *seats = &r->tags[SEATS];
    record->seats = seats->n;
    if (seats->n < record->game->seats_min || seats->n > record->game->seats_max)
        return refuse(r, seats->value[0].position, "[Seats] names %d to %d players.", record->game->seats_min,
                      record->game->seats_max);
    for (int i = 0; i < seats->n; i++) {
        char *name = record->names[i + 1];
        if (!value_copy(r, SEATS, i, name, RECORD_NAME)) return false;
        size_t n = strlen(name);
        if (n > 0 && name[n - 1] == '*') {
            record->computer[i + 1] = true;
            name[--n] = '\0';
        }
        if (n == 0) return refuse(r, seats->value[i].position, "A player has a name.");
    }
    return true;
}

static bool read_table(struct reader *r)
{
    uint32_t dealer = 0;
    if (has_options(r) && !need_tag(r, RULES)) return false;
    if (!need_tag(r, SEATS) || !need_tag(r, DEALER) || !read_rules(r)) return false;
    if (!read_seats(r) || !value_number(r, DEALER, (uint32_t)r->record->seats, &dealer)) return false;
    r->record->dealer = (int)dealer;
    return true;
}

/* The tag holds 52 different cards with blanks between them. A fault is reported at the column of its card. */
static bool read_deck(struct reader *r)
{
    const struct value *v = &r->tags[DECK].value[0];
    bool seen[CARDS + 1] = { false };
    int cards = 0;
    struct position where = v->position;
    for (size_t i = 0; i < v->n;) {
        uint32_t character;
        size_t took = utf8_decode(v->at + i, v->n - i, &character);
        if (is_blank(character)) {
            i += took;
            where.column++;
            continue;
        }
        /* The quote behind the value ends every text that is read here. */
        card c;
        int taken = card_parse(v->at + i, &c);
        uint32_t next = 0;
        if (taken > 0) utf8_decode(v->at + i + taken, v->n + 1 - i - (size_t)taken, &next);
        if (taken == 0 || (!is_blank(next) && next != '"')) return refuse(r, where, "This is no card.");
        if (cards == CARDS) return refuse(r, where, "A deck has 52 cards, not more.");
        if (seen[c]) return refuse(r, where, "%s is in the deck twice.", card_text(c));
        seen[c] = true;
        r->record->deck.c[cards++] = c;
        i += (size_t)taken;
        where.column += taken;
    }
    return cards == CARDS || refuse(r, v->position, "A deck has 52 cards, and here are %d.", cards);
}

/* A seal of as many digits as it has must be the beginning of the key's. */
static bool read_seal(struct reader *r)
{
    const struct value *v = &r->tags[SEAL].value[0];
    char seal[DEAL_SEAL_TEXT];
    bool digits = strspn(v->at, "0123456789abcdef") >= v->n;
    if (!digits || (v->n != DEAL_SEAL_DIGITS && v->n != DEAL_SEAL_OLD))
        return refuse(r, v->position, "[Seal] is %d hex digits in small letters, or %d in an old record.",
                      DEAL_SEAL_DIGITS, DEAL_SEAL_OLD);
    deal_seal(seal, r->record->key);
    r->record->seal = (int)v->n;
    seal[v->n] = '\0';
    return memcmp(seal, v->at, v->n) == 0 ||
           refuse(r, v->position, "The seal does not fit the key: that one's is %s.", seal);
}

static bool read_key(struct reader *r)
{
    struct record *record = r->record;
    if (!value_hex(r, KEY, record->key, sizeof record->key)) return false;
    deal_deck(&record->deck, record->key);
    return r->tags[SEAL].n == 0 || read_seal(r);
}

static bool read_deal(struct reader *r)
{
    uint8_t key[DEAL_KEY_BYTES];
    struct record *record = r->record;
    if (!record->game->patience)
        return refuse(r, r->tags[DEAL].value[0].position, "Only a patience's cards are named by [Deal].");
    if (!value_number(r, DEAL, UINT32_MAX, &record->deal)) return false;
    deal_key(key, record->game->id, record->deal);
    deal_deck(&record->deck, key);
    return true;
}

static bool later_in_text(struct position a, struct position b)
{
    return a.line != b.line ? a.line > b.line : a.column > b.column;
}

/* The cards come from exactly one of three tags: a deck written out, a deal number, or a key. */
static bool read_cards(struct reader *r)
{
    static const enum tag kinds[] = { [RECORD_DECK] = DECK, [RECORD_DEAL] = DEAL, [RECORD_KEY] = KEY };
    const struct tag_values *named = NULL;
    for (int i = RECORD_DECK; i <= RECORD_KEY; i++) {
        const struct tag_values *values = &r->tags[kinds[i]];
        if (values->n == 0) continue;
        if (named != NULL) {
            struct position a = named->value[0].position, b = values->value[0].position;
            return refuse(r, later_in_text(a, b) ? a : b,
                          "The cards are named twice: one of [Deck], [Deal] and [Key] is enough.");
        }
        named = values;
        r->record->cards = (enum record_cards)i;
    }
    if (named == NULL)
        return refuse(r, r->position, "The record names no cards: [Deck], [Deal] and [Key] are all missing.");
    if (r->tags[SEAL].n > 0 && r->record->cards != RECORD_KEY)
        return refuse(r, r->tags[SEAL].value[0].position, "A seal stands beside a [Key] only.");
    return r->record->cards == RECORD_DECK   ? read_deck(r)
           : r->record->cards == RECORD_DEAL ? read_deal(r)
                                             : read_key(r);
}

static bool read_notes(struct reader *r)
{
    struct record *record = r->record;
    uint32_t round = 0;
    if (r->tags[ROUND].n > 0 && !value_number(r, ROUND, RECORD_ROUND_MAX, &round)) return false;
    record->round = (int)round;
    return value_copy(r, SITE, 0, record->site, RECORD_TEXT) && value_copy(r, DATE, 0, record->date, RECORD_TEXT) &&
           value_copy(r, TOTALS, 0, record->totals, RECORD_TEXT) &&
           value_copy(r, RESULT, 0, record->result, RECORD_TEXT);
}

/* All tags together, once the last has been read. */
static bool read_tags(struct reader *r)
{
    uint32_t c;
    for (;;) {
        if (!skip_blanks(r, &c)) return false;
        if (c != '[') break;
        if (!read_tag(r)) return false;
    }
    return read_game(r) && (r->record->game->patience ? read_patience(r) : read_table(r)) && read_cards(r) &&
           read_notes(r);
}

/* --- moves --- */

/* The word at hand, cut when no move is so long. */
static bool read_token(struct reader *r, char token[TOKEN_MAX])
{
    for (size_t n = 0, took;; n += took) {
        uint32_t c;
        if (!peek(r, &c, &took)) return false;
        if (took == 0 || is_blank(c) || c == ';') return true;
        if (!refuse_unseen(r, c)) return false;
        if (n + took < TOKEN_MAX) {
            memcpy(token + n, r->bytes + r->at, took);
            token[n + took] = '\0';
        }
        step(r, c, took);
    }
}

/* Does the token say the whole move? People may type less, as "b2" where "@b2" or "xb2" is meant. "10" is a T. */
static bool is_whole(const char *token, const struct move *m)
{
    size_t n = strlen(token);
    for (const char *ten = token; (ten = strstr(ten, "10")) != NULL; ten++) n--;
    return n == strlen(m->text);
}

/* Makes the next move of the text for the seat that is to move, and adds it to the record in canonical form. */
static bool read_move(struct reader *r, void *state)
{
    const struct game *game = r->record->game;
    struct position where = r->position;
    struct result result;
    struct made made;
    char token[TOKEN_MAX] = "";
    if (r->bytes[r->at] == '[') return refuse(r, where, "Tags stand before the moves.");
    if (!read_token(r, token)) return false;
    game->result(state, &result);
    if (result.over) return refuse(r, where, "It was over before this move.");
    const char *why = game->apply(state, game->to_move(state), token, &made);
    if (why != NULL) return refuse(r, where, "This move is not possible here. %s", why);
    if (!is_whole(token, &made.move)) return refuse(r, where, "A record says the whole move: %s.", made.move.text);
    record_add(r->record, &made.move);
    return true;
}

static void show(struct reader *r, const void *state)
{
    if (r->watch != NULL) r->watch->position(r->watch->ctx, r->record, state, r->record->n);
}

static bool read_moves(struct reader *r)
{
    alignas(max_align_t) unsigned char state[GAME_STATE_MAX];
    struct made made;
    uint32_t c;
    const char *why = record_replay(r->record, state, 0, &made);
    assert(why == NULL);
    show(r, state);
    for (;;) {
        if (!skip_blanks(r, &c)) return false;
        if (r->at == r->n) return true;
        if (!read_move(r, state)) return false;
        show(r, state);
    }
}

bool record_read(struct record *record, const char *bytes, size_t n, const struct record_watch *watch,
                 struct record_fault *fault)
{
    struct reader r = {
        .bytes = bytes, .n = n, .position = { 1, 1 }, .record = record, .watch = watch, .fault = fault
    };
    record_init(record);
    skip_mark(&r);
    if (read_tags(&r) && read_moves(&r)) return true;
    record_clear(record);
    return false;
}
