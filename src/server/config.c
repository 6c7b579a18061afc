#include "server/config.h"

#include "base/clean.h"
#include "base/mem.h"
#include "server/config_text.h"

#include <assert.h>
#include <confuse.h>
#include <errno.h>
#include <event2/util.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NAME_BYTES 40
#define FILE_BYTES 65536

enum config_type { TEXT, ADDRESSES, SWITCH, NUMBER };

struct config_key {
    const char *name;
    enum config_type type;
    size_t offset;
    int min, max, number; /* NUMBER: the range and the default; SWITCH: number is the default */
    const char *const *addresses;
};

#define FIELD(name) #name, .offset = offsetof(struct config, name)

static const char *const default_ssh[] = { "0.0.0.0:2222", "[::]:2222", NULL };
static const char *const default_telnet[] = { "0.0.0.0:2323", "[::]:2323", NULL };

static const struct config_key keys[] = {
    { FIELD(name), .type = TEXT },
    { FIELD(ssh), .type = ADDRESSES, .addresses = default_ssh },
    { FIELD(telnet), .type = ADDRESSES, .addresses = default_telnet },
    { FIELD(state_dir), .type = TEXT },
    { FIELD(rsa_host_key), .type = SWITCH, .number = 0 },
    { FIELD(old_clients), .type = SWITCH, .number = 0 },
    { FIELD(telnet_keepalive_nop), .type = SWITCH, .number = 0 },
    { FIELD(handshakes_per_s), .type = NUMBER, .min = 1, .max = 10000, .number = 300 },
    { FIELD(connects_per_address), .type = NUMBER, .min = 1, .max = 10000, .number = 2 },
    { FIELD(connects_per_network), .type = NUMBER, .min = 1, .max = 10000, .number = 8 },
    { FIELD(cpu_ms_per_address), .type = NUMBER, .min = 10, .max = 1000, .number = 200 },
    { FIELD(unready), .type = NUMBER, .min = 1, .max = 10000, .number = 1024 },
    { FIELD(unready_per_address), .type = NUMBER, .min = 1, .max = 10000, .number = 20 },
    { FIELD(callers), .type = NUMBER, .min = 1, .max = 50000, .number = 5000 },
    { FIELD(callers_per_address), .type = NUMBER, .min = 1, .max = 50000, .number = 20 },
    { FIELD(accounts_per_address), .type = NUMBER, .min = 1, .max = 10000, .number = 3 },
    { FIELD(login_s), .type = NUMBER, .min = 5, .max = 600, .number = 30 },
    { FIELD(person_s), .type = NUMBER, .min = 30, .max = 600, .number = 120 },
    { FIELD(silent_s), .type = NUMBER, .min = 5, .max = 3600, .number = 60 },
    { FIELD(keys_per_s), .type = NUMBER, .min = 5, .max = 1000, .number = 30 },
    { FIELD(keys_burst), .type = NUMBER, .min = 10, .max = 10000, .number = 100 },
    { FIELD(idle_s), .type = NUMBER, .min = 0, .max = 86400, .number = 1800 },
    { FIELD(frame_ms), .type = NUMBER, .min = 10, .max = 500, .number = 33 },
    { FIELD(tables), .type = NUMBER, .min = 1, .max = 10000, .number = 1000 },
    { FIELD(tables_per_address), .type = NUMBER, .min = 1, .max = 10000, .number = 40 },
    { FIELD(turn_s), .type = NUMBER, .min = 0, .max = 3600, .number = 60 },
    { FIELD(grace_s), .type = NUMBER, .min = 0, .max = 3600, .number = 60 },
    { FIELD(pace_ms), .type = NUMBER, .min = 0, .max = 10000, .number = 700 },
};
#define KEYS (sizeof keys / sizeof keys[0])

/* The member of c that belongs to k, valid as long as c. */
static void *config_field(struct config *c, const struct config_key *k)
{
    return (char *)c + k->offset;
}

void config_set_text(char **text, const char *value)
{
    char *copy = mem_copy(value);
    free(*text);
    *text = copy;
}

void config_clear_addresses(char *list[CONFIG_ADDRESSES + 1])
{
    for (int i = 0; list[i] != NULL; i++) {
        free(list[i]);
        list[i] = NULL;
    }
}

/* libevent's parser also accepts an address without a port, and rejects port 0, which means any free one. */
static bool is_address(const char *text)
{
    const char *bracket = strchr(text, ']');
    const char *colon = strchr(bracket != NULL ? bracket : text, ':');
    struct sockaddr_storage address;
    int length = sizeof address;
    if (colon == NULL || colon[1] == '\0' || strchr(colon + 1, ':') != NULL) return false;
    if (strspn(colon + 1, "0123456789") != strlen(colon + 1) || strlen(colon + 1) > 5 || atoi(colon + 1) > 65535)
        return false;
    char copy[64];
    int n = snprintf(copy, sizeof copy, "%.*s:1", (int)(colon - text), text);
    return n < (int)sizeof copy && evutil_parse_sockaddr_port(copy, (struct sockaddr *)&address, &length) == 0;
}

bool config_add_address(char *list[CONFIG_ADDRESSES + 1], const char *address, struct err *e)
{
    char shown[80];
    clean_escape(shown, sizeof shown, address, strlen(address));
    if (!is_address(address)) return err_set(e, "\"%s\" is no ADDRESS:PORT", shown);
    int n = 0;
    while (list[n] != NULL) n++;
    if (n == CONFIG_ADDRESSES) return err_set(e, "more than %d addresses", CONFIG_ADDRESSES);
    list[n] = mem_copy(address);
    return true;
}

void config_init(struct config *c)
{
    *c = (struct config){ .name = NULL };
    for (const struct config_key *k = keys; k < keys + KEYS; k++) {
        switch (k->type) {
        case TEXT: config_set_text(config_field(c, k), ""); break;
        case SWITCH: *(bool *)config_field(c, k) = k->number != 0; break;
        case NUMBER: *(int *)config_field(c, k) = k->number; break;
        case ADDRESSES:
            for (int i = 0; k->addresses[i] != NULL; i++) ((char **)config_field(c, k))[i] = mem_copy(k->addresses[i]);
            break;
        }
    }
}

void config_clear(struct config *c)
{
    free(c->name);
    free(c->state_dir);
    config_clear_addresses(c->ssh);
    config_clear_addresses(c->telnet);
    *c = (struct config){ .name = NULL };
}

/* The row of the table with that name; asserted. */
static const struct config_key *key_find(const char *name)
{
    for (const struct config_key *k = keys; k < keys + KEYS; k++)
        if (strcmp(k->name, name) == 0) return k;
    assert(!"libconfuse reports a key that is not in the table");
    return NULL;
}

/* --- libconfuse --- */

/* libconfuse passes no argument of ours to its error function. The title, which the root section does not use, carries
 * the struct err during the parse. */
static void on_config_error(cfg_t *cfg, const char *format, va_list args)
{
    struct err *e = (struct err *)cfg->title;
    char reason[160];
    if (e == NULL || e->text[0] != '\0') return; /* the first error is the cause */
    vsnprintf(reason, sizeof reason, format, args);
    err_set(e, "%s:%d: %s", cfg->filename, cfg->line, reason);
}

/* Accepts decimal numbers only, because hexadecimal and octal ones are usually mistakes. The range check finds numbers
 * that are too large. */
static int parse_number(cfg_t *cfg, cfg_opt_t *opt, const char *value, void *result)
{
    char shown[40];
    const char *digits = value + (value[0] == '-');
    size_t n = strspn(digits, "0123456789");
    bool decimal = n > 0 && digits[n] == '\0' && (digits[0] != '0' || n == 1);
    *(long *)result = decimal ? strtol(value, NULL, 10) : 0;
    if (decimal) return 0;
    clean_escape(shown, sizeof shown, value, strlen(value));
    cfg_error(cfg, "%s is %s: it must be a decimal number without leading zeros", opt->name, shown);
    return -1;
}

static int check_number(cfg_t *cfg, cfg_opt_t *opt)
{
    const struct config_key *k = key_find(opt->name);
    long value = cfg_opt_getnint(opt, 0);
    if (value >= k->min && value <= k->max) return 0;
    cfg_error(cfg, "%s is %ld: it must be %d to %d", k->name, value, k->min, k->max);
    return -1;
}

static int check_text(cfg_t *cfg, cfg_opt_t *opt)
{
    const char *value = cfg_opt_getnstr(opt, 0);
    char clean[NAME_BYTES + 1];
    if (strcmp(opt->name, "name") != 0) return 0;
    size_t n = clean_line(clean, sizeof clean, value, strlen(value));
    if (n == strlen(value) && memcmp(clean, value, n) == 0) return 0;
    cfg_error(cfg, "name is not one line of at most %d plain bytes", NAME_BYTES);
    return -1;
}

static int check_addresses(cfg_t *cfg, cfg_opt_t *opt)
{
    char *list[CONFIG_ADDRESSES + 1] = { NULL };
    struct err e;
    bool ok = true;
    for (unsigned i = 0; ok && i < cfg_opt_size(opt); i++) ok = config_add_address(list, cfg_opt_getnstr(opt, i), &e);
    config_clear_addresses(list);
    if (!ok) cfg_error(cfg, "%s: %s", opt->name, e.text);
    return ok ? 0 : -1;
}

/* libconfuse's definition of a key. */
static cfg_opt_t config_option(const struct config_key *k)
{
    switch (k->type) {
    case TEXT: return (cfg_opt_t){ .name = k->name, .type = CFGT_STR, .flags = CFGF_NODEFAULT, .validcb = check_text };
    case ADDRESSES:
        return (cfg_opt_t){ .name = k->name, .type = CFGT_STR, .flags = CFGF_LIST, .validcb = check_addresses };
    case SWITCH: return (cfg_opt_t){ .name = k->name, .type = CFGT_BOOL, .flags = CFGF_NODEFAULT };
    case NUMBER:
        return (cfg_opt_t){
            .name = k->name, .type = CFGT_INT, .flags = CFGF_NODEFAULT, .parsecb = parse_number, .validcb = check_number
        };
    }
    abort();
}

static void put_value(cfg_t *cfg, struct config *c, const struct config_key *k)
{
    char **list;
    switch (k->type) {
    case TEXT: cfg_setstr(cfg, k->name, *(char **)config_field(c, k)); break;
    case SWITCH: cfg_setbool(cfg, k->name, *(bool *)config_field(c, k) ? cfg_true : cfg_false); break;
    case NUMBER: cfg_setint(cfg, k->name, *(int *)config_field(c, k)); break;
    case ADDRESSES:
        list = config_field(c, k);
        for (unsigned i = 0; list[i] != NULL; i++) cfg_setnstr(cfg, k->name, list[i], i);
        break;
    }
}

static void take_value(struct config *c, cfg_t *cfg, const struct config_key *k)
{
    char **list;
    switch (k->type) {
    case TEXT: config_set_text(config_field(c, k), cfg_getstr(cfg, k->name)); break;
    case SWITCH: *(bool *)config_field(c, k) = cfg_getbool(cfg, k->name) == cfg_true; break;
    case NUMBER: *(int *)config_field(c, k) = (int)cfg_getint(cfg, k->name); break;
    case ADDRESSES:
        list = config_field(c, k);
        config_clear_addresses(list);
        for (unsigned i = 0; i < cfg_size(cfg, k->name); i++) list[i] = mem_copy(cfg_getnstr(cfg, k->name, i));
        break;
    }
}

/* The whole file, free() it; NULL with e set. */
static char *read_file(const char *file, struct err *e)
{
    FILE *f = fopen(file, "re");
    char *text = mem_new(FILE_BYTES);
    size_t n = f != NULL ? fread(text, 1, FILE_BYTES, f) : 0;
    bool ok = f != NULL && !ferror(f) && n < FILE_BYTES;
    if (f == NULL || ferror(f))
        err_set(e, "%s: %s", file, strerror(errno));
    else if (!ok)
        err_set(e, "%s: longer than %d bytes", file, FILE_BYTES - 1);
    if (f != NULL) fclose(f);
    if (ok && memchr(text, '\0', n) != NULL) ok = err_set(e, "%s: is no UTF-8 text", file);
    if (ok) return text;
    free(text);
    return NULL;
}

/* Lets libconfuse parse text, with the values of c as defaults. The caller frees the result with cfg_free(). NULL with
 * e set. */
static cfg_t *config_parse(char *text, struct config *c, const char *file, struct err *e)
{
    cfg_opt_t options[KEYS + 1] = { 0 };
    for (size_t i = 0; i < KEYS; i++) options[i] = config_option(&keys[i]);
    cfg_t *cfg = cfg_init(options, CFGF_NONE);
    assert(cfg != NULL);
    for (const struct config_key *k = keys; k < keys + KEYS; k++) put_value(cfg, c, k);
    e->text[0] = '\0';
    cfg_set_error_function(cfg, on_config_error);
    cfg->filename = mem_copy(file);
    cfg->title = (char *)e;
    FILE *stream = fmemopen(text, strlen(text), "r"); /* cfg_parse_buf() loses the name of the file */
    int result = stream != NULL ? cfg_parse_fp(cfg, stream) : CFG_FILE_ERROR;
    if (stream != NULL) fclose(stream);
    cfg->title = NULL;
    if (result == CFG_SUCCESS) return cfg;
    if (e->text[0] == '\0') err_set(e, "%s: not understood", file);
    cfg_free(cfg);
    return NULL;
}

/* --- a file --- */

bool config_read(struct config *c, const char *file, struct err *e)
{
    struct config_text_key found[KEYS];
    for (size_t i = 0; i < KEYS; i++) found[i] = (struct config_text_key){ .name = keys[i].name };
    char *text = read_file(file, e);
    if (text == NULL) return false;
    cfg_t *cfg = config_text_prepare(text, file, found, KEYS, e) ? config_parse(text, c, file, e) : NULL;
    free(text);
    if (cfg == NULL) return false;
    for (const struct config_key *k = keys; k < keys + KEYS; k++) take_value(c, cfg, k);
    c->ssh_chosen = c->ssh_chosen || found[key_find("ssh") - keys].line > 0;
    c->telnet_chosen = c->telnet_chosen || found[key_find("telnet") - keys].line > 0;
    cfg_free(cfg);
    return true;
}
