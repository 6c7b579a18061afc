"""At the table: rounds played to their end, lines cut, windows changed, people who come back."""
import re
import signal
import subprocess

import harness
from harness import HostCase, Lines, until

TURN, OVER = "your turn", "round over"
SETTINGS = {"turn_s": 0, "pace_ms": 5, "frame_ms": 20, "keys_per_s": 1000, "keys_burst": 1000}


def hand(client):
    """The row of cards at the bottom, as it is drawn."""
    rows = [line for line in client.text().splitlines() if re.match(r" {1,2}[│╔┆].*[♠♥♦♣]", line)]
    return re.split("│ {6}|│$", rows[-1] + " " * 8)[0].strip()


def sit_down(client, label="Play Kings Corner now"):
    client.choose(label)
    client.wait_for("last plays")


def wait_turn(client):
    """Waits until it is this client's turn, however many rounds end before, and the whole picture has come."""
    while client.wait_for(TURN, OVER).group() == OVER:
        client.press("n")
    client.whole()


def last_plays(client):
    return re.findall("│ [·›] (.*)", client.text())


def play(client, key):
    """A key that is a move; until it has been made."""
    before = last_plays(client)
    client.send(key)
    until("the move of " + key, lambda: client.pump(0.02) or last_plays(client) != before, detail=client.text)


def play_turn(client):
    """Puts the next card that can go somewhere, if any, then ends the turn. Returns whether one was put."""
    client.send("\t\r")
    put = client.wait_for("can go to:", "can go nowhere").group() == "can go to:"
    if put:
        play(client, "a")
    if OVER not in client.text():
        play(client, "e")
    return put


def play_round(client):
    """To the end of the round."""
    for _ in range(100):
        if client.wait_for(TURN, OVER).group() == OVER:
            return
        play_turn(client)
    raise AssertionError("the round has no end\n" + client.text())


class Rounds(HostCase):
    settings = SETTINGS

    def test_a_round_over_ssh_and_the_next_one(self):
        client = self.guest()
        sit_down(client)
        play_round(client)
        client.wait_for("Lowest wins")
        client.wait_for("The key is [0-9a-f]{64}")
        client.send("n")
        client.wait_for("round 2")
        wait_turn(client)

    def test_a_round_over_telnet(self):
        client = self.telnet_guest()
        sit_down(client)
        play_round(client)
        client.wait_for("Lowest wins")

    def test_a_round_in_plain_mode(self):
        """Lines only, no escape, and everything by words (H71)."""
        client = self.ssh(term="dumb", size=(200, 120))
        client.wait_for("Type a number or a word")
        client.send("play\r")
        lines = Lines(client)
        while lines.wait_prompt():
            cards = [move for move in lines.legal() if move != "end"]
            start = len(client.raw)
            client.send((cards[0] if cards else "hand") + "\r")
            client.wait_raw(rb"> \Z", start)
            client.send("end\r")
            client.wait_raw(rb"draws a card|ends the turn|Type next for", start)
        start = len(client.raw)
        client.send("record\r")
        record = client.wait_raw(rb"(?s); To check it.*(?=; Press Enter)", start).group()
        done = subprocess.run([harness.PROGRAM, "verify", "-"], input=record, capture_output=True)
        self.assertRegex(done.stdout, rb"-: good: corners, the key's deck, sealed as [0-9a-f]{32}, \d+ legal moves")
        self.assertRegex(bytes(client.raw), rb"\A[\x20-\x7e\r\n]*\Z")

    def test_resizing_draws_the_table_anew(self):
        """Also to a window too small for anything, and back (H8)."""
        client = self.guest()
        sit_down(client)
        wait_turn(client)
        cards = hand(client)
        for rows, columns in ((50, 132), (24, 80), (12, 40), (24, 80)):
            start = len(client.raw)
            client.resize(rows, columns)
            client.wait_raw(rb"\x1b\[2J", start)
            client.wait_for(TURN)
        client.resize(5, 20)
        client.wait_for("Please enlarge")
        client.resize(24, 80)
        client.wait_for("last plays")
        client.whole()
        self.assertEqual(hand(client), cards)

    def test_a_paste_plays_nothing(self):
        """(H59)"""
        client = self.guest()
        sit_down(client)
        wait_turn(client)
        cards = hand(client)
        client.send("eeeeeeeeeeee\r")
        client.wait_for("pasted is not played")
        client.whole()
        self.assertIn(TURN, client.text())
        self.assertEqual(hand(client), cards)


class Lessons(HostCase):
    settings = SETTINGS
    STEPS = [("8a", "step 2 of 13"), ("7a", "step 3 of 13"), ("ma", "step 4 of 13"), ("Ka", "step 5 of 13"),
             ("m\r", "step 6 of 13"), (":jd ne\r", "step 7 of 13"), ("5a", "step 8 of 13"), ("e", "bea lays"),
             ("\r", "bea draws"), ("\r", "Press i for a hint"), ("i", "The hint"), (":ts ne\r", "step 13 of 13")]

    def test_a_guest_learns_in_two_minutes_and_plays(self):
        client = self.guest()
        client.wait_for("New here[?] Press l")
        client.choose("Learn in two minutes")
        client.wait_for("step 1 of 13")
        for keys, then in self.STEPS:
            for key in keys:
                client.press(key)
            client.wait_for(then)
        for keys in (":9h ne\r", ":2h e\r"):
            for key in keys:
                client.press(key)
        client.wait_for("Well done, you are out")
        client.press("\r")
        client.wait_for("round 1")


class ComingBack(HostCase):
    settings = SETTINGS

    def test_a_cut_line_costs_nothing(self):
        """(H62)"""
        ann = self.newcomer("ann")
        sit_down(ann)
        wait_turn(ann)
        play_turn(ann)
        wait_turn(ann)
        cards = hand(ann)
        ann.close()
        again = self.ssh(key=ann.key)
        again.wait_for("Back to table")
        again.send("\r")
        again.wait_for(TURN)
        again.whole()
        self.assertEqual(hand(again), cards)

    def test_a_new_login_takes_over_the_seat_of_a_dead_line(self):
        """The old client neither reads nor closes (H45)."""
        bea = self.newcomer("bea")
        sit_down(bea)
        wait_turn(bea)
        cards = hand(bea)
        bea.signal(signal.SIGSTOP)
        again = self.ssh(key=bea.key)
        again.wait_for("Back to table .*takes over")
        again.send("\r")
        again.wait_for(TURN)
        again.whole()
        self.assertEqual(hand(again), cards)
        again.press("e")
        bea.signal(signal.SIGCONT)
        bea.wait_for("Another line of yours has taken your seat")

    def test_leaving_keeps_the_seat_or_gives_it_up(self):
        cy = self.newcomer("cy")
        sit_down(cy)
        wait_turn(cy)
        cy.press("q")
        cy.wait_for("k keep")
        cy.send("k")
        cy.wait_for("Back to table")
        cy.send("b")
        wait_turn(cy)
        cy.press("q")
        cy.wait_for("l leave")
        cy.send("l")
        cy.wait_for("Play Kings Corner now")
        self.assertNotIn("Back to table", cy.text())
        until("the points of the hand", lambda: self.points("cy") > 0)

    def points(self, handle):
        return self.host.query("SELECT tally FROM account WHERE handle = ?", handle)[0][0]


class Together(HostCase):
    settings = SETTINGS

    def setUp(self):
        self.dot = self.newcomer(self.name("dot"))

    _names = 0

    @classmethod
    def name(cls, stem):
        cls._names += 1
        return "%s%d" % (stem, cls._names)

    def test_two_people_meet_at_one_table_and_talk(self):
        """What one types reaches the other clean (H6, H63)."""
        sit_down(self.dot)
        wait_turn(self.dot)
        eve = self.newcomer(self.name("eve"))
        sit_down(eve)
        self.dot.wait_for(r"takes the seat of \w+ with the next round")
        eve.send("c")
        eve.wait_for("Say:")
        eve.send("good \u2660 luck\x1b[31m\r")
        self.dot.wait_for("good ♠ luck")
        self.assertNotIn("[31m", self.dot.text())
        self.assertNotIn(b"luck\x1b[31m", bytes(self.dot.raw))  # red itself is a card's colour
        play_round(self.dot)
        eve.wait_for("Lowest wins")
        self.dot.press("n")
        eve.press("n")
        for client in (self.dot, eve):
            client.wait_for(r"round [2-9]")  # who waits long may find it over already

    def test_who_stops_reading_loses_frames_and_no_more(self):
        """Meanwhile the table goes on, and then the picture is right at once (H43)."""
        sit_down(self.dot)
        wait_turn(self.dot)
        watcher = self.guest()
        sit_down(watcher)
        watcher.signal(signal.SIGSTOP)
        before = self.host.rss_kb()
        play_round(self.dot)
        self.assertLess(self.host.rss_kb() - before, 8192)
        watcher.signal(signal.SIGCONT)
        watcher.wait_for("Lowest wins")


if __name__ == "__main__":
    harness.main()
