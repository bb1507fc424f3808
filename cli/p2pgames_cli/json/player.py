"""Playing in JSON: one object per line each way, so that any program can be the player.

Out: table, ask, event, presence, chat, fault, error, over. In: ``{"move": "0-1"}``, ``{"say": "Hello"}``,
``{"do": "resign"}``; see docs/json.md.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import trio

from p2pgames import registry
from p2pgames.contract import Illegal, Seat
from p2pgames.text import with_message
from p2pgames_cli.json.output import say, say_news
from p2pgames_cli.table import history_data, sentences
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import Quit, Unfit, do
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.history_data import faces
from p2pgames_cli.table.input import TypedLines
from p2pgames_cli.table.news import Feed
from p2pgames_cli.table.rematch import can_follow
from p2pgames_cli.table.seat_handle import SeatHandle, at_turn, known_faces, seat_of, state_of
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.viewpoint import seen_faces
from p2pgames_cli.table.waiting import as_data, awaited
from p2pgames_protocol.log.history import EndEntry
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import DONE

REVEALS = 10.0
"""Seconds after the end for the others to reveal their secrets, and then to confirm it: as long as a client stays."""
REMATCH = 60.0
"""Seconds after the end in which another game is to come about."""


# The first object that a program gets of a game: what is played, by whom.


def introduce(handles: Sequence[SeatHandle], *, what_if: bool = False) -> None:
    """Say at what table the players here sit, and on which seats."""
    genesis = handles[0].replica.genesis
    say(
        "table",
        game=genesis.game,
        rules=genesis.proposal.version,
        options=genesis.proposal.resolved_options,
        game_id=genesis.game_id.hex(),
        words=genesis.words,
        seats=[
            {"seat": s, "name": j.name, "shown": genesis.names[s], "key": j.key.hex()}
            for s, j in enumerate(genesis.joins)
        ],
        you=[seat for handle in handles if (seat := seat_of(handle)) is not None],
        **({"what_if": True} if what_if else {}),
    )


@dataclass
class JsonPlayer:
    """A program in the place of the player, or of several."""

    session: TableSession
    typed: TypedLines = field(default_factory=TypedLines)
    quits: bool = False
    """Whether the program has said that it leaves."""
    _gone: bool = False
    """Whether somebody has not revealed in time."""
    _awaited: tuple[Seat, ...] = ()
    """The seats that were said to be awaited after the end."""

    def __post_init__(self) -> None:
        self.handles, self.client = self.session.handles, self.session.client
        # With one person here and bots a program is told who is linked, as in any game.
        local = len(self.handles) > 1 or self.session.common is not None
        self.model = TableModel(self.session, returns=True, local=local, guarded=False)
        self.choices, self.rematch, self.feed = self.model.choices, self.session.rematch, Feed(self.model)

    async def run(self) -> None:
        """Play until the game is over, or until the program quits or ends its output when a move is due."""
        introduce(self.handles, what_if=self.session.what_if is not None)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self.typed.listen, self.client.input)
            nursery.start_soon(self._watch)
            try:
                await self._play()
            except Quit:
                self.quits = True
            nursery.cancel_scope.cancel()

    async def _play(self) -> None:
        while not self.handles[0].replica.finished:
            news = self.typed.news
            self._tell()
            await self._take_all()
            if self.typed.ended and self.model.mine is not None:
                raise Quit
            if self.client.options.offline and at_turn(self.handles) is None:
                break
            if not self.handles[0].replica.finished:
                seconds = self.feed.until
                with trio.move_on_after(math.inf if seconds is None else seconds):
                    await news.wait()
        await self._stored()
        self._tell()
        handle, rematch = self.handles[0], self.session.rematch
        with trio.move_on_after(REVEALS):
            # Nobody confirms anything where nobody is linked.
            await self._until(lambda: rematch.wanted or handle.replica.complete or not handle.links.connected)
        await self._once_more()

    async def _take_all(self) -> None:
        """Do what the program has said; after the end it may still quit, ask and talk."""
        over = self.handles[0].replica.finished
        typed = self.typed
        while typed.waiting and self.handles[0].replica.finished is over:
            await self._take(typed.waiting.popleft())
            self._tell()

    async def _stored(self) -> None:
        """Wait until all that was signed here is stored, and everybody has revealed, or seems to be gone."""
        with trio.move_on_after(REVEALS):
            await self._until(lambda: self._revealed)
        self._gone = not self._revealed
        await self._until(lambda: self.handles[0].all_stored)

    async def _until(self, done: Callable[[], bool]) -> None:
        """Wait after the end, saying whom for, while the program may ask, talk and quit."""
        handle = self.handles[0]
        while not done():
            news, seats = self.typed.news, awaited(handle)
            if seats not in ((), self._awaited):
                self._awaited = seats
                say("waiting", **as_data(handle, self.model.silence))
            await self._take_all()
            self._tell()
            if not done():
                await news.wait()

    @property
    def _revealed(self) -> bool:
        """Whether the log holds all that it ever will, or somebody signed twice and nothing more is owed."""
        replica = self.handles[0].replica
        return replica.position.kind is DONE or replica.accusations.verdict is not None

    async def _once_more(self) -> None:
        """After the game: wait a while for the others, if this player wants another one; for phones until they do."""
        handle, told, phones = self.handles[0], -1, bool(self.session.phones)
        with trio.move_on_after(math.inf if phones else REMATCH):
            while (self.rematch.wanted or phones) and can_follow(handle) and not self.rematch.decided:
                news = self.typed.news
                await self.rematch.update(handle)
                if not phones and told != len(getattr(handle, "rematches", ())) and not self.rematch.decided:
                    told = len(getattr(handle, "rematches", ()))
                    say("rematch", text=self.rematch.line(handle))
                await self._take_all()
                if not self.rematch.decided:
                    await news.wait()

    async def _watch(self) -> None:
        while True:
            self.typed.wake()  # first: something may have changed before this task ran
            await self.handles[0].changed()

    def _tell(self) -> None:
        """Print what is new, once all that was signed here is stored, so that no crash makes it untrue."""
        first = self.handles[0]
        if first.all_stored:
            ended = not first.replica.finished or self._revealed or self._gone
            say_news(self.feed.news(first, ended=ended))
            self._ask()

    def _ask(self) -> None:
        """Ask for a move, once for every turn, and again where the seat could not be played meanwhile."""
        handle = self.model.mine
        if handle is None:
            self.choices.asked = -1
            return
        if handle.replica.finished:
            return
        signer, rules, number = handle.signer, handle.replica.rules, handle.replica.round
        if signer is None or self.choices.asked == number:
            return
        self.choices.asked = number
        legal = rules.moves(state_of(handle), signer.seat, known_faces(handle))
        say(
            "ask",
            round=number,
            seat=signer.seat,
            moves=[rules.text(state_of(handle), signer.seat, move) for move in legal],
            known=faces(known_faces(handle)),
            scores=rules.scores(state_of(handle)),
        )

    async def _take(self, line: str) -> None:
        if not line.strip():
            return
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        try:
            await self._do(said)
        except Unfit:
            say("error", **with_message("why", sentences.NOT_AN_OBJECT))
        except Illegal as refusal:
            self.choices.refuse(refusal.message)
            say("error", **with_message("why", refusal.message))

    async def _do(self, said: object) -> None:
        action = everything.action_asked(said)
        if action is None or not isinstance(said, dict):
            raise Unfit
        answer = await do(action, self.model, action.argument.taken(said))
        if answer.data is not None:
            say(answer.type or action.answered, **answer.data())


# A game that is looked at, in objects for programs: all that happened up to a step, and the position then.


def replay(replica: Replica, step: int, seat: Seat | None) -> None:
    """Print it as a seat sees it, None for a spectator; how the game ended only after its last step."""
    handle = ArchivedSeat(replica)
    introduce([handle])
    for entry in handle.history.entries(until=step):
        if not isinstance(entry, EndEntry):
            say("event", **history_data.event(replica, entry))
    known = seen_faces(replica, replica.positions[step], seat)
    say("position", **history_data.position(replica, step, seat, known))
    if step == len(replica.log):
        game = registry.game(replica.genesis.game)
        model = TableModel(
            TableSession([handle], game, Client(PlayOptions(Mode.JSON)), passive=True), guarded=False
        )
        say_news(Feed(model, since=step).news(handle))
