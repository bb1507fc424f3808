"""Taking games and enrolments into a league's folder."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from p2pgames_cli.app.league.folder import LeagueFolder
from p2pgames_cli.app.league.games import join_copies, league_games
from p2pgames_cli.app.league.kept_audits import KeptAudits, audit_files
from p2pgames_cli.app.workers.workers import Workers
from p2pgames_cli.config.exit_codes import Code, how_it_ends
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed, named, sentence_of
from p2pgames_protocol.league.game import LeagueGame, why_foreign
from p2pgames_protocol.league.league import ENROLMENT_MAGIC, read_enrolment
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.disk import write_whole
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


def add_files(
    folder: LeagueFolder,
    audits: KeptAudits,
    files: Sequence[Path],
    workers: Workers,
    progress: Callable[[int, int], None],
) -> Adding:
    """Audit the files in full, take in what belongs to the league, and say of each whether it counts, or why not.

    What belongs to it and does not count is taken in, too: else whoever has a copy that counts had another table.
    """
    files = list(dict.fromkeys(files))
    audit_files(audits, files, workers, progress)
    # Enrolments go before games: whose key is not known plays no game that counts.
    people_first = sorted(files, key=lambda path: path.suffix == SUFFIX)
    taken = {path: _taken(folder, audits, path) for path in people_first}
    found = {path: taken[path] for path in files}
    standing = league_games(folder, audits, workers, progress).counted(folder)
    why = {game.id: reason for game, reason in standing.out}
    return Adding(tuple(_judged(found, why)))


def _judged(found: dict[Path, Added | LeagueGame], out: dict[bytes, Any]) -> Iterator[Added]:
    """Yield what is said of each file; of two copies of a game the first counts, or does not."""
    judged: set[bytes] = set()
    for path, taken in found.items():
        if isinstance(taken, Added):
            yield taken
        elif taken.id in judged:
            yield Added(path, True, _("the same game is here already."))
        elif taken.id in out:
            yield Added(path, True, _("taken in, but it does not count."), named(out[taken.id]))
        else:
            yield Added(path, True, _("counts."))
        judged |= {taken.id} if isinstance(taken, LeagueGame) else set()


def _taken(folder: LeagueFolder, audits: KeptAudits, path: Path) -> Added | LeagueGame:
    """Take in a file that belongs to the league; return its game, or what is said of it.

    One that cannot be read, or whose place is taken by a link, say, is refused, and the others go on.
    """
    try:
        data = disk.read_file(path, follow=False)
        if data.startswith(ENROLMENT_MAGIC):
            return _enrolled(folder, path, data)
        found = audits.audit_or_recall(data)
        if found.game is None:
            return Added(path, False, _("refused."), found.why)
        if why := why_foreign(folder.signed, folder.enrolled, found.game):
            return Added(path, False, _("refused."), named(why))
        return _put(folder, audits, path, data, found.game)
    except OSError as wrong:
        own = wrong.filename == str(path)
        return Added(path, False, _("refused."), sentence_of(wrong) if own else str(how_it_ends(wrong)))


def _put(
    folder: LeagueFolder, audits: KeptAudits, path: Path, data: bytes, game: LeagueGame
) -> Added | LeagueGame:
    """Write a game under its id, with what a copy there holds and in place of anything damaged."""
    number, before = game.id.hex(), b""
    for place in (folder.path / f"{number[:16]}{SUFFIX}", folder.path / f"{number}{SUFFIX}"):
        try:
            before = disk.read_file(place, follow=False)
        except FileNotFoundError:
            write_whole(place, data)
            return game
        there = audits.audit_or_recall(before).game
        if there is None or there.id == game.id:
            break
    else:
        return Added(
            path, False, _("refused."), _("Another game has its name there: {file}").format(file=place)
        )
    if path.resolve() == place.resolve():
        return game
    together = join_copies([data, before])
    both = audits.audit_or_recall(together).game
    if before in (data, together) or both is None:
        return Added(path, True, _("the same game is here already."))
    write_whole(place, together)
    return both


def _enrolled(folder: LeagueFolder, path: Path, data: bytes) -> Added:
    try:
        enrolment = read_enrolment(data)
    except Malformed as wrong:
        return Added(path, False, _("refused."), sentence_of(wrong))
    if enrolment.league != folder.signed.id:
        return Added(path, False, _("refused."), _("It is for another league."))
    if not folder.league.invites(enrolment.key):
        return Added(path, False, _("refused."), _("The organiser has not invited this key."))
    folder.write_enrolment(data)
    return Added(path, True, _("takes part."))
