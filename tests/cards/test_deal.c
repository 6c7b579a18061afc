#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "cards/deal.h"
#include "cards/whole_deck.h"

static void key_of_hex(uint8_t key[DEAL_KEY_BYTES], const char *hex)
{
    assert_int_equal(strlen(hex), 2 * DEAL_KEY_BYTES);
    assert_int_equal(sodium_hex2bin(key, DEAL_KEY_BYTES, hex, strlen(hex), NULL, NULL, NULL), 0);
}

/* A line of deals.txt: GAME NUMBER KEY CARD*52, or: key - KEY CARD*52 seal SEAL. */
static void check_line(char *line)
{
    char *game = strtok(line, " \n"), *number = strtok(NULL, " \n"), *hex = strtok(NULL, " \n");
    uint8_t key[DEAL_KEY_BYTES], want[DEAL_KEY_BYTES];
    key_of_hex(want, hex);
    memcpy(key, want, sizeof key);
    if (strcmp(game, "key") != 0) deal_key(key, game, (uint32_t)strtoul(number, NULL, 10));
    assert_memory_equal(key, want, sizeof key);
    struct deck d;
    deal_deck(&d, key);
    assert_whole_deck(&d);
    for (int i = 0; i < CARDS; i++) assert_string_equal(card_text(d.c[i]), strtok(NULL, " \n"));
    if (strtok(NULL, " \n") != NULL) {
        char seal[DEAL_SEAL_TEXT];
        deal_seal(seal, key);
        assert_string_equal(seal, strtok(NULL, " \n"));
    }
}

/* Decks are frozen, on every machine and for ever (P32). The seal of a round relies on it (T3). */
static void decks_keys_and_seals_are_those_of_the_golden_file(void **state)
{
    (void)state;
    FILE *f = fopen("data/deals.txt", "r");
    assert_non_null(f);
    char line[512];
    int lines = 0;
    for (; fgets(line, sizeof line, f) != NULL; lines++) check_line(line);
    fclose(f);
    assert_int_equal(lines, 10);
}

/* Every card is as likely at every place (P33). 51 degrees of freedom at each place; 120 is passed by chance once in
 * some ten million. */
static void every_card_is_as_likely_at_every_place(void **state)
{
    (void)state;
    enum { DEALS = 20000 };
    static int seen[CARDS][CARDS + 1];
    for (uint32_t number = 1; number <= DEALS; number++) {
        uint8_t key[DEAL_KEY_BYTES];
        struct deck d;
        deal_key(key, "grid", number);
        deal_deck(&d, key);
        for (int i = 0; i < CARDS; i++) seen[i][d.c[i]]++;
    }
    for (int i = 0; i < CARDS; i++) {
        double want = (double)DEALS / CARDS, chi2 = 0;
        for (card c = 1; c <= CARDS; c++) chi2 += (seen[i][c] - want) * (seen[i][c] - want) / want;
        assert_true(chi2 < 120);
    }
}

static int start(void **state)
{
    (void)state;
    return sodium_init() < 0 ? -1 : 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(decks_keys_and_seals_are_those_of_the_golden_file),
        cmocka_unit_test(every_card_is_as_likely_at_every_place),
    };
    return cmocka_run_group_tests(tests, start, NULL);
}
