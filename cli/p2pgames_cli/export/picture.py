"""Pictures of one position of a game that is looked at: drawn in lines and areas, or in characters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from hashlib import sha256
from html import escape
from itertools import groupby
from typing import Final, TypeAlias

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames.drawing.shapes import Drawing
from p2pgames.drawing.svg import Writer, head
from p2pgames.drawing.svg import svg as drawn
from p2pgames.picture.picture import Drawer, Ink, Row
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.themes import THEMES, colour_of
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed, with_commas
from p2pgames_cli.table import history_text
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.viewpoint import has_revealed
from p2pgames_protocol.log.history import MoveEntry
from p2pgames_protocol.log.replica import Replica

CELLS: Final = (90, 40)
"""Columns and rows of a board in characters that stands alone."""


def stepped(replica: Replica, step: int | None = None) -> TableModel:
    """Return a game as a spectator looks at it, at the position after this many steps; None stands for the last one."""
    game = registry.game(replica.genesis.game)
    session = TableSession(
        [ArchivedSeat(replica)], game, Client(PlayOptions(Mode.SCREEN)), passive=True, local=True
    )
    model = TableModel(session)
    model.unread.mark_read()  # nothing is new to whoever looks at a picture
    if step is not None:
        model.timeline.show_step(step)
    return model


def look_as(model: TableModel, seat: Seat | None) -> None:
    """Show what a seat had seen; with None all cards that were revealed."""
    model.visibility.look_as(seat, everything=seat is None and has_revealed(model.replica))


def drawing(model: TableModel) -> Drawing | None:
    """Return the board as a drawing that tells its step; None if the game has none."""
    if not isinstance(model.painter, Drawer):
        return None
    return replace(model.painter.drawing(model.state, model.board_view()), title=title(model))


def board(model: TableModel, theme: str) -> str | None:
    """Return the drawing as an SVG picture in the colours of a theme; None if the game has none."""
    shown = drawing(model)
    return None if shown is None else drawn(shown, theme, prefix=_prefix(shown, theme)) + "\n"


def _prefix(drawing: Drawing, *more: object) -> str:
    """Return what the ids of a picture begin with, so that a page can hold many of them."""
    return f"p{sha256(repr((drawing, *more)).encode()).hexdigest()[:8]}-"


# A whole game as one moving SVG picture: every shape stands in it once, with the frames in which it is seen.
#
# CSS moves it, so it also moves where a page shows it as an image. Who has asked for less motion sees the end
# (Media Queries 5, section 12.1).

PAUSE: Final = 0.8
"""Seconds for which a position is seen."""
LAST: Final = 6
"""How many times as long the last one is."""

MOST: Final = 2_000
"""Steps of a game of which a moving picture or a page is made, far more than games have. Where all agree to take moves
back, a log may have as many as fit into its file, and each step costs up to 50 ms of processor time."""


def check_length(replica: Replica) -> None:
    """Raise `Stop` for a game of too many steps to show them all."""
    if (count := len(replica.log)) > MOST:
        said = _(
            "The game has {count} steps; a page or a moving picture shows at most {most}. Step through it with "
            "p2pgames replay, or export it as text, as JSON, or one position with --step."
        )
        raise Stop(Code.USAGE, said.format(count=count, most=MOST))


Span: TypeAlias = tuple[int, int]
"""The first frame in which something is seen, and the first after that in which it is not."""


@dataclass(slots=True)
class Layer:
    """An element, and when it is seen."""

    element: str
    spans: list[Span]


def of_drawings(drawings: Sequence[Drawing], theme: str) -> str:
    """Return these drawings of one board, one after the other and over again; IndexError where there are none."""
    prefix = _prefix(drawings[-1], theme, len(drawings))
    writer = Writer(theme, prefix)
    frames = [[writer.shape(shape) for shape in drawing.shapes] for drawing in drawings]
    symbols = {name: shapes for drawing in drawings for name, shapes in drawing.symbols.items()}
    return of_elements(head(drawings[-1]) + writer.symbols(symbols), frames, "</svg>\n", prefix)


def of_elements(start: str, frames: Sequence[Sequence[str]], end: str, prefix: str = "") -> str:
    """Return an SVG picture with this start and end, which shows the elements of these frames one after the other.

    Its classes begin with the prefix: a style counts for the whole page that holds the picture.
    """
    found = layers(frames)
    return "".join((start, style(found, len(frames), prefix), *_grouped(found, prefix), end))


def layers(frames: Sequence[Sequence[str]]) -> list[Layer]:
    """Return all elements in an order that is that of every frame, equal ones as one where the order allows it."""
    found: list[Layer] = []
    for number, frame in enumerate(frames):
        found = list(_with(found, number, frame))
    return found


def _with(found: list[Layer], number: int, frame: Sequence[str]) -> Iterator[Layer]:
    same = SequenceMatcher(None, [layer.element for layer in found], frame, autojunk=False)
    for kind, start, end, first, after in same.get_opcodes():
        if kind == "equal":
            for layer in found[start:end]:
                _show(layer.spans, number)
                yield layer
        else:
            yield from found[start:end]
            yield from (Layer(element, [(number, number + 1)]) for element in frame[first:after])


def _show(spans: list[Span], number: int) -> None:
    """Add one frame to the spans."""
    start = spans.pop()[0] if spans[-1][1] == number else number
    spans.append((start, number + 1))


def style(found: Sequence[Layer], frames: int, prefix: str = "") -> str:
    """Return what shows the groups: at rest those of the last frame, in motion each in its time."""
    length = frames - 1 + LAST
    rules, moves = list[str](), list[str]()
    for name, spans in _names(found, frames, prefix).items():
        steps = {0: "hidden"} | {
            at: seen for s in spans for at, seen in zip(s, ("visible", "hidden"), strict=True)
        }
        last = spans[-1][1] == frames
        if last:
            del steps[frames]
        rules += [] if last else [f".{name}{{visibility:hidden}}"]
        keys = "".join(f"{100 * at / length:.4g}%{{visibility:{seen}}}" for at, seen in steps.items())
        moves.append(
            f"@keyframes {name}{{{keys}}}.{name}{{animation:{name} {length * PAUSE:g}s step-end infinite}}"
        )
    return f"<style>{''.join(rules)}@media (prefers-reduced-motion:no-preference){{{''.join(moves)}}}</style>"


def _names(found: Sequence[Layer], frames: int, prefix: str) -> dict[str, list[Span]]:
    """Return a class for all that is seen at the same times; none for what is always seen."""
    return {_name(layer.spans, prefix): layer.spans for layer in found if layer.spans != [(0, frames)]}


def _name(spans: Sequence[Span], prefix: str) -> str:
    return f"{prefix}f" + "_".join(f"{start}-{end}" for start, end in spans)


def _grouped(found: Sequence[Layer], prefix: str) -> Iterator[str]:
    for spans, group in groupby(found, lambda layer: layer.spans):
        yield f'<g class="{_name(spans, prefix)}">{"".join(layer.element for layer in group)}</g>'


def moving_board(model: TableModel, theme: str) -> str | None:
    """Return the whole game as a moving SVG picture; None if it has no drawing. The model shows its end then."""
    shown = [board for _step in moves(model) if (board := drawing(model)) is not None]
    return of_drawings(shown, theme) if shown else None


# Rows of characters as an SVG picture, as they look on a dark terminal (SVG 1.1, text with fixed places).

WIDE: Final = 8.4
"""Pixels from one character to the next; every run says its width, so that any fixed-pitch font fits."""
HIGH: Final = 17
"""Pixels from one row to the next: twice as high as wide, as terminals have it."""
GROUND: Final = "#101216"
PLAIN: Final = "#d8dee9"
DIM: Final = "#7b8494"
THEME: Final = "colour-blind"
TONES: Final = {
    ink: colour
    for ink in THEMES[THEME]
    if ink not in ("screen", "ground", "dim") and (colour := colour_of(THEME, ink))
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


def moves(model: TableModel) -> Iterator[int]:
    """Yield, and show, each step at which a move has just been made, and before them where the first was made from.

    Raises `Stop` as `check_length` does.
    """
    check_length(model.replica)
    history, steps = model.history, range(len(model.replica.log))
    made = [k + 1 for k in steps if any(isinstance(entry, MoveEntry) for entry in history.of_round(k))]
    for step in [made[0] - 1, *made] if made else [len(steps)]:
        model.timeline.show_step(step)
        yield step


def title(model: TableModel) -> str:
    """Return what is read aloud in place of a picture: the game, who plays, and what happened last."""
    replica = model.replica
    shown = model.timeline.shown
    said = (
        [history_text.sentence(replica, entry) for entry in model.history.of_round(shown - 1)]
        if shown
        else []
    )
    steps = _("The position after step {step} of {count}").format(step=shown, count=len(replica.log)) + "."
    return " ".join([headed(model.game.title, f"{with_commas(replica.names)}."), steps, *said])
