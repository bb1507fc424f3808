"""The page that steps through a game: whole, safe whatever the players are called, and small."""

import json
import re
import zlib
from base64 import b64encode, b85decode
from hashlib import sha256
from html.parser import HTMLParser
from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames.drawing.svg import THEMES, Writer
from p2pgames.picture.picture import View
from p2pgames_cli.export.film import BESIDE, PREFIX, deltas
from p2pgames_cli.export.html import page
from p2pgames_cli.export.parts import packed
from p2pgames_cli.export.picture import stepped
from p2pgames_cli.export.proof import empty, fingerprint, program, proof
from p2pgames_cli.i18n import catalogue
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.main import run
from p2pgames_cli.table import history_text
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.local.hotseat import HotSeat, local_genesis
from p2pgames_protocol.log.genesis import Proposal
from p2pgames_protocol.log.history import History
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import identity
from tests.cli.leftover import LANGUAGES, english_in, speaking

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
        return unpacked(self.text("script", id="game"))


def unpacked(text):
    """Read what is packed, as the script does it."""
    return json.loads(inflated(text))


def inflated(text):
    """Return the bytes that are packed."""
    return zlib.decompress(b85decode(text.translate(str.maketrans(",.:", "<>&"))))


def views(data):
    """What each onlooker saw, step by step."""
    parts = {name: list(frames(data[name])) for name in ("boards", "boxes", "words", "motions")}
    return [{name: part[number] for name, part in parts.items()} for number in range(len(data["boards"][0]))]


def frames(deltas):
    """Yield the frames of each onlooker, as the script reads them."""
    seen = [[] for _ in deltas[0]]
    for step in deltas:
        for own, given in zip(seen, step, strict=True):
            changes = step[given] if isinstance(given, int) else given
            if changes[:1] == [BESIDE]:
                own.append(changed(seen[0][-1], changes[1:]))
            else:
                own.append(changed(own[-1] if own else [], changes))
    return seen


def changed(known, changes):
    """Return a frame from one that is known."""
    done, start, at = [], 0, 0
    while at < len(changes):
        kept, gone, come = changes[at : at + 3]
        done += known[start : start + kept] + changes[at + 3 : at + 3 + come]
        start, at = start + kept + gone, at + 3 + come
    return done + known[start:]


@pytest.fixture(scope="session")
def metro(tmp_path_factory):
    """The replica and the page of a game with hidden cards."""
    file = tmp_path_factory.mktemp("metro") / "m.p2pg"
    assert run(["demo", "metro", "--seed", "x", "--bot", "random", "--out", str(file)]) == 0
    out = file.with_suffix(".html")
    assert run(["export", str(file), "--format", "html", "--out", str(out)]) == 0
    return replay_file(file), out.read_bytes().decode(), file


def test_deltas_hold_what_changes():
    taken = [(1, 2, 3), (1, 2, 3), (1, 5), (), (7, 1, 2, 3), (7, 9, 1, 3, 4)]
    held = read_again(deltas([taken]))
    assert [[list(frame) for frame in taken]] == frames(held)
    assert held[1] == [[]]
    assert held[2] == [[1, 2, 1, 5]]
    assert held[5] == [[1, 0, 1, 9, 1, 1, 0, 1, 0, 1, 4]]


def test_deltas_hold_what_changes_or_what_differs_from_the_first_onlooker():
    board, marked = tuple(range(20)), (*range(10), 77, *range(11, 20))
    seen = [[board, board[::-1], board], [board, marked, board], [marked, marked[::-1], marked]]
    held = read_again(deltas(seen))
    assert frames(held) == [[list(frame) for frame in frames_of_one] for frames_of_one in seen]
    assert held[0] == [[0, 0, 20, *board], [BESIDE], [BESIDE, 10, 1, 1, 77]]
    assert held[1][1:] == [[10, 1, 1, 77], [BESIDE, 9, 1, 1, 77]]


def read_again(data):
    """Return data as a reader of JSON has it."""
    return json.loads(json.dumps(data))


def test_the_page_loads_nothing_and_runs_its_own_script_alone(metro):
    read = Read(metro[1])
    assert not read.stack
    policy = next(a["content"] for t, a in read.elements if a.get("http-equiv") == "Content-Security-Policy")
    allowed = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert allowed["default-src"] == "'none'"
    assert allowed["worker-src"] == "blob:"
    for kind, text in (("style-src", read.text("style")), ("script-src", run_script(read))):
        assert text.strip()
        assert allowed[kind] == f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"
    for tag, attrs in read.elements:
        assert tag not in {"link", "img", "iframe", "base", "object", "form"}
        assert not [name for name in attrs if name.startswith("on") or name in ("src", "style", "action")]
        assert re.fullmatch(r"#step=\d+|#sign\d", attrs.get("href", "#step=0"))
    addresses = re.findall(r"\w+://[^\s\"'`]*", f"{metro[1]} {read.data}")
    assert set(addresses) == {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}, (
        "names, not places"
    )


def run_script(read):
    """The text of the scripts that are run."""
    return "".join(data for tag, attrs, data in read.texts if tag == "script" and "type" not in attrs)


def test_every_element_the_script_asks_for_is_there(metro):
    read = Read(metro[1])
    asked = set(re.findall(r'\bat\("(\w+)"\)', run_script(read)))
    assert len(asked) > 10
    assert asked <= read.ids


def test_every_ink_that_is_used_is_there_in_every_theme(metro):
    read = Read(metro[1])
    style = read.text("style")
    used = set(re.findall(r"var\(--(\w+)\)", f"{metro[1]} {read.data}")) - {"own"}
    assert {"seat0", "page", "rail"} <= used <= set(THEMES["dark"])
    blocks = re.findall(r"(:root(?:\[data-theme=[\w-]+\])?) \{([^}]*)\}", style)
    assert len(blocks) == 2 + len(THEMES)
    for _, block in blocks:
        assert used == set(re.findall(r"--(\w+):#[0-9a-f]{6};", block))
    assert {name for name in THEMES if f"data-theme={name}]" in style} == set(THEMES)


def test_every_step_is_shown_and_told(metro):
    replica, text, _ = metro
    read = Read(text)
    steps = read.data["steps"]
    assert steps[0] == 0
    assert steps[-1] == len(replica.log)
    assert {
        entry.round + 1
        for entry in History(replica).entries()
        if history_text.in_few_words(replica, entry) != "pass"
    } <= set(steps)
    told = [data for tag, _, data in read.texts if tag == "li"][: len(steps)]
    for entry in History(replica).entries():
        assert any(next(history_text.lines(replica, entry)) in each for each in told)
    assert told[-1] == "Every secret is revealed."
    assert history_text.outcome_of(replica) in read.text("p")
    for view in views(read.data):
        assert {len(part) for part in view.values()} == {len(steps)}


def test_each_view_holds_what_its_onlooker_saw_then(metro):
    replica, text, file = metro
    read, game = Read(text), registry.game("metro")
    data, names = read.data, replica.genesis.names
    options = [d for t, a, d in read.texts if t == "option"]
    assert options[-4:] == ["a spectator", *names, "all cards"]
    writer = Writer(prefix=PREFIX)
    for seat in (0, 1):
        view = views(data)[1 + seat]
        for number, (board, words) in enumerate(zip(view["boards"], view["words"], strict=True)):
            position = replica.positions[data["steps"][number]]
            decks_state = position.decks_state
            own = {slot: replica.known[slot] for slot, s in decks_state.held.items() if s == seat}
            known = {**decks_state.public, **own}
            recent = stepped(replica, data["steps"][number]).unread.recent
            drawn = game.painter.drawing(
                position.state, View(seat=seat, known=known, names=names, recent=recent)
            )
            assert [data["shapes"][shape] for shape in board] == [*map(writer.shape, drawn.shapes)]
            said = [*map(str, replica.rules.words(position.state, seat, known))]
            assert len(words) == len(said)
            assert [t for t in said if "Seat" not in t] == [
                data["texts"][w] for w, t in zip(words, said, strict=True) if "Seat" not in t
            ]
    out = file.with_name("one.html")
    assert run(["export", str(file), "--format", "html", "--seat", "2", "--out", str(out)]) == 0
    one = Read(out.read_text(encoding="utf-8"))
    assert [d for t, a, d in one.texts if t == "option"][-1:] == [names[1]]
    assert len(views(one.data)) == 1
    alone, among = (views(d)[v]["boards"][40] for d, v in ((one.data, 0), (data, 2)))
    assert [one.data["shapes"][shape] for shape in alone] == [data["shapes"][shape] for shape in among]


def test_at_every_step_the_tables_of_points_add_up(metro):
    data = Read(metro[1]).data
    (made,), (players,) = frames(data["made"]), frames(data["players"])
    for step, rows, texts in zip(data["steps"], made, players, strict=True):
        got = [data["points"][row] for row in rows]
        assert all(when <= step for when, *_ in got)
        for seat in (0, 1):
            points = sum(points for _, whose, points, _ in got if whose == seat)
            assert str(points) == data["texts"][texts[3 * seat + 1]]
    assert len(made[-1]) > 10


def test_what_moves_is_there_to_be_moved(metro):
    data = Read(metro[1]).data
    moved = 0
    for view in views(data):
        before = set()
        for board, motions in zip(view["boards"], view["motions"], strict=True):
            ids = set(re.findall(r' id="([^"]+)"', "".join(data["shapes"][shape] for shape in board)))
            for motion in motions:
                key, way, ms, wait = data["ways"][motion]
                moved += key in ids | before
                assert re.fullmatch(r"M[-\d. ]+([lc][-\d. ]+)+", way)
                assert 0 < ms + wait <= 2000
            before = ids
    assert moved > 50


def test_symbols_are_the_same_in_all_drawings_of_a_game(metro):
    data = Read(metro[1]).data
    named = re.findall(r'<g id="([^"]+)">', data["symbols"])
    assert len(named) == len(set(named))
    used = set(re.findall(r'href="#([^"]+)"', "".join(data["shapes"])))
    assert used == set(named)


def test_the_page_is_light(metro):
    assert len(metro[1]) < 250_000
    assert without_proof(metro[0], metro[1]) < 87_000


def without_proof(replica, text):
    """Bytes of the page but for what proves the game."""
    return len(text.encode()) - len(proof(canonical(replica)).encode())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "option"), [*((name, "") for name in registry.names()), ("bus", "city=garden")]
)
def test_the_page_of_a_whole_game_is_light_with_the_most_players(name, option, tmp_path):
    file, options = tmp_path / "g.p2pg", ["--option", option] if option else []
    seats = str(registry.game(name).rules.players[-1])
    assert run(["demo", name, "--seats", seats, *options, "--seed", "long", "--out", str(file)]) == 0
    replica = replay_file(file)
    for language in ("en", *LANGUAGES):
        with speaking(language):
            text = page(replica)
            assert len(text.encode()) < 400_000
            assert without_proof(replica, text) < 150_000
    symbols = {}
    for drawing in drawings(replica):
        for key, shapes in drawing.symbols.items():
            assert symbols.setdefault(key, shapes) == shapes


def drawings(replica):
    """Every board of a game, as a spectator sees it."""
    model = stepped(replica)
    for step in range(len(replica.log) + 1):
        model.timeline.show_step(step)
        yield model.painter.drawing(model.state, model.board_view())


def test_the_page_carries_the_game_file_and_the_verifier(metro):
    replica, text, file = metro
    read = Read(text)
    assert inflated(read.text("script", id="log")) == canonical(replica) == file.read_bytes()
    assert inflated(read.text("script", id="verifier")) == program().encode()


def test_with_one_seats_eyes_the_page_does_not_carry_what_the_others_held(metro):
    read = Read(page(metro[0], seat=1))
    assert read.text("script", id="log") == ""
    assert inflated(read.text("script", id="verifier")) == program().encode()


def test_an_empty_page_is_written_and_its_verifier_named(tmp_path, capsys):
    file = tmp_path / "v.html"
    assert run(["verifier", "--out", str(file)]) == 0
    assert capsys.readouterr().out == f"{fingerprint()}\n" == f"{sha256(program().encode()).hexdigest()}\n"
    assert file.read_text(encoding="utf-8") == empty()
    read = Read(empty())
    assert not read.stack
    assert set(re.findall(r'\bat\("(\w+)"\)', run_script(read))) <= read.ids
    assert ("details", {"id": "proof", "open": None, "hidden": None}) in read.elements


def test_the_verifier_names_the_licences_of_what_is_in_it():
    head = program().partition("*/")[0]
    assert all(name in head for name in ("@noble/curves", "@noble/hashes", "Paul Miller"))
    assert head.count("Permission is hereby granted") == 1
    assert "</script" not in program()


def test_names_are_never_markup(tmp_path):
    replica = trio.run(_called, tmp_path, BAD)
    assert replica.genesis.names == BAD
    text = page(replica)
    read = Read(text)
    assert not read.stack
    assert "img" not in {tag for tag, _ in read.elements}
    assert [tag for tag, _ in read.elements].count("b") == 2
    assert [data for tag, _, data in read.texts if tag == "bdi"] == list(BAD)
    assert BAD[0] in read.text("title")
    assert text.count("</script") == 5
    assert text.count("<script") == 5
    assert [data for tag, _, data in read.texts if tag == "option"][-3:] == ["a spectator", *BAD]
    given = {"rows": [list(BAD)], "texts": ["<!--", "&lt;", "\u2028"]}
    assert not re.search("[<>&\"']", packed(given))
    assert unpacked(packed(given)) == given


async def _called(folder, names):
    owner, rules = identity(0), registry.game("linja").rules
    proposal = Proposal.of(owner.key, rules, 2, bytes(32), {}, None, 0)
    genesis = local_genesis(owner, proposal, names, Random(1).randbytes)
    Home(folder).make()
    hot = HotSeat(genesis, owner, registry.rules, Home(folder).store(genesis), bytes(32))
    await hot.begin()
    return hot.handles[0].replica


def texts_of(told):
    """A sentence, or those of a table of them."""
    return [told] if isinstance(told, str) else [*told.values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_speaks_the_language_of_who_makes_it(metro, language):
    replica, english, _ = metro
    catalogue.use(language)
    try:
        read = Read(page(replica))
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
    told = unpacked(read.text("script", id="sentences"))
    proving = [text for key in told if key != "games" for text in texts_of(told[key])]
    drawn = re.findall("<text[^>]*>([^<]*)<", "".join(read.data["shapes"]))
    for text in (*written, *spoken, *drawn, *read.data["texts"], *read.data["say"].values(), *proving):
        # Options are typed so in every language, and a game has English words for its number.
        assert replica.genesis.words in text or not english_in(text, language), text
        assert language != "fr" or not re.search("\\w [:;!?»]", text), "a line could be broken there"
    steps = Read(english).data
    assert read.data["steps"] == steps["steps"]
    asked = " ".join(read.data["say"].values())
    assert set(re.findall("{[a-z]+}", asked)) == {"{step}", "{count}", "{points}"}
