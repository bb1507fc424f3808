"""One game between bots, as plain values that any process can be given."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from random import Random
from threading import Timer
from time import perf_counter, thread_time
from typing import Any, Final

from p2pgames import registry
from p2pgames.contract import AnyRules, Illegal, Known, Move, Result, Seat, resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.game import Bot
from p2pgames.search.search import Searcher
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table.history_data import faces
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


# A program as a bot: it reads what it is asked, one JSON object in a line, and answers with a move.

PATIENCE: Final = 60.0
"""Seconds in which a program answers."""
PARTING: Final = 2.0
"""Seconds in which a program ends after the game: long enough to close files, and short beside a game."""
LONGEST: Final = 1 << 16
"""Characters of an answer that are read."""
Programs = tuple[tuple[str, str], ...]
"""Names with the commands that run them."""


class Program:
    """A program that plays one seat of one game; it runs until it is closed."""

    def __init__(self, name: str, command: str, table: Mapping[str, Any], patience: float = PATIENCE) -> None:
        """Run the command and tell it of the table; raise `Stop` if it cannot be run."""
        self.name, self.command, self.patience, self.asked = name, command, patience, 0
        try:
            self.process = subprocess.Popen(  # noqa: S603  # the command of who sits here; no shell reads it
                command if sys.platform == "win32" else shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except (OSError, ValueError, IndexError) as wrong:
            said = _("The bot {name} cannot be run: {why}")
            raise Stop(Code.USAGE, said.format(name=name, why=wrong)) from None
        self._say("table", **table)

    def __call__(self, rules: AnyRules, state: Any, seat: Seat, known: Known, random: Random) -> Move:  # noqa: ARG002
        """Return the move that the program answers; raise `Stop` if it gives none that is legal."""
        moves = [rules.text(state, seat, move) for move in rules.moves(state, seat, known)]
        self._say(
            "ask", round=self.asked, seat=seat, moves=moves, known=faces(known), scores=rules.scores(state)
        )
        self.asked += 1
        text = self._answer()
        try:
            move = rules.read(state, seat, known, text)
        except Illegal as refusal:
            raise self._wrong(text, named(refusal.message)) from None
        if (why := rules.why_not(state, seat, known, move)) is not None:
            raise self._wrong(text, named(why))
        return move

    def end(self, result: Result | None) -> None:
        """Tell the program how the game ended, if it did, and end it."""
        if result is not None:
            self._say("over", places=result.places, scores=result.scores)
        with suppress(OSError):
            if (stdin := self.process.stdin) is not None:
                stdin.close()
        try:
            self.process.wait(PARTING if result is not None else 0)
        except subprocess.TimeoutExpired:
            if result is not None:
                said = _(
                    "The bot {name} did not end within {seconds} s after the game, and was stopped: {command}"
                )
                console.warn(said.format(name=self.name, seconds=round(PARTING), command=self.command))
            self.process.kill()
            self.process.wait()
        if (stdout := self.process.stdout) is not None:
            stdout.close()

    def _say(self, kind: str, **more: Any) -> None:
        stdin = self.process.stdin
        if stdin is not None:
            # one that has ended is noticed when its answer is waited for
            with suppress(OSError):
                stdin.write(json.dumps({"type": kind, **more}) + "\n")
                stdin.flush()

    def _answer(self) -> str:
        late = Timer(self.patience, self.process.kill)
        late.start()
        stdout = self.process.stdout
        line = stdout.readline(LONGEST) if stdout is not None else ""
        late.cancel()
        if not line:
            said = _("The bot {name} has ended, or did not answer within {seconds} s: {command}")
            raise Stop(
                Code.FAILURE,
                said.format(name=self.name, seconds=round(self.patience), command=self.command),
            )
        try:
            move = json.loads(line)["move"]
        except (ValueError, KeyError, TypeError, RecursionError):
            move = None
        if not isinstance(move, str):
            raise self._wrong(line.strip()[:80], _('an answer is {"move": "..."}'))
        return move

    def _wrong(self, text: str, why: str) -> Stop:
        said = _("The bot {name} answered {text!r}: {why}")
        return Stop(Code.FAILURE, said.format(name=self.name, text=text, why=why))


def play_plain(job: bytes, programs: Programs = ()) -> bytes:
    """Play a job that is written in JSON; return what `of_plain` reads, in JSON."""
    return json.dumps(play(read_job(json.loads(job)), programs).plain).encode()


def play(job: Job, programs: Programs = ()) -> Played:
    """Play a job to its end, every bot with a randomness of its own; raise `Stop` for a program that does not play.

    A bot is the one of this name in ``programs``, or else the game's. What runs is never part of a job: a job may come
    from another computer.
    """
    game, seats = registry.game(job.game), len(job.bots)
    dealer = LocalDealer(
        game.rules, seats, resolve_options(game.rules, seats, dict(job.options)), Random(job.seed)
    )
    running: dict[Seat, Program] = {}
    try:
        for seat, name in enumerate(job.bots):
            if (command := dict(programs).get(name)) is not None:
                running[seat] = Program(name, command, _table(job, seat))
        bots = [running.get(seat) or _bot(game.bots[name], job) for seat, name in enumerate(job.bots)]
        decisions, seconds = _to_the_end(dealer, bots, job.seed)
    finally:
        for each in running.values():
            each.end(dealer.result)
    result = dealer.result
    if result is None:
        raise RuntimeError("Nobody is to move, and the game is not over.")
    return Played(job, result.places, result.scores, tuple(decisions), tuple(seconds))


def _table(job: Job, seat: Seat) -> dict[str, Any]:
    """Return what a program is told of its table."""
    rules = registry.game(job.game).rules
    seats = [{"seat": number, "name": bot} for number, bot in enumerate(job.bots)]
    return {
        "game": job.game,
        "rules": rules.version,
        "options": dict(job.options),
        "seats": seats,
        "you": [seat],
    }


def _to_the_end(dealer: LocalDealer, bots: Sequence[Bot], seed: int) -> tuple[list[int], list[float]]:
    """Let the bots play; return by seat how many decisions each had, and its time: of a program that it was waited."""
    randoms = [Random(f"{seed}/{seat}") for seat in range(len(bots))]
    decisions, seconds = [0] * len(bots), [0.0] * len(bots)
    while (seat := dealer.turn) is not None:
        clock = perf_counter if isinstance(bots[seat], Program) else thread_time
        begin = clock()
        move = bots[seat](dealer.rules, dealer.state, seat, dealer.known[seat], randoms[seat])
        seconds[seat] += clock() - begin
        decisions[seat] += 1
        dealer.play(move)
    return decisions, seconds


def _bot(bot: Bot, job: Job) -> Bot:
    if not isinstance(bot, Searcher):
        return bot
    if job.ms:
        return _Timed(replace(bot, nodes=0), job.ms / 1000)
    return replace(bot, nodes=job.nodes) if job.nodes else bot
