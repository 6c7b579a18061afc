/* All callers of a run and the loop that serves them. Each command measures one thing and answers with one JSON object.
 * The loop is open: keys and logins are due at fixed times, whatever the host does. */
#pragma once
#include "load/options.h"

#include <jansson.h>

struct load;

#define LOAD_CALLERS_MAX 20000

struct load *load_new(const struct options *o);
void load_free(struct load *l);

/* Serves the callers until fd can be read. */
void load_serve(struct load *l, int fd);

/* Each returns the answer; json_decref() frees it. */

/* n more sessions, each brought to its seat. */
json_t *load_open(struct load *l, int n);
/* All that are seated type that key and go that way, so many at once; seated again at its end. When more
 * than ten get lost the others stay. The way's texts are kept as
 * pointers until the next one. */
json_t *load_go(struct load *l, int at_once, const struct typed_key *key, const struct way *way);
/* n sessions, each closed again as soon as it is there. */
json_t *load_logins(struct load *l, int n);
/* Until nothing has come for so long, but at most two minutes. */
json_t *load_settle(struct load *l, int seconds);
/* What comes while nobody types. */
json_t *load_idle(struct load *l, int seconds);
/* Everybody types those keys, so many a second, each at times of its own. A session that has waited for an answer for
 * less than a second leaves a key out, as a person would; then the key counts as unanswered. */
json_t *load_keys(struct load *l, const struct keys *keys, double per_second, int seconds);
