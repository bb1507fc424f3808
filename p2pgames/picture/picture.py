"""What a position looks like: rows of styled characters, and the spots in them that can be pointed at.

A game draws its picture once, on a lattice of characters; terminal, SVG and HTML show the same. Pure: equal
arguments give equal pictures. Inks are names, not colours; whoever shows the picture chooses the colours.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from importlib import import_module
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias, TypeVar, runtime_checkable
from unicodedata import normalize

from p2pgames.contract import Known, Move, Seat
from p2pgames.text import ENGLISH, Message, isolated

if TYPE_CHECKING:
    from p2pgames.drawing.shapes import Drawing, Motion

Ink: TypeAlias = str
"""Names of style, separated by blanks, "" for plain text.

``seat0`` to ``seat5`` are the colours of the seats; ``bold`` is what is mine, live or legal; ``reverse`` is the target
of the cursor; ``dim`` is background; ``ground``, ``water``, ``good``, ``bad``, ``warm``, ``cold`` are further tones.
Nothing is told apart by an ink alone.
"""

Say: TypeAlias = Callable[[Message], str]
"""What gives words in another language."""

Recent: TypeAlias = tuple[tuple[Any, Seat, Move], ...]
"""The newest moves, newest last: the state before, the seat, and the move."""

Run: TypeAlias = tuple[Ink, str]
Row: TypeAlias = tuple[Run, ...]

GLYPHS: Final = "●▲■◆★✚"
"""The sign of each seat, always shown together with its colour."""


PANEL: Final = 36
"""Columns of the side panel at most: a terminal of 120 then has more than 80 left for the board."""
SEAT: Final = "seat "


def seat_sign(seat: Seat) -> str:
    """Return by what name the sign of a seat is pointed at beside the board."""
    return f"{SEAT}{seat + 1}"


@dataclass(frozen=True, slots=True)
class Spot:
    """A place that can be pointed at, as a rectangle of characters counted from the top left, 0 first."""

    name: str
    """Short, unique in the picture, the place's name in the game's notation where it has one."""
    row: int
    column: int
    rows: int = 1
    columns: int = 1
    legal: bool = False
    """Whether pointing at it, with what is typed so far, leads on to a legal move."""
    beyond: bool = False
    """Whether it lies outside the part of the board that is shown: keys lead there, and the part follows."""

    def holds(self, row: int, column: int) -> bool:
        """Tell whether the character is shown and lies within."""
        return (
            not self.beyond and 0 <= row - self.row < self.rows and 0 <= column - self.column < self.columns
        )


# Pictures in ASCII alone, for terminals and fonts without box drawing.

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


@dataclass(frozen=True, slots=True)
class Picture:
    """Rows of runs of characters, all of one width, and the spots in them."""

    rows: tuple[Row, ...]
    spots: tuple[Spot, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The characters alone."""
        return tuple("".join(text for _, text in row) for row in self.rows)

    def spot_at(self, row: int, column: int) -> Spot | None:
        """Return the spot at a character; of several the smallest."""
        found = [spot for spot in self.spots if spot.holds(row, column)]
        return min(found, key=lambda spot: spot.rows * spot.columns, default=None)

    def spot(self, name: str) -> Spot | None:
        """Return the spot of this name."""
        return next((spot for spot in self.spots if spot.name == name), None)

    def ascii(self) -> Picture:
        """Return the picture in ASCII characters only, of the same size."""
        rows = tuple(tuple((ink, to_ascii(text)) for ink, text in row) for row in self.rows)
        return replace(self, rows=rows)


@dataclass(frozen=True, slots=True)
class View:
    """Who looks, at what size, and what this player is about to do."""

    columns: int = 88
    rows: int = 34
    """The room there is; a painter chooses the largest drawing that fits, and a part of it around the cursor
    where none does."""
    seat: Seat | None = None
    """Whose eyes: the seat's own things are shown from its side. None for a spectator."""
    known: Known = field(default_factory=dict)
    """The faces this viewer has seen."""
    names: tuple[str, ...] = ()
    """The players' names by seat; empty if they do not matter."""
    typed: str = ""
    """What stands in the input line; what it would do is drawn as a preview where that helps."""
    cursor: str = ""
    """The name of the spot the cursor is on, or empty."""
    trace: bool = False
    """Whether to draw heavy what belongs together with the spot under the cursor."""
    recent: Recent = ()
    """Marked in the picture."""
    say: Say = ENGLISH.say
    """What gives words in the viewer's language. A painter sends all its words through it, and only then measures
    them; what is typed stays as it is."""
    around: str = ""
    """The name of a spot that a part of the board shows where neither cursor nor line name one; empty for none."""

    def called(self, seat: Seat) -> str:
        """Return a player's name as it is put into a sentence, or the number of the seat where names do not matter."""
        return isolated(self.names[seat]) if self.names else ENGLISH.seat(seat)

    def brief(self, text: Message) -> str:
        """Return words in the viewer's language without what is typed for them, which stands behind in brackets."""
        return self.say(text).partition(" (")[0]


_SEEN: Final = attrgetter("seat", "known", "names", "typed", "cursor", "trace", "recent", "say")
_Scene = TypeVar("_Scene")


def remembered(scene: Callable[[Any, View], _Scene]) -> Callable[[Any, View], _Scene]:
    """Return the function, which gives what it gave last where it is asked the same, with more or less room.

    A board and what stands beside it ask one after the other; a scene takes up to a third as long as drawing both.
    """
    last: tuple[Any, Any, Any] = (None, None, None)

    def scene_(state: Any, view: View) -> _Scene:
        nonlocal last
        asked = _SEEN(view)
        if last[0] is not state or last[1] != asked:
            last = state, asked, scene(state, view)
        found: _Scene = last[2]
        return found

    return scene_


def shortened(row: Row, columns: int) -> Row:
    """Return the row, or as much of it as fits into so many characters with a sign that there is more."""
    if sum(len(text) for _, text in row) <= columns:
        return row
    runs: list[Run] = []
    room = columns - 1
    for ink, text in row:
        if room > 0:
            runs.append((ink, text[:room]))
            room -= len(text)
    return (*runs, ("", "…"))


class Painter(Protocol):
    """How one game is seen and pointed at."""

    def picture(self, state: Any, view: View) -> Picture:
        """Return the board, at most as large as the view."""

    def side_panel_rows(self, state: Any, view: View) -> tuple[Row, ...]:
        """Return rows of at most `PANEL` characters for beside the board: own hidden things, stocks, hints.

        The players, their scores and whose turn it is are shown elsewhere.
        """

    def seat_summary(self, state: Any, seat: Seat) -> Message | None:
        """Return what the game counts for a seat besides points, in at most 20 characters; None if nothing."""

    def point(self, state: Any, seat: Seat, known: Known, typed: str, spot: str) -> str:
        """Return what stands in the input line after the seat has pointed at a spot.

        Whatever is typed, and whatever the spot is called: a page may say anything, and say it too late.
        """


@runtime_checkable
class SignedPainter(Painter, Protocol):
    """A painter whose panel can be pointed at; code that can show this checks with `isinstance`."""

    def side_panel_entries(self, state: Any, view: View) -> tuple[tuple[str, Row], ...]:
        """Return the rows of `side_panel_rows`, each after what `Rules.describe_spot` explains it by, or a seat's sign.

        That is the name of a spot, empty if a row says all itself.
        """


@runtime_checkable
class Drawer(Painter, Protocol):
    """A painter that also draws its board in lines and areas; code that can show this checks with `isinstance`."""

    def drawing(self, state: Any, view: View) -> Drawing:
        """Return the board; its spots have the names that `point` knows. The view's size does not matter."""

    def motions(self, before: Any, move: Move, view: View) -> tuple[Motion, ...]:
        """Return what went where by the mover's legal move: groups of the drawing after it, from where they were."""

    def side_panel_drawing(self, state: Any, view: View) -> Drawing:
        """Return what `side_panel_rows` tells, drawn as a `p2pgames.drawing.layout`; without shapes if nothing."""

    def seat_summary_in_words(self, state: Any, seat: Seat) -> Message | None:
        """Return what `seat_summary` tells, in whole words for where there is room."""


class DrawnPainter:
    """What makes a painter a `Drawer`: the module ``svg`` beside its own draws, and is loaded when a page wants it."""

    @property
    def _svg(self) -> Any:
        return import_module(f"{type(self).__module__.rpartition('.')[0]}.svg")

    def drawing(self, state: Any, view: View) -> Drawing:
        """Return the board in lines and areas."""
        drawn: Drawing = self._svg.drawing(state, view)
        return drawn

    def side_panel_drawing(self, state: Any, view: View) -> Drawing:
        """Return what stands beside the board, drawn."""
        drawn: Drawing = self._svg.aside(state, view)
        return drawn

    def motions(self, before: Any, move: Move, view: View) -> tuple[Motion, ...]:
        """Return what the move sets moving, and the ways it goes."""
        moving: tuple[Motion, ...] = self._svg.motions(before, move, view)
        return moving
