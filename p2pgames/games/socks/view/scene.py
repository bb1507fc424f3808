"""What a picture of the city shows, whatever its size: the typed stick laid, what is traced, what is legal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from p2pgames.contract import Seat
from p2pgames.games.socks.city import Link, Station
from p2pgames.games.socks.notation import Frame, link, names
from p2pgames.games.socks.state import BUILDABLE, NOBODY, State
from p2pgames.games.socks.sticks import joined, lay_stick, way
from p2pgames.games.socks.view import pointing
from p2pgames.picture.picture import View


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as one viewer sees it."""

    before: State
    """As it is."""
    state: State
    """With the typed stick laid."""
    frame: Frame
    seat: Seat
    """Whose ways are shown: the viewer's, or for a spectator those of the seat at turn."""
    mine: bool
    typed: Link | None
    begun: Station | None
    """The station of a stick whose other end is not typed yet."""
    looked_at: int
    """The colour of the sock under the cursor, or `NOBODY`."""
    traced: tuple[Link, ...]
    """The links of the way that is followed."""
    useful: tuple[Link, ...]
    """Free links on a cheapest way of the viewer, by colour."""
    joined: Mapping[Link, Seat]
    """The links by which prizes were won, with their winners."""
    last: frozenset[Station]
    """The ends of the newest sticks of whoever laid last."""

    def can_build(self, number: Link) -> bool:
        """Return whether the viewer may lay a stick there now."""
        return self.mine and bool(BUILDABLE[self.before.terms.rebuild][self.before.links[number]])


def scene(state: State, view: View) -> Scene:
    """Return the position as the viewer sees it."""
    town, frame = state.town, names(state)
    mine = pointing.is_mover(state, view.seat)
    seat = state.turn if view.seat is None else view.seat
    move = pointing.typed_move(state, view.seat, view.typed)
    typed = None if move is None else link(state, move)
    after = state if typed is None else lay_stick(state, typed)
    under = pointing.begun(state, view.cursor)
    colour = NOBODY if under is None else town.sock_at.get(under, NOBODY)
    ways = {each: way(after, seat, each) for each in after.open_colours}
    traced = (
        ways.get(colour)
        if colour != NOBODY
        else min(filter(None, ways.values()), key=_lack(after), default=())
    )
    begun = pointing.begun(state, view.typed) if mine and typed is None else None
    free = [each for links in ways.values() for each in links if not after.links[each]]
    return Scene(
        before=state,
        state=after,
        frame=frame,
        seat=seat,
        mine=mine,
        typed=typed,
        begun=begun,
        looked_at=colour,
        traced=(traced or ()) if view.trace else (),
        useful=tuple(dict.fromkeys(free)) if mine else (),
        joined=joined(after),
        last=_last(state, view),
    )


def _lack(state: State) -> Callable[[tuple[Link, ...]], int]:
    return lambda links: sum(not state.links[each] for each in links)


def _last(state: State, view: View) -> frozenset[Station]:
    """Return the ends of the newest sticks: those of the last seat that laid, without a break."""
    ends: set[Station] = set()
    mover = view.recent[-1][1] if view.recent else NOBODY
    for before, seat, move in reversed(view.recent):
        if seat != mover or before.city is not state.city:
            break
        ends.update(state.town.ends[link(state, move)])
    return frozenset(ends)
