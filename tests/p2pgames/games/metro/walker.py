"""Follows a line through a drawn picture by its characters alone, as an eye does."""

NORTH, EAST, SOUTH, WEST = (-1, 0), (0, 1), (1, 0), (0, -1)
STRAIGHT = {**dict.fromkeys("─━", (EAST, WEST)), **dict.fromkeys("│┃", (NORTH, SOUTH))}
STRAIGHT |= dict.fromkeys("┼╋┿╂", (NORTH, EAST, SOUTH, WEST))
_TURNS = {
    "╰┗": {SOUTH: EAST, WEST: NORTH},
    "╭┏": {NORTH: EAST, WEST: SOUTH},
    "╮┓": {NORTH: WEST, EAST: SOUTH},
    "╯┛": {SOUTH: WEST, EAST: NORTH},
}
BENDS = {glyph: turns for glyphs, turns in _TURNS.items() for glyph in glyphs}


def walk(picture, station):
    """The names of the cells passed, the way and place where the tracks end, and the places on the way."""
    spot = picture.spot(str(station))
    side = (station - 1) // 8
    way = (SOUTH, EAST, NORTH, WEST)[side]
    at = (spot.row, spot.column + (spot.columns - 1 if side == 1 else 0))
    at = (at[0] + way[0], at[1] + way[1])
    cells, path = [], []
    while True:
        row, column = at
        glyph = picture.lines[row][column] if 0 <= row < len(picture.lines) else " "
        if glyph in BENDS:
            turned = BENDS[glyph][way]
        elif way in STRAIGHT.get(glyph, ()):
            turned = way
        else:
            return cells, way, at, path
        here = picture.spot_at(row, column).name
        if not cells or cells[-1] != here:
            cells.append(here)
        path.append(at)
        way = turned
        at = (row + way[0], column + way[1])


def glyphs(picture, path):
    """The characters at these places."""
    return {picture.lines[row][column] for row, column in path}


def ink(picture, row, column):
    """The ink of a character."""
    for name, run in picture.rows[row]:
        if column < len(run):
            return name
        column -= len(run)
    raise IndexError(column)
