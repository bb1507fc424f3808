"""Opening a table without a connection: its letter goes to the others by mail."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from p2pgames_cli.app.mail_table import about, letter
from p2pgames_cli.app.mail_voice import MailVoice
from p2pgames_cli.app.parent_folder import check_parent
from p2pgames_cli.app.player import player
from p2pgames_cli.app.table_request import TableRequest, propose
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_protocol.mail import letters
from p2pgames_protocol.mail.letters import PendingTables


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
        filling = letters.opened(own, proposal)
        PendingTables(own.home).keep(filling)
    text = letter(filling, request.file)
    voice.give(about(filling) | {"letter": text})
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
