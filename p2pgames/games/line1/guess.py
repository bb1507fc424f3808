"""Which cards the others may hold, inferred from the tracks that they build."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from random import Random
from typing import Final

from p2pgames.contract import Face, Known, Seat, Slot
from p2pgames.games.line1 import travel
from p2pgames.games.line1.board import LINES, Cell
from p2pgames.games.line1.cheapest import BETTER, NEW, Plan, plan, with_link
from p2pgames.games.line1.detours import about
from p2pgames.games.line1.state import CARD_FACES, LINE_FACES, State, Task
from p2pgames.games.line1.tiles import LINKS
from p2pgames.games.line1.track import Track

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
