"""The page of a league as a file, and beside it a page for every game of its."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

from p2pgames import registry
from p2pgames_cli.app.league.about import LeagueSummary, scoring_in_words
from p2pgames_cli.app.league.folder import LeagueFolder
from p2pgames_cli.app.league.games import LeagueGames, join_copies
from p2pgames_cli.app.league.standings import LeagueTable, about_ratings
from p2pgames_cli.app.workers.workers import Numbered, Task, Workers
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.export.league_page import LeaguePage
from p2pgames_cli.i18n.catalogue import _, language, ngettext, use
from p2pgames_cli.i18n.prose import capital
from p2pgames_protocol.audit.replay import merge, read_log
from p2pgames_protocol.league.league import Scoring
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Refused
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.disk import make_folder, put, write_whole
from p2pgames_protocol.store.game_store import SUFFIX
from p2pgames_protocol.wire.codec import Malformed


@dataclass(frozen=True, slots=True)
class Written:
    """Where the page of a league lies, and how many pages of games beside it."""

    file: Path
    replays: int

    def lines(self) -> Iterator[str]:
        """Yield what was written."""
        said = ngettext(
            "Written: {file}, and {count} page of a game in {folder}",
            "Written: {file}, and {count} pages of games in {folder}",
            self.replays,
        )
        yield (
            said.format(file=self.file, count=self.replays, folder=replay_folder(self.file).name)
            if self.replays
            else _("Written: {file}").format(file=self.file)
        )

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the same as plain values."""
        yield {"file": str(self.file), "replays": self.replays}


def replay_folder(file: Path) -> Path:
    """Return the folder for the pages of games."""
    return file.with_name(f"{file.stem}-games")


# Pages that step through the games of a league, in a folder of their own.


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
                join_copies([disk.read_file(path, follow=False) for path in paths]),
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
    """Return the page of a game, given the language and its log; of one that is too long a page that says so."""
    from p2pgames_cli.export.html import page

    spoken, _, log = given.partition(b"\n")
    use(spoken.decode())
    try:
        return page(merge(log, log, registry.rules)[1]).encode()
    except Stop as too_long:
        return f"<!doctype html>\n<title>p2pgames</title>\n<p>{escape(str(too_long))}</p>\n".encode()


def _copies(folder: LeagueFolder, wanted: Collection[bytes]) -> dict[bytes, list[Path]]:
    """Return the files of these games, by id."""
    found: dict[bytes, list[Path]] = defaultdict(list)
    for path in sorted(folder.path.glob(f"*{SUFFIX}")):
        with suppress(OSError, Damaged, Malformed, Refused):  # opening the league has reported it already
            number = read_log(disk.read_file(path, follow=False))[0].game_id
            if number in wanted:
                found[number].append(path)
    return found


def _name(game: bytes, given: bytes) -> str:
    """Return the name of a page: it tells apart what bytes, language and version of the program it is made of."""
    made = sha256(registry.program_version().encode() + b"\n" + given).hexdigest()
    return f"{game.hex()[:8]}-{made[:8]}.html"


def write_page(
    folder: LeagueFolder,
    games: LeagueGames,
    file: Path,
    workers: Workers,
    progress: Callable[[int, int], None],
) -> Written:
    """Write the page of a league, and those of its games; raise `Stop` or OSError if that cannot be done."""
    table, about = LeagueTable.from_folder(folder, games), LeagueSummary.from_folder(folder)
    wanted = {game.id for game in (*table.counted.games, *(game for game, _why in table.counted.out))}
    names = write_replays(folder, wanted, replay_folder(file), workers, progress)
    where = quote(os.fsencode(replay_folder(file).name))
    by_rating = table.scoring is Scoring.RATING
    page = LeaguePage(
        folder.league.name,
        tuple(about.sentences()),
        table.names,
        table.standings,
        table.counted,
        about_ratings() if by_rating else capital(scoring_in_words(folder.league)),
        by_rating,
        tuple(table.doubtful()),
        {number: f"{where}/{name}" for number, name in names.items()},
    )
    # A pipe that the player names is waited for; in the league's own folder anybody may have put one.
    write = write_whole if file.parent.resolve() == folder.path.resolve() else put
    write(file, page.text().encode())
    return Written(file, len(names))
