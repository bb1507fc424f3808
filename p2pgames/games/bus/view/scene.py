"""What a picture of Bus shows at any size: the position with the move being considered, and what is marked."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from p2pgames.contract import Choose, Illegal, Move, Seat
from p2pgames.games.bus import notation, sentences, turns, words
from p2pgames.games.bus.rules import Bus
from p2pgames.games.bus.state import (
    BUSES,
    BY_LABEL,
    NOBODY,
    ORDER,
    SIZES,
    TYPES,
    Area,
    BusCity,
    BusState,
    BusTask,
    Crossing,
    Line,
    Street,
    crossing_number,
    free_space,
    street_name,
)
from p2pgames.games.bus.turns import tick
from p2pgames.games.bus.words import task_in_words
from p2pgames.picture.picture import GLYPHS, PANEL, Ink, Row, Run, Say, View, remembered, shortened
from p2pgames.text import Count, Message, whole_number

# What stands in the input line, and what pointing at a place makes of it.
#
# Places are crossings (``07``), streets (``00-08``, the head a stick leaves first), areas of the action board
# (``line``), types of buildings (``house``), ``pass``, ``stop`` and ``run``.

RULES: Final = Bus()
_PAIR: Final = re.compile(r"([0-9]{2})-([0-9]{2})?")
_BUILDING: Final = re.compile(r"(?:([0-9]{1,2})\b)?\s*(?:[a-d]\s)?\s*([a-z]*)")
PAIRS: Final = (BusTask.FIRST, BusTask.LINE, BusTask.VROOMM)
"""The tasks whose moves go from one crossing to another."""

Pair: TypeAlias = tuple[Crossing, Crossing]


@dataclass(frozen=True, slots=True)
class BusDraft:
    """A position in which a seat is to move, with the legal moves by what is typed for them."""

    state: BusState
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
        if self.state.task is BusTask.BUILD:
            return typed in {text.split()[-1] for text in self.moves}
        head = self.begun(typed)
        return head is not None and any(one == head for one, _ in self.pairs)

    # -- pointing --

    def point(self, typed: str, spot: str) -> str:
        """Return what stands in the line after pointing; of several moves that fit a crossing the next one each time.

        Where no move fits, the line says what was meant, so that the refusal gives the reason.
        """
        task = self.state.task
        if task is BusTask.CHOOSE:
            return spot if spot in (*BY_LABEL, "pass") else typed
        if task is BusTask.CLOCK:
            return spot if spot in ("stop", "run") else typed
        if task is BusTask.BUILD:
            return self._build(typed, spot)
        if task is BusTask.RIDERS:
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
        kinds = [TYPES[kind] for kind in turns.kinds_left(self.state)]
        coming = TYPES[tick(self.state).clock]
        chosen = word if word in kinds else coming if coming in kinds else kinds[0]
        if at == crossing and self.move(typed):
            chosen = kinds[(kinds.index(chosen) + 1) % len(kinds)]
        return self._building(crossing, chosen)

    def _building(self, at: Crossing, word: str) -> str:
        move = ("build", at, word)
        return (
            notation.move_text(self.state, move)
            if at in turns.open_sites(self.state)
            else f"{crossing_number(at)} {word}"
        )

    def _pair(self, typed: str, at: Crossing) -> str:
        head = self.begun(typed)
        ending = [pair for pair in self.pairs if pair[1] == at and head in (None, pair[0])]
        if self.state.task is BusTask.FIRST and head is None:
            return f"{crossing_number(at)}-"
        if ending:
            texts = [
                street_name(*(sorted(pair) if self.state.task is BusTask.FIRST else pair)) for pair in ending
            ]
            return texts[(texts.index(typed) + 1) % len(texts)] if typed in texts else texts[0]
        if any(one == at for one, _ in self.pairs):
            return f"{crossing_number(at)}-"
        return self._refused(head, at)

    def _refused(self, head: Crossing | None, at: Crossing) -> str:
        """Return what says best why nothing ends at a crossing: a street from a head to it, if there is one."""
        ends = turns.heads(self.state.lines[self.seat]) if self.state.task is BusTask.LINE else ()
        near = [end for end in ends if head in (None, end) and (end, at) in self.state.city.street]
        return street_name(near[0], at) if near else crossing_number(at)

    def legal(self, typed: str, spot: str) -> bool:
        """Whether pointing at a place leads on from what is typed."""
        after = self.point(typed, spot)
        return after != typed and self.leads(after)


def draft_of(state: BusState, seat: Seat | None) -> BusDraft | None:
    """Return the draft of a seat, None when it is not to move."""
    if seat is None or RULES.ask(state) != Choose(seat):
        return None
    legal = {notation.move_text(state, move): move for move in notation.listing(state)}
    return BusDraft(state, seat, legal, tuple(_pairs(state, legal)))


def _pairs(state: BusState, texts: Iterable[str]) -> list[Pair]:
    if state.task not in PAIRS:
        return []
    found = [(int(one), int(other)) for one, other in (text.split("-") for text in texts)]
    return sorted([*found, *((other, one) for one, other in found if state.task is BusTask.FIRST)])


@dataclass(frozen=True, slots=True)
class BusScene:
    """A position as one viewer sees it."""

    before: BusState
    """As it is."""
    state: BusState
    """Right after the move that is meant."""
    seat: Seat | None
    draft: BusDraft | None
    """What the viewer can do; None unless it is to move."""
    move: Move | None
    """The move that is typed or under the cursor."""
    traced: tuple[Seat, ...]
    """The seats whose lines alone are to be seen; none to see all."""
    users: tuple[tuple[Seat, ...], ...]
    """For each street the seats whose beads hang on it."""
    heads: dict[Crossing, tuple[Seat, ...]]
    """The seats with a head at each crossing, twice where both are there."""
    changed: frozenset[Crossing]
    """The crossings at which the meant move changes something."""
    laid: Street | None
    """The street of the meant stick."""
    newest: dict[Crossing, tuple[Seat, bool]]
    """Where the newest moves ended: who made the last one there, and whether it is the very newest."""
    marker: tuple[Area, int] | None
    """The space of the very newest marker."""

    def ink(self, seat: Seat) -> Ink:
        """Return how something of a seat is written."""
        return f"bold seat{seat}" if seat == self.seat else f"seat{seat}"

    def seat_sign(self, seat: Seat, more: Ink = "") -> Run:
        """Return the sign of a seat."""
        return f"{self.ink(seat)} {more}".strip(), GLYPHS[seat]

    def legal(self, typed: str, spot: str) -> bool:
        """Whether pointing at a place leads on to a move of the viewer."""
        return self.draft is not None and self.draft.legal(typed, spot)

    def seated(self, at: Crossing) -> int:
        """Return how many passengers at a crossing sit in a building of the hour."""
        return self.state.riders[at] - max(0, turns.spare(self.state, at))


@remembered
def scene(state: BusState, view: View) -> BusScene:
    """Return the position as the viewer sees it."""
    draft = draft_of(state, view.seat)
    move = _meant(draft, view) if draft else None
    after = notation.play_move(state, move) if move is not None else state
    traced = _traced(after, view)
    newest, marker = _recent(state, view)
    return BusScene(
        before=state,
        state=after,
        seat=view.seat,
        draft=draft,
        move=move,
        traced=traced,
        users=_users(after.city, after.lines, traced),
        heads=_heads(after, traced),
        changed=frozenset(_ends(move)) if move is not None else frozenset(),
        laid=_street(state, move),
        newest=newest,
        marker=marker,
    )


def _meant(draft: BusDraft, view: View) -> Move | None:
    """Return the move that is typed, or else the one that pointing at the cursor's place would write."""
    typed = draft.move(view.typed)
    if typed is not None or not view.cursor:
        return typed
    return draft.moves.get(draft.point(view.typed, view.cursor))


def _ends(move: Move) -> tuple[Crossing, ...]:
    match move:
        case ("stick", int(_), int(far)):
            return (far,)
        case ("build" | "rider", int(at), *_):
            return (at,)
        case ("carry", int(source), int(target)):
            return source, target
    return ()


def _street(state: BusState, move: Move | None) -> Street | None:
    match move:
        case ("stick", int(one), int(other)):
            return state.city.street[one, other]
    return None


@lru_cache(64)
def _users(city: BusCity, lines: tuple[Line, ...], traced: tuple[Seat, ...]) -> tuple[tuple[Seat, ...], ...]:
    seats = traced or range(len(lines))
    masks = turns.owners(city, lines)
    return tuple(tuple(seat for seat in seats if mask >> seat & 1) for mask in masks)


def _heads(state: BusState, traced: tuple[Seat, ...]) -> dict[Crossing, tuple[Seat, ...]]:
    found: dict[Crossing, tuple[Seat, ...]] = {}
    for seat in traced or range(state.seats):
        if line := state.lines[seat]:
            for end in (line[0], line[-1]):
                found[end] = (*found.get(end, ()), seat)
    return found


def _traced(state: BusState, view: View) -> tuple[Seat, ...]:
    """Return the seats whose lines come to the crossing under the cursor; elsewhere the viewer's own."""
    if not view.trace:
        return ()
    here = -1 if (at := whole_number(view.cursor)) is None else at
    passing = tuple(seat for seat, line in enumerate(state.lines) if here in line)
    return passing or ((view.seat,) if view.seat is not None and state.lines[view.seat] else ())


def _recent(state: BusState, view: View) -> tuple[dict[Crossing, tuple[Seat, bool]], tuple[Area, int] | None]:
    marks: dict[Crossing, tuple[Seat, bool]] = {}
    marker = None
    for number, (before, seat, move) in enumerate(view.recent, 1):
        last = number == len(view.recent)
        for at in _ends(move)[-1:]:
            marks[at] = seat, last
        match move:
            case ("take", str(label)) if last:
                area = BY_LABEL[label]
                space = free_space(before.spaces, area)
                marker = (area, space) if state.spaces[area][space] == seat else None
    return marks, marker


# What stands beside the city: what is to be done, the action board with what each space yields, a traced line.

ROOMY: Final = 30
"""Rows from which on there is room for blank ones."""
TAUGHT: Final = 1
"""Rounds in which the signs of the map are explained."""
COUNTED: Final = (Area.LINE, Area.RIDERS, Area.BUILD)


def panel(state: BusState, shown: BusScene, view: View) -> tuple[tuple[str, Row], ...]:
    """Return the rows, at most 36 characters wide and no wider than the view, each with what tells what it means."""
    width = min(PANEL, view.columns)
    rows = [
        *(("", row) for row in _wanted(state, view, width)),
        *_actions(shown, view),
        *(("", row) for row in _legend(state, view)),
        *(("", row) for row in _lines(shown, view, width)),
    ]
    if view.rows < ROOMY:
        rows = [(name, row) for name, row in rows if row]
    return tuple((name, shortened(row, width)) for name, row in rows)


def _wanted(state: BusState, view: View, width: int) -> Iterator[Row]:
    """Yield what the seat at turn is to do."""
    if state.task in (BusTask.ROLL, BusTask.OVER):
        return
    mine = view.seat == state.turn
    when = view.say(words.ROUND(round=Count(state.round)) if state.round else words.SET_UP())
    who: Run = ("bold", view.say(words.YOU())) if mine else (f"seat{state.turn}", GLYPHS[state.turn])
    yield ("", f"{when}, "), who, ("", ":")
    for line in textwrap.wrap(view.say(task_in_words(state)), width - 1):
        yield (("bold" if mine else "", f" {line}"),)


# -- the action board --


def _actions(shown: BusScene, view: View) -> Iterator[tuple[str, Row]]:
    """Yield each area with its markers in the order they are carried out, and what the next space would yield.

    Each comes with its spot on the board.
    """
    state = shown.before
    if not state.round:
        return
    yield "", ()
    yield "", (("bold", view.say(words.ACTIONS())), ("", f", {view.say(words.WHAT_EACH_GIVES())}"))
    for area in Area:
        now = state.step >= 0 and ORDER[state.step][0] is area
        done = state.step >= 0 and ORDER[state.step][0] > area
        label = f"{'▸' if now else ' '}{area + 1} {view.brief(sentences.AREAS[area]):<7}"
        markers, following = _markers(shown, area), _next(state, area, view.say, done=done)
        yield area.label, (("bold" if now else "", label), *markers, *following)


def _markers(shown: BusScene, area: Area) -> Iterator[Run]:
    state = shown.before
    for each, space in ORDER:
        seat = state.spaces[area][space] if each is area else NOBODY
        if seat != NOBODY:
            yield shown.seat_sign(seat)
            yield "", (str(yielded(state, area, space, seat)) if area in (*COUNTED, Area.VROOMM) else "")


def yielded(state: BusState, area: Area, space: int, seat: Seat) -> int:
    """Return how much a marker of the seat yields on a space that offers this many of something."""
    return state.buses[seat] if area is Area.VROOMM else state.yields(area, space)


def _next(state: BusState, area: Area, say: Say, *, done: bool) -> Iterator[Run]:
    """Yield what a marker on the first free space would bring, while actions are chosen."""
    if state.task is BusTask.CHOOSE:
        offered = area_offer(state, area)
        yield "", f" {say(offered)}" if offered else ""
    elif done and all(seat == NOBODY for seat in state.spaces[area]):
        yield "", "-"


def area_offer(state: BusState, area: Area) -> Message | None:
    """Return what a marker on the first free space of an area would bring; None if that is not a number."""
    space = free_space(state.spaces, area)
    if space < 0:
        return words.FULL() if SIZES[area] > 1 else None
    if area in COUNTED:
        return words.NEXT(count=Count(state.yields(area, space)))
    if area is Area.VROOMM:
        return words.NEXT(count=Count(state.buses[state.turn]))
    full = area is Area.BUS and state.buses[state.turn] == BUSES
    return words.FREE_BUT_FIVE() if full else sentences.FREE()


# -- what the signs mean, and lines --


def _legend(state: BusState, view: View) -> Iterator[Row]:
    """Yield what the signs of the map mean, as long as the game is young."""
    if state.round <= TAUGHT and state.task is not BusTask.OVER:
        yield ()
        yield (("bold", view.say(words.ON_THE_MAP())),)
        yield from ((("", view.say(line)),) for line in words.LEGEND)


def _lines(shown: BusScene, view: View, width: int) -> Iterator[Row]:
    """Yield the crossings of each traced line."""
    for seat in shown.traced:
        line = shown.state.lines[seat]
        yield ()
        streets = sentences.STREETS(count=Count(len(line) - 1))
        said = view.say(words.LINE_OF(streets=streets))
        yield shown.seat_sign(seat), ("bold", f" {said}")
        for row in textwrap.wrap(" ".join(map(crossing_number, line)), width - 1):
            yield (("", f" {row}"),)
