"""Where the caret stands, and which part of a long text is seen: also with characters that take two columns."""

import pytest

from p2pgames import registry
from p2pgames_cli.pages.field import TextField
from p2pgames_cli.pages.form import Form
from p2pgames_cli.pages.palette import Palette
from p2pgames_cli.pages.rows import cut, length, seen, width, wrapped
from p2pgames_cli.pages.rules_page import RulesPage, RulesReading
from p2pgames_cli.screen.board import type_
from p2pgames_cli.screen.chat_page import ChatPage
from p2pgames_cli.table.turn_input import MoveLine
from p2pgames_cli.ui import app
from p2pgames_cli.ui.render import fragments, point_of
from tests.cli.at_home import AtHome
from tests.cli.presenter import presenter_test, seated
from tests.fuzz import calls

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
    field = TextField("名前", "", text)
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


# -- a character is what whoever reads counts as one --

ONES = {
    "a family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "a heart": "\u2764\ufe0f",
    "a keycap": "1\ufe0f\u20e3",
    "a flag": "\U0001f1e9\U0001f1ea",
    "the flag of Scotland": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "a skin": "\U0001f44d\U0001f3fd",
    "an accent": "e\u0301",
    "a letter": "x",
}
one_character = pytest.mark.parametrize("one", ONES.values(), ids=ONES)


def in_the_line(one):
    line = MoveLine()
    line.insert(f"a{one}{one}b")
    return line, lambda: line.text


def in_a_form(one):
    field = TextField("t", value=f"a{one}{one}b")
    return field, lambda: field.value


@one_character
@pytest.mark.parametrize("place", [in_the_line, in_a_form])
def test_a_key_takes_or_passes_one_character(place, one):
    line, text = place(one)
    line.go(1)
    assert line.caret == len(text())
    line.go(-1)
    line.erase()
    assert text() == f"a{one}b"
    line.go(-1)
    assert line.caret == 1
    line.go(1)
    assert line.caret == 1 + len(one)
    for _ in range(3):
        line.erase()
    assert text() == "b"
    line.go(-1)
    assert line.caret == 0


@one_character
def test_delete_takes_one_character(one):
    line = MoveLine()
    line.insert(f"a{one}{one}b")
    line.to_end(first=True)
    line.go(1)
    line.delete()
    assert line.text == f"a{one}b"
    line.delete()
    line.delete()
    line.delete()
    assert line.text == "a"


@one_character
def test_what_is_looked_for_loses_one_character(one):
    for page in (Palette([]), RulesPage(RulesReading(registry.game("linja")))):
        page.type(f"a{one}")
        page.press("backspace")
        assert (page.typed if isinstance(page, Palette) else page.reading.typed) == "a"


@one_character
def test_of_a_long_text_no_character_is_seen_in_part(one):
    text = one * 20
    for caret in range(0, len(text) + 1, len(one)):
        shown, _ = seen(text, caret, 12)
        assert (len(text) - text.rindex(shown)) % len(one) == 0


@pytest.mark.parametrize("one", ["\u6f22", "\u00e9", *ONES.values()])
@pytest.mark.parametrize("columns", [7, 60])
def test_a_word_of_any_length_is_cut_between_characters(one, columns):
    lines = wrapped(one * 100, columns)
    assert "".join(lines) == one * 100
    assert all(len(line) % len(one) == 0 for line in lines)
    assert all(width(line) <= columns for line in lines)
    assert cut(one * 100, columns) == one * min(100, columns // width(one))
    assert cut(one, 0) == ""


@pytest.mark.parametrize("columns", [1, 2, 7])
def test_what_somebody_joined_to_one_character_wider_than_a_line_is_drawn_all_the_same(columns):
    text = "\u200d".join(["\U0001f468"] * 100)
    lines = wrapped(text, columns)
    assert "".join(lines) == text
    assert all(width(line) <= max(columns, 2) for line in lines)


@pytest.mark.parametrize("one", ["\u6f22", *ONES.values()])
def test_the_work_for_a_long_text_grows_as_it_does(one):
    """What somebody says takes its time to draw, and not that time squared."""
    costs = []
    for count in (100, 200, 400):
        text = one * count
        costs.append(calls(lambda text=text: (wrapped(text, 20), seen(text, len(text), 20), cut(text, 20))))
    assert costs[2] - costs[1] < 2.5 * max(costs[1] - costs[0], 100), costs
