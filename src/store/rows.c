#include "store/rows.h"

#include "base/mem.h"
#include "store/db.h"

#include <assert.h>
#include <stdlib.h>

static bool table_row_put(struct db *db, const struct table_row *t, int64_t now_s)
{
    struct query q = db_query(db, "INSERT INTO card_table (id, game, kind, rules, seats, round, opened_s) "
                                  "VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET "
                                  "game = excluded.game, kind = excluded.kind, rules = excluded.rules, "
                                  "seats = excluded.seats, round = excluded.round");
    put_int(&q, t->id);
    put_text(&q, t->game);
    put_text(&q, t->kind);
    put_text(&q, t->rules);
    put_int(&q, t->seats);
    put_int(&q, t->round);
    put_int(&q, now_s);
    return query_do(&q);
}

/* The values of sql are the owner's id, then the columns of a seat. */
static bool seats_put(struct db *db, const char *sql, int64_t owner, const struct table_row *t)
{
    bool well = true;
    for (int i = 1; i <= t->seats && well; i++) {
        const struct table_seat *seat = &t->seat[i];
        struct query q = db_query(db, sql);
        put_int(&q, owner);
        put_int(&q, i);
        put_int(&q, seat->kind);
        put_id(&q, seat->account);
        put_text(&q, seat->name);
        put_int(&q, seat->strength);
        put_int(&q, seat->total);
        well = query_do(&q);
    }
    return well;
}

static bool promises_put(struct db *db, const struct table_row *t)
{
    bool well = true;
    for (int i = 1; i <= t->seats && well; i++) {
        const struct table_seat *seat = &t->seat[i];
        struct query q =
            db_query(db, "UPDATE seat SET stand_in = ?, heir_id = ?, heir_name = ? WHERE table_id = ? AND seat = ?");
        put_int(&q, seat->stand_in);
        put_id(&q, seat->heir);
        put_text(&q, seat->heir_name);
        put_int(&q, t->id);
        put_int(&q, i);
        well = query_do(&q);
    }
    return well;
}

/* Deletes the seats that a table has lost since it was written. */
static bool seats_clear(struct db *db, const struct table_row *t)
{
    struct query q = db_query(db, "DELETE FROM seat WHERE table_id = ? AND seat > ?");
    put_int(&q, t->id);
    put_int(&q, t->seats);
    return query_do(&q);
}

bool table_put(struct db *db, const struct table_row *t, int64_t now_s)
{
    return table_row_put(db, t, now_s) && seats_clear(db, t) &&
           seats_put(db,
                     "INSERT OR REPLACE INTO seat (table_id, seat, kind, account_id, name, strength, total) "
                     "VALUES (?, ?, ?, ?, ?, ?, ?)",
                     t->id, t) &&
           promises_put(db, t);
}

bool round_seats_put(struct db *db, const struct table_row *t, int64_t round)
{
    return seats_put(db,
                     "INSERT OR REPLACE INTO round_seat (round_id, seat, kind, account_id, name, strength, total) "
                     "VALUES (?, ?, ?, ?, ?, ?, ?)",
                     round, t);
}

static bool seats_get(struct db *db, const char *sql, int64_t owner, struct table_row *t)
{
    struct query q = db_query(db, sql);
    put_int(&q, owner);
    while (query_next(&q)) {
        int64_t i = get_int(&q);
        assert(i >= 1 && i <= TABLE_SEATS); /* a constraint of the schema */
        struct table_seat *seat = &t->seat[i];
        seat->kind = (enum seat_kind)get_int(&q);
        seat->account = get_int(&q);
        get_text(&q, seat->name, sizeof seat->name);
        seat->strength = (int)get_int(&q);
        seat->total = (int)get_int(&q);
    }
    return query_end(&q);
}

static bool promises_get(struct db *db, int64_t table, struct table_row *t)
{
    struct query q = db_query(db, "SELECT seat, stand_in, ifnull(heir_id, 0), heir_name FROM seat WHERE table_id = ?");
    put_int(&q, table);
    while (query_next(&q)) {
        struct table_seat *seat = &t->seat[get_int(&q)];
        seat->stand_in = get_int(&q) != 0;
        seat->heir = get_int(&q);
        get_text(&q, seat->heir_name, sizeof seat->heir_name);
    }
    return query_end(&q);
}

bool table_seats_get(struct db *db, int64_t table, struct table_row *t)
{
    return seats_get(db, "SELECT seat, kind, account_id, name, strength, total FROM seat WHERE table_id = ?", table,
                     t) &&
           promises_get(db, table, t);
}

bool round_seats_get(struct db *db, int64_t round, struct table_row *t)
{
    return seats_get(db, "SELECT seat, kind, account_id, name, strength, total FROM round_seat WHERE round_id = ?",
                     round, t);
}

/* The value of sql is the id of the round or patience. */
static bool texts_get(struct db *db, const char *sql, int64_t owner, char (**moves)[TABLE_MOVE], int *n)
{
    int capacity = 0;
    *moves = NULL;
    *n = 0;
    struct query q = db_query(db, sql);
    put_int(&q, owner);
    while (query_next(&q)) {
        if (*n == capacity)
            *moves = mem_resize(*moves, (size_t)(capacity = capacity ? capacity * 2 : 64) * sizeof **moves);
        get_text(&q, (*moves)[(*n)++], TABLE_MOVE);
    }
    return query_end(&q);
}

bool moves_get(struct db *db, int64_t round, char (**moves)[TABLE_MOVE], int *n)
{
    return texts_get(db, "SELECT text FROM move WHERE round_id = ? ORDER BY ply", round, moves, n);
}

bool patience_moves_get(struct db *db, int64_t patience, char (**moves)[TABLE_MOVE], int *n)
{
    return texts_get(db, "SELECT text FROM patience_move WHERE patience_id = ? ORDER BY ply", patience, moves, n);
}
