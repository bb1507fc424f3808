"""How every kind of screen looks on a terminal, at both sizes, in every theme and without colours, as it was recorded.

``screens/NAME.txt`` holds the characters, ``screens/looks/THEME.txt`` the looks, line by line: how many characters of
which look follow each other. A look is a dot for plain text, or the letter of an ink, which the file's first lines
explain, with ``*`` for bold, ``!`` for reverse, ``_`` for underlined and ``~`` for the ground of laid tiles. What is
only dim is not seen: the emulator does not know it.

Where a look was changed on purpose, write the files anew: see `tests.cli.screen.test_presenter.RENEW`.
"""

import io
from functools import cache
from itertools import groupby

import click
import pyte
import pytest
import trio
from prompt_toolkit.application import create_app_session
from prompt_toolkit.application.current import set_app
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import DummyInput
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pgames_cli.ui.theme import PAPER, THEMES
from tests.cli.screen.scenes import SCENES, TABLES, scenes
from tests.cli.screen.shots import SHOTS, check_shot

SIZES = [(80, 24), (120, 40)]
THEMED = [
    *TABLES,
    "waiting",
    "refused",
    "palette",
    "question",
    "chat",
    "settings",
    "rules",
    "replay-under-way",
    "home",
    "home-room",
]
"""Every theme is recorded of these; the others have no ink that these lack."""
LOOKS = {theme: {"theme": theme} for theme in THEMES} | {"mono": {"color": "never"}}
INKS = dict(zip("abcdef", (f"seat{seat}" for seat in range(6)), strict=True)) | {
    "g": "good",
    "x": "bad",
    "h": "warm",
    "k": "cold",
    "w": "water",
    "n": "fresh",
    "m": "dim",
}
"""The letters of the inks."""
EMULATOR = {"white": "brightwhite", "yellow": "brown", "brightyellow": "brightbrown"}
"""Colours that the emulator calls otherwise."""


@pytest.fixture(autouse=True)
def _bare(tmp_path, monkeypatch):
    """Flags are read from the running command, and nothing from the folder or the terminal."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("COLORTERM", "truecolor")
    with click.Context(click.Command("p2pgames")).scope():
        yield


@pytest.fixture(scope="session")
def gallery(tmp_path_factory):
    with click.Context(click.Command("p2pgames")).scope():
        return Gallery(trio.run(scenes, tmp_path_factory.mktemp("scenes")))


class Gallery:
    """The scenes, and how they look without colours."""

    def __init__(self, found):
        self.scenes, self._bare, self._glasses = found, {}, {}

    def bare(self, name, size):
        """The scene without colours; it is drawn once."""
        if (name, size) not in self._bare:
            self._bare[name, size] = self.drawn(name, size, **LOOKS["mono"])
        return self._bare[name, size]

    def drawn(self, name, size, **settled):
        """What a terminal shows of a scene."""
        if name not in self._glasses:
            self._glasses[name] = Glass(self.scenes[name])
        return self._glasses[name].drawn(size, settled)


class Glass:
    """The application that shows a scene, drawing into an emulator."""

    def __init__(self, scene):
        self.scene, self.written, self.size = scene, io.StringIO(), SIZES[0]
        output = Vt100_Output(
            self.written,
            lambda: Size(columns=self.size[0], rows=self.size[1]),
            term="xterm-256color",
            default_color_depth=ColorDepth.DEPTH_24_BIT,
            enable_cpr=False,
        )
        with create_app_session(input=DummyInput(), output=output):
            self.application = scene.application()

    def drawn(self, size, settled):
        """What the emulator shows when the scene is drawn from nothing, with these settings."""
        self.size = size
        self.scene.lay(settled)
        renderer = self.application.renderer
        renderer.reset()
        self.written.seek(0)
        self.written.truncate()
        with set_app(self.application):
            renderer.render(self.application, self.application.layout)
        screen = pyte.Screen(*size)
        pyte.Stream(screen).feed(self.written.getvalue())
        return screen


def head(name, size):
    """The line above a scene at a size."""
    return "== {} {}x{}".format(name, *size)


def looks(screen, theme):
    """The looks of a screen, a line for each row that has any: its number, and how many characters of which look."""
    lines = []
    for number in range(screen.lines):
        row = [look(screen.buffer[number][column], theme) for column in range(screen.columns)]
        runs = [(kind, len(list(same))) for kind, same in groupby(row)]
        if runs[-1][0] == ".":
            runs.pop()
        if runs:
            lines.append(f"{number:2} " + " ".join(f"{count}{kind}" for kind, count in runs))
    return lines


def look(cell, theme):
    """The look of a character, in a letter and signs; a colour that the theme does not have is a mistake."""
    letters, ground = colours(theme)
    assert cell.bg in (
        ground,
        *(behind(tone) for tone in ("", THEMES.get(theme, {}).get("screen", ""), PAPER)),
    )
    marks = ((cell.bold, "*"), (cell.reverse, "!"), (cell.underscore, "_"), (cell.bg == ground, "~"))
    return letters[cell.fg] + "".join(sign for shown, sign in marks if shown)


@cache
def colours(theme):
    """The letters of a theme's inks by what the emulator calls their colours, and what it calls the ground's.

    The first of inks that share a colour gives the letter.
    """
    tones = THEMES.get(theme, {})
    letters = {"default": ".", fore(tones.get("screen", "")): "."}
    for letter, ink in INKS.items():
        letters.setdefault(fore(tones.get(ink, "")), letter)
    letters.setdefault(fore(PAPER), "p")
    return letters, behind(tones["ground"]) if "ground" in tones else None


def fore(tone):
    """What the emulator calls the colour of characters of this tone."""
    name = next((part for part in tone.split() if part.startswith(("#", "ansi"))), "default")
    name = name.removeprefix("#").removeprefix("ansi")
    return EMULATOR.get(name, name)


def behind(tone):
    """What the emulator calls the colour behind them."""
    return next((part.removeprefix("bg:#") for part in tone.split() if part.startswith("bg:")), "default")


@pytest.mark.parametrize("name", SCENES)
def test_a_screen_says_what_it_said(gallery, name):
    lines = []
    for size in SIZES:
        screen = gallery.bare(name, size)
        lines += [head(name, size), *(line.rstrip() for line in screen.display)]
    check_shot(name, "\n".join(lines))


@pytest.mark.parametrize("theme", LOOKS)
def test_every_theme_looks_as_it_did_and_says_the_same(gallery, theme):
    lines = [f"{letter} {ink}" for letter, ink in INKS.items()]
    for name in THEMED:
        for size in SIZES:
            bare = gallery.bare(name, size)
            screen = bare if theme == "mono" else gallery.drawn(name, size, **LOOKS[theme])
            assert screen.display == bare.display
            lines += ["", head(name, size), *looks(screen, theme)]
    check_shot(f"looks/{theme}", "\n".join(lines))


def test_what_is_recorded_is_what_there_is():
    assert set(THEMED) <= set(SCENES)
    for name in (*SCENES, *(f"looks/{theme}" for theme in LOOKS)):
        assert (SHOTS / f"{name}.txt").is_file()
