"""Stepping through a game."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import SystemRandom

import trio

from p2pgames import registry
from p2pgames.contract import Choose, Illegal, Seat
from p2pgames.text import Joint, Typed, Verbatim
from p2pgames_cli.app.bots import check_bots
from p2pgames_cli.app.picture import Picture
from p2pgames_cli.app.run import play, run_to_end
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.library.stored_games import open_replica
from p2pgames_cli.lines.replay import LineReplay
from p2pgames_cli.table import sentences
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.session import BrowserWindow, Client, Mode, TableSession, WhatIfStart
from p2pgames_cli.table.table_model import TableModel
from p2pgames_protocol.local.what_if import WhatIf
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.store.disk import put


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """A game that is to be looked at, and how."""

    user: User
    file: str
    """A game file, or the beginning of the id of a game of the home."""
    client: Client
    step: int | None = None
    """The position after this step; None for the first one to begin with, or the last one to end with."""
    seat: Seat | None = None
    """Whose eyes look; None for everybody's."""

    def replica(self) -> Replica:
        """Return the game; raise `Stop` if it, the step or the seat is not there."""
        replica = open_replica(self.user, self.file, own=True)
        steps, seats = len(replica.log), len(replica.genesis.names)
        if self.step is not None and self.step > steps:
            raise Stop(Code.USAGE, _("The game has {count} steps.").format(count=steps))
        if self.seat is not None and self.seat >= seats:
            raise Stop(Code.USAGE, _("The game has {count} seats.").format(count=seats))
        return replica


def replay(request: ReplayRequest) -> int:
    """Step through a game on the screen or in lines, or print it up to a step; return the exit code."""
    replica, client, step, seat = request.replica(), request.client, request.step, request.seat
    if client.options.mode is Mode.SCREEN:
        return run_to_end(client, _on_screen, replica, client, step or 0, seat)
    if client.options.mode is Mode.PLAIN and sys.stdin.isatty():
        return run_to_end(client, _in_lines, replica, client, step or 0, seat)
    if client.options.mode is Mode.WINDOW:
        return run_to_end(client, _at_window_alone, replica, client, step or 0, seat)
    last = len(replica.log) if step is None else step
    _print(replica, last, seat, as_json=client.options.mode is Mode.JSON)
    return Code.FINE


def draw_step(request: ReplayRequest, picture: Picture, out: Path) -> None:
    """Write the position after a step as an SVG file, in characters the whole screen."""
    from p2pgames_cli.export.picture import board, stepped
    from p2pgames_cli.screen.actions import presenter_of
    from p2pgames_cli.screen.frame import screen

    model = stepped(request.replica(), request.step)
    model.visibility.viewer = request.seat
    drawn = None if picture.cells else board(model, picture.theme)
    put(out, (drawn or screen(presenter_of(model), picture.columns, picture.rows)).encode())


async def _on_screen(replica: Replica, client: Client, step: int, viewer: Seat | None) -> int:
    """Show the game, and whatever is tried out of it, until the player has seen enough."""
    from p2pgames_cli.screen import app
    from p2pgames_cli.screen.actions import presenter_at

    game = registry.game(replica.genesis.game)
    session = TableSession([ArchivedSeat(replica)], game, client, passive=True, local=True)
    presenter = presenter_at(session, viewer)
    model = presenter.model
    model.timeline.show_step(step)

    async def seen() -> WhatIfStart | None:
        presenter.what_if, presenter.closed = None, False
        await app.run(presenter)
        return presenter.what_if

    return await _seen(presenter.model, seen)


async def _at_window_alone(replica: Replica, client: Client, step: int, viewer: Seat | None) -> int:
    """Show the game in the browser, and whatever is tried out of it; return the exit code."""
    return await _seen(_model(replica, client, step, viewer), trio.sleep_forever)


async def _in_lines(replica: Replica, client: Client, step: int, viewer: Seat | None) -> int:
    """Show the game in lines, and whatever is tried out of it; return the exit code."""
    model = _model(replica, client, step, viewer)

    async def trying(at: int, seat: Seat | None, bot: str) -> None:
        if bot and bot not in model.game.bots:
            names = sentences.listed_names(model.game.bots, Joint.COMMA)
            raise Illegal(sentences.NO_BOT(title=Verbatim(model.game.title), names=names, typed=Typed(bot)))
        await try_out(replica, at, client, seat, "" if seat is None else bot or model.game.usual)

    shown = LineReplay(replica, step, viewer, what_if=trying, input=client.input)
    return await _seen(model, shown.run)


def _model(replica: Replica, client: Client, step: int, viewer: Seat | None) -> TableModel:
    game = registry.game(replica.genesis.game)
    session = TableSession([ArchivedSeat(replica)], game, client, passive=True, local=True)
    model = TableModel(session, viewer=viewer, guarded=False)
    model.timeline.show_step(step)
    return model


async def _seen(model: TableModel, at_terminal: Callable[[], Awaitable[WhatIfStart | None]]) -> int:
    """Show the game, and whatever is tried out of it in one place or the other; return the exit code."""
    while (wanted := await _side_by_side(model, at_terminal)) is not None:
        client = model.client.with_options(bots=dict(wanted.bots))
        await try_out(model.replica, wanted.step, client)
        model.timeline.show_step(wanted.step)
    return Code.FINE


async def _side_by_side(
    model: TableModel, at_terminal: Callable[[], Awaitable[WhatIfStart | None]]
) -> WhatIfStart | None:
    """Show the game in the terminal and at the window, until it is left in one of them; return what is to be tried."""
    wanted: list[WhatIfStart | None] = []
    async with trio.open_nursery() as nursery:

        async def first(show: Callable[[], Awaitable[WhatIfStart | None]]) -> None:
            wanted.append(await show())
            nursery.cancel_scope.cancel()

        if model.client.window is not None:
            nursery.start_soon(first, partial(_at_window, model, model.client.window))
        nursery.start_soon(first, at_terminal)
    return wanted[0]


async def _at_window(model: TableModel, window: BrowserWindow) -> WhatIfStart | None:
    return await window.show(model.session, viewer=model.visibility.viewer, step=model.timeline.step)


def _print(replica: Replica, step: int, viewer: Seat | None, *, as_json: bool) -> None:
    """Print the whole game up to a step, in lines or as JSON."""
    if as_json:
        from p2pgames_cli.json.player import replay as print_objects

        print_objects(replica, step, viewer)
    else:
        LineReplay(replica, step, viewer).whole()


# Trying out what might have been: who sits at the seats, and taking moves back.


async def try_out(
    replica: Replica, step: int, client: Client, seat: Seat | None = None, bot: str = ""
) -> None:
    """Play on from the position after this many steps, until it is over or left; the game itself stays as it is.

    With a bot it plays all seats but this one, or but the one that is to move; without one people play them all.
    Raises `Illegal` if that game is over.
    """
    trial = WhatIf(replica, step, SystemRandom())
    ask = trial.position.ask
    mover = ask.seat if isinstance(ask, Choose) else 0
    own = mover if seat is None else seat
    bots = dict(client.options.bots)
    if bot:
        bots = {other: bot for other in range(len(trial.handles)) if other != own}
    game = registry.game(replica.genesis.game)
    await play(TableSession(trial.handles, game, client.with_options(bots=bots, on_turn=""), what_if=trial))


def play_on(replica: Replica, step: int | None, seat: Seat | None, client: Client) -> int:
    """Play on from a step of a game, the last one for None, which stays as it is; return the exit code."""
    check_bots(registry.game(replica.genesis.game), client.options.bots)
    return run_to_end(client, _play, replica, len(replica.log) if step is None else step, seat, client)


async def _play(replica: Replica, step: int, seat: Seat | None, client: Client) -> int:
    options = client.options
    others = options.bots.get(None, "")
    if seat is not None and not options.bots:
        raise Stop(
            Code.USAGE, _("With --what-if, --seat says which one you play: name a --bot for the others.")
        )
    try:
        own = client.with_options(bots={s: b for s, b in options.bots.items() if s is not None})
        await try_out(replica, step, own, seat, others)
    except Illegal as refusal:
        raise Stop(Code.USAGE, named(refusal.message)) from None
    return Code.FINE
