#include "screens/words.h"

#include "base/text.h"
#include "cards/card.h"
#include "games/catalogue/game_list.h"
#include "games/felt/look.h"
#include "screens/menu.h"
#include "term/wrap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

void words_list(const char *const *words, int most, const char *and, struct text *out)
{
    for (int i = 0; i < most && words[i] != NULL; i++) {
        bool last = i + 1 == most || words[i + 1] == NULL;
        text_add(out, "%s%s", i == 0 ? "" : last ? and : ", ", words[i]);
    }
}

/* A word of the moves of any game: who types one at the wrong table hears from the game there. */
static bool is_word_of_game(const char *word)
{
    for (const struct game *const *g = game_list; *g != NULL; g++)
        for (const char *const *w = (*g)->words; *w != NULL; w++)
            if (line_is(word, *w)) return true;
    return false;
}

static bool is_square(const char *text)
{
    return strchr("abcdABCD", text[0]) != NULL && text[0] != '\0' && text[1] >= '1' && text[1] <= '4' &&
           text[2] == '\0';
}

bool words_may_be_move(const char *line)
{
    static const char *const known[] = {
        "n",          "e",          "s",         "w",         "ne",        "se",         "sw",
        "nw",         "north",      "east",      "south",     "west",      "north-east", "south-east",
        "south-west", "north-west", "northeast", "southeast", "southwest", "northwest",
    };
    char first[16];
    card c;
    size_t n = strcspn(line, " @>");
    if (line[n] == '@' || line[n] == '>') return true;
    snprintf(first, sizeof first, "%.*s", n < sizeof first ? (int)n : 0, line);
    if (card_parse(first, &c) == (int)n || is_square(first)) return n > 0;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (line_is(first, known[i])) return true;
    return is_word_of_game(first) || (first[0] | 0x20) == 'x' || strspn(first, "0123456789") == n;
}

void words_unknown(const char *line, const char *instead, struct text *out)
{
    int n = (int)strcspn(line, " ");
    text_add(out, "There is no word \"%.*s\" here. %s\n", n < 24 ? n : 24, line, instead);
}

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

/* "the 8 of diamonds" at the start of text: the bytes it takes, 0 when there is no such card. */
static size_t spelt_card(const char *text, card *c)
{
    static const char the[] = "the ";
    if (strncmp(text, the, strlen(the)) != 0) return 0;
    for (*c = 1; card_is(*c); ++*c) {
        const char *words = card_words(*c);
        if (strncmp(text + strlen(the), words, strlen(words)) == 0) return strlen(the) + strlen(words);
    }
    return 0;
}

/* n bytes of text, with signs for cards. */
static void add_signs(const char *text, size_t n, struct text *out)
{
    for (const char *end = text + n; text < end;) {
        card c = CARD_NONE;
        size_t took = spelt_card(text, &c);
        if (took > 0)
            text_add(out, "%s", look_card_text(c));
        else
            text_put(out, text, took = 1);
        text += took;
    }
}

const char *words_hint(const char *words, const char *why, int cols, char out[HINT_BRIEF])
{
    const char *reason = why != NULL && cols > 2 && wrap_lines(words, cols - 2) > 2 ? strstr(words, why) : NULL;
    if (reason == NULL || reason == words) return words;
    struct text t;
    text_init(&t, out, HINT_BRIEF);
    add_signs(words, (size_t)(reason - words), &t);
    text_add(&t, "w tells why.");
    return out;
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
        if (n > 0)
            text_add(out, "%s", card_words(c));
        else
            text_put(out, text, n = 1);
        text += n;
    }
}
