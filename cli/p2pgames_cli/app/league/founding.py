"""Founding a league, and taking part in one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from p2pgames.contract import resolve_options
from p2pgames_cli.app.league.about import LeagueSummary, terms_in_words
from p2pgames_cli.app.league.folder import LEAGUE_FILE, LeagueFolder
from p2pgames_cli.app.league.mine import note_league
from p2pgames_cli.app.player import player
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_cli.library.games import find
from p2pgames_protocol.league.league import (
    League,
    LeagueTerms,
    Scoring,
    in_order,
    sign_enrolment,
    sign_league,
)
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.store.disk import write_whole
from p2pgames_protocol.wire.codec import Malformed
from p2pgames_protocol.wire.identity import short


@dataclass(frozen=True, slots=True)
class Wish:
    """A game that the league shall have: the least number of seats and usual options where none are named."""

    game: str
    seats: int | None
    options: Mapping[str, str]

    def terms(self) -> LeagueTerms:
        """Return it with every option; raise `Stop` if it cannot be played so."""
        rules = find(self.game).rules
        seats = self.seats or rules.players[0]
        try:
            return LeagueTerms(rules.name, seats, tuple(resolve_options(rules, seats, self.options).items()))
        except ValueError as wrong:
            raise Stop(Code.USAGE, sentence_of(wrong)) from None


@dataclass(frozen=True, slots=True)
class FoundRequest:
    """A league that is to be founded in a folder."""

    user: User
    folder: Path
    name: str
    games: tuple[Wish, ...]
    dates: str | None = None
    most: int = 0
    scoring: str = Scoring.POINTS
    players: tuple[bytes, ...] = ()


def found_league(request: FoundRequest) -> LeagueSummary:
    """Write the league's signed file; raise `Stop` if there already is a league, or it would not be a valid one."""
    home = request.user.home
    file = request.folder / LEAGUE_FILE
    if file.exists():
        said = _("{file} is there already; a league is not changed once people have it.")
        raise Stop(Code.FAILURE, said.format(file=file))
    games = in_order(tuple(wish.terms() for wish in request.games))
    with home.locked():
        organiser = player(request.user).identity
    league = League(
        organiser.key,
        request.name,
        request.dates,
        games,
        request.most,
        Scoring(request.scoring),
        tuple(sorted(set(request.players))),
    )
    try:
        signed = sign_league(organiser, league)
    except Malformed as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None
    request.folder.mkdir(parents=True, exist_ok=True)
    with home.locked():
        note_league(home, request.folder)  # without a league in it, nobody is shown the folder
    write_whole(file, signed.file)
    return LeagueSummary.from_folder(LeagueFolder(request.folder, signed))


def enrol(user: User, path: Path) -> tuple[LeagueSummary, Path]:
    """Sign that the player takes part; return what the league is, and the file for the organiser and the others."""
    folder = LeagueFolder.at(path)
    with user.home.locked():
        own = player(user)
    if not folder.league.invites(own.identity.key):
        said = _("The organiser has not invited your key, {key}: send it to them before they found a league.")
        raise Stop(Code.FAILURE, said.format(key=short(own.identity.key)))
    file = folder.write_enrolment(sign_enrolment(own.identity, folder.signed.id, own.name))
    with user.home.locked():
        note_league(user.home, folder.path)
    return LeagueSummary.from_folder(folder), file


# Proposing a table whose game counts in a league.


def terms_for(path: Path, game: str, seats: int | None, chosen: Mapping[str, str]) -> LeagueTerms:
    """Return on what terms the league plays the game; raise `Stop` if it does not, or on several that would do."""
    league = LeagueFolder.at(path).league
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


def _of(league: League, game: str) -> list[LeagueTerms]:
    return [terms for terms in league.games if terms.rules == game]


def _say(games: list[LeagueTerms], game: str) -> str:
    if not games:
        return _("This league does not play {game}.").format(game=game)
    return _("Choose --seats and --option as the league has them: {games}.").format(
        games=", ".join(map(terms_in_words, games))
    )
