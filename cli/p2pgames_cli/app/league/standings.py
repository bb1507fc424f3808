"""The table of a league, as everybody computes it from the same folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from p2pgames_cli.app.league.folder import LeagueFolder
from p2pgames_cli.app.league.games import LeagueGames
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import named
from p2pgames_protocol.league.game import Counted
from p2pgames_protocol.league.league import Scoring
from p2pgames_protocol.league.pairing import Pairing, pairing
from p2pgames_protocol.league.sentences import BY_RATING
from p2pgames_protocol.league.standing import Standing, shown_names, standings, standings_by_rating
from p2pgames_protocol.transports.transport import hint
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown


@dataclass(frozen=True, slots=True)
class LeagueTable:
    """The standings, which games count, and what looks doubtful."""

    number: str
    scoring: Scoring
    names: dict[bytes, str]
    standings: tuple[Standing, ...]
    counted: Counted

    @classmethod
    def from_folder(cls, folder: LeagueFolder, games: LeagueGames) -> LeagueTable:
        """Compute the table of a folder; raise `Stop` for one by rating where the library for that is missing."""
        names = {key: one.name for key, one in folder.enrolled.items()}
        found = games.counted(folder)
        scoring = folder.league.scoring
        try:
            table = (
                standings_by_rating(names, found) if scoring is Scoring.RATING else standings(names, found)
            )
        except ImportError:
            raise Stop(Code.FAILURE, named(hint(BY_RATING, "choix"))) from None
        signed = folder.signed
        return cls(signed.id.hex(), scoring, names, tuple(table), found)

    def lines(self) -> Iterator[str]:
        """Yield the table, then what looks doubtful, then what does not count."""
        by_rating = self.scoring is Scoring.RATING
        head = f"{_('rating'):>12} " if by_rating else ""
        yield f"{'':3} {'':20} {'':9} {head}{_('points'):>8} {_('games'):>8} {_('won'):>8}"
        for one in self.standings:
            place = "" if one.place is None else f"{one.place}."
            name = f"{place:>3} {shown(self.names[one.key])[:20]:20} {short(one.key)}"
            rating = f"{in_figures(one):>12} " if by_rating else ""
            yield f"{name} {rating}{one.points:8} {one.games:8} {one.won:8}"
        if by_rating:
            yield about_ratings()
        count = len(self.counted.games)
        yield ngettext("{count} game counts.", "{count} games count.", count).format(count=count)
        yield from self.doubtful()
        for game, why in self.counted.out:
            said = _("Game {number} does not count: {why}")
            yield said.format(number=game.id.hex()[:16], why=named(why))

    def doubtful(self) -> Iterator[str]:
        """Yield what looks doubtful, a sentence each."""
        called = shown_names(self.names)
        for one in self.standings:
            name = called[one.key]
            if one.early:
                said = _(
                    "{name}: games won because somebody resigned before everybody had made two moves: {count}."
                )
                yield said.format(name=name, count=one.early)
            if one.unplayed:
                said = _("{name}: games left before the first move: {count}.")
                yield said.format(name=name, count=one.unplayed)
        for number in sorted({one.circle for one in self.standings if one.circle is not None}):
            names = ", ".join(called[one.key] for one in self.standings if one.circle == number)
            yield _("These players have only met each other: {names}.").format(names=names)

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the same as plain values."""
        yield {
            "league": self.number,
            "standings": [
                {
                    "key": one.key.hex(),
                    "name": self.names[one.key],
                    "shown": shown(self.names[one.key]),
                    "place": one.place,
                    "rating": None if one.rating is None else one.rating.value,
                    "margin": None if one.rating is None else one.rating.margin,
                    "points": one.points,
                    "games": one.games,
                    "won": one.won,
                    "early": one.early,
                    "unplayed": one.unplayed,
                    "circle": one.circle,
                }
                for one in self.standings
            ],
            "counted": [game.id.hex() for game in self.counted.games],
            "out": [{"game": game.id.hex(), "why": str(why)} for game, why in self.counted.out],
        }


def in_figures(one: Standing) -> str:
    """Return a rating and how far off it may be; never one number alone."""
    return "–" if one.rating is None else f"{one.rating.value} ± {one.rating.margin}"


def about_ratings() -> str:
    """Return what ± means."""
    return _("± gives a 95 % confidence interval.")


# The next round of a league: who plays whom.


@dataclass(frozen=True, slots=True)
class Round:
    """Who plays whom, with names."""

    names: dict[bytes, str]
    pairing: Pairing

    @classmethod
    def from_folder(cls, folder: LeagueFolder, games: LeagueGames) -> Round:
        """Compute the next round from what lies in a folder."""
        names = {key: one.name for key, one in folder.enrolled.items()}
        return cls(names, pairing(folder.signed.id, names, games.counted(folder)))

    def lines(self) -> Iterator[str]:
        """Yield a line for each pair, and for everybody who does not play."""
        for one, other in self.pairing.pairs:
            yield _("{host} opens a table for {guest}.").format(
                host=self._named(one), guest=self._named(other)
            )
        for key in self.pairing.byes:
            yield _("{name} does not play this time.").format(name=self._named(key))

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the same as plain values."""
        yield {
            "pairs": [[one.hex(), other.hex()] for one, other in self.pairing.pairs],
            "byes": [key.hex() for key in self.pairing.byes],
        }

    def _named(self, key: bytes) -> str:
        return f"{shown(self.names[key])} ({short(key)})"
