"""From an open table to the beginning of its game, in lines of text: the invite, who comes, who knocks."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Protocol, TypeAlias, TypeVar

import outcome
import trio

from p2pgames.contract import Seat
from p2pgames.text import Message
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.filling import on_terminal, wrapped
from p2pgames_cli.i18n.prose import both, named, sentence_of
from p2pgames_cli.table.input import typed_line
from p2pgames_cli.table.news import Transports
from p2pgames_cli.table.planning import Report
from p2pgames_cli.table.session import Mode, PlayOptions
from p2pgames_cli.table.transport_choice import (
    TransportChange,
    TransportCommand,
    TransportsChanged,
    TypedTransports,
)
from p2pgames_cli.table.trouble import About, Trouble
from p2pgames_cli.table.waiting import spoken
from p2pgames_protocol.net.lobby import Turned
from p2pgames_protocol.net.meeting import Meeting
from p2pgames_protocol.net.network import Network
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import Session
from p2pgames_protocol.store.disk import put
from p2pgames_protocol.transports.transport import TransportStatus
from p2pgames_protocol.wire.address import Reach, reach_of, transport_of
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.invite import Invite
from p2pgames_protocol.wire.names import shown, told_apart

T = TypeVar("T")


# A table from when it is open to when its game begins: who comes, what is wrong, and what its host wants changed.


class Teller(Protocol):
    """Who tells the player."""

    play_options: PlayOptions
    change: TransportChange | None

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Say the status of the transports."""

    def warn(self, what: str | Trouble) -> None:
        """Say what is wrong."""

    def seated(self, names: tuple[str, ...], seats: int, away: tuple[Seat, ...]) -> None:
        """Say who sits at the table, and who of them is not linked; called when that has changed."""

    def news(self, session: Session) -> None:
        """Show how the table stands; called whenever anything is new."""


async def filled(teller: Teller, session: Session) -> Peer:
    """Tell who comes until the game begins; raise `Stop` if it never does, `TransportsChanged` for other ways."""
    change = teller.change or TransportChange()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_tell, teller, session)
        nursery.start_soon(_until_changed, change, session, nursery.cancel_scope)
        peer = await _begun(session)
        nursery.cancel_scope.cancel()
        return peer
    raise TransportsChanged(change.wanted)


async def _begun(session: Session) -> Peer:
    try:
        return await session.begun()
    except Turned as turned:
        raise Stop(Code.FAILURE, sentence_of(turned)) from None


async def _tell(teller: Teller, session: Session) -> None:
    sitting: tuple[tuple[str, ...], tuple[Seat, ...]] = (), ()
    while session.peer is None:
        teller.carried(session.network.listener.statuses)
        for why in session.meeting.news() if session.meeting is not None else ():
            teller.warn(Trouble(About.WORDS, why))
        if (proposal := session.proposal) is not None:
            if (live := teller.play_options.live) is not None:
                live.fills(proposal.rules, session.names, proposal.seats)
            if (session.names, session.away) != sitting:
                names, away = sitting = session.names, session.away
                teller.seated(names, proposal.seats, away)
        teller.news(session)
        await session.changed()


async def _until_changed(change: TransportChange, session: Session, scope: trio.CancelScope) -> None:
    await change.asked(session)
    scope.cancel()


@dataclass
class LobbyFrontEnd:
    """What the player is told and asked before the game begins; here in lines, elsewhere in another way."""

    play_options: PlayOptions
    _transports: Transports = field(default_factory=Transports)
    _asking: trio.Lock = field(default_factory=trio.Lock)
    said_ways: TransportCommand | None = None
    """How it is typed that others are wanted; None if nobody types."""
    change: TransportChange | None = None
    """By which a host has the table opened in other ways while it fills up; None if nobody can."""

    def __post_init__(self) -> None:
        if self.play_options.mode is Mode.PLAIN:
            self.said_ways = TypedTransports(self.warn)

    def can_change(self, change: TransportChange) -> None:
        """Let the host have the table opened in other ways."""
        self.change = change
        if self.said_ways is not None and sys.stdin.isatty():
            self.warn(self.said_ways.usage)

    def tell(self, text: str) -> None:
        """Tell a person something; programs are told in objects."""
        console.tell(on_terminal(text, sys.stdout))

    def warn(self, what: str | Trouble) -> None:
        """Tell a person what is wrong, also beside a program."""
        self.tell(wrapped(str(what)).rstrip())

    def asks(self, question: str, *, usual: bool = False) -> bool:
        """Ask the player yes or no before a table is opened or sought; ``usual`` is what Enter alone says."""
        console.tell(wrapped(f"{question} {'[Y/n]' if usual else '[y/n]'}").rstrip(), end=" ")
        sys.stdout.flush()
        line = typed_line()
        return line.strip().lower() in ("y", "yes") or (usual and line.strip("\r") == "\n")

    def invite(
        self, invite: Invite, file: Path | None, watch: str = "", words: Meeting | None = None
    ) -> None:
        """Show the words, and the invite as text and, where there is a terminal, as a QR code; write it to a file too.

        Words that lead nowhere are not shown: it is said what they need.
        """
        text, leads = invite.text(), words is not None and bool(words.by)
        kept(text, file)
        if self.play_options.mode is Mode.SCREEN:
            _qr(text)
        if words is not None and leads:
            said = (
                _("Tell the others these words; they type p2pgames join --via tcp,dht and then the words:")
                if words.by == ("dht",)
                else _("Tell the others these words; they type p2pgames join and then the words:")
            )
            console.tell(said + "\n")
            console.tell(f"    {words.words.text()}\n")
            console.tell(_("Or send them this line:") + "\n")
        else:
            console.tell(_("Send this line to the others; they type p2pgames join and then the line:") + "\n")
        console.tell(f"{text}\n")
        console.tell(
            _("Anybody who has the words or the line can sit down: tell nobody else.")
            if leads
            else _("Anybody who has it can sit down: send it to nobody else.")
        )
        if words is not None and not leads:
            said = (
                _(
                    "Five words to say instead of a line need a relay of iroh, or in the same room --via tcp,lan."
                )
                if any(transport_of(one) == "iroh" for one in invite.addresses)
                else _(
                    "Five words to say instead of a line need --via tcp,iroh, or in the same room --via tcp,lan."
                )
            )
            console.tell(wrapped(said).rstrip())
        if watch:
            console.tell(_("To watch only, type p2pgames watch and this line:") + "\n")
            console.tell(f"{watch}\n")

    def whereabouts(self, invite: Invite) -> None:
        """Show where we are, for others who do not find us."""
        said = _(
            "Looking for the others. If they do not find you, send them this line, for Go on at or resume --at:"
        )
        console.tell(wrapped(said))
        console.tell(f"{invite.text()}\n")

    def reach(self, invite: Invite, *, near: bool) -> None:
        """Say so where the invite leads nobody here from outside, and what helps; ``near``: that may be meant."""
        helps = _(
            "For friends elsewhere add --map-port, or --via tcp,iroh, or forward a port of your router: see "
            "docs/network.md."
        )
        if said := reached(invite, helps, near=near):
            self.tell(wrapped(said))

    def ways(self, network: Network) -> None:
        """Say what is switched on besides TCP, and what it shows to whom."""
        for _name, about in network.about():
            self.tell(wrapped(named(about)))

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Say the status of the transports, where that is news."""
        for one in self._transports.of(statuses):
            for line in one.sentences:
                self.tell(wrapped(line).rstrip())

    def planned(self, report: Report) -> None:
        """Say what became of a plan."""
        self.tell(report.sentence())

    def waits(self, names: Sequence[str], seats: Sequence[Seat]) -> None:  # noqa: ARG002  # for programs
        """Say for whom the table waits, while nothing is shown of it."""
        if names:
            said = _("Waiting for {names}. Ctrl-C ends this; the game is kept.")
            self.tell(said.format(names=both(names)))

    async def hear(self) -> None:
        """Do what lines say that are not for the game, until one says that the player leaves."""
        change, said = self.change, self.said_ways
        if change is not None and said is not None:
            lines = self.play_options.input
            while (line := await lines.next_such(said.is_in)) is not None:
                said.take(line, change)
        await trio.sleep_forever()

    async def agrees(self, differs: Sequence[Message]) -> bool:
        """Ask whether the player sits down at a table that differs from what was said of it."""
        question = _("Take a seat there all the same?")
        console.tell(wrapped(f"{differing(differs)} {question} [y/n]").rstrip(), end=" ")
        sys.stdout.flush()
        return await _answered_yes(self)

    async def confirm(self, name: str, key: bytes) -> bool:
        """Ask the host whether somebody may sit down."""
        async with self._asking:
            asked = _("{name} (key {key}) wants to sit down. Let them in? [y/n]")
            console.tell(asked.format(name=shown(name), key=short(key)), end=" ")
            sys.stdout.flush()
            return await _answered_yes(self)

    async def begun(self, session: Session) -> Peer:
        """Tell who comes until the game begins; raise `Stop` if it does not, in time or at all.

        Raises `TransportsChanged` as soon as the host wants the table opened in others.
        """
        limit = self.play_options.timeout
        with trio.move_on_after(float("inf") if limit is None else limit):
            return await unless_left(self.hear, partial(filled, self, session), session.leave)
        said = (
            _("The table was not full after {time}: nobody else came.")
            if session.invite is not None
            else _("The game did not begin within {time}.")
        )
        raise Stop(Code.NO_CONTACT, said.format(time=spoken(limit or 0)))

    def news(self, session: Session) -> None:
        """Show how the table stands: here all of that is told."""

    def seated(self, names: tuple[str, ...], seats: int, away: tuple[Seat, ...]) -> None:
        """Say who sits at the table, and who of them is not linked."""
        called = told_apart(names)
        listed = ", ".join(
            _("{name} (away)").format(name=name) if seat in away else name for seat, name in enumerate(called)
        )
        if len(names) >= seats:
            console.tell(_("At the table: {names}.").format(names=listed))
            return
        left = seats - len(names)
        said = ngettext(
            "At the table: {names}; {left} of {seats} seats is open.",
            "At the table: {names}; {left} of {seats} seats are open.",
            left,
        )
        console.tell(said.format(names=listed, left=left, seats=seats))


Openings: TypeAlias = Callable[[PlayOptions], LobbyFrontEnd]
"""Makes one for every table: after a game another table may open."""


async def unless_left(
    hear: Callable[[], Awaitable[None]],
    work: Callable[[], Awaitable[T]],
    leave: Callable[[], Awaitable[None]] | None = None,
    hearing: trio.CancelScope | None = None,
) -> T:
    """Return what the work returns; raise `Stop`, once others were told, as soon as the player wants to leave.

    That is what the end of ``hear`` says; it is heard no longer once ``hearing`` is cancelled.
    """
    done: list[outcome.Outcome[T]] = []
    async with trio.open_nursery() as nursery:

        async def until_left() -> None:
            with hearing or trio.CancelScope():
                await hear()
                nursery.cancel_scope.cancel()

        nursery.start_soon(until_left)
        try:
            done.append(outcome.Value(await work()))
        except Exception as wrong:  # noqa: BLE001  # as it is: a nursery would put it into a group
            done.append(outcome.Error(wrong))
        nursery.cancel_scope.cancel()
    if done:
        return done[0].unwrap()
    # An error, even this one, would take the links away before anybody was told.
    if leave is not None:
        await leave()
    raise Stop(Code.FINE, _("You left before the game began."))


async def at_open_table(
    opening: LobbyFrontEnd,
    table: AbstractAsyncContextManager[Session],
    use: Callable[[Session], Awaitable[T]],
) -> T:
    """Return what is done at a table once it is open; raise `Stop` as soon as the player leaves before that.

    To ask a router, or wait for a relay, takes seconds.
    """
    lines, opens = opening.play_options.input, trio.CancelScope()
    lines.early = True

    async def work() -> T:
        async with table as session:
            lines.early = False
            opens.cancel()  # from here on, what is done hears the player
            return await use(session)

    return await unless_left(opening.hear, work, hearing=opens)


async def _answered_yes(opening: LobbyFrontEnd) -> bool:
    """Return what the next line says that is yes or no; False where no more come."""
    lines, said, change = opening.play_options.input, opening.said_ways, opening.change
    while (line := await lines.next()) is not None:
        if change is not None and said is not None and said.is_in(line):
            said.take(line, change)
            continue
        answer = line.strip().lower()
        if answer in ("y", "yes", "n", "no"):
            return answer in ("y", "yes")
    return False


def differing(differs: Sequence[Message]) -> str:
    """Return in sentences how a table differs from what was said of it."""
    return " ".join(map(named, differs))


def reached(invite: Invite, helps: str, *, near: bool) -> str:
    """Return why the invite leads nobody here from outside, with what ``helps``; nothing if that may be meant."""
    match reach_of(invite.addresses):
        case Reach.COMPUTER:
            return _("Only this computer can reach the table: no other address.")
        case Reach.NETWORK if not near:
            return f"{_('The invite leads here from your own network.')} {helps}"
        case _:
            return ""


def left_by(*, hosting: bool) -> str:
    """Return what leaving a table does whose game has not begun, as it is asked before."""
    return _("Close the table; those waiting are told") if hosting else _("Leave the table")


def kept(invite: str, file: Path | None) -> None:
    """Write an invite to a file, where there is one to write."""
    if file is not None:
        put(file, f"{invite}\n".encode("ascii"))


def _qr(text: str) -> None:
    """Print the QR code of an invite, with its border (ISO/IEC 18004), where the terminal is wide enough."""
    import shutil

    import segno

    code = segno.make(text, error="l")
    if code.symbol_size(border=2)[0] <= shutil.get_terminal_size().columns:
        code.terminal(out=sys.stdout, compact=True, border=2)
