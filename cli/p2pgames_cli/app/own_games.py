"""The list of a player's games, what came of them, and the series among them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from p2pgames.text import inert
from p2pgames_cli.app import mail_table
from p2pgames_cli.app.game_index import GameIndex
from p2pgames_cli.app.listing import (
    age,
    as_data,
    counted,
    game_line,
    result_lines,
    results_of,
    series_lines,
    series_of,
    standing,
)
from p2pgames_cli.config import console
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, placed
from p2pgames_cli.library.report import series_json
from p2pgames_cli.library.stored_games import Broken, Stored, game_files
from p2pgames_protocol.mail.letters import Filling, PendingTables
from p2pgames_protocol.wire.identity import Identity

NAMES = 24
"""Columns for the names of players in the list, at most."""


@dataclass(frozen=True)
class OwnGames:
    """The games of a player, the one that changed last first, and the tables that fill up by mail."""

    user: User

    @cached_property
    def index(self) -> GameIndex:
        """How they stood when they were last read."""
        return GameIndex(self.user.home, self.identity)

    @cached_property
    def found(self) -> tuple[Stored | Broken, ...]:
        """All games, those included of which nothing can be read; files that hold one once more are named at once."""
        found = self.index.look()
        for copy in self.index.copies:
            console.warn(placed(copy.path, named(copy.why), named(copy.help)))
        return found

    @cached_property
    def tables(self) -> list[Filling]:
        """The tables that fill up by mail."""
        return list(PendingTables(self.user.home))

    @property
    def games(self) -> list[Stored]:
        """The games that can be read."""
        return [game for game in self.found if isinstance(game, Stored)]

    @cached_property
    def identity(self) -> Identity | None:
        """Return whose games they are, None for who has no key; it is said where the last key is lost."""
        home = self.user.home
        identity = self.user.identity() if home.has_identity() else None
        if gone := home.last_key.lost():
            console.warn(f"p2pgames: {named(gone)}")
        return identity

    def lines(self) -> Iterator[str]:
        """Yield all of it for people."""
        home = self.user.home
        if any(game_files(home)) or self.tables:
            with self.index:
                yield from map(inert, self._lines())
        else:
            yield _("No games yet. Begin one: p2pgames host linja, or p2pgames hotseat linja")

    def _lines(self) -> Iterator[str]:
        games = self.games
        room = min(NAMES, max((len(", ".join(self._names(game))) for game in games), default=0))
        for game in games:
            row = self.index.row(game)
            yield game_line(row, room)
            yield from _help(row)
        for row, lost in self._beyond():
            yield f"{lost.id[:8]}  {standing(row)}  ({age(row, lost.changed)})"
            yield from _help(row)
        yield from map(mail_table.line, self.tables)

    def _names(self, game: Stored) -> Sequence[str]:
        known = self.index.known(game)
        return game.genesis.names if known is None or "problem" in known else known["shown"]

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield all of it for programs."""
        with self.index:
            yield from (as_data(self.index.told(game)) for game in self.games)
        yield from (as_data(row) for row, _lost in self._beyond())
        yield from map(mail_table.about, self.tables)

    def _beyond(self) -> Iterator[tuple[dict[str, Any], Broken]]:
        """Yield the games of which nothing can be read as entries of the list."""
        for lost in self.found:
            if isinstance(lost, Broken):
                row = {
                    "game_id": lost.id,
                    "game": None,
                    "file": str(lost.path),
                    "changed": int(lost.changed),
                    "problem": lost.why,
                    "help": lost.help,
                }
                yield row, lost


def _help(row: dict[str, Any]) -> Iterator[str]:
    if row.get("help"):
        yield f"          {named(row['help'])}"


class OwnResults(OwnGames):
    """What came of the games that are over."""

    def _lines(self) -> Iterator[str]:
        lines = result_lines(self.games, self.identity)
        yield from lines or [_("None of your games with others is over yet.")]

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the results by game."""
        return map(counted, results_of(self.games, self.identity))


class OwnSeries(OwnGames):
    """The series among the games, the one that changed last first."""

    def _lines(self) -> Iterator[str]:
        lines = series_lines(self.games)
        yield from lines or [_("No game here follows another one yet. After a game offer a rematch.")]

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield each series and how everybody stands in it."""
        return map(series_json, series_of(self.games))
