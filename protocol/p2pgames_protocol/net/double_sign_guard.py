"""Who may know more of this seat's events than its own store does: after a copy, an import, a loss."""

from __future__ import annotations

from collections.abc import Iterable

from p2pgames_protocol.wire.fields import MAX_ROUND


class DoubleSignGuard:
    """Keys of players who must show what they have before this seat signs, and what they have shown so far."""

    def __init__(self) -> None:
        self.keys: frozenset[bytes] = frozenset()
        self._shown: dict[bytes, int] = {}
        """The newest round that each has shown, -1 for none at all."""

    def hold(self, keys: Iterable[bytes]) -> None:
        """Hold the seat back until these have shown what they have; with none, release it."""
        self.keys = frozenset(keys)
        self._shown = {}

    def show(self, key: bytes, newest: int) -> None:
        """Note that a player has shown its newest closed round."""
        self._shown[key] = newest

    def left(self, closed: int, still_in: frozenset[bytes]) -> frozenset[bytes]:
        """Return who must still show something, or has shown more than the rounds closed here, and is still in.

        What the others had of ours came before what they have shown.
        """
        return still_in & {key for key in self.keys if self._shown.get(key, MAX_ROUND) >= closed}
