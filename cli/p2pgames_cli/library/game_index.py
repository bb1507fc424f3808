"""The state of a home's games when they were last read, kept in a file beside the notes.

It only saves the home from replaying games that have not changed since. Nothing else uses it: to go on with a game, or
to audit it, the game's own file is read. An index that is missing, damaged, of other rules or of somebody else is
ignored and written anew.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, NamedTuple, Self

from p2pgames import registry
from p2pgames_cli.library.stored_games import Stored
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.log.proposal import MAX_SEATS
from p2pgames_protocol.store import intake
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.home_error import HomeError
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.names import is_plain

FILE: Final = "games.index"
SETTLED: Final = 2 * 10**9
"""Nanoseconds for which a file was left alone before its row is kept: clocks of files are coarse."""
FIELDS: Final = (
    "game",
    "shown",
    "you",
    "hotseat",
    "round",
    "over",
    "waiting_for",
    "your_turn",
    "result",
    "basis",
)
"""What is kept of a row: all that a line of the home says."""


class Mark(NamedTuple):
    """What tells whether a file is still the one it was."""

    modified: int
    changed: int
    size: int
    number: int

    @classmethod
    def of(cls, found: os.stat_result) -> Self:
        """Return that of a file."""
        return cls(found.st_mtime_ns, found.st_ctime_ns, found.st_size, found.st_ino)


class GameIndex:
    """Rows by the name of the file, each with the mark of the file that it was made of."""

    def __init__(self, home: Home, identity: Identity | None) -> None:
        """Read what was kept for this player; it is empty if nothing can be used."""
        self._home = home
        self.identity = identity
        self._head = {"index": 1, "program": version("p2pgames"), "key": identity and identity.key.hex()}
        self._rows = _read(home.state / FILE, self._head)

    def row(self, path: Path, found: os.stat_result) -> dict[str, Any] | None:
        """Return the stored state of a game if its file has not changed since; otherwise None."""
        mark, row = self._rows.get(path.name, (None, None))
        return row if mark == Mark.of(found) else None

    def write(self, rows: Mapping[Stored, Mapping[str, Any]]) -> None:
        """Keep these in place of all others, but for files that were changed a moment ago; a full disk is no matter."""
        games = frozenset(registry.names())
        kept = {
            game.path.name: (Mark.of(game.found), _kept(row))
            for game, row in rows.items()
            if _goes_by_its_file(game, row) and _fits(row, games)
        }
        if kept == self._rows or not rows:
            return
        self._rows = kept
        lines = {name: [*mark, *(row[field] for field in FIELDS)] for name, (mark, row) in kept.items()}
        with suppress(HomeError):
            self._home.write(
                self._home.state / FILE,
                json.dumps(self._head | {"games": lines}, separators=(",", ":")).encode(),
            )


def _kept(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: row[name] for name in FIELDS} | {"handed_over": False}


def _goes_by_its_file(game: Stored, row: Mapping[str, Any]) -> bool:
    """Tell whether nothing but the file says how a game stands, and the file was at rest when that was found out."""
    mark = Mark.of(game.found)
    at_rest = row.get("made", time.time_ns()) - max(mark.modified, mark.changed) > SETTLED
    return at_rest and stat.S_ISREG(game.found.st_mode) and game.path.stem == game.id


def _read(file: Path, head: Mapping[str, Any]) -> dict[str, tuple[Mark, dict[str, Any]]]:
    try:
        held = json.loads(intake.read(file))
        games = held.pop("games")
        if held != head:
            return {}
        names = frozenset(registry.names())
        return {name: (_mark_of(fields[:4]), _row(fields[4:], names)) for name, fields in games.items()}
    except (OSError, ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return {}


def _mark_of(fields: list[Any]) -> Mark:
    if not all(type(each) is int for each in fields):
        raise ValueError
    return Mark(*fields)


def _row(fields: list[Any], games: frozenset[str]) -> dict[str, Any]:
    row = dict(zip(FIELDS, fields, strict=True)) | {"handed_over": False}
    if not _fits(row, games):
        raise ValueError
    return row


def _fits(row: Mapping[str, Any], games: frozenset[str]) -> bool:
    """Tell whether a line of the home can be said of this row alone; other things are found out each time."""
    if "problem" in row or row["handed_over"]:
        return False
    shown, result, over = row["shown"], row["result"], row["over"]
    seats = range(len(shown)) if type(shown) is list else range(0)
    return (
        row["game"] in games
        and 0 < len(seats) <= MAX_SEATS
        and all(type(name) is str and _is_plain(name) for name in shown)
        and (row["you"] is None or _among(row["you"], seats))
        and all(type(row[name]) is bool for name in ("hotseat", "over", "your_turn"))
        and type(row["round"]) is int
        and type(row["waiting_for"]) is list
        and all(_among(seat, seats) for seat in row["waiting_for"])
        and (result is not None) is (row["basis"] is not None) is over
        and (result is None or [_among(place - 1, seats) for place in result] == [True] * len(seats))
        and (row["basis"] is None or row["basis"] in {*Basis})
    )


_is_plain: Final = lru_cache(4096)(is_plain)
"""Most games of a home are with the same people."""


def _among(seat: object, seats: range) -> bool:
    return type(seat) is int and seat in seats
