"""A job for a worker: bytes go in and bytes come back, so that nothing else is ever read from a worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from p2pgames_cli.app.workers.program import program
from p2pgames_cli.config.exit_codes import Code, Stop, expected

Work: TypeAlias = Callable[[bytes], bytes]
"""A function of a module: a worker is told its name."""
Answer: TypeAlias = tuple[str, bytes | tuple[int, str]]
"""Which program did the work, and what came of it: or how the command ends, and the sentence that says why."""


class OtherProgram(Exception):
    """Another program did the work than runs here; it is named."""


def do(work: Work, given: bytes) -> Answer:
    """Do the work; return its result, or the error that a user can cause. This is the function that workers call."""
    try:
        return program(), work(given)
    except Exception as wrong:
        if (stop := expected(wrong)) is None:
            raise
        return program(), (int(stop.code), str(stop))


def checked(answer: Any) -> bytes:
    """Return the result of the work, or raise its `Stop`, `OtherProgram`, or ValueError if this is no answer."""
    match answer:
        case (str(by), bytes(found)) if by == program():
            return found
        case (str(by), (int(code), str(said))) if by == program():
            raise Stop(Code(code), said)
        case (str(by), _) if by != program():
            raise OtherProgram(by)
    raise ValueError(f"no answer: {type(answer).__name__}")
