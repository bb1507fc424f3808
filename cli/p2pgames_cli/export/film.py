"""A whole game as drawings and words, step by step, each shape and sentence held once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from math import ceil
from typing import Any

from p2pgames.contract import Seat
from p2pgames.drawing.shapes import Drawing, Group, Ink, Motion, Shape, Spot, Text
from p2pgames.drawing.svg import Writer, path_data
from p2pgames.picture.picture import Drawer
from p2pgames_cli.export import svg
from p2pgames_cli.export.picture import CELLS, presenter_of
from p2pgames_cli.export.reel import Frame, reel
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.screen.board import Board
from p2pgames_cli.screen.panels import presence
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import history_text
from p2pgames_cli.table.visibility import alone, revealed
from p2pgames_protocol.log.history import MoveEntry
from p2pgames_protocol.log.replica.replica import Replica

PREFIX = "b-"
"""How ids inside the boards begin; those of the page are others."""


@dataclass
class Album:
    """Every shape, text and motion once, by number."""

    shapes: dict[Shape | str, int] = field(default_factory=dict)
    """Those of drawings, and rows of characters as they are written."""
    placed: dict[tuple[int, float, float], int] = field(default_factory=dict)
    """Of what stands beside boards each shape, and where: the same ones stand in many places."""
    symbols: dict[str, tuple[Shape, ...]] = field(default_factory=dict)
    texts: dict[str, int] = field(default_factory=dict)
    motions: dict[Motion, int] = field(default_factory=dict)
    seats: tuple[tuple[Ink, tuple[Shape, ...]], ...] = ()
    """The inks and signs of the players, where the drawings say so."""

    def shape(self, shape: Shape | str) -> int:
        """Return the number of a shape."""
        return self.shapes.setdefault(shape, len(self.shapes))

    def place(self, group: Group) -> int:
        """Return the number of a group with its place."""
        at = self.shape(replace(group, x=0, y=0)), round(group.x, 1), round(group.y, 1)
        return self.placed.setdefault(at, len(self.placed))

    def text(self, text: str) -> int:
        """Return the number of a text."""
        return self.texts.setdefault(text, len(self.texts))

    def motion(self, motion: Motion) -> int:
        """Return the number of a motion."""
        return self.motions.setdefault(motion, len(self.motions))

    def elements(self) -> list[str]:
        """Return each shape as one element of SVG."""
        writer = Writer(prefix=PREFIX)
        return [each if isinstance(each, str) else _element(writer, each) for each in self.shapes]


def _element(writer: Writer, shape: Shape) -> str:
    """Return a shape as one element: text with a halo would be two."""
    markup = writer.shape(shape)
    return f"<g>{markup}</g>" if isinstance(shape, Text) and shape.halo else markup


def _place(spot: Spot, role: str) -> str:
    """Return where a spot lies and what is there, to be read aloud."""
    outline = " ".join(f"{x:.0f},{y:.0f}" for x, y in spot.outline)
    return f'<polygon role="{role}" points="{outline}" aria-label="{escape(spot.title)}"/>'


@dataclass(frozen=True)
class Sheets:
    """Drawings one after the other."""

    role: str
    """What each of their spots is for who listens."""
    shapes: list[Frame] = field(default_factory=list)
    boxes: list[Frame] = field(default_factory=list)
    """Their width and height."""
    spots: list[Frame] = field(default_factory=list)
    """What can be pointed at, or is read."""

    def add(self, drawn: Drawing, album: Album, number: Callable[[Any], int]) -> None:
        """Add a drawing whose shapes get these numbers."""
        album.symbols.update(drawn.symbols)
        self.shapes.append([number(shape) for shape in drawn.shapes])
        self.boxes.append((ceil(drawn.width), ceil(drawn.height)))
        self.spots.append([album.shape(_place(spot, self.role)) for spot in drawn.spots])

    def put(self, shapes: Frame, box: Frame) -> None:
        """Add shapes without spots."""
        self.shapes.append(shapes)
        self.boxes.append(box)
        self.spots.append(())


@dataclass(frozen=True)
class Viewpoint:
    """The game as one onlooker sees it."""

    name: str
    seat: Seat | None
    everything: bool = False
    board: Sheets = field(default_factory=partial(Sheets, "option"))
    """In a list that is gone through by the arrow keys."""
    aside: Sheets = field(default_factory=partial(Sheets, "img"))
    """What stands beside it."""
    words: list[Frame] = field(default_factory=list)
    motions: list[Frame] = field(default_factory=list)
    """What goes where from the board before to each board."""

    def take(self, presenter: Presenter, moves: list[MoveEntry], album: Album) -> None:
        """Add the position the presenter shows, after these moves."""
        model = presenter.model
        model.sight.look_as(self.seat, everything=self.everything)
        if isinstance(painter := model.painter, Drawer):
            view = presenter.input.view(0, 0)
            drawn = painter.drawing(model.state, view)
            album.seats = drawn.seats
            self.board.add(drawn, album, album.shape)
            self.aside.add(painter.aside(model.state, view), album, album.place)
            made = (motion for move in moves for motion in painter.motions(move.state, move.move, view))
            self.motions.append([album.motion(motion) for motion in made])
        else:
            rows = Board(presenter).rows(*CELLS).rows
            self.board.put([album.shape(each) for each in svg.elements(rows)], svg.size(rows))
            self.aside.put((), (0, 0))
            self.motions.append(())
        self.words.append([album.text(text) for text in _words(presenter)])


@dataclass(frozen=True)
class Film:
    """A game, taken at each of its ``steps``, the steps worth a look."""

    steps: tuple[int, ...]
    viewpoints: tuple[Viewpoint, ...]
    album: Album
    players: list[Frame]
    """For each step three texts a seat: whether it is to move, its points, and what else there is to say."""

    def data(self) -> dict[str, object]:
        """Return everything as plain data; shapes and texts in the order of the alphabet, since that packs best."""
        album = self.album
        shapes, shape = _ordered(album.elements())
        texts, text = _ordered(album.texts)
        return {
            "steps": self.steps,
            "shapes": shapes,
            "symbols": Writer(prefix=PREFIX).symbols(album.symbols),
            "texts": texts,
            "motions": [[PREFIX + m.key, path_data(m.steps), m.ms, m.wait] for m in album.motions],
            "players": reel(_renumbered(self.players, text)),
            **_sheets(("boards", "boxes", "spots"), [each.board for each in self.viewpoints], shape, shape),
            **_sheets(
                ("asides", "heights", "parts"),
                [each.aside for each in self.viewpoints],
                shape,
                range(len(album.placed)),
            ),
            "placed": [[shape[number], x, y] for number, x, y in album.placed],
            "words": _together([reel(_renumbered(each.words, text)) for each in self.viewpoints]),
            "ways": _together([each.motions for each in self.viewpoints]),
        }


def _ordered(texts: Iterable[str]) -> tuple[list[str], list[int]]:
    """Return texts in order, and where in it each of them went."""
    given = [*texts]
    order = sorted(range(len(given)), key=given.__getitem__)
    places = [0] * len(given)
    for place, number in enumerate(order):
        places[number] = place
    return [given[number] for number in order], places


def _renumbered(frames: Iterable[Frame], places: Sequence[int]) -> list[Frame]:
    return [[places[number] for number in frame] for frame in frames]


def _sheets(
    names: tuple[str, str, str], seen: Sequence[Sheets], spotted: Sequence[int], drawn: Sequence[int]
) -> dict[str, list[list[Frame | int]]]:
    """Return what all onlookers see of drawings, under these names their shapes, boxes and spots, by new numbers."""
    shapes, boxes, spots = names
    return {
        shapes: _together([reel(_renumbered(each.shapes, drawn)) for each in seen]),
        boxes: _together([reel(each.boxes) for each in seen]),
        spots: _together([reel(_renumbered(each.spots, spotted)) for each in seen]),
    }


def _together(seen: Sequence[Sequence[Frame]]) -> list[list[Frame | int]]:
    """Return for each step what all onlookers see; who sees the same as another has the number of the first of them."""
    return [[_first(step, here) for here in range(len(step))] for step in zip(*seen, strict=True)]


def _first(step: Sequence[Frame], here: int) -> Frame | int:
    first = next(number for number, each in enumerate(step) if each == step[here])
    return step[here] if first == here else first


def film(replica: Replica, seat: Seat | None = None) -> Film:
    """Take a game with the eyes of a seat; with None for everybody's eyes, all cards last where they are revealed."""
    presenter = presenter_of(replica)
    history = presenter.model.handle.history
    steps = tuple(step for step in range(len(replica.log) + 1) if history_text.worth(history, step))
    taken = Film(steps, tuple(viewpoints(replica, seat)), Album(), [])
    before = 0
    for step in steps:
        presenter.model.standpoint.show_step(step)
        moves = [entry for entry in history.entries(before, step) if isinstance(entry, MoveEntry)]
        for viewpoint in taken.viewpoints:
            viewpoint.take(presenter, moves, taken.album)
        taken.players.append([taken.album.text(text) for text in _players(presenter)])
        before = step
    return taken


def viewpoints(replica: Replica, seat: Seat | None = None) -> Iterator[Viewpoint]:
    """Yield a seat alone; or a spectator, every seat, and where cards are revealed one who sees them all."""
    names = replica.genesis.names
    if seat is not None:
        yield Viewpoint(names[seat], seat)
        return
    yield Viewpoint(_("a spectator"), None)
    for number, name in enumerate(names):
        yield Viewpoint(name, number)
    if revealed(replica):
        yield Viewpoint(_("all cards"), None, everything=True)


def _words(presenter: Presenter) -> Iterator[str]:
    model = presenter.model
    for sentence in model.replica.rules.words(model.state, model.sight.seat, model.sight.known):
        yield model.named(sentence)
    if model.sight.everything:
        yield from alone(model.replica, model.position)


def _players(presenter: Presenter) -> Iterator[str]:
    model = presenter.model
    scores = model.replica.rules.scores(model.state)
    for seat in range(len(model.replica.genesis.names)):
        yield "▸" if model.standpoint.choosing == seat else ""
        yield str(scores[seat]) if scores is not None else ""
        yield ", ".join(part for part in (model.holdings(seat), presence(presenter, seat)) if part)
