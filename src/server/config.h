/* The configuration: every key with its built-in default; conf/kingscorner.conf is the same in words, and a test
 * compares them. */
#pragma once
#include "base/err.h"

#include <stdbool.h>

#define CONFIG_ADDRESSES 8

struct config {
    char *name;                      /* of the house, for titles; "" takes the machine's host name */
    char *ssh[CONFIG_ADDRESSES + 1]; /* "ADDRESS:PORT"; NULL ends the list */
    char *telnet[CONFIG_ADDRESSES + 1];
    bool ssh_chosen, telnet_chosen; /* by a file or an option; else the lists are the built-in ones */
    char *state_dir; /* "" takes $STATE_DIRECTORY, else $XDG_STATE_HOME/kingscorner, else ~/.local/state/kingscorner */
    bool rsa_host_key, old_clients, telnet_keepalive_nop;
    int handshakes_per_s, connects_per_address, connects_per_network, cpu_ms_per_address;
    int unready, unready_per_address, callers, callers_per_address, accounts_per_address, login_s, person_s, silent_s;
    int keys_per_s, keys_burst, idle_s, frame_ms;
    int tables, tables_per_address, turn_s, grace_s, pace_ms;
    bool new_house; /* no key but `serve --new`: a house without any memory is meant to be one */
};

/* The built-in defaults. config_clear() frees what the struct holds. */
void config_init(struct config *c);
void config_clear(struct config *c);

/* Reads a file over what c holds: a list in the file takes the old one's place, `+=` adds to it. false with "FILE:LINE:
 * reason" in e: an unknown key or one that is set twice, a value out of range, no such file; then c is as it was. */
bool config_read(struct config *c, const char *file, struct err *e);

/* Takes a value in place of the old one, a copy of it. */
void config_set_text(char **field, const char *value);

/* Adds a copy of address to one of the two lists. false when it is no "ADDRESS:PORT" ("[ADDRESS]:PORT" for IPv6, port 0
 * to 65535) or the list is full. config_clear_addresses() empties the list. */
bool config_add_address(char *list[CONFIG_ADDRESSES + 1], const char *address, struct err *e);
void config_clear_addresses(char *list[CONFIG_ADDRESSES + 1]);
