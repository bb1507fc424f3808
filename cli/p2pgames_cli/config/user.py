"""The user of the program: where their files are, what others call them, and what opens their key."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pgames_cli.config.keyring import Keyring
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire.identity import Identity


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
