"""What cmake --install puts where, and that it leaves alone what a sysop has written."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(__file__).resolve().parent.parent.parent
BUILD = pathlib.Path(sys.argv.pop(1))


def run(*command, **more):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **more)
    if done.returncode != 0:
        raise AssertionError("%s\n%s%s" % (command, done.stdout, done.stderr))
    return done.stdout


def cache(build):
    rows = [line.partition("=") for line in (build / "CMakeCache.txt").read_text().splitlines()]
    return {name.partition(":")[0]: value for name, _, value in rows}


class Install(unittest.TestCase):
    def setUp(self):
        top = tempfile.TemporaryDirectory()
        self.addCleanup(top.cleanup)
        self.top = pathlib.Path(top.name)

    def install(self):
        run("cmake", "--install", BUILD, env=dict(os.environ, DESTDIR=str(self.top)))

    def test_every_file_stands_in_the_manifest(self):
        self.install()
        manifest = set((BUILD / "install_manifest.txt").read_text().split())
        found = {"/" + str(path.relative_to(self.top)) for path in self.top.rglob("*") if not path.is_dir()}
        self.assertEqual(found, manifest)
        names = {os.path.basename(path) for path in found}
        self.assertLessEqual({"kingscorner", "kingscorner.service", "kingscorner.socket", "kingscorner-telnet.socket",
                              "kingscorner.conf", "README.md", "rulebook.md"}, names)

    def test_the_unit_starts_the_program_with_the_configuration_that_was_installed(self):
        self.install()
        unit, = self.top.rglob("kingscorner.service")
        start = [line for line in unit.read_text().splitlines() if line.startswith("ExecStart=")][0]
        program, _, conf = start.partition("=")[2].partition(" serve --config ")
        self.assertTrue(os.access(str(self.top) + program, os.X_OK), program)
        self.assertTrue(os.path.isfile(str(self.top) + conf), conf)
        self.assertNotIn("@", start)

    def test_what_a_sysop_has_written_stays(self):
        self.install()
        conf, = [path for path in self.top.rglob("kingscorner.conf") if path.parent.name == "kingscorner"]
        conf.write_text("# mine\n")
        self.install()
        self.assertEqual(conf.read_text(), "# mine\n")

    def test_a_packager_chooses_the_folders_and_needs_no_tests(self):
        build = self.top / "build"
        ours = cache(BUILD)
        run("cmake", "-G", ours["CMAKE_GENERATOR"], "-S", SOURCE, "-B", build, "-DBUILD_TESTING=OFF",
            "-DCMAKE_INSTALL_PREFIX=/opt/cards", "-DCMAKE_INSTALL_SYSCONFDIR=/srv/etc",
            "-DCMAKE_C_COMPILER=" + ours["CMAKE_C_COMPILER"])
        self.assertIn("ExecStart=/opt/cards/bin/kingscorner serve --config /srv/etc/kingscorner/kingscorner.conf\n",
                      (build / "systemd/kingscorner.service").read_text())
        known = cache(build)
        self.assertFalse([name for name in known if name.startswith(("cmocka", "vterm"))])
        self.assertFalse((build / "tests").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
