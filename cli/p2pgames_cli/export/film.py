"""A whole game as drawings and words, step by step, each shape and sentence held once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import ceil

from p2pgames.contract import Seat
from p2pgames.drawing.column import WIDE
from p2pgames.drawing.shapes import Drawing
from p2pgames.picture.picture import Drawer, Row
from p2pgames_cli.export import svg
from p2pgames_cli.export.deltas import Frame, deltas
from p2pgames_cli.export.interned import Interned
from p2pgames_cli.export.picture import CELLS, presenter_of
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.screen.board import Board
from p2pgames_cli.screen.players import presence
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table import history_text
from p2pgames_cli.table.breakdown import breakdown
from p2pgames_cli.table.visibility import alone, revealed
from p2pgames_protocol.log.history import MoveEntry
from p2pgames_protocol.log.replica.replica import Replica


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

    def take(self, presenter: Presenter, moves: list[MoveEntry], interned: Interned) -> None:
        """Add the position the presenter shows, after these moves."""
        model = presenter.model
        model.sight.look_as(self.seat, everything=self.everything)
        if isinstance(painter := model.painter, Drawer):
            view = presenter.input.view(0, 0)
            self._draw(painter.drawing(model.state, view), interned)
            self.asides.append(tuple(interned.column(painter.aside(model.state, view))))
            made = (motion for move in moves for motion in painter.motions(move.state, move.move, view))
            self.motions.append(tuple(map(interned.motion, made)))
        else:
            self._write(Board(presenter).rows(*CELLS).rows, interned)
        self.words.append(tuple(map(interned.text, _words(presenter))))

    def _draw(self, drawn: Drawing, interned: Interned) -> None:
        interned.seats = drawn.seats
        interned.symbols.update(drawn.symbols)
        self.boards.append(tuple(map(interned.shape, drawn.shapes)))
        self.boxes.append((ceil(drawn.width), ceil(drawn.height)))
        self.spots.append(tuple(map(interned.place, drawn.spots)))

    def _write(self, rows: Sequence[Row], interned: Interned) -> None:
        """Add a board in characters: beside it nothing stands, and nothing moves."""
        self.boards.append(tuple(map(interned.shape, svg.elements(rows))))
        self.boxes.append(svg.size(rows))
        for empty in (self.spots, self.asides, self.motions):
            empty.append(())


@dataclass(frozen=True)
class Film:
    """A game, taken at each of its ``steps``, the steps worth a look."""

    steps: tuple[int, ...]
    viewpoints: tuple[Viewpoint, ...]
    interned: Interned
    players: list[Frame]
    """For each step three texts a seat: whether it is to move, its points, and what else there is to say."""
    made_of: list[Frame]
    """What the points after each step consist of."""

    def data(self) -> dict[str, object]:
        """Return everything as plain data."""
        tables, shape, text = self.interned.data()
        seen = self.viewpoints
        return {
            **tables,
            "steps": self.steps,
            "wide": WIDE,
            "made": deltas([self.made_of]),
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
    """Film a game as one seat saw it; with None, as each viewer did, at last with all cards if they are revealed."""
    presenter = presenter_of(replica)
    history = presenter.model.handle.history
    steps = tuple(step for step in range(len(replica.log) + 1) if history_text.worth(history, step))
    taken = Film(steps, tuple(viewpoints(replica, seat)), Interned(), [], [])
    before = 0
    for step in steps:
        presenter.model.standpoint.show_step(step)
        moves = [entry for entry in history.entries(before, step) if isinstance(entry, MoveEntry)]
        for viewpoint in taken.viewpoints:
            viewpoint.take(presenter, moves, taken.interned)
        taken.players.append(tuple(map(taken.interned.text, _players(presenter))))
        taken.made_of.append(tuple(_made_of(presenter, taken.interned)))
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
    for seat in range(len(model.replica.names)):
        yield "▸" if model.standpoint.choosing == seat else ""
        yield str(scores[seat]) if scores is not None else ""
        yield ", ".join(part for part in (model.holdings(seat), presence(presenter, seat)) if part)


def _made_of(presenter: Presenter, interned: Interned) -> Iterator[int]:
    model = presenter.model
    for part in breakdown(model.handle.history, model.standpoint.shown):
        if part.told.seat is not None:
            step = 0 if part.entry is None else part.entry.round + 1
            yield interned.got(step, part.told.seat, part.told.points, model.named(part.told.what))
