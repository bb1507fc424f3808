"""The game of a home that is meant when none is named."""

from __future__ import annotations

from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, placed, told
from p2pgames_cli.library.stored_games import Broken, Stored, Unreadable, game_files, remedy, stored
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire.identity import Identity


def some(where: Home) -> None:
    """Raise `Stop` if there is no game at all: nobody needs a key for that."""
    if not any(game_files(where)):
        raise Stop(Code.USAGE, _("No game here is waiting. Begin one: p2pgames host linja"))


def only(where: Home, identity: Identity, *, damaged: bool = False) -> Stored:
    """Return the only running game of this player; raise `Stop`, naming them, if there is none or more than one.

    With ``damaged`` those whose file is damaged count as running, and come first.
    Games that are only watched do not count where there is one to play.
    Where all games are over, the last one is meant whose end the others may still need.
    """
    every = [(game, _readable(game)) for game in stored(where)]
    replicas = [(game, replica) for game, replica in every if replica is not None]
    running = [game for game, replica in every if replica is None] if damaged else []
    running = running or [game for game, replica in replicas if not replica.finished]
    running = [game for game in running if not game.taken.is_given]
    running = [game for game in running if game.seat(identity) is not None] or running
    running = running or [game for game, replica in replicas if not replica.complete][:1]
    if not running:
        raise _none_waits(where, identity)
    if len(running) > 1:
        names = ", ".join(f"{game.id[:8]} ({game.genesis.proposal.rules})" for game in running[:6])
        said = _("{count} games are running: {names}. Say which one by its id.")
        raise Stop(Code.USAGE, said.format(count=len(running), names=names))
    return running[0]


def _none_waits(where: Home, identity: Identity) -> Stop:
    """Return what ends the command where no game can be gone on with: one that is damaged is named."""
    for game in game_files(where):
        if isinstance(game, Broken):
            return Stop(Code.INVALID, placed(game.path, named(game.why), named(game.help)))
        try:
            game.replica()
        except Unreadable as wrong:
            more = named(remedy(game, here=is_local(identity, game.genesis))) if wrong.damaged else ""
            return Stop(Code.INVALID, placed(game.path, told(wrong), more))
    return Stop(Code.USAGE, _("No game here is waiting. Begin one: p2pgames host linja"))


def _readable(game: Stored) -> Replica | None:
    try:
        return game.replica()
    except Unreadable:
        return None
