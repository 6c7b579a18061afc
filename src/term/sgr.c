#include "term/sgr.h"

#include "base/text.h"

#include <string.h>

/* The numbers of one sequence; 96 bytes are twice what all attributes and two colours take. */
struct numbers {
    char text[96];
    size_t len;
};

static void add_number(struct numbers *s, int number)
{
    if (s->len > 0) s->text[s->len++] = ';';
    s->len = (size_t)(text_digits(s->text + s->len, number) - s->text);
}

/* first is 30 (foreground) or 40 (background). Bright colours are 90-97 and 100-107. */
static void add_colour(struct numbers *s, int first, int colour, enum colours depth)
{
    long tint = depth == COLOURS_TRUE ? style_tint(colour) : -1;
    if (tint >= 0) {
        add_number(s, first + 8);
        add_number(s, 2);
        for (int shift = 16; shift >= 0; shift -= 8) add_number(s, (int)(tint >> shift & 255));
    } else if (colour >= 16) {
        add_number(s, first + 8);
        add_number(s, 5);
        add_number(s, colour);
    } else {
        add_number(s, colour == COLOUR_DEFAULT ? first + 9 : colour < 8 ? first + colour : first + 60 + colour - 8);
    }
}

static void add_attributes(struct numbers *s, uint8_t on)
{
    if (on & RENDITION_BOLD) add_number(s, 1);
    if (on & RENDITION_DIM) add_number(s, 2);
    if (on & RENDITION_UNDERLINE) add_number(s, 4);
    if (on & RENDITION_REVERSE) add_number(s, 7);
}

static struct numbers from_nothing(struct rendition to, enum colours depth)
{
    struct numbers s = { .len = 0 };
    add_number(&s, 0);
    add_attributes(&s, to.attributes);
    if (to.fg != COLOUR_DEFAULT) add_colour(&s, 30, to.fg, depth);
    if (to.bg != COLOUR_DEFAULT) add_colour(&s, 40, to.bg, depth);
    if (s.len == 1) s.len = 0;
    return s;
}

static struct numbers step_by_step(struct rendition from, struct rendition to, enum colours depth)
{
    struct numbers s = { .len = 0 };
    uint8_t gone = from.attributes & (uint8_t)~to.attributes, on = to.attributes & (uint8_t)~from.attributes;
    if (gone & (RENDITION_BOLD | RENDITION_DIM)) {
        add_number(&s, 22);
        on |= to.attributes & (RENDITION_BOLD | RENDITION_DIM);
    }
    if (gone & RENDITION_UNDERLINE) add_number(&s, 24);
    if (gone & RENDITION_REVERSE) add_number(&s, 27);
    add_attributes(&s, on);
    if (to.fg != from.fg) add_colour(&s, 30, to.fg, depth);
    if (to.bg != from.bg) add_colour(&s, 40, to.bg, depth);
    return s;
}

/* Does the change remove an attribute or a colour? Old terminals can do that by 0 only. */
static bool removes_something(struct rendition from, struct rendition to)
{
    return (from.attributes & ~to.attributes) != 0 || (to.fg == COLOUR_DEFAULT && from.fg != COLOUR_DEFAULT) ||
           (to.bg == COLOUR_DEFAULT && from.bg != COLOUR_DEFAULT);
}

static struct rendition brightened_by_bold(struct rendition l)
{
    if (l.fg >= 8 && l.fg < 16) {
        l.fg -= 8;
        l.attributes |= RENDITION_BOLD;
    }
    return l;
}

bool rendition_erasable(const struct terminal_kind *kind, struct rendition l)
{
    return (l.bg == COLOUR_DEFAULT || kind->erases_in_colour) &&
           !(l.attributes & (RENDITION_REVERSE | RENDITION_UNDERLINE));
}

void sgr_change(const struct terminal_kind *kind, const struct rendition *from, struct rendition to, struct text *out)
{
    if (from != NULL && rendition_equal(*from, to)) return;
    struct rendition before = from != NULL ? *from : to;
    if (kind->bold_is_bright) {
        to = brightened_by_bold(to);
        before = brightened_by_bold(before);
    }
    struct numbers best = from_nothing(to, kind->colours);
    if (from != NULL && !(kind->bold_is_bright && removes_something(before, to))) {
        struct numbers steps = step_by_step(before, to, kind->colours);
        if (steps.len == 0) return;
        if (steps.len < best.len) best = steps;
    }
    text_put(out, "\033[", 2);
    text_put(out, best.text, best.len);
    text_put(out, "m", 1);
}
