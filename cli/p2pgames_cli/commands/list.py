"""``p2pgames list``: the games of this player."""

from __future__ import annotations

import json
import time
from typing import Any

import click

from p2pgames.contract import Seat
from p2pgames_cli.options import flag, flags, home
from p2pgames_cli.play import story
from p2pgames_cli.play.silence import spoken
from p2pgames_cli.shelf import Stored, Unreadable, stored
from p2pgames_protocol.hotseat import is_local
from p2pgames_protocol.identity import Identity
from p2pgames_protocol.ledger import Ledger


@click.command()
@flags("json", "home", "profile", "passphrase-file")
def command() -> None:
    """List your games, the one that changed last first: players, whose turn it is, and since when."""
    from p2pgames_cli import passphrase

    where = home()
    games = list(stored(where))
    if not games and not flag("json"):
        click.echo("No games yet. Begin one: p2pgames host linja, or p2pgames hotseat linja")
        return
    identity = passphrase.identity(where) if where.has_identity() else None
    for game in games:
        row = entry(game, identity)
        click.echo(json.dumps(row) if flag("json") else _line(row))


def entry(game: Stored, identity: Identity | None) -> dict[str, Any]:
    """Return one game as plain data; a game that is not valid says why under ``problem``."""
    genesis = game.genesis
    here = identity is not None and is_local(identity, genesis)
    seat = None if identity is None or identity.key not in genesis.keys else genesis.keys.index(identity.key)
    row: dict[str, Any] = {
        "game_id": game.id,
        "game": genesis.proposal.rules,
        "words": genesis.words,
        "names": list(genesis.names),
        "you": seat,
        "hotseat": here,
        "changed": int(game.changed),
    }
    try:
        ledger = game.ledger()
    except Unreadable as problem:
        return row | {"problem": str(problem)}
    return row | _state(ledger, seat, here=here)


def _state(ledger: Ledger, seat: Seat | None, *, here: bool) -> dict[str, Any]:
    ending = ledger.position.ending
    waiting = list(ledger.waiting_for)
    return {
        "round": len(ledger.log),
        "over": ledger.position.over,
        "waiting_for": waiting,
        "your_turn": not ledger.position.over and (seat in waiting or (here and bool(waiting))),
        "result": None if ending is None or ending.result is None else list(ending.result.places),
        "scores": None if ending is None or ending.result is None else ending.result.scores,
        "how": story.ended(ledger.position) if ending is not None else None,
    }


def _line(row: dict[str, Any]) -> str:
    others = [name for seat, name in enumerate(row["names"]) if row["hotseat"] or seat != row["you"]]
    about = f"{row['game_id'][:8]}  {row['game']:<6} {', '.join(others):<24}"
    ago = spoken(max(0.0, time.time() - row["changed"]))
    return f"{about} {status(row)}  ({ago} ago)"


def status(row: dict[str, Any]) -> str:
    """Return how a game stands, in words."""
    if "problem" in row:
        return f"cannot be used: {row['problem']}"
    if row["over"]:
        return f"over: {row['how']}"
    names = [row["names"][seat] for seat in row["waiting_for"]]
    who = "your turn" if row["your_turn"] and not row["hotseat"] else f"{' and '.join(names)} to move"
    return f"{who}, step {row['round']}"
