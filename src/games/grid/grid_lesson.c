#include "games/grid/grid.h"
#include "games/lesson.h"

#define CORNERS "@a1 @d1 @a4 @d4 "
#define CENTRE "@b2 @c2 @b3 @c3 "
#define BETWEEN "@b1 @c1 @a2 @d2 @a3 @d3 @b4 @c4 "

/* A board that is filled so that it has three removals (G19), and then some placing more. */
static const struct lesson_step steps[] = {
    {
        .about = "The top card of the stock is to be placed. A King goes to a corner: the squares marked K.",
        .keys = "Move to a corner with the arrows, and press Enter.",
        .brief = "A King goes to a square marked K. Arrows move, Enter places.",
        .moves = CORNERS,
    },
    {
        .about = "A Queen goes between the corners of the top or the bottom row: the squares marked Q.",
        .keys = "Move there, and press Enter.",
        .brief = "A Queen goes to a square marked Q. Move there, press Enter.",
        .moves = "@b1 @c1 @b4 @c4",
    },
    {
        .about = "A Jack goes between the corners of a side: the squares marked J.",
        .keys = "Move there, and press Enter.",
        .brief = "A Jack goes to a square marked J. Move there, press Enter.",
        .moves = "@a2 @d2 @a3 @d3",
    },
    {
        .about = "All other cards go anywhere. Keep the seats of royals free: the middle has none.",
        .keys = "Place the 7♣ on one of the four middle squares.",
        .brief = "Others go anywhere, best to the middle. Place the 7♣ there.",
        .moves = CENTRE,
    },
    {
        .about = "Twelve more cards have come, and the board is full. Now cards may go: those that make ten.",
        .keys = "Enter goes on.",
        .brief = "Twelve more cards fill the board. Now tens go. Enter goes on.",
        .moves = CENTRE BETWEEN CORNERS,
        .seat = 1,
    },
    {
        .about = "Two cards that make ten go together, as 3♥ and 7♣ or 5♠ and 5♦. A 10 goes alone.",
        .keys = "Enter on one card, then on its partner, clears a pair; x clears any.",
        .brief = "3♥ and 7♣ make ten: Enter on both. Or x clears something.",
        .moves = "x*",
    },
    {
        .about = "Two more removals are left. You may choose which, and how many you make.",
        .keys = "Clear one more.",
        .brief = "Two more removals are left: clear one more.",
        .moves = "x*",
    },
    {
        .about = "The last one: with it five squares are free again.",
        .keys = "Clear it.",
        .brief = "Clear the last one: five squares are free then.",
        .moves = "x*",
    },
    {
        .about = "Nothing makes ten any more, so the placing goes on.",
        .keys = "Press e to resume.",
        .brief = "Nothing makes ten any more: press e, to place again.",
        .moves = "resume",
    },
    {
        .about = "A royal that finds its four seats taken loses the game. What comes next, nobody knows; the house has "
                 "advice.",
        .keys = "Press i for a hint.",
        .brief = "A royal without a free seat loses. Press i for a hint.",
    },
    {
        .about = "The hint: 2♣ goes to the middle while that has room, else to any free square.",
        .keys = "Place it.",
        .brief = "Hint: 2♣ to the middle, or any free square. Place it.",
        .moves = "@*",
    },
};

const struct lesson grid_lesson = {
    .game = &grid_game,
    .rules = "",
    .title = "the 4x4 patience",
    .deck = "Kh Qs Jd 7c 8s 3h 9s 5s 8h 4s Tc 8d 5d 9h 4h 8c 2c",
    .seats = 1,
    .dealer = 1,
    .pupil = 1,
    .ending = "That is all there is to it: it is won when the stock is empty and only the twelve royals are left. "
              "Enter deals a real game.",
    .ending_brief = "Won when only royals are left: that is all. Enter deals a game.",
    .n = sizeof steps / sizeof *steps,
    .steps = steps,
};
