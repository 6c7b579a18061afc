/* bench_load: holds thousands of sessions by ssh, telnet or plain TCP in one process, and measures what it is told to
 * on standard input, one command and one answer a line. tests/bench/run drives it. */
#include "load/load.h"

#include "load/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define SECONDS_MAX 600
#define LOGINS_MAX 1000000
#define WORDS_MAX 20 /* of a command */
#define TEXT_BYTES 32

/* Cuts the line at its blanks. Returns how many words there are, at most max. */
static int split(char *line, char *words[], int max)
{
    int n = 0;
    for (char *word = strtok(line, " \n"); word != NULL && n < max; word = strtok(NULL, " \n")) words[n++] = word;
    return n;
}

/* true: the text is a number from min to max. */
static bool is_number(const char *text, double min, double max, double *out)
{
    char *end;
    *out = strtod(text, &end);
    return end != text && *end == '\0' && *out >= min && *out <= max;
}

static json_t *obey_go(struct load *l, char *words[], int n)
{
    static char texts[STEPS_MAX + 1][TEXT_BYTES]; /* until the next one */
    static struct way way;
    double at_once;
    int legs = (n - 2) / 2;
    if (n < 4 || n % 2 != 0 || legs > STEPS_MAX || !is_number(words[1], 1, LOAD_CALLERS_MAX, &at_once)) return NULL;
    for (int k = 0; k < legs; k++) snprintf(texts[k], TEXT_BYTES, "%s", words[3 + 2 * k]);
    struct typed_key first = options_key(words[2], strlen(words[2]));
    way = (struct way){ .n = legs - 1, .ready = texts[legs - 1] };
    for (int k = 0; k < way.n; k++)
        way.steps[k] =
            (struct step){ .text = texts[k], .key = options_key(words[4 + 2 * k], strlen(words[4 + 2 * k])) };
    return load_go(l, (int)at_once, &first, &way);
}

static json_t *obey_keys(struct load *l, const struct keys *usual, char *words[], int n)
{
    static struct keys keys; /* until the next ones */
    double per_second, seconds;
    if (n < 3 || !is_number(words[1], 1e-4, 1000, &per_second) || !is_number(words[2], 1, SECONDS_MAX, &seconds))
        return NULL;
    keys = n > 3 ? options_keys(words[3]) : *usual;
    return load_keys(l, &keys, per_second, (int)seconds);
}

/* NULL: there is no such command. */
static json_t *obey(struct load *l, const struct options *o, char *line)
{
    static const struct {
        const char *word;
        double max;
        json_t *(*obey)(struct load *l, int n);
    } commands[] = {
        { "open", LOAD_CALLERS_MAX, load_open },
        { "logins", LOGINS_MAX, load_logins },
        { "settle", SECONDS_MAX, load_settle },
        { "idle", SECONDS_MAX, load_idle },
    };
    char *words[WORDS_MAX];
    double number;
    int n = split(line, words, WORDS_MAX);
    if (n > 0 && strcmp(words[0], "go") == 0) return obey_go(l, words, n);
    if (n > 0 && strcmp(words[0], "keys") == 0) return obey_keys(l, &o->keys, words, n);
    for (size_t i = 0; n == 2 && i < sizeof commands / sizeof *commands; i++)
        if (strcmp(words[0], commands[i].word) == 0 && is_number(words[1], 1, commands[i].max, &number))
            return commands[i].obey(l, (int)number);
    return NULL;
}

/* true: a line came; false: the end. Whoever commands waits for each answer, so a read is a line. */
static bool read_line(char *line, size_t size)
{
    ssize_t n = read(STDIN_FILENO, line, size - 1);
    line[n > 0 ? n : 0] = '\0';
    return n > 0;
}

int main(int argc, char **argv)
{
    struct options o;
    char line[256];
    int status = 0;
    options_parse(&o, argc, argv);
    struct load *l = load_new(&o);
    for (load_serve(l, STDIN_FILENO); status == 0 && read_line(line, sizeof line); load_serve(l, STDIN_FILENO)) {
        json_t *answer = obey(l, &o, line);
        if (answer == NULL) {
            fprintf(stderr, "bench_load: no such command: %s\n", line);
            status = 2;
            break;
        }
        json_dumpf(answer, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
        puts("");
        fflush(stdout);
        json_decref(answer);
    }
    load_free(l);
    return status;
}
