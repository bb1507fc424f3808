"""The index of a home spares replays and changes nothing of what the home says, whatever became of files or index."""

import json
import os
import stat
from functools import cache
from itertools import count
from random import Random
from threading import Event

import pytest

from p2pgames import registry
from p2pgames_cli.app import game_index, own_games, serve
from p2pgames_cli.app.own_games import OwnGames
from p2pgames_cli.app.pick_game import running_games
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.config.user import User
from p2pgames_cli.home import games as home_games
from p2pgames_cli.home.games import Games
from p2pgames_cli.library import stored_games
from p2pgames_cli.library.stored_games import Stored, find_game, game_file
from p2pgames_cli.main import run
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.audit.series import ended_game
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.store.handover import TakenSeat
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import Room, identity

TIMES = count(1_700_000_000)
ODD = (None, True, -1, 1 << 70, 0.5, "", "\x1b[2J", [], {}, [None], ["\x1b[2J", "Ben"], [2, 9], "played")


@cache
def game(nonce, moves):
    """The id and the file of a game of Linja after so many moves, which somebody then leaves."""
    room = Room(registry.rules("linja", 0), 2, seed=nonce, nonce=nonce)
    room.play(moves)
    if nonce % 2:
        room.signers[nonce // 2 % 2].resign()
        room.collect()
        room.deliver_all()
    return room.genesis.game_id.hex(), canonical(room.replicas[0])


@pytest.fixture
def home(tmp_path, monkeypatch):
    """A home with four games, of which two are over; files count as left alone at once."""
    monkeypatch.setattr(game_index, "SETTLED", -1)
    home = Home(tmp_path / "home")
    home.make()
    for nonce in range(4):
        name, data = game(nonce, 2)
        put(home.games / f"{name}.p2pg", data)
    return home


def put(file, data):
    """Write a file at a time of its own: clocks of files are coarse, and tests are quick."""
    file.write_bytes(data)
    touch(file)


def touch(file):
    at = next(TIMES)
    os.utime(file, (at, at))


def looked(home, *, follow=True):
    """The games of a home as a client that has just begun sees them."""
    games = Games(home)
    games.identity = identity(0)
    games.refresh()
    if follow:
        games.follow(lambda: None, Event()).join()
    return games


def said(games):
    """All that the list says, and that no reading is needed for, whatever is on top: that is what was known before."""
    return sorted((game.path, games.line(game), games.waits(game)) for game in games.found), [
        (lost.path, str(lost.why)) for lost in games.broken
    ]


def index_of(home):
    return home.state / game_index.FILE


def known(games):
    """The names of the files whose rows are known."""
    return {game.path.name for game in games.found if games.line(game)[1] != "..."}


def test_a_game_whose_file_is_taken_away_while_it_is_listed_says_so(home):
    index = game_index.GameIndex(home, identity(0))
    one, other, *_ = index.scan()
    one.path.unlink()
    other.path.unlink()
    other.path.mkdir()
    assert str(index.row(one)["problem"]) == "Its file is gone."
    assert str(index.row(other)["problem"]).startswith("Cannot read it: ")


def test_what_was_found_out_is_known_at_once_and_no_file_is_read(home):
    first, again = looked(home), looked(home, follow=False)
    assert said(again) == said(first)
    assert len(again.found) == 4
    assert [game.begun for game in again.found] == [None] * 4
    assert {game.path: game.genesis for game in again.found} == {
        game.path: game.genesis for game in first.found
    }
    assert {again.waits(game) for game in again.found} == {False, True}
    assert stat.S_IMODE(index_of(home).stat().st_mode) == 0o600 or os.name == "nt"


def replaced(file, random):
    """Another state of the same game, perhaps of the same size at the same time."""
    nonce = next(nonce for nonce in range(4) if game(nonce, 2)[0] == file.stem)
    put(file, game(nonce, random.choice((1, 2, 3)))[1])


def flipped(file, random):
    """As many bytes, at the same time, in another file of that name."""
    data, before = bytearray(file.read_bytes()), file.stat()
    data[random.choice((3, len(data) // 2, len(data) - 1))] ^= 1
    other = file.with_suffix(".other")
    other.write_bytes(data)
    os.utime(other, ns=(before.st_atime_ns, before.st_mtime_ns))
    other.replace(file)


def truncated(file, random):
    records = logfile.read_records(file.read_bytes())
    cut = random.choice((0, 9, len(logfile.write_records(records[: random.randrange(1, len(records))]))))
    put(file, file.read_bytes()[:cut])


def swapped(file, _random):
    """Another game under this name."""
    put(file, game(0, 1)[1])


CHANGES = (replaced, flipped, truncated, swapped, lambda file, _: file.unlink(), lambda file, _: touch(file))


@pytest.mark.parametrize(
    "change", CHANGES, ids=["replaced", "flipped", "truncated", "swapped", "gone", "touched"]
)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_list_is_the_same_with_the_index_and_without(home, change, seed):
    random = Random(seed)
    looked(home)
    files = sorted(home.games.glob("*.p2pg"))
    change(random.choice(files), random)
    for _ in range(2):
        with_index = looked(home)
        index_of(home).rename(home.state / "away")
        assert said(looked(home)) == said(with_index)
        (home.state / "away").replace(index_of(home))


def test_a_file_that_was_changed_a_moment_ago_is_looked_at_again(home, monkeypatch):
    monkeypatch.undo()
    looked(home)
    assert known(looked(home, follow=False)) == set()


def test_who_plays_a_seat_is_asked_where_it_was_handed_over(home):
    games = looked(home)
    game = next(game for game in games.found if games.waits(game))
    game.taken.note_handed_over(b"token")
    again = looked(home)
    (same,) = (one for one in again.found if one.path == game.path)
    assert again.row(same)["handed_over"]
    assert known(looked(home, follow=False)) == known(again) - {game.path.name}
    assert TakenSeat.changed_games(home) == {game.id}


def test_the_index_of_somebody_else_is_not_used(home):
    looked(home)
    other = Games(home)
    other.identity = identity(1)
    other.refresh()
    assert known(other) == set()


def test_an_index_that_is_no_index_is_thrown_away(home):
    told = said(looked(home))
    file = index_of(home)
    right = json.loads(file.read_bytes())
    name = min(right["games"])
    wrong = [b"", b"\xff", b"[]", b"[" * 10_000, file.read_bytes()[:-1], b'{"games":{}}']
    wrong += [
        json.dumps(right | {one: "other"}).encode() for one in ("index", "program", "key", "more", "games")
    ]
    for at, right_one in enumerate(right["games"][name]):
        wrong += [with_field(right, name, at, odd) for odd in ODD if may_not_be(at, odd, right_one)]
    wrong.append(json.dumps(right | {"games": right["games"] | {name: right["games"][name][:-1]}}).encode())
    assert len(wrong) > 100
    for data in wrong:
        file.write_bytes(data)
        index = game_index.GameIndex(home, identity(0))
        assert all(index.known(game) is None for game in index.scan()), data
    assert said(looked(home)) == told
    assert len(known(looked(home, follow=False))) == 4


def with_field(right, name, at, value):
    fields = list(right["games"][name])
    fields[at] = value
    return json.dumps(right | {"games": right["games"] | {name: fields}}).encode()


def may_not_be(at, odd, right):
    """Whether a field cannot hold this; marks and the number of the step may be any number, and nobody may sit here."""
    name = game_index.FIELDS[at - 4] if at >= 4 else ""
    free = [("you", None), ("waiting_for", []), ("hotseat", True), ("words", ""), ("words", "played")]
    free += [("names", ["\x1b[2J", "Ben"]), ("scores", None), ("scores", [2, 9])]
    number = type(odd) is int and (at < 4 or name == "round")
    flag = name in ("your_turn", "complete") and odd is True
    return not (number or flag or (name, odd) in free or (type(odd) is type(right) and odd == right))


def test_a_game_whose_beginning_is_gone_since_it_was_looked_at_is_named(home):
    looked(home)
    game = looked(home, follow=False).found[0]
    game.path.write_bytes(b"gone")
    with pytest.raises(Stop, match="Its beginning is damaged"):
        assert game.genesis is None


def counted(monkeypatch):
    """The games that are replayed from now on."""
    replayed, judged = [], Stored.judged

    def count_judged(game):
        replayed.append(game.id)
        return judged(game)

    monkeypatch.setattr(Stored, "judged", count_judged)
    return replayed


def test_commands_and_home_share_one_index_and_read_no_game_twice(home, monkeypatch, capsys):
    home.keep_identity(identity(0))
    replayed = counted(monkeypatch)
    assert run(["--home", str(home.folder), "list", "--json"]) == 0
    first = capsys.readouterr().out
    assert len(replayed) == 4
    assert run(["--home", str(home.folder), "list", "--json"]) == 0
    assert capsys.readouterr().out == first
    assert {row["how"] for row in map(json.loads, first.splitlines())} >= {None, "Red has left the game."}
    assert run(["--home", str(home.folder), "resume"]) == 2
    assert "2 games are running" in capsys.readouterr().err
    assert known(looked(home, follow=False)) == {file.name for file in home.games.glob("*.p2pg")}
    assert len(replayed) == 4


def test_to_choose_the_running_game_no_game_that_is_over_is_replayed(home, monkeypatch):
    replayed = counted(monkeypatch)
    running = running_games(game_index.GameIndex(home, identity(0)))
    assert sorted(replayed) == sorted(game.id for game in running) == sorted(game(n, 2)[0] for n in (0, 2))


def test_what_was_found_out_before_the_client_was_stopped_is_kept(home, monkeypatch):
    replayed = counted(monkeypatch)

    def read_until_interrupted():
        with game_index.GameIndex(home, identity(0)) as index:
            for game in index.scan():
                if len(replayed) == 2:
                    raise KeyboardInterrupt
                index.row(game)

    with pytest.raises(KeyboardInterrupt):
        read_until_interrupted()
    assert len(known(looked(home, follow=False))) == 2


def test_it_is_written_while_it_grows(home, monkeypatch):
    monkeypatch.setattr(game_index, "WRITE_EVERY", 0.0)
    index = game_index.GameIndex(home, identity(0))
    for number, game in enumerate(index.scan(), 1):
        index.row(game)
        assert len(json.loads(index_of(home).read_bytes())["games"]) == number


def test_two_clients_that_read_at_once_lose_nothing_of_each_other(home):
    one, other = (game_index.GameIndex(home, identity(0)) for _ in range(2))
    for index, games in ((one, one.scan()[:2]), (other, other.scan()[2:])):
        with index:
            for game in games:
                index.row(game)
    assert len(known(looked(home, follow=False))) == 4


def test_of_a_large_home_only_some_beginnings_are_read_before_it_is_shown(home, monkeypatch):
    monkeypatch.setattr(home_games, "EAGER", 2)
    names = sorted(home.games.glob("*.p2pg"))
    names[0].write_bytes(b"gone")
    os.utime(names[0], (1, 1))
    games = Games(home)
    games.identity = identity(0)
    games.refresh()
    assert [game.begun is None for game in games.found] == [False, False, True, True]
    assert "..." in games.line(games.found[-1])[1]
    games.follow(lambda: None, Event()).join()
    assert "Its beginning is damaged" in games.line(games.found[-1])[1]
    games.refresh()
    assert [lost.path for lost in games.broken] == [names[0]]
    assert len(games.found) == 3


def test_of_the_games_that_are_over_only_the_latest_few_of_these_days_answer(home, monkeypatch):
    monkeypatch.setattr(serve, "MOST_OVER", 1)
    own = Player(identity(0), "Ada", home, bytes, registry.rules)
    running, over = ({game(nonce, 2)[0] for nonce in some} for some in ((0, 2), (1, 3)))

    def begun():
        found = []
        serve.GameServer(own, None, None, None)._look(lambda one: found.append(one.id))
        return found

    assert set(begun()) == running
    for name in over:
        os.utime(home.games / f"{name}.p2pg")
    found = begun()
    assert set(found[:-1]) == running
    assert found[-1] in over


def rematch(nonce, before=None):
    """The id and the file of a game that was resigned, and its place in a series: the one after it follows it there."""
    room = Room(registry.rules("linja", 0), 2, seed=nonce, nonce=nonce, previous=before)
    room.play(2)
    room.signers[0].resign()
    room.collect()
    room.deliver_all()
    ended = ended_game(room.replicas[0])
    return room.genesis.game_id.hex(), canonical(room.replicas[0]), (room.genesis.game_id, ended.end)


def test_results_and_series_are_the_same_with_the_index_and_replay_nothing(home, monkeypatch, capsys):
    home.keep_identity(identity(0))
    name, data, end = rematch(10)
    put(home.games / f"{name}.p2pg", data)
    name, data, _end = rematch(11, end)
    put(home.games / f"{name}.p2pg", data)
    replayed = counted(monkeypatch)
    lists = [["--results"], ["--results", "--json"], ["--series"], ["--series", "--json"]]

    def said():
        for arguments in lists:
            assert run(["--home", str(home.folder), "list", *arguments]) == 0
        return capsys.readouterr().out

    first = said()
    assert len(replayed) == 6
    assert "Series of 2 games of linja" in first
    assert "against Player1 (key " in first
    assert '"games": 4' in first
    assert said() == first
    assert len(replayed) == 6
    index_of(home).unlink()
    assert said() == first
    assert len(replayed) == 12


def test_of_a_large_home_that_nobody_looked_at_the_list_says_the_first_game_before_it_reads_the_last(
    home, monkeypatch
):
    monkeypatch.setattr(own_games, "EAGER", 1)
    home.keep_identity(identity(0))
    looked_at, read = [], stored_games.game_file
    monkeypatch.setattr(
        stored_games, "game_file", lambda *about: (looked_at.append(about[1].stem), read(*about))[1]
    )
    monkeypatch.setattr(game_index, "game_file", stored_games.game_file)
    replayed = counted(monkeypatch)
    lines = OwnGames(User(home)).lines()
    assert next(lines)[:8] == replayed[0][:8]
    assert len(replayed) == 1
    assert len({*looked_at}) == 1
    lines.close()
    assert known(looked(home, follow=False)) == {f"{replayed[0]}.p2pg"}
    assert len([*OwnGames(User(home)).lines()]) == 4
    assert len(replayed) == 4


def test_a_file_with_another_game_is_left_out_or_listed_by_its_own_id_also_where_it_is_read_late(
    home, monkeypatch, capsys
):
    home.keep_identity(identity(0))
    (copied, copy), (other, data) = game(0, 2), game(5, 2)
    put(home.games / f"{1:064x}.p2pg", copy)
    put(home.games / f"{2:064x}.p2pg", data)
    (home.games / f"{3:064x}.p2pg").write_bytes(b"gone")
    said = []
    for eager in (0, 200):
        monkeypatch.setattr(own_games, "EAGER", eager)
        assert run(["--home", str(home.folder), "list", "--json"]) == 0
        out, err = capsys.readouterr()
        said.append([json.loads(line) for line in out.splitlines()])
        assert err.count(f"Another copy of game {copied[:8]}") == 1
    assert said[0] == said[1]
    assert [row["game_id"] for row in said[0]].count(copied) == 1
    assert other in [row["game_id"] for row in said[0]]
    assert "problem" in said[0][-1]


def test_a_table_has_one_game_and_to_see_that_no_other_beginning_is_checked(home, monkeypatch):
    looked(home)
    begun, index = game(0, 2)[0], game_index.GameIndex(home, identity(0))
    genesis = find_game(home, begun).genesis
    read = []
    monkeypatch.setattr(
        game_index, "game_file", lambda _home, file, found: read.append(file) or game_file(home, file, found)
    )
    for _ in range(2):  # with the index, and without
        assert [one.id for one in index.of_table(genesis.joins[0].proposal)] == [begun]
        index.check_only(genesis)
        index_of(home).unlink(missing_ok=True)
        index = game_index.GameIndex(home, identity(0))
    assert [file.stem for file in read] == [begun, begun]
    other = Room(registry.rules("linja", 0), 2, seed=0, nonce=0).genesis
    assert other.game_id.hex() == begun
    (home.games / f"{begun}.p2pg").rename(home.games / f"{9:064x}.p2pg")
    index.check_only(genesis)
    assert [one.id for one in index.of_table(genesis.joins[0].proposal)] == [begun]
