"""The position in sentences, for plain mode and screen readers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from p2pgames.contract import Seat
from p2pgames.games.socks import messages, nets, tiling
from p2pgames.games.socks.board import FEWEST, MOST, STICKS, Cell, Colour
from p2pgames.games.socks.city import PRINTED
from p2pgames.games.socks.hex_names import row_name
from p2pgames.games.socks.notation import names
from p2pgames.games.socks.state import NOBODY, State, Task
from p2pgames.games.socks.sticks import scores
from p2pgames.text import Count, Every, Joint, Message, PlaceName, SeatName


def need(state: State, seat: Seat, colour: Colour) -> int | None:
    """Return the fewest sticks with which a seat could still join a colour; None if it cannot."""
    return nets.missing(state.town, state.free, state.nets[seat], colour, state.left[seat])


# -- the position --


def position(state: State, seat: Seat | None) -> tuple[Message, ...]:
    """Return who is to move, what each player has, and all that lies on the table."""
    head = messages.WHY.get(state.why) or _turn(state, seat)
    if state.city is None:
        return (head, *_laid_out(state))
    return (head, *_players(state), *_colours(state), *_blockers(state), *_sticks(state), *_map(state))


def _turn(state: State, seat: Seat | None) -> Message:
    if state.task is Task.BEGIN:
        return messages.NOT_ROLLED()
    if state.task is Task.SEED:
        return messages.BEGINS(player=SeatName(state.first))
    mine, player = state.turn == seat, SeatName(state.turn)
    if state.task is Task.STICK:
        return messages.LAYS_STICKS[mine](player=player, count=Count(state.todo))
    return (messages.LAYS_TILE if state.task is Task.TILE else messages.LAYS_SOCK)[mine](player=player)


def _players(state: State) -> Iterator[Message]:
    for seat, points in enumerate(scores(state)):
        player, won, left = SeatName(seat), state.prizes(seat), Count(state.left[seat])
        has = messages.POINTS(count=Count(points))
        if won:
            colours = messages.letters(won)
            yield messages.PLAYER_WON(player=player, points=has, colours=colours, count=left)
        else:
            yield messages.PLAYER(player=player, points=has, count=left)


def _colours(state: State) -> Iterator[Message]:
    town, here = state.town, names(state)
    for colour in town.colours:
        one, other = map(here.name, sorted(map(town.cell, town.socks[colour]), key=here.place))
        yield messages.PAIR(
            pair=messages.SHADES[colour],
            one=PlaceName(one),
            other=PlaceName(other),
            worth=Count(town.worth[colour]),
            told=Every(tuple(chances(state, colour)), Joint.COMMA),
        )


def chances(state: State, colour: Colour) -> Iterator[Message]:
    """Yield who has won a colour, or what each seat still needs for it."""
    if state.won[colour] != NOBODY:
        yield messages.WON_BY(player=SeatName(state.won[colour]))
        return
    for seat in range(2):
        lack, player = need(state, seat, colour), SeatName(seat)
        if lack is None:
            yield messages.CANNOT_JOIN(player=player)
        else:
            yield messages.NEEDS(player=player, count=Count(lack))


def _blockers(state: State) -> Iterator[Message]:
    if state.town.layout.blockers:
        yield messages.BLOCKED(stations=_named(state, state.town.layout.blockers))


def _named(state: State, cells: Iterable[Cell]) -> Every:
    return messages.places(sorted(map(names(state).name, cells), key=_by_row))


def _sticks(state: State) -> Iterator[Message]:
    for seat in range(2):
        player, links = SeatName(seat), _links(state, 1 + seat)
        yield messages.STICKS_OF(player=player, links=links) if links else messages.NO_STICKS(player=player)
    links = _links(state, PRINTED)
    yield messages.PRINTED(links=links) if links else messages.NONE_PRINTED()


def _links(state: State, what: int) -> Every | None:
    """Return all links of a kind, None if there is none."""
    here, town = names(state), state.town
    found = []
    for link, is_what in enumerate(state.links):
        if is_what == what:
            one, two = sorted(
                (here.place(town.cell(end)), here.name(town.cell(end))) for end in town.ends[link]
            )
            found.append((one, two))
    return messages.places(f"{one}-{two}" for (_, one), (_, two) in sorted(found)) if found else None


def _map(state: State) -> Iterator[Message]:
    """Yield the stations of every row."""
    here = names(state)
    rows: dict[int, list[tuple[int, str]]] = {}
    for cell in map(state.town.cell, state.town.stations):
        row, column = here.place(cell)
        rows.setdefault(row, []).append((column, here.name(cell)))
    for row in sorted(rows):
        stations = " ".join(name for _, name in sorted(rows[row]))
        yield messages.ROW(row=PlaceName(row_name(row)), stations=PlaceName(stations))


# -- while it is laid out --


def _laid_out(state: State) -> Iterator[Message]:
    if state.task is Task.BEGIN or (state.task is Task.SEED and not state.tiles):
        return
    yield messages.LAID(laid=Count(len(state.tiles)), all=Count(state.total))
    yield from _tiles(state)
    if state.tiles:
        shut = tiling.enclosed(state.tiles)
        hexagons = _named(state, shut) if shut else Every((messages.NOTHING(),))
        yield messages.ENCLOSED(hexagons=hexagons, least=Count(FEWEST), most=Count(MOST))
    yield from _socks(state)
    if state.lone_colours and len(state.tiles) == state.total:
        pairs = Every(tuple(messages.SHADES[colour] for colour in state.lone_colours), Joint.COMMA)
        yield messages.TO_LAY(pairs=pairs, sticks=Count(STICKS))


def _tiles(state: State) -> Iterator[Message]:
    here = names(state)
    for number, tile in enumerate(state.tiles, 1):
        twin, other, one, two = (PlaceName(here.name(cell)) for cell in tiling.cells((tile,)))
        yield messages.TILE(number=Count(number), twin=twin, other=other, one=one, two=two)


def _socks(state: State) -> Iterator[Message]:
    here = names(state)
    for colour, first, second in state.pairs:
        one, other = PlaceName(here.name(first)), PlaceName(here.name(second))
        yield messages.PAIR_LIES(pair=messages.SHADES[colour], one=one, other=other)
    if state.lone:
        colour, cell = state.lone
        yield messages.SOCK_LIES(sock=messages.SHADES[colour], at=PlaceName(here.name(cell)))


def _by_row(name: str) -> tuple[str, int]:
    letters = name.rstrip("-0123456789")
    return letters, int(name[len(letters) :])
