"""What a player at the full screen has before them and can do: the screen's model, with no terminal in it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import trio

from p2pgames.contract import Illegal, Move, Seat
from p2pgames.picture.picture import Picture, Spot, View
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.speaker import speaker
from p2pgames_cli.screen import pointer
from p2pgames_cli.screen.curtain import Curtain
from p2pgames_cli.screen.notices import LiveModel
from p2pgames_cli.screen.playback import Playback
from p2pgames_cli.table.choices import Choices
from p2pgames_cli.table.draft import Draft, Final
from p2pgames_cli.table.seat import SeatHandle, known, seat_of
from p2pgames_cli.table.table_model import OutOfTurn
from p2pgames_cli.ui.item import Item
from p2pgames_cli.ui.page import Page
from p2pgames_cli.ui.question import Question
from p2pgames_cli.ui.text_line import Line

Deed: TypeAlias = Callable[[], Awaitable[None]]
"""Something to be done at the table; raises `Illegal` when it cannot be."""
Start: TypeAlias = Callable[[Deed], None]

Interpret: TypeAlias = Callable[["Presenter", str], Item | None]
"""Returns what a line that is no move would do; None where it means nothing."""


def nothing_meant(_presenter: Presenter, _text: str) -> None:
    """Return that a line means nothing."""


@dataclass
class Presenter(LiveModel):
    """One player's presenter, or that of several who share a computer, or a watcher's."""

    guarded: bool = True
    cursor: str = ""
    """The spot the cursor is on; empty while typing."""
    fresh: bool = False
    """Whether the cursor has come to its spot since the last pointing."""
    start: Start = lambda _deed: None
    """Called with what is to be done at the table; whoever shows the presenter sets it."""
    interpret: Interpret = nothing_meant
    """Called with what stands in the line where that is no move; whoever makes the presenter sets it."""
    closed: bool = False
    """Whether the player has left the screen."""
    sending: bool = False
    """Whether moves are on their way: until they are made nothing is sent, or Enter twice would send them twice."""
    trying: dict[Seat | None, str] | None = None
    """What is to be tried out from the position that is shown: the bots by seat; None for nothing."""
    picture: Picture = field(default_factory=lambda: Picture(()))
    """The board as it was shown last; pointing refers to it."""
    line: Line = field(default_factory=Line)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.playback = Playback(self)

    # -- the moves there are --

    @property
    def typed(self) -> str:
        """What stands in the input line."""
        return self.line.text

    @property
    def typing(self) -> bool:
        """Whether a text stands in the line that is typed, and not pointed at."""
        return bool(self.typed) and not self.cursor

    @property
    def offers(self) -> tuple[tuple[str, Move], ...]:
        """The legal moves that begin with what stands in the line."""
        return self.choices.beginning(self.line.stem) if self.choices is not None else ()

    async def list_moves(self) -> None:
        """List the legal moves of the state that is shown, beside the loop: games may have very many."""
        place, state = self.mine, self.state
        if place is not None and self.choices is None:
            rules, seat, seen = place.replica.rules, seat_of(place) or 0, known(place)
            self.listed = await trio.to_thread.run_sync(
                Choices.of, rules, state, seat, seen, abandon_on_cancel=True
            )

    def view(self, columns: int, rows: int) -> View:
        """Return how the board is looked at in so much room."""
        return View(
            columns=columns,
            rows=rows,
            seat=self.seat,
            known=self.known,
            names=self.replica.genesis.names,
            typed=self.typed if self.mine else "",
            cursor=self.cursor,
            trace=self.trace,
            recent=self.recent,
            say=speaker(self.replica.genesis.names),
        )

    @property
    def preview(self) -> tuple[str, str]:
        """What the line would do: a sign, ▶ for a legal move, ✗ for none, blank for neither; and words."""
        place, typed = self.mine, self.typed.strip()
        if place is None or not typed:
            return "", ""
        try:
            move = self.meant(typed)
        except Illegal as refusal:
            if self.choices is None or self.offers:
                return "", ""
            deed = self.deed
            return ("▶", f"{deed.name}: {deed.about}") if deed else ("✗", self.named(refusal.message))
        rules, state, seat = place.replica.rules, self.state, seat_of(place) or 0
        effect = rules.effect(state, seat, move)
        return "▶", rules.text(state, seat, move) + (f": {self.named(effect)}" if effect else "")

    @property
    def deed(self) -> Item | None:
        """What the line would do, where it holds no move but a word."""
        return self.interpret(self, self.typed)

    def _begin_turn(self, mine: SeatHandle | None) -> None:
        if mine is None:
            return
        self.start(self.list_moves)
        if self.overlay is not None and (typed := self.overlay.ahead) is not None:
            self.line.write(typed)
            self.overlay = None
        if self.veiled:
            names = self.replica.genesis.names
            self.overlay = Curtain(names[seat_of(self.place) or 0], self.unveil)

    # -- the line --

    def type(self, text: str) -> None:
        """Write at the caret, where there is a move to be typed."""
        if self.mine is not None:
            self.cursor = ""
            self.quiet()
            self.line.insert(text)

    def type_step(self, digit: str) -> None:
        """Write the number of a step, where nobody types moves; Enter goes there."""
        self.cursor, self.fresh = "", False
        if len(self.typed) < len(str(len(self.replica.log))):
            self.line.insert(digit)

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
            self.quiet()

    def point(self) -> None:
        """Point at the spot under the cursor: the game says what stands in the line then."""
        mine = self.mine
        if mine is None or self.painter is None or not self.cursor:
            return
        self.fresh = False
        self.line.write(
            self.painter.point(self.state, seat_of(mine) or 0, known(mine), self.typed, self.cursor)
        )
        self.quiet()

    def click(self, spot: Spot) -> None:
        """Point at a spot by mouse; where pointing leads nowhere on, a second click sends."""
        again = spot.name == self.cursor and not self.fresh
        self.cursor, self.fresh = spot.name, True
        if again and not spot.legal and self.preview[0] == "▶":
            self.send()
        else:
            self.point()

    # -- sending and other deeds --

    def send(self) -> None:
        """Take the move in the line; send it, unless the same seat goes on: then it is kept as a draft.

        With an empty line the draft is sent as it is. Where nobody types moves, the line names a step to show.
        A word in the line that is no move but names something to do is done. Where the line holds neither, say
        why, and leave it there.
        """
        place, draft, text = self.mine, self.draft, self.typed.strip()
        if self.browsing and text.isdecimal():
            self.line.write("")
            self.show_step(int(text))
        if place is None or draft is None or self.sending or not (text or draft.moves):
            return
        if text:
            try:
                draft = draft.add(self.meant(text))
            except Illegal as refusal:
                self._do_or_refuse(refusal)
                return
        self._take(place, draft, more=bool(text) and draft.goes_on)

    def _do_or_refuse(self, refusal: Illegal) -> None:
        """Do what the line names, where it holds a word instead of a move; else show why it was refused."""
        deed = self.deed
        if deed is not None and deed.do is not None:
            deed.do()
        elif self.preview[0] != "✗":
            self.refuse(refusal)

    def _take(self, place: SeatHandle, draft: Draft, *, more: bool) -> None:
        if more:
            self.drafted, self.fresh = draft, False
            self.line.write("")
            self.start(self.list_moves)
        elif question := self._question(draft):
            self.overlay = Question(question, lambda: self._deliver(place, draft))
        else:
            self._deliver(place, draft)

    def _question(self, draft: Draft) -> str:
        """Return what is asked before a draft is sent; empty where nothing is."""
        said = _("Send {moves}").format(moves=", ".join(draft.texts))
        asks = self.play_options.settings["confirm.final"] and self.play_options.trial is None
        final = draft.final if asks else Final.NOTHING
        match final:
            case Final.END:
                return _("{send}: the game ends with it").format(send=said)
            case Final.CHANCE:
                return _("{send}: chance decides before you go on").format(send=said)
        return said if self.play_options.asks else ""

    def _deliver(self, place: SeatHandle, draft: Draft) -> None:
        async def deliver() -> None:
            try:
                for move in draft.moves:
                    await place.act(move)
            finally:
                self.sending = False

        self.sending = True
        self.line.write("")
        self.fresh = False
        self.start(deliver)

    def undo(self) -> None:
        """Take the last word out of the line; from an empty line the last move out of the draft."""
        if self.typed:
            self.line.undo()
        elif self.draft is not None and self.draft.moves:
            self.drafted = self.draft.undo()
            self.start(self.list_moves)

    def show_step(self, step: int) -> None:
        """Show the position after so many steps; what was refused at another is no longer said."""
        super().show_step(step)
        self.quiet()

    def step_out(self) -> None:
        """Leave the look back, else the line, else the cursor; and the notice with it.

        A line that a look back interrupted stands there again afterwards; a replay looks back all the time.
        """
        self.notice = ("", "")
        if self.looking_back and not (self.browsing and self.typed):
            self.show_step(len(self.replica.log))
        elif self.typed:
            self.line.write("")
        else:
            self.cursor = ""

    def quiet(self) -> None:
        """Take away a notice that is no longer of use."""
        if self.notice[0] in ("No", "Info"):
            self.notice = ("", "")

    def refuse(self, refusal: Illegal) -> None:
        """Show why a deed was refused."""
        out = _("It is not your turn. {awaited}").format(awaited=self.awaited())
        self.notice = ("No", out if isinstance(refusal, OutOfTurn) else self.named(refusal.message))

    def toggle(self, page: Page) -> None:
        """Lay a page over the board, or take it away if it lies there already."""
        there = self.overlay is not None and self.overlay.name == page.name
        self.overlay = None if there else page
