/* Where a caller comes from, as a number: what limits on strangers are counted by. Names, accounts and lines cost a
 * stranger nothing, networks do. */
#pragma once
#include <stdint.h>

#define ORIGIN_HOUSE 0               /* nobody's: the house itself, the person at this very machine, tests */
#define ADDRESS_HERE "this terminal" /* the address of that person */

/* address is "IP:PORT" or "[IP]:PORT", as caller.address has it; the port does not count. An IPv4 address, and of IPv6
 * the network of 64 bits, which is what one house is given. Any other text is an origin of its own kind, all of them
 * one. "" and ADDRESS_HERE are ORIGIN_HOUSE. */
uint64_t origin_number(const char *address);

/* What one customer of a provider may have many origins in: of IPv6 the network of 48 bits. Of IPv4 the address itself.
 */
uint64_t origin_customer(uint64_t origin);

/* What an owner is known by again: of IPv6 the network of 48 bits, of IPv4 that of 24, since addresses change by the
 * day; ORIGIN_HOUSE for what is neither. */
uint64_t origin_network(uint64_t origin);
