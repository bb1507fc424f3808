"""What the others did since the player looked is summed up on the page, too, when the player's turn begins."""

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.table.seat_handle import at_turn, known_faces, seat_of
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.window.page_model import PageModel
from p2pgames_cli.window.scene import take
from p2pgames_cli.window.table_page import TablePage
from tests.cli.presenter import hot_seat


async def at_page(tmp_path, name, seats, handles=1):
    """A table that has begun, and the page of those who play its first seats."""
    hot = await hot_seat(tmp_path, name, seats)
    model = PageModel(
        TableModel(
            TableSession(
                hot.handles[:handles], registry.game(name), Client(PlayOptions(Mode.WINDOW)), local=True
            ),
            guarded=False,
        )
    )
    model.catch_up()
    return hot, model


async def a_round(hot, model):
    """Let Ada move on the page until it is another's turn, and the others until it is hers again."""
    take(model, {"step": len(model.table.replica.log)})
    ada = hot.handles[0]
    for hers in (True, False):
        while (at_turn(hot.handles) is ada) is hers:
            handle = at_turn(hot.handles)
            replica = handle.replica
            moves = replica.rules.moves(replica.position.state, seat_of(handle), known_faces(handle))
            await handle.act(moves[0])
    model.catch_up()


@pytest.mark.parametrize("name", ["bus", "linja"])
def test_what_was_done_is_summed_up_until_the_player_does_something(tmp_path, name):
    async def main():
        hot, model = await at_page(tmp_path, name, registry.game(name).rules.players[0])
        await a_round(hot, model)
        view = TablePage(model)
        word, text = view.parts()["notice"]
        assert word == "Meanwhile"
        assert text.startswith("Meanwhile: Ben ")
        take(model, {"type": "x", "number": 1})
        model.catch_up()
        assert view.parts()["notice"] == ["", ""]

    trio.run(main)


def test_several_at_one_page_have_seen_it_all(tmp_path):
    async def main():
        hot, model = await at_page(tmp_path, "linja", 2, handles=2)
        await a_round(hot, model)
        assert TablePage(model).parts()["notice"] == ["", ""]

    trio.run(main)
