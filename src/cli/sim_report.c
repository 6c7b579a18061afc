#include "cli/sim_report.h"

#include <math.h>

#define Z 1.959963984540054 /* the two-sided normal quantile of 95 % */

struct sim_interval sim_wilson(int64_t hits, int64_t n)
{
    double p = (double)hits / (double)n, z2 = Z * Z / (double)n;
    double centre = p + z2 / 2, half = Z * sqrt(p * (1 - p) / (double)n + z2 / (4 * (double)n));
    struct sim_interval i = { (centre - half) / (1 + z2), (centre + half) / (1 + z2) };
    if (hits == 0) i.low = 0;
    if (hits == n) i.high = 1;
    return i;
}

static double mean(const struct sim_seat *s, int64_t games)
{
    return (double)s->points / (double)games;
}

/* Half the width of the mean's interval of 95 %. */
static double margin(const struct sim_seat *s, int64_t games)
{
    if (games < 2) return 0;
    double m = mean(s, games), variance = ((double)s->squares - m * (double)s->points) / (double)(games - 1);
    return variance > 0 ? Z * sqrt(variance / (double)games) : 0;
}

static double speed(const struct sim_report *r)
{
    return r->seconds > 0 ? (double)r->tally->games / r->seconds : 0;
}

/* --- words --- */

static void print_share(FILE *out, int64_t hits, int64_t n)
{
    struct sim_interval i = sim_wilson(hits, n);
    fprintf(out, "%lld (%.2f %%, %.2f to %.2f)", (long long)hits, 100.0 * (double)hits / (double)n, 100 * i.low,
            100 * i.high);
}

static void print_head(const struct sim_report *r, FILE *out)
{
    char rules[128];
    const struct sim_plan *plan = r->plan;
    plan->game->rules_text(&plan->rules, rules, sizeof rules);
    fprintf(out, "%s%s%s, deals %u to %u: %lld played%s, %.1f moves each\n", plan->game->id,
            rules[0] != '\0' ? " " : "", rules, (unsigned)plan->first, (unsigned)plan->last, (long long)r->tally->games,
            r->interrupted ? ", then interrupted" : "",
            r->tally->games > 0 ? (double)r->tally->moves / (double)r->tally->games : 0.0);
}

static void print_seat(const struct sim_report *r, int seat, FILE *out)
{
    const struct sim_seat *s = &r->tally->seat[seat];
    int64_t n = r->tally->games;
    const char *score = r->plan->game->score;
    if (!r->plan->game->patience) fprintf(out, "seat %d ", seat);
    fprintf(out, "%-8s  won ", sim_mind(r->plan->strength[seat]));
    print_share(out, s->won, n);
    fprintf(out, "  %s %.3f +- %.3f, %d to %d\n", score != NULL ? score : "points", mean(s, n), margin(s, n), s->least,
            s->most);
}

void sim_print_words(const struct sim_report *r, FILE *out)
{
    print_head(r, out);
    if (r->tally->games > 0) {
        for (int seat = 1; seat <= r->plan->seats; seat++) print_seat(r, seat, out);
        if (!r->plan->game->patience) {
            fprintf(out, "blocked ");
            print_share(out, r->tally->unended, r->tally->games);
            fprintf(out, "\n");
        }
    }
    fprintf(out, "%.1f seconds, %.0f a second\n", r->seconds, speed(r));
}

/* --- JSON --- */

static void set_share(json_t *o, const char *name, int64_t hits, int64_t n)
{
    struct sim_interval i = sim_wilson(hits, n);
    json_object_set_new(o, name, json_integer(hits));
    json_object_set_new(o, "low", json_real(i.low));
    json_object_set_new(o, "high", json_real(i.high));
}

static json_t *seat_json(const struct sim_report *r, int seat)
{
    const struct sim_seat *s = &r->tally->seat[seat];
    int64_t n = r->tally->games;
    json_t *o = json_object();
    json_object_set_new(o, "mind", json_string(sim_mind(r->plan->strength[seat])));
    if (n == 0) return o;
    set_share(o, "won", s->won, n);
    json_object_set_new(o, "points", json_integer(s->points));
    json_object_set_new(o, "mean", json_real(mean(s, n)));
    json_object_set_new(o, "margin", json_real(margin(s, n)));
    json_object_set_new(o, "least", json_integer(s->least));
    json_object_set_new(o, "most", json_integer(s->most));
    return o;
}

static json_t *blocked_json(const struct sim_tally *t)
{
    json_t *o = json_object();
    if (t->games > 0) set_share(o, "rounds", t->unended, t->games);
    return o;
}

void sim_print_json(const struct sim_report *r, FILE *out)
{
    char rules[128];
    json_t *o = json_object(), *seats = json_array();
    r->plan->game->rules_text(&r->plan->rules, rules, sizeof rules);
    for (int seat = 1; seat <= r->plan->seats; seat++) json_array_append_new(seats, seat_json(r, seat));
    json_object_set_new(o, "game", json_string(r->plan->game->id));
    json_object_set_new(o, "rules", json_string(rules));
    json_object_set_new(o, "first", json_integer(r->plan->first));
    json_object_set_new(o, "last", json_integer(r->plan->last));
    json_object_set_new(o, "interrupted", json_boolean(r->interrupted));
    json_object_set_new(o, "games", json_integer(r->tally->games));
    json_object_set_new(o, "moves", json_integer(r->tally->moves));
    json_object_set_new(o, "seats", seats);
    if (!r->plan->game->patience) json_object_set_new(o, "blocked", blocked_json(r->tally));
    json_object_set_new(o, "seconds", json_real(r->seconds));
    json_object_set_new(o, "per_second", json_real(speed(r)));
    json_dumpf(o, out, JSON_COMPACT | JSON_PRESERVE_ORDER | JSON_REAL_PRECISION(6));
    fprintf(out, "\n");
    json_decref(o);
}
