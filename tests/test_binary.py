"""The one file that needs no Python: it is built, and a whole game is played where there is none."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import stat
import struct
import subprocess
import sys
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

fcntl, pty, termios = map(pytest.importorskip, ("fcntl", "pty", "termios"))  # Windows has none

ROOT = Path(__file__).parent.parent
MOST_BYTES = 60_000_000
SLOWER = 1.5
"""So many times the work of the installed client may be done until the home stands."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="an empty root is Linux's"),
    pytest.mark.timeout(900),
]


@pytest.fixture(scope="module")
def binary(tmp_path_factory):
    """The file, built by what `just binary` does, and the client installed beside it."""
    folder = tmp_path_factory.mktemp("binary")
    recipe = re.search(r"^binary:\n((?:    .*\n)+)", (ROOT / "justfile").read_text("utf-8"), re.MULTILINE)
    for line in recipe[1].splitlines():
        command = line.strip().replace("build/", f"{folder}/")
        subprocess.run(["bash", "-c", command], cwd=ROOT, check=True)
    return folder / "binary" / "p2pgames", folder / "env" / "bin" / "p2pgames"


@pytest.fixture
def empty_root(binary, tmp_path):
    """A root with the C library, what loads it, and the file."""
    if os.geteuid() != 0:
        pytest.skip("only root may change the root")
    root = tmp_path / "root"
    for folder in ("tmp", "dev/shm", "home"):
        (root / folder).mkdir(parents=True)
    for device in ("null", "urandom"):
        minor = {"null": 3, "urandom": 9}[device]
        os.mknod(root / "dev" / device, 0o666 | stat.S_IFCHR, os.makedev(1, minor))
    linked = subprocess.run(["ldd", binary[0]], check=True, capture_output=True, text=True).stdout
    libraries = {Path(found) for found in re.findall(r"/\S+", linked)}
    beside = next(library for library in libraries if library.name.startswith("libc.so")).parent
    for name in ("libm.so.6", "librt.so.1", "libutil.so.1"):
        libraries.add(beside / name)
    for library in libraries:
        (root / library.relative_to("/")).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(library, root / library.relative_to("/"))
    shutil.copy(binary[0], root / "p2pgames")
    return root


def in_root(root, *arguments):
    return ["chroot", str(root), "/p2pgames", *arguments]


def said(command):
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        env={"HOME": "/home", "LANG": "C.UTF-8", "PATH": os.environ["PATH"]},
    )
    assert (done.returncode, done.stderr) == (0, "") or "doctor" in command, done
    return done.stdout


def test_it_is_small(binary):
    assert binary[0].stat().st_size <= MOST_BYTES


def test_it_is_at_home_soon(binary, tmp_path):
    """Time at work is measured, and the least of some: other programs slow down either of them as they like."""

    def work(command):
        main, side = pty.openpty()
        fcntl.ioctl(main, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
        before = os.times()
        arguments = [command, "--home", tmp_path / "home", "--name", "Ada"]
        environment = {**os.environ, "TERM": "xterm-256color"}
        with subprocess.Popen(
            arguments, stdin=side, stdout=side, stderr=side, env=environment, start_new_session=True
        ) as process:
            os.close(side)
            shown = b""
            while b"Linja" not in shown:
                shown += os.read(main, 65536)
            os.killpg(process.pid, signal.SIGTERM)
            with suppress(OSError):  # the end of what it draws
                while os.read(main, 65536):
                    pass
        os.close(main)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    one_file, installed = (min(work(command) for _ in range(4)) for command in binary)
    assert one_file <= SLOWER * installed


def test_nothing_is_lacking_where_no_python_is(empty_root):
    assert said(in_root(empty_root, "--version")).startswith("p2pgames ")
    assert "Linja" in said(in_root(empty_root, "rules", "linja", "--plain"))
    assert "iroh is installed" in said(in_root(empty_root, "doctor"))
    # Games and pages are made of files beside the code, and workers are processes of the same file.
    said(in_root(empty_root, "demo", "metro", "--seed", "tuesday", "--out", "/home/game.p2pg"))
    said(in_root(empty_root, "export", "/home/game.p2pg", "--format", "html", "--out", "/home/game.html"))
    assert (empty_root / "home" / "game.html").stat().st_size > 10_000
    said(in_root(empty_root, "match", "linja", "random", "easy", "--games", "4", "--jobs", "2"))


def test_a_game_over_two_such_programs(empty_root, tmp_path):
    with ExitStack() as stack:

        def client(name, *arguments):
            command = in_root(empty_root, "--home", f"/home/{name}", *arguments, "--name", name, "--json")
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )
            stack.callback(process.kill)
            return process

        errors = stack.enter_context((tmp_path / "errors").open("w", encoding="utf-8"))
        host = client("Ada", "host", "linja", "--via", "tcp", "--bot", "easy")
        invite = next(json.loads(line) for line in host.stdout if '"type": "invite"' in line)["invite"]
        guest = client("Ben", "join", invite, "--bot", "easy")
        for process in (host, guest):
            assert '"type": "over"' in process.communicate()[0]
            assert process.returncode == 0
    assert "Traceback" not in (tmp_path / "errors").read_text("utf-8")
