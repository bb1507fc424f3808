"""Exit codes, and the one exception that ends a command with one of them."""

from __future__ import annotations

from enum import IntEnum


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
    """The game ended by vote, claim or fault."""
    INTERRUPTED = 130
    """Ctrl-C."""


class Stop(Exception):
    """Ends the command with a code, and a sentence for the user on standard error."""

    def __init__(self, code: Code, message: str = "") -> None:
        super().__init__(message)
        self.code = code


def expected(wrong: Exception) -> Stop | None:
    """Return how the command ends after an error that users can cause; None for a mistake of the program."""
    from p2pgames.registry import Unknown

    match wrong:
        case Stop():
            return wrong
        case Unknown():
            return Stop(Code.USAGE, str(wrong.args[0]))
        case OSError() if _no_contact(wrong):
            return Stop(Code.NO_CONTACT, str(wrong))
        case OSError():
            return Stop(Code.FAILURE, _sentence(wrong))
        case _:
            return None


def _no_contact(wrong: OSError) -> bool:
    from p2pgames_protocol.carrier import NoContact

    return isinstance(wrong, NoContact)


def _sentence(wrong: OSError) -> str:
    """Return what went wrong with a file or connection, and where."""
    if wrong.strerror is None:
        return str(wrong)
    if wrong.filename:
        return f"Cannot use {wrong.filename}: {wrong.strerror}."
    return f"{wrong.strerror}."
