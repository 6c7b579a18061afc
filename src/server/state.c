#include "server/state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool dir_fits(struct state *s, int n, struct err *e)
{
    if (n > 0 && n < (int)sizeof s->dir) return true;
    return err_set(e, "the name of the state directory is too long");
}

static bool choose_dir(struct state *s, const char *configured, struct err *e)
{
    const char *unit = getenv("STATE_DIRECTORY"), *xdg = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    if (configured[0] != '\0') return dir_fits(s, snprintf(s->dir, sizeof s->dir, "%s", configured), e);
    if (unit != NULL && unit[0] != '\0')
        return dir_fits(s, snprintf(s->dir, sizeof s->dir, "%.*s", (int)strcspn(unit, ":"), unit), e);
    if (xdg != NULL && xdg[0] == '/') return dir_fits(s, snprintf(s->dir, sizeof s->dir, "%s/kingscorner", xdg), e);
    if (home != NULL && home[0] == '/')
        return dir_fits(s, snprintf(s->dir, sizeof s->dir, "%s/.local/state/kingscorner", home), e);
    return err_set(e, "no state directory: set state_dir, or HOME");
}

static void strip_slashes(char *path)
{
    for (size_t n = strlen(path); n > 1 && path[n - 1] == '/'; n--) path[n - 1] = '\0';
}

/* Like mkdir -p; existing directories stay as they are. */
static bool make_dirs(const char *path, struct err *e)
{
    char part[PATH_MAX];
    for (const char *end = path; *end != '\0';) {
        end += strspn(end, "/");
        end += strcspn(end, "/");
        snprintf(part, sizeof part, "%.*s", (int)(end - path), path);
        if (mkdir(part, 0700) != 0 && errno != EEXIST) return err_set(e, "%s: %s", part, strerror(errno));
    }
    return true;
}

/* by_root: root looks after a house of another user. */
static bool check_dir(const char *path, bool by_root, struct err *e)
{
    struct stat st;
    if (stat(path, &st) != 0) return err_set(e, "%s: %s", path, strerror(errno));
    if (!S_ISDIR(st.st_mode)) return err_set(e, "%s: not a directory", path);
    if (st.st_uid != geteuid() && !by_root)
        return err_set(e, "%s: belongs to user %ld, not to us", path, (long)st.st_uid);
    if ((st.st_mode & 077) != 0)
        return err_set(e, "%s: open to others (mode %04o); it holds the host keys: chmod 700 it", path,
                       st.st_mode & 07777);
    return true;
}

static bool choose_state(struct state *s, const char *configured, struct err *e)
{
    if (!choose_dir(s, configured, e)) return false;
    strip_slashes(s->dir);
    snprintf(s->database, sizeof s->database, "%s/kingscorner.db", s->dir);
    return true;
}

bool state_find(struct state *s, const char *configured, struct err *e)
{
    return choose_state(s, configured, e) && make_dirs(s->dir, e) && check_dir(s->dir, false, e);
}

bool state_find_existing(struct state *s, const char *configured, struct err *e)
{
    struct stat st;
    if (!choose_state(s, configured, e)) return false;
    if (stat(s->dir, &st) != 0 && errno == ENOENT)
        return err_set(
            e, "%s is not there: the host makes it, with the right owner, when it is started for the first time.",
            s->dir);
    return check_dir(s->dir, geteuid() == 0, e);
}

static bool file_exists(const char *path, const char *end, off_t least)
{
    char name[PATH_MAX + 32];
    struct stat st;
    snprintf(name, sizeof name, "%s%s", path, end);
    return stat(name, &st) == 0 && st.st_size >= least;
}

const char *state_warning(const struct state *s, char sentence[STATE_SENTENCE])
{
    bool keys = file_exists(s->dir, "/ssh_host_ed25519_key", 0) || file_exists(s->dir, "/ssh_host_ecdsa_key", 0) ||
                file_exists(s->dir, "/ssh_host_rsa_key", 0);
    if (file_exists(s->database, "", 1) || file_exists(s->database, ".restored", 1)) return NULL;
    if (!keys && !file_exists(s->database, ".lock", 0)) return NULL;
    snprintf(sentence, STATE_SENTENCE,
             "A new house begins in %.600s: its database is %s, though %s. If there was a house before, stop and bring "
             "back its database (kingscorner restore).",
             s->dir, file_exists(s->database, "", 0) ? "empty" : "not there",
             keys ? "the host keys of an older one are" : "there has been one");
    return sentence;
}
