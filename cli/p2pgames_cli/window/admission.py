"""Who may see the page: a link that works once, and the sessions that it opened."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

SIZE: Final = 16
"""Bytes of a secret."""
MOST: Final = 8
"""Sessions at a time; the oldest ends when another one begins."""


def _secret() -> str:
    return secrets.token_urlsafe(SIZE)


@dataclass
class Admission:
    """One link at a time. Whoever comes with it gets a session, and nobody else."""

    place: str = field(default_factory=_secret, repr=False)
    """The folder of the page: cookies go to every port of this computer, but only below their own path."""
    ended: Callable[[], None] = lambda: None
    """Called when all sessions have ended because somebody came with a link for a second time."""
    _open: str = field(default="", repr=False)
    _used: list[str] = field(default_factory=list, repr=False)
    _sessions: list[str] = field(default_factory=list, repr=False)

    def link(self) -> str:
        """Return a new secret that lets one browser in; the one before, if nobody has used it, is void."""
        self._open = _secret()
        return self._open

    def enter(self, secret: str) -> str | None:
        """Return a new session for the secret of the link; None for any other.

        A link that comes a second time has been seen by somebody else: then the session that it opened ends too.
        """
        if self._open and _equal(secret, self._open):
            self._used, self._open = [*self._used, self._open][-MOST:], ""
            self._sessions = [*self._sessions, _secret()][-MOST:]
            return self._sessions[-1]
        if _among(secret, self._used):
            self._sessions.clear()
            self.ended()
        return None

    def admits(self, session: str) -> bool:
        """Tell whether somebody with this session is let in."""
        return _among(session, self._sessions)


def _among(given: str, known: Sequence[str]) -> bool:
    """Compare with all, also once one has been found."""
    return sum(_equal(given, one) for one in known) > 0


def _equal(given: str, known: str) -> bool:
    """Compare in a time that says nothing of where they differ."""
    return hmac.compare_digest(given.encode("utf-8", "surrogateescape"), known.encode())
