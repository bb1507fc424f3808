"""How time and memory grow, as curves: ``python -m benchmarks.growth`` writes docs/growth.md and its pictures."""

from __future__ import annotations

import secrets
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, Final

import trio

from benchmarks import decks
from benchmarks.curves import Curve, table
from benchmarks.measure import machine
from p2pgames import registry
from p2pgames_cli.app.game_index import SETTLED
from p2pgames_cli.home.games import Games
from p2pgames_cli.table.bot import autoplay
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.chance.deck import UnsealedDeck, start_deck
from p2pgames_protocol.chance.elgamal import DeckId
from p2pgames_protocol.chance.joint_key import Epoch, SecretKey, join_keys, read_key
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.chat import Chat
from p2pgames_protocol.log.genesis import Proposal, sign_proposal
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net.acceptor import MAX_WATCHERS
from p2pgames_protocol.net.session import host_table, join_table, watch_table
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.identity import Identity

PAGE: Final = Path(__file__).parent.parent / "docs" / "growth.md"
PICTURES: Final = PAGE.parent / "pictures"
HERE: Final = ("127.0.0.1:0",)
EVENTS: Final = (40, 80, 120, 160, 200, 250, 300)
SIZES: Final = (6, 15, 30, 45, 60)
HOMES: Final = (1, 10, 100, 1_000, 3_000, 10_000)
WATCHERS: Final = tuple(range(0, MAX_WATCHERS + 1, 2))
SQUARE: Final = (
    "The seats shuffle one after another, so that part grows with their number. The hands do, too, and for each card"
    " every seat verifies a share from every other seat, so this part grows with the square."
)
ROOM: Final = f"A host admits at most {MAX_WATCHERS} watchers, so there is nothing more to measure."
SAID: Final = (10, 100, 500, 1_000, 2_000)


def cpu(work: Callable[[], object]) -> float:
    """Return the milliseconds of this process's own work."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def traced(work: Callable[[], object]) -> float:
    """Return the kilobytes that are still held of what was made, with it alive."""
    tracemalloc.start()
    kept = work()
    size = tracemalloc.get_traced_memory()[0] / 1e3
    tracemalloc.stop()
    del kept
    return size


# -- events --


def longer(name: str, seats: int) -> Iterator[bytes]:
    """Yield the file of a game between seats that hand each other their records, whenever it has so many events."""
    random, found = Random(1), registry.game(name)
    rules, bot = found.rules, found.bots[found.usual]
    players = [Identity(random.randbytes(32)) for _ in range(seats)]
    proposal = sign_proposal(players[0], Proposal.of(players[0].key, rules, seats, random.randbytes(32)))
    joins = tuple(gen.sign_join(each, proposal, "Player", random.randbytes(32)) for each in players)
    signers = [Signer(gen.assemble(proposal, joins), rules, each) for each in players]
    for signer in signers:
        signer.auto_signer.sign_from_now_on()
    replica = signers[0].replica
    for events in EVENTS:
        while sum(map(len, replica.log)) < events:
            for signer in signers:
                if signer.my_turn:
                    signer.act(bot(rules, signer.replica.position.state, signer.seat, {}, random))
                for record in signer.replica.outbox.drain():
                    for other in signers:
                        if other is not signer:
                            other.receive(record)
        yield canonical(replica)


def by_events() -> Iterator[Curve]:
    """Measure full audits of the same game of Bus, longer and longer."""
    files = list(longer("bus", 5))
    counts = [audit.full(data, registry.rules).events for data in files]
    taken = [cpu(lambda data=data: audit.full(data, registry.rules)) for data in files]  # type: ignore[misc]
    sizes = [len(data) / 1e3 for data in files]
    held = [traced(lambda data=data: logfile.read_records(data)) for data in files]  # type: ignore[misc]
    yield Curve("full audit of Bus for 5", "events", "CPU ms", _points(counts, taken))
    yield Curve("file of Bus for 5", "events", "kB", _points(counts, sizes))
    yield Curve("records of Bus for 5 in memory", "events", "kB", _points(counts, held))


def _points(counts: Any, much: Any) -> tuple[tuple[float, float], ...]:
    return tuple(sorted(zip(counts, much, strict=True)))


# -- seats and cards --


def by_seats() -> Iterator[Curve]:
    """Measure the set-up of Metro on its critical path, and the log of a game."""
    seats = range(2, 7)
    path = [1000 * sum(decks.setup(b"growth".ljust(32), count)) for count in seats]
    yield Curve(
        "set-up of decks of 6, 6 and 60, critical path", "seats", "CPU ms", _points(seats, path), SQUARE
    )
    logs = [len(decks.play(count)) / 1e3 for count in seats]
    yield Curve("log of a game of Metro", "seats", "kB", _points(seats, logs))


def by_cards() -> Iterator[Curve]:
    """Measure one shuffle with its proof, made and verified."""
    made, verified = [], []
    for size in SIZES:
        deck = _deck(size)
        sent: list[Any] = []
        made.append(cpu(lambda deck=deck, sent=sent: sent.append(deck.shuffle(decks.secret(0)))))  # type: ignore[misc]
        verified.append(cpu(lambda deck=deck, sent=sent: deck.after_shuffle(sent[0])))  # type: ignore[misc]
    yield Curve("a shuffle made", "cards", "CPU ms", _points(SIZES, made))
    yield Curve("a shuffle verified", "cards", "CPU ms", _points(SIZES, verified))


def _deck(size: int) -> UnsealedDeck:
    epoch = Epoch(b"growth".ljust(32))
    own = [SecretKey.derive(decks.secret(seat), epoch, seat) for seat in range(2)]
    keys = join_keys(read_key(epoch, seat, key.prove()) for seat, key in enumerate(own))
    deck = start_deck(DeckId(epoch, "growth"), keys, size)
    deck.shuffle(decks.secret(0))  # what is the same in all games is made once
    return deck


# -- homes --


def by_games() -> Iterator[Curve]:
    """Measure the list of the client's home: the first time, and once it is known how the games stand."""
    first, again, memory = [], [], []
    with tempfile.TemporaryDirectory() as folder:
        home, own = Home(Path(folder)), Identity(bytes(32))
        home.make()
        (home.folder / "games").mkdir(exist_ok=True)
        there = 0
        for count in HOMES:
            for number in range(there, count):
                _begun(home, own, number)
            there = count
            time.sleep(SETTLED / 1e9)  # of a file that has just changed nothing is kept
            first.append(cpu(lambda: _listed(home, own, keep=True)))
            again.append(cpu(lambda: _listed(home, own, keep=False)))
            memory.append(traced(lambda: _looked(home, own)))
    yield Curve("a home's games read for the first time", "games", "CPU ms", _points(HOMES, first))
    yield Curve("a home opened again", "games", "CPU ms", _points(HOMES, again))
    yield Curve("the list of a home in memory", "games", "kB", _points(HOMES, memory))


def _begun(home: Home, own: Identity, number: int) -> None:
    """Put a game that has just begun into the home."""
    nonce = number.to_bytes(32, "big")
    proposal = sign_proposal(own, Proposal.of(own.key, registry.game("linja").rules, 2, nonce))
    other = Identity(b"other".ljust(32))
    joins = tuple(
        gen.sign_join(each, proposal, "Player", bytes([at]) + nonce[1:])
        for at, each in enumerate((own, other))
    )
    genesis = gen.assemble(proposal, joins)
    data = logfile.write_records([Record(Kind.GENESIS, genesis.record)])
    (home.folder / "games" / f"{genesis.game_id.hex()}.p2pg").write_bytes(data)


def _looked(home: Home, own: Identity) -> Games:
    games = Games(home)
    games.identity = own
    games.refresh()
    return games


def _listed(home: Home, own: Identity, *, keep: bool) -> None:
    games = _looked(home, own)
    for found in games.found:
        games.row(found)
    for found in games.found[:40]:
        games.line(found)
    if keep:
        games.index.write()


# -- watchers, chat --


def by_watchers() -> Iterator[Curve]:
    """Measure a game of Linja over TCP with all players and watchers in this process."""
    taken = []
    for count in WATCHERS:
        with tempfile.TemporaryDirectory() as folder:
            taken.append(cpu(lambda folder=folder, count=count: trio.run(_watched, Path(folder), count)))  # type: ignore[misc]
    yield Curve("a game of Linja and all its watchers", "watchers", "CPU ms", _points(WATCHERS, taken), ROOM)


def _player(folder: Path, number: int) -> Player:
    home = Home(folder / str(number))
    home.make()
    own = Identity(number.to_bytes(32, "big"))
    return Player(own, f"p{number}", home, secrets.token_bytes, registry.rules)


async def _watched(folder: Path, count: int) -> None:
    found = registry.game("linja")
    options = {"time": "none", "watchers": "yes"}
    host = _player(folder, 1)
    proposal = Proposal.of(host.identity.key, found.rules, 2, bytes(32), options)
    bot = found.bots["random"]
    async with (
        host_table(host, proposal, listen=HERE) as one,
        join_table(_player(folder, 2), one.invite, listen=HERE) as two,  # type: ignore[arg-type]
    ):
        peers = [await session.begun() for session in (one, two)]
        ready = trio.Event() if count else None
        async with trio.open_nursery() as watching:
            seen: list[int] = []

            async def watch(number: int) -> None:
                async with watch_table(_player(folder, number), one.watch_invite) as session:  # type: ignore[arg-type]
                    peer = await session.begun()
                    seen.append(number)
                    if ready is not None and len(seen) == count:
                        ready.set()
                    await peer.wait_until(lambda: peer.replica.finished)

            for number in range(count):
                watching.start_soon(watch, 3 + number)
            if ready is not None:
                await ready.wait()
            async with trio.open_nursery() as playing:
                for at, peer in enumerate(peers):
                    playing.start_soon(autoplay, peer, bot, Random(at))


def by_chat() -> Iterator[Curve]:
    """Measure a chat that is read again, message by message, and what it takes in memory."""
    taken = [cpu(_chat(count, 1)) for count in SAID]
    memory = [traced(_chat(count, 2)) for count in SAID]
    yield Curve("a chat read again", "messages", "CPU ms", _points(SAID, taken))
    yield Curve("a chat in memory", "messages", "kB", _points(SAID, memory))


def _chat(count: int, seed: int) -> Callable[[], Chat]:
    """Return what reads a chat of this many messages, none of which was seen before."""
    own, number = Identity(bytes([seed]) + count.to_bytes(31, "big")), bytes(32)
    chat = Chat(number, (own.key,))
    records = [chat.sign_message(own, 0, at // 4, f"message {at}").record for at in range(count)]

    def read() -> Chat:
        again = Chat(number, (own.key,))
        for record in records:
            again.receive(record, len(records))
        return again

    return read


PARTS: Final = (by_events, by_seats, by_cards, by_games, by_watchers, by_chat)


def main(*parts: str) -> None:
    """Measure the parts that are named, or all; write the page and its pictures."""
    curves: list[Curve] = []
    for part in PARTS:
        if parts and part.__name__ not in parts:
            continue
        for curve in part():
            curves.append(curve)
            print(f"{curve.name}: n^{curve.order:.2f} {curve.points}", flush=True)
    if parts:
        return
    pictures = ""
    for number, curve in enumerate(curves, 1):
        file = PICTURES / f"growth-{number}.svg"
        file.write_text(curve.svg(), encoding="utf-8")
        pictures += f"![{curve.name}](pictures/{file.name})\n"
        pictures += f"\n{curve.why}\n\n" if curve.why else ""
    PAGE.write_text(
        "# Growth\n\nWritten by `python -m benchmarks.growth`. Times are processor time of one process, so other load"
        " matters little. The last column is the power of n that fits the upper half of each curve: n^1 is linear.\n\n"
        f"Measured on {machine()}.\n\n{table(curves)}\n{pictures}",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
