"""Plain mode as its people use it: whole games of all four kinds over every way to it (H71), told so that nothing
else is needed (P75), with others at the table; what is said by nobody's colour or place alone (P74); the clock
(P72)."""
import re
import signal

import harness
from harness import HostCase, Lines, Raw, Ssh
from harness import until

SETTINGS = {"turn_s": 0, "pace_ms": 5, "frame_ms": 10, "keys_per_s": 1000, "keys_burst": 1000}
LOBBY = rb"Type a number or a word"
HERE = rb"Type help for the words that work here\.\s+> "


def cards_in(text, pattern):
    """The cards that a text names, with one letter or figure for the rank."""
    letters = {"ace": "A", "10": "T", "jack": "J", "queen": "Q", "king": "K"}
    return [(letters.get(rank, rank), suit) for rank, suit in re.findall(pattern, text)]


class Ear:
    """A client of any kind, spoken to in lines."""

    def __init__(self, client, ending):
        self.client, self.ending = client, ending

    def wait(self, pattern, start=0):
        pattern = pattern.replace(rb"> \Z", rb"> (?:\xff\xf9)?\Z")  # telnet's go ahead
        if isinstance(self.client, Raw):
            return self.client.wait_for(pattern, start)
        return self.client.wait_raw(pattern, start)

    def say(self, line, pattern):
        """Types a line; returns the answer, once the pattern has come."""
        start = len(self.client.raw)
        self.client.send((line + self.ending).encode())
        self.wait(pattern, start)
        return bytes(self.client.raw[start:]).replace(b"\xff\xf9", b"").decode("ascii")

    def my_turn(self):
        """Until it is, through as many rounds as end before that."""
        start = 0
        while self.wait(rb"(?s).*(Your turn\.|Type next for).*> \Z", start).group(1) != b"Your turn.":
            start = len(self.client.raw)
            self.client.send(("next" + self.ending).encode())

    def heard(self):
        return bytes(self.client.raw)


class Plain(HostCase):
    settings = SETTINGS

    # --- the ways to it ---

    def dumb(self, **more):
        """TERM=dumb on a pty: the house echoes."""
        return Ear(self.ssh(term="dumb", size=(400, 200), **more), "\r")

    def piped(self):
        """ssh -T: lines, shown by the caller's own side."""
        return Ear(self.ssh(flags=["-T"], size=(400, 200)), "\n")

    def bare(self):
        """nc: a socket that knows nothing of telnet."""
        ear = Ear(self.raw(), "\n")
        ear.wait(rb"Type a number or a word; quit leaves|Come in as a guest")
        ear.client.send(b"\n")
        ear.wait(rb"(?s)quit leaves.*> \Z")
        ear.say("guest", LOBBY)
        return ear

    def line_telnet(self):
        """A client that refuses to send single keys (H16)."""
        ear = Ear(self.raw(b"\xff\xfe\x01\xff\xfe\x03"), "\r\n")
        ear.wait(rb"(?s)quit leaves.*> \Z")
        ear.say("guest", LOBBY)
        return ear

    def assert_only_lines(self, ear, protocol=False):
        """Nothing but printable ASCII and ends of lines; before it telnet's own bytes, if it is that (H71)."""
        told = ear.heard()
        if protocol:
            told = re.sub(rb"\xff\xfa.*?\xff\xf0|\xff[\xfb-\xfe].|\xff[\xf1-\xf9]", b"", told, flags=re.S)
        self.assertRegex(told, rb"\A[\x20-\x7e\r\n]*\Z")

    # --- whole games ---

    def play_corners(self, ear, row):
        """Plays a whole round and knows the hand at every turn from the told lines alone (P75). Returns
        how many turns were ended: none where a computer player is out before the first."""
        start = len(ear.client.raw)
        told = ear.say(row, HERE)
        turns = 0
        for _ in range(200):
            told = ear.wait(rb"(?s)(Your turn\..*?Hand, [^>]*|Type next for the next round[^>]*)> ",
                            start).group(1).decode()
            if "Type next" in told:
                return turns
            hand = re.findall(r"\d+ ([A2-9TJQK][shdc])\b", told[told.rindex("Hand, "):])
            legal = re.split(r",\s+",
                             re.search(r"You may: ([^.]*)\.", ear.say("legal", rb"You may: [^.]*\.\s+> \Z")).group(1))
            for move in legal:
                card, _, place = move.partition(" ")
                if card in hand:
                    ear.say(move, rb" (plays the [^\n]*|The round is over)")
                    hand.remove(card)
                    break
            start = len(ear.client.raw)
            if not hand:
                continue
            ear.wait(rb"> \Z", start - 2)
            again = ear.say("hand", rb"Hand, [^>]*> \Z")
            self.assertEqual(sorted(re.findall(r"\d+ ([A2-9TJQK][shdc])\b", again)), sorted(hand))
            start = len(ear.client.raw)
            ear.client.send(("end" + ear.ending).encode())
            turns += 1
        raise AssertionError("the round has no end")

    def assert_points_told(self, ear):
        """Card by card, and who is lowest by the numbers (T11, P49)."""
        told = ear.heard().decode()
        end = told[told.rindex("Points: a King 10, any other card 1."):]
        seats = re.findall(r"^(\S+): (\d+)(?: \(([^)]*)\)|, no card left), in all (\d+)", end, re.M)
        self.assertEqual(len(seats), 4)
        for _, points, cards, _ in seats:
            counts = [(card[0], int(n)) for card, n in re.findall(r"(\S\S) (\d+)", cards)]
            self.assertEqual(sum(n for _, n in counts), int(points))
            for rank, n in counts:
                self.assertEqual(n, 10 if rank == "K" else 1)
        self.assertNotRegex(told, r"[0-9a-f]{64}")

    def test_a_round_draw_last_at_a_dumb_terminal(self):
        ear = self.dumb()
        ear.wait(LOBBY)
        turns = self.play_corners(ear, "play")
        self.assert_points_told(ear)
        self.assertEqual(b"You drew the " in ear.heard(), turns > 0)
        self.assertNotIn(b"\r\n\r\n", ear.heard())
        self.assert_only_lines(ear)

    def test_a_round_draw_first_through_a_pipe(self):
        ear = self.piped()
        ear.wait(LOBBY)
        self.play_corners(ear, "match")
        self.assert_points_told(ear)
        self.assert_only_lines(ear)

    def play_hints(self, ear, row, end):
        """Every hint ends in the words to type."""
        ear.say(row, HERE)
        for _ in range(400):
            told = ear.say("hint", rb"(?s)(Hint: |game is over|game is won)[^>]*> \Z")
            move = re.search(r"To type: ([^.]+)\.\s+> \Z", told)
            told = ear.say(move.group(1), rb"(?s)(places the|removes the|plays the|moves |draws a|resumes)[^>]*> \Z")
            if re.search(end, told):
                return told
            if "type finish" in told:
                return ear.say("finish", rb"(?s)Won: [^>]*> \Z")
        raise AssertionError("the game has no end")

    def test_a_grid_through_a_bare_socket(self):
        ear = self.bare()
        told = self.play_hints(ear, "grid", "(Won|Lost): ")
        self.assertRegex(told, r"(?s)(Won|Lost): .* Counter \d+, with hints\..*Type new for another deal")
        self.assert_only_lines(ear, protocol=True)

    def test_a_solitaire_over_telnet_in_lines(self):
        ear = self.line_telnet()
        told = self.play_hints(ear, "solitaire", "Won: ")
        self.assertRegex(told, r"(?s)Won: .* Peak hand \d+.*with hints\..*Type new for another deal")
        self.assert_only_lines(ear, protocol=True)

    # --- words ---

    def test_every_word_is_answered(self):
        ear = self.dumb()
        ear.wait(LOBBY)
        self.assertIn("Type a number or a word of the list",
                      ear.say("xyzzy", rb"There is no word \"xyzzy\" here\.[^>]*> \Z"))
        ear.say("play", HERE)
        ear.my_turn()
        for word, answer in (("look", rb"In turn: "), ("board", rb"North: "), ("hand", rb"Hand, "),
                             ("legal", rb"You may: "),
                             ("points", rb"Lowest wins"), ("who", rb"Seat 4: "), ("clock", rb"no clock"),
                             ("log", rb"(plays|draws|deals)"), ("log 40", rb"deals"),
                             ("why", rb": |No computer"), ("help", rb"To play: "), ("hint", rb"To type: [^.]+\.\s"),
                             ("say hello", rb": hello"),
                             ("undo", rb"What is played stays played"), ("draw", rb"ends with the draw"),
                             ("restart", rb"word of the patiences"),
                             ("new", rb"word of the patiences"), ("record", rb"when the round is over"),
                             ("plugh", rb"There is no word \"plugh\""), ("next", rb"The round is not over")):
            with self.subTest(word):
                ear.say(word, rb"(?s)" + answer + rb".*> \Z")
        ear.say("rules", rb"Page 1 of \d+")
        ear.say("back", HERE)
        self.assert_only_lines(ear)

    def whys_of_a_round(self, player, watcher):
        """A watcher asks for the reasons while the player ends each turn. Each card that a reason names has been
        shown."""
        reasons, told, starts = set(), "", [len(ear.client.raw) for ear in (player, watcher)]
        while "Type next for" not in told:
            watcher.say("board", rb"(?s)North: .*> \Z")
            answer = watcher.say("why", rb"(?s)(: [^>]*\.|No computer[^>]*)\s+> \Z")
            reasons.update(re.findall(r"\w+: [^\n]*\.(?=\s)", answer))
            told = player.say("end", rb"(?s)(Your turn\.|Type next for)[^>]*> \Z")
        watcher.say("log 40", rb"(?s)(plays|draws|deals).*> \Z")
        heard = b"".join(ear.heard()[start:] for ear, start in zip((player, watcher), starts)).decode("ascii")
        shown = cards_in(heard, r"(\w+) of (\w)\w+")
        for reason in reasons:
            for named in cards_in(reason, r"\b([A23456789TJQK]|10)([shdc])\b"):
                self.assertIn(named, shown, reason)
        return len(reasons)

    def test_who_watches_and_asks_why_hears_of_no_card_in_a_hand(self):
        """(T14, H69)"""
        player, watcher = self.dumb(), self.piped()
        player.wait(LOBBY)
        player.say("play", HERE)
        watcher.wait(LOBBY)
        # the newest is the player's
        number = re.findall(r"table (\d+) ", watcher.say("tables", rb"table \d+ .*\s+> \Z"))[-1]
        watcher.say("watch " + number, HERE)
        reasons = 0
        while reasons < 5:
            player.my_turn()
            reasons += self.whys_of_a_round(player, watcher)

    def test_control_c_and_control_d_are_a_step_back(self):
        ear = self.dumb()
        ear.wait(LOBBY)
        ear.say("play", HERE)
        ear.my_turn()
        start = len(ear.client.raw)
        ear.client.send("9s\x03")
        ear.wait(rb"9s\r\n> \Z", start)
        ear.client.send("\x04")
        ear.wait(rb"Leave the table for good\? leave, or stay\.\s+> \Z", start)
        ear.say("leave", LOBBY)
        start = len(ear.client.raw)
        ear.client.send("\x03")
        ear.wait(rb"Leave the house\?[^>]*> \Z", start)
        ear.client.send("\x03")
        ear.wait(rb"Goodbye", start)
        ear.client.wait_end()

    def test_no_undo_at_a_table(self):
        """(P71)"""
        """After the draw and after a play nothing is taken back."""
        ear = self.dumb()
        ear.wait(LOBBY)
        ear.say("match", HERE)
        ear.my_turn()
        before = ear.say("hand", rb"Hand, [^>]*> \Z")
        ear.say("undo", rb"What is played stays played: there is no undo at a table\.\s+> \Z")
        self.assertEqual(ear.say("hand", rb"Hand, [^>]*> \Z"), before)

    # --- with others ---

    def two(self):
        """Two people at one table, both in lines; whose turn it is first."""
        ann, bea = self.dumb(key=self.key()), self.dumb(key=self.key())
        for ear, name in ((ann, "ann"), (bea, "bea")):
            ear.wait(rb"What shall we call you(?s:.*)Name: \Z")
            ear.say(self.name(name), LOBBY)
        ann.say("play", HERE)
        bea.say("play", HERE)
        return ann, bea

    _names = 0

    def name(self, stem):
        Plain._names += 1
        return "%s%d" % (stem, Plain._names)

    def test_a_typed_half_line_is_kept_when_others_speak(self):
        """And what they say comes clean (H63, H64, H65)."""
        ann, bea = self.two()
        start = len(ann.client.raw)
        ann.client.send("han")
        ann.wait(rb"han\Z", start)
        bea.client.send("say good\x1b[2J l\u200bu\u202eck \u6f22 e\u0301\x9b3m!\r".encode())
        # where computers play, others may speak, too
        ann.wait(rb"bea\d+: good[^\x1b\r\n]*!\r\n([^\x1b\r\n]+\r\n)*> han", start)
        ann.client.send("d\r")
        ann.wait(rb"(?s)> hand\r\nHand, .*> \Z", start)
        self.assert_only_lines(ann)
        self.assert_only_lines(bea)
        bea.client.close()
        ann.say("who", rb"Seat 4: ")
        self.assertNotRegex(ann.heard(), rb"\xe2|\xc2|\[2J.*\x1b")


class Clock(HostCase):
    settings = dict(SETTINGS, turn_s=11, grace_s=2)

    def test_a_warning_then_the_house_ends_the_turn(self):
        """(P72)"""
        """The house warns ten seconds before the end, then ends the turn and says why."""
        ears = []
        for name in ("cy", "dot"):
            ear = Ear(self.ssh(term="dumb", size=(400, 200), key=self.key()), "\r")
            ear.wait(rb"What shall we call you(?s:.*)Name: \Z")
            ear.say(name, LOBBY)
            ear.say("play", HERE)
            ears.append(ear)
        cy = ears[0]
        cy.my_turn()
        cy.wait(rb"Ten seconds left for your turn\.")
        cy.say("clock", rb"([5-9]|10) seconds are left for this turn\.")
        cy.wait(rb"(?s)The time of cy is up\..*cy draws a card\.")


if __name__ == "__main__":
    harness.main()
