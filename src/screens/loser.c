#include "screens/loser.h"

#include "base/text.h"
#include "screens/layout.h"
#include "screens/visit.h"
#include "term/wrap.h"

#include <stdio.h>

struct loser {
    char name[20];
    char words[160];
};

static void loser_words(const char *name, char *out, size_t size)
{
    snprintf(out, size,
             "%s has gathered 50 penalty points and is a big loser. The mark is worn until its bearer wins again.",
             name);
}

static void loser_enter(struct session *s, void *state, const void *arg)
{
    (void)s;
    struct loser *l = state;
    snprintf(l->name, sizeof l->name, "%s", (const char *)arg);
    loser_words(l->name, l->words, sizeof l->words);
}

static void loser_draw(struct session *s, void *state, struct canvas *c)
{
    (void)s;
    const struct loser *l = state;
    struct area a = layout_body(c, 64);
    look_title(c, "Big loser", l->name);
    int y = a.y + layout_art(c, a, "loser.ans", 4);
    if (y == a.y) {
        y += a.rows / 4;
        layout_centre(c, y, STYLE_LOSER, "B I G   L O S E R");
        y += 2;
    }
    char name[40];
    snprintf(name, sizeof name, "☠  %s  ☠", l->name);
    layout_centre(c, y, STYLE_LOSER, name);
    wrap_draw(c, (struct area){ a.x, y + 2, a.cols, a.y + a.rows - y - 2 }, STYLE_PLAIN, l->words, 0);
    look_keys(c, "v view", "any key goes on");
}

static bool loser_key(struct session *s, void *state, const struct key *k)
{
    (void)state;
    if (k->code != KEY_MOUSE && k->code != KEY_PASTE) session_pop(s);
    return true;
}

static void loser_say(struct session *s, void *state, struct text *out)
{
    (void)s;
    text_add(out, "Big loser: %s\nPress Enter to go on.\n", ((const struct loser *)state)->words);
}

static void loser_line(struct session *s, void *state, const char *typed)
{
    (void)state;
    visit_leave_page(visit_of(s), false, typed);
}

const struct screen screen_loser = {
    .name = "loser",
    .size = sizeof(struct loser),
    .enter = loser_enter,
    .draw = loser_draw,
    .key = loser_key,
    .say = loser_say,
    .line = loser_line,
};

void loser_show(struct session *s, const char *name)
{
    char words[200];
    if (session_plain(s)) {
        loser_words(name, words, sizeof words);
        session_tell(s, words);
    } else if (session_top(s, NULL) != &screen_loser) {
        session_push(s, &screen_loser, name);
    }
}
