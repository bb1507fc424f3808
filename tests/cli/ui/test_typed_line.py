"""In plain lines what others do is said above what is being typed, and never in the middle of it."""

import os

import pyte
import pytest

from p2pgames_cli.ui.typed_line import TypedLine
from tests.cli.client import host


class Terminal:
    """A line that is typed on a screen of a few columns."""

    def __init__(self, *, moves=True, columns=20):
        self.screen = pyte.Screen(columns, 8)
        self.screen.set_mode(pyte.modes.LNM)
        stream = pyte.Stream(self.screen)
        self.draw = stream.feed
        self.line = TypedLine(self.draw, moves=moves, columns=lambda: columns)

    def say(self, text):
        self.draw(self.line.said(text))

    def type(self, text):
        return self.line.feed(text.encode())

    @property
    def rows(self):
        return [row for row in map(str.rstrip, self.screen.display) if row]


def test_what_is_said_stands_above_what_is_typed():
    at = Terminal()
    at.say("Your turn.\n")
    at.type("0-")
    at.say("Ben says: hello\n")
    assert at.rows == ["Your turn.", "Ben says: hello", "0-"]
    assert at.type("1\r") == (b"0-1\n", False)
    at.say("Ada: 0-1\n")
    assert at.rows == ["Your turn.", "Ben says: hello", "0-1", "Ada: 0-1"]


def test_a_question_stays_before_its_answer():
    at = Terminal(columns=40)
    at.say("Let them in? [y/n] ")
    at.type("ye")
    at.say("Ben is away.\n")
    assert at.rows == ["Ben is away.", "Let them in? [y/n] ye"]
    assert at.type("s\r") == (b"yes\n", False)


@pytest.mark.parametrize("typed", ["a" * 20, "a" * 21, "a" * 45, "字" * 15])
def test_a_line_of_several_rows_is_taken_away_and_restored(typed):
    at = Terminal()
    at.say("Your turn.\n")
    at.type(typed)
    before = at.rows[1:]
    at.say("Ben is away.\n")
    assert at.rows == ["Your turn.", "Ben is away.", *before]
    assert at.type("\x15\r") == (b"\n", False)


def test_a_terminal_that_cannot_move_its_cursor_is_told_after_enter():
    at = Terminal(moves=False)
    at.type("0-")
    at.say("Ben is away.\n")
    assert at.rows == ["0-"]
    at.type("1\r")
    assert at.rows == ["0-1", "Ben is away."]


@pytest.mark.parametrize(
    ("keys", "lines"),
    [
        ("say hallo\x7f\x7fi\n", "say hali\n"),
        ("one two \x17three\n", "one three\n"),
        ("one\x15two\n", "two\n"),
        ("a\x1b[Db\x1bOCc\x1b[1;5D\n", "abc\n"),
        ("0-1\n1-3\n", "0-1\n1-3\n"),
        ("ä字\x7fß\n", "äß\n"),
        ("x\x04\n", "x\n"),
    ],
)
def test_keys_edit_the_line_as_the_terminal_does(keys, lines):
    at = Terminal(columns=60)
    said = b"".join(at.line.feed(bytes([byte]))[0] for byte in keys.encode())
    assert said.decode() == lines
    assert at.rows == lines.splitlines()


def test_ctrl_d_on_an_empty_line_ends_the_input():
    assert Terminal().type("\x04") == (b"", True)


@pytest.mark.skipif(os.name != "posix", reason="a pty is POSIX's")
@pytest.mark.parametrize("terminal", ["xterm-256color", "dumb"])
def test_at_a_table_a_message_does_not_land_in_a_half_typed_line(tmp_path, terminal):
    from tests.cli.terminal_window import Window

    with host(tmp_path / "b", "--name", "Ben", mode="--json") as ben:
        invite = ben.until("invite")["invite"]
        with Window(
            *("join", invite, "--plain", "--name", "Ada", "--listen", "127.0.0.1:0"),
            P2PGAMES_HOME=str(tmp_path / "a"),
            TERM=terminal,
        ) as ada:
            ada.until("begins.")
            ada.press("say Hel")
            ada.until("say Hel")
            ben.send(say="Good morning")
            ben.until("chat")
            if terminal != "dumb":
                rows = [row for row in ada.until("Ben says: Good morning") if row]
                assert rows[-2:] == ["Ben says: Good morning", "say Hel"]
            ada.press("lo\r")
            rows = [row for row in ada.until("Ada says: Hello", "Ben says: Good morning") if row]
            assert "say Hello" in rows


@pytest.mark.parametrize("moves", [True, False])
@pytest.mark.parametrize(
    "one", ["\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u2764\ufe0f", "1\ufe0f\u20e3", "e\u0301"]
)
def test_backspace_takes_a_whole_character(one, moves):
    at = Terminal(moves=moves)
    at.type(f"a{one}\x7fb")
    assert at.line.text == "ab"
