"""Hints at a table: from the search, beside the event loop, and never in a game with people elsewhere."""

import json
from functools import partial
from random import Random
from types import SimpleNamespace

import pytest
import trio

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames.games.linja.bots import LinjaEvaluator
from p2pgames_cli.screen.board import press
from p2pgames_cli.table import sentences
from p2pgames_cli.table.actions.action import do
from p2pgames_cli.table.actions.advice import HINT
from p2pgames_cli.table.advising import Query, advice_query, run_stoppable, while_asked
from p2pgames_cli.table.analysing import decisions
from p2pgames_cli.table.archived import ArchivedSeat
from p2pgames_cli.table.seat_handle import known_faces, seat_of
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_protocol.local.what_if import WhatIf
from tests.cli.presenter import Seated, a_program, hot_seat

LINJA = registry.game("linja")


def looking(replica):
    return TableModel(
        TableSession(
            [ArchivedSeat(replica)], LINJA, Client(PlayOptions(Mode.PLAIN)), passive=True, local=True
        ),
        guarded=True,
    )


def test_a_hint_names_legal_moves_and_is_the_same_when_asked_again(tmp_path):
    async def main():
        model = Seated(await hot_seat(tmp_path), "linja").presenter.model
        one, other = [await do(HINT, model) for _ in range(2)]
        assert list(one.sentences) == list(other.sentences)
        data = one.data()
        assert one.data() == other.data()
        model.choices.meant(data["moves"][0]["move"])
        assert data["unit"] == "points"
        assert data["why"].startswith(f"Best is {data['moves'][0]['move']}: ")

    trio.run(main)


def test_programs_and_the_screen_get_it_too(tmp_path, capsys):
    async def main():
        at = Seated(await hot_seat(tmp_path), "linja")
        await a_program(at.hot.handles)._take(json.dumps({"do": "hint"}))
        said = json.loads(capsys.readouterr().out)
        assert said["type"] == "hint"
        press(at.presenter, "Alt-H")
        await at.settle()
        assert at.presenter.overlay.asks.endswith(said["why"])
        press(at.presenter, "enter")
        assert at.presenter.input.typed == said["moves"][0]["move"]

    trio.run(main)


def test_there_is_no_hint_while_people_elsewhere_play_nor_from_a_copy_of_their_game(tmp_path):
    async def main():
        at = Seated(await hot_seat(tmp_path), "linja")
        with pytest.raises(Illegal) as refused:
            advice_query(looking(at.presenter.model.replica))
        assert refused.value.message == sentences.NO_HINT
        trial = at.presenter.model.replica
        played = WhatIf(trial, len(trial.log), Random(1))
        how = Client(PlayOptions(Mode.PLAIN))
        with pytest.raises(Illegal):
            advice_query(
                TableModel(
                    TableSession(played.handles, LINJA, how, local=True, what_if=played), guarded=False
                )
            )

    trio.run(main)


def test_a_finished_game_is_advised_on_at_every_choice_as_its_seat_saw_it(tmp_path):
    async def main():
        at = Seated(await hot_seat(tmp_path), "linja")
        await at.play(4)
        await at.hot.handles[0].resign()
        model = looking(at.presenter.model.replica)
        model.timeline.show_step(
            next(s for s, p in enumerate(model.replica.positions) if p.kind.act == "move")
        )
        asked = advice_query(model)
        assert asked.seat == model.timeline.choosing
        assert asked.answer(20).nodes == 20
        model.timeline.show_step(len(model.replica.log))
        with pytest.raises(Illegal) as refused:
            advice_query(model)
        assert refused.value.message == sentences.NOTHING_TO_CHOOSE

    trio.run(main)


@pytest.mark.parametrize("name", registry.names())
def test_there_is_no_hint_while_a_whole_turn_is_on_its_way(tmp_path, name):
    async def main():
        seats = registry.game(name).rules.players[0]
        at = Seated(await hot_seat(tmp_path, name, seats), name)
        model = at.presenter.model
        model.visibility.show_hand()
        while model.mine is not None and not model.choices.sent:
            rules, seat, faces = model.rules, seat_of(model.mine), known_faces(model.mine)
            moves = rules.moves(model.state, seat, faces)
            model.choices.keep_draft(model.choices.draft.add(moves[-1]))
        with pytest.raises(Illegal) as refused:
            advice_query(model)
        assert refused.value.message == sentences.HINT_AT_TURN
        await model.choices.list_moves()
        assert model.choices.legal is None
        model.choices.forget_draft()
        assert advice_query(model).seat == seat_of(model.mine)

    trio.run(main)


class Watched(LinjaEvaluator):
    def __init__(self, after, call):
        self.after, self.call, self.looked = after, call, 0

    def leaf(self, state, known, random):
        self.looked += 1
        if self.looked == self.after:
            self.call()
        return super().leaf(state, known, random)


def test_a_hint_that_nobody_waits_for_leaves_nothing_running(tmp_path):
    async def main():
        model = Seated(await hot_seat(tmp_path), "linja").presenter.model
        with trio.CancelScope() as scope:
            evaluator = Watched(50, lambda: trio.from_thread.run_sync(scope.cancel))
            asked = Query(LINJA.rules, evaluator, model.state, model.timeline.choosing, {})
            await run_stoppable(partial(asked.answer, 10**9))
        assert scope.cancelled_caught
        before = evaluator.looked
        await trio.to_thread.run_sync(dict)
        assert 50 <= evaluator.looked == before

    trio.run(main)


def test_what_a_search_raises_comes_as_it_is(tmp_path):
    async def main():
        model = Seated(await hot_seat(tmp_path), "linja").presenter.model

        def refuses(_nodes, *, stop):
            raise Illegal(sentences.NO_HINT)

        with pytest.raises(Illegal):
            await while_asked(model, SimpleNamespace(answer=refuses))

    trio.run(main)


def test_a_game_in_which_nobody_moved_has_no_turn_to_look_back_on(tmp_path):
    async def main():
        hot = await hot_seat(tmp_path)
        await hot.handles[0].resign()
        assert decisions(hot.handles[0].replica) == []

    trio.run(main)
