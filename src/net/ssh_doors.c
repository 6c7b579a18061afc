#include "net/ssh_doors.h"

#include "base/log.h"
#include "base/mem.h"
#include "net/ssh_guards.h"
#include "net/ssh_refusal.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <libssh/libssh.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEYS_MAX 3
#define KEY_FILE_MAX 16384 /* bytes; an RSA-3072 key takes 2.6 kB */

/* No finite-field Diffie-Hellman: a handshake with group 18 costs 98 ms before anybody is known (H26). What the library
 * does not know yet it leaves out: the exchanges that a quantum computer would not break come with libssh 0.11 and
 * 0.12. For old clients: P-256, whose curve is doubted, and a MAC over what is not encrypted yet. */
#define KEY_EXCHANGES                                                                                                  \
    "mlkem768x25519-sha256,sntrup761x25519-sha512,sntrup761x25519-sha512@openssh.com,curve25519-sha256,curve25519-"    \
    "sha256@libssh.org"
#define MACS "hmac-sha2-256-etm@openssh.com,hmac-sha2-512-etm@openssh.com"
static const char key_exchanges[] = KEY_EXCHANGES, old_key_exchanges[] = KEY_EXCHANGES ",ecdh-sha2-nistp256";
static const char macs[] = MACS, old_macs[] = MACS ",hmac-sha2-256";
static const char ciphers[] =
    "aes128-gcm@openssh.com,aes256-gcm@openssh.com,chacha20-poly1305@openssh.com,aes256-ctr,aes128-ctr";
static const char host_key_algorithms[] = "ssh-ed25519,ecdsa-sha2-nistp256,rsa-sha2-512,rsa-sha2-256";

struct key_kind {
    const char *file, *shown;
    enum ssh_keytypes_e type;
    int bits; /* of a new key; 0 where the type says it */
};

static const struct key_kind key_kinds[KEYS_MAX] = {
    { "ssh_host_ed25519_key", "ED25519", SSH_KEYTYPE_ED25519, 0 },
    { "ssh_host_ecdsa_key", "ECDSA", SSH_KEYTYPE_ECDSA_P256, 256 },
    { "ssh_host_rsa_key", "RSA", SSH_KEYTYPE_RSA, 3072 },
};

struct ssh_doors {
    ssh_bind bind;
    int keys;
    char fingerprints[KEYS_MAX][80];
};

static bool write_all(int fd, const char *bytes, size_t n)
{
    while (n > 0) {
        ssize_t wrote = write(fd, bytes, n);
        if (wrote < 0 && errno == EINTR) continue;
        if (wrote <= 0) return false;
        bytes += wrote;
        n -= (size_t)wrote;
    }
    return true;
}

static bool sync_dir(const char *dir)
{
    int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    bool done = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) close(fd);
    return done;
}

/* Written aside, synced, then moved into place: no half-written key ever has the name. */
static bool write_key_file(const char *dir, const char *path, const char *text, struct err *e)
{
    char aside[520];
    snprintf(aside, sizeof aside, "%s.new", path);
    unlink(aside);
    int fd = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return err_set(e, "The host key %s cannot be written: %s.", path, strerror(errno));
    bool written = write_all(fd, text, strlen(text)) && fsync(fd) == 0;
    written = close(fd) == 0 && written;
    if (written && rename(aside, path) == 0 && sync_dir(dir)) return true;
    err_set(e, "The host key %s cannot be written: %s.", path, strerror(errno));
    unlink(aside);
    return false;
}

/* Generates a key and writes it to path. Returns NULL with e when either fails, since a key that is not on disk would
 * be another one after the next start. The caller frees the key. */
static ssh_key make_key(const struct key_kind *kind, const char *dir, const char *path, struct err *e)
{
    ssh_key key = NULL;
    char *text = NULL;
    bool kept = false;
    if (ssh_pki_generate(kind->type, kind->bits, &key) != SSH_OK ||
        ssh_pki_export_privkey_base64(key, NULL, NULL, NULL, &text) != SSH_OK)
        err_set(e, "The host key %s cannot be made.", path);
    else
        kept = write_key_file(dir, path, text, e);
    if (text != NULL) {
        explicit_bzero(text, strlen(text));
        ssh_string_free_char(text);
    }
    if (kept) {
        log_event(LOG_NOTICE, NULL, "made the host key %s", path);
        return key;
    }
    ssh_key_free(key);
    return NULL;
}

/* Reads a whole file of at most size - 1 bytes into text. false with errno set. */
static bool read_text(int fd, char *text, size_t size)
{
    size_t length = 0;
    ssize_t got;
    while ((got = read(fd, text + length, size - 1 - length)) != 0) {
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        length += (size_t)got;
        if (length == size - 1) {
            errno = EFBIG;
            return false;
        }
    }
    text[length] = '\0';
    return true;
}

static bool is_private(int fd, const char *path, struct err *e)
{
    struct stat st;
    if (fstat(fd, &st) != 0) return err_set(e, "The host key %s cannot be read: %s.", path, strerror(errno));
    if (!S_ISREG(st.st_mode)) return err_set(e, "The host key %s is not a file.", path);
    if (st.st_mode & 077)
        return err_set(e, "The host key %s can be read by others (mode %04o): chmod 600 it.", path,
                       (unsigned)st.st_mode & 07777u);
    return true;
}

static ssh_key parse_key(const struct key_kind *kind, const char *path, const char *text, struct err *e)
{
    ssh_key key = NULL;
    if (ssh_pki_import_privkey_base64(text, NULL, NULL, NULL, &key) != SSH_OK) {
        err_set(e, "The host key %s is broken, or locked with a passphrase; it was left as it is.", path);
        return NULL;
    }
    if (ssh_key_type(key) == kind->type) return key;
    err_set(e, "The host key %s is not of the kind %s; it was left as it is.", path, kind->shown);
    ssh_key_free(key);
    return NULL;
}

/* Returns the key of a file that only its owner can read, or NULL with e. O_NONBLOCK: a pipe of that name must not hang
 * the start. The caller frees the key. */
static ssh_key read_key(const struct key_kind *kind, const char *path, struct err *e)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) {
        err_set(e, "The host key %s cannot be read: %s.", path, strerror(errno));
        return NULL;
    }
    char text[KEY_FILE_MAX];
    ssh_key key = NULL;
    if (is_private(fd, path, e)) {
        if (read_text(fd, text, sizeof text))
            key = parse_key(kind, path, text, e);
        else
            err_set(e, "The host key %s cannot be read: %s.", path, strerror(errno));
        explicit_bzero(text, sizeof text);
    }
    close(fd);
    return key;
}

/* A key is made only where there is none: callers who know the old one would be warned of a stranger (H25). */
static ssh_key find_key(const struct key_kind *kind, const char *dir, struct err *e)
{
    char path[512];
    struct stat st;
    if (snprintf(path, sizeof path, "%s/%s", dir, kind->file) >= (int)sizeof path) {
        err_set(e, "The name of the host keys' directory is too long.");
        return NULL;
    }
    if (lstat(path, &st) == 0) return read_key(kind, path, e);
    if (errno == ENOENT) return make_key(kind, dir, path, e);
    err_set(e, "The host key %s cannot be read: %s.", path, strerror(errno));
    return NULL;
}

static void write_fingerprint(char *out, size_t size, const struct key_kind *kind, ssh_key key)
{
    unsigned char *hash = NULL;
    size_t n = 0;
    int failed = ssh_get_publickey_hash(key, SSH_PUBLICKEY_HASH_SHA256, &hash, &n);
    assert(!failed);
    (void)failed;
    char *shown = ssh_get_fingerprint_hash(SSH_PUBLICKEY_HASH_SHA256, hash, n);
    assert(shown != NULL);
    snprintf(out, size, "%s (%s)", shown, kind->shown);
    ssh_string_free_char(shown);
    ssh_clean_pubkey_hash(&hash);
}

/* Finds or makes host key k of key_kinds and gives it to libssh, which owns it from then on. */
static bool add_key(struct ssh_doors *d, int k, const char *dir, struct err *e)
{
    ssh_key key = find_key(&key_kinds[k], dir, e);
    if (key == NULL) return false;
    write_fingerprint(d->fingerprints[d->keys++], sizeof d->fingerprints[0], &key_kinds[k], key);
    if (ssh_bind_options_set(d->bind, SSH_BIND_OPTIONS_IMPORT_KEY, key) == SSH_OK) return true;
    ssh_key_free(key);
    return err_set(e, "The host key %s/%s cannot be used: %s.", dir, key_kinds[k].file, ssh_get_error(d->bind));
}

/* A P-256 key is not made any more; where there is one its callers know it. */
static bool is_wanted(const struct net_config *config, int k)
{
    char path[512];
    struct stat st;
    if (key_kinds[k].type == SSH_KEYTYPE_RSA) return config->rsa_host_key;
    if (key_kinds[k].type != SSH_KEYTYPE_ECDSA_P256) return true;
    snprintf(path, sizeof path, "%s/%s", config->key_dir, key_kinds[k].file);
    return lstat(path, &st) == 0 || errno != ENOENT;
}

/* All values are constants of this file, so a refusal by libssh is a bug and not a fault of the configuration. */
static void set_options(ssh_bind bind, bool old_clients)
{
    const bool no = false;
    const char *mac_list = old_clients ? old_macs : macs;
    const struct {
        enum ssh_bind_options_e option;
        const void *value;
    } options[] = {
        { SSH_BIND_OPTIONS_PROCESS_CONFIG, &no }, /* no file of the machine's has a say */
        { SSH_BIND_OPTIONS_BANNER, SSH_BANNER },
        { SSH_BIND_OPTIONS_KEY_EXCHANGE, old_clients ? old_key_exchanges : key_exchanges },
        { SSH_BIND_OPTIONS_CIPHERS_C_S, ciphers },
        { SSH_BIND_OPTIONS_CIPHERS_S_C, ciphers },
        { SSH_BIND_OPTIONS_HMAC_C_S, mac_list },
        { SSH_BIND_OPTIONS_HMAC_S_C, mac_list },
        { SSH_BIND_OPTIONS_HOSTKEY_ALGORITHMS, host_key_algorithms },
    };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
        int failed = ssh_bind_options_set(bind, options[i].option, options[i].value);
        assert(!failed);
        (void)failed;
    }
}

struct ssh_doors *ssh_doors_open(const struct net_config *config, struct err *e)
{
    if (!ssh_guards_check(e)) return NULL;
    if (mkdir(config->key_dir, 0700) != 0 && errno != EEXIST) {
        err_set(e, "The directory of the host keys, %s, cannot be made: %s.", config->key_dir, strerror(errno));
        return NULL;
    }
    struct ssh_doors *d = mem_new(sizeof *d);
    d->bind = ssh_bind_new();
    assert(d->bind != NULL);
    ssh_set_log_level(SSH_LOG_NONE);
    set_options(d->bind, config->old_clients);
    for (int k = 0; k < KEYS_MAX; k++)
        if (is_wanted(config, k) && !add_key(d, k, config->key_dir, e)) {
            ssh_doors_close(d);
            return NULL;
        }
    return d;
}

void ssh_doors_close(struct ssh_doors *d)
{
    if (d == NULL) return;
    ssh_bind_free(d->bind);
    free(d);
}

const char *ssh_doors_fingerprint(const struct ssh_doors *d, int k)
{
    if (d == NULL || k < 0 || k >= d->keys) return NULL;
    return d->fingerprints[k];
}

ssh_bind ssh_doors_bind(const struct ssh_doors *d)
{
    return d->bind;
}
