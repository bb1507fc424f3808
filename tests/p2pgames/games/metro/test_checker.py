"""The engine against a second, slow one that was written from the rules text alone."""

import json
from importlib.resources import files
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgames.contract import Why, resolve_options
from p2pgames.dealer import LocalDealer
from p2pgames.games.metro.board import (
    ALL,
    BORDER,
    CELLS,
    COPIES,
    DOORS,
    PLAYABLE,
    STATIONS,
    TURNS,
    allowed_places,
    in_centre,
    refusal,
)
from p2pgames.games.metro.rules import Metro
from p2pgames.games.metro.state import AT_START, changes, read_lay, source, trace
from tests import seeds
from tests.p2pgames.games.metro import checker
from tests.p2pgames.games.metro.stacked import hand, pile
from tests.perft import perft

RULES = Metro()
OWNED = json.loads((files("p2pgames.games.metro") / "data" / "board.json").read_bytes())["ownership"]
setups = st.tuples(
    st.integers(0, 10**6), st.sampled_from(RULES.players), st.booleans(), st.sampled_from((1, 2, 3))
)
few = settings(max_examples=len(seeds(24, 60)))


def begun(seed, seats, free, size):
    """A table of the engine and one of the referee with the same tiles."""
    options = {"orientation": "free" if free else "arrow", "hand": str(size)}
    dealer = LocalDealer(RULES, seats, resolve_options(RULES, seats, options), Random(seed))
    referee = checker.Referee(
        OWNED[str(seats)], dealer._decks["tiles"], size, free, dealer.events[0].values[0]
    )
    return dealer, referee


def as_checked(move):
    """A lay as the referee names it: number, face, cell, port pairs."""
    lay = read_lay(move)
    return lay.number, lay.face, divmod(lay.cell, 8), checker.pairs(lay.face, lay.turns)


def agree(dealer, referee):
    """Engine and referee see the same table."""
    assert (dealer.result is not None) == referee.over
    assert list(RULES.scores(dealer.state)) == referee.points
    if referee.over:
        return
    assert dealer.turn == referee.seat
    assert [hand(dealer, seat) for seat in range(dealer.seats)] == referee.hands
    assert pile(dealer) == referee.pile
    moves = dealer.moves()
    found, may_draw = referee.choices()
    typed = [as_checked(move) for move in moves if len(move) > 1]
    assert len(typed) == len(set(typed))
    assert set(typed) == found
    assert (("draw",) in moves) == may_draw


def step(dealer, referee, move):
    """Make the move at both tables."""
    if len(move) == 1:
        referee.draw()
    else:
        number, _, cell, joined = as_checked(move)
        referee.lay(number, cell, joined)
    dealer.play(move)


def leave(dealer, referee, seat, face_up):
    """Take the seat out at both tables; the referee gets the deck that was then sealed, if one was."""
    before = dealer.state.deck_name
    dealer.leave(seat, Why.RESIGNED, open=face_up)
    name = dealer.state.deck_name
    referee.leave(seat, dealer._decks.get(name, ()) if name != before else (), face_up)


@few
@given(setups)
def test_whole_games_agree_with_the_checker(setup):
    dealer, referee = begun(*setup)
    agree(dealer, referee)
    while dealer.turn is not None:
        step(dealer, referee, dealer.random.choice(dealer.moves()))
        agree(dealer, referee)
    assert len(referee.arrived) == 32


@few
@given(setups, st.data())
def test_games_with_departures_agree_with_the_checker(setup, data):
    dealer, referee = begun(*setup)
    who = st.tuples(st.integers(0, 5), st.booleans())
    leaving = data.draw(st.dictionaries(st.integers(0, 70), who, max_size=5))
    moves = 0
    while dealer.turn is not None:
        gone, face_up = leaving.get(moves, (None, False))
        if gone in referee.inside:
            leave(dealer, referee, gone, face_up)
        else:
            step(dealer, referee, dealer.random.choice(dealer.moves()))
        moves += 1
        agree(dealer, referee)


def test_the_last_tiles_with_departures_agree_with_the_checker():
    for seed in seeds(15, 40):
        dealer, referee = begun(seed, 5, False, 1 + seed % 3)
        while len(referee.board) < 50 + seed % 9:
            step(dealer, referee, dealer.random.choice(dealer.moves()))
        while dealer.turn is not None:
            if dealer.random.random() < 0.2:
                gone = dealer.random.choice(referee.inside)
                leave(dealer, referee, gone, dealer.random.random() < 0.5)
            else:
                step(dealer, referee, dealer.random.choice(dealer.moves()))
            agree(dealer, referee)


@few
@given(setups, st.integers(0, 70))
def test_the_helpers_for_the_screen_agree_with_the_checker(setup, plies):
    dealer, referee = begun(*setup)
    for _ in range(plies):
        if dealer.turn is None:
            break
        step(dealer, referee, dealer.random.choice(dealer.moves()))
    cells = dealer.state.cells
    tracks = checker.lay_tracks(referee.board)
    for station in STATIONS:
        line = trace(cells, station)
        count, point = checker.follow(tracks, checker.DEPARTURES[station])
        assert len(line.links) == count == dealer.state.lengths[station - 1]
        assert line.end == dealer.state.ends[station - 1]
        assert line.finished == (station in referee.arrived)
        assert in_centre(line.end) == (line.finished and checker.at_centre(point))
        if not line.finished:
            assert point == checker.port(*divmod(line.end // 4, 8), 2 * (line.end % 4))
            assert source(cells, line.end) == -station
        for link in line.links:
            assert source(cells, 4 * link.cell + link.enter) == -station


@few
@given(setups, st.integers(0, 59))
def test_the_preview_tells_what_then_happens(setup, plies):
    dealer, _ = begun(*setup)
    for _ in range(plies):
        dealer.play(dealer.random.choice(dealer.moves()))
        if dealer.turn is None:
            return
    move = dealer.random.choice([move for move in dealer.moves() if len(move) > 1])
    lay, before = read_lay(move), dealer.state
    told = changes(before, lay.cell, f"{lay.face}{lay.turns}")
    dealer.play(move)
    after = dealer.state
    changed = {s for s in STATIONS if before.lengths[s - 1] != after.lengths[s - 1]}
    assert [change.station for change in told] == sorted(changed)
    points = list(before.points)
    for change in told:
        assert change.before == before.lengths[change.station - 1]
        assert change.after == after.lengths[change.station - 1]
        assert change.end == after.ends[change.station - 1]
        points[change.owner] += change.points
    assert tuple(points) == after.points


def test_the_geometry_is_the_checkers():
    for station in STATIONS:
        door = DOORS[station]
        assert checker.port(*divmod(door // 4, 8), 2 * (door % 4)) == checker.DEPARTURES[station]
        assert AT_START[station - 1] == door
    assert sorted(CELLS.values()) == list(range(64))
    assert len(ALL) == 60
    assert len(COPIES) == len({checker.pairs(face) for face in COPIES}) == 24


@pytest.mark.parametrize(
    ("seats", "options"), [(2, {}), (3, {"orientation": "free"}), (4, {"hand": "2"})], ids=str
)
def test_perft_is_what_the_checker_counts(seats, options):
    settled = resolve_options(RULES, seats, options)
    setup = f"seats={seats} seed=9 plies=30 depth=2 " + " ".join(f"{k}={v}" for k, v in settled.items())
    dealer = LocalDealer(RULES, seats, settled, Random("9"))
    made = []
    for _ in range(30):
        made.append(dealer.random.choice(dealer.moves()))
        dealer.play(made[-1])
    free, size = settled["orientation"] == "free", int(settled["hand"])

    def replay(*more):
        referee = checker.Referee(
            OWNED[str(seats)], dealer._decks["tiles"], size, free, dealer.events[0].values[0]
        )
        for move in made:
            number, _, *way = (0, 0) if len(move) == 1 else as_checked(move)
            referee.lay(number, *way) if way else referee.draw()
        for way in more:
            referee.lay(*way) if way else referee.draw()
        return referee

    total = 0
    found, may_draw = replay().choices()
    for way in [*((number, cell, joined) for number, _, cell, joined in found), *([()] if may_draw else [])]:
        after, draws = replay(way).choices()
        total += len(after) + draws
    assert perft("metro", setup) == total


def nearly_full(random):
    """A board with a few open cells, at the edge for the most part, and what the checker sees of it."""
    cells = [""] * 64
    free = set(random.sample([cell for cell in PLAYABLE if cell in BORDER], random.choice((1, 1, 2, 3))))
    if random.random() < 0.2:
        free.add(random.choice(PLAYABLE))
    for cell in PLAYABLE:
        if cell not in free:
            cells[cell] = f"{random.choice([*COPIES])}{random.randrange(4)}"
    board = {
        divmod(cell, 8): checker.pairs(piece[:-1], int(piece[-1]))
        for cell, piece in enumerate(cells)
        if piece
    }
    return tuple(cells), board


@pytest.mark.parametrize("free", [False, True])
def test_listing_and_judge_agree_with_the_checker_where_little_is_open(free):
    """Also where a tile fits nowhere in one rotation, and somewhere in another."""
    random, exceptions = Random(1), set()
    for _ in range(60):
        cells, board = nearly_full(random)
        for face in COPIES:
            found = checker.lays(board, face, free)
            good = {way for way in found if not checker.makes_a_short_line(*way)}
            exceptions.add((bool(good), bool({w for w in found if w[1] == checker.pairs(face)} & good)))
            ways = {(turns, cell) for turns in TURNS[face] for cell in PLAYABLE}
            legal = {
                way
                for way in ways
                if (divmod(way[1], 8), checker.pairs(face, way[0])) in found and (free or not way[0])
            }
            assert set(allowed_places(cells, face, free=free)) == legal
            judged = {way for way in ways if refusal(cells, face, *way, free=free) is None}
            assert judged == legal, (cells, face)
    assert exceptions == {(True, True), (False, False), *([(True, False)] if free else [])}
