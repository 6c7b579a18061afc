#include "cli/backup_command.h"

#include "base/text.h"
#include "cli/house_file.h"
#include "store/backup.h"

#include <inttypes.h>

static int run_backup(int argc, char **argv)
{
    struct state state;
    struct backup_facts f;
    struct err e;
    const char *file;
    int status;
    if (!house_file_read(&command_backup, argc, argv, &state, &file, &status)) return status;
    house_file_settle();
    if (!backup_make(state.database, file, house_file_stop, &f, &e)) {
        fprintf(stderr, "kingscorner backup: %s\n", e.text);
        return 1;
    }
    printf("%s: whole and checked, %" PRId64 " %s, %" PRId64 " %s, schema %d, %" PRId64 " kB.\n", file, f.accounts,
           text_word(f.accounts, "account", "accounts"), f.rounds, text_word(f.rounds, "round", "rounds"), f.version,
           f.bytes / 1024);
    printf("The host keys are not in it: %s/ssh_host_*_key.\n", state.dir);
    return 0;
}

const struct command command_backup = {
    .name = "backup",
    .usage = "[--config FILE] [--state DIR] FILE",
    .help = "Writes the house's database to a new file, whole and checked, also while the host runs.",
    .run = run_backup,
    .prints = true,
};
