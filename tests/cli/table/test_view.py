"""What every front end shows of a table, asked once."""

from __future__ import annotations

import pytest
import trio

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames_cli.table import sentences
from p2pgames_cli.table.actions import position
from p2pgames_cli.table.seat_handle import known_faces
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.table.view import TableView, send_label, turn
from p2pgames_cli.window.page_model import PageModel
from p2pgames_cli.window.scene import take
from p2pgames_cli.window.table_page import TablePage
from tests.cli.presenter import Seated, hot_seat


def label(at, text):
    at.presenter.input.write(text)
    return send_label(at.presenter.model, at.presenter.input, turn(at.presenter.model, at.presenter.input))


def shown(tmp_path, name, check):
    async def main():
        at = Seated(await hot_seat(tmp_path, name), name)
        await at.settle()
        check(at)

    trio.run(main)


def test_send_says_what_it_will_do(tmp_path):
    def check(at):
        assert label(at, "") == "Send"
        assert label(at, "0-") == "Send"
        assert label(at, "0-1") == "Send 0-1"
        assert label(at, "hint") == "Hint"

    shown(tmp_path, "linja", check)


def test_a_part_of_a_turn_is_kept_and_all_of_it_sent(tmp_path):
    def check(at):
        model, line = at.presenter.model, at.presenter.input
        model.visibility.show_hand()
        first, second = model.choices.draft, None
        texts = [text for text, _move in model.choices.legal.moves]
        assert label(at, texts[0]) == f"Go on with {texts[0]}"
        line.send()
        rules, mine = model.rules, model.mine
        second = next(
            rules.text(model.state, first.seat, move)
            for move in rules.moves(model.state, first.seat, model.visibility.known)
        )
        assert mine is not None
        assert label(at, second) == "Send all 2 moves"
        assert label(at, "") == "Send 1 move"

    shown(tmp_path, "line1", check)


@pytest.mark.parametrize(("name", "points"), [("linja", True), ("line1", False)])
def test_a_player_has_points_where_the_game_counts_them(tmp_path, name, points):
    def check(at):
        players = TableView(at.presenter.model).players
        assert [player.seat for player in players] == [*range(len(players))]
        assert all((player.points is not None) is points for player in players)
        assert all(bool(player.points_in_words) is points for player in players)
        assert sum(player.chooses for player in players) == 1
        assert all(player.here for player in players)
        assert all(player.presence == "" for player in players)

    shown(tmp_path, name, check)


@pytest.mark.parametrize("act", [position.moves, position.own_hand])
def test_nothing_tells_a_hand_that_is_hidden(tmp_path, act):
    def check(at):
        model = at.presenter.model
        assert model.visibility.hand_hidden
        with pytest.raises(Illegal) as refused:
            act(model, None)
        assert refused.value.message == sentences.HAND_HIDDEN
        model.visibility.show_hand()
        assert list(act(model, None).sentences)

    shown(tmp_path, "metro", check)


def test_a_hidden_hand_hides_what_the_line_would_bring_and_stepping_back_shows_an_open_board(tmp_path):
    async def main():
        hot = await hot_seat(tmp_path, "line1")
        session = TableSession(
            hot.handles, registry.game("line1"), Client(PlayOptions(Mode.WINDOW)), local=True
        )
        page = PageModel(TableModel(session))
        rules, at = page.table.rules, page.table.state
        text = rules.text(at, 0, rules.moves(at, 0, known_faces(hot.handles[0]))[0])
        view = TablePage(page)

        def hidden():
            parts = view.parts()
            assert (parts["privacy"] is not None) is parts["turn"]["hidden"] is (parts["board"] is None)
            return parts["turn"]["hidden"]

        assert hidden()
        take(page, {"step": 0})
        assert not hidden()
        take(page, {"type": text})
        take(page, {"step": len(page.table.replica.log)})
        assert hidden()
        assert view.parts()["turn"]["preview"] == ["", ""]
        assert view.parts()["moves"]["count"] == 0
        take(page, {"show_hand": True})
        assert not hidden()
        assert view.parts()["turn"]["preview"][0] == "yes"

    trio.run(main)
