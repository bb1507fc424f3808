"""What the others did since the player looked is played to them before their turn begins."""

from dataclasses import replace
from itertools import groupby

import pytest
import trio
from trio.testing import MockClock

from p2pgames import registry
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.screen import presenter as since
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.screen.board import press, type_
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.screen.presenter import ALL, Since
from p2pgames_cli.table import catch_up
from p2pgames_cli.table.actions.everything import usual_keys
from p2pgames_cli.table.seat_handle import at_turn, known_faces, seat_of
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from tests.cli.presenter import hot_seat


class Alone:
    """Ada at the screen of a table whose other seats move by themselves."""

    def __init__(self, hot, name, settings=None):
        self.hot, self.tasks = hot, []
        chosen = Client(PlayOptions(Mode.SCREEN), **{} if settings is None else {"settings": settings})
        self.presenter = presenter_at(TableSession(hot.handles[:1], registry.game(name), chosen, local=True))
        self.presenter.start = self.tasks.append
        self.presenter.catch_up()

    async def move(self, moves=1):
        """Let whoever is to move do so, without anybody looking."""
        for _ in range(moves):
            handle = at_turn(self.hot.handles)
            state, seat = handle.replica.position.state, seat_of(handle)
            await handle.act(handle.replica.rules.moves(state, seat, known_faces(handle))[0])

    async def round(self):
        """Let Ada move at the screen until it is another's turn, and the others until it is hers again."""
        self.presenter.look_at()
        while at_turn(self.hot.handles) is self.hot.handles[0]:
            await self.move()
        while at_turn(self.hot.handles) is not self.hot.handles[0]:
            await self.move()
        self.presenter.catch_up()

    def text(self):
        return "\n".join("".join(text for _, text in row) for row in compose(self.presenter, 80, 24).rows)


def alone(tmp_path, scenario, name="linja", seats=2, settings=None):
    async def main():
        await scenario(Alone(await hot_seat(tmp_path, name, seats), name, settings))

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_a_move_of_another_is_played_and_any_key_goes_on(tmp_path):
    async def scenario(at):
        await at.round()
        presenter = at.presenter
        log = len(presenter.model.replica.log)
        assert presenter.model.timeline.shown == log - 1
        assert presenter.model.mine is None
        assert "Meanwhile: 1 move" in at.text()
        press(presenter, "x")
        presenter.look_at()
        assert presenter.overlay is None
        assert presenter.model.timeline.shown == log

    alone(tmp_path, scenario)


def test_all_moves_of_the_others_are_shown_one_after_the_other_and_summed_up(tmp_path):
    async def scenario(at):
        for _ in range(3):
            await at.round()
            shown = []
            while at.presenter.overlay is not None:
                presenter = at.presenter
                presenter.look_at()  # a key, which only goes on
                assert not presenter.catch_up()
                shown.append((presenter.model.timeline.shown, at.text().splitlines()[-2]))
                waits = [task for task in at.tasks if task != presenter.model.choices.list_moves]
                at.tasks.clear()
                for task in waits:
                    await task()
            assert [step for step, _said in shown] == sorted({step for step, _said in shown})
            assert shown[0][1].strip().startswith("Meanwhile: ")
            assert any(said.strip().startswith("Ben: ") for _step, said in shown[1:])
            assert at.presenter.model.mine is not None
            assert at.presenter.model.choices.list_moves in at.tasks
            assert at.text().splitlines()[-2].startswith(" Meanwhile: Ben ")
            assert at.presenter.model.unread.moves()
            at.presenter.look_at()
            assert not at.presenter.model.unread.moves()

    alone(tmp_path, scenario, "metro", 3)


@pytest.mark.parametrize("name", registry.names())
def test_what_was_done_is_summed_up_in_every_game(tmp_path, name):
    async def scenario(at):
        seat = at.presenter.model.visibility.seat
        await at.round()
        seats = [made.seat for made in at.presenter.overlay.moves]
        while at.presenter.overlay is not None:
            press(at.presenter, "enter")
        assert at.presenter.model.visibility.seat == seat
        word, text = at.presenter.notices.shown
        assert word == "Meanwhile"
        names = at.presenter.model.replica.names
        turns = [names[mover] for mover, _moves in groupby(seats)]
        told = text.partition("; points: ")[0].split("; ")
        assert [each.partition(" ")[0] for each in told] == turns, "each player is named once a turn"

    alone(tmp_path, scenario, name, registry.game(name).rules.players[0])


def test_without_motion_all_is_there_at_once(tmp_path):
    settings = LiveSettings(tmp_path / "settings.toml")
    settings.change({"motion": "off"}, usual_keys())

    async def scenario(at):
        await at.round()
        assert at.presenter.overlay is None
        assert at.presenter.model.mine is not None
        assert at.presenter.model.unread.moves()

    alone(tmp_path, scenario, settings=settings)


def played(presenter):
    """What is being played, as the page that plays it."""
    assert isinstance(presenter.overlay, Since)
    return presenter.overlay


def test_the_cursor_goes_where_each_move_was_and_back_at_the_end(tmp_path):
    async def scenario(at):
        presenter = at.presenter
        await at.round()
        while presenter.overlay is not None:
            press(presenter, "enter")
        presenter.input.pointer.cursor = "d4"
        await at.round()
        page, seen = played(presenter), []
        assert presenter.input.pointer.cursor == ""
        while presenter.overlay is not None:
            press(presenter, "enter")
            seen.append(presenter.input.pointer.cursor)
        wanted = [next((told.where for told in made.effects if told.where), "") for made in page.moves[:-1]]
        assert seen == [*wanted, "d4"]
        assert any(wanted)

    alone(tmp_path, scenario, "metro", 3)


def test_a_key_takes_the_place_of_the_wait_and_many_moves_take_no_longer_than_all(tmp_path):
    async def scenario(at):
        await at.round()
        presenter = at.presenter
        page = played(presenter)
        waits = [task for task in at.tasks if task != presenter.model.choices.list_moves]
        press(presenter, "enter")
        shown = page.shown
        await waits[-1]()  # of the step before the key
        assert page.shown == shown
        many = Since(page.model, page.input, page.moves * 10, at.tasks.append, lambda: None)
        many.begin()
        before = trio.current_time()
        await at.tasks[-1]()
        assert trio.current_time() - before == pytest.approx(ALL / len(many.moves))

    alone(tmp_path, scenario, "metro", 3)


def test_nothing_is_played_where_several_sit_at_one_screen(tmp_path):
    async def scenario(at):
        model = at.presenter.model
        at.presenter.look_at()
        await at.move(2)
        assert since.moves(model)
        model.timeline.handles = at.hot.handles
        assert since.moves(model) == ()

    alone(tmp_path, scenario)


def test_points_that_were_lost_are_summed_up_too(tmp_path):
    async def scenario(at):
        await at.round()
        model, (made,) = at.presenter.model, played(at.presenter).moves
        while at.presenter.overlay is not None:
            press(at.presenter, "enter")
        newest = model.replica.position.state
        pairs = zip(*map(model.replica.rules.scores, (made.state, newest)), strict=True)
        changed = [now - was for was, now in pairs if now != was]
        assert changed
        assert all(f" {more:+d}" in catch_up.summary_line(model, (made,)) for more in changed)
        model.timeline.show_step(made.round)
        back = catch_up.summary_line(model, (replace(made, state=newest),))
        assert all(f" {-more:+d}" in back for more in changed)

    alone(tmp_path, scenario)


@pytest.mark.parametrize("typed", ["resign", "0-1", "７－６", "say hello"])
def test_a_letter_that_ends_it_is_typed(tmp_path, typed):
    async def scenario(at):
        await at.round()
        for letter in typed:
            press(at.presenter, letter)
        assert at.presenter.overlay is None
        assert at.presenter.input.typed == typed

    alone(tmp_path, scenario)


def test_several_pasted_moves_end_it_and_do_not_run_together(tmp_path):
    async def scenario(at):
        await at.round()
        type_(at.presenter, "0-1\r\n1-3\n")
        assert at.presenter.input.typed == "0-1 1-3"

    alone(tmp_path, scenario)


def test_a_key_that_does_something_on_a_turn_does_it(tmp_path):
    async def scenario(at):
        await at.round()
        press(at.presenter, "F4")
        assert at.presenter.overlay is not None
        assert at.presenter.overlay.name != "since"
        assert at.presenter.model.timeline.step is None
        assert "what has happened" in at.text()

    alone(tmp_path, scenario)
