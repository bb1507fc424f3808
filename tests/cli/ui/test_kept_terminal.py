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
    window.until("[Join a table]")


def in_the_waiting_room(window):
    at_home(window)
    window.press("1f")
    window.until("time per move")
    window.press("\x1b[A\r")
    window.until("P2PGAMES:", "at the table")


def in_a_game(window):
    window.until("move>")


def in_a_game_begun_at_home(window):
    at_home(window)
    window.press("m2")
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


@pytest.mark.parametrize("name", ["SIGTERM", pytest.param("SIGHUP", marks=pytest.mark.slow)])
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
        (at_home, (), "[Join a table]"),
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


# What is pressed before there is a screen that would take it.

HOLD = """
import os, sys
def hold():
    if not held:
        held.append(True)
        os.write(1, b"held")
        with open({gate!r}, "rb", 0) as gate:
            gate.read(1)
held = []
class Loading:
    def find_spec(self, name, *_):
        if name == {where!r}:
            hold()
sys.meta_path.insert(0, Loading())
def before(owner, name):
    real = getattr(owner, name)
    setattr(owner, name, lambda *a, **k: hold() or real(*a, **k))
"""
"""Has the client wait, the first time that it comes to some place, until the gate is opened."""
AT = {
    "while p2pgames is loaded": ("p2pgames_cli.commands.usage", ""),
    "while the table is made ready": ("p2pgames_cli.screen.app", ""),
    "while the loop begins": ("", "import trio; before(trio.lowlevel, 'start_guest_run')"),
    "before the screen of a table": ("", "import p2pgames_cli.screen.app as app; before(app, 'application')"),
    "before the first frame": ("", "import p2pgames_cli.screen.app as app; before(app, 'compose')"),
    "before the home": ("", "import p2pgames_cli.home.loop as loop; before(loop, 'application')"),
    "before the waiting room": (
        "",
        "import p2pgames_cli.screen.waiting_room as room; before(room, 'application')",
    ),
    "before the window": ("p2pgames_cli.window.server", ""),
}
GAME, HOME, TABLE = ("hotseat", "linja"), (), ("host", "linja", "--listen", "127.0.0.1:0")
AT_WINDOW = ("--window",)


class Held:
    """A client that is held at some place; what it is sent meanwhile was pressed too early."""

    def __init__(self, home, place, arguments):
        from tests.cli.terminal_window import Window

        Home(home).keep_identity(identity(0))
        Home(home).keep_name("Ada")
        os.mkfifo(gate := home / "gate")
        self.gate = os.open(gate, os.O_RDWR)  # waits for nobody who reads
        where, more = AT[place]
        environment = {"PLANTED": HOLD.format(gate=str(gate), where=where) + more, "BROWSER": "true"}
        self.window = Window(
            *arguments,
            code=STOPS,
            cold=bool(where),
            P2PGAMES_HOME=str(home),
            P2PGAMES_VIA="tcp",
            **environment,
        )

    def __enter__(self):
        self.before = settings(self.window)
        self.window.until("held")
        return self

    def __exit__(self, *_):
        self.window.__exit__()
        os.close(self.gate)

    def go_on(self):
        os.write(self.gate, b".")


@pytest.mark.parametrize(
    ("place", "arguments", "keys", "shown"),
    [
        *(
            (place, GAME, keys, shown)
            for place in (
                "while p2pgames is loaded",
                "while the table is made ready",
                "while the loop begins",
                "before the screen of a table",
                "before the first frame",
            )
            for keys, shown in [
                ("zz", "move> zz"),
                ("resign\r", "leaves the game for good"),
                ("\x1b[200~zz\x1b[201~", "move> zz"),
                ("\x1b", "move>"),
                ("zz\x7f", "move> z "),
            ]
        ),
        ("before the home", HOME, "\r", "move>"),
        ("before the home", HOME, "4", "▸ 4 Metro"),
        ("before the home", HOME, "q", "Leave p2pgames?"),
        ("before the home", HOME, "\x1b", "[Join a table]"),
        ("before the waiting room", TABLE, "q", "Close the table"),
        ("before the waiting room", TABLE, "zz\r", "at the table"),
        ("before the window", AT_WINDOW, "zz\r\x1bq", "http://127.0.0.1:"),
        ("while p2pgames is loaded", (*GAME, "--plain"), "zz\r", "is not a step"),
        ("while p2pgames is loaded", (*GAME, "--plain"), "quit\r", "ended with 0"),
    ],
)
def test_what_is_pressed_early_does_what_it_would_have_done_later(tmp_path, place, arguments, keys, shown):
    with Held(tmp_path, place, arguments) as held:
        held.window.press(keys)
        held.go_on()
        held.window.until(shown)


@pytest.mark.parametrize(
    ("place", "arguments", "again"),
    [
        ("while the table is made ready", GAME, "move>"),
        ("while the loop begins", GAME, "move>"),
        ("before the screen of a table", GAME, "move>"),
        ("before the home", HOME, "[Join a table]"),
        ("before the waiting room", TABLE, "at the table"),
        ("before the window", AT_WINDOW, "http://127.0.0.1:"),
    ],
)
def test_who_stops_the_client_early_gets_the_terminal_as_it_was(tmp_path, place, arguments, again):
    with Held(tmp_path, place, arguments) as held:
        held.window.press("\x1a")
        held.window.until("stopped")
        check(held.window, held.before)
        held.window.press("\r")
        held.go_on()
        held.window.until(again)


@pytest.mark.parametrize(
    ("place", "arguments"),
    [
        ("while p2pgames is loaded", GAME),
        ("while the table is made ready", GAME),
        ("while the loop begins", GAME),
        ("before the screen of a table", GAME),
        ("before the home", HOME),
        ("before the waiting room", TABLE),
        ("before the window", AT_WINDOW),
    ],
)
def test_ctrl_c_ends_a_client_early_without_a_traceback(tmp_path, place, arguments):
    with Held(tmp_path, place, arguments) as held:
        held.window.press("\x03")
        held.window.until("^C")
        held.go_on()
        held.window.until("ended with 130")
        check(held.window, held.before)
        assert b"KeyboardInterrupt" not in held.window.written


def test_a_passphrase_is_unseen_also_after_a_stop(tmp_path):
    from tests.cli.terminal_window import Window

    Home(tmp_path).keep_identity(identity(0), b"secret")
    Home(tmp_path).keep_name("Ada")
    with Window(code=STOPS, P2PGAMES_HOME=str(tmp_path), P2PGAMES_VIA="tcp") as window:
        before = settings(window)
        asked(window)
        hidden = settings(window)
        assert hidden != before
        window.press("\x1a")
        window.until("stopped")
        check(window, before)
        window.press("\r")
        while settings(window) != hidden:
            time.sleep(0.01)
        window.press("secret\r")
        at_home(window)
        assert b"secret" not in window.written
