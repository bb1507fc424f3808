"""Appendix A, and version 0 of Linja from its rules in words."""

import copy
import json

from tests import ROOT

DATA = (ROOT / "tests" / "fixtures" / "linja-0.json").read_bytes()
NAME, VERSION = "linja", 0
OPTIONS = {"bonus": ("own", "any")}
SEATS, DECKS = range(2, 3), False
SETUP = json.loads(DATA)["setup"]


class Forbidden(Exception):
    """The rules forbid this."""


class Position:
    """A position that changes: rows as lists of [red, black]."""

    def __init__(self, options, first, _seats):
        self.any = options["bonus"] == "any"
        self.rows = [list(pair) for pair in zip(SETUP["red"], SETUP["black"], strict=True)]
        self.turn, self.passed, self.seen, self.gone, self.why = -1, False, [], -1, ""
        if first is not None:
            self.begin(first)

    def __deepcopy__(self, _memo):
        """Lists, and lists in them, are copied: there is nothing else that changes."""
        new = copy.copy(self)
        for name, value in vars(self).items():
            if type(value) is list:
                setattr(new, name, [[*each] if type(each) is list else each for each in value])
        return new

    def begin(self, seat):
        """A turn begins; the third time a position stands, the game ends."""
        self.turn = seat
        key = bytes([row[0] for row in self.rows] + [row[1] for row in self.rows] + [seat])
        self.seen.append(key)
        if self.seen.count(key) == 3:
            self.why = "The same position stands for the third time."

    def ask(self):
        """What must happen next: over, a roll for nobody, or a seat's turn."""
        if self.why:
            return ("over",)
        return ("roll", [2]) if self.turn < 0 else ("turn", self.turn)

    def rolled(self, values):
        self.begin(values[0])

    def leave(self, seat, _opened):
        self.gone, self.why = seat, f"{('Red', 'Black')[seat]} has left the game."

    def shows(self, _seat, _move):
        return []

    def wire(self):
        counts = [[row[colour] for row in self.rows] for colour in (0, 1)]
        return [self.any, counts, self.turn, self.passed, b"".join(self.seen), self.gone, self.why]

    def scores(self):
        worth = [-1, -1, -1, -1, 1, 2, 3, 5]
        red = sum(worth[y] * row[0] for y, row in enumerate(self.rows))
        return [red, sum(worth[7 - y] * row[1] for y, row in enumerate(self.rows))]

    def places(self):
        if self.gone >= 0:
            return [2, 1] if self.gone == 0 else [1, 2]
        red, black = self.scores()
        return [1 if red >= black else 2, 1 if black >= red else 2]

    # -- a turn --

    def play(self, seat, move):
        """Play a whole turn; nothing has changed when it is forbidden."""
        kept = [list(row) for row in self.rows]
        try:
            ended = self._play(seat, move)
        except Forbidden:
            self.rows = kept
            raise
        again, self.passed = self.passed and not move, not move
        if ended:
            self.why = "All pawns have passed each other."
        elif again:
            self.why = "Neither player can move."
        else:
            self.begin(1 - seat)

    def _play(self, seat, move):
        if not isinstance(move, list) or len(move) > 3:
            raise Forbidden
        if not move:
            if any(self.may_open(seat, y) for y in range(8)):
                raise Forbidden
            return False
        steps = [self.step(step) for step in move]
        ended, strength, bonus, last = False, 0, False, None
        for kind, start, end in steps:
            if kind == "open" and last is None:
                strength, bonus = self.opening(seat, start, end)
            elif kind == "follow" and last == "open" and strength:
                bonus = self.follow(seat, start, end, strength)
            elif kind == "bonus" and bonus:
                self.nudge(seat, start, end)
                bonus = False
            elif kind == "theirs" and bonus and self.any and start != self.goal(1 - seat):
                self.nudge(1 - seat, start, end)
                bonus = False
            else:
                raise Forbidden
            last = kind
            ended = ended or self.all_passed()
        return ended

    def step(self, step):
        if not isinstance(step, list) or len(step) != 3 or type(step[0]) is not str:
            raise Forbidden
        if any(type(row) is not int or not 0 <= row <= 7 for row in step[1:]):
            raise Forbidden
        return step

    def goal(self, seat):
        return 7 if seat == 0 else 0

    def may_open(self, seat, y):
        end = y + (1 if seat == 0 else -1)
        return 0 <= end <= 7 and self.rows[y][seat] > 0 and self.room(end)

    def room(self, y):
        return y in (0, 7) or sum(self.rows[y]) < 6

    def opening(self, seat, start, end):
        if end != start + (1 if seat == 0 else -1) or not self.may_open(seat, start):
            raise Forbidden
        there = sum(self.rows[end])
        self.shift(seat, start, end)
        return (0, True) if end == self.goal(seat) else (there, False)

    def follow(self, seat, start, end, strength):
        far = start + strength * (1 if seat == 0 else -1)
        target = min(7, max(0, far))
        if start == self.goal(seat) or not self.rows[start][seat] or end != target or not self.room(end):
            raise Forbidden
        self.shift(seat, start, end)
        return far == self.goal(seat)

    def nudge(self, owner, start, end):
        if abs(start - end) != 1 or not self.rows[start][owner] or not self.room(end):
            raise Forbidden
        self.shift(owner, start, end)

    def shift(self, owner, start, end):
        self.rows[start][owner] -= 1
        self.rows[end][owner] += 1

    def all_passed(self):
        red = [y for y in range(8) if self.rows[y][0]]
        black = [y for y in range(8) if self.rows[y][1]]
        return min(red) > max(black)
