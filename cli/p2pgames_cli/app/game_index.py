"""How the games of a home stood when they were last read, for every command and for the home, kept beside the notes.

It only saves reading games again that have not changed since. To go on with a game, or to audit it, the game's own
file is read. An index that is missing, damaged, of other rules or of somebody else is ignored and made anew.
"""

from __future__ import annotations

import json
import os
import stat
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, cast

from p2pgames import registry
from p2pgames.contract import Why
from p2pgames_cli.app.listing import game_as_data
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.library.stored_games import ID, BrokenGame, Stored, game_file, game_files
from p2pgames_protocol.log.genesis import MAX_SEATS, Genesis
from p2pgames_protocol.log.position import Basis
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.disk import HomeError
from p2pgames_protocol.store.handover import TakenSeat
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.json_fields import read_message
from p2pgames_protocol.wire.names import is_plain

FILE: Final = "games.index"
SETTLED: Final = 2 * 10**9
"""Nanoseconds for which a file was left alone before its row is kept: clocks of files are coarse."""
WRITE_EVERY: Final = 5.0
"""Seconds of reading that are lost at most when the client is killed; to write 10,000 rows takes about 0.3."""
EAGER: Final = 200
"""Games of which the home reads the beginning before it shows anything: more than a screen holds, in 0.1 seconds."""
FIELDS: Final = (
    "game",
    "words",
    "names",
    "shown",
    "you",
    "hotseat",
    "round",
    "over",
    "complete",
    "waiting_for",
    "your_turn",
    "result",
    "scores",
    "basis",
    "how",
    "keys",
    "table",
    "previous",
    "league",
    "end",
    "departures",
    "cheated",
)
"""What is kept of a row: all that lists of games, results, series and leagues say."""
ROW: Final = ("game_id", *FIELDS[:6], "handed_over", "changed", "round", "since", *FIELDS[7:])
"""The order of a row as `entry` makes it: programs get the same line, whether the game was read or known."""


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
    """Rows by the name of the file, each with the mark of the file that it was made of; leaving it writes the file."""

    def __init__(self, home: Home, identity: Identity | None) -> None:
        """Read what was kept for this player; it is empty if nothing can be used."""
        self._home = home
        self.identity = identity
        self._file = home.state / FILE
        self._head = {
            "index": 3,
            "program": registry.program_version(),
            "key": identity and identity.key.hex(),
        }
        self._rows = _read(self._file, self._head)
        self._stands = _mark(self._file)
        self._met: dict[tuple[str, Path, Mark], dict[str, Any]] = {}
        """What was read by this process, also what may not be kept."""
        self._now: dict[Path, tuple[os.stat_result, dict[str, Any]]] = {}
        """The rows that held for the files at the last look."""
        self._other: set[tuple[Path, Mark]] = set()
        """Files that turned out not to hold the game after which they are named."""
        self._given: set[str] = set()
        self._names: frozenset[str] = frozenset()
        """The files that were there at the last look."""
        self.copies: tuple[BrokenGame, ...] = ()
        """The files that held a game once more then."""
        self._new = False
        self._written = time.monotonic()

    def __enter__(self) -> Self:
        """Return itself."""
        return self

    def __exit__(self, *_: object) -> None:
        """Write what was found out, however the work ended."""
        self.write()

    def scan(self, *, eager: int | None = None) -> tuple[Stored | BrokenGame, ...]:
        """Return everything in the home that is a game, or was one; no file is read of which a row is known.

        With ``eager`` no more than so many others are, and the rest counts as games until somebody asks for more.
        """
        given = TakenSeat.changed_games(self._home)
        asked = given | self._given
        self._given = given
        # Only the file tells of a game what its row says, unless somebody else plays the seat since.
        self._met = {at: row for at, row in self._met.items() if at[0] not in asked}
        self._now = {}
        left = eager

        def is_known(file: Path, found: os.stat_result) -> bool:
            nonlocal left
            if (kept := self._kept(file, found)) is not None:
                self._now[file] = found, kept
                return True
            if left is None or not ID.fullmatch(file.stem) or (file, Mark.of(found)) in self._other:
                return False
            left -= 1
            return left < 0

        copies: list[BrokenGame] = []
        every = tuple(game_files(self._home, is_known, copies))
        self.copies = tuple(copies)
        self._names = frozenset(one.path.name for one in every)
        return every

    def _kept(self, path: Path, found: os.stat_result) -> dict[str, Any] | None:
        """Return the stored row of a game if its file has not changed since; otherwise None."""
        mark, row = self._rows.get(path.name, (None, None))
        return row if mark == Mark.of(found) and path.stem not in self._given else None

    def known(self, game: Stored) -> dict[str, Any] | None:
        """Return how a game stands if that was found out before; None if it would have to be read."""
        found, row = self._now.get(game.path, (None, None))
        if found is game.found:  # most of a home is as it was when it was looked at
            return row
        return self._met.get(_at(game)) or self._kept(game.path, game.found)

    def settled(self, game: Stored) -> Stored | BrokenGame:
        """Return what a game is that nobody may have read yet: its file may hold none, or another one once more."""
        if game.begun is not None or self.known(game) is not None:
            return game
        found = game_file(self._home, game.path, game.found)
        if found.id != game.id or isinstance(found, BrokenGame):
            self._other.add((game.path, Mark.of(game.found)))
        if isinstance(found, Stored) and found.is_copy:
            found = found.as_copy()
            self.copies += (found,)
        return found

    def of_table(self, table: bytes) -> Iterator[Stored | BrokenGame]:
        """Yield the games of a table, by the hash of its proposal: of most others not even the beginning is read."""
        for one in self.scan(eager=0):
            if isinstance(one, BrokenGame) or one.begun is not None:
                if one.genesis is not None and one.genesis.joins[0].proposal == table:
                    yield one
            elif (row := self.known(one)) is not None and "table" in row:
                if row["table"] == table.hex():
                    yield one
            elif (claimed := one.claimed()) is None or claimed[0] != table:
                continue
            elif (found := self.settled(one)) not in self.copies:
                yield found

    def check_only(self, genesis: Genesis) -> None:
        """Raise `Stop` if another game of the table of one that is not here was begun here: a table has one game."""
        if any(one.id != genesis.game_id.hex() for one in self.of_table(genesis.joins[0].proposal)):
            raise Stop(
                Code.INVALID, _("Another game of this table has begun here already. Nothing was taken.")
            )

    def row(self, game: Stored) -> dict[str, Any]:
        """Return how a game stands, as `entry` does; it is read unless that is known."""
        if (kept := self.known(game)) is None:
            return self._read(game)
        if "changed" in kept or "problem" in kept:
            return kept
        changed = int(game.changed_at)
        since = None if kept["over"] or kept["complete"] else changed
        whole = {"game_id": game.id, "changed": changed, "since": since} | kept
        row = {name: whole[name] for name in ROW}
        if game.path in self._now:
            self._now[game.path] = game.found, row
        return row

    def told(self, game: Stored) -> dict[str, Any]:
        """Return the row of a game with the sentence on how it ended."""
        row = self.row(game)
        if not isinstance(row.get("how"), Mapping):
            return row
        try:
            registry.game(row["game"])  # it declares its sentences
            return row | {"how": read_message(row["how"])}
        except (ValueError, RecursionError):
            return self._read(game)

    def _read(self, game: Stored) -> dict[str, Any]:
        at, made, one = _at(game), time.time_ns(), self.settled(game)
        row = (
            {"problem": one.why, "help": one.help}
            if isinstance(one, BrokenGame)
            else game_as_data(one, self.identity)
        )
        self._met[at] = row
        if (
            isinstance(one, Stored)
            and _goes_by_its_file(one, made)
            and _fits(kept := _to_keep(row), frozenset(registry.names()))
        ):
            self._rows[game.path.name] = Mark.of(game.found), kept
            self._new = True
        if time.monotonic() - self._written > WRITE_EVERY:
            self.write()
        return row

    def write(self) -> None:
        """Write what is new, with what other processes have written since; a full disk is no matter."""
        if not self._new:
            return
        if (stands := _mark(self._file)) != self._stands:
            self._rows = _read(self._file, self._head) | self._rows
        rows = {name: row for name, row in dict(self._rows).items() if name in self._names}
        lines = {name: [*mark, *(row[field] for field in FIELDS)] for name, (mark, row) in rows.items()}
        data = json.dumps(self._head | {"games": lines}, separators=(",", ":")).encode()
        with suppress(HomeError):
            self._home.write(self._file, data)
            stands = _mark(self._file)
        self._stands, self._new, self._written = stands, False, time.monotonic()


def _at(game: Stored) -> tuple[str, Path, Mark]:
    return game.id, game.path, Mark.of(game.found)


def _mark(file: Path) -> Mark | None:
    try:
        return Mark.of(file.stat())
    except OSError:
        return None


def _to_keep(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row as it is kept, with the sentence on the end as data; empty for one that names a problem."""
    if "problem" in row or row["handed_over"]:
        return {}
    kept = {name: row[name] for name in FIELDS} | {"handed_over": False}
    how, scores = row["how"], row["scores"]
    return kept | {"how": how and how.as_data(), "scores": scores and list(scores)}


def _goes_by_its_file(game: Stored, made: int) -> bool:
    """Tell whether nothing but the file says how a game stands, and the file was at rest when that was found out."""
    mark = Mark.of(game.found)
    at_rest = made - max(mark.modified, mark.changed) > SETTLED
    return at_rest and stat.S_ISREG(game.found.st_mode) and game.path.stem == game.id


def _read(file: Path, head: Mapping[str, Any]) -> dict[str, tuple[Mark, dict[str, Any]]]:
    try:
        held = json.loads(disk.read_file(file))
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
    if not row:
        return False
    shown, result, over, ends = row["shown"], row["result"], row["over"], row["end"] is not None
    seats = range(len(shown)) if type(shown) is list else range(0)
    return (
        row["game"] in games
        and 0 < len(seats) <= MAX_SEATS
        and all(type(name) is str and _is_plain(name) for name in shown)
        and type(row["words"]) is str
        and is_plain(row["words"])
        and _each(row["names"], str, len(seats))
        and (row["you"] is None or _among(row["you"], seats))
        and all(type(row[name]) is bool for name in ("hotseat", "over", "complete", "your_turn", "cheated"))
        and type(row["round"]) is int
        and type(row["waiting_for"]) is list
        and all(_among(seat, seats) for seat in row["waiting_for"])
        and (result is not None) is (row["basis"] is not None) is (row["how"] is not None) is over
        and (result is None or [_among(place - 1, seats) for place in result] == [True] * len(seats))
        and (row["how"] is None or (type(row["how"]) is dict and row["how"].keys() == {"id", "params"}))
        and (row["scores"] is None or _each(row["scores"], int, len(seats)))
        and (row["basis"] is None or row["basis"] in _BASES)
        and _are_hashes(row["keys"], len(seats))
        and _are_hashes([row["table"]], 1)
        and (row["previous"] is None or _are_hashes(row["previous"], 2))
        and (row["league"] is None or _are_hashes([row["league"]], 1))
        and ends is (over and not row["cheated"])
        and (not ends or _are_hashes([row["end"]], 1))
        and type(row["departures"]) is list
        and _WHYS.issuperset(row["departures"])
        and (row["complete"] or not row["cheated"])
    )


_is_plain: Final = lru_cache(4096)(is_plain)
"""Most games of a home are with the same people."""
_BASES: Final = frozenset(Basis)
_WHYS: Final = frozenset(Why)


def _each(values: object, kind: type, count: int) -> bool:
    return type(values) is list and len(values) == count and all(type(one) is kind for one in values)


def _are_hashes(values: object, count: int) -> bool:
    return _each(values, str, count) and all(map(ID.fullmatch, cast("list[str]", values)))


def _among(seat: object, seats: range) -> bool:
    return type(seat) is int and seat in seats
