"""Scores and ratings as a picture: a bar for each rating, and for each pair the rate with its interval."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from p2pgames_cli.app.arena.score import Score

_WIDE: Final = 720
_NAMES: Final = 220
_ROW: Final = 26
_INK, _PALE, _MARK, _BACK = "#1b1b1b", "#9a9a9a", "#1f5fa8", "#ffffff"


def plot(title: str, scores: Sequence[Score], ratings: Mapping[str, float]) -> str:
    """Return an SVG: the ratings, the best first, then the pairs, each with a tick where equals would be."""
    rows = [*_bars(ratings), *_spans(scores)]
    high = _ROW * (len(rows) + 2)
    drawn = "".join(
        f'<g transform="translate(0 {_ROW * number})">{row}</g>' for number, row in enumerate(rows, 2)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}" width="{_WIDE}" height="{high}" '
        f'font-family="sans-serif" font-size="14"><title>{escape(title)}</title>'
        f'<rect width="{_WIDE}" height="{high}" fill="{_BACK}"/>{_text(10, title, bold=True, y=24)}{drawn}</svg>\n'
    )


def _bars(ratings: Mapping[str, float]) -> Iterator[str]:
    most = max(ratings.values(), default=0.0) or 1.0
    for bot, rating in sorted(ratings.items(), key=lambda entry: -entry[1]):
        wide = (_WIDE - _NAMES - 70) * rating / most
        yield (
            f'{_text(10, bot)}<rect x="{_NAMES}" y="-13" width="{wide:.1f}" height="16" fill="{_MARK}"/>'
            f"{_text(_NAMES + wide + 6, f'{rating:.0f}')}"
        )
    if ratings:
        yield ""


def _spans(scores: Sequence[Score]) -> Iterator[str]:
    def at(share: float) -> float:
        return _NAMES + (_WIDE - _NAMES - 70) * share

    for each in scores:
        low, high = each.wins.span
        yield (
            f"{_text(10, f'{each.bot} – {each.rival}')}"
            f'<path d="M{at(0):.1f} -5H{at(1):.1f}" stroke="{_PALE}" stroke-width="1"/>'
            f'<path d="M{at(each.even):.1f} -14V4" stroke="{_PALE}" stroke-width="2"/>'
            f'<path d="M{at(low):.1f} -5H{at(high):.1f}" stroke="{_MARK}" stroke-width="5"/>'
            f'<circle cx="{at(each.wins.rate):.1f}" cy="-5" r="6" fill="{_MARK}"/>'
            f"{_text(at(1) + 10, f'{each.wins.rate:.0%}')}"
        )


def _text(x: float, words: str, *, bold: bool = False, y: float = 0) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y}" fill="{_INK}"{weight}>{escape(words)}</text>'
