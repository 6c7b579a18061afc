"""The house's memory as a file: backup while it is played, restore, and every way in which that can go wrong."""
import contextlib
import glob
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import unittest

import harness
from harness import Host, HostCase


def run(*arguments, **more):
    return subprocess.run([harness.PROGRAM, *arguments], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=harness.PATIENCE, **more)


def read(path):
    with open(path, "rb") as f:
        return f.read()


def ask(path, sql):
    """Of a file that nobody has open, without leaving anything beside it."""
    with contextlib.closing(sqlite3.connect("file:%s?immutable=1" % path, uri=True)) as db:
        return [row[0] for row in db.execute(sql)]


def handles(path):
    return ask(path, "SELECT handle FROM account ORDER BY id")


def change(path, sql):
    with contextlib.closing(sqlite3.connect(path)) as db:
        db.executescript(sql)


class Case(HostCase):
    """Each test has a host of its own, and a place for files."""

    @classmethod
    def setUpClass(cls):
        pass

    @classmethod
    def tearDownClass(cls):
        pass

    def setUp(self):
        self.host = Host()
        self.addCleanup(self.host.close)
        self.database = os.path.join(self.host.state, "kingscorner.db")
        self.file = os.path.join(self.host.top, "backup.db")

    def command(self, name, *arguments, **more):
        return run(name, "--state", self.host.state, *arguments, **more)

    def well(self, name, *arguments):
        done = self.command(name, *arguments)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def refused(self, name, words, *arguments, **more):
        done = self.command(name, *arguments, **more)
        self.assertEqual((done.returncode, done.stdout), (1, ""), done)
        self.assertRegex(done.stderr, r"\Akingscorner %s: [^\n]*%s[^\n]*\.\n\Z" % (name, words))

    def no_state(self, name):
        return ("kingscorner %s: %s is not there: the host makes it, with the right owner, when it is started for the "
                "first time.\n"
                % (name, self.host.state))

    def house(self, *names):
        """A house that has stopped, with these accounts."""
        self.host.start()
        for name in names:
            self.newcomer(name).close()
        self.host.stop()

    def everything(self):
        """The content of every file that counts, to see that nothing has changed."""
        ends = (".lock", "-shm")
        found = {path: read(path) for path in glob.glob(self.host.state + "/*") if not path.endswith(ends)}
        return {path: data for path, data in found.items() if data or not path.endswith("-wal")}


class Backup(Case):
    def test_it_holds_what_was_there_and_is_what_the_house_has_after_a_restore(self):
        self.host.start()
        ann = self.newcomer("ann")
        ann.choose("Grid patience")
        ann.wait_for("deal \\d+")
        said = self.well("backup", self.file)
        self.assertRegex(said, r"\A%s: whole and checked, 1 account, 0 rounds, schema \d+, \d+ kB\.\n" % self.file)
        self.assertEqual(os.stat(self.file).st_mode & 0o7777, 0o600)
        self.assertEqual(handles(self.file), ["ann"])
        self.newcomer("bea")
        self.refused("restore", "in use by a host: stop it first", self.file)
        self.host.kill()
        self.assertGreater(os.path.getsize(self.database + "-wal"), 0)
        said = self.well("restore", self.file)
        aside = said.split(" is kept as ")[1].rstrip(".\n")
        self.assertEqual(handles(self.database), ["ann"])
        self.assertFalse(os.path.exists(self.database + "-wal"))
        self.assertEqual(os.stat(self.database).st_mode & 0o7777, 0o600)
        self.host.start()
        self.assertNotIn("-wal", self.host.log())
        back = self.ssh(key=ann.key)
        back.wait_for("Play Kings Corner now")
        back.choose("Grid patience")
        back.wait_for("deal \\d+")
        self.host.stop()
        self.assertEqual(handles(self.database), ["ann"])
        self.well("restore", aside)
        self.assertEqual(handles(self.database), ["ann", "bea"])

    def test_a_house_that_has_crashed_or_stopped_is_backed_up_too(self):
        self.host.start()
        self.newcomer("ann")
        self.host.kill()
        before = os.path.getsize(self.database + "-wal")
        self.well("backup", self.file)
        self.assertEqual(handles(self.file), ["ann"])
        self.assertEqual(os.path.getsize(self.database + "-wal"), before)
        self.host.start()
        self.host.stop()
        self.well("backup", self.file + "2")
        self.assertEqual(handles(self.file + "2"), ["ann"])

    def test_what_is_there_is_never_overwritten_and_nothing_half_is_left(self):
        self.house("ann")
        taken = os.path.join(self.host.top, "taken")
        os.mkdir(taken)
        link, nowhere = os.path.join(self.host.top, "link"), os.path.join(self.host.top, "nowhere")
        os.symlink("/nowhere/at/all", nowhere)
        os.symlink(self.database, link)
        before = self.everything()
        for file, words in ((self.database, "there already"), (self.host.conf, "there already"),
                            (link, "there already"),
                            (nowhere, "there already"), (taken, "is a directory"), ("/dev/null", "there already"),
                            (os.path.join(taken, "no", "x"), "No such file"),
                            (self.database + "-wal", "names have a meaning"),
                            (os.path.join(self.host.state, "ssh_host_rsa_key"), "names have a meaning"),
                            (os.path.join(self.host.conf, "x"), "Not a directory"),
                            (os.path.join(taken, "x" * 256), "too long")):
            with self.subTest(file):
                self.refused("backup", words, file)
        self.refused("backup", "File too large", self.file,
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40960, 40960)))
        self.assertTrue(self.everything() == before)
        self.assertEqual(os.listdir(taken), [])
        self.assertEqual([name for name in os.listdir(self.host.top) if name.startswith((".", "backup"))], [])

    def test_there_must_be_something_to_back_up(self):
        done = self.command("backup", self.file)
        self.assertEqual((done.returncode, done.stderr), (1, self.no_state("backup")))
        os.mkdir(self.host.state, 0o700)
        self.refused("backup", "is not there: there is nothing to back up", self.file)
        open(self.database, "w").close()
        self.refused("backup", "is empty: there is nothing to back up", self.file)
        os.unlink(self.database)
        os.symlink("/nowhere/at/all", self.database)
        self.refused("backup", "a link to a file that is not there", self.file)
        os.unlink(self.database)
        os.mkdir(self.database)
        self.refused("backup", "is a directory", self.file)
        os.rmdir(self.database)
        change(self.database, "CREATE TABLE x (y)")
        self.refused("backup", "some other program", self.file)
        self.assertFalse(os.path.exists(self.file))

    def test_the_configuration_says_which_house(self):
        self.house("ann")
        done = run("backup", "--config", self.host.conf, self.file)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = run("restore", self.file, "--config", self.host.conf)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        done = run("restore", "--config", self.host.conf + "x", self.file)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("No such file", done.stderr)


class Restore(Case):
    def test_a_file_that_is_no_good_changes_nothing(self):
        self.house("ann")
        self.well("backup", self.file)
        top = self.host.top
        data = read(self.file)

        def made(name, content):
            path = os.path.join(top, name)
            with open(path, "wb") as f:
                f.write(content)
            return path

        def changed(name, sql):
            path = made(name, data)
            change(path, sql)
            return path

        def tailless(name):
            """Its last page is an empty table's, and the end of that page is missing."""
            path = changed(name, "CREATE TABLE x (y)")
            os.truncate(path, os.path.getsize(path) - 100)
            return path
        rubbish = bytearray(data)
        rubbish[8192:12288] = b"Z" * 4096
        link, hard = os.path.join(top, "link"), os.path.join(top, "hard")
        os.symlink(self.database, link)
        os.link(self.database, hard)
        for path in glob.glob(self.database + "-*"):
            os.unlink(path)
        before = self.everything()
        for file, words in ((os.path.join(top, "none"), "No such file"), (top, "is a directory"),
                            ("/dev/zero", "no regular file"),
                            (made("empty", b""), "is empty"),
                            (made("text", b"hello\n" * 1000), "damaged or no database"),
                            (made("cut", data[:50000]), "damaged"), (made("odd", data[:-100]), "damaged"),
                            (tailless("tailless"), r"damaged \(its end is missing\)"),
                            (made("rubbish", bytes(rubbish)), "damaged"),
                            (changed("other", "PRAGMA application_id = 7"), "some other program"),
                            (changed("newer", "PRAGMA user_version = 4711"), r"newer program \(schema 4711"),
                            (changed("older", "PRAGMA user_version = 0"), "damaged"),
                            (changed("lacks",
                                     "DROP TABLE score; DROP TABLE big_loser; DROP TABLE move; DROP TABLE round_seat; "
                                     "DROP TABLE round"),
                             "(lacks|damaged)"),
                            (changed("narrow", "ALTER TABLE account DROP COLUMN mouse"),
                             r"damaged \(it lacks account.mouse, which schema"),
                            (self.database, "the house's database itself"), (link, "the house's database itself"),
                            (hard, "the house's database itself")):
            with self.subTest(file):
                self.refused("restore", words, file)
                self.assertTrue(self.everything() == before)
        self.refused("restore", "File too large", self.file,
                     preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (40960, 40960)))
        self.assertTrue(self.everything() == before)

    def test_a_database_with_its_own_log_is_taken_as_a_whole(self):
        self.host.start()
        self.newcomer("ann")
        self.host.kill()
        other = os.path.join(self.host.top, "other.db")
        for end in ("", "-wal"):
            shutil.copy(self.database + end, other + end)
        self.host.start()
        self.newcomer("bea")
        self.host.stop()
        self.well("restore", other)
        self.assertEqual(handles(self.database), ["ann"])

    def test_a_new_machine_has_nothing_to_keep(self):
        self.house("ann")
        self.well("backup", self.file)
        shutil.rmtree(self.host.state)
        done = self.command("restore", self.file)
        self.assertEqual((done.returncode, done.stderr), (1, self.no_state("restore")))
        os.mkdir(self.host.state, 0o700)
        self.assertIn("There was no database before it.", self.well("restore", self.file))
        self.assertEqual(handles(self.database), ["ann"])

    def test_a_damaged_database_is_replaced_and_kept(self):
        self.house("ann")
        self.well("backup", self.file)
        with open(self.database, "wb") as f:
            f.write(b"rubbish" * 999)
        aside = self.well("restore", self.file).split(" is kept as ")[1].rstrip(".\n")
        self.assertEqual(read(aside), b"rubbish" * 999)
        self.assertEqual(handles(self.database), ["ann"])

    def test_an_interrupt_leaves_nothing_behind(self):
        """A signal that comes before the first page is read."""
        self.house("ann")
        self.well("backup", self.file)
        before = self.everything()

        def interrupt():
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])
            os.kill(os.getpid(), signal.SIGTERM)
        self.refused("restore", "told to stop", self.file, preexec_fn=interrupt)
        self.refused("backup", "told to stop", self.file + "2", preexec_fn=interrupt)
        self.assertTrue(self.everything() == before)
        self.assertFalse(os.path.exists(self.file + "2"))

    @unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
    def test_root_restores_for_the_service_and_nobody_for_another(self):
        self.host.run_as(65534)
        self.house("ann")
        self.well("backup", self.file)
        self.well("restore", self.file)
        for path in glob.glob(self.host.state + "/*"):
            self.assertEqual(os.stat(path).st_uid, 65534, path)
        self.host.start()
        self.host.stop()
        os.chmod(self.file, 0o644)
        done = subprocess.run([self.host.program, "restore", "--state", self.host.state, self.file],
                              capture_output=True, text=True, user=12345)
        self.assertEqual(done.returncode, 1)
        self.assertIn("belongs to user 65534", done.stderr)
        os.chmod(self.file, 0o600)
        done = subprocess.run([self.host.program, "restore", "--state", self.host.state, self.file],
                              capture_output=True, text=True, user=65534)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("Permission denied", done.stderr)
        os.chown(self.host.top, 0, 0)
        done = subprocess.run([self.host.program, "backup", "--state", self.host.state, self.file + "2"],
                              capture_output=True, text=True, user=65534)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("Permission denied", done.stderr)


class Starting(Case):
    @unittest.skipUnless(os.geteuid() == 0, "only root can be somebody else")
    def test_a_backup_of_what_cannot_be_written_says_so(self):
        self.house("ann")
        os.chmod(self.host.top, 0o777)
        for path in [self.host.state] + glob.glob(self.host.state + "/*"):
            os.chown(path, 12345, 12345)
        self.assertFalse(os.path.exists(self.database + "-shm"))
        os.chmod(self.host.state, 0o500)
        done = subprocess.run([self.host.program, "backup", "--state", self.host.state, self.file], capture_output=True,
                              text=True, user=12345)
        self.assertEqual(done.returncode, 1)
        self.assertIn("cannot be read where nothing can be written beside it (Permission denied)", done.stderr)
        self.assertFalse(os.path.exists(self.file))

    def test_a_log_that_a_crash_left_is_told_with_both_times(self):
        self.host.start()
        self.newcomer("ann")
        self.host.kill()
        self.assertLessEqual(os.path.getmtime(self.database), os.path.getmtime(self.database + "-wal"))
        self.host.start()
        self.assertRegex(self.host.log(),
                         r"<5>store: .*-wal \(of \d{4}-\d\d-\d\d [\d:]{8} UTC\) .*kingscorner\.db \(of \d{4}-\d\d-\d\d "
                         r"[\d:]{8} UTC\)")
        self.assertNotIn("restore", self.host.log())
        self.host.stop()
        self.host.start()
        self.assertNotIn("-wal", self.host.log())

    def test_a_copy_put_over_the_database_by_hand_is_told_with_the_word_restore(self):
        self.host.start()
        self.newcomer("ann")
        self.well("backup", self.file)
        self.newcomer("bea")
        self.host.kill()
        shutil.copyfile(self.file, self.database)
        os.utime(self.database, (os.path.getmtime(self.database + "-wal") + 60,) * 2)
        self.host.spawn()
        harness.until("a word of it", lambda: "written after its log" in self.host.log(), detail=self.host.log)
        self.assertRegex(self.host.log(), r"<4>store: .*written after its log \(of .*`kingscorner restore`")
        self.host.process.kill()
        self.host.wait()

    def test_a_new_house_beside_what_an_old_one_left_is_warned_of(self):
        self.host.start()
        self.assertNotIn("new house", self.host.log())
        for make, words in ((os.unlink, "is not there"), (lambda path: open(path, "w").close(), "is empty")):
            self.host.stop()
            make(self.database)
            self.host.start()
            self.assertRegex(self.host.log(),
                             r"<4>A new house begins in %s: its database %s, though the host keys" % (self.host.state,
                                                                                                      words))
            self.host.stop()
            self.host.start()
            self.assertNotIn("new house", self.host.log())
        self.host.stop()
        os.unlink(self.database)
        self.host.spawn("--new")
        harness.until("a listening host", lambda: "host key" in self.host.log(), detail=self.host.log)
        self.assertNotIn("new house", self.host.log())

    def test_what_is_no_file_is_no_database(self):
        os.mkdir(self.host.state, 0o700)
        for make, words in ((os.mkdir, "is a directory"),
                            (lambda path: os.symlink("/nowhere/at/all", path), "a link to a file that is not there"),
                            (os.mkfifo, "no regular file"),
                            (lambda path: change(path, "CREATE TABLE x (y)"), "some other program")):
            make(self.database)
            self.assertEqual(self.host.spawn().wait(), 1)
            self.assertIn(words, self.host.log())
            (os.rmdir if os.path.isdir(self.database) else os.unlink)(self.database)

    def test_play_warns_too(self):
        self.house("ann")
        os.unlink(self.database)
        done = self.command("play")
        self.assertIn("kingscorner play: A new house begins", done.stderr)

    def test_a_log_without_its_database_is_kept(self):
        self.host.start()
        self.newcomer("ann")
        self.host.kill()
        os.rename(self.database, self.file)
        size = os.path.getsize(self.database + "-wal")
        for words in ("is not there, but its log", "is empty, but its log"):
            self.assertEqual(self.host.spawn().wait(), 1)
            self.assertIn(words, self.host.log())
            self.assertEqual(os.path.getsize(self.database + "-wal"), size)
            open(self.database, "w").close()
        os.rename(self.file, self.database)
        self.host.start()
        self.host.stop()
        self.assertEqual(handles(self.database), ["ann"])


if __name__ == "__main__":
    harness.main()
