#include "store/guess.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

_Static_assert(sizeof((struct guesses){ 0 }.key) == crypto_shorthash_KEYBYTES, "the key is one of SipHash");

static struct bucket *slot(struct guesses *g, struct bucket *of, const void *bytes, size_t n)
{
    uint8_t hash[crypto_shorthash_BYTES];
    crypto_shorthash(hash, bytes, n, g->key);
    return &of[(hash[0] | hash[1] << 8) % GUESS_SLOTS];
}

static struct bucket *handle_slot(struct guesses *g, const char *handle)
{
    char lower[64];
    size_t n = 0;
    for (; handle[n] != '\0' && n < sizeof lower; n++) lower[n] = (char)tolower((unsigned char)handle[n]);
    return slot(g, g->handle, lower, n);
}

static struct bucket *origin_slot(struct guesses *g, const char *address)
{
    char text[INET6_ADDRSTRLEN + 1];
    struct in6_addr v6;
    int n = (int)strcspn(address, "]%");
    if (address[0] == '[') {
        snprintf(text, sizeof text, "%.*s", n - 1, address + 1);
        if (inet_pton(AF_INET6, text, &v6) == 1) return slot(g, g->origin, &v6, 8);
    }
    return slot(g, g->origin, address, strcspn(address, ":"));
}

void guesses_init(struct guesses *g)
{
    *g = (struct guesses){ 0 };
    crypto_shorthash_keygen(g->key);
}

bool guess_begin(struct guesses *g, const char *handle, const char *address, int64_t now_ms)
{
    struct bucket *from = origin_slot(g, address), *whose = handle_slot(g, handle);
    if (bucket_level(whose, now_ms, GUESS_HANDLE_INTERVAL_US, GUESS_HANDLE_BURST) == 0) return false;
    if (bucket_take(from, now_ms, GUESS_ORIGIN_INTERVAL_US, GUESS_ORIGIN_BURST, 1) == 0) return false;
    bucket_take(whose, now_ms, GUESS_HANDLE_INTERVAL_US, GUESS_HANDLE_BURST, 1);
    return true;
}

void guess_forgive(struct guesses *g, const char *handle, const char *address)
{
    bucket_give_back(origin_slot(g, address), GUESS_ORIGIN_INTERVAL_US, 1);
    bucket_give_back(handle_slot(g, handle), GUESS_HANDLE_INTERVAL_US, 1);
}
