"""SPEC 7.3: the verdict on one event."""

import copy

from tests.independent.basics import Wrong, array, digest, number, octets, pack, u64
from tests.independent.coin import back, tip
from tests.independent.linja import Forbidden
from tests.independent.records import read_note, read_record


class Verdicts:
    """What a log says of an event of a seat that owes one."""

    def fault(self, event):
        """Whether the event is at fault; a legal move is tried on a copy of the position."""
        rules = self.game.rules
        state = digest("state", rules.NAME.encode(), u64(rules.VERSION), pack(self.position.wire()))
        if event["state"] != state or event["in"] != self.inside_number():
            return True
        try:
            notes = [self.embedded(note) for note in event["notes"]]
            if event["act"] in ("takeback", "draw", "pause"):
                event["leaving"], event["after"] = [], self.agreed(event, notes)
                event["key"], event["decks"], event["shares"] = None, None, {}
                return False
            if any(note[1] != "resign" or note[0] not in self.inside or self.ended for note in notes):
                raise Wrong("not a note that acts")
            if notes and event["act"] in ("key", "reveal"):
                raise Wrong("notes where there may be none")
            event["leaving"] = notes
            event["after"] = self.tried(event)
        except (Wrong, Forbidden):
            return True
        return False

    def inside_number(self):
        """SPEC 6.1: `in`."""
        return sum(2**seat for seat in self.inside)

    def embedded(self, packed):
        record = read_record(packed)
        if record[0] != "note":
            raise Wrong("not a note")
        note = read_note(record[1])
        if not self.game.signed_by(note[0], record):
            raise Wrong("not a note that is signed")
        return note

    def possible(self, says, to):
        """SPEC 7.14: what can be agreed on now."""
        turn = self.step == "round" and not self.ended and self.position.ask()[0] == "turn"
        back = says != "takeback" or to in [at for at, _ in self.past]
        return turn and back and not (says == "pause" and self.paused)

    def agreed(self, event, notes):
        """SPEC 7.14: the position to go back to, or None."""
        act = event["act"]
        to = number(array(event["body"], 1)[0], 2**32 - 1) if act == "takeback" else None
        if act != "takeback" and event["body"] != []:
            raise Wrong("a body too many")
        if not self.possible(act, to):
            raise Wrong("not possible now")
        wanted = [[seat, act, self.previous, to] for seat in self.inside if seat != event["seat"]]
        if sorted(map(list, notes), key=lambda note: note[0]) != wanted:
            raise Wrong("not the consents of all others")
        return copy.deepcopy(dict(self.past)[to]) if act == "takeback" else None

    def tried(self, event):
        act, body, step, seat = event["act"], event["body"], self.step, event["seat"]
        event["key"], event["decks"], event["shares"] = None, None, {}
        turn = step == "round" and self.position.ask()[0] == "turn"
        if act == "resign":
            return self.resigned(event, turn)
        roll = step == "round" and not turn
        if step == "keys" and act == "key":
            committed, tip, none, nothing = array(body, 4)
            octets(committed, 32), octets(tip, 32)
            if self.game.rules.DECKS:
                event["key"] = self.cards.key(seat, body[2:])
            elif none is not None or nothing is not None:
                raise Wrong("keys of a deck")
        elif step == "rekey" and act == "rekey":
            event["key"] = self.cards.rekeyed(seat, *array(body, 3))
        elif step == "shuffle" and act == "shuffle":
            event["decks"] = self.cards.shuffled(seat, body)
        elif step == "share" and act == "share":
            event["shares"] = self.shared(seat, *array(body, 2))
        elif turn and act == "move":
            move, named, shares = array(body, 3)
            if has_nil(move):
                raise Wrong("not a move")
            event["shares"] = self.cards.check_shown(seat, self.position.shows(seat, move), named, shares)
            after = copy.deepcopy(self.position)
            after.play(event["seat"], move)
            return after
        elif roll and act == "coin":
            self.coin(event["seat"], *array(body, 4))
        elif step == "reveal" and act == "reveal":
            self.check_reveal(event["seat"], octets(array(body, 2)[0]))
        else:
            raise Wrong("an act that does not fit")
        return None

    def shared(self, seat, named, sent):
        """SPEC 13.5: the shares of a seat."""
        wanted = self.position.ask()[1]
        if pack(named) != pack([[deck, at, to] for (deck, at), to in wanted]):
            raise Wrong("other slots")
        return self.cards.shares(seat, self.cards.owed(seat, wanted), sent)

    def resigned(self, event, turn):
        """SPEC 7.9."""
        own = any(note[0] == event["seat"] for note in event["leaving"])
        if event["body"] != [] or not event["notes"] or self.step in ("reveal", "done") or not (turn or own):
            raise Wrong("something else is owed")

    # -- coin: SPEC 8 --

    def coin(self, seat, roll, sides, for_seat, value):
        """The seat's coin after this value, or an error."""
        if pack([roll, sides, for_seat]) != pack([self.rolls + 1, self.position.ask()[1], self.roller()]):
            raise Wrong("another roll")
        newest, place = self.coins[seat]
        if back(self.game.id, seat, octets(value, 32), roll, place) != newest:
            raise Wrong("not the value that was committed to")
        return value, roll

    def check_reveal(self, seat, secret):
        if (
            digest("commitment", self.game.id, u64(seat), secret) != self.commitments[seat]
            or tip(secret, self.game.id, seat) != self.tips[seat]
        ):
            raise Wrong("another secret")
        self.cards.check_secret(seat, secret)


def has_nil(value):
    return value is None or (isinstance(value, list) and any(map(has_nil, value)))
