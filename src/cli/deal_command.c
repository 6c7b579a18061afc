#include "cli/deal_command.h"

#include "cards/deal.h"
#include "cli/arguments.h"
#include "games/catalogue/game_list.h"

#include <sodium.h>
#include <string.h>

enum { KEY = 'k', HELP = 'h' };

static const struct option options[] = {
    { "key", required_argument, NULL, KEY },
    { "help", no_argument, NULL, HELP },
    { NULL, 0, NULL, 0 },
};

static int print_deck(const uint8_t key[DEAL_KEY_BYTES], bool with_seal)
{
    struct deck deck;
    char seal[DEAL_SEAL_TEXT];
    deal_deck(&deck, key);
    for (int i = 0; i < CARDS; i++) printf("%s%s", i > 0 ? " " : "", card_text(deck.c[i]));
    printf("\n");
    deal_seal(seal, key);
    if (with_seal) printf("seal %s\n", seal);
    return 0;
}

static int deal_by_key(const char *hex)
{
    uint8_t key[DEAL_KEY_BYTES];
    size_t n = 0, digits = strlen(hex);
    bool good = digits == 2 * sizeof key && sodium_hex2bin(key, sizeof key, hex, digits, NULL, &n, NULL) == 0;
    if (!good || n != sizeof key) return command_refuse(&command_deal, "a key is 64 hex digits");
    return print_deck(key, true);
}

static int deal_by_number(const char *game, const char *text)
{
    uint8_t key[DEAL_KEY_BYTES];
    uint32_t number;
    if (game_find(game) == NULL) return command_refuse(&command_deal, "there is no game %s", game);
    const char *rest = argument_number(text, UINT32_MAX, &number);
    if (rest == NULL || *rest != '\0') return command_refuse(&command_deal, "a deal's number is 1 to 4294967295");
    deal_key(key, game, number);
    return print_deck(key, false);
}

static int run_deal(int argc, char **argv)
{
    const char *key = NULL;
    struct err e;
    opterr = 0;
    for (int c; (c = argument_next(argc, argv, options)) != -1;) {
        switch (c) {
        case KEY: key = optarg; break;
        case HELP: command_print_usage(&command_deal, stdout); return 0;
        default: argument_refuse(c, argv, &e); return command_refuse(&command_deal, "%s", e.text);
        }
    }
    if (argc - optind != (key != NULL ? 0 : 2))
        return command_refuse(&command_deal, "a game and a number are wanted, or a key");
    return key != NULL ? deal_by_key(key) : deal_by_number(argv[optind], argv[optind + 1]);
}

const struct command command_deal = {
    .name = "deal",
    .usage = "GAME NUMBER | --key HEX",
    .help = "Prints the deck of a deal, or of a key with its seal; tables have numbers in simulations only.",
    .run = run_deal,
    .prints = true,
};
