"""Rounds in which one seat moves: the move, and the cards it shows."""

from __future__ import annotations

from collections.abc import Iterable

from p2pgames.contract import Choose, Face, Illegal, Move, Moved, Seat, Slot
from p2pgames.replace import replace
from p2pgames.text import Count, FaceName, Verbatim
from p2pgames_protocol.chance.decryption_share import Share
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.consents import CONSENTS
from p2pgames_protocol.log.position import Body, Given, Made, Position, Proved, RoundKind
from p2pgames_protocol.log.records import Event
from p2pgames_protocol.wire.codec import Malformed, Plain, pack
from p2pgames_protocol.wire.fields import beginnings


class TurnRound(RoundKind):
    """One seat moves: ``[move, shows, batches]``; or lets others leave.

    What it shows of hidden cards is ``[deck, position, number of the card]`` each, and the batches of shares open them.
    """

    name, act = "turn", "move"
    may_agree = True
    counted_as = "moves"

    def opened(self, position: Position) -> Position | None:
        """Open it where a seat is to choose."""
        if not isinstance(position.ask, Choose):
            return None
        # what is known of the position already need not be found out twice
        return position if position.kind is self else replace(position, kind=self)

    def due(self, position: Position) -> tuple[Seat, ...]:
        """Return the one seat that chooses."""
        return (position.ask.seat,) if isinstance(position.ask, Choose) else ()

    def check(self, position: Position, event: Event) -> Proved:
        """Every face that a move shows is opened with its author's shares before the rules see the move."""
        move, named, sent = read_move(event)
        shown = position.rules.reveals(position.state, event.seat, move)
        shares = _shares(position, event.seat, shown, named, sent) if shown or named or sent != () else ()
        return Proved(after=position.rules.apply(position.state, Moved(event.seat, move)), shares=shares)

    def advance(self, before: Position, closed: Position, given: Given) -> Position:
        """Return the position after the move, or after what all have agreed on.

        A move that showed no card can be taken back.
        """
        ((seat, given_here),) = given.items()
        event = given_here.event
        if (consent := CONSENTS.get(event.act)) is not None:
            return consent.apply(before, closed, consent.target(event.body))
        if event.act != self.act:
            return closed
        past = (*before.past, Made(before.round, seat, before.state)) if event.body[1] == () else ()
        return replace(closed, state=given_here.proved.after, past=past)


def _shares(
    position: Position, seat: Seat, shown: tuple[tuple[Slot, Face], ...], named: Body, sent: Plain
) -> tuple[Share, ...]:
    """Return the shares that open what a move shows; raise `Illegal` if that is another card, or named otherwise."""
    slots = tuple(dict.fromkeys(slot for slot, _ in shown))
    owed = missing(position, seat, slots)
    if pack(beginnings(named, 2)) != pack(slots):
        raise Illegal(sentences.OTHER_CARDS)
    shares = position.decks_state.read_shares(seat, owed, sent)
    after = position.decks_state.give(shares)
    for slot, face in shown:
        if after.public[slot] != face:
            raise Illegal(
                sentences.OTHER_FACE(
                    index=Count(slot[1]),
                    deck=Verbatim(slot[0]),
                    face=FaceName(after.public[slot]),
                    named=FaceName(face),
                )
            )
    if pack(named) != pack(tuple((*slot, after.card(slot)) for slot in slots)):
        raise Illegal(sentences.OTHER_CARDS)
    return shares


def missing(position: Position, seat: Seat, slots: Iterable[Slot]) -> tuple[Slot, ...]:
    """Return the slots in which a seat has to give its share to show them; raise `Illegal` for others' cards."""
    slots = tuple(slots)
    for slot in slots:
        position.decks_state.check_dealt(slot, seat)
    return position.decks_state.due(seat, ((slot, None) for slot in slots))


def read_move(event: Event) -> tuple[Move, Body, Plain]:
    """Return the move of an event, the cards that it names, and its batches; raise `Malformed` if it has none."""
    match event.body:
        case (move, tuple() as named, sent) if _is_wire(move):
            return move, named, sent  # type: ignore[return-value]
    raise Malformed(sentences.NO_MOVE)


def _is_wire(value: Plain) -> bool:
    return all(map(_is_wire, value)) if type(value) is tuple else value is not None


TURN = TurnRound()
