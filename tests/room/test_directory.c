/* The directory of the house against a walk over all its tables. */
#include "room/people.h"
#include "room/toy.h"
#include "seed.h"

#include <sanitizer/asan_interface.h>
#include <stdio.h>

#define PEOPLE 24
#define NETWORKS 3

static struct human crowd[PEOPLE];

static int setup(void **state)
{
    struct party *p = party_new();
    toy_mind = TOY_PLAYS;
    lobby_free(p->lobby);
    p->env.tables_max = 20000;
    party_lobby(p);
    *state = p;
    return 0;
}

static int teardown(void **state)
{
    party_free(*state);
    return 0;
}

static void crowd_init(void)
{
    for (int k = 0; k < PEOPLE; k++) {
        char name[PERSON_NAME];
        snprintf(name, sizeof name, "no-%d", k);
        human_init(&crowd[k], k % 6 == 0 ? 0 : 100 + k, name);
        crowd[k].person.origin = 1 + (uint64_t)k % NETWORKS;
    }
}

/* --- what a walk finds --- */

static struct room *walk_room_of(struct lobby *l, int64_t account)
{
    for (int k = 0; k < l->n; k++)
        if (room_seat_of(l->rooms[k], account) != 0) return l->rooms[k];
    return NULL;
}

static struct room *walk_open_table(struct lobby *l, const struct rules *rules, int seats, int64_t account)
{
    struct room *other = NULL;
    for (int k = 0; k < l->n; k++) {
        struct room *r = l->rooms[k];
        if (!rules_equal(&r->rules, rules) || seats_present(r, 0) == 0 || seat_open(r, account) == 0) continue;
        if (r->seats == seats) return r;
        if (other == NULL) other = r;
    }
    return other;
}

static int64_t walk_longest(struct lobby *l)
{
    int64_t since = NEVER;
    for (int k = 0; k < l->n; k++)
        if (!room_busy(l->rooms[k]) && l->rooms[k]->empty_since < since) since = l->rooms[k]->empty_since;
    return since;
}

static int walk_opened_by(struct lobby *l, uint64_t customer)
{
    int n = 0;
    for (int k = 0; k < l->n; k++) n += l->rooms[k]->opener == customer;
    return n;
}

static struct room *walk_room(const struct lobby *l, int k)
{
    for (int at = 0; at < l->n; at++)
        if (!l->rooms[at]->opening && k-- == 0) return l->rooms[at];
    return NULL;
}

static int64_t walk_due(const struct lobby *l)
{
    int64_t due = NEVER;
    for (int k = 0; k < l->n; k++)
        if (l->rooms[k]->due < due) due = l->rooms[k]->due;
    return due;
}

/* --- a crowd comes and goes --- */

static void compare(struct lobby *l)
{
    for (int k = 0; k < PEOPLE; k++) {
        int64_t account = crowd[k].person.account;
        assert_ptr_equal(lobby_room_of(l, account), account != 0 ? walk_room_of(l, account) : NULL);
        for (int last = 0; last < 2; last++) {
            struct rules rules = { .byte[TOY_LAST] = last };
            int seats = 2 + k % 3;
            assert_ptr_equal(directory_open_table(l, &toy_game, &rules, seats, account),
                             walk_open_table(l, &rules, seats, account));
        }
    }
    for (uint64_t origin = 1; origin <= NETWORKS; origin++)
        assert_int_equal(directory_opened_by(l, origin), walk_opened_by(l, origin));
    struct room *oldest = directory_oldest(l);
    assert_true((oldest != NULL ? oldest->empty_since : NEVER) == walk_longest(l));
    for (int k = 0; k <= lobby_tables(l); k++) assert_ptr_equal(lobby_room(l, k), walk_room(l, k));
    if (l->n_closing == 0) assert_true(lobby_due(l) == walk_due(l));
}

static void come(struct party *p, struct human *h, struct random *chance)
{
    const char *why;
    struct rules rules = { .byte[TOY_LAST] = random_below(chance, 2) };
    h->m = lobby_quick(p->lobby, &toy_game, &rules, 2 + (int)random_below(chance, 3), &h->person, &ears, h, &why);
}

static void watch_some(struct party *p, struct human *h, struct random *chance)
{
    const char *why;
    struct room *r = lobby_room(p->lobby, (int)random_below(chance, 4));
    if (r != NULL) h->m = lobby_watch(p->lobby, r, &h->person, &ears, h, &why);
}

static void step(struct party *p, struct human *h, struct random *chance)
{
    uint32_t what = random_below(chance, 10);
    if (h->m == NULL && what < 8)
        come(p, h, chance);
    else if (h->m == NULL)
        watch_some(p, h, chance);
    else if (what == 0)
        member_away(h->m), h->m = NULL;
    else if (what == 1)
        member_leave(h->m), h->m = NULL;
    else if (what == 2)
        room_next(h->m);
    else if (what < 5)
        pass(p, random_below(chance, 60000));
    else
        room_move(h->m, room_turn(member_room(h->m)), what < 8 ? "play" : "block");
}

static void the_directory_finds_what_a_walk_over_all_tables_finds(void **state)
{
    struct party *p = *state;
    struct random chance = seed_random(__func__);
    crowd_init();
    for (int n = 0; n < 4000; n++) {
        for (int k = 0; k < PEOPLE; k++) crowd[k].heard = 0;
        step(p, &crowd[random_below(&chance, PEOPLE)], &chance);
        compare(p->lobby);
        for (int k = 0; k < PEOPLE; k++) crowd[k].heard = 0;
        settle(p);
        compare(p->lobby);
    }
    for (int k = 0; k < PEOPLE; k++)
        if (crowd[k].m != NULL) leave(p, &crowd[k]);
    pass(p, 24 * 3600 * 1000);
    for (int k = 0; k < PEOPLE; k++) {
        crowd[k].heard = 0;
        if (lobby_room_of(p->lobby, crowd[k].person.account) == NULL) continue;
        sit_down_at(p, &crowd[k], &toy_game, (struct rules){ .byte[TOY_LAST] = false }, 4);
        leave(p, &crowd[k]);
    }
    assert_int_equal(p->lobby->n, 0);
    assert_null(p->lobby->directory.accounts);
    assert_null(p->lobby->directory.openers);
}

/* --- ten thousand tables --- */

#define TABLES 10000
#define COMPARED_MAX 400 /* a dozen a change of a heap */

static struct room *asleep[TABLES];
static int compared;
static bool (*due_before)(const struct heap_place *a, const struct heap_place *b);
static bool (*stands_longer)(const struct heap_place *a, const struct heap_place *b);

/* All of the table but its id, by which a few are compared to find one, and its places in heaps, which are written when
 * others move. */
static void hide(struct room *r)
{
    char *begin = (char *)(&r->id + 1), *place = (char *)&r->place, *standing = (char *)&r->listing.standing;
    ASAN_POISON_MEMORY_REGION(begin, (size_t)(place - begin));
    ASAN_POISON_MEMORY_REGION(place + sizeof r->place, (size_t)(standing - place) - sizeof r->place);
    ASAN_POISON_MEMORY_REGION(standing + sizeof r->listing.standing,
                              sizeof *r - (size_t)(standing - (char *)r) - sizeof r->listing.standing);
}

static void show(const void *r)
{
    ASAN_UNPOISON_MEMORY_REGION(r, sizeof(struct room));
}

static bool count_due(const struct heap_place *a, const struct heap_place *b)
{
    compared++;
    show((const char *)a - offsetof(struct room, place));
    show((const char *)b - offsetof(struct room, place));
    return due_before(a, b);
}

static bool count_standing(const struct heap_place *a, const struct heap_place *b)
{
    compared++;
    show((const char *)a - offsetof(struct room, listing.standing));
    show((const char *)b - offsetof(struct room, listing.standing));
    return stands_longer(a, b);
}

static void open_tables(struct party *p)
{
    for (int k = 0; k < TABLES; k++) {
        p->bea.person.account = 1000 + k;
        p->bea.heard = 0;
        asleep[k] = sit_down_at(p, &p->bea, &toy_game, (struct rules){ .byte = { 0 } }, 4);
        go_away(p, &p->bea);
    }
    assert_int_equal(lobby_tables(p->lobby), TABLES);
}

/* With the address sanitizer whoever reads any of the others, and does not come to it through a heap, ends the test. */
static void of_ten_thousand_tables_only_those_are_touched_at_which_something_happens(void **state)
{
    struct party *p = *state;
    open_tables(p);
    due_before = p->lobby->dues.before;
    stands_longer = p->lobby->directory.standing.before;
    p->lobby->dues.before = count_due;
    p->lobby->directory.standing.before = count_standing;
    for (int k = 0; k < TABLES; k++) hide(asleep[k]);
    show(HEAP_ITEM(heap_first(&p->lobby->dues), struct room, place));
    assert_true(lobby_due(p->lobby) == NEVER);
    lobby_tick(p->lobby);
    assert_int_equal(compared, 0);

    sit_down_at(p, &p->ann, &toy_game, (struct rules){ .byte = { 0 } }, 4);
    assert_null(room_say(p->ann.m, "good evening"));
    settle(p);
    assert_true(heard(&p->ann, "good evening"));
    go_away(p, &p->ann);
    assert_non_null(lobby_room_of(p->lobby, p->ann.person.account));
    assert_in_range(compared, 1, COMPARED_MAX);
    for (int k = 0; k < TABLES; k++) show(asleep[k]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_directory_finds_what_a_walk_over_all_tables_finds),
        TEST(of_ten_thousand_tables_only_those_are_touched_at_which_something_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
