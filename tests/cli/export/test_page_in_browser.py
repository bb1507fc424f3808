"""The page that steps through a game, from a file in a real browser: by keys, by mouse, as the reader prefers.

These need chromium (`tests/browser.py`) and are left out of the usual run: ``pytest -m browser``.
"""

import json
import re

import pytest

from p2pgames import registry
from p2pgames.drawing.svg import THEMES
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.main import run
from tests.axe import violations
from tests.inherited import strangers

pytestmark = pytest.mark.browser

SHOWN = "[...document.querySelectorAll('#events li')].filter((each) => !each.hidden).length"
INK = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(scope="module", params=registry.names())
def game(request, tmp_path_factory):
    """The replica of a whole game, and the address of its page."""
    return made(request.param, tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def metro(tmp_path_factory):
    return made("metro", tmp_path_factory.mktemp("page"))


def made(name, folder):
    file, out = folder / "game.p2pg", folder / "game.html"
    assert run(["demo", name, "--seed", "page", "--bot", "random", "--out", str(file)]) == 0
    assert run(["export", str(file), "--format", "html", "--out", str(out)]) == 0
    return replay_file(file), out.as_uri()


def opened(page, address, where=""):
    page.open("about:blank")
    page.open(f"{address}#{where}")
    page.until("!document.getElementById('stage').hidden")
    return page


def again(page):
    """Load the page once more where it is: another process of the browser might not know yet what was kept."""
    page.value("window.before = true")
    page.value("location.reload()")
    page.until("!window.before && document.getElementById('stage')?.hidden === false")


def said(page):
    return page.value("document.getElementById('said').textContent")


def test_every_step_of_every_game_is_drawn_and_nothing_is_loaded(page, game):
    replica, address = game
    opened(page, address)
    assert said(page).startswith(f"Step 0 of {len(replica.log)}. ")
    assert page.value(SHOWN) == 1
    links = page.value("[...document.querySelectorAll('#events li a')].map((link) => link.hash)")
    seen = set()
    for step, link in enumerate(links[1:], 1):
        page.press("ArrowRight")
        assert page.value("location.hash") == link
        assert page.value(SHOWN) == step + 1
        seen.add(page.value("document.getElementById('board').innerHTML.length"))
    assert len(seen) > 10
    assert said(page).startswith(f"Step {len(replica.log)} of")
    assert page.value("!document.getElementById('result').hidden")
    assert page.value("document.getElementById('trouble').hidden")
    loaded = {asked.partition("#")[0] for asked in page.asked if not asked.startswith("blob:null/")}
    assert loaded <= {"about:blank", address}
    drawn = page.value(
        "[...document.querySelectorAll('#board text')].map((each) => { const box = each.getBBox();"
        " return [box.width, Number(each.getAttribute('font-size'))]; })"
    )
    assert all(wide > 0 and size > 5 for wide, size in drawn)


def test_a_link_leads_to_a_step_as_its_onlooker_saw_it_then(page, metro):
    replica, address = metro
    opened(page, address, "step=44&eyes=2")
    at = page.value("Number(document.getElementById('step').value)")
    assert 40 < at <= 44
    assert page.value("document.getElementById('eyes').selectedOptions[0].text") == replica.genesis.names[1]
    words = page.value("[...document.querySelectorAll('#words li')].map((each) => each.textContent)")
    position = replica.positions[at]
    own = {slot: replica.known[slot] for slot, seat in position.decks_state.held.items() if seat == 1}
    expected = [*map(str, replica.rules.words(position.state, 1, {**position.decks_state.public, **own}))]
    assert [text for text in expected if "Seat" not in text] == [
        text for text, english in zip(words, expected, strict=True) if "Seat" not in english
    ]
    page.press("s")
    assert page.value("location.hash") == f"#step={at}&eyes=3"
    opened(page, address, "step=99999&eyes=77")
    assert page.value("document.getElementById('eyes').value") == "0"


def test_keys_mouse_slider_and_number_all_choose_a_step(page, metro):
    replica, address = metro
    opened(page, address, "step=20")
    last = len(replica.log)
    step = "Number(document.getElementById('step').value)"
    for act, expected in (
        (lambda: page.press("Home"), 0),
        (lambda: page.click("#on"), None),
        (lambda: page.press("End"), last),
        (lambda: page.click("#first"), 0),
        (lambda: page.press("ArrowRight", shift=True), None),
        (lambda: page.press("ArrowLeft", shift=True), 0),
        (lambda: page.click("#last"), last),
    ):
        before = page.value(step)
        act()
        assert page.value(step) == expected if expected is not None else page.value(step) > before
    page.click("#back")
    assert page.value(step) < last
    page.value("document.getElementById('slider').focus()")
    page.press("Home")
    assert page.value(step) == 0
    page.value(
        "(() => { const field = document.getElementById('step'); field.value = 30;"
        " field.dispatchEvent(new Event('change')); })()"
    )
    assert 25 < page.value(step) <= 30
    page.value("document.activeElement.blur()")
    page.click("#events li:nth-child(3) a")
    page.until(f"{SHOWN} === 3")  # A link is followed once the click has been answered.
    page.click("#ahead")
    assert page.value(SHOWN) == page.value("document.querySelectorAll('#events li').length")


def test_the_points_of_each_player_are_told_one_by_one(page, metro):
    replica, address = metro
    opened(page, address)
    assert page.value("document.getElementById('made').hidden")
    page.press("End")
    tables = page.value(
        "[...document.querySelectorAll('#made table')].map((table) => [table.caption.textContent,"
        " [...table.tBodies[0].rows].map((row) => row.lastChild.textContent)])"
    )
    scores = replica.rules.scores(replica.position.state)
    assert [caption for caption, _ in tables] == [
        f"{name} {points}" for name, points in zip(replica.genesis.names, scores, strict=True)
    ]
    assert tuple(sum(map(int, points)) for _, points in tables) == scores
    assert page.value(
        "[...document.querySelectorAll('#made th')].every((each) =>"
        " each.scope === (each.closest('thead') ? 'col' : 'row'))"
    )
    assert violations(page) == []
    page.click("#made tbody a")
    first = page.value("document.querySelector('#made tbody a').textContent")
    page.until(f"location.hash === '#step={first}'")
    assert page.value(
        "[...document.querySelectorAll('#made use')].every("
        "(use) => document.querySelector(use.getAttribute('href')))"
    )


def test_it_plays_by_itself_and_trains_glide_unless_the_reader_wants_rest(page, metro):
    _, address = metro
    opened(page, address, "step=60")
    page.value(
        "window.moved = 0; new MutationObserver((all) => { moved += all.length; }).observe("
        "document.getElementById('board'), { attributes: true, attributeFilter: ['transform'], subtree: true })"
    )
    page.value("document.getElementById('speed').value = '4'")
    page.press(" ")
    assert page.value("document.getElementById('play').textContent") == "Pause"
    page.until(f"{SHOWN} === document.querySelectorAll('#events li').length")
    page.until("document.getElementById('play').textContent === 'Play'")
    assert page.value("moved") > 20
    opened(page, address, "step=60")
    page.prefer(reduced_motion="reduce")
    page.value(
        "window.moved = 0; new MutationObserver((all) => { moved += all.length; }).observe("
        "document.getElementById('board'), { attributes: true, attributeFilter: ['transform'], subtree: true })"
    )
    for _ in range(20):
        page.press("ArrowRight")
    assert page.value("moved") == 0


def test_after_gliding_everything_is_where_the_drawing_has_it(page, metro):
    _, address = metro
    opened(page, address, "step=60")
    for _ in range(25):
        page.press("ArrowRight")
    page.press("ArrowLeft")
    here = page.value("document.getElementById('board').innerHTML")
    where = page.value("location.hash").lstrip("#")
    opened(page, address, where)
    assert page.value("document.getElementById('board').innerHTML") == here


def test_colours_follow_the_system_and_the_choice(page, metro):
    _, address = metro
    opened(page, address)

    def ground(theme):
        return f"rgb({', '.join(str(int(THEMES[theme]['page'][at : at + 2], 16)) for at in (1, 3, 5))})"

    for wish, theme in (
        ({"color_scheme": "dark"}, "dark"),
        ({"color_scheme": "light"}, "light"),
        ({"color_scheme": "light", "contrast": "more"}, "contrast"),
    ):
        page.prefer(**wish)
        assert page.value(INK) == ground(theme)
    for theme in THEMES:
        tint(page, theme)
        assert page.value(INK) == ground(theme)
        again(page)
        assert page.value(INK) == ground(theme), "kept"
    page.value("dispatchEvent(new Event('beforeprint'))")
    assert page.value(INK) == ground("light")
    page.value("dispatchEvent(new Event('afterprint'))")
    assert page.value(INK) == ground(theme)
    page.value("localStorage.clear()")


@pytest.mark.parametrize(
    ("width", "phone"), [(360, True), (390, True), (700, False), (1000, False), (1600, False)]
)
def test_nothing_is_wider_than_the_window_and_targets_are_large(page, game, width, phone):
    _, address = game
    page.size(width, 800, phone=phone)
    opened(page, address, "step=40")
    assert page.value("document.documentElement.scrollWidth") <= width
    assert page.value("document.getElementById('board').getBoundingClientRect().width") > 0.5 * min(
        width, 960
    )
    small = page.value(
        "[...document.querySelectorAll('button, .steps input')].filter((each) => each.checkVisibility())"
        ".map((each) => each.getBoundingClientRect())"
        ".filter((box) => box.height < 44 || box.width < 44).length"
    )
    assert small == 0


def test_nothing_keeps_anybody_out(page, game):
    _, address = game
    opened(page, address, "step=40")
    for width, phone in ((1400, False), (390, True)):
        page.size(width, 844, phone=phone)
        for theme in THEMES:
            tint(page, theme)
            assert violations(page) == []
    page.value("localStorage.clear()")


def test_whatever_lies_on_the_board_is_told_by_pointer_and_keys(page, game):
    _, address = game
    opened(page, address, "step=40")
    tip = "document.getElementById('tip').textContent"
    listed = page.value(
        "[...document.querySelectorAll('.spots > *')].map((each) => each.getAttribute('aria-label'))"
    )
    assert len(listed) > 7
    assert all(listed)
    page.value("document.getElementById('board').focus()")
    told = set()
    for key in ("ArrowRight", *["ArrowDown", "ArrowDown", "ArrowRight"] * 3):
        page.press(key)
        told.add(page.value(tip))
        assert page.value("document.activeElement.getAttribute('aria-activedescendant')") == "here"
        assert page.value(f"document.getElementById('here').getAttribute('aria-label') === {tip}")
    assert told <= set(listed)
    assert len(told) > 3
    assert page.value("location.hash").startswith("#step=")
    page.press("Escape")
    assert page.value("document.getElementById('tip').hidden")
    page.press("Tab")
    page.hover(".spots > :last-child")
    page.until(f"!document.getElementById('tip').hidden && {tip} === {json.dumps(listed[-1])}")
    step = page.value("location.hash")
    page.value("document.activeElement.blur()")
    page.press("ArrowRight")
    assert page.value("location.hash") != step


def tint(page, theme):
    page.value(
        f"(() => {{ const field = document.getElementById('theme'); field.value = '{theme}';"
        " field.dispatchEvent(new Event('change')); })()"
    )


def test_everything_has_a_name_for_those_who_listen(page, metro):
    _, address = metro
    opened(page, address, "step=60")
    nodes = page.call("Accessibility.getFullAXTree")["nodes"]
    named = {}
    for node in nodes:
        if not node.get("ignored"):
            named.setdefault(node["role"]["value"], []).append(node.get("name", {}).get("value", ""))
    for role in (
        "button",
        "slider",
        "combobox",
        "checkbox",
        "spinbutton",
        "image",
        "listbox",
        "link",
        "region",
        "heading",
    ):
        assert named.get(role), role
        assert all(named[role]), role
    assert named["listbox"][0].startswith("The board after step")
    assert any(name.startswith("a1: ") for name in named["option"])
    assert not [role for role in named if role.startswith("graphics")]
    assert {"banner", "main", "contentinfo"} <= set(named)
    assert page.value("document.getElementById('said').getAttribute('aria-live')") == "polite"
    assert re.fullmatch(r"Step \d+ of \d+: .+ \d+, .+ \d+", named["image"][-1])
    order = []
    for _ in range(14):
        page.press("Tab")
        order.append(page.value("document.activeElement.id"))
        seen = page.value("getComputedStyle(document.activeElement).outlineStyle")
        assert seen == "solid", order
    assert {"theme", "board", "ahead"} <= set(order)


def test_shapes_have_around_them_what_they_inherit(page, game):
    replica, address = game
    opened(page, address, f"step={len(replica.log) // 2}")
    assert strangers(page, "#drawn, #column, .signs symbol") == []
