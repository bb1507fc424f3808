"""Tables that go on while another one is shown, or the home."""

from contextlib import ExitStack

import pytest
import trio
import trio.lowlevel
import trio.testing
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pgames import registry
from p2pgames_cli.app.run import play
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.table.live_table import LiveTable, LiveTables
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.ui import guest
from tests.cli.emulator import PATIENCE, Terminal
from tests.cli.presenter import hot_seat


class Place:
    """Several tables, each of which is played until the test says how it ends."""

    def __init__(self, nursery):
        self.tables = LiveTables(None, nursery)
        self.ends = {}
        self.held = []
        self.came = []

    async def sit(self, name):
        """Begin to play at a table; return it."""
        table, held = LiveTable(self.tables), ExitStack()
        self.ends[name] = trio.Event()
        held.callback(self.held.append, name)
        self.tables.nursery.start_soon(self._sit, table, held, name)
        await trio.testing.wait_all_tasks_blocked()
        return table

    async def _sit(self, table, held, name):
        self.came.append((name, await self.tables.sit(table, held, self.play, table, name)))

    async def play(self, table, name):
        while await table.is_wanted():
            with table.seen():
                await self.tables.wait_until(lambda: table.is_aside or self.ends[name].is_set())
            if self.ends[name].is_set():
                return 7
        return 0

    async def left_open(self, *names):
        """Begin to play at tables, and leave all open; return them."""
        made = []
        for name in names:
            made.append(await self.sit(name))
            made[-1].leave_open()
            await trio.testing.wait_all_tasks_blocked()
        return made


def played(scenario):
    """Play a scenario with a place of its own."""

    async def main():
        async with trio.open_nursery() as nursery:
            await scenario(Place(nursery))
            nursery.cancel_scope.cancel()

    trio.run(main)


def test_a_table_that_is_left_open_goes_on_and_is_let_go_of_when_it_ends():
    async def scenario(place):
        [one] = await place.left_open("one")
        assert place.came == [("one", 0)]
        assert (place.tables.open, place.held) == ([one], [])
        place.ends["one"].set()
        assert await place.tables.show(one) == 7
        assert (place.tables.open, place.tables.ended, place.held) == ([], [], ["one"])

    played(scenario)


def test_from_one_table_the_player_goes_to_the_one_that_waits_longest_else_to_the_next():
    async def scenario(place):
        tables = place.tables
        one, two, three = made = await place.left_open("one", "two", "three")
        assert [tables.after(table) for table in made] == [two, three, one]
        assert tables.ordered() == made
        two.since = 20.0
        assert tables.after(three) is two
        assert tables.ordered() == [two, one, three]
        one.since = 10.0
        assert tables.after(three) is one
        assert tables.after(one) is two
        assert tables.waiting_beside(one) == {id(two)}
        assert tables.after(LiveTable(tables)) is one
        place.tables.nursery.start_soon(tables.show, three)
        await trio.testing.wait_all_tasks_blocked()
        three.leave_open(tables.after(three))
        await trio.testing.wait_all_tasks_blocked()
        assert [table.is_seen for table in made] == [True, False, False]

    played(scenario)


def test_the_next_table_is_shown_once_the_one_before_is_off_the_screen():
    async def slow(table, gone):
        with table.seen():
            await table.tables.wait_until(lambda: table.is_aside)
            await gone.wait()
        await trio.sleep_forever()

    async def scenario(place):
        [one] = await place.left_open("one")
        two, gone = LiveTable(place.tables), trio.Event()
        place.tables.nursery.start_soon(place.tables.sit, two, ExitStack(), slow, two, gone)
        await trio.testing.wait_all_tasks_blocked()
        two.leave_open(one)
        await trio.testing.wait_all_tasks_blocked()
        assert not one.is_seen
        gone.set()
        await trio.testing.wait_all_tasks_blocked()
        assert one.is_seen

    played(scenario)


def test_what_ends_unseen_is_kept_until_somebody_takes_note():
    async def failing(table):
        with table.seen():
            await table.tables.wait_until(lambda: table.is_aside)
        raise Stop(Code.FAILURE, "It was closed.")

    async def scenario(place):
        tables, table = place.tables, LiveTable(place.tables)
        tables.nursery.start_soon(tables.sit, table, ExitStack(), failing, table)
        await trio.testing.wait_all_tasks_blocked()
        table.leave_open()
        await trio.testing.wait_all_tasks_blocked()
        assert tables.ended == [table]
        with pytest.raises(Stop, match="closed"):
            table.result.unwrap()

    played(scenario)


def test_leaving_for_good_ends_all():
    async def scenario(place):
        await place.left_open("one", "two")
        await place.tables.close()
        assert (place.tables.open, sorted(place.held)) == ([], ["one", "two"])

    played(scenario)


def test_a_table_that_is_interrupted_while_it_is_seen_ends_with_it():
    async def scenario(place):
        table, place.ends["one"] = LiveTable(place.tables), trio.Event()
        async with trio.open_nursery() as nursery:
            nursery.start_soon(place.tables.sit, table, ExitStack(), place.play, table, "one")
            await trio.testing.wait_all_tasks_blocked()
            nursery.cancel_scope.cancel()
        assert place.tables.open == []

    played(scenario)


def test_the_player_goes_from_table_to_table_with_one_key(tmp_path):
    async def main():
        game = registry.game("linja")
        async with trio.open_nursery() as nursery:
            nursery.cancel_scope.deadline = trio.current_time() + PATIENCE
            tables = LiveTables(None, nursery)

            def begin(hot, **more):
                how = Client(PlayOptions(Mode.SCREEN, **more), live=LiveTable(tables), within=True)
                nursery.start_soon(
                    tables.sit, how.live, ExitStack(), play, TableSession(hot.handles, game, how)
                )
                return how.live

            first = begin(await hot_seat(tmp_path / "one"))
            await terminal.until("move>")
            terminal.press("0-1 2-4")
            await terminal.until("▶ 0-1 2-4")
            terminal.press("\x1bt")
            await tables.wait_until(lambda: first.is_aside and not first.is_seen)
            begin(await hot_seat(tmp_path / "two", seats=2), bots={1: "random"})
            await terminal.until("move>  such as", "F10")
            terminal.press("\x1bn")
            await terminal.until("▶ 0-1 2-4")
            assert not first.is_aside
            terminal.press("\x1bn")
            await terminal.until("move>  such as")
            nursery.cancel_scope.cancel()

    with create_pipe_input() as pipe:
        terminal = Terminal(pipe, 120, 40)
        output = Vt100_Output(
            terminal.written, lambda: Size(rows=40, columns=120), term="xterm-256color", enable_cpr=False
        )
        with create_app_session(input=pipe, output=output):
            guest.run(main)
