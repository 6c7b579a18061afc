#include "screens/words.h"

#include "base/text.h"
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
