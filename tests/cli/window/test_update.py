"""A game goes on to its end where p2pgames is updated, or removed, under it."""

import os
import shutil
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

import p2pgames
import p2pgames_cli
import p2pgames_protocol
from tests.cli.at_window import ASKED, COMPLETE, OVER, at_turn, finish_turn
from tests.cli.client import Client, host, join, resume
from tests.cli.home_page import at_home, begin, choose
from tests.cli.terminal import AT_TERMINAL
from tests.cli.terminal_window import Window

PACKAGES = (p2pgames, p2pgames_cli, p2pgames_protocol)
REMOVES = """
import os, shutil, sys
sys.path.insert(0, {copies!r})
sys.dont_write_bytecode = True
from p2pgames_cli.app import run
load, run.SOON, copies, missed = run.load_ahead, 0, {copies!r}, open({missed!r}, "a", buffering=1)
armed = []
def hears(event, args):
    if armed and event in ("import", "open") and isinstance(args[0], str):
        name = args[0].replace(os.sep, "/")
        ours = name.split(".")[0] in ("p2pgames", "p2pgames_cli", "p2pgames_protocol")
        if ours or ((name.startswith(copies) or ".dist-info/" in name) and not name.endswith(".py")):
            missed.write(f"{{event}} {{name}}\\n")
def load_and_remove(game):
    load(game)
    if not armed:
        shutil.rmtree(copies)
        armed.append(True)
        missed.write("removed\\n")
sys.addaudithook(hears)
run.load_ahead = load_and_remove
"""
"""What a client runs first: once all is loaded that may be needed, its own packages go, and what it misses is noted."""
GAMES = {"linja": 2, "bus": 3}


@pytest.fixture
def removed(tmp_path):
    """Code to run first, and a function that waits until the packages are gone, and one for what was missed."""
    copies, missed = tmp_path / "packages", tmp_path / "missed"
    for package in PACKAGES:
        here = Path(package.__file__).parent
        shutil.copytree(here, copies / here.name, ignore=shutil.ignore_patterns("__pycache__"))
    missed.touch()
    code = REMOVES.format(copies=str(copies), missed=str(missed))
    yield code, missed
    assert not copies.exists()
    assert missed.read_text().splitlines() == ["removed"]


def bots(game):
    return [flag for seat in range(2, GAMES[game] + 1) for flag in ("--bot", f"{seat}=easy")]


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_in_json(tmp_path, removed, game):
    code, missed = removed
    with Client(tmp_path / "home", "hotseat", game, *bots(game), cold=True, before=code) as client:
        move = client.until("ask")["moves"][0]
        while not missed.read_text():
            client.send(do="scores")
            client.until("scores")
        for kind in ("hint", "moves", "words", "status", "position", "picture", "rules", "window"):
            client.send(do=kind)
            client.until(kind)
        client.send(move=move)
        client.until("ask")
        client.send(do="resign")
        assert client.until("over")
        assert client.wait() == 0


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="a pty is POSIX's")
@pytest.mark.parametrize("game", GAMES)
def test_on_the_screen(tmp_path, removed, game):
    code, missed = removed
    arguments = ("--home", str(tmp_path / "home"), "hotseat", game, *bots(game), "--name", "Ada")
    with Window(*arguments, columns=80, rows=24, code=code + AT_TERMINAL) as window:
        window.until("move>", "such as")
        while not missed.read_text():
            for keys, text in (("?", "what you can do"), ("\x1b", "such as")):
                window.press(keys)
                window.until(text)
        for typed, text in {
            "hint": "take it", "rules": "the rules of", "signs": "On the screen", "scores": "points as they stand",
            "read": "the position in words", "history": "what has happened", "settings": "theme",
            "panels": "players",
        }.items():  # fmt: skip
            window.press(typed, "\r")
            window.until(text)
            window.press("\x1b")
            window.until("such as")
        window.press("resign\r")
        window.until("Resign?")
        window.press("\r")
        window.until("The game is over.")


@pytest.mark.browser
def test_in_the_window_up_to_its_export(page, tmp_path, removed):
    code, missed = removed
    with at_home(page, tmp_path / "home", cold=True, before=code):
        page.until("document.querySelectorAll('.picture svg').length === 5")
        begin(page, "Linja", "Play a bot")
        choose(page, "easy")
        while not missed.read_text():
            page.value("1")
        assert at_turn(page)
        page.click("#quick button")
        page.until("document.querySelector('#text_body .offered') !== null")
        page.click("#text_body .offered")
        page.until(COMPLETE)
        finish_turn(page)
        at_turn(page)
        page.click("#quick button:nth-child(2)")
        page.until("document.querySelector('dialog[open] .contents') !== null")
        page.press("Escape")
        page.until("document.querySelector('dialog[open]') === null")
        page.click("#quick button:last-child")
        page.until(ASKED)
        page.click("#question [data-answer=yes]")
        page.until(OVER)
        cookies = page.call("Network.getCookies")["cookies"]
        given = {"Cookie": "; ".join(f"{one['name']}={one['value']}" for one in cookies)}
        address = page.value("new URL('game.html', location).href")
        with urlopen(Request(address, headers=given)) as export:  # noqa: S310 (http, of our own)
            assert b"</html>" in export.read()
        assert page.errors == []


@pytest.mark.slow
def test_between_two_clients_up_to_a_rematch(tmp_path, removed):
    code, missed = removed
    with host(tmp_path / "a", "--name", "Ada", cold=True, before=code) as ada:
        with join(tmp_path / "b", ada.until("invite")["invite"], "--name", "Ben") as ben:
            for one in (ada, ben):
                one.until("table")
            while not missed.read_text():
                ada.send(do="scores")
                ada.until("scores")
            ben.send(say="Hello")
            while ada.until("chat")["text"] != "Hello":
                pass
            ben.kill()
        with resume(tmp_path / "b") as ben:
            ben.until("table")
            for one in (ada, ben):
                one.send(do="rematch")
                one.until("rematch")
            ben.send(do="resign")
            for one in (ada, ben):
                one.until("over")
                one.until("table")
                one.send(do="scores")
                one.until("scores")
