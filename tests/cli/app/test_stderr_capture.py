"""What libraries print past Python stays off the screen and out of the streams, and is kept."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.client import Client

LOG = "libraries.log"
NOISY = """
import functools, importlib, os, sys

sys.path = [path for path in sys.path if path != os.path.dirname(__file__)]
del sys.modules["ifaddr"]
real = sys.modules["ifaddr"] = importlib.import_module("ifaddr")

@functools.cache
def complain():
    os.write(2, b"NOISE: sendto: Network is unreachable\\n")  # as C does: to the file descriptor, without Python

def adapters(inner=real.get_adapters):
    complain()
    return inner()

real.get_adapters = adapters
"""


@pytest.fixture
def noisy(tmp_path, monkeypatch):
    """Have a library of the client complain when it is used first, and else be as ever."""
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "ifaddr.py").write_text(NOISY)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path / "lib"))


def test_programs_read_json_alone_and_people_are_told_where_it_lies(noisy, tmp_path):
    home = tmp_path / "a"
    with Client(home, "host", "linja", "--timeout", "0", cold=True) as client:
        said = [json.loads(line)["type"] for line in client.lines()]
        assert client.process.wait() == 6
        complaint = client.complaints()
    assert "invite" in said
    assert "NOISE" not in complaint
    assert f"what it said is in {home / 'state' / LOG}" in complaint
    assert "nobody else came" in complaint
    kept = home / "state" / LOG
    assert kept.read_text() == "NOISE: sendto: Network is unreachable\n"
    if os.name != "nt":
        assert kept.stat().st_mode & 0o777 == 0o600


@pytest.mark.skipif(os.name == "nt", reason="terminals of Unix")
def test_nothing_of_it_stands_on_the_screen(noisy, tmp_path):
    from tests.cli.terminal_window import Window

    home = str(tmp_path / "a")
    with Window("--home", home, "host", "linja", "--name", "Ada", "--via", "tcp", cold=True) as window:
        lines = window.until("at the table", "open")
        assert not any("NOISE" in line for line in lines)
    assert "NOISE" in (tmp_path / "a" / "state" / LOG).read_text()


def test_a_quiet_game_leaves_nothing_in_the_file(tmp_path):
    home = tmp_path / "a"
    with Client(home, "host", "linja", "--timeout", "0", "--listen", "127.0.0.1:0") as client:
        assert client.process.wait() == 6
        assert "complained" not in client.complaints()
    assert (home / "state" / LOG).read_bytes() == b""


TWO = """
import os, sys
from pathlib import Path
from p2pgames_cli.app.stderr_capture import capture_stderr
from p2pgames_protocol.store.home import Home
home = Home(Path(sys.argv[1]))
home.make()
with capture_stderr(home):
    with capture_stderr(home):
        pass
    os.write(2, b"NOISE\\n")
"""


def test_what_a_client_is_told_stays_when_a_quiet_one_of_the_same_home_ends(tmp_path):
    subprocess.run([sys.executable, "-c", TWO, str(tmp_path / "a")], capture_output=True, check=True)
    assert (tmp_path / "a" / "state" / LOG).read_text() == "NOISE\n"


FULL = """
import logging, os, sys
from pathlib import Path
from p2pgames_cli.app.stderr_capture import capture_stderr
from p2pgames_protocol.store.home import Home
home = Home(Path(sys.argv[1]))
home.make()
(home.state / "libraries.log").symlink_to("/dev/full")
with capture_stderr(home):
    logging.getLogger("asyncio").error("never retrieved")
    print("for people", file=sys.stderr)
"""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_a_full_disk_puts_no_traceback_across_the_game(tmp_path):
    command = [sys.executable, "-c", FULL, str(tmp_path / "a")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stderr == "for people\n"


PANIC = """
import logging, os, sys
from pathlib import Path
import iroh
from p2pgames_cli.app.stderr_capture import capture_stderr
from p2pgames_protocol.store.home import Home
home = Home(Path(sys.argv[1]))
home.make()
with capture_stderr(home):
    try:
        for _ in range(2):
            iroh.set_log_level(iroh.LogLevel.OFF)
    except iroh.InternalError:
        print("for people", file=sys.stderr)
    logging.getLogger("asyncio").error("never retrieved")
os.write(2, b"afterwards\\n")
"""


def test_a_panic_of_rust_is_kept_and_what_is_said_to_people_is_said(tmp_path):
    pytest.importorskip("iroh", reason="there is no iroh for this system")
    command = [sys.executable, "-c", PANIC, str(tmp_path / "a")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    said, told, after = done.stderr.splitlines()
    assert (done.stdout, said, after) == ("", "for people", "afterwards")
    assert told.startswith("A library that p2pgames uses has complained")
    kept = (tmp_path / "a" / "state" / LOG).read_text()
    assert "panicked at" in kept
    assert "never retrieved" in kept
