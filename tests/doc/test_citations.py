#!/usr/bin/python3
"""Every id that source and tests cite (T7, G12, S14, H43, P22) is explained in doc/, and doc/ names tests that
exist."""
import pathlib
import re
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
FILES = [path for folder in ("src", "tests") for ending in ("*.c", "*.h", "*.py", "*.cmake")
         for path in sorted((TOP / folder).rglob(ending))]
CITED = re.compile(r"(?<![A-Za-z0-9])([GSTHP])(\d{1,2})([a-d]?)(?![A-Za-z0-9])")
DEFINED = (re.compile(r"^- ([GST]\d+)\b", re.MULTILINE), re.compile(r"^\| ([HP]\d+[a-d]?) \|", re.MULTILINE))


def defined():
    """The ids that stand in doc/. A rule's parts (T4a) are lines of the rule."""
    ids = set()
    for path in (TOP / "doc").glob("*.md"):
        text = path.read_text(encoding="utf-8")
        for pattern in DEFINED:
            ids.update(pattern.findall(text))
    rulebook = (TOP / "doc" / "rulebook.md").read_text(encoding="utf-8")
    rules = re.split(r"^- (?=[GST]\d+\b)", rulebook, flags=re.MULTILINE)
    for rule in rules:
        name = re.match(r"[GST]\d+\b", rule)
        if name:
            ids.update(name.group() + part for part in re.findall(r"^  ([a-d])\. ", rule, re.MULTILINE))
    return ids


class Citations(unittest.TestCase):
    def test_every_cited_id_stands_in_doc(self):
        known = defined()
        self.assertGreater(len(known), 150)
        missing = []
        for path in FILES:
            for number, line in enumerate(path.read_text(encoding="utf-8", errors="replace").split("\n"), 1):
                for cited in CITED.finditer(line.replace("_", " ")):
                    if "".join(cited.groups()) not in known:
                        missing.append("%s:%d: %s" % (path.relative_to(TOP), number, cited.group()))
        self.assertEqual(missing, [], "cited, but not in doc/")

    def test_every_test_that_doc_names_exists(self):
        for name in ("play.md", "terminals-and-lines.md"):
            text = (TOP / "doc" / name).read_text(encoding="utf-8")
            named = set(re.findall(r"\b((?:%s)/test_\w+)" % "|".join(p.name for p in (TOP / "tests").iterdir() if p.is_dir()), text))
            self.assertGreater(len(named), 15)
            for test in sorted(named):
                self.assertTrue(any((TOP / "tests" / (test + ending)).exists() for ending in (".c", ".py")), "%s: %s" % (name, test))


if __name__ == "__main__":
    unittest.main()
