"""A second Metro, slow and written from the rules text alone: tracks are drawn between points of a plane.

Each cell is a square of three by three; its ports lie at the thirds of its sides, so the ports of neighbours
are the same points. Lines are followed along undirected tracks from point to point. Everything is seen: the
faces of the pile and of all hands.
"""

from collections import Counter
from functools import cache

HEADINGS = {"N": (1, 0), "E": (0, -1), "S": (-1, 0), "W": (0, 1)}
"""How a train moves that enters by a side, as (down, right)."""

CENTRE = {(row, col) for row in (3, 4) for col in (3, 4)}
CELLS = [(row, col) for row in range(8) for col in range(8) if (row, col) not in CENTRE]


def turn(heading, letter):
    """The heading after the tile."""
    down, right = heading
    left_turn, right_turn = (-right, down), (right, -down)
    return {"a": heading, "b": left_turn, "c": right_turn, "d": (-down, -right)}[letter]


@cache
def port(row, col, number):
    """The point of a port, 0 to 7 clockwise from the left one of the north side."""
    x, y = 3 * col, 3 * row
    clockwise = [(1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 2), (0, 1)]
    return x + clockwise[number][0], y + clockwise[number][1]


@cache
def pairs(code, turns=0):
    """The ports a tile joins; a quarter turn carries every port two further."""
    found = set()
    for number, side in enumerate("NESW"):
        out = turn(HEADINGS[side], code[number])
        # Leaving with a heading is leaving by the side from which one enters with the opposite one.
        exit_side = next(s for s, heading in HEADINGS.items() if heading == (-out[0], -out[1]))
        found.add(((2 * number + 2 * turns) % 8, (2 * "NESW".index(exit_side) + 1 + 2 * turns) % 8))
    return frozenset(found)


def departures():
    """The point at which the line of each station begins: the right-hand track for a train going in."""
    points = {}
    for step in range(8):
        points[1 + step] = port(0, 7 - step, 0)
        points[9 + step] = port(step, 0, 6)
        points[17 + step] = port(7, step, 4)
        points[25 + step] = port(7 - step, 7, 2)
    return points


DEPARTURES = departures()


def outside(point):
    """Whether the point lies on the edge of the board, at a numbered station."""
    return point[0] in (0, 24) or point[1] in (0, 24)


def at_centre(point):
    """Whether the point lies on the edge of the central block."""
    x, y = point
    return (x in (9, 15) and 9 <= y <= 15) or (y in (9, 15) and 9 <= x <= 15)


def follow(tracks, start):
    """Follow tracks, pairs of points, from a point to the end; return the number of them and the last point."""
    here, came, count = start, None, 0
    while True:
        onward = [track for track in tracks.get(here, ()) if track is not came]
        if not onward:
            return count, here
        (came,) = onward
        here = came[0] if came[1] == here else came[1]
        count += 1


def lay_tracks(board):
    """All tracks by the points they touch; ``board`` maps a cell to the port pairs of its tile."""
    tracks = {}
    for (row, col), joined in board.items():
        for one, other in joined:
            track = [port(row, col, one), port(row, col, other)]
            for point in track:
                tracks.setdefault(point, []).append(track)
    return tracks


@cache
def makes_a_short_line(cell, joined):
    """Whether the tile by itself joins a numbered station to a numbered one."""
    tracks = lay_tracks({cell: joined})
    for point in DEPARTURES.values():
        count, end = follow(tracks, point)
        if count == 1 and outside(end):
            return True
    return False


def open_cells(board):
    """The empty cells on the edge of the board or beside a tile."""
    near = {(r + dr, c + dc) for r, c in board for dr, dc in HEADINGS.values()}
    return [
        (r, c) for r, c in CELLS if (r, c) not in board and (r in (0, 7) or c in (0, 7) or (r, c) in near)
    ]


def lays(board, face, free):
    """Every cell and the port pairs with which the tile may be laid."""
    ways = {(cell, pairs(face, t)) for cell in open_cells(board) for t in (range(4) if free else (0,))}
    good = {(cell, joined) for cell, joined in ways if not makes_a_short_line(cell, joined)}
    return good or ways


class Referee:
    """Moderates a game: who is at turn, with which tiles, where they may go, who has how many points."""

    def __init__(self, owned, deck, size, free, first):
        """``owned`` holds the stations of each seat, ``deck`` the faces, dealt seat by seat."""
        self.owned, self.size, self.free = [set(stations) for stations in owned], size, free
        self.inside = list(range(len(owned)))
        self.pile, self.open = list(deck), 0
        self.hands = [[self.pile.pop(0) for _ in range(size)] for _ in owned]
        self.board, self.points, self.arrived = {}, [0] * len(owned), set()
        self.seat, self.extra = first, False
        self.look()

    def look(self):
        """Find who is at turn; a seat without a tile draws one, or is skipped."""
        if self.over:
            return
        while True:
            if self.seat in self.inside:
                if self.hands[self.seat]:
                    return
                if self.pile:
                    self.draw()
                    return
            self.seat = (self.seat + 1) % len(self.owned)

    @property
    def over(self):
        """Whether the game has ended."""
        return len(self.inside) == 1 or len(self.board) == 60

    def choices(self):
        """Every legal lay as (number in the hand, face, cell, port pairs), and whether a draw is legal."""
        hand = list(enumerate(self.hands[self.seat]))
        hand = hand[-1:] if self.extra else hand
        found = {(n, face, *way) for n, face in hand for way in lays(self.board, face, self.free)}
        return found, bool(self.pile) and not self.extra

    def draw(self):
        """Draw one more."""
        self.hands[self.seat].append(self.next())
        self.extra = True

    def next(self):
        """Take the next tile of the pile; the last ones may lie open."""
        tile = self.pile.pop(0)
        self.open = min(self.open, len(self.pile))
        return tile

    def lay(self, number, cell, joined):
        """Lay a tile, score, refill, and pass the turn on."""
        hand = self.hands[self.seat]
        del hand[number]
        self.board[cell] = joined
        self.score()
        while not self.extra and self.pile and len(hand) < self.size:
            hand.append(self.next())
        self.extra = False
        self.seat = (self.seat + 1) % len(self.owned)
        self.look()

    def score(self):
        """Give the points for every line that has arrived since the last time."""
        tracks = lay_tracks(self.board)
        for station, point in DEPARTURES.items():
            count, end = follow(tracks, point)
            if station in self.arrived or not count or not (outside(end) or at_centre(end)):
                continue
            self.arrived.add(station)
            for seat, stations in enumerate(self.owned):
                if station in stations:
                    self.points[seat] += count * (2 if at_centre(end) else 1)

    def leave(self, seat, deck, face_up):
        """Take the seat out; ``deck`` is the newly shuffled part of the pile, nothing where nothing was to shuffle."""
        self.inside.remove(seat)
        self.owned[seat] = set()
        hand, self.hands[seat] = self.hands[seat], []
        if face_up:
            self.pile += hand
            self.open += len(hand)
        elif len(self.inside) > 1 and (back := [*self.pile[: len(self.pile) - self.open], *hand]):
            assert Counter(deck) == Counter(back)
            self.pile = [*deck, *self.pile[len(self.pile) - self.open :]]
        if seat == self.seat:
            self.extra = False
            self.seat = (seat + 1) % len(self.owned)
        self.look()
