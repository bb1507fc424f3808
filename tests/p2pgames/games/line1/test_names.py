"""Tiles, sides and connections are called what is typed and what the data says."""

from p2pgames.games.line1.board import BY_NAME, LINKS, PIECE, PIECES, TILES
from p2pgames.games.line1.sentences import DRAWS, LINK_NAMES, SIDE_NAMES, TILE_NAMES, hand, piece_name, stock


def test_every_tile_is_called_what_is_typed():
    assert tuple(map(str, TILE_NAMES)) == TILES
    assert str(piece_name(PIECE["curve", 0])) == "curve"
    assert str(piece_name(PIECE["fork", 3])) == "fork r3"


def test_every_connection_is_called_by_its_sides():
    assert list(map(str, SIDE_NAMES)) == ["north", "east", "south", "west"]
    for (one, other), name in LINK_NAMES.items():
        assert str(name) == f"{SIDE_NAMES[one]}-{SIDE_NAMES[other]}"
    assert LINK_NAMES.keys() == frozenset().union(*(LINKS[piece] for piece in PIECES))


def test_lists_go_from_first_to_last():
    assert said(hand((BY_NAME["fork"], BY_NAME["curve"], BY_NAME["curve"]))) == "fork, curve, curve"
    assert said(hand(())) == "no tile"
    assert said(stock((3, 0, 1, *(0,) * 9))) == "3 straight, 1 branch-left"
    assert said(stock((0,) * 12)) == "none"


def said(tiles):
    return str(DRAWS(tiles=tiles)).removeprefix("draws ")
