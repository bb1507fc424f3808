"""Who sits at the ends of recorded links, and what they do."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from p2pgames import registry
from p2pgames.text import Verbatim
from p2pgames_protocol.discovery.registry import Enabled
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.net.acceptor import greet, watch_token
from p2pgames_protocol.net.limits import Strangers
from p2pgames_protocol.net.link import LinkFault
from p2pgames_protocol.net.meeting import MeetingHost, ask_for_invite
from p2pgames_protocol.net.session import (
    host_table,
    join_table,
    make_token,
    resume_game,
    take_over_seat,
    watch_table,
)
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.memory import Memory, World
from p2pgames_protocol.testing.room import Room, identity
from p2pgames_protocol.transports import sentences
from p2pgames_protocol.transports.transport import Unreachable
from p2pgames_protocol.wire.invite import SEAT_PREFIX, Invite, read_invite

NAMES = ("Ada", "Ben", "Cleo", "Dan")
RULES = registry.rules("linja", 0)
PROPOSAL = Proposal.of(identity(0).key, RULES, 2, bytes(32))
CARDS = Proposal.of(identity(0).key, registry.rules("line1", 0), 2, bytes(32))
HOST = "memory:h0:1"
MEETING = identity(9)
"""What the words of a table would lead to; that they do is told by the vectors."""
TOKEN = make_token(identity(0), PROPOSAL)
INVITE = Invite(identity(0).key, TOKEN, "linja", (HOST,))
FOR_WATCHERS = replace(INVITE, token=watch_token(TOKEN))


class Once(Memory):
    """The access to a world in which whoever dials gets this end, once."""

    def __init__(self, host, end):
        super().__init__(World(), host)
        self._ends = [end]

    async def dial(self, address):
        """Return the end; raise `Unreachable` from the second time on."""
        if not self._ends:
            raise Unreachable(sentences.NOBODY_ANSWERS(place=Verbatim(address)))
        return self._ends.pop().pipe("h9")


def player(side, number):
    """Who plays on a side."""
    home = Home(side.folder)
    home.make()
    return Player(identity(number), NAMES[number], home, side.entropy, registry.rules)


def dialling(side):
    """The ways of a side that dials."""
    return Enabled((Once("h1", side.end),))


async def acts(side, session):
    """Do what is to be done until it is time to leave."""
    peer = side.peer = await session.begun()
    async for does in side.todo:
        what, _, text = does.partition(" ")
        match what:
            case "move":
                replica = peer.replica
                seat = peer.signer.seat
                await peer.act(replica.rules.parse(replica.position.state, seat, replica.known, text))
            case "say":
                await peer.say(text)
            case "offer":
                side.line = replace(peer.seat_transfer.offer(), addresses=(HOST,)).text(SEAT_PREFIX)
            case "draw":
                await peer.offer("draw")
            case "resign":
                await peer.resign()
            case "leave":
                return


async def served(side, world, session):
    """Serve the end as if it came from another host, and act."""
    world.nurseries[HOST].start_soon(world.listening[HOST], side.end.pipe("h1"))
    await acts(side, session)


def host(proposal):
    """Open a table."""

    async def run(side):
        world = World()
        ways = Enabled((Memory(world, "h0"),))
        async with host_table(player(side, 0), proposal, listen=("h0:1",), ways=ways) as session:
            await served(side, world, session)

    return run


def guest(proposal):
    """Join it."""
    invite = replace(INVITE, token=make_token(identity(0), proposal), game=proposal.rules)

    async def run(side):
        async with join_table(player(side, 1), invite, listen=("h1:1",), ways=dialling(side)) as session:
            await acts(side, session)

    return run


def stored(side, number):
    """A player with a game of some moves in its home, and how that begins."""
    room = Room(RULES, 2, seed=1, first=0)
    room.play(6)
    who = player(side, number)
    records = [Record(Kind.GENESIS, room.genesis.record), *room.stores[number]]
    who.home.store(room.genesis).create(records, who.home.device(who.entropy))
    return who, room.genesis


async def again_host(side):
    """Go on with a stored game, and answer."""
    world = World()
    who, genesis = stored(side, 0)
    ways = Enabled((Memory(world, "h0"),))
    async with resume_game(who, genesis, listen=("h0:1",), ways=ways) as session:
        await served(side, world, session)


async def again_guest(side):
    """Go on with the same game, and dial."""
    who, genesis = stored(side, 1)
    known = replace(INVITE, token=b"")
    async with resume_game(who, genesis, invite=known, listen=("h1:1",), ways=dialling(side)) as session:
        await acts(side, session)


async def watcher(side):
    """Look on at the stored game."""
    genesis = Room(RULES, 2, seed=1, first=0).genesis
    token = watch_token(make_token(identity(0), genesis.proposal))
    invite = replace(FOR_WATCHERS, token=token)
    async with watch_table(player(side, 2), invite, ways=dialling(side)) as session:
        await acts(side, session)


async def successor(side):
    """Take over the seat of the line that is told first."""
    line = read_invite(await side.todo.receive(), SEAT_PREFIX)
    await take_over_seat(player(side, 3), line, ways=dialling(side))


async def words_host(side):
    """Hand out the invite to whoever has the words."""

    async def handed(watches):
        return FOR_WATCHERS if watches else INVITE

    meeting = MeetingHost(MEETING, handed, lambda: None)
    await Strangers(side.entropy, lambda: (MEETING,), meeting.serve).answer(side.end.pipe("h1"))


async def words_guest(side):
    """Ask for the invite, to play or to look on."""
    link = await greet(player(side, 1), side.end.pipe("h0"), MEETING.key)
    watches = await side.todo.receive() == "watch"
    invite = await ask_for_invite(link, MEETING, watches=watches)
    assert invite == (FOR_WATCHERS if watches else INVITE)


async def stranger(side):
    """Call on somebody who is not there."""
    with suppress(LinkFault):
        await greet(player(side, 3), side.end.pipe("h0"), identity(7).key)


ROLES = {
    "host": host(PROPOSAL),
    "guest": guest(PROPOSAL),
    "cards-host": host(CARDS),
    "cards-guest": guest(CARDS),
    "again-host": again_host,
    "again-guest": again_guest,
    "watcher": watcher,
    "successor": successor,
    "words-host": words_host,
    "words-guest": words_guest,
    "stranger": stranger,
}


async def begin(talk):
    """Let both begin, who listens first."""
    listener, dialler = talk.sides
    await listener.step(does="begin")
    await talk.do(dialler, "begin")


async def table(talk):
    """A table is opened, somebody joins, they talk and play, and one gives up."""
    listener, dialler = talk.sides
    await begin(talk)
    for _ in range(4):
        await talk.move()
    await talk.do(listener, "say Hello")
    await talk.do(dialler, "say Good evening: müde?")
    await talk.do(dialler, "draw")
    await talk.move()
    await talk.do(dialler, "resign")
    await talk.do(dialler, "leave")
    await talk.do(listener, "leave")


async def cards(talk):
    """Decks are shuffled and sealed by both, and cards are opened to one of them."""
    listener, dialler = talk.sides
    await begin(talk)
    await talk.move()
    await talk.do(dialler, "leave")
    await talk.do(listener, "leave")


async def again(talk):
    """A game goes on over a new link, and the link ends."""
    listener, dialler = talk.sides
    await begin(talk)
    await talk.move()
    await talk.move()
    await talk.do(dialler, "leave")
    await talk.do(listener, "leave")


async def watch(talk):
    """Somebody looks on at a game, and is told of a move."""
    listener, dialler = talk.sides
    await begin(talk)
    await talk.move()
    await talk.do(listener, "say Welcome")
    await talk.do(dialler, "leave")
    await talk.do(listener, "leave")


async def seat(talk):
    """A seat is handed over."""
    listener, dialler = talk.sides
    for side, does in ((listener, "begin"), (listener, "offer"), (dialler, "begin")):
        await side.step(does=does)
    await talk.do(dialler, listener.line)


def words(how):
    """Words are shown, for a seat or to look on."""

    async def shown(talk):
        await begin(talk)
        await talk.do(talk.sides[1], how)

    return shown


CASES = {
    "table": (("host", "guest"), table),
    "cards": (("cards-host", "cards-guest"), cards),
    "again": (("again-host", "again-guest"), again),
    "watch": (("again-host", "watcher"), watch),
    "seat": (("again-host", "successor"), seat),
    "words": (("words-host", "words-guest"), words("play")),
    "words-to-watch": (("words-host", "words-guest"), words("watch")),
    "stranger": (("host", "stranger"), begin),
}
"""By name: who listens and who dials, and what happens."""
