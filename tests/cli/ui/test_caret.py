"""Where the caret stands, and which part of a long text is seen: also with characters that take two columns."""

import pytest

from p2pgames_cli.screen.board import type_
from p2pgames_cli.screen.chat_page import ChatPage
from p2pgames_cli.ui import app
from p2pgames_cli.ui.field import Text
from p2pgames_cli.ui.form import Form
from p2pgames_cli.ui.render import point_of
from p2pgames_cli.ui.styles import fragments, length, seen, width, wrapped
from tests.cli.at_home import AtHome
from tests.cli.presenter import presenter_test, seated

LONG, WIDE = ("".join(chr(first + at) for at in range(200)) for first in (0x100, 0x4E00))
TEXTS = ["abc", "漢字", "a漢b", "🎲 dice", "e\u0301t", LONG, WIDE]


def before(row, caret):
    """What stands in a row before the caret."""
    text, wide = "".join(part for _ink, part in row), 0
    for at, glyph in enumerate(text):
        if wide >= caret and width(glyph):
            return text[:at]
        wide += width(glyph)
    return text


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("back", [0, 1, 2])
def test_of_a_long_text_the_part_with_the_caret_is_seen(text, back):
    caret = max(0, len(text) - back)
    shown, column = seen(text, caret, 20)
    assert width(shown) <= 20
    assert column <= 19
    assert width(shown[: caret - text.index(shown)]) == column


@presenter_test
async def test_on_the_screen_the_caret_stands_behind_what_is_typed(tmp_path):
    async with seated(tmp_path) as at:
        for text in TEXTS:
            for overlay in (None, ChatPage(at.presenter.model.handle, lambda _text, _line: None)):
                at.presenter.overlay = overlay
                at.presenter.input.line.write("")
                type_(at.presenter, text)
                frame = at.frame(80, 24)
                row, column = frame.caret
                assert column < 80
                assert before(frame.rows[row], column).endswith(text[-20:])


@pytest.mark.parametrize("text", TEXTS)
def test_in_a_form_the_caret_stands_behind_what_is_typed(tmp_path, text):
    at = AtHome(tmp_path)
    field = Text("名前", "", text)
    at.stack.pages = [Form("A form", lambda: [field], ())]
    content = app.compose(at.stack, 80, 24)
    row, column = content.caret
    assert column < 80
    assert before(content.rows[row], column).endswith(text[-20:])
    assert {length(each) for each in content.rows} == {80}


def test_lines_are_as_wide_as_there_is_room():
    text = "漢字" * 30 + " and " + "🎲" * 5 + " so on " * 5
    lines = wrapped(text, 20)
    assert max(map(width, lines)) <= 20
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("text", TEXTS)
def test_the_terminal_is_told_the_character_before_which_the_caret_stands(text, ascii_only):
    line = fragments((("bold", " move> "), ("", text), ("", "   ")), ascii_only=ascii_only)
    point = point_of((1, 7 + width(text)), [[], line])
    before = "".join(part[1] for part in line)[: point.x]
    assert (point.y, width(before)) == (1, 7 + width(text))
