"""What stands beside the board in the panel: own cards and what they lack, trips, open hands, the stack."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from textwrap import wrap
from typing import Final

from p2pgames.contract import Seat
from p2pgames.line1.board import BUILDING_NAMES, NAMES, SPACE_NAMES
from p2pgames.line1.missing import parts
from p2pgames.line1.moves import Anew, Go
from p2pgames.line1.notation import ends_of
from p2pgames.line1.scene import Scene
from p2pgames.line1.state import NO_SIGN, State
from p2pgames.line1.tiles import TILES
from p2pgames.line1.travel import find
from p2pgames.picture import GLYPHS, Row, Say, View

WIDEST: Final = 36


def panel(state: State, shown: Scene, view: View) -> tuple[Row, ...]:
    """Return the rows, at most 36 characters wide and no wider than the view."""
    width = min(WIDEST, view.columns)
    rows = [
        *_own(state, shown, view.say),
        *_typed(state, shown, view.say),
        *_trips(state, view.say),
        *_hands(state, shown, view),
        *_stack(state, view),
    ]
    return tuple(line for row in rows for line in _fitted(row, width))


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


def _own(state: State, shown: Scene, say: Say) -> Iterator[Row]:
    """What only the viewer sees, as long as the trip has not begun."""
    if shown.cards is None or shown.seat is None or state.trips[shown.seat] is not None:
        return
    line, card = shown.cards
    yield ("bold", say("only you see")), ("", f": {say(f'line {line}, {ends_of(line)}')}")
    for letter in shown.stops:
        cell = state.sign(letter)
        where = f"sign on {NAMES[cell]}" if cell != NO_SIGN else "no sign yet"
        yield ("bold reverse", letter), ("", f" {BUILDING_NAMES[letter]}: {say(where)}")
    route = find(state, line, card)
    if route is not None:
        when = "type go" if shown.can.announced else "go at your next turn"
        yield (("bold", say(f"connected, {len(route) - 1} spaces: {when}")),)
        return
    for part in parts(state, line, card) or ("no single way passes all stops",):
        if not part.endswith("has no sign"):
            yield (("", f"- {say(part)}"),)


def _typed(state: State, shown: Scene, say: Say) -> Iterator[Row]:
    """The route that is typed."""
    if isinstance(shown.deed, Go | Anew):
        route = shown.deed.route
        halts = [space for space in route[1:] if space in shown.signs or space >= len(state.track.cells)]
        yield ("bold", say("route")), ("", f" {say(f'{len(route) - 1} spaces, {len(halts)} halts for an H')}")


def _trips(state: State, say: Say) -> Iterator[Row]:
    for seat, trip in enumerate(state.trips):
        if trip is not None:
            at = SPACE_NAMES[trip.route[trip.at]]
            stops = " ".join(state.stops(trip.line, trip.card))
            rolled = f"rolled {trip.rolled}, " if trip.rolled else ""
            said = say(f"line {trip.line}, {stops}: {rolled}at {at}, {trip.left} to go")
            yield _name(seat), ("", f" {said}")


def _hands(state: State, shown: Scene, view: View) -> Iterator[Row]:
    """The hands of the others."""
    for seat, hand in enumerate(state.hands):
        if seat != shown.seat:
            is_open = hand and (seat in state.gone or state.trips[seat] is not None)
            tiles = _counted(Counter(hand), view) or view.say("no tile")
            taken = f", {view.say('to take')}" if is_open else ""
            yield _name(seat), ("", f" {tiles}{taken}")


def _name(seat: Seat) -> tuple[str, str]:
    return f"bold seat{seat}", GLYPHS[seat]


def _counted(counts: dict[int, int], view: View) -> str:
    names = {tile: view.brief(TILES[tile]) for tile, count in sorted(counts.items()) if count}
    return ", ".join(f"{counts[tile]} {name}" if counts[tile] > 1 else name for tile, name in names.items())


def _stack(state: State, view: View) -> Iterator[Row]:
    count, tiles = sum(state.stack), _counted(dict(enumerate(state.stack)), view)
    yield ("bold", view.say(f"stack {count}")), ("", f": {tiles}")
