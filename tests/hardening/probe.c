/* Something to protect: a large frame, an array that is written to, a call whose size only the running program knows.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int fill(const char *text, size_t n)
{
    char frame[70000];
    char *copy = malloc(n);
    if (copy == NULL) return 0;
    strcpy(copy, text);
    strcpy(frame, copy);
    free(copy);
    return printf("%s\n", frame);
}

int main(int argc, char **argv)
{
    return argc < 2 || fill(argv[1], (size_t)atoi(argv[1])) < 0;
}
