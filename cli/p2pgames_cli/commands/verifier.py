"""``p2pgames verifier``: a page that checks games in a browser."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.export.proof import empty, fingerprint
from p2pgames_protocol.store.disk import put


@click.command(epilog="Example: p2pgames verifier --out verifier.html")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Write the page there.")
def command(out: Path | None) -> None:
    """Write a page that checks games in a browser, and print its verifier's SHA-256.

    The page checks whatever is dropped on it: game files, proof files, packs, and pages of games. It needs no network.
    """
    if out is not None:
        put(out, empty().encode())
    click.echo(fingerprint())
