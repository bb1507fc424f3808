"""What somebody asks for who wants to play."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from p2pgames.game import Game
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.store.player import Player


@dataclass(frozen=True, slots=True)
class TableRequest:
    """What is to be played at a table."""

    game: Game
    seats: int | None = None
    """The game's minimum unless given."""
    options: Mapping[str, str] = field(default_factory=dict)
    """Options of table and game."""
    bots: tuple[str, ...] = ()
    """The host's own bots, from seat 1 on, by what they are called in the game."""
    after: str | None = None
    """The beginning of the id of the game that it follows, whose seats and options it has."""
    league: Path | None = None
    """The folder, or the file, of the league that the game counts in."""


# What is proposed for a table: a game, its seats and options, or what follows from the game before.


def propose(host: Player, table: TableRequest) -> Proposal:
    """Return what a host proposes; raise `Stop` if that is not possible, or no game can follow."""
    league = table.league
    if league is None:
        return _proposal(host, table)
    from p2pgames_cli.app.league.founding import in_league, terms_for

    if table.after is None:
        rules = table.game.rules
        terms = terms_for(league, rules.name, table.seats, table.options)
        table = replace(table, seats=terms.seats, options={**dict(terms.options), **table.options})
    return in_league(league, _proposal(host, table))


def _proposal(host: Player, table: TableRequest) -> Proposal:
    key, nonce, rules = host.identity.key, secrets.token_bytes(32), table.game.rules
    try:
        if table.after is None:
            seats = table.seats or max(rules.players[0], len(table.bots) + 2)
            if table.bots and seats < len(table.bots) + 2:
                said = _("A seat has to be left for somebody else. Alone with bots: p2pgames hotseat {game}")
                raise Stop(Code.USAGE, said.format(game=rules.name))
            return replace(Proposal.of(key, rules, seats, nonce, dict(table.options)), bots=len(table.bots))
        return _after(host, table, table.after, nonce)
    except ValueError as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None


def _after(host: Player, table: TableRequest, after: str, nonce: bytes) -> Proposal:
    from p2pgames_cli.app import rematch_check
    from p2pgames_cli.library.stored_games import find_game

    key, rules = host.identity.key, table.game.rules
    name = rules.name
    before = rematch_check.game_before(host.home, find_game(host.home, after).genesis.game_id)
    if before is None or before.genesis.game != name or key not in before.genesis.identities:
        said = _("Only a game of {game} that you played, and that is over, can be followed by one.")
        raise Stop(Code.USAGE, said.format(game=name))
    if table.seats is not None or table.options or table.bots:
        raise Stop(Code.USAGE, _("With --after seats, bots and options are those of the game before."))
    proposal = before.genesis.proposal
    if proposal.bots and key != proposal.host:
        said = _("Bots played in this game: only the player who brought them can open the next table.")
        raise Stop(Code.USAGE, said)
    return rematch_check.proposal_after(before, key, nonce)
