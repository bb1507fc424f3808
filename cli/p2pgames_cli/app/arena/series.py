"""Many games: which are played, playing them side by side, and keeping what was played in a file."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Final

from p2pgames_cli.app.arena.job import Job, Played, of_plain, play_plain
from p2pgames_cli.app.arena.program import Programs
from p2pgames_cli.app.workers.workers import Task, Workers
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_protocol.store.disk import naming

_BEGINS: Final = '{"job": '


def duel(plan: Job, one: str, other: str, seats: int, games: int) -> list[Job]:
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


def played(
    jobs: Sequence[Job],
    workers: Workers,
    kept: Path | None = None,
    progress: Callable[[int, int], None] = lambda _done, _count: None,
    programs: Programs = (),
) -> list[Played]:
    """Return what became of the jobs, in their order; what a file holds is not played again, what is new is added.

    ``programs`` are bots that are programs of this computer, so no cluster may be among the workers.
    """
    done = {each.job: each for each in read(kept)} if kept else {}
    if kept:
        _whole(kept)
    new = [job for job in dict.fromkeys(jobs) if job not in done]
    for number, each in enumerate(_run(new, workers, programs), 1):
        done[each.job] = each
        progress(number, len(new))
        if kept:
            with naming(kept), kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(each.plain) + "\n")
    return [done[job] for job in jobs]


def read(file: Path) -> Iterator[Played]:
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
