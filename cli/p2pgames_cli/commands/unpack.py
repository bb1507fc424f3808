"""``p2pgames unpack``: takes what others packed of a game, and letters by which one begins."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.commands.flags import flags
from p2pgames_cli.commands.mail_voice import PrintedVoice
from p2pgames_cli.config.context import flag, user


@click.command(
    epilog="""\b
Examples:
  p2pgames unpack linja-7f3ac201-12.pack
  p2pgames unpack part1.txt part2.txt    all parts at once, in any order
  p2pgames unpack -                      paste the mail, then Ctrl-D
  p2pgames unpack --yes letter.txt       a seat at the table of a letter"""
)
@click.argument("files", nargs=-1, required=True, metavar="FILE|-...")
@click.option("--yes", is_flag=True, help="Agree to the letters without being asked.")
@click.option(
    "--answer-file",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="F",
    help="Write your answer to a letter there too.",
)
@flags("name", "json", "passphrase-file", "home", "profile")
def command(files: tuple[str, ...], yes: bool, answer_file: Path | None) -> int:
    """Take in what others packed of a game: from files, or from the text of a mail.

    A letter to a table is answered, and an answer to your own table taken, when you agree.
    """
    from p2pgames_cli.app.unpack import UnpackRequest, read_input, unpack

    came = tuple(map(read_input, files))
    voice = PrintedVoice(as_json=bool(flag("json")), yes=yes)
    code, _game = unpack(UnpackRequest(user(), came, answer_file), voice)
    return code
