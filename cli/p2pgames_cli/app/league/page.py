"""The page of a league as a file, and beside it a page for every game of its."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from p2pgames_cli.app.league.about import About, by_what
from p2pgames_cli.app.league.folder import LeagueFolder
from p2pgames_cli.app.league.games import LeagueGames
from p2pgames_cli.app.league.replay_pages import write_replays
from p2pgames_cli.app.league.standings import Table, about_ratings
from p2pgames_cli.app.workers.workers import Workers
from p2pgames_cli.export.league_page import LeaguePage
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.prose import capital
from p2pgames_protocol.league.league import Scoring
from p2pgames_protocol.store.disk import put, write_whole


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
            said.format(file=self.file, count=self.replays, folder=beside(self.file).name)
            if self.replays
            else _("Written: {file}").format(file=self.file)
        )

    def objects(self) -> Iterator[dict[str, Any]]:
        """Yield the same as plain values."""
        yield {"file": str(self.file), "replays": self.replays}


def beside(file: Path) -> Path:
    """Return the folder for the pages of games."""
    return file.with_name(f"{file.stem}-games")


def write_page(
    folder: LeagueFolder,
    games: LeagueGames,
    file: Path,
    workers: Workers,
    progress: Callable[[int, int], None],
) -> Written:
    """Write the page of a league, and those of its games; raise `Stop` or OSError if that cannot be done."""
    table, about = Table.of(folder, games), About.of(folder)
    wanted = {game.id for game in (*table.counted.games, *(game for game, _why in table.counted.out))}
    names = write_replays(folder, wanted, beside(file), workers, progress)
    where = quote(os.fsencode(beside(file).name))
    by_rating = table.scoring is Scoring.RATING
    page = LeaguePage(
        folder.signed.league.name,
        tuple(about.sentences()),
        table.names,
        table.standings,
        table.counted,
        about_ratings() if by_rating else capital(by_what(folder.signed.league)),
        by_rating,
        tuple(table.doubtful()),
        {number: f"{where}/{name}" for number, name in names.items()},
    )
    # A pipe that the player names is waited for; in the league's own folder anybody may have put one.
    write = write_whole if file.parent.resolve() == folder.path.resolve() else put
    write(file, page.text().encode())
    return Written(file, len(names))
