"""What an event names of its round, which every other event of the round names too."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames_protocol.log.consents.registry import CONSENTS
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.rounds.coin import COIN
from p2pgames_protocol.log.rounds.registry import ROUNDS
from p2pgames_protocol.log.rounds.rekey import REKEY
from p2pgames_protocol.log.rounds.share import SHARE
from p2pgames_protocol.log.rounds.shuffle import SHUFFLE
from p2pgames_protocol.wire.codec import Plain, pack, unpack
from p2pgames_protocol.wire.fields import beginnings

_FIELDS = {COIN.act: 3, REKEY.act: 1, SHARE.act: 1}
"""How many fields of the body, from the first on, are equal in all events of a round."""


@dataclass(frozen=True, slots=True)
class Named:
    """The act, and with it the number, sides and seat of a roll, an epoch, all decks or all slots."""

    act: str
    packed: bytes

    @property
    def fields(self) -> Plain:
        """What is named beside the act."""
        return unpack(self.packed)


def is_known(act: str) -> bool:
    """Tell whether there is such an act, in whatever step."""
    return act in CONSENTS or any(kind.act == act for kind in ROUNDS)


def named_by(event: Event) -> Named:
    """Return what an event names; its body may be of any form."""
    body = beginnings(event.body, 2) if event.act == SHUFFLE.act else event.body[: _FIELDS.get(event.act, 0)]
    return Named(event.act, pack(body))
