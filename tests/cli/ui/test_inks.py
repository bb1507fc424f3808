"""Lines of the screen: wrapped as the standard library does it, and exactly as wide as they must be."""

import textwrap

import pytest

from p2pgames.picture.canvas import Canvas
from p2pgames_cli.pages.rows import fitted, length, wrapped
from p2pgames_cli.ui.render import fragments, plain


@pytest.mark.parametrize("columns", [8, 20, 200])
@pytest.mark.parametrize(
    "text",
    ["", " ", "a", "two words", " blanks around ", "tab\there", "line\nbreak", "a-b " * 30],
)
def test_wrapping_is_that_of_the_standard_library(text, columns):
    assert wrapped(text, columns) == (textwrap.wrap(text, columns) or [""])


@pytest.mark.parametrize("columns", [0, 1, 4, 5, 6, 7, 30])
def test_a_row_is_cut_or_filled(columns):
    row = (("bold", "ab"), ("", ""), ("dim", "東京"), ("", "c"))
    assert length(fitted(row, columns)) == columns
    assert all(text for _ink, text in fitted(row, columns))


def test_what_falls_outside_of_a_canvas_is_cut_off():
    canvas = Canvas(6, 2)
    canvas.put(0, -2, "abcd", "bold")
    canvas.put(1, 4, "abcd")
    for row, column in ((-1, 0), (2, 0), (0, 6), (0, 9), (0, -9)):
        canvas.put(row, column, "xy", "bad")
    assert canvas.picture().rows == ((("bold", "cd"), ("", "    ")), (("", "    ab"),))


def test_no_break_spaces_are_drawn_as_blanks():
    assert fragments((("bold", "Ada\N{NO-BREAK SPACE}: 0-1"),)) == [("class:bold", "Ada : 0-1")]
    assert plain("Ada\N{NO-BREAK SPACE}: 0-1") == "Ada : 0-1"
