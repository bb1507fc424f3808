"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from p2pgames_protocol.home import Home


@dataclass(frozen=True, slots=True)
class Place:
    """Which home the user means; it is loaded only when it is needed."""

    folder: Path | None
    profile: str | None

    def home(self) -> Home:
        """Return the home; nothing is created."""
        from p2pgames_protocol.home import Home

        return Home.at(self.folder, self.profile)


def place_options(function: Callable[..., Any]) -> Callable[..., Any]:
    """Add --home and --profile, handed on as ``place``."""

    @click.option("--home", type=Path, help="Folder for key and games (or P2PGAMES_HOME).")
    @click.option("--profile", help="Another player on this computer: a key and games of its own.")
    @wraps(function)
    def inner(*args: Any, home: Path | None, profile: str | None, **kwargs: Any) -> Any:
        return function(*args, place=Place(home, profile), **kwargs)

    return inner


def pairs(chosen: tuple[str, ...]) -> dict[str, str]:
    """Return ``K=V`` options as a mapping; raise a usage error for anything else."""
    settled: dict[str, str] = {}
    for pair in chosen:
        name, equals, value = pair.partition("=")
        if not equals or not name or name in settled:
            raise click.UsageError(f"An option is written once, as NAME=VALUE, not {pair!r}.")
        settled[name] = value
    return settled
