"""What came of a player's games: counted from the logs, and what a vote or fault decided apart."""

import json

from p2pgames import registry
from p2pgames_cli.app.listing import _lines, genesis_as_data, state_as_data
from p2pgames_cli.library.results import Results, count_results
from p2pgames_cli.main import run
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.consents import DRAW
from p2pgames_protocol.log.records import Have, Kind, sign
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import Room, identity, seated
from tests.cli.client import Client
from tests.dice import DICE
from tests.protocol.rooms import begun


def finished(seats, seed, rules=DICE, **more):
    """A game played out; seat 0's replica."""
    room = Room(rules, seats, seed=seed, **more)
    room.play()
    return room.replicas[0]


def row(replica, seat):
    """The entry of a game in a list."""
    return genesis_as_data(replica.genesis) | {"you": seat} | state_as_data(replica, seat, 0, here=False)


def voted(voter=0):
    """A game of two that one ends by a vote because the other gives nothing."""
    for seed in range(20):
        room, turn = begun(2, seed=seed)
        if turn != voter:
            room.signers[voter].vote(turn)
            room.collect()
            room.deliver_all()
            return room.replicas[0]
    raise AssertionError


def test_places_points_and_opponents_are_those_of_the_logs():
    replicas = [finished(seats, seed) for seats in (2, 3) for seed in range(6)]
    (dice,) = count_results(row(replica, 0) for replica in replicas)
    own = [replica.position.ending.result.places[0] for replica in replicas]
    alone = [replica.position.ending.result.places.count(1) == 1 for replica in replicas]
    assert dice.games == len(replicas) == sum(dice.places.values())
    assert dice.places[1] == own.count(1)
    assert dice.won == sum(place == 1 and only for place, only in zip(own, alone, strict=True))
    first = dice.rivals[identity(1).key]
    better = [
        replica.position.ending.result.places[1] > replica.position.ending.result.places[0]
        for replica in replicas
    ]
    assert (first.games, first.ahead) == (len(replicas), sum(better))
    assert dice.rivals[identity(2).key].games == 6
    assert not dice.apart


def test_what_a_lone_vote_decided_is_no_win():
    results = Results("dice")
    results.add(row(voted(), 0))
    assert (results.games, results.won, dict(results.apart)) == (0, 0, {"voted": 1})


def test_a_draw_is_no_first_place():
    room, turn = begun(2)
    other = room.signers[1 - turn]
    other.offer(DRAW.name, None)
    room.collect()
    room.deliver_all()
    room.signers[turn].offer(DRAW.name, None)
    room.collect()
    room.deliver_all()
    assert other.replica.position.ending.basis == "agreed"
    results = Results("dice")
    results.add(row(other.replica, 0))
    assert (results.games, results.won, results.drawn, results.places) == (1, 0, 1, {})
    (line, rival) = _lines(results)
    assert line == "dice: no win in 1 game, 1 drawn"
    assert rival.endswith("ahead 0, behind 0, level 1")


def test_a_table_that_voted_somebody_out_counts_apart_though_it_was_played_to_its_end():
    room, silent = begun(3)
    room.cut = {silent}
    for signer in room.signers:
        if signer.seat != silent:
            signer.vote(silent)
    room.collect()
    room.play()
    seat = (silent + 1) % 3
    replica = room.replicas[seat]
    assert replica.position.ending.basis == "played"
    results = Results("dice")
    results.add(row(replica, seat))
    assert (results.games, results.won, dict(results.apart)) == (0, 0, {"voted": 1})


def test_the_command_counts_the_games_of_a_home_but_not_those_of_one_computer(tmp_path, capsys):
    tmp_path /= "home"
    home = Home(tmp_path)
    home.make()
    home.keep_identity(identity(0))
    assert run(["list", "--results", "--home", str(tmp_path)]) == 0
    assert "No games yet" in capsys.readouterr().out
    with Client(tmp_path, "hotseat", "linja", "--bot", "1=random", "--bot", "2=random") as bots:
        assert bots.wait() == 0
    capsys.readouterr()
    assert run(["list", "--results", "--home", str(tmp_path)]) == 0
    assert "None of your games with others" in capsys.readouterr().out
    from p2pgames.registry import game

    rules = game("linja").rules
    for seed in range(3):
        replica = finished(2, seed, rules=rules, nonce=seed)
        (home.games / f"{replica.genesis.game_id.hex()}.p2pg").write_bytes(canonical(replica))
    assert run(["list", "--results", "--json", "--home", str(tmp_path)]) == 0
    (row,) = map(json.loads, capsys.readouterr().out.splitlines())
    assert (row["game"], row["games"], len(row["points"])) == ("linja", 3, 3)
    assert row["opponents"][0]["key"] == identity(1).key.hex()
    assert run(["list", "--results", "--home", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    wins = {0: "no win", 1: "1 win"}.get(row["won"], f"{row['won']} wins")
    assert said.startswith(f"linja: {wins} in 3 games (")
    assert "against Player1 (key " in said


def test_a_game_whose_file_an_audit_refuses_has_no_result(tmp_path, capsys):
    home = Home(tmp_path / "home")
    home.make()
    home.keep_identity(identity(0))
    replica = finished(2, 1, rules=registry.rules("linja", 0))
    genesis, *records = logfile.read_records(canonical(replica))
    file = home.games / f"{replica.genesis.game_id.hex()}.p2pg"
    have = Have(1, 3, bytes(32)).pack()
    other = sign(seated(1), Kind.HAVE, replica.genesis.game_id, have)
    for sound, kept in ((True, records), (False, [*records, other])):
        file.write_bytes(logfile.write_records([genesis, *kept]))
        assert run(["list", "--json", "--home", str(home.folder)]) == 0
        (row,) = map(json.loads, capsys.readouterr().out.splitlines())
        assert ("problem" not in row, "result" in row) == (sound, sound)
        assert run(["list", "--home", str(home.folder)]) == 0
        assert ("won" in capsys.readouterr().out) == sound
        assert run(["list", "--results", "--home", str(home.folder)]) == 0
        assert capsys.readouterr().out.startswith("linja: no win in 1 game") == sound
