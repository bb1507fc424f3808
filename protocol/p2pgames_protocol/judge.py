"""The verdict on one event: whether it is in order for its seat in the open round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from p2pgames.contract import Illegal, Move, Moved, Seat
from p2pgames_protocol import coin
from p2pgames_protocol.codec import Malformed, Plain
from p2pgames_protocol.coin import Purse
from p2pgames_protocol.digest import SIZE
from p2pgames_protocol.genesis import Genesis
from p2pgames_protocol.identity import verify
from p2pgames_protocol.message import Act, Event, Kind, Note, Record, Said
from p2pgames_protocol.position import Position, Step
from p2pgames_protocol.secret import commitment


@dataclass(frozen=True, slots=True)
class Judged:
    """An event with its verdict: ``fault`` is None when it is in order, else the sentence that blames.

    ``after`` is the state after a legal move, so that no move is applied twice. ``leaving`` are the seats
    that resign by this event's notes.
    """

    event: Event
    body: bytes
    fault: str | None = None
    after: Any = None
    leaving: tuple[Seat, ...] = ()


def judge(position: Position, event: Event, body: bytes) -> Judged:
    """Return the verdict on an event of a due seat that names the right previous digest.

    Signature, round, seat and link are checked already; whatever is wrong here is its author's fault.
    """
    if event.state != position.state_digest:
        return Judged(event, body, _other_state(position, event))
    try:
        leaving = tuple(_read_note(position, note) for note in event.notes)
        after = _judge_act(position, event)
    except (Illegal, Malformed) as wrong:
        return Judged(event, body, str(wrong))
    return Judged(event, body, None, after, leaving)


def _other_state(position: Position, event: Event) -> str:
    rules = position.rules
    return (
        f"It names the state {event.state.hex()[:16]}, but after the same log the state is "
        f"{position.state_digest.hex()[:16]} ({rules.name} version {rules.version})."
    )


def _read_note(position: Position, packed: bytes) -> Seat:
    record = Record.read(packed)
    if record.kind is not Kind.NOTE:
        raise Malformed("What is embedded is not a note.")
    note = Note.read(record.body)
    if not is_note_for(position, note) or not signed_note(position.genesis, record, note):
        raise Illegal(
            "The event embeds a note that its seat did not sign for this game, or that has no effect."
        )
    return note.seat


def is_note_for(position: Position, note: Note) -> bool:
    """Tell whether the note may take effect in the open round."""
    return note.says is Said.RESIGN and note.seat in position.seats and not position.over


def signed_note(genesis: Genesis, record: Record, note: Note) -> bool:
    """Tell whether the note is signed by its seat for this game."""
    return note.seat < len(genesis.keys) and verify(
        genesis.keys[note.seat], record.signature, Kind.NOTE, genesis.game_id, record.body
    )


def _judge_act(position: Position, event: Event) -> Any:
    match position.step, event.act:
        case Step.KEYS, Act.KEY:
            key_of(event)
        case Step.TURN, Act.MOVE:
            return position.rules.apply(position.state, Moved(event.seat, _move(event)))
        case Step.TURN, Act.EMBED if not event.body and event.notes:
            pass
        case ((Step.TURN | Step.COIN | Step.REST), Act.RESIGN) if not event.body:
            pass
        case ((Step.COIN | Step.REST), Act.COIN):
            purse_after(position, event)
        case Step.REVEAL, Act.REVEAL:
            _reveal(position, event)
        case _:
            raise Illegal(f"The round is for {position.step}; an event of kind {event.act} does not fit.")
    return None


def key_of(event: Event) -> tuple[bytes, bytes]:
    """Return the commitment and the coin tip of a key event; raise `Malformed` if it does not hold them."""
    match event.body:
        case (bytes(committed), bytes(tip), None, None) if len(committed) == len(tip) == SIZE:
            return committed, tip
    raise Malformed("The key event does not hold a commitment and a coin tip.")


def _move(event: Event) -> Move:
    match event.body:
        case (move, ()) if _is_wire(move):
            return move  # type: ignore[return-value]
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


def _check_coin(position: Position, seat: Seat, secret: bytes) -> None:
    """Whatever the seat rolled with must come from its secret, or it was chosen with something else in mind."""
    purse = position.purses[seat]
    if coin.tip(secret, 0) != position.tips[seat]:
        raise Illegal("The coin tip of the key event does not come from the revealed secret.")
    if purse.after is not None and coin.tip(secret, purse.number + 1) != purse.after:
        raise Illegal(f"The coin tip for chain {purse.number + 1} does not come from the revealed secret.")
