"""The host that a bench starts, and the load that it puts on it."""
import glob
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

SETTINGS = {
    "ssh": '{ "127.0.0.1:0" }',
    "telnet": '{ "127.0.0.1:0" }',
    "handshakes_per_s": 10000,
    "connects_per_address": 10000,
    "connects_per_network": 10000,
    "cpu_ms_per_address": 1000,
    "unready": 10000,
    "unready_per_address": 10000,
    "callers": 50000,
    "callers_per_address": 50000,
    "tables": 10000,
    "tables_per_address": 10000,
    "accounts_per_address": 10000,
    "idle_s": 0,
    "pace_ms": 20,
    "frame_ms": 10,
}


def cpu_s(pid):
    """Of all threads of a process, in seconds, while none of them ends."""
    total = 0
    for path in glob.glob("/proc/%d/task/*/schedstat" % pid):
        with open(path) as f:
            total += int(f.read().split()[0])
    return total / 1e9


class Host:
    """The daemon on free ports, with a state directory of its own. What it has used is read from /proc. Settings are
    keys of the configuration; parent is where its directory is made, None for the usual place."""

    def __init__(self, build, parent=None, **settings):
        self.top = tempfile.mkdtemp(prefix="kingscorner-bench-", dir=parent)
        self.log = os.path.join(self.top, "log")
        self.state = os.path.join(self.top, "state")
        conf = os.path.join(self.top, "kingscorner.conf")
        program = os.path.join(build, "kingscorner")
        with open(conf, "w") as f:
            f.writelines("%s = %s\n" % row
                         for row in {**SETTINGS, "state_dir": '"%s"' % self.state, **settings}.items())
        with open(self.log, "w") as log:
            self.process = subprocess.Popen([program, "serve", "--config", conf], stdin=subprocess.DEVNULL,
                                            stdout=subprocess.DEVNULL, stderr=log)
        self.port = {door: self._wait_for(door) for door in ("ssh", "telnet")}

    def _wait_for(self, door):
        for _ in range(200):
            with open(self.log) as f:
                found = re.search(r"listening on %s \S+:(\d+)" % door, f.read())
            if found:
                return int(found.group(1))
            time.sleep(0.1)
        sys.exit("the host does not listen: see " + self.log)

    def pss_kb(self):
        with open("/proc/%d/smaps_rollup" % self.process.pid) as f:
            return int(re.search(r"^Pss:\s+(\d+)", f.read(), re.M).group(1))

    def cpu_s(self):
        return cpu_s(self.process.pid)  # its threads live as long as it does

    def waited_s(self):
        """How long its loop was ready to run and had no core, in seconds."""
        with open("/proc/%d/schedstat" % self.process.pid) as f:
            return int(f.read().split()[1]) / 1e9

    def moves(self):
        """How many are on disk, of people and computers."""
        with sqlite3.connect("file:%s?mode=ro" % glob.glob(self.state + "/*.db")[0], uri=True) as db:
            return db.execute("SELECT count(*) FROM move").fetchone()[0]

    def goes_first(self):
        """Before everything else on the machine; wants the rights for it."""
        os.sched_setscheduler(self.process.pid, os.SCHED_FIFO, os.sched_param(10))

    def stop(self):
        self.process.terminate()
        status = self.process.wait(60)
        if status != 0:
            sys.exit("the host ended with status %d: see %s" % (status, self.log))
        shutil.rmtree(self.top)


class Load:
    """One bench_load, commanded a line at a time."""

    def __init__(self, build, protocol, port, *options):
        self.process = subprocess.Popen([os.path.join(build, "tests/bench/bench_load"), protocol, str(port), *options],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def begin(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def end(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("bench_load has ended")
        return json.loads(line)

    def do(self, command):
        self.begin(command)
        return self.end()

    def close(self):
        self.process.stdin.close()
        if self.process.wait(60) != 0:
            sys.exit("bench_load has failed")
