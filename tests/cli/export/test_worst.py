"""Games of as many steps as somebody likes: what is made of them costs in proportion, and pages have an end."""

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.app.league.page import replay_page
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.export import picture
from p2pgames_cli.export.film import film
from p2pgames_cli.export.json import as_object
from p2pgames_cli.export.text import as_text
from p2pgames_cli.lines.replay import LineReplay
from p2pgames_cli.screen.actions import presenter_of
from p2pgames_cli.screen.frame import moving_position
from p2pgames_cli.window.page_model import PageModel
from p2pgames_cli.window.table_page import ending, saved
from p2pgames_protocol.audit.replay import canonical, merge
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.records import Kind, Note
from p2pgames_protocol.testing.room import forge
from tests.fuzz import calls
from tests.vectors import rules_of
from tests.worst import MAKERS
from tests.worst_played import GAME, PLAYED, Table

READERS = {
    "merge": lambda data, _: merge(data, data, rules_of),
    "canonical": lambda _, replica: canonical(replica),
    "JSON": lambda _, replica: as_object(replica, states=True),
    "text": lambda _, replica: as_text(replica),
    "replay": lambda _, replica: LineReplay(replica, len(replica.log)).whole(),
    "page": lambda _, replica: film(replica, 0).data(),
    "moving picture": lambda _, replica: picture.moving_board(picture.stepped(replica), "dark"),
}


@pytest.mark.slow
@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", PLAYED)
def test_the_work_grows_as_they_do(name, reader, capsys):
    """Twice the bytes more, twice the calls more: each of 1, 2 and 4 times 16 KiB.

    What is worked out once for a game, however long, is worked out before.
    """
    costs = []
    for size in (1 << 14, 1 << 14, 1 << 15, 1 << 16):
        data = MAKERS[name](size, logfile.MAGIC)
        replica = merge(data, data, rules_of)[1]
        costs.append(calls(lambda data=data, replica=replica: READERS[reader](data, replica)))
    del costs[0]
    assert costs[2] - costs[1] < 2.5 * (costs[1] - costs[0]) + (1 << 14), costs


def test_pages_and_moving_pictures_are_made_of_so_many_steps_only(monkeypatch):
    table = Table()
    for _ in range(3):
        table.move()
        table.take_back()
    steps = len(table.replica.log)
    monkeypatch.setattr(picture, "MOST", steps)
    assert film(table.replica).steps[-1] == steps
    table.move()
    model = picture.stepped(table.replica)
    for make in (
        lambda: film(table.replica),
        lambda: picture.moving_board(model, "dark"),
        lambda: moving_position(presenter_of(model), 80, 30),
    ):
        with pytest.raises(Stop, match=f"{steps + 1} steps; .* at most {steps}") as refused:
            make()
        assert refused.value.code is Code.USAGE


def test_a_position_that_comes_again_is_drawn_once_for_each_onlooker(monkeypatch):
    drawn, drawing = [], registry.game(GAME).painter.drawing
    monkeypatch.setattr(
        type(registry.game(GAME).painter), "drawing", lambda _, *at: drawn.append(at) or drawing(*at)
    )
    counts = []
    for times in (2, 6):
        table = Table()
        for _ in range(times):
            table.move()
            table.take_back()
        drawn.clear()
        assert len(film(table.replica).steps) > 2 * times
        counts.append(len(drawn))
    assert counts[0] == counts[1]


def test_the_window_saves_a_game_as_a_page_up_to_as_many_steps_and_no_longer_one(monkeypatch):
    table = Table()
    table.move()
    end = table.sign(table.turn, Kind.NOTE, Note(table.turn, "resign").pack())
    table.hearing.receive(forge(table.replica, table.turn, "resign", notes=(end.pack(),)))
    model = PageModel(picture.stepped(table.replica))
    steps = len(table.replica.log)
    monkeypatch.setattr(picture, "MOST", steps)
    name, page = trio.run(saved, model.table)
    assert name.startswith(f"{GAME}-")
    assert page.startswith(b"<!doctype html>")
    assert ending(model)["saves"] == "Save as a page"
    monkeypatch.setattr(picture, "MOST", steps - 1)
    assert trio.run(saved, model.table) is None
    assert ending(model)["saves"] == ""


def test_a_league_shows_in_place_of_a_page_that_a_game_is_too_long(monkeypatch):
    table = Table()
    table.move()
    monkeypatch.setattr(picture, "MOST", 1)
    page = replay_page(b"en\n" + canonical(table.replica)).decode()
    assert "<p>The game has" in page
