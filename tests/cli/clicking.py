"""Somebody at the window who only clicks, and knows no rules: any place that leads on, until *Send* is ready."""

from __future__ import annotations

import json

from tests.cli.at_window import OVER, at_turn, step

CLICKS = 60
"""Clicks after which a turn that is not over is given up: no turn of any game needs as many."""
SOON = 20
"""Milliseconds after which another page is looked at."""
SEEN = """((tried, draw) => {
  const at = (id) => document.getElementById(id);
  const hit = (each) => {
    each.scrollIntoView({ block: "center", behavior: "instant" });
    const box = each.getBoundingClientRect(), x = box.x + box.width / 2, y = box.y + box.height / 2;
    return document.elementFromPoint(x, y) === each;
  };
  const seen = { text: at("line").value, ready: at("send").classList.contains("ready") };
  if (at("question").open) return { ...seen, next: "#question [data-answer=yes]" };
  const spots = [...document.querySelectorAll("#board .legal")];
  if (seen.ready && (seen.text || !spots.length)) return { ...seen, next: "#send" };
  const fresh = spots.filter((each) => !tried.includes(each.dataset.spot) && hit(each));
  if (fresh.length) {
    const spot = fresh[Math.floor(draw * fresh.length)].dataset.spot;
    return { ...seen, spot: [spot], next: `#board [data-spot="${spot}"]` };
  }
  const listed = document.querySelectorAll("#moves[open] li");
  const number = 1 + Math.floor(draw * listed.length);
  return listed.length ? { ...seen, next: `#moves li:nth-child(${number}) button` } : seen;
})"""
AWAITED = """((patience) => new Promise((done) => {
  const end = Date.now() + patience;
  const look = () => document.body.classList.contains("over") ? done("over")
    : document.querySelector("#move.mine #typing") ? done("mine")
    : Date.now() > end ? done("") : setTimeout(look, 10);
  look();
}))"""
STATE = """((before) => {
  const at = (id) => document.getElementById(id);
  const now = [at("slider").value, at("line").value, at("draft").textContent, at("question").open,
    document.body.classList.contains("over"), at("move").classList.contains("mine")].join("\\n");
  return before === undefined ? now : now !== before;
})"""

POINTED = {
    "linja": ["0", "0 4", "2 2", "5", "0 1", "0 6", "0 5 6 7", "6 5 6", "0", "3", "3 5 6 7"],
    "metro": ["f1", "f2", "d1", "a4", "d3", "e2", "h2", "draw", "f2", "h8"],
    "bus": ["house 00", "00-01", "05", "vroomm", "bus", "pass", "24", "house 05", "stop", "05", "05"],
    "socks": ["c12 d11", "e12 f11", "g10 h9", "i8 j9", "c10 d11", "i8 j9", "e12 f11", "i8 j9"],
    "line1": ["a6", "b6", "d3", "e3 e3", "b6", "pair g7 h7 h7", "l3", "go", "roll", "roll"],
}
"""The places that each step is done by, in the order in which its text leads there."""


def turn_by_clicks(page, random):
    """Click until the table is a step further; return how many clicks it took."""
    further = f"({OVER} || {step(page)} < Number(document.getElementById('slider').value))"
    tried = []
    for clicks in range(CLICKS):
        if page.value(further):
            return clicks
        look = f"{SEEN}({json.dumps(tried)}, {random.random()})"
        seen = page.value(look)
        if "next" not in seen:  # every place was tried: what stands in the line is no beginning of a move
            assert tried, f"nothing leads on: {seen}"
            page.click("#undo")
            tried = []
            continue
        tried = [] if seen["next"] == "#send" else [*tried, *seen.get("spot", ())]
        before = json.dumps(page.value(STATE + "()"))
        page.click(seen["next"])
        page.until(f"{STATE}({before}) && ({further} || {SEEN}({json.dumps(tried)}, 0).next)")
    raise AssertionError(f"no turn came about in {CLICKS} clicks; the line says {seen['text']!r}")


def awaited(page):
    """Wait a moment until the page asks for a move or the game is over; tell which: "mine", "over" or ""."""
    return page.value(f"{AWAITED}({SOON})")


def played_by_clicks(pages, random, turns=1000):
    """Play at all pages in turn until the game is over at each; return how many turns were made."""
    made = 0
    while made < turns:
        said = [awaited(page) for page in pages]
        if all(one == "over" for one in said):
            return made
        for page, one in zip(pages, said, strict=True):
            if one == "mine" and at_turn(page):
                turn_by_clicks(page, random)
                made += 1
    raise AssertionError(f"no end after {turns} turns")
