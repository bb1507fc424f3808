"""What is said over links beside the log: who is linked to whom (SPEC 18.5), and words that bring an invite (16.8)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import trio
import trio.testing

from p2pgames import registry
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.net.meeting import MeetingHost
from p2pgames_protocol.testing.memory import FaultyDisk, clocked
from p2pgames_protocol.testing.room import identity, make_genesis, seated
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.codec import pack, unpack
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import Invite, meeting_token
from tests.network_vectors import TOKEN, Vector, frame, spoken, vector
from tests.protocol.peers import make_peer

BUS = registry.rules("bus", 0)
SEATS = 4
MEETING = identity(20)
"""The key at which the host of the words waits."""


def link_vectors() -> Iterator[Vector]:
    """Yield all vectors of these messages."""
    yield from links_vectors()
    yield from meeting_vectors()


def links_vectors() -> Iterator[Vector]:
    """Messages "links" that a player of four hears, from seat 1 or from a watcher, and what it takes from them."""
    cases: dict[str, tuple[Any, ...]] = {
        "to-nobody": ((),),
        "to-all-others": ((0, 2, 3),),
        "to-itself-too": ((0, 1, 2),),
        "descending": ((2, 0),),
        "a-seat-twice": ((2, 2),),
        "a-seat-that-is-not": ((0, 4),),
        "a-negative-seat": ((-1, 2),),
        "a-boolean": ((False, 2),),
        "a-text": (("2",),),
        "no-array": (2,),
        "no-field": (),
        "a-field-too-many": ((0, 2), 3),
    }
    for name, fields in cases.items():
        given = {"seats": SEATS, "from": 1, "received": pack(("links", *fields)).hex()}
        yield vector(f"links/{name}", spoken(name), given, judge_links(given))
    given = {"seats": SEATS, "from": 1, "received": pack(("link", (0, 2))).hex()}
    yield vector("links/under-another-kind", "under another kind", given, judge_links(given))
    given = {"seats": SEATS, "from": None, "received": pack(("links", (0, 2))).hex()}
    yield vector("links/by-a-watcher", "who has no seat", given, judge_links(given))


def judge_links(given: dict[str, Any]) -> Any:
    """The seats that are taken to be linked to the other end; refused where the message ends the link."""

    async def hear() -> Any:
        genesis = make_genesis(BUS, given["seats"])
        peer = make_peer(0, FaultyDisk(), genesis, BUS)
        await peer.live.start()
        near, far = trio.testing.memory_stream_pair()
        link = Link(near)
        link.key = identity(21).key if given["from"] is None else genesis.keys[given["from"]]
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.attach, link)
            await far.send_all(frame(bytes.fromhex(given["received"])))
            with trio.move_on_after(1):
                await peer.wait_until(lambda: not peer.links.connected)
            named = [sorted(connection.named) for connection in peer.links]
            nursery.cancel_scope.cancel()
        return named[0] if named else "refused"

    return clocked(hear)


def meeting_vectors() -> Iterator[Vector]:
    """What a host answers at its meeting key to the first message of a guest."""
    token = meeting_token(MEETING)
    cases: dict[str, tuple[Any, ...]] = {
        "words": ("words", token),
        "words-to-watch": ("words", token, "watch"),
        "another-token": ("words", bytes(16)),
        "another-token-to-watch": ("words", bytes(16), "watch"),
        "token-of-the-table": ("words", TOKEN),
        "token-cut": ("words", token[:15]),
        "token-is-text": ("words", token.hex()),
        "no-token": ("words",),
        "to-look-on": ("words", token, "look"),
        "a-field-too-many": ("words", token, "watch", "watch"),
        "at-the-door-of-a-table": ("table", token),
    }
    seat, watch = (
        Invite(identity(0).key, token, "bus", ("tcp:127.0.0.1:7000",)) for token in (TOKEN, TOKEN[::-1])
    )
    for name, message in cases.items():
        given = {
            "seed": MEETING.seed().hex(),
            "invite": seat.text(),
            "watch": watch.text(),
            "received": pack(message).hex(),
        }
        yield vector(f"meeting/{name}", spoken(name), given, judge_meeting(given))
    given = {
        "seed": MEETING.seed().hex(),
        "invite": seat.text(),
        "watch": None,
        "received": pack(("words", token, "watch")).hex(),
    }
    about = "the table lets nobody watch"
    yield vector("meeting/words-to-watch-where-nobody-may", about, given, judge_meeting(given))


def judge_meeting(given: dict[str, Any]) -> Any:
    """What the host answers: the kind, and the invite."""

    async def ask() -> Any:
        near, far = map(Link, trio.testing.memory_stream_pair())
        near.key, far.key = seated(1).key, MEETING.key

        async def handed(watches: bool) -> Invite | None:
            invite = given["watch"] if watches else given["invite"]
            return invites.read_invite(invite) if invite else None

        host = MeetingHost(Identity(bytes.fromhex(given["seed"])), handed, lambda: None)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(host.serve, near, unpack(bytes.fromhex(given["received"])))
            kind, *fields = await far.receive() or ("bye",)
        return [kind] if kind == "bye" else [kind, *fields]

    return clocked(ask)


JUDGES = {"links": judge_links, "meeting": judge_meeting}
