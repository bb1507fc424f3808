"""Many games: which are played, playing them in several processes, and keeping what was played in a file."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, as_completed
from pathlib import Path

from p2pgames_cli.app.arena.job import Job, Played, of_plain, play


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


def played(jobs: Sequence[Job], workers: int, kept: Path | None = None) -> list[Played]:
    """Return what became of the jobs, in their order; what a file holds is not played again, what is new is added."""
    done = {each.job: each for each in read(kept)} if kept else {}
    for each in _run([job for job in jobs if job not in done], workers):
        done[each.job] = each
        if kept:
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(each.plain) + "\n")
    return [done[job] for job in jobs]


def read(file: Path) -> Iterator[Played]:
    """Yield the games that a file holds; none where there is no file."""
    if file.exists():
        for line in file.read_text(encoding="utf-8").splitlines():
            yield of_plain(json.loads(line))


def _run(jobs: Sequence[Job], workers: int) -> Iterator[Played]:
    if workers == 1 or len(jobs) < 2:
        yield from map(play, jobs)
        return
    with ProcessPoolExecutor(workers) as executor:
        yield from _spread(executor, jobs)


def _spread(executor: Executor, jobs: Sequence[Job]) -> Iterator[Played]:
    """Yield what becomes of the jobs as it comes; any executor will do, also one of many computers."""
    waiting = [executor.submit(play, job) for job in jobs]
    try:
        for each in as_completed(waiting):
            yield each.result()
    finally:
        for each in waiting:
            each.cancel()
