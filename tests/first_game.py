"""A first game, as a newcomer sees it who knows neither the game nor the client: its lesson, then a game.

``python -m tests.first_game`` writes ``docs/first-game`` anew; a test compares. The newcomer types what the lesson asks
for, and in the game always the move that the screen says most points of.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import click
import trio

from p2pgames import registry
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.screen.full_presenter import presenter_at
from p2pgames_cli.table.choices import Choices
from p2pgames_cli.table.play_options import Mode, PlayOptions
from p2pgames_cli.table.seat import known, seat_of
from p2pgames_protocol.local.course import Course
from tests.cli.presenter import seated

FOLDER = Path(__file__).parent.parent / "docs" / "first-game"
GAMES = ("linja",)
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva")
SIZE = (80, 24)
EVERY = 16
"""Moves between two screens of the game."""


def transcript(name: str) -> str:
    """Return the page about a game."""
    with click.Context(click.Command("p2pgames")).scope(), tempfile.TemporaryDirectory() as folder:
        played = trio.run(_played, Path(folder), name)
    title = registry.game(name).title
    return "\n".join(
        [
            f"# A first game of {title}",
            "",
            "This is what stands on a terminal of 80 x 24 characters for somebody new to the game and the client.",
            f"`python -m tests.first_game` writes this page; the keys are those that `p2pgames learn {name}` asks for.",
            "",
            "## The lesson",
            "",
            *_lesson(name),
            "## The game",
            "",
            "Ada sends the move of which the screen promises most points, Ben plays at random.",
            "",
            *played,
        ]
    )


def _screen(presenter) -> Iterator[str]:
    frame = compose(presenter, *SIZE)
    yield "```text"
    yield from ("".join(text for _, text in row).rstrip() for row in frame.rows)
    yield from ("```", "")


def _lesson(name: str) -> Iterator[str]:
    game = registry.game(name)
    course = Course(game.rules, game.lesson, NAMES[: game.lesson.seats])
    how = PlayOptions(Mode.SCREEN, trial=course, course=course)
    presenter = presenter_at([course.handle], game, how, local=True)
    presenter.start = lambda _task: None
    while (step := course.step) is not None:
        presenter.catch_up()
        _list_moves(presenter)
        yield from _screen(presenter)
        if presenter.overlay is not None:
            presenter.overlay = None
            yield from ("`Esc`", "", *_screen(presenter))
        yield from (f"`{step.moves[0]}` `Enter`", "")
        replica = course.handle.replica
        move = replica.rules.parse(replica.position.state, course.lesson.seat, replica.known, step.moves[0])
        course.handle.signer.act(move)
    presenter.catch_up()
    yield from _screen(presenter)


def _list_moves(presenter) -> None:
    handle = presenter.model.mine
    presenter.model.turn.listed = Choices.of(
        handle.replica.rules, presenter.model.state, seat_of(handle), known(handle)
    )


async def _played(folder: Path, name: str) -> list[str]:
    """Return screens of a game between somebody who is guided by points, and somebody who is not."""
    shown: list[str] = []
    async with seated(folder, name) as at:
        moves = 0
        while at.presenter.model.mine is not None:
            if moves % EVERY == 0:
                shown += _screen(at.presenter)
            await at.play(1, "random" if moves % 2 else "greedy", seed=moves)
            moves += 1
        shown += _screen(at.presenter)
    return shown


def main(names: list[str]) -> None:
    """Write the pages of these games, of all for none."""
    FOLDER.mkdir(exist_ok=True)
    for name in names or GAMES:
        (FOLDER / f"{name}.md").write_text(transcript(name), encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
