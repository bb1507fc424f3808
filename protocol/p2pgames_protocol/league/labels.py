"""How the players of a league are called where their keys do not stand beside."""

from __future__ import annotations

from collections.abc import Mapping

from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown, told_apart


def labels(names: Mapping[bytes, str]) -> dict[bytes, str]:
    """Return everybody's name as it is shown, with their key where another looks like it."""
    apart = told_apart(tuple(names.values()))
    return {
        key: shown(name) if label == shown(name) else f"{shown(name)} ({short(key)})"
        for (key, name), label in zip(names.items(), apart, strict=True)
    }
