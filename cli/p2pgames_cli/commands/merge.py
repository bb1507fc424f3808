"""``p2pgames merge``: two copies of a game become one."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.translation import _


@click.command(epilog="Exit code 4: the copies show that somebody signed twice; OUT then holds the evidence.")
@click.argument("one", type=click.Path(path_type=Path))
@click.argument("other", type=click.Path(path_type=Path))
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The file to write."
)
def command(one: Path, other: Path, out: Path) -> int:
    """Join the copies ONE and OTHER of a game's log, and find forks between them."""
    from p2pgames import registry
    from p2pgames_cli.report import signed
    from p2pgames_protocol import logfile
    from p2pgames_protocol.genesis import Refused
    from p2pgames_protocol.logfile import Damaged
    from p2pgames_protocol.merge import merge

    try:
        copies = [one.read_bytes(), other.read_bytes()]
        data, ledger = merge(copies[0], copies[1], registry.rules)
    except (Damaged, Refused) as wrong:
        raise Stop(Code.INVALID, str(wrong)) from None
    except registry.Unknown as unknown:
        raise Stop(Code.USAGE, str(unknown.args[0])) from None
    out.write_bytes(data)
    said = _("{file}: {count} steps of {game}")
    click.echo(said.format(file=out, count=len(ledger.log), game=ledger.genesis.proposal.rules), err=True)
    if ledger.verdict is None:
        return Code.FINE
    for file, copy in zip((one, other), copies, strict=True):
        for record in ledger.verdict.records:
            if record.body in {held.body for held in logfile.read(copy)}:
                click.echo(f"{file}: {signed(ledger, record)}", err=True)
    raise Stop(Code.CHEATED, ledger.verdict.why)
