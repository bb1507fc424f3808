"""``p2pgames unpack``: takes what others packed of a game, and letters by which one begins."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import flag, flags, home, keep, within
from p2pgames_cli.translation import _, ngettext, phrase

if TYPE_CHECKING:
    from p2pgames_cli.shelf import Stored
    from p2pgames_protocol.letters import Letter
    from p2pgames_protocol.packs import Pack
    from p2pgames_protocol.session import Player


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

    from p2pgames_cli.play import letters
    from p2pgames_cli.play.player import player
    from p2pgames_cli.shelf import stored
    from p2pgames_protocol.hotseat import is_local
    from p2pgames_protocol.packs import BadPack

    try:
        notes, found = _read(files)
    except BadPack as wrong:
        raise Stop(Code.INVALID, str(wrong)) from None
    where = home()
    with where.locked():
        games = {game.genesis.game_id: game for game in stored(where)}
        tables = {
            pack.genesis.game_id: letters.waiting_for(where, pack)
            for pack in found
            if pack.genesis.game_id not in games
        }
        for pack in found:
            if pack.genesis.game_id not in games and tables[pack.genesis.game_id] is None:
                raise Stop(Code.FAILURE, _foreign(pack))
        own = player(where)
        if any(is_local(own.identity, pack.genesis) for pack in found):
            raise Stop(Code.USAGE, _("This game is played at one computer: it is whole where it is."))
        opener = letters.Opener(own, yes, answer_file)
        codes: list[int] = [opener.take(note) for note in notes]
        for pack in found:
            game = games.get(pack.genesis.game_id)
            began = None
            if game is None and (table := tables[pack.genesis.game_id]) is not None:
                game = began = games[pack.genesis.game_id] = letters.begin(own, table, pack)
            if game is not None:
                codes.append(trio.run(_take, own, game, pack, began is not None))
    if within():
        keep("asked", value=bool(opener.asked))
        keep("game", games[found[-1].genesis.game_id].id if found else opener.game_id)
    return max(codes)


def _foreign(pack: Pack) -> str:
    names = ", ".join(pack.genesis.names)
    return _(
        "This is of a game that is not in this home ({game}, {names}), and nothing was taken. Is it in another"
        " --profile or --home? Or unpack first the letter that invites to it."
    ).format(game=pack.genesis.proposal.rules, names=names)


def _read(files: tuple[str, ...]) -> tuple[list[Letter], list[Pack]]:
    """Return the letters and packs in files and pasted text; parts may be spread over several."""
    from p2pgames_protocol import armour, letters, packs

    binary, texts = [], []
    for file in files:
        data = _bytes(file)
        if data.startswith((packs.MAGIC, letters.MAGIC)):
            binary.append(data)
        else:
            texts.append(data.decode("utf-8", errors="replace"))
    joined = armour.read("\n".join(texts)) if texts else []
    every = [*binary, *joined]
    notes = [letters.read(data) for data in every if data.startswith(letters.MAGIC)]
    return notes, [packs.read(data) for data in every if not data.startswith(letters.MAGIC)]


def _bytes(file: str) -> bytes:
    from p2pgames_protocol import intake
    from p2pgames_protocol.armour import MAX_TEXT

    if file == "-":
        return sys.stdin.buffer.read(MAX_TEXT + 1)
    return intake.read(Path(file))


async def _take(own: Player, game: Stored, pack: Pack, began: bool) -> int:
    from p2pgames_cli.play.letters import begins
    from p2pgames_cli.play.place import seat_of
    from p2pgames_cli.play.post import opened, to_send, what_next
    from p2pgames_protocol.outcome import Heard
    from p2pgames_protocol.table import Table

    peer = await opened(own, game)
    ledger, seat, before = peer.ledger, seat_of(peer), len(peer.ledger.log)
    blamed = len(ledger.faults)
    outcomes = await peer.take_in(pack.records)
    missing = any(outcome.heard in (Heard.EARLY, Heard.STRAY) for outcome in outcomes)
    news = len(ledger.log) > before
    if flag("json"):
        said = {
            "game_id": game.id,
            "began": began,
            "steps": len(ledger.log) - before,
            "missing": missing,
            "read_only": peer.read_only,
            "your_turn": isinstance(ledger, Table) and ledger.my_turn,
            "waiting_for": list(ledger.waiting_for),
            "send": seat is not None and to_send(peer, news=news),
            "finished": ledger.finished,
        }
        click.echo(json.dumps(said))
    else:
        if began:
            click.echo(begins(game))
        _tell(game, len(ledger.log) - before, missing=missing)
        click.echo(what_next(peer, news=news))
    for verdict in ledger.faults[blamed:]:
        click.echo(_("Fault: {why}").format(why=phrase(verdict.why)), err=True)
    return Code.CHEATED if ledger.verdict is not None else Code.FINE


def _tell(game: Stored, steps: int, *, missing: bool) -> None:
    new = ngettext("{count} new step", "{count} new steps", steps).format(count=steps)
    new = new if steps > 0 else _("nothing new")
    click.echo(f"{game.genesis.proposal.rules} {game.id[:8]}: {new}.")
    if missing:
        click.echo(
            _("Some of it builds on what is missing here: ask for the whole game, p2pgames pack --all."),
            err=True,
        )
