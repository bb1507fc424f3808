"""What a player at the full screen is told of what happens at the table, the moment it happens."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pgames_cli.i18n.catalogue import N_, _, phrase
from p2pgames_cli.screen.chat_page import Speech
from p2pgames_cli.table import absence, history_text, offers
from p2pgames_cli.table.actions.keys import problems
from p2pgames_cli.table.chat_feed import Ear, spoken_by
from p2pgames_cli.table.route_feed import Linked
from p2pgames_cli.table.seat import Place, Telling
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.transport_feed import Carriage, word
from p2pgames_cli.ui.pages import Overlay
from p2pgames_protocol.log.history import Entry


@dataclass
class Witness(TableModel):
    """A look that takes in what is new, and says the newest of it in a notice."""

    notice: tuple[str, str] = ("", "")
    """A word, Info, Wait, Warn or Fault, and a sentence."""
    overlay: Overlay | None = None
    _turn: int = -1
    _told: int = 0
    _telling: Telling = field(default_factory=Telling)
    _faults: int = 0
    _linked: frozenset[bytes] = frozenset()
    _voted: tuple[str, ...] = ()
    _offered: str = ""
    _routes: Linked = field(default_factory=Linked)
    _carriage: Carriage = field(default_factory=Carriage)

    def __post_init__(self) -> None:
        TableModel.__post_init__(self)
        self._complain()
        self._told = self.looked = len(self.ledger.log)
        self._linked = frozenset(self.place.connected)
        self._ear = Ear(self.places[0], again=0)

    def catch_up(self) -> bool:
        """Take in what is new at the table; tell whether it has become the player's turn."""
        self._told = self._telling.from_round(self.ledger, self._told)
        self.looked = min(self.looked, self._told)
        for entry in self.place.history.entries(self._told):
            self._hear(entry)
        self._told = len(self.ledger.log)
        self._hear_links()
        self._hear_carriers()
        self._hear_votes()
        self._hear_offers()
        self._hear_chat()
        for report in self.planning.fresh():
            self.notice = (N_("Plan"), report.sentence())
        for fault in self.ledger.faults[self._faults :] if not self.still else ():
            self.notice = (N_("Fault"), phrase(fault.why))
        self._faults = len(self.ledger.faults)
        self.silence.look()
        mine = self.mine
        turn = mine.ledger.position.round if mine else -1
        called = turn >= 0 > self._turn
        if turn != self._turn:
            self._turn = turn
            self._begin_turn(mine)
        return called

    def look_at(self) -> None:
        """Note that the player is there, as a key tells: what has happened until now is seen."""
        self.looked = len(self.ledger.log)
        self.look_up_settings()

    def waiting(self) -> tuple[object, ...]:
        """Return all that the screen says about who waits, and the settings it is drawn with."""
        settings = self.manner.settings
        keys = self.ledger.genesis.keys
        return self.awaited(), *map(self.whereabouts, keys), settings.now, problems(settings)

    def look_up_settings(self) -> None:
        """Read the settings if their file has changed, and say what is wrong in it."""
        if self.manner.settings.look():
            self.notice = ("", "") if self.notice[0] == "Settings" else self.notice
            self._complain()

    def _complain(self) -> None:
        if wrong := problems(self.manner.settings):
            more = f" ({len(wrong) - 1} more)" if len(wrong) > 1 else ""
            self.notice = ("Settings", wrong[0] + more)

    def _hear(self, entry: Entry) -> None:
        if self.notice[0] == "Info":
            self.notice = ("", "")  # it is older than this, and would hide it where events have no panel
        if entry.kind == "left" or entry.kind in ("takeback", "pause"):
            self.notice = ("Info", "".join(history_text.lines(self.ledger, entry)))
        elif entry.kind == "over":
            self.notice = (N_("Over"), history_text.outcome_of(self.ledger))

    def _hear_votes(self) -> None:
        """Tell what is voted on whom the table waits for."""
        said = tuple(line for seat in absence.awaited(self.place) for line in absence.said(self.ledger, seat))
        if said != self._voted and said:
            self.notice = ("Info", said[-1])
        self._voted = said

    def _hear_offers(self) -> None:
        """Make room for what has become of an offer: whatever the notice says is older."""
        offered = offers.line(self.place) if self.manner.trial is None else ""
        if offered and offered != self._offered:
            self.notice = ("", "")
        self._offered = offered

    def _hear_links(self) -> None:
        linked, genesis = frozenset(self.place.connected), self.ledger.genesis
        if not self.local:
            for key in linked ^ self._linked:
                if key in genesis.keys:
                    name = genesis.names[genesis.keys.index(key)]
                    said = _("{name} is here.") if key in linked else _("{name} is away.")
                    self.notice = (N_("Info"), said.format(name=name))
        self._linked = linked
        for sentence in self._routes.news(self.place):
            self.notice = ("Info", sentence)

    def _hear_carriers(self) -> None:
        for _name, condition in self._carriage.news(self.place.carriers):
            self.notice = (word(condition), phrase(condition.text))

    def _hear_chat(self) -> None:
        """Show the newest message, and count those that were not read."""
        said = [message for message in self._ear.new() if message.seat != self.seat]
        if said and type(self.overlay) is not Speech:
            self.unread += len(said)
            self.notice = (N_("Chat"), spoken_by(self.place, said[-1]))

    def _begin_turn(self, mine: Place | None) -> None:
        """Make ready for a player whose turn it is; without a place there is nobody here to move."""
        raise NotImplementedError
