"""What a picture of Bus shows at any size: the position with the move being considered, and what is marked."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames.contract import Move, Seat
from p2pgames.games.bus import board, lines, notation
from p2pgames.games.bus.board import BY_LABEL, Area, Crossing, Street
from p2pgames.games.bus.state import State
from p2pgames.games.bus.view.pointing import Draft, draft_of
from p2pgames.picture.picture import GLYPHS, Ink, Run, View
from p2pgames.text import whole_number


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as one viewer sees it."""

    before: State
    """As it is."""
    state: State
    """Right after the move that is meant."""
    seat: Seat | None
    draft: Draft | None
    """What the viewer can do; None unless it is to move."""
    move: Move | None
    """The move that is typed or under the cursor."""
    traced: tuple[Seat, ...]
    """The seats whose lines alone are to be seen; none to see all."""
    users: tuple[tuple[Seat, ...], ...]
    """For each street the seats whose beads hang on it."""
    heads: dict[Crossing, tuple[Seat, ...]]
    """The seats with a head at each crossing, twice where both are there."""
    changed: frozenset[Crossing]
    """The crossings at which the meant move changes something."""
    laid: Street | None
    """The street of the meant stick."""
    newest: dict[Crossing, tuple[Seat, bool]]
    """Where the newest moves ended: who made the last one there, and whether it is the very newest."""
    marker: tuple[Area, int] | None
    """The space of the very newest marker."""

    def ink(self, seat: Seat) -> Ink:
        """Return how something of a seat is written."""
        return f"bold seat{seat}" if seat == self.seat else f"seat{seat}"

    def sign(self, seat: Seat, more: Ink = "") -> Run:
        """Return the sign of a seat."""
        return f"{self.ink(seat)} {more}".strip(), GLYPHS[seat]

    def legal(self, typed: str, spot: str) -> bool:
        """Whether pointing at a place leads on to a move of the viewer."""
        return self.draft is not None and self.draft.legal(typed, spot)

    def seated(self, at: Crossing) -> int:
        """Return how many passengers at a crossing sit in a building of the hour."""
        return self.state.riders[at] - max(0, lines.spare(self.state, at))


def scene(state: State, view: View) -> Scene:
    """Return the position as the viewer sees it."""
    draft = draft_of(state, view.seat)
    move = _meant(draft, view) if draft else None
    after = notation.play(state, move) if move is not None else state
    traced = _traced(after, view)
    newest, marker = _recent(state, view)
    return Scene(
        before=state,
        state=after,
        seat=view.seat,
        draft=draft,
        move=move,
        traced=traced,
        users=_users(after, traced),
        heads=_heads(after, traced),
        changed=frozenset(_ends(move)) if move is not None else frozenset(),
        laid=_street(state, move),
        newest=newest,
        marker=marker,
    )


def _meant(draft: Draft, view: View) -> Move | None:
    """Return the move that is typed, or else the one that pointing at the cursor's place would write."""
    typed = draft.move(view.typed)
    if typed is not None or not view.cursor:
        return typed
    return draft.moves.get(draft.point(view.typed, view.cursor))


def _ends(move: Move) -> tuple[Crossing, ...]:
    match move:
        case ("stick", int(_), int(far)):
            return (far,)
        case ("build" | "rider", int(at), *_):
            return (at,)
        case ("carry", int(source), int(target)):
            return source, target
    return ()


def _street(state: State, move: Move | None) -> Street | None:
    match move:
        case ("stick", int(one), int(other)):
            return state.city.street[one, other]
    return None


def _users(state: State, traced: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    seats = traced or range(state.seats)
    masks = lines.owners(state.city, state.lines)
    return tuple(tuple(seat for seat in seats if mask >> seat & 1) for mask in masks)


def _heads(state: State, traced: tuple[Seat, ...]) -> dict[Crossing, tuple[Seat, ...]]:
    found: dict[Crossing, tuple[Seat, ...]] = {}
    for seat in traced or range(state.seats):
        if line := state.lines[seat]:
            for end in (line[0], line[-1]):
                found[end] = (*found.get(end, ()), seat)
    return found


def _traced(state: State, view: View) -> tuple[Seat, ...]:
    """Return the seats whose lines come to the crossing under the cursor; elsewhere the viewer's own."""
    if not view.trace:
        return ()
    here = -1 if (at := whole_number(view.cursor)) is None else at
    passing = tuple(seat for seat, line in enumerate(state.lines) if here in line)
    return passing or ((view.seat,) if view.seat is not None and state.lines[view.seat] else ())


def _recent(state: State, view: View) -> tuple[dict[Crossing, tuple[Seat, bool]], tuple[Area, int] | None]:
    marks: dict[Crossing, tuple[Seat, bool]] = {}
    marker = None
    for number, (before, seat, move) in enumerate(view.recent, 1):
        last = number == len(view.recent)
        for at in _ends(move)[-1:]:
            marks[at] = seat, last
        match move:
            case ("take", str(label)) if last:
                area = BY_LABEL[label]
                space = board.free(before.spaces, area)
                marker = (area, space) if state.spaces[area][space] == seat else None
    return marks, marker
