"""A first game, as a newcomer sees it who knows neither the game nor the client: its lesson, then its first rounds.

``python -m tests.first_game`` writes ``docs/first-game`` anew; a test compares. The newcomer types what the lesson asks
for, and in the game what a quick bot would: all by the keys that the screen takes.
"""

from __future__ import annotations

import sys
import tempfile
from functools import partial
from pathlib import Path
from random import Random

import click
import trio

from p2pgames import registry
from p2pgames_cli.export.picture import svg
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.screen.board import press, type_
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.seat_handle import at_turn, known_faces, seat_of
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.viewpoint import Choices
from p2pgames_protocol.local.course import Course
from tests.cli.presenter import hot_seat

FOLDER = Path(__file__).parent.parent / "docs" / "first-game"
GAMES = ("linja", "metro", "bus", "line1", "socks")
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva")
SIZE = (80, 24)
TURNS = 3
"""Turns of the newcomer that the page shows."""
PLAYED = 16
"""Moves of the newcomer at most."""


class Page:
    """What the page about a game will hold: its text, and the pictures beside it."""

    def __init__(self, name: str) -> None:
        self.name, self.lines = name, list[str]()
        self.files: dict[str, str] = {}

    def text(self, *lines: str) -> None:
        """Add lines, and a blank one."""
        self.lines += [*lines, ""]

    def screen(self, presenter: Presenter) -> None:
        """Add the screen as it is now."""
        rows = compose(presenter, *SIZE).rows
        self.text("```text", *("".join(text for _, text in row).rstrip() for row in rows), "```")

    def picture(self, presenter: Presenter, about: str) -> None:
        """Add the screen in its colours."""
        file = f"{self.name}-{len(self.files) + 1}.svg"
        title = f"{registry.game(self.name).title}: {about}"
        self.files[file] = svg(compose(presenter, *SIZE).rows, title)
        self.text(f"![{title}]({file})")


def pages(name: str) -> dict[str, str]:
    """Return the page about a game and its pictures, by file."""
    page, title = Page(name), registry.game(name).title
    page.text(
        f"# A first game of {title}",
        "",
        f"In the browser, `p2pgames learn {name} --window` begins so: click what the lesson names, then *Send*.",
        "",
        f'<picture><source media="(prefers-color-scheme: dark)" srcset="../pictures/window-{name}-dark.webp">'
        f'<img src="../pictures/window-{name}-light.webp" alt="{title} in the window: the first step of the lesson">'
        "</picture>",
        "",
        f"In a terminal, `p2pgames learn {name}` looks as below: 80 x 24 characters, by the keys that the lesson asks",
        "for. The mouse works there, too. `python -m tests.first_game` writes this page, and the picture is made by",
        "`python -m tests.window_pictures`.",
        "",
        "## The lesson",
    )
    with click.Context(click.Command("p2pgames")).scope(), tempfile.TemporaryDirectory() as folder:
        _lesson(page)
        page.text(
            "## The game",
            "",
            f"Ada sits at the screen, bots at the other seats. Her first {TURNS} turns are shown, and where the game"
            f" stands after {PLAYED} moves of hers.",
        )
        trio.run(_play, page, Path(folder))
    return {f"{name}.md": "\n".join(page.lines), **page.files}


def _lesson(page: Page) -> None:
    game = registry.game(page.name)
    course = Course(game.rules, game.lesson, NAMES[: game.lesson.seats])
    how = Client(PlayOptions(Mode.SCREEN))
    session = TableSession([course.handle], game, how, local=True, what_if=course)
    presenter = presenter_at(session)
    presenter.start = lambda _task: None
    while (step := course.step) is not None:
        presenter.catch_up()
        _list_moves(presenter)
        page.screen(presenter)
        if presenter.overlay is not None:
            press(presenter, "escape")
            page.text("`Esc`")
            page.screen(presenter)
        if course.at == 0:
            page.picture(presenter, "the lesson begins")
        typed = step.moves[0] if step.moves else presenter.model.choices.legal.moves[0][0]
        page.text(f"`{typed}` `Enter`")
        replica = course.handle.replica
        move = replica.rules.parse(replica.position.state, course.lesson.seat, replica.known, typed)
        course.handle.signer.act(move)
    presenter.catch_up()
    page.screen(presenter)


def _list_moves(presenter: Presenter) -> None:
    handle = presenter.model.mine
    if handle is not None:
        rules, state = handle.replica.rules, presenter.model.state
        presenter.model.choices.listed = Choices.of(rules, state, seat_of(handle), known_faces(handle))


async def _play(page: Page, folder: Path) -> None:
    """Play at the screen, turn after turn, and write down the first ones."""
    name = page.name
    game, random = registry.game(name), Random(1)
    hot = await hot_seat(folder, name, game.rules.players[0])
    presenter = presenter_at(
        TableSession(hot.handles[:1], game, Client(PlayOptions(Mode.SCREEN)), local=True)
    )
    tasks = []
    presenter.start = tasks.append
    for turn in range(PLAYED):
        if not await _others(hot, game, random):
            break
        presenter.catch_up()
        if turn < TURNS:
            _since(page, presenter)
        while presenter.overlay is not None:
            press(presenter, "enter")
        _list_moves(presenter)
        if turn < TURNS:
            page.screen(presenter)
        await _turn(page if turn < TURNS else None, presenter, game, random, tasks)
    await _others(hot, game, random)
    presenter.catch_up()
    while presenter.overlay is not None:
        press(presenter, "enter")
    _list_moves(presenter)
    page.picture(presenter, "after the first rounds")


def _since(page: Page, presenter: Presenter) -> None:
    """Write down what the others did, which the board plays; Enter goes on."""
    while presenter.overlay is not None:
        page.text(f"The board shows for a moment: *{presenter.overlay.asks}*")
        press(presenter, "enter")


async def _others(hot, game, random: Random) -> bool:
    """Let the bots move until it is the newcomer's turn; tell whether it is."""
    while (handle := at_turn(hot.handles)) is not None and handle is not hot.handles[0]:
        await handle.act(_chosen(handle, game, random))
    return at_turn(hot.handles) is not None


def _chosen(handle, game, random: Random):
    rules, state, seat = handle.replica.rules, handle.replica.position.state, seat_of(handle)
    return game.bots[game.usual](rules, state, seat, known_faces(handle), random)


async def _turn(page: Page | None, presenter: Presenter, game, random: Random, tasks: list) -> None:
    """Type a move, look at what it would bring, and send it."""
    handle = presenter.model.mine
    rules, state, seat = handle.replica.rules, presenter.model.state, seat_of(handle)
    typed = rules.text(state, seat, _chosen(handle, game, random))
    presenter.look_at()
    type_(presenter, typed)
    if page is not None:
        page.text(f"`{typed}`: the line says `▶ {presenter.input.preview[1]}`.", "", "`Enter`")
    log = len(presenter.model.replica.log)
    while len(presenter.model.replica.log) == log:
        tasks.clear()
        press(presenter, "enter")  # a move, then what is chosen, then the answer to what is asked
        for task in [
            task for task in tasks if isinstance(task, partial) or task != presenter.model.choices.list_moves
        ]:
            await task()


def main(names: list[str]) -> None:
    """Write the pages of these games, of all for none."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or GAMES:
        for file, text in pages(name).items():
            (FOLDER / file).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
