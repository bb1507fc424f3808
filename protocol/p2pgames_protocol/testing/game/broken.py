"""What a check raises when a game breaks a requirement."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

from p2pgames.contract import Illegal


class Broken(Exception):
    """A game breaks a requirement on every game; the sentence tells its author which."""


def fail(said: str) -> NoReturn:
    """Raise `Broken` with the sentence, in English like the contract: it is for who writes code."""
    raise Broken(said)


def expect(holds: object, said: str) -> None:
    """Raise `Broken` with the sentence unless it holds."""
    if not holds:
        fail(said)


@contextmanager
def refused(what: str) -> Iterator[None]:
    """Expect `Illegal` of what is done within, and nothing else."""
    try:
        yield
    except Illegal as refusal:
        expect_sentence(refusal)
        return
    fail(f"{what} is accepted; `apply` must raise Illegal.")


def expect_sentence(said: object) -> None:
    """Expect a sentence for people."""
    text = str(said)
    expect(text[-1:] in (".", "?", "!"), f"{text!r} is no sentence: it ends with no full stop.")


def shown(value: Any) -> str:
    """Return a value as it stands in a report: not too long."""
    text = repr(value)
    return text if len(text) <= 200 else f"{text[:197]}..."
