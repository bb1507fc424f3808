"""The ways to a table that fills up: its host has chosen them, and can choose others while people wait."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import trio

from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_protocol.net.session import Session

WAYS: Final = "ways"
"""What a line begins with that is typed to change them."""
MAP_PORT: Final = "--map-port"


@dataclass(frozen=True, slots=True)
class TransportChoice:
    """The ways of one table, as they are written on forms and command lines."""

    via: str = ""
    """Names, with commas between; empty for the usual ones."""
    relay: str = ""
    """URLs of relays for iroh, with blanks between."""
    node: str = ""
    """HOST:PORT of nodes of the DHT, with blanks between."""
    listen: str = ""
    """Places to listen at, with blanks between."""
    address: str = ""
    """What the others are told instead of this computer's own addresses, with blanks between."""
    map_port: bool = False
    """Whether the router is asked to forward our port."""


USUAL: Final = TransportChoice()
"""Those of somebody who has chosen nothing."""


class TransportsChanged(Exception):
    """The host wants the table open in other ways."""

    def __init__(self, ways: TransportChoice) -> None:
        super().__init__(ways)
        self.ways = ways


class TransportChange:
    """The ways of a table that is open, and others as soon as its host wants them."""

    def __init__(
        self, now: TransportChoice = USUAL, check: Callable[[TransportChoice], object] = lambda _ways: None
    ) -> None:
        """Nothing is wanted yet; ``check`` raises for ways that cannot be had. Called in the loop."""
        self.now = self.wanted = now
        self._check = check
        self._token = trio.lowlevel.current_trio_token()
        self._asked = trio.Event()

    def want(self, ways: TransportChoice) -> None:
        """Have the table opened in these ways; raise `Stop` or `OSError` if that fails. Called from anywhere."""
        self._check(ways)
        self.wanted = ways
        self._token.run_sync_soon(self._asked.set)

    async def asked(self, session: Session) -> None:
        """Wait until other ways are wanted; for ever where the game has begun before."""
        await self._asked.wait()
        acceptor = session.network.acceptor
        lobby = acceptor.lobby
        if lobby is None or lobby.decided:
            await trio.sleep_forever()


@dataclass(frozen=True, slots=True)
class TypedTransports:
    """Such as ``ways tcp,iroh --map-port``; with no names it asks for those of now."""

    tell: Callable[[str], None]

    @property
    def usage(self) -> str:
        """What a person is told who could type one."""
        return _("To change meanwhile how others reach you, type ways and their names: ways tcp,iroh")

    def is_in(self, line: str) -> bool:
        """Tell whether a line begins so."""
        return line.split(maxsplit=1)[:1] == [WAYS]

    def change_to(self, line: str, change: TransportChange) -> None:
        """Have the table opened in the ways that a line names, or say why that cannot be, or which they are."""
        words = line.split()[1:]
        names = [name for word in words if word != MAP_PORT for name in word.split(",") if name]
        if not names:
            self.tell(_("Others reach the table by {ways}.").format(ways=change.now.via))
            self.tell(self.usage)
            return
        try:
            change.want(replace(change.now, via=",".join(names), map_port=MAP_PORT in words))
        except (Stop, OSError) as wrong:
            self.tell(sentence_of(wrong))
