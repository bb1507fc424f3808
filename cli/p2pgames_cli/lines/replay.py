"""A game that is looked at, told in lines of text or as JSON: step by step, and nothing of it before its step."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from p2pgames.contract import Illegal, Known, Seat
from p2pgames.text import Count
from p2pgames_cli.config import console
from p2pgames_cli.i18n.catalogue import N_, _, phrase
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.table import history_text, messages
from p2pgames_cli.table.input import Lines
from p2pgames_cli.table.visibility import hidden, revealed, seen
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.position import Position
from p2pgames_protocol.log.replica.receive import Ledger

WORDS: Final = (
    (N_("Enter"), N_("one step on")),
    ("back", N_("one step back")),
    ("40", N_("go to step 40")),
    ("first", N_("the position before the first step")),
    ("last", N_("the position after the last step")),
    ("board", N_("the position in words")),
    ("scores", N_("points as they stand")),
    ("history", N_("everything that has happened so far")),
    ("seat 2", N_("look as seat 2 saw it; seat alone: as somebody who watched")),
    ("cards", N_("look at all cards, once they are revealed")),
    ("what-if", N_("play on from here by hand; what-if 1: seat 1 by hand, bots the others")),
    ("help", N_("this list")),
    ("quit", N_("close the replay")),
)

Try = Callable[[int, Seat | None, str], Awaitable[None]]
"""Goes on from a step as a what-if: with the seat played by hand, None for all of them, and the bot of the others."""


@dataclass
class Retelling:
    """A game, how much of it was told, and whose eyes look."""

    ledger: Ledger
    step: int = 0
    eyes: Seat | None = None
    everything: bool = False
    trying: Try | None = None
    input: Lines = field(default_factory=Lines)

    @cached_property
    def history(self) -> History:
        """What happened in it."""
        return History(self.ledger)

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.ledger.log)

    @property
    def position(self) -> Position:
        """The position that is shown."""
        return self.ledger.positions[self.step]

    @property
    def known(self) -> Known:
        """The faces that may be shown."""
        return seen(self.ledger, self.position, self.eyes, everything=self.everything)

    # -- as a whole --

    def whole(self) -> None:
        """Print everything that has happened up to the step, and the position then."""
        self._greet()
        self._tell(0)
        self._board("")

    # -- step by step --

    async def run(self) -> None:
        """Step through the game as the player says, until they end it."""
        self._greet()
        self._say(_("Enter goes on; type help for the words you can use."))
        self._here()
        self._prompt()
        async for line in self.input:
            word, _blank, rest = " ".join(line.lower().split()).partition(" ")
            if word in ("quit", "exit", "q"):
                return
            try:
                await self._take(word, rest)
            except Illegal as refusal:
                why = named(refusal.message, self.ledger.genesis.names)
                self._say(_("No: {why}").format(why=why))
            self._prompt()

    def _prompt(self) -> None:
        console.tell(_("step {step}").format(step=self.step) + "> ", end="")
        sys.stdout.flush()

    async def _take(self, word: str, rest: str) -> None:
        words: dict[str, Callable[[str], None]] = {
            "": self._on,
            "next": self._on,
            "back": lambda _rest: self._to(self._worth(-1)),
            "first": lambda _rest: self._to(0),
            "last": lambda _rest: self._to(self.last),
            "board": self._board,
            "read": self._board,
            "history": lambda _rest: self._tell(0),
            "scores": self._scores,
            "seat": self._seat,
            "cards": self._cards,
            "help": self._help,
            "?": self._help,
        }
        if word == "what-if":
            await self._what_if(rest)
        elif word in words:
            words[word](rest)
        elif word.isascii() and word.isdigit() and len(word) < 9:
            self._to(int(word))
        else:
            raise Illegal(messages.NO_SUCH_WORD)

    def _worth(self, by: int) -> int:
        """Return the next step in a direction that is worth a look."""
        steps = range(self.step + by, -1, -1) if by < 0 else range(self.step + by, self.last + 1)
        end = 0 if by < 0 else self.last
        return next((step for step in steps if history_text.worth(self.history, step)), end)

    def _on(self, _rest: str) -> None:
        if self.step == self.last:
            raise Illegal(messages.THE_END if self.ledger.finished else messages.SO_FAR)
        before, self.step = self.step, self._worth(1)
        self._tell(before)

    def _to(self, step: int) -> None:
        if step > self.last:
            raise Illegal(messages.STEPS(number=Count(self.last)))
        self.step = step
        self._here()

    def _here(self) -> None:
        said = _("The position after step {step} of {count}").format(step=self.step, count=self.last)
        self._say(f"{said}.")
        self._tell(max(0, self.step - 1))
        if self.step and self.position.over and self.ledger.positions[self.step - 1].over:
            for line in history_text.end_lines(self.ledger):
                self._say(line)

    async def _what_if(self, rest: str) -> None:
        seat, _blank, bot = rest.partition(" ")
        if self.trying is not None:
            await self.trying(self.step, self._named(seat) if seat else None, bot)
            self._here()

    def _seat(self, rest: str) -> None:
        self.eyes, self.everything = (self._named(rest) if rest else None), False
        if self.eyes is None:
            self._say(_("You look as somebody who watched."))
        else:
            self._say(_("You look as {name} saw it.").format(name=self.ledger.genesis.names[self.eyes]))

    def _named(self, text: str) -> Seat:
        seats = len(self.ledger.genesis.names)
        if not text.isascii() or not text.isdigit() or not 0 < int(text[:3]) <= seats:
            raise Illegal(messages.SEAT_IS(most=Count(seats)))
        return int(text) - 1

    def _cards(self, _rest: str) -> None:
        if not revealed(self.ledger):
            raise Illegal(messages.NOTHING_REVEALED)
        self.eyes, self.everything = None, True
        for line in alone(self.ledger, self.position):
            self._say(line)

    def _help(self, _rest: str) -> None:
        for typed, about in WORDS:
            word = _(typed) if typed[0].isupper() else typed  # a key has another name in another language
            for at, part in enumerate(textwrap.wrap(_(about), 66)):
                self._say(f"  {word if at == 0 else '':<8}  {part}")

    # -- saying --

    def _say(self, text: str) -> None:
        console.tell(text)

    def _greet(self) -> None:
        genesis = self.ledger.genesis
        names = (_(" against ") if len(genesis.names) == 2 else ", ").join(genesis.names)
        number = genesis.game_id.hex()[:16]
        self._say(f"{genesis.proposal.rules}: {names}.")
        self._say(_("Game {number}.").format(number=number))

    def _tell(self, since: int) -> None:
        """Say what happened between a step and the one that is shown."""
        for entry in self.history.entries(since, self.step):
            for line in history_text.lines(self.ledger, entry):
                self._say(line)
        if self.step == self.last and since < self.step and self.ledger.accusations.equivocation is not None:
            self._say(
                _("The game has ended: {why}").format(why=phrase(self.ledger.accusations.equivocation.why))
            )

    def _board(self, _rest: str) -> None:
        for line in self.ledger.rules.words(self.position.state, self.eyes, self.known):
            self._say(named(line, self.ledger.genesis.names))

    def _scores(self, _rest: str) -> None:
        scores = self.ledger.rules.scores(self.position.state)
        if scores is None:
            raise Illegal(messages.NO_POINTS)
        for name, score in zip(self.ledger.genesis.names, scores, strict=True):
            self._say(f"{name}: {history_text.points(score)}")


def alone(ledger: Ledger, position: Position) -> Iterator[str]:
    """Yield in sentences the cards that each seat alone had seen in a position."""
    for seat, faces in hidden(ledger, position):
        cards = ", ".join(face or _("a hidden card") for face in faces)
        yield _("{name} alone has seen {cards}.").format(name=ledger.genesis.names[seat], cards=cards)
