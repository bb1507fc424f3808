"""The full screen while a table fills up: its invite, who sits there, and who knocks."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import outcome
import trio
from prompt_toolkit.application import Application

from p2pgames.contract import Seat
from p2pgames.text import Message
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.pages.rows import LEAST
from p2pgames_cli.pages.text_page import TextPage
from p2pgames_cli.pages.transport_form import other_ways
from p2pgames_cli.pages.waiting_page import WaitingPage
from p2pgames_cli.table.invites import code
from p2pgames_cli.table.live_table import LiveTable
from p2pgames_cli.table.lobby import (
    Lobby,
    LobbyFrontEnd,
    differences_in_words,
    what_leaving_does,
    why_unreachable,
    words_in_use,
    write_invite,
)
from p2pgames_cli.table.session import Client
from p2pgames_cli.table.transport_choice import TransportsChanged
from p2pgames_cli.ui.app import application, finished
from p2pgames_cli.ui.screen_output import copied
from p2pgames_protocol.net.meeting import Meeting
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import Session
from p2pgames_protocol.transports.transport import TransportStatus
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.invite import Invite
from p2pgames_protocol.wire.names import shown


@dataclass
class ScreenLobby(LobbyFrontEnd):
    """Tells and asks the player on the full screen."""

    lobby: Lobby = field(default_factory=Lobby)
    app: Application[None] | None = None
    """What shows the room last."""
    _came: outcome.Outcome[Peer] | None = None
    """The game that began, or why none will."""
    stack: PageStack | None = None
    """What the room lies in."""

    def __post_init__(self) -> None:
        super().__post_init__()
        client = self.client
        drawn: Callable[[str], Sequence[str]] = lambda line: code(line, paper=client.in_colour)  # noqa: E731
        self.room = WaitingPage(self.lobby, drawn, lambda: client.blocks and not client.in_ascii)

    def tell(self, text: str) -> None:
        """Show a line; where the screen is not there yet, or no longer, it is printed."""
        if self.app is None:
            super().tell(text)
        self.lobby.add_line(text)
        self.redraw()

    def invite(
        self,
        invite: Invite,
        file: Path | None,
        watch: str = "",
        words: Meeting | None = None,
    ) -> None:
        """Show the words, and the invite as text and, where it fits, as a QR code; write it to a file too."""
        write_invite(invite.text(), file)
        self.lobby.leads(invite.text(), invite.game, watch, words_in_use(words))

    def reach(self, invite: Invite, *, near: bool) -> None:
        """Show why the invite leads nobody here from outside, and what helps."""
        helps = _("For friends elsewhere press r, and choose iroh or the router's port.")
        if said := why_unreachable(invite, helps, near=near):
            self.tell(said)

    async def agrees(self, differs: Sequence[Message]) -> bool:
        """Ask whether the player sits down at a table that differs from what was said of it."""
        return await _answered(
            self, f"{differences_in_words(differs)} {_('Take a seat there all the same?')}", ""
        )

    async def confirm(self, name: str, key: bytes) -> bool:
        """Ask the host whether somebody may sit down."""
        said = _("{name} (key {key}) wants to sit down. Let them in?")
        elsewhere = _("{name} wants to sit down: Esc leads back there.").format(name=shown(name))
        return await _answered(self, said.format(name=shown(name), key=short(key)), elsewhere)

    async def begun(self, session: Session) -> Peer:
        """Show who comes until the game begins; raise `Stop` if it does not, or the player leaves."""
        if session.peer is not None:
            return session.peer
        hosting = session.invite is not None
        leaving = what_leaving_does(hosting=hosting)
        self.room.deeds["m"] = (_("copy as message"), self._copy_message)
        self.stack = stack = PageStack([self.room], leaving, client=self.client)
        if (change := self.change) is not None:
            form = partial(other_ways, change, self.client.settings, stack.back)
            self.room.deeds["r"] = (_("other ways"), lambda: stack.open(form()))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._follow, session, stack)
            await _seen(self, stack)
            nursery.cancel_scope.cancel()
        self.app = None
        came = self._came
        self._came = None
        if came is None:
            # An error, even this one, would take the links away before anybody was told.
            await session.leave()
            raise Stop(
                Code.FINE, _("The table is closed.") if hosting else _("You left before the game began.")
            )
        return came.unwrap()

    async def _follow(self, session: Session, stack: PageStack) -> None:
        """Keep the room as it is at the table, and take the screen away when the game begins."""
        try:
            self._came = outcome.Value(await super().begun(session))
        except (Stop, OSError, TransportsChanged, ExceptionGroup) as wrong:
            self._came = outcome.Error(wrong)
        stack.closed = True
        if self.client.live is not None:
            self.client.live.tables.wake()
        self.redraw()

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Show the status of the transports, as long as that is to be seen."""
        if self.app is None:
            super().carried(statuses)
        self.lobby.carry(statuses)

    def seated(self, names: tuple[str, ...], seats: int, away: tuple[Seat, ...]) -> None:
        """Say who sits at the table: the room shows it, all the time."""

    def news(self, session: Session) -> None:
        """Show who sits at the table, and what is to be played."""
        self.lobby.update(session)
        self.redraw()

    def _copy_message(self) -> None:
        """Copy what a friend has to know, and show it, for a terminal that lets no program copy."""
        message = self.lobby.view().message
        if self.stack is None or self.room.copy is None or not message:
            return
        lines = [part for line in message.splitlines() for part in textwrap.wrap(line, LEAST[0] - 2) or [""]]
        self.stack.open(TextPage(_("Copy as message"), lines))
        self.room.copy(message)

    def redraw(self, *, ring: bool = False) -> None:
        """Show what is new, where the room is seen."""
        if self.app is not None:
            if ring and self.client.settings["notices.bell"]:
                self.app.output.bell()
            self.app.invalidate()


async def _answered(waiting: ScreenLobby, question: str, elsewhere: str) -> bool:
    """Ask in the room; ``elsewhere`` is said where a page lies over it."""
    _knocked(waiting.client, 1)
    if (stack := waiting.stack) is not None and len(stack.pages) > 1:
        stack.notice = elsewhere
    waiting.redraw(ring=True)
    try:
        return await waiting.lobby.ask(question, waiting.redraw)
    finally:
        _knocked(waiting.client, -1)


async def _seen(waiting: ScreenLobby, stack: PageStack) -> None:
    """Show the room until its table begins or is left; nothing is shown while it is left open."""
    live = waiting.client.live
    if live is not None:
        waiting.room.deeds["t"] = (_("other tables"), partial(_leave_open, live, stack))
    while not stack.closed:
        # Without the mouse the invite can be selected as in any terminal.
        waiting.app = application(stack, mouse=False)
        _let_copy(waiting.room, waiting.app, stack)
        with live.seen() if live is not None else nullcontext():
            await finished(waiting.app)
        stack.after = None
        if live is not None and live.is_aside:
            await live.tables.wait_until(lambda: stack.closed or not live.is_aside or live.tables.closing)
            stack.closed = stack.closed or live.tables.closing


def _leave_open(live: LiveTable, stack: PageStack) -> None:
    """Leave the table open, for the next one or the home."""
    live.leave_open(live.tables.after(live))
    stack.do_off_screen(lambda: None)


def _knocked(client: Client, more: int) -> None:
    if client.live is not None:
        client.live.knock(more)


def _let_copy(room: WaitingPage, app: Application[None], stack: PageStack) -> None:
    def copy(text: str) -> None:
        copied(app.output, text)
        stack.notice = _("Copied, if your terminal lets programs copy.")

    room.copy = copy
