"""Printing to the user and asking them: the only place outside commands that does either.

Styles are taken out where no terminal shows them, and every text is on its way when the call returns.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from pathlib import Path
from typing import Final

import click

from p2pgames_cli.config.exit_codes import Code, Stop

NO_OSC: Final = ("linux", "dumb")
"""Terminals that print a command to an operating system (OSC) instead of heeding or skipping it."""

_UNPRINTED: Final = {0x2068: None, 0x2069: None}
"""The marks around right-to-left texts: some terminals show a box for each, and hardly one needs them."""


def replace_what_cannot_be_encoded() -> None:
    """Have all that is printed drawn in ASCII where the encoding of the terminal, or of a pipe, has nothing for it.

    A player called Zoë must not end the program of a user whose terminal knows ASCII alone.
    """

    def drawn(wrong: UnicodeError) -> tuple[str, int]:
        from p2pgames.picture.picture import to_ascii

        if not isinstance(wrong, UnicodeEncodeError):
            raise wrong
        return to_ascii(wrong.object[wrong.start : wrong.end]), wrong.end

    codecs.register_error("p2pgames.ascii", drawn)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="p2pgames.ascii")


def shows_signs() -> bool:
    """Tell whether the encoding of standard output has the signs of pictures, as UTF-8 has."""
    from p2pgames.picture.picture import GLYPHS

    try:
        ("".join(GLYPHS) + "─│╭").encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return False
    return True


def tell(text: str = "", *, end: str = "\n") -> None:
    """Print a text on standard output."""
    click.echo(text.translate(_UNPRINTED) + end, nl=False)


def warn(text: str = "", *, end: str = "\n") -> None:
    """Print a text on standard error."""
    click.echo(text.translate(_UNPRINTED) + end, nl=False, err=True)


def pause(text: str) -> None:
    """Print a text and wait for a key; do neither where there is no terminal."""
    click.pause(text)


def ask_unseen(text: str, *, twice: bool) -> str:
    """Return what is typed on the terminal, which does not show it; with ``twice``, once it was typed twice alike."""
    try:
        typed: str = click.prompt(text, hide_input=True, confirmation_prompt=twice, err=True)
    except click.Abort:
        raise Stop(Code.INTERRUPTED) from None
    return typed


def bold(text: str) -> str:
    """Return a text that stands out on a terminal."""
    return click.style(text, bold=True)


def hyperlink(address: str) -> str:
    """Return an address that a terminal opens by a click, also where it breaks over lines (OSC 8)."""
    if not sys.stdout.isatty() or os.environ.get("TERM", "dumb") in NO_OSC:
        return address
    return f"\x1b]8;;{address}\x1b\\{address}\x1b]8;;\x1b\\"


def filled_text(text: str, columns: int, indent: str) -> str:
    """Return a text in lines no longer than this many columns, all of them indented."""
    return click.wrap_text(text, columns, indent, indent)


def edit_file(file: Path) -> None:
    """Open a file in the player's editor, and wait until it is closed."""
    click.edit(filename=str(file))
