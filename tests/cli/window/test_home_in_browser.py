"""The home at the window in chromium: tables in the same page, forms, the lobby, what lies over a table, keys alone.

These need chromium (`tests/browser.py`) and are left out of the usual run: ``pytest -m browser``.
"""

import json

import pytest

from tests.axe import violations
from tests.cli.at_window import ASKED, OVER, at_turn, finish_turn, step
from tests.cli.client import Client
from tests.cli.home_page import (
    AT_TABLE,
    FORM,
    HOME,
    LOBBY,
    OVER_TABLE,
    PALETTE,
    SEEN,
    STEP,
    at_home,
    begin,
    begun,
    by_tcp,
    choose,
    chosen,
    done,
    door,
    left,
    paste,
    push,
    write,
)
from tests.valid import as_it_is, faults

pytestmark = pytest.mark.browser

LOOKS = (
    ("dark", 1280, 900), ("light", 1280, 900), ("contrast", 1280, 900), ("dark", 640, 450), ("light", 390, 844),
)  # fmt: skip
"""Themes, and the room there is: a desk, the same at twice the size, a phone."""


def test_a_table_comes_in_the_page_of_the_home_and_leads_back(page, tmp_path):
    with at_home(page, tmp_path / "home") as client:
        begun(page, "Linja")
        address = page.value("location.href")
        assert at_turn(page)
        finish_turn(page)
        played = step(page)
        left(page)
        push(page, ".games .open")
        page.until(AT_TABLE)
        assert step(page) == played
        left(page)
        assert page.value("location.href") == address
        page.click("#leave")
        page.until("document.getElementById('leaving').open")
        page.click("#leaving [data-answer=yes]")
        assert client.wait() == 0
        assert page.errors == []


def test_settings_and_what_if_lie_over_the_table(page, tmp_path):
    with at_home(page, tmp_path / "home"):
        begun(page, "Linja")
        assert at_turn(page)
        done(page, "settings")
        page.until(OVER_TABLE)
        page.value(
            "(() => { const row = [...document.querySelectorAll('#overlay-page .field')].find("
            "(each) => each.textContent.startsWith('confirm.moves')).querySelector('select');"
            " row.selectedIndex = 1; row.dispatchEvent(new Event('change')); })()"
        )
        push(page, "#overlay-page .main")
        page.until(f"!({OVER_TABLE})")
        assert "moves = true" in (tmp_path / "home" / "settings.toml").read_text(encoding="utf-8")
        left(page)
        push(page, ".games .further")
        choose(page, "Replay")
        page.until(AT_TABLE)
        done(page, "what if")
        page.until(OVER_TABLE)
        choose(page, "by hand")
        page.until("document.getElementById('title').textContent.startsWith('What if')")
        assert at_turn(page)
        page.click("#homeward")
        page.until(ASKED)
        page.click("#question [data-answer=yes]")
        # For a moment the home stands there, until the replay is shown again.
        page.until(f"{AT_TABLE} && !document.getElementById('title').textContent.startsWith('What if')")
        page.click("#homeward")
        page.until(SEEN)
        assert page.errors == []


def test_two_clients_knock_talk_offer_and_resign(page, tmp_path):
    with at_home(page, tmp_path / "home"):
        begin(page, "Linja", "With friends")
        page.until(FORM)
        push(page, "#homepage .field .further")
        chosen(page, "who may sit down", "whom I let in")
        push(page, "#homepage .does .main")
        by_tcp(page)
        page.until(f"{LOBBY} && document.getElementById('invited').value")
        invite = page.value("document.getElementById('invited').value")
        page.click("#change_ways")
        page.until(OVER_TABLE)
        write(page, "127.0.0.1", "#overlay-page .field:last-of-type input")
        push(page, "#overlay-page .does button")
        page.until(f"!{OVER_TABLE} && document.getElementById('invited').value !== {json.dumps(invite)}")
        with Client(tmp_path / "guest", "join", invite, "--name", "<i>Ben</i>") as guest:
            page.until("document.querySelector('#knocks button')")
            assert "<i>Ben</i>" in page.value("document.getElementById('knocks').textContent")
            page.click("#knocks button")
            page.until(AT_TABLE)
            page.until(f"{STEP} === 2")  # an offer lapses with the roll for who begins
            guest.send(say="Hello <b>you</b>")
            page.until("document.getElementById('said').textContent.includes('Hello <b>you</b>')")
            guest.send(do="draw")
            page.until("!document.querySelector('#offer [data-do=decline]').hidden")
            page.click("#offer [data-do=decline]")
            page.until("document.querySelector('#offer [data-do=decline]').hidden")
            done(page, "resign")
            page.until(ASKED)
            page.click("#question [data-answer=no]")
            page.until(f"!({ASKED})")
            assert not page.value(OVER)
            done(page, "resign")
            page.until(ASKED)
            page.click("#question [data-answer=yes]")
            page.until(OVER)
            assert guest.until("over")
        assert page.errors == []


def test_nothing_keeps_anybody_out_and_all_is_valid(page, tmp_path):
    seen = tmp_path / "seen"
    seen.mkdir()
    with at_home(page, tmp_path / "home"):
        check(page, seen)
        begun(page, "Metro")
        check(page, seen)
        assert at_turn(page)
        check(page, seen)
        page.click("#all")
        page.until(PALETTE)
        check(page, seen)
        page.press("Escape")
        done(page, "settings")
        page.until(OVER_TABLE)
        check(page, seen)
        page.click("#overlay-back")
        page.until(f"!({OVER_TABLE})")
        left(page)
        check(page, seen)
        door(page, "More", "Rules", "Metro")
        page.until("document.querySelector('.rules .contents button')")
        check(page, seen)
        page.click("#trail button")
        begin(page, "Linja", "With friends")
        page.until(FORM)
        check(page, seen)
        push(page, "#homepage .does .main")
        by_tcp(page)
        page.until(f"{LOBBY} && document.getElementById('invited').value")
        check(page, seen)
    assert faults(seen) == []


def check(page, folder):
    """What is seen fits, and axe finds nothing, in every look; keep the page."""
    for theme, width, height in LOOKS:
        page.size(width, height)
        page.value(f"document.documentElement.dataset.theme = '{theme}'")
        assert violations(page) == []
        assert page.value("document.documentElement.scrollWidth <= innerWidth"), (theme, width)
    page.size(1400, 900)
    as_it_is(page, folder / f"{len([*folder.iterdir()])}.html")


FOCUS = "document.activeElement.getAttribute('aria-label')"


def test_every_card_is_reached_by_arrows_and_by_letters_and_shows_a_board(page, tmp_path):
    with at_home(page, tmp_path / "home"):
        page.until("document.querySelectorAll('.card .picture svg').length === 5")
        page.press("3")
        assert page.value(FOCUS) == "Learn: Linja"
        page.press("ArrowRight")
        assert page.value(FOCUS) == "Learn: Metro"
        page.press("ArrowDown")
        assert page.value(FOCUS) == "Play a bot: Metro"
        page.press("f")
        page.until(f"{FORM} && document.getElementById('title').textContent === 'Metro with friends'")
        page.press("Escape")
        page.until(HOME)
        begin(page, "Bus", "Play a bot")
        page.until("document.getElementById('title').textContent === 'Bus against a bot'")
        page.press("Escape")
        page.until(HOME)
        page.press("4")
        page.press("l")
        page.until(AT_TABLE)
        assert page.errors == []


def test_a_whole_game_by_keys_alone(page, tmp_path):
    with at_home(page, tmp_path / "home"):
        page.press("m")
        page.until("document.getElementById('title').textContent === 'More'")
        tab_to(page, "#homepage .tiles li:nth-child(2) .open")
        page.press("Enter")
        page.until("document.getElementById('title').textContent === 'At one computer'")
        tab_to(page, "#homepage li:nth-child(3) .open")
        page.press("Enter")
        page.until(FORM)
        tab_to(page, "#homepage .does .main")
        page.press("Enter")
        page.until(AT_TABLE)
        while at_turn(page):
            turn_by_keys(page, f"({STEP} > {step(page)} || {OVER})")
        page.size(360, 740)
        page.until(AT_END)
        assert page.value(UNSAID)
        assert page.errors == []


AT_END = "(({ scrollTop, clientHeight, scrollHeight }) => clientHeight < scrollHeight"
AT_END += " && scrollTop + clientHeight > scrollHeight - 4)(document.getElementById('events'))"
"""The newest event is seen."""
UNSAID = "[...document.querySelectorAll('#board text')].every((each) => each.closest('[aria-hidden=true]'))"
"""Nothing that is drawn is read aloud beside the places themselves."""
PLACES = "#board .legal, #moves[open] li:first-child button"
LINE = "document.getElementById('line').value"
DRAFT = "document.getElementById('draft').textContent"


def turn_by_keys(page, further):
    """Press Enter on places that lead on, and at last on what sends."""
    for _ in range(12):
        if page.value(further):
            return
        ready = page.value("document.getElementById('send').classList.contains('ready')")
        tab_to(page, "#send" if ready else PLACES)
        shown = DRAFT if ready else LINE
        before = json.dumps(page.value(shown))
        page.press("Enter")
        page.until(f"{shown} !== {before} || {further} || {ASKED}")
        if page.value(ASKED):
            page.press("Enter")
            page.until(further)
    raise AssertionError("no turn came about")


def tab_to(page, selector):
    """Press Tab, or Shift-Tab, until what has the focus is what is meant."""
    named = json.dumps(selector)
    before = f"""[...document.querySelectorAll({named})].every(
        (each) => document.activeElement.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING)"""
    for _ in range(60):
        if page.value(f"document.activeElement.matches({named})"):
            return
        page.press("Tab", shift=page.value(before))
    raise AssertionError(f"Tab does not lead there: {selector}")


def test_back_leads_through_the_client_and_never_out_of_it(page, tmp_path):
    """What lies on top goes; then a table leads to the home, a page to the one before; at last one is asked."""

    def back():
        page.value("history.back()")

    with at_home(page, tmp_path / "home") as client:
        begun(page, "Linja")
        assert at_turn(page)
        address = page.value("location.href")
        done(page, "settings")
        page.until(OVER_TABLE)
        back()
        page.until(f"!({OVER_TABLE})")
        page.click("#all")
        page.until("document.getElementById('palette').open")
        back()
        page.until("!document.getElementById('palette').open")
        done(page, "resign")
        page.until(ASKED)
        back()
        page.until(f"!({ASKED})")
        assert at_turn(page)
        back()
        page.until("!document.getElementById('home').hidden || " + ASKED)
        if page.value(ASKED):
            page.click("#question [data-answer=yes]")
        page.until(SEEN)
        door(page, "More")
        page.until("document.getElementById('trail').children.length > 0")
        back()
        page.until("document.getElementById('trail').children.length == 0")
        back()
        page.until("document.getElementById('leaving').open")
        back()
        page.until("!document.getElementById('leaving').open")
        assert page.value("location.href") == address
        assert client.process.poll() is None
        assert page.errors == []


def test_several_pasted_moves_do_not_run_together(page, tmp_path):
    with at_home(page, tmp_path / "home"):
        begun(page, "Linja")
        assert at_turn(page)
        page.value("document.getElementById('line').focus()")
        paste(page, "0-1\n1-3\n")
        page.until("document.getElementById('line').value === '0-1 1-3'")


def test_whoever_leaves_is_told_goodbye(page, tmp_path):
    with at_home(page, tmp_path / "ada", "Ada"):
        page.click("#leave")
        page.until("document.getElementById('leaving').open")
        page.click("#leaving [data-answer=yes]")
        page.until("!document.getElementById('bye').hidden")
        assert page.value("document.getElementById('ended').hidden && document.getElementById('home').hidden")
