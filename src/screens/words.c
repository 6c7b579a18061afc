#include "screens/words.h"

#include "base/text.h"
#include "cards/card.h"
#include "screens/frame.h"

#include <stdio.h>
#include <string.h>

bool words_move(const char *typed, char out[WORDS_MOVE])
{
    static const char *const fillers[] = { "on", "onto", "to", "and" };
    char copy[WORDS_MOVE], *save = NULL;
    struct text t;
    snprintf(copy, sizeof copy, "%s", typed);
    text_init(&t, out, WORDS_MOVE);
    for (char *word = strtok_r(copy, " ", &save); word != NULL; word = strtok_r(NULL, " ", &save)) {
        bool filler = false;
        for (size_t i = 0; i < sizeof fillers / sizeof *fillers; i++) filler |= line_is(word, fillers[i]);
        if (!filler) text_add(&t, "%s%s", t.len ? " " : "", word);
    }
    return t.len > 0;
}

/* "8♦" at the start of text: the bytes it takes, 0 when there is no card. */
static size_t card_sign(const char *text, card *c)
{
    static const char *const signs[] = { "♠", "♥", "♦", "♣" };
    static const char letters[] = "shdc";
    for (int i = 0; i < 4 && text[0] != '\0'; i++) {
        const char spelt[] = { text[0], letters[i], '\0' };
        size_t n = strlen(signs[i]);
        if (strncmp(text + 1, signs[i], n) == 0 && card_parse(spelt, c) > 0) return 1 + n;
    }
    return 0;
}

void words_spell(const char *text, struct text *out)
{
    while (*text != '\0') {
        card c = CARD_NONE;
        size_t n = card_sign(text, &c);
        if (n > 0) text_add(out, "%s", card_words(c));
        else text_put(out, text, n = 1);
        text += n;
    }
}
