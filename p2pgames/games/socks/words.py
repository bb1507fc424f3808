"""The position in sentences, for plain mode and screen readers; and what a move brings about."""

from __future__ import annotations

from collections.abc import Iterator

from p2pgames.contract import Move, Seat
from p2pgames.games.socks import nets, tiling
from p2pgames.games.socks.board import FEWEST, MOST, STICKS, Cell, Colour, between
from p2pgames.games.socks.city import PRINTED
from p2pgames.games.socks.hex_names import row_name
from p2pgames.games.socks.notation import names
from p2pgames.games.socks.state import NAMES, NOBODY, SHADES, SOCKS, State, Task
from p2pgames.games.socks.sticks import scores


def sock(colour: Colour) -> str:
    """Return how a colour of socks is called, as ``A (orange)``."""
    return f"{SOCKS[colour]} ({SHADES[colour]})"


def many(count: int, noun: str) -> str:
    """Return ``1 stick``, ``2 sticks``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"


def need(state: State, seat: Seat, colour: Colour) -> int | None:
    """Return the fewest sticks with which a seat could still join a colour; None if it cannot."""
    return nets.missing(state.town, state.free, state.nets[seat], colour, state.left[seat])


# -- what a move does --


def effect(before: State, seat: Seat, move: Move, after: State) -> str:
    """Return what a legal move wins, brings nearer, cuts off or ends."""
    if before.task is Task.TILE:
        return _tile_effect(before, after)
    if before.task is Task.SOCK:
        return _sock_effect(before, move)
    parts = [
        f"{NAMES[seat]} joins {SOCKS[colour]}: +{after.town.worth[colour]}"
        for colour in after.prizes(seat)
        if before.won[colour] == NOBODY
    ]
    for colour in after.open_colours:
        mine, theirs = (_change(before, after, each, colour) for each in (seat, 1 - seat))
        if mine or theirs:
            told = [f"{NAMES[each]} {how}" for each, how in ((seat, mine), (1 - seat, theirs)) if how]
            parts.append(f"{SOCKS[colour]}: {', '.join(told)}")
    return "; ".join([*parts, *([after.why] if after.why else [])])


def _change(before: State, after: State, seat: Seat, colour: Colour) -> str:
    was, now = need(before, seat, colour), need(after, seat, colour)
    return "" if was == now else f"{'-' if was is None else was}→{'lost' if now is None else now}"


def _tile_effect(before: State, after: State) -> str:
    was, now = len(tiling.enclosed(before.tiles)) if before.tiles else 0, len(tiling.enclosed(after.tiles))
    return f"{many(now, 'hexagon')} enclosed" if now != was else ""


def _sock_effect(before: State, move: Move) -> str:
    match before.lone, move:
        case (_, cell), ("sock", _, int(q), int(r)):
            return f"{between(cell, (q, r))} points"
    return ""


# -- the position --


def position(state: State, seat: Seat | None) -> tuple[str, ...]:
    """Return who is to move, what each player has, and all that lies on the table."""
    head = (state.why or _turn(state, seat),)
    if state.city is None:
        return (*head, *_laid_out(state))
    return (*head, *_players(state), *_colours(state), *_blockers(state), *_sticks(state), *_map(state))


def _turn(state: State, seat: Seat | None) -> str:
    if state.task is Task.BEGIN:
        return "It is not yet known who begins."
    if state.task is Task.SEED:
        return f"{NAMES[state.first]} begins. The city is to be laid out by the coin."
    you = ", that is you" if state.turn == seat else ""
    what = many(state.todo, "stick") if state.task is Task.STICK else f"a {state.task.value}"
    return f"{NAMES[state.turn]} is to lay {what}{you}."


def _players(state: State) -> Iterator[str]:
    points = scores(state)
    for seat, name in enumerate(NAMES):
        won = ", ".join(SOCKS[colour] for colour in state.prizes(seat))
        prizes = f"has won {won}" if won else "has won nothing yet"
        yield (f"{name}: {many(points[seat], 'point')}, {prizes}, {many(state.left[seat], 'stick')} left.")


def _colours(state: State) -> Iterator[str]:
    town, here = state.town, names(state)
    for colour in town.colours:
        one, two = map(here.name, sorted(map(town.cell, town.socks[colour]), key=here.place))
        what = f"Socks {sock(colour)} lie on {one} and {two}, worth {town.worth[colour]}"
        if state.won[colour] != NOBODY:
            yield f"{what}: won by {NAMES[state.won[colour]]}."
            continue
        lacks = [need(state, seat, colour) for seat in range(2)]
        parts = [
            f"{NAMES[seat]} cannot join them"
            if lack is None
            else f"{NAMES[seat]} needs {many(lack, 'stick')}"
            for seat, lack in enumerate(lacks)
        ]
        yield f"{what}: {', '.join(parts)}."


def _blockers(state: State) -> Iterator[str]:
    cells = [names(state).name(cell) for cell in state.town.layout.blockers]
    if cells:
        yield f"Blocked: {', '.join(sorted(cells, key=_by_row))}."


def _sticks(state: State) -> Iterator[str]:
    for seat, name in enumerate(NAMES):
        yield f"{name}'s sticks: {_links(state, 1 + seat)}."
    yield f"Printed links: {_links(state, PRINTED)}."


def _links(state: State, what: int) -> str:
    here, town = names(state), state.town
    found = []
    for link, is_what in enumerate(state.links):
        if is_what == what:
            one, two = sorted(
                (here.place(town.cell(end)), here.name(town.cell(end))) for end in town.ends[link]
            )
            found.append((one, two))
    return ", ".join(f"{one[1]}-{two[1]}" for one, two in sorted(found)) or "none"


def _map(state: State) -> Iterator[str]:
    """Yield the stations of every row."""
    yield from _rows(state, [state.town.cell(station) for station in state.town.stations])


def _rows(state: State, there: list[Cell]) -> Iterator[str]:
    here = names(state)
    rows: dict[int, list[tuple[int, str]]] = {}
    for cell in there:
        row, column = here.place(cell)
        rows.setdefault(row, []).append((column, here.name(cell)))
    for row in sorted(rows):
        yield f"Row {row_name(row)}: {' '.join(name for _, name in sorted(rows[row]))}."


def _laid_out(state: State) -> Iterator[str]:
    if state.task is Task.BEGIN or (state.task is Task.SEED and not state.tiles):
        return
    here = names(state)
    yield f"{len(state.tiles)} of {state.total} tiles are laid."
    for number, tile in enumerate(state.tiles, 1):
        twin, other, *singles = (here.name(cell) for cell in tiling.cells((tile,)))
        yield f"Tile {number}: twins {twin} and {other}, single stations {' and '.join(singles)}."
    if state.tiles:
        shut = [here.name(cell) for cell in tiling.enclosed(state.tiles)]
        yield (
            f"Enclosed: {', '.join(sorted(shut, key=_by_row)) or 'nothing'}; "
            f"{FEWEST} to {MOST} hexagons have to be in the end."
        )
    for colour, one, two in state.pairs:
        yield f"Socks {sock(colour)} lie on {here.name(one)} and {here.name(two)}."
    if state.lone:
        yield f"One sock {sock(state.lone[0])} lies on {here.name(state.lone[1])}."
    if state.lone_colours and len(state.tiles) == state.total:
        yield f"To be laid: {', '.join(map(sock, state.lone_colours))}. Each player has {STICKS} sticks."


def _by_row(name: str) -> tuple[str, int]:
    letters = name.rstrip("-0123456789")
    return letters, int(name[len(letters) :])
