"""The events and haves a ledger hears: they fill rounds, close them, or stand beside the log."""

from __future__ import annotations

from p2pgames.contract import Seat, Why
from p2pgames_protocol.log.advance import advance
from p2pgames_protocol.log.misconduct import Fault, Verdict, evidence
from p2pgames_protocol.log.reception import ACCEPTED, KNOWN, Heard, Outcome
from p2pgames_protocol.log.records.event import Event
from p2pgames_protocol.log.records.have import Have
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.replica import Logbook
from p2pgames_protocol.log.validate import validate
from p2pgames_protocol.log.validated_event import ValidatedEvent

MAX_EARLY = 2
"""Events and haves of one seat held for later rounds: a seat can be one round ahead, and a half."""


class Rounds(Logbook):
    """A logbook that takes in events and haves."""

    def _hear(self, record: Record) -> Outcome:
        """Take in one record of any kind."""
        raise NotImplementedError

    def _event(self, record: Record, event: Event) -> Outcome:
        other = self._seen(event.seat, event.round)
        if other is not None and other.body == record.body:
            return KNOWN
        if refusal := self._signed(record, event.seat):
            return refusal
        if other is not None:
            return self._evidence(evidence(other, record))
        if self.verdict is not None:
            return Outcome(Heard.STRAY, "The game has ended by evidence.")
        if event.round >= len(self.positions):
            return self._hold(record, event.seat, event.round)
        position = self.positions[event.round]
        if event.previous != position.previous:
            return self._stray(record, event)
        if event.seat not in position.due:
            return self._out_of_turn(record, event)
        if event.round < len(self.log):
            return self._late(record, event)
        return self._due(record, event)

    def _seen(self, seat: Seat, number: int) -> Record | None:
        """Return the event of this seat and round that is here already, in the log or beside it."""
        given = self.log[number] if number < len(self.log) else self.open if number == len(self.log) else {}
        unjudged = self._unjudged.get(seat) if number == len(self.log) else None
        return given.get(seat) or unjudged or self.aside[seat].get(number) or self._held(seat, number)

    def _held(self, seat: Seat, number: int) -> Record | None:
        held = self.early[seat].get(number)
        return held if held is not None and held.kind is Kind.EVENT else None

    def _hold(self, record: Record, seat: Seat, number: int) -> Outcome:
        held = self.early[seat]
        held.setdefault(number, record)
        while len(held) > MAX_EARLY:
            del held[max(held)]
        return Outcome(Heard.EARLY, f"Round {len(self.log)} is still open here.")

    def _stray(self, record: Record, event: Event) -> Outcome:
        if len(self.aside[event.seat]) < MAX_EARLY + len(self.log):
            self.aside[event.seat].setdefault(event.round, record)
        self.elsewhere.add(event.seat)
        name = self.genesis.names[event.seat]
        return Outcome(
            Heard.STRAY,
            f"{name} (seat {event.seat + 1}) builds round {event.round} on another round before than this "
            f"copy has ({event.previous.hex()[:16]}, here {self.positions[event.round].previous.hex()[:16]}).",
        )

    def _out_of_turn(self, record: Record, event: Event) -> Outcome:
        self.aside[event.seat].setdefault(event.round, record)
        name = self.genesis.names[event.seat]
        why = (
            f"{name} (seat {event.seat + 1}) signed an event for round {event.round}, in which it owes none."
        )
        self.shown.append(record)
        verdict = Verdict(Fault.OUT_OF_TURN, event.seat, event.round, why, (record,))
        return Outcome(Heard.AUTHOR, why, verdict)

    def _late(self, record: Record, event: Event) -> Outcome:
        """An event that was claimed or voted absent turns up: that stands, and is contested from now on."""
        self.aside[event.seat][event.round] = record
        self._contest(event.round)
        self.fresh.append(record)
        return Outcome(
            Heard.ACCEPTED, "The event was held to be absent; it came too late, and contests only that."
        )

    def _due(self, record: Record, event: Event) -> Outcome:
        if self.position.kind.slow:
            self._unjudged[event.seat] = record
            return ACCEPTED
        return self._enter(record, validate(self.position, event, record.body))

    def _enter(self, record: Record, judged: ValidatedEvent) -> Outcome:
        """Make a judged event of a due seat part of the open round."""
        event = judged.event
        self.open[event.seat] = record
        self._judged[event.seat] = judged
        self.early[event.seat].pop(event.round, None)
        self.fresh.append(record)
        number = self.position.round
        self._close_if_full()
        if judged.fault is None:
            return ACCEPTED
        name = self.genesis.names[event.seat]
        why = f"{name} (seat {event.seat + 1}) broke the rules in round {number}: {judged.fault}"
        return Outcome(Heard.AUTHOR, why, Verdict(Fault.ILLEGAL, event.seat, number, why, (record,)))

    def _close_if_full(self) -> None:
        position = self.position
        absent = self._absent(position)
        if not position.due or any(seat not in absent and self._lacks(seat) for seat in position.due):
            return
        for seat in absent:
            if (late := self._given(seat, position.round)) is not None:
                self.aside[seat][position.round] = late
                self._contest(position.round)
                for given in (self.open, self._unjudged, self._judged):
                    given.pop(seat, None)
        why = Why.CLAIMED if position.round in self.claims else Why.VOTED
        self.positions.append(advance(position, self._judged, why))
        self.log.append(self.open)
        self.open, self._judged, self._unjudged = {}, {}, {}
        self._compare_haves(position.round)
        self._try_early()

    def _lacks(self, seat: Seat) -> bool:
        """Tell whether the open round cannot be closed with what it has of this seat."""
        return seat not in self.open

    def _try_early(self) -> None:
        for held in list(self.early.values()):
            for number in sorted(held) if held else ():
                if number <= len(self.log) and number in held:
                    self._noted(self._hear(held.pop(number)))
        self._try_aside()

    def _try_aside(self) -> None:
        """Hear again what was stray before rounds were taken back, and now belongs to the open round."""
        for seat in self.position.due:
            record = self.aside[seat].get(len(self.log))
            if record is not None and Event.read(record.body).previous == self.position.previous:
                del self.aside[seat][len(self.log)]
                self._noted(self._hear(record))

    def _have(self, record: Record, have: Have) -> Outcome:
        other = self.haves[have.seat].get(have.round) if have.seat < len(self.genesis.keys) else None
        if other is not None and other.body == record.body:
            return KNOWN
        if refusal := self._signed(record, have.seat):
            return refusal
        if other is not None:
            return self._evidence(evidence(other, record))
        if have.round > len(self.log) + MAX_EARLY:
            return Outcome(Heard.EARLY, f"{self.genesis.names[have.seat]} is many rounds ahead.")
        self.haves[have.seat][have.round] = record
        self.fresh.append(record)
        if have.round >= len(self.log):
            return Outcome(Heard.EARLY, f"Round {len(self.log)} is still open here.")
        self._compare_haves(have.round)
        return ACCEPTED

    @property
    def held_up_by(self) -> tuple[Seat, ...]:
        """The seats on which the open round depends: where shares or secrets wait for an echo, those that lack in it.

        The others owe their events as well, and give them by themselves once the echo is whole.
        """
        position = self.position
        waiting = tuple(seat for seat in self.waiting_for if seat not in self._absent(position))
        if not position.kind.after_echo or len(position.seats) < 3:
            return waiting
        return tuple(s for s in waiting if s in position.seats and not self.confirms(s)) or waiting

    def _compare_haves(self, number: int) -> None:
        """Note the seats whose digest of a closed round is another than ours."""
        ours = self.positions[number + 1].previous
        # who is voted out may have closed the round with its own event before it heard of that
        out = {left.seat for left in self.positions[number + 1].departures if left.why is Why.VOTED}
        for seat, haves in self.haves.items():
            if seat not in out and number in haves and Have.read(haves[number].body).digest != ours:
                self.diverged.setdefault(seat, number)
                self.elsewhere.add(seat)
