"""Playing at one computer."""

from __future__ import annotations

import secrets
from dataclasses import replace

from p2pgames import registry
from p2pgames_cli.app.play_options import bot
from p2pgames_cli.app.rematch_check import proposal_after
from p2pgames_cli.config.context import flag
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told
from p2pgames_cli.table.play_options import Manner
from p2pgames_cli.table.rematch import Rematch
from p2pgames_protocol.audit.series import played
from p2pgames_protocol.local.hotseat import HotSeat, local_genesis
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.store.home import Home, clean_name
from p2pgames_protocol.wire.identity import Identity

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn")


def seat_names(text: str, where: Home, seats: int, how: Manner) -> tuple[str, ...]:
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
        raise Stop(Code.USAGE, told(wrong)) from None


async def begin(genesis: Genesis, identity: Identity, where: Home, how: Manner) -> int:
    """Begin a game at one computer and play it; return the exit code."""
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
    from p2pgames_cli.app.run import play

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
