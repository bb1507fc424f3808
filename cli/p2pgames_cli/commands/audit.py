"""``p2pgames audit``: what a stranger can say of a game from its file alone."""

from __future__ import annotations

import json
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import click

from p2pgames_cli.errors import Code
from p2pgames_cli.report import show, worst


@click.command(epilog="Exit codes: 0 valid and finished, 5 valid so far, 3 invalid, 4 cheated, 1 unreadable.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--fast", is_flag=True, help="Check digests, links and the signatures that carry the rest; no rules."
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object per file.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing; the exit code tells.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="Files checked side by side.")
def command(files: tuple[Path, ...], fast: bool, as_json: bool, quiet: bool, jobs: int) -> int:
    """Verify game files and proof files from nothing but themselves."""
    check = partial(check_file, fast=fast, as_json=as_json, quiet=quiet)
    if jobs == 1 or len(files) == 1:
        return worst([_say(check(file)) for file in files])
    with ProcessPoolExecutor(min(jobs, len(files))) as pool:
        return worst([_say(outcome) for outcome in pool.map(check, files)])


def _say(outcome: tuple[int, str, str]) -> int:
    grade, printed, complaint = outcome
    if printed:
        click.echo(printed, nl=not printed.endswith("\n"))
    if complaint:
        click.echo(complaint, err=True)
    return grade


def check_file(file: Path, *, fast: bool, as_json: bool, quiet: bool) -> tuple[int, str, str]:
    """Return the grade of one file, what to print of it, and what to complain of."""
    from p2pgames import registry
    from p2pgames_protocol import audit
    from p2pgames_protocol.fast import fast as check_fast
    from p2pgames_protocol.logfile import MAX_FILE

    try:
        if file.stat().st_size > MAX_FILE:
            return Code.FAILURE, "", f"p2pgames: {file} is larger than any game file ({MAX_FILE >> 20} MiB)."
        data = file.read_bytes()
    except OSError as wrong:
        return Code.FAILURE, "", f"p2pgames: Cannot read {file}: {wrong.strerror}."
    report = check_fast(data) if fast else audit.full(data, registry.rules)
    if quiet:
        return report.grade, "", ""
    if as_json:
        return report.grade, json.dumps(audit.as_json(report, str(file))), ""
    return report.grade, show(report, str(file)), ""
