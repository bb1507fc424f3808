"""Keeping all of a player's games open in one process, without showing any: they go on while nobody looks."""

from __future__ import annotations

import signal
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import trio

from p2pgames import registry
from p2pgames.text import Verbatim
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.on_turn import call_on_turn
from p2pgames_cli.app.own_bots import play_bots
from p2pgames_cli.app.player import player
from p2pgames_cli.app.run import started
from p2pgames_cli.app.stderr_capture import caught
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, expected
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, placed
from p2pgames_cli.library import messages
from p2pgames_cli.library.stored_games import Stored, Unreadable, files, game_file, unsound
from p2pgames_cli.table.planning import Planning
from p2pgames_cli.table.play_options import PlayOptions
from p2pgames_cli.table.seat_handle import at_turn
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.table_options import Refused
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import only_exception, ways_before
from p2pgames_protocol.net.start import resume_game
from p2pgames_protocol.store.home_error import HomeLocked
from p2pgames_protocol.store.open_tables import OpenTables
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.hashing import digest

BEAT: Final = 0.5
"""Seconds after which it is seen whether another window asks for a game."""
LOOK: Final = 6
"""Beats after which the home is looked at again for games that are to be opened."""
PARTING: Final = 8.0
"""Seconds to take leave of the others."""
SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""By name, as far as the system has them; closing the terminal is SIGHUP, which nohup has ignored."""


@dataclass(frozen=True, slots=True)
class Update:
    """What is to be known of a game."""

    kind: str
    """``opened``, ``turn`` or ``closed``."""
    game: Stored
    text: str
    why: str = ""
    """Of a game that was closed: ``window``, since another one opened it, ``over``, or ``problem``."""


@dataclass(frozen=True, slots=True)
class ServeRequest:
    """Whose games are kept open, and how."""

    user: User
    how: PlayOptions
    network: NetworkOptions


def serve(request: ServeRequest, tell: Callable[[Update], None]) -> int:
    """Keep all games open until the process is told to end; return the exit code."""
    home = request.user.home
    with home.at_tables() as tables:
        own = player(request.user)
        home.device(own.entropy)
        # So a second one is refused, and a command that needs the home for itself says why it cannot run.
        tables.take(digest("serve", b""))
        with caught(home):
            return started(request.how, Server(own, tables, request, tell).run)


@dataclass
class Server:
    """The games that are open, and those that were looked at and need not be."""

    own: Player
    tables: OpenTables
    request: ServeRequest
    tell: Callable[[Update], None]
    _open: dict[Path, tuple[Stored, trio.Event]] = field(default_factory=dict)
    """By their files: the games, and what tells each to close."""
    _elsewhere: dict[Path, Stored] = field(default_factory=dict)
    """The games that another window has open."""
    _seen: dict[Path, float] = field(default_factory=dict)
    """Files that need not be opened as they are, and when they were changed last."""

    async def run(self) -> Code:
        """Keep the games open until one of `SIGNALS` comes, then take leave of everybody."""
        async with trio.open_nursery() as nursery:
            stop = trio.Event()
            await nursery.start(_await_signal, stop)
            beat = 0
            while not stop.is_set():
                if beat % LOOK == 0:
                    for game in (*self._elsewhere.values(), *await trio.to_thread.run_sync(self._waiting)):
                        self._begin(game, nursery)
                beat += 1
                with trio.move_on_after(BEAT):
                    await stop.wait()
                self._give_up_what_is_wanted()
            for _game, leave in self._open.values():
                leave.set()
            nursery.cancel_scope.deadline = trio.current_time() + PARTING
        return Code.FINE

    def _waiting(self) -> list[Stored]:
        """Return the games of this player that are not open and not over; of a file that is as it was, nothing."""
        known = {*self._open, *self._elsewhere}
        every = [one for one in files(self.own.home) if one[0] not in known]
        new = [(file, found) for file, found in every if self._seen.get(file) != found.st_mtime]
        self._seen = {file: found.st_mtime for file, found in every}
        found = [game_file(self.own.home, *one) for one in new]
        return [game for game in found if isinstance(game, Stored) and self._goes_on(game)]

    def _goes_on(self, game: Stored) -> bool:
        """Tell whether a game is one to keep open; a copy is named, and what cannot be read the list of games names."""
        if game.is_copy:
            why = named(messages.COPY(game=Verbatim(game.id[:8])))
            console.warn(placed(game.path, why, named(messages.JOIN_COPIES)))
            return False
        if is_local(self.own.identity, game.genesis) or game.seat(self.own.identity) is None:
            return False
        try:
            return not game.replica().complete
        except Unreadable:
            return False

    def _begin(self, game: Stored, nursery: trio.Nursery) -> None:
        try:
            self.tables.take(game.genesis.proposal.nonce, lends=True)
        except HomeLocked:
            self._elsewhere[game.path] = game
            return
        self._elsewhere.pop(game.path, None)
        leave = trio.Event()
        self._open[game.path] = game, leave
        nursery.start_soon(self._keep, game, leave)

    def _give_up_what_is_wanted(self) -> None:
        for game, leave in self._open.values():
            if self.tables.wanted(game.genesis.proposal.nonce):
                leave.set()

    async def _keep(self, game: Stored, leave: trio.Event) -> None:
        """Keep one game open until it is over, or is to be closed."""
        try:
            why = await self._open_until(game, leave)
            text = _("over") if why == "over" else _("closed here")
        except Exception as wrong:  # noqa: BLE001  # the games beside it go on, whatever is wrong with this one
            why, text = "problem", _reason(game, only_exception(wrong))
        finally:
            self._open.pop(game.path, None)
            if leave.is_set():
                self._elsewhere[game.path] = game
            self.tables.let_go(game.genesis.proposal.nonce)
        self.tell(Update("closed", game, text, why))

    async def _open_until(self, game: Stored, leave: trio.Event) -> str:
        own, network, how = self.own, self.request.network, self.request.how
        ways = network.ways(own, ways_before(own, game.genesis), own.home.token(game.genesis))
        rules = registry.game(game.genesis.proposal.rules)
        bots = partial(play_bots, own, rules, how.settings)
        async with resume_game(own, game.genesis, ways=ways, beside=bots) as session:
            peer = await session.begun()
            if peer.replica.complete:
                return "over"
            self.tell(Update("opened", game, _("open now")))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(Planning(peer).run)
                nursery.start_soon(self._tell_turns, game, peer)
                if how.on_turn:
                    nursery.start_soon(call_on_turn, [peer], how.on_turn)
                nursery.start_soon(_ended, peer, nursery.cancel_scope)
                await leave.wait()
                nursery.cancel_scope.cancel()
        return "window" if leave.is_set() else "over"

    async def _tell_turns(self, game: Stored, peer: Peer) -> None:
        told_at = -1
        while True:
            number = peer.replica.position.round
            if at_turn([peer]) is not None and number != told_at:
                told_at = number
                self.tell(Update("turn", game, _("your turn")))
            await peer.changed()


async def _ended(peer: Peer, scope: trio.CancelScope) -> None:
    """End what runs at a table once nothing is left to do there: all have its end, or the seat was handed over."""
    await peer.wait_until(lambda: peer.replica.complete or peer.live.writer.given)
    scope.cancel()


async def _await_signal(
    stop: trio.Event, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    had = [getattr(signal, name) for name in SIGNALS if hasattr(signal, name)]
    heard = [one for one in had if signal.getsignal(one) is not signal.SIG_IGN]
    with trio.open_signal_receiver(*heard) as signals:
        task_status.started()
        async for _number in signals:
            stop.set()
            return


def _reason(game: Stored, wrong: BaseException) -> str:
    """Return why a game could not be kept open."""
    if isinstance(wrong, (Damaged, Malformed, Refused)):
        return str(unsound(game, wrong))
    if isinstance(wrong, Exception) and (stop := expected(wrong)) is not None:
        return str(stop)
    return f"{type(wrong).__name__}: {wrong}"
