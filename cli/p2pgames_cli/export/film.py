"""A whole game as drawings and words, step by step, each shape and sentence held once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import compress, count
from math import ceil
from operator import ne
from typing import Any, Final, TypeAlias, TypeVar

from p2pgames.contract import Seat
from p2pgames.drawing.layout import WIDE
from p2pgames.drawing.shapes import Drawing, Group, Ink, Motion, Shape, Spot, Text
from p2pgames.drawing.svg import Writer, path_data
from p2pgames.picture.canvas import window
from p2pgames.picture.picture import Drawer, Row, View
from p2pgames_cli.export import picture
from p2pgames_cli.export.picture import CELLS
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import unbroken
from p2pgames_cli.table import history_text
from p2pgames_cli.table.history_text import breakdown
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.view import TableView, in_characters
from p2pgames_cli.table.viewpoint import has_revealed, seen_alone
from p2pgames_protocol.log.history import MoveEntry
from p2pgames_protocol.log.replica import Replica

# Frames one after the other, each as what differs from one that is known already.

Frame: TypeAlias = tuple[int, ...]
"""Numbers of whatever is held elsewhere once: shapes, texts."""
Changes: TypeAlias = tuple[int, ...]
"""Of a frame: how far on in the known one from the last change, how many numbers go there, how many come, and these."""
Deltas: TypeAlias = list[list[Changes | int]]
"""For each step the changes of all onlookers; who has the same ones as another has the number of the first of them."""

BESIDE: Final = -1
"""Before changes from what the first onlooker has at the same step; others are from one's own frame before."""


def deltas(seen: Sequence[Sequence[Frame]]) -> Deltas:
    """Return the frames of each onlooker as changes, whichever are fewer; at first there is an empty frame."""
    return [_together([*step]) for step in zip(*map(_changed, seen, [seen[0]] * len(seen)), strict=True)]


def _changed(frames: Sequence[Frame], firsts: Sequence[Frame]) -> Iterator[Changes]:
    for before, frame, first in zip([(), *frames], frames, firsts, strict=False):
        if frame == before or frames is firsts:
            yield _changes(before, frame)
        elif frame == first:
            yield (BESIDE,)
        else:
            yield min(_changes(before, frame), (BESIDE, *_changes(first, frame)), key=len)


@lru_cache(100)
def _changes(known: Frame, frame: Frame) -> Changes:
    if known == frame:
        return ()
    changes, done = list[int](), 0
    # Most is equal at both ends, and what is left to compare costs its square.
    same = _equal(known, frame)
    known, frame = known[same:], frame[same:]
    after = _equal(known[::-1], frame[::-1])
    known, frame = known[: len(known) - after], frame[: len(frame) - after]
    if {*known}.isdisjoint(frame):
        return same, len(known), len(frame), *frame
    for tag, start, end, first, last in SequenceMatcher(None, known, frame, autojunk=False).get_opcodes():
        if tag != "equal":
            changes += (same + start - done, end - start, last - first, *frame[first:last])
            done = same + end
    return tuple(changes)


def _equal(one: Frame, other: Frame) -> int:
    """Return how many numbers both begin with."""
    return next(compress(count(), map(ne, one, other)), min(len(one), len(other)))


def _together(step: Sequence[Changes]) -> list[Changes | int]:
    firsts = [step.index(changes) for changes in step]
    return [
        changes if first == here else first
        for here, (first, changes) in enumerate(zip(firsts, step, strict=True))
    ]


# What a film shows, each shape, sentence and motion held once, by number.

Thing = TypeVar("Thing")
Number = TypeVar("Number")

PREFIX = "b-"
"""How ids inside the boards begin; those of the page are others."""

Table: TypeAlias = dict[Any, int]


@dataclass
class Interned:
    """Tables of whatever frames name by a number: things as keys, in the order in which they came."""

    shapes: dict[Shape | str, int] = field(default_factory=dict)
    """Those of drawings, and rows of characters as they are written."""
    placed: dict[tuple[int, float, float], int] = field(default_factory=dict)
    """Shapes in what stands beside boards, and where in it: the same ones stand in many places."""
    parts: dict[tuple[float, float, int, tuple[int, ...]], int] = field(default_factory=dict)
    """Of what stands beside boards: the room above a part, its height, the text that is read, and what is placed."""
    outlines: dict[str, int] = field(default_factory=dict)
    places: dict[tuple[int, int], int] = field(default_factory=dict)
    """What can be pointed at: an outline, and the text that says what lies there."""
    points: dict[tuple[int, Seat, int, int], int] = field(default_factory=dict)
    """The step at which a seat got points, or 0, who, how many, and the text that says what for."""
    texts: dict[str, int] = field(default_factory=dict)
    motions: dict[Motion, int] = field(default_factory=dict)
    symbols: dict[str, tuple[Shape, ...]] = field(default_factory=dict)
    seats: tuple[tuple[Ink, tuple[Shape, ...]], ...] = ()
    """The inks and signs of the players, where the drawings say so."""
    _numbers: dict[int, Any] = field(default_factory=dict)
    """What this step and the one before it were shown with, to whomever, by identity, and the number of each thing.
    Most of it is used again, and to compare all that is in it costs more than to draw it."""
    _now: dict[int, Any] = field(default_factory=dict)
    """The same of this step alone."""
    _alive: tuple[list[object], list[object]] = field(default_factory=lambda: ([], []))
    """All these things of both steps, which so stay what they are."""

    def begin(self) -> None:
        """Take in one more step."""
        self._numbers, self._now, self._alive = {**self._now}, {}, (self._alive[1], [])

    def known(self, things: tuple[Thing, ...], number: Callable[[Thing], Number]) -> tuple[Number, ...]:
        """Return the number of each thing, asked for only if it was not met at this step or the one before."""
        if id(things) in self._now:
            whole: tuple[Number, ...] = self._now[id(things)]
            return whole
        keys = [*map(id, things)]
        found: list[Any] = [*map(self._numbers.get, keys)]
        if None in found:
            found = [
                number(thing) if known is None else known for thing, known in zip(things, found, strict=True)
            ]
        numbers = tuple(found)
        for table in (self._numbers, self._now):
            table.update(zip(keys, found, strict=True))
        self._now[id(things)] = numbers
        self._alive[1].append(things)
        return numbers

    def shape(self, shape: Shape | str) -> int:
        """Return the number of a shape."""
        return _number(self.shapes, shape)

    def text(self, text: str) -> int:
        """Return the number of a text."""
        return _number(self.texts, text)

    def motion(self, motion: Motion) -> int:
        """Return the number of a motion."""
        return _number(self.motions, motion)

    def place(self, spot: Spot) -> int:
        """Return the number of a place that can be pointed at."""
        outline = " ".join(f"{x:.0f},{y:.0f}" for x, y in spot.outline)
        return _number(self.places, (_number(self.outlines, outline), self.text(spot.title)))

    def got(self, step: int, seat: Seat, points: int, what: str) -> int:
        """Return the number of some points."""
        return _number(self.points, (step, seat, points, self.text(what)))

    def column(self, drawn: Drawing) -> Iterator[int]:
        """Yield the numbers of the parts of a column, from its top on."""
        self.symbols.update(drawn.symbols)
        end = 0.0
        for group, spot in zip(drawn.shapes, drawn.spots, strict=True):
            top, bottom = spot.outline[0][1], spot.outline[-1][1]
            shapes = group.shapes if isinstance(group, Group) else (group,)
            (placed,) = self.known((shapes,), lambda given: tuple(map(self._placed, given)))
            part = round(top - end, 1), round(bottom - top, 1), self.text(spot.title), placed
            yield _number(self.parts, part)
            end = bottom

    def _placed(self, shape: Shape) -> int:
        group = shape if isinstance(shape, Group) else Group((shape,))
        at = self.shape(replace(group, x=0, y=0)), round(group.x, 1), round(group.y, 1)
        return _number(self.placed, at)

    def data(self) -> tuple[dict[str, object], list[int], list[int]]:
        """Return the tables as plain data, and where in them each shape and each text went.

        Both are in the order of the alphabet, since that packs best.
        """
        shapes, shape = _ordered(self._elements())
        texts, text = _ordered(map(unbroken, self.texts))
        data = {
            "shapes": shapes,
            "texts": texts,
            "placed": [[shape[number], x, y] for number, x, y in self.placed],
            "parts": [[above, high, text[said], *placed] for above, high, said, placed in self.parts],
            "outlines": [*self.outlines],
            "places": [[outline, text[said]] for outline, said in self.places],
            "points": [[*who, text[what]] for *who, what in self.points],
            "ways": [[PREFIX + m.key, path_data(m.steps), m.ms, m.wait] for m in self.motions],
            "symbols": Writer(prefix=PREFIX).symbols(self.symbols),
        }
        return data, shape, text

    def _elements(self) -> Iterator[str]:
        """Yield each shape as one element of SVG."""
        writer = Writer(prefix=PREFIX)
        return (each if isinstance(each, str) else _element(writer, each) for each in self.shapes)


def _number(table: Table, thing: object) -> int:
    """Return the number of a thing, a new one if the table lacks it."""
    return table.setdefault(thing, len(table))


def _element(writer: Writer, shape: Shape) -> str:
    """Return a shape as one element: text with a halo would be two."""
    markup = writer.shape(shape)
    return f"<g>{markup}</g>" if isinstance(shape, Text) and shape.halo else markup


def _ordered(texts: Iterable[str]) -> tuple[list[str], list[int]]:
    """Return texts in order, and where in it each of them went."""
    given = [*texts]
    order = sorted(range(len(given)), key=given.__getitem__)
    places = [0] * len(given)
    for place, number in enumerate(order):
        places[number] = place
    return [given[number] for number in order], places


@dataclass(frozen=True)
class Viewpoint:
    """The game as one onlooker sees it: frames of numbers, of things that are interned."""

    name: str
    seat: Seat | None
    everything: bool = False
    boards: list[Frame] = field(default_factory=list)
    """The shapes of each board."""
    boxes: list[Frame] = field(default_factory=list)
    """Its width and height."""
    spots: list[Frame] = field(default_factory=list)
    """What can be pointed at."""
    asides: list[Frame] = field(default_factory=list)
    """The parts that stand beside it, the uppermost first."""
    words: list[Frame] = field(default_factory=list)
    motions: list[Frame] = field(default_factory=list)
    """What goes where from the board before to each board."""
    _met: dict[object, int] = field(default_factory=dict)
    """By all that a board shows the step at which it was drawn: after a takeback it comes again."""

    def add_position(
        self, model: TableModel, drawer: Drawer | None, moves: Sequence[MoveEntry], interned: Interned
    ) -> None:
        """Add the position that is shown, after these moves; in characters where nothing draws it."""
        model.visibility.look_as(self.seat, everything=self.everything)
        view = model.board_view()
        dealt = tuple(seen_alone(model.replica, model.position)) if self.everything else ()
        shown = model.state, frozenset(view.known.items()), view.recent, dealt
        step = self._met.setdefault(shown, len(self.words))
        if step < len(self.words):
            for frames in (self.boards, self.boxes, self.spots, self.asides, self.words):
                frames.append(frames[step])
        else:
            if drawer is None:
                rows = window(in_characters(model, model.board_view(*CELLS)), *CELLS, "").rows
                self._write(rows, interned)
            else:
                self._draw(drawer, model.state, view, interned)
            sentences = tuple(model.rules.words(model.state, view.seat, view.known))
            words = interned.known(sentences, lambda sentence: interned.text(view.say(sentence)))
            self.words.append((*words, *map(interned.text, dealt)))
        made = [] if drawer is None else [drawer.motions(move.state, move.move, view) for move in moves]
        self.motions.append(tuple(interned.motion(motion) for motions in made for motion in motions))

    def _draw(self, drawer: Drawer, state: Any, view: View, interned: Interned) -> None:
        drawn = drawer.drawing(state, view)
        interned.seats = drawn.seats
        interned.symbols.update(drawn.symbols)
        self.boards.append(interned.known(drawn.shapes, interned.shape))
        self.boxes.append((ceil(drawn.width), ceil(drawn.height)))
        self.spots.append(interned.known(drawn.spots, interned.place))
        self.asides.append(tuple(interned.column(drawer.side_panel_drawing(state, view))))

    def _write(self, rows: Sequence[Row], interned: Interned) -> None:
        """Add a board in characters: beside it nothing stands."""
        self.boards.append(tuple(map(interned.shape, picture.elements(rows))))
        self.boxes.append(picture.size(rows))
        self.spots.append(())
        self.asides.append(())


@dataclass(frozen=True)
class Film:
    """A game, taken at each of its ``steps``, the steps worth a look."""

    steps: tuple[int, ...]
    viewpoints: tuple[Viewpoint, ...]
    interned: Interned
    players: list[Frame]
    """For each step three texts a seat: whether it is to move, its points, and what else there is to say."""
    score_breakdown: list[Frame]
    """What the points after each step consist of."""

    def data(self) -> dict[str, object]:
        """Return everything as plain data."""
        tables, shape, text = self.interned.data()
        seen = self.viewpoints
        return {
            **tables,
            "steps": self.steps,
            "wide": WIDE,
            "made": deltas([self.score_breakdown]),
            "players": deltas([_renumbered(self.players, text)]),
            "boards": deltas([_renumbered(each.boards, shape) for each in seen]),
            "boxes": deltas([each.boxes for each in seen]),
            "spots": deltas([each.spots for each in seen]),
            "asides": deltas([each.asides for each in seen]),
            "words": deltas([_renumbered(each.words, text) for each in seen]),
            "motions": deltas([each.motions for each in seen]),
        }


def _renumbered(frames: Iterable[Frame], places: Sequence[int]) -> list[Frame]:
    return [tuple(places[number] for number in frame) for frame in frames]


def film(replica: Replica, seat: Seat | None = None) -> Film:
    """Film a game as one seat saw it; with None, as each viewer did, at last with all cards if they are revealed.

    Raises `Stop` for a game of too many steps.
    """
    picture.check_length(replica)
    model = picture.stepped(replica)
    history, painter = model.history, model.painter
    drawer = painter if isinstance(painter, Drawer) else None
    steps = tuple(step for step in range(len(replica.log) + 1) if history_text.is_worth_a_look(history, step))
    taken = Film(steps, tuple(viewpoints(replica, seat)), Interned(), [], [])
    before = 0
    for step in steps:
        model.timeline.show_step(step)
        taken.interned.begin()
        moves = [entry for entry in history.entries(before, step) if isinstance(entry, MoveEntry)]
        for viewpoint in taken.viewpoints:
            viewpoint.add_position(model, drawer, moves, taken.interned)
        taken.players.append(tuple(map(taken.interned.text, _players(TableView(model)))))
        taken.score_breakdown.append(tuple(_made_of(model, taken.interned)))
        before = step
    return taken


def viewpoints(replica: Replica, seat: Seat | None = None) -> Iterator[Viewpoint]:
    """Yield a seat alone; or a spectator, every seat, and where cards are revealed one who sees them all."""
    names = replica.names
    if seat is not None:
        yield Viewpoint(names[seat], seat)
        return
    yield Viewpoint(_("a spectator"), None)
    for number, name in enumerate(names):
        yield Viewpoint(name, number)
    if has_revealed(replica):
        yield Viewpoint(_("all cards"), None, everything=True)


def _players(view: TableView) -> Iterator[str]:
    for player in view.players:
        yield "▸" if player.chooses else ""
        yield "" if player.points is None else str(player.points)
        counted = view.model.named(view.model.seat_summary(player.seat))
        yield ", ".join(part for part in (counted, player.presence) if part)


def _made_of(model: TableModel, interned: Interned) -> Iterator[int]:
    for part in breakdown(model.history, model.timeline.shown):
        if part.told.seat is not None:
            step = 0 if part.entry is None else part.entry.round + 1
            yield interned.got(step, part.told.seat, part.told.points, model.named(part.told.what))
