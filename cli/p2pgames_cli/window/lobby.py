"""A table that fills up, as the page shows it: the invite, who sits there, who knocks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final

import outcome
import trio

from p2pgames.contract import Seat
from p2pgames.text import Message
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.pages.transport_form import other_ways
from p2pgames_cli.table.invites import squares
from p2pgames_cli.table.lobby import (
    Lobby,
    LobbyFrontEnd,
    differences_in_words,
    what_leaving_does,
    why_unreachable,
    words_in_use,
)
from p2pgames_cli.table.planning import PlanReport
from p2pgames_cli.table.transport_choice import TransportChange, TransportsChanged
from p2pgames_cli.table.trouble import Trouble
from p2pgames_protocol.net.meeting import Meeting
from p2pgames_protocol.net.network import Network
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import Session
from p2pgames_protocol.transports.transport import TransportStatus
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.invite import Invite
from p2pgames_protocol.wire.names import shown

LINES: Final = 12
"""Of what was told, the newest that are shown."""


@dataclass
class LobbyScene(Lobby):
    """A table that fills up, as the page shows it, and what is done there."""

    leaving: bool = False
    """Whether the player is asked if they mean to leave."""
    left: trio.Event = field(default_factory=trio.Event)
    """Set when the player leaves the table before its game begins."""
    change: Callable[[], None] | None = None
    """Lays over it what the ways to the table are chosen on; None if they cannot be changed."""
    over: PageStack | None = None
    """What lies over it."""

    def ends(self) -> None:
        """Have nothing changed any more: the game begins, or the table is closed, or opened in other ways."""
        self.over = self.change = None
        self.leaving = False

    def uncover(self) -> None:
        """Take away what lies over it."""
        self.over = None

    def parts(self) -> dict[str, Any]:
        """Return everything, by the names that the page knows."""
        view = self.view()
        shown = {
            "game": view.game,
            "invite": view.line,
            "words": view.words,
            "watch": view.watch,
            "again": view.again,
            "message": view.message,
            "code": squares(view.line) if view.line else None,
            "seats": view.seats,
            "hosting": view.hosting,
            "names": list(view.names),
            "where": list(view.where),
            "trying": list(view.trying),
            "lines": list(view.lines[-LINES:]),
            "asked": view.asked,
            "changes": self.change is not None,
        }
        return {
            "lobby": shown,
            "question": {"text": what_leaving_does(hosting=self.hosting), "lines": []}
            if self.leaving
            else None,
            "overlay": self.over.plain() if self.over is not None else None,
        }

    def handle_message(self, said: Mapping[str, Any]) -> None:
        """Answer the question that is shown, choose other ways, or leave; there is nothing else to do."""
        over = said.get("overlay")
        if type(said.get("answer")) is bool and self.asked and said.get("to") == self.asked[0].text:
            self.answer(yes=said["answer"])
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


# From an open table to the beginning of its game, on the page, and beside it in the terminal or for a program.


@dataclass
class PageLobby(LobbyFrontEnd):
    """Tells and asks on the page."""

    lobby: LobbyScene = field(default_factory=LobbyScene)
    changed: Callable[[], None] = lambda: None
    """Called when there is something new in the lobby."""

    def tell(self, text: str) -> None:
        """Show a line."""
        self.lobby.add_line(text)
        self.changed()

    def invite(
        self,
        invite: Invite,
        file: Path | None,  # noqa: ARG002
        watch: str = "",
        words: Meeting | None = None,
    ) -> None:
        """Show the invite, and the words."""
        self.lobby.leads(invite.text(), invite.game, watch, words_in_use(words))
        self.changed()

    def whereabouts(self, invite: Invite) -> None:
        """Show where we are, for others who do not find us."""
        self.lobby.leads(invite.text(), invite.game, again=True)
        self.changed()

    def reach(self, invite: Invite, *, near: bool) -> None:
        """Show why the invite leads nobody here from outside, and what helps."""
        helps = _("For friends elsewhere choose iroh or the router's port under How others reach this table.")
        if said := why_unreachable(invite, helps, near=near):
            self.tell(said)

    def seated(self, names: tuple[str, ...], seats: int, away: tuple[Seat, ...]) -> None:
        """Show who sits at the table: the lobby does, all the time."""

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Show the status of the transports, as long as that is to be seen."""
        self.lobby.carry(statuses)

    def asks(self, question: str, *, usual: bool = False) -> bool:  # noqa: ARG002  # a page has two buttons
        """Ask on the page; called beside the loop, before the table is opened or sought."""
        return trio.from_thread.run(self._ask, " ".join(question.split()))

    async def agrees(self, differs: Sequence[Message]) -> bool:
        """Ask whether the player sits down at a table that differs from what was said of it."""
        return await self._ask(f"{differences_in_words(differs)} {_('Take a seat there all the same?')}")

    async def confirm(self, name: str, key: bytes) -> bool:
        """Ask whether somebody may sit down."""
        said = _("{name} (key {key}) wants to sit down. Let them in?")
        return await self._ask(said.format(name=shown(name), key=short(key)))

    async def _ask(self, question: str) -> bool:
        return await self.lobby.ask(question, self.changed)

    async def begun(self, session: Session) -> Peer:
        """Show who comes until the game begins; raise `Stop` if it does not, or the player leaves on the page."""
        came: list[outcome.Outcome[Peer]] = []
        self.lobby.change = self._ways if self.change is not None else None
        async with trio.open_nursery() as nursery:

            async def wait() -> None:
                try:
                    came.append(outcome.Value(await super(PageLobby, self).begun(session)))
                except TransportsChanged as other:
                    came.append(outcome.Error(other))
                nursery.cancel_scope.cancel()

            nursery.start_soon(wait)
            left = self.lobby.left
            await left.wait()
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
            page = other_ways(self.change, self.client.settings, self.lobby.uncover)
            self.lobby.over = PageStack([page], client=self.client)

    def news(self, session: Session) -> None:
        """Show who sits at the table, and what is to be played."""
        self.lobby.update(session)
        self.changed()


@dataclass
class WindowLobby(PageLobby):
    """Also tells in the terminal, or a program; where it asks there, too, the first answer counts."""

    printed: LobbyFrontEnd = field(kw_only=True)
    asking: bool = True
    """Whether somebody reads and answers there; else what is printed is for a later look."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.asking:
            self.said_ways = self.printed.said_ways

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

    def ways(self, network: Network) -> None:
        """Say in both places what is switched on besides TCP."""
        self.printed.ways(network)
        for _name, about in network.about():
            super().tell(named(about))

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Say the status of the transports in both places, where that is news."""
        self.printed.carried(statuses)
        super().carried(statuses)

    def planned(self, report: PlanReport) -> None:
        """Say in both places what became of a plan."""
        self.printed.planned(report)
        super().tell(report.sentence())

    def waits(self, names: Sequence[str], seats: Sequence[Seat]) -> None:
        """Say whom the table waits for; the page shows it."""
        self.printed.waits(names, seats)

    def seated(self, names: tuple[str, ...], seats: int, away: tuple[Seat, ...]) -> None:
        """Say who sits at the table."""
        self.printed.seated(names, seats, away)

    def asks(self, question: str, *, usual: bool = False) -> bool:
        """Ask in the terminal, as there is no page yet; where nobody answers there, ``--via`` says what is allowed."""
        return self.asking and self.printed.asks(question, usual=usual)

    def can_change(self, change: TransportChange) -> None:
        """Let the host have the table opened in other ways, in both places."""
        if self.asking:
            self.printed.can_change(change)
        self.change = change

    async def hear(self) -> None:
        """Do what is typed in the terminal, or what a program says, until the player leaves there."""
        await (self.printed.hear() if self.asking else super().hear())

    async def agrees(self, differs: Sequence[Message]) -> bool:
        """Ask in both places whether the player sits down at a table that differs from what was said of it."""
        return await self._in_both(partial(super().agrees, differs), partial(self.printed.agrees, differs))

    async def confirm(self, name: str, key: bytes) -> bool:
        """Ask in both places whether somebody may sit down."""
        return await self._in_both(
            partial(super().confirm, name, key), partial(self.printed.confirm, name, key)
        )

    async def _in_both(self, *asked: Callable[[], Awaitable[bool]]) -> bool:
        answers: list[bool] = []
        async with trio.open_nursery() as nursery:

            async def answered(one: Callable[[], Awaitable[bool]]) -> None:
                answers.append(await one())
                nursery.cancel_scope.cancel()

            for one in asked if self.asking else asked[:1]:
                nursery.start_soon(answered, one)
        return answers[0]
