"""What a player at the window sees and can do; the page shows this and stores none of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from p2pgames.contract import Illegal
from p2pgames_cli.config.settings import Value
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.pages.form import settings_form
from p2pgames_cli.pages.menu import Menu
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.pages.rules_page import rules_page
from p2pgames_cli.table import catch_up
from p2pgames_cli.table.action_input import ActionInput
from p2pgames_cli.table.actions.action import Answer, Front
from p2pgames_cli.table.actions.everything import usual_keys
from p2pgames_cli.table.actions.looking import open_phones
from p2pgames_cli.table.front_end import Question, Start
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.notices import Notices
from p2pgames_cli.table.session import WhatIfStart
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.turn_input import Pointer, TurnInput
from p2pgames_cli.table.what_if import Way, ways_to_play, why_not_here


@dataclass(frozen=True, slots=True)
class TextDialog:
    """Sentences that lie over the board until the player has read them."""

    title: str
    lines: tuple[str, ...]
    markdown: bool = False
    newest_last: bool = False
    moves: tuple[str, ...] = ()
    """The move that each sentence is about, empty for none."""
    turns: tuple[tuple[int, str], ...] = ()
    """As an `Answer` has them."""
    chart: Sequence[Sequence[int]] = ()


LONGEST = 400
"""Characters of the line: no move is longer, and more would be work for whoever looks through it."""


@dataclass
class PageModel:
    """One player's side of the table, or that of several who share a computer, or a watcher's."""

    table: TableModel
    number: int = 0
    """That of the newest text for the line that a page has sent: an older one is not written back."""
    text_dialog: TextDialog | None = None
    question: Question | None = None
    closed: bool = False
    """Whether the player has left the table here."""
    what_if: WhatIfStart | None = None
    """What is to be tried out, once the table is left for it."""
    overlay: PageStack | None = None
    """Pages that lie over the table: what there is to choose or to fill in."""
    start: Start = lambda _task: None
    """Called with what is to be done at the table; whoever shows the model sets it."""
    barred: frozenset[str] = frozenset()
    """Actions that cannot be done here, by their ids."""
    input: TurnInput = field(init=False)

    def __post_init__(self) -> None:
        self.notices = Notices(self.table, chatting=lambda: True)
        self.actions = ActionInput(self.notices, self, Front.WINDOW, barred=self.barred)
        self.input = TurnInput(self.notices, self, self.actions, Pointer(stays=False))
        self.actions.own = {"take-back-step": self.input.undo, **own(self)}

    @property
    def pointer(self) -> Pointer:
        """What is pointed at."""
        return self.input.pointer

    # -- what it is for those parts --

    def ask(self, question: Question) -> None:
        """Ask a question over the board."""
        self.question = question

    def show(self, name: str, answer: Answer) -> None:
        """Show what an action brought: a dialog where it has a title or several sentences, else a notice."""
        if answer.rules is not None:
            page = rules_page(self.table.game, *answer.rules)
            self.overlay = PageStack([page], client=self.table.client)
            return
        said = tuple(answer.sentences)
        if answer.title or len(said) > 1:
            said = said[: len(said) - len(answer.chart)]  # the page draws them
            self.text_dialog = TextDialog(
                answer.title or name,
                said,
                answer.markdown,
                answer.newest_last,
                tuple(answer.moves),
                tuple(answer.turns)[: len(said)],
                answer.chart,
            )
        elif said:
            self.show_notice("Info", said[0])

    def recall(self, number: int) -> None:
        """Show the position that a sentence of the dialog is about, with the better move; a step on, what was made."""
        dialog = self.text_dialog
        if dialog is None or not 0 <= number < len(dialog.turns) or not dialog.turns[number][0]:
            return
        step, better = dialog.turns[number]
        self.text_dialog = None
        timeline = self.table.timeline
        timeline.show_step(step - 1)
        self.pointer.better = (step - 1, better)
        self.show_notice("Info", dialog.lines[number])

    def erase(self, text: str) -> None:
        """Empty the line, if this text still stands in it."""
        line = self.input.line
        line.take_out(text)

    def refuse(self, refusal: Illegal) -> None:
        """Show why what stands in the line is not done."""
        self.notices.refuse(refusal)

    # -- what is new --

    def catch_up(self) -> None:
        """Take in what is new at the table."""
        self.notices.take_in()
        choices = self.table.choices
        another, _first = choices.note_turn()
        if another:
            self.pointer.forget_click()
            if self.question is self.input.asked:  # any other question stays, whoever is to move
                self.question = None
            if self.notices.shown[0] in ("", "Info") and (done := catch_up.unseen_moves(self.table)):
                self.show_notice(catch_up.WORD, catch_up.summary_line(self.table, done))

    def show_notice(self, word: str, text: str) -> None:
        """Show a notice in place of the one before."""
        self.notices.show(word, text)

    def list_moves(self) -> None:
        """Have the legal moves of the state that is shown listed, beside the loop, unless they are."""
        table = self.table
        if table.mine is not None and table.choices.legal is None:
            self.start(table.choices.list_moves)

    def write(self, text: str, number: int = 0) -> None:
        """Let a text stand in the line, as the page has sent it."""
        self.input.write(text[:LONGEST])
        self.number = number


# Pages over the table at the window: the settings, and the choices for a what-if.


def settings(model: PageModel) -> None:
    """Lay the settings over the table."""
    live = model.table.settings

    def keep(values: Mapping[str, Value]) -> None:
        live.change({name: value for name, value in values.items() if value != live[name]}, usual_keys())
        model.overlay = None
        model.show_notice("Info", _("Kept in {file}.").format(file=live.path))

    model.overlay = PageStack([settings_form(live, keep)], client=model.table.client)


def what_if(model: PageModel) -> None:
    """Lay over the table who may play on from the position that is shown."""
    if said := why_not_here(model.table):
        model.show_notice("No", said)
        return
    items = [Item(way.name, "", way.about, partial(_try, model, way)) for way in ways_to_play(model.table)]
    title = _("What if: nothing here is saved, and the game stays as it is")
    model.overlay = PageStack([Menu(title, lambda: [("", items)])], client=model.table.client)


def _try(model: PageModel, way: Way) -> None:
    model.what_if, model.closed = way.what_if, True


def own(model: PageModel) -> Mapping[str, Callable[[], object]]:
    """Return what opens these pages, by the id of its action."""
    return {
        "settings": partial(settings, model),
        "what-if": partial(what_if, model),
        "phone": lambda: model.start(partial(open_phones, model.table, None)),
    }


def take(model: PageModel, said: Mapping[str, Any]) -> None:
    """Do what was done on the page that lies over the table, or take it away."""
    if model.overlay is None:
        return
    if said.get("back") == -1:
        model.overlay = None
    else:
        model.overlay.handle_event(said)
