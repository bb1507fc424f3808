"""A dealer without a network: one process sees everything. For bots, tests and perft."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from p2pgames import sentences
from p2pgames.contract import (
    AnyRules,
    Ask,
    Choose,
    Event,
    Face,
    Illegal,
    Left,
    Move,
    Moved,
    Open,
    Opened,
    Over,
    Result,
    Roll,
    Rolled,
    Seat,
    Shuffle,
    Shuffled,
    Slot,
    Why,
)
from p2pgames.game import Bot
from p2pgames.text import FaceName


@dataclass
class LocalDealer:
    """Deals one game from a seeded ``random``; the same seed and moves give the same game.

    ``state`` is always at a `Choose` or `Over`. ``known[seat]`` holds the faces that seat has seen.
    ``events`` holds all that was applied.
    """

    rules: AnyRules
    seats: int
    options: Mapping[str, str]
    random: Random
    first: Seat | None = None
    state: Any = None
    known: list[dict[Slot, Face]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    _decks: dict[str, list[Face]] = field(default_factory=dict)
    _asked: tuple[Any, Ask] | None = None
    """The newest state that was asked about, and what it asked for."""

    def __post_init__(self) -> None:
        self.state = self.rules.start(self.seats, self.options, self.first)
        self.known = [{} for _ in range(self.seats)]
        self._settle()

    @property
    def result(self) -> Result | None:
        """The result once the game is over."""
        ask = self._ask()
        return ask.result if isinstance(ask, Over) else None

    @property
    def turn(self) -> Seat | None:
        """The seat that is to move, None once the game is over."""
        ask = self._ask()
        return ask.seat if isinstance(ask, Choose) else None

    def moves(self) -> Sequence[Move]:
        """Return the legal moves of the seat that is to move; none once the game is over."""
        seat = self.turn
        return () if seat is None else self.rules.moves(self.state, seat, self.known[seat])

    def play(self, move: Move) -> None:
        """Make the move for the seat at turn, and deal on; raise `Illegal` if the rules forbid it."""
        seat = self.turn
        if seat is None:
            raise Illegal(sentences.GAME_OVER())
        shown = self.rules.reveals(self.state, seat, move)
        for (deck, position), face in shown:
            if deck not in self._decks or not 0 <= position < len(self._decks[deck]):
                raise Illegal(sentences.NO_CARD())
            if self._decks[deck][position] != face:
                raise Illegal(sentences.OTHER_CARD(face=FaceName(face)))
        self._apply(Moved(seat, move))
        for slot, face in shown:
            self._show(slot, face, None)
        self._settle()

    def leave(self, seat: Seat, why: Why = Why.RESIGNED, *, open: bool = False) -> None:  # noqa: A002
        """Take the seat out of the game, with its cards open to all or not, and deal on."""
        self._apply(Left(seat, why, open))
        self._settle()

    def _ask(self) -> Ask:
        if self._asked is None or self._asked[0] is not self.state:
            self._asked = self.state, self.rules.ask(self.state)
        return self._asked[1]

    def _apply(self, event: Event) -> None:
        self.state = self.rules.apply(self.state, event)
        self.events.append(event)

    def _settle(self) -> None:
        while True:
            ask = self._ask()
            if isinstance(ask, Choose | Over):
                return
            self._apply(self._answer(ask))

    def _answer(self, ask: Shuffle | Roll | Open) -> Event:
        match ask:
            case Shuffle(decks):
                for name, faces in decks:
                    self._decks[name] = self.random.sample(faces, len(faces))
                return Shuffled()
            case Roll(sides):
                return Rolled(tuple(self.random.randrange(side) for side in sides))
            case Open(slots):
                return Opened(tuple(self._open(slot, seat) for slot, seat in slots))

    def _open(self, slot: Slot, seat: Seat | None) -> tuple[Slot, Face | None]:
        face = self._decks[slot[0]][slot[1]]
        self._show(slot, face, seat)
        return slot, face if seat is None else None

    def _show(self, slot: Slot, face: Face, seat: Seat | None) -> None:
        for each in range(self.seats) if seat is None else (seat,):
            self.known[each][slot] = face


def playout(dealer: LocalDealer, bots: Sequence[Bot]) -> Iterator[tuple[Seat, Move]]:
    """Play to the end, ``bots[seat]`` choosing for each seat; yield every move before it is made."""
    while (seat := dealer.turn) is not None:
        move = bots[seat](dealer.rules, dealer.state, seat, dealer.known[seat], dealer.random)
        yield seat, move
        dealer.play(move)


def random_bot(rules: AnyRules, state: Any, seat: Seat, known: Mapping[Slot, Face], random: Random) -> Move:
    """Return any legal move, each with the same chance; the yardstick for other bots."""
    return random.choice(rules.moves(state, seat, known))
