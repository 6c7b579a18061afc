#include "load/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "usage: bench_load ssh|telnet|raw PORT [options]      (connects to 127.0.0.1 only)\n"
    "  --user NAME         by SSH (bench)\n"
    "  --key TEXT          by SSH: the Ed25519 key that is made of TEXT; without it any password is tried, as guests "
    "may\n"
    "  --own               the caller's number stands behind --user and --key, so that each is somebody else\n"
    "  --spread            each caller comes from an address of its own: 127.1.0.0 and so on\n"
    "  --step TEXT=KEY     on the way in: once TEXT is shown, type KEY (up to 8 steps); % in KEY is the caller's "
    "number\n"
    "  --ready TEXT        a session is seated when TEXT is shown behind the last step\n"
    "  --keys KEY,KEY...   what `keys` types in turn (right,left)\n"
    "  --inflight N        callers on their way in at once (8)\n"
    "  --rate N            callers that set out in a second; 0: as fast as --inflight lets (0)\n"
    "  --linger MS         how long `logins` keeps each session (0)\n"
    "  --verbose           says why sessions failed\n"
    "KEY is up to 40 characters, or up, down, left, right, enter, tab, esc, space. Texts must not begin with their "
    "own\n"
    "start again, as in \"aab\".\n"
    "Then a command a line on standard input, and for each a line of JSON:\n"
    "  open N, logins N, settle SECONDS, idle SECONDS, keys PER_SECOND SECONDS [KEY,KEY...],\n"
    "  go N KEY TEXT [KEY TEXT...] (all type KEY, N of them on their way at once; once TEXT is shown the next KEY, "
    "and\n"
    "  they are seated when the last TEXT is shown; it has no blanks)\n";

static void fail(const char *why, const char *what)
{
    fprintf(stderr, "bench_load: %s%s\n%s", why, what, usage);
    exit(2);
}

struct typed_key options_key(const char *name, size_t n)
{
    static const struct {
        const char *name, *bytes;
    } named[] = {
        { "up", "\033[A" }, { "down", "\033[B" }, { "right", "\033[C" }, { "left", "\033[D" },
        { "enter", "\r" },  { "tab", "\t" },      { "esc", "\033" },     { "space", " " },
    };
    for (size_t i = 0; i < sizeof named / sizeof *named; i++)
        if (strlen(named[i].name) == n && memcmp(named[i].name, name, n) == 0) {
            name = named[i].bytes;
            n = strlen(name);
            break;
        }
    struct typed_key key = { .n = n };
    if (n < 1 || n > KEY_BYTES) fail("no such key: ", name);
    memcpy(key.bytes, name, n);
    return key;
}

struct keys options_keys(const char *list)
{
    struct keys keys = { 0 };
    for (const char *at = list; *at != '\0'; at += *at == ',') {
        size_t n = strcspn(at, ",");
        if (keys.n == KEYS_MAX) fail("too many keys: ", list);
        keys.at[keys.n++] = options_key(at, n);
        at += n;
    }
    return keys;
}

static void add_step(struct options *o, char *text)
{
    char *key = strrchr(text, '=');
    if (key == NULL || key == text || o->way.n == STEPS_MAX) fail("not a step, or too many of them: ", text);
    *key++ = '\0';
    o->way.steps[o->way.n++] = (struct step){ .text = text, .key = options_key(key, strlen(key)) };
}

static int number_of(const char *text, int min, int max)
{
    char *end;
    long n = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || n < min || n > max) fail("not a number that may stand there: ", text);
    return (int)n;
}

static enum protocol protocol_of(const char *name)
{
    static const char *const names[] = { "ssh", "telnet", "raw" };
    for (int i = 0; i < 3; i++)
        if (strcmp(name, names[i]) == 0) return (enum protocol)i;
    fail("no such protocol: ", name);
    return PROTOCOL_RAW;
}

static void take_option(struct options *o, int option)
{
    switch (option) {
    case 'u': o->user = optarg; break;
    case 'k': o->key = optarg; break;
    case 'o': o->own = true; break;
    case 'S': o->spread = true; break;
    case 's': add_step(o, optarg); break;
    case 'r': o->way.ready = optarg; break;
    case 'K': o->keys = options_keys(optarg); break;
    case 'i': o->inflight = number_of(optarg, 1, 1000); break;
    case 'R': o->rate = number_of(optarg, 0, 10000); break;
    case 'l': o->linger_ms = number_of(optarg, 0, 60000); break;
    case 'v': o->verbose = true; break;
    default: fail("", "");
    }
}

void options_parse(struct options *o, int argc, char **argv)
{
    static const struct option known[] = {
        { "user", 1, NULL, 'u' },  { "key", 1, NULL, 'k' },    { "step", 1, NULL, 's' },
        { "ready", 1, NULL, 'r' }, { "keys", 1, NULL, 'K' },   { "inflight", 1, NULL, 'i' },
        { "rate", 1, NULL, 'R' },  { "linger", 1, NULL, 'l' }, { "verbose", 0, NULL, 'v' },
        { "own", 0, NULL, 'o' },   { "spread", 0, NULL, 'S' }, { 0 },
    };
    *o = (struct options){ .user = "bench", .inflight = 8, .keys = options_keys("right,left") };
    for (int option; (option = getopt_long(argc, argv, "", known, NULL)) != -1;) take_option(o, option);
    if (argc - optind != 2) fail("a protocol and a port are wanted", "");
    o->protocol = protocol_of(argv[optind]);
    o->port = number_of(argv[optind + 1], 1, 65535);
}
