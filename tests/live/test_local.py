"""`kingscorner play`: the same screens on one's own terminal, without a host. Whatever becomes of it, the terminal
is given back as it was, and nothing that was shown is lost."""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

import harness
from harness import Client, Host, until

# The modes of the terminal before, then the play, then the modes after it, now and when a line was typed.
SHELL = 'echo "before $(stty -g)"; "$@"; echo "status=$?"; echo "after $(stty -g)"; read line; echo "later $(stty -g)"'


class Local(unittest.TestCase):
    def setUp(self):
        self.top = tempfile.mkdtemp(prefix="kingscorner-live-")
        self.addCleanup(shutil.rmtree, self.top)
        self.state = os.path.join(self.top, "state")

    def play(self, *words, **more):
        client = Client(["sh", "-c", SHELL, "sh", harness.PROGRAM, "play", "--state", self.state, *words], **more)
        self.addCleanup(client.close)
        return client

    def query(self, sql):
        return harness.query(self.state, sql)

    @staticmethod
    def child(pid):
        with open("/proc/%d/task/%d/children" % (pid, pid)) as f:
            pids = f.read().split()
        return int(pids[0]) if pids else None

    def keeper(self, client):
        return until("the keeper", lambda: self.child(client.pid))

    def player(self, client):
        return until("the player", lambda: self.child(self.keeper(client)))

    def assert_given_back(self, client, status, word=rb"after"):
        """The modes are as before, and the other screen is left."""
        raw = client.wait_raw(rb"(?s)status=%d\r?\n(.*)%s ([0-9a-f:]+)\r?\n" % (status, word))
        before = re.search(rb"before ([0-9a-f:]+)\r\n", bytes(client.raw)).group(1)
        self.assertEqual(raw.group(2), before)
        if b"\x1b[?1049h" in client.raw:
            self.assertGreater(bytes(client.raw).rfind(b"\x1b[?1049l"), bytes(client.raw).rfind(b"\x1b[?1049h"))
            self.assertGreater(bytes(client.raw).rfind(b"\x1b[?25h"), bytes(client.raw).rfind(b"\x1b[?25l"))

    def test_a_game_is_opened_at_once_and_kept(self):
        """(G15)"""
        client = self.play("cross")
        client.wait_for(r"Solitaire deal (\d+)")
        for hand in range(8, 11):
            client.send("e")
            client.wait_for(r"in hand +%d" % hand)
        client.send("q")
        client.wait_for("unfinished: 48 cards left")
        client.send("qy")
        self.assert_given_back(client, 0)
        client = self.play()
        client.wait_for("unfinished: 48 cards left")
        client.send("s")
        client.wait_for(r"in hand +10")
        client.send("\x03")
        client.wait_for("Play Kings Corner now")
        client.send("\x03\x03")
        self.assert_given_back(client, 0)
        self.assertEqual(self.query("SELECT count(*) FROM account"), [(1,)])

    def test_a_table_is_opened_at_once(self):
        client = self.play("corners")
        client.wait_for("Kings Corner, draw last round 1")

    def test_the_person_has_a_name(self):
        client = self.play()
        client.wait_for("Play Kings Corner now")
        name = subprocess.check_output(["id", "-un"], text=True).strip()
        handle = self.query("SELECT handle FROM account")[0][0]
        self.assertIn(handle, (name[:16], "player1"))

    def test_every_signal_gives_the_terminal_back(self):
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGQUIT):
            for whom in (self.keeper, self.player):
                client = self.play("grid")
                client.wait_for(r"patience deal \d+")
                os.kill(whom(client), number)
                self.assert_given_back(client, 0)
                client.close()

    def test_a_crash_gives_the_terminal_back_and_loses_nothing(self):
        """(P14, H62)"""
        for number in (signal.SIGKILL, signal.SIGABRT):
            client = self.play("cross")
            client.wait_for(r"in hand +\d+")
            hand = int(client.wait_for(r"in hand +(\d+)").group(1))
            client.send("e")
            client.wait_for(r"in hand +%d" % (hand + 1))
            os.kill(self.player(client), number)
            self.assert_given_back(client, 1)
            client.wait_for("every move that was shown is kept")
            client.close()
            client = self.play("cross")
            client.wait_for(r"in hand +%d" % (hand + 1))
            client.send("qqy")
            self.assert_given_back(client, 0)
            client.close()

    def test_the_player_does_not_outlive_its_keeper(self):
        client = self.play("grid")
        client.wait_for(r"patience deal \d+")
        player = self.player(client)
        os.kill(self.keeper(client), signal.SIGKILL)
        until("the end of the player", lambda: not os.path.exists("/proc/%d" % player))
        client.send("\r")
        self.assert_given_back(client, 137, rb"later")

    def test_another_size_is_followed(self):
        client = self.play("grid")
        client.wait_for(r"patience deal \d+")
        client.resize(12, 40)
        client.wait_for(r"^ deal \d+ +(placing|removing)")
        client.resize(24, 80)
        client.wait_for("4x4 patience deal")

    def test_going_on_after_a_stop_draws_anew(self):
        client = self.play("grid")
        client.wait_for(r"patience deal \d+")
        player = self.player(client)
        os.kill(player, signal.SIGSTOP)
        client.screen.reset()
        os.kill(player, signal.SIGCONT)
        client.wait_for(r"patience deal \d+")

    def test_a_cut_terminal_ends_it(self):
        client = self.play("grid")
        client.wait_for(r"patience deal \d+")
        player = self.player(client)
        client.close()
        until("the end of the player", lambda: not os.path.exists("/proc/%d" % player))
        client = self.play("grid")
        client.wait_for(r"patience deal \d+")

    def test_it_listens_nowhere(self):
        client = self.play()
        client.wait_for("Play Kings Corner now")
        mine = set()
        for fd in os.listdir("/proc/%d/fd" % self.player(client)):
            link = os.readlink("/proc/%d/fd/%s" % (self.player(client), fd))
            mine.update(re.findall(r"socket:\[(\d+)\]", link))
        for table in ("tcp", "tcp6", "udp", "udp6"):
            with open("/proc/net/" + table) as f:
                for line in f.readlines()[1:]:
                    self.assertNotIn(line.split()[9], mine)

    def test_what_was_inherited_holds_nothing_up(self):
        """Ignored SIGCHLD, blocked signals, closed descriptors."""
        def inherit():
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 32))
        command = [harness.PROGRAM, "play", "--state", self.state, "grid"]
        done = subprocess.run(command, input=b"quit\n", stdout=subprocess.PIPE, preexec_fn=inherit,
                              timeout=harness.PATIENCE)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"4x4", done.stdout)
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, preexec_fn=inherit) as playing:
            while b"4x4" not in playing.stdout.readline():
                pass
            playing.terminate()
            self.assertEqual(playing.wait(harness.PATIENCE), 0)
        done = subprocess.run(["/bin/sh", "-c", '"$@" <&- >&- 2>&-', "sh", *command], timeout=harness.PATIENCE)
        self.assertEqual(done.returncode, 0)

    def test_a_state_directory_in_use_is_refused(self):
        host = Host()
        self.addCleanup(host.close)
        host.start()
        run = subprocess.run([harness.PROGRAM, "play", "--state", host.state], stdin=subprocess.DEVNULL,
                             capture_output=True, text=True, timeout=harness.PATIENCE)
        self.assertEqual(run.returncode, 1)
        self.assertIn("is in use by another host", run.stderr)

    def test_through_a_pipe_it_is_lines(self):
        run = subprocess.run([harness.PROGRAM, "play", "--state", self.state], input="who\n", capture_output=True,
                             text=True, timeout=harness.PATIENCE)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("3 Grid patience 4x4 (grid)", run.stdout)
        self.assertRegex(run.stdout, r"\A[\n\x20-\x7e]*\Z")

    def test_the_first_words_of_a_pipe_are_heard(self):
        """They are there before the books are open."""
        run = subprocess.run([harness.PROGRAM, "play", "--state", self.state], input="who\nquit\n", capture_output=True,
                             text=True, timeout=harness.PATIENCE)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"\n(> )?[\w-]+\n(> )?Goodbye, [^\n]*\n\Z")

    def test_a_dumb_terminal_gets_lines(self):
        client = self.play("cross", term="dumb", size=(200, 200))
        client.wait_raw(rb"Type help for the words that work here\.\s+> $")
        start = len(client.raw)
        client.send("draw\r")
        client.wait_raw(rb"draws a card\.(?s:.*)Hand 8, stock 40(?s:.*)> $", start)
        self.assertNotIn(b"\x1b", bytes(client.raw))
        client.send("quit\r")
        client.wait_raw(rb"Type a number or a word(?s:.*)> $", start)
        client.send("quit\r")
        self.assert_given_back(client, 0)


if __name__ == "__main__":
    harness.main()
