"""How long the command takes to start."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median
from typing import Final

from benchmarks import floors
from benchmarks.measure import Row, by_turns

LEAST: Final = {
    "the least for --help: click with as many commands, and the folder of the settings": floors.HELP,
    "the least for games: click, and what is installed": floors.LISTING,
    "the least for a board: the libraries of a screen, and two chains of coins": floors.SHOWN,
}
NOTHING: Final = "python -c pass"
BOARD: Final = "p2pgames hotseat linja, until the board stands"


def rows(repeats: int) -> Iterator[Row]:
    """Measure the commands that people type without thinking, against Python doing nothing."""
    commands = {
        f"p2pgames {' '.join(arguments)}": partial(
            _run, "-c", "from p2pgames_cli.main import main; main()", *arguments
        )
        for arguments in (["--help"], ["--version"], ["games"])
    }
    least = {name: partial(_run, "-c", code) for name, code in LEAST.items()}
    board = {BOARD: _first_paint} if sys.platform != "win32" else {}
    works: dict[str, Callable[[], None]] = {
        NOTHING: partial(_run, "-c", "pass"),
        **commands,
        **least,
        **board,
    }
    taken = dict(zip(works, by_turns(works.values(), 3 * repeats), strict=True))
    nothing = taken.pop(NOTHING)
    yield Row(NOTHING, "s", nothing)
    for name, seconds in taken.items():
        aim = "" if name in least else "under 0.5 s" if name in board else "under 0.2 s"
        yield Row(name, "s", seconds, "python doing nothing", median(seconds) / median(nothing), aim)


def _first_paint() -> None:
    """Open the full screen in a terminal of 120 x 40, and wait until it asks for a move."""
    import fcntl
    import pty
    import struct
    import termios

    main, side = pty.openpty()
    fcntl.ioctl(main, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 120, 0, 0))
    command = "import sys; sys.argv[0] = 'p2pgames'; from p2pgames_cli.main import main; main()"
    with tempfile.TemporaryDirectory() as folder:
        arguments = ["--home", folder, "hotseat", "linja", "--name", "Ada", "--option", "time=none"]
        environment = {**_environment(), "TERM": "xterm-256color"}
        with subprocess.Popen(
            [sys.executable, "-c", command, *arguments],
            stdin=side,
            stdout=side,
            stderr=side,
            env=environment,
            start_new_session=True,
        ) as process:
            os.close(side)
            seen = b""
            while b"move>" not in seen:
                seen += os.read(main, 65536)
            process.kill()
    os.close(main)


def _run(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True, env=_environment())


def _environment() -> dict[str, str]:
    """Return one in which Python keeps what it has compiled, as it does where p2pgames is installed."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
