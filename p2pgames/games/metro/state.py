"""A position of Metro, which everybody sees but for faces, and how far each line runs over its tiles."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from p2pgames.contract import Face, Illegal, Known, Move, Seat, Slot, Wire
from p2pgames.games.metro import board, sentences

BARE: Final[board.Cells] = ("",) * (board.ROWS * board.COLS)
AT_START: Final[tuple[board.End, ...]] = tuple(board.DOORS[station] for station in board.STATIONS)


@dataclass(frozen=True, slots=True)
class Held:
    """A tile in a hand or under the pile. ``face`` is empty as long as not everybody has seen it."""

    slot: Slot
    face: Face = ""


@dataclass(frozen=True, slots=True)
class MetroState:
    """A position of Metro.

    Tiles may be turned where it is ``free``; a hand has ``size`` of them. Who is ``out`` has left. ``turn`` is the
    seat to move, -1 before the roll. ``drew``: it has drawn one more in this turn, which is the last tile of its
    hand. ``drawing`` names who gets the next tiles of the pile, in order; -1 stands for a tile that goes under it
    instead. The last tiles of the ``pile`` are those ``under`` it, open to all, in order.
    ``deck`` counts the sealed decks of this game from 1; unless it is ``sealed``, the others wait to be shuffled,
    otherwise they begin at position ``top``. ``ends`` and ``lengths`` say where the lines of stations 1 to 32
    are and how many crossings they count; they follow from the cells.
    """

    seats: int
    free: bool
    size: int
    drawing: tuple[Seat, ...]
    turn: Seat = board.NOBODY
    drew: bool = False
    cells: board.Cells = BARE
    hands: tuple[tuple[Held, ...], ...] = ()
    points: tuple[int, ...] = ()
    out: tuple[Seat, ...] = ()
    deck: int = 1
    sealed: bool = False
    top: int = 0
    pile: int = len(board.ALL)
    under: tuple[Held, ...] = ()
    ends: tuple[board.End, ...] = AT_START
    lengths: tuple[int, ...] = (0,) * len(board.STATIONS)

    @property
    def inside(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        seats = range(self.seats)
        return tuple(seat for seat in seats if seat not in self.out) if self.out else tuple(seats)

    @property
    def owners(self) -> tuple[Seat, ...]:
        """By station: the seat whose trains it sends, -1 where nobody has one or the owner has left."""
        owners = board.OWNERS[self.seats]
        return tuple(board.NOBODY if owner in self.out else owner for owner in owners) if self.out else owners

    @property
    def laid(self) -> int:
        """How many tiles lie on the board."""
        return len(self.cells) - self.cells.count("")

    @property
    def closed(self) -> int:
        """How many tiles of the pile nobody has seen."""
        return self.pile - len(self.under)

    @property
    def deck_name(self) -> str:
        """The name of the sealed deck that the pile is of."""
        return "tiles" if self.deck == 1 else f"tiles-{self.deck}"

    def under_way(self, seat: Seat) -> int:
        """Return how many trains of the seat have not arrived."""
        return sum(owner == seat and end >= 0 for owner, end in zip(self.owners, self.ends, strict=True))

    def public(self, face: Face) -> int:
        """Return how many tiles of this face lie on the board, or open in the hands and under the pile."""
        on_board = sum(map(self.cells.count, board.PIECES[face]))
        return on_board + sum(held.face == face for hand in (*self.hands, self.under) for held in hand)

    def unseen(self) -> tuple[Face, ...]:
        """Return the faces that lie neither on the board nor open beside it, in the order of the data."""
        return tuple(face for face, copies in board.COPIES.items() for _ in range(copies - self.public(face)))

    def hidden(self) -> tuple[Slot, ...]:
        """Return the tiles in the hands that only their owners have seen."""
        return tuple(held.slot for hand in self.hands for held in hand if not held.face)

    def to_open(self) -> tuple[Slot, ...]:
        """Return the tiles that are to be laid open: under the pile, and before it is sealed anew in the hands."""
        under = tuple(held.slot for held in self.under if not held.face) if self.under else ()
        return under if self.sealed else (*self.hidden(), *under)


def wire(state: MetroState) -> Wire:
    """Return the state as plain values, without what follows from the cells."""
    hands = tuple(tuple((*held.slot, held.face) for held in hand) for hand in state.hands)
    return (
        state.seats, state.free, state.size, state.drawing, state.turn, state.drew, state.cells, hands,
        state.points, state.out, state.deck, state.sealed, state.top, state.pile,
        tuple((*held.slot, held.face) for held in state.under),
    )  # fmt: skip


# The lines: how far each runs, and what a tile would change. For the rules, the bots and the screens.


@dataclass(frozen=True, slots=True)
class TileCrossing:
    """One crossing of a laid tile: by which side the line enters the cell, and by which it leaves."""

    cell: board.Cell
    enter: board.Side
    leave: board.Side


@dataclass(frozen=True, slots=True)
class LineTrace:
    """A line from its station on: the crossings in order, and where it is then."""

    links: tuple[TileCrossing, ...]
    end: board.End

    @property
    def finished(self) -> bool:
        """Whether the line has come into a station."""
        return self.end < 0


@dataclass(frozen=True, slots=True)
class LineChange:
    """What one tile does to the line of one station.

    ``before`` and ``after`` count the tile crossings, ``end`` is where the line is then. ``owner`` is the
    seat whose train stands at the station, -1 if none does; ``points`` is what it scores, 0 if nothing.
    """

    station: board.Station
    owner: Seat
    before: int
    after: int
    end: board.End
    points: int


def trace(cells: board.Cells, station: board.Station) -> LineTrace:
    """Follow the line of a numbered station over the laid tiles."""
    return trace_from(cells, board.DOORS[station])


def trace_from(cells: board.Cells, end: board.End) -> LineTrace:
    """Follow a line from where it is about to enter a cell over the laid tiles, a closed circle once."""
    links: list[TileCrossing] = []
    begin = end
    while end >= 0 and (piece := cells[end >> 2]):
        link = TileCrossing(end >> 2, end & 3, board.EXITS[piece][end & 3])
        links.append(link)
        end = board.ONWARD[4 * link.cell + link.leave]
        if end == begin:
            break
    return LineTrace(tuple(links), end)


def source(cells: board.Cells, end: board.End) -> board.End:
    """Return where the line that is about to enter a cell comes from, followed backwards.

    Below 0 it is a station, as for an `End`; otherwise the line begins at the edge of the laid tiles and
    enters the first of them there. A closed circle gives back what was asked.
    """
    at = end
    while True:
        back = board.ONWARD[at]
        if back < 0:
            return back
        piece = cells[back >> 2]
        if not piece:
            return at
        at = (back & ~3) + board.EXITS[piece].index(back & 3)
        if at == end:
            return at


def run(cells: board.Cells, end: board.End, length: int) -> tuple[board.End, int]:
    """Return where a line at ``end`` comes to over the laid tiles, and its length then."""
    while end >= 0 and (piece := cells[end >> 2]):
        end = board.ONWARD[(end & ~3) + board.EXITS[piece][end & 3]]
        length += 1
    return end, length


def changes(state: MetroState, cell: board.Cell, piece: board.Piece) -> tuple[LineChange, ...]:
    """Return what the piece on the empty cell would do to each line that waits there, by station number."""
    # A line may come back to the new tile, so it is followed with the tile in place.
    laid = board.put_piece(state.cells, cell, piece)
    owners = state.owners
    return tuple(
        _change(laid, station, owners[station - 1], end, state.lengths[station - 1])
        for station, end in enumerate(state.ends, 1)
        if end >> 2 == cell
    )


def _change(
    laid: board.Cells, station: board.Station, owner: Seat, end: board.End, before: int
) -> LineChange:
    end, after = run(laid, end, before)
    scores = end < 0 and owner != board.NOBODY
    points = after * (2 if board.in_centre(end) else 1) if scores else 0
    return LineChange(station, owner, before, after, end, points)


def may_be_laid(state: MetroState) -> range:
    """Return which tiles of the hand at turn may be laid: all of them, or only the one just drawn."""
    count = len(state.hands[state.turn])
    return range(count - 1, count) if state.drew else range(count)


def may_draw(state: MetroState) -> bool:
    """Return whether the seat at turn may draw one more: once a turn, from a pile that is not empty."""
    return not state.drew and state.pile > 0


DRAW: Final[Move] = ("draw",)


@dataclass(frozen=True, slots=True)
class MetroLay:
    """A tile laid: the hand's ``number`` (0 for its first tile), its face, the cell, quarter turns clockwise."""

    number: int
    face: Face
    cell: board.Cell
    turns: int

    @property
    def move(self) -> Move:
        """The move as plain values."""
        return lay_move(self.number, self.face, self.cell, self.turns)


def lay_move(number: int, face: Face, cell: board.Cell, turns: int) -> Move:
    """Return the move that lays a tile of the hand."""
    return ("lay", number, face, cell, turns)


def read_lay(move: Move) -> MetroLay | None:
    """Return the lay that a move is, None for a draw; raise `Illegal` for anything else."""
    if move == DRAW:
        return None
    match move:
        # True is an int to Python, and no number here.
        case ("lay", int(number), str(face), int(cell), int(turns)) if bool not in map(type, move):
            if number >= 0 and face in board.COPIES and 0 <= cell < len(board.NAMES) and 0 <= turns < 4:
                return MetroLay(number, face, cell, turns)
    raise Illegal(sentences.MOVE_IS())


def face_of(held: Held, known: Known) -> Face:
    """Return the face of a tile in a hand, as far as it is known; otherwise nothing."""
    return held.face or known.get(held.slot, "")
