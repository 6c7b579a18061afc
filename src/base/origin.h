/* Where a caller comes from, as a number: limits on strangers are counted by it. Names, accounts and connections cost a
 * stranger nothing, networks do. */
#pragma once
#include <stdbool.h>
#include <stdint.h>

#define ORIGIN_HOUSE 0               /* nobody's: the house itself, the person at this very machine, tests */
#define ADDRESS_HERE "this terminal" /* the address of that person */

/* The origin of an address: "IP:PORT" or "[IP]:PORT", as caller.address has it; the port does not count. It is an IPv4
 * address, or the network of 64 bits of an IPv6 address, which is what one household gets. Any other text gives one
 * common origin. "" and ADDRESS_HERE give ORIGIN_HOUSE. */
uint64_t origin_number(const char *address);

/* true: a network of IPv6. */
bool origin_is_ip6(uint64_t origin);

/* The customer of a provider, who may have many origins: the network of 48 bits of IPv6, the address itself of IPv4. */
uint64_t origin_customer(uint64_t origin);

/* The network by which an owner is recognized, because addresses change by the day: 48 bits of IPv6, 24 bits of IPv4;
 * ORIGIN_HOUSE for any other origin. */
uint64_t origin_network(uint64_t origin);
