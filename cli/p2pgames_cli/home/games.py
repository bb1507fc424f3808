"""The player's games as the home lists them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, Final

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames.text import inert, isolated
from p2pgames_cli.app.bots import without_bot_names
from p2pgames_cli.app.game_index import EAGER, GameIndex
from p2pgames_cli.app.listing import age_in_words, in_brief
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.i18n.catalogue import _, language
from p2pgames_cli.library.stored_games import BrokenGame, Stored
from p2pgames_cli.pages.rows import shortened
from p2pgames_cli.table.waiting import brief_duration
from p2pgames_protocol.local.hotseat import is_local
from p2pgames_protocol.mail.letters import Filling, PendingTables
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.names import shown

WITH: Final = 24
"""Columns for those whom one plays with."""


def title_of(name: str) -> str:
    """Return what a game is called; what is not installed here is called as its files say."""
    try:
        return registry.game(name).title
    except (registry.Unknown, ImportError):
        return inert(name)


def played_with(name: str, others: Sequence[str]) -> str:
    """Return in words what is played, and with whom."""
    if not others:
        return title_of(name)
    listed = isolated(shortened(without_bot_names(", ".join(others)), WITH))
    return _("{game} with {names}").format(game=title_of(name), names=listed)


class Games:
    """The games of a home, those that wait first, then what changed last; each standing is found out one by one."""

    def __init__(self, where: Home) -> None:
        self._where = where
        self._said: dict[tuple[Stored, str], tuple[str, str]] = {}
        """Lines of the list by language, but for how long ago it was: with many games they take longest."""
        self._index: GameIndex | None = None
        self.identity: Identity | None = None
        self.found: tuple[Stored, ...] = ()
        self.broken: tuple[BrokenGame, ...] = ()
        """Files of games of which not even the beginning can be read."""
        self.copies: tuple[BrokenGame, ...] = ()
        """Files that hold a game once more."""
        self.tables: tuple[Filling, ...] = ()
        """Those that fill up by mail."""
        self.unread = 0
        """Games that `follow` has not come to yet."""

    @property
    def called(self) -> str:
        """The player's own name, as a table shows it."""
        return shown(self._where.name())

    @property
    def index(self) -> GameIndex:
        """How the games stood when they were last read, for whoever plays here now."""
        if self._index is None or self._index.identity is not self.identity:
            self._index = GameIndex(self._where, self.identity)
        return self._index

    def refresh(self) -> None:
        """See which games and tables there are now, those that are known to wait for the player first.

        No game is replayed, and the order stays as it is until the next look: nobody's choice moves away.
        """
        every = self.index.scan(eager=EAGER)
        self.copies = self.index.copies
        stored = (game for game in every if isinstance(game, Stored))
        self.found = tuple(sorted(stored, key=lambda game: not self.waits(game)))
        self.unread = len(self.found)
        self.broken = tuple(game for game in every if isinstance(game, BrokenGame))
        self.tables = tuple(PendingTables(self._where))
        self._said = {}

    def row(self, game: Stored) -> dict[str, Any]:
        """Return how a game stands, replaying it unless that is known."""
        return self.index.row(game)

    def line(self, game: Stored) -> tuple[str, str]:
        """Return which game is played with whom, and how it stands, if that is known."""
        row = self.index.known(game)
        if row is None:
            return self._name(game, row), "..."
        if (game, language()) not in self._said:
            self._said[game, language()] = (self._name(game, row), self._standing(row))
        name, stands = self._said[game, language()]
        return name, f"{stands}, {age_in_words(row, game.changed_at, brief_duration)}"

    def _name(self, game: Stored, row: dict[str, Any] | None) -> str:
        rules, names, own, here = self._about(game, row)
        others = [name for seat, name in enumerate(names) if seat != own or here]
        return played_with(rules, [name for name in others if name != self.called])

    def _standing(self, row: dict[str, Any]) -> str:
        """Return how a game stands; at this computer it is the player's turn where nobody else is waited for."""
        own = row.get("hotseat") and not row["over"] and not row["handed_over"] and "problem" not in row
        if own and [row["shown"][seat] for seat in row["waiting_for"]] == [self.called]:
            return _("your turn")
        return without_bot_names(in_brief(row))

    def _about(self, game: Stored, row: dict[str, Any] | None) -> tuple[str, list[str], Seat | None, bool]:
        """Return what is played, by whom, where the player sits, and whether all sit at this computer."""
        if row is not None and "shown" in row:
            return row["game"], row["shown"], row["you"], row["hotseat"]
        try:
            genesis = game.genesis
        except Stop:  # nobody has read it yet, and its beginning is damaged
            return "", [], None, False
        here = self.identity is not None and is_local(self.identity, genesis)
        return genesis.game, list(genesis.names), game.seat(self.identity), here

    def waits(self, game: Stored) -> bool:
        """Tell whether a game is known to wait for the player."""
        row = self.index.known(game)
        return bool(row and row.get("your_turn") and not row.get("over"))

    def follow(self, news: Callable[[], None], stop: threading.Event) -> threading.Thread:
        """Find out beside the screen how the games stand, telling of each; returns the thread, which has begun."""
        games, index = self.found, self.index
        self.unread = len(games)

        def work() -> None:
            with index:
                for left, game in zip(reversed(range(len(games))), games, strict=True):
                    if stop.is_set():
                        return
                    if fresh := index.known(game) is None:
                        index.row(game)
                    self.unread = left
                    if fresh:
                        news()
            news()

        thread = threading.Thread(target=work, name="games", daemon=True)
        thread.start()
        return thread
