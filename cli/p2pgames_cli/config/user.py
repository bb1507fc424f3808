"""The user of the program: where their files are, what others call them, and what opens their key."""

from __future__ import annotations

import sys
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, sentence_of
from p2pgames_protocol.store.disk import HomeError, PassphraseNeeded
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire.identity import Identity

# What opens a player's key: the passphrase in a file, or one that is typed; typed once, it holds from then on.

TRIES = 3
"""How often a passphrase is asked for: typed unseen, it is mistyped easily."""


@dataclass
class Keyring:
    """Opens keys, asking for a passphrase where one is needed."""

    file: Path | None = None
    """Its first line is the passphrase."""
    typed: bytes | None = None

    def given(self) -> bytes | None:
        """Return the passphrase that was typed before, or that in the file the user named; None without one."""
        if self.typed is not None:
            return self.typed
        if self.file is None:
            return None
        with self.file.open("rb") as opened:
            data = opened.read(4096)
        if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):  # as PowerShell's > writes it
            data = data.decode("utf-16", "replace").encode()
        lines = data.removeprefix(BOM_UTF8).splitlines()
        if not lines or not lines[0]:
            said = _("The first line of {file} is empty; it should be the passphrase.")
            raise Stop(Code.USAGE, said.format(file=self.file))
        return lines[0]

    def unlock(self, read: Callable[[bytes | None], Identity]) -> tuple[Identity, bytes | None]:
        """Return an identity and the passphrase it was read with, asking for one if need be, `TRIES` times at most.

        Raises `HomeError` if none of them opens it.
        """
        passphrase = self.given()
        try:
            return read(passphrase), passphrase
        except PassphraseNeeded:
            if not sys.stdin.isatty():
                raise
        for left in reversed(range(TRIES)):
            passphrase = ask(_("Passphrase of the key"))
            try:
                found = read(passphrase)
            except HomeError as wrong:
                if not left:
                    raise
                console.warn(f"p2pgames: {sentence_of(wrong)}")
            else:
                break
        self.typed = passphrase
        return found, passphrase

    def identity(self, home: Home) -> Identity:
        """Return the player's identity, with a warning if others can read its file."""
        found, _ = self.unlock(home.identity)
        if warning := home.exposed():
            console.warn(f"p2pgames: {named(warning)}")
        return found

    def identity_or_new(self, home: Home) -> Identity:
        """Return the player's identity, made now if there is none; call it with the home locked."""
        if home.has_identity() or home.last_key.lost():
            return self.identity(home)
        made = home.identity_or_new(self.given())
        console.warn(_("p2pgames: A key was made for you. Keep a copy: p2pgames id export FILE"))
        return made


def ask(prompt: str, *, twice: bool = False) -> bytes:
    """Return what the user types, unseen; raise `Stop` if nobody can type."""
    if not sys.stdin.isatty():
        raise Stop(Code.FAILURE, _("A passphrase is typed on a terminal; give it with --passphrase-file."))
    return console.ask_unseen(prompt, twice=twice).encode(errors="surrogateescape")


@dataclass(frozen=True, slots=True)
class User:
    """A player at this computer, who may have no key yet."""

    home: Home
    name: str | None = None
    """What others shall call them, instead of the name that is kept."""
    keyring: Keyring = field(default_factory=Keyring)

    @property
    def called(self) -> str:
        """The name that others see."""
        return self.name or self.home.name()

    def identity(self) -> Identity:
        """Return their identity, with a warning if others can read its file."""
        return self.keyring.identity(self.home)

    def identity_or_new(self) -> Identity:
        """Return their identity, made now if there is none; call it with the home locked."""
        return self.keyring.identity_or_new(self.home)
