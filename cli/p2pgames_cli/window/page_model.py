"""What a player at the window sees and can do; the page shows this and stores none of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from p2pgames.contract import Illegal, Move
from p2pgames.picture.picture import View
from p2pgames.telling import effect
from p2pgames.text import as_notation
from p2pgames_cli.config.settings import Value
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.i18n.speaker import speaker
from p2pgames_cli.table import catch_up, history_text, sentences
from p2pgames_cli.table.action_input import ActionInput
from p2pgames_cli.table.actions.action import Answer, Front
from p2pgames_cli.table.actions.everything import usual
from p2pgames_cli.table.front_end import Question, Start
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.notices import Notices
from p2pgames_cli.table.play_options import WhatIfStart
from p2pgames_cli.table.seat_handle import SeatHandle, known, seat_of
from p2pgames_cli.table.sending import Sending
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.viewpoint import Draft
from p2pgames_cli.table.what_if import Way, over, ways
from p2pgames_cli.ui.form import settings_form
from p2pgames_cli.ui.menu import Menu
from p2pgames_cli.ui.page_stack import PageStack
from p2pgames_cli.ui.rules_page import rules_page


@dataclass(frozen=True, slots=True)
class TextDialog:
    """Sentences that lie over the board until the player has read them."""

    title: str
    lines: tuple[str, ...]
    markdown: bool = False
    newest_last: bool = False


# The input line of a page.

LONGEST = 400
"""Characters of the line."""


@dataclass
class PageLine:
    """What stands in the line, and where it comes from."""

    text: str = ""
    number: int = 0
    """That of the newest text that a page has sent: an older one is not written back."""
    pointed: str = ""
    """The spot that was pointed at last, while the text is what pointing wrote."""

    looked: str = ""
    """The spot of the board, or the part beside it, that has the focus or was pressed since; empty for none."""

    @property
    def spot(self) -> str:
        """What is to be told about."""
        return self.looked or self.pointed

    @property
    def stem(self) -> str:
        """What the moves on offer begin with."""
        return self.text.strip()

    def write(self, text: str, number: int) -> None:
        """Let a text stand in the line, as the page has sent it."""
        self.text, self.pointed, self.number = text[:LONGEST], "", number
        self.looked = ""

    def point(self, spot: str, text: str) -> None:
        """Let what pointing at a spot wrote stand in the line."""
        self.text, self.pointed, self.looked = text, spot, ""

    def forget_spot(self) -> None:
        """Forget what was pointed at."""
        self.pointed = ""

    def erase(self, text: str) -> None:
        """Empty the line, if this text still stands in it."""
        if self.stem == text:
            self.text = ""

    def empty(self) -> None:
        """Empty the line."""
        self.text = self.pointed = ""

    def drop_word(self) -> None:
        """Take the last word out of the line."""
        self.text, self.pointed = " ".join(self.text.split()[:-1]), ""


@dataclass
class PageModel:
    """One player's side of the table, or that of several who share a computer, or a watcher's."""

    table: TableModel
    line: PageLine = field(default_factory=PageLine)
    text_dialog: TextDialog | None = None
    question: Question | None = None
    moving: Question | None = None
    """The last question about a move, which goes away with its turn."""
    closed: bool = False
    """Whether the player has left the table here."""
    what_if: WhatIfStart | None = None
    """What is to be tried out, once the table is left for it."""
    overlay: PageStack | None = None
    """Pages that lie over the table: what there is to choose or to fill in."""
    start: Start = lambda _task: None
    """Called with what is to be done at the table; whoever shows the model sets it."""
    _listing: object = None

    def __post_init__(self) -> None:
        self.notices = Notices(self.table, chatting=lambda: True)
        self.table.choices.watch(lambda: (self.line.spot, self.line.stem))
        self.sending = Sending(self.table, self)
        self.actions = ActionInput(self.notices, self, Front.WINDOW, {"take-back-step": self.undo})

    # -- what it is for those parts --

    def ask(self, question: Question) -> None:
        """Ask a question over the board."""
        self.question = question

    def show(self, name: str, answer: Answer) -> None:
        """Show what an action brought: a dialog where it has a title or several sentences, else a notice."""
        if answer.rules is not None:
            page = rules_page(self.table.game, *answer.rules)
            self.overlay = PageStack([page], play_options=self.table.play_options)
            return
        said = tuple(answer.sentences)
        if answer.title or len(said) > 1:
            self.text_dialog = TextDialog(answer.title or name, said, answer.markdown, answer.newest_last)
        elif said:
            self.tell("Info", said[0])

    def erase(self, text: str) -> None:
        """Empty the line, if this text still stands in it."""
        self.line.erase(text)

    def near(self, text: str) -> str:
        """Return the word for an action that a line was probably meant to be; empty if there is none."""
        return self.actions.near(text)

    def meaning(self, text: str) -> Item | None:
        """Return what a line that is no move would do; None if it means nothing."""
        return self.actions.meaning(text)

    # -- what is new --

    def catch_up(self) -> None:
        """Take in what is new at the table."""
        self.notices.take_in()
        another, _first = self.table.choices.look()
        if another:
            self.line.forget_spot()
            if self.question is self.moving:  # any other question stays, whoever is to move
                self.question = None
            if self.notices.shown[0] in ("", "Info") and (done := catch_up.moves(self.table)):
                self.tell(catch_up.WORD, catch_up.summary(self.table, done))

    def tell(self, word: str, text: str) -> None:
        """Show a notice in place of the one before."""
        self.notices.show(word, text)

    # -- the moves there are --

    def list_moves(self) -> None:
        """Have the legal moves of the state that is shown listed, beside the loop, unless they are."""
        state = self.table.state
        if self.table.mine is not None and self.table.choices.legal is None and self._listing is not state:
            self._listing = state
            self.start(self.table.choices.list_moves)

    @property
    def offers(self) -> tuple[tuple[str, Move], ...]:
        """The legal moves that begin with what stands in the line."""
        return (
            self.table.choices.legal.beginning(self.line.stem) if self.table.choices.legal is not None else ()
        )

    def view(self) -> View:
        """Return how the board is looked at."""
        return View(
            seat=self.table.visibility.seat,
            known=self.table.visibility.known,
            names=self.table.replica.names,
            typed=as_notation(self.line.text) if self.table.mine else "",
            cursor=self.line.pointed,
            trace=self.table.visibility.trace,
            recent=self.table.unread.recent,
            say=speaker(self.table.replica.names),
        )

    @property
    def preview(self) -> tuple[str, str]:
        """Whether the line is a legal move or a word, as "yes", "no", or "" for neither; and what it would do."""
        place, typed = self.table.mine, self.line.stem
        if place is None or not typed:
            return does(self.meaning(typed))
        try:
            move = self.table.choices.meant(typed)
        except Illegal as refusal:
            if self.table.choices.legal is None or self.offers:
                return "", ""
            word = does(self.meaning(typed))
            why = sentences.nearly(self.near(typed), refusal.message)
            return word if word[0] else ("no", self.table.named(why))
        rules, state, seat = place.replica.rules, self.table.state, seat_of(place) or 0
        brought = self.table.named(effect(rules, state, seat, move))
        return "yes", history_text.with_effect(rules.text(state, seat, move), brought)

    # -- the line --

    def write(self, text: str, number: int = 0) -> None:
        """Let a text stand in the line, as the page has sent it."""
        self.line.write(text, number)
        self.notices.quiet()

    def point(self, spot: str) -> None:
        """Point at a spot of the board: the game says what stands in the line then.

        Where that changes nothing and the line is a legal move, pointing again sends it.
        """
        mine = self.table.mine
        if mine is None or self.table.painter is None or self.sending.busy:
            return
        if spot == self.line.pointed and sends_again(self):
            self.send()
            return
        self.line.point(spot, _pointed(self, spot))
        self.notices.quiet()

    def undo(self) -> None:
        """Take the last word out of the line; from an empty line the last move out of the draft."""
        if self.line.text:
            self.line.drop_word()
        elif self.table.choices.draft is not None and self.table.choices.draft.moves:
            self.table.choices.keep(self.table.choices.draft.undo())
        self.line.forget_spot()
        self.notices.quiet()

    # -- sending --

    def send(self) -> None:
        """Take the move in the line; send it, unless the same seat goes on: then it is kept as a draft.

        With an empty line the draft is sent as it is. A word in the line that is no move but names something to do
        is done. Where the line holds neither, say why, and leave it there.
        """
        handle, draft, text = self.table.mine, self.table.choices.draft, self.line.stem
        if handle is None or draft is None or self.sending.busy:
            self._do_word()
            return
        if not (text or draft.moves):
            return
        if text:
            try:
                draft = draft.add(self.table.choices.meant(text))
            except Illegal as refusal:
                if not self._do_word():
                    self.notices.refuse(refusal)
                return
        if text and self.sending.keeps(draft):
            self.table.choices.keep(draft)
            self.line.empty()
        elif question := self.sending.question(draft):
            self.moving = Question(question, lambda: self._deliver(handle, draft))
            self.ask(self.moving)
        else:
            self._deliver(handle, draft)

    def _do_word(self) -> bool:
        """Do what the line names; tell whether it names something."""
        item = self.meaning(self.line.stem)
        if item is None or item.do is None:
            return False
        item.do()
        return True

    def _deliver(self, handle: SeatHandle, draft: Draft) -> None:
        """Send a draft, which is shown as if it were made until it is."""
        self.line.empty()
        self.table.choices.keep(draft)
        self.sending.deliver(handle, draft)


def sends_again(model: PageModel) -> bool:
    """Tell whether pointing once more at the same spot sends what stands in the line, which is said beside it."""
    at = model.line.pointed
    return bool(at) and model.preview[0] == "yes" and _pointed(model, at) == model.line.text


def another_click(model: PageModel) -> str:
    """Return the move that pointing once more at the same spot makes of the one in the line; empty for none."""
    at = model.line.pointed
    pointed = _pointed(model, at) if at and model.preview[0] == "yes" else ""
    return pointed if pointed != model.line.text else ""


def _pointed(model: PageModel, spot: str) -> str:
    """Return what pointing at a spot makes of the line."""
    table, line = model.table, model.line.text
    if table.mine is None or table.painter is None:
        return line
    return table.painter.point(
        table.state, seat_of(table.mine) or 0, known(table.mine), as_notation(line), spot
    )


def does(item: Item | None) -> tuple[str, str]:
    """Return the preview of a word, by what it does."""
    return ("yes", headed(item.name, item.about)) if item is not None else ("", "")


# Pages over the table at the window: the settings, and the choices for a what-if.


def settings(model: PageModel) -> None:
    """Lay the settings over the table."""
    live = model.table.play_options.settings

    def keep(values: Mapping[str, Value]) -> None:
        live.change({name: value for name, value in values.items() if value != live[name]}, usual())
        model.overlay = None
        model.tell("Info", _("Kept in {file}.").format(file=live.path))

    model.overlay = PageStack([settings_form(live, keep)], play_options=model.table.play_options)


def what_if(model: PageModel) -> None:
    """Lay over the table who may play on from the position that is shown."""
    if said := over(model.table):
        model.tell("No", said)
        return
    items = [Item(way.name, "", way.about, partial(_try, model, way)) for way in ways(model.table)]
    title = _("What if: nothing of this is kept, and the game stays as it is")
    model.overlay = PageStack([Menu(title, lambda: [("", items)])], play_options=model.table.play_options)


def _try(model: PageModel, way: Way) -> None:
    model.what_if, model.closed = way.what_if, True


def own(model: PageModel) -> Mapping[str, Callable[[], object]]:
    """Return what opens these pages, by the id of its action."""
    return {"settings": partial(settings, model), "what-if": partial(what_if, model)}


def take(model: PageModel, said: Mapping[str, Any]) -> None:
    """Do what was done on the page that lies over the table, or take it away."""
    if model.overlay is None:
        return
    if said.get("back") == -1:
        model.overlay = None
    else:
        model.overlay.handle_event(said)
