#include "games/typed.h"

#include "base/text.h"

#include <string.h>

void move_typed(const char *move, struct text *out)
{
    size_t n = strcspn(move, "@>");
    if (n == 0)
        text_add(out, "place %s", move + 1);
    else if (move[n] != '\0')
        text_add(out, "%.*s %s", (int)n, move, move + n + 1);
    else if (move[0] == 'x')
        text_add(out, "remove %.2s%s%s", move + 1, move[3] ? " " : "", move + 3);
    else
        text_add(out, "%s", move);
}
