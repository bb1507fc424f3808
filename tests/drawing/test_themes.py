"""Contrast (WCAG 2) and who tells which seats apart (Machado, Oliveira and Fernandes 2009), in every theme."""

from itertools import combinations

import pytest

from p2pgames.drawing.seats import CORES
from p2pgames.drawing.themes import THEMES, variables
from p2pgames.picture.picture import GLYPHS

SEATS = range(6)
SEEN = {
    "all": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
APART = {"dark": 14, "light": 14, "contrast": 14, "colour-blind": 20}
"""The least distance (CIE 1976) of two seats, for everybody."""
LINES = {"dark": 3, "light": 3, "contrast": 7, "colour-blind": 3.7}
"""The least contrast of a seat's line, or of its edge, against what it lies on."""
WORDS = {"dark": 4.5, "light": 4.5, "contrast": 7, "colour-blind": 4.5}
"""The least contrast of words."""


def linear(tone):
    parts = (int(tone[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return tuple(p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)


def contrast(one, other):
    light = sorted(
        sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear(t), strict=True)) for t in (one, other)
    )
    return (light[1] + 0.05) / (light[0] + 0.05)


def lab(tone, matrix):
    r, g, b = (min(1, max(0, sum(w * p for w, p in zip(row, linear(tone), strict=True)))) for row in matrix)
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def far(one, other, matrix):
    return sum((p - q) ** 2 for p, q in zip(lab(one, matrix), lab(other, matrix), strict=True)) ** 0.5


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
        assert ground == "shadow" or contrast(tones["text"], tones[ground]) >= 7, ground
        assert ground == "shadow" or contrast(tones["muted"], tones[ground]) >= WORDS[name], ground
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
        assert contrast(tones[ink], tones[ground]) >= 4.5, (ink, ground)
    for letter in "ABCDEF":
        assert contrast(tones["onsock"], tones[f"sock{letter}"]) >= 3, letter


@pytest.mark.parametrize("name", THEMES)
def test_lines_and_marks_stand_out(name):
    tones = THEMES[name]
    for seat in SEATS:
        for ground in ("tile", "board"):
            best = max(contrast(tones[ink], tones[ground]) for ink in (f"seat{seat}", f"edge{seat}"))
            assert best >= LINES[name], (seat, ground)
    for ink in ("accent", "glow", "good", "bad", "muted"):
        assert contrast(tones[ink], tones["board"]) >= 3, ink
    for ink in ("rail", "rails", "accent", "glow", "faint"):
        assert contrast(tones[ink], tones["tile"]) >= 3, ink


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("name", THEMES)
def test_seats_are_told_apart(name, seen):
    tones = THEMES[name]
    near = min(
        (far(tones[f"seat{a}"], tones[f"seat{b}"], SEEN[seen]), a, b) for a, b in combinations(SEATS, 2)
    )
    assert near[0] >= APART[name], near


def test_every_seat_has_a_sign_and_a_pattern_of_its_own():
    assert len(set(CORES)) == len(CORES) == len(GLYPHS) == len(SEATS)
