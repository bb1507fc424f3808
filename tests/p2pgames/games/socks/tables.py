"""Positions for the tests of Socks in the City."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from random import Random

from p2pgames.contract import Choose, Moved, Roll, Rolled, resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.games.socks import rules
from p2pgames.games.socks.city import CityLayout
from p2pgames.games.socks.state import SocksState, SocksTerms
from p2pgames.registry import game

RULES = game("socks").rules
BOTS = game("socks").bots

ROW = tuple((2 * number, 0, 0) for number in range(6))
"""Six tiles side by side: two rows of twelve stations, the twins below at (0, 0) to (11, 0), single ones above."""


def seed(number):
    """Some seed of a layout."""
    data = sha256(str(number).encode()).digest()
    return tuple(int.from_bytes(data[at : at + 4], "big") for at in range(0, 32, 4))


def options(**chosen):
    return resolve_options(RULES, 2, {name: str(value) for name, value in chosen.items()})


def dealer(number=1, first=None, **chosen):
    return LocalDealer(RULES, 2, options(**chosen), Random(number), first)


def table(tiles=ROW, pairs=(), blockers=(), first=0, left=(40, 40), **terms):
    """The first stick on a layout of our own, which need not meet any condition."""
    state = replace(SocksState(SocksTerms(**terms)), first=first, turn=first, left=left)
    return rules.open_city(state, CityLayout(tiles, tuple(pairs), tuple(blockers)))


def lay(state, one, two, seat=None):
    """Lay a stick between two cells, for a seat of our choice whoever is at turn."""
    if seat is not None and seat != state.turn:
        state = replace(state, turn=seat, todo=2)
    move = next(m for m in (("stick", *one, *two), ("stick", *two, *one)) if m in state.town.number)
    return RULES.apply(state, Moved(state.turn, move))


def line(state, cells, seat):
    """Lay sticks from cell to cell."""
    for one, two in pairwise(cells):
        state = lay(state, one, two, seat)
    return state


def roll(state, *values):
    """Answer what the coin is asked."""
    if not isinstance(RULES.ask(state), Roll):
        raise TypeError(RULES.ask(state))
    return RULES.apply(state, Rolled(values))


def move(state, text):
    """Make the typed move for the seat at turn."""
    match RULES.ask(state):
        case Choose(seat):
            return RULES.apply(state, Moved(seat, RULES.parse(state, seat, {}, text)))
    raise TypeError(RULES.ask(state))
