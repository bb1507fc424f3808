"""How strong the bots are: ``python -m benchmarks.bots add FILE...`` keeps what games say that ``p2pgames match
--keep`` played, ``ladder GAME ...`` plays a ladder and keeps it, ``python -m benchmarks.bots`` writes docs/bots.md.

A line of ``bots.jsonl`` is one run of a match, so anybody can add games without running again those that are there.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time
from typing import Any, NamedTuple

from benchmarks.ladders import keep, table
from benchmarks.likeness import likeness
from benchmarks.measure import machine
from p2pgames import registry
from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer, playout
from p2pgames.game import Game
from p2pgames.search.evaluator import Evaluator
from p2pgames.search.search import SearchEnd, Searcher, search
from p2pgames_cli.app.arena.job import Job, Played
from p2pgames_cli.app.arena.score import Share, score
from p2pgames_cli.app.arena.terms import duel_jobs, read_games

EVERY = 9
"""So many moves lie between the positions in which the speed is measured."""
KEPT = Path(__file__).parent / "bots.jsonl"
PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
HEAD = """# Bots

Written by `python -m benchmarks.bots` from runs of `p2pgames match` that are kept in `benchmarks/bots.jsonl`. Speeds
were measured on {machine}, beside other work.

Every game has quick bots of its own and four that search: `easy`, `fair`, `strong`, `master`. These look at a fixed
number of positions (nodes) for each decision, so equal seeds give equal games. They know only what their seat knows.

{levels}

## Against the usual bot

The bot takes every seat in turn, on equal seeds; the other bot takes all other seats. A shared win counts in part. In
95 of 100 such matches the range holds the true rate (Wilson). `even` is the share that equally strong bots would win,
`ms` the computing time for a decision, mostly on busy computers.

{rows}

The seeds were not used while the bots were being made. Exactly this was run, and can be repeated; only `ms` will
differ:

```sh
{commands}
```

To add games, choose seeds that are not in the list: `p2pgames match ... --seed N --keep FILE`, then
`python -m benchmarks.bots add FILE`, then `python -m benchmarks.bots`.

## Ladders

Bots against each other, every pair equally often, at every seat in turn. The weakest is rated 0; 400 points more mean
that a bot comes out ahead 10 times out of 11. With few games a rating is rough: trust the table above where both say
something of two bots. `master` has not yet played Bus, Line 1 and Metro here.

{ladders}
{earlier}
## What this does not show

In some rows `strong` had fewer nodes than usual, so that more games could be played. Where the range reaches below
`even`, the row shows nothing. Whatever has no row was not run: five players at Bus, five and six at Metro, five at
Line 1, and options other than the usual ones. How bots do against people is not known. How far the chances of hints
come true is in [chances.md](chances.md).
"""
EARLIER = """
## Earlier bots

These games were played before the bots were changed for that number of seats: in fixed positions they no longer
decide as they did.

{rows}
"""


def main(*words: str) -> None:
    """Add games, or print the page and write it."""
    if words and words[0] == "add":
        add(each for file in words[1:] for each in read_games(Path(file)))
        return
    if words and words[0] == "ladder":
        keep(*words[1:])
        return
    found = summed(runs())
    now = {row: run for row, run in found.items() if row.likeness == likeness(row.game, row.seats)}
    before = {row: run for row, run in found.items() if row not in now}
    page = HEAD.format(
        machine=machine(),
        levels="\n".join(_levels()),
        rows="\n".join(_rows(now)),
        commands="\n".join(sorted(_command(run) for run in runs() if row_of(run) in now)),
        ladders="\n".join(table()),
        earlier=EARLIER.format(rows="\n".join(_rows(before))) if before else "",
    )
    print(page)
    PAGE.write_text(page, encoding="utf-8", newline="\n")


@dataclass(frozen=True)
class Run:
    """What came of one run of a match: the games of this many seeds from one on, at every seat in turn."""

    game: str
    seats: int
    bot: str
    rival: str
    nodes: int
    seed: int
    games: int
    won: float
    ms: float
    likeness: str
    """How the searching bots of this game decided then."""


class Row(NamedTuple):
    """What runs have in common that are added up."""

    game: str
    seats: int
    bot: str
    rival: str
    nodes: int
    likeness: str


def row_of(run: Run) -> Row:
    """Return the row that a run belongs to."""
    return Row(run.game, run.seats, run.bot, run.rival, run.nodes, run.likeness)


def runs(file: Path = KEPT) -> list[Run]:
    """Return the runs that are kept."""
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    return [Run(**json.loads(line)) for line in lines]


def add(games: Iterable[Played], file: Path = KEPT) -> None:
    """Keep what games say of the bots as they are; a run from the same seed on gives way to a longer one."""
    kept = {(row_of(run), run.seed): run for run in runs(file)}
    for match, played in _matches(games).items():
        run = _run(match, played)
        before = kept.get((row_of(run), run.seed))
        if before is None or before.games < run.games:
            kept[row_of(run), run.seed] = run
    lines = sorted(json.dumps(asdict(run)) for run in kept.values())
    file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8", newline="\n")


def _run(match: Match, played: Sequence[Played]) -> Run:
    found = score(match.bot, match.rival, played)
    seed = min(each.job.seed for each in played)
    _check_whole(match, played, seed)
    like = likeness(match.game, match.seats)
    games, won = found.wins.games, round(found.wins.won, 3)
    return Run(match.game, match.seats, match.bot, match.rival, match.nodes, seed, games, won, found.ms, like)


def _check_whole(match: Match, played: Sequence[Played], seed: int) -> None:
    """Raise ValueError if games are missing that the command of the run would play."""
    plan = Job(match.game, (), played[0].job.options, seed, played[0].job.nodes)
    jobs = duel_jobs(plan, match.bot, match.rival, match.seats, len(played))
    if {each.job for each in played} != set(jobs):
        raise ValueError(f"These are not the games of one run: {match}.")


def summed(all_runs: Iterable[Run]) -> dict[Row, Run]:
    """Return by row what its runs come to together; ``ms`` is that of the one with most games."""
    found: dict[Row, Run] = {}
    for run in sorted(all_runs, key=lambda run: -run.games):
        row = row_of(run)
        one = found.get(row)
        found[row] = (
            replace(one, games=one.games + run.games, won=one.won + run.won) if one is not None else run
        )
    return dict(sorted(found.items()))


def _levels() -> Iterator[str]:
    yield "| nodes | easy | fair | strong | master | in 200 ms | usual bot |"
    yield "|---|---|---|---|---|---|---|"
    for name in registry.names():
        game = registry.game(name)
        bots = [bot for bot in game.bots.values() if isinstance(bot, Searcher)]
        if bots:
            nodes = " | ".join(f"{bot.nodes:,}" for bot in bots)
            yield f"| {game.title} | {nodes} | {_speed(game, bots[0].evaluator):,} | `{game.usual}` |"


def _is_past(end: float) -> bool:
    return thread_time() >= end


def _speed(game: Game, evaluator: Evaluator[Any]) -> int:
    """Return how many nodes a core gives in 200 ms of computing time: the median of positions of one game."""
    seats = game.rules.players[0]
    dealer = LocalDealer(game.rules, seats, resolve_options(game.rules, seats, {}), Random(1))
    found = []
    for number, (seat, _) in enumerate(playout(dealer, [game.bots[game.usual]] * seats)):
        if number % EVERY == EVERY // 2:
            end = thread_time() + 0.2
            known = dealer.known[seat]
            report = search(
                game.rules, evaluator, dealer.state, seat, known, number, stop=partial(_is_past, end)
            )
            if report.why is SearchEnd.STOPPED:
                found.append(report.nodes)
    return round(median(found))


class Match(NamedTuple):
    """What games have in common that are counted together."""

    game: str
    seats: int
    bot: str
    rival: str
    nodes: int


def _matches(games: Iterable[Played]) -> dict[Match, list[Played]]:
    found: dict[Match, list[Played]] = defaultdict(list)
    for each in games:
        bots = each.job.bots
        own = min(set(bots), key=bots.count) if len(bots) > 2 else _searching(each)
        rival = next(bot for bot in bots if bot != own)
        nodes = each.job.nodes or _nodes(each.job.game, own)
        found[Match(each.job.game, len(bots), own, rival, nodes)].append(each)
    return dict(sorted(found.items()))


def _searching(played: Played) -> str:
    game = registry.game(played.job.game)
    return next(bot for bot in played.job.bots if isinstance(game.bots[bot], Searcher))


def _nodes(name: str, level: str) -> int:
    bot = registry.game(name).bots[level]
    return bot.nodes if isinstance(bot, Searcher) else 0


def _command(run: Run) -> str:
    return (
        f"p2pgames match {run.game} {run.bot} {run.rival} --seats {run.seats} --games {run.games} "
        f"--nodes {run.nodes} --seed {run.seed}"
    )


def _rows(found: Mapping[Row, Run]) -> Iterator[str]:
    yield "| game | seats | bot | against | nodes | games | won | rate | 95 % | even | ms |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for run in found.values():
        wins = Share(run.won, run.games)
        low, high = wins.span
        yield (
            f"| {run.game} | {run.seats} | `{run.bot}` | `{run.rival}` | {run.nodes:,} | {run.games} "
            f"| {run.won:g} | {wins.rate:.0%} | {low:.0%}–{high:.0%} | {1 / run.seats:.0%} | {run.ms:.0f} |"
        )


if __name__ == "__main__":
    main(*sys.argv[1:])
