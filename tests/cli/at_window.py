"""A client with its window open in a real browser."""

from __future__ import annotations

import json
from contextlib import contextmanager

from tests.browser import browser
from tests.cli.client import Client

COMPLETE = "document.getElementById('send').classList.contains('ready')"
WRITTEN = "(document.getElementById('line').value !== '')"
NO_SPOT = "(document.querySelector('#board .legal') === null)"
LISTED = "document.querySelector('#moves[open] li')"
OVER = "document.body.classList.contains('over')"
ASKED = "document.getElementById('question').open"
READY = "document.querySelector('#players li') !== null && !document.getElementById('main').hidden"


def link_of(client):
    """The link that a client prints for its window."""
    return next(said["link"] for said in map(json.loads, client.lines()) if said["type"] == "window")


@contextmanager
def opened(page, home, *arguments):
    """A client whose window is open in the page, and shows the table."""
    with Client(home, *arguments, "--window") as client:
        arrive(page, link_of(client))
        yield client


def arrive(page, link):
    """Follow a link until the page shows a table."""
    page.open(link)
    page.until(f"!location.pathname.includes('/open/') && document.getElementById('main') && {READY}")


def at_turn(page):
    """Wait until the page asks for a move, and show a hand that is hidden; tell whether the game goes on."""
    over = "document.body.classList.contains('over')"
    page.until(f"document.querySelector('#move.mine #typing') || {over}")
    if page.value(over):
        return False
    if page.value("!document.getElementById('privacy').hidden"):
        page.click("#privacy button")
    # The page may say whose turn it is a moment before it hides the hand.
    page.until(
        "(document.getElementById('privacy').hidden || document.querySelector('#privacy button').click(),"
        " !document.getElementById('typing').hidden && document.querySelector('#board .legal, #moves[open] li'))"
    )
    return True


SPOT = """(() => {
  const hit = (each) => {
    each.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = each.getBoundingClientRect();
    return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === each;
  };
  return [...document.querySelectorAll('#board .legal')].find(hit).dataset.spot;
})()"""
"""The first legal spot that a click in its middle hits."""


def click_spot(page):
    """Click on a legal spot of the board, and wait until the line has what that writes."""
    before = json.dumps(page.value("document.getElementById('line').value"))
    name = page.value(SPOT)
    page.click(f'#board [data-spot="{name}"]')
    page.until(f"document.getElementById('line').value !== {before}")
    return name


def finish_turn(page):
    """Click until the line is a legal move, and send it, until the table is a step further."""
    further = f"Number(document.getElementById('slider').value) > {step(page)}"
    for _ in range(16):
        if page.value(f"{COMPLETE} && ({WRITTEN} || {NO_SPOT})"):
            page.click("#send")
            page.until(f"!{WRITTEN} || {ASKED}")
        elif page.value(NO_SPOT):
            page.click("#moves li button")
            page.until(COMPLETE)
        else:
            click_spot(page)
        if page.value(ASKED):
            page.click("#question [data-answer=yes]")
            page.until(f"{further} || {OVER}")
        page.until(f"{further} || {OVER} || {ASKED} || {COMPLETE} || !{NO_SPOT} || {LISTED}")
        if page.value(f"{further} || {OVER}"):
            return
    raise AssertionError("no turn came about")


def step(page):
    """The step that the page shows."""
    return page.value("Number(document.getElementById('slider').value)")


__all__ = ["arrive", "at_turn", "browser", "click_spot", "finish_turn", "link_of", "opened", "step"]
