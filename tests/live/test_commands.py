"""The commands that print and check: replay, verify, deal, sim. Run as people and scripts run them; other programs
read what they print, so every byte of it counts."""
import glob
import hashlib
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import tempfile
import time
import unittest

import harness

VECTORS = sorted(glob.glob("data/vectors/*/*.kcr"))
GRID = '[Game "grid"]\n[Deal "617"]\n'
CORNERS = ('[Game "corners"]\n[Rules "last"]\n[Seats "ann" "bea*"]\n[Dealer "2"]\n'
           '[Key "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"]\n')
OLD_SEAL = '[Seal "cb2f5160fc1f7e05"]\n'  # of records made before seals had 128 bits
SEAL = '[Seal "cb2f5160fc1f7e05a55ef49d340b48da"]\n'


def run(*args, stdin=b""):
    done = subprocess.run([harness.PROGRAM, *args], input=stdin, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr.decode()


def read(path):
    with open(path, "rb") as f:
        return f.read()


def chacha20(key):
    """The numbers of RFC 8439's stream under that key, with libsodium's nonce, from block 0 on: little-endian, 32
    bits."""
    def quarter(x, a, b, c, d):
        for i, j, k, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[i] = (x[i] + x[j]) & 0xFFFFFFFF
            x[k] ^= x[i]
            x[k] = (x[k] << by | x[k] >> (32 - by)) & 0xFFFFFFFF
    block = 0
    while True:
        start = struct.unpack("<16I", b"expand 32-byte k" + key + struct.pack("<I", block) + b"LibsodiumDRG")
        x = list(start)
        for _ in range(10):
            for i in range(4):
                quarter(x, i, i + 4, i + 8, i + 12)
            for i in range(4):
                quarter(x, i, (i + 1) % 4 + 4, (i + 2) % 4 + 8, (i + 3) % 4 + 12)
        yield from ((a + b) & 0xFFFFFFFF for a, b in zip(x, start))
        block += 1


def deck_of(key):
    """The deck of a key, as the definition of the deal has it and by nothing of the program's."""
    deck = [rank + suit for suit in "shdc" for rank in "A23456789TJQK"]
    stream = chacha20(key)
    for i in range(51, 0, -1):
        r = next(r for r in stream if r < 2 ** 32 // (i + 1) * (i + 1))
        deck[i], deck[r % (i + 1)] = deck[r % (i + 1)], deck[i]
    return " ".join(deck)


class Replay(unittest.TestCase):
    def test_every_vector_comes_out_byte_for_byte(self):
        self.assertEqual(len(VECTORS), 120)
        for path in VECTORS:
            with self.subTest(path):
                self.assertEqual(run("replay", "--json", path), (0, read(path[:-4] + ".jsonl"), ""))

    def test_standard_input_is_a_dash(self):
        path = VECTORS[0]
        self.assertEqual(run("replay", "--json", "-", stdin=read(path)), (0, read(path[:-4] + ".jsonl"), ""))

    def test_line_ends_and_layout_make_no_difference(self):
        path = VECTORS[0]
        record, lines = read(path), read(path[:-4] + ".jsonl")
        tags = [line for line in record.splitlines() if line.startswith(b"[")]
        moves = record.rsplit(b"]\n", 1)[1].split()
        for other in (record.replace(b"\n", b"\r\n"), record.rstrip(b"\n"), b"\n".join(tags + moves),
                      record + b"; the end", b"".join(reversed(tags)) + b"\t".join(moves)):
            self.assertEqual(run("replay", "--json", "-", stdin=other), (0, lines, ""))

    def test_positions_before_a_fault_are_printed(self):
        path = "data/vectors/corners/corners-001.kcr"
        lines = read(path[:-4] + ".jsonl").splitlines(True)
        record = read(path).replace(b"Ks@sw", b"Ks@n")
        status, out, err = run("replay", "--json", "-", stdin=record)
        self.assertEqual(status, 1)
        self.assertEqual(out, b"".join(lines[:12]))
        self.assertRegex(err, r"\A-:6:51: This move is not possible here\. .*\.\n\Z")

    def test_each_fault_has_its_place_and_status_1(self):
        for record, place in (
                (b"", "1:1"), (b'[Gama "x"]', "1:1"), (b'[Game "chess"]', "1:8"), (b'[Game "grid"]\n[Deal "0"]', "2:8"),
                (b'[Game "grid"]\n[Deal "4294967296"]', "2:8"), (b'[Game "grid"]\n[Deck "As 2s"]', "2:8"),
                (b'[Game "grid"]\n[Deal "1"]\n[Deal "1"]', "3:1"),
                (b'[Game "grid"]\n[Deal "1"]\n[Rules "last"]', "3:9"),
                (b'[Game "grid"]', "1:14"), (GRID.encode() + b"@a1 @a1", "3:1"), (GRID.encode() + b"@b1\x07", "3:4"),
                (GRID.encode() + b"@\xff", "3:2"), (CORNERS.encode() + b"end end 9z@n", "6:9"),
                (CORNERS.encode() + b'[Seal "0000000000000000"]', "6:8"), (CORNERS.encode() + b'[Deal "5"]', "6:8")):
            with self.subTest(record):
                status, _, err = run("replay", "--json", "-", stdin=record)
                self.assertEqual(status, 1)
                self.assertRegex(err, r"\A-:%s: [^\n]+\.\n\Z" % place)

    def test_a_record_is_at_most_1_mib(self):
        with tempfile.NamedTemporaryFile() as f:
            f.write((GRID + "@a2").encode().ljust(1 << 20))
            f.flush()
            self.assertEqual(run("replay", "--json", f.name)[0], 0)
            f.write(b" " * (8 << 20))
            f.flush()
            status, out, err = run("replay", "--json", f.name)
            self.assertEqual((status, out.count(b"\n")), (1, 2))
            self.assertRegex(err, r"\A%s:3:\d+: A record is at most 1 MiB long\.\n\Z" % re.escape(f.name))

    def test_the_file_is_named_as_it_was_given(self):
        self.assertEqual(run("replay", "no/such.kcr"), (1, b"", "no/such.kcr: No such file or directory\n"))
        self.assertEqual(run("replay", "data")[0], 1)

    def test_in_words_it_has_a_line_a_move(self):
        for path in VECTORS[::10]:
            status, out, err = run("replay", path)
            self.assertEqual((status, err), (0, ""))
            moves = [line for line in out.decode().splitlines() if re.match(r" *\d+  ", line)]
            self.assertEqual(len(moves), len(read(path[:-4] + ".jsonl").splitlines()) - 1)
        out = run("replay", "data/vectors/corners/corners-001.kcr")[1].decode()
        self.assertIn("\n   4  ann plays the king of diamonds to north-east\n", out)
        self.assertTrue(out.endswith("Points: ann 10, bea 12, cy (computer) 15.\n"), out)

    def test_output_that_cannot_be_written_is_no_success(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([harness.PROGRAM, "replay", "--json", VECTORS[0]], stdout=full,
                                  stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"No space left", done.stderr)


class Verify(unittest.TestCase):
    def verify(self, text):
        return run("verify", "-", stdin=text.encode())

    def test_a_good_record_is_told_in_one_line(self):
        """(P76)"""
        for path in VECTORS[::7]:
            status, out, err = run("verify", path)
            self.assertEqual((status, out.count(b"\n"), err), (0, 1, ""))
            self.assertTrue(out.decode().startswith(path + ": good: "), out)
        self.assertIn(b"the key's deck, sealed as cb2f5160fc1f7e05, 1 legal move. It is not over.",
                      self.verify(CORNERS + OLD_SEAL + "end")[1])
        self.assertIn(b"the key's deck, sealed as cb2f5160fc1f7e05a55ef49d340b48da, 1 legal move. It is not over.",
                      self.verify(CORNERS + SEAL + "end")[1])
        self.assertIn(b"the deck of deal 617, 0 legal moves.", self.verify(GRID)[1])

    def test_a_seal_a_deck_or_a_move_that_is_wrong_is_refused(self):
        for text in (CORNERS + SEAL.replace("cb", "cc"), CORNERS + SEAL.replace("da", "db"),
                     CORNERS + OLD_SEAL.replace("cb", "cc"), CORNERS + OLD_SEAL.replace("05", "0"),
                     CORNERS.replace("1e1f", "1e1e") + SEAL, CORNERS + SEAL + "Ks@n", GRID + "resume"):
            status, out, err = self.verify(text)
            self.assertEqual((status, out, err.count("\n")), (1, b"", 1))
            self.assertRegex(err, r"\A-:\d+:\d+: ")

    def test_the_result_that_is_told_must_be_what_the_moves_lead_to(self):
        path = "data/vectors/grid/grid-001.kcr"
        record = read(path).decode()
        lost = '[Result "Lost: all four seats of the next card are taken."]\n'
        self.assertEqual(self.verify(lost + record)[0], 0)
        won = lost.replace("Lost: all four seats of the next card are taken.",
                           "Won: every King, Queen and Jack has its seat.")
        for text in (won + record, lost + record.rsplit(" ", 1)[0]):
            status, out, err = self.verify(text)
            self.assertEqual((status, out, err.count("\n")), (1, b"", 1))


class Deal(unittest.TestCase):
    def test_decks_are_the_golden_ones(self):
        with open("data/deals.txt", encoding="ascii") as f:
            for line in f:
                game, number, key, rest = line.rstrip("\n").split(" ", 3)
                deck, _, seal = rest.partition(" seal ")
                if game == "key":
                    self.assertEqual(run("deal", "--key", key), (0, ("%s\nseal %s\n" % (deck, seal)).encode(), ""))
                else:
                    self.assertEqual(run("deal", game, number), (0, (deck + "\n").encode(), ""))

    def test_another_program_deals_the_same(self):
        """(P32)"""
        seed = int(os.environ.get("SEED", random.randrange(2 ** 32)))
        print("SEED=%d" % seed)
        chance = random.Random(seed)
        for number in [1, 1000000] + [chance.randrange(1, 2 ** 32) for _ in range(20)]:
            game = chance.choice(["grid", "cross", "corners"])
            text = "kingscorner deal v1 %s %d" % (game, number)
            deck = deck_of(hashlib.blake2b(text.encode(), digest_size=32).digest())
            self.assertEqual(run("deal", game, str(number)), (0, (deck + "\n").encode(), ""))
        key = chance.randbytes(32)
        seal = hashlib.blake2b(key, digest_size=32).hexdigest()[:32]
        self.assertEqual(run("deal", "--key", key.hex()), (0, ("%s\nseal %s\n" % (deck_of(key), seal)).encode(), ""))

    def test_what_is_no_deal_is_wrong_usage(self):
        for args in (("grid", "0"), ("grid", "4294967296"), ("grid", "01"), ("grid", "1x"), ("grid", "-1"), ("grid",),
                     (),
                     ("chess", "1"), ("--key", "00"), ("--key", "zz" * 32), ("--key", "00" * 32, "grid"),
                     ("grid", "1", "2")):
            with self.subTest(args):
                status, out, _ = run("deal", *args)
                self.assertEqual((status, out), (2, b""))


class Output(unittest.TestCase):
    """Every command that prints a result, and every help."""
    COMMANDS = ("serve", "backup", "restore", "play", "replay", "verify", "deal", "sim")
    GOOD = ([["--help"], ["--version"], ["deal", "grid", "617"], ["deal", "--key", "00" * 32], ["verify", VECTORS[0]],
             ["replay", VECTORS[0]],
             ["replay", "--json", VECTORS[0]], ["sim", "grid", "--deals", "1..3"],
             ["sim", "--json", "grid", "--deals", "3"]]
            + [[name, "--help"] for name in COMMANDS])

    def told(self, redirection, words):
        done = subprocess.run(["/bin/sh", "-c", '"$@" ' + redirection, "sh", harness.PROGRAM, *words],
                              stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, timeout=harness.PATIENCE)
        return done.returncode, done.stderr

    def test_the_table_has_every_command(self):
        self.assertEqual(re.findall(r"^  (\w+) ", run("--help")[1].decode(), re.M), list(self.COMMANDS))

    def test_a_result_that_nobody_got_is_no_success(self):
        for words in self.GOOD:
            with self.subTest(words):
                self.assertEqual(self.told(">/dev/null", words), (0, ""))
                for redirection, reason in ((">/dev/full", "standard output: No space left on device"),
                                            (">&-", "standard output is closed")):
                    status, err = self.told(redirection, words)
                    self.assertEqual(status, 1)
                    self.assertRegex(err, r"\Akingscorner( %s)?: %s\n\Z" % (words[0], reason))

    def test_nothing_is_done_whose_result_cannot_be_told(self):
        with tempfile.TemporaryDirectory() as top:
            self.assertEqual(self.told(">&-", ["restore", "--state", top, top + "/none"]),
                             (1, "kingscorner restore: standard output is closed\n"))
            self.assertEqual(self.told(">&-", ["backup", "--state", top, top + "/new"]),
                             (1, "kingscorner backup: standard output is closed\n"))
            self.assertEqual(os.listdir(top), [])

    def test_a_value_that_is_empty_is_refused_like_a_missing_one(self):
        """As a variable gives it that is not set: the usual house is not meant."""
        what = {"config": "the name of a file", "state": "the name of a directory", "ssh": "ADDRESS:PORT",
                "telnet": "ADDRESS:PORT"}
        found = 0
        for name in self.COMMANDS:
            usage = run(name, "--help")[1].decode().splitlines()[0]
            for option in re.findall(r"--(\w+) [A-Z]", usage):
                found += 1
                for words in (["--" + option, ""], ["--%s=" % option], ["--" + option]):
                    with self.subTest(name, words=words):
                        status, out, err = run(name, *words)
                        self.assertEqual((status, out), (2, b""))
                        self.assertEqual(err.splitlines()[0],
                                         "kingscorner %s: --%s wants %s" % (name, option, what.get(option, "a value")))
        self.assertEqual(found, 16)

    def test_a_file_without_a_name_is_wrong_usage(self):
        for words, why in ((["verify", ""], "one record is wanted"), (["replay", ""], "one record is wanted"),
                           (["backup", ""], "a file is wanted"), (["restore", ""], "a file is wanted"),
                           (["backup", "-"], "a database is not read from a pipe or written to one: name a file"),
                           (["restore", "-"], "a database is not read from a pipe or written to one: name a file")):
            status, out, err = run(*words)
            self.assertEqual((status, out, err.splitlines()[0]), (2, b"", "kingscorner %s: %s" % (words[0], why)))


class Sim(unittest.TestCase):
    def figures(self, *args):
        status, out, err = run("sim", "--json", *args)
        self.assertEqual((status, err), (0, ""))
        figures = json.loads(out)
        figures.pop("seconds")
        figures.pop("per_second")
        return figures

    def test_threads_change_no_figure(self):
        for args in (("grid", "--deals", "1..200"), ("cross", "--deals", "5..30", "--mind", "beginner"),
                     ("corners", "--players", "4", "--mind", "random", "--mind", "regular", "--deals", "1..100"),
                     ("corners", "--mind", "expert", "--deals", "7..9", "--rules", "last mustking=yes")):
            with self.subTest(args):
                one = self.figures(*args, "--threads", "1")
                self.assertEqual(one, self.figures(*args, "--threads", "3"))
                self.assertGreater(one["moves"], one["games"])

    def test_it_counts_what_the_deals_come_to(self):
        figures = self.figures("corners", "--players", "3", "--deals", "11..60")
        self.assertEqual((figures["first"], figures["last"], figures["games"]), (11, 60, 50))
        self.assertEqual([s["mind"] for s in figures["seats"]], ["random"] * 3)
        self.assertGreaterEqual(sum(s["won"] for s in figures["seats"]), 50)
        for share in [figures["blocked"]] + figures["seats"]:
            self.assertLessEqual(share["low"], share.get("won", share.get("rounds")) / 50)
            self.assertGreaterEqual(share["high"], share.get("won", share.get("rounds")) / 50)

    def test_a_part_and_the_rest_make_the_whole(self):
        whole, one, rest = (self.figures("grid", "--deals", d) for d in ("1..60", "1..20", "21..60"))
        for key in ("games", "moves"):
            self.assertEqual(whole[key], one[key] + rest[key])
        self.assertEqual(whole["seats"][0]["points"], one["seats"][0]["points"] + rest["seats"][0]["points"])

    def test_each_mind_beats_the_one_below_it(self):
        """(P77)"""
        for below, above, deals, rules in (("random", "beginner", 500, "first"), ("beginner", "regular", 2000, "first"),
                                           ("beginner", "regular", 2000, "last"), ("regular", "expert", 150, "last")):
            figures = self.figures("corners", "--mind", below, "--mind", above, "--rules", rules, "--deals",
                                   "1..%d" % deals)
            lower, higher = (s["won"] / deals for s in figures["seats"])
            with self.subTest(above=above, rules=rules, won=higher):
                self.assertGreater(higher, 0.58 if deals < 2000 else 0.60)
                self.assertLess(lower, 0.45)
                if below == "beginner":
                    self.assertLess(higher, 0.75)

    def test_one_number_is_one_deal(self):
        self.assertEqual(self.figures("grid", "--deals", "5"), self.figures("grid", "--deals", "5..5"))

    def test_words_tell_the_same(self):
        status, out, err = run("sim", "grid", "--deals", "1..50")
        self.assertEqual((status, err), (0, ""))
        self.assertRegex(out.decode(),
                         r"(?s)\Agrid, deals 1 to 50: 50 played, .*random +won \d+ \(.*\n[\d.]+ seconds, \d+ a "
                         r"second\n\Z")

    def test_what_cannot_be_played_is_wrong_usage(self):
        for args in ((), ("chess",), ("grid", "cross"), ("grid", "--players", "2"), ("grid", "--deals", "5..4"),
                     ("grid", "--deals", "0"),
                     ("grid", "--deals", "1..x"), ("grid", "--mind", "genius"), ("grid", "--rules", "last"),
                     ("grid", "--threads", "0"),
                     ("corners", "--rules", "middle"), ("corners", "--players", "5"), ("corners", "--players", "1"),
                     ("corners", "--players", "2", "--mind", "random", "--mind", "random", "--mind", "random")):
            with self.subTest(args):
                self.assertEqual(run("sim", *args)[:2], (2, b""))

    def test_an_interrupt_ends_it_with_what_has_been_played(self):
        ours, theirs = pty.openpty()
        child = subprocess.Popen([harness.PROGRAM, "sim", "grid", "--json", "--deals", "1..4294967295"],
                                 stdout=subprocess.PIPE, stderr=theirs)
        os.close(theirs)
        shown, deadline = b"", time.monotonic() + harness.PATIENCE
        while not re.search(rb"[1-9]\d* of 4294967295, \d+ a second", shown):
            self.assertLess(time.monotonic(), deadline, shown)
            if select.select([ours], [], [], 0.1)[0]:
                shown += os.read(ours, 4096)
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=harness.PATIENCE)
        os.close(ours)
        figures = json.loads(out)
        self.assertEqual((child.returncode, figures["interrupted"]), (0, True))
        self.assertGreater(figures["games"], 0)
        self.assertGreaterEqual(figures["moves"], figures["games"])


if __name__ == "__main__":
    harness.main()
