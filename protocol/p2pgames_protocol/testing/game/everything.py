"""All checks on a game, in the order in which faults are best fixed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from p2pgames.game import LEVELS, Game
from p2pgames.picture.picture import Drawer
from p2pgames_protocol.testing.game import (
    bots,
    chance,
    contract,
    drawings,
    lessons,
    pictures,
    repeat,
    tables,
    telling,
)
from p2pgames_protocol.testing.game.case import Case

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
    Check("asks", "decks, cards and dice that are asked for can be had", chance.asks, 3, 60),
    Check("moves", "listed moves are legal, and can be typed", contract.moves, 12, 400),
    Check("words", "the position is told in sentences", contract.words, 15, 200),
    Check("fuzz", "nonsense and near misses are refused", contract.fuzz, 15, 300),
    Check("typed", "whatever is typed is a move or refused", contract.typed, 15, 300),
    Check("leaving", "seats may leave at any time", contract.leaving, 20, 400),
    Check("first", "any seat can be made to begin", contract.first, 4, 12),
    Check("told", "what is told adds up to the scores", telling.adds_up, 6, 60),
    Check("secrets", "what is told betrays no hidden face", telling.keeps_secrets, 15, 200),
    Check("places", "what is told lies on the board", telling.lies_on_the_board, 10, 100, _drawing),
    Check("repeats", "other processes play the same game", repeat.elsewhere, 1, 6),
    Check("bots", "bots make legal moves, and the same ones again", bots.quick, 10, 100),
    Check("thinking", "so do the bots that search", bots.thinking, 0, 5, _search),
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
    Check("lesson", "every step of the lesson can be done", lessons.taught, 1, 1, _lesson),
)
