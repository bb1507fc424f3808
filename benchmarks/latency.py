"""How long a move takes from the key press to the other player's screen, and a table until it can be played at."""

from __future__ import annotations

import os
import secrets
import tempfile
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median

import trio

from benchmarks.measure import Row, timed
from benchmarks.rules import chess_games
from p2pgames import registry
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.front_end import Task
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.net.session import Session, host_table, join_table
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.identity import Identity, verify

HERE = ("127.0.0.1:0",)
MOVES = 30
CHESS = 8
"""Random games of python-chess beside the frames."""
GAME = registry.game("linja")


def rows(repeats: int) -> Iterator[Row]:
    """Measure moves between two players over TLS on loopback against the least that any such client must do."""
    with tempfile.TemporaryDirectory() as folder:
        bare = trio.run(_bare, Path(folder), repeats * MOVES)
    opening, latencies, composing, again = [], [], [], []
    for _ in range(repeats):
        with tempfile.TemporaryDirectory() as folder:
            opened, moved = trio.run(_game, Path(folder))
        opening.append(opened)
        latencies += [whole for whole, _screen, _same in moved]
        composing += [screen for _whole, screen, _same in moved]
        again += [same for _whole, _screen, same in moved]
    yield Row("TCP round trip, one signature made and checked, two syncs of a file", "s", bare)
    ratio = median(latencies) / median(bare)
    yield Row(
        "a move of Linja, from Enter to the other's composed screen",
        "s",
        tuple(latencies),
        "the least there is to do",
        ratio,
    )
    chess = median(timed(partial(chess_games, CHESS), 3)) / chess_games(CHESS)
    frames = median(composing) / chess
    name = "of that, composing the screen of 120 x 40"
    yield Row(name, "s", tuple(composing), "one move of python-chess", frames, "at most 25")
    share = median(again) / median(composing)
    name = "the same screen once more, its board and its events as they were"
    yield Row(name, "s", tuple(again), "composing it anew", share, "at most 0.5")
    yield Row("a table of two, from the invite to the first choice of a move", "s", tuple(opening))
    with tempfile.TemporaryDirectory() as kept:
        alone, noted = _stored(Path(kept), repeats * MOVES)
    yield Row("an event stored and synced, in the log alone", "s", alone)
    ratio = median(noted) / median(alone)
    yield Row("the same, then noted apart and synced too", "s", noted, "the log alone", ratio)


def _stored(folder: Path, times: int) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Store events of a usual size, by turns without and with the note of what was signed."""
    store = Store(folder / "g.p2pg", folder / "g.instance")
    store.create([Record(Kind.GENESIS, bytes(1000))], bytes(32))
    taken: tuple[list[float], list[float]] = ([], [])
    for turn in range(2 * times):
        record = [Record(Kind.EVENT, secrets.token_bytes(150), bytes(64))]
        start = time.perf_counter()
        store.append(record)
        if turn % 2:
            store.note(record)
        taken[turn % 2].append(time.perf_counter() - start)
    return tuple(taken[0]), tuple(taken[1])


# -- the yardstick --


async def _bare(folder: Path, times: int) -> tuple[float, ...]:
    """Do what no client can do without: ask and answer over TCP, sign, verify, and sync at both ends."""
    identity, message, taken = Identity(bytes(32)), secrets.token_bytes(300), []
    (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_echo, listener)
        stream = await trio.open_tcp_stream("127.0.0.1", listener.socket.getsockname()[1])
        with (folder / "bare").open("ab", buffering=0) as file:
            for _ in range(times):
                start = time.perf_counter()
                signature = identity.sign("event", bytes(32), message)
                _append(file.fileno(), message)
                await stream.send_all(message)
                got = b""
                while len(got) < len(message):
                    got += await stream.receive_some()
                verify(identity.key, signature, "event", bytes(32), got)
                _append(file.fileno(), got)
                taken.append(time.perf_counter() - start)
        nursery.cancel_scope.cancel()
    return tuple(taken)


async def _echo(listener: trio.SocketListener) -> None:
    async with await listener.accept() as stream:
        async for data in stream:
            await stream.send_all(data)


def _append(file: int, data: bytes) -> None:
    os.write(file, data)
    os.fsync(file)


# -- the game --


async def _game(folder: Path) -> tuple[float, list[tuple[float, float, float]]]:
    """Open a table, join it, and play; return the seconds until it stood, and those of every move as `_move` does."""
    host = _player(folder / "a")
    proposal = Proposal.of(host.identity.key, GAME.rules, 2, secrets.token_bytes(32), {"time": "none"})
    start = time.perf_counter()
    async with AsyncExitStack() as stack:
        sessions = [await stack.enter_async_context(host_table(host, proposal, listen=HERE))]
        invite = sessions[0].invite
        if invite is None:
            raise RuntimeError("A table that was opened has an invite.")
        guest = join_table(_player(folder / "b"), invite, listen=HERE)
        sessions.append(await stack.enter_async_context(guest))
        presenters = [await _presenter(session) for session in sessions]
        opened = time.perf_counter() - start
        return opened, await _moves(presenters)


def _player(folder: Path) -> Player:
    home = Home(folder)
    home.make()
    identity = Identity(secrets.token_bytes(32))
    return Player(identity, folder.name.upper(), home, secrets.token_bytes, registry.rules)


async def _presenter(session: Session) -> Presenter:
    """Wait until there is a move to choose; return the presenter that it would be chosen with."""
    peer = await session.begun()
    await peer.wait_until(lambda: bool(peer.replica.position.commitments and peer.links.connected))
    settings = LiveSettings()
    # What the other did is not played move by move: that takes as long as people need to see it.
    settings.now = replace(settings.now, values={**settings.now.values, "motion": "off"})
    return presenter_at(TableSession([peer], GAME, Client(PlayOptions(Mode.SCREEN), settings=settings)))


async def _moves(presenters: list[Presenter]) -> list[tuple[float, float, float]]:
    random, taken = Random(1), []
    async with trio.open_nursery() as nursery:

        def do(task: Task) -> None:
            nursery.start_soon(task)

        for presenter in presenters:
            presenter.start = do
        for _ in range(MOVES):
            while not _at_rest(presenters):
                await trio.lowlevel.checkpoint()
            if presenters[0].model.replica.finished:
                break
            mover, other = presenters if presenters[0].model.mine else reversed(presenters)
            taken.append(await _move(mover, other, random))
    return taken


def _at_rest(presenters: list[Presenter]) -> bool:
    """Tell whether nothing is left to do for the clients until somebody moves: so it is when a player has thought."""
    for presenter in presenters:
        presenter.catch_up()
    over = all(presenter.model.replica.finished for presenter in presenters)
    listed = any(presenter.model.choices.legal is not None for presenter in presenters)
    return over or (listed and all(presenter.model.guarantee.confirmed for presenter in presenters))


async def _move(mover: Presenter, other: Presenter, random: Random) -> tuple[float, float, float]:
    """Type a move and press Enter; return the seconds until it stands on the other's screen.

    Then those of composing that, and of composing it once more.
    """
    rules, seat = mover.model.replica.rules, mover.model.visibility.seat or 0
    move = random.choice(rules.moves(mover.model.state, seat, mover.model.visibility.known))
    mover.input.type(rules.text(mover.model.state, seat, move))
    before, handle = len(other.model.replica.log), other.model.handle
    start = time.perf_counter()
    mover.input.send()
    while len(other.model.replica.log) == before:
        await handle.changed()
    other.catch_up()
    heard = time.perf_counter()
    compose(other, 120, 40)
    end = time.perf_counter()
    compose(other, 120, 40)
    return end - start, end - heard, time.perf_counter() - end
