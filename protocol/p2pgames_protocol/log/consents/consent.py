"""What all players may agree on during a game: the base class of each kind."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from p2pgames.text import Message, Verbatim, as_it_is
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.position import Body, Position
from p2pgames_protocol.wire.codec import Malformed


@dataclass(frozen=True, slots=True)
class Wording:
    """How a consent is put to players who may offer it with a word."""

    title: Message
    about: Message
    help: Message
    """What it is, where the word stands alone."""
    question: Message
    """What is asked before it is offered, without its mark."""
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
        title, about = as_it_is(self.name), messages.DONE_IF_ALL_AGREE
        return Wording(title, about, about, title, title)

    def target(self, body: Body) -> int | None:
        """Return the round that the body of an event names; raise `Malformed` for any other body."""
        match body:
            case (int(to),) if self.names_round and type(to) is int:
                return to
            case () if not self.names_round:
                return None
        raise Malformed(messages.NOT_HELD(consent=Verbatim(self.name)))

    def refusal(self, position: Position, to: int | None) -> Message | None:  # noqa: ARG002
        """Return why it cannot be agreed on now, in a sentence, where a move is awaited; None if it can."""
        return None

    def offered(self, position: Position, to: int | None) -> Message:  # noqa: ARG002
        """Return what is offered, as the end of a sentence that begins with who offers it."""
        return messages.OFFERS(what=self.wording.title)

    @abstractmethod
    def apply(self, before: Position, closed: Position, to: int | None) -> Position:
        """Return the position after the round in which all agreed, in which nothing can be taken back any more.

        ``closed`` is as for `RoundKind.advance`.
        """
