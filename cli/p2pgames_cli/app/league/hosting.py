"""Proposing a table whose game counts in a league."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from p2pgames_cli.app.league.about import in_words
from p2pgames_cli.app.league.folder import LeagueFolder
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_protocol.league.league import League, Terms
from p2pgames_protocol.log.proposal import Proposal


def terms_for(path: Path, game: str, seats: int | None, chosen: Mapping[str, str]) -> Terms:
    """Return on what terms the league plays the game; raise `Stop` if it does not, or on several that would do."""
    league = LeagueFolder.at(path).signed.league
    found = [
        terms
        for terms in _of(league, game)
        if seats in (None, terms.seats)
        and all(chosen.get(name, value) == value for name, value in terms.options)
    ]
    if len(found) != 1:
        raise Stop(Code.USAGE, _say(_of(league, game), game))
    return found[0]


def in_league(path: Path, proposal: Proposal) -> Proposal:
    """Return a proposal that names the league; raise `Stop` if its game would not count there."""
    signed = LeagueFolder.at(path).signed
    if not any(terms.fit(proposal) for terms in signed.league.games):
        raise Stop(Code.USAGE, _say(_of(signed.league, proposal.rules), proposal.rules))
    if proposal.bots:
        raise Stop(Code.USAGE, _("Your bots cannot take part in a league: leave out --league or --bots."))
    if not signed.league.invites(proposal.host):
        raise Stop(Code.USAGE, _("The organiser of the league has not invited your key."))
    return replace(proposal, league=signed.id)


def _of(league: League, game: str) -> list[Terms]:
    return [terms for terms in league.games if terms.rules == game]


def _say(games: list[Terms], game: str) -> str:
    if not games:
        return _("This league does not play {game}.").format(game=game)
    return _("Choose --seats and --option as the league has them: {games}.").format(
        games=", ".join(map(in_words, games))
    )
