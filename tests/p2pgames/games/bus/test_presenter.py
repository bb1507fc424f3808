"""A run of moves at the full screen: pointed at one by one, kept as a draft, signed when it is sent."""

import trio

from p2pgames.contract import Illegal
from p2pgames.games.bus.sentences import USED_STREET
from p2pgames.games.bus.state import BusTask
from p2pgames.text import Every, PlaceName, SeatName
from p2pgames_cli.screen.board import press
from tests.cli.presenter import seated


def presenter_test(function):
    """Run an async test that takes a folder."""

    def run(tmp_path):
        trio.run(function, tmp_path)

    run.__name__, run.__doc__ = function.__name__, function.__doc__
    return run


async def until(at, task, least=2):
    """Let bots play until the seat at turn has that task at least so many times to do."""
    for _ in range(400):
        state = at.presenter.model.state
        if state.task is task and state.todo >= least:
            return state
        await at.play(1, "driver")
    raise AssertionError(f"nobody came to {task}")


def point(at, name):
    """Click on a place, at the size of the large board."""
    at.frame()
    at.presenter.input.click(at.presenter.cursor.picture.spot(name).name)
    at.list_moves()


@presenter_test
async def test_a_run_of_sticks_is_pointed_at_and_nothing_is_signed_until_it_is_sent(tmp_path):
    async with seated(tmp_path, "bus", 3) as at:
        before = await until(at, BusTask.LINE)
        log, seat = len(at.presenter.model.replica.log), at.presenter.model.state.turn
        laid = []
        for _ in range(before.todo):
            text = at.presenter.model.choices.legal.moves[0][0]
            laid.append(text)
            point(at, text)
            assert at.presenter.input.typed == text
            assert at.presenter.input.preview[0] == "yes"
            assert "●▲■"[seat] in at.text()
            point(at, text)  # a second click takes it
            at.list_moves()
            if len(laid) < before.todo:
                assert len(at.presenter.model.replica.log) == log
                assert at.presenter.model.choices.draft.texts == tuple(laid)
                assert f"Draft: {', '.join(laid)}." in at.text()
                assert at.presenter.model.state.sticks(seat) == before.sticks(seat) - len(laid)
                assert at.presenter.model.position.state.sticks(seat) == before.sticks(seat)
        if at.presenter.model.choices.draft is not None and at.presenter.model.choices.draft.moves:
            at.presenter.input.send()  # the same seat would go on with its next space
        await at.settle()
        assert len(at.presenter.model.replica.log) == log + before.todo
        assert at.presenter.model.position.state.sticks(seat) == before.sticks(seat) - before.todo


@presenter_test
async def test_a_draft_is_taken_back_move_by_move(tmp_path):
    async with seated(tmp_path, "bus", 3) as at:
        before = await until(at, BusTask.BUILD)
        log = len(at.presenter.model.replica.log)
        point(at, f"{at.presenter.model.choices.legal.moves[0][1][1]:02d}")
        press(at.presenter, "tab")
        at.presenter.input.send()
        at.list_moves()
        assert len(at.presenter.model.choices.draft.moves) == 1
        assert at.presenter.model.state.built != before.built
        at.presenter.input.undo()
        at.list_moves()
        assert at.presenter.model.choices.draft.moves == ()
        assert at.presenter.model.state is before
        assert len(at.presenter.model.replica.log) == log


@presenter_test
async def test_by_keys_tab_goes_to_a_place_enter_points_there_and_enter_again_takes_it(tmp_path):
    async with seated(tmp_path, "bus", 3) as at:
        before = await until(at, BusTask.RIDERS)
        at.frame()
        press(at.presenter, "tab")
        assert at.presenter.input.pointer.cursor in {f"{station:02d}" for station in before.city.stations}
        at.frame()
        press(at.presenter, "enter")
        assert at.presenter.input.typed == at.presenter.input.pointer.cursor
        at.frame()
        press(at.presenter, "enter")
        at.list_moves()
        assert at.presenter.input.typed == ""
        assert len(at.presenter.model.choices.draft.moves) == 1
        assert at.presenter.model.state.waiting == before.waiting - 1
        assert at.presenter.model.position.state is before


@presenter_test
async def test_the_words_on_the_screen_call_players_by_their_names(tmp_path):
    async with seated(tmp_path, "bus", 3) as at:
        await until(at, BusTask.LINE)
        at.presenter.actions.act("read")
        words = at.text()
        assert "Ben: " in words
        assert "Seat " not in words
        press(at.presenter, "escape")
        used = Illegal(
            USED_STREET(
                street=PlaceName("00-08"),
                players=Every((SeatName(2),)),
                head=PlaceName("00"),
                ends=Every((PlaceName("01"),)),
            )
        )
        at.presenter.notices.refuse(used)
        assert "00-08 is used by Cleo" in at.text()
