"""How strong the bots are, from games that were kept: ``python -m benchmarks.bots FILE...`` writes docs/bots.md.

The files are those of ``p2pgames match --keep``; games played by equal terms are taken together.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time
from typing import Any

from benchmarks.measure import machine
from p2pgames import registry
from p2pgames.contract import Game, settle
from p2pgames.dealer import LocalDealer, playout
from p2pgames.search import Mind, Searcher, Why, search
from p2pgames_cli.arena.job import Played
from p2pgames_cli.arena.score import Score, score
from p2pgames_cli.arena.series import read

EVERY = 9
"""So many moves lie between the positions in which the speed is measured."""
PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
HEAD = """# Bots

Written by `python -m benchmarks.bots` from games that `p2pgames match --keep` played, on {machine}, beside other work.

Every game has quick bots of its own and four that search: `easy`, `fair`, `strong`, `master`. These look at a number of
positions (nodes) in each decision, so equal seeds give equal games. They know what their seat knows.

{levels}

## Against the usual bot

The bot takes every seat in turn, on equal seeds; the other sits at all other seats. A shared win counts its part. The
span holds the true rate in 95 of 100 such matches (Wilson). `ms` is computing time for a decision.

{rows}

Each line is what `p2pgames match GAME BOT RIVAL --seats N --games N --nodes N --seed S` says; the seeds were not used
while the bots were made.
"""


def main(*files: str) -> None:
    """Print the page and write it."""
    games = [each for file in files for each in read(Path(file))]
    page = HEAD.format(machine=machine(), levels="\n".join(_levels()), rows="\n".join(_rows(games)))
    print(page)
    PAGE.write_text(page, encoding="utf-8", newline="\n")


def _levels() -> Iterator[str]:
    yield "| nodes | easy | fair | strong | master | in 200 ms | usual bot |"
    yield "|---|---|---|---|---|---|---|"
    for name in registry.names():
        game = registry.game(name)
        bots = [bot for bot in game.bots.values() if isinstance(bot, Searcher)]
        if bots:
            nodes = " | ".join(f"{bot.nodes:,}" for bot in bots)
            yield f"| {game.title} | {nodes} | {_speed(game, bots[0].mind):,} | `{game.usual}` |"


def _speed(game: Game, mind: Mind[Any]) -> int:
    """Return how many nodes a core gives in 200 ms of computing time: the median of positions of one game."""
    seats = game.rules.players[0]
    dealer = LocalDealer(game.rules, seats, settle(game.rules, seats, {}), Random(1))
    found = []
    for number, (seat, _) in enumerate(playout(dealer, [game.bots[game.usual]] * seats)):
        if number % EVERY == EVERY // 2:
            end = thread_time() + 0.2
            known = dealer.known[seat]
            report = search(
                game.rules, mind, dealer.state, seat, known, number, stop=lambda end=end: thread_time() >= end
            )
            if report.why is Why.STOPPED:
                found.append(report.nodes)
    return round(median(found))


def _rows(games: Iterable[Played]) -> Iterator[str]:
    yield "| game | seats | bot | against | nodes | seeds from | games | won | rate | 95 % | even | ms |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|---|"
    matches: dict[tuple[str, int, str, str, int], list[Played]] = defaultdict(list)
    for each in games:
        bots = each.job.bots
        own = min(set(bots), key=bots.count) if len(bots) > 2 else _searching(each)
        rival = next(bot for bot in bots if bot != own)
        matches[each.job.game, len(bots), own, rival, each.job.nodes].append(each)
    for (name, _, own, rival, nodes), played in sorted(matches.items()):
        yield _row(name, nodes, min(each.job.seed for each in played), score(own, rival, played))


def _searching(played: Played) -> str:
    game = registry.game(played.job.game)
    return next(bot for bot in played.job.bots if isinstance(game.bots[bot], Searcher))


def _row(name: str, nodes: int, seed: int, found: Score) -> str:
    low, high = found.wins.span
    bot = registry.game(name).bots[found.bot]
    used = nodes or (bot.nodes if isinstance(bot, Searcher) else 0)
    return (
        f"| {name} | {found.seats} | `{found.bot}` | `{found.rival}` | {used:,} | {seed} | {found.wins.games} "
        f"| {found.wins.won:g} | {found.wins.rate:.0%} | {low:.0%}–{high:.0%} | {found.even:.0%} | {found.ms:.0f} |"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
