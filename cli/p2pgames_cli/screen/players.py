"""The players as the screen shows them: a line each in the panels, all in one line where there is no room for those."""

from __future__ import annotations

from p2pgames.contract import Seat
from p2pgames.picture.picture import Row, Run
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.seat_handle import seat_of
from p2pgames_cli.ui.styles import column, fitted, length, shortened, sign, width

HERE = N_("here")
NAME = 10
"""Columns that a name has at least."""


def players(presenter: Presenter, columns: int) -> list[Row]:
    """Return a line of each: turn, sign, name, points, what the game counts, and where they are.

    Names are as long as all else leaves room for.
    """
    names = presenter.model.replica.names
    rest = [_rest(presenter, seat) for seat in range(len(names))]
    most = max(width("  ".join(part for part in parts if part)) for parts in rest)
    wide = max(NAME, min(max(map(width, names)), columns - most - 5))
    return [_player(presenter, seat, columns, wide, parts) for seat, parts in enumerate(rest)]


def _player(presenter: Presenter, seat: Seat, columns: int, wide: int, parts: tuple[str, ...]) -> Row:
    model = presenter.model
    turn: Run = ("bold", "▸") if model.standpoint.choosing == seat else ("", " ")
    name = column(model.replica.names[seat], wide)
    left: Row = (turn, sign(seat), ("", " "), ("bold" if _own(presenter, seat) else "", name))
    right, room = "  ".join(part for part in parts if part), columns - length(left) - 1
    if width(right) > room:  # the columns of points give way first
        right = " ".join(part.strip() for part in parts if part)
    return (*left, ("", f" {shortened(right, room)}"))


def _rest(presenter: Presenter, seat: Seat) -> tuple[str, ...]:
    """Return what stands behind a name, the least important last."""
    model = presenter.model
    scores = model.replica.rules.scores(model.state)
    where, points = presence(presenter, seat), f"{scores[seat]:4d}" if scores is not None else ""
    tally = model.named(model.painter.tally(model.state, seat)) if model.painter is not None else ""
    return (points, tally, where) if where == _(HERE) else (points, where, tally)


def _own(presenter: Presenter, seat: Seat) -> bool:
    return any(seat_of(handle) == seat for handle in presenter.model.standpoint.handles)


def presence(presenter: Presenter, seat: Seat) -> str:
    """Return where a player is, in a word or two."""
    model = presenter.model
    departed = [d for d in model.position.departures if d.seat == seat]
    if departed:
        return _("left")
    if model.local or _own(presenter, seat):
        return ""
    return model.last_seen.of(model.handle, model.replica.genesis.keys[seat])


def status(presenter: Presenter, columns: int) -> Row:
    """Return all players in one line, for a narrow screen: with whole names where they have room."""
    model = presenter.model
    title = f"{model.title} "
    whole = _line(presenter, max(map(width, model.replica.names)))
    runs = whole if length(whole) + len(title) <= columns else _line(presenter, NAME)
    return fitted((*runs, ("", " " * max(0, columns - length(runs) - len(title))), ("dim", title)), columns)


def _line(presenter: Presenter, wide: int) -> Row:
    """Return all players, with names at most so wide."""
    model = presenter.model
    runs: list[Run] = []
    scores = model.replica.rules.scores(model.state)
    for seat, name in enumerate(model.replica.names):
        turn = "▸" if model.standpoint.choosing == seat else " "
        where = presence(presenter, seat)
        runs += [
            ("bold", turn),
            sign(seat),
            ("bold" if _own(presenter, seat) else "", f" {shortened(name, wide)}"),
            ("", (f" {scores[seat]}" if scores else "") + (f" ({where})" if where else "") + " "),
        ]
    return tuple(runs)
