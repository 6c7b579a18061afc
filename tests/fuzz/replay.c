/* Runs a fuzzer's function over every file of the folders named on the command line, in place of libFuzzer. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int replay(const char *path)
{
    static uint8_t bytes[2 * 1024 * 1024];
    FILE *f = fopen(path, "rb");
    if (f == NULL) return perror(path), 1;
    size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    LLVMFuzzerTestOneInput(bytes, n);
    return 0;
}

int main(int argc, char **argv)
{
    int files = 0, failed = 0;
    for (int i = 1; i < argc; i++) {
        DIR *dir = opendir(argv[i]);
        if (dir == NULL) return perror(argv[i]), 1;
        for (struct dirent *e; (e = readdir(dir)) != NULL;) {
            if (e->d_name[0] == '.') continue;
            char path[4096];
            snprintf(path, sizeof path, "%s/%s", argv[i], e->d_name);
            failed |= replay(path);
            files++;
        }
        closedir(dir);
    }
    printf("%d inputs replayed\n", files);
    return failed || files == 0;
}
