"""A table that fills up, as the page shows it: the invite, who sits there, who knocks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final

import outcome
import trio

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames.text import Message
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import asked
from p2pgames_cli.table.lobby import LobbyFrontEnd, differing, reached
from p2pgames_cli.table.planning import Report
from p2pgames_cli.table.transport_choice import TransportChange, TransportsChanged
from p2pgames_cli.table.trouble import Trouble
from p2pgames_cli.ui.page_stack import PageStack
from p2pgames_cli.ui.transport_form import other_ways
from p2pgames_protocol.net.meeting import Meeting
from p2pgames_protocol.net.network import Network
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import Session
from p2pgames_protocol.transports.transport import TransportStatus
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.invite import Invite
from p2pgames_protocol.wire.names import shown, told_apart

LINES: Final = 12
"""Of what was told, the newest that are shown."""


@dataclass
class Asked:
    """A question that is answered on the page with yes or no."""

    text: str
    answered: trio.Event = field(default_factory=trio.Event)
    yes: bool = False


@dataclass
class Lobby:
    """What is known of a table before its game begins."""

    game: str = ""
    invite: str = ""
    words: str = ""
    """Those that lead here; empty if nothing does by words."""
    watch: str = ""
    """The invite for those who only watch."""
    again: bool = False
    """Whether the game goes on: the line leads those back who sit at the table already."""
    seats: int = 0
    hosting: bool = False
    names: tuple[str, ...] = ()
    away: tuple[Seat, ...] = ()
    """Those of them who are not linked now."""
    lines: list[str] = field(default_factory=list)
    asked: list[Asked] = field(default_factory=list)
    leaving: bool = False
    """Whether the player is asked if they mean to leave."""
    left: trio.Event = field(default_factory=trio.Event)
    """Set when the player leaves the table before its game begins."""
    change: Callable[[], None] | None = None
    """Lays over it what the ways to the table are chosen on; None if they cannot be changed."""
    over: PageStack | None = None
    """What lies over it."""

    def begins(self, *, hosting: bool, change: Callable[[], None] | None) -> None:
        """Show a table that fills up."""
        self.hosting, self.change = hosting, change

    def ends(self) -> None:
        """Have nothing changed any more: the game begins, or the table is closed, or opened in other ways."""
        self.over = self.change = None
        self.leaving = False

    def cover(self, over: PageStack) -> None:
        """Lay something over it."""
        self.over = over

    def uncover(self) -> None:
        """Take away what lies over it."""
        self.over = None

    def leads(self, invite: str, game: str, watch: str = "", words: str = "", *, again: bool = False) -> None:
        """Show the invite, the one for those who only watch, and the words."""
        self.invite, self.game, self.watch, self.words, self.again = invite, game, watch, words, again

    def sit(self, names: tuple[str, ...], away: tuple[Seat, ...] = ()) -> None:
        """Show who sits at the table, and who of them is not linked."""
        self.names, self.away = names, away

    def plays(self, game: str, seats: int) -> None:
        """Show what is to be played, by how many."""
        self.game, self.seats = game, seats

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""
        from p2pgames_cli.table.lobby import left_by  # a table at one computer has no lobby to load it for

        return {
            "lobby": {
                "game": _title(self.game),
                "invite": self.invite,
                "words": self.words,
                "watch": self.watch,
                "again": self.again,
                "code": squares(self.invite) if self.invite else None,
                # A newcomer learns the seats before the players: until then all would look free.
                "seats": self.seats if self.names else 0,
                "hosting": self.hosting,
                "names": list(self.names),
                "where": [_("away") if seat in self.away else "" for seat in range(len(self.names))],
                "lines": self.lines[-LINES:],
                "asked": self.asked[0].text if self.asked else "",
                "changes": self.change is not None,
            },
            "question": {"text": asked(left_by(hosting=self.hosting)), "lines": []} if self.leaving else None,
            "overlay": self.over.plain() if self.over is not None else None,
        }

    def take(self, said: Mapping[str, Any]) -> None:
        """Answer the question that is shown, choose other ways, or leave; there is nothing else to do."""
        over = said.get("overlay")
        if type(said.get("answer")) is bool and self.asked and said.get("to") == self.asked[0].text:
            self.asked[0].yes = said["answer"]
            self.asked[0].answered.set()
        elif self.leaving and type(said.get("answer")) is bool and "to" not in said:
            self.leaving = False
            if said["answer"]:
                self.left.set()
        elif said.get("leave") is True:
            self.leaving = True
        elif said.get("ways") is True and self.change is not None:
            self.change()
        elif isinstance(over, dict) and self.over is not None:
            if over.get("back") == -1:
                self.uncover()
            else:
                self.over.handle_event(over)


def _title(name: str) -> str:
    """Return what a game is called; what is not installed here is called as the invite says."""
    try:
        return registry.game(name).title
    except registry.Unknown:
        return name


@lru_cache(4)
def squares(text: str) -> dict[str, Any]:
    """Return the QR code of a text (ISO/IEC 18004): its side, and a path of its dark modules."""
    import segno

    rows = list(segno.make(text, error="l").matrix_iter(border=4))
    dark = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, module in enumerate(row) if module)
    return {"side": len(rows), "path": "".join(dark)}


# From an open table to the beginning of its game, on the page, and beside it in the terminal or for a program.


@dataclass
class PageLobby(LobbyFrontEnd):
    """Tells and asks on the page."""

    lobby: Lobby = field(default_factory=Lobby)
    changed: Callable[[], None] = lambda: None
    """Called when there is something new in the lobby."""

    def tell(self, text: str) -> None:
        """Show a line."""
        self.lobby.lines.append(" ".join(text.split()))
        self.changed()

    def invite(
        self,
        invite: Invite,
        file: Path | None,  # noqa: ARG002
        watch: str = "",
        words: Meeting | None = None,
    ) -> None:
        """Show the invite, and the words."""
        said = words.words.text() if words is not None and words.by else ""
        # What was told before is over, or held of other ways.
        self.lobby.lines.clear()
        self.lobby.leads(invite.text(), invite.game, watch, said)
        self.changed()

    def whereabouts(self, invite: Invite) -> None:
        """Show where we are, for others who do not find us."""
        self.lobby.leads(invite.text(), invite.game, again=True)
        self.changed()

    def reach(self, invite: Invite, *, near: bool) -> None:
        """Show why the invite leads nobody here from outside, and what helps."""
        helps = _("For friends elsewhere choose iroh or the router's port under How others reach this table.")
        if said := reached(invite, helps, near=near):
            self.tell(said)

    def seated(self, names: tuple[str, ...], seats: int, away: tuple[Seat, ...]) -> None:
        """Show who sits at the table: the lobby does, all the time."""

    def asks(self, question: str, *, usual: bool = False) -> bool:  # noqa: ARG002  # a page has two buttons
        """Ask on the page; called beside the loop, before the table is opened or sought."""
        return trio.from_thread.run(self._answered, Asked(" ".join(question.split())))

    async def agrees(self, differs: Sequence[Message]) -> bool:
        """Ask whether the player sits down at a table that differs from what was said of it."""
        return await self._answered(_seat_there(differs))

    async def confirm(self, name: str, key: bytes) -> bool:
        """Ask whether somebody may sit down."""
        return await self._answered(self._knock(name, key))

    def _knock(self, name: str, key: bytes) -> Asked:
        said = _("{name} (key {key}) wants to sit down. Let them in?")
        return Asked(said.format(name=shown(name), key=short(key)))

    async def _answered(self, asked: Asked) -> bool:
        self.lobby.asked.append(asked)
        self.changed()
        try:
            await asked.answered.wait()
        finally:
            self.lobby.asked.remove(asked)
            self.changed()
        return asked.yes

    async def begun(self, session: Session) -> Peer:
        """Show who comes until the game begins; raise `Stop` if it does not, or the player leaves on the page."""
        came: list[outcome.Outcome[Peer]] = []
        self.lobby.begins(
            hosting=session.invite is not None and session.peer is None,
            change=self._ways if self.change is not None else None,
        )
        async with trio.open_nursery() as nursery:

            async def wait() -> None:
                try:
                    came.append(outcome.Value(await super(PageLobby, self).begun(session)))
                except TransportsChanged as other:
                    came.append(outcome.Error(other))
                nursery.cancel_scope.cancel()

            nursery.start_soon(wait)
            await self.lobby.left.wait()
            nursery.cancel_scope.cancel()
        self.lobby.ends()
        if came:
            return came[0].unwrap()
        # An error, even this one, would take the links away before anybody was told.
        await session.leave()
        raise Stop(
            Code.FINE,
            _("The table is closed.") if self.lobby.hosting else _("You left before the game began."),
        )

    def _ways(self) -> None:
        """Lay over the lobby the ways by which others come to the table."""
        if self.change is not None:
            page = other_ways(self.change, self.play_options.settings, self.lobby.uncover)
            self.lobby.cover(PageStack([page], play_options=self.play_options))

    def news(self, session: Session) -> None:
        """Show who sits at the table, and what is to be played."""
        self.lobby.sit(told_apart(session.names), session.away)
        if session.proposal is not None:
            self.lobby.plays(session.proposal.rules, session.proposal.seats)
        self.changed()


def _seat_there(differs: Sequence[Message]) -> Asked:
    return Asked(f"{differing(differs)} {_('Take a seat there all the same?')}")


@dataclass
class WindowLobby(PageLobby):
    """Also prints what is told, as lines or as objects, for a later look; asks on the page."""

    printed: LobbyFrontEnd = field(kw_only=True)

    def tell(self, text: str) -> None:
        """Tell it in both places."""
        self.printed.tell(text)
        super().tell(text)

    def warn(self, what: str | Trouble) -> None:
        """Tell in both places what is wrong."""
        self.printed.warn(what)
        super().tell(str(what))

    def invite(
        self, invite: Invite, file: Path | None, watch: str = "", words: Meeting | None = None
    ) -> None:
        """Show the invite in both places."""
        self.printed.invite(invite, file, watch, words)
        super().invite(invite, file, watch, words)

    def whereabouts(self, invite: Invite) -> None:
        """Show where we are in both places."""
        self.printed.whereabouts(invite)
        super().whereabouts(invite)

    def seated(self, names: tuple[str, ...], seats: int, away: tuple[Seat, ...]) -> None:
        """Say who sits at the table."""
        self.printed.seated(names, seats, away)

    def asks(self, question: str, *, usual: bool = False) -> bool:  # noqa: ARG002
        """Return False: there is no page yet to ask on; ``--via`` says what is allowed."""
        return False


@dataclass
class TerminalAndPageLobby(WindowLobby):
    """Tells and asks in the terminal, too, or a program; the first answer counts."""

    def __post_init__(self) -> None:
        self.said_ways = self.printed.said_ways
        self._page = PageLobby(self.play_options, lobby=self.lobby, changed=self.changed)

    def ways(self, network: Network) -> None:
        """Say in both places what is switched on besides TCP."""
        self.printed.ways(network)
        self._page.ways(network)

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Say the status of the transports in both places, where that is news."""
        self.printed.carried(statuses)
        self._page.carried(statuses)

    def planned(self, report: Report) -> None:
        """Say in both places what became of a plan."""
        self.printed.planned(report)
        self._page.planned(report)

    def waits(self, names: Sequence[str], seats: Sequence[Seat]) -> None:
        """Say in both places whom the table waits for."""
        self.printed.waits(names, seats)
        self._page.waits(names, seats)

    def asks(self, question: str, *, usual: bool = False) -> bool:
        """Ask in the terminal: there is no page yet."""
        return self.printed.asks(question, usual=usual)

    def can_change(self, change: TransportChange) -> None:
        """Let the host have the table opened in other ways, in both places."""
        self.printed.can_change(change)
        self.change = change

    async def hear(self) -> None:
        """Do what is typed in the terminal, or what a program says, until the player leaves there."""
        await self.printed.hear()

    async def agrees(self, differs: Sequence[Message]) -> bool:
        """Ask in both places whether the player sits down at a table that differs from what was said of it."""
        return await self._in_both(_seat_there(differs), partial(self.printed.agrees, differs))

    async def confirm(self, name: str, key: bytes) -> bool:
        """Ask in both places whether somebody may sit down."""
        return await self._in_both(self._knock(name, key), partial(self.printed.confirm, name, key))

    async def _in_both(self, asked: Asked, printed: Callable[[], Awaitable[bool]]) -> bool:
        async with trio.open_nursery() as nursery:

            async def in_terminal() -> None:
                asked.yes = await printed()
                asked.answered.set()

            nursery.start_soon(in_terminal)
            yes = await self._answered(asked)
            nursery.cancel_scope.cancel()
        return yes
