"""The drawings of all games: legible, complete, inside their frame, and as good to point at as the pictures."""

import contextlib
from dataclasses import replace
from random import Random
from xml.etree import ElementTree as ET

import pytest

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames.drawing.column import WIDE
from p2pgames.drawing.shapes import plain
from p2pgames.drawing.svg import svg
from p2pgames.drawing.themes import THEMES
from p2pgames.picture.picture import Drawer
from tests.p2pgames.drawing.checks import inside, legible
from tests.p2pgames.drawing.measure import groups, inks
from tests.p2pgames.drawing.tables import one_each, positions, tables, variants

TABLES = tables()
STEPS = 6
MANY = 30
SEEDS = range(4)
CLICKS = 3
FEW = 3
VARIANTS = variants()
OPTIONS = {
    "metro": {"orientation": "free", "hand": "3"},
    "linja": {"bonus": "any"},
    "bus": {"city": "garden"},
    "line1": {"traveller_tiles": "always", "pockets": "loose"},
    "socks": {"layout": "players", "blockers": "3", "neutral": "rebuild"},
}
STILL = {"line1", "socks"}
"""Where no move itself sends anything on: trams go by the roll after it, sticks stay."""


def looks(table, random):
    """Yield what players, spectators and watchers look at: the mover also with something typed, and a cursor."""
    yield table.view(None)
    turn, state = table.dealer.turn, table.dealer.state
    other = next((seat for seat in range(table.dealer.seats) if seat != turn), None)
    names = [spot.name for spot in table.drawing(table.view(other)).spots]
    yield table.view(other, trace=True, cursor=random.choice(names or [""]))
    if turn is None:
        return
    view = table.view(turn)
    for _ in range(CLICKS):
        yield view
        legal = [spot.name for spot in table.drawing(view).spots if spot.legal]
        if not legal:
            return
        cursor = random.choice(legal)
        yield replace(view, cursor=cursor)
        typed = table.game.painter.point(state, turn, view.known, view.typed, cursor)
        view = replace(view, cursor=cursor, typed=typed)


def check(table, view):
    drawing, aside = table.drawing(view), table.aside(view)
    complete(table, view, drawing)
    for each in (drawing, aside):
        legible(each)
        inside(each)
        named(each)
        used = inks(each) | {ink for ink, _ in each.seats}
        assert all(used <= set(tones) for tones in THEMES.values())
    assert aside.width == WIDE
    assert not any(spot.legal for spot in aside.spots)
    assert bool(aside.spots) == bool(aside.shapes)


def named(drawing):
    keys = [group.key for group in groups(drawing.shapes) if group.key]
    assert len(keys) == len(set(keys))
    assert not {*keys} & {*drawing.symbols}
    names = [spot.name for spot in drawing.spots]
    assert len(names) == len(set(names))
    assert all(spot.title not in ("", spot.name) for spot in drawing.spots)
    assert drawing.title
    assert drawing.desc


def complete(table, view, drawing):
    there = {spot.name: spot.legal for spot in drawing.spots}
    for spot in table.picture(view).spots:
        assert spot.name in there
        assert there[spot.name] or not spot.legal, spot.name
    if view.seat == table.dealer.turn is not None and not view.typed:
        assert all(there[move] for move in table.moves() if move in there)


def draw_all(name, seats, seed, steps, bot, **options):
    random = Random(f"{name} {seats} {seed}")
    for table in positions(name, seats, seed, steps, bot, **options):
        for view in looks(table, random):
            check(table, view)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_drawing_is_legible_whole_and_complete(name, seats):
    draw_all(name, seats, seats, STEPS, "random")


@pytest.mark.parametrize(("name", "seats", "options"), one_each(VARIANTS))
def test_a_drawing_is_legible_whole_and_complete_with_other_options(name, seats, options):
    draw_all(name, seats, 5, FEW, "random", **options)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options"), VARIANTS)
def test_a_drawing_is_legible_whole_and_complete_with_every_option(name, seats, options):
    draw_all(name, seats, 6, MANY, registry.game(name).usual, **options)


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_a_drawing_is_legible_whole_and_complete_in_many_games(name, seats, seed):
    options = OPTIONS.get(name, {}) if seed > 1 else {}
    draw_all(name, seats, seed, MANY, registry.game(name).usual if seed % 2 else "random", **options)


@pytest.mark.parametrize("name", registry.names())
def test_clicks_alone_lead_to_every_legal_move(name):
    reach_all(name, registry.game(name).rules.players[0], 3, 9)


@pytest.mark.parametrize(("name", "seats", "options"), one_each(VARIANTS))
def test_clicks_alone_lead_to_every_legal_move_with_other_options(name, seats, options):
    reach_all(name, seats, 4, FEW, **options)


def test_clicks_lead_to_a_bonus_for_either_pawn_of_a_row():
    reach_all("linja", 2, 2, 9, bonus="any")


@pytest.mark.slow
@pytest.mark.parametrize(("name", "seats", "options"), [*((*table, {}) for table in TABLES), *VARIANTS])
def test_clicks_alone_lead_to_every_legal_move_of_whole_games(name, seats, options):
    reach_all(name, seats, seats, MANY, **options)


def reach_all(name, seats, seed, steps, **options):
    game = registry.game(name)
    for table in positions(name, seats, seed, steps, **options):
        if (turn := table.dealer.turn) is None:
            continue
        legal = {game.rules.text(table.dealer.state, turn, move) for move in table.dealer.moves()}
        if len(legal) <= 80:
            assert legal <= clicked(table, turn)


def clicked(table, turn):
    """Return the moves that stand in the line after any clicks on legal spots."""
    rules, state, known = table.game.rules, table.dealer.state, table.dealer.known[turn]
    todo, seen, found = [""], {""}, set()
    while todo:
        typed = todo.pop()
        view = table.view(turn, typed=typed)
        with contextlib.suppress(Illegal):
            found.add(rules.text(state, turn, rules.parse(state, turn, known, typed)))
        for spot in table.drawing(view).spots:
            if spot.legal and (more := table.point(view, spot.name)) not in seen:
                seen.add(more)
                todo.append(more)
    return found


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("theme", [None, *THEMES])
def test_svg_is_well_formed_and_says_what_is_there(name, theme):
    for table in positions(name, registry.game(name).rules.players[-1], 1, 3):
        turn = table.dealer.turn
        drawing = table.drawing(table.view(turn))
        root = ET.fromstring(svg(drawing, theme, prefix="a-"))  # noqa: S314
        ids = [element.get("id") for element in root.iter() if element.get("id")]
        assert len(ids) == len(set(ids))
        assert all(each.startswith("a-") for each in ids)
        assert root[0].text == drawing.title
        spots = {e.get("data-spot"): e for e in root.iter() if e.get("data-spot")}
        if theme is not None:
            assert not spots
            assert "var(" not in svg(drawing, theme)
            continue
        assert list(spots) == [spot.name for spot in drawing.spots]
        for spot in drawing.spots:
            assert [each.text for each in spots[spot.name]] == [spot.said]
            assert (spots[spot.name].get("tabindex") == "0") == spot.legal


@pytest.mark.parametrize("name", registry.names())
def test_motions_move_what_is_drawn_and_end_inside(name):
    game = registry.game(name)
    assert isinstance(game.painter, Drawer)
    before = None
    moved = 0
    for table in positions(name, game.rules.players[-1], 2, 200):
        view = table.view(None)
        after = table.drawing(view)
        if before is not None and table.recent:
            state, _, move = table.recent[-1]
            keys = {group.key for drawing in (before, after) for group in groups(drawing.shapes)}
            for motion in game.painter.motions(state, move, view):
                assert motion.steps[0][0] == "M"
                ends = [(step[-2], step[-1]) for step in motion.steps if len(step) > 1]
                assert all(0 <= x <= after.width and 0 <= y <= after.height for x, y in ends)
                moved += motion.key in keys
        before = after
    assert moved or name in STILL


@pytest.mark.parametrize("name", registry.names())
def test_equal_positions_give_equal_drawings(name):
    for table in positions(name, registry.game(name).rules.players[0], 4, 4):
        for seat in (None, 0):
            assert table.drawing(table.view(seat)) == table.drawing(table.view(seat))


@pytest.mark.parametrize("name", registry.names())
def test_a_drawing_can_be_told_in_plain_values(name):
    table = next(positions(name, registry.game(name).rules.players[0], 1, 1))
    told = plain(table.drawing(table.view(0)))
    assert told["kind"] == "drawing"
    assert {spot["name"] for spot in told["spots"]} == {s.name for s in table.drawing(table.view(0)).spots}
