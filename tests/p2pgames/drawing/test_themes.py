"""Contrast (WCAG 2) and who tells which seats apart (Machado, Oliveira and Fernandes 2009), in every theme."""

from itertools import combinations
from math import dist

import pytest

from p2pgames.drawing.shapes import CORES
from p2pgames.drawing.svg import THEMES, variables
from p2pgames.picture.picture import GLYPHS
from tests.colours import VISIONS, ratio, seen

SEATS = range(6)
APART = {"dark": 14, "light": 14, "contrast": 14, "colour-blind": 20}
"""The least distance (CIE 1976) of two seats, for everybody."""
LINES = {"dark": 3, "light": 3, "contrast": 7, "colour-blind": 3.7}
"""The least contrast of a seat's line, or of its edge, against what it lies on."""
WORDS = {"dark": 4.5, "light": 4.5, "contrast": 7, "colour-blind": 4.5}
"""The least contrast of words."""


def test_every_theme_has_every_ink_as_a_colour():
    inks = {ink for tones in THEMES.values() for ink in tones}
    for name, tones in THEMES.items():
        assert set(tones) == inks
        assert all(len(tone) == 7 and int(tone[1:], 16) >= 0 for tone in tones.values())
        assert variables(name).count("--") == len(inks)


@pytest.mark.parametrize("name", THEMES)
def test_words_are_legible(name):
    tones = THEMES[name]
    grounds = ("page", "board", "paper", "tile", "raised", "empty", "lane", "grass", "shadow")
    for ground in grounds:
        assert ground == "shadow" or ratio(tones["text"], tones[ground]) >= 7, ground
        assert ground == "shadow" or ratio(tones["muted"], tones[ground]) >= WORDS[name], ground
    pairs = [(f"on{seat}", f"seat{seat}") for seat in SEATS]
    pairs += [
        ("onsign", "sign"),
        ("onnode", "node"),
        ("text", "station"),
        ("onred", "red"),
        ("onblack", "black"),
    ]
    pairs += [("ongrey", "grey"), ("board", "accent"), ("board", "text"), ("sign", "onsign")]
    for ink, ground in pairs:
        assert ratio(tones[ink], tones[ground]) >= 4.5, (ink, ground)
    for letter in "ABCDEF":
        assert ratio(tones["onsock"], tones[f"sock{letter}"]) >= 3, letter


@pytest.mark.parametrize("name", THEMES)
def test_lines_and_marks_stand_out(name):
    tones = THEMES[name]
    for seat in SEATS:
        for ground in ("tile", "board"):
            best = max(ratio(tones[ink], tones[ground]) for ink in (f"seat{seat}", f"edge{seat}"))
            assert best >= LINES[name], (seat, ground)
    for ink in ("accent", "glow", "good", "bad", "muted"):
        assert ratio(tones[ink], tones["board"]) >= 3, ink
    for ink in ("rail", "rails", "accent", "glow", "faint"):
        assert ratio(tones[ink], tones["tile"]) >= 3, ink


@pytest.mark.parametrize("vision", VISIONS)
@pytest.mark.parametrize("name", THEMES)
def test_seats_are_told_apart(name, vision):
    tones = THEMES[name]
    near = min(
        (dist(seen(tones[f"seat{a}"], vision), seen(tones[f"seat{b}"], vision)), a, b)
        for a, b in combinations(SEATS, 2)
    )
    assert near[0] >= APART[name], near


def test_every_seat_has_a_sign_and_a_pattern_of_its_own():
    assert len(set(CORES)) == len(CORES) == len(GLYPHS) == len(SEATS)
