"""One process that keeps all games of a home open, and gives one away to the window that opens it."""

import json
import os
import select
import shutil
import signal
import sys
import time
from contextlib import ExitStack

import pytest
import trio
import trio.testing

from p2pgames import registry
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.app.serve import GameServer, ServeRequest
from p2pgames_cli.commands.serve import _say_object
from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.config.user import User
from p2pgames_cli.library.stored_games import find_game
from p2pgames_cli.main import run
from p2pgames_cli.table import session
from p2pgames_cli.table.session import Mode, PlayOptions
from p2pgames_protocol.log.records import Kind
from p2pgames_protocol.net.peer import play_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity, make_genesis
from tests.cli.client import PATIENCE, Client, game_file, host, join, replica, resume, until

BOT = ("--bot", "random")


def serve(home, *more, **how):
    """A client that keeps all games of a home open."""
    return Client(home, "serve", *more, **how)


def begun(ada, ben, tables):
    """Begin games between two homes, and close all windows; return their ids."""
    with ExitStack() as stack:
        hosts = [stack.enter_context(host(ada, "--name", "Ada")) for _ in range(tables)]
        invites = [one.until("invite")["invite"] for one in hosts]
        guests = [stack.enter_context(join(ben, one, "--name", "Ben")) for one in invites]
        for one in (*hosts, *guests):
            one.until("presence")
    return sorted(file.stem for file in (ada / "games").glob("*.p2pg"))


def ended(client):
    """End a client as a service is ended; return its exit code."""
    os.kill(client.process.pid, signal.SIGTERM)
    return client.wait()


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM kills there")
def test_all_games_are_kept_open_lent_to_a_window_and_taken_back(tmp_path):
    ada, ben = tmp_path / "a", tmp_path / "b"
    games = begun(ada, ben, 2)
    with serve(ada) as hers, serve(ben) as his:
        assert sorted(hers.until("opened")["game_id"] for _ in games) == games
        with serve(ada) as second:
            assert second.process.wait(PATIENCE) == 1
            assert "open in another window" in second.complaints()
        with resume(ada, games[0], *BOT) as window, resume(ben, games[0], *BOT) as other:
            for client in (hers, his):
                assert until(client, "closed", lambda said: said["game_id"] == games[0])["why"] == "window"
            assert window.until("over") == other.until("over")
        with resume(ada, games[1]) as window:
            assert until(hers, "closed", lambda said: said["game_id"] == games[1])["why"] == "window"
            window.until("presence")
        until(hers, "opened", lambda said: said["game_id"] == games[1])
        assert (ended(hers), ended(his)) == (0, 0)


def test_a_program_can_quit_and_is_told_that_nothing_else_is_heard(tmp_path):
    with serve(tmp_path / "a") as hers:
        for line in ("nonsense", '{"do": "status"}'):
            hers.type(line)
            assert "only say" in hers.until("error")["why"]
        hers.send(do="quit")
        assert hers.wait() == 0


@pytest.mark.skipif(os.name != "posix", reason="named pipes are POSIX's")
def test_the_players_command_is_run_at_a_turn_and_no_shell_reads_it(tmp_path):
    ada, ben = tmp_path / "a", tmp_path / "b"
    begun(ada, ben, 1)
    pipe = tmp_path / "called; exit"
    os.mkfifo(pipe)
    end = os.open(pipe, os.O_RDWR)
    called = "import os, sys; open(sys.argv[1], 'w').write(os.environ['P2PGAMES_GAME'])"
    command = ("--on-turn", f'"{sys.executable}" -c "{called}" "{pipe}"')
    with serve(ada, *command, mode=f"--home={ada}") as hers, serve(ben, *command) as his:
        assert "Ada, Ben: open now" in next(hers.lines())
        assert select.select([end], [], [], PATIENCE)[0]
        assert os.read(end, 100) == b"linja"
        hers.kill()
        # What was lent is free once the lender is dead.
        with resume(ada) as window:
            window.until("presence")
        assert his.process.poll() is None
    os.close(end)


@pytest.mark.parametrize("command", ["no-such-command-here", "sh -c 'not closed", " "])
def test_a_command_that_cannot_be_run_is_refused_before_anything_begins(tmp_path, capsys, command):
    assert run(["--home", str(tmp_path / "a"), "serve", "--on-turn", command]) == 2
    assert "There is no such command" in capsys.readouterr().err
    assert not (tmp_path / "a").exists()


def test_a_game_that_cannot_be_read_is_left_alone_and_the_others_are_open(tmp_path):
    ada = tmp_path / "a"
    games = begun(ada, tmp_path / "b", 2)
    file = ada / "games" / f"{games[0]}.p2pg"
    file.write_bytes(file.read_bytes()[:100])
    with serve(ada) as hers:
        assert hers.until("opened")["game_id"] == games[1]


@pytest.mark.skipif(sys.platform == "win32", reason="SIGTERM kills there")
def test_a_copy_beside_a_game_is_no_second_game(tmp_path):
    ada = tmp_path / "a"
    games = begun(ada, tmp_path / "b", 2)
    file = ada / "games" / f"{games[0]}.p2pg"
    for name in ("conflicted copy", "conflicted copy 2"):
        shutil.copy(file, file.with_name(f"{games[0]} ({name}).p2pg"))
    with serve(ada) as hers:
        assert sorted(hers.until("opened")["game_id"] for _ in games) == games
        os.kill(hers.process.pid, signal.SIGTERM)
        assert [line for line in hers.lines() if '"opened"' in line] == []
        said = hers.complaints()
        assert hers.wait() == 0
    assert said.count("Another copy of game") == 2


def test_a_game_that_is_over_still_answers_to_a_player_whose_file_is_older(tmp_path):
    ada, ben = tmp_path / "a", tmp_path / "b"
    (game,) = begun(ada, ben, 1)
    file = ben / "games" / f"{game}.p2pg"
    older = file.read_bytes()
    with resume(ada, game, *BOT) as one, resume(ben, game, *BOT) as other:
        assert one.until("over") == other.until("over")
        assert (one.wait(), other.wait()) == (0, 0)
    file.write_bytes(older)
    with serve(ada) as hers, resume(ben, game) as his:
        his.until("over")
        assert his.wait() == 0
        assert hers.process.poll() is None
    assert file.read_bytes() != older


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("says", ["", "vote = false", "vote = true"])
def test_whoever_is_silent_too_long_is_voted_on_only_where_the_settings_say_so(
    tmp_path, capsys, players, says
):
    by_setting = says == "vote = true" and players == 2
    clock = trio.testing.MockClock(autojump_threshold=0)
    told, (ended, votes) = trio.run(served, tmp_path, players, says, 700, by_setting, clock=clock)
    assert [(one.kind, one.seat) for one in told] == ([("voted", 1)] if by_setting else [])
    assert (ended, votes) == (by_setting, int(by_setting))
    for one in told:
        _say_object(one)
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["type"], one["seat"], one["text"]) for one in said] == (
        [("voted", 1, "You have voted Player1 out.")] if by_setting else []
    )


@pytest.mark.parametrize("votes", [True, False])
def test_a_client_that_serves_votes_out_who_is_silent_and_the_silent_one_learns_of_it(
    tmp_path, capsys, votes
):
    ada, ben = tmp_path / "a", tmp_path / "b"
    with ExitStack() as stack:
        hers = stack.enter_context(host(ada, "--option", "time=1m", "--name", "Ada", *BOT))
        invite = hers.until("invite")["invite"]
        seat = stack.enter_context(join(ben, invite, "--yes", "--name", "Ben")).until("ask")["seat"]
        file = game_file(ada)
    assert run(["--home", str(ada), "settings", f"serve.vote={str(votes).lower()}"]) == 0
    an_hour_ago = time.time() - 3600
    os.utime(file, (an_hour_ago, an_hour_ago))
    with serve(ada) as client:
        if votes:
            assert client.until("voted")["seat"] == seat
            with resume(ben) as his:
                assert his.until("over")["basis"] == "voted"
                assert his.wait() == Code.DECIDED
            assert client.until("closed")["why"] == "over"
        else:
            assert client.until("opened")["game_id"] == file.stem
            with resume(ben) as his:
                his.until("ask")
    assert replica(ada).finished is votes


def test_nobody_is_voted_on_before_the_time_that_the_table_allows(tmp_path):
    clock = trio.testing.MockClock(autojump_threshold=0)
    assert trio.run(served, tmp_path, 2, "vote = true", 599, clock=clock) == ([], (False, 0))


async def served(folder, players, says, seconds, expects=False):
    """What is told of a game that is kept open so long and nobody comes, whether it has ended, and its votes."""
    home, told, first = Home(folder / "home"), [], trio.Event()
    home.make()

    def tell(update):
        told.append(update)
        first.set()

    file = folder / "settings.toml"
    file.write_text(f"[serve]\n{says}\n")
    own = Player(identity(0), "Ada", home, bytes, registry.rules)
    genesis = make_genesis(registry.rules("linja", 0) if players == 2 else registry.rules("bus", 0), players)
    peer = await play_game(own, genesis)
    how = session.Client(PlayOptions(Mode.JSON), settings=LiveSettings(file))
    server = GameServer(own, None, ServeRequest(User(home), how, NetworkOptions()), tell)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(server._vote, find_game(home, genesis.game_id.hex()), peer)
        await trio.sleep(seconds)
        if expects:  # it is stored in a time of its own
            await first.wait()
        nursery.cancel_scope.cancel()
    return told, (peer.replica.finished, sum(record.kind is Kind.VOTE for record in peer.replica.records()))
