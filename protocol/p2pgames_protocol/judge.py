"""The verdict on one event: whether it is in order for its seat in the open round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from p2pgames.contract import Face, Illegal, Move, Moved, Seat, Slot
from p2pgames_protocol import coin, consent
from p2pgames_protocol.cards import DeckId
from p2pgames_protocol.codec import Malformed, Plain
from p2pgames_protocol.coin import Purse
from p2pgames_protocol.deck import SealedDeck, UnsealedDeck, take_shuffles
from p2pgames_protocol.deckkeys import DeckKey, Epoch, read_key
from p2pgames_protocol.digest import SIZE
from p2pgames_protocol.genesis import Genesis
from p2pgames_protocol.group import Forged
from p2pgames_protocol.identity import verify
from p2pgames_protocol.message import CONSENTS, Act, Event, Kind, Note, Record, Said
from p2pgames_protocol.position import Position, Step
from p2pgames_protocol.reveal import recompute_shuffle
from p2pgames_protocol.secret import commitment
from p2pgames_protocol.share import Share


@dataclass(frozen=True, slots=True)
class Proved:
    """What an event gives to the decks, every proof verified."""

    key: DeckKey | None = None
    decks: tuple[UnsealedDeck | SealedDeck, ...] = ()
    """The decks after a shuffle."""
    shares: tuple[Share, ...] = ()
    orders: Mapping[DeckId, tuple[int, ...]] = field(default_factory=dict)
    """What a revealed secret says of its seat's shuffles: where each card came from."""


NOTHING = Proved()

RESIGNABLE = frozenset({Step.TURN, Step.COIN, Step.REST, Step.REKEY, Step.SHUFFLE, Step.SHARE})
"""Rounds in which a seat that owes an event may resign in its place: it has accepted the table, and plays on."""


@dataclass(frozen=True, slots=True)
class Judged:
    """An event with its verdict: ``fault`` is None when it is in order, else the sentence that blames.

    ``after`` is the state after a legal move, so that no move is applied twice, or after a takeback. ``leaving`` are
    the seats that resign by this event's notes.
    """

    event: Event
    body: bytes
    fault: str | None = None
    after: Any = None
    leaving: tuple[Seat, ...] = ()
    proved: Proved = NOTHING


def judge(position: Position, event: Event, body: bytes) -> Judged:
    """Return the verdict on an event of a due seat that names the right previous digest.

    Signature, round, seat and link are checked already; whatever is wrong here is its author's fault.
    """
    if event.state != position.state_digest:
        return Judged(event, body, _other_state(position, event))
    try:
        notes = tuple(_read_note(position, note) for note in event.notes)
        if event.act in CONSENTS:
            made = consent.check(position, event, notes)
            return Judged(event, body, None, made.state if made is not None else None)
        leaving = tuple(_leaves(position, note) for note in notes)
        after, proved = _judge_act(position, event)
    except (Illegal, Malformed, Forged) as wrong:
        return Judged(event, body, str(wrong))
    return Judged(event, body, None, after, leaving, proved)


def _other_state(position: Position, event: Event) -> str:
    rules = position.rules
    return (
        f"It names the state {event.state.hex()[:16]}, but after the same log the state is "
        f"{position.state_digest.hex()[:16]} ({rules.name} version {rules.version})."
    )


def _read_note(position: Position, packed: bytes) -> Note:
    record = Record.read(packed)
    if record.kind is not Kind.NOTE:
        raise Malformed("What is embedded is not a note.")
    note = Note.read(record.body)
    if not signed_note(position.genesis, record, note):
        raise Illegal("The event embeds a note that its seat did not sign for this game.")
    return note


def _leaves(position: Position, note: Note) -> Seat:
    if not is_resignation(position, note):
        raise Illegal("The event embeds a note that has no effect.")
    return note.seat


def is_resignation(position: Position, note: Note) -> bool:
    """Tell whether the note lets its seat leave as soon as an event embeds it."""
    return note.says is Said.RESIGN and note.seat in position.seats and not position.over


def is_note_for(position: Position, note: Note) -> bool:
    """Tell whether the note may take effect in the open round."""
    return is_resignation(position, note) or consent.is_live(position, note)


def signed_note(genesis: Genesis, record: Record, note: Note) -> bool:
    """Tell whether the note is signed by its seat for this game."""
    return note.seat < len(genesis.keys) and verify(
        genesis.keys[note.seat], record.signature, Kind.NOTE, genesis.game_id, record.body
    )


def _judge_act(position: Position, event: Event) -> tuple[Any, Proved]:
    """Return the state after a move, and what the proofs show."""
    match position.step, event.act:
        case Step.KEYS, Act.KEY:
            return None, Proved(key=_first_key(position, event))
        case Step.REKEY, Act.REKEY:
            epoch = Epoch(position.genesis.game_id, position.dealing.epoch)
            return None, Proved(key=read_key(epoch, event.seat, event.body))
        case Step.SHUFFLE, Act.SHUFFLE:
            return None, Proved(decks=take_shuffles(position.dealing.unsealed, event.body))
        case Step.SHARE, Act.SHARE:
            return None, Proved(shares=_shares(position, event))
        case Step.TURN, Act.MOVE:
            return _judge_move(position, event)
        case Step.TURN, Act.EMBED if not event.body and event.notes:
            pass
        case (step, Act.RESIGN) if step in RESIGNABLE and not event.body:
            pass
        case ((Step.COIN | Step.REST), Act.COIN):
            purse_after(position, event)
        case Step.REVEAL, Act.REVEAL:
            secret = _reveal(position, event)
            return None, Proved(orders=_orders(position, event.seat, secret))
        case _:
            raise Illegal(f"The round is for {position.step}; an event of kind {event.act} does not fit.")
    return None, NOTHING


def key_of(event: Event) -> tuple[bytes, bytes]:
    """Return the commitment and the coin tip of a key event; raise `Malformed` if it does not hold them."""
    match event.body:
        case (bytes(committed), bytes(tip), _, _) if len(committed) == len(tip) == SIZE:
            return committed, tip
    raise Malformed("The key event does not hold a commitment and a coin tip.")


def _first_key(position: Position, event: Event) -> DeckKey | None:
    key_of(event)
    if position.rules.decks:
        return read_key(Epoch(position.genesis.game_id), event.seat, event.body[2:])
    if event.body[2:] != (None, None):
        raise Malformed("The key event holds a deck key, and the game has no decks.")
    return None


def _shares(position: Position, event: Event) -> tuple[Share, ...]:
    slots = position.dealing.owed(event.seat, position.wanted)
    return position.dealing.read_shares(event.seat, slots, event.body)


def _judge_move(position: Position, event: Event) -> tuple[Any, Proved]:
    """Every face that a move shows is opened with its author's shares before the rules see the move."""
    move, sent = _move(event)
    shown = position.rules.shows(position.state, event.seat, move)
    proved = _shown(position, event.seat, shown, sent) if shown or sent != () else NOTHING
    return position.rules.apply(position.state, Moved(event.seat, move)), proved


def _shown(position: Position, seat: Seat, shown: tuple[tuple[Slot, Face], ...], sent: Plain) -> Proved:
    """Return the shares that open what a move shows; raise `Illegal` where that is another card."""
    shares = position.dealing.read_shares(seat, missing(position, seat, shown), sent)
    after = position.dealing.give(shares)
    for slot, face in shown:
        if after.public[slot] != face:
            raise Illegal(f"The card in slot {slot[1]} of {slot[0]} is {after.public[slot]}, not {face}.")
    return Proved(shares=shares)


def missing(position: Position, seat: Seat, shown: Iterable[tuple[Slot, Face]]) -> tuple[Slot, ...]:
    """Return the slots in which a seat has to give its share to show them; raise `Illegal` for others' cards."""
    slots = tuple(dict.fromkeys(slot for slot, _ in shown))
    for slot in slots:
        position.dealing.check_dealt(slot, seat)
    return position.dealing.owed(seat, ((slot, None) for slot in slots))


def _move(event: Event) -> tuple[Move, Plain]:
    match event.body:
        case (move, sent) if _is_wire(move):
            return move, sent  # type: ignore[return-value]
    raise Malformed("The event does not hold a move.")


def _is_wire(value: Plain) -> bool:
    return all(map(_is_wire, value)) if type(value) is tuple else value is not None


def purse_after(position: Position, event: Event) -> Purse:
    """Return what is known of the seat's coin after its value; raise `Illegal` if that is not the committed one."""
    match event.body:
        case (bytes(value), None | bytes() as after) if after is None or len(after) == SIZE:
            taken = position.purses[event.seat].take(position.rolls + 1, value, after)
            if taken is not None:
                return taken
    raise Illegal(f"The value for roll {position.rolls + 1} is not the one the seat committed to.")


def _reveal(position: Position, event: Event) -> bytes:
    match event.body:
        case (bytes(secret),) if commitment(secret) == position.commitments[event.seat]:
            _check_coin(position, event.seat, secret)
            return secret
    raise Illegal("The secret is not the one the seat committed to.")


def _orders(position: Position, seat: Seat, secret: bytes) -> dict[DeckId, tuple[int, ...]]:
    """Every key and shuffle of the seat must follow from its secret, so that all can be opened with it."""
    decks = position.dealing.decks.values()
    return {deck.id: recompute_shuffle(deck, seat, secret) for deck in decks if seat in deck.keys.seats}


def _check_coin(position: Position, seat: Seat, secret: bytes) -> None:
    """Whatever the seat rolled with must come from its secret, or it was chosen with something else in mind."""
    purse = position.purses[seat]
    if coin.tip(secret, 0) != position.tips[seat]:
        raise Illegal("The coin tip of the key event does not come from the revealed secret.")
    if purse.after is not None and coin.tip(secret, purse.number + 1) != purse.after:
        raise Illegal(f"The coin tip for chain {purse.number + 1} does not come from the revealed secret.")
