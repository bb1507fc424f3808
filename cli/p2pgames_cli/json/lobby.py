"""From an open table to the beginning of its game, in objects for programs."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, Final

import trio

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Message, with_message
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.i18n.prose import reason
from p2pgames_cli.json.output import say
from p2pgames_cli.table import sentences
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import Unfit
from p2pgames_cli.table.lobby import LobbyFrontEnd
from p2pgames_cli.table.planning import PlanReport
from p2pgames_cli.table.transport_choice import TransportChange, TransportChoice
from p2pgames_cli.table.trouble import Trouble
from p2pgames_protocol.net.meeting import Meeting
from p2pgames_protocol.net.network import Network
from p2pgames_protocol.store.disk import put
from p2pgames_protocol.transports.transport import TransportStatus
from p2pgames_protocol.wire.address import reach_of
from p2pgames_protocol.wire.invite import Invite
from p2pgames_protocol.wire.names import shown, told_apart

KINDS: Final = {one.name: type(one.default) for one in fields(TransportChoice)}
"""What a program can say of the ways of a table, and of which kind that is."""


@dataclass(eq=False)
class ToAnswer:
    """What a program is to answer with ``refuse``, or with the word for yes."""

    word: str
    yes: bool = False
    done: trio.Event = field(default_factory=trio.Event)

    def answered(self, *, yes: bool) -> None:
        """Take the answer."""
        self.yes = yes
        self.done.set()


def fitting(questions: Sequence[ToAnswer], answer: str) -> bool:
    """Tell whether a word answers the oldest question."""
    return bool(questions) and answer in (questions[0].word, "refuse")


@dataclass
class JsonLobby(LobbyFrontEnd):
    """Prints an object for everything that a program is to know; what only people need is left out."""

    _questions: deque[ToAnswer] = field(default_factory=deque)
    """What the program was asked and has not answered, the oldest first."""

    async def hear(self) -> None:
        """Take what the program says until it quits; what it asks of the game is left for the game.

        Where nothing more comes, and nobody could play, that is the same as quitting.
        """
        client = self.client
        while (line := await client.input.next_such(is_for_now)) is not None:
            said = said_in(line)
            match said.get("do"):
                case "quit":
                    return
                case "ways" if self.change is not None:
                    take_ways(said, self.change)
                case "agree" | "admit" | "refuse" as answer if fitting(self._questions, answer):
                    self._questions.popleft().answered(yes=answer != "refuse")
                case _ if line.strip():
                    say("error", **with_message("why", sentences.NOT_AN_OBJECT))
        if client.options.bots or client.options.passive or client.input.waiting or client.input.early:
            await trio.sleep_forever()

    async def _asked(self, yes: str) -> bool:
        question = ToAnswer(yes)
        self._questions.append(question)
        try:
            await question.done.wait()
        finally:
            if question in self._questions:
                self._questions.remove(question)
        return question.yes

    async def agrees(self, differs: Sequence[Message]) -> bool:
        """Say how a table differs from what was said of it, and wait for the program's answer."""
        say("differs", **with_message("differs", differs))
        return await self._asked("agree")

    async def confirm(self, name: str, key: bytes) -> bool:
        """Say who wants to sit down, and wait for the program's answer."""
        async with self._asking:
            say("knock", name=name, shown=shown(name), key=key.hex())
            return await self._asked("admit")

    def tell(self, text: str) -> None:
        """Say nothing: what matters is said in an object."""

    def warn(self, what: str | Trouble) -> None:
        """Tell the person beside the program, and the program what does not lead to the table."""
        console.warn(str(what))
        if isinstance(what, Trouble):
            say("trouble", about=what.about.value, **with_message("why", what.why))

    def asks(self, question: str, *, usual: bool = False) -> bool:  # noqa: ARG002
        """Return False: a program says what it allows by ``--via``."""
        return False

    def invite(
        self, invite: Invite, file: Path | None, watch: str = "", words: Meeting | None = None
    ) -> None:
        """Say what the invite is and how far it leads, and the words; write it to a file if wanted."""
        if file is not None:
            put(file, f"{invite.text()}\n".encode("ascii"))
        leads = reach_of(invite.addresses).value
        about: dict[str, object] = {"watch": watch} if watch else {}
        if words is not None:
            about |= {"words": words.words.text(), "words_by": list(words.by)}
        say("invite", invite=invite.text(), addresses=list(invite.addresses), reach=leads, **about)

    def whereabouts(self, invite: Invite) -> None:
        """Say where we are."""
        say("invite", invite=invite.text(), addresses=list(invite.addresses))

    def ways(self, network: Network) -> None:
        """Say what is switched on besides TCP."""
        if told := network.about():
            say("ways", ways=[{"name": name, **with_message("about", about)} for name, about in told])

    def carried(self, statuses: Mapping[str, TransportStatus]) -> None:
        """Say the status of the transports, where that is news."""
        for one in self._transports.of(statuses):
            say(one.kind, **(one.data or {}))

    def planned(self, report: PlanReport) -> None:
        """Say what became of a plan."""
        say("plan", what=report.kind, text=report.text)

    def waits(self, names: Sequence[str], seats: Sequence[Seat]) -> None:  # noqa: ARG002  # for people
        """Say whom the table waits for."""
        say("idle", seats=list(seats))

    def seated(self, names: tuple[str, ...], seats: int, away: tuple[Seat, ...]) -> None:
        """Say who sits at the table, and who of them is not linked."""
        say("lobby", names=list(names), shown=list(told_apart(names)), seats=seats, away=list(away))


def take_ways(said: Mapping[str, Any], change: TransportChange) -> None:
    """Have the table opened in the ways that a program names; say why that cannot be."""
    named = {name: value for name, value in said.items() if name != "do"}
    if any(type(value) is not KINDS.get(name) for name, value in named.items()):
        say("error", **with_message("why", sentences.NOT_AN_OBJECT))
        return
    try:
        change.want(replace(change.now, **named))
    except (Stop, OSError) as wrong:
        say("error", **with_message("why", reason(wrong)))


def is_for_now(line: str) -> bool:
    """Tell whether a line is not for the game: an answer, a request of the table that fills up, or of no use at all."""
    said = said_in(line)
    action = everything.action_asked(said)
    if action is None or said.get("do") == "quit":
        return True
    try:
        action.argument.taken(said)
    except Unfit:
        return True
    except Illegal:
        return False
    return False


def said_in(line: str) -> dict[str, Any]:
    """Return what a program says; nothing for what is no object."""
    with suppress(ValueError, RecursionError):
        said = json.loads(line)
        return said if isinstance(said, dict) else {}
    return {}
