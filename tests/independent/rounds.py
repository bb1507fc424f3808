"""SPEC 7.4 and 7.5: the rounds, and what follows from them."""

import copy

from tests.independent.basics import digest, pack, u64
from tests.independent.cards import Cards
from tests.independent.coin import LENGTH, outcome
from tests.independent.departures import handed_out, leaving
from tests.independent.verdicts import Verdicts


class Past(tuple):
    """Pairs of a round and the position before its move; nobody changes them, so copies are the same."""

    def __deepcopy__(self, memo):
        return self


class Rounds(Verdicts):
    """The position after the rounds so far."""

    KEPT = (
        *("position", "step", "inside", "abandoned", "commitments", "tips", "coins"),
        *("rolls", "left", "basis", "ended", "revealed", "previous", "cards", "stuck"),
        *("past", "paused", "draw", "end", "chose", "rest"),
    )

    def __init__(self, game):
        self.game = game
        self.position = game.rules.Position(game.options, game.first, game.seats)
        self.cards, self.stuck = Cards(game.id), False
        self.step, self.inside = "keys", list(range(game.seats))
        self.abandoned = self.ended = False
        self.commitments, self.tips, self.coins = {}, {}, {}
        self.rolls, self.rest, self.left, self.basis, self.revealed = 0, False, [], None, []
        self.previous = digest("start", game.id)
        self.rounds, self.open, self.before = [], {}, []
        self.votes, self.out = {}, {}
        self.alone, self.blamed, self.strangers = {}, [], []
        self.past, self.paused, self.draw = Past(), False, None
        self.end = self.chose = None
        self.since, self.undecided = None, False

    @property
    def contested(self):
        return self.since is not None

    def contest(self, at, inside):
        self.undecided = self.undecided or len(inside) == 2
        self.since = at if self.since is None else min(at, self.since)

    def unrevealed(self):
        if self.step == "done":
            return [seat for seat in range(self.game.seats) if seat not in self.revealed]
        return [seat for seat in self.due() if seat not in self.open or self.open[seat]["fault"]]

    def result(self):
        """SPEC 9.3: what an honest seat signs at the end."""
        if self.undecided:
            return [None, None, "voted"]
        if self.draw is not None:
            return [self.draw, None, self.basis]
        if self.abandoned or self.stuck:
            return [None, None, self.basis]
        return [self.position.places(), self.position.scores(), self.basis]

    def other_results(self):
        """SPEC 9.3: who has signed another result with its reveal."""
        if self.result()[::2] == [None, "voted"]:
            return []
        given = self.rounds[-1] if self.step == "done" else self.open
        said = {seat: event["body"] for seat, event in sorted(given.items()) if event["act"] == "reveal"}
        right = pack(self.result())
        return [seat for seat, body in said.items() if len(body) == 2 and pack(body[1]) != right]

    def due(self):
        if self.step in ("keys", "reveal"):
            return list(range(self.game.seats))
        if self.step == "done":
            return []
        if self.step == "shuffle":
            return [self.cards.shuffler()]
        ask = self.position.ask()
        if ask[0] == "turn":
            return [ask[1]]
        roller = self.roller()
        return list(self.inside) if roller is None else [s for s in self.inside if (s == roller) != self.rest]

    def roller(self):
        """SPEC 7.1: the seat of a roll, if it is still in."""
        ask = self.position.ask()
        return ask[2] if ask[0] == "roll" and len(ask) > 2 and ask[2] in self.inside else None

    def keep(self):
        return {name: copy.deepcopy(getattr(self, name)) for name in self.KEPT}

    def restore(self, kept):
        for name, value in copy.deepcopy(kept).items():
            setattr(self, name, value)

    def close_if_full(self):
        at = len(self.rounds)
        gone = self.voted_out()
        due = self.due()
        if not due or any(seat not in self.open and seat not in gone for seat in due):
            return
        for absent in gone:
            if absent in self.open:
                self.open.pop(absent)
                self.contest(at, self.inside)
        self.out |= dict.fromkeys(gone, at)
        hashes = [
            u64(s)
            if odd == 0
            else digest("event", self.open[s]["bytes"])
            if s in self.open
            else digest("absent")
            for s in due
            for odd in (0, 1)
        ]
        closed = digest("round", self.game.id, u64(at), self.previous, u64(self.inside_number()), *hashes)
        self.before.append(self.keep())
        self.rounds.append(self.open)
        given, self.open = self.open, {}
        self.previous = closed
        self.close(given, due, at)

    def close(self, given, due, at):
        if self.step == "reveal":
            self.step = "done"
            self.revealed = [seat for seat in given if not given[seat]["fault"]]
            return
        for seat, event in given.items():
            if not event["fault"]:
                self.cards.give(seat, event["shares"])
                self.cards.log_key(seat, event["key"])
        leave = list(leaving(given, due))
        roll = self.step == "round" and self.position.ask()[0] == "roll"
        keys = {seat: event.get("key") for seat, event in given.items()}
        if not leave and self.step in ("keys", "rekey") and self.game.rules.DECKS and self.cards.cancel(keys):
            leave = [(seat, "fault") for seat in due]
        self.paused = any(event["act"] == "pause" and not event["fault"] for event in given.values())
        if not leave:
            before = self.position
            self.advance(given, roll)
            self.remember(given, before, at)
        elif roll:
            self.rest = True  # it is void
        noted = handed_out(given)
        leave += [(seat, "resigned") for seat in sorted(noted) if seat not in [s for s, _ in leave]]
        if leave:
            self.past = Past()
            self.rolls, self.rest = self.rolls + self.rest, False
        if leave and not self.ended and not self.position.why:
            self.all_go(leave, at, noted)
        self.next(at)
        if self.ended and self.end is None:
            self.end = self.previous
        if not self.ended and self.chose is None and self.position.ask()[0] == "turn":
            self.chose = self.position.ask()[1]

    def advance(self, given, roll):
        if self.step == "keys":
            for seat, event in given.items():
                self.commitments[seat], self.tips[seat] = event["body"][:2]
                self.coins[seat] = event["body"][1], 0
            if self.game.rules.DECKS:
                self.cards.keys = {seat: event["key"] for seat, event in given.items()}
        elif self.step == "rekey":
            self.cards.keys = {seat: event["key"] for seat, event in given.items()}
        elif self.step == "shuffle":
            (event,) = given.values()
            self.cards.take(event["decks"])
            if self.cards.sealed_now():
                self.position.shuffled()
        elif self.step == "share":
            self.opened(self.position.ask()[1])
        elif roll:
            self.roll(given)
        else:
            for event in given.values():
                if event["after"] is not None:
                    self.position = event["after"]

    def roll(self, given):
        """SPEC 8: the values of a round, and what they come to with those of the other one."""
        for seat, event in given.items():
            self.coins[seat] = self.coin(seat, *event["body"])
        self.rest = not self.rest and self.roller() is not None
        if self.rest:
            return
        values = [(seat, self.coins[seat][0]) for seat in self.inside]
        sides = self.position.ask()[1]
        self.rolls += 1
        self.position.rolled(outcome(self.game.id, self.rolls, values, sides))

    def remember(self, given, before, at):
        """SPEC 7.14: the moves that can be taken back, and the draw."""
        for event in given.values():
            act = event["act"]
            if act == "move" and event["body"][1] == []:
                self.past = Past([*self.past, (at, before)])
            elif act == "takeback":
                self.past = Past((made, kept) for made, kept in self.past if made < event["body"][0])
            elif act == "draw":
                self.draw = [1 if s in self.inside else len(self.inside) + 1 for s in range(self.game.seats)]
                self.ended, self.basis = True, "agreed"
            elif act != "pause":
                self.past = Past()

    def all_go(self, leave, at, noted):
        """SPEC 7.5: in the first round, and where nobody stays, the rules are not told."""
        if not self.commitments or {seat for seat, _ in leave} == set(self.inside):
            self.left += [[seat, at, why] for seat, why in leave]
            self.inside = [seat for seat in self.inside if seat not in dict(leave)]
            self.abandoned = self.ended = True
            self.basis = leave[-1][1]
            return
        for seat, why in leave:
            if not self.position.why:
                self.go(seat, why, at, noted.get(seat))

    def go(self, seat, why, at, handed):
        """SPEC 7.5 and 7.9."""
        self.left.append([seat, at, why])
        self.inside.remove(seat)
        opened = handed is not None and self.cards.open(seat, handed)
        before = self.position.ask()
        self.position.leave(seat, opened)
        if not (opened and self.position.ask() == before and self.cards.serve(self.inside)):
            self.cards.shuffling = []

    def next(self, at):
        self.open_at_once()
        if self.ended:
            self.step = "reveal" if self.commitments else "done"
        elif self.position.ask()[0] == "over":
            self.ended, self.step = True, "reveal"
            last = self.left[-1] if self.left else None
            self.basis = last[2] if last and last[1] == at else "played"
        else:
            self.step = {"open": "share", "shuffle": "shuffle"}.get(self.position.ask()[0], "round")
            if self.position.ask()[0] == "roll" and self.rolls == LENGTH:
                self.give_up()
            if self.step == "share" and not self.cards.can_open(self.position.ask()[1], self.inside):
                self.give_up()
            elif self.step == "shuffle":
                self.to_shuffle(at)

    def open_at_once(self):
        """SPEC 13.6: what is opened without a round."""
        while not self.ended and self.position.ask()[0] == "open":
            wanted = self.position.ask()[1]
            if not self.cards.can_open(wanted, self.inside):
                return
            if any(self.cards.owed(seat, wanted) for seat in self.inside):
                return
            self.opened(wanted)
            self.past = Past()

    def opened(self, wanted):
        self.cards.held |= {slot: to for slot, to in wanted if to is not None}
        self.position.opened([self.cards.public[slot] if to is None else None for slot, to in wanted])

    def to_shuffle(self, at):
        """SPEC 13.2 and 13.4."""
        if not self.cards.serve(self.inside):
            self.step = "rekey"
            self.cards.rekey()
            return
        if not self.cards.shuffling:
            self.cards.start(self.position.ask()[1])
        if self.cards.sealed_now():
            self.past = Past()
            self.position.shuffled()
            self.next(at)

    def give_up(self):
        """SPEC 13.8."""
        self.stuck = self.ended = True
        self.step, self.basis = "reveal", self.left[-1][2] if self.left else "played"
