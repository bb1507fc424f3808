"""A game that is looked at, told in lines of text: step by step, and nothing of it before its step."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field

from p2pgames import registry
from p2pgames.contract import Illegal, Seat
from p2pgames.text import as_notation, whole_number
from p2pgames_cli.config import console
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import filled
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.table import sentences
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import Action, Front, Quit, do
from p2pgames_cli.table.actions.position import read
from p2pgames_cli.table.actions.replaying import STEP, WHAT_IF, seat_in, step_shown, story
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.input import Lines
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_protocol.log.replica import Replica

MOST = 9
"""Digits of a step, fewer than these."""

Try = Callable[[int, Seat | None, str], Awaitable[None]]
"""Goes on from a step as a what-if: with the seat played by hand, None for all of them, and the bot of the others."""


@dataclass
class LineReplay:
    """A game, how much of it has been told, and from whose point of view."""

    replica: Replica
    step: int = 0
    viewer: Seat | None = None
    what_if: Try | None = None
    input: Lines = field(default_factory=Lines)

    def __post_init__(self) -> None:
        game, client = registry.game(self.replica.genesis.game), Client(PlayOptions(Mode.PLAIN))
        session = TableSession([ArchivedSeat(self.replica)], game, client, passive=True, local=True)
        self.model = TableModel(session, viewer=self.viewer)
        self.timeline = self.model.timeline
        self.timeline.show_step(self.step)

    def whole(self) -> None:
        """Print everything that has happened up to the step, and the position then."""
        self._greet()
        self._say(story(self.model, 0))
        self._say(read(self.model, None).sentences)

    async def run(self) -> None:
        """Step through the game as the player says, until they end it."""
        self._greet()
        self._say([_("Enter goes on; type help for the words you can use."), *step_shown(self.model)])
        self._prompt()
        async for line in self.input:
            word, _blank, rest = " ".join(as_notation(line).lower().split()).partition(" ")
            try:
                await self._take(word, rest)
            except Quit:
                return
            except Illegal as refusal:
                self._say([_("No: {why}").format(why=self.model.named(refusal.message))])
            self._prompt()

    def _prompt(self) -> None:
        console.tell(_("step {step}").format(step=self.timeline.shown) + "> ", end="")
        sys.stdout.flush()

    async def _take(self, word: str, rest: str) -> None:
        action = everything.action_typed(word, Front.REPLAY)
        if (step := whole_number(word)) is not None:
            await self._do(STEP, step)
        elif action is WHAT_IF:
            await self._what_if(rest)
        elif action is not None:
            await self._do(action, action.argument.parse(rest))
        else:
            raise Illegal(sentences.NO_SUCH_WORD)

    async def _do(self, action: Action, argument: object) -> None:
        self._say((await do(action, self.model, argument)).sentences)

    async def _what_if(self, rest: str) -> None:
        seat, _blank, bot = rest.partition(" ")
        if self.what_if is not None:
            await self.what_if(self.timeline.shown, seat_in(self.model, seat) if seat else None, bot)
            self._say(step_shown(self.model))

    def _greet(self) -> None:
        genesis = self.replica.genesis
        names = (_(" against ") if len(genesis.names) == 2 else ", ").join(genesis.names)
        number = genesis.game_id.hex()[:16]
        self._say([headed(genesis.game, f"{names}."), _("Game {number}.").format(number=number)])

    @staticmethod
    def _say(lines: Iterable[str]) -> None:
        for line in filled(lines):
            console.tell(line)
