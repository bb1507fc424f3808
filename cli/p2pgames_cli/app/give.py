"""Handing a seat over as a file, where the game goes by mail."""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from p2pgames_cli.app.bundles import open_peer
from p2pgames_cli.app.player import player
from p2pgames_cli.app.run import run_aside
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.library.stored_games import Stored, find_game
from p2pgames_cli.table.seat_handle import held_back
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.store import handover
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import SEAT_PREFIX, TOKEN_SIZE, Invite


@dataclass(frozen=True, slots=True)
class Given:
    """A seat as a file, the name of that, and the line that opens it."""

    name: str
    data: bytes
    line: str


def check_seat(user: User, game_id: str) -> None:
    """Raise `Stop` if there is no seat of ours to hand over: nobody need be asked then."""
    with user.home.locked():
        game = find_game(user.home, game_id)
        _let_go(player(user), game)


def give(user: User, game_id: str) -> Given:
    """Return a seat of ours as a file; from then on nothing is signed for it here. Asked again, it is the same line."""
    with user.home.locked():
        game = find_game(user.home, game_id)
        own = player(user)
        seat, token = _let_go(own, game)
        files = own.taken_seat(game.genesis)
        book = own.address_book(game.genesis).for_others(seat.key)
        packed = handover.of_store(seat, game.genesis, user.home.store(game.genesis), book).pack()
        files.note_handed_over(token)
    line = Invite(seat.key, token, game.genesis.game, ())
    data = handover.seal(packed, token, secrets.token_bytes)
    return Given(f"{line.game}-{game.id[:8]}.seat", data, line.text(SEAT_PREFIX))


def _let_go(own: Player, game: Stored) -> tuple[Identity, bytes]:
    """Return the key pair of our seat and the token of its line; raise `Stop` if there is nothing to hand over."""
    if is_local(own.identity, game.genesis):
        raise Stop(Code.USAGE, _("This game is played at one computer: nobody else is waiting for it."))
    files = own.taken_seat(game.genesis)
    seat = files.taken() or game.genesis.own(own.identity)
    if seat is None:
        raise Stop(Code.USAGE, _("You have no seat in this game."))
    if files.is_given:
        return seat, files.token
    peer = run_aside(None, open_peer, own, game)
    if peer.must_show:
        raise Stop(Code.USAGE, held_back(peer))
    if peer.replica.finished:
        raise Stop(Code.USAGE, _("The game is over."))
    return seat, secrets.token_bytes(TOKEN_SIZE)
