"""Drives the real program by the real `ssh` and `telnet`, as its callers do.

Host runs `kingscorner serve` on free ports of the loopback with a state directory of its own; what it writes to
standard error is kept and judged when it ends. Ssh and Telnet are clients on a pty whose output goes to a terminal
emulator, so a test sees what a person sees. Raw is a bare socket. Nothing waits longer than PATIENCE for what has to
come. Where a client is missing the test is skipped and says so.
"""
import contextlib
import os
import re
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import ptyprocess
import pyte

PATIENCE = 20
PROGRAM = None
SANITIZER = re.compile(r"ERROR: \w+Sanitizer|runtime error:|Assertion .* failed|LeakSanitizer")


def main():
    """Runs the test file that calls it; its first argument is the program."""
    global PROGRAM
    if len(sys.argv) < 2:
        sys.exit("usage: %s PROGRAM [unittest arguments]" % sys.argv[0])
    PROGRAM = os.path.abspath(sys.argv.pop(1))
    unittest.main(module="__main__", verbosity=2)


def until(what, condition, patience=PATIENCE, detail=lambda: ""):
    """Looks again and again until condition() holds; returns its value. Fails with `what` when it never does."""
    end = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise AssertionError("%s did not come in %s s\n%s" % (what, patience, detail()))
        select.select([], [], [], 0.02)


def need(program):
    """Skips the test where the client is missing."""
    if shutil.which(program) is None:
        raise unittest.SkipTest("%s is not installed" % program)
    return program


def canonical(typed):
    """A move as it is kept: @b2 of place b2, xb2c3 of remove b2 c3, 9s@n of 9s n, w>n of w n."""
    word, _, rest = typed.partition(" ")
    if word in ("place", "remove"):
        return {"place": "@", "remove": "x"}[word] + rest.replace(" ", "")
    return typed if not rest else word + ("@" if len(word) == 2 and word[0] in "A23456789TJQK" else ">") + rest


def database(state):
    """A house's database for reading, to be used with `with`, which closes it. While a connection stays open, SQLite
    does not read the log anew when the host starts again after a kill."""
    return contextlib.closing(sqlite3.connect("file:%s/kingscorner.db?mode=ro" % state, uri=True))


def query(state, sql, *values):
    with database(state) as db:
        return db.execute(sql, values).fetchall()


class Host:
    """One state directory, and a host on it that can be started, stopped and killed. Settings are keys of the
    configuration."""

    def __init__(self, **settings):
        self.top = tempfile.mkdtemp(prefix="kingscorner-live-")
        self.state = os.path.join(self.top, "state")
        self.conf = os.path.join(self.top, "kingscorner.conf")
        self.program, self.user = PROGRAM, None
        self.lines = []
        self.process = None
        self.configure(**settings)

    def run_as(self, user):
        """Runs the host as another user from here on, who gets the state and a copy of the program within reach."""
        self.program, self.user = shutil.copy(PROGRAM, self.top), user
        os.chmod(self.top, 0o755)
        for path, _, files in os.walk(self.top):
            for name in [path] + [os.path.join(path, f) for f in files]:
                os.chown(name, user, user)

    def configure(self, **settings):
        rows = {"ssh": '{ "127.0.0.1:0" }', "telnet": '{ "127.0.0.1:0" }', "state_dir": '"%s"' % self.state,
                "unready_per_address": 100, "callers_per_address": 1000, "accounts_per_address": 1000,
                "tables_per_address": 1000, "pace_ms": 20}
        rows.update(settings)
        with open(self.conf, "w") as f:
            f.writelines("%s = %s\n" % row for row in rows.items())

    def spawn(self, *arguments):
        """Starts the program without waiting until it listens."""
        self.lines = []
        self.process = subprocess.Popen([self.program, "serve", "--config", self.conf, *arguments],
                                        stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, user=self.user, group=self.user)
        self.doors = []
        self.readers = [threading.Thread(target=self._read, args=(self.process.stderr, self.lines), daemon=True),
                        threading.Thread(target=self._read, args=(self.process.stdout, self.doors), daemon=True)]
        for reader in self.readers:
            reader.start()
        return self

    def start(self):
        self.spawn()
        until("a listening host", lambda: self._port("telnet") or self.process.poll() is not None, detail=self.log)
        if self.process.poll() is not None:
            raise AssertionError("the host did not start\n" + self.log())
        self.ssh_port, self.telnet_port = self._port("ssh"), self._port("telnet")
        return self

    @staticmethod
    def _read(stream, lines):
        for line in stream:
            lines.append(line)

    def _port(self, door):
        found = re.search(r"listening on %s \S+:(\d+)" % door, self.log())
        return int(found.group(1)) if found else None

    def log(self):
        return b"".join(list(self.lines)).decode("utf-8", "backslashreplace")

    def wait(self):
        status = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        self.process = None
        return status

    def stop(self):
        """SIGTERM; returns the exit status and how many seconds it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        status = self.wait()
        took = time.monotonic() - began
        self.judge()
        return status, took

    def query(self, sql, *values):
        return query(self.state, sql, *values)

    def kill(self):
        self.process.kill()
        self.wait()
        self.judge()

    def judge(self):
        """The host's log has no sanitizer report, one line an event, and printable characters only."""
        log = self.log()
        assert not SANITIZER.search(log), log
        for line in self.lines:
            assert re.fullmatch(rb"<\d>[\x20-\x7e]*\n", line), line

    def close(self):
        if self.process is not None:
            status, took = self.stop()
            assert status == 0, self.log()
            assert took < 5, took
        shutil.rmtree(self.top)

    def rss_kb(self):
        with open("/proc/%d/status" % self.process.pid) as f:
            return int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1))


class Screen(pyte.Screen):
    """Answers what a terminal is asked."""

    def __init__(self, columns, lines, answer):
        super().__init__(columns, lines)
        self.write_process_input = answer

    # The emulator does not know that these can be asked for in private forms.
    def report_device_attributes(self, mode=0, **private):
        if not private:
            super().report_device_attributes(mode)

    def report_device_status(self, mode, **private):
        if not private:
            super().report_device_status(mode)


    # It takes the bright colours for bold ones.
    def select_graphic_rendition(self, *numbers):
        plain, rest = [], list(numbers)
        while rest:
            n = rest.pop(0)
            if n in (38, 48):
                plain += [n] + [rest.pop(0) for _ in range(2 if rest[:1] == [5] else 4)]
            elif 90 <= n <= 97 or 100 <= n <= 107:
                plain += [38 if n < 100 else 48, 5, n % 10 + 8]
            else:
                plain.append(n)
        super().select_graphic_rendition(*plain)

    def index(self):
        _, bottom = self.margins or (0, self.lines - 1)
        self.scrolled += self.cursor.y == bottom
        super().index()

    def reset(self):
        self.scrolled = 0
        super().reset()

    def cells(self):
        """Everything that is to be seen, row by row; of a blank its ground."""
        def look(c):
            ground = (c.bg if not c.reverse else c.fg, c.reverse, c.underscore)
            return (" ",) + ground if c.data == " " else (c.data, c.fg, c.bold) + ground
        return [[look(self.buffer[y][x]) for x in range(self.columns)] for y in range(self.lines)]


class AtOnce(Screen):
    """A terminal whose last column wraps, and at the bottom scrolls, as soon as it is written to (H52)."""

    def draw(self, data):
        for character in data:
            super().draw(character)
            if self.cursor.x == self.columns and pyte.modes.DECAWM in self.mode:
                self.carriage_return()
                self.linefeed()


class Cp437(pyte.Stream):
    """One byte a cell. Four control bytes are suits on these terminals, and are shown as suits."""

    SUITS = {3: "\u2665", 4: "\u2666", 5: "\u2663", 6: "\u2660"}

    def feed(self, data):
        super().feed(data.decode("cp437").translate(self.SUITS))


class Client:
    """A command on a pty, and the terminal it draws on. raw holds every byte that came."""

    def __init__(self, command, term="xterm-256color", size=(24, 80), env=None, screen=Screen, stream=pyte.ByteStream):
        environment = dict(os.environ, TERM=term, LANG="C.UTF-8")
        environment.pop("SSH_AUTH_SOCK", None)
        environment.update(env or {})
        self.screen = screen(size[1], size[0], self._answer)
        self.stream = stream(self.screen)
        self.raw = bytearray()
        self.fed = 0  # so much of raw has been drawn
        self.held = False  # it is not drawn for now
        self.ended = False
        self.process = ptyprocess.PtyProcess.spawn(command, dimensions=size, env=environment)
        self.pid = self.process.pid

    def _answer(self, text):
        if not self.ended:
            os.write(self.process.fd, text.encode())

    def pump(self, seconds=0.0):
        """Takes in all bytes that have come; waits at most that many seconds for the first."""
        while not self.ended and select.select([self.process.fd], [], [], seconds)[0]:
            try:
                data = os.read(self.process.fd, 65536)
            except OSError:
                data = b""
            if not data:
                self.ended = True
                break
            self.raw += data
            if not self.held:
                self.feed(len(self.raw))
            seconds = 0.0

    # The emulator draws the end of this one, which gives the keyboard's mode back.
    NOT_KNOWN = b"\x1b[<u"

    def feed(self, end):
        data = bytes(self.raw[self.fed:end]).replace(self.NOT_KNOWN, b"")
        begun = max(n for n in range(len(self.NOT_KNOWN)) if data.endswith(self.NOT_KNOWN[:n]))
        self.stream.feed(data[:len(data) - begun])
        self.fed = end - begun

    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def send(self, data):
        os.write(self.process.fd, data.encode() if isinstance(data, str) else data)

    def wait_for(self, *texts, patience=PATIENCE):
        """Waits until one of texts is on the screen; returns the match. texts are regular expressions, and a space in
        one may be a line's end."""
        patterns = [re.compile(text.replace(" ", r"\s+"), re.M) for text in texts]

        def look():
            self.pump(0.02)
            return next((m for m in (pattern.search(self.text()) for pattern in patterns) if m), None)
        return until(" or ".join(texts), look, patience, lambda: "on the screen:\n" + self.text())

    def wait_raw(self, pattern, start=0, patience=PATIENCE):
        """Waits until the bytes that came since start match."""
        def look():
            self.pump(0.02)
            return re.search(pattern, bytes(self.raw[start:]))
        return until(repr(pattern), look, patience, lambda: repr(bytes(self.raw[start:])[-2000:]))

    def choose(self, label):
        """A row of the menu on the screen, by its digit."""
        self.send(self.wait_for(r"(\d) +" + label).group(1))

    def press(self, keys):
        """Sends keys and takes in the picture that answers them, if one comes."""
        self.send(keys)
        self.pump(0.3)
        self.pump(0.03)

    def whole(self):
        """Asks for the whole picture by Ctrl-L and waits for it, after all that was typed so far: only
        such a frame begins at home and says at its end whether the cursor is seen. Returns the cells as they were
        before it."""
        start = len(self.raw)
        self.held = True
        self.send("\x0c")
        found = self.wait_raw(rb"(?s)\x1b\[H.*?\x1b\[\?25[hl]", start)
        self.held = False
        self.feed(start + found.start())
        before = self.screen.cells()
        self.feed(len(self.raw))
        return before

    def wait_end(self, patience=PATIENCE):
        """Waits until the command has ended by itself; returns its exit status."""
        def look():
            self.pump(0.02)
            return self.ended
        until("the end of the client", look, patience, self.text)
        self.process.wait()
        return self.process.exitstatus

    def resize(self, rows, columns):
        self.screen.resize(rows, columns)
        self.process.setwinsize(rows, columns)

    def signal(self, number):
        os.kill(self.pid, number)

    def close(self):
        """Cuts the line."""
        if self.process.isalive():
            self.process.kill(signal.SIGCONT)
            self.process.kill(signal.SIGKILL)
            self.process.wait()
        self.process.close()
        self.ended = True


def make_key(path, kind="ed25519", *more):
    subprocess.run([need("ssh-keygen"), "-q", "-t", kind, "-N", "", "-f", path, *more], check=True)
    return path


def ssh_command(host, *words, user="play", key=None, options=(), flags=()):
    """The command line of ssh. Without a key it offers none, and so asks for no password either where the house
    wants none."""
    command = [need("ssh"), "-F", "/dev/null", "-p", str(host.ssh_port)]
    # Of an option given twice ssh takes the first.
    chosen = [*options, "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "GlobalKnownHostsFile=/dev/null",
              "LogLevel=ERROR", "SendEnv=LANG", "IdentitiesOnly=yes"]
    if key is None and not any(o.startswith("PubkeyAuthentication") for o in chosen):
        chosen.append("PubkeyAuthentication=no")
    for option in chosen:
        command += ["-o", option]
    if key is not None:
        command += ["-i", key]
    return [*command, *flags, "%s@127.0.0.1" % user, *words]


def run_ssh(host, *words, **more):
    """ssh without a terminal: returns the finished process, its output as text."""
    patience = more.pop("patience", PATIENCE)
    env = dict(os.environ, TERM="xterm-256color", **more.pop("env", {}))
    return subprocess.run(ssh_command(host, *words, **more), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=patience, env=env)


class Ssh(Client):
    def __init__(self, host, user="play", key=None, options=(), flags=(), **more):
        super().__init__(ssh_command(host, user=user, key=key, options=options, flags=flags), **more)


class Telnet(Client):
    def __init__(self, host, **more):
        super().__init__([need("telnet"), "127.0.0.1", str(host.telnet_port)], **more)


class Raw:
    """A bare socket: bytes as they are."""

    def __init__(self, port, data=b""):
        self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.raw = bytearray()
        self.ended = False
        self.send(data)

    def send(self, data):
        self.socket.sendall(data)

    def pump(self, seconds=0.0):
        while not self.ended and select.select([self.socket], [], [], seconds)[0]:
            try:
                data = self.socket.recv(65536)
            except ConnectionResetError:
                data = b""
            self.ended = not data
            self.raw += data
            seconds = 0.0

    def wait_for(self, pattern, start=0, patience=PATIENCE):
        def look():
            self.pump(0.02)
            return re.search(pattern, bytes(self.raw[start:]))
        return until(repr(pattern), look, patience, lambda: repr(bytes(self.raw[start:])[-2000:]))

    def wait_end(self, patience=PATIENCE):
        def look():
            self.pump(0.02)
            return self.ended
        until("the end of the connection", look, patience, lambda: repr(bytes(self.raw)[-500:]))

    def quiet(self, seconds):
        """Takes in bytes until none has come for that many seconds; returns how many came."""
        began = len(self.raw)
        before = -1
        while before != len(self.raw) and not self.ended:
            before = len(self.raw)
            self.pump(seconds)
        return len(self.raw) - began

    def close(self):
        self.socket.close()


class HostCase(unittest.TestCase):
    """A test case with one host for all its tests. settings: of the configuration."""

    settings = {}

    @classmethod
    def setUpClass(cls):
        cls.host = Host(**cls.settings).start()
        cls.keys = 0

    @classmethod
    def tearDownClass(cls):
        cls.host.close()

    def ssh(self, **more):
        client = Ssh(self.host, **more)
        self.addCleanup(client.close)
        return client

    def telnet(self, **more):
        client = Telnet(self.host, **more)
        self.addCleanup(client.close)
        return client

    def raw(self, data=b"", port=None):
        client = Raw(port or self.host.telnet_port, data)
        self.addCleanup(client.close)
        return client

    def key(self, kind="ed25519", *more):
        """A new key pair's path."""
        HostCase.keys_made = getattr(HostCase, "keys_made", 0) + 1
        return make_key(os.path.join(self.host.top, "key%d" % HostCase.keys_made), kind, *more)

    def guest(self, **more):
        """A guest over ssh, in the lobby."""
        client = self.ssh(**more)
        client.wait_for("Play Kings Corner now")
        return client

    def telnet_guest(self, **more):
        client = self.telnet(**more)
        client.choose("Come in as a guest")
        client.wait_for("Play Kings Corner now")
        return client

    def newcomer(self, handle, key=None, **more):
        """Somebody with a new key who has chosen this handle, in the lobby. Its key is client.key."""
        key = key or self.key()
        client = self.ssh(key=key, **more)
        client.key = key
        client.wait_for("What shall we call you")
        client.send("\x08" * 16 + handle + "\r")
        client.wait_for("Your account is made. Welcome, %s" % handle)
        return client


class Lines:
    """Plays in plain mode: the last told line says whose turn it is."""

    EVENT = rb"Your turn|Type next for|draws a card|ends the turn|You draw|is to play"

    def __init__(self, client):
        self.client = client

    def wait_prompt(self, start=0):
        """Waits until there is something to do: True for a turn, False when the round is over."""
        def look():
            self.client.pump(0.02)
            told = bytes(self.client.raw[start:])
            events = re.findall(self.EVENT, told)
            return events and told.endswith(b"> ") and {b"Your turn": "turn", b"Type next for": "over"}.get(events[-1])
        return until("a prompt", look, detail=lambda: repr(bytes(self.client.raw[-2000:]))) == "turn"

    def ask(self, word, pattern):
        """Types a word; returns what the pattern's group finds in the answer."""
        start = len(self.client.raw)
        self.client.send(word + "\r")
        return self.client.wait_raw(pattern, start).group(1).decode()

    def hand(self):
        return re.findall(r"\d+ ([A2-9TJQK][shdc])\b", self.ask("hand", rb"(?s)(Hand, .*)> \Z"))

    def legal(self):
        return re.split(r",\s+", self.ask("legal", rb"You may: ([^.]*)\."))
