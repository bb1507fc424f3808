"""A disk that is full: the error names the file that could not be written."""

import os
from pathlib import Path

import pytest

from p2pgames_cli.main import run
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.store.disk import RealDisk
from tests.cli.app.league.leagues import WINTER, folder_of

FULL = Path("/dev/full")
pytestmark = pytest.mark.skipif(not FULL.exists(), reason="only some systems have a disk that is always full")


def test_the_store_names_the_file(tmp_path):
    file = tmp_path / "game.p2pg"
    file.symlink_to(FULL)
    with pytest.raises(OSError, match="No space left") as failed:
        RealDisk().append(file, b"record")
    assert failed.value.filename == str(file)


@pytest.mark.parametrize(
    "command",
    [
        ["merge", "{game}", "{game}", "--out", "{out}"],
        ["export", "{game}", "--out", "{out}"],
        ["export", "{game}", "--format", "svg", "--out", "{out}"],
        ["replay", "{game}", "--svg", "{out}"],
    ],
)
def test_commands_name_the_file(tmp_path, capsys, command, game):
    out = tmp_path / "out"
    out.symlink_to(FULL)
    home = [] if command[0] == "merge" else ["--home", str(tmp_path / "home")]
    code = run([*home, *(word.format(game=game, out=out) for word in command)])
    assert code == 1
    assert f"Cannot use {out}: {os.strerror(28)}." in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ["merge", "{game}", "{game}", "--out", "{out}"],
        ["export", "{game}", "--out", "{out}"],
        ["export", "{game}", "--format", "json", "--out", "{out}"],
        ["export", "{game}", "--format", "html", "--out", "{out}"],
        ["export", "{game}", "--format", "svg", "--moving", "--out", "{out}"],
        ["replay", "{game}", "--svg", "{out}"],
        ["verifier", "--out", "{out}"],
        ["host", "linja", "--offline", "--invite-file", "{out}"],
        ["settings", "--home", "{home}", "theme=light"],
        ["league", "show", "{league}", "--html", "{out}"],
        ["match", "linja", "random", "random", "--games", "1", "--nodes", "1", "--plot", "{out}"],
        ["demo", "linja", "--bot", "random", "--seed", "x", "--out", "{out}"],
    ],
)
def test_what_was_there_stays_and_that_is_said(tmp_path, capsys, monkeypatch, command, game, home):
    out = home / "settings.toml" if command[0] == "settings" else tmp_path / "out"
    out.write_text("# what was there\n")
    league = folder_of(tmp_path / "league", WINTER)
    words = [word.format(game=game, out=out, home=home, league=league) for word in command]
    before = [] if command[0] in ("merge", "settings", "verifier", "match", "demo") else ["--home", str(home)]

    def fsync(handle):
        if Path(f"/proc/self/fd/{handle}").readlink().parent == out.parent:
            raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "fsync", fsync)
    assert run([*before, *words]) == 1
    assert out.read_text() == "# what was there\n"
    said = capsys.readouterr().err
    assert f"Cannot write {out}: {os.strerror(28)}. What was there before is unchanged." in said


def test_a_torn_file_is_called_so_and_what_resume_does_is_said(tmp_path, capsys, game):
    torn = tmp_path / "torn.p2pg"
    torn.write_bytes(game.read_bytes()[:-5])
    count = len(logfile.split(torn.read_bytes()).payloads)
    for mode in ([], ["--fast"], ["--json"]):
        assert run(["audit", *mode, str(torn)]) == 3
        said = capsys.readouterr().out
        assert f"The file is torn: it ends within record {count + 1}." in said
        assert "resume cuts off this end, which was never sent, and goes on" in said
