"""Moderates a second Line 1, slow and written from the rules text alone: turns, hands, trips and the end.

It is told every event of a game and the cards that were dealt, judges each by looking at the whole board with
`checker`, and says who must do what next.
"""

from __future__ import annotations

from itertools import permutations

from tests.p2pgames.games.line1 import checker

NAMES = {printed: name for name, printed in checker.KINDS.items()}
ORDER = [NAMES[tile["type"]] for tile in checker.DATA["tiles"]]


def place(space):
    """A space as the checker names it: cells as (row, col), terminals as numbers."""
    return (space // 12 + 1, space % 12 + 1) if space < 144 else space - 144


class Referee:
    """One game from the deal on. ``task`` is lay, take, draw, die or over; ``seat`` is who must do it."""

    def __init__(self, seats, first, cards, strict, always, version=1):
        """``cards`` holds the line and the stops of each seat."""
        self.cards, self.strict, self.always, self.version = cards, strict, always, version
        self.inside, self.seat, self.task = list(range(seats)), first, "lay"
        self.board, self.signs = {}, {}
        start = checker.DATA["start_hand"]
        self.hands = [
            [name for name in ORDER for _ in range(start.get(checker.KINDS[name], 0))] for _ in cards
        ]
        self.stack = [
            NAMES[tile["type"]] for tile in checker.DATA["tiles"] for _ in range(tile["stack_copies"])
        ]
        self.lays = self.passes = self.wanted = 0
        self.routes, self.at, self.renewed = {}, {}, set()
        self.places = None

    # -- what may be done --

    @property
    def open(self):
        """Whose tiles lie open, and some there are."""
        return [
            seat
            for seat in range(len(self.cards))
            if self.hands[seat] and (seat in self.routes or seat not in self.inside)
        ]

    def takes(self):
        """The takes and draws that are legal."""
        found = {("take", owner, name) for owner in self.open for name in self.hands[owner]}
        if self.stack:
            return found | {("draw",)}
        return found | ({("pass",)} if self.version else set())

    def can_lay(self):
        """Whether a tile of the hand at turn can be laid or exchanged."""
        return any(
            checker.may_lay(self.board, cell, (name, turns), self.strict)
            for name in set(self.hands[self.seat])
            for turns in range(4)
            for cell in checker.SQUARE
        )

    def can_pair(self):
        """Whether two tiles of the hand at turn can be exchanged together."""
        return any(
            checker.may_pair(self.board, one, (name, turns), other, (second, again), self.strict)
            for name, second in set(permutations(self.hands[self.seat], 2))
            for one in self.board
            for turns in range(4)
            if checker.improves(self.board[one], (name, turns))
            for other in (checker.beside(one, "E"), checker.beside(one, "S"))
            for again in range(4)
        )

    def is_route(self, route):
        """Whether the seat at turn may drive this way."""
        line, stops = self.cards[self.seat]
        spaces = [place(space) for space in route]
        return (
            sorted((spaces[0], spaces[-1])) == [2 * line - 2, 2 * line - 1]
            and not {spaces[0], spaces[-1]} & set(spaces[1:-1])
            and checker.can_drive(self.board, spaces)
            and all(letter in self.signs and self.signs[letter] in spaces for letter in stops)
        )

    def shortest(self):
        """How many spaces a shortest route of the seat at turn has, both terminals counted; None without one."""
        line, stops = self.cards[self.seat]
        if any(letter not in self.signs for letter in stops):
            return None
        cells = [self.signs[letter] for letter in stops]
        return checker.shortest_length(self.board, 2 * line - 2, 2 * line - 1, cells)

    # -- what is done --

    def move(self, seat, move):
        """Make a move, which must be legal."""
        assert seat == self.seat
        word, *rest = move
        if self.task == "take":
            assert move in self.takes()
            if word == "draw":
                self.task, self.wanted = "draw", 1
            elif word == "pass":
                self.next_turn()
            else:
                self.hands[rest[0]].remove(rest[1])
                self.hands[seat].append(rest[1])
                self.refill()
            return
        assert self.task == "lay"
        if word in ("lay", "pair", "pass"):
            assert seat not in self.routes
            getattr(self, f"do_{word}")(*rest)
        elif word == "roll":
            assert seat in self.routes
            self.renewed.discard(seat)
            self.task = "die"
        else:
            if word == "go":
                assert not self.lays
                assert seat not in self.routes
                assert rest[0] == self.cards[seat][0]
            else:
                assert word == "anew"
                assert seat in self.routes
                assert seat not in self.renewed
                self.renewed.add(seat)
            assert self.is_route(rest[-1])
            self.routes[seat], self.at[seat], self.task = [place(space) for space in rest[-1]], 0, "die"

    def do_lay(self, name, turns, cell):
        """Lay or exchange a tile."""
        assert checker.may_lay(self.board, place(cell), (name, turns), self.strict)
        self.put(name, turns, place(cell))
        self.lays += 1
        if self.lays == 2:
            self.end_of_laying()

    def do_pair(self, name, turns, cell, second, again, other):
        """Exchange two tiles together."""
        one, two = place(cell), place(other)
        assert not self.lays
        assert checker.may_pair(self.board, one, (name, turns), two, (second, again), self.strict)
        held = list(self.hands[self.seat])
        held.remove(name)
        assert second in held
        self.put(name, turns, one)
        self.put(second, again, two)
        self.lays = 2
        self.end_of_laying()

    def do_pass(self):
        """End the turn, in which nothing can be laid."""
        assert not self.can_lay()
        assert self.lays or not self.can_pair()
        self.end_of_laying()

    def put(self, name, turns, cell):
        """Move a tile from the hand to the board, the old one to the hand, and set a sign."""
        hand = self.hands[self.seat]
        hand.remove(name)
        if cell in self.board:
            hand.append(self.board[cell][0])
        else:
            for side in "NESW":
                letter = checker.HOUSES.get(checker.beside(cell, side))
                if letter:
                    self.signs.setdefault(letter, cell)
        self.board[cell] = name, turns

    def end_of_laying(self):
        """Count passes, then refill."""
        self.passes = 0 if self.lays else self.passes + 1
        self.refill()

    def refill(self):
        """Find how the next tile comes into the hand, if one does."""
        missing = 5 - len(self.hands[self.seat])
        if not missing:
            self.next_turn()
        elif self.open and (self.always or not self.stack):
            self.task = "take"
        elif self.stack:
            self.task, self.wanted = "draw", min(missing, len(self.stack))
        else:
            self.next_turn()

    def roll(self, values):
        """Draw tiles, or move the tram."""
        if self.task == "draw":
            assert len(values) == self.wanted
            self.hands[self.seat] += [self.stack.pop(value) for value in values]
            self.refill()
            return
        assert self.task == "die"
        (value,) = values
        face, route = checker.DATA["die"][value], self.routes[self.seat]
        left = len(route) - 1 - self.at[self.seat]
        if face == "H":
            ahead = route[self.at[self.seat] + 1 :]
            face = 1 + next(
                step for step, at in enumerate(ahead) if isinstance(at, int) or at in self.signs.values()
            )
        self.at[self.seat] += min(face, left)
        if face >= left:
            self.finish([self.seat])
        else:
            self.passes = 0
            self.next_turn()

    def next_turn(self):
        """Pass the turn on, or end the game in which nobody can do anything."""
        if self.passes >= len(self.inside) and not self.routes:
            self.finish(self.inside)
            return
        self.task, self.lays = "lay", 0
        self.seat = next(seat for seat in (*range(self.seat + 1, 9), *range(9)) if seat in self.inside)

    def leave(self, seat):
        """Take a seat out."""
        self.inside.remove(seat)
        self.routes.pop(seat, None)
        self.passes = 0
        if len(self.inside) == 1:
            self.finish(self.inside)
        elif seat == self.seat:
            self.next_turn()

    def finish(self, winners):
        """End the game."""
        self.task = "over"
        self.places = tuple(1 if seat in winners else 2 for seat in range(len(self.cards)))
