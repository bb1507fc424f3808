"""What holds in every position of every game, and the counts of perft found another way."""

from random import Random

import pytest

from p2pgames.contract import Left, Moved, Why
from p2pgames.dealer import LocalDealer
from p2pgames.games.bus import turns
from p2pgames.games.bus.state import (
    BUILDINGS,
    MARKERS,
    RIDERS,
    STICKS,
    STONES,
    TYPES,
    Area,
    BusTask,
    marker_count,
)
from tests.p2pgames.games.bus.mirror import story
from tests.p2pgames.games.bus.tables import BUS, dealt, opened, random_play, random_town
from tests.perft import lines as perft_lines


def games():
    """Random games of all sizes, in both cities and in small ones; and whether seats leave."""
    for seed in range(24):
        dealer = dealt(3 + seed % 3, ("classic", "garden")[seed % 2], seed)
        if seed % 4 == 3:
            dealer.state = opened(random_town(Random(seed), 8, 11), dealer.seats)
        yield dealer, seed % 5 == 0


def steps():
    """Every state with the event that came and the state after it."""
    for dealer, leaving in games():
        while dealer.turn is not None:
            before = dealer.state
            if leaving and dealer.random.random() < 0.008:
                dealer.leave(dealer.random.choice(before.inside))
            else:
                dealer.play(dealer.random.choice(dealer.moves()))
            yield before, dealer.events[-1], dealer.state


def test_pieces_are_conserved():
    for _, _, after in steps():
        for seat in range(after.seats):
            assert after.sticks(seat) + max(0, len(after.lines[seat]) - 1) == STICKS[after.seats]
            assert after.sticks(seat) >= 0
            assert 0 <= after.markers[seat] <= MARKERS - marker_count(after.spaces, seat)
        assert sum(after.riders) + after.waiting == RIDERS
        assert min(after.riders) >= 0
        assert after.waiting >= 0
        built = sum(map(len, after.built))
        assert built + sum(turns.buildings_left(after, kind) for kind in range(3)) == BUILDINGS * len(TYPES)
        assert all(len(have) <= len(room) for have, room in zip(after.built, after.city.sites, strict=True))
        assert sum(after.stones) + after.stones_left == STONES[after.seats]
        assert after.stones_left >= 0
        assert all(1 <= buses <= 5 for buses in after.buses)


def test_markers_are_conserved_each_spent_on_a_space_or_as_a_bus():
    for dealer, leaving in games():
        spent = [0] * dealer.seats
        while dealer.turn is not None and not leaving:
            before, seat = dealer.state, dealer.turn
            dealer.play(dealer.random.choice(dealer.moves()))
            spent[seat] += before.task is BusTask.CHOOSE and dealer.events[-1].move != ("pass",)
            assert [held + gone for held, gone in zip(dealer.state.markers, spent, strict=True)] == (
                [MARKERS] * dealer.seats
            )
            if dealer.state.task is BusTask.CHOOSE and dealer.state.round == before.round:
                laid = sum(marker_count(dealer.state.spaces, each) for each in range(dealer.seats))
                was = sum(marker_count(before.spaces, each) for each in range(dealer.seats))
                assert laid - was == (dealer.events[-1].move != ("pass",))


def test_each_event_changes_one_piece_at_most():
    for before, event, after in steps():
        if isinstance(event, Left):
            continue
        assert sum(map(len, after.built)) - sum(map(len, before.built)) == (before.task is BusTask.BUILD)
        assert before.waiting - after.waiting == (before.task is BusTask.RIDERS)
        laid = sum(before.sticks(seat) - after.sticks(seat) for seat in range(after.seats))
        assert laid == (before.task in (BusTask.FIRST, BusTask.LINE))
        assert sum(after.points) - sum(before.points) == (before.task is BusTask.VROOMM)
        moved = sum(one != other for one, other in zip(before.riders, after.riders, strict=True))
        assert moved == {BusTask.VROOMM: 2, BusTask.RIDERS: 1}.get(before.task, 0)


def test_scores_fall_by_stones_only():
    for before, event, after in steps():
        changes = [new - old for old, new in zip(BUS.scores(before), BUS.scores(after), strict=True)]
        stopped = isinstance(event, Moved) and event.move == ("clock", "stop")
        assert min(changes) == (-1 if stopped else 0)
        assert sum(map(abs, changes)) <= 1


def test_the_spaces_of_an_area_fill_without_gaps():
    for dealer, leaving in games():
        for state in random_play(dealer) if not leaving else ():
            if state.task is BusTask.CHOOSE:
                for row in state.spaces:
                    filled = [seat >= 0 for seat in row]
                    assert filled == sorted(filled, reverse=True)


def test_leaving_takes_nothing_from_the_table_but_the_own_markers_of_the_round():
    left = 0
    for before, event, after in steps():
        if not isinstance(event, Left):
            continue
        left += 1
        seat = event.seat
        for what in ("lines", "points", "stones", "riders", "built", "stack"):
            if before.task is not BusTask.ROLL or what != "stack":
                assert getattr(after, what) == getattr(before, what), what
        # The others go on at once: a bus may come, but only to who has a marker there.
        bought = [new - old for new, old in zip(after.buses, before.buses, strict=True)]
        assert bought in (
            [0] * after.seats,
            [int(s == before.spaces[Area.BUS][0]) for s in range(after.seats)],
        )
        back = [marker_count(before.spaces, seat) if s == seat else 0 for s in range(after.seats)]
        assert [new - old for new, old in zip(after.markers, before.markers, strict=True)] == back
        assert marker_count(after.spaces, seat) == 0
        assert set(after.gone) - set(before.gone) == {seat}
        assert not any(s == seat for _, s in after.queue)
    assert left > 5


def test_who_has_left_is_never_asked_again_and_is_placed_last():
    for dealer, leaving in games():
        while leaving and dealer.turn is not None:
            assert dealer.turn not in dealer.state.gone
            assert dealer.state.start not in dealer.state.gone
            if dealer.random.random() < 0.008:
                dealer.leave(dealer.random.choice(dealer.state.inside))
            else:
                dealer.play(dealer.random.choice(dealer.moves()))
        if leaving:
            gone, places = dealer.state.gone, dealer.result.places
            assert {places[seat] for seat in gone} == set(
                range(dealer.seats + 1 - len(gone), dealer.seats + 1)
            )


def test_every_game_ends_for_one_of_the_reasons():
    reasons = {
        "The last time stone is taken.",
        "No building site is free.",
        "At most one player has markers left.",
        "All the others have left.",
    }
    seen = set()
    for seed in range(80):
        dealer = dealt(3 + seed % 3, ("classic", "garden")[seed % 2], f"end {seed}")
        if seed % 4 == 3:
            dealer.state = opened(random_town(Random(seed), 8, 11), dealer.seats)
        while dealer.turn is not None:
            if seed % 8 == 0 and dealer.random.random() < 0.05:
                dealer.leave(dealer.state.inside[0], Why.RESIGNED)
            else:
                dealer.play(dealer.random.choice(dealer.moves()))
        seen.add(str(dealer.result.why))
    assert seen == reasons


def continuations(told, made):
    """The moves open to whoever decides after these moves, in the second telling; none at the end."""
    script = story(*told)
    try:
        allowed = next(script)[1]
        for move in made:
            allowed = script.send(move)[1]
    except StopIteration:
        return ()
    return allowed


def sequences(told, made, depth):
    """The number of move sequences of that length, a game that ends earlier counting once."""
    allowed = continuations(told, made)
    if depth == 0 or not allowed:
        return 1
    if depth == 1:
        return len(allowed)
    return sum(sequences(told, [*made, move], depth - 1) for move in allowed)


@pytest.mark.parametrize("setup", [setup for setup, number in perft_lines("bus") if number < 1000])
def test_the_counts_of_perft_are_those_of_the_second_telling(setup):
    settings = dict(pair.split("=", 1) for pair in setup.split())
    seats = int(settings["seats"])
    dealer = LocalDealer(BUS, seats, {"city": settings["city"]}, Random(settings["seed"]))
    first = dealer.turn
    for _ in random_play(dealer, int(settings["plies"])):
        pass
    made = [event.move for event in dealer.events if isinstance(event, Moved)]
    city = dealer.state.city
    told = (city.streets, city.sites, city.stations, city.starts, seats, first)
    recorded = dict(perft_lines("bus"))[setup]
    assert sequences(told, made, int(settings["depth"])) == recorded
