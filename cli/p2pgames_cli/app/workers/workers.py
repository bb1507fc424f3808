"""The workers for jobs that can be done side by side, and handing these out."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from multiprocessing import active_children, parent_process
from threading import Thread
from types import FrameType
from typing import Any, Final, Generic, TypeAlias, TypeVar

from p2pgames import registry
from p2pgames_cli.app.workers.cluster import cluster
from p2pgames_cli.config.exit_codes import Code, Stop, how_it_ends
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed

Numbered: TypeAlias = tuple[int, bytes]
"""What is given, by a number of its own."""
_Found = TypeVar("_Found")

_AHEAD: Final = 4
"""So many jobs are under way for each that is worked on: nobody waits, and few are held in memory."""


# A job for a worker: bytes go in and bytes come back, so that nothing else is ever read from a worker.

Work: TypeAlias = Callable[[bytes], bytes]
"""A function of a module: a worker is told its name."""
Answer: TypeAlias = tuple[str, bytes | tuple[int, str]]
"""Which program did the work, and what came of it: or how the command ends, and the sentence that says why."""


class OtherProgram(Exception):
    """Another program did the work than runs here; it is named."""


# The name and versions of the program that does some work: where these are equal, so are its results.


@cache
def program_versions() -> str:
    """Return the version of p2pgames, and those of other packages that offer games or bots."""
    return ", ".join([f"p2pgames {registry.program_version()}", *registry.guest_packages()])


def do_work(work: Work, given: bytes) -> Answer:
    """Do the work; return its result, or the error that a user can cause. This is the function that workers call."""
    try:
        return program_versions(), work(given)
    except Exception as wrong:
        if (stop := how_it_ends(wrong)) is None:
            raise
        return program_versions(), (int(stop.code), str(stop))


def checked_result(answer: Any) -> bytes:
    """Return the result of the work, or raise its `Stop`, `OtherProgram`, or ValueError if this is no answer."""
    match answer:
        case (str(by), bytes(found)) if by == program_versions():
            return found
        case (str(by), (int(code), str(said))) if by == program_versions():
            raise Stop(Code(code), said)
        case (str(by), _) if by != program_versions():
            raise OtherProgram(by)
    raise ValueError(f"no answer: {type(answer).__name__}")


@dataclass(frozen=True, slots=True)
class Task(Generic[_Found]):
    """What is done with each of many things, by number."""

    work: Work
    read: Callable[[int, bytes], _Found]
    """Makes of the bytes what is wanted, or raises ValueError."""
    about: Callable[[int], object]
    """Says for people what a thing is."""


# Worker processes on this computer, none of which outlives its work.

_MOST: Final = 61 if os.name == "nt" else 256
"""Windows waits for no more at a time."""


@contextmanager
def process_pool(count: int) -> Iterator[Executor]:
    """Give this many processes; on Ctrl-C or an error they are killed, whatever they do."""
    others = frozenset(active_children())
    pool = ProcessPoolExecutor(min(count, _MOST), initializer=_begin)
    try:
        yield pool
    except BaseException:
        for child in frozenset(active_children()) - others:
            child.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _begin() -> None:
    """Leave Ctrl-C to the process that started this one, and end with it, however it ends."""
    # a handler and not SIG_IGN, which programs that are started here would inherit
    signal.signal(signal.SIGINT, _leave)
    Thread(target=_end_with_parent, daemon=True).start()


def _leave(_signal: int, _frame: FrameType | None) -> None:
    """Do nothing."""


def _end_with_parent() -> None:
    if (parent := parent_process()) is not None:
        parent.join()
        os._exit(1)


@dataclass(frozen=True, slots=True)
class Workers:
    """This process alone, several on this computer, or those of a cluster."""

    jobs: int = 1
    cluster: str | None = None

    def for_jobs(self, count: int) -> Workers:
        """Return no more processes than there are jobs."""
        return replace(self, jobs=max(1, min(self.jobs, count)))

    @contextmanager
    def executor(self) -> Iterator[tuple[Executor, int]]:
        """Give the executor, and how many jobs it does at a time."""
        if self.cluster is not None:
            with cluster(self.cluster) as found:
                yield found
        else:
            with process_pool(self.jobs) as pool:
                yield pool, self.jobs

    def spread(self, task: Task[_Found], given: Iterator[Numbered]) -> Iterator[tuple[int, _Found]]:
        """Yield the results as they come; work is taken from its source whenever a worker is free.

        Where a process dies, what was under way is done again, each in one of its own. Raises `Stop` if that dies,
        too, and where a cluster cannot do the work.
        """
        if self.jobs == 1 and self.cluster is None:
            for number, data in given:
                yield number, task.read(number, task.work(data))
            return
        while lost := (yield from self._together(task, given)):
            for number, data in lost:
                yield number, _alone(task, number, data)

    def _together(
        self, task: Task[_Found], given: Iterator[Numbered]
    ) -> Generator[tuple[int, _Found], None, list[Numbered]]:
        """Yield what comes of it; return what was under way when a process died."""
        held: dict[int, bytes] = {}
        flying: dict[Future[Answer], int] = {}
        with self.executor() as (executor, size):
            try:
                while True:
                    for number, data in islice(given, _AHEAD * size - len(held)):
                        held[number] = data
                        flying[executor.submit(do_work, task.work, data)] = number
                    if not flying:
                        return []
                    for future in wait(flying, return_when=FIRST_COMPLETED).done:
                        number = flying[future]
                        found = self._found(task, number, future)
                        del flying[future], held[number]
                        yield number, found
            except BrokenExecutor:
                return list(held.items())

    def _found(self, task: Task[_Found], number: int, future: Future[Answer]) -> _Found:
        """Return what came of a job; raise `Stop` for what can only be wrong with a cluster."""
        try:
            return task.read(number, checked_result(future.result()))
        except (BrokenExecutor, Stop):
            raise
        except OtherProgram as other:
            said = _("The cluster has {other}, and this computer {program}: install the same on both.")
            raise Stop(Code.FAILURE, said.format(other=other, program=program_versions())) from None
        except Exception as wrong:
            if self.cluster is None:
                raise
            said = _("The cluster at {address} did not do its work: {why}")
            why = f"{type(wrong).__name__} {wrong}".strip()
            raise Stop(Code.FAILURE, said.format(address=self.cluster, why=why)) from None


ALONE: Final = Workers()
"""This process."""


def _alone(task: Task[_Found], number: int, data: bytes) -> _Found:
    """Return what comes of a job that was under way when a process died; raise `Stop` if it dies of it."""
    try:
        with process_pool(1) as pool:
            return task.read(number, checked_result(pool.submit(do_work, task.work, data).result()))
    except BrokenExecutor:
        said = headed(task.about(number), _("The process that worked on it died, and so did the next one."))
        raise Stop(Code.FAILURE, said) from None
