"""Taking games and enrolments into a league's folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2pgames_cli.app.league.auditing import seen
from p2pgames_cli.app.league.folder import LeagueFolder
from p2pgames_cli.app.league.games import joined, league_games
from p2pgames_cli.app.league.kept_audits import KeptAudits
from p2pgames_cli.app.workers.workers import Workers
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed, named, told
from p2pgames_protocol.league.counting import foreign
from p2pgames_protocol.league.enrolment import MAGIC, read_enrolment
from p2pgames_protocol.league.game import Game
from p2pgames_protocol.store import intake
from p2pgames_protocol.store.game_store import SUFFIX
from p2pgames_protocol.wire.codec import Malformed


@dataclass(frozen=True, slots=True)
class Added:
    """What became of one file."""

    path: Path
    taken: bool
    said: str
    why: str = ""


@dataclass(frozen=True, slots=True)
class Adding:
    """What became of all files."""

    found: tuple[Added, ...]

    @property
    def code(self) -> int:
        """The exit code: a failure where a file was refused."""
        return Code.FINE if all(one.taken for one in self.found) else Code.INVALID

    def lines(self) -> Iterator[str]:
        """Yield a line for each file."""
        for one in self.found:
            yield headed(one.path, f"{one.said} {one.why}".rstrip())

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield an object for each file."""
        for one in self.found:
            yield {"file": str(one.path), "taken": one.taken, "why": one.why}


def add(
    folder: LeagueFolder,
    audits: KeptAudits,
    files: Sequence[Path],
    workers: Workers,
    progress: Callable[[int, int], None],
) -> Adding:
    """Audit the files in full, take in what belongs to the league, and say of each whether it counts, or why not.

    What belongs to it and does not count is taken in, too: else whoever has a copy that counts had another table.
    """
    seen(audits, files, workers, progress)
    found = {path: _taken(folder, audits, path) for path in _people_first(files)}
    standing = league_games(folder, audits, workers, progress).counted(folder)
    why = {game.id: reason for game, reason in standing.out}
    return Adding(tuple(_judged(path, found[path], why) for path in files))


def _people_first(files: Sequence[Path]) -> list[Path]:
    """Return enrolments before games: whose key is not known plays no game that counts."""
    return sorted(files, key=lambda path: path.suffix == SUFFIX)


def _judged(path: Path, taken: Added | Game, out: dict[bytes, Any]) -> Added:
    if isinstance(taken, Added):
        return taken
    if taken.id in out:
        return Added(path, True, _("taken in, but it does not count."), named(out[taken.id]))
    return Added(path, True, _("counts."))


def _taken(folder: LeagueFolder, audits: KeptAudits, path: Path) -> Added | Game:
    """Take in a file that belongs to the league; return its game, or what is said of it."""
    try:
        data = intake.read(path)
    except OSError as wrong:
        return Added(path, False, _("refused."), told(wrong))
    if data.startswith(MAGIC):
        return _enrolled(folder, path, data)
    found = audits.seen_data(data)
    if found.game is None:
        return Added(path, False, _("refused."), found.why)
    if why := foreign(folder.signed, folder.enrolled, found.game):
        return Added(path, False, _("refused."), named(why))
    return _put(folder, audits, path, data, found.game)


def _put(folder: LeagueFolder, audits: KeptAudits, path: Path, data: bytes, game: Game) -> Added | Game:
    place = folder.path / f"{game.id.hex()[:16]}{SUFFIX}"
    if not place.exists():
        place.write_bytes(data)
        return game
    before = intake.read(place)
    if path.resolve() == place.resolve():
        return game
    together = joined([before, data])
    both = audits.seen_data(together).game
    if before in (data, together) or both is None:
        return Added(path, True, _("the same game is here already."))
    place.write_bytes(together)
    return both


def _enrolled(folder: LeagueFolder, path: Path, data: bytes) -> Added:
    try:
        enrolment = read_enrolment(data)
    except Malformed as wrong:
        return Added(path, False, _("refused."), told(wrong))
    if enrolment.league != folder.signed.id:
        return Added(path, False, _("refused."), _("It is for another league."))
    if not folder.signed.league.invites(enrolment.key):
        return Added(path, False, _("refused."), _("The organiser has not invited this key."))
    folder.keep(data)
    return Added(path, True, _("takes part."))
