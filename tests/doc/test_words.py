#!/usr/bin/python3
"""The words of the code: plain names in comments and functions, static names that say which file they belong to, and
for each function that returns a pointer, how long the pointer lives."""
import collections
import pathlib
import re
import unittest

SRC = pathlib.Path(__file__).resolve().parent.parent.parent / "src"
FILES = sorted(path for ending in ("*.c", "*.h") for path in SRC.rglob(ending))

# Pictures that hide what happens, and the plain words for them.
STAGE_WORDS = {
    "ghost": "dead connection", "errand": "request", "errands": "requests", "limbo": "pending", "undertaker": "closer",
    "thumb": "heuristic", "orphan": "abandoned", "hush": "silence", "tie": "reference", "ties": "references",
}
BARE_NAME_FILES = 3  # a static name that stands in more files says too little, unless struct game has it
LIFETIME = re.compile(r"\b(free|frees|freed|live|lives|valid|constants?|until|as long as|belongs?|owns?|outlives?|"
                      r"closes?|removes?|within|same buffer)\b", re.I)
POINTER = re.compile(r"^(?:extern )?(?!typedef|return|static|#)((?:const |struct |enum |unsigned )*\w+(?: const)?) \*+"
                     r"(?:const )?(\w+)\(", re.M)


def without_comments(text):
    return re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)


def comments(text):
    for found in re.finditer(r"/\*.*?\*/", text, re.S):
        yield text.count("\n", 0, found.start()) + 1, found.group()


def functions(text):
    """The names of the functions that a file declares or defines."""
    return re.findall(r"^[a-z_][\w \*]*?\b(\w+)\(", without_comments(text), re.M)


def pointer_functions(text):
    """Each function of a header that returns a pointer, with the comment above its block of declarations."""
    for block in re.split(r"\n\s*\n", text):
        code = without_comments(block)
        said = " ".join(comment for _, comment in comments(block))
        for found in POINTER.finditer(code):
            yield found.group(2), said


class Words(unittest.TestCase):
    def test_no_picture_stands_for_a_thing(self):
        bad = []
        for path in FILES:
            text = path.read_text(encoding="utf-8")
            for name in set(functions(text)) | {path.stem}:
                for word in name.split("_"):
                    if word in STAGE_WORDS:
                        bad.append("%s: %s: %s" % (path.relative_to(SRC), name, STAGE_WORDS[word]))
            for line, comment in comments(text):
                for word in re.findall(r"[a-z]+", comment.lower()):
                    if word in STAGE_WORDS:
                        bad.append("%s:%d: %s: %s" % (path.relative_to(SRC), line, word, STAGE_WORDS[word]))
        self.assertEqual(bad, [])

    def test_a_static_name_says_which_file_it_belongs_to(self):
        contract = set(re.findall(r"\(\*(\w+)\)\(", (SRC / "games" / "game.h").read_text(encoding="utf-8")))
        files = collections.defaultdict(set)
        for path in FILES:
            code = without_comments(path.read_text(encoding="utf-8"))
            for name in re.findall(r"^static (?!inline)[^\n;={]*?\b(\w+)\([^;{}]*\)\s*\{", code, re.M):
                files[name].add(str(path.relative_to(SRC)))
        bad = {name: sorted(where) for name, where in files.items()
               if len(where) > BARE_NAME_FILES and name not in contract}
        self.assertEqual(bad, {})

    def test_each_pointer_that_is_returned_has_a_lifetime(self):
        bad, seen = [], 0
        for path in FILES:
            if path.suffix != ".h":
                continue
            for name, said in pointer_functions(path.read_text(encoding="utf-8")):
                seen += 1
                if not LIFETIME.search(said):
                    bad.append("%s: %s" % (path.relative_to(SRC), name))
        self.assertGreater(seen, 80)
        self.assertEqual(bad, [], "how long does the pointer live, and who frees it?")


if __name__ == "__main__":
    unittest.main()
