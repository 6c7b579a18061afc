/* Who is here: what one visit knows across its screens. It is the session's visitor; made by screens_start(), freed
 * when the visit ends. */
#pragma once
#include "base/bucket.h"
#include "room/lobby.h"
#include "screens/house_env.h"
#include "session/session.h"
#include "store/account.h"

struct table;

#define VISIT_NOTE 200 /* bytes of a sentence left for the next screen */

struct visit {
    struct house *house;
    struct session *session;
    struct visit *prev, *next;
    void (*come_in)(struct visit *v); /* it is known who this is: shows the lobby and nothing under it */
    struct account account;           /* id 0: a guest */
    struct person person;
    struct member *member;      /* NULL: at no table */
    struct table *table;        /* the table's screen while it stands */
    struct solo *solo;          /* the patience while one is open; NULL */
    struct terminal_kind found; /* what the terminal seemed to be, before anybody chose */
    bool guest;                 /* has a guest's name, which is among the house's */
    bool begun;                 /* the first game of the house has been opened */
    bool taught;                /* has begun the lesson or a game: knows the way */
    bool came_by_key;           /* the proven key is the account's already */
    char seeing[8];             /* the way of seeing chosen in this visit (seeing.h); "": none */
    int cols;                   /* of the window, as last drawn */
    int wrong_passwords;
    bool foreign;          /* one of the last keys that meant nothing was no Latin letter */
    struct bucket reads;   /* pages of the books, and long lists */
    char note[VISIT_NOTE]; /* for the message line of whatever screen is seen; "" for none */
};

#define VISIT_WRONG_MAX 3 /* wrong passwords in one visit, then it ends */

/* How many people are here. */
int visit_people(const struct house *house);

struct visit *visit_of(struct session *s);

/* On the house's list; freed by visit_ended(), which is for session_new(). */
struct visit *visit_new(struct house *house);
void visit_ended(void *visitor);

static inline bool visit_is_guest(const struct visit *v)
{
    return v->account.id == 0;
}

/* From here on this person; a guest gets a name of the house's that nobody here has. Neither shows a screen: come_in()
 * follows. */
void visit_is(struct visit *v, const struct account *account);
void visit_is_nobody(struct visit *v);

/* A line in the log: this caller is from now on that account of visit_is(), and by what; or has made it. */
void visit_log(const struct visit *v, bool made, const char *by);

/* Leaves a sentence for the message line of the screen that is seen or comes next; gone with the next key. */
void visit_note(struct visit *v, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says something now: on the message line, or in plain mode as a line. */
void visit_tell(struct visit *v, const char *words);

/* Plain mode: there is no such word here, and what can be typed instead. */
void visit_unknown_word(struct visit *v, const char *typed, const char *instead);

/* Plain mode: a line typed on a page that is only read. An empty one and the words of quit close it; any other closes
 * it too, and is obeyed by the screen below. While what is on the page is still `asked` for, it says so and stays. */
void visit_leave_page(struct visit *v, bool asked, const char *typed);

/* Before something is read from the house's books, or a list as long as the house is told: VISIT_READS at once, then
 * one a second. visit_may_read() says so to who has had them; visit_can_read() does not. */
#define VISIT_READS 20
bool visit_can_read(struct visit *v);
bool visit_may_read(struct visit *v);

/* How fast the moves of others appear (enum pace, as the account remembers it): the next of off, fast, calm; or by its
 * word, "" only asks. The sentence that tells it, a constant. visit_pace_words(): for a menu. */
const char *visit_change_pace(struct visit *v);
const char *visit_pace_by_word(struct visit *v, const char *word);
const char *visit_pace_words(const struct visit *v);

/* The mouse on or off, as the account remembers it, or that there is none here; the sentence that tells it, a constant.
 */
const char *visit_change_mouse(struct visit *v);
