#include "cli/restore_command.h"

#include "base/text.h"
#include "cli/house_file.h"
#include "store/restore.h"

#include <inttypes.h>

static int run_restore(int argc, char **argv)
{
    struct state state;
    struct backup_facts f;
    struct err e;
    const char *file;
    char aside[PATH_MAX] = "";
    int status;
    if (!house_file_read(&command_restore, argc, argv, &state, &file, &status)) return status;
    house_file_settle();
    if (!restore_run(state.database, file, house_file_stop, &f, aside, &e)) {
        fprintf(stderr, "kingscorner restore: %s\n", e.text);
        return 1;
    }
    printf("%s is what %s holds: %" PRId64 " %s, %" PRId64 " %s.\n", state.database, file, f.accounts,
           text_word(f.accounts, "account", "accounts"), f.rounds, text_word(f.rounds, "round", "rounds"));
    if (aside[0] != '\0')
        printf("The database before it is kept as %s.\n", aside);
    else
        printf("There was no database before it.\n");
    return 0;
}

const struct command command_restore = {
    .name = "restore",
    .usage = "[--config FILE] [--state DIR] FILE",
    .help = "Puts a backup in place of the house's database and keeps that one; the host must not run.",
    .run = run_restore,
    .prints = true,
};
