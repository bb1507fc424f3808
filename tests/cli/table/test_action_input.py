"""Actions as a player does them: the same at the full screen and at the window."""

from dataclasses import dataclass
from typing import Any

import pytest
import trio

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames.text import as_it_is
from p2pgames_cli.pages.text_page import QuestionPage
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.table.actions import everything, leaving
from p2pgames_cli.table.actions.action import TEXT, Action, Answer, Choice, Confirmation
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.window.page_model import PageModel
from p2pgames_cli.window.table_page import listed
from tests.cli.presenter import hot_seat

REFUSED = as_it_is("not today")


async def toast(_model, text):
    """Drink to something."""
    if text == "nobody":
        raise Illegal(REFUSED)
    return Answer([f"To {text}!", "Cheers."])


TOAST = Action("toast", "toast", "drink to something", toast, TEXT, choices=lambda _model: ())
SING = Action(
    "sing",
    "sing a song",
    "all together",
    lambda _model, song: Answer([f"La {song}"]),
    choices=lambda _model: [Choice("a waltz", argument="waltz"), Choice("a march", argument="march")],
)
LEAP = Action(
    "leap",
    "leap",
    "a great leap",
    confirm=lambda _model, _argument: Confirmation(
        "leap", lambda: Answer(["Done."]), ["It is deep."], "leap"
    ),
    urgent=True,
)


@dataclass
class Screen:
    """A presenter, and how it is read."""

    it: Any

    def type(self, text):
        self.it.input.line.write(text)

    def line(self):
        return self.it.input.typed

    def send(self):
        self.it.input.send()

    def preview(self):
        return self.it.input.preview[1]

    def page(self):
        page = self.it.overlay
        if isinstance(page, QuestionPage):
            return page.text, ()
        return None if page is None else (page.title, tuple(page.lines))

    def yes(self):
        page, self.it.overlay = self.it.overlay, None
        page.press("enter").do()


@dataclass
class Window:
    """The model of a page, and how it is read."""

    it: Any

    def type(self, text):
        self.it.write(text)

    def line(self):
        return self.it.input.typed

    def send(self):
        self.it.input.send()

    def preview(self):
        return self.it.input.preview[1]

    def page(self):
        page = self.it.question or self.it.text_dialog
        return None if page is None else (getattr(page, "text", "") or page.title, tuple(page.lines))

    def yes(self):
        question, self.it.question = self.it.question, None
        question.yes()


@pytest.fixture(params=[Screen, Window])
def shown(request, tmp_path, monkeypatch):
    """A front end at a table with three actions of its own; its tasks are done at once."""
    monkeypatch.setattr(everything, "ACTIONS", (*everything.ACTIONS, TOAST, SING, LEAP))
    game, how = registry.game("linja"), Client(PlayOptions(Mode.SCREEN))
    handles = trio.run(hot_seat, tmp_path).handles
    it = (
        presenter_at(TableSession(handles, game, how, local=True))
        if request.param is Screen
        else PageModel(TableModel(TableSession(handles, game, how, local=True), guarded=True))
    )

    def start(task):
        try:
            trio.run(task)
        except Illegal as refusal:
            it.notices.refuse(refusal)

    it.start = start
    it.catch_up()
    start(it.notices.model.choices.list_moves)
    return request.param(it)


def test_a_word_with_its_argument_is_done_and_its_answer_read(shown):
    shown.type("toast Ada")
    assert shown.preview() == "toast: drink to something"
    shown.send()
    assert shown.page() == ("toast", ("To Ada!", "Cheers."))
    assert shown.line() == ""


def test_a_word_that_is_refused_stays_in_the_line(shown):
    shown.type("toast nobody")
    shown.send()
    assert shown.it.notices.shown == ("No", "not today")
    assert shown.line() == "toast nobody"


def test_a_word_alone_stays_where_it_is_refused_or_its_question_is_not_answered(shown):
    for word in ("takeback", "leap"):
        shown.type(word)
        shown.send()
        assert shown.line() == word
    shown.yes()
    assert shown.line() == ""


def test_a_move_that_is_taken_back_is_chosen_no_more(shown):
    model = shown.it.notices.model
    rounds = len(model.replica.log)
    model.timeline.handles = model.timeline.handles[:1]
    shown.type(model.choices.legal.moves[-1][0])
    shown.send()
    assert model.mine is None
    shown.it.actions.act("take-back")
    shown.yes()
    shown.it.catch_up()
    assert len(model.replica.log) == rounds + 2
    assert model.choices.draft.moves == ()
    assert model.state is model.position.state


def test_who_resigns_is_named_in_the_question(shown):
    standpoint = shown.it.notices.model.timeline
    standpoint._sat = standpoint.handles[1]
    standpoint.handles = standpoint.handles[1:]
    shown.it.actions.act("resign")
    assert "Ben leaves" in shown.page()[0]


def test_a_name_from_the_list_is_done_in_the_way_it_names(shown):
    for name in ("a march", "A-MARCH"):
        shown.type(name)
        shown.send()
        assert (shown.it.notices.shown, shown.line()) == (("Info", "La march"), "")
        shown.it.notices.quiet()


def test_what_cannot_be_undone_is_asked_before_with_what_is_to_be_read(shown):
    shown.type("leap")
    shown.send()
    assert shown.page() == ("leap", ("It is deep.",))
    assert shown.it.notices.shown == ("", "")
    shown.yes()
    assert shown.it.notices.shown == ("Info", "Done.")


def test_a_frame_without_a_line_asks_for_no_list(shown, monkeypatch):
    monkeypatch.setattr(type(shown.it.actions), "items", lambda *_: pytest.fail("all actions were listed"))
    assert (shown.line(), shown.preview()) == ("", "")


def test_a_line_that_is_neither_move_nor_word_is_refused_and_stays(shown):
    shown.type("toast")
    assert shown.it.actions.meaning("toast") is None
    shown.send()
    assert shown.line() == "toast"
    assert shown.it.notices.shown[0] == "No" or shown.preview()


def test_what_is_urgent_stands_first_and_every_way_is_listed(shown):
    names = [item.name for item in shown.it.actions.items()]
    assert names[0] == "leap"
    assert {"a waltz", "a march"} <= set(names)
    shown.it.actions.act("sing", 0)
    assert shown.it.notices.shown == ("Info", "La waltz")
    shown.it.actions.act("sing", 2)
    shown.it.actions.act("nothing", 0)
    assert shown.it.notices.shown == ("Info", "La waltz")


def test_taking_back_a_step_works_on_the_line(shown):
    shown.type("0-1 nonsense")
    shown.it.actions.act("take-back-step")
    assert shown.line().strip() == "0-1"


def test_the_window_lists_the_word_of_what_needs_more_than_a_click(shown):
    if isinstance(shown, Window):
        (item,) = [each for each in listed(shown.it) if each.get("typed") == "toast "]
        assert (item["id"], item["name"]) == ("", "toast TEXT")
        assert next(listed(shown.it))["id"] == "leap"
        ids = {each["id"] for each in listed(shown.it)}
        assert not ids & {"panels", "chat", "settings", "what-if", "window", "close"}


def test_one_search_at_a_time(shown):
    begun, do = [], shown.it.start
    shown.it.start = begun.append
    for _ in range(20):
        shown.it.actions.act("hint")
    assert len(begun) == 1
    do(begun[0])
    shown.it.actions.act("hint")
    assert len(begun) == 2


def test_what_is_no_search_is_done_as_often_as_it_is_asked_for(shown):
    begun = []
    shown.it.start = begun.append
    for text in ("toast Ada", "toast Ben"):
        shown.type(text)
        shown.send()
    assert len(begun) == 2


@pytest.mark.parametrize("phones", [{}, {0: object()}], ids=["watched", "at phones"])
def test_whoever_shows_the_table_to_phones_is_asked_before_it_closes(tmp_path, phones):
    handles, how = trio.run(hot_seat, tmp_path).handles, Client(PlayOptions(Mode.WINDOW))
    session = TableSession(handles, registry.game("linja"), how, passive=True, local=True, phones=phones)
    assert (leaving.QUIT.confirm(TableModel(session), None) is not None) == bool(phones)
