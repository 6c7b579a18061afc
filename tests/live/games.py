"""What whole games have in common: windows that wrap at once in the last column and such that wait, in UTF-8 and in
code page 437. After each game: nothing has scrolled (H52), no byte was sent that the terminal does not know (H18,
H71), and the screen is what a redraw from nothing shows."""
import re

from harness import AtOnce, Cp437, HostCase, Screen, until

SETTINGS = {"turn_s": 0, "pace_ms": 5, "frame_ms": 10, "keys_per_s": 1000, "keys_burst": 1000}
CARD = r"[A2-9TJQK][♠♥♦♣]"
PLACE = r"(NW|NE|SW|SE|N|E|S|W)\b"

UTF8 = {"term": "xterm-256color"}
CODE_PAGE = {"term": "syncterm", "env": {"LANG": "en_US.CP437"}, "screen": AtOnce, "stream": Cp437}
WINDOWS = {
    "UTF-8, the wrap waits, 80x24": dict(UTF8, size=(24, 80)),
    "UTF-8, it wraps at once, 80x24": dict(UTF8, size=(24, 80), screen=AtOnce),
    "UTF-8, it wraps at once, 40x12": dict(UTF8, size=(12, 40), screen=AtOnce),
    "CP437, it wraps at once, 80x24": dict(CODE_PAGE, size=(24, 80)),
    "CP437, it wraps at once, 40x12": dict(CODE_PAGE, size=(12, 40)),
    "CP437, the wrap waits, 80x24": dict(CODE_PAGE, size=(24, 80), screen=Screen),
}
SEQUENCE = rb"\x1b\[([?<>]?)([0-9;]*)([@-~])"
KEYBOARD_MODE = {(b">", b"0", b"u"), (b"<", b"", b"u")}
MODES_KNOWN = {b"25", b"7", b"1049", b"1000", b"1002", b"1003", b"1006", b"2004", b"2026"}


class Games(HostCase):
    settings = SETTINGS

    # --- assertions about every picture ---

    def judge_bytes(self, client, old):
        for private, value, final in re.findall(SEQUENCE, bytes(client.raw)):
            if not old and (private, value, final) in KEYBOARD_MODE:
                continue
            if private:
                self.assertEqual(private, b"?")
                self.assertIn(value, {b"25"} if old else MODES_KNOWN)
                self.assertIn(final, b"hl")
            else:
                self.assertIn(final, b"ABCDHJKmn" if old else b"ABCDHJKmnXdG")
        self.assertNotIn(b"\x1b[3J", bytes(client.raw))  # the scrollback of before the visit stays (H51)
        # nothing blinks: where iCE is on it would be bright
        for looks in re.findall(rb"\x1b\[([0-9;]*)m", bytes(client.raw)):
            self.assertNotRegex(re.sub(rb"[34]8;(5;\d+|2;\d+;\d+;\d+)", b"", looks), rb"(^|;)[56](;|$)")
        rest = re.sub(SEQUENCE, b"", bytes(client.raw)).replace(b"\r\0", b"\r")  # as telnet says CR
        self.assertNotRegex(rest, rb"[\x00-\x02\x07\x09\x0b\x0c\x0e-\x1f\x7f]"
                            if old else rb"[\x00-\x07\x09\x0b\x0c\x0e-\x1f\x7f]")

    def judge(self, client, old=False):
        """What is believed to be shown is what is shown: all of it drawn anew changes nothing. Nothing else may be
        under way."""
        if "peak" in client.text().splitlines()[0]:
            client.wait_for(r"par \d+")  # of the solitaire, when it has been thought of
        before = client.whole()
        after = client.screen.cells()
        row = lambda cells: "".join(cell[0] for cell in cells)
        self.assertEqual([row(cells) for cells in before], [row(cells) for cells in after])
        self.assertEqual(before, after)
        self.assertEqual(client.screen.scrolled, 0)
        self.judge_bytes(client, old)

    # --- coming in, and what all games share ---

    def sit(self, row, window, words):
        client = self.ssh(**window)
        client.wait_for("Play")
        client.choose(row)
        client.wait_for(words)
        return client

    @staticmethod
    def progress(client):
        """The parts that every move changes, at any size of the window: first line, last plays, counters."""
        text = client.text()
        return (text.splitlines()[0], re.findall(r"│ +[·›] (.*)", text),
                re.findall(r"(?:stock|removed|hand|plays) +(\d+)", text), re.findall(r"\d+/\d+", text))

    def move(self, client, keys):
        """Keys that are a move; until it has been made."""
        before = self.progress(client)
        client.send(keys)
        until("the move of %r" % keys, lambda: client.pump(0.02) or self.progress(client) != before, detail=client.text)

    def wait_turn(self, client):
        """Through as many rounds as end before it."""
        while client.wait_for("your turn", "round over").group() == "round over":
            self.move(client, "n")

    def take(self, client):
        """Takes the next card that can be played, or else the one under the cursor; whether it can go somewhere."""
        client.send("\t\r")
        return client.wait_for("can go to:", "can go nowhere", "no card to take").group().endswith(":")
