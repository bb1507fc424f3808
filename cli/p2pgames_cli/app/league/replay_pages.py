"""Pages that step through the games of a league, in a folder of their own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from p2pgames import registry
from p2pgames_cli.app.league.folder import LeagueFolder
from p2pgames_cli.app.league.games import joined
from p2pgames_cli.app.workers.workers import Numbered, Task, Workers
from p2pgames_cli.i18n.catalogue import language, use
from p2pgames_protocol.audit.merge import merge
from p2pgames_protocol.audit.record_set import read
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.table_options import Refused
from p2pgames_protocol.store import intake
from p2pgames_protocol.store.disk import make_folder, write_whole
from p2pgames_protocol.store.game_store import SUFFIX
from p2pgames_protocol.wire.codec import Malformed


def write_replays(
    folder: LeagueFolder,
    wanted: Collection[bytes],
    target: Path,
    workers: Workers,
    progress: Callable[[int, int], None],
) -> dict[bytes, str]:
    """Write a page for each of these games that has none yet; return what its file is called, by id."""
    copies = sorted(_copies(folder, wanted).items())
    files: list[Path] = []

    def missing() -> Iterator[Numbered]:
        for number, (game, paths) in enumerate(copies):
            given = b"%s\n%s" % (
                language().encode(),
                joined([intake.read(path, follow=False) for path in paths]),
            )
            files.append(target / _name(game, given))
            if files[-1].is_symlink() or not files[-1].is_file():
                yield number, given

    task = Task(replay_page, lambda _number, page: page, lambda number: copies[number][1][0])
    for made, (number, page) in enumerate(workers.for_jobs(len(copies)).spread(task, missing()), 1):
        make_folder(target)
        write_whole(files[number], page)
        progress(made, len(copies))
    return {game: file.name for (game, _paths), file in zip(copies, files, strict=True)}


def replay_page(given: bytes) -> bytes:
    """Return the page of a game, given the language and its log."""
    from p2pgames_cli.export.html import page

    spoken, _, log = given.partition(b"\n")
    use(spoken.decode())
    return page(merge(log, log, registry.rules)[1]).encode()


def _copies(folder: LeagueFolder, wanted: Collection[bytes]) -> dict[bytes, list[Path]]:
    """Return the files of these games, by id."""
    found: dict[bytes, list[Path]] = defaultdict(list)
    for path in sorted(folder.path.glob(f"*{SUFFIX}")):
        with suppress(OSError, Damaged, Malformed, Refused):  # opening the league has reported it already
            number = read(intake.read(path, follow=False))[0].game_id
            if number in wanted:
                found[number].append(path)
    return found


def _name(game: bytes, given: bytes) -> str:
    """Return the name of a page: it tells apart what bytes, language and version of the program it is made of."""
    made = sha256(version("p2pgames").encode() + b"\n" + given).hexdigest()
    return f"{game.hex()[:8]}-{made[:8]}.html"
