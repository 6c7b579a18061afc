#include "server/state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char top[64];

static int make_top(void **state)
{
    (void)state;
    strcpy(top, "/tmp/kingscorner-state-XXXXXX");
    return mkdtemp(top) == NULL ? -1 : 0;
}

static int remove_top(void **state)
{
    char command[96];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", top);
    return system(command);
}

static const char *in_top(const char *name)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/%s", top, name);
    return path;
}

static void it_is_made_with_its_parents_for_us_alone(void **state)
{
    struct state s;
    struct err e;
    struct stat st;
    (void)state;
    assert_true(state_find(&s, in_top("a/b/c//"), &e));
    assert_string_equal(s.dir, in_top("a/b/c"));
    assert_string_equal(s.database, in_top("a/b/c/kingscorner.db"));
    assert_int_equal(stat(s.dir, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0700);
}

static void one_that_is_open_to_others_is_refused(void **state)
{
    struct state s;
    struct err e;
    (void)state;
    assert_int_equal(mkdir(in_top("open"), 0700), 0);
    assert_int_equal(chmod(in_top("open"), 0750), 0);
    assert_false(state_find(&s, in_top("open"), &e));
    assert_non_null(strstr(e.text, "open to others (mode 0750)"));
}

static void a_file_in_its_place_is_refused(void **state)
{
    struct state s;
    struct err e;
    (void)state;
    fclose(fopen(in_top("file"), "w"));
    assert_false(state_find(&s, in_top("file"), &e));
    assert_false(state_find(&s, in_top("file/below"), &e));
}

static void without_one_configured_the_environment_says_where(void **state)
{
    struct state s;
    struct err e;
    char both[192];
    (void)state;
    setenv("HOME", in_top("home"), 1);
    setenv("XDG_STATE_HOME", in_top("xdg"), 1);
    snprintf(both, sizeof both, "%s:/elsewhere", in_top("unit"));
    setenv("STATE_DIRECTORY", both, 1);
    assert_true(state_find(&s, "", &e));
    assert_string_equal(s.dir, in_top("unit"));
    unsetenv("STATE_DIRECTORY");
    assert_true(state_find(&s, "", &e));
    assert_string_equal(s.dir, in_top("xdg/kingscorner"));
    setenv("XDG_STATE_HOME", "relative", 1);
    assert_true(state_find(&s, "", &e));
    assert_string_equal(s.dir, in_top("home/.local/state/kingscorner"));
    unsetenv("HOME");
    assert_false(state_find(&s, "", &e));
}

static void a_name_that_is_too_long_is_refused(void **state)
{
    struct state s;
    struct err e;
    char name[PATH_MAX];
    (void)state;
    memset(name, 'a', sizeof name - 1);
    name[sizeof name - 1] = '\0';
    assert_false(state_find(&s, name, &e));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_made_with_its_parents_for_us_alone),
        cmocka_unit_test(one_that_is_open_to_others_is_refused),
        cmocka_unit_test(a_file_in_its_place_is_refused),
        cmocka_unit_test(without_one_configured_the_environment_says_where),
        cmocka_unit_test(a_name_that_is_too_long_is_refused),
    };
    return cmocka_run_group_tests(tests, make_top, remove_top);
}
