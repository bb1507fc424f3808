"""``p2pgames hotseat``: several players at one computer."""

from __future__ import annotations

import secrets
from dataclasses import replace

import click

from p2pgames import registry
from p2pgames_cli import passphrase
from p2pgames_cli.commands.games import complete, find
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import flag, home, pairs
from p2pgames_cli.play.manner import Manner, bot, manner, playing
from p2pgames_cli.play.rematch import Rematch
from p2pgames_cli.play.run import started
from p2pgames_cli.play.sequel import proposal_after
from p2pgames_cli.translation import _
from p2pgames_protocol.genesis import Genesis, Proposal, Refused
from p2pgames_protocol.home import Home, clean_name
from p2pgames_protocol.hotseat import HotSeat, local_genesis
from p2pgames_protocol.identity import Identity
from p2pgames_protocol.series import played

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


@click.command(
    epilog="""\b
Examples:
  p2pgames hotseat linja --names Ada,Ben
  p2pgames hotseat linja --bot 2=careful    against the computer"""
)
@click.argument("game", shell_complete=complete)
@click.option("--seats", type=int, help="Number of players; the game's minimum unless given.")
@click.option(
    "--option", "chosen", multiple=True, metavar="K=V", help="An option of table or game; repeatable."
)
@click.option("--names", default="", metavar="A,B", help="The players' names, in the order of seats.")
@playing
def command(
    game: str,
    seats: int | None,
    chosen: tuple[str, ...],
    names: str,
    bots: tuple[str, ...],
    on_turn: str,
    confirm: bool,
) -> int:
    """Play GAME with several players at this computer, or against bots.

    It is a table like any other: the file can be resumed and audited.
    """
    found = find(game)
    how = manner(found, bots, on_turn, confirm=confirm)
    where = home()
    with where.locked():
        identity = passphrase.identity_or_new(where)
        named = sum(1 for name in names.split(",") if name.strip())
        given = _names(names, where, seats or max(found.rules.players[0], named), how)
        try:
            proposal = Proposal.of(
                identity.key, found.rules, len(given), secrets.token_bytes(32), pairs(chosen)
            )
            genesis = local_genesis(identity, proposal, given, secrets.token_bytes)
        except (ValueError, Refused) as wrong:
            raise Stop(Code.USAGE, str(wrong)) from None
        return started(how, _play, genesis, identity, where, how)


def _names(text: str, where: Home, seats: int, how: Manner) -> tuple[str, ...]:
    """Return a name for every seat: those given, else the player's own, bots' and usual ones."""
    given = [name for name in text.split(",") if name.strip()]
    if len(given) > seats:
        raise Stop(
            Code.USAGE,
            _("{count} names for {seats} seats; use --seats {count} if the game allows.").format(
                count=len(given), seats=seats
            ),
        )
    own = flag("name") or where.name()
    first = own if own != "Player" else NAMES[0]
    usual = [first, *(name for name in NAMES if name != first)]
    given += [how.bots.get(seat, usual[seat % len(usual)]) for seat in range(len(given), seats)]
    try:
        return tuple(clean_name(name) for name in given)
    except ValueError as wrong:
        raise Stop(Code.USAGE, str(wrong)) from None


async def _play(genesis: Genesis, identity: Identity, where: Home, how: Manner) -> int:
    hot = seated(genesis, identity, where, how)
    await hot.begin()
    return await at_table(hot, identity, where, how)


def seated(genesis: Genesis, identity: Identity, where: Home, how: Manner) -> HotSeat:
    """Return the table of a game at this computer, with the bots that were asked for."""
    bots = {seat: name for seat, name in how.bots.items() if seat is not None and seat < len(genesis.keys)}
    store = where.store(genesis)
    return HotSeat(genesis, identity, registry.rules, store, secrets.token_bytes(32), bots)


async def at_table(hot: HotSeat, identity: Identity, where: Home, how: Manner) -> int:
    """Play at a hot-seat table that has begun, then as long as another game is wanted; return the exit code.

    Raises `Stop` where a bot of the game is no longer there: nobody shall see its hand instead.
    """
    from p2pgames_cli.play.run import play

    game = registry.game(hot.places[0].ledger.genesis.proposal.rules)
    how = replace(how, bots=dict(bot(game, f"{seat + 1}={name}") for seat, name in hot.bots.items()))
    while True:
        ledger = hot.places[0].ledger
        code = await play(hot.places, game, how)
        before = played(ledger) if how.rematch.opens else None
        if before is None:
            return code
        proposal = proposal_after(before, identity.key, secrets.token_bytes(32))
        genesis = local_genesis(identity, proposal, ledger.genesis.given, secrets.token_bytes)
        hot = seated(genesis, identity, where, how)
        await hot.begin()
        how = replace(how, rematch=Rematch())
