"""Logging in by ssh: who comes in as whom, and what the house refuses."""
import logging
import os
import re
import socket
import subprocess
import threading
import time
import unittest

import paramiko

import harness
from harness import HostCase, Host, Ssh, make_key, run_ssh, ssh_command

PASSWORD = "correct horse"


def set_password(client, password):
    """From the lobby, by the account screen."""
    client.choose("Account")
    client.choose("Set a password")
    client.wait_for("at least 8 characters")
    client.send(password + "\r" + password + "\r")
    client.wait_for("Your password is set")


class WhoIsCalling(HostCase):
    def test_a_new_key_chooses_a_handle_and_is_found_again(self):
        ann = self.newcomer("ann")
        ann.wait_for(r"\bann\b")
        ann.close()
        again = self.ssh(key=ann.key)
        again.wait_for("Welcome back, ann")

    def test_a_handle_belongs_to_one_account(self):
        bea = self.newcomer("bea")
        other = self.ssh(key=self.key())
        other.wait_for("What shall we call you")
        other.send("\x08" * 16 + "BEA\r")
        other.wait_for("That name is taken")
        other.send("\x08" * 16 + "bob\r")
        other.wait_for("Welcome, bob")
        bea.wait_for("2 here|3 here|4 here")

    def test_without_a_key_one_is_a_guest_and_asked_for_nothing(self):
        """(H20)"""
        guest = self.guest()
        guest.wait_for(r"guest-\w{4}")
        self.assertNotRegex(bytes(guest.raw), b"(?i)password:")

    def test_with_a_key_ssh_proves_it_before_anything_else(self):
        """(H20)"""
        key = self.key()
        client = self.ssh(key=key, options=["LogLevel=VERBOSE"])
        client.wait_raw(rb'(?s)Authenticated to 127\.0\.0\.1 .*using "publickey"')
        client.wait_for("What shall we call you")

    def test_any_password_lets_a_guest_in_an_empty_one_too(self):
        """(H23)"""
        for password in ("", "hunter2"):
            client = self.ssh(options=["PreferredAuthentications=password"])
            client.wait_for("(?i)password:")
            client.send(password + "\r")
            client.wait_for(r"guest-\w{4}")
            client.close()
        self.assertNotIn("hunter2", self.host.log())

    def test_an_account_with_a_password_is_opened_by_it_alone(self):
        dot = self.newcomer("dot")
        set_password(dot, PASSWORD)
        dot.close()
        right = self.ssh(user="dot")
        right.wait_for("(?i)password for dot")
        right.send(PASSWORD + "\r")
        right.wait_for("Welcome back, dot")
        right.close()
        who = re.search(r"<6>(127\.0\.0\.1:\d+): account made: dot, opened by key\n", self.host.log()).group(1)
        self.assertIn("<6>%s: is account dot, by key\n" % who, self.host.log())
        self.assertRegex(self.host.log(), r"<6>127\.0\.0\.1:\d+: is account dot, by password over ssh\n")
        self.assertNotIn(PASSWORD, self.host.log())
        method = self.ssh(user="DOT", options=["PreferredAuthentications=password"])
        method.wait_for("(?i)password:")
        method.send(PASSWORD + "\r")
        method.wait_for("Welcome back, dot")
        method.close()
        wrong = self.ssh(user="dot",
                         options=["NumberOfPasswordPrompts=1", "PreferredAuthentications=keyboard-interactive"])
        wrong.wait_for("(?i)password for dot")
        wrong.send("wrong horse\r")
        self.assertEqual(wrong.wait_end(), 255)
        for secret in (PASSWORD, "wrong horse"):
            self.assertNotIn(secret, self.host.log())

    def test_an_agent_with_many_keys_is_no_failure(self):
        """Eleven keys too weak to be anybody's, then a good one (H22, H40b)."""
        keys = [self.key("rsa", "-b", "1024") for _ in range(11)] + [self.key()]
        agent = subprocess.run(["ssh-agent", "-s"], capture_output=True, text=True, check=True).stdout
        env = dict(re.findall(r"(SSH_\w+)=([^;]+)", agent))
        try:
            subprocess.run(["ssh-add", "-q", *keys], check=True, env=dict(os.environ, **env))
            client = self.ssh(options=["PubkeyAuthentication=yes", "IdentitiesOnly=no", "IdentityFile=/nonexistent",
                                       "RequiredRSASize=1024"], env=env)
            client.wait_for("What shall we call you")
        finally:
            subprocess.run(["ssh-agent", "-k"], env=dict(os.environ, **env), capture_output=True, check=True)

    def test_a_key_that_was_only_offered_is_written_nowhere(self):
        """(H40)"""
        offered, proven = self.key("rsa", "-b", "1024"), self.key()
        client = self.ssh(key=offered, flags=["-i", proven], options=["RequiredRSASize=1024"])
        client.wait_for("What shall we call you")
        client.send("\x08" * 16 + "eve\r")
        client.wait_for("Welcome, eve")
        seen = {name: self.fingerprint(key) for name, key in (("offered", offered), ("proven", proven))}
        self.assertIn(seen["proven"], self.host.log())
        self.assertNotIn(seen["offered"], self.host.log())
        with harness.database(self.host.state) as db:
            dump = "\n".join(map(repr, (row for (table,) in db.execute("SELECT name FROM sqlite_master WHERE type = "
                                                                       "'table'")
                                        for row in db.execute('SELECT * FROM "%s"' % table))))
        self.assertIn("eve", dump)
        with open(offered + ".pub") as f:
            blob = f.read().split()[1]
        self.assertNotIn(blob, dump)

    @staticmethod
    def fingerprint(key):
        words = subprocess.run(["ssh-keygen", "-lf", key + ".pub"], capture_output=True, text=True, check=True).stdout
        return re.search(r"SHA256:\S+", words).group()

    def test_a_hostile_user_name_is_one_line_of_the_log(self):
        """(H63)"""
        client = self.ssh(user="h\u00e4cker\u202e%n")
        client.wait_for(r"guest-\w{4}")
        line = harness.until("the line", lambda: re.search(r".*cker.*", self.host.log())).group()
        self.assertRegex(line, r"\A<6>127\.0\.0\.1:\d+: ssh: logged in as a guest, by the name of [\x21-\x7e]+\Z")

    def test_a_bad_terminal_gets_lines_or_a_picture_but_no_crash(self):
        """(H8, H38)"""
        self.guest(term="xterm-ghostty").wait_for("Play Kings Corner now")
        dumb = self.ssh(term="dumb")
        dumb.wait_for("Type a number or a word")
        self.assertRegex(bytes(dumb.raw), rb"\A[\x20-\x7e\r\n]*\Z")
        none = self.ssh(size=(0, 0))
        none.wait_raw(b"Play Kings Corner now")


    def test_a_key_with_alt_loses_nothing_that_was_typed(self):
        """(H54)"""
        client = self.ssh(key=self.key())
        client.wait_for("What shall we call you")
        client.send("\x08" * 16 + "annabel")
        client.wait_for("annabel")
        for n, keys in enumerate((b"\x1b\r", b"\x1b\x1b[D", b"\x1b\x1b[C", b"\x1b\x03", b"\x1b\x1bOA", b"\x1b\t",
                                  b"\x1b[13;3u", b"\x1b\xc3\xa9")):
            client.send(keys)
            client.send(b"\x1b[F%d" % n)
            client.wait_for("annabel" + "".join(map(str, range(n + 1))))
        client.send(b"\x1b\x7f" + b"bea")
        client.wait_for(r"Name +bea\b")

    def test_a_keyboard_that_tells_all_keys_by_codes_comes_in_plays_and_leaves(self):
        """Kitty's protocol with every flag, as another program left it; our own mode is pushed, and theirs is back
        (H48)."""
        client = self.guest()
        raw = bytes(client.raw)
        self.assertEqual(raw.count(b"\x1b[>0u"), 1)
        self.assertLess(raw.index(b"\x1b[?1049h"), raw.index(b"\x1b[>0u"))
        client.send("\x1b[1;1:1B\x1b[1;1:3B\x1b[57441;2u\x1b[63;2;63u\x1b[63;1:3u\x1b[57441;1:3u")
        client.wait_for("page 1 of")
        client.send("\x1b[27u\x1b[27;1:3u")
        client.wait_for("Play Kings Corner now")
        start = len(client.raw)
        client.send("\x1b[113;65;81u\x1b[113;65:3u")
        client.wait_for("y leave")
        client.send("\x1b[121;;121u")
        client.wait_end()
        tail = bytes(client.raw[start:])
        self.assertEqual(tail.count(b"\x1b[<u"), 1)
        self.assertLess(tail.index(b"\x1b[<u"), tail.index(b"\x1b[?1049l"))


class WhatIsRefused(HostCase):
    settings = {"rsa_host_key": "true"}

    def refused(self, *options, words=("who",), flags=()):
        done = run_ssh(self.host, *words, options=["LogLevel=INFO", *options], flags=flags)
        self.assertNotEqual(done.returncode, 0, done)
        return done

    def test_two_kinds_of_host_keys_and_no_sha1(self):
        """(H24)"""
        for algorithm in ("ssh-ed25519", "rsa-sha2-256", "rsa-sha2-512"):
            client = self.ssh(options=["HostKeyAlgorithms=" + algorithm])
            client.wait_for("Play Kings Corner now")
            client.close()
        done = self.refused("HostKeyAlgorithms=ssh-rsa")
        # The library may close before its own offer has left, and then the client cannot say what was missing.
        self.assertRegex(done.stderr, "no matching host key type|Connection closed")

    def test_dear_key_exchanges_are_not_offered(self):
        """(H26)"""
        for kex in ("diffie-hellman-group16-sha512", "diffie-hellman-group18-sha512",
                    "diffie-hellman-group-exchange-sha256"):
            self.assertRegex(self.refused("KexAlgorithms=" + kex).stderr, "no matching key exchange method|closed by")

    def test_many_handshakes_at_once_leave_the_others_their_keys(self):
        """(H26)"""
        guest = self.guest()
        crowd = [subprocess.Popen(ssh_command(self.host, flags=["-T"]), stdin=subprocess.DEVNULL,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(30)]
        worst = 0.0
        while any(p.poll() is None for p in crowd):
            start, began = len(guest.raw), time.monotonic()
            guest.send("\x1b[B")
            guest.wait_raw(b"(?s).", start)
            worst = max(worst, time.monotonic() - began)
            time.sleep(0.05)
        self.assertLess(worst, 2.0)

    def test_no_forwarding_of_any_kind(self):
        """(H28)"""
        done = self.refused(words=(), flags=["-W", "127.0.0.1:25"])
        self.assertIn("administratively prohibited", done.stderr)
        done = self.refused("ExitOnForwardFailure=yes", words=(), flags=["-N", "-R", "0:127.0.0.1:25"])
        self.assertIn("remote port forwarding failed", done.stderr)

    def test_a_login_without_a_terminal_is_closed(self):
        """(H28)"""
        began = time.monotonic()
        self.refused(words=(), flags=["-N"])
        self.assertLess(time.monotonic() - began, 15)

    def test_commands_and_file_copies_end_at_once(self):
        """(H29)"""
        target = "play@127.0.0.1:x"
        port = str(self.host.ssh_port)
        common = ["-F", "/dev/null", "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null",
                  "-o", "PubkeyAuthentication=no", "-P", port]
        for command in (ssh_command(self.host, "rm -rf /"), ["scp", *common, "/etc/hostname", target],
                        ["sftp", *common, target]):
            began = time.monotonic()
            done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, timeout=harness.PATIENCE)
            self.assertNotEqual(done.returncode, 0)
            self.assertLess(time.monotonic() - began, 5, command)

    def test_a_shell_without_a_terminal_speaks_in_lines(self):
        """The last line comes too (H29, H33)."""
        done = run_ssh(self.host, flags=["-T"])
        self.assertRegex(done.stdout, r"\A[\x20-\x7e\r\n]*\Z")
        self.assertIn("Type a number or a word", done.stdout)
        words = subprocess.run(ssh_command(self.host, flags=["-T"]), input="quit\n", capture_output=True, text=True,
                               timeout=harness.PATIENCE)
        self.assertIn("Goodbye", words.stdout.splitlines()[-1])
        self.assertEqual(words.returncode, 0)


class HostKeys(unittest.TestCase):
    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)

    def fingerprints(self):
        return re.findall(r"host key SHA256:.*", self.host.log())

    def test_they_are_made_once(self):
        """(H25)"""
        self.host.start()
        first = self.fingerprints()
        self.assertRegex("\n".join(first), r"ED25519")
        self.host.stop()
        self.host.start()
        self.assertEqual(self.fingerprints(), first)
        self.assertTrue(all(os.stat(os.path.join(self.host.state, f)).st_mode & 0o777 == 0o600
                            for f in os.listdir(self.host.state) if "key" in f))

    def test_one_that_cannot_be_read_is_never_made_anew(self):
        """(H25)"""
        self.host.start()
        self.host.stop()
        names = [f for f in os.listdir(self.host.state) if "ed25519" in f and not f.endswith(".pub")]
        self.assertEqual(len(names), 1)
        path = os.path.join(self.host.state, names[0])
        whole = open(path, "rb").read()
        with open(path, "wb") as f:
            f.write(whole[:40])
        self.assertEqual(self.host.spawn().wait(), 1)
        self.assertIn(names[0], self.host.log())
        self.assertEqual(open(path, "rb").read(), whole[:40])

    def test_one_of_mode_0_stops_the_start(self):
        """(H25)"""
        if os.geteuid() == 0:  # root reads every file
            self.host.run_as(65534)
        self.host.start()
        self.host.stop()
        for name in os.listdir(self.host.state):
            if "key" in name:
                os.chmod(os.path.join(self.host.state, name), 0)
        self.assertEqual(self.host.spawn().wait(), 1)
        self.assertIn("ssh_host_", self.host.log())


class NoSilence(HostCase):
    """Whatever a client asks for on its way in is answered, or the connection ends with a reason."""

    def transport(self, **disabled):
        """A client of another make, whose keys are exchanged; it has not asked to log in."""
        transport = paramiko.Transport(socket.create_connection(("127.0.0.1", self.host.ssh_port), harness.PATIENCE),
                                       disabled_algorithms=disabled)
        self.addCleanup(transport.close)
        transport.start_client(timeout=harness.PATIENCE)
        return transport

    def reason(self, transport):
        """What the host said when it ended the connection."""
        harness.until("the end of the connection", lambda: not transport.is_active())
        return str(transport.get_exception() or self.said)

    def setUp(self):
        super().setUp()
        # This client's library logs the reason of the end and forgets it.
        self.said = ""
        case = self
        class Keep(logging.Handler):
            def emit(self, record):
                if "Disconnect" in record.getMessage():
                    case.said += record.getMessage()
        keep = Keep()
        logger = logging.getLogger("paramiko.transport")
        logger.setLevel(logging.INFO)
        logger.propagate = False
        logger.addHandler(keep)
        self.addCleanup(logger.removeHandler, keep)

    def in_as_guest(self, transport):
        transport.auth_interactive("play", lambda title, about, prompts: [])
        self.assertTrue(transport.is_authenticated())

    def test_a_dsa_key_is_refused_and_the_next_key_is_good(self):
        """(H40b)"""
        transport = self.transport()
        with self.assertRaises(paramiko.AuthenticationException):
            transport.auth_publickey("play", paramiko.DSSKey.generate(1024))
        transport.auth_publickey("play", paramiko.Ed25519Key(filename=self.key()))
        self.assertTrue(transport.is_authenticated())

    def test_a_signature_with_sha1_is_refused_and_the_next_key_is_good(self):
        """(H40b)"""
        transport = self.transport(pubkeys=["rsa-sha2-512", "rsa-sha2-256"])
        harness.until("the list of algorithms", lambda: transport.server_extensions)
        transport.server_extensions = {}  # as a client that does not read it
        with self.assertRaises(paramiko.AuthenticationException):
            transport.auth_publickey("play", paramiko.RSAKey.generate(2048))
        transport.auth_publickey("play", paramiko.Ed25519Key(filename=self.key()))
        self.assertTrue(transport.is_authenticated())

    def test_a_signature_with_sha2_is_good(self):
        transport = self.transport()
        transport.auth_publickey("play", paramiko.RSAKey.generate(2048))
        self.assertTrue(transport.is_authenticated())

    def test_a_wrong_signature_ends_the_connection_with_a_reason(self):
        key = paramiko.Ed25519Key(filename=self.key())
        class Forged(paramiko.PKey):
            public_blob = None
            def get_name(self):
                return key.get_name()
            def asbytes(self):
                return key.asbytes()
            def sign_ssh_data(self, data, algorithm=None):
                return key.sign_ssh_data(data + b"!")
        transport = self.transport()
        with self.assertRaises(paramiko.SSHException):
            transport.auth_publickey("play", Forged())
        self.assertIn("Your request to log in is not valid", self.reason(transport))

    def send(self, transport, kind, *fields):
        """A packet: strings, bytes, numbers and truth values as RFC 4251 has them."""
        message = paramiko.Message()
        message.add_byte(bytes([kind]))
        for field in fields:
            if isinstance(field, bool):
                message.add_boolean(field)
            elif isinstance(field, int):
                message.add_int(field)
            else:
                message.add_string(field)
        transport._send_message(message)

    def test_requests_that_are_cut_or_that_no_method_knows_are_no_dead_ends(self):
        """Each by a client of its own, after one request that was refused."""
        ask = "ssh-connection"
        requests = {
            "cut": (50, "play", ask, "publickey", True),
            "no key": (50, "play", ask, "publickey", True, "ssh-ed25519", b"nonsense", b"nonsense"),
            "cut password": (50, "play", ask, "password", True),
            "another service": (50, "play", "ssh-nonsense", "password", False, "secret"),
            "another method": (50, "play", ask, "nonsense"),
            "host": (50, "play", ask, "hostbased", "ssh-rsa", b"", "host", "user", b""),
            "gssapi": (50, "play", ask, "gssapi-with-mic", 1, b"\x06\x09\x2a\x86\x48\x86\xf7\x12\x01\x02\x02"),
            "gssapi without end": (50, "play", ask, "gssapi-with-mic", 1 << 20),
            "no name": (50, "", ask, "none"),
            "a long name": (50, "n" * 20000, ask, "none"),
            "a new password": (50, "nobody", ask, "password", True, "old", "new"),
            "a long password": (50, "nobody", ask, "password", False, "p" * 20000),
            "no service": (5, "ssh-nonsense"),
            "a service too early": (5, "ssh-connection"),
        }
        for name, (kind, *fields) in requests.items():
            with self.subTest(name):
                transport = self.transport()
                answers = []
                with self.assertRaises(paramiko.SSHException):
                    transport.auth_none("play")
                handler = transport.auth_handler
                handler._client_handler_table = dict(handler._client_handler_table)
                for number in (51, 52):
                    handler._client_handler_table[number] = lambda h, m, number=number: answers.append(number)
                self.said = ""
                self.send(transport, kind, *fields)
                harness.until("an answer to " + name, lambda: answers or not transport.is_active())
                if not answers:
                    self.assertRegex(self.reason(transport),
                                     "Your request to log in is not valid|The service you ask for")
                transport.close()

    def test_none_many_times_is_answered_every_time_until_it_is_enough(self):
        transport = self.transport()
        for _ in range(35):  # each asks for the service as well
            with self.assertRaises(paramiko.BadAuthenticationType):
                transport.auth_none("play")
        with self.assertRaises(paramiko.SSHException):
            for _ in range(20):
                try:
                    transport.auth_none("play")
                except paramiko.BadAuthenticationType:
                    pass
        self.assertIn("Too many requests to log in", self.reason(transport))

    def test_after_the_login_everything_that_wants_an_answer_gets_one(self):
        transport = self.transport()
        self.in_as_guest(transport)
        for name in ("keepalive@openssh.com", "tcpip-forward", "no-more-sessions@openssh.com", "n" * 1000):
            transport.global_request(name, ("127.0.0.1", 80), wait=True)
            self.assertTrue(transport.is_active(), name)
        for kind in ("direct-tcpip", "x11", "auth-agent@openssh.com", "tun@openssh.com", "nonsense"):
            with self.assertRaises(paramiko.ChannelException):
                transport.open_channel(kind, ("127.0.0.1", 80), ("127.0.0.1", 80), timeout=harness.PATIENCE)
        channel = transport.open_session(timeout=harness.PATIENCE)
        with self.assertRaises(paramiko.ChannelException):
            transport.open_session(timeout=harness.PATIENCE)
        for moment in ("before the shell", "after it"):
            for request, *fields in (("auth-agent-req@openssh.com",), ("x11-req", False, "MIT-MAGIC-COOKIE-1", "00", 0),
                                     ("nonsense",),
                                     ("env", "LANG", "C"), ("env", "PATH", ""), ("subsystem", "sftp"), ("exec", "ls"),
                                     ("break", 500), ("xon-xoff", True), ("pty-req", "xterm", 80, 24, 0, 0, b"\0")):
                if request in ("subsystem", "exec") and moment == "before the shell":
                    continue  # these end the visit with a sentence
                answered = threading.Event()
                def answer(*_, answered=answered):
                    answered.set()
                transport._channel_handler_table = dict(transport._channel_handler_table)
                transport._channel_handler_table[99] = transport._channel_handler_table[100] = answer
                self.send(transport, 98, channel.remote_chanid, request, True, *fields)
                self.assertTrue(answered.wait(harness.PATIENCE), "%s %s" % (request, moment))
            if moment == "before the shell":
                self.send(transport, 98, channel.remote_chanid, "shell", True)


class Thinking(HostCase):
    """The time in which a person is asked something is not the machine's (H27)."""

    settings = {"login_s": 5}

    def a_login_is_over(self):
        """Waits until somebody who came just now and says nothing has been cut off."""
        silent = self.raw(port=self.host.ssh_port)
        silent.wait_for(rb"The login took too long\. Please call again\.")

    def test_the_fingerprint_is_compared_for_longer_than_a_login_may_take(self):
        client = self.ssh(options=["StrictHostKeyChecking=ask"])
        client.wait_for("continue connecting")
        self.a_login_is_over()
        client.send("yes\r")
        client.wait_for("Play Kings Corner now")

    def test_the_password_is_looked_up_for_longer_than_a_login_may_take(self):
        dan = self.newcomer("dan")
        set_password(dan, PASSWORD)
        dan.close()
        client = self.ssh(user="dan")
        client.wait_for("Password for dan")
        self.a_login_is_over()
        client.send(PASSWORD + "\r")
        client.wait_for("Welcome back, dan")
        other = self.ssh(user="dan", options=["PreferredAuthentications=password"])
        other.wait_for("(?i)password:")
        self.a_login_is_over()
        other.send("wrong\r")
        other.wait_for("(?i)denied")
        self.a_login_is_over()
        other.send(PASSWORD + "\r")
        other.wait_for("Welcome back, dan")


class PushedOut(HostCase):
    """OpenSSH reads nothing while it asks about the host key, so the reason has to wait for the answer (H42)."""

    settings = {"unready": 2, "login_s": 5}

    def test_who_was_pushed_out_while_asked_about_the_host_key_reads_why(self):
        client = self.ssh(options=["StrictHostKeyChecking=ask"])
        client.wait_for("continue connecting")
        silent = [self.raw(port=self.host.ssh_port) for _ in range(2)]
        silent[1].wait_for(rb"The login took too long\. Please call again\.")
        client.send("yes\r")
        client.wait_for("Too many are at the door just now")


if __name__ == "__main__":
    harness.main()
