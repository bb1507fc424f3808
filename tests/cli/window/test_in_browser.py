"""Playing at the window in chromium: by clicks, by keys, between two clients, and after the client was killed.

These need chromium (`tests/browser.py`) and are left out of the usual run: ``pytest -m browser``.
"""

import json

import pytest

from p2pgames import registry
from p2pgames_cli.main import run
from tests.axe import violations
from tests.browser import browser
from tests.cli.at_window import arrive, at_turn, finish_turn, link_of, opened, step
from tests.cli.client import Client
from tests.cli.home_page import LOBBY
from tests.cli.terminal_window import Window
from tests.valid import as_it_is, faults

pytestmark = pytest.mark.browser

LOST = "!document.getElementById('ended').hidden"


@pytest.mark.parametrize("game", ["metro", "line1"])
def test_a_game_with_hidden_tiles_is_begun_and_moved_by_clicks(page, tmp_path, game):
    with opened(page, tmp_path / "home", "hotseat", game):
        for _ in range(3):
            assert at_turn(page)
            page.until("document.querySelector('#board .legal') !== null")
            finish_turn(page)
        assert not page.value("document.getElementById('moves').open")
        moves = "[...document.querySelectorAll('#events use')].length"
        page.until(f"{moves} >= 3")
        assert page.errors == []


def test_a_move_is_typed_completed_and_undone_by_keys_alone(page, tmp_path):
    with opened(page, tmp_path / "home", "hotseat", "linja"):
        assert at_turn(page)
        page.value("document.getElementById('line').focus()")
        page.until("document.querySelector('#moves b') !== null")
        first = page.value("document.querySelector('#moves b').textContent")
        page.call("Input.insertText", text=first[0])
        page.until("document.getElementById('count').textContent !== ''")
        page.press("Tab")
        page.until("document.getElementById('line').value.length > 1")
        page.call("Input.insertText", text=" nonsense")
        page.until("document.getElementById('preview').className === 'no'")
        page.click("#undo")
        page.until("!document.getElementById('line').value.includes('nonsense')")


def test_the_page_is_valid_at_every_table_and_in_a_lesson(page, tmp_path):
    seen = tmp_path / "seen"
    seen.mkdir()
    for name in registry.names():
        with opened(page, tmp_path / name, "hotseat", name):
            assert at_turn(page)
            as_it_is(page, seen / f"{name}.html")
    with opened(page, tmp_path / "pupil", "learn", "line1"):
        page.until("!document.getElementById('lesson').hidden")
        as_it_is(page, seen / "lesson.html")
    assert faults(seen) == []


MEANING = "(document.getElementById('meaning').hidden ? '' : document.getElementById('meaning').textContent)"
ASIDE = "document.querySelector('#panel [tabindex=\"0\"]')"


def test_a_sign_beside_the_board_is_explained_under_the_pointer_pressed_and_by_keys(page, tmp_path):
    with opened(page, tmp_path / "home", "hotseat", "socks"):
        assert at_turn(page)
        assert page.value(MEANING) == ""
        page.hover("#panel [data-part=pairs]")
        page.until(f"{MEANING}.startsWith('worth: points')")
        page.hover("#title")
        page.until(f"{MEANING} === ''")
        page.value("document.getElementById('line').focus()")
        while not page.value("document.activeElement.matches('#panel *')"):
            page.press("Tab")
        assert page.value(f"document.activeElement === {ASIDE}")
        assert page.value(MEANING) == "", "it says all itself"
        page.press("ArrowDown")
        page.until(f"{MEANING}.startsWith('worth: points')")
        assert violations(page) == []
        assert page.value(f"{ASIDE}.dataset.part") == "pairs"
        page.press("F9")
        page.until("document.getElementById('palette').open")
        page.call("Input.insertText", text="rules on this")
        page.until("document.querySelectorAll('#actions button').length === 1")
        page.press("Enter")
        page.until("document.querySelector('#overlay[open] .rules') !== null")
        page.click("#overlay-back")
        page.until("!document.getElementById('overlay').open")
        page.click("#panel [data-part^=part]:last-child")
        page.until(f"{MEANING} === ''")
        page.click("#panel [data-part=pairs]")
        page.until(f"{MEANING}.startsWith('worth: points')")
        page.press("Escape")
        assert page.value(MEANING) == ""
        assert page.errors == []


def test_everything_one_can_do_is_listed_and_done(page, tmp_path):
    with opened(page, tmp_path / "home", "hotseat", "linja"):
        page.click("#all")
        page.until("document.getElementById('palette').open")
        page.call("Input.insertText", text="rules")
        page.until("document.querySelectorAll('#actions button').length === 1")
        page.press("Enter")
        page.until("document.querySelector('#overlay[open] .rules .contents button') !== null")
        assert page.value("document.querySelectorAll('#overlay-page h4, #overlay-page h3').length") > 1
        page.click("#overlay-back")
        page.until("!document.getElementById('overlay').open")
        page.click("#all")
        page.call("Input.insertText", text="scores")
        page.press("Enter")
        page.until("document.getElementById('text_dialog').open")
        page.click("#text_dialog .main")
        page.until("!document.getElementById('text_dialog').open")


def test_a_lesson_goes_on_with_the_move_it_asks_for(page, tmp_path):
    step_is = "document.getElementById('lesson').firstElementChild.textContent.startsWith('{} of')".format
    with opened(page, tmp_path / "home", "learn", "linja"):
        page.until(step_is(1))
        page.value("document.getElementById('line').focus()")
        page.call("Input.insertText", text="0-1")
        page.press("Enter")
        page.until(step_is(2))
        assert page.errors == []


def test_the_theme_is_kept_in_the_settings(page, tmp_path):
    with opened(page, tmp_path / "home", "hotseat", "linja"):
        page.value(
            "(() => { const e = document.getElementById('theme'); e.value = 'light';"
            " e.dispatchEvent(new Event('change')); })()"
        )
        page.until("getComputedStyle(document.body).backgroundColor === 'rgb(255, 255, 255)'")
    with opened(page, tmp_path / "home", "resume"):
        assert page.value("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_a_click_on_what_happened_shows_that_position_and_the_way_back(page, tmp_path):
    with opened(page, tmp_path / "home", "hotseat", "linja"):
        assert at_turn(page)
        finish_turn(page)
        last = step(page)
        page.click("#events li:first-child button")
        page.until(f"Number(document.getElementById('slider').value) < {last}")
        page.until("document.getElementById('stage').classList.contains('past')")
        page.click("#steps [data-go=last]")
        page.until(f"Number(document.getElementById('slider').value) === {last}")


def test_a_table_between_two_clients_one_at_the_window_one_in_json(page, tmp_path):
    with Client(
        tmp_path / "host", "host", "linja", "--listen", "127.0.0.1:0", "--window", "--name", "Ada"
    ) as host:
        link, invite = None, None
        for said in map(json.loads, host.lines()):
            link, invite = said.get("link", link), said.get("invite", invite)
            if link and invite:
                break
        page.open(link)
        page.until(f"{LOBBY} && document.getElementById('invited').value === {json.dumps(invite)}")
        with Client(tmp_path / "guest", "join", invite, "--bot", "careful", "--name", "<b>Ben</b>") as guest:
            arrive(page, page.value("location.href"))
            for _ in range(2):
                assert at_turn(page)
                finish_turn(page)
            heard = "document.getElementById('heard').textContent"
            page.until(f"{heard} !== '' && document.getElementById('events').textContent.endsWith({heard})")
            names = "[...document.querySelectorAll('#players bdi')].map((each) => each.textContent).join()"
            assert page.value(names) == "Ada,<b>Ben</b>"
            page.click("#say")
            page.call("Input.insertText", text="Hello <i>there</i>")
            page.press("Enter")
            page.until("document.getElementById('said').textContent.includes('Hello <i>there</i>')")
            heard = next(said for said in map(json.loads, guest.lines()) if said["type"] == "chat")
            assert heard["text"] == "Hello <i>there</i>"
            line, notice = (
                "document.getElementById('say').value",
                "document.getElementById('notice').textContent",
            )
            page.until(f"{line} === ''")
            page.call("Input.insertText", text="a\u202eb")
            page.press("Enter")
            page.until(f"{notice}.includes('others can see')")
            assert page.value(line) == "a\u202eb"
            page.value("document.getElementById('say').value = ''")
            page.call("Input.insertText", text="good \u2764\ufe0f")
            page.press("Enter")
            page.until(f"{line} === '' && !{notice}.includes('others can see')")
        assert page.errors == []


def test_a_page_says_that_its_client_has_ended_and_another_link_goes_on(page, tmp_path):
    with opened(page, tmp_path / "home", "hotseat", "linja") as client:
        assert at_turn(page)
        finish_turn(page)
        done = step(page)
        client.process.kill()
        page.until(LOST)
        assert "resume" in page.value("document.getElementById('resume').textContent")
    with opened(page, tmp_path / "home", "resume"):
        assert step(page) == done
        assert at_turn(page)
        finish_turn(page)


def test_a_link_that_is_followed_twice_ends_what_the_first_opened(page, tmp_path):
    with Client(tmp_path / "home", "hotseat", "linja", "--window") as client:
        link = link_of(client)
        arrive(page, link)
        with browser() as other:
            other.open(link)
            assert other.value("document.getElementById('main')") is None
            page.until(LOST)


def test_a_replay_in_lines_is_shown_in_the_window_too(page, tmp_path):
    file = tmp_path / "game.p2pg"
    assert run(["demo", "linja", "--seed", "window", "--bot", "random", "--out", str(file)]) == 0
    arguments = ("--home", str(tmp_path / "home"), "replay", str(file), "--plain", "--window")
    with Window(*arguments) as terminal:
        lines = terminal.until("/open/", "step 0>")
        arrive(page, next(line for line in lines if "/open/" in line).strip())
        assert step(page) == 0
        page.click("[data-go=on]")
        page.until("Number(document.getElementById('slider').value) > 0")
        as_it_is(page, tmp_path / "replay.html")
        terminal.press("quit\r")
        assert terminal.ended() == 0
        page.until(LOST)
    assert faults(tmp_path / "replay.html") == []


SEEN = """[{needed}].every((each) => {{
  const box = document.querySelector(each)?.getBoundingClientRect();
  return box && box.width > 0 && box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth;
}})"""
"""Whether all of these are wholly on the screen."""
SIZES = [(1300, 850), (900, 700), (390, 800)]


@pytest.mark.parametrize("game", registry.names())
def test_board_line_and_send_are_seen_together_at_every_size(page, tmp_path, game):
    with opened(page, tmp_path / "home", "hotseat", game, "--bot", "2=random"):
        assert at_turn(page)
        page.value(
            "document.querySelector('#board .legal')"
            "?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))"
        )
        page.until("document.getElementById('typing').classList.contains('begun')")
        for width, height in SIZES:
            page.size(width, height, phone=width < 800)
            page.value("scrollTo(0, 0)")
            page.until(SEEN.format(needed="'#board', '#send', '#undo', '#preview'"))
            assert page.value("document.documentElement.scrollWidth") <= width
            if width >= 800:  # two columns: the page itself has nothing to scroll
                assert page.value("document.documentElement.scrollHeight") <= height
                assert page.value(SEEN.format(needed="'#line', '#quick button'"))


def test_a_hint_is_clicked_into_the_line(page, tmp_path):
    with opened(page, tmp_path / "home", "hotseat", "linja"):
        assert at_turn(page)
        page.until("document.querySelector('#quick button') !== null")
        assert page.value("document.querySelector('#quick button').textContent") == "Hint"
        page.click("#quick button")
        page.until("document.querySelector('#text_body .offered') !== null")
        said = page.value("document.querySelector('#text_body .offered').textContent")
        page.click("#text_body .offered")
        page.until(
            "!document.getElementById('text_dialog').open && document.getElementById('line').value !== ''"
        )
        assert said.startswith(page.value("document.getElementById('line').value"))
        page.until("document.getElementById('preview').className === 'yes'")


def test_the_board_is_enlarged_on_a_phone_and_moved_within_its_frame(page, tmp_path):
    wide = "document.getElementById('board').getBoundingClientRect().width"
    with opened(page, tmp_path / "home", "hotseat", "bus", "--bot", "2=random", "--bot", "3=random"):
        page.size(390, 800, phone=True)
        assert at_turn(page)
        before = page.value(wide)
        page.click("#enlarge")
        page.until(f"{wide} > {2 * before}")
        assert page.value("document.documentElement.scrollWidth") <= 390
        assert page.value("document.getElementById('frame').scrollLeft") > 0
        page.click("#enlarge")
        page.until(f"{wide} === {before}")
        page.size(1300, 850)
        page.until("!document.getElementById('enlarge').checkVisibility()")
