"""The loop stands still, and the people do not: the host is stopped for longer than every deadline, and goes on; or
it is killed while it is stopped, as a watchdog does."""
import os
import re
import signal
import time
import unittest

import harness
from harness import Host, HostCase, Lines, Raw, Ssh, make_key, until

PATIENCE_S = 20           # turn_s, grace_s, login_s; and what is left of idle_s until the warning
STOPPED_S = PATIENCE_S + 3


def stop(host):
    host.process.send_signal(signal.SIGSTOP)

    def state():
        with open("/proc/%d/stat" % host.process.pid) as f:
            return f.read().rpartition(")")[2].split()[0] == "T"
    until("the stopped host", state)


class Stopped(HostCase):
    settings = {"turn_s": PATIENCE_S, "grace_s": PATIENCE_S, "login_s": PATIENCE_S, "idle_s": 60 + PATIENCE_S,
                "pace_ms": 5, "frame_ms": 10}

    def come(self, name, key):
        client = self.ssh(term="dumb", size=(400, 200), key=key)
        asked = client.wait_raw(rb"What shall we call you(?s:.*)Name: $|Type a number or a word")
        if asked.group().startswith(b"What"):
            client.send(name + "\r")
            client.wait_raw(rb"Welcome, \w+(?s:.*)Type a number or a word")
        client.send("play\r")
        client.wait_raw(rb"Type help for the words that work here")
        return client

    def test_a_host_that_stood_still_takes_nothing_from_anybody(self):
        """Neither the turn, nor the seat of one whose line dropped, nor a line, nor a log-in under way (T16, T17)."""
        key = self.key()
        cy, dot = Lines(self.come("cy", key)), self.come("dot", self.key())
        while not cy.wait_prompt():
            cy.client.send("next\r")
        half = self.raw(port=self.host.ssh_port)
        half.wait_for(rb"SSH-2\.0-")
        quiet = self.guest()
        telnet = self.raw()
        telnet.wait_for(rb"\xff\xfd")
        cy.client.close()
        until("the end of the line", lambda: re.search(r"ssh: gone\n", self.host.log()))
        stop(self.host)
        time.sleep(STOPPED_S)
        self.host.process.send_signal(signal.SIGCONT)
        until("the log's line", lambda: re.search(r"<4>the house stood still for 2\d\.\d s", self.host.log()),
              detail=self.host.log)
        telnet.send(b"\xff\xfb\x1f\xff\xfa\x1f\x00\x64\x00\x1e\xff\xf0\xff\xfc\x18\xff\xfc\x27")
        half.send(b"SSH-2.0-half\r\n")
        half.wait_for(rb"curve25519-sha256")
        telnet.wait_for(rb"Come in as a guest")
        quiet.send("?")
        quiet.wait_for("Help|Lobby|help")
        self.assertNotIn(b"Are you still there", quiet.raw)
        back = Lines(self.come("cy", key))
        self.assertIn(b"Back to table", back.client.raw)
        self.assertGreater(int(back.ask("clock", rb"(\d+) seconds are left for this turn\.")), 0)
        self.assertNotRegex(bytes(dot.raw), rb"has not come back|The time of")
        dot.send("who\r")
        dot.wait_raw(rb"Seat \d: cy")
        self.assertNotRegex(bytes(dot.raw), rb"has not come back|The time of|Are you still there")
        self.assertNotRegex(self.host.log(), "not logged in within|is closed")


class KilledWhileStopped(unittest.TestCase):
    def setUp(self):
        self.host = Host(pace_ms=0, turn_s=0, frame_ms=10)
        self.addCleanup(self.host.close)
        self.host.start()
        self.key = make_key(os.path.join(self.host.top, "key"))

    def come(self, word):
        client = Ssh(self.host, key=self.key, term="dumb", size=(400, 200))
        self.addCleanup(client.close)
        asked = client.wait_raw(rb"What shall we call you(?s:.*)Name: $|Type a number or a word")
        if asked.group().startswith(b"What"):
            client.send("ann\r")
            client.wait_raw(rb"Welcome, ann(?s:.*)Type a number or a word")
        client.send(word + "\r")
        return Lines(client)

    def moves(self):
        return [text for (text,) in self.host.query("SELECT text FROM move ORDER BY round_id, ply")]

    def test_what_was_shown_before_the_watchdog_came_is_kept(self):
        """SIGSTOP at the moment in which the move is shown, then SIGKILL (P14)."""
        ann = self.come("play")
        while not ann.wait_prompt():
            ann.client.send("next\r")
        for _ in range(3):
            start, before = len(ann.client.raw), len(self.moves())
            ann.client.send("end\r")
            ann.client.wait_raw(rb"ann (draws|ends|passes)", start)
            stop(self.host)
            self.host.kill()
            ann.client.close()
            self.assertEqual(self.moves()[before], "end")
            self.host.start()
            ann = self.come("table")
            while not ann.wait_prompt():
                ann.client.send("next\r")


if __name__ == "__main__":
    harness.main()
