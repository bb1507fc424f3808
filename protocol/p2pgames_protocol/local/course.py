"""A lesson under way: a game that nobody signs, in which one seat learns and the others do as the lesson says."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection
from dataclasses import replace
from random import Random
from typing import Final

from p2pgames.contract import AnyRules, Illegal, Known, Move, Seat
from p2pgames.game import Exercise, Lesson, LessonPosition
from p2pgames_protocol.local import sentences
from p2pgames_protocol.local.hotseat import HotSeatHandle, local_genesis
from p2pgames_protocol.local.what_if import WhatIf, WhatIfSeat
from p2pgames_protocol.log.decks import DecksState
from p2pgames_protocol.log.genesis import Genesis, Proposal
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.proof_jobs import Reception
from p2pgames_protocol.log.replica import Branch, Replica
from p2pgames_protocol.wire.identity import Identity

SEED: Final = 1
"""Every pupil is dealt the same."""


class Course:
    """The pupil's table. ``at`` counts the steps that are done; ``handle`` is the pupil's seat."""

    of_finished = True
    all_stored = True

    def __init__(self, rules: AnyRules, lesson: Lesson, names: tuple[str, ...]) -> None:
        """Begin with the first step."""
        self.lesson, self.at = lesson, 0
        self._first = lesson.steps[0].at
        if self._first is None:
            raise ValueError("The first step of a lesson sets up a position.")
        genesis, setting = _genesis(rules, lesson, names), self._first()
        source = Replica(genesis, rules)
        source.branch = Branch(
            replace(source.position, state=setting.state, decks_state=_decks_state(setting))
        )
        self._game = WhatIf(source, 0, Random(SEED))
        self.fresh = False
        """Whether the step begins in another position than the one before it ended in."""
        self._begun: list[tuple[Position, Known]] = []
        self.notices: deque[Reception] = deque()
        self.handle = HotSeatHandle(
            self, WhatIfSeat(self, self._game.signers[lesson.seat].replica, lesson.seat)
        )
        self._begin()

    @property
    def step(self) -> Exercise | None:
        """The step that the pupil is at; None after the last one."""
        return self.lesson.steps[self.at] if self.at < len(self.lesson.steps) else None

    def _begin(self) -> None:
        """Set up what the step begins with, and keep it for going back."""
        step, self.fresh = self.step, False
        if step is not None and step.at is not None:
            setting = step.at()
            self.fresh = self.at > 0 and setting.state != self._game.position.state
            self._game.lay(setting.state, _decks_state(setting), setting.cards)
        self._begun[self.at :] = [(self._game.position, self._game.cards)]

    # -- what the pupil does --

    def move(self, seat: Seat, move: Move) -> None:
        """Take the move that the step asks for, and go on; raise `Illegal` for any other, and change nothing."""
        step, position = self.step, self._game.position
        rules, state = position.rules, position.state
        if step is None:
            raise Illegal(sentences.LESSON_OVER)
        known = self._game.sees(seat, position.decks_state)
        if (why := rules.why_not(state, seat, known, move)) is not None:
            raise Illegal(why)
        if step.moves and move not in [rules.parse(state, seat, known, text) for text in step.moves]:
            raise Illegal(step.why if step.why is not None else sentences.NOT_ASKED(task=step.task))
        self._game.rolls = step.rolls
        self._game.move(seat, move)
        for reply in step.replies:
            self._reply(reply)
        self._game.rolls = ()
        self.at += 1
        self._begin()

    def _reply(self, text: str) -> None:
        """Make this move for the seat that is to move."""
        position = self._game.position
        seat = position.due[0]
        known = self._game.sees(seat, position.decks_state)
        self._game.move(seat, position.rules.parse(position.state, seat, known, text))

    def take_back(self, seats: Collection[Seat]) -> None:  # noqa: ARG002  # only one seat learns
        """Go back to the step before; raise `Illegal` at the first one."""
        if not self.at:
            raise Illegal(sentences.FIRST_STEP)
        self.at, self.fresh = self.at - 1, False
        before, cards = self._begun[self.at]
        self._game.lay(before.state, before.decks_state, cards)

    def leave(self, seat: Seat) -> None:  # noqa: ARG002
        """Refuse: nobody gives up a lesson in favour of somebody else."""
        raise Illegal(sentences.LEAVE_LESSON)

    def sees(self, seat: Seat, decks_state: DecksState) -> Known:
        """Return the faces a seat has seen."""
        return self._game.sees(seat, decks_state)

    # -- as a table in this process --

    async def do(self, what: Callable[[], None]) -> None:
        """Let the pupil do something; raises `Illegal` as that does."""
        await self._game.do(what)

    def agree(self, seat: Seat, says: str, to: int | None) -> None:
        """Refuse, as a what-if does: nobody is there to agree with."""
        self._game.agree(seat, says, to)

    async def changed(self) -> None:
        """Wait until something has changed since this was called."""
        await self._game.changed()


def _decks_state(setting: LessonPosition) -> DecksState:
    names = sorted({name for name, _at in setting.cards})
    faces = {
        name: tuple(face for (of, _), face in sorted(setting.cards.items()) if of == name) for name in names
    }
    return DecksState(faces=faces, held=setting.held, public=setting.public)


def _genesis(rules: AnyRules, lesson: Lesson, names: tuple[str, ...]) -> Genesis:
    random = Random(SEED)
    owner = Identity(random.randbytes(32))
    proposal = Proposal.of(owner.key, rules, lesson.seats, random.randbytes(32), dict(lesson.options))
    return local_genesis(owner, proposal, names, random.randbytes)
