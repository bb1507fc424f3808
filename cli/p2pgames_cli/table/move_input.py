"""What a player points at and types, until it is a move that is sent."""

from __future__ import annotations

from p2pgames.contract import Illegal, Move
from p2pgames.picture.picture import Picture, Spot, View
from p2pgames.telling import effect
from p2pgames.text import as_notation, whole_number
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.i18n.speaker import speaker
from p2pgames_cli.table import history_text, lesson_step, messages
from p2pgames_cli.table.draft import Draft
from p2pgames_cli.table.front_end import FrontEnd, Question
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.notices import Notices
from p2pgames_cli.table.pointing import Pointing
from p2pgames_cli.table.seat_handle import SeatHandle, known, seat_of
from p2pgames_cli.table.sending import Sending
from p2pgames_cli.table.text_line import Line


class MoveInput:
    """The line that moves are typed into, and the cursor on the board; see `FrontEnd` for what shows them."""

    def __init__(self, notices: Notices, front_end: FrontEnd) -> None:
        """Begin with an empty line, and the cursor nowhere."""
        self.model, self.notices, self.front_end = notices.model, notices, front_end
        self.line = Line()
        self.pointing = Pointing()
        self.sending = Sending(self.model, front_end)
        self.model.turn.watch(lambda: (self.pointing.at, self.typed))

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
        choices = self.model.turn.choices
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
            move = model.turn.meant(typed)
        except Illegal as refusal:
            if model.turn.choices is None or self.offers:
                return "", ""
            item = self.meaning
            if item is not None:
                return "▶", headed(item.name, item.about)
            return "✗", model.named(messages.nearly(self.front_end.near(typed), refusal.message))
        rules, state, seat = model.mine.replica.rules, model.state, seat_of(model.mine) or 0
        brought = effect(rules, state, seat, move)
        return "▶", history_text.with_effect(rules.text(state, seat, move), model.named(brought))

    def view(self, columns: int, rows: int) -> View:
        """Return how the board is looked at in so much room."""
        model, names = self.model, self.model.replica.names
        return View(
            columns=columns,
            rows=rows,
            seat=model.sight.seat,
            known=model.sight.known,
            names=names,
            typed=as_notation(self.typed) if model.mine else "",
            cursor=self.pointing.cursor,
            around=lesson_step.place(model.course, model.here) if model.course is not None else "",
            trace=model.sight.trace,
            recent=model.unseen.recent,
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
        turn, at, text = self.model.turn, self.model.standpoint, self.typed.strip()
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
            self.model.turn.keep(draft)
            self._empty()
            self.front_end.start(self.model.turn.list_moves)
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
        turn = self.model.turn
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
        at = self.model.standpoint
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
