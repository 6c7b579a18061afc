#include "cli/commands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <getopt.h>
#include <string.h>

static void the_table_is_well_formed(void **state)
{
    (void)state;
    for (size_t i = 0; commands[i] != NULL; i++) {
        const struct command *c = commands[i];
        assert_ptr_equal(commands_find(c->name), c);
        assert_non_null(c->run);
        assert_true(strlen(c->name) <= 8);
        assert_null(strchr(c->usage, '\n'));
        assert_null(strchr(c->help, '\n'));
        assert_int_equal(c->help[strlen(c->help) - 1], '.');
    }
    assert_null(commands_find("nothing"));
    assert_null(commands_find(""));
}

static int run(char **argv)
{
    int argc = 0;
    while (argv[argc] != NULL) argc++;
    optind = 0;
    return commands_find(argv[0])->run(argc, argv);
}

static void every_command_refuses_wrong_usage_with_2(void **state)
{
    (void)state;
    for (size_t i = 0; commands[i] != NULL; i++) {
        const struct command *c = commands[i];
        char name[16];
        strcpy(name, c->name);
        assert_int_equal(run((char *[]){ name, "--no-such-option", NULL }), 2);
    }
}

static void every_command_has_help(void **state)
{
    (void)state;
    for (size_t i = 0; commands[i] != NULL; i++) {
        const struct command *c = commands[i];
        char name[16];
        strcpy(name, c->name);
        assert_int_equal(run((char *[]){ name, "--help", NULL }), 0);
    }
}

static void serve_refuses_what_it_cannot_use(void **state)
{
    (void)state;
    assert_int_equal(run((char *[]){ "serve", "--ssh", "nowhere", NULL }), 2);
    assert_int_equal(run((char *[]){ "serve", "--ssh", NULL }), 2);
    assert_int_equal(run((char *[]){ "serve", "here", NULL }), 2);
    assert_int_equal(run((char *[]){ "serve", "--config", "/nowhere/kingscorner.conf", NULL }), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_table_is_well_formed),
        cmocka_unit_test(every_command_refuses_wrong_usage_with_2),
        cmocka_unit_test(every_command_has_help),
        cmocka_unit_test(serve_refuses_what_it_cannot_use),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
