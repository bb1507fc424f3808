"""What came of a move: what it won, brought nearer or cut off."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Move, Seat
from p2pgames.games.socks import messages, tiling
from p2pgames.games.socks.board import Colour, between
from p2pgames.games.socks.notation import text
from p2pgames.games.socks.state import NOBODY, State, Task
from p2pgames.games.socks.words import need
from p2pgames.text import Count, Every, Joint, Message, SeatName
from p2pgames.told import Told


def told(before: State, seat: Seat, move: Move, after: State) -> tuple[Told, ...]:
    """Return what came of a move: points for each pair that it won."""
    match before.task:
        case Task.TILE:
            return tuple(_tile(before, after))
        case Task.SOCK:
            return tuple(_sock(before, move))
        case _:
            return (*_won(before, seat, after, text(before, move)), *_changes(before, seat, after))


def _won(before: State, seat: Seat, after: State, link: str) -> Iterator[Told]:
    for colour in after.prizes(seat):
        if before.won[colour] == NOBODY:
            points = after.town.worth[colour]
            what = messages.WINS(colour=messages.letter(colour), count=Count(points))
            yield Told(what, seat, points, link)


def _changes(before: State, seat: Seat, after: State) -> Iterator[Told]:
    """Yield for each colour that nobody has won how many more sticks than before each seat needs for it."""
    for colour in after.open_colours:
        both = tuple(_change(before, after, each, colour) for each in (seat, 1 - seat))
        if changed := tuple(filter(None, both)):
            every = Every(changed, Joint.COMMA)
            yield Told(messages.CHANGES(colour=messages.letter(colour), told=every))


def _change(before: State, after: State, seat: Seat, colour: Colour) -> Message | None:
    """Return what has become of a way that there was: no move opens one where there was none."""
    was, now = need(before, seat, colour), need(after, seat, colour)
    if was is None or was == now:
        return None
    player = SeatName(seat)
    if now is None:
        return messages.LOSES(player=player)
    return messages.LACKS(player=player, before=Count(was), now=Count(now))


def _tile(before: State, after: State) -> Iterator[Told]:
    was, now = len(tiling.enclosed(before.tiles)) if before.tiles else 0, len(tiling.enclosed(after.tiles))
    if now != was:
        yield Told(messages.ENCLOSES(count=Count(now)))


def _sock(before: State, move: Move) -> Iterator[Told]:
    match before.lone, move:
        case (_, cell), ("sock", _, int(q), int(r)):
            yield Told(messages.PAIR_WORTH(count=Count(between(cell, (q, r)))))
