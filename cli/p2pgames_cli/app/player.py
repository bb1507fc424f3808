"""Who plays on this computer."""

from __future__ import annotations

import secrets

from p2pgames import registry
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_protocol.store.home import clean_name
from p2pgames_protocol.store.player import Player


def player(user: User) -> Player:
    """Return who plays, with a new key if there is none, and a first name kept; call it with the home locked."""
    identity = user.identity_or_new()
    try:
        name = clean_name(user.called)
    except ValueError as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None
    if user.name is not None and not user.home.is_named():
        user.home.keep_name(name)
    return Player(identity, name, user.home, secrets.token_bytes, registry.rules)
