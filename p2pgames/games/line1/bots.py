"""The players of Line 1 made of code: `builder`, which lays its cheapest way, and what those that search go by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from random import Random
from typing import Final, TypeAlias

from p2pgames.contract import AnyRules, Face, Known, Move, Moved, Rules, Seat, Slot, effect_of_move
from p2pgames.games.line1 import sentences
from p2pgames.games.line1.board import (
    CELLS,
    EXITS,
    LETTERS,
    LINES,
    LINKS,
    NEAR,
    OF_TILE,
    ONWARD,
    OUT,
    PIECES,
    STOPS,
    TERMINALS,
    TILE,
    Cell,
    Door,
    Link,
    Piece,
    Pieces,
    Side,
    Terminal,
    Track,
    each,
    of_hand,
    own_terminals,
)
from p2pgames.games.line1.state import CARD_FACES, LINE_FACES, NO_SIGN, Line1State, Line1Task
from p2pgames.games.line1.turns import (
    DRAW,
    LAY,
    PASS,
    Line1Lay,
    TakeTile,
    announcements,
    cards_of,
    legal_moves,
    read_deed,
)
from p2pgames.search.evaluator import Estimate, Evaluator, Ranked, Trust, Width, shares
from p2pgames.sentences import joined
from p2pgames.text import Count, Message

_BEGIN: Final = ("go", "roll")


# The cheapest way to connect a schedule: over the track there is, and tiles still to be laid or exchanged.

SPACE: Final = 1
"""What a space on the way costs."""
NEW: Final = 8
"""What a tile on an empty cell costs."""
BETTER: Final = 13
"""What an exchange costs: the tiles for it are rarer."""

ARCS: Final = 4 * CELLS
"""Below this a place is a door of a cell; from here on it is an end of a terminal's arc."""
PLACES: Final = ARCS + 2 * TERMINALS
_Place: TypeAlias = int
"""A door and the stops met before it, as one number."""
Steps: TypeAlias = tuple[tuple[Door, int], ...]
"""Where a tram may go on to, each with what it costs to make that possible."""
_FAR: Final = 1 << 30
"""More than any way costs."""


@cache
def with_link(one: Side, other: Side) -> Pieces:
    """Return the pieces that join two sides."""
    link = min(one, other), max(one, other)
    return sum(1 << piece for piece in PIECES if link in LINKS[piece])


@dataclass(frozen=True, slots=True)
class TrackPlan:
    """A way that could be built: what it costs in all, and the links it lacks, in their order."""

    cost: int
    lacking: tuple[tuple[Cell, Link], ...]


def cheapest_plan(state: Line1State, line: int, card: int) -> TrackPlan | None:
    """Return the cheapest plan for a schedule, None if there is none any more."""
    start, goal = own_terminals(line)
    bits = _bits(state, line, card)
    size = 1 << max(bits.values()).bit_length()
    steps = steps_on(state.track)
    home = (ARCS + 2 * goal, ARCS + 2 * goal + 1)
    barred = (ARCS + 2 * start, ARCS + 2 * start + 1)
    first = [door * size + bits.get(door >> 2, 0) for door in OUT[start]]
    best, before = [_FAR] * (PLACES * size), dict[_Place, _Place]()
    for there in first:
        best[there] = 0
    # Prices are small whole numbers: places wait in a list for each cost, which is quicker than a heap.
    waiting, cost = [first], -1
    while (cost := cost + 1) < len(waiting):
        for here in sorted(waiting[cost]):
            if best[here] < cost:
                continue
            door, met = divmod(here, size)
            if door in home:
                return TrackPlan(cost, tuple(_lacking(state.track, before, here, size)))
            for beyond, price in steps[door]:
                if beyond >= ARCS and (beyond in barred or (beyond in home and met != size - 1)):
                    continue
                there, total = beyond * size + (met | bits.get(beyond >> 2, 0)), cost + price
                if total < best[there]:
                    best[there], before[there] = total, here
                    while total >= len(waiting):
                        waiting.append([])
                    waiting[total].append(there)
    return None


def _bits(state: Line1State, line: int, card: int) -> dict[Cell, int]:
    """Return by cell the bit of the stop that is met there: at its sign, without one anywhere beside the building."""
    bits: dict[Cell, int] = {}
    for number, letter in enumerate(state.stops(line, card)):
        sign = state.stop_cell(letter)
        for cell in STOPS[letter] if sign == NO_SIGN else (sign,):
            bits[cell] = 1 << number
    return bits


class _Onward(dict[Door, Steps]):
    """By door, found when it is asked for: where a tram may go on to on this track."""

    def __init__(self, track: Track) -> None:
        super().__init__()
        self.track = track

    def __missing__(self, door: Door) -> Steps:
        cell = door >> 2
        if door >= ARCS:
            found: Steps = ((OUT[door - ARCS >> 1][(door + 1) % 2], SPACE),)
        else:
            found = _ways(door, self.track.cells[cell], self.track.fits[cell])
        self[door] = found
        return found


@lru_cache(16)
def steps_on(track: Track) -> Mapping[Door, Steps]:
    """Return the ways on this track, which are the same for all schedules."""
    return _Onward(track)


@lru_cache(2**16)
def _ways(door: Door, piece: Piece, fits: Pieces) -> Steps:
    enter = door & 3
    there = EXITS[piece][enter]
    price = SPACE + (BETTER if piece else NEW)
    return tuple(
        (onward, SPACE if side in there else price)
        for side in range(4)
        if side != enter
        and (onward := ONWARD[door & ~3 | side]) >= 0
        and (side in there or fits & with_link(enter, side))
    )


def _lacking(
    track: Track, before: Mapping[_Place, _Place], last: _Place, size: int
) -> Iterator[tuple[Cell, Link]]:
    """Yield the links that the tiles do not have, backwards from the goal."""
    there = last
    while there in before:
        here = before[there]
        door = here // size
        if door < ARCS:
            leave = next(side for side in range(4) if ONWARD[door & ~3 | side] == there // size)
            link = min(door & 3, leave), max(door & 3, leave)
            if link not in LINKS[track.cells[door >> 2]]:
                yield door >> 2, link
        there = here


# About what every schedule would still cost, at a small part of the price of its cheapest plan.

MOST: Final = 400
"""What a way costs at most, also where there is none."""


def about(state: Line1State, line: int, card: int) -> int:
    """Return twice the cost of a way between a line's terminals with the longest detour to a stop, and half the others.

    No plan of the schedule is cheaper than the way with its longest detour.
    """
    direct, through = _direct_and_through(state.track, state.signs, line)
    detours = [through[letter] - direct for letter in state.stops(line, card)]
    return 2 * direct + max(detours) + sum(detours)


@lru_cache(64)
def _direct_and_through(track: Track, signs: tuple[Cell, ...], line: int) -> tuple[int, dict[str, int]]:
    """Return what a line's way costs, and by letter what it costs past that stop."""
    start, goal = own_terminals(line)
    there, back = _costs(track, start, goal), _costs(track, goal, start)
    direct = min(MOST, *there[ARCS + 2 * goal : ARCS + 2 * goal + 2])
    return direct, {
        letter: max(direct, min(_past(track, cell, there, back) for cell in _cells(signs, letter)))
        for letter in LETTERS
    }


def _cells(signs: tuple[Cell, ...], letter: str) -> tuple[Cell, ...]:
    sign = signs[LETTERS.index(letter)]
    return STOPS[letter] if sign == NO_SIGN else (sign,)


def _past(track: Track, cell: Cell, there: list[int], back: list[int]) -> int:
    """Return what the cheapest way through a cell costs: in by one side, and back from the goal by the other."""
    leaves = {ONWARD[4 * cell + side]: 4 * cell + side for side in range(4)}
    steps = steps_on(track)
    return min(
        (
            there[door] + price + back[leaves[beyond]]
            for door in range(4 * cell, 4 * cell + 4)
            for beyond, price in steps[door]
        ),
        default=MOST,
    )


def _costs(track: Track, start: Terminal, goal: Terminal) -> list[int]:
    """Return by door what it costs to come there from a terminal; no further than to the goal."""
    steps, waiting, cost = steps_on(track), [list(OUT[start])], -1
    best = [MOST] * PLACES
    for door in OUT[start]:
        best[door] = 0
    first, home = ({ARCS + 2 * at, ARCS + 2 * at + 1} for at in (start, goal))
    while (cost := cost + 1) < len(waiting):
        for door in waiting[cost]:
            if best[door] < cost or door in home:
                continue
            for beyond, price in steps[door]:
                total = cost + price
                if total < best[beyond] and beyond not in first:
                    best[beyond] = total
                    while total >= len(waiting):
                        waiting.append([])
                    waiting[total].append(beyond)
    return best


def builder(rules: AnyRules, state: Line1State, seat: Seat, known: Known, random: Random) -> Move:
    """Return a lay on the cheapest way for the own schedule; begin the trip when it is connected, and ride it.

    With no tile for that way, lay one where it does no harm to it.
    """
    moves = rules.moves(state, seat, known)
    word = moves[0][0] if isinstance(moves[0], tuple) else ""
    cards = cards_of(state, seat, known)
    if word in _BEGIN:
        return moves[0]
    if state.task is Line1Task.TAKE:
        return _taken(state, seat, [move for move in moves if move not in (DRAW, PASS)] or [DRAW])
    if cards is None or len(moves) == 1:
        return random.choice(moves)
    way = cheapest_plan(state, *cards)
    return (_bot_useful(state, seat, way, random) if way else None) or _bot_harmless(moves, way, random)


def _taken(state: Line1State, seat: Seat, takes: list[Move]) -> Move:
    """Return the plainest tile of those the hand has fewest of."""

    def price(move: Move) -> tuple[int, int]:
        deed = read_deed(move)
        return (state.hands[seat].count(deed.tile), deed.tile) if isinstance(deed, TakeTile) else (0, 0)

    return min(takes, key=price)


def _bot_useful(state: Line1State, seat: Seat, way: TrackPlan, random: Random) -> Move | None:
    """Return a lay that makes a link the way lacks, the one that makes most of them, then the plainest tile."""
    mine, needed = of_hand(state.hands[seat]), dict[Cell, list[tuple[int, int]]]()
    for cell, link in way.lacking:
        needed.setdefault(cell, []).append(link)
    found = []
    for cell, links in needed.items():
        for piece in each(state.track.fits[cell] & mine):
            made = sum(with_link(*link) >> piece & 1 for link in links)
            if made:
                found.append(
                    (made, bool(state.track.cells[cell]), -TILE[piece], random.random(), piece, cell)
                )
    if not found:
        return None
    piece, cell = max(found)[-2:]
    return LAY[cell][piece]


def _bot_harmless(moves: Sequence[Move], way: TrackPlan | None, random: Random) -> Move:
    """Return a lay away from the way, of the rarest tile; any move where there is none."""
    near: set[Cell] = set()
    for cell, _ in way.lacking if way else ():
        near |= {cell, *(beside for _, beside, _ in NEAR[cell])}
    lays = [(move, deed) for move in moves if isinstance(deed := read_deed(move), Line1Lay)]
    away = [(TILE[deed.piece], random.random(), move) for move, deed in lays if deed.cell not in near]
    return max(away)[2] if away else random.choice(moves)


# How Line 1 is thought about: in turns that everybody still needs to come home.

_PACE: Final = 2.6
"""Spaces that a tram goes in a turn: 2.5 by the four numbers of the die, and about as many by its two H, which lead to
the next stop."""
_WAIT: Final = 0.5
"""What part of the wait for the rarest tile counts: others may come meanwhile, and ways change."""
_LONGEST: Final = 6.0
"""Turns that nobody waits longer for one tile."""
_MISSING: Final = 0.04
"""Turns for each link that no tile in hand makes: it decides between ways that cost the same otherwise."""
_LOST: Final = 40.0
"""Turns of a seat whose stops cannot be joined as things lie."""
_GONE: Final = 99.0
"""Turns of who has left: more than `_LOST`, so that nobody inside stands worse."""
_AT_END: Final = 0.9
_EACH_TURN: Final = 0.15
"""Turns of a lead that make a seat e times as likely to win: at the end, and more for each turn that is left."""
_CLOSE: Final = 6
"""Links that a rival may still lack for its way to be worth a lay against it."""


# Which cards the others may hold, inferred from the tracks that they build.

_MANY: Final = 10**16
"""The weights are whole numbers, which are the same everywhere."""
Cards = tuple[int, int]
"""The numbers of a line card and a route card."""


class GuessedWorld(dict[Slot, Face]):
    """Faces for all cards, with the state where the thinking began and the plans there.

    Plans are updated while tiles are laid: making one anew takes longer than everything else.
    """

    def __init__(self, faces: Known, root: Line1State) -> None:
        super().__init__(faces)
        self.root = root

    def plan(self, state: Line1State, cards: Cards) -> TrackPlan | None:
        """Return a plan for a schedule, the cheapest where the one from the beginning has become void."""
        first = planned(self.root, cards)
        return (first and _kept_up(first, self.root, state, cards)) or planned(state, cards)


def planned(state: Line1State, cards: Cards) -> TrackPlan | None:
    """Return the cheapest plan for a schedule; remembered for a while."""
    return _planned(state.track, state.signs, state.seats, cards)


@lru_cache(2048)
def _planned(track: Track, signs: tuple[Cell, ...], seats: int, cards: Cards) -> TrackPlan | None:
    return cheapest_plan(
        Line1State(seats, False, track, ((),) * seats, (None,) * seats, Line1Task.TURN, signs=signs), *cards
    )


def _kept_up(first: TrackPlan, root: Line1State, state: Line1State, cards: Cards) -> TrackPlan | None:
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
    return TrackPlan(cost, tuple(left))


def _moved_away(first: TrackPlan, root: Line1State, state: Line1State, cards: Cards) -> bool:
    """Return whether a stop sign has come to stand where the plan does not build."""
    if state.signs == root.signs:
        return False
    cells = {cell for cell, _ in first.lacking}
    return any(
        state.stop_cell(letter) != root.stop_cell(letter) and state.stop_cell(letter) not in cells
        for letter in state.stops(*cards)
    )


def guessed_world(state: Line1State, seat: Seat, known: Known, random: Random) -> GuessedWorld:
    """Return a world that could be: cards are the likelier, the more of their way lies on the board."""
    faces, free = dict(known), _free(state, known)
    for other in state.inside:
        if cards_of(state, other, faces) is not None or other == seat:
            continue
        choices = [cards for cards in free if _unused(state, faces, cards)]
        line, card = random.choices(choices, [_weight(state, cards) for cards in choices])[0]
        faces.update(zip(state.slots(other), (LINE_FACES[line - 1], CARD_FACES[card - 1]), strict=True))
    return GuessedWorld(faces, state)


def likely(state: Line1State, known: Known) -> Cards:
    """Return the cards that somebody else most likely holds."""
    return max(_free(state, known), key=lambda cards: (_weight(state, cards), cards))


def _free(state: Line1State, known: Known) -> Sequence[Cards]:
    """Return all pairs of cards that lie neither in a known hand nor open before a traveller."""
    shown = {(trip.line, trip.card) for trip in state.trips if trip is not None}
    lines, cards = {line for line, _ in shown}, {card for _, card in shown}
    pairs = [(line, card) for line in LINES for card in range(1, len(CARD_FACES) + 1)]
    return [
        each
        for each in pairs
        if each[0] not in lines and each[1] not in cards and _unused(state, known, each)
    ]


def _unused(state: Line1State, faces: Known, cards: Cards) -> bool:
    lines, routes = state.deck_names
    taken = {(deck, face) for (deck, _), face in faces.items()}
    return (lines, LINE_FACES[cards[0] - 1]) not in taken and (routes, CARD_FACES[cards[1] - 1]) not in taken


def _weight(state: Line1State, cards: Cards) -> int:
    """Return how likely cards are: whose way is nearly built is likely to be building it.

    In games of bots that laid towards their own way, this power of what is still lacking told the true cards best.
    """
    return _MANY // about(state, *cards) ** 4


class Line1Evaluator(Evaluator[Line1State]):
    """Builds its own way, guesses those of the others from what lies there, and lays against them where that pays."""

    width = Width(keep=4, more=0.7, warm=1.0, bonus=0.8, grow=0.4)
    nodes = 500
    trust = Trust(spread=53, shift=-45)
    hidden = True
    turns = True

    def guess(self, state: Line1State, seat: Seat, known: Known, random: Random) -> Known:
        """Return a world with cards for everybody."""
        return guessed_world(state, seat, known, random)

    def rank(self, state: Line1State, seat: Seat, known: Known, random: Random) -> Sequence[Ranked]:
        """Return lays by the links they make, some against a rival who is close, and a few that do no harm."""
        cards = cards_of(state, seat, known)
        if state.task is Line1Task.TAKE or state.trip is not None or cards is None:
            return _few(state, seat, known, cards, random)
        if not state.lays and (ways := announcements(state, seat, known)):
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

    def leaf(self, state: Line1State, known: Known, random: Random) -> Estimate:  # noqa: ARG002
        """Return the chances by the turns that everybody needs, the seat at turn first."""
        needs = [
            _turns(state, seat, known) + ((seat - state.turn) % state.seats) / state.seats
            for seat in range(state.seats)
        ]
        stands = [-each for each in needs]
        return Estimate(shares(stands, _AT_END + _EACH_TURN * min(needs), state.gone), stands)

    def tell(
        self, rules: Rules[Line1State], state: Line1State, seat: Seat, known: Known, move: Move
    ) -> Message | None:
        """Return what a move does to the seat's own way, beside what everybody sees."""
        seen = effect_of_move(rules, state, seat, move)
        after = rules.apply(state, Moved(seat, move))
        before, then = (_lack(each, seat, known) for each in (state, after))
        if before is None or then is None or state.trip is not None:
            return seen
        way = sentences.WAY(before=Count(before), count=Count(then))
        return way if seen is None else joined([seen, way])


def _lack(state: Line1State, seat: Seat, known: Known) -> int | None:
    """Return how many links a seat's way lacks; None if there is no way, or none is built any more."""
    cards = cards_of(state, seat, known)
    way = _plan(state, cards, known) if cards and state.trips[seat] is None else None
    return None if way is None else len(way.lacking)


def _plan(state: Line1State, cards: Cards, known: Known) -> TrackPlan | None:
    return known.plan(state, cards) if isinstance(known, GuessedWorld) else planned(state, cards)


def _turns(state: Line1State, seat: Seat, known: Known) -> float:
    """Return about how many turns a seat needs to come home."""
    trip, cards = state.trips[seat], cards_of(state, seat, known)
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
            left = sum(count for tile, count in enumerate(state.stack) if OF_TILE[tile] & fitting)
            longest = max(longest, min(_LONGEST, total / (2 * max(1, left))))
    return 1.0 + len(way.lacking) / 2 + _WAIT * longest + _MISSING * missing + length / _PACE


def _useful(state: Line1State, seat: Seat, way: TrackPlan | None) -> Iterator[Ranked]:
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


def _against(state: Line1State, seat: Seat, known: Known) -> Iterator[Ranked]:
    """Yield lays on the way of the rival who is closest that do not make the link it lacks there."""
    mine, ways = of_hand(state.hands[seat]), list[TrackPlan]()
    for other in state.inside:
        if other != seat and state.trips[other] is None:
            cards = cards_of(state, other, known) or likely(state, known)
            if way := _plan(state, cards, known):
                ways.append(way)
    nearest = min(ways, key=lambda way: len(way.lacking), default=None)
    if nearest is not None and len(nearest.lacking) <= _CLOSE:
        for cell, link in nearest.lacking:
            for piece in each(state.track.fits[cell] & mine & ~with_link(*link))[:3]:
                yield 0.5, LAY[cell][piece]


def _harmless(state: Line1State, seat: Seat, way: TrackPlan | None, random: Random) -> Iterator[Ranked]:
    """Yield some lays away from the way, of the rarest tile that fits there."""
    near: set[Cell] = set()
    for cell, _ in way.lacking if way else ():
        near |= {cell, *(beside for _, beside, _ in NEAR[cell])}
    mine, fits = of_hand(state.hands[seat]), state.track.fits
    cells = [cell for cell, pieces in enumerate(fits) if pieces & mine and cell not in near]
    for cell in random.sample(cells, min(3, len(cells))):
        pieces = each(fits[cell] & mine)
        yield 0.0, LAY[cell][max(pieces, key=lambda piece: (TILE[piece], random.random()))]


def _few(
    state: Line1State, seat: Seat, known: Known, cards: Cards | None, random: Random
) -> Sequence[Ranked]:
    """Return moves where there is little to choose: tiles that are taken, a roll or another route, pairs, a pass."""
    listed = list(legal_moves(state, seat, known))
    if state.task is not Line1Task.TAKE:
        return [(0.0, move) for move in (listed if len(listed) <= 8 else random.sample(listed, 8))]
    way = _plan(state, cards, known) if cards else None
    found = [(_wanted(state, seat, way, move), random.random(), move) for move in listed]
    found.sort(key=lambda entry: entry[:2], reverse=True)
    return [(worth, move) for worth, _, move in found]


def _wanted(state: Line1State, seat: Seat, way: TrackPlan | None, move: Move) -> float:
    """Return for how many links of the way a tile is wanted that can be taken, more where the hand has none."""
    deed = read_deed(move)
    if not isinstance(deed, TakeTile) or way is None:
        return 0.0
    mine, total = of_hand(state.hands[seat]), 0.0
    for cell, link in way.lacking:
        fitting = state.track.fits[cell] & with_link(*link)
        if fitting & OF_TILE[deed.tile]:
            total += 0.2 if fitting & mine else 1.0
    return total


EVALUATOR: Final = Line1Evaluator()
