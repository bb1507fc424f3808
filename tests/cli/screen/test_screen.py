"""The full screen through a terminal emulator: keys and clicks in, what stands on the screen out."""

from contextlib import asynccontextmanager
from functools import partial

import pytest
import trio
import trio.testing
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from prompt_toolkit.output.color_depth import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from p2pgames import registry
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.config.themes import THEMES, colour_of
from p2pgames_cli.screen import app
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.ui import guest
from tests.cli.emulator import PATIENCE, Terminal
from tests.cli.presenter import hot_seat

ENTER, TAB, ESCAPE, UP, CONTROL_C, CONTROL_U = "\r", "\t", "\x1b", "\x1b[A", "\x03", "\x15"


def settled(folder, text):
    """Return the settings of a file with this text."""
    file = folder / "settings.toml"
    file.write_text(text, encoding="utf-8")
    return LiveSettings(file)


def on_screen(folder, scenario, columns=120, rows=40, seats=2, settings=None, **options):
    """Play a scenario at a terminal; returns the terminal afterwards."""

    async def main():
        hot = await hot_seat(folder, seats=seats)
        chosen = Client(PlayOptions(Mode.SCREEN, **options), settings or LiveSettings())
        presenter = presenter_at(TableSession(hot.handles, registry.game("linja"), chosen, local=True))
        with trio.fail_after(2 * PATIENCE):
            async with trio.open_nursery() as nursery, showing(terminal, presenter, nursery):
                await scenario(terminal, presenter)
        return terminal

    with create_pipe_input() as pipe:
        terminal = Terminal(pipe, columns, rows)
        output = Vt100_Output(
            terminal.written,
            lambda: Size(rows=terminal.screen.lines, columns=terminal.screen.columns),
            term="xterm-256color",
            default_color_depth=ColorDepth.DEPTH_24_BIT,
            enable_cpr=False,
        )
        with create_app_session(input=pipe, output=output):
            return guest.run(main)


async def alone(folder, scenario):
    """Let a scenario do with a presenter what it wants, without a terminal."""
    hot = await hot_seat(folder)
    await scenario(
        presenter_at(
            TableSession(hot.handles, registry.game("linja"), Client(PlayOptions(Mode.SCREEN)), local=True)
        )
    )


@asynccontextmanager
async def showing(terminal, presenter, nursery):
    nursery.start_soon(app.run, presenter)
    await terminal.until("move>")
    yield
    presenter.closed = True
    terminal.press(ESCAPE)


def test_moves_by_keys_and_mouse(tmp_path):
    async def scenario(terminal, presenter):
        terminal.press("0-1 1-2")
        await terminal.until("move> 0-1 1-2")
        terminal.press(CONTROL_U)
        terminal.press(" 2-4")
        await terminal.until("▶ 0-1 2-4")
        terminal.press(ENTER)
        await terminal.until("Ada 0-1 2-4", "▸▲ Ben")
        spot = presenter.cursor.picture.spot("7")
        terminal.click(spot.row + 1, spot.column + 20)
        await terminal.until("move> 7-6")
        terminal.click(spot.row + 1, spot.column + 20)
        await terminal.until("move> 7-6 7-")
        terminal.click(37, 3)
        await terminal.until("Ben 7-6 7-", "▸● Ada")

    on_screen(tmp_path, scenario)


def test_refusal_help_and_palette_on_a_small_screen(tmp_path):
    async def scenario(terminal, presenter):
        terminal.press("3-7")
        await terminal.until("✗ A turn opens")
        terminal.press(ESCAPE)
        await terminal.until("▸● Ada")
        terminal.press("?")
        terminal.press("rul")
        await terminal.until("▸ rules")
        terminal.press(ENTER)
        await terminal.until("the rules of Linja")
        terminal.press(ESCAPE)
        await terminal.until("move>")

    on_screen(tmp_path, scenario, 80, 24)


def test_what_begins_when_the_screen_has_just_been_closed_is_left_undone(tmp_path):
    done = []

    async def late():
        done.append(True)

    async def scenario(presenter):
        async with trio.open_nursery() as screen:
            presenter.closed = True
            screen.start_soon(app.run, presenter)
        presenter.start(late)
        await trio.lowlevel.checkpoint()
        await trio.testing.wait_all_tasks_blocked()
        assert not done

    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        guest.run(partial(alone, tmp_path, scenario))


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize("steps", range(6))
def test_a_screen_can_be_taken_away_at_any_step_of_its_beginning_and_end(tmp_path, steps, closed):
    async def scenario(presenter):
        presenter.closed = closed
        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as screen:
                screen.start_soon(app.run, presenter)
                for _ in range(steps):
                    await trio.lowlevel.checkpoint()
                screen.cancel_scope.cancel()

    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        guest.run(partial(alone, tmp_path, scenario))


def test_closing_asks_first(tmp_path):
    async def scenario(terminal, presenter):
        terminal.press(CONTROL_C)
        await terminal.until("The game is saved.", "y yes")
        terminal.press(ESCAPE)
        await terminal.until("Tab")
        assert not presenter.closed

    on_screen(tmp_path, scenario)


def test_without_colours_only_bold_and_reverse_remain(tmp_path):
    async def scenario(terminal, presenter):
        terminal.press(TAB)
        terminal.press(TAB)
        await terminal.until("move>")

    terminal = on_screen(tmp_path, scenario, colour=False)
    terminal.look()
    cells = [cell for line in terminal.screen.buffer.values() for cell in line.values()]
    assert {cell.fg for cell in cells} == {"default"}
    assert any(cell.bold for cell in cells)


@pytest.mark.parametrize("theme", THEMES)
def test_a_seat_has_the_colour_of_the_theme(tmp_path, theme):
    async def scenario(terminal, presenter):
        await terminal.until("move>")
        cells = [cell for line in terminal.screen.buffer.values() for cell in line.values()]
        drawn = {cell.fg for cell in cells if cell.data == "●"}
        assert drawn == {colour_of(theme, "seat0").removeprefix("#") or "brightbrown"}

    on_screen(tmp_path, scenario, settings=settled(tmp_path, f'theme = "{theme}"'))


def test_settings_hold_as_soon_as_they_are_saved(tmp_path):
    live = settled(tmp_path, "")

    async def scenario(terminal, presenter):
        await terminal.until("─ players")
        live.path.write_text("ascii = true")
        terminal.press(TAB)
        await terminal.until("- players")
        live.path.write_text('ascii = "perhaps"')
        terminal.press(TAB)
        await terminal.until("─ players", 'line 1: ascii is false or true, not "perhaps".')

    on_screen(tmp_path, scenario, settings=live)


def test_a_terminal_that_shrinks_and_grows_is_drawn_anew(tmp_path):
    async def scenario(terminal, presenter):
        terminal.screen.resize(24, 80)
        terminal.press("0")
        await terminal.until("moves begin like this")
        terminal.screen.resize(18, 58)
        terminal.press("-")
        await terminal.until("--plain")

    on_screen(tmp_path, scenario)
