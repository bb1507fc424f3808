"""``p2pgames unpack``: takes what others packed of a game, and letters by which one begins."""

from __future__ import annotations

from pathlib import Path

import click

from p2pgames_cli.app.unpack import not_in_home, read_files, take_pack
from p2pgames_cli.commands.flags import flags
from p2pgames_cli.config.context import home, keep, within
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told


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
    """Take what others packed of a game: from files, or from text as it came by mail.

    A letter to a table is answered, and an answer to your own table taken, when you agree.
    """
    import trio

    from p2pgames_cli.app import mail
    from p2pgames_cli.app.player import player
    from p2pgames_cli.library.shelf import stored
    from p2pgames_protocol.local.hotseat import is_local
    from p2pgames_protocol.mail.bundle import BadPack

    try:
        notes, found = read_files(files)
    except BadPack as wrong:
        raise Stop(Code.INVALID, told(wrong)) from None
    where = home()
    with where.locked():
        games = {game.genesis.game_id: game for game in stored(where)}
        tables = {
            pack.genesis.game_id: mail.waiting_for(where, pack)
            for pack in found
            if pack.genesis.game_id not in games
        }
        for pack in found:
            if pack.genesis.game_id not in games and tables[pack.genesis.game_id] is None:
                raise Stop(Code.FAILURE, not_in_home(pack))
        own = player(where)
        if any(is_local(own.identity, pack.genesis) for pack in found):
            raise Stop(Code.USAGE, _("This game is played at one computer: it is whole where it is."))
        opener = mail.Opener(own, yes, answer_file)
        codes: list[int] = [opener.take(note) for note in notes]
        for pack in found:
            game = games.get(pack.genesis.game_id)
            began = None
            if game is None and (table := tables[pack.genesis.game_id]) is not None:
                game = began = games[pack.genesis.game_id] = mail.begin(own, table, pack)
            if game is not None:
                codes.append(trio.run(take_pack, own, game, pack, began is not None))
    if within():
        keep("asked", value=bool(opener.asked))
        keep("game", games[found[-1].genesis.game_id].id if found else opener.game_id)
    return max(codes)
