"""The player's games as the home lists them."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeAlias

from p2pgames.contract import Seat
from p2pgames.text import Verbatim
from p2pgames_cli.app.listing import age, entry, in_brief
from p2pgames_cli.i18n.catalogue import language
from p2pgames_cli.library.game_index import GameIndex, Mark
from p2pgames_cli.library.stored_games import Broken, Stored, game_files
from p2pgames_cli.table.messages import FAILED
from p2pgames_cli.table.silence import brief
from p2pgames_cli.ui.styles import shortened
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.mail.letters import Filling
from p2pgames_protocol.mail.pending_tables import PendingTables
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.taken_seat import TakenSeat
from p2pgames_protocol.wire.identity import Identity

WITH: Final = 24
"""Columns for those whom one plays with."""
At: TypeAlias = tuple[Path, Mark, Seat | None]
"""What a game's standing depends on: its file, what tells that this is as it was, and the seat of the player in it."""


class Games:
    """The games of a home, those that wait first, then what changed last; each standing is found out one by one."""

    def __init__(self, where: Home) -> None:
        self._where = where
        self._known: dict[At, dict[str, Any]] = {}
        self._places: dict[tuple[Stored, Identity | None], At] = {}
        """Where games are looked up, since the last look."""
        self._said: dict[tuple[At, str], tuple[str, str]] = {}
        """Lines of the list by language, but for how long ago it was: with many games they take longest."""
        self._index: GameIndex | None = None
        self.identity: Identity | None = None
        self.found: tuple[Stored, ...] = ()
        self.broken: tuple[Broken, ...] = ()
        """Files of games of which not even the beginning can be read."""
        self.copies: tuple[Broken, ...] = ()
        """Files that hold a game once more."""
        self.tables: tuple[Filling, ...] = ()
        """Those that fill up by mail."""

    def look(self) -> None:
        """See which games and tables there are now, those that are known to wait for the player first.

        No game is replayed, and the order stays as it is until the next look: nobody's choice moves away.
        """
        if self._index is None or self._index.identity is not self.identity:
            self._index = GameIndex(self._where, self.identity)
        index = self._index
        given = TakenSeat.changed(self._where)
        kept: dict[Path, dict[str, Any]] = {}

        def is_known(file: Path, found: os.stat_result) -> bool:
            row = index.row(file, found) if file.stem not in given else None
            if row is not None:
                kept[file] = row
            return row is not None

        copies: list[Broken] = []
        every = tuple(game_files(self._where, is_known, copies))
        self.copies = tuple(copies)
        stored = (game for game in every if isinstance(game, Stored))
        self.found = tuple(sorted(stored, key=lambda game: not _waits(kept.get(game.path))))
        self.broken = tuple(game for game in every if isinstance(game, Broken))
        self.tables = tuple(PendingTables(self._where))
        self._places, self._said = {}, {}
        for game in self.found:
            if (row := kept.get(game.path)) is not None:
                at = self._places[game, self.identity] = (game.path, Mark.of(game.found), row["you"])
                self._known.setdefault(at, row)

    def row(self, game: Stored) -> dict[str, Any]:
        """Return how a game stands, replaying it unless that is known."""
        at = self._at(game)
        if at not in self._known:
            made = time.time_ns()
            try:
                self._known[at] = entry(game, self.identity) | {"made": made}
            except Exception as wrong:  # noqa: BLE001  # a game is somebody's package: it may fail in any way
                self._known[at] = {
                    "problem": FAILED(kind=Verbatim(type(wrong).__name__), text=Verbatim(str(wrong)))
                }
        return self._known[at]

    def _at(self, game: Stored) -> At:
        key = game, self.identity
        if key not in self._places:
            self._places[key] = (game.path, Mark.of(game.found), game.seat(self.identity))
        return self._places[key]

    def line(self, game: Stored) -> tuple[str, str]:
        """Return which game is played with whom, and how it stands, if that is known."""
        at = self._at(game)
        row = self._known.get(at)
        if row is None:
            return self._name(game, row), "..."
        if (at, language()) not in self._said:
            self._said[at, language()] = (self._name(game, row), in_brief(row))
        name, stands = self._said[at, language()]
        return name, f"{stands}, {age(row, game.changed, brief)}"

    def _name(self, game: Stored, row: dict[str, Any] | None) -> str:
        rules, names, own, here = self._about(game, row)
        others = [name for seat, name in enumerate(names) if seat != own or here] or names
        return f"{rules:<7} {game.id[:8]}  {shortened(', '.join(others), WITH)}"

    def _about(self, game: Stored, row: dict[str, Any] | None) -> tuple[str, list[str], Seat | None, bool]:
        """Return what is played, by whom, where the player sits, and whether all sit at this computer."""
        if row is not None and "shown" in row:
            return row["game"], row["shown"], row["you"], row["hotseat"]
        genesis = game.genesis
        here = self.identity is not None and is_local(self.identity, genesis)
        return genesis.proposal.rules, list(genesis.names), game.seat(self.identity), here

    def waits(self, game: Stored) -> bool:
        """Tell whether a game is known to wait for the player."""
        return _waits(self._known.get(self._at(game)))

    def follow(self, news: Callable[[], None], stop: threading.Event) -> threading.Thread:
        """Find out beside the screen how the games stand, telling of each; returns the thread, which has begun."""
        games, index = self.found, self._index

        def work() -> None:
            for game in games:
                if stop.is_set():
                    break
                if self._at(game) not in self._known:
                    self.row(game)
                    news()
            if index is not None:
                index.write({game: row for game in games if (row := self._known.get(self._at(game)))})

        thread = threading.Thread(target=work, name="games", daemon=True)
        thread.start()
        return thread


def _waits(row: dict[str, Any] | None) -> bool:
    """Tell whether a game waits for the player, by what is known of it."""
    return bool(row and row.get("your_turn") and not row.get("over"))
