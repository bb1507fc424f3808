"""What stands beside the board in the panel: own cards and what they lack, trips, open hands, the stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Final

from p2pgames.contract import Seat
from p2pgames.games.line1 import sentences
from p2pgames.games.line1.board import BUILDING_NAMES, NAMES, SPACE_NAMES, TERMINAL_NAMES, own_terminals
from p2pgames.games.line1.moves import Anew, Go
from p2pgames.games.line1.sentences import NO_TILE, TILE_NAMES
from p2pgames.games.line1.state import NO_SIGN, State, Trip
from p2pgames.games.line1.travel import find
from p2pgames.games.line1.view.scene import Scene
from p2pgames.games.line1.words import parts, stops_of
from p2pgames.picture.picture import GLYPHS, Row, Say, View, seat_sign
from p2pgames.text import Count, FaceName, Message, Param, PlaceName

WIDEST: Final = 36


def panel(state: State, shown: Scene, view: View) -> tuple[tuple[str, Row], ...]:
    """Return the rows, at most 36 characters wide and no wider than the view, each with what tells what it means."""
    width = min(WIDEST, view.columns)
    rows = [
        *_own(state, shown, view.say),
        *(("", row) for row in _typed(state, shown, view.say)),
        *_trips(state, view.say),
        *_hands(state, shown, view),
        *(("", row) for row in _stack(state, view)),
    ]
    return tuple((name, line) for name, row in rows for line in _fitted(row, width))


def _fitted(row: Row, width: int) -> Iterator[Row]:
    """Yield a row, as several where it is too long; only the last run of it is broken."""
    lead = sum(len(text) for _, text in row[:-1])
    if not row or lead + len(row[-1][1]) <= width:
        yield row
        return
    ink, text = row[-1]
    first, *rest = wrap(text, width - lead, break_on_hyphens=False) or [""]
    blank = " " if text.startswith(" ") and not first.startswith(" ") else ""
    yield (*row[:-1], (ink, (blank + first)[: width - lead]))
    for line in wrap(" ".join(rest), width - 2, break_on_hyphens=False):
        yield (("", "  "), (ink, line))


def _own(state: State, shown: Scene, say: Say) -> Iterator[tuple[str, Row]]:
    """What only the viewer sees, as long as the trip has not begun."""
    if shown.cards is None or shown.seat is None or state.trips[shown.seat] is not None:
        return
    line, card = shown.cards
    first = TERMINAL_NAMES[own_terminals(line)[0]]
    yield first, (("bold", say(sentences.ONLY_YOU_SEE())), ("", f": {say(line_ends(line))}"))
    for letter in shown.stops:
        cell = state.sign(letter)
        signed = cell != NO_SIGN
        where = sentences.SIGN_ON(cell=PlaceName(NAMES[cell])) if signed else sentences.NO_SIGN_YET()
        yield letter, (("bold reverse", letter), ("", f" {BUILDING_NAMES[letter]}: {say(where)}"))
    route = find(state, line, card)
    if route is not None:
        connected = sentences.GO_NOW if shown.can.announced else sentences.GO_LATER
        yield "", (("bold", say(connected(spaces=Count(len(route) - 1)))),)
        return
    for part in parts(state, line, card):
        if part.template is not sentences.LACKS_SIGN:
            yield "", (("", f"- {say(part)}"),)


def line_ends(line: int) -> Message:
    """Return a line with its terminals."""
    first, second = (PlaceName(TERMINAL_NAMES[at]) for at in own_terminals(line))
    return sentences.LINE_ENDS(line=Count(line), first=first, second=second)


def _typed(state: State, shown: Scene, say: Say) -> Iterator[Row]:
    if (length := typed_route(state, shown)) is not None:
        yield ("bold", say(sentences.ROUTE())), ("", f" {say(length)}")


def typed_route(state: State, shown: Scene) -> Message | None:
    """Return how long the route is that is typed."""
    if not isinstance(shown.deed, Go | Anew):
        return None
    route = shown.deed.route
    halts = [space for space in route[1:] if space in shown.signs or space >= len(state.track.cells)]
    return sentences.HALTS(spaces=Count(len(route) - 1), halts=Count(len(halts)))


def _trips(state: State, say: Say) -> Iterator[tuple[str, Row]]:
    for seat, trip in enumerate(state.trips):
        if trip is not None:
            yield seat_sign(seat), (_name(seat), ("", f" {say(trip_said(state, trip))}"))


def trip_said(state: State, trip: Trip) -> Message:
    """Return how far a tram has come on its line."""
    told: dict[str, Param] = {
        "line": Count(trip.line),
        "stops": stops_of(state, trip.line, trip.card),
        "space": PlaceName(SPACE_NAMES[trip.route[trip.at]]),
        "left": Count(trip.left),
    }
    if trip.rolled:
        return sentences.TRIP_ROLLED(face=FaceName(trip.rolled), **told)
    return sentences.TRIP(**told)


def _hands(state: State, shown: Scene, view: View) -> Iterator[tuple[str, Row]]:
    """The hands of the others."""
    for seat, hand in enumerate(state.hands):
        if seat != shown.seat:
            is_open = hand and (seat in state.gone or state.trips[seat] is not None)
            tiles = counted(Counter(hand), view) or view.say(NO_TILE())
            taken = f", {view.say(sentences.TO_TAKE())}" if is_open else ""
            yield seat_sign(seat), (_name(seat), ("", f" {tiles}{taken}"))


def _name(seat: Seat) -> tuple[str, str]:
    return f"bold seat{seat}", GLYPHS[seat]


def counted(counts: Mapping[int, int], view: View) -> str:
    """Return tiles by their names, with how many of each."""
    names = {tile: view.brief(TILE_NAMES[tile]) for tile, count in sorted(counts.items()) if count}
    return ", ".join(f"{counts[tile]} {name}" if counts[tile] > 1 else name for tile, name in names.items())


def _stack(state: State, view: View) -> Iterator[Row]:
    count, tiles = sum(state.stack), counted(dict(enumerate(state.stack)), view)
    yield ("bold", view.say(sentences.STACK_OF(number=Count(count)))), ("", f": {tiles}")
