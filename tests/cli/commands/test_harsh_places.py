"""Places where little is to be had: a home on a full disk, or on one that cannot be written; a C locale."""

import json
import os
import subprocess
import sys

import pytest

BOTS = ["--bot", "1=careful", "--bot", "2=random", "--json"]
SMALL = 96
"""KiB of the disk: a home with one game has half of that."""
FILLED = 12
PROGRAM = """
import contextlib, io, json, os, subprocess, sys
from pathlib import Path
from p2pgames_cli.main import run

home, bots = Path(sys.argv[1]), json.loads(sys.argv[2])

def said(*words):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = run(["--home", str(home), *words])
    print(json.dumps([code, out.getvalue(), err.getvalue()]))
"""


def in_a_small_disk(folder, program, size):
    """Run a program that has a disk of so many KiB to itself; return what it said of each command, by lines."""
    mounted = f'mount -t tmpfs -o size={size}k tmpfs "$1" && exec "$2" -c "$3" "$1" "$4"'
    words = [str(folder), sys.executable, PROGRAM + program, json.dumps(BOTS)]
    done = subprocess.run(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", mounted, "sh", *words],
        capture_output=True, text=True, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def may_mount():
    try:
        return not subprocess.run(
            ["unshare", "--map-root-user", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"],
            capture_output=True,
        ).returncode
    except OSError:
        return False


own_disk = pytest.mark.skipif(
    not may_mount(), reason="only some systems let everybody mount a disk in memory"
)


@own_disk
def test_a_game_on_a_full_disk_ends_with_a_sentence_and_goes_on_once_there_is_room(tmp_path):
    full, listed, resumed, audited, read_only = in_a_small_disk(
        tmp_path,
        f"""
said("id", "new", "--name", "Ada")
filler = home / "filler"
while True:
    free = os.statvfs(home)
    if free.f_bavail * free.f_frsize <= {FILLED} * 1024:
        break
    with filler.open("ab") as file:
        file.write(bytes(4096))
said("hotseat", "linja", *bots)
said("list")
filler.unlink()
(game,) = (home / "games").glob("*.p2pg")
said("resume", game.stem, *bots)
said("audit", str(game))
subprocess.run(["mount", "-o", "remount,ro", str(home)], check=True)
said("resume", game.stem)
""",
        SMALL,
    )[1:]
    code, _out, err = full
    assert code == 1
    assert "No space left on device" in err
    assert str(tmp_path) in err
    assert "Traceback" not in err
    assert listed[0] == 0
    assert "to move, step" in listed[1]
    assert resumed[0] == 0
    assert json.loads(resumed[1].splitlines()[-1])["type"] == "over"
    assert audited[0] == 0
    assert "valid, finished" in audited[1]
    assert read_only[0] == 1


@own_disk
def test_a_home_that_cannot_be_written_is_read_and_says_so_where_it_has_to_be_written(tmp_path):
    listed, learnt, hosted, set_up = in_a_small_disk(
        tmp_path,
        """
subprocess.run(["mount", "-o", "remount,ro", str(home)], check=True)
home = home / "home"
said("list")
said("rules", "linja")
said("hotseat", "linja", *bots)
said("settings", "theme=light")
""",
        SMALL,
    )
    assert listed[0] == learnt[0] == 0
    for code, _out, err in (hosted, set_up):
        assert code == 1
        assert "Read-only file system" in err
        assert str(tmp_path) in err
        assert err.count("\n") == 1
    assert "--home" in hosted[2]


TYPED = """
import sys
from p2pgames_cli.main import main

for words in {commands}:
    sys.argv[1:] = words
    try:
        main()
    except SystemExit as end:
        assert not end.code, words
"""


def test_in_a_c_locale_without_a_terminal_all_is_said_and_nothing_coloured(tmp_path):
    c = {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "TERM": "dumb"}
    kept = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "PYTHONPATH") if name in os.environ}
    home = ["--home", str(tmp_path)]
    named, play = [*home, "id", "new", "--name", "Zoë"], [*home, "hotseat", "linja", *BOTS[:-1], "--plain"]
    program = TYPED.format(commands=ascii([named, [*home, "id"], play, ["rules", "metro"]]))
    done = subprocess.run(
        [sys.executable, "-c", program], env={**c, **kept},
        stdin=subprocess.DEVNULL, capture_output=True, start_new_session=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    said = done.stdout.decode()
    assert "name  Zoë" in said
    assert "pile 42 · others hold 1" in said
    assert "The game is over." in said
    assert "\x1b" not in said
    assert done.stderr == b""
