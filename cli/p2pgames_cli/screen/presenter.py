"""What a player at the full screen sees: what is known of the table, the pages over it, what is typed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import wrapped
from p2pgames_cli.screen import since
from p2pgames_cli.screen.privacy_page import PrivacyPage
from p2pgames_cli.table import meanwhile
from p2pgames_cli.table.action_input import ActionInput
from p2pgames_cli.table.actions.action import Answer, Front
from p2pgames_cli.table.front_end import Question, Start
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.move_input import MoveInput
from p2pgames_cli.table.notices import Notices
from p2pgames_cli.table.play_options import Trying
from p2pgames_cli.table.playback import Playback
from p2pgames_cli.table.seat_handle import seat_of
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.ui.page import Page
from p2pgames_cli.ui.question_page import QuestionPage
from p2pgames_cli.ui.text_page import DecisionPage, TextPage
from p2pgames_protocol.log.history import MoveEntry


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
    """The step of the lesson that was shown on a page of its own, where board and teacher do not fit together."""
    trying: Trying | None = None
    """What is to be tried out; None for nothing."""
    notices: Notices = field(init=False)
    input: MoveInput = field(init=False)
    actions: ActionInput = field(init=False)
    playback: Playback = field(init=False)

    def __post_init__(self) -> None:
        self.notices = Notices(self.model, lambda: self.overlay is not None and self.overlay.name == "chat")
        self.input = MoveInput(self.notices, self)
        self.playback = Playback(self.model.standpoint)
        own = {action: partial(do, self) for action, do in self.own.items()}
        self.actions = ActionInput(self.notices, self, Front.SCREEN, own, self._more)

    def meaning(self, text: str) -> Item | None:
        """Return what a line that is no move would do; None if it means nothing."""
        return self.actions.meaning(text)

    def near(self, text: str) -> str:
        """Return the word for an action that a line was probably meant to be; empty if there is none."""
        return self.actions.near(text)

    def erase(self, text: str) -> None:
        """Empty the line, if this text still stands in it."""
        if self.input.line.text.strip() == text:
            self.input.line.write("")

    def _more(self) -> Iterator[Item]:
        """Yield what else can be done now: with the line, or in a replay."""
        if self.model.mine is not None:
            yield Item(_("send"), _("Enter"), _("send the move in the line"), self.input.send)
            about = _("go to the next place that leads on to a move")
            yield Item(_("next legal"), "Tab", about, self.input.next_legal)
        if self.model.standpoint.replaying:
            about = _("let the game go on by itself, or stop it")
            yield Item(_("play"), _("Space"), about, self.playback.toggle)

    def catch_up(self) -> bool:
        """Take in what is new at the table; tell whether it has become the player's turn."""
        self.notices.take_in()
        if self.overlay is not None and not self.overlay.sees_all:
            return False
        begun, called = self.model.turn.look()
        if begun:
            played = since.moves(self.model) if self.overlay is None else ()
            if played:
                self._play(played)
            else:
                self._begin_turn()
        return called

    def look_at(self) -> None:
        """Note that the player is there, as a key tells; what is played to them just now they have still to see."""
        if self.overlay is None or self.overlay.sees_all:
            self.notices.look_at()

    def _play(self, moves: tuple[MoveEntry, ...]) -> None:
        """Play what the others have done; the turn begins when it is seen."""

        def ended() -> None:
            self.overlay = None
            if self.notices.shown[0] in ("", "Info"):
                self.notices.shown = (meanwhile.WORD, meanwhile.summary(self.model, moves))
            self._begin_turn()

        page = since.Since(self.model, self.input.pointing, moves, self.start, ended)
        self.overlay = page
        page.begin()

    def _begin_turn(self) -> None:
        model = self.model
        self.start(model.turn.list_moves)
        if self.overlay is not None and (typed := self.overlay.ahead) is not None:
            self.input.line.write(typed)
            self.overlay = None
        if model.sight.hand_hidden:
            names = model.replica.names
            self.overlay = PrivacyPage(names[seat_of(model.handle) or 0], model.sight.show_hand)

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
            from p2pgames_cli.ui.rules_page import rules_page

            self.overlay = rules_page(self.model.game, *answer.rules)
            return
        said = list(answer.sentences)
        if answer.markdown:
            said = [line for text in said for line in wrapped(text, 76).splitlines()]
        if answer.title or len(said) > 1:
            top = len(said) if answer.newest_last else 0
            self.overlay = TextPage(answer.title or name, said, top=top, markdown=answer.markdown)
        elif said:
            self.notices.shown = ("Info", said[0])

    def toggle(self, page: Page) -> None:
        """Lay a page over the board, or take it away if it lies there already."""
        there = self.overlay is not None and self.overlay.name == page.name
        self.overlay = None if there else page
