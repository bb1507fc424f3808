"""``p2pgames merge``: two copies of a game become one."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.commands.mail_voice import PrintedVoice


@click.command(
    epilog="Exit codes, as those of an audit of OUT: 0 valid and finished, 5 valid so far, 3 invalid, 4 cheated."
)
@click.argument("one", type=click.Path(path_type=Path))
@click.argument("other", type=click.Path(path_type=Path))
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The file to write."
)
def command(one: Path, other: Path, out: Path) -> int:
    """Join the copies ONE and OTHER of a game's log, and find forks between them."""
    from p2pgames_cli.app.merge import MergeRequest, merge

    return merge(MergeRequest(one, other, out), PrintedVoice())
