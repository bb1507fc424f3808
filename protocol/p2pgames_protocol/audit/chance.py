"""Coins and cards of a log, checked without the rules by what its events name.

Which decks, slots and rolls are asked for only the rules can say. But keys, coin values, shuffles, shares and shown
cards must follow from what was given before, and all that the events of a round name of it must be equal. Where it is
not nobody is blamed: those who stay in could name it wrongly together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from p2pgames.contract import Illegal, Seat
from p2pgames.text import Message, Verbatim
from p2pgames_protocol.audit import messages
from p2pgames_protocol.audit.cards import Cards
from p2pgames_protocol.audit.coins import Coins
from p2pgames_protocol.audit.named import Named, is_known, named_by
from p2pgames_protocol.audit.trace import Link
from p2pgames_protocol.chance.edwards import Forged
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.records.event import RESIGN, Event
from p2pgames_protocol.log.rounds.keys import KEYS
from p2pgames_protocol.log.validated_event import NOTHING, Proved
from p2pgames_protocol.wire.codec import Malformed

Handed = Mapping[Seat, tuple[bytes, ...]]


class Chance:
    """What is known of coins and cards after the rounds of a log; ``faults`` are those of their events.

    ``disputed`` are the rounds whose events name different things. A seat found at fault is out: nothing more is
    read of it but its reveal.
    """

    def __init__(self, genesis: Genesis, links: Sequence[Link]) -> None:
        self.genesis = genesis
        self.cards = Cards(genesis)
        self.coins = Coins(genesis)
        self.faults: list[tuple[int, Seat, Message]] = []
        self.disputed: list[int] = []
        self._out: set[Seat] = set()
        for paper in links[0].given.values() if links else ():
            self.coins.commit(paper.event)
        after: list[frozenset[Seat] | None] = [link.inside for link in links[1:]]
        for number, link in enumerate(links):
            self._follow(number, link, [*after, None][number])

    @property
    def checks(self) -> dict[str, int]:
        """How many rolls, shuffles and shares were verified, counted as in a full audit."""
        shares = sum(map(len, self.cards.state.shares.values()))
        return {"rolls": len(self.coins.rolls), "shuffles": self.cards.state.shuffles, "shares": shares}

    def check_secret(self, seat: Seat, secret: bytes) -> None:
        """Raise `Illegal` or `Forged` unless all that the seat gave follows from the secret it committed to."""
        self.coins.check_secret(seat, secret)
        self.cards.check_secret(seat, secret)

    def _follow(self, number: int, link: Link, after: frozenset[Seat] | None) -> None:
        """Take in one round; ``after`` are those in after it, None if that is not seen."""
        handed = _handed_out(link)
        events = {
            seat: paper.event
            for seat, paper in sorted(link.given.items())
            if seat not in self._out | link.at_fault
        }
        proved: dict[Seat, Proved] = {}
        for seat, event in events.items():
            try:
                proved[seat] = self._read(number, link, event)
            except (Illegal, Malformed, Forged) as wrong:
                self._blame(number, seat, wrong.message)
        named = {seat: named_by(events[seat]) for seat in proved if events[seat].act != RESIGN}
        if len(set(named.values())) > 1:
            self.disputed.append(number)
        counted = {
            seat: each for seat, each in proved.items() if after is None or seat in after or seat in handed
        }
        alike = _alike(named[seat] for seat in counted if seat in named)
        whole = len(counted) == len(link.given) and not link.absent
        whole &= all(event.act != RESIGN for event in events.values())
        self.cards.give(alike, counted)
        if whole and (wrong_together := self.cards.close_round(alike, counted)):
            for seat in counted:
                self._blame(number, seat, wrong_together)
        left = link.absent.union(handed, events.keys() - proved) if after is None else link.inside - after
        self.coins.close_round({seat: events[seat] for seat in counted}, whole=whole and not left)
        self.cards.leave(link.inside, left, handed)

    def _read(self, number: int, link: Link, event: Event) -> Proved:
        """Return what an event shows; raise `Illegal`, `Malformed` or `Forged` if it is seen to be at fault."""
        if event.act == RESIGN:
            return NOTHING
        if not is_known(event.act) or (event.act == KEYS.act) is not (number == 0):
            raise Illegal(messages.FITS_NO_ROUND(act=Verbatim(event.act)))
        self.coins.check(event, link.inside)
        return self.cards.read(event, link.inside)

    def _blame(self, number: int, seat: Seat, why: Message) -> None:
        self._out.add(seat)
        self.faults.append((number, seat, why))


def _alike(named: Iterable[Named]) -> Named | None:
    """Return what all of these are; None if they differ."""
    values = set(named)
    return values.pop() if len(values) == 1 else None


def _handed_out(link: Link) -> Handed:
    """Return what the seats that resign by notes hand out; of several notes of a seat the first counts."""
    handed: dict[Seat, tuple[bytes, ...]] = {}
    for seat in sorted(link.given.keys() - link.at_fault):
        paper = link.given[seat]
        for note in paper.notes if paper.leaving else ():
            handed.setdefault(note.seat, note.keys)
    return handed
