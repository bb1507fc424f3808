"""How every kind of screen looks on a terminal, at all sizes, in every theme and without colours.

``screens/NAME.txt`` holds the characters, ``screens/inks.txt`` the inks of the most telling ones, line by line: how
many characters of which ink follow each other. That is a dot for plain text, or the letter of an ink, which the file's
first lines explain, with ``*`` for bold, ``!`` for reverse and ``~`` for the ground of laid tiles. They are recorded
once, from a theme in which no two inks look alike: every theme, and a screen without colours, must show each character
as it paints its ink. So another colour of an ink changes no record, and another layout changes these two. What is only
dim is not seen: the emulator does not know it.

Where a look was changed on purpose, write the files anew: see `tests.cli.screen.shots.RENEW`.
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

from p2pgames_cli.config.themes import THEMES
from p2pgames_cli.ui import render
from p2pgames_cli.ui.render import PAPER
from tests.cli.screen.scenes import OVER_A_BOARD, SCENES, TABLES, scenes
from tests.cli.screen.shots import SHOTS, check_shot

SIZES = [(60, 20), (80, 24), (120, 40), (200, 60)]
PAINTED = [(60, 20), (120, 40)]
"""The sizes at which every theme is compared: at the others the same inks stand elsewhere."""
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
"""The inks are recorded of these, and every theme is compared; the others have no ink that these lack."""
LOOKS = {theme: {"theme": theme} for theme in THEMES} | {"mono": {"color": "never"}}
INKS = dict(zip("abcdef", (f"seat{seat}" for seat in range(6)), strict=True)) | {
    "g": "good",
    "x": "bad",
    "h": "warm",
    "k": "cold",
    "w": "water",
    "n": "fresh",
    "m": "dim",
    "p": "paper",
}
"""The letters of the inks."""
EMULATOR = {"white": "brightwhite", "yellow": "brown", "brightyellow": "brightbrown"}
"""Colours that the emulator calls otherwise."""
TELLING = "telling"
"""The theme in which every ink is another one."""
TONES = {ink: f"#0000{number:02x}" for number, ink in enumerate(INKS.values(), 1)} | {"ground": "bg:#0001ff"}


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
        self.scenes, self._bare, self._telling, self._glasses = found, {}, {}, {}

    def bare(self, name, size):
        """The scene without colours; it is drawn once."""
        if (name, size) not in self._bare:
            self._bare[name, size] = self.drawn(name, size, **LOOKS["mono"])
        return self._bare[name, size]

    def telling(self, name, size):
        """The scene in the theme that tells all inks apart; it is drawn once."""
        if (name, size) not in self._telling:
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(render, "THEMES", {**THEMES, TELLING: TONES})
                patch.setattr(render, "PAPER", TONES["paper"])
                # The style is kept for good: prompt_toolkit knows one by its id, which another would get after it.
                self._telling[name, size] = self.drawn(name, size, theme=TELLING)
        return self._telling[name, size]

    def drawn(self, name, size, **settled):
        """What a terminal shows of a scene."""
        if name not in self._glasses:
            self._glasses[name] = Glass(self.scenes[name])
        return self._glasses[name].drawn(size, settled)


class Glass:
    """The application that shows a scene, drawing into an emulator."""

    def __init__(self, scene):
        self.scene, self.written, self.size = scene, io.StringIO(), SIZES[1]
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


def inks(screen):
    """The inks of a screen, a line for each row that has any: its number, and how many characters of which ink."""
    lines = []
    for number in range(screen.lines):
        row = [ink(screen.buffer[number][column]) for column in range(screen.columns)]
        runs = [(kind, len(list(same))) for kind, same in groupby(row)]
        if runs[-1][0] == ".":
            runs.pop()
        if runs:
            lines.append(f"{number:2} " + " ".join(f"{count}{kind}" for kind, count in runs))
    return lines


def ink(cell):
    """The ink of a character of the telling theme, in a letter and signs."""
    marks = ((cell.bold, "*"), (cell.reverse, "!"), (cell.bg == behind(TONES["ground"]), "~"))
    return letters()[cell.fg] + "".join(sign for shown, sign in marks if shown)


@cache
def letters():
    """The letters of the inks by what the emulator calls their colours in the telling theme."""
    return {"default": "."} | {fore(TONES[ink]): letter for letter, ink in INKS.items()}


@cache
def painted(fg, bg, bold, reverse, look):
    """How a character of the telling theme is to be shown: colour, colour behind, bold, underlined and reverse."""
    mono = look == "mono"
    tones = {**THEMES["default" if mono else look], "paper": PAPER}
    tone, screen = tones.get(INKS.get(letters()[fg], ""), ""), tones.get("screen", "")
    ground = tones.get("ground", "") if bg == behind(TONES["ground"]) else ""
    front = next((fore(one) for one in (tone, screen) if fore(one) != "default"), "default")
    back = next((behind(one) for one in (tone, ground, screen) if behind(one) != "default"), "default")
    both = ("default", "default") if mono else (front, back)
    return *both, bold or "bold" in tone.split(), "underline" in tone.split(), reverse


def shown(cell):
    """How a character is shown."""
    return cell.fg, cell.bg, cell.bold, cell.underscore, cell.reverse


def fore(tone):
    """What the emulator calls the colour of characters of this tone."""
    name = next((part for part in tone.split() if part.startswith(("#", "ansi"))), "default")
    name = name.removeprefix("#").removeprefix("ansi")
    return EMULATOR.get(name, name)


def behind(tone):
    """What the emulator calls the colour behind them."""
    return next((part.removeprefix("bg:#") for part in tone.split() if part.startswith("bg:")), "default")


@pytest.mark.parametrize("name", [*SCENES, *OVER_A_BOARD])
def test_a_screen_says_what_it_said(gallery, name):
    lines = []
    for size in SIZES:
        screen = gallery.bare(name, size)
        lines += [head(name, size), *(line.rstrip() for line in screen.display)]
    check_shot(name, "\n".join(lines))


def test_the_inks_of_the_screens_are_what_they_were(gallery):
    lines = [f"{letter} {ink}" for letter, ink in INKS.items()]
    for name in THEMED:
        for size in SIZES:
            lines += ["", head(name, size), *inks(gallery.telling(name, size))]
    check_shot("inks", "\n".join(lines))


@pytest.mark.parametrize("look", LOOKS)
def test_every_theme_paints_the_same_inks_and_says_the_same(gallery, look):
    for name in THEMED:
        for size in PAINTED:
            bare, inked = gallery.bare(name, size), gallery.telling(name, size)
            screen = bare if look == "mono" else gallery.drawn(name, size, **LOOKS[look])
            assert screen.display == bare.display == inked.display
            for row in range(screen.lines):
                for column in range(screen.columns):
                    cell = inked.buffer[row][column]
                    wanted = painted(cell.fg, cell.bg, cell.bold, cell.reverse, look)
                    assert shown(screen.buffer[row][column]) == wanted, (head(name, size), row, column)


def test_what_is_recorded_is_what_there_is():
    assert set(THEMED) <= set(SCENES)
    for name in (*SCENES, *OVER_A_BOARD, "inks"):
        assert (SHOTS / f"{name}.txt").is_file()
