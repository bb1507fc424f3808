"""A bot that searches thinks beside the event loop, and ends with whoever waited for it."""

from random import Random

import pytest
import trio
from trio.testing import MockClock

from p2pgames import registry
from p2pgames.dealer import LocalDealer
from p2pgames.games.linja.bots import LinjaEvaluator
from p2pgames.search.search import Searcher
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.table.bot import autoplay, think, time_limit
from tests.cli.presenter import hot_seat

ENDLESS = 10**9
LINJA = registry.game("linja")


class Watched(LinjaEvaluator):
    """Linja's evaluator, which tells the event loop after so many positions, and counts them."""

    def __init__(self, after, tell):
        self.after, self.tell, self.looked = after, tell, 0

    def leaf(self, state, known, random):
        self.looked += 1
        if self.looked == self.after:
            self.tell()
        return super().leaf(state, known, random)


async def thought(bot, random):
    dealer = LocalDealer(LINJA.rules, 2, {"bonus": "own"}, Random(1), 0)
    return await think(bot, dealer.rules, dealer.state, 0, {}, random)


def test_a_search_that_is_cancelled_leaves_nothing_running():
    async def main():
        with trio.CancelScope() as scope:
            evaluator = Watched(50, lambda: trio.from_thread.run_sync(scope.cancel))
            await thought(Searcher(evaluator, ENDLESS), Random(1))
        assert scope.cancelled_caught
        before = evaluator.looked
        await trio.to_thread.run_sync(Random(0).random)
        assert 50 <= evaluator.looked == before

    trio.run(main)


def test_the_event_loop_runs_on_while_a_bot_thinks_and_the_move_is_the_same():
    async def main():
        done = trio.Event()

        async def beside():
            await trio.lowlevel.checkpoint()
            done.set()

        def wait():
            trio.from_thread.run(done.wait)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(beside)
            found = await thought(Searcher(Watched(5, wait), 100), Random(7))
        assert found == await thought(Searcher(LinjaEvaluator(), 100), Random(7))

    trio.run(main)


def test_a_bot_stops_thinking_when_the_game_goes_on_without_its_move(tmp_path):
    async def main():
        hot = await hot_seat(tmp_path)
        mover, token = (
            next(handle for handle in hot.handles if handle.signer.my_turn),
            trio.lowlevel.current_trio_token(),
        )
        async with trio.open_nursery() as nursery:
            evaluator = Watched(40, lambda: token.run_sync_soon(nursery.start_soon, mover.resign))
            await autoplay(mover, Searcher(evaluator, ENDLESS), Random(1))
        assert mover.replica.finished
        assert evaluator.looked >= 40

    trio.run(main)


def test_a_bot_that_has_thought_as_long_as_it_may_moves():
    async def main():
        dealer = LocalDealer(LINJA.rules, 2, {"bonus": "own"}, Random(1), 0)
        bot = Searcher(LinjaEvaluator(), ENDLESS)
        begun = trio.current_time()
        move = await think(bot, dealer.rules, dealer.state, 0, {}, Random(1), 7.5)
        assert move in dealer.moves()
        assert trio.current_time() == pytest.approx(begun + 7.5, abs=0.01)

    # the clock jumps as soon as all wait for the thread
    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_levels_think_as_long_as_a_usual_computer_takes_only_where_that_is_chosen(tmp_path):
    file = tmp_path / "settings.toml"
    settings = LiveSettings(file)
    assert time_limit(LINJA, "strong", settings) is None
    file.write_text('[bots]\npace = "time"\n', encoding="utf-8")
    settings = LiveSettings(file)
    assert time_limit(LINJA, "strong", settings) == LINJA.thought.nodes[2] / LINJA.thought.pace
    assert time_limit(LINJA, "careful", settings) is None
