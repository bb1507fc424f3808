"""Going on with a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import trio

from p2pgames import registry
from p2pgames_cli.app.bundles import opened, what_next
from p2pgames_cli.app.hotseat import at_table, seated
from p2pgames_cli.app.network import Reach
from p2pgames_cli.app.opening import opening_for
from p2pgames_cli.app.rematch import played_on, series
from p2pgames_cli.app.run import play
from p2pgames_cli.app.wait_for_turn import until_turn
from p2pgames_cli.config import console
from p2pgames_cli.config.context import keep
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told
from p2pgames_cli.library.shelf import Broken, Stored, Unreadable, remedy, shelf, stored, unsound
from p2pgames_cli.table.opening import Opening
from p2pgames_cli.table.play_options import Manner, Mode
from p2pgames_cli.table.seat import seat_of
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.replica.receive import Ledger
from p2pgames_protocol.log.table_options import Refused
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.net.start import resume_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import Invite

REUNION: Final = 15.0
"""Seconds to wait for somebody who may lack the end of a game."""


def some(where: Home) -> None:
    """Raise `Stop` where there is no game at all: nobody needs a key for that."""
    if not any(shelf(where)):
        raise Stop(Code.USAGE, _("No game here is waiting. Begin one: p2pgames host linja"))


def only(where: Home, identity: Identity, *, damaged: bool = False) -> Stored:
    """Return the only running game of this player; raise `Stop`, naming them, where there is none or more than one.

    With ``damaged`` those whose file is damaged count as running, and come first.
    Games that are only watched do not count where there is one to play.
    Where all games are over, the last one is meant whose end the others may still need.
    """
    every = [(game, _readable(game)) for game in stored(where)]
    ledgers = [(game, ledger) for game, ledger in every if ledger is not None]
    running = [game for game, ledger in every if ledger is None] if damaged else []
    running = running or [game for game, ledger in ledgers if not ledger.finished]
    running = [game for game in running if identity.key in game.genesis.keys] or running
    running = running or [game for game, ledger in ledgers if not ledger.complete][:1]
    if not running:
        raise _none_waits(where, identity)
    if len(running) > 1:
        names = ", ".join(f"{game.id[:8]} ({game.genesis.proposal.rules})" for game in running[:6])
        said = _("{count} games are running: {names}. Say which one by its id.")
        raise Stop(Code.USAGE, said.format(count=len(running), names=names))
    return running[0]


def _none_waits(where: Home, identity: Identity) -> Stop:
    """Return what ends the command where no game can be gone on with: one that is damaged is named."""
    for game in shelf(where):
        if isinstance(game, Broken):
            return Stop(Code.INVALID, f"{game.path}: {game.why} {game.help}")
        try:
            game.ledger()
        except Unreadable as wrong:
            more = f" {remedy(game, here=is_local(identity, game.genesis))}" if wrong.damaged else ""
            return Stop(Code.INVALID, f"{game.path}: {told(wrong)}{more}")
    return Stop(Code.USAGE, _("No game here is waiting. Begin one: p2pgames host linja"))


def _readable(game: Stored) -> Ledger | None:
    try:
        return game.ledger()
    except Unreadable:
        return None


async def at_one_computer(game: Stored, identity: Identity, where: Home, how: Manner) -> int:
    """Go on with a hot-seat game; return the exit code."""
    hot = seated(game.genesis, identity, where, how)
    try:
        records, _ = hot.store.open()
        await hot.resume(records)
    except Damaged as wrong:
        raise unsound(game, wrong, here=True) from None
    return await at_table(hot, identity, where, how)


async def go_on_by_mail(own: Player, game: Stored, take_over: bool, how: Manner) -> int:
    """Make the moves that are due and pack them for the others; return the exit code."""
    peer = await opened(own, game)
    if take_over and peer.doubts:
        await peer.take_over()
    before = len(peer.ledger.log)
    code = await play([peer], registry.game(game.genesis.proposal.rules), how)
    said = what_next(peer, news=len(peer.ledger.log) > before)
    if how.within:
        keep("said", said)
    elif how.mode is not Mode.JSON:
        console.tell(said)
    return code


async def _share_the_end(peer: Peer, opening: Opening) -> None:
    """Wait a while for the others where the game is over here: they may not have its end yet."""
    if peer.ledger.finished and (peer.ledger.verdict is not None or not peer.ledger.complete):
        opening.tell(
            _("The game is over here. Waiting a moment for the others, who may not have its end yet.") + "\n"
        )
        with trio.move_on_after(REUNION):
            await peer.wait_until(lambda: bool(peer.connected))


def _tell_what_is_missing(peer: Peer | None, opening: Opening) -> None:
    """Say so where the notes of where the others are cannot be read, or our key has no seat."""
    if peer is None:
        return
    if peer.book is not None and peer.book.damaged:
        said = _(
            "The file of where the others are is damaged: {file}. Who still knows where you are finds you; else ask "
            "one of them for the line their client shows: p2pgames resume --at LINE"
        )
        opening.warn(said.format(file=peer.book.path))
    if seat_of(peer) is None:
        opening.warn(_("Your key has no seat in this game: you only look on."))


async def between_computers(
    own: Player,
    game: Stored,
    invite: Invite | None,
    take_over: bool,
    reach: Reach,
    meant: tuple[str, ...],
    how: Manner,
) -> int:
    """Find the others again and go on; return the exit code."""
    opening = opening_for(how)
    try:
        async with resume_game(
            own,
            game.genesis,
            invite=invite,
            listen=reach.listen,
            addresses=reach.addresses,
            ways=reach.ways(own, meant),
        ) as session:
            if session.invite is not None:
                opening.whereabouts(session.invite)
            opening.ways(session.network)
            _tell_what_is_missing(session.peer, opening)
            watch = session.watch_invite
            how = replace(how, watch=watch.text() if watch is not None else "")
            peer = await opening.begun(session)
            if take_over and peer.doubts:
                await peer.take_over()
            await _share_the_end(peer, opening)
            if how.patient and seat_of(peer) is not None:
                await until_turn(peer, how, opening)
            code, after = await played_on(own, session, peer, how)
    except (Damaged, Malformed, Refused) as wrong:
        raise unsound(game, wrong) from None
    return await series(own, after, reach, how, code)
