#include "games/corners/corners_reason.h"

#include "base/text.h"

#include <assert.h>

/* --- facts --- */

static int empty_sides(const struct board *b)
{
    int n = 0;
    for (int p = 0; p < SIDES; p++) n += pile_empty(&b->at[p]);
    return n;
}

/* A side whose pile fits on the card; PLACES when there is none. */
static enum place pile_to_follow(const struct board *b, card on)
{
    for (int p = 0; p < SIDES; p++)
        if (!pile_empty(&b->at[p]) && card_builds(pile_base(&b->at[p]), on)) return (enum place)p;
    return PLACES;
}

/* What can be laid on a card that is no ace: "red 8", "black queen". */
static void add_next(card on, struct text *out)
{
    static const char *const ranks[] = { "?", "ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen" };
    assert(card_rank(on) > ACE);
    text_add(out, "%s %s", card_red(on) ? "black" : "red", ranks[card_rank(on) - 1]);
}

static void add_count(int n, const char *what, struct text *out)
{
    text_add(out, "%d %s%s", n, what, text_word(n, " is", "s are"));
}

/* --- to the table --- */

/* Where the card lies, and what can come onto it. */
static void say_lies(const struct corners *s, const struct play *p, struct text *out)
{
    const struct pile *to = &s->board.at[p->to];
    enum place follows = pile_to_follow(&s->board, p->card);
    if (pile_empty(to))
        text_add(out, "%s starts %s", card_text(p->card), place_words((enum place)p->to));
    else
        text_add(out, "%s fits on %s", card_text(p->card), card_text(pile_top(to)));
    if (follows != PLACES) {
        text_add(out, "; %s can move onto it", place_words(follows));
    } else if (card_rank(p->card) > ACE) {
        text_add(out, "; next is a ");
        add_next(p->card, out);
    }
}

static void say_card(const struct corners *s, int seat, const struct play *p, struct text *out)
{
    int left = s->hands[seat].n - 1;
    if (left == 0) {
        text_add(out, "It was the last card of the hand: the round is over.");
        return;
    }
    if (card_rank(p->card) == KING)
        text_add(out, "A King in hand counts 10 in the end");
    else
        say_lies(s, p, out);
    text_add(out, ", and ");
    add_count(left, "card", out);
    text_add(out, " left.");
}

static void say_pile(const struct corners *s, const struct play *p, struct text *out)
{
    const struct pile *to = &s->board.at[p->to];
    if (pile_empty(to))
        text_add(out, "A King's pile takes no side in a corner");
    else
        text_add(out, "%s fits on %s with all its pile", card_text(pile_base(&s->board.at[p->from])),
                 card_text(pile_top(to)));
    text_add(out, ": ");
    add_count(empty_sides(&s->board) + 1, "side", out);
    text_add(out, " empty now.");
}

/* (T6, T10) */
static void say_end(const struct corners *s, struct text *out)
{
    int stock = s->stock.n;
    bool pass = s->began_empty && !s->played;
    if (s->last && stock == 1) {
        text_add(out, "The turn ends with the last card of the stock.");
    } else if (stock > 0) {
        text_add(out, s->last ? "The turn ends with a draw; " : "The next turn begins with a draw; ");
        add_count(s->last ? stock - 1 : stock, "card", out);
        text_add(out, s->last ? " left in the stock." : " in the stock.");
    } else if (!pass) {
        text_add(out, "The stock is empty: nothing is drawn any more.");
    } else if (s->idle + 1 == s->seats) {
        text_add(out, "The stock is empty and all %d have passed: the round is over.", s->seats);
    } else {
        text_add(out, "With no stock %d passes in a row end the round; this is number %d.", s->seats, s->idle + 1);
    }
}

/* That a move is a play can be read from its text alone; nothing is looked up in a hand. */
void corners_reason(const void *seen, int seat, const struct move *m, struct text *out)
{
    static const struct pile no_hand;
    const struct corners *s = seen;
    struct play p;
    if (!play_parse(&p, m->text, &no_hand))
        say_end(s, out);
    else if (p.card == CARD_NONE)
        say_pile(s, &p, out);
    else
        say_card(s, seat, &p, out);
}

/* --- to the player --- */

/* A hand card that can go onto the card just played; CARD_NONE when there is none. */
static card follower(const struct corners *s, card on)
{
    const struct pile *hand = &s->hands[s->turn];
    for (int i = 0; i < hand->n; i++)
        if (card_is(hand->c[i]) && card_builds(hand->c[i], on)) return hand->c[i];
    return CARD_NONE;
}

void corners_hint_play(const struct corners *s, const struct play *p, struct text *out)
{
    const char *text = card_text(p->card), *to = place_words((enum place)p->to);
    if (p->card == CARD_NONE) {
        text_add(out, "Moving %s to %s frees a side for another card.", place_words((enum place)p->from), to);
        return;
    }
    if (card_rank(p->card) == KING) {
        text_add(out, "A King in hand counts 10 points, so %s goes out at once.", text);
        return;
    }
    card next = follower(s, p->card);
    text_add(out, pile_empty(&s->board.at[p->to]) ? "%s starts the empty %s" : "%s fits on %s", text, to);
    if (next != CARD_NONE)
        text_add(out, ", and %s can follow it.", card_text(next));
    else
        text_add(out, ", and a card less is a point less.");
}

/* A hand card that fits and that something could be laid on; else a pile that could move. */
static const struct play *kept_back(const struct play *plays, int n)
{
    for (int i = 0; i < n; i++)
        if (plays[i].card != CARD_NONE && card_rank(plays[i].card) > ACE) return &plays[i];
    for (int i = 0; i < n; i++)
        if (plays[i].card == CARD_NONE) return &plays[i];
    return NULL;
}

void corners_hint_end(const struct corners *s, struct text *out)
{
    struct play plays[PLAYS_MAX];
    int n = corners_plays(s, plays);
    const struct play *kept = kept_back(plays, n);
    if (n == 0) {
        text_add(out, "Nothing in the hand fits, and no pile can move.");
    } else if (kept == NULL) {
        text_add(out, "No play is a must, and what fits now can be kept.");
    } else if (kept->card == CARD_NONE) {
        text_add(out, "While %s stays, it leaves no empty side to the next player.",
                 place_words((enum place)kept->from));
    } else {
        text_add(out, "Kept back, %s gives nobody a place for a ", card_text(kept->card));
        add_next(kept->card, out);
        text_add(out, ".");
    }
}
