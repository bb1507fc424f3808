"""The bots that a host brings to a table between computers: what they are called, and how they play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from p2pgames.game import Game
from p2pgames_cli.app.bots import bot_name, bot_of, check_bot
from p2pgames_cli.app.table_request import TableRequest
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.library.stored_games import find_game
from p2pgames_cli.table.bot import autoplay, time_limit
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.log.records import MAX_NAME
from p2pgames_protocol.net.host_bots import bot_players, of_host, run_bots
from p2pgames_protocol.net.peer import Peer
from p2pgames_protocol.store.player import Player


def check_host_bots(game: Game, bots: Sequence[str]) -> None:
    """Raise `Stop` for a bot that the game does not have, or whose name is too long to be signed."""
    for at, name in enumerate(bots):
        check_bot(game, name)
        if len(bot_name(at, name).encode()) > MAX_NAME:
            said = _("The name of the bot {name} is too long for a table between computers.")
            raise Stop(Code.USAGE, said.format(name=name))


def bots_at(host: Player, proposal: Proposal, table: TableRequest) -> tuple[Player, ...]:
    """Return the bots of a table that is opened; of one that follows a game, those of that game."""
    names = tuple(bot_name(at, bot) for at, bot in enumerate(table.bots))
    if table.after is not None:
        names = tuple(bot.name for bot in of_host(host, find_game(host.home, table.after).genesis))
    return bot_players(host, proposal.nonce, names)


async def play_bots(
    host: Player, game: Game, settings: LiveSettings, peer: Peer, *, take_over: bool = False
) -> None:
    """Play each bot that the host brought, until cancelled; return at once where there are none.

    Its name says which bot it is; where that is installed no longer, the game's usual one plays.
    """

    async def play(bot: Peer) -> None:
        seat = bot.signer.seat if bot.signer is not None else 0
        name = bot_of(bot.replica.genesis.given[seat])
        at_most = partial(time_limit, game, name, settings)
        await autoplay(bot, game.bots.get(name) or game.bots[game.usual], Random(), at_most)

    await run_bots(host, peer, play, take_over=take_over)
