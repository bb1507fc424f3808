"""The games that lie in a league's folder, each once: of several copies all that they hold together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from pathlib import Path

from p2pgames import registry
from p2pgames_cli.app.league.folder import LeagueFolder
from p2pgames_cli.app.league.kept_audits import KeptAudits, audit_files
from p2pgames_cli.app.workers.workers import Workers
from p2pgames_protocol.audit.replay import merge
from p2pgames_protocol.league.game import Counted, LeagueGame, games_that_count
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Refused
from p2pgames_protocol.store import disk
from p2pgames_protocol.store.game_store import SUFFIX, copies_of
from p2pgames_protocol.wire.codec import Malformed


@dataclass(frozen=True, slots=True)
class LeagueGames:
    """What lies in a folder: games, and files that hold none."""

    games: tuple[LeagueGame, ...]
    unread: tuple[tuple[Path, str], ...]
    copies: tuple[Path, ...] = ()
    """Files that hold a game once more; the one that is named after its id is not among them."""

    def counted(self, folder: LeagueFolder) -> Counted:
        """Return which of the games count."""
        return games_that_count(folder.signed, folder.enrolled, self.games)


def league_games(
    folder: LeagueFolder, audits: KeptAudits, workers: Workers, progress: Callable[[int, int], None]
) -> LeagueGames:
    """Audit whatever lies there; which file is called what makes no difference."""
    files = sorted(folder.path.glob(f"*{SUFFIX}"))
    copies: dict[bytes, dict[str, tuple[Path, LeagueGame]]] = {}
    same_game: dict[bytes, list[Path]] = {}
    unread: list[tuple[Path, str]] = []
    for path, found in zip(files, audit_files(audits, files, workers, progress), strict=True):
        if found.game is None:
            unread.append((path, found.why))
        else:
            copies.setdefault(found.game.id, {})[found.hash] = path, found.game
            same_game.setdefault(found.game.id, []).append(path)
    again = [path for game, same in same_game.items() for path in copies_of(game.hex(), same)]
    return LeagueGames(tuple(_games(copies.values(), audits)), tuple(unread), tuple(again))


def _games(copies: Iterable[dict[str, tuple[Path, LeagueGame]]], audits: KeptAudits) -> Iterator[LeagueGame]:
    for same in copies:
        if len(same) == 1:
            yield from (game for _path, game in same.values())
            continue
        together = join_copies(
            [disk.read_file(path, follow=False) for _hash, (path, _game) in sorted(same.items())]
        )
        game = audits.audit_or_recall(together).game
        yield game if game is not None else min(same.items())[1][1]


def join_copies(copies: Sequence[bytes]) -> bytes:
    """Return one file with all that copies of a game hold; one that is no copy of the first is left out."""
    return reduce(_joined, copies)


def _joined(one: bytes, other: bytes) -> bytes:
    try:
        return merge(one, other, registry.rules)[0]
    except (Damaged, Malformed, Refused):
        return one
