#include "store/fixture.h"

#include "store/backup.h"
#include "store/db_files.h"
#include "store/restore.h"

#include <dirent.h>
#include <sys/stat.h>

static bool go_on(void)
{
    return false;
}

static int setup(void **state)
{
    struct fixture *f = *state = calloc(1, sizeof *f);
    fixture_open(f);
    return 0;
}

/* What a restore kept has a name of its own. */
static int teardown(void **state)
{
    struct fixture *f = *state;
    DIR *d = opendir(f->dir);
    for (struct dirent *entry; (entry = readdir(d)) != NULL;) {
        char name[512];
        snprintf(name, sizeof name, "%s/%s", f->dir, entry->d_name);
        if (strncmp(entry->d_name, "house.db.2", 10) == 0) unlink(name);
    }
    closedir(d);
    fixture_close(f);
    free(f);
    return 0;
}

static const char *in_dir(const struct fixture *f, const char *name)
{
    static char path[4][320];
    static int turn;
    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[0], "%s/%s", f->dir, name);
    return path[turn];
}

static void close_house(struct fixture *f)
{
    store_close(f->store);
    f->store = NULL;
}

/* In a directory of its own, as a backup has to be; its name lives until the next one. */
static const char *backup(struct fixture *f, const char *name)
{
    static char path[160];
    struct backup_facts facts;
    struct err e;
    snprintf(path, sizeof path, "%s/%s", f->dir, name);
    mkdir(in_dir(f, "away"), 0700);
    if (!backup_make(f->path, path, go_on, &facts, &e)) fail_msg("%s", e.text);
    return path;
}

static void remove_away(struct fixture *f, const char *path)
{
    assert_int_equal(unlink(path), 0);
    assert_int_equal(rmdir(in_dir(f, "away")), 0);
}

static void a_backup_is_one_view_while_the_house_writes(void **state)
{
    struct fixture *f = *state;
    person(f, "ann");
    const char *path = backup(f, "away/one.db");
    person(f, "bea");
    struct stat st;
    assert_int_equal(stat(path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    assert_int_equal(kept(f, "SELECT count(*) FROM account"), 2);
    close_house(f);
    struct backup_facts facts;
    struct err e = { "" };
    char aside[PATH_MAX];
    if (!restore_run(f->path, path, go_on, &facts, aside, &e)) fail_msg("%s", e.text);
    assert_int_equal(facts.accounts, 1);
    assert_int_equal(kept(f, "SELECT count(*) FROM account"), 1);
    assert_int_equal(db_files_size(aside, "") > 0, 1);
    remove_away(f, path);
}

/* The renames of a restore, stopped after each of them; the next start finds what is left and goes on. The house has a
 * log whose changes would be played into the copy. */
static void a_restore_that_was_cut_short_is_finished_by_the_next_start(void **state)
{
    struct fixture *f = *state;
    static const char *const ends[] = { "", "-wal", "-shm" };
    person(f, "ann");
    const char *path = backup(f, "away/one.db");
    for (size_t moved = 0; moved <= 3; moved++) {
        char name[160], to[160], command[512];
        struct stat st;
        person(f, moved % 2 ? "cy" : "bea");
        /* As a crash leaves it: the files are copied while the host has them open. */
        snprintf(command, sizeof command, "cd %s && for e in '' -wal -shm; do cp house.db$e save$e; done", f->dir);
        assert_int_equal(system(command), 0);
        close_house(f);
        snprintf(command, sizeof command, "cd %s && for e in '' -wal -shm; do mv save$e house.db$e; done", f->dir);
        assert_int_equal(system(command), 0);
        snprintf(command, sizeof command, "cp -p %s %s/house.db.restored && touch -d @%zu %s/house.db.restored", path,
                 f->dir, 1700000000 + moved, f->dir);
        assert_int_equal(system(command), 0);
        assert_int_equal(stat(in_dir(f, "house.db.restored"), &st), 0);
        char old[160];
        struct tm tm;
        strftime(old, sizeof old, "house.db.%Y%m%dT%H%M%SZ", gmtime_r(&st.st_mtim.tv_sec, &tm));
        for (size_t i = 0; i < moved; i++) {
            snprintf(name, sizeof name, "house.db%s", ends[i]);
            snprintf(to, sizeof to, "%.100s%s", old, ends[i]);
            assert_int_equal(rename(in_dir(f, name), in_dir(f, to)), 0);
        }
        fixture_reopen(f);
        assert_int_equal(kept(f, "SELECT count(*) FROM account"), 1);
        assert_int_equal(db_files_size(f->path, ".restored"), -1);
        /* What was kept is whole: with its log it has the newest account. */
        struct fixture other = *f;
        snprintf(other.path, sizeof other.path, "%.60s/%.30s", f->dir, old);
        assert_int_equal(kept(&other, "SELECT count(*) FROM account"), 2);
    }
    remove_away(f, path);
}

static void a_restore_that_cannot_be_finished_stops_the_start_and_leaves_the_old_one(void **state)
{
    struct fixture *f = *state;
    char command[512];
    struct err e;
    person(f, "ann");
    close_house(f);
    /* The log cannot be moved: but the old one is aside by then. */
    snprintf(command, sizeof command,
             "cd %s && cp house.db house.db.restored && mkdir house.db-wal && touch -d @1700000000 house.db.restored "
             "&& mkdir -p house.db.20231114T221320Z-wal/full",
             f->dir);
    assert_int_equal(system(command), 0);
    assert_null(store_open(f->base, &f->clock.clock, f->pool, f->path, &e));
    assert_non_null(strstr(e.text, "cannot be put in place"));
    snprintf(command, sizeof command, "cd %s && rm -r house.db-wal house.db.restored house.db.20231114T221320Z-wal",
             f->dir);
    assert_int_equal(system(command), 0);
    assert_int_equal(kept(f, "SELECT count(*) FROM account"), 1);
}

/* Each is made by a command of the shell in the house's directory. */
static void what_only_has_the_name_of_a_restore_is_refused_and_stays(void **state)
{
    struct fixture *f = *state;
    static const char *const made[][2] = {
        { ": > r", "it is empty" },
        { "mkdir r", "no regular file" },
        { "ln -s house.db r", "no regular file" },
        { "ln -s nowhere r", "no regular file" },
        { "yes junk | head -c 20000 > r", "no database at all" },
        { "head -c 9000 house.db > r", "damaged" },
        { "cp house.db r && printf abcd | dd of=r bs=1 seek=68 conv=notrunc 2>&1", "some other program" },
        { "cp house.db r && printf '\\0\\0\\377\\377' | dd of=r bs=1 seek=60 conv=notrunc 2>&1", "a newer program" },
    };
    struct backup_facts facts;
    char command[512], aside[PATH_MAX];
    struct stat st;
    person(f, "ann");
    const char *path = backup(f, "away/one.db");
    close_house(f);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++) {
        struct err e = { "" };
        snprintf(command, sizeof command, "cd %s && (%s) > out && rm out && mv r house.db.restored", f->dir,
                 made[i][0]);
        assert_int_equal(system(command), 0);
        assert_null(store_open(f->base, &f->clock.clock, f->pool, f->path, &e));
        if (strstr(e.text, made[i][1]) == NULL || strstr(e.text, "house.db.restored") == NULL)
            fail_msg("%s: %s", made[i][0], e.text);
        assert_false(restore_run(f->path, path, go_on, &facts, aside, &e));
        assert_int_equal(lstat(in_dir(f, "house.db.restored"), &st), 0);
        snprintf(command, sizeof command, "cd %s && rm -r house.db.restored", f->dir);
        assert_int_equal(system(command), 0);
        assert_int_equal(kept(f, "SELECT count(*) FROM account"), 1);
    }
    fixture_reopen(f);
    remove_away(f, path);
}

static void a_restore_by_a_link_is_refused_while_a_host_runs(void **state)
{
    struct fixture *f = *state;
    struct backup_facts facts;
    struct err e = { "" };
    char aside[PATH_MAX];
    person(f, "ann");
    const char *path = backup(f, "away/one.db");
    assert_int_equal(symlink(f->path, in_dir(f, "away/link.db")), 0);
    assert_false(restore_run(in_dir(f, "away/link.db"), path, go_on, &facts, aside, &e));
    assert_non_null(strstr(e.text, "is in use by a host: stop it first."));
    close_house(f);
    if (!restore_run(in_dir(f, "away/link.db"), path, go_on, &facts, aside, &e)) fail_msg("%s", e.text);
    assert_int_equal(unlink(in_dir(f, "away/link.db")), 0);
    fixture_reopen(f);
    remove_away(f, path);
}

static void two_restores_in_one_second_keep_both(void **state)
{
    struct fixture *f = *state;
    struct backup_facts facts;
    struct err e;
    char first[PATH_MAX], second[PATH_MAX];
    person(f, "ann");
    const char *path = backup(f, "away/one.db");
    close_house(f);
    assert_true(restore_run(f->path, path, go_on, &facts, first, &e));
    assert_true(restore_run(f->path, path, go_on, &facts, second, &e));
    assert_string_not_equal(first, second);
    assert_true(db_files_size(first, "") > 0 && db_files_size(second, "") > 0);
    remove_away(f, path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_backup_is_one_view_while_the_house_writes, setup, teardown),
        cmocka_unit_test_setup_teardown(a_restore_that_was_cut_short_is_finished_by_the_next_start, setup, teardown),
        cmocka_unit_test_setup_teardown(a_restore_that_cannot_be_finished_stops_the_start_and_leaves_the_old_one, setup,
                                        teardown),
        cmocka_unit_test_setup_teardown(what_only_has_the_name_of_a_restore_is_refused_and_stays, setup, teardown),
        cmocka_unit_test_setup_teardown(a_restore_by_a_link_is_refused_while_a_host_runs, setup, teardown),
        cmocka_unit_test_setup_teardown(two_restores_in_one_second_keep_both, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
