"""What a guest is told of a table before anything is signed."""

import os
from dataclasses import replace

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.app.rematch_check import RematchCheck, Said, check_rematch, game_before, proposal_after
from p2pgames_cli.library import stored_games
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.series import ended_game
from p2pgames_protocol.log.genesis import Proposal, Refused
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import Room, identity

LEAGUE = bytes.fromhex("3f" * 32)


def told(folder, game, **brings):
    """All sentences that a guest is told of a table of this game."""
    said = []
    guest = Player(identity(1), "Ben", Home(folder), bytes, registry.rules)
    proposal = replace(Proposal.of(identity(0).key, registry.game(game).rules, 3, bytes(32)), **brings)
    trio.run(RematchCheck(guest, said.append), Proposal.read(proposal.body()))
    return said


@pytest.mark.parametrize(
    ("game", "bots", "what"),
    [
        ("bus", 1, "The host brings 1 bot."),
        ("metro", 1, "The host brings 1 bot; the host's computer knows its cards."),
        ("metro", 2, "The host brings 2 bots; the host's computer knows their cards."),
    ],
)
def test_a_guest_hears_of_bots_and_of_a_league_before_joining(tmp_path, game, bots, what):
    assert len(told(tmp_path, game)) == 1
    table, *more = told(tmp_path, game, bots=bots, league=LEAGUE)
    assert f"bots={bots} league={'3f' * 32}." in table
    assert more == [what, "It counts in league 3f3f3f3f3f3f3f3f, and nowhere else."]


def test_who_begins_is_not_for_the_host_to_say(tmp_path):
    with pytest.raises(Refused, match="outside a series the coin decides"):
        told(tmp_path, "bus", first=1)
    with pytest.raises(Refused, match="begins"):
        told(tmp_path, "bus", first=1, previous=(bytes(32), bytes(32)))


def sits_down(folder, said, *, yes, rules="linja", seats=2, options=None, **brings):
    """What a guest is asked before sitting down; raises if it refuses."""
    asked = []

    async def agrees(differs):
        asked.extend(map(str, differs))
        return yes

    guest = Player(identity(1), "Ben", Home(folder), bytes, registry.rules)
    proposal = Proposal.of(identity(0).key, registry.game(rules).rules, seats, bytes(32), options or {})
    check = RematchCheck(guest, lambda _text: None, said=said, agrees=agrees)
    trio.run(check, replace(proposal, **brings))
    return asked


@pytest.mark.parametrize(
    ("said", "table", "part"),
    [
        (Said("metro"), {}, "The invite was to a game of metro, but the table plays linja."),
        (Said("bus", 4), {"rules": "bus", "seats": 3}, "The table was shown with 4 seats, but it has 3."),
        (Said("bus"), {"rules": "bus", "seats": 3, "bots": 1}, "Bots that the host brings: 1."),
        (Said("linja"), {"league": LEAGUE}, "The game counts in league 3f3f3f3f3f3f3f3f."),
        (Said("linja"), {"options": {"time": "9m"}}, "Each move has to come within 9 minutes"),
    ],
)
def test_a_guest_is_asked_before_sitting_down_where_a_table_differs(tmp_path, said, table, part):
    (asked,) = sits_down(tmp_path, said, yes=True, **table)
    assert asked.startswith(part)
    with pytest.raises(Refused, match="You did not agree"):
        sits_down(tmp_path, said, yes=False, **table)


@pytest.mark.parametrize("time", ["10m", "1h", "none"])
def test_a_guest_is_not_asked_where_a_table_is_as_was_said(tmp_path, time):
    assert sits_down(tmp_path, Said("linja", 2), yes=False, options={"time": time}) == []


def test_a_league_that_the_guest_takes_part_in_is_no_surprise(tmp_path):
    assert sits_down(tmp_path, Said("linja", leagues=frozenset((LEAGUE,))), yes=False, league=LEAGUE) == []


def over(**options):
    """A game of Linja that is over."""
    room = Room(registry.rules("linja", 0), 2)
    room.play(10**6)
    return ended_game(room.replicas[0])


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"previous": None}, "does not follow game"),
        ({"rules": "metro"}, "does not follow game"),
        ({"seats": 3}, "does not follow game"),
        ({"table": (("time", "1m"), ("watchers", "yes"))}, "had time=10m, this table has time=1m"),
        ({"table": (("time", "10m"), ("watchers", "no"))}, "watchers=no"),
        ({"bots": 1}, "had bots=-, this table has bots=1"),
        ({"league": LEAGUE}, f"had league=-, this table has league={LEAGUE.hex()}"),
        ({"options": (("bonus", "free"),)}, "this table has bonus=free"),
    ],
)
def test_a_rematch_is_the_game_before_once_more(change, part):
    before = over()
    proposal = proposal_after(before, identity(1).key, bytes(32))
    check_rematch(proposal, before)
    with pytest.raises(Refused, match=part):
        check_rematch(replace(proposal, **change), before)


def test_of_the_game_before_only_its_own_file_is_read(tmp_path, monkeypatch):
    home, asked = Home(tmp_path), []
    home.make()
    files = []
    for number in range(3):
        room = Room(registry.rules("linja", 0), 2, nonce=number)
        room.play()
        files.append(home.games / f"{room.genesis.game_id.hex()}.p2pg")
        files[-1].write_bytes(canonical(room.replicas[0]))
        os.utime(files[-1], (number, number))
    read = stored_games.game_file
    monkeypatch.setattr(stored_games, "game_file", lambda *given: asked.append(given[1]) or read(*given))
    assert game_before(home, bytes.fromhex(files[0].stem)).genesis.game_id.hex() == files[0].stem
    assert asked == [files[0]]
    assert game_before(home, bytes(32)) is None


@pytest.mark.parametrize("version", [1, 7])
def test_a_table_by_a_version_that_is_not_here_is_refused_with_those_that_are(tmp_path, monkeypatch, version):
    """As a client of before version 1 hears of a table of today, and one of today of a made-up version."""
    table, here = registry.rules("line1", 1), registry.game("line1")
    proposal = Proposal.of(identity(0).key, table, 2, bytes(32))
    if version == 1:
        here = replace(here, versions={0: registry.rules("line1", 0)})
        monkeypatch.setattr(registry, "game", lambda _name: here)
    guest = Player(identity(1), "Ben", Home(tmp_path), bytes, registry.rules)
    have = ", ".join(map(str, here.versions))
    with pytest.raises(Refused) as refused:
        trio.run(RematchCheck(guest, pytest.fail), replace(proposal, version=version))
    assert str(refused.value).startswith(f"Version {version} of the rules of line1 is not here, only {have}:")
