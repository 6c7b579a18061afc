/* The host may stop at any moment: between any two commits of the store, what had been told and shown until then is so
 * again when it has started anew from the files as they were (P12, P15, H62). */
#include "games/corners/corners_game.h"
#include "room/house.h"

#include "games/catalogue/game_list.h"
#include "seed.h"
#include "store/db_files.h"

#define TABLES 8
#define PEOPLE 3
#define ROUNDS 500 /* of one person */

/* What could be seen of a table from outside. */
struct seen_table {
    int64_t id;
    enum room_phase phase;
    int round;
    char seal[DEAL_SEAL_TEXT];
    unsigned match_won;
    int seats;
    struct {
        char name[PERSON_NAME];
        bool person, kept, stand_in; /* kept: of an account */
        int total;
    } seat[SEATS_MAX + 1];
    _Alignas(max_align_t) unsigned char state[GAME_STATE_MAX];
};

struct watch {
    struct house *h;
    struct random chance;
    char dir[64], path[96]; /* the files as they were after the last commit */
    int n;
    struct seen_table table[TABLES];
    struct ear {
        struct human who;
        int64_t table;                      /* 0: free */
        int64_t kept;                       /* the table's id on disk; 0: it is not there */
        int64_t was;                        /* the last one that it had there */
        int64_t round;                      /* that is played there; 0: it is not kept */
    } ear[TABLES];                          /* somebody watches each table */
    int64_t points[PEOPLE], rounds[PEOPLE]; /* as told, of rounds that are kept */
    int64_t counted[PEOPLE][ROUNDS];        /* which: who has left one does not sit in it again */
    int64_t claim[PEOPLE];                  /* the table that told everybody that the person gets a seat; 0 */
    int64_t promise[PEOPLE];                /* the table that answered the person so, who has not left it since; 0 */
    bool present[PEOPLE];                   /* the promise held when the person asked last, a commit ago at most */
    int64_t lost[PEOPLE];                   /* the table that told everybody that the person has no place there; 0 */
    int commits, checks;
};

static const char *const names[PEOPLE] = { "ann", "bea", "cy" };

static int setup(void **state)
{
    return house_setup(state);
}

static int teardown(void **state)
{
    return house_teardown(state);
}

/* --- what people hear --- */

static void count_points(struct watch *w, int64_t round, int k, int points)
{
    for (int i = 0; i < w->rounds[k]; i++) assert_true(w->counted[k][i] != round);
    assert_true(w->rounds[k] < ROUNDS);
    w->counted[k][w->rounds[k]] = round;
    w->points[k] += points;
    w->rounds[k]++;
}

static void hear_points(struct watch *w, int64_t round, const char *line)
{
    for (int k = 0; k < PEOPLE && round != 0; k++) {
        char start[32];
        int points;
        snprintf(start, sizeof start, "%s leaves with ", names[k]);
        if (strncmp(line, start, strlen(start)) == 0 && sscanf(line + strlen(start), "%d", &points) == 1)
            count_points(w, round, k, points);
        const char *told = strstr(line, " Points:");
        snprintf(start, sizeof start, " %s ", names[k]);
        told = told != NULL ? strstr(told, start) : NULL;
        if (told != NULL && sscanf(told + strlen(start), "%d", &points) == 1) count_points(w, round, k, points);
    }
}

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

static void hear_claim(struct watch *w, const struct ear *e, int k, const char *what)
{
    bool sits = begins(what, " sits down.");
    bool ends = begins(what, " does not wait") || begins(what, " has not come back; ");
    bool loses = begins(what, " has not come back: ") || begins(what, " leaves");
    if (sits || ends) w->claim[k] = w->promise[k] = 0;
    if (ends || loses) w->lost[k] = e->was;
    if (!begins(what, " takes the seat of ")) return;
    w->claim[k] = e->kept;
    w->lost[k] = 0;
}

/* What was promised to somebody only, who is away, ends untold with the round that begins without them. */
static void hear_claims(struct watch *w, const struct ear *e, const char *line)
{
    bool round = begins(line, "Round ") && strstr(line, ": the deck's seal is ") != NULL;
    for (int k = 0; k < PEOPLE; k++) {
        if (begins(line, names[k])) hear_claim(w, e, k, line + strlen(names[k]));
        if (round && !w->present[k] && w->promise[k] == e->was) w->promise[k] = 0;
    }
}

/* Reads what a table has said since the last time, also a table that has broken up since. */
static void hear(struct watch *w, struct ear *e)
{
    const struct room *r = tables_find(w->h->p->lobby, e->table);
    if (r != NULL) e->kept = r->table_kept;
    if (e->kept != 0) e->was = e->kept;
    for (int k = 0; k < e->who.heard; k++) {
        hear_points(w, e->round, e->who.line[k]);
        hear_claims(w, e, e->who.line[k]);
    }
    e->who.heard = 0;
    if (r != NULL) e->round = r->now.id;
    for (int k = 0; r == NULL && k < PEOPLE; k++) {
        if (w->claim[k] == e->kept) w->claim[k] = 0;
        if (w->promise[k] == e->kept) w->promise[k] = 0;
    }
    if (e->who.m == NULL) e->table = 0;
}

static void hear_at(struct watch *w, struct room *r)
{
    const char *why;
    struct ear *e = w->ear;
    while (e < w->ear + TABLES && e->table != r->id) e++;
    if (e < w->ear + TABLES) return;
    for (e = w->ear; e->table != 0; e++) assert_true(e < w->ear + TABLES - 1);
    *e = (struct ear){ .table = r->id };
    e->who.m = lobby_watch(w->h->p->lobby, r, &w->h->p->dot.person, &ears, &e->who, &why);
    assert_non_null(e->who.m);
    settle(w->h->p);
}

static void see_table(struct seen_table *t, struct room *r)
{
    *t = (struct seen_table){
        .id = r->table_kept, .phase = r->phase, .round = r->now.number, .match_won = r->match_won, .seats = r->seats
    };
    strcpy(t->seal, r->seal);
    memcpy(t->state, r->commit.state, r->game->state_size);
    for (int seat = 1; seat <= r->seats; seat++) {
        struct seat_info info = room_seat(r, seat);
        strcpy(t->seat[seat].name, info.name);
        t->seat[seat].person = info.person;
        t->seat[seat].kept = t->seat[seat].person && r->seat[seat].who.account != 0;
        t->seat[seat].stand_in = info.person && info.computer;
        t->seat[seat].total = info.total;
    }
}

static bool has_account_at(const struct seen_table *t)
{
    for (int seat = 1; seat <= t->seats; seat++)
        if (t->seat[seat].kept) return true;
    return false;
}

/* What is seen now, of tables that are kept: others end with the host. */
static void see(struct watch *w)
{
    struct lobby *l = w->h->p->lobby;
    w->n = 0;
    for (int k = 0; k < TABLES; k++)
        if (w->ear[k].table != 0) hear(w, &w->ear[k]);
    for (int k = 0; k < lobby_tables(l); k++) {
        struct room *r = lobby_room(l, k);
        if (!room_ready(r)) continue;
        hear_at(w, r);
        struct seen_table *t = &w->table[w->n];
        see_table(t, r);
        if (t->id != 0 && has_account_at(t)) w->n++;
        assert_true(w->n < TABLES);
    }
}

/* --- the host as it would be if it had stopped here --- */

static void copy_file(const char *from, const char *to, const char *end)
{
    char name[2][128], buf[65536];
    snprintf(name[0], sizeof name[0], "%s%s", from, end);
    snprintf(name[1], sizeof name[1], "%s%s", to, end);
    unlink(name[1]);
    FILE *in = fopen(name[0], "rb"), *out = in != NULL ? fopen(name[1], "wb") : NULL;
    if (in == NULL) return;
    assert_non_null(out);
    for (size_t n; (n = fread(buf, 1, sizeof buf, in)) > 0;) assert_int_equal(fwrite(buf, 1, n, out), n);
    fclose(in);
    fclose(out);
}

/* Copies the files. Everything that was asked for is on disk, but the idle writer may move the log into the database
 * and empty it meanwhile. A log of the same size before and after holds all that the copied database may lack. */
static void keep_files(struct watch *w)
{
    int64_t log;
    w->commits++;
    do {
        log = db_files_size(w->h->path, "-wal");
        copy_file(w->h->path, w->path, "-wal");
        copy_file(w->h->path, w->path, "");
    } while (db_files_size(w->h->path, "-wal") != log);
}

static struct house *started_anew(struct watch *w)
{
    struct house *t = calloc(1, sizeof *t);
    struct err e;
    strcpy(t->dir, "/tmp/kingscorner-stop-XXXXXX");
    assert_non_null(mkdtemp(t->dir));
    snprintf(t->path, sizeof t->path, "%s/db", t->dir);
    copy_file(w->path, t->path, "");
    copy_file(w->path, t->path, "-wal");
    t->base = event_base_new();
    t->p = party_new();
    house_open_store(t);
    lobby_free(t->p->lobby);
    party_lobby(t->p);
    assert_true(lobby_restore(t->p->lobby, &e));
    house_rest(t);
    return t;
}

static void compare_seats(const struct seen_table *t, struct room *r)
{
    bool restarted = t->match_won != 0 && r->phase == ROOM_PLAYING;
    for (int seat = 1; seat <= t->seats; seat++) {
        struct seat_info info = room_seat(r, seat);
        assert_int_equal(info.total, restarted ? 0 : t->seat[seat].total);
        bool lost = t->seat[seat].stand_in && t->phase == ROOM_BETWEEN && r->phase == ROOM_PLAYING; /* (T16) */
        bool came =
            t->seat[seat].kept != info.person && t->phase == ROOM_BETWEEN && r->phase == ROOM_PLAYING && info.person;
        if (lost || came) continue;
        assert_int_equal(info.person, t->seat[seat].kept);
        if (t->seat[seat].kept == t->seat[seat].person) assert_string_equal(info.name, t->seat[seat].name);
        if (t->seat[seat].kept) assert_int_equal(r->seat[seat].stand_in, t->seat[seat].stand_in);
    }
}

static void compare(const struct seen_table *t, struct house *anew)
{
    struct room *r = tables_find(anew->p->lobby, t->id);
    assert_non_null(r);
    assert_true(room_ready(r));
    compare_seats(t, r);
    if (t->phase == ROOM_BETWEEN && r->phase == ROOM_PLAYING) {
        assert_int_equal(r->now.number, t->round + 1);
        return;
    }
    assert_int_equal(r->phase, t->phase);
    assert_int_equal(r->now.number, t->round);
    assert_string_equal(r->seal, t->seal);
    assert_memory_equal(r->commit.state, t->state, r->game->state_size);
    const char *lines[ROOM_LOG];
    bool sealed = false;
    for (int k = room_log(r, lines) - 1; k >= 0; k--) sealed |= strstr(lines[k], t->seal) != NULL;
    assert_true(sealed);
}

/* A person who heard of getting a seat has it, or the claim to it. A person who heard of losing it has neither. */
static void compare_places(struct watch *w, struct house *anew, int k, int64_t account)
{
    struct lobby *l = anew->p->lobby;
    int64_t promised[] = { w->claim[k], w->promise[k] };
    for (int i = 0; i < 2; i++) {
        if (promised[i] == 0) continue;
        struct room *r = tables_find(l, promised[i]);
        assert_non_null(r);
        assert_int_not_equal(room_seat_of(r, account), 0);
    }
    struct room *r = w->lost[k] != 0 ? tables_find(l, w->lost[k]) : NULL;
    if (r != NULL) assert_int_equal(room_seat_of(r, account), 0);
}

static void compare_people(struct watch *w, struct house *anew)
{
    struct human *who[PEOPLE] = { &w->h->p->ann, &w->h->p->bea, &w->h->p->cy };
    for (int k = 0; k < PEOPLE; k++) {
        struct figures f = house_figures(anew, who[k]);
        assert_int_equal(f.rounds, w->rounds[k]);
        assert_int_equal(f.points, w->points[k]);
        compare_places(w, anew, k, who[k]->person.account);
    }
}

/* A person who waits and asks hears it too. */
static void ask(struct watch *w)
{
    struct human *who[PEOPLE] = { &w->h->p->ann, &w->h->p->bea, &w->h->p->cy };
    for (int k = 0; k < PEOPLE; k++) {
        w->present[k] = who[k]->m != NULL && member_promised(who[k]->m);
        if (w->present[k]) w->promise[k] = member_room(who[k]->m)->table_kept;
        if (who[k]->m != NULL && w->lost[k] == member_room(who[k]->m)->table_kept) w->lost[k] = 0;
    }
}

static void check(struct watch *w)
{
    see(w);
    ask(w);
    struct house *anew = started_anew(w);
    for (int k = 0; k < w->n; k++) compare(&w->table[k], anew);
    compare_people(w, anew);
    w->checks++;
    house_teardown((void **)&anew);
}

/* --- a house at work --- */

/* Mostly what the house would play, so that rounds come to their ends. */
static const char *any_move(struct room *r, struct random *chance)
{
    static struct thought t;
    int seat = room_to_move(r);
    if (random_below(chance, 8) == 0) return move_ending_turn(r).text;
    _Alignas(max_align_t) unsigned char seen[GAME_STATE_MAX];
    room_state(r, seat, seen);
    r->game->think(seen, seat, 2, chance, 0, &t);
    return t.move.text;
}

/* Who leaves gives up what was promised to them only: nobody else is told when that is over. */
static void leave_for_good(struct watch *w, struct human *who)
{
    for (int k = 0; k < PEOPLE; k++)
        if (strcmp(names[k], who->person.name) == 0) w->promise[k] = 0;
    leave(w->h->p, who);
}

static void do_anything(struct watch *w, struct human *who)
{
    struct party *p = w->h->p;
    struct rules rules = { .byte[CORNERS_LAST] = true,
                           .byte[CORNERS_KINGPILE] = true,
                           .byte[CORNERS_TARGET] = random_below(&w->chance, 2) ? 25 : 0 };
    if (who->m == NULL) {
        sit_down_at(p, who, &corners_game, rules, 2 + (int)random_below(&w->chance, 2));
        return;
    }
    struct room *r = member_room(who->m);
    switch (random_below(&w->chance, 60)) {
    case 0: go_away(p, who); break;
    case 1:
    case 2: leave_for_good(w, who); break;
    case 3: pass(p, random_below(&w->chance, 100000)); break;
    default:
        if (room_phase(r) == ROOM_PLAYING) room_move(who->m, room_turn(r), any_move(r, &w->chance));
        if (room_phase(r) == ROOM_BETWEEN) room_next(who->m);
    }
    settle(p);
}

/* Until nothing is on its way: keeps the files after each commit, then tells, and then the host might stop. */
static void commit_by_commit(struct watch *w)
{
    struct house *h = w->h;
    while (store_pending(h->p->env.store) > 0) {
        house_write_only(h);
        keep_files(w);
        settle(h->p);
        check(w);
    }
}

/* (P12, P15, P14, P55, H62) */
static void whatever_is_told_is_still_so_when_the_host_stops_after_any_commit(void **state)
{
    struct watch w = { .h = *state, .dir = "/tmp/kingscorner-files-XXXXXX", .chance = seed_random(__func__) };
    struct party *p = w.h->p;
    struct human *all[] = { &p->ann, &p->bea, &p->cy, &p->eve };
    assert_non_null(mkdtemp(w.dir));
    snprintf(w.path, sizeof w.path, "%s/db", w.dir);
    p->env.pace_ms = p->lobby->env.pace_ms = 0;
    p->lobby->env.random = random_seeded(random_below(&w.chance, UINT32_MAX));
    keep_files(&w);
    for (int step = 0; step < 500; step++) {
        for (int k = 0; k < 4; k++) all[k]->heard = 0;
        do_anything(&w, all[random_below(&w.chance, 4)]);
        check(&w);
        commit_by_commit(&w);
    }
    int64_t rounds = 0;
    for (int k = 0; k < PEOPLE; k++) rounds += w.rounds[k];
    print_message("%d commits, %d stops, %d scores\n", w.commits, w.checks, (int)rounds);
    assert_true(w.commits > 30);
    static const char *const ends[] = { "", "-wal" };
    for (int k = 0; k < 2; k++) {
        char name[128];
        snprintf(name, sizeof name, "%s%s", w.path, ends[k]);
        unlink(name);
    }
    rmdir(w.dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(whatever_is_told_is_still_so_when_the_host_stops_after_any_commit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
