"""Series between processes: the next game names the one before it, and clients and audits look whether that is true."""

import json
from contextlib import ExitStack

import pytest

from p2pgames.contract import Choose
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.main import run
from p2pgames_protocol.audit.series import ended_game
from tests.cli.client import Client, game_file, host, join, replica, resume, until


def play(tmp_path, *arguments, homes=("a", "b")):
    """Let two programs play a short game of Linja, the host giving up, or in a later game of a series the guest."""
    with host(tmp_path / homes[0], *arguments) as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / homes[1], invite, "--name", homes[1]) as ben:
            if not arguments:
                until(ada, "event", lambda said: said["kind"] == "roll")
                ada.send(do="resign")
            else:
                ada.send(move=ada.until("ask")["moves"][0])
                ben.until("ask")
                ben.send(do="resign")
            assert ada.until("over") == ben.until("over")
            assert (ada.wait(), ben.wait()) == (0, 0)


def games(home):
    """The files of a home, the oldest first."""
    return sorted((home / "games").glob("*.p2pg"), key=lambda file: file.stat().st_mtime)


def test_the_next_game_follows_and_the_standings_are_shown(tmp_path, capsys):
    play(tmp_path)
    first = replica(tmp_path / "a")
    loser = first.position.ending.result.places.index(2)
    play(tmp_path, "--after", first.genesis.game_id.hex()[:8])
    files = [str(file) for file in games(tmp_path / "b")]
    assert len(files) == 2
    assert run(["audit", "--json", *files]) == 0
    *reports, series = map(json.loads, capsys.readouterr().out.splitlines())
    assert [report["follows"] for report in reports] == [None, True]
    assert reports[1]["previous"] == reports[0]["game_id"]
    assert series["series"] == [report["game_id"] for report in reports]
    assert (
        sum(one["won"] for one in series["standings"]) + max(one["shared"] for one in series["standings"])
        == 2
    )
    assert reports[1]["unchecked"] == []
    assert run(["audit", files[1]]) == 0
    assert "not checked: that game" in capsys.readouterr().out
    assert run(["audit", "--fast", "--jobs", "2", *files]) == 0
    assert "follows game" in capsys.readouterr().out
    for home in "ab":
        assert run(["list", "--series", "--home", str(tmp_path / home)]) == 0
        assert "Series of 2 games of linja" in capsys.readouterr().out
    assert replay_file(games(tmp_path / "a")[1]).positions[1].ask == Choose(loser)


def test_a_table_that_does_not_follow_is_not_joined(tmp_path):
    """The guest's own copy decides: here it has another game under the name of the first one."""
    play(tmp_path)
    first = replica(tmp_path / "a")
    assert ended_game(first) is not None
    (kept,) = games(tmp_path / "b")
    shortened = kept.read_bytes()
    with host(tmp_path / "a", "--after", first.genesis.game_id.hex()[:8]) as ada:
        invite = ada.until("invite")["invite"]
        kept.write_bytes(shortened[: len(shortened) // 2])
        with join(tmp_path / "b", invite) as ben:
            assert ben.wait() == 1
            assert "which is not here, or not over" in (tmp_path / "b.errors").read_text(encoding="utf-8")
        kept.unlink()
        with join(tmp_path / "b", invite) as ben:
            assert ben.wait() == 1
        ada.kill()


def test_what_cannot_be_followed_is_said(tmp_path, capsys):
    play(tmp_path)
    number = replica(tmp_path / "a").genesis.game_id.hex()[:8]
    for game, more, why in (
        ("linja", ["--after", "0000"], "No game here has an id"),
        ("linja", ["--after", number, "--seats", "2"], "those of the game before"),
        ("bus", ["--after", number], "can be followed by one"),
    ):
        assert run(["host", game, "--home", str(tmp_path / "a"), "--json", *more]) == 2
        assert why in capsys.readouterr().err


def want_rematch(*clients):
    """Have clients ask for another game, and wait until each has noted it: the game may end at any moment."""
    for client in clients:
        client.send(do="rematch")
    for client in clients:
        client.until("rematch")


def next_game(client):
    """What a client says until the next table, and that table."""
    table = client.until("table")
    return table["game_id"]


def test_two_programs_play_a_rematch_and_nobody_needs_an_invite(tmp_path, capsys):
    with host(tmp_path / "a") as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / "b", invite, "--name", "Ben") as ben:
            ids = [(ada.until("table")["game_id"], ben.until("table")["game_id"])]
            until(ada, "event", lambda said: said["kind"] == "roll")
            until(ben, "event", lambda said: said["kind"] == "roll")
            want_rematch(ada, ben)
            ada.send(do="resign")
            assert ada.until("over") == ben.until("over")
            ids.append((next_game(ada), next_game(ben)))
            ada.send(move=ada.until("ask")["moves"][0])
            ben.until("ask")
            ben.send(do="resign")
            assert ada.until("over") == ben.until("over")
            assert (ada.wait(), ben.wait()) == (0, 0)
    assert [one for one, other in ids if one == other] == [one for one, _ in ids]
    assert run(["audit", "--json", *map(str, games(tmp_path / "b"))]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["series"] == [one for one, _ in ids]


@pytest.mark.parametrize("back", ["a", "b", "ab"])
def test_who_has_taken_a_game_up_again_can_play_a_rematch_too(tmp_path, back):
    with ExitStack() as stack:
        clients = {"a": stack.enter_context(host(tmp_path / "a", "--name", "Ada"))}
        invite = clients["a"].until("invite")["invite"]
        clients["b"] = stack.enter_context(join(tmp_path / "b", invite, "--name", "Ben"))
        for client in clients.values():
            until(client, "event", lambda said: said["kind"] == "roll")
        for name in back:
            clients[name].send(do="quit")
            clients[name].wait()
        clients |= {name: stack.enter_context(resume(tmp_path / name)) for name in back}
        for name in back:
            clients[name].until("table")
        for client in clients.values():
            until(client, "presence", lambda said: len(said["connected"]) == 1)
        want_rematch(*clients.values())
        clients["a"].send(do="resign")
        ends = [client.until("over") for client in clients.values()]
        assert ends[0] == ends[1]
        tables = [client.until("table") for client in clients.values()]
        assert len({table["game_id"] for table in tables}) == 1
        assert [[seat["name"] for seat in table["seats"]] for table in tables] == [["Ada", "Ben"]] * 2, (
            "names are kept, too"
        )


def test_a_rematch_goes_by_the_ways_of_the_game_before(tmp_path):
    """The guest chose none: at first the invite named them."""
    pytest.importorskip("iroh", reason="there is no iroh for this system")
    with host(tmp_path / "a", "--via", "iroh", "--relay", "none") as ada:
        invite = ada.until("invite")["invite"]
        with Client(tmp_path / "b", "join", invite, "--relay", "none") as ben:
            until(ada, "event", lambda said: said["kind"] == "roll")
            until(ben, "event", lambda said: said["kind"] == "roll")
            want_rematch(ada, ben)
            ada.send(do="resign")
            assert next_game(ada) == next_game(ben)


def test_who_wants_no_rematch_closes_as_before(tmp_path):
    with host(tmp_path / "a") as ada, join(tmp_path / "b", ada.until("invite")["invite"]) as ben:
        until(ada, "event", lambda said: said["kind"] == "roll")
        ben.until("event")
        want_rematch(ben)
        ada.send(do="resign")
        ada.until("over")
        assert ada.wait() == 0
        ben.until("over")
        assert ben.wait() == 0
    assert len(games(tmp_path / "b")) == 1


def test_another_game_at_one_computer_follows_at_once_with_the_same_names(tmp_path, capsys):
    with Client(tmp_path / "a", "hotseat", "linja", "--names", "Eva,Finn", "--bot", "2=random") as eva:
        until(eva, "event", lambda said: said["kind"] == "roll")
        want_rematch(eva)
        eva.send(do="resign")
        eva.until("over")
        next_game(eva)
        eva.send(do="resign")
        eva.until("over")
        assert eva.wait() == 0
    before, after = (replay_file(file) for file in games(tmp_path / "a"))
    assert after.genesis.names == ("Eva", "Finn")
    assert after.genesis.proposal.previous == (before.genesis.game_id, ended_game(before).end)
    assert run(["audit", "--json", *map(str, games(tmp_path / "a"))]) == 0
    assert len(json.loads(capsys.readouterr().out.splitlines()[-1])["series"]) == 2


def test_a_game_that_is_only_watched_does_not_stand_in_the_way_of_the_own_one(tmp_path, capsys):
    with host(tmp_path / "a") as ada, join(tmp_path / "b", ada.until("invite")["invite"]) as ben:
        until(ada, "event", lambda said: said["kind"] == "roll")
        until(ben, "event", lambda said: said["kind"] == "roll")
    watched = game_file(tmp_path / "b")
    with Client(tmp_path / "c", "hotseat", "linja") as eva:
        own = eva.until("table")["game_id"]
        eva.until("ask")
    (tmp_path / "c" / "games" / watched.name).write_bytes(watched.read_bytes())
    with Client(tmp_path / "c", "resume") as eva:
        assert eva.until("table")["game_id"] == own


def test_as_many_sit_at_one_computer_as_are_named(tmp_path, capsys):
    own = ("--home", str(tmp_path), "--plain")
    assert run(["hotseat", "linja", "--names", "A,B,C", *own]) == 2
    assert "linja is for 2 players, not 3" in capsys.readouterr().err
    assert run(["hotseat", "bus", "--names", "A,B,C,D", "--seats", "3", *own]) == 2
    assert "use --seats 4" in capsys.readouterr().err
    with Client(tmp_path / "four", "hotseat", "bus", "--names", "A,B,C,D", "--bot", "1=random") as one:
        assert [seat["name"] for seat in one.until("table")["seats"]] == ["A", "B", "C", "D"]
