"""The forms of the home at the window in chromium, and what two clients offer each other and answer.

These need chromium (`tests/browser.py`) and are left out of the usual run: ``pytest -m browser``.
"""

import json
from pathlib import Path

import pytest

from p2pgames_cli.main import run
from tests.cli.at_window import ASKED, at_turn, finish_turn, step
from tests.cli.client import host, until
from tests.cli.home_page import (
    AT_TABLE,
    FORM,
    HOME,
    PALETTE,
    SEEN,
    STEP,
    at_home,
    begin,
    begun,
    choose,
    chosen,
    done,
    door,
    field,
    left,
    paste,
    push,
)

pytestmark = pytest.mark.browser

MAIN = "#homepage .does .main"
FOCUS = "document.activeElement"
NOTICE = "document.getElementById('notice').textContent"
OFFER = "document.getElementById('offer').textContent"
SAID = "document.getElementById('said_home').textContent"
TEXT = "document.querySelector('#homepage .plain')"
MINE = "document.querySelector('#move.mine') !== null"


def answered(page):
    """Say yes to the question that comes."""
    page.until(ASKED)
    page.click("#question [data-answer=yes]")
    page.until(f"!({ASKED})")


def test_an_invite_is_pasted_and_offers_are_made_and_answered(page, tmp_path):
    with host(tmp_path / "ada", "--name", "Ada") as ada, at_home(page, tmp_path / "ben", "Ben"):
        invite = ada.until("invite")["invite"]
        door(page, "Join a table")
        page.until(f"{FORM} && {FOCUS} === {field('invite')}")
        paste(page, "P2PGAMES:\nnonsense")
        page.press("Enter")
        page.until(f"{SAID}.includes('damaged or cut off')")
        page.value(f"{field('invite')}.select()")
        paste(page, invite[:90] + "\n" + invite[90:])
        page.press("Enter")
        page.until(f"{AT_TABLE} && {STEP} === 2")
        keys_lead_everywhere(page)
        if not page.value(MINE):
            ada.send(move=ada.until("ask")["moves"][0])
        assert at_turn(page)
        finish_turn(page)
        done(page, "takeback")
        answered(page)
        until(ada, "offers", lambda said: [one["offer"] for one in said["offers"]] == ["takeback"])
        ada.send(do="accept")
        page.until(f"{MINE} && {NOTICE}.startsWith('Taken back')")
        assert page.value("document.getElementById('draft').hidden")
        ada.send(do="draw")
        page.until("!document.querySelector('#offer [data-do=decline]').hidden")
        page.click("#offer [data-do=decline]")
        page.until(
            f"document.querySelector('#offer [data-do=decline]').hidden && {OFFER}.includes('declines')"
        )
        ada.send(do="pause")
        page.until(f"{OFFER}.includes('draw') && {OFFER}.includes('pause')")
        page.until("document.querySelector('#offer [data-do=accept]').hidden")
        assert at_turn(page)
        finish_turn(page)
        until(ada, "ask", lambda said: said["round"] == step(page))
        ada.send(do="pause")
        page.until("!document.querySelector('#offer [data-do=accept]').hidden")
        page.click("#offer [data-do=accept]")
        page.until(f"{OFFER}.includes('paused until Ada moves')")
        ada.kill()
        page.until("document.getElementById('players').textContent.includes('away')")
        assert page.errors == []


def keys_lead_everywhere(page):
    for key, place in (("F4", "#line"), ("F8", "#say"), ("F2", "#board, #board .legal")):
        page.press(key)
        assert page.value(f"{FOCUS}.matches({json.dumps(place)})"), key
    page.press("F9")
    page.until(f"{PALETTE} && {FOCUS}.id === 'find'")
    page.press("F4")
    assert page.value(f"{FOCUS}.id") == "find"
    page.press("Escape")
    page.until(f"!({PALETTE})")
    page.value("document.querySelector('#skips button[data-to=chat]').click()")
    assert page.value(f"{FOCUS}.id") == "say"


def test_a_letter_is_written_and_its_answer_opened(page, tmp_path, capsys):
    with at_home(page, tmp_path / "ada"):
        begin(page, "Linja", "With friends")
        page.until(FORM)
        push(page, "#homepage .field .further")
        chosen(page, "friends come", "by mail")
        page.until("document.getElementById('homepage').textContent.includes('you send a letter')")
        push(page, MAIN)
        page.until(f"{SEEN} && {TEXT} !== null")
        letter, answer = tmp_path / "letter", tmp_path / "answer"
        letter.write_text(page.value(f"{TEXT}.textContent"), encoding="utf-8")
        ben = ("--home", str(tmp_path / "ben"), "unpack", "--yes", "--name", "Ben", "--json")
        assert run([*ben, "--answer-file", str(answer), str(letter)]) == 0
        capsys.readouterr()
        page.click("#trail button")
        page.until(HOME)
        door(page, "More", "Unpack")
        page.until(f"{FORM} && {FOCUS}.matches('#homepage input')")
        paste(page, answer.read_text(encoding="utf-8"))
        page.press("Enter")
        page.until(f"{FORM} && document.getElementById('title').textContent === 'A letter'")
        push(page, MAIN)
        page.until(f"{SEEN} && {TEXT}?.textContent.includes('The game begins')")
        assert page.errors == []


def test_a_game_is_exported_where_the_form_says(page, tmp_path):
    with at_home(page, tmp_path / "home"):
        begun(page, "Linja")
        left(page)
        push(page, ".games .further")
        choose(page, "Export")
        page.until(FORM)
        chosen(page, "format", "text")
        page.until(f"{field('file')}.value.endsWith('.txt')")
        for name, said in (("no/such/folder", "There is no folder"), ("game.txt", "Written: ")):
            page.value(f"{field('file')}.focus()")
            page.value(f"{field('file')}.select()")
            page.call("Input.insertText", text=str(tmp_path / name))
            push(page, MAIN)
            page.until(f"{SEEN} && {SAID}.startsWith({json.dumps(said)})")
        assert "linja" in Path(tmp_path, "game.txt").read_text(encoding="utf-8")
        assert page.errors == []


def test_settings_are_changed_in_the_form_of_the_home_and_stand_in_it_later(page, tmp_path):
    kept = tmp_path / "home" / "settings.toml"
    with at_home(page, tmp_path / "home"):
        door(page, "More", "Settings", "Screen and notices")
        page.until(FORM)
        chosen(page, "window.theme", "light")
        chosen(page, "confirm.moves", "yes")
        push(page, MAIN)
        page.until("getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'")
        page.until(f"{SAID}.includes('settings.toml')")
        assert {"moves = true", 'theme = "light"'} <= set(kept.read_text(encoding="utf-8").splitlines())
        choose(page, "Screen and notices")
        page.until(f"{FORM} && {field('confirm.moves')}.selectedOptions[0].textContent === 'yes'")
        assert page.errors == []
