"""Bus told a second time, as a story of pieces on a table, without the engine's state or tables.

`story` is a generator: it yields who must decide and the set of moves allowed, is sent the move made, or
``("left", seat)`` when a seat leaves, and returns places and scores. Passengers, buildings and sticks are single
objects; heads are kept as pairs of a crossing and the street by which they came.
"""

from __future__ import annotations

from contextlib import suppress
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


class Deserted(Exception):
    """All but one have left."""


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
        self.start = None
        self.board = {}
        """For each area the seats on its spaces from a on, None on a free one."""
        self.gone = set()
        self.log = []
        """The seats in the order of their rides."""

    # -- players

    def inside(self):
        return [seat for seat in range(self.seats) if seat not in self.gone]

    def left_of(self, seat):
        """The next one to the left who is still there."""
        return next(s for s in [*range(seat + 1, self.seats), *range(seat + 1)] if s not in self.gone)

    def leaves(self, seat):
        self.gone.add(seat)
        for spaces in self.board.values():
            for number, owner in enumerate(spaces):
                if owner == seat:
                    spaces[number] = None
                    self.cubes[seat] += 1
        if len(self.inside()) == 1:
            raise Deserted
        if self.start == seat:
            self.start = self.left_of(seat)

    def decided(self, seat, allowed):
        """What the seat does of all that is allowed, looked up anew after somebody left; None if it leaves itself."""
        while seat not in self.gone:
            move = yield seat, allowed()
            if move[0] != "left":
                return move
            self.leaves(move[1])
        return None

    # -- buildings

    def open_sites(self):
        free = [site for site in self.sites if not site.kind]
        first = min((site.letter for site in free), default=None)
        return [site for site in free if site.letter == first]

    def building(self, seat):
        used = [site.kind for site in self.sites]
        kinds = [kind for kind in KINDS if used.count(kind) < 30]
        allowed = {("build", site.at, kind) for site in self.open_sites() for kind in kinds}
        move = (yield from self.decided(seat, lambda: allowed)) if allowed else None
        if move:
            _, at, kind = move
            next(site for site in self.open_sites() if site.at == at).kind = kind
        return bool(move)

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
        anywhere = {("stick", *sorted(street)) for street in self.streets}
        move = yield from self.decided(seat, lambda: anywhere)
        if not move:
            return
        _, one, other = move
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
        move = yield from self.decided(seat, lambda: options)
        if not move:
            return False
        _, at, far = move
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
        move = (
            (yield from self.decided(seat, lambda: {("rider", at) for at in self.stations}))
            if outside
            else None
        )
        if move:
            outside[0].at = move[1]
        return bool(move)

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
        rides = {("carry", p.at, s.at) for p in wanting for s in free}
        move = yield from self.decided(seat, lambda: rides)
        if not move:
            return False
        _, source, target = move
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
            keys = [(s in self.gone, -net[s], -self.stones[s], reached(s)) for s in (one, other)]
            return keys[0] < keys[1]

        places = tuple(1 + sum(better(o, s) for o in range(self.seats) if o != s) for s in range(self.seats))
        return places, tuple(net)


def story(streets, letters, stations, starts, seats, first):
    """Tell one game."""
    table = Table(streets, letters, stations, starts, seats)
    with suppress(Deserted):
        yield from played(table, first)
    return table.ranking(first)


def played(table, first):
    """Play until the game is over."""
    order = [(first + number) % table.seats for number in range(table.seats)]
    table.start = first
    for seat in order:
        yield from table.repeat(table.building, seat, 2)
    for seat in order:
        yield from table.first_stick(seat)
    for seat in order[::-1]:
        yield from table.extending(seat)
    while True:
        yield from choosing(table)
        stopped = yield from acting(table)
        if stopped or not table.open_sites() or sum(table.cubes[seat] > 0 for seat in table.inside()) < 2:
            return


def choosing(table):
    table.board = {area: [None] * room for area, room in ROOM.items()}
    turns = cycle([(table.start + number) % table.seats for number in range(table.seats)])
    active = set(range(table.seats))
    laid = [0] * table.seats

    def allowed():
        room = {("take", area) for area, spaces in table.board.items() if None in spaces}
        return {*room, *([("pass",)] if room and laid[seat] >= 2 else [])}

    while active:
        seat = next(turns)
        if seat not in active or not table.cubes[seat] or not allowed():
            active.discard(seat)
            continue
        move = yield from table.decided(seat, allowed)
        if move in (None, ("pass",)):
            active.discard(seat)
            continue
        spaces = table.board[move[1]]
        spaces[spaces.index(None)] = seat
        laid[seat] += 1
        table.cubes[seat] -= 1


def acting(table):
    """Carry out a round; return whether the last stone is taken."""
    board = table.board

    def each(area, action, letters, extra=0):
        for letter in letters:
            number = LETTERS.index(letter)
            seat, most = board[area][number], max(table.buses) + extra
            if seat is not None:
                yield from table.repeat(action, seat, max(0, most - number))

    yield from each("line", table.extending, LETTERS[::-1], 1 if table.seats == 5 else 0)
    for seat in board["bus"]:
        if seat is not None:
            table.buses[seat] = min(5, table.buses[seat] + 1)
            board["bus"] = [None]
    yield from each("riders", table.arriving, LETTERS)
    yield from each("build", table.building, LETTERS[::-1])
    stopped = False
    for seat in [owner for owner in board["clock"] if owner is not None]:
        choice = yield from table.decided(seat, lambda: {("clock", "stop"), ("clock", "run")})
        stopped = choice == ("clock", "stop")
        table.stones[seat] += stopped
    if sum(table.stones) == table.glass:
        return True
    table.hour = (table.hour + (not stopped)) % 3
    table.look_around()
    for number in range(len(LETTERS)):
        seat = board["vroomm"][number]
        if seat is not None:
            yield from table.repeat(table.driving, seat, table.buses[seat])
    (taken,) = board["start"]
    table.start = table.left_of(table.start) if taken is None else taken
    return False
