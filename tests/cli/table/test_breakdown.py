"""What the points of a game consist of."""

import pytest

from p2pgames import registry
from p2pgames_cli.table.history_text import breakdown, points_lines
from p2pgames_protocol.log.consents import TAKEBACK
from p2pgames_protocol.log.history import History
from p2pgames_protocol.testing.room import Room
from tests.protocol.rooms import all_say


@pytest.mark.parametrize(("name", "seats", "moves"), [("linja", 2, 30), ("bus", 3, 70)])
def test_at_every_step_the_parts_add_up_to_the_scores_also_after_a_takeback(name, seats, moves):
    room = Room(registry.game(name).rules, seats, seed=4)
    room.play(moves)
    replica = room.replicas[0]
    all_say(room, TAKEBACK.name, replica.position.past[-1].round)
    history = History(replica)
    for step in (0, *range(8, len(replica.log) + 1, 9), len(replica.log)):
        scores = replica.rules.scores(replica.positions[step].state)
        parts = breakdown(history, step)
        sums = [sum(part.told.points for part in parts if part.told.seat == seat) for seat in range(seats)]
        assert tuple(sums) == scores
        assert all(part.entry is None or part.entry.round < step for part in parts)
    assert parts
    first, *rest = points_lines(history, len(replica.log), 0)
    assert first.startswith(replica.genesis.names[0])
    assert len(rest) == sum(part.told.seat == 0 for part in parts)
