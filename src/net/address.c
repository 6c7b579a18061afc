#include "net/address.h"

#include "base/text.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>

/* Splits at the last colon; brackets around the host go. */
static bool split(const char *text, char *host, size_t size, const char **port)
{
    const char *colon = strrchr(text, ':');
    if (colon == NULL || (size_t)(colon - text) >= size) return false;
    size_t n = (size_t)(colon - text);
    bool bracketed = n >= 2 && text[0] == '[' && text[n - 1] == ']';
    if (!bracketed && memchr(text, ':', n) != NULL) return false;
    struct text t;
    text_init(&t, host, size);
    text_put(&t, bracketed ? text + 1 : text, bracketed ? n - 2 : n);
    *port = colon + 1;
    return true;
}

static bool is_port(const char *text)
{
    size_t n = strspn(text, "0123456789");
    return n >= 1 && n <= 5 && text[n] == '\0' && strtol(text, NULL, 10) <= 65535;
}

bool address_parse(const char *text, struct sockaddr_storage *out, socklen_t *length, struct err *e)
{
    char host[ADDRESS_TEXT];
    const char *port;
    if (!split(text, host, sizeof host, &port))
        return err_set(e, "\"%s\" is not ADDRESS:PORT; an IPv6 address stands in brackets, as in [::1]:2323", text);
    if (!is_port(port)) return err_set(e, "\"%s\": the port is a number from 0 to 65535", text);
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE };
    struct addrinfo *found;
    if (getaddrinfo(strcmp(host, "*") == 0 ? "0.0.0.0" : host, port, &hints, &found) != 0)
        return err_set(e, "\"%s\": the address is given in numbers, not by a name", text);
    memset(out, 0, sizeof *out);
    memcpy(out, found->ai_addr, found->ai_addrlen);
    *length = found->ai_addrlen;
    freeaddrinfo(found);
    return true;
}

static const struct in6_addr *ip6(const struct sockaddr_storage *address)
{
    return &((const struct sockaddr_in6 *)address)->sin6_addr;
}

static bool is_ip4_in_ip6(const struct sockaddr_storage *address)
{
    return address->ss_family == AF_INET6 && IN6_IS_ADDR_V4MAPPED(ip6(address));
}

void address_format(const struct sockaddr_storage *address, char out[ADDRESS_TEXT])
{
    char host[INET6_ADDRSTRLEN];
    struct text t;
    text_init(&t, out, ADDRESS_TEXT);
    if (address->ss_family == AF_INET) {
        const struct sockaddr_in *in = (const struct sockaddr_in *)address;
        text_add(&t, "%s:%u", inet_ntop(AF_INET, &in->sin_addr, host, sizeof host), ntohs(in->sin_port));
    } else if (is_ip4_in_ip6(address)) {
        const struct sockaddr_in6 *in = (const struct sockaddr_in6 *)address;
        text_add(&t, "%s:%u", inet_ntop(AF_INET, &in->sin6_addr.s6_addr[12], host, sizeof host), ntohs(in->sin6_port));
    } else if (address->ss_family == AF_INET6) {
        const struct sockaddr_in6 *in = (const struct sockaddr_in6 *)address;
        text_add(&t, "[%s]:%u", inet_ntop(AF_INET6, &in->sin6_addr, host, sizeof host), ntohs(in->sin6_port));
    } else {
        text_add(&t, "?");
    }
}
