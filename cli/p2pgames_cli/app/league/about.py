"""What a league says of itself, and who takes part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from p2pgames_cli.app.league.folder import LeagueFolder
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import in_turn
from p2pgames_protocol.league.league import Enrolment, League, LeagueTerms, Scoring
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown


@dataclass(frozen=True, slots=True)
class LeagueSummary:
    """A league for people and programs."""

    number: str
    league: League
    players: tuple[Enrolment, ...]

    @classmethod
    def from_folder(cls, folder: LeagueFolder) -> LeagueSummary:
        """Return what lies in a folder."""
        by_name = sorted(folder.enrolled.values(), key=lambda each: (each.name, each.key))
        signed = folder.signed
        return cls(signed.id.hex(), folder.league, tuple(by_name))

    def lines(self) -> Iterator[str]:
        """Yield the league in words."""
        league = self.league
        yield shown(league.name)
        for said in (*self.sentences(), scoring_in_words(league)):
            yield f"  {said}"
        for one in self.players:
            yield f"  {shown(one.name):20} {short(one.key)}"
        missing = set(league.players) - {one.key for one in self.players}
        if missing:
            keys = ", ".join(sorted(map(short, missing)))
            yield "  " + _("invited, and not here yet: {keys}").format(keys=keys)

    def sentences(self) -> Iterator[str]:
        """Yield what the league says of itself, but for its players and what its table goes by."""
        league = self.league
        yield _("League {number}, organiser {key}").format(
            number=self.number[:16], key=short(league.organiser)
        )
        if league.dates is not None:
            yield shown(league.dates)
        yield from map(terms_in_words, league.games)
        yield _counting(league)

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the league as plain values."""
        league = self.league
        yield {
            "league": self.number,
            "name": league.name,
            "shown": shown(league.name),
            "organiser": league.organiser.hex(),
            "dates": league.dates,
            "games": [
                {"game": terms.rules, "seats": terms.seats, "options": dict(terms.options)}
                for terms in league.games
            ],
            "most": league.most,
            "by": league.scoring.value,
            "invited": [key.hex() for key in league.players],
            "players": [
                {"key": one.key.hex(), "name": one.name, "shown": shown(one.name)} for one in self.players
            ],
        }


def terms_in_words(terms: LeagueTerms) -> str:
    """Return what is played, with seats and options."""
    options = " ".join(f"{name}={value}" for name, value in terms.options)
    said = ngettext("{game} with {count} seat", "{game} with {count} seats", terms.seats)
    game = said.format(game=terms.rules, count=terms.seats)
    return in_turn([game, options] if options else [game])


def _counting(league: League) -> str:
    if not league.most:
        return _("every game counts")
    said = ngettext(
        "{count} game on the same terms between the same people counts",
        "{count} games on the same terms between the same people count",
        league.most,
    )
    return said.format(count=league.most)


def scoring_in_words(league: League) -> str:
    """Return what the table goes by."""
    if league.scoring is Scoring.RATING:
        return _("by rating, from all games at once")
    return _("by points: 2 for each player you are ahead of, 1 for each who shares your place")
