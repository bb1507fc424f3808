"""Rows of characters as an SVG picture, as they look on a dark terminal (SVG 1.1, text with fixed places)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from p2pgames.picture.picture import Ink, Row
from p2pgames_cli.ui.theme import THEMES, tone

WIDE: Final = 8.4
"""Pixels from one character to the next; every run says its width, so that any fixed-pitch font fits."""
HIGH: Final = 17
GROUND: Final = "#101216"
PLAIN: Final = "#d8dee9"
DIM: Final = "#7b8494"
THEME: Final = "colour-blind"
TONES: Final = {
    ink: colour
    for ink in THEMES[THEME]
    if ink not in ("screen", "ground", "dim") and (colour := tone(THEME, ink))
}


FONT: Final = 'font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14"'


def svg(rows: Sequence[Row], title: str) -> str:
    """Return the picture; ``title`` is what is read aloud in its place."""
    return "\n".join([*start(rows, title), *runs(rows), *END])


def start(rows: Sequence[Row], title: str) -> Iterator[str]:
    """Yield what stands before the characters: the size of the picture, its title, the ground."""
    width, height = size(rows)
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img">'
    yield f"<title>{escape(title)}</title>"
    yield _GROUND
    yield f'<g {FONT} fill="{PLAIN}" xml:space="preserve">'


END: Final = ("</g>", "</svg>", "")


def runs(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the characters, each run in its place."""
    for number, row in enumerate(rows):
        yield from _row(row, 8 + number * HIGH)


def size(rows: Sequence[Row]) -> tuple[int, int]:
    """Return width and height of the picture."""
    columns = max((sum(len(text) for _, text in row) for row in rows), default=0)
    return round(columns * WIDE + 16), len(rows) * HIGH + 16


def elements(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the ground and each row as one element, for a page that puts them together itself."""
    yield _GROUND
    for number, row in enumerate(rows):
        yield f'<g {FONT} fill="{PLAIN}">{"".join(_row(row, 8 + number * HIGH))}</g>'


_GROUND: Final = f'<rect width="100%" height="100%" rx="6" fill="{GROUND}"/>'


def _row(row: Row, top: float) -> list[str]:
    parts = []
    column = 0
    for ink, text in row:
        fore, back = _tones(ink)
        left, wide = 8 + column * WIDE, len(text) * WIDE
        if back:
            parts.append(f'<rect x="{left:.1f}" y="{top}" width="{wide:.1f}" height="{HIGH}" fill="{back}"/>')
        if text.strip():
            parts.append(_text(text, left, top + 13, fore, bold="bold" in ink.split()))
        column += len(text)
    return parts


def _text(text: str, left: float, base: float, fore: str, *, bold: bool) -> str:
    """Return the element of a run; its outer blanks become distance, since browsers drop them."""
    inner = text.strip()
    left += (len(text) - len(text.lstrip())) * WIDE
    weight = ' font-weight="bold"' if bold else ""
    # Blanks within stay as wide as they are only if nothing may break there.
    shown = escape(inner.replace(" ", "\u00a0"))
    wide = len(inner) * WIDE
    return f'<text x="{left:.1f}" y="{base}" textLength="{wide:.1f}" fill="{fore}"{weight}>{shown}</text>'


def _tones(ink: Ink) -> tuple[str, str]:
    """Return the colours of characters and of what is behind them; "" for nothing behind."""
    names = ink.split()
    fore = next((TONES[name] for name in reversed(names) if name in TONES), PLAIN)
    if "dim" in names and fore == PLAIN:
        fore = DIM
    back = "#22262e" if "ground" in names else ""
    return (GROUND, fore) if "reverse" in names else (fore, back)
