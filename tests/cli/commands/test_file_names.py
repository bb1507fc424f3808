"""Whoever sends a file chooses its name: wherever it is printed it stays on its line and steers no terminal."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from p2pgames_cli.app.league.mine import note_league
from p2pgames_cli.i18n import catalogue
from p2pgames_cli.main import run
from p2pgames_protocol.audit.replay import read_log
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import identity
from tests.cli.app.league.leagues import WINTER, folder_of, log
from tests.cli.at_home import AtHome, text

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows allows no such names")
NAME = "ann: valid, finished\n  44 steps\x1b]0;title\x07\x9b2J\u202e\u2067\u2069\u2028\udcff.p2pg"
STEERS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")
FORGED = re.compile(r"^(?:ann: valid, finished$|  44 steps)", re.MULTILINE)


def named_after_its_id(game):
    return f"{read_log(game.read_bytes())[0].game_id.hex()}.p2pg"


@pytest.fixture
def evil(tmp_path, game):
    """A folder with files of such a name: a game, rubbish, a folder, and a league with a torn file."""
    here = tmp_path / "here"
    here.mkdir()
    shutil.copy(game, here / NAME)
    (here / f"rubbish{NAME}").write_bytes(b"rubbish")
    (here / f"folder{NAME}").mkdir()
    league = folder_of(here / f"league{NAME}", WINTER)
    (league / f"torn{NAME}").write_bytes(b"rubbish")
    (league / f"torn{NAME}.p2pe").write_bytes(b"rubbish")
    (league / f"whole{NAME}").write_bytes(log(1))
    (here / f"log{NAME}").write_bytes(log(2))
    home = Home.at(tmp_path / "home")
    home.keep_identity(identity(0))
    (home.games / f"\x1b{NAME}").write_bytes(b"rubbish")
    shutil.copy(game, home.games / named_after_its_id(game))
    shutil.copy(game, home.games / f"copy{NAME}")
    return here


COMMANDS = (
    "audit {game} {rubbish} {folder} {none}",
    "audit --fast {game} {rubbish}",
    "merge {game} {rubbish} --out {out}",
    "merge {game} {game} --out {game}",
    "merge {game} {game} --out {none}/x",
    "export {game} --out {out}",
    "export {game} --out {folder}",
    "export {rubbish}",
    "export {none}",
    "export {game} --format html --out {out}",
    "replay {game} --plain",
    "replay {rubbish} --plain",
    "replay {game} --svg {none}/x",
    "analyse {rubbish}",
    "list",
    "list --results",
    "resume {none}",
    "pack {none}",
    "pack --out {none}/x",
    "unpack {rubbish}",
    "unpack {folder}",
    "take {none} --file {rubbish}",
    "league show {league}",
    "league standings {league}",
    "league pair {league}",
    "league join {league}",
    "league add {league} {log} {rubbish} {none} {game}",
    "league show {league} --html {out}",
    "league show {none}",
    "league new {league} --title T --game linja",
    "host linja --league {league} --seats 3",
    "host linja --league {none}",
    "host linja --invite-file {none}/x",
    "demo linja --out {none}/x",
    "match linja random random --games 1 --keep {rubbish}",
    "match linja random random --games 1 --plot {none}/x",
    "verifier --out {none}/x",
    "id export {game}",
    "id import {rubbish} --force",
    "id --passphrase-file {none}",
    "settings --home {rubbish}",
    "audit --{none}",
    "{none}",
    "rules {none}",
    "export {game} {rubbish}",
    "replay {game} --step {none}",
    "export {game} --format {none}",
)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_prints_a_name_as_it_is(evil, tmp_path, capsys, command, language):
    names = {
        kind: str(evil / f"{kind}{NAME}") for kind in ("rubbish", "folder", "league", "log", "out", "none")
    } | {"game": str(evil / NAME)}
    words = [word.format(**names) for word in command.split(" ")]
    catalogue.use(language)
    try:
        run(["--home", str(tmp_path / "home"), *words] if "--home" not in words else words)
    finally:
        catalogue.use("en")
    printed = capsys.readouterr()
    for said in (printed.out, printed.err):
        assert STEERS.findall(said.replace("\t", " ")) == []
        assert FORGED.findall(said) == []


def test_an_odd_home_is_printed_as_any_name(tmp_path, capsys):
    for words in ("id", "list", "settings", "id new", "id", "resume"):
        run(["--home", str(tmp_path / NAME), *words.split(" ")])
    printed = capsys.readouterr()
    assert STEERS.findall(printed.out + printed.err) == []
    assert FORGED.findall(printed.out + printed.err) == []


def test_a_program_gets_the_name_itself(evil, capsys):
    run(["audit", "--json", str(evil / f"rubbish{NAME}")])
    assert STEERS.findall(capsys.readouterr().out) == []


def test_a_process_whose_output_is_a_file_ends_as_it_should(evil):
    command = [
        sys.executable,
        "-c",
        "from p2pgames_cli.main import main; main()",
        "audit",
        os.fsencode(evil / NAME),
    ]
    done = subprocess.run(
        command, capture_output=True, env=os.environ | {"PYTHONIOENCODING": "ascii"}, check=False
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert Path(evil / NAME).exists()


def test_pages_of_the_home_show_a_name_as_it_is(tmp_path, monkeypatch, game):
    home, here = tmp_path / "home", tmp_path / "here"
    league = here / f"league{NAME}"
    here.mkdir()
    monkeypatch.chdir(here)
    shutil.copy(game, here / f"\x1b{NAME}")
    at = AtHome(home)
    at.where.make()
    (at.where.games / f"\x1b{NAME}").write_bytes(b"rubbish")
    shutil.copy(game, at.where.games / named_after_its_id(game))
    shutil.copy(game, at.where.games / f"\x1bc{NAME}")
    folder_of(league, WINTER)
    (league / f"torn{NAME}.p2pe").write_bytes(b"rubbish")
    note_league(at.where, league)
    note_league(at.where, broken := folder_of(here / f"broken{NAME}", WINTER))
    (broken / "league.p2pl").write_bytes(b"rubbish")
    pages = []
    for keys in (
        (),
        ("^",),
        ("^", "^"),
        ("^", "^", "\r"),
        ("^", "^", "^", "\r"),
        ("m", "6"),
        ("m", "6", "1"),
        ("m", "6", "2"),
        ("m", "7"),
    ):
        again = AtHome(home)
        again.press(*keys)
        pages.append(text(again.stack))
    for page in pages:
        assert STEERS.findall(page) == []
        assert FORGED.findall(page) == []
    assert any("Files left out" in page for page in pages)
