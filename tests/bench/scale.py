"""What a caller costs in a house of 100, of 1,000, of 4,000 and of 10,000: half of them by ssh, half by telnet,
first all in the lobby, then each at a table of their own. See README.md beside it.
"""
import argparse
import contextlib
import json
import os
import resource
import sys
import time

from host import Host, Load

CALLERS = [100, 1000, 4000, 10000]
CALLERS_MAX = 10000  # tables_max of the configuration
MEMORY_DISK = "/dev/shm"  # how long the disk takes is not measured here
WHERE = ["lobby", "tables"]
WAYS_IN = ("ssh", "telnet")

# Everybody has an address and an account of their own: only who has an account can be away from a table, and only so
# are people who sit down not led to each other. The house's limits for one address are those of any house, but that
# four accounts are made at some of them.
SETTINGS = {"connects_per_address": 2, "connects_per_network": 8, "unready_per_address": 20, "callers_per_address": 20,
            "accounts_per_address": 4}
TO_LOBBY = {
    "ssh": ["--own", "--key", "ssh", "--user", "ssh", "--step", "call=enter"],
    "telnet": ["--step", "guest=n", "--step", "Password=tel%\rpassword\rpassword\r"],
}
WARM = {
    "ssh": ["--own", "--key", "warm", "--user", "warm", "--step", "call=enter"],
    "telnet": ["--step", "guest=n", "--step", "Password=hot%\rpassword\rpassword\r"],
}
# One after the other: who comes while somebody sits there is led to that table. But both kinds of tables at once.
TO_OWN_TABLES = {"ssh": "go 1 p talk q kept k Back", "telnet": "go 1 m talk q kept k Back"}
BACK_TO_TABLES = "go 100 t talk"

# The same work in every house, whatever its size.
IDLE_S = 4
KEYS_PER_S, KEYS_S = 200, 6
MOVES_PER_S, MOVES_S = 100, 8
LOGINS_PER_S, LOGINS = 50, 200
# the cursor; the line of talk, which opens and closes in a round and between two
KEYS = {"lobby": "down,up", "tables": "c,\x03"}
CLOSE_BANNERS = "keys 0.5 2 left"  # a key each: the banner of a big loser would take the first key that is measured
MOVES = "e,e,e,n"  # ends the turn; when the round is over e shows the points and n goes on

# field, heading, digits: what the table shows
COLUMNS = [("idle_percent", "idle %", 3), ("key_us", "key us", 1), ("key_p50_ms", "p50 ms", 3),
           ("key_p99_ms", "p99 ms", 3), ("login_us", "login us", 0), ("move_us", "move us", 1), ("pss_kb", "kB", 1)]
# field, what, and how many times that of the smallest house it may be
TARGETS = [("key_us", "CPU of a key", 1.3), ("key_p50_ms", "p50 of a key", 1.3), ("key_p99_ms", "p99 of a key", 3),
           ("login_us", "CPU of a login", 1.33), ("move_us", "CPU of a move", 1.33)]


def callers(text):
    try:
        wanted = sorted({int(n) for n in text.split(",")})
    except ValueError:
        wanted = [0]
    if wanted[0] < 2 or wanted[-1] > CALLERS_MAX:
        raise argparse.ArgumentTypeError("numbers from 2 to %d with commas are wanted" % CALLERS_MAX)
    return wanted


def raise_descriptor_limit(wanted):
    """Host and load inherit it."""
    most = max(wanted, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (ValueError, PermissionError):
        sys.exit("%d descriptors are wanted: run this as root, or raise the hard limit" % wanted)


class House:
    """One host with so many callers."""

    def __init__(self, build, n, realtime):
        self.build, self.n = build, n
        self.host = Host(build, MEMORY_DISK if os.path.isdir(MEMORY_DISK) else None, **SETTINGS)
        self._warm()
        self.pss_kb = self.host.pss_kb()
        if realtime:
            self.host.goes_first()
        self.loads = {way: self._load(way, *TO_LOBBY[way], "--ready", "Play") for way in WAYS_IN}

    def _load(self, way, *options):
        return Load(self.build, way, self.host.port[way], "--spread", *options)

    def _warm(self):
        """What the host needs once, not for each caller, shall not be counted as a caller's."""
        for way in WAYS_IN:
            with contextlib.closing(self._load(way, *WARM[way], "--ready", "Play")) as load:
                load.do("logins 20")
        time.sleep(1)

    def both(self, command):
        for load in self.loads.values():
            load.begin(command)
        return [load.end() for load in self.loads.values()]

    def enter(self):
        for way, load in self.loads.items():
            load.begin("open %d" % (self.n // 2 + (self.n % 2 if way == "ssh" else 0)))
        return sum(load.end()["seated"] for load in self.loads.values())

    def to_tables(self):
        for way, load in self.loads.items():
            load.begin(TO_OWN_TABLES[way])
        for load in self.loads.values():
            load.end()
        return sum(answer["seated"] for answer in self.both(BACK_TO_TABLES))

    def close(self):
        for load in self.loads.values():
            load.close()
        self.host.stop()

    # --- measuring; what an idle house takes is in none of the others ---

    def spent(self, work):
        """The host's CPU seconds for it beyond those of an idle house, and what it returns."""
        cpu, began = self.host.cpu_s(), time.monotonic()
        done = work()
        cpu = self.host.cpu_s() - cpu
        return max(0.0, cpu - self.idle * (time.monotonic() - began)), done

    def type(self, keys, per_second, seconds):
        """Both halves type at once: so many keys in all, at most ten a second each."""
        each = min(10, per_second / self.n)
        return self.both("keys %f %d %s" % (each, seconds, keys))

    def measure(self, where, held):
        settled = all(answer["settled"] for answer in self.both("settle 2"))
        row = {"bench": "scale", "where": where, "callers": self.n, "held": held, "settled": settled,
               "pss_kb": (self.host.pss_kb() - self.pss_kb) / self.n}
        self.idle = 0
        cpu, idle = self.spent(lambda: self.both("idle %d" % IDLE_S))
        self.idle = cpu / IDLE_S
        row.update(idle_percent=self.idle * 100, idle_bytes=sum(a["wire_bytes"] for a in idle))
        if where == "tables":  # before the line of talk is open at some of them
            row.update(self.moves())
            self.both("settle 2")
            self.both(CLOSE_BANNERS)
            self.both("settle 2")
        row.update(self.keys(KEYS[where]), **self.logins())
        return row

    def keys(self, keys):
        waited = self.host.waited_s()
        cpu, answers = self.spent(lambda: self.type(keys, KEYS_PER_S, KEYS_S))
        waited = self.host.waited_s() - waited
        sent, ms = sum(a["sent"] for a in answers), [a["key_to_frame_ms"] for a in answers if a["key_to_frame_ms"]]
        return {"keys": sent, "answered": sum(a["answered"] for a in answers), "key_us": cpu * 1e6 / max(1, sent),
                "key_p50_ms": max(m["p50"] for m in ms) if ms else None,
                "key_p99_ms": max(m["p99"] for m in ms) if ms else None,
                "host_waited_s": waited, "client_cpu": max(a["client_cpu"] for a in answers)}

    def logins(self):
        """Guests by ssh, who come and go."""
        with contextlib.closing(self._load("ssh", "--ready", "Play", "--inflight", "200", "--rate",
                                           str(LOGINS_PER_S))) as load:
            cpu, answer = self.spent(lambda: load.do("logins %d" % LOGINS))
        return {"logins": answer["seated"], "login_us": cpu * 1e6 / max(1, answer["seated"])}

    def moves(self):
        before = self.host.moves()
        cpu, _ = self.spent(lambda: self.type(MOVES, MOVES_PER_S, MOVES_S))
        moves = self.host.moves() - before
        return {"moves": moves, "move_us": cpu * 1e6 / max(1, moves)}


def measure(build, n, realtime, where):
    """A row each: in the lobby, and at tables."""
    house = House(build, n, realtime)
    held = house.enter()
    if "lobby" in where:
        yield house.measure("lobby", held)
    if "tables" in where:
        yield house.measure("tables", house.to_tables())
    house.close()


# --- what comes out ---

def with_ratios(row, first):
    """Each field beside that of the smallest house."""
    ratios = {f: round(row[f] / first[f], 2) for f, _, _ in COLUMNS if row.get(f) is not None and first.get(f)}
    return {**{k: round(v, 3) if isinstance(v, float) else v for k, v in row.items()}, "ratio": ratios}


def cell(row, field, digits):
    if row.get(field) is None:
        return "%18s" % ""
    ratio = row["ratio"].get(field)
    return "%10.*f %7s" % (digits, row[field], "x%.2f" % ratio if ratio is not None else "")


def print_table(rows):
    print("%-7s %7s %7s" % ("where", "callers", "held") + "".join("%18s" % heading for _, heading, _ in COLUMNS),
          file=sys.stderr)
    for row in sorted(rows, key=lambda r: r["where"]):
        cells = "".join(cell(row, field, digits) for field, _, digits in COLUMNS)
        print("%-7s %7d %7d" % (row["where"], row["callers"], row["held"]) + cells, file=sys.stderr)


def print_targets(rows):
    def tell(row, what, value, most):
        missed = "   MISSED" if value > most else ""
        print("%-6s %6d  %-28s %9.2f   target %g%s" % (row["where"], row["callers"], what, value, most, missed),
              file=sys.stderr)
    for row in rows:
        ratio = row["ratio"]
        if row["where"] == "lobby" and row["callers"] <= 4000:
            tell(row, "% of a core, idle", row["idle_percent"], 1)
        for field, what, most in TARGETS:
            if field in ratio:
                tell(row, what + ", times", ratio[field], most)
        tell(row, "callers lost", row["callers"] - row["held"], 0)
        tell(row, "keys without an answer", row["keys"] - row["answered"], 0)


def run(build, wanted, realtime, where):
    raise_descriptor_limit(max(wanted) + 1000)
    rows, first = [], {}
    for n in wanted:
        for row in measure(build, n, realtime, where):
            rows.append(with_ratios(row, first.setdefault(row["where"], row)))
            print(json.dumps(rows[-1], separators=(",", ":")), flush=True)
    print_table(rows)
    print_targets(rows)
