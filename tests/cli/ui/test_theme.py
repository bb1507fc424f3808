"""The colours of the themes, measured: contrast (WCAG 2), and how far apart they are to those who see fewer."""

from itertools import combinations
from math import dist

import pytest
from prompt_toolkit.output import ColorDepth

from p2pgames.picture.picture import GLYPHS
from p2pgames_cli.config.settings import BY_NAME
from p2pgames_cli.config.themes import THEMES, colour_of
from p2pgames_cli.export.picture import TONES
from p2pgames_cli.pages.rows import column, cut, fitted, length, width
from p2pgames_cli.table.session import Client, Mode, PlayOptions
from p2pgames_cli.ui.render import depth_of, fragments, style
from tests.colours import VISIONS, ratio, seen

SEATS = tuple(f"seat{seat}" for seat in range(6))
"""The inks of the seats; no game has more."""
XTERM = {"0": "#ffff00", "1": "#00ffff", "2": "#cdcd00", "3": "#00ff00", "4": "#ff00ff", "5": "#ff0000"}


def closest(theme, vision, inks):
    """How far apart the two closest of these inks are."""
    return min(
        dist(seen(colour_of(theme, a), vision), seen(colour_of(theme, b), vision))
        for a, b in combinations(inks, 2)
    )


def test_the_measures_are_those_of_the_standards():
    assert ratio("#000000", "#ffffff") == pytest.approx(21)
    assert ratio("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert seen("#ff0000") == pytest.approx((53.24, 80.09, 67.20), abs=0.02)
    red, green = (seen(colour, "no green") for colour in ("#a00000", "#4b5300"))
    assert dist(red, green) < dist(seen("#a00000"), seen("#4b5300")) / 2


def test_every_theme_of_the_settings_is_there_and_colours_every_seat():
    assert ("auto", *THEMES) == BY_NAME["theme"].values
    for tones in THEMES.values():
        assert set(SEATS) <= set(tones)
        assert len({tones[seat] for seat in SEATS}) == len(SEATS) == len(GLYPHS)


def test_the_default_names_colours_of_the_terminal_alone_and_no_white():
    assert all("#" not in tones for tones in THEMES["default"].values())
    assert not [ink for ink, tones in THEMES["default"].items() if "white" in tones or "gray" in tones]


@pytest.mark.parametrize(
    ("settled", "light", "drawn"),
    [
        ("auto", None, "default"),
        ("auto", False, "default"),
        ("auto", True, "light"),
        ("default", True, "default"),
        ("contrast", True, "contrast"),
        ("light", False, "light"),
    ],
)
def test_the_background_decides_where_the_settings_leave_it_open(settled, light, drawn):
    how = Client(PlayOptions(Mode.SCREEN))
    how.settings.now.values["theme"] = settled
    how.terminal.light = light
    assert how.theme == drawn


@pytest.mark.parametrize(("theme", "least"), [("contrast", 7), ("colour-blind", 4.5), ("light", 4.5)])
def test_everything_is_read_on_the_screen_and_on_laid_tiles(theme, least):
    for back in (colour_of(theme, "screen") or "#000000", colour_of(theme, "ground")):
        for ink in set(THEMES[theme]) - {"screen", "ground", "water", "dim"}:
            assert ratio(colour_of(theme, ink), back) >= least, (ink, back)
        for ink in ("water", "dim"):
            assert ratio(colour_of(theme, ink), back) >= min(least, 4), (ink, back)


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize(("theme", "inks"), [("colour-blind", (*SEATS, "dim")), ("contrast", SEATS)])
def test_all_eyes_tell_the_seats_apart(theme, inks, vision):
    assert closest(theme, vision, inks) >= 25


def test_the_light_theme_is_told_apart_by_most_eyes():
    assert closest("light", "all", (*SEATS, "dim")) >= 25


def test_the_sixteen_colours_are_apart_where_they_are_as_xterm_has_them():
    assert min(dist(seen(a), seen(b)) for a, b in combinations(XTERM.values(), 2)) >= 15


def test_pictures_use_tones_of_a_theme():
    assert all(TONES[seat] == colour_of("colour-blind", seat) for seat in SEATS)


def test_an_ink_that_a_theme_leaves_out_is_plain_text():
    plain = style("default").get_attrs_for_style_str("")
    assert style("default").get_attrs_for_style_str("class:ground") == plain
    assert style("default").get_attrs_for_style_str("class:seat0") != plain
    assert style("contrast").get_attrs_for_style_str("class:dim").color == "d0d0d0"


def test_signs_that_may_be_wide_are_drawn_in_ascii():
    row = (("", "╭─● ▞ Zoë 車"),)
    assert fragments(row, narrow=True) == [("", ".-o ▞ Zoë 車")]
    assert fragments(row) == [("", "╭─● ▞ Zoë 車")]


@pytest.mark.parametrize(
    ("asked", "settled", "no_color", "coloured"),
    [
        (None, "auto", "", True),
        (None, "auto", "1", False),
        (None, "never", "", False),
        (None, "always", "1", True),
        (True, "never", "1", True),
        (False, "always", "", False),
    ],
)
def test_what_was_said_last_decides_on_colours(monkeypatch, asked, settled, no_color, coloured):
    monkeypatch.setenv("NO_COLOR", no_color)
    monkeypatch.delenv("COLORTERM", raising=False)
    how = Client(PlayOptions(Mode.SCREEN, colour=asked))
    how.settings.now.values["color"] = settled
    assert how.in_colour is coloured
    depth = depth_of(how)
    assert depth is (ColorDepth.DEPTH_1_BIT if not coloured else ColorDepth.DEPTH_8_BIT if no_color else None)


@pytest.mark.parametrize("text", ["", "Ada", "東京の人", "A東B京", "Zoe\u0308", "●▲─"])
@pytest.mark.parametrize("columns", range(8))
def test_what_takes_two_columns_is_counted_so(text, columns):
    assert width(cut(text, columns)) <= columns
    assert text.startswith(cut(text, columns))
    assert width(column(text, columns)) == columns
    assert length(fitted((("", text), ("bold", text)), columns)) == columns
    assert cut(text, 20) == text


def test_the_width_is_that_of_the_unicode_standard():
    assert [width(text) for text in ("東京", "e\u0301", "●", "a")] == [4, 1, 1, 1]


def test_ascii_is_as_wide_as_what_it_stands_for():
    assert fragments((("", "● 東京 ─"),), ascii_only=True) == [("", "o ???? -")]


@pytest.mark.parametrize(
    ("text", "drawn"),
    [
        ("good \u2764\ufe0f", "good \u2764"),
        ("\U0001f468\u200d\U0001f467 all", "\U0001f468\U0001f467 all"),
        ("\u0645\u06cc\u200c\u062e\u0648", "\u0645\u06cc\u200c\u062e\u0648"),
        ("\u0dc1\u0dca\u200d\u0dbb\u0dd3", "\u0dc1\u0dca\u200d\u0dbb\u0dd3"),
    ],
)
def test_emoji_are_as_wide_as_they_are_counted_and_letters_stay_joined(text, drawn):
    assert fragments((("", text),)) == fragments((("", text),), narrow=True) == [("", drawn)]
    assert width(text) == width(drawn)
