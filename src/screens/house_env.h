/* The house: what every screen needs of it. The server owns it; it outlives every session. */
#pragma once

struct lobby;
struct store;
struct visit;

struct house {
    struct lobby *lobby;
    struct store *store; /* NULL: no accounts, everybody is a guest */
    const char *name;    /* "Kings Corner at cards.example.org", for titles; UTF-8, clean */
    const char *version;
    const char *first_game; /* id of the game that every visit begins with; NULL: with the lobby */
    struct visit *visits;   /* everybody who is here; the screens keep this list, NULL at the start */
    int people;             /* on it */
    void *guests;           /* their names: root of a tree of tsearch(); NULL at the start */
};
