"""However the client ends, the terminal is as it was before: what it was told last, and its settings."""

import os
import re
import signal
import time

import pytest

from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import identity
from tests.cli.terminal import BENEATH_A_SHELL, PATIENCE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a pty is POSIX's")

ALTERNATE, CURSOR, PASTE = "1049", "25", "2004"
MOUSE = ("1000", "1003", "1006", "1015")
"""Private modes of xterm; all but the cursor are off at first."""
FAIL = """
calls = 0
def fail(*_):
    global calls
    calls += 1
    if calls > {after}:
        raise RuntimeError("planted")
"""
FAULTS = {
    "beside the screen": "from p2pgames_cli.screen import app; app.call = app.entitle = fail",
    "in the first drawing": "from p2pgames_cli.screen import app; app.compose = fail",
    "in trio": "import trio; from p2pgames_cli.screen import app\n"
    "app.call = app.entitle = lambda *_: trio.lowlevel.current_trio_token().run_sync_soon(fail)",
    "in asyncio": "import asyncio; from p2pgames_cli.screen import app\n"
    "app.entitle = lambda *_: asyncio.get_running_loop().call_soon(lambda: sys.exit('planted'))",
}


def modes(written):
    """Return what every private mode was told to be last."""
    found = re.findall(rb"\x1b\[\?([0-9;]+)([hl])", written)
    return {mode.decode(): to == b"h" for some, to in found for mode in some.split(b";")}


def settings(window):
    import termios

    return termios.tcgetattr(window.terminal)


def at(home, *arguments, **more):
    from tests.cli.terminal_window import Window

    return Window(*arguments, code=BENEATH_A_SHELL, P2PGAMES_HOME=str(home), P2PGAMES_VIA="tcp", **more)


def check(window, before):
    """Raise AssertionError where something of the client is left on the terminal."""
    now = modes(window.written)
    assert not [mode for mode in (ALTERNATE, PASTE, *MOUSE) if now.get(mode)]
    assert now.get(CURSOR, True)
    assert settings(window) == before


def asked(window):
    window.until("Passphrase of the key:")


def at_home(window):
    window.until("1 New table")


def in_the_waiting_room(window):
    at_home(window)
    window.press("1")
    window.until("1 Bus")
    window.press("1")
    window.until("who may sit down")
    window.press("\x1b[A\r")
    window.until("P2PGAMES:", "at the table")


def in_a_game(window):
    window.until("move>")


def in_a_game_begun_at_home(window):
    at_home(window)
    window.press("4")
    window.until("3 Linja")
    window.press("3")
    window.until("[ Begin ]")
    window.press("\x1b[A\r")
    in_a_game(window)


def in_a_replay(window):
    window.until("step 0 of")


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    """The file of a game that is over."""
    from click.testing import CliRunner

    from p2pgames_cli.main import p2pgames

    file = tmp_path_factory.mktemp("game") / "game.p2pg"
    made = CliRunner().invoke(p2pgames, ["demo", "linja", "--seed", "1", "--out", str(file)])
    assert made.exit_code == 0, made.output
    return file


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize(
    ("scene", "arguments"),
    [
        (asked, ()),
        (at_home, ()),
        (in_the_waiting_room, ()),
        (in_a_game, ("hotseat", "linja")),
        (in_a_game_begun_at_home, ()),
        (in_a_replay, ("replay", "FILE")),
    ],
)
def test_a_signal_leaves_the_terminal_as_it_was(tmp_path, game, scene, arguments, name):
    number = getattr(signal, name)
    Home(tmp_path).keep_identity(identity(0), b"secret" if scene is asked else None)
    Home(tmp_path).keep_name("Ada")
    with at(tmp_path, *(str(game) if one == "FILE" else one for one in arguments)) as window:
        before = settings(window)
        scene(window)
        assert settings(window) != before
        os.killpg(window.process.pid, number)
        window.until(f"ended with {-number}")
        check(window, before)


@pytest.mark.parametrize("fault", FAULTS)
def test_a_mistake_of_the_program_leaves_the_terminal_as_it_was(tmp_path, fault):
    planted = FAIL.format(after=0) + FAULTS[fault]
    with at(tmp_path, "hotseat", "linja", "--name", "Ada", PLANTED=planted) as window:
        before = settings(window)
        window.until("ended with 1")
        check(window, before)
        assert b"planted" in window.written.rpartition(b"\x1b[?1049l")[2]


@pytest.fixture
def heard():
    """A hang-up is heard by what is started here, also where nohup started the tests."""
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)
    yield
    signal.signal(signal.SIGHUP, before)


@pytest.mark.usefixtures("heard")
@pytest.mark.parametrize(
    ("scene", "arguments"), [(in_the_waiting_room, ()), (in_a_game, ("hotseat", "linja")), (at_home, ())]
)
def test_who_closes_the_window_ends_the_client(tmp_path, scene, arguments):
    from tests.cli.terminal_window import Window

    Home(tmp_path).keep_identity(identity(0))
    Home(tmp_path).keep_name("Ada")
    with Window(*arguments, P2PGAMES_HOME=str(tmp_path), P2PGAMES_VIA="tcp") as window:
        scene(window)
        os.close(window.terminal)
        window.terminal = os.open(os.devnull, os.O_RDONLY)
        assert window.process.wait(PATIENCE) == -signal.SIGHUP


def test_a_terminal_that_takes_nothing_does_not_keep_the_client_from_its_end(tmp_path):
    import termios

    from tests.cli.terminal_window import Window

    Home(tmp_path).keep_identity(identity(0))
    with Window("hotseat", "linja", "--name", "Ada", P2PGAMES_HOME=str(tmp_path)) as window:
        in_a_game(window)
        inner = os.open(window.name, os.O_RDWR | os.O_NOCTTY)
        termios.tcflow(inner, termios.TCOOFF)
        window.process.terminate()
        assert window.process.wait(PATIENCE) == -signal.SIGTERM
        os.close(inner)


STOPS = BENEATH_A_SHELL.replace(
    "    code = os.waitstatus_to_exitcode(os.waitpid(client, 0)[1])\n",
    # As a shell with job control does: the client has a group of its own, and is brought back once something is typed.
    "    os.setpgid(client, client); signal.signal(signal.SIGTTOU, signal.SIG_IGN); os.tcsetpgrp(0, client)\n"
    "    while os.WIFSTOPPED(status := os.waitpid(client, os.WUNTRACED)[1]):\n"
    "        os.tcsetpgrp(0, os.getpgrp()); os.write(1, b'stopped'); os.read(0, 1)\n"
    "        os.tcsetpgrp(0, client); os.kill(client, signal.SIGCONT)\n"
    "    code = os.waitstatus_to_exitcode(status)\n",
).replace("else:\n", "else:\n    os.setpgid(0, 0)\n    os.write(1, b'client %d.' % os.getpid())\n", 1)
"""A shell that shows when its client has stopped, and goes on with it at the next key."""


@pytest.mark.parametrize("outside", [False, True])
@pytest.mark.parametrize(
    ("scene", "arguments", "again"),
    [
        (at_home, (), "1 New table"),
        (in_the_waiting_room, (), "at the table"),
        (in_a_game, ("hotseat", "linja"), "move>"),
        (in_a_game_begun_at_home, (), "move>"),
    ],
)
def test_who_stops_the_client_gets_the_terminal_as_it_was_and_all_is_drawn_again(
    tmp_path, scene, arguments, again, outside
):
    from tests.cli.terminal_window import Window

    Home(tmp_path).keep_identity(identity(0))
    Home(tmp_path).keep_name("Ada")
    with Window(*arguments, code=STOPS, P2PGAMES_HOME=str(tmp_path), P2PGAMES_VIA="tcp") as window:
        before = settings(window)
        scene(window)
        for _ in range(2):
            if outside:
                os.kill(int(re.search(rb"client (\d+)\.", window.written)[1]), signal.SIGTSTP)
            else:
                window.press("\x1a")
            window.until("stopped")
            check(window, before)
            at = len(window.written)
            window.press("\r")
            while b"\x1b[?1049h" not in window.written[at:]:
                assert window._read(time.monotonic() + PATIENCE)
            window.until(again)
            assert settings(window) != before


def test_plain_lines_that_are_stopped_show_what_was_typed_once_more(tmp_path):
    from tests.cli.terminal_window import Window

    with Window(
        "hotseat", "linja", "--plain", "--name", "Ada", code=STOPS, P2PGAMES_HOME=str(tmp_path)
    ) as window:
        window.until("legal moves.")
        before = settings(window)
        window.press("help m")
        window.until("help m")
        window.press("\x1a")
        window.until("stopped")
        assert settings(window) != before
        window.press("\r")
        while window.written.count(b"help m") < 2:
            assert window._read(time.monotonic() + PATIENCE)
        window.press("\x15", "quit\r")
        window.until("ended with 0")
