#include "room/record.h"

#include "base/mem.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void record_forget(struct room *r)
{
    if (r->record == NULL) return;
    record_clear(r->record);
    free(r->record);
    r->record = NULL;
}

void record_begin(struct room *r)
{
    record_forget(r);
    if (r->now.id != 0) return;
    struct record *record = r->record = mem_new(sizeof *record);
    record_init(record);
    record->game = r->game;
    record->cards = RECORD_KEY;
    memcpy(record->key, r->now.key, sizeof record->key);
    record->seal = DEAL_SEAL_DIGITS;
    record->rules = r->rules;
    record->seats = r->seats;
    record->dealer = r->now.dealer;
    record->round = r->now.number;
    for (int seat = 1; seat <= r->seats; seat++) {
        snprintf(record->names[seat], sizeof record->names[seat], "%s", r->seat[seat].who.name);
        record->computer[seat] = r->seat[seat].kind == SEAT_COMPUTER;
    }
}

void record_move(struct room *r, const struct move *m)
{
    if (r->record != NULL) record_add(r->record, m);
}

int64_t room_round_kept(const struct room *r)
{
    return r->phase == ROOM_BETWEEN ? r->now.id : 0;
}

const struct record *room_record(const struct room *r)
{
    if (r->phase != ROOM_BETWEEN || r->record == NULL) return NULL;
    snprintf(r->record->result, sizeof r->record->result, "%s", r->result.words);
    return r->record;
}
