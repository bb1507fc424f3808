"""The list of a player's games, what came of them, and the series among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from p2pgames.text import inert
from p2pgames_cli.app import mail_table
from p2pgames_cli.app.game_index import EAGER, GameIndex
from p2pgames_cli.app.listing import (
    age_in_words,
    as_data,
    game_line,
    result_lines,
    results_as_data,
    results_of,
    series_lines,
    series_of,
    standing_in_words,
)
from p2pgames_cli.config import console
from p2pgames_cli.config.user import User
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, placed
from p2pgames_cli.library.report import series_json
from p2pgames_cli.library.stored_games import BrokenGame, Stored, has_games
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
    def tables(self) -> list[Filling]:
        """The tables that fill up by mail."""
        return list(PendingTables(self.user.home))

    @cached_property
    def found(self) -> tuple[Stored | BrokenGame, ...]:
        """All that is a game, or was one; in a large home that nobody looked at yet most of it is still to be read."""
        return self.index.scan(eager=EAGER)

    def _games(self) -> Iterator[Stored | BrokenGame]:
        """Yield each game as soon as it is looked at, then those of which nothing can be read.

        Files that hold a game once more are named at the end.
        """
        with self.index as index:
            broken: list[BrokenGame] = []
            for one in self.found:
                found = one if isinstance(one, BrokenGame) else index.settled(one)
                if isinstance(found, Stored):
                    yield found
                elif found not in index.copies:
                    broken.append(found)
            yield from broken
            for copy in index.copies:
                console.warn(placed(copy.path, named(copy.why), named(copy.help)))

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
        if has_games(self.user.home) or self.tables:
            yield from map(inert, self._lines())
        else:
            yield _("No games yet. Begin one: p2pgames host linja, or p2pgames hotseat linja")

    def _lines(self) -> Iterator[str]:
        room = min(NAMES, max((len(", ".join(names)) for names in self._names()), default=0))
        for one in self._games():
            row = _lost(one) if isinstance(one, BrokenGame) else self.index.row(one)
            if isinstance(one, BrokenGame):
                yield f"{one.id[:8]}  {standing_in_words(row)}  ({age_in_words(row, one.changed_at)})"
            else:
                yield game_line(row, room)
            if row.get("help"):
                yield f"          {named(row['help'])}"
        yield from map(mail_table.filling_line, self.tables)

    def _names(self) -> Iterator[Sequence[str]]:
        """Yield the names at the tables of which they are known already."""
        for one in self.found:
            if isinstance(one, Stored) and (row := self.index.known(one)) is not None and "shown" in row:
                yield row["shown"]
            elif isinstance(one, Stored) and one.begun is not None:
                yield one.begun.names

    def _entries(self) -> Iterator[tuple[Path, Mapping[str, Any]]]:
        return ((one.path, self.index.row(one)) for one in self._games() if isinstance(one, Stored))

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield all of it for programs."""
        for one in self._games():
            yield as_data(_lost(one) if isinstance(one, BrokenGame) else self.index.told(one))
        yield from map(mail_table.filling_as_data, self.tables)


def _lost(one: BrokenGame) -> dict[str, Any]:
    """Return the entry of a game of which nothing can be read."""
    return {
        "game_id": one.id,
        "game": None,
        "file": str(one.path),
        "changed": int(one.changed_at),
        "problem": one.why,
        "help": one.help,
    }


class OwnResults(OwnGames):
    """What came of the games that are over."""

    def _lines(self) -> Iterator[str]:
        lines = result_lines(self._entries(), self.identity)
        yield from lines or [_("None of your games with others is over yet.")]

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the results by game."""
        return map(results_as_data, results_of(self._entries(), self.identity))


class OwnSeries(OwnGames):
    """The series among the games, the one that changed last first."""

    def _lines(self) -> Iterator[str]:
        lines = series_lines(self._entries())
        yield from lines or [_("No game here follows another one yet. After a game offer a rematch.")]

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield each series and how everybody stands in it."""
        return map(series_json, series_of(self._entries()))
