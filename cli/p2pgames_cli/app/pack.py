"""Packing what the others lack of a game."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames_cli.app.bundles import open_peer
from p2pgames_cli.app.game_index import GameIndex
from p2pgames_cli.app.mail_table import find_filling as find_table
from p2pgames_cli.app.pick_game import check_any_game, pick_running_game, running_games
from p2pgames_cli.app.player import player
from p2pgames_cli.app.run import run_aside
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_cli.library.stored_games import Stored, find_game
from p2pgames_cli.table.seat_handle import seat_of
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.mail import armour
from p2pgames_protocol.mail.letters import Filling, PendingTables
from p2pgames_protocol.store.player import Player

CRLF = 2
"""Bytes at the end of every line in a mail (RFC 5322, section 2.1)."""


@dataclass(frozen=True, slots=True)
class PackRequest:
    """A game of which the others lack something, or a table that fills up by mail."""

    user: User
    game_id: str | None = None
    """The beginning of its id; None for the only game that is not over."""
    everything: bool = False
    """Whether the whole game is packed, not just what is not confirmed yet."""


@dataclass(frozen=True, slots=True)
class Packed:
    """What the others lack, and the name of a file for it."""

    name: str
    data: bytes

    def parts(self, lines: int | None = None, size: int | None = None) -> tuple[str, ...]:
        """Return it as text, in parts of at most this many lines or bytes; raise `Stop` if that is too few."""
        most = size // (armour.WIDTH + CRLF) if size else None
        try:
            return tuple(armour.write_mail(self.data, min(filter(None, (lines, most)), default=None)))
        except ValueError as wrong:
            raise Stop(Code.USAGE, sentence_of(wrong)) from None


def pack(request: PackRequest) -> Packed:
    """Return what the others lack of a game; of a table that fills up by mail one's own letter, once more."""
    user, wanted = request.user, request.game_id
    with user.home.locked():
        table = find_table(user.home, wanted) if wanted else _only_table(user)
        if table is not None:
            return Packed(f"{table.proposal.rules}-{table.table.hex()[:8]}.letter", table.letter)
        check_any_game(user.home)
        own = player(user)
        game = (
            find_game(user.home, wanted) if wanted else pick_running_game(GameIndex(user.home, own.identity))
        )
        if is_local(own.identity, game.genesis):
            raise Stop(Code.USAGE, _("This game is played at one computer: nobody else is waiting for it."))
        data, rounds = run_aside(None, _packed, own, game, request.everything)
    return Packed(f"{game.genesis.game}-{game.id[:8]}-{rounds}.pack", data)


def _only_table(user: User) -> Filling | None:
    """Return the table by mail that is meant where none is named: the only one, if no game is running.

    Raises `Stop`, naming them, where there are more, or games besides.
    """
    tables = list(PendingTables(user.home))
    if not tables:
        return None
    index = GameIndex(user.home, player(user).identity)
    games = [game for game in running_games(index) if not index.row(game)["hotseat"]]
    if len(tables) + len(games) == 1:
        return tables[0]
    found = [(table.table.hex(), table.proposal.rules) for table in tables]
    found += [(game.id, game.genesis.game) for game in games]
    names = ", ".join(f"{one[:8]} ({rules})" for one, rules in found[:6])
    said = _("{count} games and tables by mail are waiting: {names}. Say which one by its id.")
    raise Stop(Code.USAGE, said.format(count=len(found), names=names))


async def _packed(own: Player, game: Stored, everything: bool) -> tuple[bytes, int]:
    """Return the pack, and how many rounds are closed; this seat has signed what it owes before."""
    peer = await open_peer(own, game)
    since = 0 if everything else armour.rounds_closed(peer.replica, seat_of(peer))
    try:
        return armour.write_bundle(peer.replica, since), len(peer.replica.log)
    except ValueError as wrong:
        raise Stop(Code.FAILURE, sentence_of(wrong)) from None
