"""SPEC 13.12: rolls and hidden cards, checked without the rules for what the events themselves name."""

from tests.independent.basics import Wrong, array, digest, number, octets, pack, text, u64
from tests.independent.cards import Cards
from tests.independent.coin import LENGTH, back, tip
from tests.independent.verdicts import has_nil


class Chances:
    """What the rounds say of coins and decks, and who in them is at fault."""

    def __init__(self, game, links):
        self.game, self.cards = game, Cards(game.id)
        self.blamed, self.fell = [], set()
        self.commitments, self.tips, self.coins = {}, {}, {}
        self.last, self.rolling = 0, None
        for link, after in zip(links, [*links[1:], None], strict=False):
            self.round(link, after)

    def round(self, link, after):
        wrong, found = set(), {}
        self.begin(link)
        for seat, event in link.given.items():
            if event["act"] != "reveal" and seat in self.fell | (link.faulty - link.unsigned):
                continue
            try:
                if seat in link.unsigned:
                    raise Wrong("a note that is none")
                found[seat] = self.checked(link, event)
            except Wrong:
                wrong.add(seat)
        if not wrong and link.number == 0 and self.game.decks and len(found) == self.game.seats:
            keys = {seat: given for seat, (act, given) in found.items() if act == "key"}
            if len(keys) == self.game.seats and self.cards.cancel(keys):
                wrong |= set(keys)
        self.blamed += [(link.number, seat) for seat in sorted(wrong)]
        self.fell |= wrong
        self.close(link, after, found, wrong)

    # -- one event --

    def begin(self, link):
        """An unfinished roll or shuffle, a new epoch."""
        epochs = {
            event["body"][0]
            for event in link.given.values()
            if event["act"] == "rekey" and event["body"] and type(event["body"][0]) is int
        }
        self.epochs = {epoch for epoch in epochs if epoch > self.cards.epoch}
        if len(self.epochs) == 1:
            self.cards.keys, (self.cards.epoch,) = None, self.epochs
            self.cards.shuffling = []

    def checked(self, link, event):
        """The act and what it gives, or Wrong."""
        act, body, seat = event["act"], event["body"], event["seat"]
        given = None
        if link.number == 0 and act not in ("key", "resign"):
            raise Wrong("not in the first round")
        if act == "key":
            given = self.key(seat, *array(body, 4))
        elif act == "move":
            move, shows, batches = array(body, 3)
            if has_nil(move):
                raise Wrong("no move")
            given = self.shown(seat, shows, batches)
        elif act == "coin":
            self.coin(link, seat, *array(body, 4))
        elif act == "rekey":
            given = self.rekeyed(seat, *array(body, 3))
        elif act == "shuffle":
            given = self.shuffle(link, seat, body)
        elif act == "share":
            given = self.share(link, seat, *array(body, 2))
        elif act == "reveal":
            self.reveal(seat, octets(array(body, 2)[0]))
        elif act not in ("resign", "takeback", "draw", "pause"):
            raise Wrong("an unknown act")
        return act, given

    def key(self, seat, committed, first, key, proof):
        octets(committed, 32), octets(first, 32)
        if not self.game.decks:
            if key is not None or proof is not None:
                raise Wrong("a key of no deck")
            given = None
        else:
            given = self.cards.key(seat, [key, proof])
        self.commitments[seat], self.tips[seat], self.coins[seat] = committed, first, (first, 0)
        return given

    def rekeyed(self, seat, epoch, *fields):
        """Of different epochs each is checked for its own, and none is followed."""
        if len(self.epochs) < 2:
            return self.cards.rekeyed(seat, epoch, *fields)
        if type(epoch) is not int or epoch not in self.epochs:
            raise Wrong("an epoch that was")
        self.cards.key(seat, fields, epoch)
        return None

    def coin(self, link, seat, k, sides, to, value):
        number(k, 2**63), octets(value, 32)
        if not isinstance(sides, list) or any(type(side) is not int for side in sides):
            raise Wrong("sides that are none")
        if to is not None:
            number(to, 63)
        rest = self.rolling == pack([k, sides, to]) and to is not None and seat != to
        if not 1 <= k <= LENGTH or (k <= self.last and not rest):
            raise Wrong("a number that was")
        if (
            seat not in self.coins
            or back(self.game.id, seat, value, k, self.coins[seat][1]) != self.coins[seat][0]
        ):
            raise Wrong("not the value that was committed to")

    def shown(self, seat, shows, batches):
        if not isinstance(shows, list):
            raise Wrong("shows nothing")
        slots = []
        for show in shows:
            deck, at, card = array(show, 3)
            slots.append(((text(deck, 64), number(at, 2**63)), number(card, 111)))
        for (deck, at), card in slots:
            sealed = self.cards.sealed.get(deck)
            if sealed is None or not at < len(sealed["faces"]) or card >= len(sealed["faces"]):
                raise Wrong("no such card")
            if seat not in sealed["keys"]:
                raise Wrong("no key")
        if not slots:
            array(batches, 0)
            return {}
        return self.cards.check_shown(seat, slots, shows, batches)

    def shuffle(self, link, seat, body):
        if not isinstance(body, list) or not 1 <= len(body) <= 8:
            raise Wrong("no decks")
        decks = [(text(array(each, 7)[0], 64), list(range(number(each[1], 112)))) for each in body]
        if not self.cards.serve(link.inside) or seat not in self.cards.keys:
            raise Wrong("a shuffle without keys")
        going = self.cards.shuffling
        self.before = going
        if (
            going
            and [(deck["name"], deck["faces"]) for deck in going] == decks
            and seat not in going[0]["by"]
        ):
            try:
                return self.cards.shuffled(seat, body)
            except Wrong:
                if not self.open_left:
                    raise
        if going and not self.open_left:
            raise Wrong("other decks")
        self.cards.shuffling = []
        if any(name in self.cards.sealed for name, _ in decks) or any(not faces for _, faces in decks):
            raise Wrong("a deck that was")
        self.cards.start(decks)
        try:
            return self.cards.shuffled(seat, body)
        except Wrong:
            self.cards.shuffling = going
            raise

    open_left = False

    def share(self, link, seat, slots, batches):
        if not isinstance(slots, list):
            raise Wrong("no slots")
        wanted = []
        for slot in slots:
            deck, at, to = array(slot, 3)
            wanted.append(((text(deck, 64), number(at, 2**63)), None if to is None else number(to, 63)))
        for (deck, at), _ in wanted:
            sealed = self.cards.sealed.get(deck)
            if sealed is None or at >= len(sealed["faces"]) or seat not in sealed["keys"]:
                raise Wrong("no such card")
        if not self.cards.can_open(wanted, link.inside):
            raise Wrong("a card that cannot be opened")
        return self.cards.shares(seat, self.cards.owed(seat, wanted), batches)

    def reveal(self, seat, secret):
        if (
            digest("commitment", self.game.id, u64(seat), secret) != self.commitments.get(seat)
            or tip(secret, self.game.id, seat) != self.tips[seat]
        ):
            raise Wrong("another secret")
        self.cards.check_secret(seat, secret)

    # -- the end of a round --

    def close(self, link, after, found, wrong):
        acts = {event["act"] for event in link.given.values()}
        leaving = {note["seat"]: note["digest"] for note in link.leaving if note["seat"] not in wrong}
        counted = {s for s in found if after is None or s in after.inside or s in leaving}
        closed = counted == set(link.given) and not wrong and not link.gone and "resign" not in acts
        for seat in sorted(counted):
            act, given = found[seat]
            if act in ("move", "share"):
                self.cards.give(seat, given)
            elif act in ("key", "rekey"):
                self.cards.log_key(seat, given)
            elif act == "coin":
                k, _, _, value = link.given[seat]["body"]
                self.coins[seat] = value, k
        named = [event["body"] for seat, event in link.given.items() if found.get(seat, (0,))[0] == "coin"]
        if named:
            self.rolling = (
                pack(named[0][:3]) if closed and {body[2] for body in named} == set(link.given) else None
            )
            self.last = max(body[0] for body in named)
        elif acts - {"resign"}:
            self.rolling = None
        if acts & {"key", "rekey"} and closed and self.game.decks and len(self.epochs) < 2:
            self.cards.keys = {seat: given for seat, (act, given) in sorted(found.items())}
        if "shuffle" in acts and closed and len(found) == 1:
            self.take(found)
        if "share" in acts and closed:
            for event in link.given.values():
                self.cards.held |= {(deck, at): to for deck, at, to in event["body"][0] if to is not None}
        self.leave(link, after, leaving)

    def take(self, found):
        ((seat, (_, decks)),) = found.items()
        for deck, cards in zip(self.cards.shuffling, decks, strict=True):
            deck["stages"].append(cards)
            deck["by"].append(seat)
        self.open_left = False
        self.seal()

    def seal(self):
        if self.cards.shuffling and not self.cards.waiting():
            self.cards.sealed_now()

    def leave(self, link, after, leaving):
        """Who left with its keys is open; without, a shuffle begins anew."""
        inside = after.inside if after else link.inside - {*leaving, *link.gone, *self.fell}
        for seat in sorted(leaving):
            if self.cards.open(seat, leaving[seat]):
                self.open_left = True
        if set(link.inside) - set(inside) - set(self.cards.layers):
            self.cards.shuffling = []
        elif self.open_left:
            self.seal()
