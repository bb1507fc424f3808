"""Keeping all of a player's games open in one process, without showing any: they go on while nobody looks."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

import trio

from p2pgames import registry
from p2pgames.contract import Illegal, Seat
from p2pgames.text import with_message
from p2pgames_cli.app.game_index import GameIndex
from p2pgames_cli.app.host_bots import play_bots
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.on_turn import call_on_turn
from p2pgames_cli.app.player import player
from p2pgames_cli.app.run import run_to_end
from p2pgames_cli.app.stderr_capture import capture_stderr
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, how_it_ends
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, placed
from p2pgames_cli.json.lobby import said_in
from p2pgames_cli.json.output import say
from p2pgames_cli.library.stored_games import Stored, unsound_game
from p2pgames_cli.table.actions.leaving import vote_out
from p2pgames_cli.table.planning import Planning
from p2pgames_cli.table.seat_handle import at_turn
from p2pgames_cli.table.sentences import NONE_SHOWN
from p2pgames_cli.table.session import Client, Mode
from p2pgames_cli.table.waiting import Silence, seconds_until_vote, stored_for
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Refused
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import only_exception, resume_game, ways_before
from p2pgames_protocol.store.disk import HomeLocked
from p2pgames_protocol.store.home import OpenTables
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.codec import Malformed, digest

BEAT: Final = 0.5
"""Seconds after which it is seen whether another window asks for a game."""
LOOK: Final = 3.0
"""Seconds after which the home is looked at again for games that are to be opened."""
KEPT_DAYS: Final = 7
"""Days for which a game that is over still answers, for players who lack its end: most look in within a week."""
DAY: Final = 86_400
MOST_OVER: Final = 20
"""Games that are over and answer at one time, the latest: each takes a port, and asks for the others now and then."""
PARTING: Final = 8.0
"""Seconds to take leave of the others."""
SIGNALS: Final = ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK")
"""By name, as far as the system has them; closing the terminal is SIGHUP, which nohup has ignored."""


@dataclass(frozen=True, slots=True)
class Update:
    """What is to be known of a game."""

    kind: str
    """``opened``, ``turn``, ``voted`` or ``closed``."""
    game: Stored
    text: str
    why: str = ""
    """Of a game that was closed: ``window``, since another one opened it, ``over``, or ``problem``."""
    seat: Seat | None = None
    """Who was voted out."""


@dataclass(frozen=True, slots=True)
class ServeRequest:
    """Whose games are kept open, and how."""

    user: User
    client: Client
    network: NetworkOptions


def serve(request: ServeRequest, tell: Callable[[Update], None]) -> int:
    """Keep all games open until the process is told to end; return the exit code."""
    home = request.user.home
    with home.at_tables() as tables:
        own = player(request.user)
        home.device(own.entropy)
        # So a second one is refused, and a command that needs the home for itself says why it cannot run.
        tables.acquire(digest("serve", b""))
        with capture_stderr(home):
            return run_to_end(request.client, GameServer(own, tables, request, tell).run)


@dataclass
class GameServer:
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
    _ends: set[Path] = field(default_factory=set)
    """The open games that are over."""
    _index: GameIndex = field(init=False)

    def __post_init__(self) -> None:
        """Know how the games stood when they were last read."""
        self._index = GameIndex(self.own.home, self.own.identity)

    async def run(self) -> Code:
        """Keep the games open until one of `SIGNALS` comes, then take leave of everybody."""
        async with trio.open_nursery() as nursery:
            stop = trio.Event()
            await nursery.start(_await_signal, stop)
            # A process in the background of a shell would be stopped if it read from the terminal.
            if (client := self.request.client).options.mode is Mode.JSON and not sys.stdin.isatty():
                nursery.start_soon(_hear, client, stop)
            async with trio.open_nursery() as looking:
                looking.start_soon(self._look_around, nursery)
                while not stop.is_set():
                    with trio.move_on_after(BEAT):
                        await stop.wait()
                    self._give_up_what_is_wanted()
                looking.cancel_scope.cancel()
            for _game, leave in self._open.values():
                leave.set()
            nursery.cancel_scope.deadline = trio.current_time() + PARTING
        return Code.FINE

    async def _look_around(self, nursery: trio.Nursery) -> None:
        """Open the games of the home that are to be open, each as soon as it is found, again and again."""

        def begin(game: Stored) -> None:
            trio.from_thread.run_sync(self._begin, game, nursery)

        while True:
            for game in tuple(self._elsewhere.values()):
                self._begin(game, nursery)
            # To read a home for the first time takes long; nobody who wants to leave waits for that.
            await trio.to_thread.run_sync(self._look, begin, abandon_on_cancel=True)
            await trio.sleep(LOOK)

    def _look(self, begin: Callable[[Stored], None]) -> None:
        """Begin the games of this player that are to be open and are not; of a file that is as it was, nothing.

        Those that changed last come first, and those that are over last.
        """
        known, over = {*self._open, *self._elsewhere}, []
        with self._index as index:
            for one in index.scan(eager=0):
                mark = one.changed_at
                if one.path in known or not isinstance(one, Stored) or self._seen.get(one.path) == mark:
                    continue
                is_late = time.time() - mark > KEPT_DAYS * DAY
                game = (
                    None if is_late and index.known(one) is None and one.seems_over() else index.settled(one)
                )
                if game is None or game not in index.copies:
                    self._seen[one.path] = mark
                if not isinstance(game, Stored):
                    continue
                row = index.row(game)
                if "problem" in row or row["hotseat"] or row["you"] is None or row["handed_over"]:
                    continue
                if not row["complete"]:
                    begin(game)
                elif not is_late:
                    over.append(game)
            for copy in index.copies:
                if self._seen.get(copy.path) != copy.changed_at:
                    self._seen[copy.path] = copy.changed_at
                    console.warn(placed(copy.path, named(copy.why), named(copy.help)))
        for game in over[: max(0, MOST_OVER - len(self._ends))]:
            self._ends.add(game.path)
            begin(game)

    def _begin(self, game: Stored, nursery: trio.Nursery) -> None:
        try:
            self.tables.acquire(game.nonce, lends=True)
        except HomeLocked:
            self._elsewhere[game.path] = game
            return
        self._elsewhere.pop(game.path, None)
        leave = trio.Event()
        self._open[game.path] = game, leave
        nursery.start_soon(self._keep, game, leave)

    def _give_up_what_is_wanted(self) -> None:
        for game, leave in self._open.values():
            if self.tables.wanted(game.nonce):
                leave.set()

    async def _keep(self, game: Stored, leave: trio.Event) -> None:
        """Keep one game open until it is long over, or is to be closed."""
        try:
            why = await self._open_until(game, leave)
            text = _("closed here")
        except Exception as wrong:  # noqa: BLE001  # the games beside it go on, whatever is wrong with this one
            why, text = "problem", _reason(game, only_exception(wrong))
        finally:
            self._open.pop(game.path, None)
            self._ends.discard(game.path)
            if leave.is_set():
                self._elsewhere[game.path] = game
            self.tables.let_go(game.nonce)
        if why != "over":
            self.tell(Update("closed", game, text, why))

    async def _open_until(self, game: Stored, leave: trio.Event) -> str:
        own, network, client = self.own, self.request.network, self.request.client
        ways = network.ways(own, ways_before(own, game.genesis), own.home.token(game.genesis))
        rules = registry.game(game.genesis.game)
        bots = partial(play_bots, own, rules, client.settings)
        async with resume_game(own, game.genesis, ways=ways, beside=bots) as session:
            peer = await session.begun()
            if not peer.replica.complete:
                self.tell(Update("opened", game, _("open now")))
            async with trio.open_nursery() as nursery:
                nursery.start_soon(Planning(peer).run)
                nursery.start_soon(self._tell_turns, game, peer)
                nursery.start_soon(self._vote, game, peer)
                if client.options.on_turn:
                    nursery.start_soon(call_on_turn, [peer], client.options.on_turn)
                nursery.start_soon(self._await_the_end, game, peer, nursery.cancel_scope)
                await leave.wait()
                nursery.cancel_scope.cancel()
        return "window" if leave.is_set() else "over"

    async def _await_the_end(self, game: Stored, peer: Peer, scope: trio.CancelScope) -> None:
        """Tell of the end once all have it, then stay for those who lose it; end what runs where that is too long ago.

        A seat that was handed over ends it at once.
        """
        writer = peer.live.writer
        if not peer.replica.complete:
            await peer.wait_until(lambda: peer.replica.complete or writer.given)
            if not writer.given:
                self._ends.add(game.path)
                self.tell(Update("closed", game, _("over"), "over"))
        with trio.move_on_after(KEPT_DAYS * DAY):
            await peer.wait_until(lambda: writer.given)
        scope.cancel()

    async def _vote(self, game: Stored, peer: Peer) -> None:
        """Vote out whoever is silent longer than the table allows, as long as the player's settings say so."""
        client = self.request.client
        settings = client.settings
        silence = Silence(peer, clock=trio.current_time, waited=stored_for(peer))
        while True:
            settings.reload()
            wait = seconds_until_vote(peer, silence)
            if wait == 0 and settings["serve.vote"]:
                with suppress(Illegal):  # what was missing has just come
                    seat = silence.check_vote()
                    answer = await vote_out(peer, seat)
                    self.tell(Update("voted", game, " ".join(answer.sentences), seat=seat))
            with trio.move_on_after(min(wait or LOOK, LOOK)):
                await peer.changed()

    async def _tell_turns(self, game: Stored, peer: Peer) -> None:
        told_at = -1
        while True:
            number = peer.replica.round
            if at_turn([peer]) is not None and number != told_at:
                told_at = number
                self.tell(Update("turn", game, _("your turn")))
            await peer.changed()


async def _hear(client: Client, stop: trio.Event) -> None:
    """Take what a program says: it may quit. Where it says nothing more, the games stay open."""
    async for line in client.input:
        if said_in(line).get("do") == "quit":
            stop.set()
        elif line.strip():
            say("error", **with_message("why", NONE_SHOWN))


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
        return str(unsound_game(game, wrong))
    if isinstance(wrong, Exception) and (stop := how_it_ends(wrong)) is not None:
        return str(stop)
    return f"{type(wrong).__name__}: {wrong}"
