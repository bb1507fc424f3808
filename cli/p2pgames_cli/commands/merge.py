"""``p2pgames merge``: two copies of a game become one."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.errors import Code, Stop


@click.command(epilog="Exit code 4: the copies show that somebody signed twice; OUT then holds the evidence.")
@click.argument("one", type=click.Path(path_type=Path))
@click.argument("other", type=click.Path(path_type=Path))
@click.option(
    "--out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The file to write."
)
def command(one: Path, other: Path, out: Path) -> int:
    """Join the copies ONE and OTHER of a game's log, and find forks between them."""
    from p2pgames import registry
    from p2pgames_protocol.genesis import Refused
    from p2pgames_protocol.logfile import Damaged
    from p2pgames_protocol.merge import merge

    try:
        data, ledger = merge(one.read_bytes(), other.read_bytes(), registry.rules)
    except (Damaged, Refused) as wrong:
        raise Stop(Code.INVALID, str(wrong)) from None
    except registry.Unknown as unknown:
        raise Stop(Code.USAGE, str(unknown.args[0])) from None
    out.write_bytes(data)
    click.echo(f"{out}: {len(ledger.log)} steps of {ledger.genesis.proposal.rules}", err=True)
    if ledger.verdict is None:
        return Code.FINE
    raise Stop(Code.CHEATED, ledger.verdict.why)
