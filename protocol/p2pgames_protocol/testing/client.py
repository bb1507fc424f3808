"""Puts a client to checks that is started as a program of its own and meets its opponent over a link.

Every check starts the client anew, in an empty folder, for one table. It is judged only by what comes over
the link: by the section of SPEC that is named beside each check.
"""

from __future__ import annotations

import math
import os
import subprocess
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

import trio

from p2pgames import registry
from p2pgames.contract import Choose
from p2pgames.text import Refusal
from p2pgames_protocol.audit import full, series
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.audit.series import SeriesGame, ended_game
from p2pgames_protocol.log import chat
from p2pgames_protocol.log.genesis import NOBODY, Genesis, Proposal, assemble, sign_join, sign_proposal
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.proof_jobs import Reception, Status
from p2pgames_protocol.log.records import RESIGN, Ballot, Event, Kind, Note, Record, Vote
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.log.signer import Signer
from p2pgames_protocol.net.link import (
    BEAT,
    MAX_FRAME,
    Link,
    LinkFault,
    frame_message,
    parting_words,
    read_hello,
    said,
)
from p2pgames_protocol.net.lobby import Lobby, Seating, enter
from p2pgames_protocol.store.player import AddressRecord
from p2pgames_protocol.testing.game.case import Broken, expect, fail
from p2pgames_protocol.testing.room import forge, identity
from p2pgames_protocol.transports.tls import Tls, write_pin
from p2pgames_protocol.transports.transport import ChannelBinding, Pipe, Unreachable
from p2pgames_protocol.wire.codec import FORMAT, Malformed, Plain, pack
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import BadInvite, Invite, read_invite

INVITE: Final = "{invite}"
"""Stands in a command for the invite of the table that the client is to join; without it the client hosts."""
GAME: Final = "linja"
"""What most checks play: the shortest rules, for two, without hidden cards."""
CARDS: Final = "metro"
"""What is played with hidden cards: the shortest rules of that kind."""
PATIENCE: Final = 30.0
"""Seconds that a client may take for whatever is due, its start included: as long as one message may by SPEC 12.3."""
IDLE: Final = 0.2
"""Seconds without a message after which the opponent looks whether it has to confirm something (SPEC 7.11)."""
PING_BY: Final = 12.0
"""Seconds within which a client that only waits has pinged: five by SPEC 12.4, and as many again for a busy machine."""
KEPT: Final = 65_536
"""Characters of what a client wrote that are looked through for its invite."""
QUOTED: Final = 1_000
"""Characters of what it wrote last that a report may quote."""
AGAIN: Final = 3.0
"""Seconds for a client that was started again to give what it has not given before."""
WISH: Final = 5.0
"""Seconds within which a client says that it wants a rematch, too; it need not."""
NAME: Final = "Checker"
FORBIDDEN: Final = (("open", 7, 0),)
"""A move of Linja that is never legal: no pawn begins at the end of its way."""
IN_GAME: Final = ("want", "record", "address", "chats", "chat", "links", "rematch")
"""What may be on its way from a client in a game when its link is to end."""
TOKEN: Final = bytes(range(16))


STRANGE: Final = Invite(identity(9).key, TOKEN, GAME, ("tls:127.0.0.1:1#" + "A" * 52,))
"""An invite to a table of nobody at this one."""


class Unusable(Broken):
    """The command is to blame, and its client could not be checked."""


class LeftOut(Broken):
    """The client cannot do, and need not, what the check is about; the text says what."""


class TestedClient:
    """The program under check: how it is started, its folder, and what it has written."""

    def __init__(
        self, command: Sequence[str], folder: Path, nursery: trio.Nursery, patience: float = PATIENCE
    ) -> None:
        self.patience = patience
        """Seconds that it may take for whatever is due."""
        self.joins = any(INVITE in word for word in command)
        """Whether it joins a table, and does not host one."""
        self._command = [_from_here(word, sought=not at) for at, word in enumerate(command)]
        self._folder, self._nursery = folder, nursery
        self._process: trio.Process | None = None
        self._written = ""
        self._news = trio.Event()

    async def start(self, invite: str) -> None:
        """Start it; raise `Unusable` if there is no such program."""
        words = [word.replace(INVITE, invite) for word in self._command]
        try:
            self._process = await trio.lowlevel.open_process(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                cwd=self._folder, env=os.environ | {"P2PGAMES_HOME": str(self._folder)},
            )  # fmt: skip
        except (OSError, ValueError) as wrong:
            fail(f"{words[0]} cannot be started: {wrong}.", Unusable)
        self._nursery.start_soon(self._read, self._process)

    async def _read(self, process: trio.Process) -> None:
        """Keep the end of what it writes, so that it never waits for a reader."""
        if process.stdout is not None:
            with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
                async for some in process.stdout:
                    self._written = (self._written + some.decode("utf-8", "replace"))[-KEPT:]
                    self._tell()
        await process.wait()
        self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = trio.Event()

    async def kill(self) -> None:
        """End it at once, and wait until it is gone."""
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()
            await self._process.wait()
            for end in (self._process.stdin, self._process.stdout):
                if end is not None:
                    await end.aclose()

    @property
    def _ended(self) -> bool:
        return self._process is not None and self._process.returncode is not None

    async def end(self) -> None:
        """Wait until it has ended by itself."""
        while not self._ended:
            await self._news.wait()

    async def invite(self) -> Invite:
        """Return the invite that it writes; raise `Unusable` if none comes in time."""
        with trio.move_on_after(self.patience):
            while True:
                news = self._news
                for word in self._written.replace('"', " ").split():
                    with suppress(BadInvite):
                        if len((invite := read_invite(word)).token):
                            return invite
                if self._ended:
                    break
                await news.wait()
        raise fail(f"It writes no invite. {self.last_words}", Unusable)

    @property
    def last_words(self) -> str:
        """What it wrote last, and how it ended, for a report."""
        code = self._process.returncode if self._process is not None else None
        how = "It is still running" if code is None else f"It ended with exit code {code}"
        return f"{how}; it wrote last: {self._written[-QUOTED:].strip()!r}."


def _from_here(word: str, *, sought: bool) -> str:
    """The word of a command as it is from another folder: a file of this one by its whole path.

    A program that is ``sought`` where all programs are is none of this folder.
    """
    path = Path(word)
    with suppress(OSError, ValueError):
        if path.is_file() and not (sought and path.name == word):
            return str(path.absolute())
    return word


class Rendezvous:
    """How the client and its opponent get to each other: one listens, the other dials."""

    def __init__(self, client: TestedClient, nursery: trio.Nursery, own: Identity) -> None:
        self.client, self._nursery = client, nursery
        self.invite = Invite(own.key, TOKEN, GAME, ())
        """The invite to the table, the client's own where it hosts."""
        self._tls = Tls(own, b"check")
        self._came, self._coming = trio.open_memory_channel[Pipe](math.inf)
        self._pipes: list[Pipe] = []

    async def start_client(self, *, pinned: bool) -> None:
        """Start the client, with an invite to a table here or so that it opens one.

        Where it is not ``pinned`` the invite has another pin than that of the certificate.
        """

        async def take(pipe: Pipe) -> None:
            self._pipes.append(pipe)
            self._came.send_nowait(pipe)
            await trio.sleep_forever()

        if self.client.joins:
            (address,) = await self._nursery.start(self._tls.listen, "127.0.0.1:0", take)
            if not pinned:
                address = address.replace(write_pin(self._tls.pin), write_pin(bytes(32)))
            self.invite = replace(self.invite, addresses=(address,))
            await self.client.start(self.invite.text())
        else:
            await self.client.start("")
            self.invite = await self.client.invite()

    async def pipe(self) -> Pipe:
        """Return a new connection; raise `Broken` if the client does not dial, or does not answer."""
        if self.client.joins:
            return await self._answered()
        for address in self.invite.addresses:
            with suppress(Unreachable):
                self._pipes.append(await self._tls.dial(address))
                return self._pipes[-1]
        raise fail(
            f"Nobody answers at {', '.join(self.invite.addresses)} (SPEC 19.4). {self.client.last_words}"
        )

    async def close(self) -> None:
        """Close all connections."""
        for pipe in self._pipes:
            await trio.aclose_forcefully(pipe.stream)

    async def _answered(self) -> Pipe:
        pipes: list[Pipe] = []
        with trio.move_on_after(self.client.patience):
            async with trio.open_nursery() as nursery:

                async def watch() -> None:
                    await self.client.end()
                    await trio.sleep(IDLE)  # what it sent before it ended may still be on its way
                    nursery.cancel_scope.cancel()

                nursery.start_soon(watch)
                pipes.append(await self._coming.receive())
                nursery.cancel_scope.cancel()
        if not pipes:
            fail(f"It does not dial (SPEC 19.4). {self.client.last_words}")
        return pipes[0]


class Line:
    """One link to the client, and what has come over it."""

    def __init__(self, pipe: Pipe, patience: float) -> None:
        self._patience = patience
        self.channel, self._stream = pipe.channel, pipe.stream
        self.link = Link(pipe.stream)
        self.parted = ""
        """How the client has ended it; empty while it lasts."""
        self.wants: list[int] = []
        """The rounds that the client has asked for."""
        self.came: list[Record] = []
        """The records that have come, in order."""
        self.rematches: list[str] = []
        """The client's wishes for another game, each with its invite or empty."""
        self.heard = 0
        """How many messages have come."""

    async def send(self, *message: Plain) -> None:
        """Send a message, if the link still lasts."""
        with suppress(LinkFault):
            await self.link.send(*message)

    async def send_raw(self, data: bytes, *, at_once: int = 0) -> None:
        """Send bytes, whatever they are, so many at once."""
        with suppress(trio.BrokenResourceError):
            for begin in range(0, len(data), at_once or len(data)):
                await self._stream.send_all(data[begin : begin + (at_once or len(data))])

    async def receive(self, within: float) -> tuple[Plain, ...]:
        """Return the next message, or one of no kind if none comes in time or the link is over."""
        with trio.move_on_after(within):
            message = await self.link.receive()
            self.heard += 1
            if message is None or message[0] == "bye":
                self.parted = "without a word" if message is None else f"with {str(parting_words(message))!r}"
                return ("",)
            return message
        return ("",)

    async def closes(self, why: str) -> None:
        """Wait until the client closes the connection; raise `Broken` if it says anything before."""
        data = b""
        with trio.move_on_after(self._patience) as waiting, suppress(trio.BrokenResourceError):
            data = bytes(await self._stream.receive_some())
        expect(not data and not waiting.cancelled_caught, why)

    async def ends(self, why: str, also: Collection[str] = ()) -> None:
        """Wait until the client ends the link; raise `Broken` if it says more than may be on its way already."""
        with trio.move_on_after(self._patience):
            while not self.parted:
                expect((await self.receive(self._patience))[0] in ("", "ping", *also), why)
        expect(self.parted, why)
        await self.link.aclose()


class Opponent:
    """Who sits opposite the client, with bots beside it: their seats, what they sign, and the table that is opened."""

    def __init__(self, seed: str, game: str, bots: int, *, hosts: bool) -> None:
        self.random = Random(seed)
        self.rules, self.seats = registry.rules(game, 0), 2 + bots
        self.seat, self.theirs = (0, 1 + bots) if hosts else (1, 0)
        """Its own seat, and the client's."""
        self.identity, self.nonce = identity(self.seat), bytes([self.seat]) * 32
        self.bots = [(identity(seat), f"Bot {seat}", bytes([seat]) * 32) for seat in range(1, 1 + bots)]
        self.signers: list[Signer] = []
        """Its own in the game, and those of its bots."""
        self.propose(TOKEN)

    def propose(self, token: bytes, before: SeriesGame | None = None) -> None:
        """Open a table at which the client does not sit yet, for a first game or one that follows another."""
        previous = None if before is None else (before.genesis.game_id, before.end)
        first = None if before is None else series.first_seat(before, self.identity.key)
        key, nonce = self.identity.key, self.random.randbytes(32)
        proposal = Proposal.of(key, self.rules, self.seats, nonce, previous=previous, first=first)
        proposal = replace(proposal, bots=len(self.bots))
        self.lobby = Lobby(Seating(self.identity, proposal, NAME, self.nonce, bots=self.bots), token)
        self.lobby.kept.set()

    def begin(self, genesis: Genesis) -> None:
        """Sit down at the game."""
        players = self.identity, *(bot for bot, _name, _nonce in self.bots)
        self.signers = [Signer(genesis, self.rules, player) for player in players]
        for signer in self.signers:
            signer.auto_signer.sign_from_now_on()

    def leave_game(self) -> None:
        """Be in no game, and sit down at the next table with another nonce."""
        self.signers, self.nonce = [], bytes([8]) * 32

    @property
    def key(self) -> bytes:
        """The client's key in the game."""
        return self.signers[0].replica.genesis.keys[self.theirs]

    def receive(self, record: Record) -> Reception:
        """Hear a record, and return what became of it."""
        reception, *_of_bots = [signer.receive(record) for signer in self.signers]
        return reception

    def fresh(self) -> list[Record]:
        """Return what is new, once all have heard it of each other."""
        found: list[Record] = []
        while new := [record for signer in self.signers for record in signer.replica.outbox.drain()]:
            found += new
            for record in new if self.bots else ():
                self.receive(record)
        return found

    def move(self) -> None:
        """Make a move, if it is the turn of anybody here."""
        for signer in self.signers:
            position = signer.replica.position
            if signer.my_turn and isinstance(position.ask, Choose):
                moves = position.rules.moves(position.state, signer.seat, signer.replica.known)
                signer.act(self.random.choice(moves))


class Table:
    """One table with the client and its opponent, which plays at random."""

    def __init__(self, client: TestedClient, nursery: trio.Nursery, opponent: Opponent) -> None:
        self.client, self.opponent = client, opponent
        self.meeting = Rendezvous(client, nursery, opponent.identity)
        self._line: Line | None = None
        self.twice = self.silent = False
        """Whether every record is sent twice; whether no move is made."""
        self.first: Record | None = None
        """What is sent first to one who asks for records; none of the client's own events is sent then."""

    @property
    def line(self) -> Line:
        """The newest link."""
        if self._line is None:
            raise ValueError("There is no link yet.")
        return self._line

    @property
    def signer(self) -> Signer:
        """The opponent's seat in the game."""
        return self.opponent.signers[0]

    async def bare(self) -> Line:
        """Return a new link on which nothing was said."""
        self._line = Line(await self.meeting.pipe(), self.client.patience)
        return self._line

    async def greeted(self) -> Link:
        """Return a new link with the hello done by both."""
        line = await self.bare()
        own = (
            self.opponent.identity.seat(self.opponent.nonce)
            if self.opponent.signers
            else self.opponent.identity
        )
        nonce = self.opponent.random.randbytes(32)
        if self.client.joins:
            await line.link.answer_hello([self.opponent.identity, own], line.channel, nonce)
        else:
            wanted = self.opponent.key if self.opponent.signers else self.meeting.invite.host
            await line.link.hello(own, wanted, line.channel, nonce)
        return line.link

    async def asked(self) -> tuple[Plain, Plain]:
        """Return what the client asks for after the hello, and about what."""
        message = await self.line.link.receive()
        if message is None or len(message) != 2:
            fail(f"After the hello it says {message!r} (SPEC 17.1, 18.1).")
        return message[0], message[1]

    async def sit_down(self) -> None:
        """Fill the table with the client and the opponent, and begin the game."""
        link = await self.greeted()
        if self.client.joins:
            kind, token = await self.asked()
            expect(kind == "table", f'It asks for {kind!r}, not for the "table" of its invite (SPEC 17.1).')
            try:
                genesis = await self.opponent.lobby.welcome(link, token)
            except LinkFault:
                if self.opponent.rules.name == GAME:
                    raise
                fail(f"it does not play {self.opponent.rules.name}", LeftOut)
        else:
            token = self.meeting.invite.token
            genesis = await enter(
                link, self.opponent.identity, token, NAME, lambda _proposal: self.opponent.nonce
            )
        proposal = genesis.proposal
        if (proposal.rules, proposal.seats) != (self.opponent.rules.name, self.opponent.seats):
            fail(
                f"It opens a table of {proposal.rules} for {proposal.seats}, not of Linja for two.", Unusable
            )
        self.opponent.begin(genesis)
        await self._greet()

    async def offer(self, before: SeriesGame | None) -> None:
        """Invite the client to another table, which follows a game or none, and wait for it to ask for a seat."""
        token = TOKEN[::-1]
        await self.line.send("rematch", replace(self.meeting.invite, token=token).text())
        self.opponent.leave_game()
        self.opponent.propose(token, before)

    async def accept(self, before: SeriesGame) -> None:
        """Go to the table that the client opens after a game."""
        await self.until(lambda: any(self.line.rematches), "it invited to the rematch (SPEC 18.9)")
        self.meeting.invite = read_invite(next(filter(None, self.line.rematches)))
        expect(
            self.meeting.invite.host == before.genesis.identities[self.opponent.theirs],
            "It invites to a rematch of which somebody else is host (SPEC 18.9).",
        )
        self.opponent.leave_game()
        until = trio.current_time() + self.client.patience
        while not self.opponent.signers:  # it may end all links before it listens for the new table
            try:
                await self.sit_down()
            except (Broken, LinkFault):
                if trio.current_time() > until:
                    raise
                await trio.sleep(IDLE)
        proposal, old = self.signer.replica.genesis.proposal, before.genesis.proposal
        wrong = series.why_unfit(proposal, before, self.signer.replica.genesis.identities)
        expect(not wrong, f"Its rematch does not follow the game: {wrong} (SPEC 4.6)")
        expect(
            proposal.resolved_options == old.resolved_options, "Its rematch has other options (SPEC 18.9)."
        )

    async def again(self) -> None:
        """Go on with the game over a new link."""
        link = await self.greeted()
        game_id = self.signer.replica.genesis.game_id
        if self.client.joins:
            match await self.asked():
                case ("game", named):
                    expect(
                        named == game_id and link.key == self.opponent.key,
                        "It names another game, or shows another key (SPEC 18.1).",
                    )
                    await link.send("welcome")
                case ("table", token):  # started anew, with nothing but its invite
                    known = link.key == self.signer.replica.genesis.identities[self.opponent.theirs]
                    expect(known, "It comes back with another key, as somebody else (SPEC 17.6).")
                    await self.opponent.lobby.welcome(link, token)
                case (kind, _):
                    fail(f'It asks for {kind!r}, not for "game" (SPEC 18.1).')
        else:
            await link.send("game", game_id)
            await link.expect("welcome", 0)
        await self._greet()

    async def _greet(self) -> None:
        """Begin as SPEC 18.2 says; what is wanted is sent when it is asked for."""
        replica = self.signer.replica
        self.line.link.key = self.opponent.key
        address = AddressRecord.sign(
            self.opponent.identity.seat(self.opponent.nonce), replica.genesis.game_id, len(replica.log), ()
        )
        await self.line.send("want", len(replica.log))
        await self.line.send("address", address.record)
        await self.line.send("chats", (0,) * self.opponent.seats)
        await self.line.send(
            "links", tuple(seat for seat in range(self.opponent.seats) if seat != self.opponent.seat)
        )

    async def receive_next(self, within: float = IDLE) -> None:
        """Take in the next message, if one comes in time, and send what the opponent owes for it."""
        match await self.line.receive(within):
            case ("record", bytes(data)):
                self._record(data)
            case ("want", int(since)) if since >= 0:
                self.line.wants.append(since)
                await self.send_records(self._answer(since))
            case ("rematch", *offered):
                self.line.rematches.append("".join(map(str, offered)))
            case ("" | "ping",) | ("address" | "chat", bytes()) | ("chats" | "links", tuple()):
                pass
            case (kind, *_):
                fail(f"It sends {kind!r}, which is not due or has another form (SPEC 12.2).")
        await self.send_records(self.opponent.fresh())

    def _answer(self, since: int) -> list[Record]:
        """Return what one gets who asks for records."""
        records = list(self.signer.replica.records(since))
        if self.first is None:
            return records
        theirs = self.opponent.theirs
        kept = (one for one in records if one.kind is not Kind.EVENT or Event.read(one.body).seat != theirs)
        return [self.first, *kept]

    def _record(self, data: bytes) -> None:
        """Take in a record; raise `Broken` if the client should not have sent or signed it."""
        try:
            record = Record.read(data)
        except Malformed as wrong:
            fail(f"It sends a malformed record: {wrong} (SPEC 5.1)")
        self.line.came.append(record)
        if record.kind is Kind.VOTE and (vote := Vote.read(record.body)).ballot is Ballot.ABSENT:
            expect(
                vote.voter != self.opponent.theirs,
                "It votes absent on who was silent for moments only, which nobody asked of it (SPEC 7.12).",
            )
        reception = self.opponent.receive(record)
        if reception.status is Status.SENDER:
            fail(f"It sends a record that is not signed by whom it names: {reception.why} (SPEC 7.6)")
        if reception.misconduct is not None and reception.misconduct.seat != self.opponent.seat:
            fail(f"It breaks the rules: {reception.why} (SPEC 7.3)")

    async def send_records(self, records: Iterable[Record]) -> None:
        """Send records, each once or twice."""
        for record in records:
            for _ in range(1 + self.twice):
                await self.line.send("record", record.pack())

    async def break_rules(self, record: Record) -> None:
        """Send what the opponent should not have signed, and take it in like anybody else."""
        self.signer.receive(record)
        await self.line.send("record", record.pack())

    async def until(self, holds: Callable[[], bool], what: str) -> None:
        """Play until something holds; raise `Broken` if the client ends the link before, or lets it wait."""
        last, at = -1, trio.current_time()
        while not holds():
            if len(self.line.came) != last:
                last, at = len(self.line.came), trio.current_time()
            if self.line.parted:
                fail(f"It ends the link {self.line.parted}, before {what}.")
            if trio.current_time() > at + self.client.patience:
                fail(f"It gives nothing for {self.client.patience:.0f} seconds, before {what}.")
            if not self.silent:
                self.opponent.move()
            if self.signer.replica.position.kind is DONE:
                for signer in self.opponent.signers:
                    signer.auto_signer.confirm()
            await self.send_records(self.opponent.fresh())
            await self.receive_next()

    async def rounds(self, many: int) -> None:
        """Play so many rounds more, and then until the opponent is to move."""
        replica = self.signer.replica
        goal = len(replica.log) + many
        await self.until(
            lambda: replica.finished or (len(replica.log) >= goal and self.signer.my_turn),
            f"round {goal} was closed",
        )
        expect(not replica.finished, "The game was over after a few rounds.")

    async def finish(self) -> None:
        """Play to the end, until the client has confirmed that; the file of the game must be in order."""
        replica, theirs = self.signer.replica, self.opponent.theirs
        await self.until(lambda: replica.position.kind is DONE, "both had revealed (SPEC 9.1)")
        await self.until(
            lambda: replica.haves.last(theirs) >= len(replica.log) - 1,
            "it confirmed the last round (SPEC 7.11)",
        )
        report = full.full(canonical(replica), registry.rules)
        expect(
            report.grade is Grade.FINISHED, f"The file of the game is not in order: {report.why} (SPEC 11.1)"
        )
        expect(theirs not in report.unrevealed, "It has not revealed its secret rightly (SPEC 9.2).")
        expect(theirs not in report.other_results, "It has revealed another result (SPEC 9.3).")
        faults = [fault["why"] for fault in report.faults if fault["seat"] == theirs]
        expect(not faults, f"It is at fault: {faults} (SPEC 7.3)")


# The checks. Each begins with a client that is about to dial, or that has written its invite.

Look: TypeAlias = Callable[[Table], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class ClientCheck:
    """What is done to a client, and the section of SPEC that says how it has to answer."""

    name: str
    about: str
    section: str
    look: Look
    joins: bool | None = None
    """Whether only a client that joins can be checked, or only one that hosts; None for both."""
    game: str = GAME
    bots: int = 0
    """How many seats of the table are bots of the opponent."""
    pinned: bool = True
    """Whether the invite has the pin of the certificate."""


async def game(table: Table) -> None:
    """Play a whole game."""
    await table.sit_down()
    await table.finish()
    ending = table.signer.replica.position.ending
    basis = "nothing" if ending is None else ending.basis.value
    expect(basis == Basis.PLAYED, f"Its game is not played to the end, but over as {basis} (SPEC 9.3).")


async def resigned(table: Table) -> None:
    """Leave the game in the middle."""
    await table.sit_down()
    await table.rounds(2)
    table.signer.resign()
    await table.finish()


async def wrong_pin(table: Table) -> None:
    """Show a certificate with another pin than that of the invite."""
    line = await table.bare()
    await line.closes("It goes on with a certificate whose pin is not that of the address.")


async def version(table: Table) -> None:
    """Speak another version in the hello."""
    link = (await table.bare()).link
    nonce = bytes(32)
    if table.client.joins:
        await link.expect("hello", 4)
        await link.send("hello", FORMAT + 1, table.opponent.identity.key, nonce)
    else:
        await link.send("hello", FORMAT + 1, table.opponent.identity.key, nonce, table.meeting.invite.host)
    await table.line.ends("It goes on with an end that speaks another version.")


async def another_key(table: Table) -> None:
    """Answer in place of the host that the invite names."""
    link = (await table.bare()).link
    await link.expect("hello", 4)
    await link.send("hello", FORMAT, identity(9).key, bytes(32))
    await table.line.ends("It goes on with another key than that of its invite.")


async def own_key(table: Table) -> None:
    """Show the client its own key."""
    link = (await table.bare()).link
    _, key, *_ = await link.expect("hello", 4)
    await link.send("hello", FORMAT, key, bytes(32))
    await table.line.ends("It goes on with an end that shows its own key.")


async def relayed(table: Table) -> None:
    """Prove the right key, but for another connection: that of somebody in the middle."""
    await _prove(table, ChannelBinding("tls", bytes(32)), "listen" if table.client.joins else "dial")


async def mirrored(table: Table) -> None:
    """Prove the right key in the other end's role."""
    line = await table.bare()
    await _prove(table, line.channel, "dial" if table.client.joins else "listen", line)


async def _prove(table: Table, channel: ChannelBinding, role: str, line: Line | None = None) -> None:
    """Do a hello with a proof of this, and wait for the client to end the link."""
    line, nonce = line or await table.bare(), table.opponent.random.randbytes(32)
    if table.client.joins:
        key, theirs = read_hello((await line.link.expect("hello", 4))[:3], table.opponent.identity)
        await line.send("hello", FORMAT, table.opponent.identity.key, nonce)
        both = said(channel, key, theirs, table.opponent.identity.key, nonce)
    else:
        await line.send("hello", FORMAT, table.opponent.identity.key, nonce, table.meeting.invite.host)
        key, theirs = read_hello(await line.link.expect("hello", 3), table.opponent.identity)
        both = said(channel, table.opponent.identity.key, nonce, key, theirs)
    await line.send("proof", table.opponent.identity.sign("hello", NOBODY, pack((role, *both))))
    if not table.client.joins:
        await line.send("table", table.meeting.invite.token)
    await line.ends("It goes on after a proof that does not hold.", ("proof",))


async def token(table: Table) -> None:
    """Ask for a seat with another token."""
    link = await table.greeted()
    await link.send("table", bytes(16))
    await table.line.ends("It takes another token for that of its table.")


async def proposal(table: Table) -> None:
    """Propose what somebody else has signed."""
    link = await table.greeted()
    await table.asked()
    signed = sign_proposal(identity(9), table.opponent.lobby.seating.proposal)
    await link.send("proposal", signed)
    await table.line.ends("It joins a table whose proposal its host has not signed.")


async def without_it(table: Table) -> None:
    """Begin a game in which somebody else has the client's seat."""
    link = await table.greeted()
    await table.asked()
    signed = table.opponent.lobby.seating.signed
    await link.send("proposal", signed)
    await link.expect("join", 1)
    joins = [sign_join(identity(seat), signed, "Somebody", bytes([seat]) * 32) for seat in (0, 8)]
    await link.send("genesis", assemble(signed, tuple(joins)).record)
    await table.line.ends("It begins a game that does not hold its own join.")


async def unsigned(table: Table) -> None:
    """Send moves that nobody signed."""
    await table.sit_down()
    await table.rounds(2)
    for _ in range(3):
        true = forge(table.signer.replica, table.opponent.seat)
        await table.line.send("record", Record(true.kind, true.body, bytes(64)).pack())
    await table.rounds(2)
    await table.finish()


async def unknown(table: Table) -> None:
    """Send records of a kind that is unknown, and some that are nonsense."""
    await table.sit_down()
    await table.rounds(2)
    for data in (pack(("gift", b"", b"")), pack(("event", b"", bytes(64))), b"\xc1", b""):
        await table.line.send("record", data)
    await table.rounds(2)
    await table.finish()


async def replayed(table: Table) -> None:
    """Send every record twice, and at last all of them once more."""
    await table.sit_down()
    table.twice = True
    await table.rounds(4)
    await table.send_records(list(table.signer.replica.records(0)))
    await table.finish()


async def pieces(table: Table) -> None:
    """Send messages byte by byte, and several at once."""
    await table.sit_down()
    await table.rounds(2)
    counts = frame_message(("chats", (0, 0)))
    await table.line.send_raw(counts, at_once=1)
    await table.line.send_raw(3 * counts)
    await table.finish()


async def talk(table: Table) -> None:
    """Say something, and offer a draw; a client need neither show nor answer that."""
    await table.sit_down()
    await table.rounds(2)
    signer = table.signer
    message = signer.auto_signer.signing_key.sign_chat(
        chat.Chat(signer.replica.genesis.game_id, signer.replica.genesis.keys), "Hello"
    )
    await table.line.send("chat", message.record)
    signer.offer("draw")
    await table.line.send("rematch")
    await table.finish()


async def early(table: Table) -> None:
    """Confirm a round before sending the event that closes it."""
    await table.sit_down()
    await table.rounds(2)
    table.opponent.move()
    event, *confirming = table.signer.replica.outbox.drain()
    table.signer.auto_signer.confirm()
    await table.send_records([*confirming, *table.signer.replica.outbox.drain()])
    number = len(table.signer.replica.log) - 1
    table.line.wants.clear()
    table.silent = True
    with trio.move_on_after(table.client.patience):
        while number not in table.line.wants and not table.line.parted:
            await table.receive_next()
    expect(
        number in table.line.wants or 0 in table.line.wants,
        "It does not ask for what an early record is built on.",
    )
    table.silent = False
    await table.line.send("record", event.pack())
    await table.finish()


async def ping(table: Table) -> None:
    """Wait without a word: it has to ping, and to take pings."""
    await table.sit_down()
    await table.rounds(2)
    table.line.link.key = b""  # so that pings are returned like other messages, and none is sent by itself
    began, late = trio.current_time(), False
    while not late and trio.current_time() < began + PING_BY:
        number = table.line.heard
        await table.line.send("ping")
        await table.receive_next(2)
        expect(not table.line.parted, "It ends a link on which nothing but pings came.")
        late = table.line.heard > number and trio.current_time() > began + BEAT
    table.line.link.key = table.opponent.key
    expect(late, f"It sends nothing for {PING_BY:.0f} seconds while it waits.")
    await table.finish()


def ended_by(what: str, data: bytes) -> Look:
    """Return a check that sends bytes that end the link, and goes on with the game over a new one."""

    async def look(table: Table) -> None:
        await table.sit_down()
        await table.rounds(2)
        await table.line.send_raw(data)
        await table.line.ends(f"It goes on after {what}.", IN_GAME)
        await table.again()
        await table.finish()

    return look


async def cut(table: Table) -> None:
    """Cut the link in the middle of the game, three times."""
    await table.sit_down()
    for _ in range(3):
        await table.rounds(2)
        await table.line.link.aclose()
        await table.again()
    await table.finish()


async def catch_up(table: Table) -> None:
    """Come back with nothing, and ask for everything."""
    await table.sit_down()
    await table.rounds(6)
    replica = table.signer.replica
    events = {record.id for record in replica.records(0) if record.kind is Kind.EVENT}
    await table.line.link.aclose()
    await table.again()
    await table.line.send("want", 0)
    await table.until(
        lambda: events <= {record.id for record in table.line.came},
        "it sent the events of all rounds to one who asks from round 0 on (SPEC 18.3)",
    )
    came = [record.id for record in table.line.came if record.id in events]
    wanted = [record.id for record in replica.records(0) if record.id in events]
    expect(
        list(dict.fromkeys(came)) == wanted,
        "It sends events in another order than round by round, seat by seat.",
    )
    await table.finish()


async def started_again(table: Table) -> None:
    """Kill the client after its move and a resignation, and start it again in its folder.

    Whoever has lost the move knows the resignation before moving again, and signs something else than before.
    """
    await table.sit_down()
    await table.rounds(4)
    signer, table.silent = table.signer, True
    signer.auto_signer.sign_beside(Note(signer.seat, RESIGN))
    (table.first,) = signer.replica.outbox.drain()
    await table.line.send("record", table.first.pack())
    await trio.sleep(1)  # as long as an honest client may take before it has stored it
    await table.client.kill()
    await table.line.link.aclose()
    await table.client.start(table.meeting.invite.text())
    await table.again()
    await table.line.send("want", 0)
    with trio.move_on_after(AGAIN):
        while not table.line.parted:
            await table.receive_next()
    table.first, table.silent = None, False
    await table.send_records(signer.replica.records(0))
    signer.auto_signer.settle()
    await table.finish()


async def illegal(table: Table) -> None:
    """Sign a move that the rules forbid: it takes its author out."""
    await _at_fault(table, body=(FORBIDDEN, (), ()))


async def wrong_state(table: Table) -> None:
    """Sign a move on a position that is not there: it takes its author out."""
    await _at_fault(table, state=bytes(32))


async def _at_fault(table: Table, **changes: Any) -> None:
    await table.sit_down()
    await table.rounds(2)
    await table.break_rules(forge(table.signer.replica, table.opponent.seat, **changes))
    await table.finish()


async def voted(table: Table) -> None:
    """Vote that it gives nothing before its event can have come: it is out, and reveals all the same."""
    await table.sit_down()
    await table.rounds(2)
    table.opponent.move()
    if not table.signer.replica.finished:
        table.signer.vote(table.opponent.theirs)
    await table.finish()


async def fork(table: Table) -> None:
    """Sign two events for one round: the client goes no further, and shows both to whoever asks."""
    await table.sit_down()
    await table.rounds(2)
    replica = table.signer.replica
    closed = len(replica.log)
    other = forge(replica, table.opponent.seat, body=(FORBIDDEN, (), ()))
    table.silent = True
    one = forge(replica, table.opponent.seat)
    for record in (one, other):
        await table.line.send("record", record.pack())
    await trio.sleep(1)  # as long as an honest client may take before it has heard both
    await table.line.send("want", 0)
    proof = False
    with trio.move_on_after(table.client.patience):
        while not proof and not table.line.parted:
            await table.receive_next()
            proof = any(record.kind is Kind.EVIDENCE for record in table.line.came)
    expect(
        proof, "It does not show the evidence of two events to one who asks for everything (SPEC 7.10, 18.3)."
    )
    expect(len(replica.log) <= closed + 2, "It plays on after two events of one seat for one round.")
    expect(replica.accusations.verdict is not None, "Its evidence does not hold.")


async def cards(table: Table) -> None:
    """Draw, hide and show cards for some rounds, and leave the game with keys that open the rest."""
    await table.sit_down()
    await table.rounds(30)
    table.signer.resign()
    await table.finish()


async def three(table: Table) -> None:
    """Have a bot of the opponent leave without its keys, so that all is shuffled anew, and then the opponent."""
    await table.sit_down()
    await table.rounds(12)
    _, bot = table.opponent.signers
    bot.auto_signer.sign_beside(Note(bot.seat, RESIGN))
    bot.auto_signer.settle()
    await table.send_records(table.opponent.fresh())
    await table.rounds(12)
    expect(bot.seat not in table.signer.replica.position.seats, "It lets nobody leave by a note (SPEC 7.9).")
    table.signer.resign()
    await table.finish()


async def rematched(table: Table) -> None:
    """Play another game after the first."""
    before = await _wants_another(table)
    if table.client.joins:
        await table.offer(before)
        await table.sit_down()
    else:
        await table.accept(before)
    old, new = (
        genesis.joins[table.opponent.theirs] for genesis in (before.genesis, table.signer.replica.genesis)
    )
    expect(old.nonce != new.nonce, "It joins with the nonce of the game before (SPEC 4.3).")
    await table.finish()


async def unrelated(table: Table) -> None:
    """Invite it to a table that is no rematch of the game."""
    await _wants_another(table)
    await table.offer(None)
    await table.greeted()
    await table.asked()
    await table.line.send("proposal", table.opponent.lobby.seating.signed)
    await table.line.ends("It joins a table that does not follow the game as a rematch of it.")


async def _wants_another(table: Table) -> SeriesGame:
    """Play a game, and return it if the client wants a rematch."""
    await table.sit_down()
    await table.finish()
    before = ended_game(table.signer.replica)
    await table.line.send("rematch")
    with trio.move_on_after(WISH):
        while not table.line.rematches and not table.line.parted:
            await table.receive_next()
    if before is None or not table.line.rematches:
        fail("it wants no rematch", LeftOut)
    return before


def _checks() -> Iterator[ClientCheck]:
    """Yield all checks, in the order in which a client is written."""
    check = ClientCheck
    yield check("pin", "another pin than the certificate's", "14.4", wrong_pin, joins=True, pinned=False)
    yield check("version", "another version in the hello", "15.1", version)
    yield check("key", "another key than that of the invite", "15.2", another_key, joins=True)
    yield check("own-key", "its own key", "15.2", own_key, joins=True)
    yield check("relayed", "a proof made for another connection", "15.3", relayed)
    yield check("mirrored", "a proof in its own role", "15.3", mirrored)
    yield check("token", "a wrong token", "17.1", token, joins=False)
    yield check("proposal", "a proposal that its host has not signed", "17.2", proposal, joins=True)
    yield check("genesis", "a game without its own join", "4.3", without_it, joins=True)
    yield check("game", "a whole game", "17, 18", game)
    yield check("pieces", "messages in pieces, and several at once", "12.1", pieces)
    yield check("ping", "silence", "12.4", ping)
    for name, about, section, data in (
        ("kind", "a message of unknown kind", "12.2", frame_message(("dance", 1))),
        ("large", "a frame that is too large", "12.1", (MAX_FRAME + 1).to_bytes(4, "big")),
        (
            "rematch",
            "an invite of somebody else to a rematch",
            "18.9",
            frame_message(("rematch", STRANGE.text())),
        ),
        ("longer", "a message that is not in its shortest encoding", "2.2", b"\0\0\0\x08\xdc\0\1\xa4ping"),
    ):
        yield check(name, about, section, ended_by(about, data))
    yield check("unsigned", "events with a wrong signature", "7.6", unsigned)
    yield check("record", "records of unknown kind, and nonsense", "2.7, 12.6", unknown)
    yield check("replay", "everything twice", "7.6", replayed)
    yield check("early", "a have before the event that it confirms", "18.6", early)
    yield check("talk", "chat, an offered draw, a wish for a rematch", "12.2, 7.14", talk)
    yield check("cut", "links that are cut", "18.1, 19.5", cut)
    yield check("catch-up", "a seat that asks for everything", "18.3", catch_up)
    yield check("restart", "the client is killed and started again", "10.3, 17.6", started_again, joins=True)
    yield check("resign", "the other seat resigns", "7.9", resigned)
    yield check("illegal", "a move that the rules forbid", "7.3", illegal)
    yield check("state", "a move on another position", "7.3", wrong_state)
    yield check("vote", "a vote that it gives nothing", "7.8, 7.12", voted)
    yield check("fork", "two events of one seat for one round", "7.10", fork)
    yield check("rematched", "another game after the first", "4.6, 18.9", rematched)
    yield check("unrelated", "an invite to a rematch that is none", "4.6, 18.9", unrelated, joins=True)
    yield check("cards", "a game with hidden cards", "13, B", cards, joins=True, game=CARDS)
    yield check(
        "three", "three seats, one of which leaves", "7.9, 13.9", three, joins=True, game=CARDS, bots=1
    )


CHECKS: Final = tuple(_checks())


@dataclass(frozen=True, slots=True)
class ClientOutcome:
    """What came of a check: fine where neither a fault nor that it was left out is named."""

    check: ClientCheck
    fault: str = ""
    blames: str = ""
    """Who is to blame: the client, or the command that was to start it."""
    left_out: str = ""


def run(
    command: Sequence[str], checks: Iterable[ClientCheck], seed: str, patience: float = PATIENCE
) -> Iterator[ClientOutcome]:
    """Yield what comes of each check of the client that the command starts."""
    for check in checks:
        yield trio.run(_outcome, command, check, f"{seed} {check.name}", patience)


async def _outcome(command: Sequence[str], check: ClientCheck, seed: str, patience: float) -> ClientOutcome:
    if check.joins is not None and check.joins is not any(INVITE in word for word in command):
        return ClientOutcome(check, left_out="only where it joins" if check.joins else "only where it hosts")
    try:
        async with started(command, seed, patience, check) as table:
            await check.look(table)
    except (ExceptionGroup, Broken, Refusal) as raised:
        wrong: BaseException = raised
        while isinstance(wrong, BaseExceptionGroup):
            wrong = wrong.exceptions[0]
        if isinstance(wrong, LeftOut):
            return ClientOutcome(check, left_out=str(wrong))
        if not isinstance(wrong, (Broken, Refusal)):
            raise
        return ClientOutcome(check, str(wrong), "command" if isinstance(wrong, Unusable) else "client")
    return ClientOutcome(check)


@asynccontextmanager
async def started(
    command: Sequence[str], seed: str, patience: float, check: ClientCheck
) -> AsyncIterator[Table]:
    """Start the client for the table of a check, and end it afterwards whatever it does."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        async with trio.open_nursery() as nursery:
            client = TestedClient(command, Path(folder), nursery, patience)
            table = Table(client, nursery, Opponent(seed, check.game, check.bots, hosts=client.joins))
            try:
                await table.meeting.start_client(pinned=check.pinned)
                yield table
            finally:
                with trio.CancelScope(shield=True):
                    await table.meeting.close()
                    await client.kill()
                nursery.cancel_scope.cancel()
