/* The state of one SSH caller, which four files work on: ssh_conn.c (the transport: its events, the end), ssh_step.c
 * (what follows from what was read), ssh_auth.c (the login) and ssh_channel.c (the one channel with its terminal). Only
 * ssh_conn.c's pump leads into libssh: the library's callbacks note what came and return, so nothing is freed or drawn
 * with the library on the stack. */
#pragma once
#include "net/line.h"

#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <libssh/server.h>

struct evbuffer;

enum ssh_state {
    SSH_LOGIN,    /* key exchange and requests to log in */
    SSH_CHECKING, /* the host was asked about a name or a password; nothing is read meanwhile */
    SSH_SETTING,  /* logged in: channel, terminal, environment, until the shell is asked for */
    SSH_OPEN,     /* the host knows of it */
    SSH_LEAVING,  /* what was written still goes out */
    SSH_CLOSING,  /* status, EOF and CLOSE are sent; the other side shall close too */
};

/* CPU time one caller may take of the loop: SSH_BUDGET_US in any window of SSH_BUDGET_WINDOW_MS. */
#define SSH_BUDGET_US 100000
#define SSH_BUDGET_WINDOW_MS 1000
#define SSH_BUDGET_FAREWELL_US 20000 /* left for the farewell of one who has spent all */
struct ssh_budget {
    int64_t since_ms, spent_us;
};

enum ssh_prompt { PROMPT_NONE, PROMPT_EMPTY, PROMPT_PASSWORD };
enum ssh_question { QUESTION_NONE, QUESTION_NAME, QUESTION_PASSWORD };

/* Starts as all zeros. */
struct ssh_auth {
    ssh_message held;           /* waits for the host's answer; ours to free */
    enum ssh_question question; /* what the host was asked about the held request */
    bool answered;
    enum verdict verdict;
    int64_t account;
    enum ssh_prompt prompt; /* what the caller was asked, keyboard-interactive */
    char user[33];          /* of the request at hand */
    int requests, probes, wrong;
    bool asked;        /* a request to log in has come: whatever is waited for now, a person may have to do with it */
    uint64_t taken_in; /* bytes in packets that had been read when the last request was taken */
    uint64_t replied_out; /* packets that had been sent when it was answered */
    const char *why;      /* after LOGIN_FAILED: the sentence for the caller */
};

#define SSH_FAREWELL_MS 1000 /* from close_later to the end, whatever the other side does (H33) */
#define SSH_NEWKEYS_SENT 3   /* packets: KEXINIT, the reply, NEWKEYS (RFC 4253 7); what follows is encrypted */
#define SSH_STATUS_NONE (-1) /* no exit-status: there was no shell */

#define SSH_EARLY_MAX 8192 /* bytes typed before the shell was asked for */

#define SSH_VARIABLES_MAX 16
#define SSH_VARIABLE_VALUE_MAX 128

/* What the callbacks have noted for the pump. */
struct ssh_notes {
    bool shell;   /* the shell was asked for, and granted */
    bool refused; /* something was asked for that no caller gets: exec, a subsystem */
    bool resized; /* caller.cols and rows are new */
    bool eof;     /* nothing more will be typed */
    bool closed;  /* the channel was closed from the other side */
    bool left;    /* a signal to leave came */
    bool greedy;  /* it took more than its share of the time */
    bool flooded; /* more was typed than may wait */
};

struct ssh_line {
    struct line line; /* first: a line is its ssh_line */
    enum ssh_state state;
    ssh_session session;
    struct ssh_counter_struct packets; /* what libssh has read and sent: packets, and the bytes in them */
    ssh_event poll;                    /* libssh's own poll set, of this one session */
    struct event *readable, *writable;
    struct event *resume;      /* to read again, made when it is needed first */
    struct event *wake;        /* something was asked for from outside the pump */
    struct event *tick;        /* runs while there is a deadline */
    bool reads, writes, ticks; /* readable, writable and tick have been added */
    int64_t deadline_ms;       /* of the state; 0 for none */
    struct ssh_auth auth;
    struct ssh_budget budget;
    ssh_channel channel; /* libssh frees it with the session */
    const char *why;     /* what the caller is told at the end; NULL: nothing */
    bool guarded;        /* the channel has passed ssh_guard_channel() */
    struct ssh_server_callbacks_struct on_session;
    struct ssh_channel_callbacks_struct on_channel;
    struct ssh_notes notes;
    int variables, language_rank;
    struct evbuffer *in, *out; /* typed, not yet told; written, not yet taken by libssh */
    bool overrun;              /* a write was left out, for too much waits */
    bool asked_to_end;         /* the owner is saying its last words */
    bool held;                 /* the owner cannot take more */
    int64_t slowed_ms;         /* nothing is read for so long: its address has spent its share of the time; 0: read */
    bool told_ready;
    bool pumping;
    int status; /* for exit-status */
};

/* The time of the line's net, monotonic ms. */
int64_t ssh_line_now(const struct ssh_line *s);

/* Goes on to a later state; only from SSH_CHECKING there is a way back, to SSH_LOGIN. deadline_ms: when the state must
 * be over, monotonic; 0 for none. */
void ssh_line_set_state(struct ssh_line *s, enum ssh_state state, int64_t deadline_ms);

/* Ask this after every call of libssh: the library closes the socket inside any of them, and epoll does not report it.
 */
bool ssh_line_lives(const struct ssh_line *s);

/* The kernel has not taken everything that libssh has to send. */
bool ssh_line_is_sending(const struct ssh_line *s);

/* conn_ready() of an SSH line. */
bool ssh_line_is_ready(const struct conn *c);
