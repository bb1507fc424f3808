"""What a player points at and types, until it is a move that is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from p2pgames.contract import Illegal, Move
from p2pgames.picture.picture import Picture, Spot, View
from p2pgames.telling import effect
from p2pgames.text import as_notation, whole_number
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.i18n.speaker import speaker
from p2pgames_cli.table import history_text, lesson_step, sentences
from p2pgames_cli.table.front_end import FrontEnd, Question
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.notices import Notices
from p2pgames_cli.table.seat_handle import SeatHandle, known, seat_of
from p2pgames_cli.table.sending import Sending
from p2pgames_cli.table.viewpoint import Draft
from p2pgames_protocol.wire.names import is_written

# The line the player types moves into.


class Line:
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
        self._replace(max(0, self.caret - 1), self.caret)

    def delete(self) -> None:
        """Delete the character at the caret."""
        self._replace(self.caret, self.caret + 1)

    def _replace(self, begin: int, end: int, text: str = "", stem: str = "") -> None:
        self.text = self.text[:begin] + text + self.text[end:]
        self.caret = begin + len(text)
        self._stem = stem

    def undo(self) -> None:
        """Take the last word out of the line."""
        self.write(" ".join(self.text.split()[:-1]))

    def go(self, caret: int) -> None:
        """Move the caret, never past the ends."""
        self.caret = max(0, min(caret, len(self.text)))

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


# The cursor on a board.

# Where the cursor goes on a board.

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
class Pointing:
    """Where the cursor is on the board that was shown last."""

    picture: Picture = field(default_factory=lambda: Picture(()))
    """The board as it was shown last; pointing refers to it."""
    cursor: str = ""
    """The spot the cursor is on; empty while typing."""
    fresh: bool = False
    """Whether the cursor has come to its spot since the last pointing."""

    sign: str = ""
    """What is pointed at beside the board; empty for nothing."""

    clicked: str = ""
    """What stood in the line after the last click."""
    offered: str = ""
    """What another click on the spot sends, as the board that was shown last says; empty if it sends nothing."""
    another: str = ""
    """The move that another click on the spot makes of the one in the line; empty if several do not begin there."""

    @property
    def at(self) -> str:
        """What is to be told about: what is pointed at beside the board, else the spot that the cursor is on."""
        return self.sign or self.cursor

    def look(self, sign: str) -> None:
        """Point at something beside the board; the cursor stays where it is."""
        self.sign = sign

    def go_to(self, spot: str) -> None:
        """Put the cursor on a spot."""
        self.fresh = self.fresh or spot != self.cursor
        self.cursor, self.sign = spot, ""

    def move(self, direction: str) -> bool:
        """Move the cursor to the nearest spot up, down, left or right; tell whether there is one."""
        return self._go_to(nearest(self.picture, self.cursor, direction))

    def next_legal(self, by: int = 1) -> bool:
        """Move the cursor to the next spot that leads on to a legal move; tell whether there is one."""
        return self._go_to(next_legal(self.picture, self.cursor, by))

    def _go_to(self, spot: Spot | None) -> bool:
        if spot is not None:
            self.go_to(spot.name)
        return spot is not None

    def leave(self) -> None:
        """Take the cursor from the board."""
        self.cursor = self.sign = ""


class MoveInput:
    """The line that moves are typed into, and the cursor on the board; see `FrontEnd` for what shows them."""

    def __init__(self, notices: Notices, front_end: FrontEnd) -> None:
        """Begin with an empty line, and the cursor nowhere."""
        self.model, self.notices, self.front_end = notices.model, notices, front_end
        self.line = Line()
        self.pointing = Pointing()
        self.sending = Sending(self.model, front_end)
        self.model.choices.watch(lambda: (self.pointing.at, self.typed))

    # -- what stands there --

    @property
    def typed(self) -> str:
        """What stands in the line."""
        return self.line.text

    @property
    def typing(self) -> bool:
        """Whether a text stands in the line that is typed, and not pointed at."""
        return bool(self.typed) and not self.pointing.cursor

    @property
    def offers(self) -> tuple[tuple[str, Move], ...]:
        """The legal moves that begin with what stands in the line."""
        choices = self.model.choices.legal
        return choices.beginning(self.line.stem) if choices is not None else ()

    @property
    def meaning(self) -> Item | None:
        """What the line would do, where it holds no move but a word."""
        return self.front_end.meaning(self.typed)

    @property
    def preview(self) -> tuple[str, str]:
        """What the line would do: a sign, ▶ for a legal move, ✗ for none, blank for neither; and words."""
        model, typed = self.model, self.typed.strip()
        if model.mine is None or not typed:
            return "", ""
        try:
            move = model.choices.meant(typed)
        except Illegal as refusal:
            if model.choices.legal is None or self.offers:
                return "", ""
            item = self.meaning
            if item is not None:
                return "▶", headed(item.name, item.about)
            return "✗", model.named(sentences.nearly(self.front_end.near(typed), refusal.message))
        rules, state, seat = model.mine.replica.rules, model.state, seat_of(model.mine) or 0
        brought = effect(rules, state, seat, move)
        return "▶", history_text.with_effect(rules.text(state, seat, move), model.named(brought))

    def view(self, columns: int, rows: int) -> View:
        """Return how the board is looked at in so much room."""
        model, names = self.model, self.model.replica.names
        return View(
            columns=columns,
            rows=rows,
            seat=model.visibility.seat,
            known=model.visibility.known,
            names=names,
            typed=as_notation(self.typed) if model.mine else "",
            cursor=self.pointing.cursor,
            around=lesson_step.place(model.course, model.describe_spot) if model.course is not None else "",
            trace=model.visibility.trace,
            recent=model.unread.recent,
            say=speaker(names),
        )

    # -- typing --

    def type(self, text: str) -> None:
        """Write at the caret, where there is a move to be typed."""
        if self.model.mine is not None:
            self.pointing.leave()
            self.notices.quiet()
            self.line.insert(text)

    def type_step(self, digit: str) -> None:
        """Write the number of a step, where nobody types moves; Enter goes there."""
        self.pointing.leave()
        self.pointing.fresh = False
        if len(self.typed) < len(str(len(self.model.replica.log))):
            self.line.insert(digit)

    # -- pointing --

    def move_cursor(self, direction: str) -> None:
        """Move the cursor to the nearest spot up, down, left or right."""
        if self.pointing.move(direction):
            self.notices.quiet()

    def next_legal(self, by: int = 1) -> None:
        """Move the cursor to the next spot that leads on to a legal move."""
        if self.pointing.next_legal(by):
            self.notices.quiet()

    def point(self) -> None:
        """Point at the spot under the cursor: the game says what stands in the line then."""
        if (text := _pointed(self)) is None:
            return
        self.pointing.fresh = False
        self.line.write(text)
        self.notices.quiet()

    def click(self, spot: Spot) -> None:
        """Point at a spot by mouse; a second click sends where that was offered."""
        at = self.pointing
        if at.offered and spot.name == at.cursor and self.typed == at.offered:
            self.send()
            return
        at.cursor, at.sign, at.fresh = spot.name, "", True
        self.point()
        at.clicked = self.typed

    def show(self, picture: Picture) -> None:
        """Note the board that is shown: pointing refers to it, and where it leads nowhere on, a click may send."""
        at = self.pointing
        at.picture, spot = picture, picture.spot(at.cursor)
        clicked = spot is not None and at.clicked == self.typed and self.preview[0] == "▶"
        at.offered = self.typed if clicked and spot is not None and not spot.legal and not at.fresh else ""
        other = _pointed(self) if clicked and not at.offered else None
        at.another = other if other and other != self.typed else ""

    def complete(self, by: int) -> None:
        """Complete what is typed; with nothing typed, or while pointing, go to the next legal spot."""
        if self.typing:
            self.line.complete([text for text, _ in self.offers], by)
        else:
            self.next_legal(by)

    # -- sending --

    def enter(self) -> None:
        """Point where the cursor has come to, or send the line."""
        spot = self.pointing.picture.spot(self.pointing.cursor)
        if self.pointing.fresh and spot is not None and spot.legal:
            self.point()
        else:
            self.send()

    def send(self) -> None:
        """Take the move in the line; send it, unless the same seat goes on: then it is kept as a draft.

        With an empty line the draft is sent as it is. Where nobody types moves, the line names a step to show.
        A word in the line that is no move but names something to do is done. Where the line holds neither, say
        why, and leave it there.
        """
        turn, at, text = self.model.choices, self.model.timeline, self.typed.strip()
        mine, draft = at.mine, turn.draft
        if at.browsing and (step := whole_number(text)) is not None:
            self.line.write("")
            at.show_step(step)
        if mine is None or draft is None or self.sending.busy or not (text or draft.moves):
            return
        if text:
            try:
                draft = draft.add(turn.meant(text))
            except Illegal as refusal:
                self._do_or_refuse(refusal)
                return
        self._take(mine, draft, more=bool(text) and self.sending.keeps(draft))

    def _do_or_refuse(self, refusal: Illegal) -> None:
        """Do what the line names, where it holds a word instead of a move; else show why it was refused."""
        item = self.meaning
        if item is not None and item.do is not None:
            item.do()
        elif self.preview[0] != "✗":
            self.notices.refuse(refusal)

    def _take(self, handle: SeatHandle, draft: Draft, *, more: bool) -> None:
        if more:
            self.model.choices.keep(draft)
            self._empty()
            self.front_end.start(self.model.choices.list_moves)
        elif question := self.sending.question(draft):
            self.front_end.ask(Question(question, lambda: self._deliver(handle, draft)))
        else:
            self._deliver(handle, draft)

    def _deliver(self, handle: SeatHandle, draft: Draft) -> None:
        self._empty()
        self.sending.deliver(handle, draft)

    def _empty(self) -> None:
        self.pointing.fresh = False
        self.line.write("")

    # -- going back --

    def undo(self) -> None:
        """Take the last word out of the line; from an empty line the last move out of the draft."""
        turn = self.model.choices
        if self.typed:
            self.line.undo()
        elif turn.draft is not None and turn.draft.moves:
            turn.keep(turn.draft.undo())
            self.front_end.start(turn.list_moves)

    def step_out(self) -> None:
        """Leave the look back, else the line, else the cursor; and the notice with it.

        A line that a look back interrupted stands there again afterwards; a replay looks back all the time.
        """
        self.notices.shown = ("", "")
        at = self.model.timeline
        if at.looking_back and not (at.browsing and self.typed):
            at.show_step(len(at.replica.log))
        elif self.typed:
            self.line.write("")
        else:
            self.pointing.leave()


def _pointed(line: MoveInput) -> str | None:
    """Return what pointing at the spot under the cursor writes; None if it writes nothing."""
    model, cursor = line.model, line.pointing.cursor
    mine, painter = model.mine, model.painter
    if mine is None or painter is None or not cursor:
        return None
    return painter.point(model.state, seat_of(mine) or 0, known(mine), as_notation(line.typed), cursor)
