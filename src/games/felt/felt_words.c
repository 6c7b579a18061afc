#include "games/felt/felt_words.h"

#include "base/text.h"
#include "games/felt/felt_keys.h"
#include "games/felt/look.h"

#include <stdio.h>

/* --- the message line --- */

static void say_places(const struct felt *f, const struct felt_view *v, struct text *out)
{
    uint8_t places[PLACES];
    int n = felt_places(f, v, places);
    char what[32];
    if (v->hold == HOLD_CARD)
        snprintf(what, sizeof what, "%s", look_card_text(v->held));
    else
        snprintf(what, sizeof what, "The %s pile", place_words((enum place)v->from));
    if (n == 0) {
        text_add(out, f->turn ? "%s can go nowhere now." : "%s is taken; it is not your turn yet.", what);
        return;
    }
    text_add(out, "%s can go to:", what);
    for (int i = 0; i < n; i++) {
        const struct pile *to = &f->board->at[places[i]];
        text_add(out, " %c %s %s%s%s", felt_letters[i], place_label((enum place)places[i]),
                 pile_empty(to) ? "empty" : "on ", pile_empty(to) ? "" : look_card_text(pile_top(to)),
                 i + 1 < n ? "," : "");
    }
}

static void say_turn(const struct felt *f, const struct felt_view *v, struct text *out)
{
    text_add(out, f->game->patience ? "Play, or draw." : "Your turn.");
    if (felt_is_new(f, v, f->fresh) && pile_find(f->hand, f->fresh) >= 0)
        text_add(out, " You drew %s.", look_card_text(f->fresh));
    if (f->n == 0) text_add(out, " Nothing can be played now.");
}

/* What was told since the last key goes first: a refusal, a hint, a line of talk. */
unsigned felt_message(const struct felt *f, const struct felt_view *v, const struct frame_words *w, struct text *out)
{
    bool told = w->message != NULL && w->message[0] != '\0', holds = v->hold != HOLD_NOTHING;
    if (told && !(holds && w->standing))
        text_add(out, "%s", w->message);
    else if (holds)
        say_places(f, v, out);
    else if (f->turn)
        say_turn(f, v, out);
    return told && w->warning ? STYLE_WARNING : STYLE_MESSAGE;
}

/* --- the key line --- */

/* What a key would come to; after is the view behind it. Keys are named by what they do, so the line cannot be wrong.
 */
static enum act try(const struct felt *f, const struct felt_view *v, enum key_code code, char ch,
                    struct felt_view *after)
{
    *after = *v;
    return felt_key(f, after, &(struct key){ .code = code, .ch = (uint32_t)ch }).act;
}

static bool works(const struct felt *f, const struct felt_view *v, enum key_code code, char ch)
{
    struct felt_view after;
    enum act act = try(f, v, code, ch, &after);
    return act == ACT_MOVE || act == ACT_LOOK;
}

static const char *end_words(const struct felt *f, bool narrow)
{
    return narrow ? f->end_words_short : f->end_words;
}

/* What Enter does with what the cursor is on; NULL: nothing but what Tab does, too. */
static const char *enter_words(const struct felt *f, const struct felt_view *v, bool narrow)
{
    struct felt_view after;
    enum act act = try(f, v, KEY_ENTER, 0, &after);
    if (act == ACT_MOVE) return v->focus != 0 && felt_place(v->focus - 1) == PLACES ? end_words(f, narrow) : "put";
    bool takes = after.hold != v->hold || after.held != v->held || after.from != v->from;
    return act == ACT_LOOK && takes ? "take" : NULL;
}

/* With something in hand: where it can go, and back. */
static void holding_keys(const struct felt *f, const struct felt_view *v, bool narrow, struct text *out)
{
    uint8_t places[PLACES];
    char letters[4] = "a";
    int n = felt_places(f, v, places);
    const char *enter = enter_words(f, v, narrow);
    if (n > 1) snprintf(letters, sizeof letters, "a-%c", felt_letters[n - 1]);
    look_add_key(out, enter != NULL, "Enter", enter);
    look_add_key(out, n > 0 && !(narrow && enter != NULL), letters, "put");
    look_add_key(out, true, "Esc", "let go");
    look_add_key(out, n > 1, "Tab", narrow ? "next" : "next place");
    look_add_key(out, works(f, v, KEY_CHAR, 'e'), "e", end_words(f, narrow));
}

/* With nothing in hand. The most needed come first: narrow windows show no more than two or three. */
static void choosing_keys(const struct felt *f, const struct felt_view *v, bool narrow, struct text *out)
{
    const char *enter = enter_words(f, v, narrow);
    look_add_key(out, !narrow || !f->turn, "←→", f->turn ? "card" : "look");
    look_add_key(out, enter != NULL, "Enter", enter);
    look_add_key(out, f->turn && works(f, v, KEY_CHAR, 'e'), "e", end_words(f, narrow));
    look_add_key(out, f->turn && works(f, v, KEY_CHAR, 'm'), "m", "pile");
    look_add_key(out, f->hand->n > 1, "s", "sort");
    look_add_key(out, f->turn && works(f, v, KEY_TAB, 0), "Tab", "next");
    look_add_key(out, f->turn, ":", "type");
}

void felt_key_line(const struct felt *f, const struct felt_view *v, bool narrow, struct text *out)
{
    if (f->seat == 0 || f->over) return;
    if (v->hold != HOLD_NOTHING)
        holding_keys(f, v, narrow, out);
    else
        choosing_keys(f, v, narrow, out);
}
