"""The player's games as the home lists them."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

from p2pgames.contract import Seat
from p2pgames.text import Verbatim
from p2pgames_cli.app.listing import age, entry, standing
from p2pgames_cli.library.stored_games import Broken, Stored, game_files
from p2pgames_cli.table.messages import FAILED
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.mail.letters import Filling
from p2pgames_protocol.mail.pending_tables import PendingTables
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire.identity import Identity

At: TypeAlias = tuple[Path, float, Seat | None]
"""What a game's standing depends on: its file, when that changed, and the seat that the player has in it."""


class Games:
    """The games of a home, the one that changed last first; how each stands is found out one by one."""

    def __init__(self, where: Home) -> None:
        self._where = where
        self._known: dict[At, dict[str, Any]] = {}
        self.identity: Identity | None = None
        self.found: tuple[Stored, ...] = ()
        self.broken: tuple[Broken, ...] = ()
        """Files of games of which not even the beginning can be read."""
        self.tables: tuple[Filling, ...] = ()
        """Those that fill up by mail."""

    def look(self) -> None:
        """See which games and tables there are now; no game is replayed."""
        every = tuple(game_files(self._where))
        self.found = tuple(game for game in every if isinstance(game, Stored))
        self.broken = tuple(game for game in every if isinstance(game, Broken))
        self.tables = tuple(PendingTables(self._where))

    def row(self, game: Stored) -> dict[str, Any]:
        """Return how a game stands, replaying it unless that is known."""
        at = self._at(game)
        if at not in self._known:
            try:
                self._known[at] = entry(game, self.identity)
            except Exception as wrong:  # noqa: BLE001  # a game is somebody's package: it may fail in any way
                self._known[at] = {
                    "problem": FAILED(kind=Verbatim(type(wrong).__name__), text=Verbatim(str(wrong)))
                }
        return self._known[at]

    def _at(self, game: Stored) -> At:
        return game.path, game.changed, game.seat(self.identity)

    def line(self, game: Stored) -> tuple[str, str]:
        """Return what is played with whom, and how it stands as far as that is known."""
        genesis = game.genesis
        row = self._known.get(self._at(game))
        own = game.seat(self.identity)
        others = [name for seat, name in enumerate(genesis.names) if seat != own]
        if not others or (self.identity is not None and is_local(self.identity, genesis)):
            others = list(genesis.names)
        about = f"{genesis.proposal.rules:<7} {game.id[:8]}  {', '.join(others)[:20]}"
        return about, f"{standing(row)}, {age(row, game.changed)}" if row is not None else "..."

    def waits(self, game: Stored) -> bool:
        """Tell whether a game is known to wait for the player."""
        row = self._known.get(self._at(game))
        return bool(row and row.get("your_turn") and not row.get("over"))

    def follow(self, news: Callable[[], None], stop: threading.Event) -> threading.Thread:
        """Find out beside the screen how the games stand, telling of each; returns the thread, which has begun."""
        games = self.found

        def work() -> None:
            for game in games:
                if stop.is_set():
                    return
                self.row(game)
                news()

        thread = threading.Thread(target=work, name="games", daemon=True)
        thread.start()
        return thread
