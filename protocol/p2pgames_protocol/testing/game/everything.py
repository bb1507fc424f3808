"""All checks on a game, in the order in which faults are best fixed."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from p2pgames.game import LEVELS, Game
from p2pgames.picture.picture import Drawer
from p2pgames_protocol.testing.game import contract, drawings, pictures, tables
from p2pgames_protocol.testing.game.case import Broken, Case

Look: TypeAlias = Callable[[Case, Random], None]
"""Looks at a case; raises `Broken` if the game does not hold."""
Lacks: TypeAlias = Callable[[Game], str]
"""Returns what a game lacks to be looked at so; nothing if it can be."""


def _nothing(_game: Game) -> str:
    return ""


def _painter(game: Game) -> str:
    return "" if game.painter is not None else "no painter: the game is shown in words"


def _drawing(game: Game) -> str:
    return "" if isinstance(game.painter, Drawer) else "no drawing: the window shows characters or words"


def _lesson(game: Game) -> str:
    return "" if game.lesson is not None else "no lesson: `p2pgames learn` has nothing to teach"


def _search(game: Game) -> str:
    return "" if {*game.bots} & {*LEVELS} else "no bot that searches"


@dataclass(frozen=True, slots=True)
class Check:
    """A check by name, what it is about, and in how many cases it looks, quickly and at length."""

    name: str
    about: str
    look: Look
    few: int
    many: int
    lacks: Lacks = _nothing


CHECKS: Final = (
    Check("complete", "names, versions, bots, options, and rules in words", contract.complete, 1, 1),
    Check("ends", "random games end, with a place for every seat", contract.whole_game, 6, 60),
    Check("states", "a state is a frozen value, and `wire` shows all of it", contract.states, 3, 30),
    Check("asks", "decks, cards and dice that are asked for can be had", contract.asks, 3, 60),
    Check("moves", "listed moves are legal, and can be typed", contract.moves, 12, 400),
    Check("words", "the position is told in sentences", contract.words, 15, 200),
    Check("fuzz", "nonsense and near misses are refused", contract.fuzz, 15, 300),
    Check("typed", "whatever is typed is a move or refused", contract.typed, 15, 300),
    Check("leaving", "seats may leave at any time", contract.leaving, 20, 400),
    Check("first", "any seat can be made to begin", contract.first, 4, 12),
    Check("told", "what is told adds up to the scores", contract.adds_up, 6, 60),
    Check("secrets", "what is told betrays no hidden face", contract.keeps_secrets, 15, 200),
    Check("places", "what is told lies on the board", contract.lies_on_the_board, 10, 100, _drawing),
    Check("repeats", "other processes play the same game", contract.elsewhere, 1, 6),
    Check("bots", "bots make legal moves, and the same ones again", contract.quick, 10, 100),
    Check("thinking", "so do the bots that search", contract.thinking, 0, 5, _search),
    Check("network", "a bad network, and players who restart", tables.bad_network, 1, 8),
    Check("departure", "a seat resigns, and the others finish", tables.departure, 1, 8),
    Check("cheat", "a forbidden move is named by all", tables.cheat, 1, 8),
    Check("peers", "peers are cut apart, and finish the game", tables.peers, 1, 4),
    Check("audit", "a file with another byte is refused", tables.altered, 1, 8),
    Check("pictures", "the board in characters fits every screen", pictures.fits, 8, 80, _painter),
    Check("panel", "so does what stands beside it", pictures.beside, 8, 80, _painter),
    Check("equal", "equal positions look equal", pictures.equal, 4, 40, _painter),
    Check("pointing", "pointing ends in a legal move", pictures.pointing, 10, 100, _painter),
    Check("odd", "odd spots and lines end nothing", pictures.odd, 20, 200, _painter),
    Check("drawings", "drawn boards are legible and whole", drawings.drawn, 4, 60, _drawing),
    Check("clicks", "clicks lead to every legal move", drawings.clicks, 3, 60, _drawing),
    Check("svg", "drawings can be written as SVG", drawings.written, 2, 20, _drawing),
    Check("motions", "what moves stays on the board", drawings.motions, 10, 100, _drawing),
    Check("lesson", "every step of the lesson can be done", contract.taught, 1, 1, _lesson),
)


# Runs the checks on a game, and reports the result of each.

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
