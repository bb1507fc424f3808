"""Bots at one computer: they stay when a game is taken up again, and agree to no draw that they need not."""

import json
from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames_cli.main import run
from p2pgames_protocol.local.hotseat import HotSeat
from p2pgames_protocol.log.consents import DRAW
from p2pgames_protocol.testing.room import identity
from tests.cli.client import Client, resume
from tests.cli.presenter import hot_seat


def move(client):
    """Wait for a question, answer it, and return whose it was."""
    asked = client.until("ask")
    client.send(move=asked["moves"][0])
    return asked["seat"]


@pytest.mark.parametrize(("name", "bot"), [("linja", "careful"), ("metro", "patient")])
def test_a_bot_goes_on_when_its_game_is_taken_up_again(tmp_path, name, bot):
    home = tmp_path / "a"
    with Client(home, "hotseat", name, "--bot", f"2={bot}") as first:
        assert [move(first), move(first)] == [0, 0]
        first.until("ask")
        first.send(do="quit")
        assert first.wait() == 0
    for _ in range(2):
        with resume(home) as again:
            assert again.until("table")["you"] == [0]
            assert [move(again), move(again)] == [0, 0]
            again.until("ask")
            again.send(do="quit")
            assert again.wait() == 0


def test_another_bot_can_take_a_seat_when_a_game_is_taken_up_again(tmp_path):
    home = tmp_path / "a"
    with Client(home, "hotseat", "linja", "--bot", "2=careful") as first:
        move(first)
        first.until("ask")
        first.send(do="quit")
        first.wait()
    with resume(home, "--bot", "1=random", "--bot", "2=random") as both:
        assert both.until("over")["basis"] == "played"


async def uneven(folder):
    """Return a table at which one of two is ahead, with that seat."""
    hot = await hot_seat(folder)
    random = Random(1)
    while True:
        position = hot.handles[0].replica.position
        scores = position.rules.scores(position.state)
        if scores[0] != scores[1]:
            return hot, scores.index(max(scores))
        seat = position.due[0]
        await hot.handles[seat].act(random.choice(position.rules.moves(position.state, seat, {})))


@pytest.mark.parametrize("ahead", [True, False])
def test_a_bot_agrees_to_a_draw_only_where_it_is_not_ahead(tmp_path, ahead):
    async def main():
        hot, leader = await uneven(tmp_path)
        bot = leader if ahead else 1 - leader
        again = HotSeat(
            hot.handles[0].replica.genesis,
            identity(0),
            registry.rules,
            hot.store,
            bytes(32),
            {bot: "careful"},
        )
        await again.resume(again.store.open()[0])
        person = again.handles[1 - bot]
        if ahead:
            with pytest.raises(Illegal, match="is ahead, and plays on"):
                await person.offer(DRAW.name)
            assert not person.replica.finished
        else:
            await person.offer(DRAW.name)
            assert person.replica.position.ending.basis == "agreed"

    trio.run(main)


def test_a_bot_agrees_to_no_draw_where_no_points_are_counted(tmp_path):
    async def main():
        hot = await hot_seat(tmp_path, "line1")
        hot.bots = {1: "builder"}
        with pytest.raises(Illegal, match="only in games that count points"):
            await hot.handles[0].offer(DRAW.name)

    trio.run(main)


def test_what_is_kept_of_bots_may_be_nonsense(tmp_path):
    async def main():
        hot = await hot_seat(tmp_path)
        for nonsense in (7, (1,), ((0, 1, 2),), ((True, "x"), (9, "x"), (-1, "x"), (0, b"x"))):
            hot.store.keep("bots", nonsense)
            again = HotSeat(hot.handles[0].replica.genesis, identity(0), registry.rules, hot.store, bytes(32))
            await again.resume(again.store.open()[0])
            assert again.bots == {}

    trio.run(main)


def test_the_list_says_that_a_game_was_drawn(tmp_path, capsys):
    home = tmp_path / "a"
    with Client(home, "hotseat", "linja") as one:
        move(one)
        one.until("ask")
        one.send(do="draw")
        one.until("over")
        one.wait()
    assert run(["list", "--home", str(home)]) == 0
    assert "over: drawn" in capsys.readouterr().out
    assert run(["list", "--json", "--home", str(home)]) == 0
    assert json.loads(capsys.readouterr().out)["basis"] == "agreed"
