"""Completing words of an invite while they are typed in a shell."""

from __future__ import annotations

import click


def complete(_ctx: click.Context, _parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the words that begin like this, once a letter is there; nothing for a line."""
    from p2pgames_protocol.wire.words import beginning

    return list(beginning(incomplete)) if incomplete.isalpha() else []
