"""What a player at the full screen sees: what is known of the table, the pages over it, what is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final, TypeVar

import trio

from p2pgames.contract import Illegal
from p2pgames.picture.picture import Picture, Row, Spot
from p2pgames_cli.i18n.catalogue import _, ngettext
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.pages.page import (
    ARROWS,
    LEFT,
    PASSED,
    SCROLLING,
    TAKEN,
    Key,
    Page,
    PageContent,
    Reaction,
    doing,
    leaving,
)
from p2pgames_cli.pages.rows import fitted
from p2pgames_cli.pages.text_page import DecisionPage, QuestionPage, TextPage
from p2pgames_cli.table import catch_up, history_text
from p2pgames_cli.table.action_input import ActionInput
from p2pgames_cli.table.actions.action import Answer, Front
from p2pgames_cli.table.front_end import Question, Start
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.notices import Notices
from p2pgames_cli.table.seat_handle import seat_of
from p2pgames_cli.table.session import WhatIfStart
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.turn_input import Pointer, TurnInput
from p2pgames_cli.table.viewpoint import Timeline
from p2pgames_protocol.log.history import MoveEntry

# What hides the hands of several players at one computer until the next one is alone with the screen.


@dataclass
class PrivacyPage(Page):
    """Goes away with Enter alone."""

    player: str
    """Who is to sit down."""
    show: Callable[[], object]
    """Called when that player looks."""

    def keys(self) -> list[Key]:
        """Return the key that shows the hand."""
        return [("Enter", _("show the hand"), "enter")]

    def press(self, key: str) -> Reaction:
        """Show the hand with Enter; no other key does anything."""
        return leaving(self.show) if key == "enter" else TAKEN

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return whom the screen waits for."""
        words = _("{name}, press Enter when only you see the screen.").format(name=self.player)
        middle: list[Row] = [*([()] * (rows // 2)), (("bold", words.center(columns)),)]
        return PageContent([fitted(row, columns) for row in middle])


# What the others did since the player looked, played step by step before the player's turn begins.

MOMENT: Final = 0.8
"""Seconds that a step is shown, at most."""
ALL: Final = 8.0
"""Seconds that all of them take, at most."""


@dataclass
class Since(Page):
    """The board goes through the moves of the others by itself; any key goes on, and what is typed begins the turn."""

    model: TableModel
    input: TurnInput
    moves: tuple[MoveEntry, ...]
    start: Start
    ended: Callable[[], object]
    """Called once the newest position is shown again."""
    shown: int = 0
    """How many of the moves the board shows."""

    @property
    def pointer(self) -> Pointer:
        """What is pointed at."""
        return self.input.pointer

    def begin(self) -> None:
        """Show the position before the first of the moves."""
        self._cursor, self.pointer.cursor = self.pointer.cursor, ""
        self._show(self.moves[0].round)

    def go_on(self) -> None:
        """Show the next move; after the last one, which is the newest position, end."""
        self.shown += 1
        if self.shown > len(self.moves):
            return
        if self.shown == len(self.moves):
            self.pointer.cursor = self._cursor
            timeline = self.model.timeline
            timeline.show_step(len(timeline.replica.log))
            self.ended()
            return
        made = self.moves[self.shown - 1]
        self.pointer.cursor = next((told.where for told in made.effects if told.where), "")
        self._show(made.round + 1)

    def _show(self, step: int) -> None:
        timeline = self.model.timeline
        timeline.show_step(step)
        self.start(partial(self._wait, self.shown))

    async def _wait(self, shown: int) -> None:
        """Go on by itself, unless a key has done so before."""
        await trio.sleep(min(MOMENT, ALL / len(self.moves)))
        if self.shown == shown:
            self.go_on()

    # -- the page --

    @property
    def asks(self) -> str:
        """What is shown."""
        count = len(self.moves)
        if not self.shown:
            said = ngettext("Meanwhile: {count} move", "Meanwhile: {count} moves", count)
            return said.format(count=count)
        said = history_text.sentence(self.model.replica, self.moves[self.shown - 1])
        return f"{said} ({self.shown}/{count})"

    @property
    def tells_waiting(self) -> bool:
        """The line says nothing else meanwhile."""
        return True

    @property
    def sees_all(self) -> bool:
        """A key only moves on to the next thing to be seen."""
        return False

    def rows(self, columns: int, rows: int) -> PageContent:  # noqa: ARG002
        """Return nothing: the board below is what is to be seen."""
        return PageContent()

    def keys(self) -> list[Key]:
        """Return that any key goes on."""
        return [(_("any key"), _("skip"), "enter")]

    def press(self, key: str) -> Reaction:
        """Go on to the next move; a key that means something on a turn begins it."""
        return (
            doing(self.go_on)
            if key in (*ARROWS, *SCROLLING, "enter", "escape", "tab", "s-tab")
            else self._skip()
        )

    def type(self, text: str) -> Reaction:
        """Begin the turn, where the text is typed; a blank only goes on."""
        return doing(self.go_on) if text.isspace() else self._skip()

    def _skip(self) -> Reaction:
        """Show the newest position, and leave the key to what lies below."""
        self.shown = len(self.moves) - 1
        return Reaction(taken=False, do=self.go_on)


@dataclass
class HintPage(Page):
    """The best moves, one after the other: each stands in the line, and so on the board, until it is taken or left."""

    input: TurnInput
    hints: Sequence[tuple[str, str]]
    """What is expected of each move, and the move."""
    chosen: int = 0

    def __post_init__(self) -> None:
        self._typed = self.input.typed
        self._choose(0)

    def _choose(self, at: int) -> Reaction:
        self.chosen = at % len(self.hints)
        self.input.write(self.hints[self.chosen][1])
        return TAKEN

    @property
    def asks(self) -> str:
        """What is expected of the move in the line."""
        return f"{self.chosen + 1}/{len(self.hints)} {self.hints[self.chosen][0]}"

    def rows(self, columns: int, rows: int) -> PageContent:  # noqa: ARG002
        """Return nothing: the board below shows the move."""
        return PageContent()

    def keys(self) -> list[Key]:
        """Return how another move is chosen, and this one taken or left."""
        return [("↑↓", _("choose"), "down"), ("Enter", _("take it"), "enter"), ("Esc", _("back"), "escape")]

    def press(self, key: str) -> Reaction:
        """Show another move; take this one into the line, or give back what stood there before."""
        if key in ARROWS or key == "tab":
            return self._choose(self.chosen + ARROWS.get(key, 1))
        if key == "escape":
            self.input.write(self._typed)
        return LEFT if key in ("enter", "escape") else PASSED

    def type(self, text: str) -> Reaction:  # noqa: ARG002
        """Leave the move, and what is typed to the line."""
        self.input.write(self._typed)
        return Reaction(taken=False, leaves=True)


def moves(model: TableModel) -> tuple[MoveEntry, ...]:
    """Return the moves to replay to a player who sits alone at this screen; none if that is not wanted."""
    return catch_up.unseen_moves(model) if model.settings["motion"] == "on" else ()


# A replay that goes on by itself.


@dataclass
class Playback:
    """Goes through the steps of the game that is shown."""

    timeline: Timeline
    running: bool = False

    def toggle(self) -> None:
        """Go on by itself, from the beginning where the game is at its end, or stop."""
        if self.timeline.replaying:
            self.running = not self.running
            if self.running and self.timeline.step is None:
                self.timeline.show_step(0)

    def stop(self) -> None:
        """Stop."""
        self.running = False

    def tick(self) -> None:
        """Go on by a step; it stops at the end."""
        if self.running:
            self.timeline.rewind(1)
            self.running = self.timeline.step is not None


# The cursor on a board of characters, and the keys that move it.

DIRECTIONS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ASPECT: Final = 2
"""A character is about twice as high as it is wide."""
SIDEWAYS: Final = 2.5
"""How much farther a step to the side seems than one ahead."""


def nearest(picture: Picture, name: str, direction: str) -> Spot | None:
    """Return the nearest spot in a direction; the same one at the edge, the first legal one from nowhere."""
    here = picture.spot(name)
    if here is None:
        return first(picture)
    down, right = DIRECTIONS[direction]
    costs = ((_cost(here, spot, down, right), spot) for spot in picture.spots)
    ahead = [(cost, spot) for cost, spot in costs if cost is not None]
    return min(ahead, key=lambda pair: pair[0])[1] if ahead else here


def next_legal(picture: Picture, name: str, by: int) -> Spot | None:
    """Return the legal spot so many places after this one, around the board; None if there is none."""
    legal = [spot for spot in picture.spots if spot.legal]
    if not legal:
        return None
    names = [spot.name for spot in legal]
    here = names.index(name) if name in names else -1 if by > 0 else 0
    return legal[(here + by) % len(legal)]


def first(picture: Picture) -> Spot | None:
    """Return the first legal spot, else the first one, else None."""
    return next((spot for spot in picture.spots if spot.legal), next(iter(picture.spots), None))


def _cost(here: Spot, there: Spot, down: int, right: int) -> float | None:
    """Return how far a spot is from another one in a direction; None if it lies elsewhere."""
    rows = (there.row + there.rows / 2 - here.row - here.rows / 2) * ASPECT
    columns = there.column + there.columns / 2 - here.column - here.columns / 2
    ahead, sideways = rows * down + columns * right, abs(rows * right) + abs(columns * down)
    return ahead + SIDEWAYS * sideways if ahead > 0 and sideways <= 3 * ahead + 1 else None


@dataclass
class BoardCursor:
    """Moves the spot that is pointed at about the board that was shown last, and does what Enter, Tab and Esc mean."""

    input: TurnInput
    picture: Picture = field(default_factory=lambda: Picture(()))
    """The board as it was shown last."""

    @property
    def pointer(self) -> Pointer:
        """What is pointed at."""
        return self.input.pointer

    def set_picture(self, picture: Picture) -> None:
        """Note the board that is shown."""
        self.picture = picture

    def move(self, direction: str) -> None:
        """Move the cursor to the nearest spot up, down, left or right."""
        self.go_to(nearest(self.picture, self.pointer.cursor, direction))

    def next_legal(self, by: int = 1) -> None:
        """Move the cursor to the next spot that leads on to a legal move."""
        self.go_to(next_legal(self.picture, self.pointer.cursor, by))

    def go_to(self, spot: Spot | None) -> None:
        """Put the cursor on a spot, if there is one."""
        line = self.input
        if spot is not None:
            self.pointer.go_to(spot.name)
            line.notices.quiet()

    def complete(self, by: int) -> None:
        """Complete what is typed; with nothing typed, or while pointing, go to the next legal spot."""
        line = self.input
        if line.typing:
            line.line.complete([text for text, _ in line.offers], by)
        else:
            self.next_legal(by)

    def enter(self) -> None:
        """Point where the cursor has come to, or send the line."""
        spot = self.picture.spot(self.pointer.cursor)
        if self.pointer.fresh and spot is not None and (spot.legal or not self.input.typed):
            self.input.point()
        else:
            self.input.send()

    def step_out(self) -> None:
        """Leave what is looked at, else the look back, else the line, else the cursor; and the notice with it.

        A line that a look back interrupted stands there again afterwards; a replay looks back all the time.
        """
        line = self.input
        if line.pointer.looked:
            line.pointer.looked = ""
            return
        line.notices.shown = ("", "")
        at = line.model.timeline
        if at.looking_back and not (at.browsing and line.typed):
            at.show_step(len(at.replica.log))
        elif line.typed:
            line.line.write("")
        else:
            line.pointer.leave()


_Part = TypeVar("_Part")


@dataclass
class Presenter:
    """One player's presenter, or that of several who share a computer, or a watcher's."""

    model: TableModel
    own: Mapping[str, Callable[[Presenter], object]] = field(default_factory=dict)
    """What the screen has pages or a line for, by the id of the action."""
    start: Start = lambda _task: None
    """Called with what is to be done at the table; whoever shows the presenter sets it."""
    overlay: Page | None = None
    """What lies over the board."""
    closed: bool = False
    """Whether the player has left the screen."""
    read: int = -1
    """The step of the lesson, from 1, at which the player has pressed a key: what is learnt may make room then."""
    what_if: WhatIfStart | None = None
    """What is to be tried out; None for nothing."""
    notices: Notices = field(init=False)
    actions: ActionInput = field(init=False)
    input: TurnInput = field(init=False)
    cursor: BoardCursor = field(init=False)
    playback: Playback = field(init=False)
    _drawn: dict[str, tuple[object, Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.notices = Notices(self.model, lambda: self.overlay is not None and self.overlay.name == "chat")
        self.playback = Playback(self.model.timeline)
        own = {action: partial(do, self) for action, do in self.own.items()}
        self.actions = ActionInput(self.notices, self, Front.SCREEN, own, self._more)
        self.input = TurnInput(self.notices, self, self.actions)
        self.cursor = BoardCursor(self.input)

    @property
    def pointer(self) -> Pointer:
        """What is pointed at."""
        return self.input.pointer

    def drawn(self, part: str, shows: object, draw: Callable[[], _Part]) -> _Part:
        """Return a part of the screen, drawn anew only if it shows something else than in the frame before."""
        if part not in self._drawn or self._drawn[part][0] != shows:
            self._drawn[part] = shows, draw()
        kept: _Part = self._drawn[part][1]
        return kept

    def erase(self, text: str) -> None:
        """Empty the line, if this text still stands in it."""
        line = self.input.line
        line.take_out(text)

    def refuse(self, refusal: Illegal) -> None:
        """Show why what stands in the line is not done, unless the row above the line says it."""
        if self.input.preview[0] != "no":
            self.notices.refuse(refusal)

    def _more(self) -> Iterator[Item]:
        """Yield what else can be done now: with the line, or in a replay."""
        model = self.model
        if model.mine is not None:
            yield Item(_("send"), _("Enter"), _("send the move in the line"), self.input.send)
            about = _("go to the next place that leads on to a move")
            yield Item(_("next legal"), "Tab", about, self.cursor.next_legal)
        if model.timeline.replaying:
            about = _("let the game go on by itself, or stop it")
            yield Item(_("play"), _("Space"), about, self.playback.toggle)

    def catch_up(self) -> bool:
        """Take in what is new at the table; tell whether it has become the player's turn."""
        model = self.model
        self.notices.take_in()
        if self.overlay is not None and not self.overlay.sees_all:
            return False
        begun, called = model.choices.note_turn()
        if begun:
            played = moves(model) if self.overlay is None else ()
            if played:
                self._play(played)
            else:
                self._begin_turn()
        return called

    def look_at(self) -> None:
        """Note that the player is there, as a key tells; what is played to them just now they have still to see."""
        if (course := self.model.course) is not None:
            self.read = course.at + 1
        if self.overlay is None or self.overlay.sees_all:
            self.notices.look_at()

    def _play(self, moves: tuple[MoveEntry, ...]) -> None:
        """Play what the others have done; the turn begins when it is seen."""

        def ended() -> None:
            self.overlay = None
            if self.notices.shown[0] in ("", "Info"):
                self.notices.shown = (catch_up.WORD, catch_up.summary_line(self.model, moves))
            self._begin_turn()

        page = Since(self.model, self.input, moves, self.start, ended)
        self.overlay = page
        page.begin()

    def _begin_turn(self) -> None:
        model = self.model
        self.pointer.forget_click()
        self.pointer.step = -1  # what a lesson's step names is marked once more: Enter points at it
        self.start(model.choices.list_moves)
        if self.overlay is not None and (typed := self.overlay.ahead) is not None:
            line = self.input.line
            line.write(typed)
            self.overlay = None
        if model.visibility.awaits_player:
            names = model.replica.names
            self.overlay = PrivacyPage(names[seat_of(model.handle) or 0], model.visibility.show_hand)

    def go_on(self) -> None:
        """Let a playing replay take its next step, unless a page covers the board."""
        if self.overlay is None:
            self.playback.tick()

    # -- what lies over the board --

    def ask(self, question: Question) -> None:
        """Ask at the foot of the screen, or on a page where there is something to be read before."""
        if question.lines:
            self.overlay = DecisionPage(
                question.text, list(question.lines), yes=question.yes, does=question.does
            )
        else:
            self.overlay = QuestionPage(question.text, question.yes)

    def show(self, name: str, answer: Answer) -> None:
        """Show what an action brought: a page where it has a title or several sentences, else a notice."""
        if answer.rules is not None:
            from p2pgames_cli.pages.rules_page import rules_page

            self.overlay = rules_page(self.model.game, *answer.rules)
            return
        said = list(answer.sentences)
        if any(answer.moves):
            (why, _none), (best, first), *others = zip(said, answer.moves, strict=True)
            self.overlay = HintPage(self.input, [(f"{best}. {why}", first), *others])
            return
        if answer.markdown:
            said = [line for text in said for line in wrapped(text, 76).splitlines()]
        if answer.title or len(said) > 1:
            top = len(said) if answer.newest_last else 0
            self.overlay = TextPage(answer.title or name, said, top=top, markdown=answer.markdown)
        elif said:
            self.notices.shown = ("Info", said[0])

    @property
    def looked(self) -> str:
        """What is looked at without being pointed at; empty for nothing."""
        return self.pointer.looked

    def look(self, name: str = "") -> None:
        """Look at something, so that what it means is told; what was new leaves room for that."""
        self.pointer.looked = name
        if name:
            self.notices.quiet()

    def toggle(self, page: Page) -> None:
        """Lay a page over the board, or take it away if it lies there already."""
        there = self.overlay is not None and self.overlay.name == page.name
        self.overlay = None if there else page
