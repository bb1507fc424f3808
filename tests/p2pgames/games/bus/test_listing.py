"""What the rules accept is exactly what they list, found by trying every move that can be written."""

from random import Random

from p2pgames.games.bus.state import BusTask
from tests.p2pgames.games.bus.tables import BUS, dealt, every_move, opened, random_play, random_town, why_not


def test_what_is_accepted_is_exactly_what_is_listed():
    seen = set()
    for seed in range(12):
        random = Random(f"listing {seed}")
        dealer = dealt(3 + seed % 3, ("classic", "garden")[seed % 2], seed)
        if seed > 1:
            dealer.state = opened(random_town(random, 8, 11), dealer.seats)
        for state in random_play(dealer):
            if random.random() < (0.06 if seed > 1 else 0.02):
                accepted = {m for m in every_move(state.city) if why_not(state, state.turn, m) is None}
                assert accepted == set(BUS.moves(state, state.turn, {}))
                seen.add(state.task)
    assert seen == set(BusTask) - {BusTask.ROLL, BusTask.OVER}
