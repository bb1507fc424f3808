"""The drawings of all games: legible, complete, inside their frame, and as good to point at as the pictures."""

from random import Random

import pytest

from p2pgames import registry
from p2pgames.contract import resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.drawing.shapes import drawing_data
from p2pgames.drawing.svg import THEMES
from p2pgames.picture.picture import Drawer, View
from p2pgames_protocol.testing.game import drawings
from p2pgames_protocol.testing.game.drawings import groups
from tests import seeds
from tests.p2pgames.drawing.tables import one_each, positions, tables, variants

TABLES = tables()
STEPS = len(seeds(3, 6))
MANY = 30
SEEDS = range(4)
FEW = len(seeds(2, 3))
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


def draw_all(name, seats, seed, steps, bot, **options):
    random = Random(f"{name} {seats} {seed}")
    for table in positions(name, seats, seed, steps, bot, **options):
        for view in drawings.looks(table, random):
            drawings.look(table, view)


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
    reach_all(name, registry.game(name).rules.players[0], 3, len(seeds(5, 9)))


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
    for table in positions(name, seats, seed, steps, **options):
        if (turn := table.dealer.turn) is None:
            continue
        if len(legal := table.moves()) <= drawings.MANY:
            assert legal <= drawings.clicked(table, turn)


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("theme", [None, *THEMES])
def test_svg_is_well_formed_and_says_what_is_there(name, theme):
    for table in positions(name, registry.game(name).rules.players[-1], 1, 3):
        drawings.as_svg(table.drawing(table.view(table.dealer.turn)), theme)


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
def test_a_drawing_can_be_told_in_plain_values(name):
    table = next(positions(name, registry.game(name).rules.players[0], 1, 1))
    told = drawing_data(table.drawing(table.view(0)))
    assert told["kind"] == "drawing"
    assert {spot["name"] for spot in told["spots"]} == {s.name for s in table.drawing(table.view(0)).spots}


def test_who_only_looks_on_at_bus_gets_the_very_spots_of_others():
    game = registry.game("bus")
    dealer = LocalDealer(game.rules, 5, resolve_options(game.rules, 5, {}), Random(1))
    dealer.moves()  # what is rolled before is rolled
    seats = [*range(5), None]
    spots = {
        seat: tuple(map(id, game.painter.drawing(dealer.state, View(seat=seat)).spots)) for seat in seats
    }
    own = spots.pop(dealer.turn)
    assert len({*spots.values()}) == 1
    assert own not in spots.values()
