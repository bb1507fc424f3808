"""From an open table to the beginning of its game, in lines of text: the invite, who comes, who knocks."""

from __future__ import annotations

import sys
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final, Protocol, TypeAlias, TypeVar

import outcome
import trio

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames.text import Message
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.filling import on_terminal, wrapped
from p2pgames_cli.i18n.prose import both, named, sentence_of
from p2pgames_cli.table.input import typed_line
from p2pgames_cli.table.news import TransportNews
from p2pgames_cli.table.planning import PlanReport
from p2pgames_cli.table.session import Client, Mode
from p2pgames_cli.table.status import transport_sentence
from p2pgames_cli.table.transport_choice import (
    TransportChange,
    TransportsChanged,
    TypedTransports,
)
from p2pgames_cli.table.trouble import About, Trouble
from p2pgames_cli.table.waiting import spoken_duration
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


# What is known of a table before its game begins, and everything that any front end shows of it.

TICK: Final = 1.0
"""Seconds after which it is said anew for how long something has been tried."""


@dataclass(frozen=True, slots=True)
class LobbyView:
    """A table that fills up, as it is shown wherever it is: every sentence and list."""

    title: str
    game: str
    """What the game is called."""
    words: str
    """Those that lead here; empty if nothing does by words."""
    line: str
    """The invite."""
    watch: str
    """The invite for those who only watch."""
    again: bool
    """Whether the game goes on: the line leads those back who sit at the table already."""
    message: str
    """All that a friend has to know, to be copied as a message; empty where nothing leads here yet."""
    seats: int
    """0 as long as nobody is known to sit there: until then all would look free."""
    names: tuple[str, ...]
    where: tuple[str, ...]
    """For each of them a word where they are not linked now, else nothing."""
    trying: tuple[str, ...]
    """What is being tried, and for how long."""
    lines: tuple[str, ...]
    """What was told, the newest last."""
    asked: str
    """What is to be answered with yes or no; empty for nothing."""
    hosting: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that is answered with yes or no: whether somebody may sit down, or whether the player does."""

    text: str
    answer: Callable[[bool], None]


@dataclass
class Lobby:
    """What is known of a table before its game begins."""

    game: str = ""
    words: str = ""
    line: str = ""
    watch: str = ""
    again: bool = False
    seats: int = 0
    hosting: bool = False
    names: tuple[str, ...] = ()
    away: tuple[Seat, ...] = ()
    lines: list[str] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    transports: tuple[str, ...] = ()
    """How those get on that need something before they can dial."""
    clock: Callable[[], float] = time.monotonic
    since: float = field(init=False)
    """When what is tried now began."""

    def __post_init__(self) -> None:
        self.since = self.clock()

    def add_line(self, text: str) -> None:
        """Take in a line."""
        self.lines.append(" ".join(text.split()))

    def leads(self, line: str, game: str, watch: str = "", words: str = "", *, again: bool = False) -> None:
        """Take in the invite, the one for those who only watch, and the words; what was told before is over."""
        self.lines.clear()
        self.line, self.game, self.watch, self.words, self.again = line, game, watch, words, again
        self.since = self.clock()

    def sit(self, names: tuple[str, ...], away: tuple[Seat, ...] = ()) -> None:
        """Take in who sits at the table, and who of them is not linked."""
        if bool(names) != bool(self.names):
            self.since = self.clock()
        self.names, self.away = names, away

    def update(self, session: Session) -> None:
        """Take in how the table stands."""
        self.hosting = session.invite is not None and session.peer is None
        self.sit(told_apart(session.names), session.away)
        if session.proposal is not None:
            self.game, self.seats = session.proposal.rules, session.proposal.seats

    def carry(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Take in how the transports get on."""
        self.transports = tuple(map(transport_sentence, statuses.values()))

    def answer(self, *, yes: bool) -> None:
        """Answer the oldest question."""
        if self.asked:
            self.asked.pop(0).answer(yes)

    async def ask(self, text: str, changed: Callable[[], None]) -> bool:
        """Return what is answered to a question, which is shown until then; ``changed`` is called for both."""
        answered, yes = trio.Event(), False
        token = trio.lowlevel.current_trio_token()

        def answer(said: bool) -> None:
            nonlocal yes
            yes = said
            token.run_sync_soon(answered.set)

        asked = Asked(text, answer)
        self.asked.append(asked)
        changed()
        try:
            await answered.wait()
        finally:
            if asked in self.asked:
                self.asked.remove(asked)
            changed()
        return yes

    def view(self) -> LobbyView:
        """Return everything that is shown of it now."""
        title = game_called(self.game) if self.game else ""
        where = tuple(_("away") if seat in self.away else "" for seat in range(len(self.names)))
        return LobbyView(
            _("Waiting for players: {game}").format(game=title) if title else _("Waiting for players"),
            title,
            self.words,
            self.line,
            self.watch,
            self.again,
            message_to_friend(title, self.words, self.line) if self.line and not self.again else "",
            self.seats if self.names else 0,
            self.names,
            where,
            (self._tried(), *self.transports),
            tuple(self.lines),
            self.asked[0].text if self.asked else "",
            self.hosting,
        )

    def _tried(self) -> str:
        """Return for how long the others have been waited for, or whatever was told last has been tried."""
        if self.again or (self.line and len(self.names) < 2):
            said = _("Waiting for friends for {time}.")
        elif self.names:
            said = _("Waiting for the others for {time}.")
        else:
            said = _("This has taken {time} so far.")
        return said.format(time=spoken_duration(self.clock() - self.since))


def game_called(name: str) -> str:
    """Return what a game is called; what is not installed here is called as the invite says."""
    try:
        return registry.game(name).title
    except registry.Unknown:
        return name


def message_to_friend(game: str, words: str, line: str) -> str:
    """Return what a friend has to know who has never heard of p2pgames: what to download, and what to type."""
    said = [
        _("Let us play {game}!").format(game=game),
        _("1. Download p2pgames, one file for your computer, and double-click it."),
        _("(Until there is a release: in its folder, type pip install . with Python 3.11 or newer.)"),
    ]
    if words:
        said.append(_("2. Start it, choose Join a table, and type these words: {words}").format(words=words))
        said += ["", _("If the words do not find me, paste this line there instead:"), line]
    else:
        said += [_("2. Start it, choose Join a table, and paste this line:"), line]
    return "\n".join(said)


# A table from when it is open to when its game begins: who comes, what is wrong, and what its host wants changed.


class Teller(Protocol):
    """Who tells the player."""

    client: Client
    change: TransportChange | None

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Say the status of the transports."""

    def warn(self, what: str | Trouble) -> None:
        """Say what is wrong."""

    def seated(self, names: tuple[str, ...], seats: int, away: tuple[Seat, ...]) -> None:
        """Say who sits at the table, and who of them is not linked; called when that has changed."""

    def news(self, session: Session) -> None:
        """Show how the table stands; called whenever anything is new, and while it is waited for."""


async def until_full(teller: Teller, session: Session) -> Peer:
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
    network = session.network
    while session.peer is None:
        teller.carried(network.listener.statuses)
        for why in session.meeting.news() if session.meeting is not None else ():
            teller.warn(Trouble(About.WORDS, why))
        if (proposal := session.proposal) is not None:
            if (live := teller.client.live) is not None:
                live.fills(proposal.rules, session.names, proposal.seats)
            if (session.names, session.away) != sitting:
                names, away = sitting = session.names, session.away
                teller.seated(names, proposal.seats, away)
        teller.news(session)
        with trio.move_on_after(TICK):
            await session.changed()


async def _until_changed(change: TransportChange, session: Session, scope: trio.CancelScope) -> None:
    await change.asked(session)
    scope.cancel()


@dataclass
class LobbyFrontEnd:
    """What the player is told and asked before the game begins; here in lines, elsewhere in another way."""

    client: Client
    _transports: TransportNews = field(default_factory=TransportNews)
    _asking: trio.Lock = field(default_factory=trio.Lock)
    said_ways: TypedTransports | None = None
    """How it is typed that others are wanted; None if nobody types."""
    change: TransportChange | None = None
    """By which a host has the table opened in other ways while it fills up; None if nobody can."""

    def __post_init__(self) -> None:
        if self.client.options.mode is Mode.PLAIN:
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
        write_invite(text, file)
        if self.client.options.mode is Mode.SCREEN:
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
        if said := why_unreachable(invite, helps, near=near):
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

    def planned(self, report: PlanReport) -> None:
        """Say what became of a plan."""
        self.tell(report.sentence())

    def waits(self, names: Sequence[str], seats: Sequence[Seat]) -> None:  # noqa: ARG002  # for programs
        """Say for whom the table waits, while nothing is shown of it."""
        if names:
            said = _("Waiting for {names}. Ctrl-C stops; the game is saved.")
            self.tell(said.format(names=both(names)))

    async def hear(self) -> None:
        """Do what lines say that are not for the game, until one says that the player leaves."""
        change, said = self.change, self.said_ways
        if change is not None and said is not None:
            lines = self.client.input
            while (line := await lines.next_such(said.is_in)) is not None:
                said.change_to(line, change)
        await trio.sleep_forever()

    async def agrees(self, differs: Sequence[Message]) -> bool:
        """Ask whether the player sits down at a table that differs from what was said of it."""
        question = _("Take a seat there all the same?")
        console.tell(wrapped(f"{differences_in_words(differs)} {question} [y/n]").rstrip(), end=" ")
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
        limit = self.client.options.timeout
        with trio.move_on_after(float("inf") if limit is None else limit):
            return await unless_left(self.hear, partial(until_full, self, session), session.leave)
        said = (
            _("The table was not full after {time}: nobody else came.")
            if session.invite is not None
            else _("The game did not begin within {time}.")
        )
        raise Stop(Code.NO_CONTACT, said.format(time=spoken_duration(limit or 0)))

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


Openings: TypeAlias = Callable[[Client], LobbyFrontEnd]
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
    lines, opens = opening.client.input, trio.CancelScope()
    lines.early = True

    async def work() -> T:
        async with table as session:
            lines.early = False
            opens.cancel()  # from here on, what is done hears the player
            return await use(session)

    return await unless_left(opening.hear, work, hearing=opens)


async def _answered_yes(opening: LobbyFrontEnd) -> bool:
    """Return what the next line says that is yes or no; False where no more come."""
    lines, said, change = opening.client.input, opening.said_ways, opening.change
    while (line := await lines.next()) is not None:
        if change is not None and said is not None and said.is_in(line):
            said.change_to(line, change)
            continue
        answer = line.strip().lower()
        if answer in ("y", "yes", "n", "no"):
            return answer in ("y", "yes")
    return False


def differences_in_words(differs: Sequence[Message]) -> str:
    """Return in sentences how a table differs from what was said of it."""
    return " ".join(map(named, differs))


def why_unreachable(invite: Invite, helps: str, *, near: bool) -> str:
    """Return why the invite leads nobody here from outside, with what ``helps``; nothing if that may be meant."""
    match reach_of(invite.addresses):
        case Reach.COMPUTER:
            return _("Only this computer can reach the table: no other address.")
        case Reach.NETWORK if not near:
            return f"{_('The invite leads here from your own network.')} {helps}"
        case _:
            return ""


def words_in_use(words: Meeting | None) -> str:
    """Return the words that lead to a table; nothing where they lead nowhere."""
    return words.words.text() if words is not None and words.by else ""


def what_leaving_does(*, hosting: bool) -> str:
    """Return what leaving a table does whose game has not begun, as it is asked before."""
    return _("Close the table? Those waiting are told.") if hosting else _("Leave the table?")


def write_invite(invite: str, file: Path | None) -> None:
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
