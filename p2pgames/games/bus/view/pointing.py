"""What stands in the input line, and what pointing at a place makes of it.

Places are crossings (``07``), streets (``00-08``, the head a stick leaves first), areas of the action board
(``line``), types of buildings (``house``), ``pass``, ``stop`` and ``run``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeAlias

from p2pgames.contract import Choose, Illegal, Move, Seat
from p2pgames.games.bus import lines, notation
from p2pgames.games.bus import notation as bus_moves
from p2pgames.games.bus.board import BY_LABEL, TYPES, Crossing, number, street_name
from p2pgames.games.bus.rounds import tick
from p2pgames.games.bus.rules import Bus
from p2pgames.games.bus.state import State, Task
from p2pgames.text import whole_number

RULES: Final = Bus()
_PAIR: Final = re.compile(r"([0-9]{2})-([0-9]{2})?")
_BUILDING: Final = re.compile(r"(?:([0-9]{1,2})\b)?\s*(?:[a-d]\s)?\s*([a-z]*)")
PAIRS: Final = (Task.FIRST, Task.LINE, Task.VROOMM)
"""The tasks whose moves go from one crossing to another."""

Pair: TypeAlias = tuple[Crossing, Crossing]


@dataclass(frozen=True, slots=True)
class Draft:
    """A position in which a seat is to move, with the legal moves by what is typed for them."""

    state: State
    seat: Seat
    moves: dict[str, Move]
    pairs: tuple[Pair, ...]
    """Every legal way from a crossing to another, where that is what a move is; first sticks both ways round."""

    # -- what is typed --

    def move(self, typed: str) -> Move | None:
        """Return the legal move that is typed, if one is."""
        if typed in self.moves:
            return self.moves[typed]
        try:
            return RULES.parse(self.state, self.seat, {}, typed) if typed.strip() else None
        except Illegal:
            return None

    def begun(self, typed: str) -> Crossing | None:
        """Return the crossing from which a typed pair goes, if its other end is still missing."""
        found = _PAIR.fullmatch(typed)
        return int(found[1]) if found and not found[2] else None

    def building(self, typed: str) -> tuple[Crossing | None, str]:
        """Return the crossing and the type that are typed for a building, each as far as it is."""
        found = _BUILDING.fullmatch(typed.lower().strip())
        if not found:
            return None, ""
        word = next((kind for kind in TYPES if found[2] and kind.startswith(found[2])), "")
        return (int(found[1]) if found[1] else None), word

    def leads(self, typed: str) -> bool:
        """Whether this is a legal move, or the beginning of one that pointing goes on with."""
        if typed in self.moves:
            return True
        if self.state.task is Task.BUILD:
            return typed in {text.split()[-1] for text in self.moves}
        head = self.begun(typed)
        return head is not None and any(one == head for one, _ in self.pairs)

    # -- pointing --

    def point(self, typed: str, spot: str) -> str:
        """Return what stands in the line after pointing; of several moves that fit a crossing the next one each time.

        Where no move fits, the line says what was meant, so that the refusal gives the reason.
        """
        task = self.state.task
        if task is Task.CHOOSE:
            return spot if spot in (*BY_LABEL, "pass") else typed
        if task is Task.CLOCK:
            return spot if spot in ("stop", "run") else typed
        if task is Task.BUILD:
            return self._build(typed, spot)
        if task is Task.RIDERS:
            return spot if whole_number(spot) is not None else typed
        if _PAIR.fullmatch(spot):
            return spot
        return typed if (at := whole_number(spot)) is None else self._pair(typed, at)

    def _build(self, typed: str, spot: str) -> str:
        at, word = self.building(typed)
        if spot in TYPES:
            return spot if at is None else self._building(at, spot)
        if (crossing := whole_number(spot)) is None:
            return typed
        kinds = [TYPES[kind] for kind in lines.kinds(self.state)]
        coming = TYPES[tick(self.state).clock]
        chosen = word if word in kinds else coming if coming in kinds else kinds[0]
        if at == crossing and self.move(typed):
            chosen = kinds[(kinds.index(chosen) + 1) % len(kinds)]
        return self._building(crossing, chosen)

    def _building(self, at: Crossing, word: str) -> str:
        move = ("build", at, word)
        return notation.text(self.state, move) if at in lines.open_at(self.state) else f"{number(at)} {word}"

    def _pair(self, typed: str, at: Crossing) -> str:
        head = self.begun(typed)
        ending = [pair for pair in self.pairs if pair[1] == at and head in (None, pair[0])]
        if self.state.task is Task.FIRST and head is None:
            return f"{number(at)}-"
        if ending:
            texts = [self._text(pair) for pair in ending]
            return texts[(texts.index(typed) + 1) % len(texts)] if typed in texts else texts[0]
        if any(one == at for one, _ in self.pairs):
            return f"{number(at)}-"
        return self._refused(head, at)

    def _text(self, pair: Pair) -> str:
        return street_name(*(sorted(pair) if self.state.task is Task.FIRST else pair))

    def _refused(self, head: Crossing | None, at: Crossing) -> str:
        """Return what says best why nothing ends at a crossing: a street from a head to it, if there is one."""
        ends = lines.heads(self.state.lines[self.seat]) if self.state.task is Task.LINE else ()
        near = [end for end in ends if head in (None, end) and (end, at) in self.state.city.street]
        return street_name(near[0], at) if near else number(at)

    def legal(self, typed: str, spot: str) -> bool:
        """Whether pointing at a place leads on from what is typed."""
        after = self.point(typed, spot)
        return after != typed and self.leads(after)


def draft_of(state: State, seat: Seat | None) -> Draft | None:
    """Return the draft of a seat, None when it is not to move."""
    if seat is None or RULES.ask(state) != Choose(seat):
        return None
    legal = {notation.text(state, move): move for move in bus_moves.listing(state)}
    return Draft(state, seat, legal, tuple(_pairs(state, legal)))


def _pairs(state: State, texts: Iterable[str]) -> list[Pair]:
    if state.task not in PAIRS:
        return []
    found = [(int(one), int(other)) for one, other in (text.split("-") for text in texts)]
    return sorted([*found, *((other, one) for one, other in found if state.task is Task.FIRST)])
