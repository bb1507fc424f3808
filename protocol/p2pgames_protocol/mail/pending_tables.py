"""The tables of a home that fill up by mail, each a file beside the games until its game has begun."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.mail.letters import MAX_TABLE, Filling, read_table, write_table
from p2pgames_protocol.store import intake
from p2pgames_protocol.store.home import Home

SUFFIX: Final = ".table"


@dataclass(frozen=True, slots=True)
class PendingTables:
    """Reads and writes them; the home must be locked for that. All methods block."""

    home: Home

    def keep(self, filling: Filling) -> None:
        """Write a table in one step, in place of what was kept of it; raise `HomeError` if that is not possible."""
        self.home.write(self._file(filling.table), write_table(filling))

    def drop(self, table: bytes) -> None:
        """Forget a table."""
        self._file(table).unlink(missing_ok=True)

    def find(self, table: bytes) -> Filling | None:
        """Return what is kept of a table; None if nothing is. Raises `Damaged`."""
        try:
            return _read(self._file(table))
        except FileNotFoundError:
            return None

    def __iter__(self) -> Iterator[Filling]:
        """Yield the tables, those that cannot be read left out, and copies of those that are there."""
        there = self._files()
        for file in there:
            with suppress(OSError, Damaged):
                filling = _read(file)
                if file == (own := self._file(filling.table)) or own not in there:
                    yield filling

    def lost(self) -> Iterator[tuple[Path, OSError | Damaged]]:
        """Yield the files of tables that cannot be read, each with why."""
        for file in self._files():
            try:
                _read(file)
            except (OSError, Damaged) as wrong:
                yield file, wrong

    def _files(self) -> list[Path]:
        return sorted(self.home.games.glob(f"*{SUFFIX}")) if self.home.games.is_dir() else []

    def _file(self, table: bytes) -> Path:
        return self.home.games / f"{table.hex()}{SUFFIX}"


def _read(file: Path) -> Filling:
    return read_table(intake.read(file, MAX_TABLE + 1))
