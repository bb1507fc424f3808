"""Whole games against the referee, which was written from the rules text alone: turns, refills, trips, departures."""

from __future__ import annotations

from random import Random

import pytest

from p2pgames.contract import Left, Moved, Rolled
from p2pgames.dealer import random_bot
from p2pgames.games.line1.board import CELLS, LETTERS, TILES, shortest_route, stops_of
from p2pgames.games.line1.bots import builder
from p2pgames.games.line1.rules import Line1, Line1AsAtFirst
from p2pgames.games.line1.turns import cards_of, own_route
from tests.p2pgames.games.line1.referee import Referee, place
from tests.p2pgames.games.line1.tables import dealt

RULES = Line1()
TASKS = {"turn": "lay", "take": "take", "draw": "draw", "roll": "die", "over": "over"}


def begun(dealer, version=1, **options):
    """The referee of a game that was just dealt."""
    cards = []
    for seat, known in enumerate(dealer.known):
        line, card = cards_of(dealer.state, seat, known)
        cards.append((line, stops_of(dealer.seats, line, card)))
    strict, always = options.get("pockets") != "loose", options.get("traveller_tiles") == "always"
    return Referee(dealer.seats, dealer.turn, cards, strict, always, version)


def agree(state, referee):
    """Rules and referee see the same table."""
    assert TASKS[state.task] == referee.task
    assert [sorted(TILES[tile] for tile in hand) for hand in state.hands] == [
        sorted(h) for h in referee.hands
    ]
    assert [TILES[tile] for tile, count in enumerate(state.stack) for _ in range(count)] == referee.stack
    signs = {letter: place(cell) for letter, cell in zip(LETTERS, state.signs, strict=True) if cell >= 0}
    assert signs == referee.signs
    trips = {seat: trip.at for seat, trip in enumerate(state.trips) if trip is not None}
    assert trips == {seat: referee.at[seat] for seat in referee.routes}
    assert state.inside == tuple(referee.inside)
    if referee.task != "over":
        assert (state.turn, state.passes) == (referee.seat, referee.passes)
        assert state.lays == referee.lays
    board = {place(cell): piece for cell, piece in enumerate(state.track.cells) if piece}
    assert board.keys() == referee.board.keys()


def accepted(dealer, move):
    """Whether the seat at turn may make a move."""
    return dealer.rules.why_not(dealer.state, dealer.turn, dealer.known[dealer.turn], move) is None


def every_take(seats):
    """Every word and every tile of every seat, also of seats and tiles there are not."""
    words = {("draw",), ("pass",), ("roll",)}
    return words | {("take", owner, name) for owner in range(-1, seats + 1) for name in (*TILES, "loop")}


def beside_it(route, random):
    """Routes that differ from one in a space, or run otherwise."""
    at = random.randrange(1, len(route) - 1)
    for changed in (
        (*route[:at], *route[at + 1 :]),
        (*route[:at], route[at], *route[at:]),
        (*route[:at], route[at] + random.choice((-12, -1, 1, 12)), *route[at + 1 :]),
        (*route[:at], route[0], *route[at:]),
        (*route[:-1], route[-1] ^ 1),
        (route[0], *reversed(route[1:-1]), route[-1]),
        (*route, *route),
    ):
        if len(changed) > 2 and all(0 <= space < 156 for space in changed):
            yield changed


def listed(dealer, referee):
    """The moves listed are those the referee knows, as far as it lists them; moves beside them are judged alike."""
    moves = dealer.moves()
    routes = [move[-1] for move in moves if move[0] in ("go", "anew")]
    if referee.task == "take":
        assert set(moves) == referee.takes()
        assert {move for move in every_take(dealer.seats) if accepted(dealer, move)} == referee.takes()
    elif referee.seat in referee.routes:
        assert moves[0] == ("roll",)
        assert len(moves) == 1 + len(routes)
        left = len(referee.routes[referee.seat]) - 1 - referee.at[referee.seat]
        shorter = referee.seat not in referee.renewed and referee.shortest() - 1 < left
        assert len(routes) == (2 if shorter else 0)
    else:
        length = None if referee.lays else referee.shortest()
        assert [len(route) for route in routes] == ([] if length is None else [length] * 2)
    assert all(referee.is_route(route) for route in routes)
    if referee.task != "take":
        assert not any(accepted(dealer, move) for move in every_take(dealer.seats) - set(moves))
    routed = [move for move in moves if move[0] in ("go", "anew")]
    trip, seat = dealer.state.trips[dealer.turn], dealer.turn
    if trip is not None:
        routed.append(("anew", trip.route))
    for *words, route in routed:
        direct = shortest_route(dealer.state.track.cells, route[0] - CELLS, route[-1] - CELLS, ())
        for other in (direct, *beside_it(route, Random(len(dealer.events)))):
            good = referee.task == "lay" and seat not in referee.renewed and referee.is_route(other)
            assert accepted(dealer, (*words, other)) == good, other


def follow(dealer, referee, since):
    """Tell the referee what has happened since; return how much has happened."""
    for event in dealer.events[since:]:
        match event:
            case Moved(seat, move):
                referee.move(seat, move)
            case Rolled(values):
                referee.roll(values)
            case Left(seat):
                referee.leave(seat)
    return len(dealer.events)


def chosen(dealer, skilled):
    """A move: mostly a builder's, so that trips come about; now and then a trip begun anew, also if that is longer."""
    seat, state = dealer.turn, dealer.state
    trip = state.trips[seat]
    if trip is not None and not trip.renewed and dealer.random.random() < 0.2:
        return "anew", own_route(state, trip.line, trip.card)[:: dealer.random.choice((1, -1))]
    bot = builder if seat in skilled else random_bot
    return bot(dealer.rules, dealer.state, seat, dealer.known[seat], dealer.random)


def played(seats, seed, leaving=0.0, builders=True, rules=RULES, **options):
    """Play a game beside the referee; return its events and how it ended."""
    dealer = dealt(seats, seed, rules=rules, **options)
    referee, chance = begun(dealer, rules.version, **options), Random(seed)
    skilled = set(chance.sample(range(seats), seats - seed % 2 if builders else 0))
    since = len(dealer.events)
    agree(dealer.state, referee)
    while dealer.turn is not None:
        listed(dealer, referee)
        if chance.random() < leaving:
            dealer.leave(chance.choice(dealer.state.inside))
        else:
            dealer.play(chosen(dealer, skilled))
        since = follow(dealer, referee, since)
        agree(dealer.state, referee)
    assert dealer.result.places == referee.places
    return [event.move[0] for event in dealer.events if isinstance(event, Moved)], dealer.result


VERSIONS = {"version 0": Line1AsAtFirst(), "version 1": RULES}
CHOSEN = [{}, {"traveller_tiles": "always"}, {"pockets": "loose"}]


@pytest.mark.parametrize(
    ("seats", "options", "rules"),
    [
        pytest.param(
            seats,
            options,
            rules,
            id=f"{seats}-{options}-{name}",
            # In every run each pair of two of them once, of three not all.
            marks=() if (seats + at + kept) % 2 or not options else pytest.mark.slow,
        )
        for seats in range(2, 6)
        for at, options in enumerate(CHOSEN)
        for kept, (name, rules) in enumerate(VERSIONS.items())
    ],
)
def test_whole_games_go_as_the_referee_says(seats, options, rules):
    words, result = played(seats, seats, rules=rules, **options)
    assert "roll" in words
    assert ("take" in words) >= ("traveller_tiles" in options)
    assert len(result.winners) == 1


@pytest.mark.parametrize("seed", range(6))
def test_games_with_departures_go_as_the_referee_says(seed):
    played(5, seed, leaving=0.02, traveller_tiles=("always", "empty")[seed % 2])


@pytest.mark.parametrize("seats", [2, 5])
def test_games_that_nobody_can_go_on_with_end_as_the_referee_says(seats):
    words, result = played(seats, 1, builders=False)
    assert "pass" in words
    assert result.winners == tuple(range(seats))
