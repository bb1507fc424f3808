"""Exit codes, and the one exception that ends a command with one of them."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Final

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import sentence_of


class Code(IntEnum):
    """What the command says to the shell."""

    FINE = 0
    """It worked."""
    FAILURE = 1
    """A file cannot be read; a home, port or store is taken."""
    USAGE = 2
    """Wrong usage, an unknown game or option, a malformed invite."""
    INVALID = 3
    """The log is invalid, torn or damaged."""
    CHEATED = 4
    """Somebody signed twice, or the file proves a fault."""
    UNFINISHED = 5
    """Valid so far, and not finished."""
    NO_CONTACT = 6
    """Nobody could be reached in time."""
    DECIDED = 7
    """The game ended by vote or fault."""
    INTERRUPTED = 130
    """Ctrl-C."""


class Stop(Exception):
    """Ends the command with a code, and a sentence for the user on standard error."""

    def __init__(self, code: Code, message: str = "") -> None:
        super().__init__(message)
        self.code = code

    def __reduce__(self) -> tuple[type[Stop], tuple[Code, str]]:
        """Come as it is from another process."""
        return type(self), (self.code, str(self))


# Parts of the program are loaded when they are needed: after an update they no longer fit what runs.


def _installed() -> tuple[int, int] | None:
    """Return what tells this installation from another one in its place; None if it is gone."""
    try:
        found = Path(__file__).stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino


STARTED: Final = _installed()


def how_it_ends(wrong: Exception) -> Stop | None:
    """Return how the command ends after an error that users can cause; None for a mistake of the program."""
    from p2pgames.registry import Unknown

    match wrong:
        case Stop():
            return wrong
        case Unknown():
            return Stop(Code.USAGE, sentence_of(wrong))
        case OSError() if _no_contact(wrong):
            return Stop(Code.NO_CONTACT, sentence_of(wrong))
        case _ if _installed() != STARTED:
            return Stop(
                Code.FAILURE,
                _(
                    "p2pgames was updated or removed while it ran. Start it again: your games are as they were."
                ),
            )
        case OSError():
            return Stop(Code.FAILURE, _sentence(wrong))
        case _:
            return None


def _no_contact(wrong: OSError) -> bool:
    from p2pgames_protocol.transports.transport import Unreachable

    return isinstance(wrong, Unreachable)


def _sentence(wrong: OSError) -> str:
    """Return what went wrong with a file or connection, and where."""
    from p2pgames.text import Refusal

    if wrong.strerror is None or isinstance(wrong, Refusal):
        return sentence_of(wrong)
    if wrong.filename:
        return _("Cannot use {filename}: {strerror}.").format(
            filename=wrong.filename, strerror=sentence_of(wrong)
        )
    return f"{sentence_of(wrong)}."


def attempt(call: Callable[[], object]) -> tuple[int, str]:
    """Do something and return its exit code, and the sentence of an error that users can cause.

    Raises whatever is a mistake of the program.
    """
    try:
        result = call()
    except KeyboardInterrupt:
        return Code.INTERRUPTED, ""
    except BaseExceptionGroup as group:
        return _several(group)
    except Exception as wrong:
        if (stop := how_it_ends(wrong)) is None:
            raise
        return stop.code, str(stop)
    return (result if isinstance(result, int) else Code.FINE), ""


def _several(group: BaseExceptionGroup) -> tuple[int, str]:
    """End with the first of several errors, if all are such as users can cause."""
    interrupted, rest = group.split(KeyboardInterrupt)
    if interrupted is not None:
        return Code.INTERRUPTED, ""
    stops = [] if rest is None else [how_it_ends(wrong) for wrong in _leaves(rest)]
    first = stops[0] if stops and None not in stops else None
    if first is None:
        raise group
    return first.code, str(first)


def _leaves(group: BaseExceptionGroup) -> list[Exception]:
    leaves: list[Exception] = []
    for each in group.exceptions:
        if isinstance(each, BaseExceptionGroup):
            leaves += _leaves(each)
        elif isinstance(each, Exception):
            leaves.append(each)
        else:
            raise each
    return leaves
