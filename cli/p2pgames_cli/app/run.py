"""Playing a game that has begun, in whatever way the player chose, to its end."""

from __future__ import annotations

import io
import math
import sys
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, nullcontext, redirect_stdout, suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pkgutil import walk_packages
from random import Random
from typing import Final, TypeVar

import trio

from p2pgames import registry
from p2pgames.game import Game
from p2pgames_cli.app.on_turn import call_on_turn
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.config.outlet import Outlet
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.table import history_text
from p2pgames_cli.table.actions.action import Answer
from p2pgames_cli.table.actions.looking import phone_lines
from p2pgames_cli.table.bot import autoplay, time_limit
from p2pgames_cli.table.seat_handle import SeatHandle, seat_of
from p2pgames_cli.table.session import BrowserWindow, Client, Mode, PlayOptions, TableSession
from p2pgames_cli.ui.typed_line import Beside, edits, typing
from p2pgames_protocol.log.position import Basis

T = TypeVar("T")


def run_table(
    client: Client, held: ExitStack, main: Callable[..., Awaitable[int]], *arguments: object
) -> int:
    """Run a table between computers to its end; from the home only until the player leaves it open.

    What is held for it is let go of when it has ended.
    """
    live = client.live
    if live is not None:
        return live.tables.run(live.tables.sit, live, held, _with_window(client, main), *arguments)
    with held:
        return run_to_end(client, main, *arguments)


# Standard output that never makes the game wait.

LIMITS: Final = {Mode.PLAIN: 64 * 1024, Mode.WINDOW: 64 * 1024, Mode.JSON: 4 * 1024 * 1024}
"""Bytes that are kept for a reader that takes nothing: a person has looked away, a program needs all of it."""
HURRY: Final = 1.0
"""Seconds that the reader still gets after Ctrl-C."""


@contextmanager
def buffered_stdout(mode: Mode) -> Iterator[None]:
    """Let standard output keep nobody waiting while the body runs; afterwards wait until all of it is read.

    Who is interrupted does not wait. Raises OSError if the reader is gone.
    """
    stdout = sys.stdout
    if not isinstance(stdout, io.TextIOWrapper) or not _leads_out(stdout):
        yield  # a test's or the home's
        return
    stdout.flush()
    sink, keys = getattr(stdout.buffer, "raw", stdout.buffer), ExitStack()
    if mode is Mode.PLAIN and edits():
        beside = Beside(sink, LIMITS[mode], _lost_lines_notice(mode), stdout.encoding)
        outlet: Outlet = beside
        keys.enter_context(typing(beside.line))
    else:
        outlet = Outlet(sink, LIMITS[mode], _lost_lines_notice(mode))
    text = io.TextIOWrapper(outlet, stdout.encoding, stdout.errors, write_through=True)  # type: ignore[type-var]
    try:
        with keys, redirect_stdout(text):
            yield
    except BaseException as wrong:
        with suppress(OSError):
            outlet.finish(math.inf if isinstance(wrong, Exception) else HURRY)
        raise
    else:
        outlet.finish()
    finally:
        text.detach()


def _leads_out(stream: io.TextIOWrapper) -> bool:
    try:
        return stream.fileno() >= 0
    except OSError:
        return False


def _lost_lines_notice(mode: Mode) -> Callable[[int], str]:
    if mode is Mode.JSON:
        from p2pgames_cli.json.output import as_line

        return lambda count: as_line("lost", count=count) + "\n"
    return lambda count: (
        ngettext(
            "{count} line was dropped: nobody read it.",
            "{count} lines were dropped: nobody read them.",
            count,
        ).format(count=count)
        + "\n"
    )


def run_to_end(client: Client, main: Callable[..., Awaitable[T]], *arguments: object) -> T:
    """Run a trio function to its end, on the event loop that the way of playing needs, and with its window."""
    live = client.live
    main = _with_window(client, main)
    if live is not None:
        return live.tables.run(main, *arguments)
    if client.options.mode is not Mode.SCREEN:
        with buffered_stdout(client.options.mode):
            return trio.run(main, *arguments)
    from p2pgames_cli.ui import guest

    return guest.run(lambda: main(*arguments))


def _with_window(client: Client, main: Callable[..., Awaitable[T]]) -> Callable[..., Awaitable[T]]:
    return main if client.window is None else partial(client.window.beside, main)


SERVED_LATER: Final = (
    "p2pgames.search.advice",
    "p2pgames_cli.app.rematch_check",
    "p2pgames_cli.export.html",
    "p2pgames_cli.pages.rules_page",
    "p2pgames_cli.table.analysing",
    "p2pgames_cli.window.server",
    "p2pgames_cli.window.table_page",
)
"""What menus, buttons and keys of a table lead to."""
SOON: Final = 1.0
"""Seconds after which it is loaded: the first frame and the first move do not wait for it."""


def load_ahead(game: Game) -> None:
    """Load what a table may need later: an update of p2pgames under a running game changes nothing of it."""
    from p2pgames_cli.export import parts  # it is first needed here

    own = type(game.rules).__module__.rpartition(".")[0]
    ours = own.startswith("p2pgames.")  # a game of another package is updated by itself
    found = walk_packages(sys.modules[own].__path__, f"{own}.") if ours else ()
    for module in (*SERVED_LATER, *(each.name for each in found)):
        import_module(module)
    parts.read_all()
    registry.program_version()
    for loads in (game.bots, game.translations):
        tuple(loads.values())


async def _load_soon(game: Game) -> None:
    await trio.sleep(SOON)
    with suppress(
        ImportError, OSError
    ):  # where the update has come already, the game goes on with what it has
        await trio.to_thread.run_sync(load_ahead, game, abandon_on_cancel=True)


async def play(table: TableSession) -> Code:
    """Play until the game is over or the player quits, and return what the shell is told.

    The seats of the session are all those of this computer; those with a bot play by themselves.
    """
    handles, game, client = table.handles, table.game, table.client
    here = {seat_of(handle) for handle in handles}
    for seat, bot in client.options.bots.items():
        if seat is not None and seat not in here:
            said = _("The bot {name} does not play: seat {seat} is not at this computer.")
            console.warn(said.format(name=bot, seat=seat + 1))
    people = [handle for handle in handles if _bot(client.options, handle, len(handles)) is None]
    table = replace(
        table,
        handles=people or handles[:1],
        passive=not people or seat_of(handles[0]) is None,
        local=len(handles) > 1 or table.what_if is not None,
    )
    async with trio.open_nursery() as nursery:
        for seat, phone in table.phones.items():
            nursery.start_soon(phone.show, replace(table, handles=handles[seat : seat + 1]))
        if table.phones and table.common is not None:
            table = replace(table, handles=[table.common], passive=True)
        nursery.start_soon(_load_soon, game)
        if client.live is not None:
            nursery.start_soon(client.live.follow, table.handles)
        if people and handles[0].talk is not None:
            await table.planning.carry_out()
            nursery.start_soon(table.planning.run)
        for handle in handles:
            if (name := _bot(client.options, handle, len(handles))) is not None:
                at_most = partial(time_limit, game, name, client.settings)
                nursery.start_soon(autoplay, handle, game.bots[name], Random(), at_most)
        if client.options.on_turn and people:
            nursery.start_soon(call_on_turn, people, client.options.on_turn)
        await _side_by_side(table)
        nursery.cancel_scope.cancel()
    return exit_code(handles[0])


def _bot(options: PlayOptions, handle: SeatHandle, number: int) -> str | None:
    """Return the name of a seat's bot: named for its seat, or for the only seat there is."""
    seat = seat_of(handle)
    if seat is None:
        return None
    return options.bots.get(seat) or (options.bots.get(None) if number == 1 else None)


async def _side_by_side(table: TableSession) -> None:
    """Show the game in the terminal and at the window, until it is left in one of them for good."""
    client = table.client
    show, live = _front_end(table), client.live
    while live is None or await live.is_wanted():
        with live.seen() if live is not None else nullcontext():
            async with trio.open_nursery() as nursery:
                if client.window is not None:
                    nursery.start_soon(_at_window, client.window, table, nursery.cancel_scope)
                await show()
                nursery.cancel_scope.cancel()
        if live is None or not live.is_aside:
            break
    if client.options.mode is Mode.SCREEN and not client.within and table.what_if is None:
        _farewell(table)


async def _at_window(window: BrowserWindow, table: TableSession, shown: trio.CancelScope) -> None:
    await window.show(table)
    shown.cancel()


def _front_end(table: TableSession) -> Callable[[], Awaitable[object]]:
    """Return what shows the game once, until it is left; it may be shown again."""
    match table.client.options.mode:
        case Mode.JSON:
            from p2pgames_cli.json.player import JsonPlayer

            player = JsonPlayer(table)

            async def until_it_quits() -> None:
                from p2pgames_protocol.net.peer import Peer

                await player.run()
                for handle in table.handles:
                    if isinstance(handle, Peer):
                        handle.hurried = player.quits

            return until_it_quits
        case Mode.PLAIN:
            from p2pgames_cli.lines.player import LinePlayer

            return LinePlayer(table, not sys.stdin.isatty()).run
        case Mode.SCREEN:
            from p2pgames_cli.screen import app
            from p2pgames_cli.screen.actions import presenter_at

            presenter = presenter_at(table)

            async def show() -> None:
                presenter.closed = False
                if any(phone.link for phone in table.at_phones):
                    lines = list(phone_lines(table.client, table.at_phones))
                    presenter.show("", Answer(lines, title=_("phones")))
                await app.run(presenter)

            return show
        case Mode.WINDOW:
            return trio.sleep_forever


def _farewell(table: TableSession) -> None:
    """Say, once the screen is gone, how the game ended, or how to go on with it."""
    replica = table.handles[0].replica
    if not replica.finished:
        game = replica.game_id.hex()[:8] + (" --phones" if table.phones else "")
        console.tell(_("The game is saved. To go on: p2pgames resume {game}").format(game=game))
        return
    for line in history_text.end_lines(replica):
        console.tell(line)


def exit_code(handle: SeatHandle) -> Code:
    """Return what the shell is told about a game that is over."""
    replica = handle.replica
    if replica.accusations.verdict is not None:
        return Code.DECIDED
    ending = replica.position.ending
    if ending is not None and ending.basis in (Basis.VOTED, Basis.FAULT):
        return Code.DECIDED
    return Code.FINE


def run_aside(client: Client | None, main: Callable[..., Awaitable[T]], *arguments: object) -> T:
    """Run something that shows no table to its end.

    The open tables of a client at its home go on meanwhile. Without a client it is something short, which runs in a
    thread of its own where this one belongs to the home's tables.
    """
    if (live := client.live if client is not None else None) is not None:
        return live.tables.run(main, *arguments)
    if not trio.lowlevel.in_trio_run():
        return trio.run(main, *arguments)
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(trio.run, main, *arguments).result()
