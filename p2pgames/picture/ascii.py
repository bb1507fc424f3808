"""Pictures in ASCII alone, for terminals and fonts without box drawing."""

from __future__ import annotations

from typing import Final
from unicodedata import normalize

_DOTS: Final = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of each dot of a braille character, the lowest bit of its number first (Unicode, block U+2800)."""


def _stroke(bits: int) -> str:
    """Return the ASCII character that runs most like the dots of a braille character."""
    left, right = ([y for at, (x, y) in enumerate(_DOTS) if bits >> at & 1 and x == side] for side in (0, 1))
    high = (sum(left) + sum(right)) / max(1, len(left) + len(right))
    rows = {*left, *right}
    if not left or not right:
        return "|" if len(rows) > 1 else "`'"[not left] if high == 0 else "." if high == 3 else "-"
    fall = sum(right) / len(right) - sum(left) / len(left)
    if abs(fall) >= 1.5:
        return "\\" if fall > 0 else "/"
    if max(rows) - min(rows) > 1:
        return "+"
    return "`'"[fall < 0] if high < 1 else "_" if high > 2.5 else "-"


_ASCII: Final = str.maketrans(
    {
        **dict.fromkeys("─╌┄", "-"),
        **dict.fromkeys("━═", "="),
        **dict.fromkeys("│╎┆", "|"),
        **dict.fromkeys("┃║", "#"),
        **dict.fromkeys("╭╮┌┐┏┓╔╗", "."),
        **dict.fromkeys("╰└┗╚", "`"),
        **dict.fromkeys("╯┘┛╝", "'"),
        **dict.fromkeys("┼├┤┬┴╋┿╂┣┫┳┻┝┥┯┷┠┨┰┸╬╠╣╦╩", "+"),
        **dict.fromkeys("░▒", ":"),
        **dict.fromkeys("▓█▄▀▌▐", "#"),
        **dict.fromkeys("◤◢╱", "/"),
        **dict.fromkeys("◣◥╲", "\\"),
        **dict.fromkeys("▛▙", "{"),
        **dict.fromkeys("▜▟", "}"),
        **{chr(0x2800 + bits): _stroke(bits) for bits in range(1, 256)},
        "▞": "=",
        "▚": "#",
        **dict.fromkeys("«»„“”", '"'),
        **dict.fromkeys("‘’", "'"),
        **dict.fromkeys("–—", "-"),
        "ß": "s",
        "œ": "o",
        "æ": "a",
        "ø": "o",
        "ł": "l",
        "●": "o",
        "▲": "^",
        "■": "x",
        "◆": "%",
        "★": "*",
        "✚": "+",
        "○": "o",
        "·": ".",
        "×": "x",
        "→": ">",
        "←": "<",
        "↑": "^",
        "↓": "v",
        "▶": ">",
        "▸": ">",
        "»": ">",
        "«": "<",
        "◁": "<",
        "◄": "<",
        "▷": ">",
        "►": ">",
        "☻": "@",
        "–": "-",
        "…": ".",
        "✗": "x",
        "✓": "v",
        "▏": "|",
    }
)


def to_ascii(text: str) -> str:
    """Return the text with every character drawn in ASCII, one for one; letters lose their accents."""
    drawn = text.translate(_ASCII)
    return drawn if drawn.isascii() else "".join(map(_in_ascii, drawn))


def _in_ascii(character: str) -> str:
    first = normalize("NFKD", character)[0]
    return first if first.isascii() else "?"
