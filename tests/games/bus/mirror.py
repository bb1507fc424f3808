"""Bus told a second time, as a story of pieces on a table, without the engine's state or tables.

`story` is a generator: it yields who must decide and the set of moves allowed, is sent the move made, and
returns places and scores. Passengers, buildings and sticks are single objects; heads are kept as pairs of a
crossing and the street by which they came.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import cycle

LETTERS = "abcdef"
KINDS = ["house", "office", "pub"]
ROOM = {"line": 6, "bus": 1, "riders": 6, "build": 6, "clock": 1, "vroomm": 6, "start": 1}


@dataclass
class Site:
    at: int
    letter: str
    kind: str = ""
    guest: object = None


@dataclass(eq=False)
class Person:
    at: int | None = None
    home: Site | None = None


@dataclass
class Head:
    at: int
    by: frozenset


@dataclass
class Track:
    streets: set = field(default_factory=set)
    heads: list = field(default_factory=list)
    """The head that moved last stands first."""
    stops: set = field(default_factory=set)


class Table:
    def __init__(self, streets, letters, stations, starts, seats):
        self.streets = [frozenset(pair) for pair in streets]
        self.sites = [Site(at, letter) for at, word in enumerate(letters) for letter in word]
        self.stations = list(stations)
        self.people = [Person(at) for at in starts] + [Person() for _ in range(15 - len(starts))]
        self.tracks = [Track() for _ in range(seats)]
        self.seats = seats
        self.sticks = [30 if seats == 3 else 20] * seats
        self.cubes = [21 - 1] * seats
        self.buses = [1] * seats
        self.stones = [0] * seats
        self.glass = 4 if seats == 3 else 5
        self.hour = 0
        self.log = []
        """The seats in the order of their rides."""

    # -- buildings

    def open_sites(self):
        free = [site for site in self.sites if not site.kind]
        first = min((site.letter for site in free), default=None)
        return [site for site in free if site.letter == first]

    def building(self, seat):
        used = [site.kind for site in self.sites]
        kinds = [kind for kind in KINDS if used.count(kind) < 30]
        allowed = {("build", site.at, kind) for site in self.open_sites() for kind in kinds}
        if allowed:
            _, at, kind = yield seat, allowed
            next(site for site in self.open_sites() if site.at == at).kind = kind
        return bool(allowed)

    # -- lines

    def users(self, street):
        return [track for track in self.tracks if street in track.streets]

    def meets(self, street, at):
        """Every user of the street has a head here that came by it."""
        return all(any(head.at == at and head.by == street for head in t.heads) for t in self.users(street))

    def allowed(self, seat, street, at):
        if street in self.tracks[seat].streets:
            return False
        if not self.users(street) or self.meets(street, at):
            return True
        return all(self.users(other) for other in self.streets if at in other)

    def first_stick(self, seat):
        _, one, other = yield seat, {("stick", *sorted(street)) for street in self.streets}
        street = frozenset((one, other))
        self.tracks[seat] = Track({street}, [Head(one, street), Head(other, street)], {one, other})
        self.sticks[seat] -= 1

    def extending(self, seat):
        track = self.tracks[seat]
        options = {
            ("stick", head.at, *(street - {head.at}))
            for head in track.heads
            for street in self.streets
            if head.at in street and self.allowed(seat, street, head.at)
        }
        if not options or not self.sticks[seat]:
            return False
        _, at, far = yield seat, options
        mover = next(head for head in track.heads if head.at == at)
        mover.at, mover.by = far, frozenset((at, far))
        track.heads.sort(key=lambda head: head is not mover)
        track.streets.add(mover.by)
        track.stops.add(far)
        self.sticks[seat] -= 1
        return True

    # -- passengers

    def arriving(self, seat):
        outside = [person for person in self.people if person.at is None]
        if not outside:
            return False
        _, outside[0].at = yield seat, {("rider", at) for at in self.stations}
        return True

    def look_around(self):
        for site in self.sites:
            site.guest = None
        for person in self.people:
            homes = [
                s for s in self.sites if s.at == person.at and s.kind == KINDS[self.hour] and not s.guest
            ]
            person.home = homes[0] if homes else None
            if homes:
                homes[0].guest = person

    def driving(self, seat):
        stops = self.tracks[seat].stops
        wanting = [person for person in self.people if person.at in stops and not person.home]
        free = [s for s in self.sites if s.at in stops and s.kind == KINDS[self.hour] and not s.guest]
        if not wanting or not free:
            return False
        _, source, target = yield seat, {("carry", p.at, s.at) for p in wanting for s in free}
        person = next(p for p in wanting if p.at == source)
        home = next(s for s in free if s.at == target)
        person.at, person.home, home.guest = target, home, person
        self.log.append(seat)
        return True

    def repeat(self, action, seat, times):
        for _ in range(times):
            if not (yield from action(seat)):
                return

    # -- the end

    def ranking(self, first):
        gross = [self.log.count(seat) for seat in range(self.seats)]
        net = [points - stones for points, stones in zip(gross, self.stones, strict=True)]

        def reached(seat):
            return [at for at, who in enumerate(self.log) if who == seat][-1:] or [
                (seat - first) % self.seats
            ]

        def better(one, other):
            keys = [(-net[s], -self.stones[s], reached(s)) for s in (one, other)]
            return keys[0] < keys[1]

        places = tuple(1 + sum(better(o, s) for o in range(self.seats) if o != s) for s in range(self.seats))
        return places, tuple(net)


def story(streets, letters, stations, starts, seats, first):
    """Tell one game in which nobody leaves."""
    table = Table(streets, letters, stations, starts, seats)
    order = [(first + number) % seats for number in range(seats)]
    for seat in order:
        yield from table.repeat(table.building, seat, 2)
    for seat in order:
        yield from table.first_stick(seat)
    for seat in order[::-1]:
        yield from table.extending(seat)
    start = first
    while True:
        board = yield from choosing(table, start)
        start = yield from acting(table, board, start)
        if start is None or not table.open_sites() or sum(cubes > 0 for cubes in table.cubes) < 2:
            return table.ranking(first)


def choosing(table, start):
    board = {area: [] for area in ROOM}
    turns = cycle((start + number) % table.seats for number in range(table.seats))
    active = set(range(table.seats))
    laid = [0] * table.seats
    while active:
        seat = next(turns)
        room = [area for area in ROOM if len(board[area]) < ROOM[area]]
        if seat not in active or not table.cubes[seat] or not room:
            active.discard(seat)
            continue
        may_pass = [("pass",)] if laid[seat] >= 2 else []
        move = yield seat, {*(("take", area) for area in room), *may_pass}
        if move == ("pass",):
            active.discard(seat)
            continue
        board[move[1]].append(seat)
        laid[seat] += 1
        table.cubes[seat] -= 1
    return board


def amounts(table, seats, extra=0):
    """Pairs of a seat and what its space yields, from a on."""
    most = max(table.buses) + extra
    return [
        (seat, max(0, most - LETTERS.index(letter))) for letter, seat in zip(LETTERS, seats, strict=False)
    ]


def acting(table, board, start):
    """Carry out a round; return the next start player, None when the last stone is taken."""
    for seat, count in amounts(table, board["line"], 1 if table.seats == 5 else 0)[::-1]:
        yield from table.repeat(table.extending, seat, count)
    for seat in board["bus"]:
        table.buses[seat] = min(5, table.buses[seat] + 1)
    for seat, count in amounts(table, board["riders"]):
        yield from table.repeat(table.arriving, seat, count)
    for seat, count in amounts(table, board["build"])[::-1]:
        yield from table.repeat(table.building, seat, count)
    stopped = False
    for seat in board["clock"]:
        stopped = (yield seat, {("clock", "stop"), ("clock", "run")}) == ("clock", "stop")
        table.stones[seat] += stopped
    if sum(table.stones) == table.glass:
        return None
    table.hour = (table.hour + (not stopped)) % 3
    table.look_around()
    for seat in board["vroomm"]:
        yield from table.repeat(table.driving, seat, table.buses[seat])
    return (board["start"] or [(start + 1) % table.seats])[0]
