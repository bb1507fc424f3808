"""Whether one event is in order for its seat in the open round."""

from __future__ import annotations

from p2pgames.contract import Illegal
from p2pgames.text import Count, Message, Verbatim
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.log import sentences
from p2pgames_protocol.log.chain import embedded, leaving
from p2pgames_protocol.log.consents import CONSENTS
from p2pgames_protocol.log.note_rules import check_consent, check_resign, check_resignations
from p2pgames_protocol.log.position import NOTHING, Position, Proved, ValidatedEvent
from p2pgames_protocol.log.records import RESIGN, Event
from p2pgames_protocol.wire.codec import Malformed


def validate(position: Position, event: Event, body: bytes, own: Proved | None = None) -> ValidatedEvent:
    """Return what is made of an event of a due seat that names the right previous digest.

    Signature, round, seat and link are checked already; whatever is wrong here is its author's fault. ``own`` is what
    an event shows of which the author itself asks: its proofs need not be verified.
    """
    if event.state != position.state_digest:
        return ValidatedEvent(event, body, _other_state(position, event))
    if event.inside != position.inside:
        return ValidatedEvent(event, body, sentences.OTHER_SEATS)
    try:
        notes = embedded(position.genesis, event)
        if event.act in CONSENTS:
            check_consent(position, event, notes)
            return ValidatedEvent(event, body)
        check_resignations(position, event, notes)
        if event.act == RESIGN and not position.kind.after_end:
            check_resign(position, event, notes)
            proved = NOTHING
        else:
            proved = position.kind.validate(position, event) if own is None else own
    except (Illegal, Malformed, Forged) as wrong:
        return ValidatedEvent(event, body, wrong.message)
    return ValidatedEvent(event, body, None, leaving(event, notes), proved)


def _other_state(position: Position, event: Event) -> Message:
    rules = position.rules
    return sentences.OTHER_STATE(
        theirs=Verbatim(event.state.hex()[:16]),
        ours=Verbatim(position.state_digest.hex()[:16]),
        rules=Verbatim(rules.name),
        version=Count(rules.version),
    )
