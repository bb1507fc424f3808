"""From an open table to the beginning of its game, on the page, and beside it in the terminal or for a program."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import outcome
import trio

from p2pgames.contract import Seat
from p2pgames.text import Message
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.opening import Opening, differing, reached
from p2pgames_cli.table.planning import Report
from p2pgames_cli.table.trouble import Trouble
from p2pgames_cli.table.ways import ChangeOfWays, OtherWays
from p2pgames_cli.ui.page_stack import PageStack
from p2pgames_cli.ui.ways_form import other_ways
from p2pgames_cli.window.lobby import Asked, Lobby
from p2pgames_protocol.net.meeting import Meeting
from p2pgames_protocol.net.network import Network
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import Session
from p2pgames_protocol.transports.transport import TransportStatus
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.invite import Invite
from p2pgames_protocol.wire.names import shown, told_apart


@dataclass
class OnPage(Opening):
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
                    came.append(outcome.Value(await super(OnPage, self).begun(session)))
                except OtherWays as other:
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
class Noted(OnPage):
    """Also prints what is told, as lines or as objects, for a later look; asks on the page."""

    printed: Opening = field(kw_only=True)

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
class InBoth(Noted):
    """Tells and asks in the terminal, too, or a program; the first answer counts."""

    def __post_init__(self) -> None:
        self.said_ways = self.printed.said_ways
        self._page = OnPage(self.play_options, lobby=self.lobby, changed=self.changed)

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

    def can_change(self, change: ChangeOfWays) -> None:
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
