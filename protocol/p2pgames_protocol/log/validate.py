"""The verdict on one event: whether it is in order for its seat in the open round."""

from __future__ import annotations

from typing import Any

from p2pgames.contract import Illegal
from p2pgames_protocol.chance.deck import take_shuffles
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.chance.joint_key import Epoch, read_key
from p2pgames_protocol.log.consents import check as consents
from p2pgames_protocol.log.note_rules import read_note, who_leaves
from p2pgames_protocol.log.position import Position, Step
from p2pgames_protocol.log.records.event import Act, Event
from p2pgames_protocol.log.records.note import CONSENTS
from p2pgames_protocol.log.rounds.coin import purse_after
from p2pgames_protocol.log.rounds.keys import first_key
from p2pgames_protocol.log.rounds.reveal import orders_shown, read_secret
from p2pgames_protocol.log.rounds.share import read_shares
from p2pgames_protocol.log.rounds.turn import judge_move
from p2pgames_protocol.log.validated_event import NOTHING, Judged, Proved
from p2pgames_protocol.wire.codec import Malformed

RESIGNABLE = frozenset({Step.TURN, Step.COIN, Step.REST, Step.REKEY, Step.SHUFFLE, Step.SHARE})
"""Rounds in which a seat that owes an event may resign in its place: it has accepted the table, and plays on."""


def judge(position: Position, event: Event, body: bytes) -> Judged:
    """Return the verdict on an event of a due seat that names the right previous digest.

    Signature, round, seat and link are checked already; whatever is wrong here is its author's fault.
    """
    if event.state != position.state_digest:
        return Judged(event, body, _other_state(position, event))
    try:
        notes = tuple(read_note(position, note) for note in event.notes)
        if event.act in CONSENTS:
            made = consents.check(position, event, notes)
            return Judged(event, body, None, made.state if made is not None else None)
        leaving = tuple(who_leaves(position, note) for note in notes)
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


def _judge_act(position: Position, event: Event) -> tuple[Any, Proved]:
    """Return the state after a move, and what the proofs show."""
    match position.step, event.act:
        case Step.KEYS, Act.KEY:
            return None, Proved(key=first_key(position, event))
        case Step.REKEY, Act.REKEY:
            epoch = Epoch(position.genesis.game_id, position.dealing.epoch)
            return None, Proved(key=read_key(epoch, event.seat, event.body))
        case Step.SHUFFLE, Act.SHUFFLE:
            return None, Proved(decks=take_shuffles(position.dealing.unsealed, event.body))
        case Step.SHARE, Act.SHARE:
            return None, Proved(shares=read_shares(position, event))
        case Step.TURN, Act.MOVE:
            return judge_move(position, event)
        case Step.TURN, Act.EMBED if not event.body and event.notes:
            pass
        case (step, Act.RESIGN) if step in RESIGNABLE and not event.body:
            pass
        case ((Step.COIN | Step.REST), Act.COIN):
            purse_after(position, event)
        case Step.REVEAL, Act.REVEAL:
            secret = read_secret(position, event)
            return None, Proved(orders=orders_shown(position, event.seat, secret))
        case _:
            raise Illegal(f"The round is for {position.step}; an event of kind {event.act} does not fit.")
    return None, NOTHING
