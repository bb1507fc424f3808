"""What a player at the full screen has before them and can do: the screen's model, with no terminal in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from p2pgames.contract import Choose, Game, Illegal, Known, Move, Seat
from p2pgames.picture import Painter, Picture, Spot, View
from p2pgames_cli.play import story
from p2pgames_cli.play.manner import Manner
from p2pgames_cli.play.place import Place, at_turn, known, seat_of
from p2pgames_cli.play.silence import Silence, spoken
from p2pgames_cli.screen import pointer
from p2pgames_cli.screen.choices import Choices
from p2pgames_cli.screen.line import Line
from p2pgames_cli.screen.overlay import Curtain, Overlay, Palette, Panels, Question, Sheet
from p2pgames_protocol.ledger import Ledger
from p2pgames_protocol.position import Position
from p2pgames_protocol.table import Table

Deed: TypeAlias = Callable[[], Awaitable[None]]
"""Something to be done at the table; raises `Illegal` when it cannot be."""
Start: TypeAlias = Callable[[Deed], None]


@dataclass
class Desk:
    """One player's desk, or that of several who share a computer, or a watcher's."""

    places: Sequence[Place]
    game: Game
    manner: Manner
    passive: bool = False
    """Whether there is nobody here to move."""
    local: bool = False
    """Whether everybody sits at this computer."""
    step: int | None = None
    """The number of rounds that are shown; None for the newest position."""
    eyes: Seat | None = None
    """Whose eyes a watcher borrows."""
    cursor: str = ""
    """The spot the cursor is on; empty while typing."""
    fresh: bool = False
    """Whether the cursor has come to its spot since the last pointing."""
    trace: bool = False
    notice: tuple[str, str] = ("", "")
    """A word, Info, Wait, Warn or Fault, and a sentence."""
    overlay: Overlay | None = None
    choices: Choices | None = None
    start: Start = lambda _deed: None
    """Called with what is to be done at the table; whoever shows the desk sets it."""
    closed: bool = False
    """Whether the player has left the screen."""
    rings: int = 0
    """How often the player was called to move."""
    picture: Picture = field(default_factory=lambda: Picture(()))
    """The board as it was shown last; pointing refers to it."""
    line: Line = field(default_factory=Line)
    _turn: int = -1
    _told: int = 0
    _faults: int = 0
    _linked: frozenset[bytes] = frozenset()
    _sat: Place | None = None
    _recent: tuple[int, tuple[tuple[Any, Seat, Move], ...]] = (-1, ())

    def __post_init__(self) -> None:
        self._sat = self.places[0]
        self.silence = Silence(self.places[0])
        self.present: dict[bytes, float] = {}
        self._told = len(self.ledger.log)
        self._linked = frozenset(self.place.connected)

    # -- what is before the player --

    @property
    def mine(self) -> Place | None:
        """The place here whose player is to move, unless an earlier position is shown."""
        return None if self.passive or self.step is not None else at_turn(self.places)

    @property
    def place(self) -> Place:
        """The place that looks: whose turn it is of ours, else the one before."""
        self._sat = self.mine or self._sat or self.places[0]
        return self._sat

    @property
    def ledger(self) -> Ledger:
        """The game as the place that looks knows it."""
        return self.place.ledger

    @property
    def position(self) -> Position:
        """The position that is shown."""
        ledger = self.ledger
        return ledger.position if self.step is None else ledger.positions[self.step]

    @property
    def seat(self) -> Seat | None:
        """Whose eyes the board is seen with."""
        return self.eyes if self.passive else seat_of(self.place)

    @property
    def known(self) -> Known:
        """The faces that may be shown."""
        return {} if isinstance(self.overlay, Curtain) else known(self.place)

    @property
    def painter(self) -> Painter | None:
        """What draws the game, if anything does."""
        return self.game.painter

    @property
    def typed(self) -> str:
        """What stands in the input line."""
        return self.line.text

    @property
    def recent(self) -> tuple[tuple[Any, Seat, Move], ...]:
        """The newest moves, at most one for every seat, newest last."""
        shown = len(self.ledger.log) if self.step is None else self.step
        if self._recent[0] != shown:
            self._recent = (shown, tuple(self._find_recent(shown)))
        return self._recent[1]

    def _find_recent(self, shown: int) -> list[tuple[Any, Seat, Move]]:
        found: list[tuple[Any, Seat, Move]] = []
        ledger = self.ledger
        for number in range(shown - 1, -1, -1):
            if (made := story.move_of(ledger, number)) is not None:
                found.insert(0, (ledger.positions[number].state, made.seat, made.move))
            if len(found) == len(ledger.genesis.names):
                break
        return found

    def view(self, columns: int, rows: int) -> View:
        """Return how the board is looked at in so much room."""
        return View(
            columns=columns,
            rows=rows,
            seat=self.seat,
            known=self.known,
            names=self.ledger.genesis.names,
            typed=self.typed if self.mine else "",
            cursor=self.cursor,
            trace=self.trace,
            recent=self.recent,
        )

    @property
    def offers(self) -> tuple[tuple[str, Move], ...]:
        """The legal moves that begin with what stands in the line."""
        if self.choices is None or self.mine is None:
            return ()
        return self.choices.beginning(self.line.stem)

    def meant(self, text: str) -> Move:
        """Return the legal move a text means; raise `Illegal` with the reason if there is none."""
        place = self.mine
        if place is None:
            raise Illegal(f"It is not your turn. {self.awaited()}")
        seat = seat_of(place) or 0
        return place.ledger.rules.parse(place.ledger.position.state, seat, known(place), text)

    @property
    def preview(self) -> tuple[str, str]:
        """What the line would do: a sign, ▶ for a legal move, ✗ for none, blank for neither; and words."""
        place, typed = self.mine, self.typed.strip()
        if place is None or not typed:
            return "", ""
        try:
            move = self.meant(typed)
        except Illegal as refusal:
            return ("", "") if self.choices is None or self.offers else ("✗", str(refusal))
        rules, state, seat = place.ledger.rules, place.ledger.position.state, seat_of(place) or 0
        effect = rules.effect(state, seat, move)
        return "▶", rules.text(state, seat, move) + (f": {effect}" if effect else "")

    def awaited(self) -> str:
        """Return whom the table waits for, and since when."""
        ledger = self.ledger
        names = [ledger.genesis.names[seat] for seat in ledger.waiting_for]
        if not names:
            return "The table waits for nobody."
        waited = self.silence.look()
        since = f", for {spoken(waited)} now" if waited >= 10 else ""
        return f"The table waits for {' and '.join(names)}{since}."

    # -- what happens at the table --

    def catch_up(self) -> bool:
        """Take in what is new at the table; tell whether it has become the player's turn."""
        for number in range(self._told, len(self.ledger.log)):
            for entry in story.of_round(self.ledger, number):
                self._hear(entry)
        self._told = len(self.ledger.log)
        self._hear_links()
        for fault in self.ledger.faults[self._faults :]:
            self.notice = ("Fault", fault.why)
        self._faults = len(self.ledger.faults)
        self.silence.look()
        mine = self.mine
        turn = mine.ledger.position.round if mine else -1
        called = turn not in (self._turn, -1)
        if called:
            self._begin_turn()
        if turn != self._turn:
            self.choices = None
        self._turn = turn
        return called

    def _hear(self, entry: story.Entry) -> None:
        names = self.ledger.genesis.names
        if entry.kind == "left":
            self.notice = ("Info", f"{names[entry.seat or 0]} {entry.text}.")
        elif entry.kind == "over":
            self.notice = ("Over", entry.text)

    def _hear_links(self) -> None:
        linked, genesis = frozenset(self.place.connected), self.ledger.genesis
        if not self.local:
            for key in linked ^ self._linked:
                if key in genesis.keys:
                    name = genesis.names[genesis.keys.index(key)]
                    self.notice = ("Info", f"{name} is {'here' if key in linked else 'away'}.")
        self._linked = linked

    def _begin_turn(self) -> None:
        self.rings += 1
        if len(self.places) > 1 and self.game.rules.decks:
            names = self.ledger.genesis.names
            self.overlay = Curtain(names[seat_of(self.place) or 0])

    # -- the line --

    def type(self, text: str) -> None:
        """Write at the caret."""
        if isinstance(self.overlay, Palette):
            self.overlay.type(self.overlay.typed + text)
        elif self.overlay is None and self.mine is not None:
            self.cursor = ""
            self._quiet()
            self.line.insert(text)

    def erase(self) -> None:
        """Delete the character before the caret."""
        if isinstance(self.overlay, Palette):
            self.overlay.type(self.overlay.typed[:-1])
        else:
            self.line.erase()
            self._quiet()

    # -- pointing --

    def move_cursor(self, way: str) -> None:
        """Move the cursor to the nearest spot up, down, left or right."""
        self._go_to(pointer.nearest(self.picture, self.cursor, way))

    def next_legal(self, by: int = 1) -> None:
        """Move the cursor to the next spot that leads on to a legal move."""
        self._go_to(pointer.next_legal(self.picture, self.cursor, by))

    def _go_to(self, spot: Spot | None) -> None:
        if spot is not None:
            self.fresh = self.fresh or spot.name != self.cursor
            self.cursor = spot.name
            self._quiet()

    def point(self) -> None:
        """Point at the spot under the cursor: the game says what stands in the line then."""
        mine = self.mine
        if mine is None or self.painter is None or not self.cursor:
            return
        self.fresh = False
        state, seat = mine.ledger.position.state, seat_of(mine) or 0
        self.line.write(self.painter.point(state, seat, known(mine), self.typed, self.cursor))
        self._quiet()

    def click(self, spot: Spot) -> None:
        """Point at a spot by mouse; where pointing leads nowhere on, a second click sends."""
        again = spot.name == self.cursor and not self.fresh
        self.cursor, self.fresh = spot.name, True
        if again and not spot.legal and self.preview[0] == "▶":
            self.send()
        else:
            self.point()

    # -- sending and other deeds --

    def enter(self) -> None:
        """Do what is next: answer the overlay, point where the cursor has come to, or send the line."""
        spot = self.picture.spot(self.cursor)
        match self.overlay:
            case Palette() as palette:
                found = palette.found
                self.overlay = None
                if found:
                    found[palette.chosen].do()
            case Question(_, yes):
                self.overlay = None
                yes()
            case None if self.fresh and spot is not None and spot.legal:
                self.point()
            case None:
                self.send()
            case _:
                self.overlay = None

    def send(self) -> None:
        """Send the move in the line; where it is none, say why, and leave it there."""
        text = self.typed.strip()
        if not text:
            return
        try:
            move = self.meant(text)
        except Illegal as refusal:
            if self.preview[0] != "✗":
                self.refuse(refusal)
            return
        place = self.mine or self.place
        if self.manner.confirm:
            self.overlay = Question(f"Send {' '.join(self.preview[1:])}", lambda: self._act(place, move))
        else:
            self._act(place, move)

    def _act(self, place: Place, move: Move) -> None:
        self.line.write("")
        self.cursor, self.fresh = self.cursor, False
        self.start(lambda: place.act(move))

    def escape(self) -> None:
        """Leave what is open: the overlay, else the line, else the cursor, else the notice."""
        if self.overlay is not None:
            if not isinstance(self.overlay, Curtain):
                self.overlay = None
        elif self.typed:
            self.line.write("")
        elif self.cursor:
            self.cursor = ""
        else:
            self.notice = ("", "")

    def _quiet(self) -> None:
        if self.notice[0] in ("No", "Info"):
            self.notice = ("", "")

    def refuse(self, refusal: Illegal) -> None:
        """Show why a deed was refused."""
        self.notice = ("No", str(refusal))

    # -- looking back --

    def rewind(self, by: int) -> None:
        """Show an earlier or later position; past the newest one the table is live again."""
        last = len(self.ledger.log)
        here = last if self.step is None else self.step
        steps = range(here + by, -1, -1) if by < 0 else range(here + by, last + 1)
        worth = (s for s in steps if s == 0 or s >= last or any(story.of_round(self.ledger, s - 1)))
        self.show_step(next(worth, 0 if by < 0 else last))

    def show_step(self, step: int) -> None:
        """Show the position after so many rounds."""
        last = len(self.ledger.log)
        self.step = None if step >= last else max(0, step)

    def next_eyes(self) -> None:
        """Look with the eyes of the next seat; after the last one with a spectator's."""
        seats = len(self.ledger.genesis.names)
        eyes = -1 if self.eyes is None else self.eyes
        self.eyes = eyes + 1 if eyes + 1 < seats else None

    def open(self, overlay: Overlay) -> None:
        """Lay something over the board, or take it away if it lies there already."""
        self.overlay = (
            None if type(self.overlay) is type(overlay) and isinstance(overlay, Panels) else overlay
        )

    def read(self) -> None:
        """Show the position in sentences."""
        lines = self.ledger.rules.words(self.position.state, self.seat, self.known)
        self.overlay = Sheet("the position in words", list(lines))

    @property
    def choosing(self) -> Seat | None:
        """The seat that is to choose in the position that is shown."""
        ask = self.position.ask if not self.position.over else None
        return ask.seat if isinstance(ask, Choose) else None

    @property
    def seated(self) -> bool:
        """Whether somebody here can still resign or claim."""
        return not self.passive and isinstance(self.ledger, Table) and not self.ledger.position.over
