"""From an open table to the beginning of its game, told in lines and shown at the window alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import trio

from p2pgames_cli.table.opening import Opening
from p2pgames_cli.window.lobby import Lobby
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import Session
from p2pgames_protocol.wire.invite import Invite
from p2pgames_protocol.wire.names import told_apart


@dataclass
class InBoth(Opening):
    """Tells and asks in the terminal and on the page; whoever answers first has answered."""

    lobby: Lobby = field(default_factory=Lobby)
    changed: Callable[[], None] = lambda: None
    """Called when there is something new in the lobby."""

    def tell(self, text: str) -> None:
        """Tell it in both places."""
        super().tell(text)
        self.lobby.lines.append(" ".join(text.split()))
        self.changed()

    def invite(self, invite: Invite, file: Path | None, watch: str = "") -> None:
        """Show the invite in both places."""
        super().invite(invite, file, watch)
        self.lobby.invite, self.lobby.game = invite.text(), invite.game
        self.changed()

    async def confirm(self, name: str, key: bytes) -> bool:
        """Ask in both places whether somebody may sit down."""
        knock = self.lobby.knock(name, key)
        self.changed()
        try:
            async with trio.open_nursery() as nursery:

                async def asked() -> None:
                    knock.admitted = await super(InBoth, self).confirm(name, key)
                    nursery.cancel_scope.cancel()

                nursery.start_soon(asked)
                await knock.answered.wait()
                nursery.cancel_scope.cancel()
        finally:
            self.lobby.knocks.remove(knock)
            self.changed()
        return knock.admitted

    async def begun(self, session: Session) -> Peer:
        """Show who comes until the game begins; raise `Stop` if it does not."""
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._follow, session)
            try:
                return await super().begun(session)
            finally:
                nursery.cancel_scope.cancel()

    async def _follow(self, session: Session) -> None:
        while True:
            self.lobby.names = told_apart(session.names)
            if session.proposal is not None:
                self.lobby.seats, self.lobby.game = session.proposal.seats, session.proposal.rules
            self.changed()
            await session.changed()
