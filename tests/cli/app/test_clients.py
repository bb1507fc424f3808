"""Clients in processes of their own, over TLS on the loopback: they play, are killed, and go on."""

from __future__ import annotations

import json
import os
import select
from random import Random

import pytest

from p2pgames_cli.config.exit_codes import Code
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_protocol.store.home import Home
from tests.cli.client import PATIENCE, Client, game_file, host, join, replica, resume
from tests.cli.homes import both, check_same


def test_where_to_listen_can_be_said_without_a_port(tmp_path):
    with Client(tmp_path / "a", "host", "linja", "--listen", "127.0.0.1") as ada:
        (address,) = ada.until("invite")["addresses"]
        assert address.startswith("tls:127.0.0.1:")


def test_two_clients_play_to_the_end_by_moves_from_programs(tmp_path, capsys):
    with host(tmp_path / "a") as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / "b", invite) as ben:
            ends = both(lambda: ada.play(Random(1)), lambda: ben.play(Random(2)))
            assert ends[0] == ends[1]
            assert ends[0]["basis"] == "played"
            assert (ada.wait(), ben.wait()) == (0, 0)
    assert check_same([tmp_path / "a", tmp_path / "b"], capsys)["basis"] == "played"


def typed(client):
    """Type the first legal move, by its number, whenever it is our turn; return all that was printed."""
    printed = []
    for line in client.lines():
        printed.append(line)
        if line.startswith("Your turn"):
            client.type("moves")
            client.type("1")
    return "".join(printed)


def test_two_people_type_their_moves_in_plain_lines(tmp_path, capsys):
    file = tmp_path / "invite"
    with host(tmp_path / "a", "--invite-file", str(file), "--name", "Ada", mode="--plain") as ada:
        while not next(ada.lines()).startswith("At the table"):
            pass
        with join(tmp_path / "b", file.read_text(), "--name", "Ben", mode="--plain") as ben:
            said = both(lambda: typed(ada), lambda: typed(ben))
            assert (ada.wait(), ben.wait()) == (0, 0)
    for text in said:
        assert "The game is over." in text
        assert "No:" not in text
    check_same([tmp_path / "a", tmp_path / "b"], capsys)


def test_bots_play_for_both(tmp_path, capsys):
    with host(tmp_path / "a", "--bot", "random") as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / "b", invite, "--bot", "random") as ben:
            assert ada.until("over")["basis"] == ben.until("over")["basis"] == "played"
            assert (ada.wait(), ben.wait()) == (0, 0)
    check_same([tmp_path / "a", tmp_path / "b"], capsys)


def test_a_watcher_sees_the_game_and_can_audit_it(tmp_path, capsys):
    with host(tmp_path / "a", "--bot", "random") as ada:
        invite = ada.until("invite")["invite"]
        with Client(tmp_path / "c", "watch", invite) as eye:
            with join(tmp_path / "b", invite, "--bot", "random") as ben:
                assert eye.until("table")["you"] == []
                assert eye.until("over") == ada.until("over")
                ben.wait()
            assert eye.wait() == 0
    assert replica(tmp_path / "c").position.previous == replica(tmp_path / "a").position.previous


# -- killed --


class Killed:
    """Two clients with bots; one or both are killed again and again, until the game is over."""

    def __init__(self, folder, seed):
        self.random = Random(seed)
        self.homes = [folder / "a", folder / "b"]
        self.kills = 0

    def __enter__(self):
        ada = host(self.homes[0], "--bot", "random")
        self.clients = [ada]
        self.clients.append(join(self.homes[1], ada.until("invite")["invite"], "--bot", "random"))
        return self

    def __exit__(self, *_):
        for client in self.clients:
            client.kill()

    def play(self, kills):
        for client in self.clients:
            client.until("table")
        while self.kills < kills and not self.over():
            self.kill_some()
        for client in self.clients:
            assert client.until("over")["basis"] == "played"
        assert [client.wait() for client in self.clients] == [0, 0]

    def over(self):
        return any(client.process.poll() is not None for client in self.clients)

    def kill_some(self):
        """Kill one or both at a random round, check that nothing they told is lost, and go on."""
        victims = self.random.choice(([0], [1], [0, 1]))
        told = {victim: self.rounds_told(self.clients[victim]) for victim in victims}
        for victim in victims:
            self.clients[victim].kill()
        for victim in victims:
            assert len(replay_file(game_file(self.homes[victim]), torn=True).log) >= told[victim]
            self.kills += 1
            self.clients[victim] = resume(self.homes[victim], "--bot", "random")
        for victim in victims:
            self.clients[victim].until("table")

    def rounds_told(self, client):
        """Read what a client says for a random number of rounds; return the last round it told, -1 for none."""
        last = -1
        for _ in range(self.random.randrange(20)):
            said = json.loads(next(client.lines(), "null"))
            if said is None or said["type"] == "over":
                break
            last = max(last, said.get("round", -1)) if said["type"] == "event" else last
        return last


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_clients_go_on(tmp_path, capsys, seed):
    with Killed(tmp_path, seed) as table:
        table.play(kills=4)
        check_same(table.homes, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(16))
def test_clients_killed_many_times_go_on(tmp_path, capsys, seed):
    with Killed(tmp_path, seed) as table:
        table.play(kills=8)
        check_same(table.homes, capsys)


def until_progress(client, word):
    """Read until the client says that it is at this; return whether it did before the end."""
    for line in client.lines():
        said = json.loads(line)
        if said["type"] == "over":
            return False
        if said["type"] == "progress" and said["text"].startswith(word):
            return True
    return False


def test_clients_killed_while_they_shuffle_and_deal_go_on(tmp_path, capsys):
    homes = [tmp_path / "a", tmp_path / "b"]
    clients = [host(homes[0], "--bot", "random", game="metro")]
    clients.append(join(homes[1], clients[0].until("invite")["invite"], "--bot", "random"))
    try:
        for victim, word in ((0, "shuffling"), (1, "shuffling"), (0, "dealing"), (1, "dealing")):
            if until_progress(clients[victim], word):
                clients[victim].kill()
                clients[victim] = resume(homes[victim], "--bot", "random")
        assert [client.until("over")["basis"] for client in clients] == ["played", "played"]
        assert [client.wait() for client in clients] == [0, 0]
    finally:
        for client in clients:
            client.kill()
    checks = check_same(homes, capsys)["checks"]
    assert (checks["shuffles"], checks["shares"], checks["reveals"]) == (2, 120, 2)
    for home, other in (homes, homes[::-1]):
        # what one computer keeps secret lies nowhere on the other
        seed = Home(home).identity().seed()
        held = b"".join(path.read_bytes() for path in other.rglob("*") if path.is_file())
        assert seed not in held
        assert Home(home).key_file.read_bytes() not in held
        (notes,) = (home / "games").glob("*.local")
        assert notes.stat().st_size > 32
        assert notes.read_bytes()[32:] not in held


# -- one sentence each --


def stopped(tmp_path, *arguments, name="x"):
    """Run a client to its end; return its exit code and what it said to the user."""
    with Client(tmp_path / name, *arguments) as client:
        code = client.process.wait(120)
        return code, client.complaints().strip().splitlines()[-1]


def test_a_malformed_invite(tmp_path):
    code, said = stopped(tmp_path, "join", "HELLO")
    assert code == Code.USAGE
    assert "Copy the whole line" in said


def test_the_own_invite_nobody_there_and_a_port_in_use(tmp_path):
    with host(tmp_path / "a") as ada:
        opened = ada.until("invite")
        port = opened["addresses"][0].partition("#")[0].rpartition(":")[2]
        code, said = stopped(tmp_path, "host", "linja", "--listen", f"127.0.0.1:{port}")
        assert code == Code.FAILURE
        assert "in use" in said
        assert "--listen" in said
    code, said = stopped(tmp_path, "join", opened["invite"], "--timeout", "0.5")
    assert code == Code.NO_CONTACT
    assert "no p2pgames is open there" in said
    code, said = stopped(tmp_path, "join", opened["invite"], name="a")
    assert code == Code.USAGE
    assert "your own invite" in said


def test_a_full_table(tmp_path):
    with host(tmp_path / "a") as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / "b", invite) as ben:
            ben.until("table")
            code, said = stopped(tmp_path, "join", invite, "--timeout", "5")
            assert code == Code.FAILURE
            assert "full" in said


def test_a_host_who_says_no(tmp_path):
    with host(tmp_path / "a", "--confirm") as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / "b", invite, "--name", "Ben") as ben:
            assert ada.until("knock")["name"] == "Ben"
            ada.send(do="refuse")
            assert ben.process.wait(120) == Code.FAILURE
            assert "did not let you in" in ben.complaints()
        with join(tmp_path / "c", invite, "--name", "Cleo") as cleo:
            assert ada.until("knock")["name"] == "Cleo"
            ada.send(do="admit")
            assert [seat["name"] for seat in cleo.until("table")["seats"]][1] == "Cleo"


def test_a_table_that_does_not_fill_up_in_time(tmp_path):
    code, said = stopped(tmp_path, "host", "linja", "--listen", "127.0.0.1:0", "--timeout", "0.2")
    assert code == Code.NO_CONTACT
    assert "not full" in said


def test_resigning_between_two_computers(tmp_path, capsys):
    with host(tmp_path / "a") as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / "b", invite) as ben:
            for client in (ada, ben):
                client.until("table")
            ben.send(do="vote")
            assert "vote" in ben.until("error")["why"]
            ben.send(do="resign")
            assert ada.until("over")["basis"] == ben.until("over")["basis"] == "resigned"
            assert (ada.wait(), ben.wait()) == (0, 0)
    report = check_same([tmp_path / "a", tmp_path / "b"], capsys)
    assert report["basis"] == "resigned"


@pytest.mark.skipif(os.name != "posix", reason="named pipes are POSIX's")
def test_the_players_command_runs_at_every_turn_and_knows_the_game(tmp_path):
    pipe = tmp_path / "turns"
    os.mkfifo(pipe)
    told = f"sh -c 'echo $P2PGAMES_GAME $P2PGAMES_SEAT $P2PGAMES_GAME_ID > {pipe}'"
    with Client(tmp_path / "a", "hotseat", "linja", "--bot", "2=random", "--on-turn", told) as ada:
        game = ada.until("table")["game_id"]
        listening = os.open(pipe, os.O_RDWR)
        for _ in range(2):
            moves = ada.until("ask")["moves"]
            assert select.select([listening], [], [], PATIENCE)[0], "the command was not run"
            assert os.read(listening, 1000) == f"linja 1 {game}\n".encode()
            ada.send(move=moves[0])
        os.close(listening)


@pytest.mark.skipif(os.name != "posix", reason="named pipes are POSIX's")
def test_the_players_command_runs_for_a_turn_that_came_while_it_ran(tmp_path):
    pipe = tmp_path / "turns"
    os.mkfifo(pipe)
    told = f"sh -c 'echo turn > {pipe}'"  # it runs until somebody reads
    with Client(tmp_path / "a", "hotseat", "linja", "--bot", "2=random", "--on-turn", told) as ada:
        ada.send(move=ada.until("ask")["moves"][0])
        ada.until("ask")
        listening, heard = os.open(pipe, os.O_RDWR), b""
        while heard != b"turn\nturn\n":
            assert select.select([listening], [], [], PATIENCE / 2)[0], heard
            heard += os.read(listening, 100)
        os.close(listening)


def test_a_restored_game_says_whom_it_waits_for_and_can_be_taken_over(tmp_path):
    with host(tmp_path / "a") as ada:
        with join(tmp_path / "b", ada.until("invite")["invite"]) as ben:
            game = ada.until("table")["game_id"]
            ben.until("table")
            for client in (ada, ben):
                client.until("presence")
        (tmp_path / "a" / "state" / f"{game}.instance").write_bytes(b"another copy's note".ljust(32))
    with resume(tmp_path / "a") as ada:
        assert ada.until("copy")["awaits"] == [1]
    with resume(tmp_path / "a", mode="--plain") as ada:
        assert any(
            "nothing is sent before #2 Player has shown what they know" in line for line in ada.lines()
        )
    with resume(tmp_path / "a", "--take-over") as ada:
        ada.send(do="words")
        said = []
        while "words" not in said:
            said.append(json.loads(next(ada.lines()))["type"])
        assert "copy" not in said
    with resume(tmp_path / "a") as ada, resume(tmp_path / "b") as ben:
        assert both(lambda: ada.play(Random(1)), lambda: ben.play(Random(2)))[0]["basis"] == "played"


# -- other ways than TCP --


def said_before(client, kind):
    """The types of all that a client says before something of this kind."""
    types = []
    while kind not in types:
        types.append(json.loads(next(client.lines()))["type"])
    return types


def test_settings_name_the_ways_of_the_tables_that_one_opens_and_of_no_others(tmp_path):
    for home in "ab":
        (tmp_path / home).mkdir()
        (tmp_path / home / "settings.toml").write_text('[network]\nvia = "tcp,lan"\n', encoding="ascii")
    with host(tmp_path / "a") as ada:
        invite = ada.until("invite")["invite"]
        assert [way["name"] for way in ada.until("ways")["ways"]] == ["lan"]
        with join(tmp_path / "b", invite) as ben:
            assert "ways" not in said_before(ben, "table")
    with host(tmp_path / "b", "--via", "tcp") as ben:
        invite = ben.until("invite")["invite"]
        with join(tmp_path / "a", invite):
            assert "ways" not in said_before(ben, "table")


def test_clients_reach_each_other_by_iroh_and_say_so(tmp_path, capsys):
    pytest.importorskip("iroh", reason="there is no iroh for this system")
    iroh = ("--via", "iroh", "--relay", "none")
    with Client(tmp_path / "a", "host", "linja", *iroh, "--listen", "127.0.0.1:0", "--bot", "random") as ada:
        invite = ada.until("invite")
        assert [address.partition(":")[0] for address in invite["addresses"]] == ["iroh"]
        (way,) = ada.until("ways")["ways"]
        assert (way["name"], way["about"]) == ("iroh", "iroh: without a relay.")
        # The invite switches on what it names.
        with Client(tmp_path / "b", "join", invite["invite"], "--relay", "none", "--bot", "random") as ben:
            here = ben.until("presence")
            assert here["connected"] == [0]
            assert here["by"] == [{"seat": 0, "carrier": "iroh", "relay": ""}]
            assert ada.until("over")["basis"] == ben.until("over")["basis"] == "played"
            assert (ada.wait(), ben.wait()) == (0, 0)
    check_same([tmp_path / "a", tmp_path / "b"], capsys)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (("--via", "pigeon"), "'pigeon' is not a way to connect: choose from tcp, "),
        (("--via", "iroh", "--relay", "ftp://x"), "A relay is https://HOST, not 'ftp://x'."),
        (("--relay", "none", "--relay", "https://x.example"), "Give either --relay none or relays"),
    ],
)
def test_ways_that_there_are_not_are_refused_in_a_sentence(tmp_path, flags, said):
    with Client(tmp_path / "a", "host", "linja", *flags) as ada:
        assert ada.wait() == 2
    assert said in (tmp_path / "a.errors").read_text()


def test_a_program_is_heard_before_the_game_begins(tmp_path):
    with host(tmp_path / "a", "--seats", "3", game="bus") as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / "b", invite) as ben:
            for client in (ben, ada):
                client.until("lobby")
                for line in ("nonsense", '{"do": "dance"}', '{"do": "agree"}'):
                    client.type(line)
                    assert "A line is an object" in client.until("error")["why"]
                client.send(say="Hello")
                client.send(do="quit")
                assert client.wait() == 0


def test_a_program_that_says_nothing_more_leaves_a_table_that_has_not_begun(tmp_path):
    with host(tmp_path / "a") as ada:
        ada.until("invite")
        ada.process.stdin.close()
        assert ada.wait() == 0


def test_a_program_is_asked_about_a_table_with_little_time(tmp_path):
    with host(tmp_path / "a", "--option", "time=1m") as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / "b", invite) as ben:
            assert "within 60 seconds" in ben.until("differs")["differs"][0]
            ben.send(do="refuse")
            assert ben.wait() == 1
        with join(tmp_path / "c", invite) as cleo:
            cleo.until("differs")
            cleo.send(do="agree")
            assert cleo.until("table")["options"]["time"] == "1m"
