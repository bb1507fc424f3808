"""What a player at the window has before them and can do; the page shows it and holds none of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import trio

from p2pgames.contract import Illegal, Move
from p2pgames.picture.picture import View
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.speaker import speaker
from p2pgames_cli.table.actions.action import Answer
from p2pgames_cli.table.choices import Choices
from p2pgames_cli.table.draft import Draft, Final
from p2pgames_cli.table.feed import Feed
from p2pgames_cli.table.news.news import NOTHING, News, Notice
from p2pgames_cli.table.seat import SeatHandle, known, seat_of
from p2pgames_cli.table.table_model import OutOfTurn, TableModel

Deed: TypeAlias = Callable[[], Awaitable[None]]
"""Something to be done at the table; raises `Illegal` when it cannot be."""
LONGEST = 400
"""Characters of the line."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """Sentences that lie over the board until the player has read them."""

    title: str
    lines: tuple[str, ...]
    markdown: bool = False
    newest_last: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """Something to confirm before it is done."""

    text: str
    yes: Callable[[], object]
    lines: tuple[str, ...] = ()
    does: str = ""


@dataclass
class PageModel(TableModel):
    """One player's side of the table, or that of several who share a computer, or a watcher's."""

    guarded: bool = True
    line: str = ""
    """What stands in the input line."""
    typings: int = 0
    """The number of the newest text of the line that a page has sent: an older one is not written back."""
    pointed: str = ""
    """The spot that was pointed at last, while the line is what pointing wrote."""
    notice: Notice = NOTHING
    notices: int = 0
    """How many there were: the same sentence twice is told twice."""
    sheet: Sheet | None = None
    question: Question | None = None
    sending: bool = False
    closed: bool = False
    """Whether the player has left the table here."""
    start: Callable[[Deed], None] = lambda _deed: None
    """Called with what is to be done at the table; whoever shows the model sets it."""
    _listing: object = None
    _turn: int = -1
    _feed: Feed = field(init=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self.looked = len(self.replica.log)
        self._feed = Feed(self, alone=not self.local)
        self._feed.catch_up(self.place)

    # -- what is new --

    def catch_up(self) -> None:
        """Take in what is new at the table."""
        for one in sorted(self._feed.news(self.place), key=lambda one: one.urgent):
            self._hear(one)
        self.silence.look()
        mine = self.mine
        turn = mine.replica.position.round if mine else -1
        if turn != self._turn:
            self._turn, self.pointed, self.question = turn, "", None

    def _hear(self, one: News) -> None:
        if one.kind == "event" and one.data is not None:
            self.looked = min(self.looked, one.data["round"])
            if self.notice[0] == "Info":
                self.tell("", "")
        if one.notice is not None and one.kind != "chat" and not (self.still and one.kind == "fault"):
            self.tell(*one.notice)

    def tell(self, word: str, text: str) -> None:
        """Show a notice in place of the one before."""
        self.notice = (word, text)
        self.notices += 1

    def refuse(self, refusal: Illegal) -> None:
        """Show why something was refused."""
        out = _("It is not your turn. {awaited}").format(awaited=self.awaited())
        self.tell("No", out if isinstance(refusal, OutOfTurn) else self.named(refusal.message))

    def show(self, name: str, answer: Answer) -> None:
        """Show what an action brought: a sheet where it has a title or several sentences, else a notice."""
        said = tuple(answer.sentences)
        if answer.title or len(said) > 1:
            self.sheet = Sheet(answer.title or name, said, answer.markdown, answer.newest_last)
        elif said:
            self.tell("Info", said[0])

    # -- the moves there are --

    def list_moves(self) -> None:
        """Have the legal moves of the state that is shown listed, beside the loop, unless they are."""
        place, state = self.mine, self.state
        if place is None or self.choices is not None or self._listing is state:
            return
        self._listing = state
        rules, seat, seen = place.replica.rules, seat_of(place) or 0, known(place)

        async def listing() -> None:
            self.listed = await trio.to_thread.run_sync(
                Choices.of, rules, state, seat, seen, abandon_on_cancel=True
            )

        self.start(listing)

    @property
    def stem(self) -> str:
        """What the moves on offer begin with."""
        return self.line.strip()

    @property
    def offers(self) -> tuple[tuple[str, Move], ...]:
        """The legal moves that begin with what stands in the line."""
        return self.choices.beginning(self.stem) if self.choices is not None else ()

    def view(self) -> View:
        """Return how the board is looked at."""
        return View(
            seat=self.seat,
            known=self.known,
            names=self.replica.genesis.names,
            typed=self.line if self.mine else "",
            cursor=self.pointed,
            trace=self.trace,
            recent=self.recent,
            say=speaker(self.replica.genesis.names),
        )

    @property
    def preview(self) -> tuple[str, str]:
        """Whether the line is a legal move, as "yes", "no", or "" for neither; and what it would do, in words."""
        place, typed = self.mine, self.stem
        if place is None or not typed:
            return "", ""
        try:
            move = self.meant(typed)
        except Illegal as refusal:
            return ("", "") if self.choices is None or self.offers else ("no", self.named(refusal.message))
        rules, state, seat = place.replica.rules, self.state, seat_of(place) or 0
        effect = self.named(rules.effect(state, seat, move))
        return "yes", rules.text(state, seat, move) + (f": {effect}" if effect else "")

    # -- the line --

    def write(self, text: str, number: int = 0) -> None:
        """Let a text stand in the line, as the page has sent it."""
        self.line, self.pointed, self.typings = text[:LONGEST], "", number
        self.quiet()

    def point(self, spot: str) -> None:
        """Point at a spot of the board: the game says what stands in the line then.

        Where that changes nothing and the line is a legal move, pointing again sends it.
        """
        mine = self.mine
        if mine is None or self.painter is None or self.sending:
            return
        before = self.line
        line = self.painter.point(self.state, seat_of(mine) or 0, known(mine), before, spot)
        if line == before and spot == self.pointed and self.preview[0] == "yes":
            self.send()
            return
        self.line, self.pointed = line, spot
        self.quiet()

    def undo(self) -> None:
        """Take the last word out of the line; from an empty line the last move out of the draft."""
        if self.line:
            self.line = " ".join(self.line.split()[:-1])
        elif self.draft is not None and self.draft.moves:
            self.drafted = self.draft.undo()
        self.pointed = ""
        self.quiet()

    def quiet(self) -> None:
        """Take away a notice that is no longer of use."""
        if self.notice[0] in ("No", "Info"):
            self.notice = NOTHING

    # -- sending --

    def send(self) -> None:
        """Take the move in the line; send it, unless the same seat goes on: then it is kept as a draft.

        With an empty line the draft is sent as it is. Where the line holds no move, say why, and leave it there.
        """
        place, draft, text = self.mine, self.draft, self.stem
        if place is None or draft is None or self.sending or not (text or draft.moves):
            return
        if text:
            try:
                draft = draft.add(self.meant(text))
            except Illegal as refusal:
                self.refuse(refusal)
                return
        if text and draft.goes_on:
            self.drafted, self.line, self.pointed = draft, "", ""
        elif question := self._question(draft):
            self.question = Question(question, lambda: self._deliver(place, draft))
        else:
            self._deliver(place, draft)

    def _question(self, draft: Draft) -> str:
        """Return what is asked before a draft is sent; empty where nothing is."""
        said = _("Send {moves}").format(moves=", ".join(draft.texts))
        asks = self.play_options.settings["confirm.final"] and self.play_options.trial is None
        match draft.final if asks else Final.NOTHING:
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
                self.sending, self.drafted = False, None

        self.sending, self.line, self.pointed, self.drafted = True, "", "", draft
        self.start(deliver)
