/* The results of a simulation, in words or as one JSON object. */
#pragma once
#include "cli/sim.h"

#include <stdio.h>

struct sim_interval {
    double low, high;
};

/* Wilson's interval of 95 % for a share, of which hits in n were seen (0 <= hits <= n, n >= 1). Its ends are 0 to 1. */
struct sim_interval sim_wilson(int64_t hits, int64_t n);

struct sim_report {
    const struct sim_plan *plan;
    const struct sim_tally *tally;
    bool interrupted;
    double seconds;
};

/* Print several lines for people, or one line of JSON. */
void sim_print_words(const struct sim_report *r, FILE *out);
void sim_print_json(const struct sim_report *r, FILE *out);
