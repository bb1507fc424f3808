"""The home in the page of a window, as somebody uses it."""

from __future__ import annotations

import json
from contextlib import contextmanager

from tests.cli.at_window import ASKED
from tests.cli.client import Client

SEEN = "document.querySelector('#home:not([hidden]):not([inert])') !== null"
HOME = f"{SEEN} && document.querySelector('#homepage .cards') && document.getElementById('trail').hidden"
GAMES = f"({SEEN} && document.querySelector('#homepage .games li'))"
FORM = f"({SEEN} && document.querySelector('#homepage form') !== null)"
AT_TABLE = "!document.getElementById('homeward').hidden && !document.getElementById('main').hidden"
LOBBY = "document.getElementById('lobby')?.hidden === false"
PALETTE = "document.getElementById('palette').open"
STEP = "Number(document.getElementById('slider').value)"
OVER_TABLE = "document.getElementById('overlay').open"


@contextmanager
def at_home(page, folder, name="Ada", **started):
    """A client whose home is open in the page."""
    with Client(folder, "--window", mode="--plain", **started) as client:
        page.open(next(line.strip() for line in client.lines() if "/open/" in line))
        page.until(f"({HOME}) || {FORM}")
        if page.value(FORM):
            write(page, name)
            page.press("Enter")
            page.until(HOME)
        yield client


def write(page, text, field="#homepage input"):
    """Type a text into a field."""
    page.value(f"document.querySelector({json.dumps(field)}).focus()")
    page.call("Input.insertText", text=text)


def choose(page, *names):
    """Click on what is called so, page by page."""
    for name in names:
        found = f"""[...document.querySelectorAll('#homepage .open, #overlay-page .open')].find(
            (each) => each.checkVisibility() && each.firstElementChild.textContent === {json.dumps(name)})"""
        page.until(f"{found} !== undefined && (({SEEN}) || {OVER_TABLE})")
        page.value(f"{found}.click()")


def begin(page, game, what):
    """Choose on the card of a game what to do with it."""
    named = json.dumps(f"{what}: {game}")
    push(page, f"#homepage .card button[aria-label={named}]")


def door(page, name, *names):
    """Go through one of the doors of the first page, and on from there."""
    found = f"""[...document.querySelectorAll('.doors button')].find((one) => one.textContent === {json.dumps(name)})"""
    page.until(f"({SEEN}) && {found} !== undefined")
    page.value(f"{found}.click()")
    choose(page, *names)


def push(page, selector):
    """Click on an element at once: the page that is drawn next may have moved or replaced it."""
    found = f"document.querySelector({json.dumps(selector)})"
    page.until(f"{found} !== null")
    page.value(f"{found}.click()")


def by_tcp(page):
    """Answer the question by what the others shall reach one's tables, as it comes once: by TCP alone."""
    page.until("document.querySelector('#knocks button')")
    assert "Is that all right?" in page.value("document.getElementById('knocks').textContent")
    page.value("[...document.querySelectorAll('#knocks button')].at(-1).click()")


def begun(page, game):
    """A hot seat that is opened from the home."""
    door(page, "More", "At one computer", game)
    page.until(FORM)
    push(page, "#homepage .does .main")
    page.until(AT_TABLE)


def left(page):
    """Go back home from a table."""
    page.click("#homeward")
    page.until(f"{ASKED} || ({HOME})")
    if page.value(ASKED):
        page.click("#question [data-answer=yes]")
    page.until(GAMES)


def done(page, name):
    """Do something of the list of all one can do."""
    page.click("#all")
    page.until(PALETTE)
    page.call("Input.insertText", text=name)
    page.until("document.querySelectorAll('#actions button').length > 0")
    first = "document.querySelector('#actions b').textContent"
    page.until(f"{first} === {json.dumps(name)}")
    page.press("Enter")


def field(name):
    """The expression for a field of a form, by what stands before it."""
    fields = "[...document.querySelectorAll('#homepage .field')]"
    return f"{fields}.find((one) => one.firstElementChild.textContent === {json.dumps(name)})?.children[1]"


def chosen(page, name, value):
    """Choose a value in a form."""
    page.until(f"{field(name)} !== undefined")
    page.value(
        f"(() => {{ const one = {field(name)}; one.selectedIndex = "
        f"[...one.options].findIndex((each) => each.textContent === {json.dumps(value)});"
        " one.dispatchEvent(new Event('change')); })()"
    )


def paste(page, text):
    """Paste a text where the focus is."""
    page.value(f"""(() => {{
        const data = new DataTransfer(), held = document.activeElement;
        data.setData("text", {json.dumps(text)});
        const event = new ClipboardEvent("paste", {{ clipboardData: data, bubbles: true, cancelable: true }});
        if (!held.dispatchEvent(event)) return;
        held.setRangeText(data.getData("text"), held.selectionStart, held.selectionEnd, "end");
        held.dispatchEvent(new Event("input"));
    }})()""")
