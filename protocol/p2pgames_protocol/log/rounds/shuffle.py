"""Rounds of shuffles, one seat after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from p2pgames.contract import Illegal, Seat, Shuffle, Shuffled
from p2pgames.replace import replace
from p2pgames_protocol.chance.deck import UnsealedDeck, take_shuffles
from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.position import Body, Given, Position, Prepared, Proved, RoundKind
from p2pgames_protocol.log.records import Event
from p2pgames_protocol.wire.codec import pack
from p2pgames_protocol.wire.fields import beginnings


class ShuffleRound(RoundKind):
    """One seat shuffles all decks that are asked for, after the one before it.

    An event says of each ``[name, number of cards, five byte strings]``.
    """

    name = act = "shuffle"
    slow = True
    skipped = True

    def opened(self, position: Position) -> Position | None:
        """Open it where a shuffle is asked for, and all keys are of those who are in, or open to all."""
        ask, decks_state = position.ask, position.decks_state
        if not isinstance(ask, Shuffle) or not decks_state.serves(position.seats):
            return None
        if not decks_state.shuffling:
            decks_state = decks_state.start(ask).only(position.seats, same=True)
        return replace(position, kind=self, decks_state=decks_state)

    def due(self, position: Position) -> tuple[Seat, ...]:
        """Return the one seat whose turn it is to shuffle."""
        return tuple(deck.seat for deck in position.decks_state.unsealed[:1])

    def check(self, position: Position, event: Event) -> Proved:
        """Return the decks after the shuffle."""
        decks = position.decks_state.unsealed
        if pack(beginnings(event.body, 2)) != pack(deck_names(decks)):
            raise Illegal(sentences.OTHER_DECKS)
        return Proved(
            decks=take_shuffles(decks, tuple(each[2:] for each in event.body if type(each) is tuple))
        )

    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position after one seat's shuffle; the decks are sealed with the last one."""
        if not isinstance(before.ask, Shuffle):
            raise TypeError("only a shuffle is shuffled")
        decks_state = closed.decks_state
        for shuffled in given.values():
            decks_state = replace(decks_state, shuffling=shuffled.proved.decks)
        if decks_state.unsealed:
            return replace(closed, decks_state=decks_state)
        state = closed.rules.apply(closed.state, Shuffled())
        return replace(closed, state=state, decks_state=decks_state.seal(before.ask))

    def contribution(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Body]:
        """Return a function that shuffles, with proofs."""
        make = self.prepared(position, seat, secret)
        return lambda: make()[0]

    def prepared(self, position: Position, seat: Seat, secret: GameSecret) -> Callable[[], Prepared]:  # noqa: ARG002
        """Return the same function, which also gives the decks afterwards: their maker need not verify the proofs."""
        decks = position.decks_state.unsealed

        def make() -> Prepared:
            shuffled = secret.shuffle(decks)
            body: Body = tuple(
                (*name, *sent) for name, (sent, _) in zip(deck_names(decks), shuffled, strict=True)
            )
            return body, Proved(decks=tuple(after for _, after in shuffled))

        return make


def deck_names(decks: Iterable[UnsealedDeck]) -> tuple[tuple[str, int], ...]:
    """Return what an event says of the decks before it shuffles them: name and number of cards."""
    return tuple((deck.id.name, len(deck.faces)) for deck in decks)


SHUFFLE = ShuffleRound()
