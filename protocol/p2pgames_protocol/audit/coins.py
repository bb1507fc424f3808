"""The coins of a log, followed without the rules."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Count
from p2pgames_protocol.audit import messages as told
from p2pgames_protocol.audit.named import Named, named_by
from p2pgames_protocol.chance import coin
from p2pgames_protocol.chance.coin import ChainHead
from p2pgames_protocol.log import messages
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.rounds.coin import COIN
from p2pgames_protocol.log.rounds.keys import KEYS, key_of
from p2pgames_protocol.wire.codec import Malformed, Plain


class Coins:
    """What is known of every seat's chain; ``rolls`` are the numbers of those of which a value was right."""

    def __init__(self, genesis: Genesis) -> None:
        self.game = genesis.game_id
        self.rolls: set[int] = set()
        self._tips: dict[Seat, bytes] = {}
        self._heads: dict[Seat, ChainHead] = {}
        self._last = 0
        self._begun: Named | None = None
        """A roll for one seat, which gave its value: those of the others are due."""

    def commit(self, event: Event) -> None:
        """Note the tip of a key event, which binds its seat even if the event is at fault for something else."""
        with suppress(Malformed):
            if event.act == KEYS.act:
                _, tip = key_of(event)
                self._tips[event.seat], self._heads[event.seat] = tip, ChainHead(tip)

    def check(self, event: Event, inside: Collection[Seat]) -> None:
        """Check a key event, or take a coin event; raise `Illegal` or `Malformed` if it is wrong."""
        if event.act == KEYS.act:
            key_of(event)
        elif event.act == COIN.act:
            self._heads[event.seat] = self._taken(event, inside)
            self.rolls.add(_fields(event)[0])

    def close_round(self, counted: Mapping[Seat, Event], *, whole: bool) -> None:
        """Note which roll was begun, and whether the values of others are still due to it.

        ``whole`` tells that nobody left.
        """
        coins = {seat: event for seat, event in counted.items() if event.act == COIN.act}
        self._begun = None
        for seat, event in coins.items():
            number, _, to, _ = _fields(event)
            self._last = max(self._last, number)
            if whole and to == seat and len(coins) == 1:
                self._begun = named_by(event)

    def check_secret(self, seat: Seat, secret: bytes) -> None:
        """Raise `Illegal` unless the seat's chain comes from this secret."""
        if coin.tip(secret, self.game, seat) != self._tips.get(seat):
            raise Illegal(messages.WRONG_TIP)

    def _taken(self, event: Event, inside: Collection[Seat]) -> ChainHead:
        number, sides, to, value = _fields(event)
        due = (
            number > self._last
            if self._begun is None
            else named_by(event) == self._begun and to != event.seat
        )
        fair = all(type(side) is int and side > 0 for side in sides)
        if not (due and fair and (to is None or to in inside)):
            raise Illegal(messages.OTHER_ROLL(roll=Count(number)))
        head = self._heads.get(event.seat)
        taken = head.advance(self.game, event.seat, number, value) if head is not None else None
        if taken is None:
            raise Illegal(messages.WRONG_COIN(roll=Count(number)))
        return taken


def _fields(event: Event) -> tuple[int, tuple[Plain, ...], Seat | None, bytes]:
    match event.body:
        case (int(number), tuple() as sides, None | int() as to, bytes(value)) if bool not in (
            type(number),
            type(to),
        ):
            return number, sides, to, value
    raise Malformed(told.NO_COIN)
