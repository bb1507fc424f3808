"""The games that come with p2pgames, one package each, all made up alike; none knows of another."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import partial
from importlib.resources import files
from pkgutil import resolve_name
from typing import Any

from p2pgames.contract import RulesInfo
from p2pgames.game import (
    LEVELS,
    Bot,
    Exercise,
    Game,
    LazyMapping,
    Lesson,
    LessonPosition,
    SearchCost,
    translated,
)
from p2pgames.text import Message, SeatName, message


def packaged_game(
    package: str,
    title: str,
    info: RulesInfo,
    about: Message,
    cost: SearchCost,
    *,
    quick: tuple[str, ...],
    versions: tuple[int, ...] = (0,),
    other_names: tuple[str, ...] = (),
    languages: tuple[str, ...] = (),
) -> Game:
    """Return the game that a package holds; each of its modules is loaded when something of it is needed.

    ``rules`` holds ``VERSIONS``, the rules by version; ``view.terminal`` the ``PAINTER``; ``lesson`` the ``LESSON``.
    ``bots`` holds what the search goes by, the ``EVALUATOR``, and a function for each of the ``quick`` bots, which do
    not search; the last of them plays where nobody chooses. ``data/rules.md`` has the rules in words.

    What a list of games shows is given here: loading rules takes longer. That is ``info``, ``title``, ``about``, what
    the levels of the search cost, the versions, and other names under which the game was published.
    """

    def bots() -> Mapping[str, Bot]:
        from p2pgames.dealer import random_bot
        from p2pgames.search.search import levels

        own = {name: resolve_name(f"{package}.bots:{name}") for name in quick}
        return {"random": random_bot, **own, **levels(resolve_name(f"{package}.bots:EVALUATOR"), *cost.nodes)}

    return Game(
        name=info.name,
        title=title,
        other_names=other_names,
        versions=LazyMapping(versions, partial(resolve_name, f"{package}.rules:VERSIONS")),
        about=about,
        outline=info,
        bots=LazyMapping(("random", *quick, *LEVELS), bots),
        usual=quick[-1],
        painting=partial(resolve_name, f"{package}.view.terminal:PAINTER"),
        teaching=partial(resolve_name, f"{package}.lesson:LESSON"),
        thought=cost,
        text=(files(package) / "data" / "rules.md").read_text(encoding="utf-8"),
        translations=translated(package, *languages),
    )


def read_lesson(
    package: str, positions: Mapping[str, Callable[[], LessonPosition]], seats: int = 2
) -> Lesson:
    """Return the lesson whose steps, their sentences and moves stand in the ``lesson.toml`` of a package.

    ``positions`` makes by the name of a step what it begins with; one that is not there goes on from the step before.
    """
    game = package.rpartition(".")[2]

    def said(kind: str, name: str, step: Mapping[str, Any]) -> Message:
        players = {hole: SeatName(seat) for hole, seat in step.get("players", {}).items()}
        return message(f"{game}.{kind}-{name}", step[kind])(**(players if kind == "do" else {}))

    steps = tomllib.loads((files(package) / "lesson.toml").read_text(encoding="utf-8"))
    return Lesson(
        tuple(
            Exercise(
                said("learn", name, step),
                said("do", name, step),
                tuple(step["moves"]),
                said("why", name, step) if "why" in step else None,
                rolls=tuple(map(tuple, step.get("rolls", ()))),
                at=positions.get(name),
            )
            for name, step in steps.items()
        ),
        seats,
    )
