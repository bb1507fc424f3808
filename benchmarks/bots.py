"""How strong the bots are, from games that were kept: ``python -m benchmarks.bots FILE...`` writes docs/bots.md.

The files are those of ``p2pgames match --keep``; games played by equal terms are taken together.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import thread_time
from typing import Any, NamedTuple

from benchmarks.measure import machine
from p2pgames import registry
from p2pgames.contract import settle
from p2pgames.dealer import LocalDealer, playout
from p2pgames.game import Game
from p2pgames.search import search
from p2pgames.search.mind import Mind
from p2pgames.search.report import Why
from p2pgames.search.searcher import Searcher
from p2pgames_cli.app.arena.job import Played
from p2pgames_cli.app.arena.score import Score, score
from p2pgames_cli.app.arena.series import read

EVERY = 9
"""So many moves lie between the positions in which the speed is measured."""
PAGE = Path(__file__).parent.parent / "docs" / "bots.md"
HEAD = """# Bots

Written by `python -m benchmarks.bots` from games that `p2pgames match --keep` played, on
{machine}, beside other work.

Every game has quick bots of its own and four that search: `easy`, `fair`, `strong`, `master`. These look at a number of
positions (nodes) in each decision, so equal seeds give equal games. They know what their seat knows.

{levels}

## Against the usual bot

The bot takes every seat in turn, on equal seeds; the other sits at all other seats. A shared win counts its part. The
span holds the true rate in 95 of 100 such matches (Wilson). `ms` is computing time for a decision.

{rows}

The seeds were not used while the bots were made. Exactly this was run, and may be repeated; `ms` alone differs:

```sh
{commands}
```

## What this does not show

Most rows had fewer nodes than `strong` has, so that there could be more games: about 40 ms a decision, in Line 1 about
100. Where the span reaches below the share that equals would win, nothing is shown. What has no row was not run: five
at Bus, five and six at Metro, five at Line 1, options other than the usual ones, and whole ladders. How bots do against
people is not known. How far the chances of hints come true stands in [chances.md](chances.md).
"""


def main(*files: str) -> None:
    """Print the page and write it."""
    matches = _matches(each for file in files for each in read(Path(file)))
    page = HEAD.format(
        machine=machine(),
        levels="\n".join(_levels()),
        rows="\n".join(_rows(matches)),
        commands="\n".join(_command(match, played) for match, played in matches.items()),
    )
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


def _is_past(end: float) -> bool:
    return thread_time() >= end


def _speed(game: Game, mind: Mind[Any]) -> int:
    """Return how many nodes a core gives in 200 ms of computing time: the median of positions of one game."""
    seats = game.rules.players[0]
    dealer = LocalDealer(game.rules, seats, settle(game.rules, seats, {}), Random(1))
    found = []
    for number, (seat, _) in enumerate(playout(dealer, [game.bots[game.usual]] * seats)):
        if number % EVERY == EVERY // 2:
            end = thread_time() + 0.2
            known = dealer.known[seat]
            report = search(game.rules, mind, dealer.state, seat, known, number, stop=partial(_is_past, end))
            if report.why is Why.STOPPED:
                found.append(report.nodes)
    return round(median(found))


class Match(NamedTuple):
    """What games have in common that are counted together; no nodes are those of the level."""

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
        found[Match(each.job.game, len(bots), own, rival, each.job.nodes)].append(each)
    return dict(sorted(found.items()))


def _command(match: Match, played: Sequence[Played]) -> str:
    nodes = f" --nodes {match.nodes}" if match.nodes else ""
    return (
        f"p2pgames match {match.game} {match.bot} {match.rival} --seats {match.seats} --games {len(played)}"
        f"{nodes} --seed {min(each.job.seed for each in played)}"
    )


def _rows(matches: Mapping[Match, Sequence[Played]]) -> Iterator[str]:
    yield "| game | seats | bot | against | nodes | games | won | rate | 95 % | even | ms |"
    yield "|---|---|---|---|---|---|---|---|---|---|---|"
    for match, played in matches.items():
        yield _row(match, score(match.bot, match.rival, played))


def _searching(played: Played) -> str:
    game = registry.game(played.job.game)
    return next(bot for bot in played.job.bots if isinstance(game.bots[bot], Searcher))


def _row(match: Match, found: Score) -> str:
    low, high = found.wins.span
    bot = registry.game(match.game).bots[match.bot]
    nodes = match.nodes or (bot.nodes if isinstance(bot, Searcher) else 0)
    return (
        f"| {match.game} | {match.seats} | `{match.bot}` | `{match.rival}` | {nodes:,} | {found.wins.games} "
        f"| {found.wins.won:g} | {found.wins.rate:.0%} | {low:.0%}–{high:.0%} | {found.even:.0%} | {found.ms:.0f} |"
    )


if __name__ == "__main__":
    main(*sys.argv[1:])
