"""Finished games of a league, made in process: mixed, and always the same ones."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Final

from p2pgames import registry
from p2pgames.contract import resolve_options
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.league.league import (
    League,
    LeagueTerms,
    Scoring,
    SignedLeague,
    in_order,
    sign_enrolment,
    sign_league,
)
from p2pgames_protocol.testing.room import Room, identity

KINDS: Final[tuple[tuple[str, int, dict[str, str]], ...]] = (
    ("linja", 2, {"bonus": "own"}),
    ("metro", 2, {}),
    ("bus", 3, {}),
    ("socks", 2, {}),
    ("line1", 2, {}),
    ("linja", 2, {"bonus": "any"}),
    ("bus", 4, {}),
    ("line1", 3, {}),
)
"""Games, seats and options."""
ORDER: Final = (*(0, 5, 3, 2, 0, 5, 6, 1, 0, 5, 3, 2), *(0, 5, 3, 4, 0, 5, 6, 2, 0, 5, 3, 7))
"""Which of them is played next, over and over: short games more often, as people do."""
_PLAYERS: Final = max(seats for _game, seats, _options in KINDS)
_NONCES: Final = 250
"""So many games have equal terms and another nonce each; then the time to move is another one."""


@cache
def league() -> SignedLeague:
    """Return a league in which all of them count."""
    terms = (_terms(*kind) for kind in KINDS)
    return sign_league(
        identity(0), League(identity(0).key, "Many", None, in_order(tuple(terms)), 0, Scoring.POINTS, ())
    )


def _terms(game: str, seats: int, options: dict[str, str]) -> LeagueTerms:
    return LeagueTerms(game, seats, tuple(resolve_options(registry.game(game).rules, seats, options).items()))


def found(folder: Path) -> None:
    """Write what a league's folder holds beside its games."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "league.p2pl").write_bytes(league().file)
    for number in range(_PLAYERS):
        said = sign_enrolment(identity(number), league().id, f"Player{number}")
        (folder / f"{number}.p2pe").write_bytes(said)


def games(folder: Path, count: int, jobs: int = 2) -> Sequence[Path]:
    """Return the files of this many games; those that lie there already are not played again."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(partial(_game, folder), range(count), chunksize=8))


def _game(folder: Path, number: int) -> Path:
    path = folder / f"{number:04}.p2pg"
    if not path.exists():
        new = path.with_suffix(".new")
        new.write_bytes(played(number))
        new.replace(path)
    return path


def played(number: int) -> bytes:
    """Return the file of the game of this number: seats that choose at random, to the end."""
    turn, place = divmod(number, len(ORDER))
    kind = ORDER[place]
    before = turn * ORDER.count(kind) + ORDER[:place].count(kind)
    again, nonce = divmod(before, _NONCES)
    game, seats, options = KINDS[kind]
    chosen = {**options, "time": f"{10 + again}m"}
    seed = before * len(KINDS) + kind
    room = Room(registry.game(game).rules, seats, chosen, seed=seed, nonce=nonce, league=league().id)
    room.play(10**6)
    return canonical(room.replicas[0])
