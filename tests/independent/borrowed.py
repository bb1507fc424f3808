"""A game's own rules in the shape the independent auditor asks for: then only the protocol is judged independently."""

import copy
from functools import partial
from types import SimpleNamespace

from p2pgames.contract import (
    Choose,
    Illegal,
    Left,
    Moved,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Shuffle,
    Shuffled,
    Why,
)
from tests.independent.linja import Forbidden


def listed(value):
    """Tuples as the arrays they are decoded to."""
    return [listed(item) for item in value] if isinstance(value, tuple) else value


def tupled(value):
    """Arrays as the tuples that the rules know."""
    return tuple(tupled(item) for item in value) if isinstance(value, list) else value


class Position:
    """A position of the game's own rules."""

    def __init__(self, rules, options, first, seats):
        self.rules, self.state = rules, rules.start(seats, options, first)

    def __deepcopy__(self, _memo):
        return copy.copy(self)

    @property
    def why(self):
        return isinstance(self.rules.ask(self.state), Over)

    def ask(self):
        match self.rules.ask(self.state):
            case Over():
                return ("over",)
            case Roll(sides, seat):
                return "roll", list(sides), seat
            case Shuffle(decks):
                return "shuffle", [(name, list(faces)) for name, faces in decks]
            case Open(slots):
                return "open", list(slots)
            case Choose(seat):
                return "turn", seat
        raise NotImplementedError

    def rolled(self, values):
        self.state = self.rules.apply(self.state, Rolled(tuple(values)))

    def shuffled(self):
        self.state = self.rules.apply(self.state, Shuffled())

    def opened(self, faces):
        slots = [slot for slot, _ in self.ask()[1]]
        self.state = self.rules.apply(self.state, Opened(tuple(zip(slots, faces, strict=True))))

    def shows(self, seat, move):
        try:
            return list(self.rules.reveals(self.state, seat, tupled(move)))
        except Illegal:
            raise Forbidden from None

    def play(self, seat, move):
        try:
            self.state = self.rules.apply(self.state, Moved(seat, tupled(move)))
        except Illegal:
            raise Forbidden from None

    def leave(self, seat, opened):
        # no game asks why
        self.state = self.rules.apply(self.state, Left(seat, Why.RESIGNED, opened))

    def wire(self):
        return listed(self.rules.wire(self.state))

    def scores(self):
        return listed(self.rules.ask(self.state).result.scores)

    def places(self):
        return listed(self.rules.ask(self.state).result.places)


def borrowed(rules):
    """Return what stands in the auditor's table of games."""
    return SimpleNamespace(
        NAME=rules.name,
        VERSION=rules.version,
        DATA=rules.data,
        SEATS=rules.players,
        DECKS=rules.decks,
        OPTIONS={option.name: option.values for option in rules.options},
        Position=partial(Position, rules),
    )
