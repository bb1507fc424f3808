"""One game between bots, as plain values that any process can be given."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from random import Random
from time import thread_time
from typing import Any

from p2pgames import registry
from p2pgames.contract import AnyRules, Known, Move, Seat, settle
from p2pgames.dealer import LocalDealer
from p2pgames.game import Bot
from p2pgames.search.searcher import Searcher
from p2pgames_protocol.wire import json_fields as shape


@dataclass(frozen=True, slots=True)
class Job:
    """A game to be played: ``bots`` by seat, ``nodes`` or ``ms`` instead of what bots that search think by themselves.

    Equal seeds deal equal cards and dice. ``ms`` are milliseconds of computing time for each decision.
    """

    game: str
    bots: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    seed: int
    nodes: int = 0
    ms: int = 0

    @property
    def title(self) -> str:
        """The job in a few words."""
        return f"{self.game} {' '.join(self.bots)} --seed {self.seed}"


@dataclass(frozen=True, slots=True)
class Played:
    """What became of a job: places and points by seat; how many decisions each bot had, and its computing time."""

    job: Job
    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    decisions: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def plain(self) -> dict[str, Any]:
        """The same as what JSON holds."""
        return asdict(self)


def read_job(plain: Any) -> Job:
    """Return the job that ``asdict`` was given; raise ValueError for anything else."""
    game, bots, options, *numbers = shape.fields(plain, "game", "bots", "options", "seed", "nodes", "ms")
    return Job(
        shape.text(game),
        shape.every(bots, shape.text),
        shape.every(options, _option),
        *map(shape.number, numbers),
    )


def _option(pair: Any) -> tuple[str, str]:
    name, value = shape.every(pair, shape.text)
    return name, value


def of_plain(plain: Any) -> Played:
    """Return what `Played.plain` was made of; raise ValueError for anything else, or for a game of other seats."""
    job, places, scores, decisions, seconds = shape.fields(
        plain, "job", "places", "scores", "decisions", "seconds"
    )
    found = Played(
        read_job(job),
        shape.every(places, shape.number),
        shape.perhaps(scores, lambda some: shape.every(some, shape.number)),
        shape.every(decisions, shape.number),
        shape.every(seconds, shape.seconds),
    )
    lists = found.places, found.scores, found.decisions, found.seconds
    if any(each is not None and len(each) != len(found.job.bots) for each in lists):
        raise ValueError("a game of other seats")
    return found


@dataclass(frozen=True, slots=True)
class _Timed:
    """A bot that searches for so much computing time."""

    bot: Searcher
    seconds: float

    def __call__(self, rules: AnyRules, state: Any, seat: Seat, known: Known, random: Random) -> Move:
        end = thread_time() + self.seconds
        return self.bot(rules, state, seat, known, random, lambda: thread_time() >= end)


def play_plain(job: bytes) -> bytes:
    """Play a job that is written in JSON; return what `of_plain` reads, in JSON."""
    return json.dumps(play(read_job(json.loads(job))).plain).encode()


def play(job: Job) -> Played:
    """Play a job to its end, every bot with a randomness of its own."""
    game = registry.game(job.game)
    seats = len(job.bots)
    dealer = LocalDealer(game.rules, seats, settle(game.rules, seats, dict(job.options)), Random(job.seed))
    bots = [_bot(game.bots[name], job) for name in job.bots]
    randoms = [Random(f"{job.seed}/{seat}") for seat in range(seats)]
    decisions, seconds = [0] * seats, [0.0] * seats
    while (seat := dealer.turn) is not None:
        begin = thread_time()
        move = bots[seat](dealer.rules, dealer.state, seat, dealer.known[seat], randoms[seat])
        seconds[seat] += thread_time() - begin
        decisions[seat] += 1
        dealer.play(move)
    result = dealer.result
    if result is None:
        raise RuntimeError("Nobody is to move, and the game is not over.")
    return Played(job, result.places, result.scores, tuple(decisions), tuple(seconds))


def _bot(bot: Bot, job: Job) -> Bot:
    if not isinstance(bot, Searcher):
        return bot
    if job.ms:
        return _Timed(replace(bot, nodes=0), job.ms / 1000)
    return replace(bot, nodes=job.nodes) if job.nodes else bot
