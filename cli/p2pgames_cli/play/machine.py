"""Playing in JSON: one object per line each way, so that any program can be the player.

Out: table, ask, event, presence, fault, error, over. In: ``{"move": "0-1"}``, ``{"do": "resign"}``; see docs/json.md.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import click
import trio

from p2pgames.contract import Illegal, Wire
from p2pgames_cli.play import story
from p2pgames_cli.play.lines import Lines
from p2pgames_cli.play.place import Place, Telling, at_turn, known, seat_of, state
from p2pgames_cli.play.plain import Quit
from p2pgames_cli.play.silence import Silence
from p2pgames_protocol.table import Table


def say(kind: str, /, **fields: Any) -> None:
    """Print one object."""
    click.echo(json.dumps({"type": kind, **fields}))


def plain(value: Wire) -> Any:
    """Return a move as JSON has it: arrays for tuples, bytes as hexadecimal."""
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value.hex() if isinstance(value, bytes) else value


@dataclass
class Machine:
    """A program in the place of the player, or of several."""

    places: Sequence[Place]
    passive: bool = False
    """Whether there is nobody here to move: the seats are bots' or others'."""
    offline: bool = False
    """Whether nobody else can be heard: it ends when no seat here is to move."""
    told: int = 0
    """The rounds that were told already."""
    _telling: Telling = field(default_factory=Telling)
    _asked: int = -1
    _present: frozenset[bytes] = frozenset()
    _faults: int = 0
    _doubts: frozenset[bytes] = frozenset()
    _progress: str = ""
    _over: bool = False
    _news: trio.Event = field(default_factory=trio.Event)
    waiting: deque[str] = field(default_factory=deque)
    ended: bool = False
    input: Lines = field(default_factory=Lines)

    def __post_init__(self) -> None:
        self.silence = Silence(self.places[0])

    async def run(self) -> None:
        """Play until the game is over, or until the program quits or ends its output when a move is due."""
        self._table()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen)
            nursery.start_soon(self._watch)
            with suppress(Quit):
                await self._play()
            nursery.cancel_scope.cancel()

    def replay(self) -> None:
        """Print everything that has happened, and ask nothing."""
        self._table()
        self._tell()

    async def _play(self) -> None:
        while not self.places[0].ledger.finished:
            news = self._news
            self._tell()
            while self.waiting and not self.places[0].ledger.finished:
                await self._take(self.waiting.popleft())
                self._tell()
            if self.ended and self._mine() is not None:
                raise Quit
            if self.offline and at_turn(self.places) is None:
                break
            if not self.places[0].ledger.finished:
                await news.wait()
        self._tell()

    def _mine(self) -> Place | None:
        return None if self.passive else at_turn(self.places)

    async def _listen(self) -> None:
        async for line in self.input:
            if line.strip():
                self.waiting.append(line)
                self._poke()
        self.ended = True
        self._poke()

    async def _watch(self) -> None:
        while True:
            await self.places[0].changed()
            self._poke()

    def _poke(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def _table(self) -> None:
        genesis = self.places[0].ledger.genesis
        say(
            "table",
            game=genesis.proposal.rules,
            rules=genesis.proposal.version,
            options={**genesis.table, **genesis.options},
            game_id=genesis.game_id.hex(),
            words=genesis.words,
            seats=[{"seat": s, "name": j.name, "key": j.key.hex()} for s, j in enumerate(genesis.joins)],
            you=[seat for place in self.places if (seat := seat_of(place)) is not None],
        )

    def _tell(self) -> None:
        ledger = self.places[0].ledger
        self.told = self._telling.from_round(ledger, self.told)
        for entry in story.entries(ledger, self.told):
            if entry.kind != "over":
                self._event(entry)
        self.told = len(ledger.log)
        for verdict in ledger.faults[self._faults :]:
            say("fault", seat=verdict.seat, round=verdict.round, kind=verdict.fault.value, why=verdict.why)
        self._faults = len(ledger.faults)
        if (doing := story.progress(ledger)) != self._progress:
            self._progress = doing
            if doing:
                say("progress", text=doing, seats=list(ledger.waiting_for))
        present = frozenset(self.places[0].connected) & frozenset(ledger.genesis.keys)
        if present != self._present:
            self._present = present
            say("presence", connected=sorted(ledger.genesis.keys.index(key) for key in present))
        if self.places[0].doubts != self._doubts:
            self._doubts = self.places[0].doubts
            say("copy", awaits=sorted(ledger.genesis.keys.index(key) for key in self._doubts))
        if ledger.finished and not self._over:
            self._over = True
            say("over", **over(self.places[0]))
        elif (place := self._mine()) is not None:
            self._ask(place)

    def _event(self, entry: story.Entry) -> None:
        fields: dict[str, Any] = {
            "round": entry.round,
            "kind": entry.kind,
            "seat": entry.seat,
            "text": entry.text,
        }
        if entry.kind == "move":
            ledger = self.places[0].ledger
            fields |= {
                "move": entry.text,
                "data": plain(entry.move),
                "shown": [list(face) for face in story.shown_faces(ledger, entry.round)],
            }
        if entry.kind == "open":
            ends = self.places[0].ledger.positions[entry.round : entry.round + 2]
            fields["shown"] = [[*slot, face] for slot, face in story.turned(*ends)]
        if entry.kind == "roll":
            fields["values"] = None if entry.values is None else list(entry.values)
        say("event", **fields)

    def _ask(self, place: Place) -> None:
        table = place.ledger
        if self._asked == table.position.round or not isinstance(table, Table):
            return
        self._asked = table.position.round
        rules = table.rules
        legal = rules.moves(state(place), table.seat, known(place))
        say(
            "ask",
            round=table.position.round,
            seat=table.seat,
            moves=[rules.text(state(place), table.seat, move) for move in legal],
            known={f"{deck} {slot}": face for (deck, slot), face in sorted(known(place).items())},
            scores=rules.scores(state(place)),
        )

    async def _take(self, line: str) -> None:
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        try:
            match said:
                case {"move": str(text)}:
                    await self._move(text)
                case {"do": "resign"}:
                    await (self._mine() or self.places[0]).resign()
                case {"do": "claim"}:
                    self.silence.check_claim()
                    await self.places[0].claim()
                case {"do": "vote", "seat": int(seat)} if type(seat) is int:
                    await self.places[0].vote(self.silence.check_vote(seat))
                case {"do": "words"}:
                    place = self._mine() or self.places[0]
                    seen = place.ledger.rules.words(state(place), seat_of(place), known(place))
                    say("words", lines=list(seen))
                case {"do": "quit"}:
                    raise Quit
                case _:
                    say("error", why='A line is an object such as {"move": "0-1"} or {"do": "resign"}.')
        except Illegal as refusal:
            say("error", why=str(refusal))

    async def _move(self, text: str) -> None:
        place = self._mine()
        if place is None:
            raise Illegal("It is not your turn.")
        rules, seat = place.ledger.rules, seat_of(place) or 0
        await place.act(rules.parse(state(place), seat, known(place), text))


def over(place: Place) -> dict[str, Any]:
    """Return how the game ended, as plain data."""
    ledger = place.ledger
    ending = ledger.position.ending
    result = ending.result if ending is not None else None
    return {
        "basis": "fault"
        if ledger.verdict is not None
        else ending.basis.value
        if ending is not None
        else None,
        "places": list(result.places) if result is not None else None,
        "scores": list(result.scores) if result is not None and result.scores is not None else None,
        "why": ledger.verdict.why if ledger.verdict is not None else story.ended(ledger.position),
    }
