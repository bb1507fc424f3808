"""The next round of a league: who plays whom."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from p2pgames_cli.app.league.folder import LeagueFolder
from p2pgames_cli.app.league.games import LeagueGames
from p2pgames_cli.i18n.catalogue import _
from p2pgames_protocol.league.pairing import Pairing, pairing
from p2pgames_protocol.wire.identity import short
from p2pgames_protocol.wire.names import shown


@dataclass(frozen=True, slots=True)
class Round:
    """Who plays whom, with names."""

    names: dict[bytes, str]
    pairing: Pairing

    @classmethod
    def of(cls, folder: LeagueFolder, games: LeagueGames) -> Round:
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
