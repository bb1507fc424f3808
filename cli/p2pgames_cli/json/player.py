"""Playing in JSON: one object per line each way, so that any program can be the player.

Out: table, ask, event, presence, chat, fault, error, over. In: ``{"move": "0-1"}``, ``{"say": "Hello"}``,
``{"do": "resign"}``; see docs/json.md.
"""

from __future__ import annotations

import json
import math
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

import trio

from p2pgames.contract import Illegal, Seat
from p2pgames_cli.json import answers
from p2pgames_cli.json.output import say
from p2pgames_cli.lines.replay import Retelling
from p2pgames_cli.table import absence, history_text, offers, status
from p2pgames_cli.table.absence import Watch
from p2pgames_cli.table.actions import Quit
from p2pgames_cli.table.chat_feed import Ear, mute, muted
from p2pgames_cli.table.input import Lines
from p2pgames_cli.table.planning import Planning
from p2pgames_cli.table.rematch import Rematch, can_follow
from p2pgames_cli.table.seat import Place, Telling, at_turn, known, seat_of, state
from p2pgames_cli.table.silence import Silence
from p2pgames_cli.table.transport_feed import Carriage, as_data
from p2pgames_cli.table.whatif import take_back
from p2pgames_protocol.local.whatif import WhatIf
from p2pgames_protocol.log.consents.takeback import undone
from p2pgames_protocol.log.history import EndEntry, Entry
from p2pgames_protocol.log.records.note import Said
from p2pgames_protocol.log.signer.signer import Table
from p2pgames_protocol.transports.transport import Route

REMATCH = 60.0
"""Seconds after the end in which another game is to come about."""


@dataclass
class Machine:
    """A program in the place of the player, or of several."""

    places: Sequence[Place]
    passive: bool = False
    """Whether there is nobody here to move: the seats are bots' or others'."""
    rematch: Rematch = field(default_factory=Rematch)
    """What this player wants after the game."""
    offline: bool = False
    """Whether nobody else can be heard: it ends when no seat here is to move."""
    trial: WhatIf | None = None
    """The what-if that is played; None for a game of record."""
    told: int = 0
    """The rounds that were told already."""
    _telling: Telling = field(default_factory=Telling)
    _asked: int = -1
    _present: dict[Seat, Route | None] = field(default_factory=dict)
    _faults: int = 0
    _carriage: Carriage = field(default_factory=Carriage)
    _doubts: frozenset[bytes] = frozenset()
    _progress: str = ""
    _offers: tuple[list[dict[str, Any]], tuple[Seat, ...]] = field(default_factory=lambda: ([], ()))
    _over: bool = False
    _news: trio.Event = field(default_factory=trio.Event)
    waiting: deque[str] = field(default_factory=deque)
    ended: bool = False
    input: Lines = field(default_factory=Lines)

    def __post_init__(self) -> None:
        self.silence = Silence(self.places[0])
        self.watch = Watch(self.places[0], self.silence)
        self._ear = Ear(self.places[0], again=sys.maxsize)
        self.planning = Planning(self.places[0])

    async def run(self) -> None:
        """Play until the game is over, or until the program quits or ends its output when a move is due."""
        self._table()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._listen)
            nursery.start_soon(self._watch)
            with suppress(Quit):
                await self._play()
            nursery.cancel_scope.cancel()

    def replay(self, shown: Retelling) -> None:
        """Print everything that has happened up to the step that is shown, and the position then; ask nothing."""
        self._table()
        for entry in shown.history.entries(until=shown.step):
            if not isinstance(entry, EndEntry):
                self._event(entry)
        say("position", **shown.as_object())
        if shown.step == shown.last:
            self.told = shown.step
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
                seconds = self.watch.until
                with trio.move_on_after(math.inf if seconds is None else seconds):
                    await news.wait()
        await self._stored()
        self._tell()
        await self._once_more()

    async def _stored(self) -> None:
        """Wait until all that has happened is stored."""
        while not self.places[0].settled:
            await self._news.wait()

    async def _once_more(self) -> None:
        """After the game: wait a while for the others, if this player wants another one."""
        place, told = self.places[0], -1
        with trio.move_on_after(REMATCH):
            while self.rematch.wanted and can_follow(place) and not self.rematch.decided:
                news = self._news
                await self.rematch.look(place)
                if told != len(getattr(place, "rematches", ())) and not self.rematch.decided:
                    told = len(getattr(place, "rematches", ()))
                    say("rematch", text=self.rematch.line(place))
                if not self.rematch.decided:
                    await news.wait()

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
            self._poke()  # first: something may have changed before this task ran
            await self.places[0].changed()

    def _poke(self) -> None:
        self._news.set()
        self._news = trio.Event()

    def _table(self) -> None:
        genesis = self.places[0].ledger.genesis
        say(
            "table",
            game=genesis.proposal.rules,
            rules=genesis.proposal.version,
            options=genesis.proposal.settled(self.places[0].ledger.rules),
            game_id=genesis.game_id.hex(),
            words=genesis.words,
            seats=[
                {"seat": s, "name": j.name, "shown": genesis.names[s], "key": j.key.hex()}
                for s, j in enumerate(genesis.joins)
            ],
            you=[seat for place in self.places if (seat := seat_of(place)) is not None],
            **({"what_if": True} if self.trial is not None else {}),
        )

    def _tell(self) -> None:
        """Print what is new; nothing before it is stored, so that no crash makes it untrue."""
        if not self.places[0].settled:
            return
        ledger = self.places[0].ledger
        self.told = self._telling.from_round(ledger, self.told)
        for entry in self.places[0].history.entries(self.told):
            if not isinstance(entry, EndEntry):
                self._event(entry)
        self.told = len(ledger.log)
        for verdict in ledger.faults[self._faults :]:
            say("fault", seat=verdict.seat, round=verdict.round, kind=verdict.fault.value, why=verdict.why)
        self._faults = len(ledger.faults)
        if (doing := history_text.progress(ledger)) != self._progress:
            self._progress = doing
            if doing:
                say("progress", text=doing, seats=list(ledger.waiting_for))
        self._tell_offers()
        routes = self.places[0].routes
        keys = set(self.places[0].connected)
        present = {seat: routes.get(key) for seat, key in enumerate(ledger.genesis.keys) if key in keys}
        if present != self._present:
            self._present = present
            by = [{"seat": seat, **asdict(route)} for seat, route in present.items() if route is not None]
            say("presence", connected=list(present), by=by)
        if self.places[0].doubts != self._doubts:
            self._doubts = self.places[0].doubts
            say("copy", awaits=sorted(ledger.genesis.keys.index(key) for key in self._doubts))
        if self.watch.news():
            say("waiting", **absence.as_data(self.places[0], self.silence))
        self._tell_beside()
        if ledger.finished and not self._over:
            self._over = True
            say("over", **over(self.places[0]))
        elif (place := self._mine()) is not None:
            self._ask(place)

    def _tell_beside(self) -> None:
        """Say what has happened beside the game."""
        for name, condition in self._carriage.news(self.places[0].carriers):
            say("carrier", **as_data(name, condition))
        for message in self._ear.new():
            about = {"seat": message.seat, "number": message.number, "round": message.round}
            say("chat", **about, text=message.text)
        for report in self.planning.fresh():
            say("plan", what=report.kind, text=report.text)

    def _tell_offers(self) -> None:
        ledger = self.places[0].ledger
        now = [
            {
                "offer": offer.says.value,
                "to": offer.to,
                "moves": len(undone(ledger.position, offer.to)),
                "agreed": list(offer.seats),
                "text": offers.offered(ledger, offer),
            }
            for offer in ledger.offers
        ]
        if (now, ledger.declined) != self._offers:
            self._offers = (now, ledger.declined)
            say("offers", round=ledger.position.round, offers=now, declined=list(ledger.declined))

    def _event(self, entry: Entry) -> None:
        say("event", **answers.event(self.places[0].ledger, entry))

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
            known=answers.faces(place),
            scores=rules.scores(state(place)),
        )

    async def _take(self, line: str) -> None:
        try:
            said = json.loads(line)
        except (ValueError, RecursionError):
            said = None
        try:
            match said:
                case {"move": str(text)} if "do" not in said:
                    await self._move(text)
                case {"do": "resign"}:
                    await (self._mine() or self.places[0]).resign()
                case {"do": "claim"}:
                    self.silence.check_claim()
                    await self.places[0].claim()
                case {"do": "vote", "seat": int(seat)} if type(seat) is int:
                    await self.places[0].vote(self.silence.check_vote(seat))
                case {
                    "do": ("takeback" | "draw" | "pause" | "accept" | "decline" | "back") as what,
                    **more,
                }:
                    await self._agree(what, more)
                case {"do": "status"}:
                    holds = status.guarantee(self.places[0], local=len(self.places) > 1)
                    say("status", **status.plain(holds))
                case {"do": "waiting"}:
                    say("waiting", **absence.as_data(self.places[0], self.silence))
                case {"do": "quit"}:
                    raise Quit
                case _ if await self._beside(said):
                    pass
                case _:
                    say("error", why='A line is an object such as {"move": "0-1"} or {"do": "resign"}.')
        except Illegal as refusal:
            say("error", why=str(refusal))

    async def _agree(self, what: str, more: Mapping[object, object]) -> None:
        """Offer something that all must agree on, or answer what is offered."""
        place = self._mine() or self.places[0]
        match what:
            case "back":
                if self.trial is None:
                    raise Illegal("Only in a what-if moves are taken back by oneself: see takeback.")
                await take_back(self.trial, self.places)
                self._asked = -1
            case "takeback":
                moves = more.get("moves")
                back = offers.back_to(self.places, "" if moves is None else str(moves))
                await place.offer(Said.TAKEBACK, back)
            case "accept":
                offer = offers.meant(place, str(more.get("offer") or ""))
                await place.offer(offer.says, offer.to)
            case "decline":
                await offers.decline(place)
            case _:
                await place.offer(Said(what))

    async def _beside(self, said: object) -> bool:
        """Do what is asked for beside the game; tell whether it was that."""
        place = self.places[0]
        match said:
            case {"say": str(text)}:
                await place.say(text)
            case {"do": "mute" | "unmute" as what, "seat": int(seat)} if type(seat) is int:
                await mute(place, seat, on=what == "mute")
                say("muted", seats=sorted(muted(place)))
            case {"plan": [*moves]} if all(type(move) is str for move in moves):
                await self.planning.add([(None, move) for move in moves])
                self._plans()
            case {"do": "plans"}:
                self._plans()
            case {"do": "forget", "plan": int(number)} if type(number) is int:
                await self.planning.forget(number + 1)
                self._plans()
            case {"do": "forget"}:
                await self.planning.forget()
                self._plans()
            case {"do": "rematch"}:
                await self.rematch.want(place)
            case {"do": "take_over"}:
                await place.take_over()
            case {"do": "watchers"}:
                say("watchers", count=len(set(place.connected) - set(place.ledger.genesis.keys)))
            case {"do": str()} if told := answers.answer(self._mine() or place, said):
                say(told.pop("type"), **told)
            case _:
                return False
        return True

    def _plans(self) -> None:
        say("plans", plans=[plan.text for plan in self.planning.plans])

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
        "why": ledger.verdict.why if ledger.verdict is not None else str(history_text.ended(ledger.position)),
    }
