"""Who wants another game after this one, and where its table is."""

from __future__ import annotations

from p2pgames_protocol.net.link import LinkFault
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.codec import Plain
from p2pgames_protocol.wire.invite import BadInvite, Invite


def message(invite: Invite | None) -> tuple[Plain, ...]:
    """Return what tells the others that one wants another game, or where its table is."""
    return ("rematch",) if invite is None else ("rematch", invite.text())


def read(fields: tuple[Plain, ...], author: bytes) -> Invite | None:
    """Return what a player has told, without the kind of message; raise `LinkFault` if it tells no such thing."""
    match fields:
        case ():
            return None
        case (str(text),):
            invite = _invited(text)
            if invite.host != author:
                raise LinkFault("A rematch is offered by who opens the table.")
            return invite
        case _:
            raise LinkFault("A rematch tells one invite, or none.")


def _invited(text: str) -> Invite:
    """Return the invite to a table; raise `LinkFault` if the text is none."""
    try:
        invite = invites.read(text)
    except BadInvite as wrong:
        raise LinkFault(str(wrong)) from None
    if not invite.token:
        raise LinkFault("The invite to a rematch opens no table.")
    return invite
