"""``p2pgames merge``: two copies of a game become one."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told


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
    from p2pgames import registry
    from p2pgames_cli.library.report import signed
    from p2pgames_protocol.audit.full import full
    from p2pgames_protocol.audit.merge import merge
    from p2pgames_protocol.audit.report import Grade
    from p2pgames_protocol.log import file as logfile
    from p2pgames_protocol.log.file import Damaged
    from p2pgames_protocol.log.table_options import Refused
    from p2pgames_protocol.store import intake
    from p2pgames_protocol.store.disk import put

    try:
        copies = [intake.read(one), intake.read(other)]
        data, ledger = merge(copies[0], copies[1], registry.rules)
    except (Damaged, Refused) as wrong:
        raise Stop(Code.INVALID, told(wrong)) from None
    except registry.Unknown as unknown:
        raise Stop(Code.USAGE, told(unknown)) from None
    put(out, data)
    said = _("{file}: {count} steps of {game}")
    click.echo(said.format(file=out, count=len(ledger.log), game=ledger.genesis.proposal.rules), err=True)
    report = full(data, registry.rules)
    if ledger.contested:
        click.echo(_("Contested: an event turned up that was held to be absent."), err=True)
    if ledger.accusations.equivocation is None:
        if report.why and report.grade is not Grade.RUNNING:
            raise Stop(Code.INVALID, report.why)
        return report.grade
    for file, copy in zip((one, other), copies, strict=True):
        for record in ledger.accusations.equivocation.records:
            if record.body in {held.body for held in logfile.read(copy)}:
                click.echo(f"{file}: {signed(ledger, record)}", err=True)
    raise Stop(Code.CHEATED, ledger.accusations.equivocation.why)
