"""What a player points at and types, until it is a move that is sent: one input for the terminal and the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from p2pgames.contract import Illegal, Move, effect_of_move
from p2pgames.picture.picture import View
from p2pgames.text import Message, as_notation, whole_number
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.table import history_text, lesson_step, sentences
from p2pgames_cli.table.action_input import ActionInput
from p2pgames_cli.table.front_end import FrontEnd, Question
from p2pgames_cli.table.notices import Notices
from p2pgames_cli.table.seat_handle import SeatHandle, known_faces, seat_of
from p2pgames_cli.table.session import TableSession
from p2pgames_cli.table.viewpoint import Draft, Finality, seen_faces
from p2pgames_protocol.wire.names import is_written

if TYPE_CHECKING:
    from p2pgames_protocol.local.course import Course

# The line the player types moves into.


def next_caret(text: str, caret: int, by: int) -> int:
    """Return where a caret stands one character further right (``by`` 1) or left (-1), as whoever reads counts them.

    A flag, a letter with its accents, or a family drawn as one picture is one character (UAX 29).
    """
    if caret and text.isascii():
        return max(0, min(caret + by, len(text)))
    from wcwidth import grapheme_boundary_before, iter_graphemes  # its tables take a while to load

    if by < 0:
        return grapheme_boundary_before(text, caret)
    return caret + len(next(iter_graphemes(text, caret), ""))


def without_last(text: str) -> str:
    """Return a text without its last character."""
    return text[: next_caret(text, len(text), -1)]


class MoveLine:
    """A text with a caret, and what it was before it was completed."""

    def __init__(self) -> None:
        self.text = ""
        self.caret = 0
        """How many characters stand before the caret."""
        self._stem = ""

    @property
    def stem(self) -> str:
        """What was typed: the line itself, or what it was before one of several offers took its place."""
        return self._stem or self.text

    def insert(self, text: str) -> None:
        """Write at the caret; line breaks become blanks, and what else cannot be printed is left out."""
        written = "".join(c for c in " ".join(text.splitlines()) if is_written(c))
        self._replace(self.caret, self.caret, written)

    def write(self, text: str) -> None:
        """Put a text in place of what stands in the line."""
        self._replace(0, len(self.text), text)

    def erase(self) -> None:
        """Delete the character before the caret."""
        self._replace(next_caret(self.text, self.caret, -1), self.caret)

    def delete(self) -> None:
        """Delete the character at the caret."""
        self._replace(self.caret, next_caret(self.text, self.caret, 1))

    def _replace(self, begin: int, end: int, text: str = "", stem: str = "") -> None:
        self.text = self.text[:begin] + text + self.text[end:]
        self.caret = begin + len(text)
        self._stem = stem

    def undo(self) -> None:
        """Take the last word out of the line."""
        self.write(" ".join(self.text.split()[:-1]))

    def take_out(self, text: str) -> None:
        """Empty the line, if this text still stands in it."""
        if self.text.strip() == text.strip():
            self.write("")

    def go(self, by: int) -> None:
        """Move the caret by a character, never past the ends."""
        self.caret = next_caret(self.text, self.caret, by)

    def to_end(self, *, first: bool) -> None:
        """Move the caret before the first character, or behind the last one."""
        self.caret = 0 if first else len(self.text)

    def complete(self, texts: Sequence[str], by: int) -> None:
        """Complete the line: first what all texts share, then one text after the other, forwards or backwards."""
        if not texts:
            return
        if self._stem:
            here = texts.index(self.text) if self.text in texts else -1 if by > 0 else 0
            self._offer(texts[(here + by) % len(texts)])
            return
        shared = _shared(texts)
        if len(texts) > 1 and len(shared) > len(self.text):
            self.write(shared)
            return
        self._offer(texts[0] if by > 0 else texts[-1])

    def _offer(self, text: str) -> None:
        """Put a text in the line, and keep what was typed."""
        self._replace(0, len(self.text), text, self.stem)


def _shared(texts: Sequence[str]) -> str:
    """Return the longest beginning that all texts share."""
    first, last = min(texts), max(texts)
    size = next((at for at, glyph in enumerate(first) if last[at : at + 1] != glyph), len(first))
    return first[:size]


@dataclass
class Pointer:
    """What the player points at, and what came of the last click."""

    stays: bool = True
    """Whether the cursor stays on the board when the line is sent: whoever moves it by keys goes on from there."""
    cursor: str = ""
    """The spot of the board that is pointed at; empty for none."""
    fresh: bool = False
    """Whether the cursor was moved to its spot, and the line says nothing of that yet."""
    looked: str = ""
    """What is looked at without being pointed at, as a line beside the board; empty for nothing."""
    clicked: str | None = None
    """What the last click wrote; None once the line is taken for what it says."""
    shown: str | None = None
    """What another click writes, as the board was shown last; None if nothing was said of one."""
    step: int = -1
    """The step of a lesson for which the cursor was placed."""
    better: tuple[int, str] = (-1, "")
    """The step that is looked back on, and a move that would have been better there, which the board shows."""

    @property
    def spot(self) -> str:
        """What is to be told about: what is looked at, else the spot that is pointed at."""
        return self.looked or self.cursor

    def go_to(self, spot: str) -> None:
        """Put the cursor on a spot."""
        self.fresh = self.fresh or spot != self.cursor
        self.cursor, self.looked = spot, ""

    def begin_step(self, course: Course | None, here: Callable[[str], Message | None]) -> None:
        """Mark what a new step of a lesson names: the board shows the cursor there, and Enter points at it."""
        if course is not None and self.step != course.at:
            self.step = course.at
            self.cursor = lesson_step.move_target(course, here) or self.cursor
            self.fresh = bool(self.cursor)

    def leave(self) -> None:
        """Point at nothing."""
        self.cursor = self.looked = ""
        self.forget_click()

    def forget_click(self) -> None:
        """Take the line for what it says, whatever wrote it."""
        self.fresh, self.clicked, self.shown = False, None, None
        if not self.stays:
            self.cursor = ""


# The line of a turn, the spot that is pointed at, and the draft.


@dataclass
class TurnInput:
    """The input of a player: a line, a spot of the board, and what was chosen; see `FrontEnd` for what shows it.

    A click on the spot that was clicked last sends the move in the line, once the board has been shown with the
    words that say so: two quick clicks do not send what nobody has read.
    """

    notices: Notices
    front_end: FrontEnd
    actions: ActionInput
    pointer: Pointer = field(default_factory=Pointer)
    line: MoveLine = field(default_factory=MoveLine)
    asked: Question | None = None
    """The last question about a move."""
    busy: bool = False
    """Whether moves are on their way: until they are made nothing is sent, or Enter twice would send them twice."""

    def __post_init__(self) -> None:
        self.model = self.notices.model
        self.choices = self.model.choices
        self.choices.watch(lambda: (self.pointer.spot, self.typed))

    # -- what stands there --

    @property
    def typed(self) -> str:
        """What stands in the line."""
        return self.line.text

    @property
    def typing(self) -> bool:
        """Whether a text stands in the line that is typed, and not pointed at."""
        return bool(self.typed) and not self.pointer.cursor

    @property
    def offers(self) -> tuple[tuple[str, Move], ...]:
        """The legal moves that begin with what stands in the line."""
        choices = self.choices.legal
        return choices.beginning(self.line.stem) if choices is not None else ()

    @property
    def preview(self) -> tuple[str, str]:
        """Whether the line can be sent or done, as "yes", "no", or "" for neither; and what it brings, or why not."""
        model, typed = self.model, self.typed.strip()
        if model.mine is None or not typed:
            return self._as_word(typed)
        try:
            move = model.choices.meant(typed)
        except Illegal as refusal:
            if model.choices.legal is None or self.offers:
                return "", ""
            word = self._as_word(typed)
            why = sentences.nearly_word(self.actions.near(typed), refusal.message)
            return word if word[0] else ("no", model.named(why))
        rules, state, seat = model.rules, model.state, seat_of(model.mine) or 0
        brought = effect_of_move(rules, state, seat, move)
        return "yes", history_text.with_effect(rules.text(state, seat, move), model.named(brought))

    def _as_word(self, typed: str) -> tuple[str, str]:
        item = self.actions.meaning(typed)
        return ("yes", headed(item.name, item.about)) if item is not None else ("", "")

    def view(self, columns: int = 0, rows: int = 0) -> View:
        """Return how the board is looked at, with what is typed and pointed at: see `TableModel.board_view`."""
        self.pointer.begin_step(self.model.course, self.model.describe_spot)
        model, (step, better) = self.model, self.pointer.better
        if (
            model.mine is None
            and model.timeline.step == step
            and (seat := model.timeline.choosing) is not None
        ):
            view = model.board_view(columns, rows, better)
            return replace(view, seat=seat, known=seen_faces(model.replica, model.position, seat))
        typed = as_notation(self.typed) if model.mine else ""
        return model.board_view(columns, rows, typed, self.pointer.cursor)

    # -- typing --

    def type(self, text: str) -> None:
        """Write at the caret, where there is a move to be typed."""
        if self.model.mine is not None:
            self.pointer.leave()
            self.notices.quiet()
            self.line.insert(text)

    def write(self, text: str) -> None:
        """Let a text stand in the line that was typed elsewhere."""
        self.pointer.leave()
        self.line.write(text)
        self.notices.quiet()

    # -- pointing --

    def point(self) -> None:
        """Point at the spot under the cursor: the game says what stands in the line then, or the rules why not."""
        before, text = self.typed, self._pointed()
        if text is None:
            return
        self.pointer.fresh, self.pointer.shown = False, None
        self.line.write(text)
        self.notices.quiet()
        if text == before and self.preview[0] != "yes":
            try:
                self.choices.meant(self.pointer.cursor)
            except Illegal as refusal:
                self.notices.refuse(refusal)

    def click(self, spot: str) -> None:
        """Point at a spot; one more click there sends, where that was shown."""
        at = self.pointer
        if spot == at.cursor and self.click_sends:
            self.send()
            return
        at.go_to(spot)
        self.point()
        at.clicked = self.typed

    def note_shown(self) -> None:
        """Note that the line is shown, with what another click does."""
        at = self.pointer
        again = at.clicked == self.typed and not at.fresh and self.preview[0] == "yes"
        at.shown = self._pointed() if again else None

    @property
    def click_sends(self) -> bool:
        """Whether another click on the spot sends the move in the line, as was shown."""
        return self.pointer.shown is not None and self.pointer.clicked == self.pointer.shown == self.typed

    def _pointed(self) -> str | None:
        """Return what pointing at the spot under the cursor writes; None if it writes nothing."""
        mine, painter = self.model.mine, self.model.painter
        if mine is None or painter is None or not self.pointer.cursor:
            return None
        typed = as_notation(self.typed)
        return painter.point(
            self.model.state, seat_of(mine) or 0, known_faces(mine), typed, self.pointer.cursor
        )

    # -- sending --

    def send(self) -> None:
        """Take the move in the line; send it, unless the same seat goes on: then it is kept as a draft.

        With an empty line the draft is sent as it is. Where nobody types moves, the line names a step to show.
        A word in the line that is no move but names something to do is done. Where the line holds neither, say
        why, and leave it there.
        """
        choices, timeline, text = self.choices, self.model.timeline, self.typed.strip()
        mine, draft = timeline.mine, choices.draft
        if timeline.browsing and (step := whole_number(text)) is not None:
            self.line.write("")
            timeline.show_step(step)
        elif not text and lesson_step.is_learnt(self.model.course):
            self.actions.act("play-bot")
        elif mine is None or draft is None or self.busy:
            self._do_word(text)
        elif text:
            try:
                draft = draft.add(choices.meant(text))
            except Illegal as refusal:
                if not self._do_word(text):
                    self.front_end.refuse(refusal)
                return
            self._take(mine, draft, more=draft.goes_on and self.model.course is None)
        elif draft.moves:
            self._take(mine, draft, more=False)

    def _do_word(self, text: str) -> bool:
        """Do what the line names; tell whether it names something."""
        item = self.actions.meaning(text)
        if item is None or item.do is None:
            return False
        item.do()
        return True

    def _take(self, handle: SeatHandle, draft: Draft, *, more: bool) -> None:
        if more:
            self.choices.keep_draft(draft)
            self._empty()
            self.front_end.start(self.choices.list_moves)
        elif question := _question(self.model.session, draft):
            self.asked = Question(question, lambda: self._deliver(handle, draft))
            self.front_end.ask(self.asked)
        else:
            self._deliver(handle, draft)

    def _deliver(self, handle: SeatHandle, draft: Draft) -> None:
        """Make the moves of a draft at the table; the board shows them as made until they are."""

        async def deliver() -> None:
            try:
                for move in draft.moves:
                    await handle.act(move)
                self.choices.forget_draft()
            except Illegal:
                if (
                    self.model.course is not None
                ):  # a lesson takes back by itself what is legal and not asked for
                    self.choices.forget_draft()
                raise
            finally:
                self.busy = False

        self._empty()
        self.choices.keep_draft(draft)
        self.busy = True
        self.front_end.start(deliver)

    def _empty(self) -> None:
        self.line.write("")
        self.pointer.forget_click()

    # -- going back --

    def undo(self) -> None:
        """Take the last word out of the line; from an empty line the last move out of the draft."""
        choices = self.choices
        if self.typed:
            self.line.undo()
        elif choices.draft is not None and choices.draft.moves:
            choices.keep_draft(choices.draft.undo())
            self.front_end.start(choices.list_moves)
        self.pointer.forget_click()
        self.notices.quiet()


def _question(session: TableSession, draft: Draft) -> str:
    """Return what is asked before a draft is sent; empty if nothing is."""
    moves = ", ".join(draft.texts)
    client = session.client
    asks = client.settings["confirm.final"] and session.what_if is None
    match draft.final if asks else Finality.NOTHING:
        case Finality.END:
            return _("{moves} ends the game. Send it?").format(moves=moves)
        case Finality.CHANCE:
            return _("Send {moves}? It cannot be taken back.").format(moves=moves)
    return _("Send {moves}?").format(moves=moves) if client.asks else ""
