"""How Line 1 is thought about: in turns that everybody still needs to come home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from p2pgames.contract import Known, Move, Moved, Rules, Seat
from p2pgames.games.line1 import messages, travel
from p2pgames.games.line1.board import NEAR, Cell
from p2pgames.games.line1.cheapest import BETTER, NEW, Plan, with_link
from p2pgames.games.line1.guess import Cards, World, likely, planned, world
from p2pgames.games.line1.laying import LAY
from p2pgames.games.line1.listing import moves
from p2pgames.games.line1.moves import Take, read
from p2pgames.games.line1.state import State, Task
from p2pgames.games.line1.tiles import OF_TILE, TILE, Link, Pieces, each, of_hand
from p2pgames.messages import joined
from p2pgames.search.chances import shares
from p2pgames.search.mind import Judged, Mind, Ranked, Width
from p2pgames.search.trust import Trust
from p2pgames.telling import effect
from p2pgames.text import Count, Message

_PACE: Final = 2.6
"""Spaces that a tram goes in a turn."""
_WAIT: Final = 0.5
"""What part of the wait for the rarest tile counts: others may come meanwhile, and ways change."""
_LONGEST: Final = 6.0
"""Turns that nobody waits longer for one tile."""
_MISSING: Final = 0.04
_LOST: Final = 40.0
"""Turns of a seat whose stops cannot be joined as things lie."""
_GONE: Final = 99.0
_EARLY: Final = 0.9
_LATE: Final = 0.15
"""Turns of a lead that make a seat e times as likely to win: at the end, and more for each turn that is left."""
_CLOSE: Final = 6
"""Links that a rival may still lack for its way to be worth a lay against it."""


class Line1Mind(Mind[State]):
    """Builds its own way, guesses those of the others from what lies there, and lays against them where that pays."""

    width = Width(keep=4, more=0.7, warm=1.0, bonus=0.8, grow=0.4)
    nodes = 500
    trust = Trust(spread=53, shift=-45)
    hidden = True
    turns = True

    def guess(self, state: State, seat: Seat, known: Known, random: Random) -> Known:
        """Return a world with cards for everybody."""
        return world(state, seat, known, random)

    def rank(self, state: State, seat: Seat, known: Known, random: Random) -> Sequence[Ranked]:
        """Return lays by the links they make, some against a rival who is close, and a few that do no harm."""
        cards = travel.cards_of(state, seat, known)
        if state.task is Task.TAKE or state.trip is not None or cards is None:
            return _few(state, seat, known, cards, random)
        if not state.lays and (ways := travel.announcements(state, seat, known)):
            return [(0.0, ways[0])]
        way = _plan(state, cards, known)
        found = [
            *_useful(state, seat, way),
            *_against(state, seat, known),
            *_harmless(state, seat, way, random),
        ]
        if not found:
            return _few(state, seat, known, cards, random)
        best: dict[Move, float] = {}
        for worth, move in found:
            best[move] = max(worth, best.get(move, worth))
        ranked = [(worth, random.random(), move) for move, worth in best.items()]
        ranked.sort(key=lambda entry: entry[:2], reverse=True)
        return [(worth, move) for worth, _, move in ranked]

    def leaf(self, state: State, known: Known, random: Random) -> Judged:  # noqa: ARG002
        """Return the chances by the turns that everybody needs, the seat at turn first."""
        needs = [
            _turns(state, seat, known) + ((seat - state.turn) % state.seats) / state.seats
            for seat in range(state.seats)
        ]
        stands = [-each for each in needs]
        return Judged(shares(stands, _EARLY + _LATE * min(needs), state.gone), stands)

    def tell(self, rules: Rules[State], state: State, seat: Seat, known: Known, move: Move) -> Message | None:
        """Return what a move does to the seat's own way, beside what everybody sees."""
        seen = effect(rules, state, seat, move)
        after = rules.apply(state, Moved(seat, move))
        before, then = (_lack(each, seat, known) for each in (state, after))
        if before is None or then is None or state.trip is not None:
            return seen
        way = messages.WAY(before=Count(before), count=Count(then))
        return way if seen is None else joined([seen, way])


def _lack(state: State, seat: Seat, known: Known) -> int | None:
    """Return how many links a seat's way lacks; None if there is no way, or none is built any more."""
    cards = travel.cards_of(state, seat, known)
    way = _plan(state, cards, known) if cards and state.trips[seat] is None else None
    return None if way is None else len(way.lacking)


def _plan(state: State, cards: Cards, known: Known) -> Plan | None:
    return known.plan(state, cards) if isinstance(known, World) else planned(state, cards)


def _turns(state: State, seat: Seat, known: Known) -> float:
    """Return about how many turns a seat needs to come home."""
    trip, cards = state.trips[seat], travel.cards_of(state, seat, known)
    if seat in state.gone:
        return _GONE
    if trip is not None:
        return trip.left / _PACE
    way = _plan(state, cards, known) if cards else None
    if way is None:
        return _LOST
    mine, total = of_hand(state.hands[seat]), sum(state.stack) or 1
    length, longest, missing = way.cost, 0.0, 0
    for cell, link in way.lacking:
        length -= BETTER if state.track.cells[cell] else NEW
        fitting = state.track.fits[cell] & with_link(*link)
        if not fitting & mine:
            missing += 1
            longest = max(longest, min(_LONGEST, total / (2 * max(1, _left(state, fitting)))))
    return 1.0 + len(way.lacking) / 2 + _WAIT * longest + _MISSING * missing + length / _PACE


def _left(state: State, fitting: Pieces) -> int:
    """Return how many tiles of the stack are among these pieces."""
    return sum(count for tile, count in enumerate(state.stack) if OF_TILE[tile] & fitting)


def _useful(state: State, seat: Seat, way: Plan | None) -> Iterator[Ranked]:
    """Yield the lays that make a link the way lacks: first what makes most of them, then with the plainest tile."""
    mine, needed = of_hand(state.hands[seat]), dict[Cell, list[Link]]()
    for cell, link in way.lacking if way else ():
        needed.setdefault(cell, []).append(link)
    for cell, links in needed.items():
        for piece in each(state.track.fits[cell] & mine):
            made = sum(with_link(*link) >> piece & 1 for link in links)
            if made:
                again = 0.3 if state.track.cells[cell] else 0.0
                yield made + again - 0.05 * TILE[piece], LAY[cell][piece]


def _against(state: State, seat: Seat, known: Known) -> Iterator[Ranked]:
    """Yield lays on the way of the rival who is closest that do not make the link it lacks there."""
    mine, ways = of_hand(state.hands[seat]), list[Plan]()
    for other in state.inside:
        if other != seat and state.trips[other] is None:
            cards = travel.cards_of(state, other, known) or likely(state, known)
            if way := _plan(state, cards, known):
                ways.append(way)
    nearest = min(ways, key=lambda way: len(way.lacking), default=None)
    if nearest is not None and len(nearest.lacking) <= _CLOSE:
        for cell, link in nearest.lacking:
            for piece in each(state.track.fits[cell] & mine & ~with_link(*link))[:3]:
                yield 0.5, LAY[cell][piece]


def _harmless(state: State, seat: Seat, way: Plan | None, random: Random) -> Iterator[Ranked]:
    """Yield some lays away from the way, of the rarest tile that fits there."""
    near: set[Cell] = set()
    for cell, _ in way.lacking if way else ():
        near |= {cell, *(beside for _, beside, _ in NEAR[cell])}
    mine, fits = of_hand(state.hands[seat]), state.track.fits
    cells = [cell for cell, pieces in enumerate(fits) if pieces & mine and cell not in near]
    for cell in random.sample(cells, min(3, len(cells))):
        pieces = each(fits[cell] & mine)
        yield 0.0, LAY[cell][max(pieces, key=lambda piece: (TILE[piece], random.random()))]


def _few(state: State, seat: Seat, known: Known, cards: Cards | None, random: Random) -> Sequence[Ranked]:
    """Return moves where there is little to choose: tiles that are taken, a roll or another route, pairs, a pass."""
    listed = list(moves(state, seat, known))
    if state.task is not Task.TAKE:
        return [(0.0, move) for move in (listed if len(listed) <= 8 else random.sample(listed, 8))]
    way = _plan(state, cards, known) if cards else None
    found = [(_wanted(state, seat, way, move), random.random(), move) for move in listed]
    found.sort(key=lambda entry: entry[:2], reverse=True)
    return [(worth, move) for worth, _, move in found]


def _wanted(state: State, seat: Seat, way: Plan | None, move: Move) -> float:
    """Return for how many links of the way a tile is wanted that can be taken, more where the hand has none."""
    deed = read(move)
    if not isinstance(deed, Take) or way is None:
        return 0.0
    mine, total = of_hand(state.hands[seat]), 0.0
    for cell, link in way.lacking:
        fitting = state.track.fits[cell] & with_link(*link)
        if fitting & OF_TILE[deed.tile]:
            total += 0.2 if fitting & mine else 1.0
    return total


MIND: Final = Line1Mind()
