"""What the site takes from the code: the rules with their pictures, commands, keys, settings."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from importlib.resources import files
from inspect import cleandoc
from pathlib import Path
from typing import TYPE_CHECKING

import click

from p2pgames import registry
from p2pgames.drawing.svg import svg
from p2pgames.game import Game
from p2pgames_cli.config.settings import SETTINGS
from p2pgames_cli.i18n.catalogue import english
from p2pgames_cli.library.rules_lines import step_drawing
from p2pgames_cli.main import COMMANDS, p2pgames
from p2pgames_cli.table.actions.action import Action, Front, worded
from p2pgames_cli.table.actions.everything import ACTIONS

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT = Path(__file__).parents[2]
LINK = re.compile(r"\[([^\]]*)\]\(([^)#\s]+)\)")
PICTURE = re.compile(r'(?:<p[^>]*>)?<picture>.*?<img src="([^"]+)".*?alt="([^"]*)".*?</picture>(?:</p>)?')
RULES = re.compile(r"/p2pgames/games/\w+/data/rules\.md$")
COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE)
BOARD = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
FRONTS = {
    Front.SCREEN: "screen",
    Front.WINDOW: "window",
    Front.LINES: "lines",
    Front.JSON: "programs",
    Front.REPLAY: "replay",
}


def setup(app: Sphinx) -> dict[str, bool]:
    """Have every page pass through here before it is read."""
    app.connect("source-read", _page)
    return {"parallel_read_safe": True}


def _page(_app: Sphinx, page: str, source: list[str]) -> None:
    with english():
        source[0] += "\n".join(WRITTEN.get(page.removeprefix("docs/site/"), tuple)())
    source[0] = PICTURE.sub(r"![\2](\1)", source[0])
    source[0] = LINK.sub(partial(_link, (ROOT / page).parent), source[0])


def _link(folder: Path, link: re.Match[str]) -> str:
    """Return the link; to the site's own page of a game's rules, and only its words where it leads to a folder."""
    to = (folder / link[2]).resolve()
    if RULES.search(to.as_posix()):
        return f"[{link[1]}](/docs/site/rules/{to.parents[1].name})"
    return link[1] if to.is_dir() else link[0]


# -- rules --


def _rules(name: str) -> Iterator[str]:
    """Yield the rules that the client shows, with the positions that its lesson has."""
    game = registry.game(name)
    written = files(f"p2pgames.games.{name}").joinpath("data/rules.md").read_text("utf-8")
    yield BOARD.sub(partial(_board, game), COMMENT.sub("", written))


def _board(game: Game, shown: re.Match[str]) -> str:
    caption, step = shown.groups()
    found = step_drawing(game, step)
    if found is None:
        raise RuntimeError(f"No step of the lesson is called {step}.")
    picture = svg(found, "light", prefix=f"{step}-")
    return f'<figure class="board">{picture}<figcaption>{caption}</figcaption></figure>'


# -- reference --


def _keys() -> Iterator[str]:
    """Yield a row for each action."""
    yield from (_row(*_cells(action)) for action in ACTIONS)


def _settings() -> Iterator[str]:
    """Yield a row for each setting."""
    for setting in SETTINGS:
        values = ", ".join(f"`{_shown(value)}`" for value in setting.values)
        yield _row(
            f"`{setting.name}`", values if setting.check is None else f"{values} or a text", setting.about
        )


def _shown(value: bool | str) -> str:
    return str(value).lower() if isinstance(value, bool) else value or '""'


def _cells(action: Action) -> Iterator[str]:
    keys = action.keys or ([action.fixed] if action.fixed else [])
    yield " ".join(f"`{key}`" for key in keys)
    yield ", ".join(f"`{word}`" for word in action.typed)
    yield worded(action.help or action.about)
    yield ", ".join(name for front, name in FRONTS.items() if front in action.fronts)


def _commands() -> Iterator[str]:
    """Yield a section for each command, with what its help says."""
    top = click.Context(p2pgames, info_name="p2pgames")
    for name in COMMANDS:
        command = p2pgames.get_command(top, name)
        if command is None:
            raise RuntimeError(f"{name} is no command.")
        here = click.Context(command, info_name=name, parent=top)
        about = cleandoc(command.help or "").replace("\b\n", "").replace("*", r"\*")
        usage = " ".join(command.collect_usage_pieces(here))
        options = [param for param in command.params if isinstance(param, click.Option)]
        yield from ("", f"## {name}", "", f"`{here.command_path} {usage}`", "", about, "")
        yield from _options(option.get_help_record(here) for option in options)


def _options(records: Iterable[tuple[str, str] | None]) -> Iterator[str]:
    rows = [_row(f"`{option}`", about) for option, about in filter(None, records)]
    yield from ("| option | |", "|---|---|", *rows) if rows else ()


def _row(*cells: str) -> str:
    return f"| {' | '.join(' '.join(cell.split()).replace('|', '&#124;') for cell in cells)} |"


WRITTEN: dict[str, Callable[[], Iterable[str]]] = {
    "reference/keys": _keys,
    "reference/commands": _commands,
    "reference/settings": _settings,
    **{f"rules/{name}": partial(_rules, name) for name in registry.names()},
}
