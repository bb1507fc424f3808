"""The game of a home that is meant when none is named."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, TypeVar

from p2pgames_cli.app.game_index import GameIndex
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named, placed
from p2pgames_cli.library.stored_games import BrokenGame, Stored, has_games
from p2pgames_protocol.store.home import Home

LATEST: Final = 20
"""Games, the latest, among which one is looked for whose end the others may lack: to read them takes a few seconds."""


def check_any_game(where: Home) -> None:
    """Raise `Stop` if there is no game at all: nobody needs a key for that."""
    if not has_games(where):
        raise Stop(Code.USAGE, _("No game here is waiting. Begin one: p2pgames host linja"))


def pick_running_game(index: GameIndex) -> Stored:
    """Return the only running game of this player; raise `Stop`, naming them, if there is none or more than one.

    Games that are only watched do not count where there is one to play.
    Where all games are over, the last one is meant whose end the others may still need.
    """
    running = running_games(index)
    if not running:
        raise _none_waits(index)
    return only_game(running)


def to_fetch(index: GameIndex) -> list[Stored | BrokenGame]:
    """Return the games whose files are damaged or gone, and can be begun anew."""
    with index:
        found = list(_looked_at(index, index.scan(eager=0)))
        broken = [one for one in found if isinstance(one, BrokenGame) and one.genesis is not None]
        return [*broken, *(one for one in found if isinstance(one, Stored) and index.row(one).get("help"))]


def _looked_at(index: GameIndex, games: Iterable[Stored | BrokenGame]) -> Iterator[Stored | BrokenGame]:
    """Yield what games are; left out are those of which nothing is known but that their beginning and end are there."""
    for one in games:
        if isinstance(one, BrokenGame) or index.known(one):
            yield one
        elif one.claimed() is None or not one.seems_over():
            yield index.settled(one)


One = TypeVar("One", Stored, Stored | BrokenGame)


def only_game(running: Sequence[One]) -> One:
    """Return the only one of some games; raise `Stop`, naming them, if there are more."""
    if len(running) > 1:
        names = ", ".join(
            f"{game.id[:8]} ({game.genesis.game})" for game in running[:6] if game.genesis is not None
        )
        said = _("{count} games are running: {names}. Say which one by its id.")
        raise Stop(Code.USAGE, said.format(count=len(running), names=names))
    return running[0]


def running_games(index: GameIndex) -> list[Stored]:
    """Return the games that `pick_running_game` chooses from."""
    with index:
        games = [one for one in index.scan(eager=0) if isinstance(one, Stored)]
        rows = {game: index.row(game) for game in _looked_at(index, games) if isinstance(game, Stored)}
        sound = {game: row for game, row in rows.items() if "problem" not in row and not row["handed_over"]}
        running = [game for game, row in sound.items() if not row["over"] and not row["complete"]]
        running = [game for game in running if sound[game]["you"] is not None] or running
        if running:
            return running
        ended = ((game, index.row(game)) for game in games[:LATEST])
        needed = (g for g, r in ended if "problem" not in r and not r["complete"] and not r["handed_over"])
        return list(islice(needed, 1))


def _none_waits(index: GameIndex) -> Stop:
    """Return what ends the command where no game can be gone on with: one that is damaged is named."""
    for one in index.scan(eager=0):
        unread = isinstance(one, Stored) and index.known(one) is None and one.claimed() is None
        game = index.settled(one) if isinstance(one, Stored) and unread else one
        if isinstance(game, BrokenGame):
            if game not in index.copies:
                return Stop(Code.INVALID, placed(game.path, named(game.why), named(game.help)))
            continue
        row = index.known(game) or {}
        if "problem" in row:
            more = named(row["help"]) if row["help"] is not None else ""
            return Stop(Code.INVALID, placed(game.path, named(row["problem"]), more))
    return Stop(Code.USAGE, _("No game here is waiting. Begin one: p2pgames host linja"))
