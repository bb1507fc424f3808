"""On what terms bots play against each other: what is asked for, and what that makes of a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from p2pgames.contract import settle
from p2pgames.game import Game
from p2pgames_cli.app.arena import series
from p2pgames_cli.app.arena.job import Job
from p2pgames_cli.app.arena.plot import plot
from p2pgames_cli.app.arena.program import Programs
from p2pgames_cli.app.arena.score import Score, score
from p2pgames_cli.app.bots import check_bot
from p2pgames_cli.app.workers.workers import Workers
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import told
from p2pgames_protocol.store.disk import put


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for, before the game says what of it can be."""

    games: int
    seats: int | None
    options: Mapping[str, str]
    nodes: int | None
    ms: int | None
    seed: int
    workers: Workers
    keep: Path | None
    progress: Callable[[int, int], None]
    programs: Mapping[str, str] = field(default_factory=dict)
    """Bots that are programs: the commands that run them, by name."""
    plot: Path | None = None
    """The file that a picture of what came of it is written to."""


@dataclass(frozen=True, slots=True)
class Terms:
    """How many games are played, and by what."""

    plan: Job
    seats: int
    games: int
    wanted: Wanted

    @property
    def programs(self) -> Programs:
        """The bots that are programs."""
        return tuple(self.wanted.programs.items())

    def named(self, game: Game, name: str) -> str:
        """Return the name of a bot; if there is none of that name, raise `Stop`, which lists those that there are."""
        if name not in self.wanted.programs:
            check_bot(game, name)
        return name

    def draw(self, title: str, scores: Sequence[Score], ratings: Mapping[str, float]) -> None:
        """Write the picture, if one is wanted; raise `Stop` or OSError if that cannot be done."""
        if (file := self.wanted.plot) is not None:
            put(file, plot(title, scores, ratings).encode())

    def duels(self, pairs: Sequence[tuple[str, str]]) -> list[Score]:
        """Return for each pair how one bot does, at every seat in turn, against the other at all other seats."""
        jobs = [series.duel(self.plan, *pair, self.seats, self.games) for pair in pairs]
        every = list(chain.from_iterable(jobs))
        wanted = self.wanted
        games = iter(series.played(every, wanted.workers, wanted.keep, wanted.progress, self.programs))
        return [score(*pair, list(islice(games, self.games))) for pair in pairs]


def terms(game: Game, wanted: Wanted) -> Terms:
    """Return what is played; raise `Stop` if the game cannot be played so."""
    if wanted.nodes and wanted.ms:
        raise Stop(Code.USAGE, _("Bots think by --nodes or by --ms, not by both."))
    if wanted.programs and wanted.workers.cluster is not None:
        raise Stop(Code.USAGE, _("A program plays on this computer only: leave out --cluster."))
    for name in wanted.programs:
        if name in game.bots:
            said = _("{title} has a bot {name} already; call the program something else.")
            raise Stop(Code.USAGE, said.format(title=game.title, name=name))
    seats = wanted.seats if wanted.seats is not None else game.rules.players[0]
    try:
        settled = settle(game.rules, seats, wanted.options)
    except ValueError as wrong:
        raise Stop(Code.USAGE, told(wrong)) from None
    plan = Job(game.name, (), tuple(settled.items()), wanted.seed, wanted.nodes or 0, wanted.ms or 0)
    return Terms(plan, seats, wanted.games, wanted)
