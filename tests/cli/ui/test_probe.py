"""Whether the terminal draws ● two columns wide is asked, answered or not, and nothing of it is taken for a key."""

import os
import re

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pgames_cli.table.session import Client, Mode, PlayOptions
from p2pgames_cli.ui.app import application_of
from p2pgames_cli.ui.probe import GROUND, MODES, MUTE, NOTICES, QUESTION, SIGNS, is_light
from p2pgames_cli.ui.render import lines_of
from tests.cli.shown import Rows
from tests.cli.terminal_window import Window

NOTICE = "\x1b]99;"
MORE = 3
"""Times that a screen is drawn before something late comes."""
NARROW, WIDE = (f"\x1b[7;{len(SIGNS) * columns + 1}R" for columns in (1, 2))


class Terminal:
    """What a screen writes to a terminal that answers what it is told to, and what its player presses."""

    def __init__(self, **settled):
        self.client, self.written, self.pressed = Client(PlayOptions(Mode.SCREEN)), "", []
        self.client.settings.now.values.update(
            {"wide-glyphs": settled.get("wide", "auto"), "ascii": settled.get("ascii", False)}
        )

    def write(self, data):
        self.written += data

    def flush(self):
        pass

    def isatty(self):
        return True

    def fileno(self):
        raise OSError

    encoding = "utf-8"

    def run(self, typed, late=""):
        """Run the screen until q is pressed, with something that comes when it has been drawn some more times.

        Return how a row is drawn then.
        """
        draws = 0
        with create_pipe_input() as pipe:
            output = Vt100_Output(self, lambda: Size(rows=24, columns=80), term="xterm")
            with create_app_session(input=pipe, output=output):
                pipe.send_text(typed)

                def board():
                    nonlocal draws
                    draws += 1
                    if draws == MORE:
                        pipe.send_text(late)
                    return [(("", "board"),)]

                shown = Rows(self.client, board, until="q")
                application_of(shown).run()
                self.pressed += shown.typed
        ((drawn,),) = lines_of([(("", "●─"),)], self.client)
        return drawn[1]


@pytest.fixture(autouse=True)
def _answering(monkeypatch):
    monkeypatch.delenv("PROMPT_TOOLKIT_NO_CPR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("COLORFGBG", raising=False)


@pytest.mark.parametrize(
    ("typed", "drawn"),
    [
        (f"{NARROW}q", "●─"),
        (f"{WIDE}q", "o-"),
        (f"a{WIDE}q", "o-"),
        (f"{WIDE}{NARROW}q", "o-"),
        ("q", "●─"),
        (f"q{WIDE}", "o-"),
        ("\x1b[1;0R\x1b[q", "●─"),
    ],
)
def test_the_first_answer_decides_and_none_is_typed(typed, drawn):
    terminal = Terminal()
    assert terminal.run(typed) == drawn
    assert terminal.written.count(QUESTION) == 1
    assert terminal.written.index(QUESTION) < terminal.written.index("board")
    assert not [key for key in terminal.pressed if "R" in key]


@pytest.mark.parametrize(
    ("settled", "drawn"), [({"wide": True}, "o-"), ({"wide": False}, "●─"), ({"ascii": True}, "o-")]
)
def test_nothing_is_asked_where_it_is_settled(settled, drawn):
    terminal = Terminal(**settled)
    assert terminal.run(f"{WIDE if drawn != 'o-' else NARROW}q") == drawn
    assert QUESTION not in terminal.written


def test_a_screen_that_is_left_waits_for_the_answer_so_that_nobody_else_reads_it():
    assert Terminal().run("q", late=WIDE) == "o-"


def test_a_terminal_that_can_do_more_is_given_whole_frames_and_says_who_is_looking():
    terminal = Terminal()
    terminal.run(f"\x1b[?2026;2$y\x1b[?1004;1$y\x1b[I{NARROW}aq")
    assert terminal.pressed == ["a", "q"]
    frames = terminal.written.split("\x1b[?2026h")[1:]
    assert frames
    assert all(frame.count("\x1b[?2026l") == 1 for frame in frames)
    assert terminal.written.count("\x1b[?1004h") == terminal.written.count("\x1b[?1004l") == 1
    assert not terminal.client.terminal.looked_at


@pytest.mark.parametrize(
    ("answer", "shows"),
    [("", False), (f"{NOTICE}i=p2pgames:p=?;p=title,body\x1b\\", True), (f"{NOTICE}i=1:p=?;\x1b\\", False)],
)
def test_a_terminal_is_asked_once_whether_it_shows_messages_on_the_desktop(answer, shows):
    terminal = Terminal()
    terminal.run(f"a{answer}{NARROW}q")
    assert terminal.written.count(NOTICES) == 1
    assert terminal.written.index(NOTICES) < terminal.written.index("board")
    assert terminal.client.terminal.notices is shows
    assert terminal.pressed == ["a", "q"]


@pytest.mark.parametrize(
    ("named", "answer", "theme"),
    [
        (None, "", "default"),
        (None, "\x1b]11;rgb:ffff/ffff/ffff\x1b\\", "light"),
        (None, "\x1b]11;rgb:fd/f6/e3\x07", "light"),
        (None, "\x1b]11;rgb:0000/2b2b/3636\x1b\\", "default"),
        ("0;15", "", "light"),
        ("0;default;15", "", "light"),
        ("15;0", "", "default"),
        ("0;default", "", "default"),
        ("0;\N{SUPERSCRIPT TWO}", "", "default"),
        ("0;15", "\x1b]11;rgb:1c1c/1c1c/1c1c\x1b\\", "default"),
        ("15;0", "\x1b]11;rgba:ffff/ffff/eeee/8000\x1b\\", "light"),
        ("0;15", "\x1b]11;?\x1b\\", "light"),
    ],
)
def test_the_theme_is_that_of_the_background_and_the_answer_decides(monkeypatch, named, answer, theme):
    if named is not None:
        monkeypatch.setenv("COLORFGBG", named)
    terminal = Terminal()
    terminal.run(f"a{answer}{NARROW}q")
    assert terminal.written.count(GROUND) == 1
    assert terminal.written.index(GROUND) < terminal.written.index("board")
    assert terminal.pressed == ["a", "q"]
    assert terminal.client.theme == theme


@pytest.mark.parametrize(
    ("colour", "light"),
    [
        ("f/f/f", True),
        ("FFFF/FFFF/FFFF", True),
        ("7777/7777/7777", True),
        ("7373/7373/7373", False),
        ("ffff/0000/0000", True),
        ("0000/0000/ffff", False),
        ("0/0/0", False),
        ("0/0", None),
        ("fffff/0/0", None),
        ("x/0/0", None),
    ],
)
def test_a_background_is_light_where_black_is_read_better_on_it_than_white(colour, light):
    assert is_light(f"11;rgb:{colour}") is light
    assert is_light(f"99;rgb:{colour}") is None


@pytest.mark.parametrize("answer", ["", "\x1b[?2026;0$y\x1b[?1004;0$y", "\x1b[?2026;4$y\x1b[?1004;4$y"])
def test_a_terminal_that_cannot_is_told_nothing_of_it(answer):
    terminal = Terminal()
    terminal.run(f"{answer}{NARROW}q")
    assert terminal.written.count(MODES) == 1
    assert "2026h" not in terminal.written
    assert "1004" not in terminal.written.replace(MODES, "")


@pytest.mark.parametrize("name", MUTE)
def test_a_terminal_that_might_print_a_question_is_asked_none(monkeypatch, name):
    monkeypatch.setenv("TERM", name)
    terminal = Terminal()
    terminal.run("q")
    assert MODES not in terminal.written
    assert NOTICES not in terminal.written


def test_a_terminal_known_not_to_answer_is_not_asked(monkeypatch):
    monkeypatch.setenv("PROMPT_TOOLKIT_NO_CPR", "1")
    terminal = Terminal()
    assert terminal.run(f"{WIDE}q") == "●─"
    assert QUESTION not in terminal.written


@pytest.mark.skipif(os.name != "posix", reason="a pty is POSIX's")
@pytest.mark.parametrize(("columns", "drawn"), [(1, "● Ada"), (2, "o Ada")])
def test_a_table_is_drawn_as_the_terminal_answered(tmp_path, columns, drawn):

    asked = []

    def answer(said):
        """Answer what the emulator would, which draws the signs in one column."""
        asked.append(said)
        row, column = re.fullmatch(r"\x1b\[(\d+);(\d+)R", said).groups()
        window.press(f"\x1b[{row};{1 + (int(column) - 1) * columns}R")

    with Window(
        "hotseat",
        "linja",
        "--name",
        "Ada",
        columns=80,
        rows=24,
        answer=answer,
        P2PGAMES_HOME=str(tmp_path),
        LANG="C.UTF-8",
    ) as window:
        window.until("move>", drawn, "more")
    assert len(asked) == 1
