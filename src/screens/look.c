#include "screens/look.h"

#include <string.h>

static const struct look_choice looks[] = {
    { "", "as the terminal seems to be" },
    { "utf8", "UTF-8: suits and boxes of Unicode" },
    { "cp437", "CP437: the IBM PC's characters, for BBS terminals" },
    { "plain", "plain lines: for screen readers and teletypes" },
};

const struct look_choice *look_at(int k)
{
    return k >= 0 && k < (int)(sizeof looks / sizeof *looks) ? &looks[k] : NULL;
}

static bool is_same(const struct terminal_kind *a, const struct terminal_kind *b)
{
    return a->plain == b->plain && a->charset == b->charset && a->colours == b->colours;
}

void look_apply(struct visit *v, const char *look)
{
    struct terminal_kind kind = v->found;
    bool keys = session_caller(v->session)->character_mode;
    if (strcmp(look, "plain") == 0) {
        kind.plain = true;
    } else if (look[0] != '\0' && keys) { /* without single keys only lines are possible, whatever was chosen */
        kind.plain = false;
        kind.charset = strcmp(look, "cp437") == 0 ? CHARSET_CP437 : CHARSET_UTF8;
    }
    if (!is_same(&kind, session_kind(v->session))) session_set_kind(v->session, kind);
}
