"""The game for tests of the vectors, with hidden cards."""

from tests.independent import linja
from tests.independent.linja import Forbidden

NAME, VERSION, DATA, OPTIONS, SEATS, DECKS = "six", 0, b"six", {}, range(2, 5), True
FACES = ["1", "2", "3", "4", "5", "6"]


class Position:
    """A position that changes."""

    __deepcopy__ = linja.Position.__deepcopy__

    def __init__(self, _options, first, seats):
        self.points = [0] * seats
        self.hands = [[0, 0, ""] for _ in range(seats)]
        self.shown, self.extras, self.gone = [], 0, []
        self.turn = -1 if first is None else first
        self.deck, self.sealed, self.top, self.pile = 1, False, 0, 6
        self.drawing, self.turning = list(range(seats)), False

    @property
    def why(self):
        return self.ask()[0] == "over"

    def inside(self):
        return [seat for seat in range(len(self.points)) if seat not in self.gone]

    def plays(self, seat):
        return seat in self.inside() and (self.hands[seat][0] > 0 or seat in self.drawing)

    def unseen(self):
        return [face for face in FACES if face not in self.shown + [hand[2] for hand in self.hands]]

    def ask(self):
        inside = self.inside()
        name = f"cards-{self.deck}"
        if len(inside) == 1 or not any(self.plays(seat) for seat in inside):
            return ("over",)
        if self.turn < 0:
            return "roll", [len(inside)]
        if closed := self.closed():
            return "open", [((f"cards-{hand[0]}", hand[1]), None) for hand in closed]
        if not self.sealed:
            return "shuffle", [(name, self.unseen())] + [("extras", ["2", "4"])] * (self.deck == 1)
        if self.drawing:
            return "open", [
                ((name, self.top + i), None if seat in self.gone else seat)
                for i, seat in enumerate(self.drawing)
            ]
        if self.turning:
            return "open", [(("extras", self.extras), None)]
        return "turn", self.turn

    def closed(self):
        """The hidden cards that are to be opened to all."""
        hands = [hand for seat, hand in enumerate(self.hands) if seat in self.gone or not self.sealed]
        return [hand for hand in hands if hand[0] and not hand[2]]

    def rolled(self, values):
        self.turn = self.inside()[values[0]]

    def shuffled(self):
        self.sealed = True

    def opened(self, faces):
        if closed := self.closed():
            for hand in closed:
                hand[2] = faces.pop(0)
        elif self.drawing:
            for seat, face in zip(self.drawing, faces, strict=True):
                self.hands[seat] = [self.deck, self.top, face or ""]
                self.top, self.pile = self.top + 1, self.pile - 1
            self.drawing = []
        else:
            self.points[self.turn] += int(faces[0])
            self.extras, self.turning = self.extras + 1, False
            self.pass_on()

    def shows(self, seat, move):
        deck, at, face = self.hands[seat]
        if self.is_show(move) and deck and not face:
            return [((f"cards-{deck}", at), move[1])]
        return []

    @staticmethod
    def is_show(move):
        return isinstance(move, list) and len(move) == 2 and move[0] == "show" and type(move[1]) is str

    def play(self, seat, move):
        deck, _, face = self.hands[seat]
        if self.is_show(move) and deck and move[1] in ([face] if face else self.unseen()):
            self.hands[seat] = [0, 0, ""]
            self.shown.append(move[1])
            self.points[seat] += int(move[1])
            self.drawing = [seat] if self.pile else []
            self.pass_on()
        elif move == ["turn"] and self.deck == 1 and self.extras < 2:
            self.turning = True
        else:
            raise Forbidden

    def pass_on(self):
        count = len(self.points)
        for seat in [(self.turn + 1 + i) % count for i in range(count)]:
            if self.plays(seat):
                self.turn = seat
                return

    def leave(self, seat, opened):
        self.gone = sorted([*self.gone, seat])
        if opened:
            if not self.sealed:
                self.drawing = [each for each in self.drawing if each != seat]
        else:
            self.hands[seat] = [0, 0, ""]
            self.drawing = [each for each in self.drawing if each not in self.gone]
            self.turning = False
            self.pile = 6 - len(self.shown) - sum(hand[0] > 0 for hand in self.hands)
            if self.pile:
                self.deck, self.sealed, self.top = self.deck + 1, False, 0
        if self.turn in self.gone and not self.turning:
            self.pass_on()

    def wire(self):
        return [self.points, self.hands, self.shown, self.extras, self.gone, self.turn, self.deck,
                self.sealed, self.top, self.pile, self.drawing, self.turning]  # fmt: skip

    def scores(self):
        return list(self.points)

    def places(self):
        ranks = [(seat in self.gone, -points) for seat, points in enumerate(self.points)]
        return [1 + sum(other < rank for other in ranks) for rank in ranks]
