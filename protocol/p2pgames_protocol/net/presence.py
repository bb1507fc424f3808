"""Who is linked, and since when."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

MAX_GONE: Final = 32
"""Watchers that are remembered after they have gone."""


@dataclass(frozen=True, slots=True)
class Presence:
    """Whether a player is linked, and since when, in seconds of trio's clock."""

    linked: bool
    since: float


def noted(
    before: dict[bytes, Presence], key: bytes, now: Presence, players: Collection[bytes]
) -> dict[bytes, Presence]:
    """Return who is linked by key, after a look at one; no parade of watchers fills the memory."""
    known = before.get(key)
    if known is not None and known.linked == now.linked:
        return before
    after = before | {key: now}
    gone = [one for one, presence in after.items() if not presence.linked and one not in players]
    forgotten = frozenset(gone[:-MAX_GONE])
    return {one: presence for one, presence in after.items() if one not in forgotten}
