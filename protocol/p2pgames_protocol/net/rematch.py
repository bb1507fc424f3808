"""Who wants another game after this one, and where its table is."""

from __future__ import annotations

from p2pgames_protocol.net import messages
from p2pgames_protocol.net.link import LinkFault
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.codec import Plain
from p2pgames_protocol.wire.invite import BadInvite, Invite


def message(invite: Invite | None) -> tuple[Plain, ...]:
    """Return the message that tells the others that this player wants another game, or where its table is."""
    return ("rematch",) if invite is None else ("rematch", invite.text())


def read(fields: tuple[Plain, ...], author: bytes) -> Invite | None:
    """Return what a player of this identity has told, without the kind; raise `LinkFault` if it is something else."""
    match fields:
        case ():
            return None
        case (str(text),):
            invite = _invited(text)
            if invite.host != author:
                raise LinkFault(messages.REMATCH_HOST)
            return invite
        case _:
            raise LinkFault(messages.REMATCH_INVITE)


def _invited(text: str) -> Invite:
    """Return the invite to a table; raise `LinkFault` if the text is none."""
    try:
        invite = invites.read(text)
    except BadInvite as wrong:
        raise LinkFault(wrong.message) from None
    if not invite.token:
        raise LinkFault(messages.REMATCH_TABLE)
    return invite
