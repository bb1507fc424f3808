"""What rules are to everything around them: asks, events, and the rules that connect them.

A state is public: every seat, spectator and auditor holds the same one. It names *slots* of sealed
decks, never the faces in them. What a seat has seen lies beside the state, in its ``Known``. The rules
say what must happen next (an `Ask`), a dealer brings it about, and every seat applies the same `Event`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Generic, TypeAlias, TypeVar

from p2pgames import sentences
from p2pgames.sentences import joined
from p2pgames.text import BadValue, Count, FaceName, Message, Refusal, Typed, Verbatim, as_notation

Seat: TypeAlias = int
"""A place at the table, 0 for the first."""
Face: TypeAlias = str
"""What is printed on a card or tile, in the game's own short code."""
Slot: TypeAlias = tuple[str, int]
"""A deck by name, and a position in its sealed order, 0 for the first."""
Wire: TypeAlias = "int | str | bytes | bool | tuple[Wire, ...]"
"""Plain values that have exactly one encoding: what moves, and states for the digest, are made of."""
Move: TypeAlias = Wire
Known: TypeAlias = Mapping[Slot, Face]
"""The faces one seat has seen, its own hidden ones and all public ones."""


# -- asks: what must happen next ------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The named decks, each a sequence of faces, are to be shuffled and sealed, all in one go; each name serves once.

    After a `Left` the cards nobody has seen need a new deck: the leaver's key seals the old one for good. At most 8
    decks with 112 cards in all.
    """

    decks: tuple[tuple[str, tuple[Face, ...]], ...]


@dataclass(frozen=True, slots=True)
class Roll:
    """Random values are to be drawn, ``values[i]`` uniform in ``range(sides[i])``.

    With a seat it is that seat's roll, and this seat reveals its share first: who profits is never last.
    """

    sides: tuple[int, ...]
    seat: Seat | None = None


@dataclass(frozen=True, slots=True)
class Open:
    """Slots are to be opened, each to one seat or, with None, to everybody.

    What one seat has seen can be opened to everybody later, also after another seat has left, but to no other seat.
    """

    slots: tuple[tuple[Slot, Seat | None], ...]


@dataclass(frozen=True, slots=True)
class Choose:
    """The seat is to move."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended.

    ``places`` holds a place for each seat, 1 for the best; equal places are shared. ``scores`` holds
    points for each seat, or None if the game counts none. ``why`` is a short sentence.
    """

    places: tuple[int, ...]
    scores: tuple[int, ...] | None
    why: Message

    @property
    def winners(self) -> tuple[Seat, ...]:
        """The seats on place 1; several where the win is shared."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended; nothing more is applied."""

    result: Result


Ask: TypeAlias = Shuffle | Roll | Open | Choose | Over


# -- events: what has happened --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The decks asked for are sealed."""


@dataclass(frozen=True, slots=True)
class Rolled:
    """The values drawn, one for each side count asked for."""

    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    """The slots asked for are open: with their face where all may see it, with None if one seat may."""

    faces: tuple[tuple[Slot, Face | None], ...]


@dataclass(frozen=True, slots=True)
class Moved:
    """The seat made this move. The dealer has proved every face the move shows."""

    seat: Seat
    move: Move


class Why(StrEnum):
    """The reasons for which a seat leaves."""

    RESIGNED = "resigned"
    """It gave up by itself."""
    VOTED = "voted"
    """All the others, or the only other one, voted it absent."""
    FAULT = "fault"
    """It signed something the rules or the protocol forbid."""


@dataclass(frozen=True, slots=True)
class Left:
    """The seat is out for good; accepted at every ask but `Over`. With ``open`` all can see what it holds."""

    seat: Seat
    why: Why
    open: bool = False


Event: TypeAlias = Shuffled | Rolled | Opened | Moved | Left


class Illegal(Refusal):
    """The rules forbid this; the sentence is for the player, and names the rule that forbids it."""


S = TypeVar("S")
"""A game's state: a frozen value."""


# -- effects: what came of an event ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that came of an event, or would come of it.

    ``what`` is a few words that need no other ones to be understood. ``seat`` is whom it is about, and whose score it
    changes by ``points``, which may be negative. ``where`` is a spot of the board, named as in its picture.
    """

    what: Message
    seat: int | None = None
    points: int = 0
    where: str | None = None

    def as_data(self) -> dict[str, Any]:
        """Return what stands in JSON."""
        rest = {"seat": self.seat, "points": self.points, "where": self.where}
        return {**self.what.as_data(), "text": str(self.what), **rest}


def together(told: Iterable[Effect]) -> Message | None:
    """Return all of it in one message; None if nothing is told."""
    parts = [each.what for each in told]
    return joined(parts) if parts else None


def effects_data(told: Iterable[Effect]) -> list[dict[str, Any]]:
    """Return what stands in JSON of all of it."""
    return [each.as_data() for each in told]


# -- the rules -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Option:
    """A named choice made before the game; the first value is the default."""

    name: str
    values: tuple[str, ...]
    about: Message

    @property
    def default(self) -> str:
        """The value that holds when nobody chooses."""
        return self.values[0]


class RulesInfo:
    """Which rules they are, for how many, and what is chosen before: enough to list a game and to set up a table."""

    name: ClassVar[str]
    version: ClassVar[int]
    players: ClassVar[range]
    options: ClassVar[tuple[Option, ...]] = ()
    decks: ClassVar[bool] = False
    """Whether the rules ever ask for a shuffle."""


class Rules(RulesInfo, ABC, Generic[S]):
    """The rules of one game in one version: pure, without clock, randomness or I/O.

    Equal arguments give equal answers on every machine and Python version. `apply` is the only judge:
    it accepts what any other client made of the same log would accept, and raises `Illegal` for all else,
    whatever nonsense of type `Wire` a move consists of. Only `moves`, `why_not` and `parse` read secrets.
    Rules know no names: sentences call a seat ``Seat 1``, and clients say the player's name instead.
    """

    @property
    @abstractmethod
    def data(self) -> bytes:
        """The bytes of all the data these rules read; their hash stands in every log."""

    @abstractmethod
    def start(self, seats: int, options: Mapping[str, str], first: Seat | None = None) -> S:
        """Return the state before anything has happened.

        ``options`` holds a value for every option of the game. With ``first`` that seat begins, and the
        rules ask no roll for it. Raises ValueError for what `resolve_options` would refuse.
        """

    @abstractmethod
    def ask(self, state: S) -> Ask:
        """Return what must happen next."""

    @abstractmethod
    def apply(self, state: S, event: Event) -> S:
        """Return the state after the event; raise `Illegal`, and change nothing, if it does not fit."""

    @abstractmethod
    def moves(self, state: S, seat: Seat, known: Known) -> Sequence[Move]:
        """Return every legal move of the seat, in a fixed order; nothing when it is not to move."""

    @abstractmethod
    def text(self, state: S, seat: Seat, move: Move) -> str:
        """Return a legal move in the game's notation."""

    @abstractmethod
    def read(self, state: S, seat: Seat, known: Known, text: str) -> Move:
        """Return the move that a text of the seat to move means, legal or not; raise `Illegal` if it means none."""

    @abstractmethod
    def wire(self, state: S) -> Wire:
        """Return the whole state as plain values, maps and sets sorted, nothing cached; the digest is of it."""

    @abstractmethod
    def scores(self, state: S) -> tuple[int, ...] | None:
        """Return the points each seat would have if the game ended now; None if the game counts none."""

    @abstractmethod
    def words(self, state: S, seat: Seat | None, known: Known) -> tuple[Message, ...]:
        """Return the position in sentences, as the seat (None: a spectator) may know it, for reading aloud.

        The first says what is to happen next.
        """

    def describe_spot(self, state: S, seat: Seat | None, known: Known, spot: str) -> Message | None:  # noqa: ARG002
        """Return what a spot, by the name painters give it, holds, as the seat may know it; None for no spot."""
        return None

    def reveals(self, state: S, seat: Seat, move: Move) -> tuple[tuple[Slot, Face], ...]:  # noqa: ARG002
        """Return the hidden faces the move lays open; the dealer proves them before `apply`.

        Raises `Illegal` for a move of the wrong form.
        """
        return ()

    def effects(self, before: S, event: Event, after: S) -> tuple[Effect, ...]:  # noqa: ARG002
        """Return what came of an event: every point that it changed, and what else it does not say itself."""
        return ()

    def warning(self, state: S, seat: Seat, move: Move) -> Message | None:  # noqa: ARG002
        """Return what a legal move throws away for good, where it is nearly always a slip; None for any other."""
        return None

    def score_breakdown(self, state: S) -> tuple[Effect, ...] | None:  # noqa: ARG002
        """Return what the scores consist of, where the position shows it; None if that is what was told."""
        return None

    def begins_next(self, places: tuple[int, ...], began: Seat) -> Seat | None:  # noqa: ARG002
        """Return the seat that begins the next game of a series, after one that ``began`` began; None for the coin."""
        return None

    def rolled(self, state: S, values: tuple[int, ...]) -> Message:  # noqa: ARG002
        """Return in a few words what a roll of this state gave; who it was for is said before."""
        return sentences.ROLLS(values=Verbatim(" ".join(map(str, values))))

    def parse(self, state: S, seat: Seat, known: Known, text: str) -> Move:
        """Return the legal move that the text means; raise `Illegal` with the reason if there is none."""
        if self.ask(state) != Choose(seat):
            raise Illegal(sentences.NOT_YOUR_TURN())
        move = self.read(state, seat, known, as_notation(text))
        if reason := self.why_not(state, seat, known, move):
            raise Illegal(reason)
        return move

    def why_not(self, state: S, seat: Seat, known: Known, move: Move) -> Message | None:
        """Return why the seat may not make this move, in a sentence; None when it may."""
        try:
            for slot, face in self.reveals(state, seat, move):
                if known.get(slot) != face:
                    return sentences.NOT_HELD(face=FaceName(face))
            self.apply(state, Moved(seat, move))
        except Illegal as refusal:
            return refusal.message
        return None


AnyRules: TypeAlias = Rules[Any]


def chosen_options(game: str, options: Iterable[Option], chosen: Mapping[str, str]) -> dict[str, str]:
    """Return a value for each option, the default where none is chosen; raise `BadValue` for any other choice."""
    known = {option.name: option for option in options}
    for name, value in chosen.items():
        if name not in known:
            raise BadValue(sentences.no_option(game, tuple(known), name))
        if value not in known[name].values:
            values = sentences.words(known[name].values)
            raise BadValue(sentences.NO_VALUE(option=Verbatim(name), values=values, typed=Typed(value)))
    return {name: chosen.get(name, option.default) for name, option in known.items()}


def resolve_options(
    rules: AnyRules, seats: int, chosen: Mapping[str, str], first: Seat | None = None
) -> dict[str, str]:
    """Return a value for every option of the game, in the game's order, the default where none is chosen.

    Raises `BadValue`, naming what is possible, for a wrong number of seats, an unknown option or value, and ValueError
    for a ``first`` to begin that is no seat.
    """
    if seats not in rules.players:
        raise BadValue(sentences.wrong_seats(rules.name, rules.players, seats))
    if first is not None and (type(first) is not int or not 0 <= first < seats):
        raise ValueError(f"The seat that begins is one of 0 to {seats - 1}, not {first!r}.")
    return chosen_options(rules.name, rules.options, chosen)


# -- effects beside those of the rules: of the set-up, of a move that is only thought of, of the end ------


def set_up_effects(rules: Rules[S], state: S) -> tuple[Effect, ...]:
    """Return the points that everybody begins with, in the state before anything has happened."""
    scores = rules.scores(state) or ()
    return tuple(
        Effect(sentences.SET_UP(count=Count(points)), seat, points)
        for seat, points in enumerate(scores)
        if points
    )


def forecast(rules: Rules[S], state: S, seat: Seat, move: Move) -> tuple[Effect, ...]:
    """Return what would come of a legal move, and that it would end the game."""
    event = Moved(seat, move)
    after = rules.apply(state, event)
    ask = rules.ask(after)
    return (
        *rules.effects(state, event, after),
        *(ending_effects(ask.result) if isinstance(ask, Over) else ()),
    )


def effect_of_move(rules: Rules[S], state: S, seat: Seat, move: Move) -> Message | None:
    """Return what a legal move would change in one line, its warning first; None if only what the move itself says."""
    warning = rules.warning(state, seat, move)
    careful = (Effect(warning),) if warning is not None else ()
    return together((*careful, *forecast(rules, state, seat, move)))


def ending_effects(result: Result) -> tuple[Effect, ...]:
    """Return what is told of the end; points are told of the event that brought it."""
    return (Effect(sentences.ENDS(why=result.why)),)
