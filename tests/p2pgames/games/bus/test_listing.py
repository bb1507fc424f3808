"""What the rules accept is exactly what they list, found by trying every move that can be written."""

from itertools import product
from random import Random

from p2pgames.games.bus.board import BY_LABEL, TYPES
from p2pgames.games.bus.state import Task
from tests.p2pgames.games.bus.tables import BUS, dealt, opened, random_play, random_town, why_not


def every_move(city):
    """All moves of all kinds between and at the crossings of a city, and some beside it."""
    at = range(-1, len(city.crossings) + 1)
    yield ("pass",)
    yield from (("take", label) for label in (*BY_LABEL, "pass", ""))
    yield from (("clock", word) for word in ("stop", "run", "house"))
    yield from (("rider", crossing) for crossing in at)
    yield from (("build", crossing, word) for crossing in at for word in (*TYPES, "A"))
    yield from ((kind, *pair) for kind in ("stick", "carry") for pair in product(at, repeat=2))


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
    assert seen == set(Task) - {Task.ROLL, Task.OVER}
