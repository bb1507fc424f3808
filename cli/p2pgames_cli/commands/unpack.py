"""``p2pgames unpack``: takes what others packed of a game."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import flag, flags, home

if TYPE_CHECKING:
    from p2pgames_cli.shelf import Stored
    from p2pgames_protocol.packs import Pack
    from p2pgames_protocol.session import Player


@click.command(
    epilog="""\b
Examples:
  p2pgames unpack linja-7f3ac201-12.pack
  p2pgames unpack part1.txt part2.txt    all parts at once, in any order
  p2pgames unpack -                      paste the mail, then Ctrl-D"""
)
@click.argument("files", nargs=-1, required=True, metavar="FILE|-...")
@flags("json", "passphrase-file", "home", "profile")
def command(files: tuple[str, ...]) -> int:
    """Take what others packed of a game: from files, or from text as it came by mail."""
    import trio

    from p2pgames_cli.play.player import player
    from p2pgames_cli.shelf import stored
    from p2pgames_protocol.hotseat import is_local
    from p2pgames_protocol.packs import BadPack

    try:
        found = _read(files)
    except BadPack as wrong:
        raise Stop(Code.INVALID, str(wrong)) from None
    where = home()
    with where.locked():
        games = {game.genesis.game_id: game for game in stored(where)}
        for pack in found:
            if pack.genesis.game_id not in games:
                raise Stop(Code.FAILURE, _foreign(pack))
        own = player(where)
        if any(is_local(own.identity, pack.genesis) for pack in found):
            raise Stop(Code.USAGE, "This game is played at one computer: it is whole where it is.")
        codes = [trio.run(_take, own, games[pack.genesis.game_id], pack) for pack in found]
    return max(codes)


def _foreign(pack: Pack) -> str:
    names = ", ".join(pack.genesis.names)
    return (
        f"This is of a game that is not in this home ({pack.genesis.proposal.rules}, {names}), and nothing was "
        "taken. A game begins live: with host and join. Is it in another --profile or --home?"
    )


def _read(files: tuple[str, ...]) -> list[Pack]:
    """Return the packs in files and pasted text; parts may be spread over several."""
    from p2pgames_protocol import armour, packs

    binary, texts = [], []
    for file in files:
        data = _bytes(file)
        if data.startswith(packs.MAGIC):
            binary.append(data)
        else:
            texts.append(data.decode("utf-8", errors="replace"))
    joined = armour.read("\n".join(texts)) if texts else []
    return [packs.read(data) for data in (*binary, *joined)]


def _bytes(file: str) -> bytes:
    from p2pgames_protocol.armour import MAX_TEXT

    if file == "-":
        return sys.stdin.buffer.read(MAX_TEXT + 1)
    with Path(file).open("rb") as opened:
        return opened.read(MAX_TEXT + 1)


async def _take(own: Player, game: Stored, pack: Pack) -> int:
    from p2pgames_cli.play.place import seat_of
    from p2pgames_cli.play.post import opened, to_send, what_next
    from p2pgames_protocol.ledger import Heard
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
        _tell(game, len(ledger.log) - before, missing=missing)
        click.echo(what_next(peer, news=news))
    for verdict in ledger.faults[blamed:]:
        click.echo(f"Fault: {verdict.why}", err=True)
    return Code.CHEATED if ledger.verdict is not None else Code.FINE


def _tell(game: Stored, steps: int, *, missing: bool) -> None:
    new = f"{steps} new {'step' if steps == 1 else 'steps'}" if steps > 0 else "nothing new"
    click.echo(f"{game.genesis.proposal.rules} {game.id[:8]}: {new}.")
    if missing:
        click.echo(
            "Some of it builds on what is missing here: ask for the whole game, p2pgames pack --all.",
            err=True,
        )
