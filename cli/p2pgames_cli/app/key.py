"""The player's key and name: shown, made, taken over, written to a copy."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace

from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_cli.table.input import typed_line
from p2pgames_cli.table.session import Client, Mode
from p2pgames_protocol.store.disk import PassphraseNeeded
from p2pgames_protocol.store.home import Home, clean_name, from_pem
from p2pgames_protocol.wire.identity import Identity


@dataclass(frozen=True, slots=True)
class KeyRequest:
    """A key that is to be the player's from now on, with the name of the user if they gave one."""

    user: User
    identity: Identity
    passphrase: bytes | None = None
    """What its file is encrypted with."""
    force: bool = False
    """Whether it takes the place of one there is."""


def keep_key(request: KeyRequest) -> None:
    """Store key and name, all checked before anything is replaced; raise `Stop` if that is not allowed."""
    home, name = request.user.home, request.user.name
    if name is not None:
        check_name(name)
    with home.locked():
        may_replace(home, force=request.force)
        home.keep_identity(request.identity, request.passphrase)
        if name is not None:
            home.keep_name(name)


def may_replace(home: Home, *, force: bool) -> None:
    """Raise `Stop` if there is a key already, unless it shall be replaced."""
    if not home.has_identity() or force:
        return
    games = len(list(home.games.glob("*.p2pg")))
    raise Stop(
        Code.FAILURE,
        _(
            "There is a key already ({file}); without it no game begun with it can go on (stored here: {games})."
            " Keep a copy with: p2pgames id export FILE. Then use --force."
        ).format(file=home.key_file, games=games),
    )


def keep_name(home: Home, name: str) -> None:
    """Store the name that others see; raise `Stop` if it cannot be a name."""
    check_name(name)
    with home.locked():
        home.keep_name(name)


def check_name(name: str) -> str:
    """Return a name as it is stored; raise `Stop` if it cannot be one."""
    try:
        return clean_name(name)
    except ValueError as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None


def key_copy(user: User) -> bytes:
    """Return the key as its file has it; raise `HomeError` if it cannot be opened: that is no copy to rely on."""
    pem = user.home.pem()
    # What is encrypted goes out as it is.
    with suppress(PassphraseNeeded):
        from_pem(pem, user.keyring.given(), user.home.key_file)
    return pem


def store_key(user: User, identity: Identity | None, name: str, passphrase: bytes) -> Identity:
    """Store name and key, and return the key; an existing one gets a new passphrase only if one was chosen."""
    clean, home = check_name(name), user.home
    with home.locked():
        kept = identity or Identity(secrets.token_bytes(32))
        if identity is None or passphrase:
            home.keep_identity(kept, passphrase or user.keyring.given())
        home.keep_name(clean)
    if passphrase:
        user.keyring.typed = passphrase
    return kept


# The name that others see, asked for at the first table of somebody who has none.


def with_name(user: User, client: Client, line: Callable[[], str] = typed_line) -> User:
    """Return the user with a name, asked for where they have none and somebody types; it is kept.

    Programs, and whoever has no terminal, are not asked; nor is who plays on the page of the home, which has asked.
    """
    typed = client.options.mode in (Mode.SCREEN, Mode.PLAIN) and sys.stdin.isatty() and sys.stdout.isatty()
    return ask_name(user, line) if typed and not client.within else user


def ask_name(user: User, line: Callable[[], str]) -> User:
    """Return the user with the name that is typed, until it is one that others can read; Enter alone leaves it open."""
    if user.name is not None or user.home.is_named():
        return user
    while True:
        console.tell(_("Your name, as others will see it:"), end=" ")
        name = line().strip()
        if not name:
            return user
        try:
            name = check_name(name)
        except Stop as wrong:
            console.tell(str(wrong))
            continue
        with user.home.at_tables():
            user.home.keep_name(name)
        return replace(user, name=name)
