"""How Line 1 is thought about: in turns that everybody still needs to come home."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from p2pgames.contract import Face, Known, Move, Moved, Rules, Seat, Slot
from p2pgames.games.line1 import sentences, travel
from p2pgames.games.line1.board import (
    LINES,
    LINKS,
    NEAR,
    OF_TILE,
    TILE,
    Cell,
    Link,
    Pieces,
    Track,
    each,
    of_hand,
)
from p2pgames.games.line1.cheapest import BETTER, NEW, Plan, about, plan, with_link
from p2pgames.games.line1.laying import LAY, moves
from p2pgames.games.line1.moves import Take, read
from p2pgames.games.line1.state import CARD_FACES, LINE_FACES, State, Task
from p2pgames.search.chances import shares
from p2pgames.search.evaluator import Evaluator, Judged, Ranked, Width
from p2pgames.search.trust import Trust
from p2pgames.sentences import joined
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


# Which cards the others may hold, inferred from the tracks that they build.

_MANY: Final = 10**16
"""The weights are whole numbers, which are the same everywhere."""
Cards = tuple[int, int]
"""The numbers of a line card and a route card."""


class World(dict[Slot, Face]):
    """Faces for all cards, with the state where the thinking began and the plans there.

    Plans are updated while tiles are laid: making one anew takes longer than everything else.
    """

    def __init__(self, faces: Known, root: State) -> None:
        super().__init__(faces)
        self.root = root

    def plan(self, state: State, cards: Cards) -> Plan | None:
        """Return a plan for a schedule, the cheapest where the one from the beginning has become void."""
        first = planned(self.root, cards)
        return (first and _kept_up(first, self.root, state, cards)) or planned(state, cards)


def planned(state: State, cards: Cards) -> Plan | None:
    """Return the cheapest plan for a schedule; remembered for a while."""
    return _planned(state.track, state.signs, state.seats, cards)


@lru_cache(2048)
def _planned(track: Track, signs: tuple[Cell, ...], seats: int, cards: Cards) -> Plan | None:
    return plan(_table(track, signs, seats), *cards)


def _table(track: Track, signs: tuple[Cell, ...], seats: int) -> State:
    return State(seats, False, track, ((),) * seats, (None,) * seats, Task.TURN, signs=signs)


def _kept_up(first: Plan, root: State, state: State, cards: Cards) -> Plan | None:
    """Return what is left of a plan after some lays; None if it cannot be carried out any more."""
    was, now, fits = root.track.cells, state.track.cells, state.track.fits
    if _moved_away(first, root, state, cards):
        return None
    cost, left = first.cost, []
    for cell, link in first.lacking:
        price = BETTER if was[cell] else NEW
        if now[cell] != was[cell]:
            if link in LINKS[now[cell]]:
                cost -= price
                continue
            cost += BETTER - price
        if not fits[cell] & with_link(*link):
            return None
        left.append((cell, link))
    return Plan(cost, tuple(left))


def _moved_away(first: Plan, root: State, state: State, cards: Cards) -> bool:
    """Return whether a stop sign has come to stand where the plan does not build."""
    if state.signs == root.signs:
        return False
    cells = {cell for cell, _ in first.lacking}
    return any(
        state.sign(letter) != root.sign(letter) and state.sign(letter) not in cells
        for letter in state.stops(*cards)
    )


def world(state: State, seat: Seat, known: Known, random: Random) -> World:
    """Return a world that could be: cards are the likelier, the more of their way lies on the board."""
    faces, free = dict(known), _free(state, known)
    for other in state.inside:
        if travel.cards_of(state, other, faces) is not None or other == seat:
            continue
        choices = [cards for cards in free if _unused(state, faces, cards)]
        line, card = random.choices(choices, [_weight(state, cards) for cards in choices])[0]
        faces.update(zip(state.slots(other), (LINE_FACES[line - 1], CARD_FACES[card - 1]), strict=True))
    return World(faces, state)


def likely(state: State, known: Known) -> Cards:
    """Return the cards that somebody else most likely holds."""
    return max(_free(state, known), key=lambda cards: (_weight(state, cards), cards))


def _free(state: State, known: Known) -> Sequence[Cards]:
    """Return all pairs of cards that lie neither in a known hand nor open before a traveller."""
    shown = {(trip.line, trip.card) for trip in state.trips if trip is not None}
    lines, cards = {line for line, _ in shown}, {card for _, card in shown}
    pairs = [(line, card) for line in LINES for card in range(1, len(CARD_FACES) + 1)]
    return [
        each
        for each in pairs
        if each[0] not in lines and each[1] not in cards and _unused(state, known, each)
    ]


def _unused(state: State, faces: Known, cards: Cards) -> bool:
    lines, routes = state.deck_names
    taken = {(deck, face) for (deck, _), face in faces.items()}
    return (lines, LINE_FACES[cards[0] - 1]) not in taken and (routes, CARD_FACES[cards[1] - 1]) not in taken


def _weight(state: State, cards: Cards) -> int:
    """Return how likely cards are: whose way is nearly built is likely to be building it.

    In games of bots that laid towards their own way, this power of what is still lacking told the true cards best.
    """
    return _MANY // about(state, *cards) ** 4


class Line1Evaluator(Evaluator[State]):
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
        way = sentences.WAY(before=Count(before), count=Count(then))
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


EVALUATOR: Final = Line1Evaluator()
