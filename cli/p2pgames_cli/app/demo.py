"""A whole game between bots, over real connections."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from random import Random
from secrets import token_bytes
from typing import Any

import trio

from p2pgames import registry
from p2pgames.game import Bot, Game
from p2pgames_cli.app.bots import check_bot
from p2pgames_cli.app.parent_folder import check_parent
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_cli.library.report import show
from p2pgames_cli.table import history_text
from p2pgames_cli.table.bot import autoplay
from p2pgames_cli.table.news import ProgressNews
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import AuditReport, as_json
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.log.history import MoveEntry
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import Session, host_table, join_table
from p2pgames_protocol.store.disk import put
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.codec import Entropy
from p2pgames_protocol.wire.identity import Identity

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")
HERE = ("127.0.0.1:0",)


@dataclass(frozen=True)
class DemoPlan:
    """What is to be played, by whom."""

    game: Game
    bot: Bot
    options: dict[str, str]
    seats: int
    seed: str | None

    def entropy(self, purpose: str) -> Entropy:
        """Return a source of bytes; with a seed the same bytes every time."""
        if self.seed is None:
            return token_bytes
        stream = self._stream(f"{self.seed}/{purpose}")
        return lambda size: bytes(next(stream) for _ in range(size))

    @staticmethod
    def _stream(label: str) -> Iterator[int]:
        number = 0
        while True:
            yield from sha256(f"{label}/{number}".encode()).digest()
            number += 1

    def random(self, seat: int) -> Random:
        """Return the randomness of one seat's bot."""
        return Random(None if self.seed is None else f"{self.seed}/bot {seat}")

    def player(self, seat: int, folder: Path) -> Player:
        """Return a player with a throwaway key and a home of its own."""
        identity = Identity(self.entropy(f"key {seat}")(32))
        home = Home(folder / f"home-{seat}")
        home.make()
        return Player(
            identity, NAMES[seat % len(NAMES)], home, self.entropy(f"player {seat}"), registry.rules
        )


def make_plan(
    game: Game, seats: int | None, options: dict[str, str], bot: str | None, seed: str | None
) -> DemoPlan:
    """Return what is played by whom; raise `Stop` for a bot, seats or options that do not exist."""
    name = bot or game.usual
    check_bot(game, name)
    number = seats if seats is not None else game.rules.players[0]
    try:
        Proposal.of(bytes(32), game.rules, number, bytes(32), options)
    except ValueError as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None
    return DemoPlan(game, game.bots[name], options, number, seed)


@dataclass(frozen=True, slots=True)
class Demo:
    """A demo that was played, and its audit."""

    audit: AuditReport
    file: str
    """Where it is kept; empty if it is not."""
    game: str
    """Its name."""

    def lines(self) -> Iterator[str]:
        """Yield the audit for people."""
        yield show(self.audit, self.file or _("the game just played")).removesuffix("\n")
        yield _("Now you: p2pgames learn {game}").format(game=self.game)

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the audit for programs."""
        yield as_json(self.audit, self.file)


def demo(plan: DemoPlan, out: Path | None, *, talking: bool) -> Demo:
    """Play a plan and audit its log; ``talking``: what happens is printed. Raises `Stop` as `play_demo` does."""
    check_parent(out)
    with tempfile.TemporaryDirectory(prefix="p2pgames-demo-") as folder:
        data = trio.run(play_demo, plan, Path(folder), talking)
    report = full(data, registry.rules)
    if out is not None:
        put(out, data)
    return Demo(report, str(out) if out else "", plan.game.name)


async def play_demo(plan: DemoPlan, folder: Path, talking: bool) -> bytes:
    """Play the game and return its file; raise `Stop` if the peers do not agree."""
    players = [plan.player(seat, folder) for seat in range(plan.seats)]
    nonce = plan.entropy("table")(32)
    proposal = Proposal.of(players[0].identity.key, plan.game.rules, plan.seats, nonce, plan.options)
    peers: list[Peer] = []
    async with host_table(players[0], proposal, listen=HERE) as host, trio.open_nursery() as telling:
        async with trio.open_nursery() as games:
            for seat in range(1, plan.seats):
                games.start_soon(_join, plan, players[seat], seat, host, peers)
                await _seated(host, seat + 1)
            peers.append(await host.begun())
            if talking:
                telling.start_soon(_tell, peers[-1])
            await autoplay(peers[-1], plan.bot, plan.random(0))
        telling.cancel_scope.cancel()
    if len({canonical(peer.replica) for peer in peers}) != 1:
        raise Stop(Code.FAILURE, _("The peers do not agree on the log; please report this with the seed."))
    return canonical(peers[0].replica)


async def _seated(host: Session, number: int) -> None:
    """Wait until so many sit at the table: one after the other, so that a seed gives everyone the same seat."""
    while len(host.names) < number:
        await host.changed()


async def _join(plan: DemoPlan, player: Player, seat: int, host: Session, peers: list[Peer]) -> None:
    if host.invite is None:
        raise Stop(Code.FAILURE, _("The table has no invite."))
    async with join_table(player, host.invite, listen=HERE) as session:
        peer = await session.begun()
        peers.append(peer)
        await autoplay(peer, plan.bot, plan.random(seat))


async def _tell(peer: Peer) -> None:
    """Print what happens, as it happens."""
    genesis = peer.replica.genesis
    console.tell(f"{genesis.game} · game {genesis.game_id.hex()[:16]} · {genesis.words}")
    told, progress = 0, ProgressNews()
    while True:
        for entry in peer.history.entries(told):
            if isinstance(entry, MoveEntry):
                text = history_text.in_few_words(peer.replica, entry)
                console.tell(f"{entry.round:4d}  {genesis.names[entry.seat]:6} {text}")
        told = len(peer.replica.log)
        for one in progress.news(peer):
            if one.sentences and one.data is not None:
                console.tell(f"      {one.data['text']}")
        await peer.changed()
