/* The configuration: every key with its built-in default. conf/kingscorner.conf has the same for people, and a test
 * compares the two. */
#pragma once
#include "base/err.h"

#include <stdbool.h>

#define CONFIG_ADDRESSES 8

struct config {
    char *name;                      /* of the house, for titles; "": the host name of the machine */
    char *ssh[CONFIG_ADDRESSES + 1]; /* "ADDRESS:PORT"; NULL ends the list */
    char *telnet[CONFIG_ADDRESSES + 1];
    bool ssh_chosen, telnet_chosen; /* a file or an option sets the list; else it is the built-in one */
    char *state_dir; /* "": $STATE_DIRECTORY, else $XDG_STATE_HOME/kingscorner, else ~/.local/state/kingscorner */
    bool rsa_host_key, old_clients, telnet_keepalive_nop;
    int handshakes_per_s, connects_per_address, connects_per_network, cpu_ms_per_address;
    int unready, unready_per_address, callers, callers_per_address, accounts_per_address, login_s, person_s, silent_s;
    int keys_per_s, keys_burst, idle_s, frame_ms;
    int tables, tables_per_address, turn_s, grace_s, pace_ms;
    bool new_house; /* not a key but `serve --new`: a house without a database is intended */
};

/* Sets the built-in defaults. config_clear() frees the strings of c and zeroes it. */
void config_init(struct config *c);
void config_clear(struct config *c);

/* Reads a file into c, which keeps the values that the file does not set: a list replaces the old one, `+=` adds to it.
 * false with "FILE:LINE: reason" in e: an unknown key, a key that is set twice, a value out of range, no such file;
 * then c is unchanged. */
bool config_read(struct config *c, const char *file, struct err *e);

/* Replaces *field by a copy of value and frees the old string. */
void config_set_text(char **field, const char *value);

/* Adds a copy of address to one of the two lists. false: it is not "ADDRESS:PORT" ("[ADDRESS]:PORT" for IPv6, port 0 to
 * 65535), or the list is full, and e says so. config_clear_addresses() frees the copies and empties the list. */
bool config_add_address(char *list[CONFIG_ADDRESSES + 1], const char *address, struct err *e);
void config_clear_addresses(char *list[CONFIG_ADDRESSES + 1]);
