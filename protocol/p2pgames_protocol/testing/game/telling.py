"""What is told of events: it adds up to the scores, betrays nothing, and lies on the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from p2pgames.contract import AnyRules, Event, Face, Moved, Opened
from p2pgames.picture.picture import Drawer, View
from p2pgames.telling import set_up
from p2pgames.text import Every, FaceName, Message
from p2pgames.told import Told
from p2pgames_protocol.testing.game.broken import expect, shown
from p2pgames_protocol.testing.game.case import Case


def retold(
    rules: AnyRules, seats: int, options: Mapping[str, str], events: Iterable[Event]
) -> Iterator[tuple[Event | None, Any, Any, tuple[Told, ...]]]:
    """Yield what is told of the set-up and of each event after it, with the states before and after."""
    state = rules.start(seats, options)
    yield None, state, state, set_up(rules, state)
    for event in events:
        before, state = state, rules.apply(state, event)
        yield event, before, state, rules.told(before, event, state)


def adds_up(case: Case, random: Random) -> None:
    """Check that all that is told adds up to the scores, whoever leaves."""
    dealer, rules = case.played(), case.rules
    if dealer.result is None and random.random() < 0.5:
        dealer.leave(random.randrange(case.seats))
    while dealer.turn is not None:
        dealer.play(dealer.random.choice(dealer.moves()))
    points = [0] * case.seats
    for event, before, after, told in retold(rules, case.seats, case.options, dealer.events):
        if event is not None:
            expect(
                told == rules.told(before, event, after),
                f"`told` tells another story of {shown(event)} twice.",
            )
        for each in told:
            text = str(each.what)
            expect(text and "\n" not in text, f"`told` says {text!r}.")
            expect(each.points == 0 or each.seat is not None, f"Nobody gets the points of {text!r}.")
            points[each.seat or 0] += each.points
        scores, made = rules.scores(after), rules.made_of(after)
        expect(
            scores in (None, tuple(points)),
            f"After {shown(event)} the scores are {scores}, and what was told adds up to {tuple(points)}.",
        )
        if made is not None:
            sums = [sum(each.points for each in made if each.seat == seat) for seat in range(case.seats)]
            expect(sums == points, f"`made_of` adds up to {sums}, what was told to {points}.")
    expect(
        rules.scores(dealer.state) is not None or not any(points), "Points are told in a game without scores."
    )


def keeps_secrets(case: Case, _random: Random) -> None:
    """Check that what is told names no face that only one seat has seen."""
    dealer, rules = case.played(), case.rules
    hidden = {face for known in dealer.known for face in known.values()}
    shown_faces: set[Face] = set()
    for event, before, _after, told in retold(rules, case.seats, case.options, dealer.events):
        if isinstance(event, Moved):
            shown_faces |= {face for _slot, face in rules.shows(before, event.seat, event.move)}
        if isinstance(event, Opened):
            shown_faces |= {face for _slot, face in event.faces if face is not None}
        betrayed = {face for each in told for face in _faces(each.what)} & hidden - shown_faces
        expect(not betrayed, f"`told` names {sorted(betrayed)} to all, which only one seat has seen.")


def _faces(param: object) -> Iterator[Face]:
    """Yield every face that a message names."""
    match param:
        case FaceName(code):
            yield code
        case Message(_, params):
            for _name, each in params:
                yield from _faces(each)
        case Every(items):
            for each in items:
                yield from _faces(each)


def lies_on_the_board(case: Case, _random: Random) -> None:
    """Check that what is told of a place names a spot of the drawing."""
    dealer, painter = case.played(), case.game.painter
    if not isinstance(painter, Drawer):
        return
    *_rest, (_event, before, after, told) = retold(case.rules, case.seats, case.options, dealer.events)
    spots = {spot.name for state in (before, after) for spot in painter.drawing(state, View()).spots}
    lost = {each.where for each in told if each.where is not None} - spots
    expect(not lost, f"`told` says that something lies at {sorted(lost)}, and the drawing has no such spot.")
