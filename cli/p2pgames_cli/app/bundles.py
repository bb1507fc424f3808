"""A game by mail: what to do next, in one sentence or two."""

from __future__ import annotations

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.library.stored_games import Stored, unsound_game
from p2pgames_cli.table import waiting
from p2pgames_cli.table.seat_handle import held_back, is_behind, seat_of
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Refused
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.mail import armour
from p2pgames_protocol.net.peer import Peer, play_game
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.codec import Malformed


async def open_peer(own: Player, game: Stored) -> Peer:
    """Return the peer of a stored game, which has signed what it owes; raise `Stop` if the file is not sound."""
    try:
        return await play_game(own, game.genesis)
    except (Damaged, Malformed, Refused) as wrong:
        raise unsound_game(game, wrong) from None


def to_send(peer: Peer, *, news: bool) -> bool:
    """Tell whether the others wait for a pack; ``news`` says that something was signed here just now.

    With three or more seats hidden cards wait also for everybody's word that the round is closed (SPEC 9.1, 13.7).
    """
    seat = seat_of(peer)
    if seat is None or peer.read_only:
        return False
    replica = peer.replica
    echoes = len(armour.seats_to_hear(replica, seat)) > 1 and replica.position.kind is not DONE
    return armour.is_owed(peer.replica, seat) or (news and echoes)


def what_next(peer: Peer, *, news: bool, at_home: bool) -> str:
    """Return whose turn it is, and what to type or send; at the client's home, what to choose there."""
    replica = peer.replica
    game = replica.game_id.hex()[:8]
    if peer.read_only:
        more = _("They show it live, not by mail: p2pgames resume {game}").format(game=game)
        if is_behind(peer):
            more = _("Ask them by mail for the whole game: p2pgames pack --all")
        return f"{held_back(peer)} {more}"
    owed = ""
    if to_send(peer, news=news):
        owed = " " + ask_to_send(game, at_home=at_home)
    if replica.finished:
        return _("The game is over.") + owed
    if peer.signer is not None and peer.signer.my_turn:
        if at_home:
            return _("It is your turn: choose Play by mail.")
        return _("It is your turn: p2pgames resume {game} --offline").format(game=game)
    return waiting.waiting_line(peer) + (owed or " " + _("There is nothing to send."))


def ask_to_send(game_id: str, *, at_home: bool) -> str:
    """Return that the others wait for a pack, and how it is made."""
    if at_home:
        return _("Send the others the new moves: choose Pack.")
    return _("Send the others the new moves: p2pgames pack {game}").format(game=game_id[:8])
