"""What an action is: its name, key, words and argument, whether it can be done, and the doing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Flag, auto
from typing import Any, Final, TypeAlias

from p2pgames.contract import Illegal, Seat
from p2pgames.rules_text import Place
from p2pgames.text import Message, as_notation, whole_number
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table.sentences import NUMBER_OF_SEAT
from p2pgames_cli.table.table_model import TableModel
from p2pgames_protocol.log.genesis import MAX_SEATS


class Quit(Exception):
    """The player closes the client; the game is kept."""


class Front(Flag):
    """The front ends; an action is seen in all in which a game is played where nothing else is said."""

    SCREEN = auto()
    WINDOW = auto()
    LINES = auto()
    JSON = auto()
    REPLAY = auto()
    """Lines in which a game is looked at; it has words of its own."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What an action brought: sentences for people, data for programs; nobody works out what is not shown."""

    sentences: Iterable[str] = ()
    """In the user's language; an empty one is a blank line, where there is room for one."""
    data: Callable[[], Mapping[str, Any]] | None = None
    """Returns the fields of the object that a program is sent; None if it is sent none."""
    type: str = ""
    """The type of that object, where it is not the one that the action gives."""
    title: str = ""
    """What stands above the sentences where they are a page of their own; without it they are a notice."""
    markdown: bool = False
    newest_last: bool = False
    """Whether the end is what one wants to see first."""
    moves: Sequence[str] = ()
    """The move that each sentence is about, in notation and empty for none: choosing it writes it into the line."""
    turns: Sequence[tuple[int, str]] = ()
    """The step before which each sentence's move was made, 0 for none, and a better one: choosing it shows both."""
    chart: Sequence[Sequence[int]] = ()
    """Everybody's chances in percent, decision by decision, which the last sentences draw in characters."""
    rules: tuple[Place | None, str] | None = None
    """Where there is a page for the rules: the block to open it at, and what to look for in it."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to do an action that stands in a list: what it is called, what it does, and its argument."""

    name: str
    about: str = ""
    argument: Any = None


@dataclass(frozen=True, slots=True)
class Confirmation:
    """What is asked before something is done that cannot be undone; what it takes is settled with the question."""

    text: str
    """The question; where there are lines, what stands above them."""
    do: Callable[[], Answer | Awaitable[Answer]]
    lines: Sequence[str] = ()
    """What is to be read before."""
    does: str = ""
    """What yes does, in a word or two, where there are lines."""
    undoable: bool = False
    """Whether nothing is lost by it: it is asked where a key may be hit by chance, and not where a word is typed."""


Text: TypeAlias = str | Message
"""What is marked in the client; or a sentence of the protocol, which is found by its id."""


def worded(text: Text) -> str:
    """Return it in the user's language."""
    return named(text) if isinstance(text, Message) else _(text)


Perform: TypeAlias = Callable[[TableModel, Any], Answer | Awaitable[Answer]]


def _always(_model: TableModel) -> bool:
    return True


def _never(_model: TableModel) -> bool:
    return False


def nothing(_model: TableModel, _argument: Any) -> Answer:
    """Do nothing: the front end does it, with pages and lines of its own."""
    return Answer()


# What may follow the word of an action, and how it is read: typed by a player, or named by a program.


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

    def parse(self, text: str) -> Any:
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
        raise Illegal(NUMBER_OF_SEAT)
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


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a player can do or ask: the only place where its name, key, words and argument stand."""

    id: str
    """Its name in the settings; with _ for - also what programs call it, unless ``request`` says otherwise."""
    name: Text
    """What lists call it: marked, and translated where it is shown."""
    about: Text
    """What it does, in a few words; marked as well."""
    perform: Perform = nothing
    """Does it, with its argument; raises `Illegal` with a sentence where it cannot be done."""
    argument: Argument = NONE
    keys: tuple[str, ...] | None = ()
    """Its keys where nothing else is settled; None if it can have none."""
    available: Callable[[TableModel], bool] = _always
    """Whether it stands in lists, and its key does it."""
    confirm: Callable[[TableModel, Any], Confirmation | None] | None = None
    """Returns what is asked before, where a question can be shown; raises `Illegal` if it cannot be done."""
    choices: Callable[[TableModel], Iterable[Choice]] | None = None
    """Returns the ways to do it that stand in lists; None: one, with the name and what it does."""
    fronts: Front = Front.SCREEN | Front.WINDOW | Front.LINES | Front.JSON
    words: tuple[str, ...] = ()
    """What is typed for it in plain lines, the one that help lists first; empty: its id."""
    help: Text = ""
    """What help says of the word, where that is more than ``about``; marked."""
    request: str = ""
    """What a program calls it; empty: its id."""
    answers: str = ""
    """The type of the object that a program is sent; empty: what it calls the action."""
    fixed: str = ""
    """A key that always does it, as it is shown; marked."""
    urgent: bool = False
    """Whether it stands before all others while it can be done."""
    due: Callable[[TableModel], bool] = _never
    """Whether now is the time for it: the window has a button for it then."""

    @property
    def typed(self) -> tuple[str, ...]:
        """What can be typed for it."""
        return self.words or (self.id,)

    @property
    def asked(self) -> str:
        """What a program calls it."""
        return self.request or self.id.replace("-", "_")

    @property
    def answered(self) -> str:
        """The type of the object that a program is sent."""
        return self.answers or self.asked


async def do(action: Action, model: TableModel, argument: Any = None) -> Answer:
    """Do an action and return what it brought; raises `Illegal` if it cannot be done."""
    done = action.perform(model, argument)
    return done if isinstance(done, Answer) else await done
