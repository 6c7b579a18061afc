#include "cli/commands.h"

#include "cli/backup_command.h"
#include "cli/deal_command.h"
#include "cli/play_command.h"
#include "cli/replay_command.h"
#include "cli/restore_command.h"
#include "cli/serve_command.h"
#include "cli/sim_command.h"
#include "cli/verify_command.h"

#include <stddef.h>
#include <string.h>

const struct command *const commands[] = {
    &command_serve,  &command_backup, &command_restore, &command_play, &command_replay,
    &command_verify, &command_deal,   &command_sim,     NULL,
};

const struct command *commands_find(const char *name)
{
    for (size_t i = 0; commands[i] != NULL; i++)
        if (strcmp(commands[i]->name, name) == 0) return commands[i];
    return NULL;
}
