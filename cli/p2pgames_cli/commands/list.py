"""``p2pgames list``: the games of this player."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import click

from p2pgames.contract import Seat
from p2pgames_cli.options import flag, flags, home
from p2pgames_cli.play import story
from p2pgames_cli.play.silence import spoken
from p2pgames_cli.results import Results, count
from p2pgames_cli.shelf import Stored, Unreadable, stored
from p2pgames_protocol.hotseat import is_local
from p2pgames_protocol.identity import Identity, short
from p2pgames_protocol.ledger import Ledger


@click.command(
    epilog="""\b
Examples:
  p2pgames list              all your games
  p2pgames list --results    what came of those that are over"""
)
@click.option("--results", is_flag=True, help="Count what came of the games that are over, from their logs.")
@flags("json", "home", "profile", "passphrase-file")
def command(results: bool) -> None:
    """List your games, the one that changed last first: players, whose turn it is, and since when."""
    from p2pgames_cli import passphrase

    where = home()
    games = list(stored(where))
    if not games and not flag("json"):
        click.echo("No games yet. Begin one: p2pgames host linja, or p2pgames hotseat linja")
        return
    identity = passphrase.identity(where) if where.has_identity() else None
    if results:
        _results(games, identity)
        return
    for game in games:
        row = entry(game, identity)
        click.echo(json.dumps(row) if flag("json") else _line(row))


def _results(games: list[Stored], identity: Identity | None) -> None:
    counted = count(_over(games, identity)) if identity is not None else []
    for one in counted:
        click.echo(json.dumps(_counted(one)) if flag("json") else "\n".join(_lines(one)))
    if not counted and not flag("json"):
        click.echo("None of your games with others is over yet.")


def _over(games: list[Stored], identity: Identity) -> Iterator[tuple[Ledger, Seat]]:
    """Yield the games with others that are over, and our seat in each; what cannot be read is left out."""
    for game in games:
        if identity.key in game.genesis.keys and not is_local(identity, game.genesis):
            with suppress(Unreadable):
                ledger = game.ledger()
                if ledger.finished:
                    yield ledger, game.genesis.keys.index(identity.key)


def _counted(one: Results) -> dict[str, Any]:
    """Return the results of one game as plain data."""
    return {
        "game": one.game,
        "games": one.games,
        "won": one.won,
        "places": {str(place): times for place, times in sorted(one.places.items())},
        "points": one.points,
        "opponents": [
            {"key": r.key.hex(), "name": r.name, "games": r.games, "ahead": r.ahead, "behind": r.behind}
            for r in one.rivals.values()
        ],
        "apart": dict(sorted(one.apart.items())),
    }


def _lines(one: Results) -> Iterator[str]:
    """Yield the results of one game for people."""
    places = ", ".join(f"{times} x place {place}" for place, times in sorted(one.places.items()))
    mean = f"; {sum(one.points) / len(one.points):.1f} points on average" if one.points else ""
    games = "1 game" if one.games == 1 else f"{one.games} games"
    yield f"{one.game}: {games}, won {one.won}" + (f" ({places}{mean})" if one.games else "")
    for rival in sorted(one.rivals.values(), key=lambda rival: -rival.games):
        level = rival.games - rival.ahead - rival.behind
        even = f", level {level}" if level else ""
        yield (
            f"  against {rival.name} (key {short(rival.key)}): {rival.games},"
            f" ahead {rival.ahead}, behind {rival.behind}{even}"
        )
    if one.apart:
        how = ", ".join(f"{times} {basis}" for basis, times in sorted(one.apart.items()))
        yield f"  not counted, since somebody was put out of them: {how}"


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
