"""Appendix A of SPEC says what the engines do: options, states, moves, decks and ends."""

import json
import re
from enum import Enum
from functools import cache
from random import Random

import pytest

from p2pgames.contract import Shuffle, resolve_options
from p2pgames.dealer import LocalDealer, random_bot
from p2pgames.games.bus import state as bus
from p2pgames.games.bus.state import BACKWARDS, SIZES, Area
from p2pgames.games.line1 import state as line1
from p2pgames.games.line1.board import PIECES, TILES
from p2pgames.games.line1.turns import read_deed
from p2pgames.games.linja import state as linja
from p2pgames.games.metro import state as metro
from p2pgames.games.socks import state as socks
from p2pgames.registry import game
from tests import ROOT

STATES = {"linja": linja, "bus": bus, "line1": line1, "socks": socks, "metro": metro}
PLAYED = {
    "linja": {"bonus": "any"},
    "bus": {"city": "garden"},
    "line1": {"traveller_tiles": "always"},
    "socks": {"layout": "players", "blockers": "1"},
    "metro": {"hand": "2"},
}
JOINED = {("linja", "seen"), ("socks", "lone")}
"""Fields whose values stand in the wire form in another way."""
KINDS = {"number": int, "text": str, "bytes": bytes, "boolean": bool}

END = {"linja": linja.LinjaEnd, "bus": bus.BusEnd, "line1": line1.Line1End, "socks": socks.SocksEnd}
TASK = {"line1": line1.Line1Task, "socks": socks.SocksTask}
each_game = pytest.mark.parametrize("name", STATES)


@cache
def section(name):
    """Return what its page says of how a game stands in the log."""
    page = (ROOT / "protocol" / "games" / f"{name}.md").read_text(encoding="utf-8")
    every = list(map(str, range(game(name).rules.version + 1)))
    heading = f"{game(name).title}, version{'s' * (len(every) > 1)} {' and '.join(every)}"
    found = re.match(rf"# A\.\d\. {re.escape(heading)}\n\nNeeded by .*\n\n", page)
    assert found, f"the page on {name} is about another game or version"
    return page[found.end() :]


def table(name, *heading):
    """Return the rows of the table of a game with this heading."""
    lines = iter(section(name).splitlines())
    assert f"| {' | '.join(heading)} |" in lines
    next(lines)
    rows = []
    while (line := next(lines)).startswith("|"):
        rows.append([cell.strip() for cell in line.strip("|").split("|")])
    return rows


def form(text):
    """Return a form as values: a kind by its name, a word in quotes after a sign, an array as a list."""
    quoted = re.sub(
        r'"(\w+)"|[a-z]+|\.\.\.', lambda found: json.dumps(f"={found[1]}" if found[1] else found[0]), text
    )
    return json.loads("[" + quoted.replace('"or"', ', "or",') + "]")


def fits(value, *forms):
    """Tell whether a value has one of the forms."""
    if "or" in forms:
        at = forms.index("or")
        return fits(value, *forms[:at]) or fits(value, *forms[at + 1 :])
    (wanted,) = forms
    if isinstance(wanted, str):
        return value == wanted[1:] if wanted[0] == "=" else type(value) is KINDS[wanted]
    if type(value) is not tuple:
        return False
    if wanted[-1:] == ["..."]:
        return all(fits(each, *wanted[:-1]) for each in value)
    return len(value) == len(wanted) and all(map(fits, value, wanted))


def plain(value):
    """Return a value of a state as it stands in its wire form, None if that is not to be seen from it."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        parts = tuple(map(plain, value))
        return None if None in parts else parts
    return value if type(value) in KINDS.values() else None


@cache
def played(name):
    """Return the positions of a random game with their moves; of more than two seats one leaves in between."""
    rules = game(name).rules
    seats = rules.players[-1]
    dealer = LocalDealer(rules, seats, resolve_options(rules, seats, PLAYED[name]), Random("6"))
    seen = []
    while dealer.turn is not None:
        seen.append((dealer.state, tuple(dealer.moves())))
        dealer.play(random_bot(rules, dealer.state, dealer.turn, dealer.known[dealer.turn], dealer.random))
        if seats > 2 and len(seen) == 20:
            dealer.leave(1)
    return [*seen, (dealer.state, ())]


@each_game
def test_seats_decks_options_and_data(name):
    rules = game(name).rules
    first, last = rules.players[0], rules.players[-1]
    seats = str(first) if first == last else f"{first} to {last}"
    options = ", ".join(f"`{option.name}` ({', '.join(option.values)})" for option in rules.options)
    decks = "with" if rules.decks else "without"
    text = " ".join(section(name).split())
    assert text.startswith(f"For {seats} seats, {decks} decks. Options: {options}. ")
    spec = " ".join((ROOT / "protocol" / "SPEC.md").read_text("utf-8").split())
    data = re.search(r"The data are the bytes of `([^`]+)`", spec)
    assert (ROOT / data[1].replace("GAME", name)).read_bytes() == rules.data


@each_game
def test_every_field_of_a_state_is_listed_in_its_order_with_its_form(name):
    rules = game(name).rules
    rows = table(name, "#", "state", "form", "holds")
    assert [row[0] for row in rows] == [str(at) for at in range(len(rows))]
    forms = [form(row[2]) for row in rows]
    for state, _ in played(name):
        wire = rules.wire(state)
        assert len(wire) == len(rows)
        for value, (_, field, _, _), wanted in zip(wire, rows, forms, strict=True):
            assert fits(value, *wanted), field
            if (name, field) not in JOINED:
                assert plain(getattr(state, field, None)) in (None, value), field


@each_game
def test_every_move_has_one_of_the_forms_listed(name):
    rows = [form(row[0]) for row in table(name, "move", "when" if name in ("linja", "metro") else "task")]
    moves = {move for _, moves in played(name) for move in moves}
    for move in moves:
        assert sum(fits(move, *row) for row in rows) == 1, move
    unseen = {"line1": {"=go", "=anew", "=roll"}, "linja": {()}}.get(name, set())
    for (wanted,) in rows:
        assert any(fits(move, wanted) for move in moves) or next(iter(wanted), ()) in unseen


@pytest.mark.parametrize("name", END)
def test_every_end_is_listed(name):
    ends = {row[0] for row in table(name, "end", "when")}
    assert ends == {end.value for end in END[name]} - {""}


@pytest.mark.parametrize("name", TASK)
def test_every_task_is_listed(name):
    assert [row[0] for row in table(name, "task", "what must happen")] == [*TASK[name]]


def test_the_tasks_of_bus_are_those_of_its_moves_and_two_more():
    tasks = {task.partition(":")[0] for row in table("bus", "move", "task") for task in row[1].split("; ")}
    assert tasks == set(bus.BusTask) - {bus.BusTask.ROLL, bus.BusTask.OVER}


def test_the_areas_of_bus():
    rows = [
        [area.label, str(SIZES[area]), "from the last" if area in BACKWARDS else "from the first"]
        for area in Area
    ]
    assert table("bus", "area", "spaces", "carried out") == rows


def test_the_decks_and_pieces_of_line_1():
    rules = game("line1").rules
    state = rules.start(2, resolve_options(rules, 2, {}), 0)
    faces = tuple((deck, tuple(cards.split(", "))) for deck, cards in table("line1", "deck", "faces"))
    assert rules.ask(state) == Shuffle(faces)
    text = " ".join(section("line1").split())
    assert f"order of the data: {', '.join(TILES)}." in text
    assert f"there are {len(PIECES)}." in text


def test_moves_of_a_trip_in_line_1_are_read():
    for move in (("go", 1, 1, (144, 0, 145)), ("anew", (144, 0, 145)), ("roll",)):
        assert sum(fits(move, *form(row[0])) for row in table("line1", "move", "task")) == 1
        read_deed(move)
