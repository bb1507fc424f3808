"""Runs the checks on a game, and reports the result of each."""

from __future__ import annotations

import traceback
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Final

from p2pgames.game import Game
from p2pgames_protocol.testing.game.broken import Broken
from p2pgames_protocol.testing.game.case import Case
from p2pgames_protocol.testing.game.everything import Check

HERE: Final = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a check: fine where neither a fault nor what is lacking is named."""

    check: Check
    cases: int = 0
    """How many were looked at."""
    fault: str = ""
    where: str = ""
    """The case with the fault."""
    lacking: str = ""
    """Why nothing was looked at."""


def run(game: Game, checks: Iterable[Check], seed: str, *, long: bool = False) -> Iterator[Outcome]:
    """Yield what comes of each check, which ends with the first case that does not hold.

    The same seed gives the same cases, whichever other checks there are.
    """
    for check in checks:
        yield _outcome(game, check, Random(f"{seed} {check.name}"), check.many if long else check.few)


def _outcome(game: Game, check: Check, random: Random, most: int) -> Outcome:
    case: Case | None = None
    number = 0
    try:
        if lacking := check.lacks(game) or ("" if most else "left out: takes longer"):
            return Outcome(check, lacking=lacking)
        for case in islice(_cases(game, random), most):
            number += 1
            check.look(case, random)
    except Broken as broken:
        return Outcome(check, number, str(broken), str(case or ""))
    except Exception as raised:  # noqa: BLE001  # it is somebody's package, and may fail in any way
        return Outcome(check, number, _said(raised), str(case or ""))
    return Outcome(check, number)


def _cases(game: Game, random: Random) -> Iterator[Case]:
    """Yield cases for ever: with every number of seats in turn, first with the usual options, then with any."""
    lengths: dict[int, int] = {}
    for number in count():
        seats = game.rules.players[number % len(game.rules.players)]
        values = {
            each.name: random.choice(each.values) if number else each.default for each in game.rules.options
        }
        case = Case(game, seats, values, str(random.randrange(10**6)))
        if seats not in lengths:
            lengths[seats] = sum(1 for event in case.whole().events if hasattr(event, "move"))
        yield Case(game, seats, values, case.seed, random.randrange(lengths[seats] + 2))


def _said(raised: BaseException) -> str:
    """Return what was raised, and where outside the checks."""
    while isinstance(raised, BaseExceptionGroup):
        raised = raised.exceptions[0]
    if isinstance(raised, Broken):
        return str(raised)
    frames = [
        each for each in traceback.extract_tb(raised.__traceback__) if Path(each.filename).parent != HERE
    ]
    frame = frames[-1] if frames else traceback.extract_tb(raised.__traceback__)[-1]
    place = f"{Path(frame.filename).parent.name}/{Path(frame.filename).name}, line {frame.lineno}, in {frame.name}"
    return f"{type(raised).__name__} is raised: {raised} ({place})"
