"""Do chances come true? ``python -m benchmarks.calibration play GAME FILE [GAMES [SEED]]`` plays games and keeps what
was said in them, ``table FILE...`` says in tenths what came of it, ``fit FILE...`` how far it can be believed.

A search with few nodes sits at all seats. Now and then one with more nodes looks: what it says of its best move stands
against what the seat won in the end, a shared win counting its part. Games take every number of seats in turn.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import exp, fsum
from pathlib import Path
from random import Random
from typing import Any

from p2pgames import registry
from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.search.evaluator import Evaluator, Trust, odds, off
from p2pgames.search.search import TriedMove, evaluator_of, search

MANY = 100
"""A tenth with fewer looks may be off by 8 by chance alone."""
GAMES = 200
NODES = {"bus": (4, 40), "line1": (2, 24), "linja": (40, 400), "metro": (12, 200), "socks": (12, 200)}
"""What a decision is played with, and what is looked with."""
LOOKS = 8
"""So many looks a game, about."""
RANDOM = {"linja": 8}
"""So many moves are made at random first, where else all games would begin alike: then nothing is looked at."""
LENGTH = {"bus": 200, "line1": 110, "linja": 42, "metro": 98, "socks": 56}
"""Decisions of a usual game."""
MOST_OFF = 8
ENOUGH = 30
"""A tenth with fewer looks says nothing."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a search said of a decision, and what became of it."""

    game: str
    seats: int
    seed: int
    number: int
    chance: float
    lead: float | None
    won: float
    ahead: float | None


def played(name: str, seed: int) -> list[Said]:
    """Play a game, and return what was said in it with what came of it."""
    game = registry.game(name)
    rules, evaluator = game.rules, thinking(name)
    seats = rules.players[seed % len(rules.players)]
    dealer = LocalDealer(rules, seats, resolve_options(rules, seats, {}), Random(f"calibration {seed}"))
    low, high = NODES[name]
    random = Random(f"opening {seed}")
    every, number, looks = max(1, LENGTH[name] // LOOKS), 0, list[tuple[int, int, TriedMove]]()
    while (seat := dealer.turn) is not None:
        if number < RANDOM.get(name, 0):
            dealer.play(random.choice(dealer.moves()))
            number += 1
            continue
        looking = (number + seed) % every == 0
        found = search(
            rules,
            evaluator,
            dealer.state,
            seat,
            dealer.known[seat],
            seed * 1000 + number,
            nodes=high if looking else low,
        )
        if looking and found.nodes:
            looks.append((number, seat, found.best))
        dealer.play(found.best.move)
        number += 1
    result = dealer.result
    assert result is not None
    return [
        Said(
            name,
            seats,
            seed,
            at,
            best.chance,
            best.lead,
            _won(result.places, seat),
            _ahead(result.scores, seat),
        )
        for at, seat, best in looks
    ]


def thinking(name: str) -> Evaluator[Any]:
    """Return what a game is thought about with."""
    evaluator = evaluator_of(registry.game(name).bots)
    assert evaluator is not None
    return evaluator


def _won(places: Sequence[int], seat: int) -> float:
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def _ahead(scores: Sequence[int] | None, seat: int) -> float | None:
    return None if scores is None else scores[seat] - max(s for at, s in enumerate(scores) if at != seat)


def read(files: Iterable[str]) -> dict[str, list[Said]]:
    """Return what files hold, by game."""
    found: dict[str, list[Said]] = {}
    for file in files:
        for line in Path(file).read_text("utf-8").splitlines():
            said = Said(**json.loads(line))
            found.setdefault(said.game, []).append(said)
    return found


def tenths(looks: Sequence[Said], trust: Trust) -> Iterator[tuple[int, int, float, float]]:
    """Yield each tenth with its looks, the chance said on average, and the share that was won."""
    bins: dict[int, list[tuple[float, float]]] = {}
    for each in looks:
        chance = trust.of(each.chance, 1 / each.seats)
        bins.setdefault(min(9, int(10 * chance)), []).append((chance, each.won))
    for tenth, both in sorted(bins.items()):
        count = len(both)
        yield tenth, count, fsum(said for said, _ in both) / count, fsum(won for _, won in both) / count


def fitted(looks: Sequence[Said]) -> Trust:
    """Return what fits best: logistic regression on the odds against even ones, by Newton's method."""
    spread, shift = 1.0, 0.0
    points = [(off(each.chance, 1 / each.seats), odds(1 / each.seats), each.won) for each in looks]
    for _ in range(30):
        likely = [(x, 1 / (1 + exp(-(base + spread * x + shift))), won) for x, base, won in points]
        one, two = (fsum((won - p) * x**power for x, p, won in likely) for power in (1, 0))
        a, b, c = (fsum(p * (1 - p) * x**power for x, p, _ in likely) for power in (2, 1, 0))
        spread += (c * one - b * two) / (a * c - b * b)
        shift += (a * two - b * one) / (a * c - b * b)
    return Trust(round(100 * spread), round(100 * shift), slope(looks) or 100)


def slope(looks: Sequence[Said]) -> int | None:
    """Return how much came of the leads that were said, in percent; None if nothing is counted."""
    both = [(each.lead, each.ahead) for each in looks if each.lead is not None and each.ahead is not None]
    return round(100 * fsum(a * b for a, b in both) / fsum(a * a for a, _ in both)) if both else None


def rows(found: Mapping[str, Sequence[Said]], trusts: Mapping[str, Trust]) -> Iterator[str]:
    """Yield the table, a row for each tenth of each game."""
    yield "| game | games | said | looks | said on average | won | off |"
    yield "|---|---|---|---|---|---|---|"
    for name, looks in sorted(found.items()):
        games = len({each.seed for each in looks})
        for tenth, count, said, won in tenths(looks, trusts[name]):
            off_by = f"{100 * (won - said):+.0f}" if count >= ENOUGH else "-"
            yield (
                f"| {name} | {games} | {10 * tenth}–{10 * tenth + 10}% | {count} | {said:.0%} | {won:.0%} | {off_by} |"
            )


def play(name: str, file: str, games: str = str(GAMES), seed: str = "1") -> None:
    """Play games that the file does not hold yet, and add what was said in them."""
    there = Path(file)
    kept = {each.seed for each in read([file]).get(name, [])} if there.exists() else set[int]()
    for number in range(int(seed), int(seed) + int(games)):
        if number not in kept:
            with there.open("a", encoding="utf-8") as out:
                out.writelines(json.dumps(asdict(each)) + "\n" for each in played(name, number))


def table(*files: str) -> None:
    """Print what was said against what came of it, as clients say it."""
    found = read(files)
    for row in rows(found, {name: thinking(name).trust for name in found}):
        print(row)


def fit(*files: str) -> None:
    """Print what would fit these games, and then each half of them."""
    for name, looks in read(files).items():
        print(name, fitted(looks), *map(fitted, halves_of(looks)), sep="\n  ")


def halves_of(looks: Sequence[Said]) -> list[list[Said]]:
    """Return the looks in two halves, by their games."""
    return [[each for each in looks if each.seed // 8 % 2 == half] for half in (0, 1)]


if __name__ == "__main__":
    from benchmarks.chances import page

    commands: dict[str, Callable[..., None]] = {"play": play, "table": table, "fit": fit, "page": page}
    commands[sys.argv[1]](*sys.argv[2:])
