"""What may follow the word of an action, and how it is read: typed by a player, or named by a program."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from p2pgames.contract import Illegal, Seat
from p2pgames.text import as_notation, whole_number
from p2pgames_cli.i18n.catalogue import N_
from p2pgames_cli.table import messages
from p2pgames_protocol.log.proposal import MAX_SEATS


class Unfit(ValueError):
    """A program's request lacks what the action needs, or has something else in its place."""


@dataclass(frozen=True, slots=True)
class Argument:
    """What an action is told: read from the text after its word, or from the fields of a program's request."""

    typed: str = ""
    """What help calls it; marked. Empty where nothing may follow the word."""
    read: Callable[[str], Any] = lambda _text: None
    """Returns it from what is typed, which may be empty; raises `Illegal` with a sentence for what does not fit."""
    taken: Callable[[Mapping[str, object]], Any] = lambda _said: None
    """Returns it from a request; raises `Unfit`, or `Illegal` with a sentence, for what does not fit."""
    field: str = ""
    """The field that makes a request this one, where it has no ``do``: ``{"say": "Hello"}``."""
    notation: bool = True
    """Whether it is a move, a place or a number, and not what people say to each other."""

    def of(self, text: str) -> Any:
        """Return it from what stands behind a typed word; raise `Illegal` with a sentence for what does not fit."""
        return self.read(as_notation(text) if self.notation else text)


def as_typed(text: str) -> str:
    """Return what is typed."""
    return text


def count(text: str) -> int | None:
    """Return a number above 0, and None for anything else."""
    return whole_number(text) or None


def seat_number(text: str) -> Seat:
    """Return the seat that a player names by its number; raise `Illegal` if there is none."""
    number = whole_number(text) or 0
    if not 0 < number <= MAX_SEATS:
        raise Illegal(messages.NUMBER_OF_SEAT)
    return number - 1


def seat_taken(said: Mapping[str, object]) -> Seat:
    """Return the seat that a program names, counted from 0."""
    seat = said.get("seat")
    if type(seat) is not int:
        raise Unfit
    return seat


NONE: Final = Argument()
TEXT: Final = Argument(N_("TEXT"), as_typed)
SENTENCE: Final = Argument(N_("WORDS"), as_typed, notation=False)
NUMBER: Final = Argument(N_("NUMBER"), count)
MOVE: Final = Argument(N_("MOVE"), as_typed)
SEAT: Final = Argument(N_("SEAT"), seat_number, seat_taken)
