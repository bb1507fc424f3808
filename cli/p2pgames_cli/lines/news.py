"""What is new at a table, in sentences: each is said once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import capital, named
from p2pgames_cli.table import history_text
from p2pgames_cli.table.offers import Heard
from p2pgames_cli.table.route_feed import Linked
from p2pgames_cli.table.seat import Place, Telling, held_back, seat_of
from p2pgames_cli.table.transport_feed import Sentences
from p2pgames_protocol.log.replica.receive import Ledger


@dataclass
class News:
    """Remembers what of a table was said already."""

    alone: bool
    """Whether one player sits here: then it is said who comes and goes."""
    told: int = 0
    """The rounds that were told."""
    over: bool = False
    """Whether the end was told."""
    carriage: Sentences = field(default_factory=Sentences)
    linked: Linked = field(default_factory=Linked)
    offers: Heard = field(default_factory=Heard)
    _telling: Telling = field(default_factory=Telling)
    _present: frozenset[bytes] = frozenset()
    _faults: int = 0
    _proved: bool = False
    _held: bool = False
    _progress: str = ""

    def lines(self, place: Place) -> Iterator[str]:
        """Yield what has happened since the last time, as the place knows it."""
        ledger = place.ledger
        self.told = self._telling.from_round(ledger, self.told)
        for entry in place.history.entries(self.told):
            self.over = self.over or entry.kind == "over"
            yield from history_text.lines(ledger, entry, effects=self.alone and entry.seat != seat_of(place))
        self.told = len(ledger.log)
        for verdict in ledger.faults[self._faults :]:
            yield _("Fault: {why}").format(why=named(verdict.why, ledger.genesis.names))
        self._faults = len(ledger.faults)
        if self._faults and place.proof is not None and not self._proved:
            self._proved = True
            yield _("The proof lies in {file}: p2pgames audit shows it to anybody.").format(file=place.proof)
        yield from self._presence(place)
        yield from self.carriage.news(place.carriers)
        yield from self.offers.news(place)
        yield from self._doing(ledger)
        yield from self._doubts(place)
        if ledger.verdict is not None and not self.over:
            self.over = True
            yield _("The game has ended: one key signed twice.")

    def _presence(self, place: Place) -> Iterator[str]:
        genesis = place.ledger.genesis
        present = frozenset(place.connected) & frozenset(genesis.keys)
        for key in sorted(present ^ self._present) if self.alone else ():
            said = _("{name} is connected.") if key in present else _("{name} is away.")
            yield said.format(name=genesis.names[genesis.keys.index(key)])
        self._present = present
        yield from self.linked.news(place)

    def _doing(self, ledger: Ledger) -> Iterator[str]:
        """Yield what the clients are at by themselves, whenever that has changed and takes a while."""
        doing = history_text.progress(ledger)
        if doing != self._progress and history_text.shuffling(ledger):
            yield capital(doing)
        self._progress = doing

    def _doubts(self, place: Place) -> Iterator[str]:
        """Yield once why nothing is sent, and once when that is over."""
        if bool(place.doubts) != self._held:
            self._held = not self._held
            yield held_back(place) or _("Everybody has shown what they know: the game goes on here.")
