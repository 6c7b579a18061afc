/* A reference that does not keep its target alive. Who asks for an answer that comes later (of the store, of a pool)
 * hands a weak reference along; when the answer comes, the reference says whether the target still exists. The target
 * owns one share of it, each question another; the last share frees it. */
#pragma once

struct weak;

/* The target's share. weak_clear() ends it; the last share frees the reference. */
struct weak *weak_new(void *target);

/* Another share, until weak_drop(). Returns w. */
struct weak *weak_hold(struct weak *w);

/* The target, which its owner frees; NULL once weak_clear() was called. */
void *weak_target(const struct weak *w);

/* Ends a share and returns the target, which its owner frees, or NULL when it is gone. */
void *weak_drop(struct weak *w);

/* The target goes: ends its share, and all others find NULL from now on. NULL is ignored. */
void weak_clear(struct weak *w);
