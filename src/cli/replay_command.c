#include "cli/replay_command.h"

#include "base/text.h"
#include "cli/arguments.h"
#include "cli/record_file.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { JSON = 'j', HELP = 'h' };

static const struct option options[] = {
    { "json", no_argument, NULL, JSON },
    { "help", no_argument, NULL, HELP },
    { NULL, 0, NULL, 0 },
};

static void print_json(void *ctx, const struct record *r, const void *state, int ply)
{
    (void)ctx;
    json_t *line = r->game->json(state, ply);
    json_dumpf(line, stdout, JSON_COMPACT | JSON_PRESERVE_ORDER);
    putchar('\n');
    json_decref(line);
}

/* --- in words --- */

/* The position before the next move. */
struct narration {
    alignas(max_align_t) unsigned char before[GAME_STATE_MAX];
};

#define LINE_TEXT 512

static void print_players(const struct record *r)
{
    char rules[RECORD_TEXT], line[LINE_TEXT];
    struct text t;
    text_init(&t, line, sizeof line);
    r->game->rules_text(&r->rules, rules, sizeof rules);
    for (int seat = 1; seat <= r->seats; seat++) {
        text_add(&t, "%s", seat > 1 ? ", " : "");
        record_name_words(r, seat, &t);
    }
    text_add(&t, "; ");
    record_name_words(r, r->dealer, &t);
    printf("Rules: %s.\nPlayers: %s deals.\n", rules, line);
}

static void print_head(const struct record *r)
{
    printf("%s.\n", r->game->rules_title(&r->rules));
    if (r->cards == RECORD_DEAL) printf("Deal %u.\n", (unsigned)r->deal);
    if (!r->game->patience) print_players(r);
}

static void print_move(const struct narration *n, const struct record *r, int ply)
{
    char line[LINE_TEXT];
    struct text t;
    int seat = r->game->to_move(n->before);
    text_init(&t, line, sizeof line);
    if (!r->game->patience) {
        record_name_words(r, seat, &t);
        text_add(&t, " ");
    }
    r->game->move_words(n->before, seat, &r->moves[ply - 1], &t);
    printf("%4d  %s\n", ply, line);
}

static void print_words(void *ctx, const struct record *r, const void *state, int ply)
{
    struct narration *n = ctx;
    if (ply == 0)
        print_head(r);
    else
        print_move(n, r, ply);
    memcpy(n->before, state, r->game->state_size);
}

static void print_end(const struct record *r, const void *state)
{
    char line[LINE_TEXT];
    struct text t;
    text_init(&t, line, sizeof line);
    record_end_words(r, state, &t);
    puts(line);
}

static int replay(const char *path, bool json)
{
    struct narration narration;
    struct record r;
    const struct record_watch watch = { json ? print_json : print_words, &narration };
    if (!record_file_read(&r, path, &watch)) return 1;
    if (!json) print_end(&r, narration.before);
    record_clear(&r);
    return 0;
}

static int run_replay(int argc, char **argv)
{
    bool json = false;
    struct err e;
    opterr = 0;
    for (int c; (c = argument_next(argc, argv, options)) != -1;) {
        switch (c) {
        case JSON: json = true; break;
        case HELP: command_print_usage(&command_replay, stdout); return 0;
        default: argument_refuse(c, argv, &e); return command_refuse(&command_replay, "%s", e.text);
        }
    }
    if (argc - optind != 1 || argv[optind][0] == '\0') return command_refuse(&command_replay, "one record is wanted");
    return replay(argv[optind], json);
}

const struct command command_replay = {
    .name = "replay",
    .usage = "[--json] FILE",
    .help = "Tells a record move by move; with --json each position as a line of JSON. FILE - is standard input.",
    .run = run_replay,
    .prints = true,
};
