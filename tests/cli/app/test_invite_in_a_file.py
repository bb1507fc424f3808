"""An invite that is read from standard input: what can be played with then."""

import json
import os
import subprocess
import sys

import pytest

from tests.cli.client import RUN, host
from tests.cli.terminal import BENEATH_A_SHELL

posix = pytest.mark.skipif(os.name != "posix", reason="a pty, and select on pipes, are POSIX's")
REDIRECTED = "import os; os.dup2(os.open(os.environ['FROM'], os.O_RDONLY), 0)"


def joined(home, *arguments, **given):
    """Run a client that reads its invite, until it ends."""
    return subprocess.run(
        [sys.executable, "-c", RUN, "--home", str(home), "join", "-", "--listen", "127.0.0.1:0", *arguments],
        capture_output=True,
        text=True,
        timeout=120,
        start_new_session=True,
        **given,
    )


@pytest.mark.parametrize("mode", ["--json", "--plain"])
@pytest.mark.parametrize("way", ["file", pytest.param("pipe", marks=posix)])
def test_who_could_read_nothing_more_takes_no_seat(tmp_path, mode, way):
    with host(tmp_path / "a", "--timeout", "1") as ada:
        text = ada.until("invite")["invite"] + "\n\n"
        file = tmp_path / "invite.txt"
        file.write_text(text, encoding="ascii")
        with file.open(encoding="ascii") as opened:
            done = joined(tmp_path / "b", mode, **({"stdin": opened} if way == "file" else {"input": text}))
        assert done.returncode == 2
        assert "Nothing can be read after the invite" in done.stderr
        told = [json.loads(line) for line in ada.lines()]
        assert [said["names"] for said in told if said["type"] == "lobby"] == [["Player"]]
        assert ada.wait() == 6


def test_what_stands_behind_the_invite_is_played(tmp_path):
    with host(tmp_path / "a", "--bot", "careful") as ada:
        text = ada.until("invite")["invite"] + "\n\nresign\nyes\n"
        file = tmp_path / "invite.txt"
        file.write_text(text, encoding="ascii")
        with file.open(encoding="ascii") as opened:
            done = joined(tmp_path / "b", "--plain", stdin=opened)
        assert done.returncode == 0, done.stderr
        assert ada.until("over")["basis"] == "resigned"


def test_a_bot_needs_nothing_to_read(tmp_path):
    with host(tmp_path / "a", "--bot", "careful") as ada:
        file = tmp_path / "invite.txt"
        file.write_text(ada.until("invite")["invite"], encoding="ascii")
        with file.open(encoding="ascii") as opened:
            assert joined(tmp_path / "b", "--bot", "careful", "--plain", stdin=opened).returncode == 0
        assert ada.until("over")["basis"] == "played"


@posix
def test_at_a_terminal_the_game_goes_on_there(tmp_path):
    from tests.cli.terminal_window import Window

    with host(tmp_path / "a") as ada:
        file = tmp_path / "invite.txt"
        file.write_text(ada.until("invite")["invite"] + "\n", encoding="ascii")
        given = {"PLANTED": REDIRECTED, "FROM": str(file), "P2PGAMES_HOME": str(tmp_path / "b")}
        with Window("join", "-", "--name", "Ben", code=BENEATH_A_SHELL, **given) as ben:
            ben.until("Linja", "players", "Ben")
            ben.press("\x03")
            ben.until("The game is saved.")
            ben.press("y")
            ben.until("ended with 0")
