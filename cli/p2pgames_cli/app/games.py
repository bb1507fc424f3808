"""What can be played, as lines and as data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from p2pgames import registry
from p2pgames.contract import Option
from p2pgames.game import Game, SearchCost
from p2pgames.text import with_message
from p2pgames_cli.config import console
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.filling import WIDTH
from p2pgames_cli.i18n.prose import named
from p2pgames_cli.library.games import find, players_range, positions_line

INDENT = " " * 9


def installed_games() -> list[Game]:
    """Return the games that are installed; a broken one is reported, and the others are still listed."""
    return list(filter(None, map(_found, registry.names())))


def _found(name: str) -> Game | None:
    try:
        return find(name)
    except Stop as stop:
        console.warn(f"p2pgames: {stop}")
        return None


def game_lines(game: Game) -> Iterator[str]:
    """Yield a game with its players, options and bots."""
    about = _("{title}, {players} players, rules version {version}")
    said = about.format(title=game.title, players=players_range(game), version=game.info.version)
    yield f"{console.bold(f'{game.name:8}')} {said}"
    if game.other_names:
        yield _filled(_("also published as {names}").format(names=", ".join(game.other_names)))
    for option in game.info.options:
        yield _filled(_words(option))
    yield _filled(_("bots: {names}").format(names=", ".join(game.bots)))
    if game.thought is not None:
        yield _filled(positions_line(game.thought))


def _words(option: Option) -> str:
    default = (
        " " + _("({default} by default)").format(default=option.default) if len(option.values) > 1 else ""
    )
    return f"{option.name}={'|'.join(option.values)}{default}  {named(option.about)}"


def _filled(text: str) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=INDENT, subsequent_indent=f"{INDENT}  ", break_long_words=False
    )


def game_as_data(game: Game) -> dict[str, object]:
    """Return a game as plain data."""
    facts = game.info
    return {
        "name": game.name,
        "title": game.title,
        "players": [facts.players[0], facts.players[-1]],
        "rules": facts.version,
        "decks": facts.decks,
        "options": [
            {"name": o.name, "values": list(o.values), "default": o.default, **with_message("about", o.about)}
            for o in facts.options
        ],
        "bots": list(game.bots),
        "levels": [] if game.thought is None else _levels(game.thought),
    }


def _levels(thought: SearchCost) -> list[dict[str, object]]:
    """Return what bots that search look at in each decision, and about how many seconds that takes."""
    return [
        {"name": level, "nodes": nodes, "seconds": round(thought.seconds(level), 3)}
        for level, nodes in thought.levels.items()
    ]
