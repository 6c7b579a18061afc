#include "base/origin.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

/* ff00::/8 is multicast, and no caller comes from there. A number that begins with it is an IPv4 address or no address
 * at all. */
#define NOT_IP6 (UINT64_C(0xff) << 56)
#define IS_IP4 (NOT_IP6 | UINT64_C(4) << 48)
#define UNKNOWN NOT_IP6

static bool is_ip6(uint64_t origin)
{
    return origin >> 56 != 0xff;
}

bool origin_is_ip6(uint64_t origin)
{
    return origin != ORIGIN_HOUSE && is_ip6(origin);
}

static bool is_ip4(uint64_t origin)
{
    return origin >> 48 == IS_IP4 >> 48;
}

/* The first n bytes of an address as a number. */
static uint64_t number_of(const uint8_t *bytes, int n)
{
    uint64_t number = 0;
    for (int i = 0; i < n; i++) number = number << 8 | bytes[i];
    return number;
}

uint64_t origin_number(const char *address)
{
    char text[INET6_ADDRSTRLEN + 1];
    uint8_t bytes[16];
    if (address[0] == '\0' || strcmp(address, ADDRESS_HERE) == 0) return ORIGIN_HOUSE;
    if (address[0] == '[') {
        snprintf(text, sizeof text, "%.*s", (int)strcspn(address + 1, "]%"), address + 1);
        if (inet_pton(AF_INET6, text, bytes) != 1) return UNKNOWN;
        uint64_t number = number_of(bytes, 8);
        return is_ip6(number) && number != ORIGIN_HOUSE ? number : UNKNOWN | 1; /* ::1 and its like */
    }
    snprintf(text, sizeof text, "%.*s", (int)strcspn(address, ":"), address);
    return inet_pton(AF_INET, text, bytes) == 1 ? IS_IP4 | number_of(bytes, 4) : UNKNOWN;
}

uint64_t origin_customer(uint64_t origin)
{
    uint64_t wide = origin & ~UINT64_C(0xffff);
    return is_ip6(origin) && wide != 0 ? wide : origin;
}

uint64_t origin_network(uint64_t origin)
{
    if (is_ip4(origin)) return origin & ~UINT64_C(0xff);
    return is_ip6(origin) ? origin_customer(origin) : ORIGIN_HOUSE;
}
