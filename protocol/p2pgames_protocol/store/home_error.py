"""What is wrong with a player's folder."""

from __future__ import annotations

from p2pgames.text import Refusal


class HomeError(Refusal, OSError):
    """The player's folder or something in it cannot be used; the message says what to do."""


class HomeLocked(HomeError):
    """Another process has this home."""


class PassphraseNeeded(HomeError):
    """The key is encrypted, and no passphrase was given."""
