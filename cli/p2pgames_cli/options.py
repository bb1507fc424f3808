"""Flags that several commands share.

They stand before the command's name or after it: ``p2pgames --home X id``, ``p2pgames id --home X``. The last counts.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click

from p2pgames_cli import translation
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.translation import _

if TYPE_CHECKING:
    from p2pgames_cli.live import Live
    from p2pgames_protocol.home import Home

Decorator: TypeAlias = Callable[[Callable[..., Any]], Callable[..., Any]]


def _keep(ctx: click.Context, parameter: click.Parameter, value: Any) -> None:
    if value not in (None, False):
        ctx.meta[_key(str(parameter.name))] = value
        if parameter.name == "json":
            # What programs read is the same in every language.
            translation.use(translation.ENGLISH)


def _colour(ctx: click.Context, _parameter: click.Parameter, value: str | None) -> None:
    """Set what click.echo does with styles; an explicit choice beats NO_COLOR (https://no-color.org)."""
    if value in ("always", "never"):
        ctx.color = value == "always"
        ctx.meta[_key("color")] = value == "always"
    elif os.environ.get("NO_COLOR") and ctx.color is None:
        ctx.color = False


def _key(name: str) -> str:
    return f"{__name__}.{name}"


def _shared(name: str, about: str, **more: Any) -> Decorator:
    return click.option(f"--{name}", help=about, callback=_keep, expose_value=False, **more)


FLAGS: Final[dict[str, Decorator]] = {
    "home": _shared(
        "home", "Folder for key and games (or P2PGAMES_HOME).", metavar="DIR", type=click.Path(path_type=Path)
    ),
    "profile": _shared(
        "profile", "Another player on this computer: a key and games of its own.", metavar="NAME"
    ),
    "name": _shared("name", "The name others see.", metavar="NICK"),
    "plain": _shared("plain", "Lines of text only: no pager, no full screen.", is_flag=True),
    "json": _shared("json", "Print JSON.", is_flag=True),
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
        "A file whose first line is the key's passphrase.",
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


def flag(name: str) -> Any:
    """Return the value of a shared flag of the running command; None if it was not given."""
    return click.get_current_context().meta.get(_key(name.replace("-", "_")))


def keep(name: str, value: object) -> None:
    """Set a shared flag for the running command and those that it runs."""
    click.get_current_context().meta[_key(name.replace("-", "_"))] = value


def within() -> bool:
    """Tell whether the command was given at the client's home."""
    return bool(flag("within"))


def full_screen() -> bool:
    """Tell whether there is a terminal to draw on, and the user did not ask for lines of text."""
    at_terminal = sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    return at_terminal and not flag("plain")


def home() -> Home:
    """Return the home the user means, whose language is spoken from now on; nothing is created."""
    found = _home()
    # Nobody waits for the settings who has none, or whose language is known without them.
    if not (flag("json") or os.environ.get("P2PGAMES_LANG")) and found.settings_file.exists():
        settled()
    return found


def _home() -> Home:
    from p2pgames_protocol.home import Home

    try:
        return Home.at(flag("home"), flag("profile"))
    except ValueError as wrong:
        raise Stop(Code.USAGE, str(wrong)) from None


def settled() -> Live:
    """Return the player's settings, read once for all commands of a process, and speak their language."""
    from p2pgames_cli.live import Live

    live = flag("settings")
    if not isinstance(live, Live):
        file = _home().settings_file
        live = Live(file)
        if not flag("json"):
            translation.use(translation.chosen(os.environ, str(live["language"])))
            live = Live(file) if live.problems else live  # what is wrong with it is said in that language too
        keep("settings", live)
    return live


def pairs(chosen: tuple[str, ...]) -> dict[str, str]:
    """Return ``K=V`` options as a mapping; raise a usage error for anything else."""
    settled: dict[str, str] = {}
    for pair in chosen:
        name, equals, value = pair.partition("=")
        if not equals or not name or name in settled:
            raise click.UsageError(
                _("An option is written once, as NAME=VALUE, not {pair!r}.").format(pair=pair)
            )
        settled[name] = value
    return settled
