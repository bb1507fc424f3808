"""The table of a league, as everybody computes it from the same folder."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from p2pgames_cli.app.league.folder import LeagueFolder
from p2pgames_cli.app.league.games import LeagueGames
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import named
from p2pgames_protocol.league.counting import Counted
from p2pgames_protocol.league.standing import Standing, standings
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown


@dataclass(frozen=True, slots=True)
class Table:
    """How everybody stands, which games count, and what looks doubtful."""

    number: str
    names: dict[bytes, str]
    standings: tuple[Standing, ...]
    counted: Counted

    @classmethod
    def of(cls, folder: LeagueFolder, games: LeagueGames) -> Table:
        """Compute the table of a folder."""
        names = {key: one.name for key, one in folder.enrolled.items()}
        found = games.counted(folder)
        return cls(folder.signed.id.hex(), names, tuple(standings(names, found)), found)

    def lines(self) -> Iterator[str]:
        """Yield the table, then what looks doubtful, then what does not count."""
        yield f"{'':3} {'':20} {'':9} {_('points'):>8} {_('games'):>8} {_('won'):>8}"
        for number, one in enumerate(self.standings, 1):
            name = shown(self.names[one.key])[:20]
            yield f"{number:2}. {name:20} {short(one.key)} {one.points:8} {one.games:8} {one.won:8}"
        count = len(self.counted.games)
        yield ngettext("{count} game counts.", "{count} games count.", count).format(count=count)
        yield from self._doubts()
        for game, why in self.counted.out:
            said = _("Game {number} does not count: {why}")
            yield said.format(number=game.id.hex()[:16], why=named(why))

    def _doubts(self) -> Iterator[str]:
        for one in self.standings:
            name = shown(self.names[one.key])
            if one.early:
                said = _("{name}: games won that somebody resigned before everybody had two moves: {count}.")
                yield said.format(name=name, count=one.early)
            if one.unplayed:
                said = _("{name}: games left before the first move: {count}.")
                yield said.format(name=name, count=one.unplayed)
        for number in sorted({one.circle for one in self.standings if one.circle is not None}):
            names = ", ".join(shown(self.names[one.key]) for one in self.standings if one.circle == number)
            yield _("These have only met each other: {names}.").format(names=names)

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the same as plain values."""
        yield {
            "league": self.number,
            "standings": [
                {
                    "key": one.key.hex(),
                    "name": self.names[one.key],
                    "shown": shown(self.names[one.key]),
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
