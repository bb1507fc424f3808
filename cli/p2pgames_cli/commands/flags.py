"""Flags that several commands share.

They stand before the command's name or after it: ``p2pgames --home X id``, ``p2pgames id --home X``. The last counts.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, Protocol, TypeAlias

import click

from p2pgames_cli.config import console
from p2pgames_cli.config.context import meta_key, speak
from p2pgames_cli.i18n import catalogue
from p2pgames_cli.i18n.catalogue import _

Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]


def _keep(ctx: click.Context, parameter: click.Parameter, value: Any) -> None:
    if value not in (None, False):
        ctx.meta[meta_key(str(parameter.name))] = value
        if parameter.name == "json":
            # What programs read is the same in every language.
            catalogue.use(catalogue.ENGLISH)
        if parameter.name in ("home", "profile"):
            speak()


def _colour(ctx: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    """Set what click.echo does with styles; an explicit choice beats NO_COLOR (https://no-color.org)."""
    if value in ("always", "never"):
        ctx.color = value == "always"
        ctx.meta[meta_key("color")] = value == "always"
    elif os.environ.get("NO_COLOR") and ctx.color is None:
        ctx.color = False


def _shared(name: str, about: str, **more: Any) -> Decorator:
    return click.option(f"--{name}", help=about, callback=_keep, expose_value=False, **more)


FLAGS: Final[dict[str, Decorator]] = {
    "home": _shared(
        "home",
        "Folder for key and games (or P2PGAMES_HOME).",
        metavar="DIR",
        type=click.Path(path_type=Path),
        is_eager=True,
    ),
    "profile": _shared(
        "profile",
        "Another player on this computer: a key and games of its own.",
        metavar="NAME",
        is_eager=True,
    ),
    "name": _shared("name", "The name others see.", metavar="NICK"),
    "plain": _shared("plain", "Lines of text only: no pager, no full screen.", is_flag=True),
    "json": _shared("json", "Print JSON.", is_flag=True),
    "window": _shared(
        "window",
        "Open the table in your browser, too; without a command, all your tables and games.",
        is_flag=True,
    ),
    "phone": _shared(
        "phone",
        "Show the table on a phone in your network, too: scan the code. Others there can read along.",
        is_flag=True,
    ),
    "phone-at": _shared(
        "phone-at",
        "Serve phones at this address of the computer, not at the one in the local network.",
        metavar="ADDRESS",
    ),
    "ascii": _shared("ascii", "Draw with ASCII characters only.", is_flag=True),
    "color": click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        metavar="WHEN",
        callback=_colour,
        expose_value=False,
        help="auto, always or never. Auto: on a terminal, unless NO_COLOR is set.",
    ),
    "passphrase-file": _shared(
        "passphrase-file",
        "A file with the key's passphrase as its first line.",
        metavar="FILE",
        type=click.Path(path_type=Path),
    ),
}


def flags(*names: str) -> Decorator:
    """Add shared flags to a command; their values are read with `flag`."""

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        for name in reversed(names):
            function = FLAGS[name](function)
        return function

    return add


def pairs(chosen: tuple[str, ...]) -> dict[str, str]:
    """Return ``K=V`` options as a mapping; raise `click.UsageError` for anything else."""
    settled: dict[str, str] = {}
    for pair in chosen:
        name, equals, value = pair.partition("=")
        if not equals or not name or name in settled:
            raise click.UsageError(
                _("An option is written once, as NAME=VALUE, not {pair!r}.").format(pair=pair)
            )
        settled[name] = value
    return settled


# Printing what a use case brought.


class Report(Protocol):
    """The same as lines for people and as data for programs; only what is printed is worked out."""

    def lines(self) -> Iterable[str]:
        """Return the lines in the user's language."""

    def objects(self) -> Iterable[dict[str, Any]]:
        """Return plain values, each of them printed on a line of its own."""


def show(report: Report, *, as_json: bool) -> None:
    """Print objects for a program, lines for people."""
    for one in map(json.dumps, report.objects()) if as_json else report.lines():
        console.tell(one)
