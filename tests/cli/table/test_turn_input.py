"""What is typed and pointed at, in the terminal and at the window: one rule for both."""

from __future__ import annotations

from functools import partial

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.window.page_model import PageModel
from p2pgames_cli.window.table_page import TablePage
from tests.cli.presenter import hot_seat


@pytest.fixture(params=["terminal", "window"])
def shown(request, tmp_path):
    """The input of a table of Metro, what shows it, and what was begun at the table."""
    hot = trio.run(partial(hot_seat, tmp_path, "metro"))
    game, how, tasks = registry.game("metro"), Client(PlayOptions(Mode.SCREEN)), []
    if request.param == "terminal":
        front = presenter_at(TableSession(hot.handles, game, how, local=True))
        show = partial(compose, front, 100, 40)
    else:
        front = PageModel(TableModel(TableSession(hot.handles, game, how, local=True), guarded=False))
        show = TablePage(front).parts
    front.start = tasks.append
    front.catch_up()
    front.overlay = None  # whoever was to sit down alone has done so
    front.notices.model.visibility.show_hand()
    trio.run(front.notices.model.choices.list_moves)
    tasks.clear()
    return front.input, show, tasks


def a_place(line):
    """Return a place where a tile may be laid, as a move names it."""
    legal = line.model.choices.legal
    return next(text.split()[0] for text, _move in legal.moves)


def test_a_second_click_sends_only_where_it_was_shown_that_it_does(shown):
    line, show, tasks = shown
    place = a_place(line)
    line.click(place)
    line.click(place)
    assert (line.preview[0], tasks) == ("yes", []), "nothing was shown between the two"
    show()
    line.click(place)
    assert (len(tasks), line.busy, line.typed) == (1, True, "")


def test_a_click_somewhere_else_points_there(shown):
    line, show, tasks = shown
    places = dict.fromkeys(text.split()[0] for text, _move in line.model.choices.legal.moves)
    first, second = list(places)[:2]
    line.click(first)
    show()
    line.click(second)
    assert (tasks, second in line.typed) == ([], True)
    show()
    assert line.click_sends


def test_what_is_typed_after_a_click_is_sent_by_no_click(shown):
    line, show, tasks = shown
    place = a_place(line)
    line.click(place)
    show()
    line.write("1 ")
    show()
    assert not line.click_sends
    line.click(place)
    assert tasks == []


def test_a_click_of_the_turn_before_counts_no_more(shown):
    line, show, tasks = shown
    place = a_place(line)
    line.click(place)
    show()
    line.pointer.forget_click()
    line.click(place)
    assert tasks == []


def test_while_moves_are_on_their_way_no_click_is_lost_and_nothing_is_sent(shown):
    line, show, tasks = shown
    place = a_place(line)
    for _ in range(2):
        line.click(place)
        show()
    line.model.choices.forget_draft()
    for _ in range(2):
        line.click(place)
        show()
    assert (line.preview[0], len(tasks)) == ("yes", 1)
    line.send()
    assert len(tasks) == 1
