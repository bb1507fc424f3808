"""A whole game as plain data."""

import pytest

from p2pgames import registry
from p2pgames_cli.export.json import as_object
from p2pgames_cli.export.text import as_text
from p2pgames_protocol.testing.room import Room


def told(exported):
    """All that is told, from the set-up to the result."""
    steps = [step for kind in ("moves", "rolls", "agreed", "left") for step in exported[kind]]
    return [each for step in (exported["set_up"], *steps, exported["result"]) for each in step["told"]]


@pytest.mark.parametrize(
    ("name", "seats", "options", "leaves"), [("linja", 2, {}, False), ("bus", 3, {}, True)]
)
def test_per_seat_the_points_of_all_that_is_told_are_the_final_score(name, seats, options, leaves):
    room = Room(registry.game(name).rules, seats, options, seed=1)
    room.play(45)
    if leaves:
        room.turn().resign()
        room.collect()
        room.deliver_all()
    room.play(10**4)
    replica = room.replicas[0]
    exported = as_object(replica)
    assert (len(exported["left"]) == 1) is leaves
    points = [0] * seats
    for each in told(exported):
        assert each.keys() == {"id", "params", "text", "seat", "points", "where"}
        if each["points"]:
            points[each["seat"]] += each["points"]
    assert points == exported["result"]["scores"]
    assert any(points)
    assert [each["id"] for each in exported["result"]["told"]] == ["game.ends"]
    said = as_text(replica)
    steps = [*exported["moves"], *exported["rolls"]]
    texts = [each["text"] for step in steps for each in step["told"] if "Seat" not in each["text"]]
    assert [text for text in texts if text not in said] == []
