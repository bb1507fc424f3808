"""``p2pgames resume``: go on with a game."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import click
import trio

from p2pgames import registry
from p2pgames_cli.commands.hotseat import at_table, seated
from p2pgames_cli.commands.join import read_invite
from p2pgames_cli.errors import Code, Stop
from p2pgames_cli.options import home, keep
from p2pgames_cli.play.again import played_on, series
from p2pgames_cli.play.manner import Manner, Mode, manner, playing
from p2pgames_cli.play.noise import caught
from p2pgames_cli.play.opening import Opening, opening_for
from p2pgames_cli.play.patience import until_turn
from p2pgames_cli.play.place import seat_of
from p2pgames_cli.play.player import player
from p2pgames_cli.play.post import opened, what_next
from p2pgames_cli.play.reach import Reach, agreed, networked
from p2pgames_cli.play.run import play, started
from p2pgames_cli.shelf import Broken, Stored, Unreadable, find, remedy, shelf, stored, unsound
from p2pgames_cli.translation import _, phrase
from p2pgames_protocol.codec import Malformed
from p2pgames_protocol.genesis import Refused
from p2pgames_protocol.home import Home
from p2pgames_protocol.hotseat import is_local
from p2pgames_protocol.identity import Identity
from p2pgames_protocol.invite import Invite
from p2pgames_protocol.ledger import Ledger
from p2pgames_protocol.logfile import Damaged
from p2pgames_protocol.meet import resume_game, ways_before
from p2pgames_protocol.peer import Peer
from p2pgames_protocol.salvage import put_aside
from p2pgames_protocol.session import Player
from p2pgames_protocol.ways import named_by

REUNION: Final = 15.0
"""Seconds to wait for somebody who may lack the end of a game."""


@click.command(
    epilog="""\b
Examples:
  p2pgames resume             the only game that is not over
  p2pgames resume 7f3ac201    the one whose id begins so; see p2pgames list
  p2pgames resume --wait      connected, out of the way until it is your turn
  p2pgames resume --offline   without any connection; then p2pgames pack"""
)
@click.argument("game_id", required=False)
@click.option(
    "--at", "invite", metavar="LINE", help="Where one of the others is now: the line their client shows."
)
@click.option(
    "--offline", is_flag=True, help="Without any connection: for games by mail, with pack and unpack."
)
@click.option(
    "--wait",
    "patient",
    is_flag=True,
    help="Stay connected without showing the game until it is your turn or an offer waits, then open it.",
)
@click.option(
    "--take-over",
    is_flag=True,
    help="With a copied or restored game: play on at once. If another copy has played, it looks like cheating.",
)
@click.option(
    "--fetch",
    is_flag=True,
    help="Where the file is damaged: keep it aside, go on from what is sound of it, and get the rest from the others.",
)
@networked
@playing
def command(
    game_id: str | None,
    invite: str | None,
    offline: bool,
    patient: bool,
    take_over: bool,
    fetch: bool,
    reach: Reach,
    timeout: float | None,
    bots: tuple[str, ...],
    on_turn: str,
    confirm: bool,
) -> int:
    """Go on with a game; without GAME_ID with the only one that is not over."""
    if patient and offline:
        raise Stop(Code.USAGE, _("Without a connection there is nothing to wait for: --wait or --offline."))
    where = home()
    with where.locked():
        some(where)
        own = player(where)
        game = find(where, game_id) if game_id else only(where, own.identity, damaged=fetch)
        how = manner(
            registry.game(game.genesis.proposal.rules), bots, on_turn, confirm=confirm, timeout=timeout
        )
        how = replace(how, offline=offline, patient=patient)
        if fetch:
            _put_aside(where, game)
        if is_local(own.identity, game.genesis):
            return started(how, _at_one_computer, game, own.identity, where, how)
        if offline:
            return started(how, _by_mail, own, game, take_over, how)
        place = read_invite((invite,)) if invite else None
        ways = _ways(own, game, place, reach)
        with caught(where):
            return started(how, _between_computers, own, game, place, take_over, reach, ways, how)


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
            return Stop(Code.INVALID, f"{game.path}: {phrase(str(wrong))}{more}")
    return Stop(Code.USAGE, _("No game here is waiting. Begin one: p2pgames host linja"))


def _ways(own: Player, game: Stored, place: Invite | None, reach: Reach) -> tuple[str, ...]:
    """Return the ways of the game before, and those of an invite that the player allows."""
    before = ways_before(own, game.genesis)
    return before + (agreed(reach, named_by(place.addresses), before) if place else ())


def _put_aside(where: Home, game: Stored) -> None:
    """Keep the damaged files of a game aside, and begin it anew with what is sound; raise `Stop` if all is sound."""
    try:
        kept = put_aside(where.store(game.genesis), game.genesis, registry.rules)
    except registry.Unknown as unknown:
        raise Stop(Code.USAGE, str(unknown.args[0])) from None
    except Refused as wrong:
        raise unsound(game, wrong) from None
    if not kept:
        raise Stop(Code.USAGE, _("Nothing of this game is damaged: resume it without --fetch."))
    for file in kept:
        click.echo(_("The damaged file is kept: {file}").format(file=file), err=True)


def _readable(game: Stored) -> Ledger | None:
    try:
        return game.ledger()
    except Unreadable:
        return None


async def _at_one_computer(game: Stored, identity: Identity, where: Home, how: Manner) -> int:
    hot = seated(game.genesis, identity, where, how)
    try:
        records, _ = hot.store.open()
        await hot.resume(records)
    except Damaged as wrong:
        raise unsound(game, wrong, here=True) from None
    return await at_table(hot, identity, where, how)


async def _by_mail(own: Player, game: Stored, take_over: bool, how: Manner) -> int:
    peer = await opened(own, game)
    if take_over and peer.doubts:
        await peer.take_over()
    before = len(peer.ledger.log)
    code = await play([peer], registry.game(game.genesis.proposal.rules), how)
    said = what_next(peer, news=len(peer.ledger.log) > before)
    if how.within:
        keep("said", said)
    elif how.mode is not Mode.JSON:
        click.echo(said)
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


async def _between_computers(
    own: Player,
    game: Stored,
    invite: Invite | None,
    take_over: bool,
    reach: Reach,
    meant: tuple[str, ...],
    how: Manner,
) -> int:
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
