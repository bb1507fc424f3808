"""The page that steps through a game: whole, safe whatever the players are called, and small."""

import json
import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames.picture.picture import View
from p2pgames_cli.export.html import embedded, page
from p2pgames_cli.export.reel import reel
from p2pgames_cli.i18n import catalogue
from p2pgames_cli.library.shelf import replayed
from p2pgames_cli.main import run
from p2pgames_cli.table import history_text
from p2pgames_protocol.local.hotseat import HotSeat, local_genesis
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.log.history import History
from p2pgames_protocol.store.home import Home
from tests.cli.leftover import LANGUAGES, english_in
from tests.room import identity

VOID = {"meta", "input"}
BAD = ("</script><b>", "\"'><img src=x>&lt;")


class Read(HTMLParser):
    """A page as a browser would read it: elements, texts by id, and whether all that was opened was closed."""

    def __init__(self, text):
        super().__init__()
        self.stack, self.elements, self.texts, self.ids = [], [], [], set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        assert len(given) == len(attrs)
        self.elements.append((tag, given))
        if "id" in given:
            assert given["id"] not in self.ids
            self.ids.add(given["id"])
        if tag not in VOID:
            self.stack.append((tag, given))

    def handle_endtag(self, tag):
        assert self.stack.pop()[0] == tag

    def handle_data(self, data):
        if self.stack:
            self.texts.append((self.stack[-1][0], self.stack[-1][1], data))

    def text(self, tag, **attrs):
        """Return the text of all elements of this kind with these attributes."""
        return "".join(data for t, a, data in self.texts if t == tag and attrs.items() <= a.items())

    @property
    def data(self):
        """Return what the script is given."""
        return json.loads(self.text("script", id="game"))


@pytest.fixture(scope="session")
def metro(tmp_path_factory):
    """The ledger and the page of a game with hidden cards."""
    file = tmp_path_factory.mktemp("metro") / "m.p2pg"
    assert run(["demo", "metro", "--seed", "x", "--bot", "random", "--out", str(file)]) == 0
    out = file.with_suffix(".html")
    assert run(["export", str(file), "--format", "html", "--out", str(out)]) == 0
    return replayed(file), out.read_bytes().decode(), file


def frames(changes):
    """Read a reel: what differs from one frame to the next, as the script does it."""
    frame = []
    for length, *new in changes:
        frame = frame[:length] + [None] * (length - len(frame))
        for at in range(0, len(new), 2):
            frame[new[at]] = new[at + 1]
        assert None not in frame
        yield list(frame)


def lines(data, frame):
    """The characters of a frame."""
    return ["".join(map(str, data["rows"][number][1::2])).rstrip() for number in frame]


def test_reels_hold_what_changes():
    taken = [[1, 2, 3], [1, 2, 3], [1, 5], [], [7, 1, 2, 3]]
    assert list(frames(reel(taken))) == taken
    assert reel(taken)[1] == [3]
    assert reel(taken)[2] == [2, 1, 5]


def test_the_page_loads_nothing_and_runs_its_own_script_alone(metro):
    read = Read(metro[1])
    assert not read.stack
    policy = next(a["content"] for t, a in read.elements if a.get("http-equiv") == "Content-Security-Policy")
    allowed = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert allowed["default-src"] == "'none'"
    for kind, text in (("style-src", read.text("style")), ("script-src", run_script(read))):
        assert text.strip()
        assert allowed[kind] == f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
    for tag, attrs in read.elements:
        assert tag not in {"link", "img", "iframe", "base", "object", "form"}
        assert not [name for name in attrs if name.startswith("on") or name in ("src", "style", "action")]
        assert re.fullmatch(r"#step=\d+", attrs.get("href", "#step=0"))
    assert "http:" not in metro[1].replace("http://www.w3.org/2000/svg", "")
    assert "https:" not in metro[1]


def run_script(read):
    """The text of the scripts that are run."""
    return "".join(data for tag, attrs, data in read.texts if tag == "script" and "type" not in attrs)


def test_every_element_the_script_asks_for_is_there(metro):
    read = Read(metro[1])
    asked = set(re.findall(r'\bat\("(\w+)"\)', run_script(read)))
    assert len(asked) > 10
    assert asked <= read.ids
    classes = set(re.findall(r"svg \.(\w+)", read.text("style")))
    assert {name for ink in read.data["inks"] for name in ink.split()} - {"reverse"} <= classes


def test_every_step_is_shown_and_told(metro):
    ledger, text, _ = metro
    read = Read(text)
    steps = read.data["steps"]
    assert steps[0] == 0
    assert steps[-1] == len(ledger.log)
    assert {
        entry.round + 1 for entry in History(ledger).entries() if history_text.words(ledger, entry) != "pass"
    } <= set(steps)
    links = [attrs["href"] for tag, attrs in read.elements if tag == "a"]
    assert links == [f"#step={step}" for step in steps]
    told = read.text("span")
    for entry in History(ledger).entries():
        assert history_text.said(ledger, entry) in told
    assert told.endswith("Every secret is revealed.")
    assert history_text.outcome_of(ledger) in read.text("p")
    for view in read.data["views"]:
        assert {len(view[part]) for part in ("board", "beside", "words")} == {len(steps)}


def test_each_view_holds_what_its_onlooker_saw_then(metro):
    ledger, text, file = metro
    read, game = Read(text), registry.game("metro")
    data, names = read.data, ledger.genesis.names
    options = [d for t, a, d in read.texts if t == "option"]
    assert options == ["a spectator", *names, "all cards"]
    for seat in (0, 1):
        view = data["views"][1 + seat]
        for number, (beside, words) in enumerate(
            zip(frames(view["beside"]), frames(view["words"]), strict=True)
        ):
            position = ledger.positions[data["steps"][number]]
            dealing = position.dealing
            own = {slot: ledger.known[slot] for slot, s in dealing.held.items() if s == seat}
            known = {**dealing.public, **own}
            shown = View(36, 36, seat, known, names)
            drawn = [
                "".join(text for _, text in row).rstrip() for row in game.painter.panel(position.state, shown)
            ]
            assert lines(data, beside) == drawn
            said = [*map(str, ledger.rules.words(position.state, seat, known))]
            assert len(words) == len(said)
            assert [t for t in said if "Seat" not in t] == [
                data["texts"][w] for w, t in zip(words, said, strict=True) if "Seat" not in t
            ]
    out = file.with_name("one.html")
    assert run(["export", str(file), "--format", "html", "--seat", "2", "--out", str(out)]) == 0
    one = Read(out.read_text(encoding="utf-8"))
    assert [d for t, a, d in one.texts if t == "option"] == [names[1]]
    assert lines(one.data, list(frames(one.data["views"][0]["beside"]))[40]) == lines(
        data, list(frames(data["views"][2]["beside"]))[40]
    )


def in_chromium(page, where, folder):
    """The page as a browser has it once its script has run."""
    command = ["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]
    flags = ["--disable-background-networking", f"--user-data-dir={folder}", "--dump-dom"]
    made = subprocess.run(
        [*command, *flags, f"{page.as_uri()}#{where}"], capture_output=True, timeout=120, check=True
    )
    return Read(made.stdout.decode().partition("<!DOCTYPE html>")[2])


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("chromium") is None, reason="needs chromium in the path")
def test_a_browser_shows_nothing_of_what_comes_later(metro, tmp_path):
    ledger, _, file = metro
    page = file.with_suffix(".html")
    steps = Read(metro[1]).data["steps"]
    at = next(step for step in steps if step > 40)
    read = in_chromium(page, f"step={at}&eyes=2", tmp_path)
    items = [attrs for tag, attrs in read.elements if tag == "li" and len(attrs) <= 1]
    shown = [attrs for attrs in items[-len(steps) :] if "hidden" not in attrs]
    assert len(shown) == steps.index(at) + 1
    assert any(attrs.get("id") == "result" and "hidden" in attrs for _, attrs in read.elements)
    assert f"Step {at} of {len(ledger.log)}" in read.text("p", id="said")
    words = ledger.rules.words(ledger.positions[at].state, 1, {})
    assert words[1] in read.text("li")
    end = in_chromium(page, f"step={len(ledger.log)}", tmp_path)
    assert any(attrs.get("id") == "result" and "hidden" not in attrs for _, attrs in end.elements)


def test_the_page_is_light(metro):
    assert len(metro[1].encode()) < 700_000


def test_names_are_never_markup(tmp_path):
    ledger = trio.run(_called, tmp_path, BAD)
    assert ledger.genesis.names == BAD
    text = page(ledger)
    read = Read(text)
    assert not read.stack
    assert not {"img", "b"} & {tag for tag, attrs in read.elements if tag != "b" or attrs}
    assert [data for tag, _, data in read.texts if tag == "bdi"] == list(BAD)
    assert BAD[0] in read.text("title")
    assert text.count("</script") == 2
    assert text.count("<script") == 2
    assert [data for tag, _, data in read.texts if tag == "option"] == ["a spectator", *BAD]
    given = {"rows": [list(BAD)], "texts": ["<!--", "&lt;", "\u2028"]}
    assert not set("<>&") & set(embedded(given))
    assert json.loads(embedded(given)) == given


async def _called(folder, names):
    owner, rules = identity(0), registry.game("linja").rules
    proposal = Proposal.of(owner.key, rules, 2, bytes(32), {}, None, 0)
    genesis = local_genesis(owner, proposal, names, Random(1).randbytes)
    Home(folder).make()
    hot = HotSeat(genesis, owner, registry.rules, Home(folder).store(genesis), bytes(32))
    await hot.begin()
    return hot.places[0].ledger


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_speaks_the_language_of_who_makes_it(metro, language):
    ledger, english, _ = metro
    catalogue.use(language)
    try:
        read = Read(page(ledger))
    finally:
        catalogue.use("en")
    assert read.elements[0] == ("html", {"lang": language})
    written = [data for tag, _, data in read.texts if tag not in ("script", "style")]
    spoken = [
        value
        for _, attrs in read.elements
        for name, value in attrs.items()
        if name in ("title", "aria-label")
    ]
    drawn = [str(part) for row in read.data["rows"] for part in row[1::2]]
    for text in (*written, *spoken, *drawn, *read.data["texts"], *read.data["say"].values()):
        # Options are typed so in every language, and a game has English words for its number.
        assert ledger.genesis.words in text or not english_in(text, language), text
    steps = Read(english).data
    assert read.data["steps"] == steps["steps"]
    asked = " ".join(read.data["say"].values())
    assert set(re.findall("{[a-z]+}", asked)) == {"{step}", "{count}"}
