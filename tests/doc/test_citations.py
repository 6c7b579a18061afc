#!/usr/bin/python3
"""The ids of the law (T7, G12, S14, H43, P22): each one that is cited is explained in doc/, and source and tests
cite in one form: in a comment or docstring, in round brackets: (T16), (H45, P58), (S2 to S6). Never in a name. The
files, folders and tests that README, CONTRIBUTING and doc/ name are there."""
import ast
import io
import pathlib
import re
import tokenize
import unittest

TOP = pathlib.Path(__file__).resolve().parent.parent.parent
ID = r"[GSTHP]\d{1,2}[a-e]?"
CITED = re.compile(r"(?<![A-Za-z0-9])%s(?![A-Za-z0-9])" % ID)
FORM = re.compile(r"\(%s(?:(?:,|[\s*#]+to)[\s*#]+%s)*\)" % (ID, ID))  # a line may end inside
DEFINED = (re.compile(r"^- ([GST]\d+)\b", re.MULTILINE), re.compile(r"^\| ([HP]\d+[a-e]?) \|", re.MULTILINE))
EARLY_IN_NAME = re.compile(r"(?:test_)?%s_" % ID.replace("GSTHP", "gsthp"))
C_TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|\w+', re.DOTALL)
PROSE = ("README.md", "CONTRIBUTING.md", "doc/*.md", "ansi/help/*.txt", "src/games/*/*.txt", "db/*.sql", "conf/*",
         "systemd/*", "script/*", "src/LAYERS", "tests/bench/*.md", "**/CMakeLists.txt", "src/*.cmake")


def files(*patterns):
    return sorted(path for pattern in patterns for path in TOP.glob(pattern)
                  if "build" not in path.relative_to(TOP).parts and path.is_file())


def defined():
    """The ids that stand in doc/. A rule's parts (T4a) are lines of the rule."""
    ids = set()
    for path in files("doc/*.md"):
        text = path.read_text(encoding="utf-8")
        for pattern in DEFINED:
            ids.update(pattern.findall(text))
    rulebook = (TOP / "doc" / "rulebook.md").read_text(encoding="utf-8")
    rules = re.split(r"^- (?=[GST]\d+\b)", rulebook, flags=re.MULTILINE)
    for rule in rules:
        name = re.match(r"[GST]\d+\b", rule)
        if name:
            ids.update(name.group() + part for part in re.findall(r"^  ([a-e])\. ", rule, re.MULTILINE))
    return ids


def c_tokens(text):
    """(kind, text, line) of each comment, string and name of a C file."""
    line, at = 1, 0
    for token in C_TOKEN.finditer(text):
        line += text.count("\n", at, token.start())
        at = token.start()
        first = token.group()[0]
        kind = "comment" if first == "/" else "string" if first in "\"'" else "name"
        yield kind, token.group(), line


def python_tokens(text):
    """The same of a Python file; a docstring is a comment."""
    docstrings = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            docstrings.add(node.value.lineno)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT or token.type == tokenize.STRING and token.start[0] in docstrings:
            yield "comment", token.string, token.start[0]
        elif token.type in (tokenize.STRING, tokenize.NAME):
            yield "string" if token.type == tokenize.STRING else "name", token.string, token.start[0]


def id_in_name(name, known):
    parts = name.split("_")
    return len(parts) > 1 and any(part in known for part in parts)


def faults_of_form(text, tokens, known):
    """The citations of a text in any other form, as "LINE: which"."""
    faults = []
    for kind, token, line in tokens(text):
        if kind == "comment":
            bare = CITED.findall(FORM.sub("", token))
            faults += ["%d: %s without its brackets" % (line, cited) for cited in bare]
        elif kind == "name" and (id_in_name(token, known) or EARLY_IN_NAME.match(token) and token != "s6_addr"):
            faults.append("%d: an id in the name %s" % (line, token))
    return faults


def is_file_name(word):
    """Is a word in backquotes the name of a file or folder of ours?"""
    if re.search(r'["<>(){}$=@\[]|^[/~.-]|\.\.|^build/', word):
        return False
    return "/" in word or re.search(r"\.(c|h|py|md|sql|cmake|conf|txt|service|socket)$", word) is not None


class Citations(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.known = defined()
        cls.code = [(path, c_tokens) for path in files("src/**/*.[ch]", "tests/**/*.[ch]")]
        cls.code += [(path, python_tokens) for path in files("tests/**/*.py")]

    def test_every_cited_id_stands_in_doc(self):
        self.assertGreater(len(self.known), 150)
        missing = []
        for path in [path for path, _ in self.code] + files(*PROSE):
            for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
                missing += ["%s:%d: %s" % (path.relative_to(TOP), number, cited)
                            for cited in CITED.findall(line) if cited not in self.known]
        self.assertEqual(missing, [], "cited, but not in doc/")

    def test_source_and_tests_cite_in_one_form(self):
        faults = []
        for path, tokens in self.code:
            faults += ["%s:%s" % (path.relative_to(TOP), fault)
                       for fault in faults_of_form(path.read_text(encoding="utf-8"), tokens, self.known)]
        self.assertEqual(faults, [])

    def test_other_forms_are_found(self):
        for text, count in (("/* (T7) */", 0), ("/* said (T4a, P22); so (S2 to S6). */", 0), ("/* T7 */", 1),
                            ("/* by T7: so, P22 too */", 2), ("/* (T7 and P22) */", 2), ("// (see T7)", 1),
                            ("static void a_turn_ends_T17(void)", 1), ("static void T17_a_turn_ends(void)", 1),
                            ("static void t17_a_turn_ends(void)", 1), ("static void h_T17_b(void)", 1),
                            ("int16_t x = s6_addr[0]; f(\"T7\", '\"'); g('T')", 0)):
            self.assertEqual(len(faults_of_form(text, c_tokens, self.known)), count, text)
        for text, count in (('def test_x():\n    """So (T7)."""\n', 0), ('def test_x():\n    """T7"""\n', 1),
                            ("def test_P58_x():\n    pass\n", 1), ("def test_h8_x():\n    pass  # (T7)\n", 1),
                            ('x = "T7"  # T7\n', 1)):
            self.assertEqual(len(faults_of_form(text, python_tokens, self.known)), count, text)

    def test_each_rule_of_play_is_cited_by_a_test(self):
        rules = {name for name in self.known if name[0] in "GST"}
        for path, _ in self.code:
            if path.is_relative_to(TOP / "tests"):
                rules -= set(CITED.findall(path.read_text(encoding="utf-8")))
        self.assertEqual(sorted(rules), [], "no test of this rule says so")

    def test_each_row_is_shown_by_tests_that_cite_it(self):
        faults, rows = [], 0
        for name in ("play.md", "terminals-and-lines.md"):
            for row in re.findall(r"^\| [HP]\d+.*\|$", (TOP / "doc" / name).read_text(encoding="utf-8"), re.MULTILINE):
                cited, _, _, shown = [cell.strip() for cell in row.strip("|").split("|")]
                paths = [TOP / test for test in re.findall(r"`([^`]+)`", shown)]
                tests = re.findall(r"(?:\w+/)+test_\w+", shown)
                paths += [path for test in tests for path in files("tests/%s.c" % test, "tests/%s.py" % test)]
                citing = [path for path in paths if cited in CITED.findall(path.read_text(encoding="utf-8"))]
                if len(citing) < len(tests) or not paths and not re.match(r"none: .", shown):
                    faults.append("%s: %s: %s" % (name, cited, shown))
                rows += 1
        self.assertGreater(rows, 100)
        self.assertEqual(faults, [], "no such test, or it does not cite the row")

    def test_every_file_and_folder_that_is_named_exists(self):
        names = {path.name for path in files("src/**/*", "tests/**/*", "script/*", "doc/*", "systemd/*", "*")}
        missing = []
        for path in files("README.md", "CONTRIBUTING.md", "doc/*.md", "tests/bench/README.md"):
            text = re.sub(r"^    .*$", "", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
            named = [name for name in re.findall(r"`([^`\s]+)`", text) if is_file_name(name)]
            missing += ["%s: %s" % (path.relative_to(TOP), name) for name in sorted(set(named))
                        if not (name in names or any(any(TOP.glob(top + name.rstrip("/")))
                                                     for top in ("", "src/", "tests/", "src/*/")))]
            links = re.findall(r"\]\(([^)#:]+)\)", text)
            missing += ["%s: %s" % (path.relative_to(TOP), link) for link in links if not (path.parent / link).exists()]
        self.assertEqual(missing, [], "named, but not in the tree")

    def test_every_setting_that_the_limits_name_exists(self):
        conf = (TOP / "conf" / "kingscorner.conf").read_text(encoding="utf-8")
        keys = set(re.findall(r"^#([a-z_]+) = ", conf, re.MULTILINE))
        named = set()
        for row in re.findall(r"^\|.*\|$", (TOP / "README.md").read_text(encoding="utf-8"), re.MULTILINE):
            named.update(re.findall(r"`([a-z_]+)`", row.strip("|").split("|")[-1]))
        self.assertGreater(len(named), 15)
        self.assertEqual(sorted(named - keys), [], "named by the README, but no key of the configuration")


if __name__ == "__main__":
    unittest.main()
