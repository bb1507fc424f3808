"""``p2pgames audit``: what a stranger can say of a game from its file alone."""

from __future__ import annotations

import json
from pathlib import Path

import click

from p2pgames_cli.app.audit import AuditRequest, audit
from p2pgames_cli.app.workers.workers import Workers
from p2pgames_cli.commands.workers_flags import progress, workers_flags
from p2pgames_cli.config import console
from p2pgames_cli.library.report import series_json, show, show_series
from p2pgames_protocol.audit.report import as_json


@click.command(epilog="Exit codes: 0 valid and finished, 5 valid so far, 3 invalid, 4 cheated, 1 unreadable.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--fast", is_flag=True, help="Check links, coins, cards and the signatures that carry the rest; no rules."
)
@click.option("--json", "as_object", is_flag=True, help="Print one JSON object per file, and one per series.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing; the exit code says it all.")
@workers_flags("Files checked side by side.")
def command(files: tuple[Path, ...], fast: bool, as_object: bool, quiet: bool, workers: Workers) -> int:
    """Verify game files and proof files from their contents alone.

    Given several games of a series, it also checks that each follows the one before, and shows the standings.
    """
    with progress() as told:
        audited = audit(AuditRequest(files, fast, workers), told)
    for file, report in audited.found:
        if isinstance(report, str):
            console.warn(report)
        elif as_object:
            _print(json.dumps(as_json(report, str(file))) + "\n", quiet=quiet)
        else:
            _print(show(report, str(file)), quiet=quiet)
    for chain in audited.series:
        _print(json.dumps(series_json(chain)) + "\n" if as_object else show_series(chain), quiet=quiet)
    return audited.code


def _print(text: str, *, quiet: bool) -> None:
    if not quiet:
        console.tell(text, end="")
