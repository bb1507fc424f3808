"""Who plays on this computer, as the command line says."""

from __future__ import annotations

import secrets

from p2pgames import registry
from p2pgames_cli.config import passphrase
from p2pgames_cli.config.context import flag
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.prose import told
from p2pgames_protocol.store.home import Home, clean_name
from p2pgames_protocol.store.player import Player


def player(where: Home) -> Player:
    """Return the player of a home, with a new key if there is none; call it with the home locked."""
    identity = passphrase.identity_or_new(where)
    try:
        name = clean_name(flag("name") or where.name())
    except ValueError as wrong:
        raise Stop(Code.USAGE, told(wrong)) from None
    return Player(identity, name, where, secrets.token_bytes, registry.rules)
