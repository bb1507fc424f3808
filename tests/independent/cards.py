"""SPEC 13: keys, shuffles and shares of one log.

The arithmetic of appendix B is in `tests.protocol.chance.independent`.
"""

import copy
from functools import cache

from tests.independent.basics import Wrong, array, octets, pack
from tests.protocol.chance import independent as b

shuffled, shares = cache(b.shuffled), cache(b.shares)  # many files share their beginning


class Cards:
    """What the closed rounds say of the decks."""

    def __init__(self, game_id):
        self.game = game_id
        self.epoch, self.keys = 0, None
        self.sealed, self.shuffling = {}, []
        self.given, self.held, self.public = {}, {}, {}
        self.logged, self.layers = {}, {}

    def __deepcopy__(self, _memo):
        """What grows is copied; of cards, keys and points, which nobody changes, a copy would be the same."""
        new = copy.copy(self)
        new.sealed, new.public, new.layers = dict(self.sealed), dict(self.public), dict(self.layers)
        new.keys = None if self.keys is None else dict(self.keys)
        new.shuffling = [deck | {"stages": [*deck["stages"]], "by": [*deck["by"]]} for deck in self.shuffling]
        new.given = {slot: dict(points) for slot, points in self.given.items()}
        new.held = dict(self.held)
        new.logged = {seat: [*keys] for seat, keys in self.logged.items()}
        return new

    # -- keys: 13.3 and 13.4 --

    def key(self, seat, fields, epoch=None):
        """The deck key of two fields, for the current epoch where none is named."""
        octets(fields[0], 32), octets(fields[1], 64)  # W and s
        if not b.key_is_valid(self.game, self.epoch if epoch is None else epoch, seat, fields):
            raise Wrong("a deck key without a proof")
        return fields[0]

    def rekeyed(self, seat, epoch, *fields):
        """13.3."""
        if pack(epoch) != pack(self.epoch):
            raise Wrong("another epoch")
        return self.key(seat, fields)

    @staticmethod
    def joint(keys):
        return b.added(*(b.decoded(key) for key in keys.values()))

    def cancel(self, keys):
        return b.encoded(self.joint(keys)) == b.encoded(b.ZERO)

    def log_key(self, seat, key, epoch=None):
        if key is not None:
            self.logged.setdefault(seat, []).append((self.epoch if epoch is None else epoch, key))

    def open(self, seat, handed):
        """7.9: whether these are just the secret keys of a seat; then everybody computes its shares."""
        logged = self.logged.get(seat, [])
        numbers = [int.from_bytes(key, "little") for key in handed]
        if len(logged) != len(numbers) or any(x >= b.Q for x in numbers):
            return False
        if any(b.encoded(b.times(x, b.BASE)) != key for x, (_, key) in zip(numbers, logged, strict=True)):
            return False
        self.layers[seat] = {epoch: x for x, (epoch, _) in zip(numbers, logged, strict=True)}
        for slot in self.given:
            self.show(slot)
        return True

    def serve(self, inside):
        """13.2: whether a shuffle needs no fresh keys."""
        return self.keys is not None and set(self.keys) <= {*inside, *self.layers}

    def rekey(self):
        self.epoch, self.keys = self.epoch + 1, None

    # -- shuffles --

    def start(self, decks):
        for name, faces in decks:
            deck = b.deck_digest(self.game, self.epoch, name)
            first = b.first_deck(deck, self.joint(self.keys), len(faces))
            about = {"name": name, "faces": faces, "digest": deck, "epoch": self.epoch, "keys": self.keys}
            self.shuffling.append(about | {"stages": [first], "by": []})

    def shuffler(self):
        return self.waiting()[0]

    def waiting(self):
        """13.4: the seats that still shuffle, in order: after those that have, but for those that left open."""
        done, keys = self.shuffling[0]["by"], self.shuffling[0]["keys"]
        return [s for s in sorted(keys) if s not in self.layers and (not done or s > done[-1])]

    def sealed_now(self):
        """Whether all have shuffled; then the decks are sealed."""
        if self.waiting():
            return False
        self.sealed |= {deck["name"]: deck for deck in self.shuffling}
        self.shuffling = []
        return True

    def shuffled(self, seat, sent):
        """The cards of every deck after this seat's shuffle."""
        sent = [array(one, 7) for one in array(sent, len(self.shuffling))]
        if pack([one[:2] for one in sent]) != pack([[d["name"], len(d["faces"])] for d in self.shuffling]):
            raise Wrong("other decks")
        return [self._one(seat, deck, one[2:]) for deck, one in zip(self.shuffling, sent, strict=True)]

    def _one(self, seat, deck, sent):
        size = len(deck["faces"])
        for field, count in zip(array(sent, 5), [size] * 3 + [2 * size + 5, 2 * size + 4], strict=True):
            octets(field, 32 * count)
        after = shuffled(
            deck["digest"], seat, self.joint(deck["keys"]), tuple(deck["stages"][-1]), tuple(sent)
        )
        if after is None:
            raise Wrong("a shuffle without a proof")
        return after

    def take(self, decks):
        """The decks after a shuffle."""
        by = self.shuffler()
        for deck, after in zip(self.shuffling, decks, strict=True):
            deck["stages"].append(after)
            deck["by"].append(by)

    # -- shares --

    def owed(self, seat, wanted):
        """13.5."""
        return [slot for slot, to in wanted if to != seat and seat not in self.given.get(slot, {})]

    def card(self, slot):
        return self.sealed[slot[0]]["stages"][-1][slot[1]]

    def shares(self, seat, slots, sent):
        """The shares of exactly these slots: 13.5, B.6."""
        epochs = sorted({self.sealed[name]["epoch"] for name, _ in slots})
        found = {}
        for epoch, batch in zip(epochs, array(sent, len(epochs)), strict=True):
            mine = [slot for slot in slots if self.sealed[slot[0]]["epoch"] == epoch]
            octets(array(batch, 2)[0], 32 * len(mine)), octets(batch[1], 96)
            key = b.decoded(self.sealed[mine[0][0]]["keys"][seat])
            rows = [(self.sealed[name]["digest"], at, self.card((name, at))) for name, at in mine]
            points = shares(seat, key, tuple(rows), tuple(batch))
            if points is None:
                raise Wrong("shares without a proof")
            found |= dict(zip(mine, points, strict=True))
        return found

    def give(self, seat, found):
        for slot, point in found.items():
            self.given.setdefault(slot, {})[seat] = point
            self.show(slot)

    def show(self, slot):
        """B.7: a face for everybody, once all shares are given or can be computed."""
        if slot not in self.public and not self.lacking(slot, self.given[slot]):
            self.public[slot] = self.face(slot, self.given[slot])

    def lacking(self, slot, given):
        return set(self.sealed[slot[0]]["keys"]) - {*given, *self.layers}

    def face(self, slot, points):
        return self.sealed[slot[0]]["faces"][self.number(slot, points)]

    def number(self, slot, points):
        """B.7: the number that the card had before it was shuffled."""
        deck = self.sealed[slot[0]]
        computed = {
            seat: b.times(self.layers[seat][deck["epoch"]], self.card(slot)[0])
            for seat in deck["keys"]
            if seat in self.layers
        }
        points = computed | points
        return b.opened(deck["digest"], len(deck["faces"]), self.card(slot), list(points.values()))

    def can_open(self, wanted, inside):
        """13.8."""
        for slot, to in wanted:
            deck = self.sealed.get(slot[0])
            if deck is None or not 0 <= slot[1] < len(deck["faces"]):
                return False
            if self.lacking(slot, self.given.get(slot, {})) - set(inside):
                return False
            if to is not None and self.held.get(slot, to) != to:
                return False
        return True

    def check_shown(self, seat, shown, named, sent):
        """13.7: the mover's shares, when they open what the move shows."""
        slots = list(dict.fromkeys(slot for slot, _ in shown))
        for slot in slots:
            deck = self.sealed.get(slot[0])
            if deck is None or not 0 <= slot[1] < len(deck["faces"]):
                raise Wrong("no such card")
            if self.lacking(slot, self.given.get(slot, {})) - {seat}:
                raise Wrong("a card that was not dealt to the mover")
        found = self.shares(seat, self.owed(seat, [(slot, None) for slot in slots]), sent)
        numbers = []
        for slot in slots:
            own = {seat: found[slot]} if slot in found else {}
            numbers.append([*slot, self.number(slot, {**self.given.get(slot, {}), **own})])
            if any(face != self.sealed[slot[0]]["faces"][numbers[-1][2]] for at, face in shown if at == slot):
                raise Wrong("another card")
        if pack(named) != pack(numbers):
            raise Wrong("cards named otherwise")
        return found

    # -- the end --

    def check_secret(self, seat, secret):
        """13.11, B.8."""
        for deck in self.sealed.values():
            if seat not in deck["keys"]:
                continue
            key = b.times(b.secret_key(secret, self.game, deck["epoch"], seat), b.BASE)
            if b.encoded(key) != deck["keys"][seat]:
                raise Wrong("a key that does not follow from the secret")
            if seat not in deck["by"]:
                continue
            turn = deck["by"].index(seat)
            before, after = deck["stages"][turn : turn + 2]
            order, factors = b.order_and_factors(secret, deck["digest"], seat, before)
            again = b.reshuffled(self.joint(deck["keys"]), before, order, factors)
            if b.listed(again) != b.listed(after):
                raise Wrong("a shuffle that does not follow from the secret")
