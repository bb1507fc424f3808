"""What all players may agree on during a game: the base class of each kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from p2pgames.contract import Result
from p2pgames.replace import replace
from p2pgames.text import Count, Every, Message, SeatName, Verbatim, as_it_is, counted, message
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.position import Basis, Body, Ending, Made, Position
from p2pgames_protocol.wire.codec import Malformed


@dataclass(frozen=True, slots=True)
class Wording:
    """How a consent is put to players who may offer it with a word."""

    title: Message
    about: Message
    help: Message
    """What it is, where the word stands alone."""
    question: Message
    """What is asked before it is offered."""
    at_once: Message | None = None
    """The same where all sit at one computer, and it is done; None if it has no use there."""


class Consent(ABC):
    """Something that takes a note of every other seat still in, and an event that embeds them all."""

    name: ClassVar[str]
    """What the notes say, and what the event does."""
    names_round: ClassVar[bool] = False
    """Whether notes and event name a round: it is ``to`` below, which is None for all others."""
    ends_game: ClassVar[bool] = False

    @property
    def wording(self) -> Wording:
        """How it is put to players; just its name, unless a class says it better."""
        title, about = as_it_is(self.name), sentences.DONE_IF_ALL_AGREE
        question = as_it_is(f"{self.name}?")
        return Wording(title, about, about, question, question)

    def target(self, body: Body) -> int | None:
        """Return the round that the body of an event names; raise `Malformed` for any other body."""
        match body:
            case (int(to),) if self.names_round and type(to) is int:
                return to
            case () if not self.names_round:
                return None
        raise Malformed(sentences.NOT_HELD(consent=Verbatim(self.name)))

    def refusal(self, position: Position, to: int | None) -> Message | None:  # noqa: ARG002
        """Return why it cannot be agreed on now, in a sentence, where a move is awaited; None if it can."""
        return None

    def offered(self, position: Position, to: int | None) -> Message:  # noqa: ARG002
        """Return what is offered, as the end of a sentence that begins with who offers it."""
        return sentences.OFFERS(what=self.wording.title)

    @abstractmethod
    def apply(self, before: Position, closed: Position, to: int | None) -> Position:
        """Return the position after the round in which all agreed, in which nothing can be taken back any more.

        ``closed`` is as for `RoundKind.advance`.
        """


# The draw that all agree to.

DRAW_OFFERED: Final = message("log.draw-offered", "offers a draw")()


class AgreedDraw(Consent):
    """Ends the game as a draw: ``[]``."""

    name = "draw"
    ends_game = True
    wording = Wording(
        message("log.draw", "draw")(),
        message("log.draw-about", "end the game as a draw")(),
        message("log.draw-help", "offer to end the game as a draw")(),
        message("log.draw-question", "Offer a draw?")(),
        message("log.draw-at-once", "End the game as a draw?")(),
    )

    def offered(self, position: Position, to: int | None) -> Message:  # noqa: ARG002
        """Return that a draw is offered."""
        return DRAW_OFFERED

    def apply(self, before: Position, closed: Position, to: int | None) -> Position:  # noqa: ARG002
        """Return the position with the game ended; the moves before stay."""
        return replace(closed, past=before.past, ending=Ending(Basis.AGREED, draw_result(closed)))


def draw_result(position: Position) -> Result:
    """Return the result of a draw: all still in share the first place, all who left the one after them."""
    seats = range(len(position.genesis.keys))
    places = tuple(1 if seat in position.seats else len(position.seats) + 1 for seat in seats)
    return Result(places, None, sentences.AGREED_DRAW)


DRAW = AgreedDraw()


# The pause that all agree to.

PAUSE_OFFERED = message(
    "log.pause-offered", "offers a pause: until {name:every} moves, nobody can be voted out for being slow"
)


class Pause(Consent):
    """Stops the time until the next event: ``[]``."""

    name = "pause"
    wording = Wording(
        message("log.pause", "pause")(),
        message("log.pause-about", "stop the clock until the next move, if all agree")(),
        message("log.pause-help", "offer to stop the clock until the next move")(),
        message("log.pause-question", "Offer a pause? The clock stops until the next move.")(),
    )

    def offered(self, position: Position, to: int | None) -> Message:  # noqa: ARG002
        """Return that a pause is offered, which ends with the move that is awaited."""
        return PAUSE_OFFERED(name=Every(tuple(map(SeatName, position.due))))

    def refusal(self, position: Position, to: int | None) -> Message | None:  # noqa: ARG002
        """Return why not, if the game is paused already."""
        return sentences.PAUSED_ALREADY if position.paused else None

    def apply(self, before: Position, closed: Position, to: int | None) -> Position:  # noqa: ARG002
        """Return the position with the time stopped; what could be taken back still can."""
        return replace(closed, past=before.past, paused=True)


PAUSE = Pause()


# Moves that all agree to take back.

TAKEBACK_OFFERED = counted(
    "log.takeback-offered", "offers to take back {count} move", "offers to take back {count} moves"
)
TAKEBACK_TITLE = message("log.takeback", "takeback")()


class Takeback(Consent):
    """Goes back to before a round: ``[round]``."""

    name = "takeback"
    names_round = True
    wording = Wording(
        TAKEBACK_TITLE,
        sentences.DONE_IF_ALL_AGREE,
        sentences.DONE_IF_ALL_AGREE,
        TAKEBACK_TITLE,
    )

    def offered(self, position: Position, to: int | None) -> Message:
        """Return how many moves would be undone."""
        return TAKEBACK_OFFERED(count=Count(len(moves_undone(position, to))))

    def refusal(self, position: Position, to: int | None) -> Message | None:
        """Return why not, unless everything since the round showed nothing hidden."""
        if any(made.round == to for made in position.past):
            return None
        return sentences.ONLY_SHOWN_MOVES

    def apply(self, before: Position, closed: Position, to: int | None) -> Position:
        """Return the position with the state from before the round; moves before it can still be taken back."""
        first, *_ = moves_undone(before, to)
        kept = tuple(made for made in before.past if made.round < first.round)
        return replace(closed, state=first.state, past=kept)


def moves_undone(position: Position, to: int | None) -> tuple[Made, ...]:
    """Return the moves that a takeback to before a round would undo, oldest first."""
    return tuple(made for made in position.past if to is not None and made.round >= to)


TAKEBACK = Takeback()


# All that players may agree on, by name.

ALL: tuple[Consent, ...] = (TAKEBACK, DRAW, PAUSE)
CONSENTS: Final[Mapping[str, Consent]] = {consent.name: consent for consent in ALL}
