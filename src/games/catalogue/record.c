#include "games/catalogue/record.h"

#include "base/mem.h"
#include "base/text.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_COLUMNS 77 /* of moves that are written */

void record_init(struct record *r)
{
    memset(r, 0, sizeof *r);
    r->seats = 1;
}

void record_clear(struct record *r)
{
    free(r->moves);
    record_init(r);
}

void record_add(struct record *r, const struct move *move)
{
    if (r->n == r->size) {
        r->size = r->size > 0 ? 2 * r->size : 64;
        r->moves = mem_resize(r->moves, (size_t)r->size * sizeof *r->moves);
    }
    r->moves[r->n++] = *move;
}

const char *record_replay(const struct record *r, void *state, int n, struct made *made)
{
    assert(n >= 0 && n <= r->n);
    r->game->deal(state, &r->deck, &r->rules, r->seats, r->game->patience ? 1 : r->dealer);
    for (int i = 0; i < n; i++) {
        const char *why = r->game->apply(state, r->game->to_move(state), r->moves[i].text, made);
        if (why != NULL) return why;
    }
    return NULL;
}

/* --- writing --- */

static void write_value(struct text *out, const char *value)
{
    text_add(out, " \"");
    for (; *value != '\0'; value++)
        if (*value != '"' && (uint8_t)*value >= 0x20 && *value != 0x7F) text_put(out, value, 1);
    text_add(out, "\"");
}

static void write_tag(struct text *out, const char *tag, const char *value)
{
    if (value[0] == '\0') return;
    text_add(out, "[%s", tag);
    write_value(out, value);
    text_add(out, "]\n");
}

static void write_number(struct text *out, const char *tag, uint32_t number)
{
    char text[12];
    snprintf(text, sizeof text, "%u", (unsigned)number);
    write_tag(out, tag, number > 0 ? text : "");
}

static void write_seats(struct text *out, const struct record *r)
{
    text_add(out, "[Seats");
    for (int seat = 1; seat <= r->seats; seat++) {
        char name[RECORD_NAME + 1];
        snprintf(name, sizeof name, "%s%s", r->names[seat], r->computer[seat] ? "*" : "");
        write_value(out, name);
    }
    text_add(out, "]\n");
}

static void write_rules(struct text *out, const struct record *r)
{
    char rules[RECORD_TEXT];
    r->game->rules_text(&r->rules, rules, sizeof rules);
    write_tag(out, "Rules", rules);
}

static void write_table(struct text *out, const struct record *r)
{
    write_seats(out, r);
    write_number(out, "Dealer", (uint32_t)r->dealer);
}

static void write_cards(struct text *out, const struct record *r)
{
    char text[2 * DEAL_KEY_BYTES + 1], seal[DEAL_SEAL_TEXT];
    switch (r->cards) {
    case RECORD_DECK:
        text_add(out, "[Deck \"");
        for (int i = 0; i < CARDS; i++) text_add(out, "%s%s", i > 0 ? " " : "", card_text(r->deck.c[i]));
        text_add(out, "\"]\n");
        return;
    case RECORD_DEAL: write_number(out, "Deal", r->deal); return;
    case RECORD_KEY:
        write_tag(out, "Key", sodium_bin2hex(text, sizeof text, r->key, sizeof r->key));
        deal_seal(seal, r->key);
        seal[r->seal] = '\0';
        write_tag(out, "Seal", seal);
        return;
    }
}

static void write_moves(struct text *out, const struct record *r)
{
    size_t column = 0;
    for (int i = 0; i < r->n; i++) {
        size_t n = strlen(r->moves[i].text);
        bool breaks = column > 0 && column + 1 + n > LINE_COLUMNS;
        text_add(out, "%s%s", i == 0 ? "" : breaks ? "\n" : " ", r->moves[i].text);
        column = i == 0 || breaks ? n : column + 1 + n;
    }
    if (r->n > 0) text_add(out, "\n");
}

void record_write(const struct record *r, struct text *out)
{
    write_tag(out, "Game", r->game->id);
    write_rules(out, r);
    if (!r->game->patience) write_table(out, r);
    write_tag(out, "Site", r->site);
    write_tag(out, "Date", r->date);
    write_number(out, "Round", (uint32_t)r->round);
    write_tag(out, "Totals", r->totals);
    write_tag(out, "Result", r->result);
    write_cards(out, r);
    write_moves(out, r);
}
