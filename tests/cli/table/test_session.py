"""What runs at a table is one thing, whatever shows it."""

from functools import partial

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.json.player import JsonPlayer
from p2pgames_cli.lines.player import LinePlayer
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.table.planning import PlanReport
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.window.page_model import PageModel
from tests.cli.presenter import hot_seat

FRONT_ENDS = {
    "json": lambda session: JsonPlayer(session).feed,
    "lines": lambda session: LinePlayer(session, piped=True).feed,
    "screen": lambda session: presenter_at(session).notices._feed,
    "window": lambda session: PageModel(TableModel(session, guarded=False)).notices._feed,
}


@pytest.mark.parametrize("name", FRONT_ENDS)
def test_what_became_of_a_plan_is_told_wherever_the_table_is_shown(tmp_path, name):
    hot = trio.run(partial(hot_seat, tmp_path))
    session = TableSession(hot.handles[:1], registry.game("linja"), Client(PlayOptions(Mode.PLAIN)))
    feed = FRONT_ENDS[name](session)
    list(feed.news(hot.handles[0]))
    session.planning.reports.append(PlanReport("dropped", "if 0-1 then 7-6"))
    told = [said for one in feed.news(hot.handles[0]) for said in one.sentences]
    assert any("if 0-1 then 7-6" in said for said in told)
