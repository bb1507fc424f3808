"""One room, a phone each, in chromium: from the codes on the screen for all to the next game on all phones.

These need chromium (`tests/browser.py`) and are left out of the usual run: ``pytest -m browser``.
"""

import json

import pytest

from tests.axe import violations
from tests.browser import browser
from tests.cli.at_window import arrive, at_turn, finish_turn, step
from tests.cli.client import Client
from tests.cli.home_page import AT_TABLE, FORM, at_home, begun, chosen, done, door, left, push

pytestmark = pytest.mark.browser

CODES = "[...document.querySelectorAll('#phones:not([hidden]) code')].map((each) => each.textContent)"
SHOWN = (
    "(() => {{ const e = document.querySelector('{}'); return e !== null && e.checkVisibility(); }})()".format
)
OVER = "document.body.classList.contains('over')"
SMALL = """[...document.querySelectorAll('button, select, summary, input:not([type=range])')].filter((each) => {
  const box = each.getBoundingClientRect();
  return each.checkVisibility() && !each.closest('#skips') && box.height < 44;
}).map((each) => each.id || each.textContent)"""
RESIGN = "import('./link.js').then(({ send }) => send({ do: 'resign', choice: 0 }))"


def test_three_screens_play_one_table_and_begin_the_next(tmp_path):
    with (
        Client(tmp_path / "home", "hotseat", "linja", "--phones", "--window") as client,
        browser() as screen,
        browser() as ada,
        browser() as ben,
    ):
        said = {}
        for each in map(json.loads, client.lines()):
            said[each["type"]] = each
            if {"window", "phone"} <= said.keys():
                break
        screen.size(1300, 850)
        arrive(screen, said["window"]["link"])
        screen.until(f"{CODES}.length === 2")
        assert screen.value(CODES) == [one["link"] for one in said["phone"]["phones"]]
        assert not screen.value(SHOWN("#typing"))
        assert violations(screen) == []
        for page, one in zip((ada, ben), said["phone"]["phones"], strict=True):
            page.size(390, 800, phone=True)
            arrive(page, one["link"])
            page.until("document.body.classList.contains('phone')")
            assert page.value(SMALL) == []
            assert page.value("document.documentElement.scrollWidth") <= 390
            assert violations(page) == []
        screen.until(f"{CODES}.length === 0")

        for _turn in range(2):
            mover = next(
                page for page in (ada, ben) if page.value("document.querySelector('#move.mine') !== null")
            )
            assert at_turn(mover)
            finish_turn(mover)
            for page in (screen, ada, ben):
                page.until(f"Number(document.getElementById('slider').value) >= {step(mover)}")

        done = step(ben)
        ben.open("about:blank")
        screen.until(f"{CODES}.length === 1")
        arrive(ben, screen.value(CODES)[0])
        assert step(ben) == done
        screen.until(f"{CODES}.length === 0")

        ada.value(RESIGN)
        ada.until("document.getElementById('question').open")
        ada.click("#question [data-answer=yes]")
        for page in (screen, ada, ben):
            page.until(OVER)
        ben.click("#ending .main")
        for page in (screen, ada, ben):
            page.until(f"!{OVER} && Number(document.getElementById('slider').max) < {done}")
        assert [page.errors for page in (screen, ada, ben)] == [[], [], []]


def test_one_room_is_chosen_at_home_and_phones_end_with_its_table(page, tmp_path):
    with at_home(page, tmp_path), browser() as phone:
        door(page, "More", "At one computer", "Linja")
        page.until(FORM)
        chosen(page, "people play at", "one room, a phone each")
        push(page, "#homepage .does .main")
        page.until(f"{AT_TABLE} && {CODES}.length === 2")
        arrive(phone, page.value(CODES)[0])
        left(page)
        phone.until("!document.getElementById('ended').hidden")
        assert page.errors == []


def test_a_table_is_shown_on_a_phone_once_it_is_asked_for(page, tmp_path):
    with at_home(page, tmp_path), browser() as phone:
        begun(page, "Linja")
        assert page.value(CODES) == []
        done(page, "phone")
        page.until(f"{CODES}.length === 1")
        arrive(phone, page.value(CODES)[0])
        page.until(f"{CODES}.length === 0")
        assert at_turn(phone)
        finish_turn(phone)
        page.until(f"Number(document.getElementById('slider').value) >= {step(phone)}")
        assert page.errors == []
