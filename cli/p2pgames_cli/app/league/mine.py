"""A league as one of its players sees it: how they stand, whom they owe a game, and what they have not handed in."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2pgames_cli.app.league.folder import LEAGUE_FILE, LeagueFolder
from p2pgames_cli.app.league.games import LeagueGames, league_games
from p2pgames_cli.app.league.kept_audits import KeptAudits
from p2pgames_cli.app.league.standings import LeagueTable, Round
from p2pgames_cli.app.workers.workers import ALONE
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_protocol.league.league import LeagueTerms
from p2pgames_protocol.league.standing import Standing, shown_names
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.home import Home


@dataclass(frozen=True, slots=True)
class Mine:
    """A league, and the key of the player who looks at it."""

    folder: LeagueFolder
    table: LeagueTable | None
    """None if the library for its ratings is missing."""
    why: str
    """Why there is no table."""
    round: Round
    games: LeagueGames
    key: bytes

    @classmethod
    def at(cls, path: Path, audits: KeptAudits, key: bytes, progress: Callable[[int, int], None]) -> Mine:
        """Compute it from the folder; raise `Stop` if that cannot be done."""
        folder = LeagueFolder.at(path)
        games = league_games(folder, audits, ALONE, progress)
        table, why = None, ""
        try:
            table = LeagueTable.from_folder(folder, games)
        except Stop as stop:
            why = str(stop)
        return cls(folder, table, why, Round.from_folder(folder, games), games, key)

    @property
    def takes_part(self) -> bool:
        """Whether the player has signed that they do."""
        return self.key in self.round.names

    @property
    def standing(self) -> Standing | None:
        """How the player stands; None for who does not take part, and where there is no table."""
        table = self.table.standings if self.table is not None else ()
        return next((one for one in table if one.key == self.key), None)

    @property
    def rival(self) -> bytes | None:
        """Whom the player is to play next, at a table for two; None for nobody."""
        pair = self._pair if self.for_two else None
        return None if pair is None else next(key for key in pair if key != self.key)

    @property
    def opens(self) -> bool:
        """Whether it is for the player to open that table."""
        return self._pair is not None and self._pair[0] == self.key

    @property
    def rival_name(self) -> str:
        """What the rival is called."""
        return shown_names(self.round.names)[self.rival] if self.rival is not None else ""

    @property
    def for_two(self) -> list[LeagueTerms]:
        """On what terms two can play here."""
        return [terms for terms in self.folder.league.games if terms.seats == 2]

    @property
    def left_out(self) -> list[tuple[Path, str]]:
        """The files in the folder that cannot be read, and why."""
        return [*self.folder.unread, *self.games.unread]

    @property
    def _pair(self) -> tuple[bytes, bytes] | None:
        pairing = self.round.pairing
        return next((pair for pair in pairing.pairs if self.key in pair), None)


# The leagues of a player: the folders of those that they founded, or take part in.

_FILE: Final = "leagues.json"


def noted_leagues(home: Home) -> list[Path]:
    """Return the folders that were noted and still hold a league, the one noted last first."""
    return [folder for folder in _noted(home) if (folder / LEAGUE_FILE).is_file()]


def league_hashes(home: Home) -> frozenset[bytes]:
    """Return the hashes that proposals name the player's leagues by; one that cannot be read is left out."""
    found = set()
    for folder in noted_leagues(home):
        with suppress(Stop):
            found.add(LeagueFolder.at(folder).signed.id)
    return frozenset(found)


def note_league(home: Home, folder: Path) -> None:
    """Put a folder first among those of the player's leagues; the home is locked."""
    first = folder.resolve()
    paths = [str(first), *(str(path) for path in _noted(home) if path != first)]
    home.write(home.folder / _FILE, json.dumps(paths, indent=1).encode())


def _noted(home: Home) -> list[Path]:
    """Return what the file says; nothing if it is missing or damaged: the leagues themselves lie elsewhere."""
    with suppress(OSError, ValueError):
        found = json.loads(disk.read_file(home.folder / _FILE))
        if isinstance(found, list):
            return [Path(path) for path in found if isinstance(path, str)]
    return []
