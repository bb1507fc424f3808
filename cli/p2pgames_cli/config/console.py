"""What is printed for whoever reads: the only place outside commands that knows how.

Styles are taken out where no terminal shows them, and every text is on its way when the call returns.
"""

from __future__ import annotations

import click


def tell(text: str = "", *, end: str = "\n") -> None:
    """Print a text on standard output."""
    click.echo(text + end, nl=False)


def warn(text: str = "", *, end: str = "\n") -> None:
    """Print a text on standard error."""
    click.echo(text + end, nl=False, err=True)


def pause(text: str) -> None:
    """Print a text and wait for a key; do neither where there is no terminal."""
    click.pause(text)
