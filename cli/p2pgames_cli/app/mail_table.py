"""A table that fills up by mail: how it is opened, found and shown."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

from p2pgames_cli.app.parent_folder import check_parent
from p2pgames_cli.app.player import player
from p2pgames_cli.app.table_request import TableRequest, propose
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.mail import armour, letters
from p2pgames_protocol.mail.letters import Filling, PendingTables
from p2pgames_protocol.store.disk import put
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire.names import told_apart


class MailVoice(Protocol):
    """Speaks to people in lines or on a page, or to a program in objects; what is not for them is passed over."""

    @property
    def at_home(self) -> bool:
        """Whether they choose from pages what others type as a command."""

    def tell(self, text: str) -> None:
        """Say a paragraph to people, broken into lines."""

    def show(self, text: str) -> None:
        """Show people lines as they are."""

    def note(self, text: str) -> None:
        """Tell people beside the rest what they have to know."""

    def warn(self, text: str) -> None:
        """Say what is wrong, whoever listens."""

    def give(self, data: Mapping[str, Any]) -> None:
        """Give a program the same as an object."""

    def agrees(self, question: str) -> bool:
        """Tell whether the player says yes to a question that ends with ``[y/n]``."""


def filling_as_data(filling: Filling) -> dict[str, Any]:
    """Return a table that fills up as plain data."""
    return {
        "game_id": None,
        "table": filling.table.hex(),
        "game": filling.proposal.rules,
        "names": [join.name for join in filling.joins],
        "shown": list(shown_names(filling)),
        "seats": filling.proposal.seats,
        "host": filling.hosted,
    }


def filling_line(filling: Filling) -> str:
    """Return a table that fills up as a line of the list."""
    return f"{filling.table.hex()[:8]}  {filling.proposal.rules:<6} {filling_in_words(filling)}"


def filling_in_words(filling: Filling) -> str:
    """Return how far a table has filled up, in words."""
    if not filling.hosted:
        return _("by mail: answered, waiting for the host's pack")
    return _("by mail: {taken} of {seats} seats taken").format(
        taken=len(filling.joins), seats=filling.proposal.seats
    )


def shown_names(filling: Filling) -> tuple[str, ...]:
    """Return the names at a table as they are shown."""
    return told_apart(tuple(join.name for join in filling.joins))


def find_filling(home: Home, wanted: str) -> Filling | None:
    """Return the table whose id begins like this, if there is exactly one."""
    found = [one for one in PendingTables(home) if one.table.hex().startswith(wanted.lower())]
    return found[0] if len(found) == 1 else None


def read_filling(home: Home, table: bytes) -> Filling | None:
    """Return a table that is kept here; raise `Stop` if its file is damaged."""
    try:
        return PendingTables(home).find(table)
    except Damaged as wrong:
        raise Stop(Code.INVALID, sentence_of(wrong)) from None


def write_letter(filling: Filling, file: Path | None) -> str:
    """Return one's own letter as text, and write it to the file if there is one."""
    (text,) = armour.write_mail(filling.letter)
    if file is not None:
        put(file, text.encode("ascii"))
    return text


# Opening one: its letter goes to the others by mail.


@dataclass(frozen=True, slots=True)
class HostByMailRequest:
    """A table that is to be opened by mail."""

    user: User
    table: TableRequest
    file: Path | None = None
    """Where the letter is written too."""


def host_by_mail(request: HostByMailRequest, voice: MailVoice) -> int:
    """Keep a new table and show its letter; return the exit code."""
    check_parent(request.file)
    user, table = request.user, request.table
    if table.after is None:
        # A mail takes hours: nobody should be put out for ten minutes of silence, as live.
        table = replace(table, options={"time": "none", **table.options})
    with user.home.locked():
        own = player(user)
        proposal = propose(own, table)
        if proposal.seats < 2:
            said = _("A table for one needs no mail: p2pgames hotseat {game}")
            raise Stop(Code.USAGE, said.format(game=proposal.rules))
        filling = letters.open_letter_table(own, proposal)
        PendingTables(own.home).write(filling)
    text = write_letter(filling, request.file)
    voice.give(filling_as_data(filling) | {"letter": text})
    told = _(
        "Send this letter to the others; they choose Unpack and paste it, or give it to p2pgames unpack:"
    )
    voice.tell(told)
    voice.show(f"\n{text}")
    voice.tell(_("Unpack their answers in the same way. When all have answered, the game begins."))
    if not voice.at_home:
        again = _("To see the letter again: p2pgames pack {table}")
        voice.show(again.format(table=filling.table.hex()[:8]))
    return Code.FINE
