/* bench_load: holds thousands of sessions by ssh, telnet or plain TCP in one process, and measures what it is told to
 * on standard input, one command and one answer a line. tests/bench/run drives it. */
#include "load/load.h"

#include "load/options.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define SECONDS_MAX 600
#define LOGINS_MAX 1000000

static json_t *go(struct load *l, const char *line)
{
    static char text[32];
    char key[16];
    if (sscanf(line, "%15s %31s", key, text) != 2) return NULL;
    struct typed_key typed = options_key(key, strlen(key));
    return load_go(l, &typed, text);
}

/* NULL: there is no such command. */
static json_t *obey(struct load *l, const char *line)
{
    char word[16];
    double first, second = 0;
    if (strncmp(line, "go ", 3) == 0) return go(l, line + 3);
    if (sscanf(line, "%15s %lf %lf", word, &first, &second) < 2 || first < 1 || second < 0) return NULL;
    if (strcmp(word, "open") == 0 && first <= LOAD_CALLERS_MAX) return load_open(l, (int)first);
    if (strcmp(word, "logins") == 0 && first <= LOGINS_MAX) return load_logins(l, (int)first);
    if (strcmp(word, "settle") == 0 && first <= SECONDS_MAX) return load_settle(l, (int)first);
    if (strcmp(word, "idle") == 0 && first <= SECONDS_MAX) return load_idle(l, (int)first);
    if (strcmp(word, "keys") == 0 && first <= 1000 && second >= 1 && second <= SECONDS_MAX)
        return load_keys(l, first, (int)second);
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
    char line[128];
    int status = 0;
    options_parse(&o, argc, argv);
    struct load *l = load_new(&o);
    for (load_serve(l, STDIN_FILENO); status == 0 && read_line(line, sizeof line); load_serve(l, STDIN_FILENO)) {
        json_t *answer = obey(l, line);
        if (answer == NULL) {
            fprintf(stderr, "bench_load: not a command: %s\n", line);
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
