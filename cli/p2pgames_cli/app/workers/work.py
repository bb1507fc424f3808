"""What is done side by side: bytes are given, and bytes come back, so that nothing else is read from a worker."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from p2pgames_cli.app.workers.program import program

Work: TypeAlias = Callable[[bytes], bytes]
"""A function of a module: a worker is told its name."""


class OtherProgram(Exception):
    """Another program did the work than runs here; it is named."""


def do(work: Work, given: bytes) -> tuple[str, bytes]:
    """Do the work; return what comes of it, and which program did it. This is what workers are asked for."""
    return program(), work(given)


def checked(answer: Any) -> bytes:
    """Return what came of the work; raise `OtherProgram`, or ValueError for what is no answer."""
    match answer:
        case (str(by), bytes(found)) if by == program():
            return found
        case (str(by), bytes()):
            raise OtherProgram(by)
    raise ValueError(f"no answer: {type(answer).__name__}")
