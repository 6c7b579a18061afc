/* What one visit knows across its screens: its person, and what that one is doing. It is the session's visitor;
 * screens_start() makes it, the end of the session frees it. */
#pragma once
#include "base/bucket.h"
#include "room/lobby.h"
#include "screens/house_env.h"
#include "session/session.h"
#include "store/account.h"

struct table;

#define VISIT_NOTE 200 /* bytes of a note */

struct visit {
    struct house *house;
    struct session *session;
    struct visit *prev, *next;
    void (*come_in)(struct visit *v); /* the person is known: shows the lobby and nothing under it */
    struct account account;           /* id 0: a guest */
    struct person person;
    struct member *member;      /* NULL: at no table */
    struct table *table;        /* the table's screen while it stands */
    struct solo *solo;          /* the patience while one is open; NULL */
    struct terminal_kind found; /* what the terminal seems to be, without the choice of its person */
    bool guest;                 /* has a guest's name, which is among the house's */
    bool begun;                 /* the first game of the house has been opened */
    bool taught;                /* has begun the lesson or a game: knows the way */
    bool came_by_key;           /* the proven key is the account's already */
    char seeing[8];             /* the way of seeing chosen in this visit (seeing.h); "" for none */
    int cols;                   /* of the window, as last drawn */
    int wrong_passwords;
    bool foreign;          /* one of the last keys that meant nothing was no Latin letter */
    struct bucket reads;   /* pages of the books, and long lists */
    char note[VISIT_NOTE]; /* for the message line of the present screen; "" for none */
};

#define VISIT_WRONG_MAX 3 /* wrong passwords in one visit, then it ends */

/* How many people the house has. */
int visit_people(const struct house *house);

/* The visit of a session; it lives as long as the session. */
struct visit *visit_of(struct session *s); /* lives as long as s */

/* A visit on the house's list. visit_ended() frees it: the function for session_new(). */
struct visit *visit_new(struct house *house);
void visit_ended(void *visitor);

static inline bool visit_is_guest(const struct visit *v)
{
    return v->account.id == 0;
}

/* The visit is this account's, or a guest's, whose name is one that nobody here has. Neither shows a screen: the caller
 * calls come_in() next. */
void visit_is(struct visit *v, const struct account *account);
void visit_is_nobody(struct visit *v);

/* Logs that this caller is the account of visit_is(), or has made it, and by what. */
void visit_log(const struct visit *v, bool made, const char *by);

/* Leaves a sentence for the message line of the present screen, or of the next one. The next key clears it. */
void visit_note(struct visit *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says something now: on the message line, or in plain mode as a line. */
void visit_tell(struct visit *v, const char *words);

/* Plain mode: says that there is no such word here, and what to type instead. */
void visit_unknown_word(struct visit *v, const char *typed, const char *instead);

/* Plain mode: a line typed on a page that is only read. Every line closes the page, and the screen below obeys it
 * unless it is empty or a word of quit. While the page still waits for its text (asked), only those words close it, and
 * any other line is refused with a sentence. */
void visit_leave_page(struct visit *v, bool asked, const char *typed);

/* The price of reading from the store, or of a list as long as the house: VISIT_READS at once, then one a second.
 * false: the visit has had them; visit_may_read() then says so, visit_can_read() does not. */
#define VISIT_READS 20
bool visit_can_read(struct visit *v);
bool visit_may_read(struct visit *v);

/* How fast the moves of others appear (enum pace), which the account remembers. visit_change_pace() goes to the next of
 * off, fast, calm; visit_pace_by_word() to that word, and "" only asks. Both return the sentence for the person,
 * visit_pace_words() the words for a menu: constants. */
const char *visit_change_pace(struct visit *v);
const char *visit_pace_by_word(struct visit *v, const char *word);
const char *visit_pace_words(const struct visit *v);

/* Turns the mouse on or off, which the account remembers. Returns the sentence for the person, a constant; it may be
 * that this terminal has no mouse. */
const char *visit_change_mouse(struct visit *v);
