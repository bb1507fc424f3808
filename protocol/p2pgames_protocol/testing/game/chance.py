"""What rules ask of chance: decks that are sealed once, slots that are there and still shut, dice with sides."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final

from p2pgames.contract import Ask, Open, Roll, Seat, Shuffle, Slot
from p2pgames_protocol.testing.game.broken import expect, shown
from p2pgames_protocol.testing.game.case import Case

DECKS: Final = 8
CARDS: Final = 112


def asks(case: Case, _random: Random) -> None:
    """Check everything that a whole game asks for before it happens."""
    rules, table = case.rules, Decks()
    state = rules.start(case.seats, case.options)
    for event in case.whole().events:
        table.asked(rules.ask(state), case)
        state = rules.apply(state, event)


@dataclass
class Decks:
    """The decks of a game that are sealed, and who has seen what of them."""

    sizes: dict[str, int] = field(default_factory=dict)
    seen: dict[Slot, Seat | None] = field(default_factory=dict)

    def asked(self, ask: Ask, case: Case) -> None:
        """Check one question."""
        match ask:
            case Shuffle(decks):
                self._shuffled(decks, case)
            case Open(slots):
                expect(slots, "The rules ask to open no slot at all.")
                for slot, seat in slots:
                    self._opened(slot, seat, case)
            case Roll(sides, seat):
                expect(sides and min(sides) > 0, f"The rules ask to roll {shown(sides)}.")
                expect(seat is None or seat in range(case.seats), f"The rules ask seat {seat} to roll.")

    def _shuffled(self, decks: tuple[tuple[str, tuple[str, ...]], ...], case: Case) -> None:
        expect(case.rules.decks, "The rules ask for a shuffle, and do not say `decks = True`.")
        for name, faces in decks:
            expect(name not in self.sizes, f"The deck {name!r} is sealed twice: a name serves once.")
            expect(faces, f"The deck {name!r} is empty.")
            self.sizes[name] = len(faces)
        many, cards = len(decks), sum(len(faces) for _name, faces in decks)
        expect(
            many <= DECKS and cards <= CARDS,
            f"{many} decks with {cards} cards: at most {DECKS} with {CARDS} go in one.",
        )

    def _opened(self, slot: Slot, seat: Seat | None, case: Case) -> None:
        name, place = slot
        expect(name in self.sizes, f"A card of {name!r} is to be opened, and no such deck is sealed.")
        expect(
            place in range(self.sizes[name]),
            f"Card {place} of {name!r} is to be opened, which has {self.sizes[name]}.",
        )
        expect(seat is None or seat in range(case.seats), f"Card {place} of {name!r} is for seat {seat}.")
        if slot in self.seen:
            before = self.seen[slot]
            expect(
                before is not None and seat is None,
                f"Card {place} of {name!r} is open already. What a seat has seen can be opened to all, not to another.",
            )
        self.seen[slot] = seat
