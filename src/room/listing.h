/* The lists that a table is in. Data only: directory.c and tables.c keep them. */
#pragma once
#include "base/heap.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/queue.h>

struct offer;
struct stay;

/* The lobby's part of the directory. */
struct directory {
    void *accounts, *openers; /* roots of tsearch() */
    struct offer *offers;     /* one for each kind of table */
    struct heap standing;     /* tables that nobody is at, the one that stands longest first */
};

/* A table's part of it; zeros: in no list. */
struct listing {
    LIST_HEAD(stays, stay) stays; /* accounts that it knows */
    struct offer *offer;          /* those of its kind; NULL until a seat was open for the first time */
    struct heap_place open, standing;
    uint64_t row; /* room_row() */
    bool in, opener_counted;
};
