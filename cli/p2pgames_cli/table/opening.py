"""From an open table to the beginning of its game, in lines of text or JSON: the invite, who comes, who knocks."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import trio

from p2pgames_cli.config import console
from p2pgames_cli.config.context import within
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _, ngettext, phrase
from p2pgames_cli.i18n.prose import on_terminal, wrapped
from p2pgames_cli.json.output import say
from p2pgames_cli.table.play_options import Manner, Mode
from p2pgames_cli.table.silence import spoken
from p2pgames_cli.table.transport_feed import Carriage, Sentences, as_data
from p2pgames_protocol.net.dialer import Network
from p2pgames_protocol.net.lobby import Turned
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.session import Session
from p2pgames_protocol.store.disk import put
from p2pgames_protocol.transports.transport import Condition
from p2pgames_protocol.wire.address import Reach, reach_of
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.invite import Invite
from p2pgames_protocol.wire.names import shown, told_apart


@dataclass
class Opening:
    """What the player is told and asked before the game begins."""

    manner: Manner
    _told: tuple[str, ...] = ()
    _carriage: Carriage = field(default_factory=Carriage)
    _sentences: Sentences = field(default_factory=Sentences)
    _asking: trio.Lock = field(default_factory=trio.Lock)

    @property
    def _json(self) -> bool:
        return self.manner.mode is Mode.JSON

    def tell(self, text: str) -> None:
        """Print a line for a person; programs are told in objects."""
        if not self._json:
            console.tell(on_terminal(text, sys.stdout))

    def warn(self, text: str) -> None:
        """Tell a person what is wrong, also beside a program."""
        if self._json:
            console.warn(text)
        else:
            self.tell(wrapped(text).rstrip())

    def invite(self, invite: Invite, file: Path | None, watch: str = "") -> None:
        """Show the invite, as text and, where there is a terminal, as a QR code; write it to a file if wanted."""
        text = invite.text()
        if file is not None:
            put(file, f"{text}\n".encode("ascii"))
        if self._json:
            about = {"watch": watch} if watch else {}
            leads = reach_of(invite.addresses).value
            say("invite", invite=text, addresses=list(invite.addresses), reach=leads, **about)
            return
        if self.manner.mode is Mode.SCREEN:
            _qr(text)
        console.tell(_("Send this line to the others; they type p2pgames join and then the line:") + "\n")
        console.tell(f"{text}\n")
        console.tell(_("It lets whoever has it sit down: send it to nobody else."))
        if watch:
            console.tell(_("Who only wants to watch types p2pgames watch and this line:") + "\n")
            console.tell(f"{watch}\n")

    def whereabouts(self, invite: Invite) -> None:
        """Show where we are, for others who do not find us."""
        if self._json:
            say("invite", invite=invite.text(), addresses=list(invite.addresses))
        else:
            said = _(
                "Looking for the others. If they do not find you, send them this line, for Go on at or resume --at:"
            )
            console.tell(wrapped(said))
            console.tell(f"{invite.text()}\n")

    def reach(self, invite: Invite, *, near: bool) -> None:
        """Say so where the invite leads nobody here from outside, and what helps; ``near``: that may be meant."""
        match reach_of(invite.addresses):
            case Reach.COMPUTER:
                self.tell(
                    wrapped(_("Only this computer can reach the table: no other address of it is known."))
                )
            case Reach.NETWORK if not near:
                said = _("The invite leads here from your own network.") + " "
                said += (
                    _(
                        "For friends elsewhere choose the router's port or iroh under ways when you open the table."
                    )
                    if within()
                    else _(
                        "For friends elsewhere add --map-port, or --via tcp,iroh, or forward a port of your router: "
                        "see docs/network.md."
                    )
                )
                self.tell(wrapped(said))
            case _:
                pass

    def ways(self, network: Network) -> None:
        """Say what is switched on besides TCP, and what it shows to whom."""
        told = network.about()
        if self._json and told:
            say("ways", ways=[{"name": name, "about": about} for name, about in told])
        for _name, about in told:
            self.tell(wrapped(phrase(about)))

    def carried(self, conditions: Mapping[str, Condition]) -> None:
        """Say how the carriers get on, where that is news."""
        if self._json:
            for name, condition in self._carriage.news(conditions):
                say("carrier", **as_data(name, condition))
        else:
            for line in self._sentences.news(conditions):
                self.tell(wrapped(line).rstrip())

    async def confirm(self, name: str, key: bytes) -> bool:
        """Ask the host whether somebody may sit down."""
        async with self._asking:
            if self._json:
                say("knock", name=name, shown=shown(name), key=key.hex())
            else:
                asked = _("{name} (key {key}) wants to sit down. Let them in? [y/n]")
                console.tell(asked.format(name=shown(name), key=short(key)), end=" ")
                sys.stdout.flush()
            while (line := await self.manner.input.next()) is not None:
                answer = _answer(line) if self._json else line.strip().lower()
                if answer in ("y", "yes", "admit"):
                    return True
                if answer in ("n", "no", "refuse"):
                    return False
            return False

    async def begun(self, session: Session) -> Peer:
        """Tell who comes until the game begins; raise `Stop` if it does not, in time or at all."""
        limit = self.manner.timeout
        with trio.move_on_after(float("inf") if limit is None else limit):
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._watch, session)
                peer = await self._wait(session)
                nursery.cancel_scope.cancel()
            return peer
        said = _("The table was not full after {time}: nobody else came.")
        raise Stop(Code.NO_CONTACT, said.format(time=spoken(limit or 0)))

    async def _wait(self, session: Session) -> Peer:
        try:
            return await session.begun()
        except Turned as turned:
            raise Stop(Code.FAILURE, phrase(str(turned))) from None

    async def _watch(self, session: Session) -> None:
        while session.peer is None:
            self.carried(session.network.conditions)
            self._news(session)
            await session.changed()

    def _news(self, session: Session) -> None:
        names = session.names
        if names == self._told or session.proposal is None:
            return
        self._told = names
        seats = session.proposal.seats
        if self._json:
            say("lobby", names=list(names), shown=list(told_apart(names)), seats=seats)
        elif len(names) < seats:
            left = seats - len(names)
            said = ngettext(
                "At the table: {names}; {left} of {seats} seats is open.",
                "At the table: {names}; {left} of {seats} seats are open.",
                left,
            )
            console.tell(said.format(names=", ".join(told_apart(names)), left=left, seats=seats))
        else:
            console.tell(_("At the table: {names}.").format(names=", ".join(told_apart(names))))


def _answer(line: str) -> object:
    """Return what a program wants done; None if that is not said."""
    with suppress(ValueError, RecursionError):
        match json.loads(line):
            case {"do": what}:
                return what
    return None


def _qr(text: str) -> None:
    """Print the QR code of an invite, with its border (ISO/IEC 18004), where the terminal is wide enough."""
    import shutil

    import segno

    code = segno.make(text, error="l")
    if code.symbol_size(border=2)[0] <= shutil.get_terminal_size().columns:
        code.terminal(out=sys.stdout, compact=True, border=2)
