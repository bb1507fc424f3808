"""A game that goes on from a position of another one, to try things out: never a game of record.

Nothing of it is signed, stored or sent. One process deals, and knows every card: those that are known stay where they
are, all others lie in an order drawn at random from what is still possible.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from operator import lt
from random import Random
from typing import Any, Protocol

import trio

from p2pgames.contract import (
    Choose,
    Face,
    Illegal,
    Known,
    Move,
    Moved,
    Open,
    Opened,
    Over,
    Roll,
    Rolled,
    Seat,
    Shuffle,
    Shuffled,
    Slot,
    Why,
)
from p2pgames.sentences import NOT_YOUR_TURN
from p2pgames.text import FaceName
from p2pgames_protocol.chance.coin import ChainHead, outcome
from p2pgames_protocol.local import sentences
from p2pgames_protocol.local.hotseat import HotSeatHandle, local_genesis
from p2pgames_protocol.log.advance import position_without
from p2pgames_protocol.log.decks import DecksState
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.position import Basis, Ending, Position
from p2pgames_protocol.log.proof_jobs import Reception
from p2pgames_protocol.log.records import Event, Kind, Record
from p2pgames_protocol.log.replica import Branch, Faces, Replica
from p2pgames_protocol.log.rounds import COIN, DONE, SHARE, SHUFFLE, TURN
from p2pgames_protocol.log.sentences import NOTHING_TO_RESIGN
from p2pgames_protocol.log.signer import Voting
from p2pgames_protocol.wire.identity import Identity

KINDS = {Choose: TURN, Roll: COIN, Open: SHARE, Shuffle: SHUFFLE}


# A seat of a game that is only tried out, and what it sees of the cards.


class LocalGame(Protocol):
    """The game: it deals, and knows every card."""

    def move(self, seat: Seat, move: Move) -> None:
        """Make a move; raise `Illegal`, and change nothing, if it is not allowed."""

    def leave(self, seat: Seat) -> None:
        """Take a seat out of the game; raise `Illegal` if it may not leave."""

    def sees(self, seat: Seat, decks_state: DecksState) -> Known:
        """Return the faces a seat has seen."""


class WhatIfSeat:
    """A seat of a game that is only tried out: used like a `Signer`, and never signing."""

    behind = False

    def __init__(self, game: LocalGame, replica: Replica, seat: Seat) -> None:
        self.seat = seat
        self.replica = replica
        self.voting = _NobodyAway(replica, seat)
        self._game = game

    @property
    def my_turn(self) -> bool:
        """Whether this seat is to choose."""
        position = self.replica.position
        return position.kind is TURN and self.seat in position.due

    def act(self, move: Move, at: bytes | None = None) -> None:  # noqa: ARG002
        """Make a move; raise `Illegal` if it is not this seat's turn or not allowed."""
        if not self.my_turn:
            raise Illegal(NOT_YOUR_TURN())
        self._game.move(self.seat, move)

    def after_resigning(self) -> Position:
        """Return what would follow if this seat resigned now."""
        return position_without(self.replica.position, self.seat, Why.RESIGNED, ())

    def resign(self) -> None:
        """Leave the game; raise `Illegal` when there is nothing to leave."""
        if self.replica.finished or self.seat not in self.replica.position.seats:
            raise Illegal(NOTHING_TO_RESIGN)
        self._game.leave(self.seat)


class SeenFaces(Faces):
    """The faces that one seat has seen: the game knows every card."""

    def __init__(self, game: LocalGame, seat: Seat) -> None:
        self._game = game
        self._seat = seat

    def known(self, decks_state: DecksState) -> Known:
        """Return those open to all, and those of the seat's own cards."""
        return self._game.sees(self._seat, decks_state)


class _NobodyAway(Voting):
    """The votes of a seat all of whose others are here."""

    def votable(self) -> tuple[Seat, ...]:
        """Return no seat: nobody is away from a game that is only tried out."""
        return ()


class WhatIf:
    """All seats of a game tried out. ``handles[seat]`` is what a player of that seat sees and does."""

    all_stored = True
    rolls: tuple[tuple[int, ...], ...] = ()
    """What is to be rolled next, one after the other, where that is not left to chance."""

    def __init__(self, source: Replica, step: int, random: Random) -> None:
        """Begin at the position after this many steps of a game; nothing of that game changes, now or later.

        What ``source`` knows by now of the cards stays as it is. Raises `Illegal` if the game is over.
        """
        position = source.positions[step]
        if position.over:
            raise Illegal(sentences.OVER_AT_STEP)
        self.of_finished = source.finished
        owner = Identity(random.randbytes(32))
        genesis = _genesis(source.genesis, owner, random)
        self._random, self._source = random, source.known
        self._cards: dict[Slot, Face] = {}
        for name, faces in position.decks_state.faces.items():
            self._lay(name, faces)
        decks_state = DecksState(
            faces=position.decks_state.faces,
            held=position.decks_state.held,
            public=position.decks_state.public,
        )
        departures = tuple(replace(left, round=0) for left in position.departures)
        begun = replace(
            position,
            genesis=genesis,
            round=0,
            decks_state=decks_state,
            departures=departures,
            first_value=None,
        )
        self._branch = Branch(self._asking(begun))
        self.notices: deque[Reception] = deque()
        seats = range(len(genesis.keys))
        self.signers = tuple(WhatIfSeat(self, self._replica(genesis, seat), seat) for seat in seats)
        self.handles = tuple(HotSeatHandle(self, signer) for signer in self.signers)
        self._change = trio.Event()
        self._settle()

    @property
    def position(self) -> Position:
        """The newest position."""
        return self._branch.position

    @property
    def cards(self) -> Known:
        """Every card of the decks, where it lies."""
        return self._cards

    def _replica(self, genesis: Genesis, seat: Seat) -> Replica:
        """Return what a seat is shown of the game: a log that all share, and its own cards."""
        replica = Replica(genesis, self.position.rules, seat)
        replica.branch, replica.faces = self._branch, SeenFaces(self, seat)
        return replica

    def sees(self, seat: Seat, decks_state: DecksState) -> Known:
        """Return the faces a seat has seen."""
        return {**decks_state.public, **{slot: self._cards[slot] for slot in decks_state.dealt_to(seat)}}

    # -- what happens --

    def move(self, seat: Seat, move: Move) -> None:
        """Make a move and deal on; raise `Illegal`, and change nothing, if the rules forbid it."""
        position = self.position
        rules, state = position.rules, position.state
        shown = rules.reveals(state, seat, move)
        for slot, face in shown:
            if self._cards.get(slot) != face:
                raise Illegal(sentences.CARD_IS_NOT(face=FaceName(face)))
        after = rules.apply(state, Moved(seat, move))
        event = Event(
            position.round, seat, position.previous, bytes(32), position.inside, TURN.act, (move, (), ())
        )
        given = {seat: Record(Kind.EVENT, event.pack())}
        self._close(given, state=after, decks_state=_turned(position.decks_state, dict(shown)))
        self._settle()

    def leave(self, seat: Seat) -> None:
        """Take a seat out of the game, with its cards open to all, and deal on."""
        decks_state, after = (
            self.position.decks_state,
            position_without(self.position, seat, Why.RESIGNED, ()),
        )
        opened = _turned(decks_state, {slot: self._cards[slot] for slot in decks_state.dealt_to(seat)})
        left = {"departures": after.departures, "seats": after.seats}
        self._close({}, state=after.state, decks_state=opened, **left)
        self._settle()

    def take_back(self, seats: Collection[Seat]) -> None:
        """Go back to where one of these seats had its last choice before this one; raise `Illegal` if there is none."""
        positions, log = self._branch.positions, self._branch.log
        choices = (
            number
            for number in range(len(log) - 1, -1, -1)
            if positions[number].kind is TURN and positions[number].due[0] in seats
        )
        number = next(choices, None)
        if number is None:
            raise Illegal(sentences.NOTHING_TO_TAKE_BACK)
        del positions[number + 1 :], log[number:]
        self._branch.rewinds.append(number)

    def lay(self, state: Any, decks_state: DecksState, cards: Known) -> None:
        """Go on from another position of the same game, whose cards lie so; no event leads there."""
        self._cards = dict(cards)
        self._close({}, state=state, decks_state=decks_state, kind=TURN, ending=None)
        self._settle()

    async def do(self, what: Callable[[], None]) -> None:
        """Let one seat do something; raises `Illegal` as that does."""
        what()
        self._change.set()
        self._change = trio.Event()

    def agree(self, seat: Seat, says: str, to: int | None) -> None:  # noqa: ARG002
        """Refuse: nothing counts here, so nothing is agreed on; `take_back` needs nobody's consent."""
        raise Illegal(sentences.NOTHING_TO_AGREE)

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self._change.wait()

    # -- dealing --

    def _settle(self) -> None:
        """Roll, shuffle and open what the rules ask for, until somebody is to choose or the game is over."""
        while not isinstance(ask := self.position.ask, Choose | Over):
            self._close({}, **self._answer(ask))

    def _answer(self, ask: object) -> dict[str, Any]:
        """Return what changes in the position when what was asked for comes about."""
        position, rules = self.position, self.position.rules
        match ask:
            case Shuffle(decks):
                for name, faces in decks:
                    self._lay(name, faces)
                decks_state = replace(
                    position.decks_state, shuffling=(), faces={**position.decks_state.faces, **dict(decks)}
                )
                return {"state": rules.apply(position.state, Shuffled()), "decks_state": decks_state}
            case Open(slots):
                seen = {slot: self._cards[slot] for slot, seat in slots if seat is None}
                opened = tuple((slot, seen.get(slot)) for slot, _ in slots)
                decks_state = _turned(position.decks_state.deal(slots), seen)
                state = rules.apply(position.state, Opened(opened))
                return {"state": state, "decks_state": decks_state, "turned": tuple(seen.items())}
            case Roll(sides):
                if self.rolls and not _possible(self.rolls[0], sides):
                    raise ValueError(f"{self.rolls[0]} cannot be rolled of {sides}.")
                heads, drawn = self._roll(sides)
                while self.rolls and drawn != self.rolls[0]:
                    heads, drawn = self._roll(sides)
                self.rolls = self.rolls[1:]
                state = rules.apply(position.state, Rolled(drawn))
                return {"state": state, "heads": heads, "rolls": position.rolls + 1}
        raise NotImplementedError(f"{rules.name} asks for {type(ask).__name__}")

    def _roll(self, sides: tuple[int, ...]) -> tuple[tuple[ChainHead, ...], tuple[int, ...]]:
        """Return values of the seats, in which the story of a log finds what was rolled, and the roll they give."""
        position = self.position
        heads = tuple(ChainHead(self._random.randbytes(32)) for _ in position.genesis.keys)
        values = tuple((seat, heads[seat].last) for seat in position.seats)
        return heads, outcome(position.genesis.game_id, position.rolls + 1, values, sides)

    def _close(self, given: dict[Seat, Record], **changes: Any) -> None:
        before = replace(self.position, turned=())
        self._branch.log.append(given)
        self._branch.positions.append(self._asking(replace(before, round=before.round + 1, **changes)))

    def _asking(self, position: Position) -> Position:
        """Return the position with the step that its rules ask for; at the end every card lies open."""
        ask = position.ask
        if not isinstance(ask, Over):
            return replace(position, kind=KINDS[type(ask)])
        left = position.departures[-1:]
        resigned = bool(left) and left[0].round == position.round - 1
        ending = Ending(Basis.RESIGNED if resigned else Basis.PLAYED, ask.result)
        return replace(
            position, kind=DONE, ending=ending, decks_state=_turned(position.decks_state, self._cards)
        )

    def _lay(self, name: str, faces: tuple[Face, ...]) -> None:
        """Lay a deck: what is known of it where it is, the rest in any order."""
        sure = {at: self._source[name, at] for at in range(len(faces)) if (name, at) in self._source}
        rest = list((Counter(faces) - Counter(sure.values())).elements())
        if len(rest) + len(sure) != len(faces):
            # A new deck that only has its name from the other game.
            sure, rest = {}, list(faces)
        self._random.shuffle(rest)
        self._cards |= {(name, at): sure[at] if at in sure else rest.pop() for at in range(len(faces))}


def _possible(values: tuple[int, ...], sides: tuple[int, ...]) -> bool:
    return len(values) == len(sides) and all(map(lt, values, sides))


def _genesis(source: Genesis, owner: Identity, random: Random) -> Genesis:
    """Return a genesis for the same game, options and names, with keys that serve this once."""
    proposal = replace(source.proposal, host=owner.key, nonce=random.randbytes(32), previous=None)
    return local_genesis(owner, proposal, source.given, random.randbytes)


def _turned(decks_state: DecksState, faces: Mapping[Slot, Face]) -> DecksState:
    """Return the state of the decks with more faces open to all."""
    return replace(decks_state, public={**decks_state.public, **faces}) if faces else decks_state
