"""On what terms bots play against each other: what is asked for, and what that makes of a game."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from html import escape
from itertools import chain, islice
from pathlib import Path
from typing import Final

from p2pgames.contract import resolve_options
from p2pgames.game import Game
from p2pgames_cli.app.arena.job import Job, Played, Programs, of_plain, play_plain
from p2pgames_cli.app.arena.score import Score, score
from p2pgames_cli.app.bots import check_bot
from p2pgames_cli.app.workers.workers import Task, Workers
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of
from p2pgames_protocol.store.disk import name_in_errors, put

# Scores and ratings as a picture: a bar for each rating, and for each pair the rate with its interval.

_WIDE: Final = 720
_NAMES: Final = 220
_ROW: Final = 26
"""Pixels: of the picture as a page of text shows it, of the names, and from one bar to the next."""
_INK, _PALE, _MARK, _BACK = "#1b1b1b", "#9a9a9a", "#1f5fa8", "#ffffff"


def ratings_svg(title: str, scores: Sequence[Score], ratings: Mapping[str, float]) -> str:
    """Return an SVG: the ratings, the best first, then the pairs, each with a tick where equals would be."""
    rows = [*_bars(ratings), *_spans(scores)]
    high = _ROW * (len(rows) + 2)
    drawn = "".join(
        f'<g transform="translate(0 {_ROW * number})">{row}</g>' for number, row in enumerate(rows, 2)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDE} {high}" width="{_WIDE}" height="{high}" '
        f'font-family="sans-serif" font-size="14"><title>{escape(title)}</title>'
        f'<rect width="{_WIDE}" height="{high}" fill="{_BACK}"/>{_text(10, title, bold=True, y=24)}{drawn}</svg>\n'
    )


def _bars(ratings: Mapping[str, float]) -> Iterator[str]:
    most = max(ratings.values(), default=0.0) or 1.0
    for bot, rating in sorted(ratings.items(), key=lambda entry: -entry[1]):
        wide = (_WIDE - _NAMES - 70) * rating / most
        yield (
            f'{_text(10, bot)}<rect x="{_NAMES}" y="-13" width="{wide:.1f}" height="16" fill="{_MARK}"/>'
            f"{_text(_NAMES + wide + 6, f'{rating:.0f}')}"
        )
    if ratings:
        yield ""


def _spans(scores: Sequence[Score]) -> Iterator[str]:
    def at(share: float) -> float:
        return _NAMES + (_WIDE - _NAMES - 70) * share

    for each in scores:
        low, high = each.wins.span
        yield (
            f"{_text(10, f'{each.bot} – {each.rival}')}"
            f'<path d="M{at(0):.1f} -5H{at(1):.1f}" stroke="{_PALE}" stroke-width="1"/>'
            f'<path d="M{at(each.even):.1f} -14V4" stroke="{_PALE}" stroke-width="2"/>'
            f'<path d="M{at(low):.1f} -5H{at(high):.1f}" stroke="{_MARK}" stroke-width="5"/>'
            f'<circle cx="{at(each.wins.rate):.1f}" cy="-5" r="6" fill="{_MARK}"/>'
            f"{_text(at(1) + 10, f'{each.wins.rate:.0%}')}"
        )


def _text(x: float, words: str, *, bold: bool = False, y: float = 0) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:.1f}" y="{y}" fill="{_INK}"{weight}>{escape(words)}</text>'


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


# Many games: which are played, playing them side by side, and keeping what was played in a file.

_BEGINS: Final = '{"job": '


def duel_jobs(plan: Job, one: str, other: str, seats: int, games: int) -> list[Job]:
    """Return the jobs in which one bot sits at every seat in turn, on equal seeds, against the other at all others."""
    return [
        Job(
            plan.game,
            tuple(one if seat == number % seats else other for seat in range(seats)),
            plan.options,
            plan.seed + number // seats,
            plan.nodes,
            plan.ms,
        )
        for number in range(games)
    ]


def play_jobs(
    jobs: Sequence[Job],
    workers: Workers,
    kept: Path | None = None,
    progress: Callable[[int, int], None] = lambda _done, _count: None,
    programs: Programs = (),
) -> list[Played]:
    """Return what became of the jobs, in their order; what a file holds is not played again, what is new is added.

    ``programs`` are bots that are programs of this computer, so no cluster may be among the workers.
    """
    done = {each.job: each for each in read_games(kept)} if kept else {}
    if kept:
        _whole(kept)
    new = [job for job in dict.fromkeys(jobs) if job not in done]
    for number, each in enumerate(_run(new, workers, programs), 1):
        done[each.job] = each
        progress(number, len(new))
        if kept:
            with name_in_errors(kept), kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(each.plain) + "\n")
    return [done[job] for job in jobs]


def read_games(file: Path) -> Iterator[Played]:
    """Yield the games that a file holds; none if there is no file. Raises `Stop` if it holds something else.

    A last line without an end is left out: whoever wrote it was stopped.
    """
    text = file.read_text(encoding="utf-8") if file.exists() else ""
    *lines, torn = text.split("\n")
    try:
        yield from (of_plain(json.loads(line)) for line in lines)
    except ValueError:
        raise _other(file) from None
    if not torn.startswith(_BEGINS[: len(torn)]):
        raise _other(file)


def _other(file: Path) -> Stop:
    said = _("{file} holds something else than games that bots have played.")
    return Stop(Code.FAILURE, said.format(file=file))


def _whole(file: Path) -> None:
    """Cut off a last line without an end."""
    with suppress(FileNotFoundError), file.open("r+b") as opened:
        opened.truncate(opened.read().rfind(b"\n") + 1)


def _run(jobs: Sequence[Job], workers: Workers, programs: Programs) -> Iterator[Played]:
    given = ((number, json.dumps(asdict(job)).encode()) for number, job in enumerate(jobs))

    def read_game(number: int, said: bytes) -> Played:
        game = of_plain(json.loads(said))
        if game.job != jobs[number]:
            raise ValueError("another game than was asked for")
        return game

    work = partial(play_plain, programs=programs) if programs else play_plain
    task = Task(work, read_game, lambda number: jobs[number].title)
    yield from (game for _number, game in workers.for_jobs(len(jobs)).spread(task, given))


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
            put(file, ratings_svg(title, scores, ratings).encode())

    def duels(self, pairs: Sequence[tuple[str, str]]) -> list[Score]:
        """Return for each pair how one bot does, at every seat in turn, against the other at all other seats."""
        jobs = [duel_jobs(self.plan, *pair, self.seats, self.games) for pair in pairs]
        every = list(chain.from_iterable(jobs))
        wanted = self.wanted
        games = iter(play_jobs(every, wanted.workers, wanted.keep, wanted.progress, self.programs))
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
        settled = resolve_options(game.rules, seats, wanted.options)
    except ValueError as wrong:
        raise Stop(Code.USAGE, sentence_of(wrong)) from None
    plan = Job(game.name, (), tuple(settled.items()), wanted.seed, wanted.nodes or 0, wanted.ms or 0)
    return Terms(plan, seats, wanted.games, wanted)
