"""Whole tables over networks in memory: bad ones, with cheats, with departures, and with peers that are cut apart.

A model for tests of your own: docs/testing.md says more of `Room` and `Memory`.
"""

from __future__ import annotations

import tempfile
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random
from typing import Final

import trio

from p2pgames.contract import AnyRules, Choose
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import AuditReport, Grade
from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import TURN
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import host_table, join_table, linger
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.cheat import Cheat
from p2pgames_protocol.testing.game.case import Case, expect, fail
from p2pgames_protocol.testing.memory import Memory, World, clocked
from p2pgames_protocol.testing.room import Room, identity

PATIENCE: Final = 10**6
"""Messages and moves after which a table counts as stuck."""
HOURS: Final = 48 * 3600.0
"""Seconds, of a clock that never waits, after which peers count as stuck."""


def bad_network(case: Case, random: Random) -> None:
    """Check that all have the same game where messages are lost, doubled and overtaken, and players killed."""
    room = Room(case.rules, case.seats, case.options, seed=random.randrange(2**32))
    for _ in range(PATIENCE):
        if all(replica.complete for replica in room.replicas):
            break
        room.bump()
        if room.random.random() < 0.05:
            room.move()
    agreed(room)


def agreed(room: Room) -> None:
    """Check that a room has come to one end, which the audit confirms from the file."""
    for seat, replica in enumerate(room.replicas):
        if not replica.complete:
            why = "; ".join(sorted({str(outcome.why) for _to, outcome in room.outcomes if outcome.why}))
            fail(f"The table is stuck: seat {seat + 1} is in round {len(replica.log)}. {why}".strip())
    expect(len(room.digests()) == 1, "Seats have different games in the end: the rules are not pure.")
    confirmed(room.replicas[0], room.rules)


def confirmed(replica: Replica, rules: AnyRules) -> None:
    """Check that the audit confirms a finished game."""
    report = audited(replica, rules)
    said = f"The audit says {report.grade.name}: {report.because} Rules that are not pure lead to that."
    expect(report.grade is Grade.FINISHED, said)


def audited(replica: Replica, rules: AnyRules) -> AuditReport:
    """Audit the game as everybody else would do it, from the file."""
    return full(canonical(replica), lambda _name, _version: rules)


def cheat(case: Case, random: Random) -> None:
    """Check that who makes a move that does not exist is named by the others, and by the audit."""
    seat = random.randrange(case.seats)
    liar = Cheat(TURN.act, lambda _signer, _body: ("no such move", ()))
    room = Room(case.rules, case.seats, case.options, seed=random.randrange(2**32), kinds={seat: liar.sit})
    room.play()
    if liar.round is None:
        return  # the game was over before it was to move
    found = [(fault["seat"], fault["round"]) for fault in audited(room.replicas[0], case.rules).faults]
    expect(
        found == [(seat, liar.round)],
        f"Seat {seat + 1} made a forbidden move in round {liar.round}, and the audit names {found}.",
    )


def departure(case: Case, random: Random) -> None:
    """Check that the others end a game that somebody gives up, and that the audit confirms it."""
    room = Room(case.rules, case.seats, case.options, seed=random.randrange(2**32))
    room.play(random.randrange(case.plies + 1))
    signer = room.signers[random.randrange(case.seats)]
    if not signer.replica.finished:
        signer.resign()
        room.collect()
    room.play()
    agreed(room)


def altered(case: Case, random: Random) -> None:
    """Check that the audit refuses a file in which a byte is different."""
    room = Room(case.rules, case.seats, case.options, seed=random.randrange(2**32))
    room.play(case.plies)
    file = canonical(room.replicas[0])
    at = random.randrange(len(file))
    changed = file[:at] + bytes([file[at] ^ random.randrange(1, 256)]) + file[at + 1 :]
    report = full(changed, lambda _name, _version: case.rules)
    expect(report.grade is Grade.INVALID, f"With another byte {at} the audit says {report.grade.name}.")


def peers(case: Case, random: Random) -> None:
    """Check that peers with files of their own, cut apart in the middle, find each other and finish the game."""
    with tempfile.TemporaryDirectory() as folder:
        clocked(_at_a_table, case, random, Path(folder))


async def _at_a_table(case: Case, random: Random, folder: Path) -> None:
    try:
        with trio.fail_after(HOURS):
            replicas = await played(case, random, folder)
    except trio.TooSlowError:
        fail("Peers that were cut apart never finish the game.")
    expect(len({each.position.previous for each in replicas}) == 1, "Peers have different games in the end.")
    confirmed(replicas[-1], case.rules)


async def played(case: Case, random: Random, folder: Path) -> list[Replica]:
    """Host a table, join it, play it to the end over a world that is cut once, and return what everybody has."""
    world, rules = World(), case.rules
    proposal = Proposal.of(identity(0).key, rules, case.seats, random.randbytes(32), case.options)

    def player(number: int) -> Player:
        home = Home(folder / f"home{number}")
        home.make()
        entropy = Random(random.random()).randbytes
        return Player(identity(number), f"P{number}", home, entropy, lambda _name, _version: rules)

    def way(number: int) -> Enabled:
        return Enabled((Memory(world, f"h{number}"),))

    async with (
        host_table(player(0), proposal, listen=("h0:1",), ways=way(0)) as host,
        AsyncExitStack() as guests,
    ):
        sessions = [host]
        for number in range(1, proposal.seats):
            if host.invite is None:
                fail("The table has no invite.")
            joining = join_table(player(number), host.invite, listen=(f"h{number}:1",), ways=way(number))
            sessions.append(await guests.enter_async_context(joining))
        seated = [await session.begun() for session in sessions]
        async with trio.open_nursery() as nursery:
            for number, peer in enumerate(seated):
                nursery.start_soon(_play, peer, Random(number))
            await seated[0].wait_until(lambda: len(seated[0].replica.log) > 8 or seated[0].replica.finished)
            world.cut()
    return [peer.replica for peer in seated]


async def _play(peer: Peer, random: Random) -> None:
    """Play at random to the end, as a client would, and stay until all have it."""
    replica, signer = peer.replica, peer.signer
    while signer is not None and not replica.finished:
        if signer.my_turn and isinstance(replica.position.ask, Choose):
            moves = replica.rules.moves(replica.position.state, signer.seat, replica.known)
            await peer.act(random.choice(moves))
        else:
            await peer.changed()
    await linger(peer)
