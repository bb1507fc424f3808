"""How the pages of the home and a replay look on a terminal, with colours and without, as they were recorded.

Where a look was changed on purpose, write the pictures anew: see `tests.cli.test_desk.RENEW`.
"""

import io
import os
import time

import click
import pyte
import pytest
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pgames_cli.play.manner import Manner, Mode
from p2pgames_cli.screen import app, commands, stage
from p2pgames_cli.screen.still import desk_of
from p2pgames_cli.shelf import replayed
from tests.cli.desk import seated
from tests.cli.test_desk import check_shot
from tests.cli.test_home import AtHome

SIZES = [(80, 24), (120, 40)]
HOURS = 2 * 3600


@pytest.fixture(autouse=True)
def _command():
    """Flags are read from the running command."""
    with click.Context(click.Command("p2pgames")).scope():
        yield


@pytest.fixture(scope="session")
def folder(tmp_path_factory):
    """A home with a game that is over."""
    folder = tmp_path_factory.mktemp("shots")

    async def main():
        async with seated(folder) as table:
            await table.play(14)
            await table.hot.places[1].resign()

    trio.run(main)
    return folder


def drawn(make, columns, rows):
    """What an application draws first, as a terminal emulator shows it; ``make`` gives it and its end."""
    written = io.StringIO()
    screen = pyte.Screen(columns, rows)
    with create_pipe_input() as pipe:
        output = Vt100_Output(
            written,
            lambda: Size(rows=rows, columns=columns),
            term="xterm-256color",
            default_color_depth=ColorDepth.DEPTH_24_BIT,
            enable_cpr=False,
        )
        with create_app_session(input=pipe, output=output):
            application = make()

            def end(application):
                if not screen.dirty_once:
                    screen.dirty_once = True
                    pyte.Stream(screen).feed(written.getvalue())
                    application.exit()

            screen.dirty_once = False
            application.after_render += end
            application.run(handle_sigint=False)
    return screen


def styles(screen):
    """A character for the look of each one: a digit for a colour, a letter for bold (b), reverse (r) or both (x)."""
    tones, lines = {}, []
    for row in range(screen.lines):
        line = ""
        for column in range(screen.columns):
            cell = screen.buffer[row][column]
            if cell.fg == "default":
                line += {(False, False): " ", (True, False): "b", (False, True): "r", (True, True): "x"}[
                    cell.bold, cell.reverse
                ]
            else:
                line += str(tones.setdefault(cell.fg, len(tones)))
        lines.append(line.rstrip())
    return [*lines, "", *(f"{number} {tone}" for tone, number in tones.items())]


def check(name, make):
    """Compare what is drawn at both sizes, and with colours at the smaller one; without them nothing is lost."""
    for columns, rows in SIZES:
        bare = drawn(lambda: make(Manner(Mode.SCREEN, colour=False)), columns, rows)
        assert {cell.fg for line in bare.buffer.values() for cell in line.values()} <= {"default"}
        coloured = drawn(lambda: make(Manner(Mode.SCREEN)), columns, rows)
        assert coloured.display == bare.display
        lines = [line.rstrip() for line in bare.display]
        more = styles(coloured) if rows == 24 else []
        check_shot(f"{name}-{columns}x{rows}", "\n".join([*lines, *more]))


PAGES = {
    "home": "",
    "home-more": ("own", "m"),
    "home-export": ("own", "e"),
    "home-hotseat": "44",
    "home-file": "5",
    "home-unpack": "9",
}


@pytest.mark.parametrize("name", PAGES)
def test_the_home_looks_as_it_did(folder, name, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for file in (folder / "games").iterdir():
        os.utime(file, (0, time.time() - HOURS))

    def make(manner):
        at = AtHome(folder)
        at.client.manner = manner
        at.client.head = at.pages.head()
        for game in at.games.found:
            at.games.row(game)
        at.press(*PAGES[name])
        return stage.application(at.client)

    check(name, make)


STEPS = {
    "replay-begin": lambda desk: desk.show_step(0),
    "replay-under-way": lambda desk: desk.show_step(12),
    "replay-eyes": lambda desk: (desk.show_step(12), desk.next_eyes()),
    "replay-what-if": lambda desk: (desk.show_step(12), commands.what_if(desk)),
    "replay-end": lambda desk: None,
}


@pytest.mark.parametrize("name", STEPS)
def test_a_replay_looks_as_it_did(folder, name):
    (file,) = (folder / "games").glob("*.p2pg")
    ledger = replayed(file)

    def make(manner):
        desk = desk_of(ledger)
        desk.manner = manner
        STEPS[name](desk)
        return app.application(desk)

    check(name, make)
