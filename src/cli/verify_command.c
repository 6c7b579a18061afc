#include "cli/verify_command.h"

#include "base/clean.h"
#include "base/text.h"
#include "cli/arguments.h"
#include "cli/record_file.h"

#include <assert.h>
#include <stdalign.h>
#include <string.h>

enum { HELP = 'h' };

static const struct option options[] = { { "help", no_argument, NULL, HELP }, { NULL, 0, NULL, 0 } };

/* Appends where the deck comes from, which is what the record proves about it. */
static void deck_words(const struct record *r, struct text *out)
{
    char seal[DEAL_SEAL_TEXT];
    switch (r->cards) {
    case RECORD_DECK: text_add(out, "a deck of 52 cards without a key"); return;
    case RECORD_DEAL: text_add(out, "the deck of deal %u", (unsigned)r->deal); return;
    case RECORD_KEY:
        deal_seal(seal, r->key);
        if (r->seal > 0) seal[r->seal] = '\0'; /* the record proves no more digits */
        text_add(out, r->seal ? "the key's deck, sealed as %s" : "the key's deck, whose seal is %s", seal);
        return;
    }
}

/* The result in the record, if there is one, must be the result of the moves. */
static bool result_fits(const struct record *r, const void *state)
{
    struct result result;
    r->game->result(state, &result);
    return r->result[0] == '\0' || (result.over && strcmp(r->result, result.words) == 0);
}

static int refuse_result(const struct record *r, const void *state, const char *path)
{
    struct result result;
    char told[RECORD_TEXT];
    clean_line(told, sizeof told, r->result, strlen(r->result));
    r->game->result(state, &result);
    fprintf(stderr, "%s: the moves lead to \"%s\", not to \"%s\"\n", path,
            result.over ? result.words : "It is not over.", told);
    return 1;
}

static int print_good(const struct record *r, const void *state, const char *path)
{
    char line[1024];
    struct text t;
    text_init(&t, line, sizeof line);
    text_add(&t, "good: %s, ", r->game->id);
    deck_words(r, &t);
    text_add(&t, ", %d legal move%s. ", r->n, text_word(r->n, "", "s"));
    record_end_words(r, state, &t);
    printf("%s: %s\n", path, line);
    return 0;
}

static int verify(const char *path)
{
    alignas(max_align_t) unsigned char state[GAME_STATE_MAX];
    struct record r;
    struct made made;
    if (!record_file_read(&r, path, NULL)) return 1;
    const char *why = record_replay(&r, state, r.n, &made);
    assert(why == NULL);
    int status = result_fits(&r, state) ? print_good(&r, state, path) : refuse_result(&r, state, path);
    record_clear(&r);
    return status;
}

static int run_verify(int argc, char **argv)
{
    struct err e;
    opterr = 0;
    for (int c; (c = argument_next(argc, argv, options)) != -1;) {
        switch (c) {
        case HELP: command_print_usage(&command_verify, stdout); return 0;
        default: argument_refuse(c, argv, &e); return command_refuse(&command_verify, "%s", e.text);
        }
    }
    if (argc - optind != 1 || argv[optind][0] == '\0') return command_refuse(&command_verify, "one record is wanted");
    return verify(argv[optind]);
}

const struct command command_verify = {
    .name = "verify",
    .usage = "FILE",
    .help = "Checks a record: its seal, deck, moves and result. FILE - is standard input.",
    .run = run_verify,
    .prints = true,
};
