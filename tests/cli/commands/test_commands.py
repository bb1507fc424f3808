"""The command line: what it prints, and the exit code it ends with."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from p2pgames.registry import names
from p2pgames_cli.main import run
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.records import Kind
from p2pgames_protocol.store.disk import HomeError
from p2pgames_protocol.store.home import Home, from_pem
from tests.cli.client import game_file
from tests.logs import log_of


def ran(capsys, *arguments):
    """Exit code, standard output and standard error of a command."""
    code = run([str(argument) for argument in arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_help_and_version(capsys):
    for arguments in ([], ["--help"], ["-h"]):
        code, out, _ = ran(capsys, *arguments)
        assert code == 0
        assert "audit" in out
        assert "demo" in out
    assert ran(capsys, "--version")[1].startswith("p2pgames 0.")
    for command in ("demo", "audit", "merge", "export", "games", "rules", "id", "completion"):
        code, out, _ = ran(capsys, command, "--help")
        assert code == 0
        assert "Usage" in out


def test_unknown_commands_and_options_are_usage_errors(capsys):
    for arguments in (["dance"], ["games", "--loud"], ["audit"], ["demo", "linja", "--seats"]):
        code, out, err = ran(capsys, *arguments)
        assert code == 2
        assert not out
        assert "Error" in err


def test_games_and_rules(capsys):
    code, out, _ = ran(capsys, "games")
    assert code == 0
    assert "linja" in out
    assert "bonus=own|any" in out
    listed = json.loads(ran(capsys, "games", "--json")[1])
    assert next(entry for entry in listed if entry["name"] == "linja")["players"] == [2, 2]
    assert "# Linja" in ran(capsys, "rules", "linja")[1]
    code, _, err = ran(capsys, "rules", "chess")
    assert code == 2
    assert "Installed: " in err


def test_a_demo_repeats_with_its_seed_and_ends_with_its_audit(capsys, tmp_path, game):
    again = tmp_path / "again.p2pg"
    code, out, _ = ran(capsys, "demo", "linja", "--bot", "greedy", "--seed", "test", "--out", again, "--json")
    assert code == 0
    audit = json.loads(out)
    assert audit["valid"]
    assert audit["finished"]
    assert audit["basis"] == "played"
    assert again.read_bytes() == game.read_bytes()
    other = json.loads(ran(capsys, "demo", "linja", "--bot", "random", "--json", "--option", "bonus=any")[1])
    assert other["game_id"] != audit["game_id"]
    assert other["options"]["bonus"] == "any"


@pytest.mark.parametrize(
    ("seats", "options"),
    [
        (2, []),
        (3, ["hand=3", "orientation=free"]),
        pytest.param(4, ["hand=2"], marks=pytest.mark.slow),
        pytest.param(5, ["orientation=free"], marks=pytest.mark.slow),
        pytest.param(6, ["hand=3"], marks=pytest.mark.slow),
    ],
)
def test_a_demo_of_metro_deals_every_tile_from_a_deck_that_all_shuffled(capsys, seats, options):
    chosen = [word for option in options for word in ("--option", option)]
    code, out, _ = ran(
        capsys, "demo", "metro", "--seats", str(seats), "--bot", "greedy", "--seed", "m", *chosen, "--json"
    )
    audit = json.loads(out)
    assert code == 0
    assert audit["valid"]
    assert audit["finished"]
    assert audit["unrevealed"] == []
    checks = audit["checks"]
    assert (checks["shuffles"], checks["shares"], checks["reveals"]) == (seats, 60 * seats, seats)
    assert checks["moves"] >= 60


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (["chess"], 2, "no game"),
        (["linja", "--seats", "3"], 2, "2 players, not 3"),
        (["metro", "--seats", "7"], 2, "2 to 6 players, not 7"),
        (["linja", "--option", "bonus"], 2, "NAME=VALUE"),
        (["linja", "--option", "bonus=all"], 2, "own, any"),
        (["linja", "--option", "colour=red"], 2, "no option"),
        (["linja", "--option", "time=soon"], 2, "10m"),
        (["linja", "--bot", "alphazero"], 2, "random, greedy, careful"),
        (["linja", "--out", "/no/such/folder/g.p2pg"], 1, "no folder"),
    ],
)
def test_what_a_demo_cannot_do_is_said_before_it_plays(capsys, arguments, code, says):
    got, _, err = ran(capsys, "demo", *arguments)
    assert got == code
    assert says in err
    assert "Traceback" not in err


def test_an_audit_tells_what_a_file_is_worth(capsys, tmp_path, game):
    whole = json.loads(ran(capsys, "audit", "--json", game)[1])
    code, out, _ = ran(capsys, "audit", "--fast", "--json", game)
    fast = json.loads(out)
    assert code == 0
    assert fast["mode"] == "fast"
    assert [whole[key] for key in ("seats", "basis")] == [fast[key] for key in ("seats", "basis")]
    assert ran(capsys, "audit", game)[0] == 0
    data = game.read_bytes()
    records = logfile.read_records(data)
    cut, torn, changed = (tmp_path / name for name in ("cut", "torn", "changed"))
    cut.write_bytes(logfile.write_records(records[:10]))
    torn.write_bytes(data[:-1])
    changed.write_bytes(data[:300] + b"\xff" + data[301:])
    for file, expected in ((cut, 5), (torn, 3), (changed, 3), (tmp_path / "missing", 1), (tmp_path, 1)):
        code, out, err = ran(capsys, "audit", file)
        assert code == expected
        assert out + err
    assert ran(capsys, "audit", "-q", cut) == (5, "", "")
    assert ran(capsys, "audit", game, cut)[0] == 5
    assert ran(capsys, "audit", game, cut, tmp_path / "missing")[0] == 1
    assert ran(capsys, "audit", game, cut, tmp_path / "missing", torn)[0] == 3


def test_several_files_are_audited_side_by_side(tmp_path, game):
    torn = tmp_path / "torn"
    torn.write_bytes(game.read_bytes()[:-1])
    done = command("audit", "--json", "--jobs", "2", game, torn, game)
    assert done.returncode == 3
    assert [json.loads(line)["valid"] for line in done.stdout.splitlines()] == [True, False, True]


def test_merge_joins_copies_and_refuses_others(capsys, tmp_path, game):
    records = logfile.read_records(game.read_bytes())
    early, out = tmp_path / "early", tmp_path / "out"
    early.write_bytes(logfile.write_records([r for r in records[:20] if r.kind is not Kind.HAVE]))
    assert ran(capsys, "merge", early, game, "--out", out)[0] == 0
    assert out.read_bytes() == game.read_bytes()
    assert ran(capsys, "merge", early, early, "--out", out)[0] == 5
    other = tmp_path / "other"
    assert run(["demo", "linja", "--bot", "random", "--seed", "other", "--out", str(other)]) == 0
    code, _, err = ran(capsys, "merge", game, other, "--out", out)
    assert code == 3
    assert "two different games" in err
    assert ran(capsys, "merge", game, tmp_path / "none", "--out", out)[0] == 1


def test_merge_says_what_it_found_with_the_code_of_an_audit(capsys, tmp_path):
    out = tmp_path / "out"
    for name, grade, said in (
        ("forked linja", 4, "signed two different"),
        ("voted between two and contested", 0, "Contested"),
    ):
        start, *records = logfile.read_records(log_of(name))
        halves = tmp_path / "one", tmp_path / "two"
        for file, kept in zip(halves, (records[:-1], records[1:]), strict=True):
            file.write_bytes(logfile.write_records([start, *kept]))
        for one, two in (halves, halves[::-1]):
            code, _, err = ran(capsys, "merge", one, two, "--out", out)
            assert (code, said in err) == (grade, True), err
            assert ran(capsys, "audit", out)[0] == grade


def test_export_as_text_and_json(capsys, tmp_path, game):
    text = ran(capsys, "export", game)[1]
    assert "roll:" in text
    assert "over (played)" in text
    exported = json.loads(ran(capsys, "export", game, "--format", "json", "--states")[1])
    assert exported["result"]["basis"] == "played"
    assert exported["moves"][0]["state"]
    assert len(exported["moves"]) == json.loads(ran(capsys, "audit", "--json", game)[1])["checks"]["moves"]
    assert exported["rolls"][0]["values"] in ([0], [1])
    assert exported["moves"][0]["seat"] == exported["rolls"][0]["values"][0]
    out = tmp_path / "g.txt"
    assert ran(capsys, "export", game, "--out", out)[0] == 0
    assert out.read_text() == text
    out.write_text("nonsense")
    code, _, err = ran(capsys, "export", out)
    assert code == 3
    assert "not a game file" in err


@pytest.mark.parametrize("within", ["", "home"])
@pytest.mark.parametrize("command", [("list",), ("list", "--json"), ("id",), ("doctor",)])
def test_a_file_is_no_home(capsys, tmp_path, command, within):
    file = tmp_path / "file"
    file.write_text("")
    code, out, err = ran(capsys, "--home", file / within, *command)
    assert (code, out) == (1, "")
    assert f"{file} is a file. Name the folder of your games" in " ".join(err.split())


def test_a_user_without_a_folder_is_asked_to_name_one(capsys, monkeypatch):
    pwd = pytest.importorskip("pwd")  # Windows knows no such file of users

    def nobody(_number):
        raise KeyError

    for name in ("HOME", "P2PGAMES_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    code, out, err = ran(capsys, "list")
    assert (code, out) == (1, "")
    assert "This user has no home folder. Name a folder for your games" in " ".join(err.split())


def test_an_identity_is_made_shown_moved_and_never_lost(capsys, tmp_path):
    home, file = tmp_path / "home", tmp_path / "key.pem"
    code, _, err = ran(capsys, "id", "--home", home)
    assert code == 1
    assert "p2pgames id new" in err
    assert ran(capsys, "id", "--home", home, "new", "--name", "Ada")[0] == 0
    shown = json.loads(ran(capsys, "id", "--home", home, "--json")[1])
    assert shown["name"] == "Ada"
    assert Path(shown["file"]).stat().st_mode & 0o777 == 0o600
    code, _, err = ran(capsys, "id", "--home", home, "new")
    assert code == 1
    assert "--force" in err
    assert ran(capsys, "id", "--home", home, "export", file)[0] == 0
    assert file.stat().st_mode & 0o777 == 0o600
    assert ran(capsys, "id", "--home", home, "export", file)[0] == 1
    assert from_pem(file.read_bytes()).key.hex() == shown["key"]
    assert ran(capsys, "id", "--home", home, "new", "--force")[0] == 0
    assert json.loads(ran(capsys, "id", "--home", home, "--json")[1])["key"] != shown["key"]
    assert ran(capsys, "id", "--home", tmp_path / "second", "import", file)[0] == 0
    assert json.loads(ran(capsys, "id", "--home", tmp_path / "second", "--json")[1])["key"] == shown["key"]
    assert ran(capsys, "id", "--home", home, "new", "--force", "--name", "a\nb")[0] == 2
    assert ran(capsys, "id", "--home", home, "--profile", "../x")[0] == 2


def test_a_passphrase_protects_the_key(capsys, tmp_path):
    home, words, wrong = tmp_path / "home", tmp_path / "words", tmp_path / "wrong"
    words.write_text("open sesame\n")
    wrong.write_text("guess\n")
    assert ran(capsys, "id", "--home", home, "--passphrase-file", words, "new")[0] == 0
    assert b"ENCRYPTED" in (home / "identity.pem").read_bytes()
    assert ran(capsys, "id", "--home", home, "--passphrase-file", words)[0] == 0
    for arguments, says in (([], "has a passphrase"), (["--passphrase-file", wrong], "wrong passphrase")):
        code, out, err = ran(capsys, "id", "--home", home, *arguments)
        assert code == 1
        assert says in err
        assert not out
    words.write_text("\n")
    assert ran(capsys, "id", "--home", home, "--passphrase-file", words)[0] == 2


def test_a_home_that_cannot_be_used_says_what_to_do(capsys, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    code, _, err = ran(capsys, "id", "--home", blocked / "home", "new")
    assert code == 1
    assert "--home" in err
    home = Home(tmp_path / "home")
    with home.locked():
        code, _, err = ran(capsys, "id", "--home", home.folder, "new")
    assert code == 1
    assert "Another p2pgames" in err
    home.keep_name("Ada")
    (home.folder / "identity.pem").write_text("junk")
    with pytest.raises(HomeError, match="not a key file"):
        home.identity()


def test_completion(capsys):
    for shell in ("bash", "zsh", "fish"):
        assert "_P2PGAMES_COMPLETE" in ran(capsys, "completion", shell)[1]
    code, _, err = ran(capsys, "completion", "csh")
    assert code == 2
    assert "bash, zsh, fish" in err


def command(*arguments):
    """Run the real command in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", "from p2pgames_cli.main import main; main()", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=120,
    )


def test_the_real_command_ends_with_its_codes_and_no_traceback(tmp_path, game):
    assert command("audit", game).returncode == 0
    done = command("audit", tmp_path / "missing")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    piped = subprocess.run(
        f"{sys.executable} -c 'from p2pgames_cli.main import main; main()' rules linja | head -c 1",
        shell=True,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert "Traceback" not in piped.stderr


HEAVY = (
    "asyncio",
    "cffi",
    "cryptography",
    "msgpack",
    "nacl",
    "prompt_toolkit",
    "tomlkit",
    "trio",
    "zeroconf",
)
THINKING = (
    "p2pgames.search",
    "p2pgames.drawing",
    "p2pgames.picture",
    "p2pgames_protocol.log",
    "p2pgames_cli.table",
)
ELSEWHERE = (
    "cryptography.x509",
    "h11",
    "p2pgames.drawing",
    "p2pgames.search",
    "p2pgames_cli.lines.player",
    "p2pgames_protocol.audit.full",
    "p2pgames_protocol.discovery",
    "p2pgames_protocol.league",
    "p2pgames_protocol.mail",
    "p2pgames_protocol.local.course",
    "p2pgames_protocol.net.meeting",
    "p2pgames_protocol.net.peer",
    "p2pgames_protocol.transports.tls",
)
PARTS = tuple(
    f"p2pgames.games.{name}.{part}"
    for name in names()
    for part in ("bots", "evaluator", "painter", "rules", "state")
)


@pytest.mark.parametrize(
    ("command", "none_of"),
    [("--help", (*HEAVY, *THINKING, "p2pgames.games")), ("games", (*HEAVY, *THINKING, *PARTS))],
)
def test_what_is_only_looked_up_loads_little(command, none_of, tmp_path):
    program = (
        f"import sys; from p2pgames_cli.main import run; run([{command!r}]); print(*sys.modules, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True, text=True, check=True, timeout=120, env={**os.environ, "P2PGAMES_HOME": str(tmp_path)},
    )  # fmt: skip
    loaded = done.stdout.splitlines()
    assert "p2pgames_cli.main" in loaded
    assert _among(loaded, none_of) == []


def test_a_table_at_one_computer_loads_nothing_that_finds_others():
    program = (
        "import sys, p2pgames_cli.commands.hotseat, p2pgames_cli.screen.app; print(*sys.modules, sep='\\n')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, timeout=120
    )
    loaded = done.stdout.splitlines()
    assert "p2pgames_protocol.local.hotseat" in loaded
    assert _among(loaded, ELSEWHERE) == []


def test_a_game_at_one_computer_goes_on_with_a_bot_only_at_a_seat_that_is_named(capsys, home):
    for wanted in ([], [game_file(home).stem[:8]]):
        assert run(["resume", *wanted, "--home", str(home), "--bot", "random", "--plain"]) == 2
        said = " ".join(capsys.readouterr().err.split())
        assert "say which seat the bot takes, such as --bot 2=random." in said
    bots = "--bot", "1=random", "--bot", "2=random"
    assert run(["resume", "--home", str(home), *bots, "--plain"]) == 0


def _among(loaded, heavy):
    return [name for name in loaded if any(f"{name}.".startswith(f"{each}.") for each in heavy)]


def test_nobody_gets_a_key_for_looking_for_games_there_are_not(capsys, tmp_path):
    for command in ("resume", "pack"):
        code, _, err = ran(capsys, command, "--home", tmp_path)
        assert (code, err) == (2, "p2pgames: No game here is waiting. Begin one: p2pgames host linja\n")
    assert not Home(tmp_path).has_identity()


def test_as_many_sit_at_one_computer_as_the_last_bot_needs(capsys, tmp_path):
    home = ("--home", str(tmp_path / "home"))
    bots = "--bot", "1=random", "--bot", "2=random", "--bot", "3=random"
    assert run([*home, "hotseat", "metro", *bots, "--plain"]) == 0
    capsys.readouterr()
    assert run([*home, "list", "--json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["names"]) == 3
    assert run([*home, "hotseat", "metro", "--seats", "2", *bots]) == 2
    assert "A bot is to sit at seat 3 of 2; use --seats 3" in capsys.readouterr().err


def test_the_name_of_the_first_start_is_kept(capsys, tmp_path):
    home = tmp_path / "home"
    assert run(["--home", str(home), "--name", "Cas", "host", "linja", "--offline"]) == 0
    assert Home(home).name() == "Cas"
    assert run(["--home", str(home), "--name", "Eva", "host", "linja", "--offline"]) == 0
    assert Home(home).name() == "Cas"
