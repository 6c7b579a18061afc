#include "games/no_rules.h"

#include <string.h>

const char *no_rules_parse(struct rules *r, const char *text)
{
    memset(r, 0, sizeof *r);
    return text[0] == '\0' ? NULL : "This game has no options.";
}

void no_rules_text(const struct rules *r, char *out, size_t size)
{
    (void)r;
    if (size > 0) out[0] = '\0';
}
