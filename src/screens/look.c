#include "screens/look.h"

#include <string.h>

static const struct look_choice looks[] = {
    { .name = "", .about = "as the terminal seems to be" },
    { .name = "utf8", .about = "UTF-8: suits and boxes of Unicode", .charset = CHARSET_UTF8 },
    { .name = "cp437", .about = "CP437: the IBM PC's characters, for BBS terminals", .charset = CHARSET_CP437 },
    { .name = "ascii", .about = "ASCII: letters for suits, no special characters", .charset = CHARSET_ASCII },
    { .name = "plain",
      .about = "plain lines: for screen readers and teletypes",
      .charset = CHARSET_ASCII,
      .plain = true },
};
#define LOOKS (int)(sizeof looks / sizeof *looks)

const struct look_choice *look_at(int k)
{
    return k >= 0 && k < LOOKS ? &looks[k] : NULL;
}

const struct look_choice *look_find(const char *name)
{
    for (int k = 0; k < LOOKS; k++)
        if (strcmp(looks[k].name, name) == 0) return &looks[k];
    return &looks[0];
}

bool look_is_same(const struct terminal_kind *a, const struct terminal_kind *b)
{
    return a->plain == b->plain && a->charset == b->charset;
}

void look_apply(struct visit *v, const char *name)
{
    const struct look_choice *look = look_find(name);
    struct terminal_kind kind = v->found;
    bool keys = session_caller(v->session)->character_mode;
    if (look != &looks[0] && (keys || look->plain)) {
        kind.plain = look->plain;
        kind.charset = look->charset;
    }
    if (!look_is_same(&kind, session_kind(v->session))) session_set_kind(v->session, kind);
}
