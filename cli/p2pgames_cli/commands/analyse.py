"""``p2pgames analyse``: what a search makes of a finished game."""

from __future__ import annotations

import json
import sys

import click

from p2pgames_cli.app.analyse import AnalyseRequest, analyse, as_object, lines_for_people
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config import console
from p2pgames_cli.config.console import shows_signs
from p2pgames_cli.config.context import flag, user
from p2pgames_cli.i18n.catalogue import _


@click.command(
    epilog="""\b
Examples:
  p2pgames analyse game.p2pg
  p2pgames analyse 7f3ac201 --json"""
)
@click.argument("file", metavar="FILE|GAME-ID")
@click.option(
    "--nodes", type=click.IntRange(min=1), metavar="N", help="Positions looked at in each decision."
)
@flags("json", "ascii", "home", "profile")
def command(file: str, nodes: int | None) -> None:
    """Look back on a finished game: where chances were lost, judged by what each seat knew at the time, and
    what luck did.

    The results are kept in the state folder.
    """
    replica, found = analyse(AnalyseRequest(user(), file, nodes or 0), _progress)
    if flag("json"):
        console.tell(json.dumps(as_object(replica, found)))
        return
    for line in lines_for_people(replica, found, ascii=bool(flag("ascii")) or not shows_signs()):
        console.tell(line)


def _progress(done: int, count: int) -> None:
    """Say on a terminal how far it has come."""
    if sys.stderr.isatty():
        said = _("{number} of {count} decisions").format(number=done, count=count)
        console.warn(f"\r{said}", end="\n" if done == count else "")
