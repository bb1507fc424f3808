"""SPEC 13.12: rolls and hidden cards, checked without the rules for what the events themselves name."""

from tests.independent.basics import Wrong, array, digest, number, octets, pack, text, u64
from tests.independent.cards import Cards
from tests.independent.coin import LENGTH, back, tip
from tests.independent.verdicts import has_nil


class Chances:
    """What the rounds say of coins and decks, and who in them is at fault.

    `resumed` says whether an open seat has left the shuffle under way, `assumed` names decks sealed if that went on.
    """

    def __init__(self, game, links):
        self.game, self.cards = game, Cards(game.id)
        self.blamed, self.fell = [], set()
        self.commitments, self.tips, self.coins = {}, {}, {}
        self.last, self.rolling = 0, None
        self.resumed, self.assumed = False, set()
        for event in links[0].given.values() if links else ():
            self.commit(event)
        for link, after in zip(links, [*links[1:], None], strict=False):
            self.round(link, after)

    def commit(self, event):
        """9.2: what a key event says binds its seat, whatever else is wrong with it."""
        seat, body = event["seat"], event["body"]
        sizes = [len(each) if isinstance(each, bytes) else 0 for each in body[:2]]
        if event["act"] == "key" and len(body) == 4 and sizes == [32, 32]:
            self.commitments[seat], self.tips[seat], self.coins[seat] = body[0], body[1], (body[1], 0)

    def round(self, link, after):
        wrong, found = set(), {}
        for seat, event in link.given.items():
            if event["act"] != "reveal" and seat in self.fell | (link.faulty - link.unsigned):
                continue
            try:
                if seat in link.unsigned:
                    raise Wrong("a note that is none")
                found[seat] = self.checked(link, event, last=after is None)
            except Wrong:
                wrong.add(seat)
        self.blame(link, wrong)
        self.close(link, after, found, wrong)

    def blame(self, link, seats):
        self.blamed += [(link.number, seat) for seat in sorted(seats)]
        self.fell |= set(seats)

    # -- one event --

    def checked(self, link, event, *, last):
        """The act and what it gives, or Wrong."""
        act, body, seat = event["act"], event["body"], event["seat"]
        given = None
        if act != "resign" and (act == "key") is not (link.number == 0):
            raise Wrong("not in this round")
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
        elif act == "reveal" and last:
            self.reveal(seat, octets(array(body, 2)[0]))
        elif act not in ("resign", "takeback", "draw", "pause", "reveal"):
            raise Wrong("an unknown act")
        return act, given

    def key(self, seat, committed, first, key, proof):
        octets(committed, 32), octets(first, 32)
        if self.game.decks:
            return self.cards.key(seat, [key, proof])
        if key is not None or proof is not None:
            raise Wrong("a key of no deck")
        return None

    def rekeyed(self, seat, epoch, *fields):
        """The epoch and the key; of different epochs each is checked for its own."""
        if type(epoch) is not int or not self.cards.epoch < epoch < 2**32:
            raise Wrong("an epoch that was")
        return epoch, self.cards.key(seat, fields, epoch)

    def coin(self, link, seat, k, sides, to, value):
        number(k, 2**63), octets(value, 32)
        if not isinstance(sides, list) or any(type(side) is not int or side < 1 for side in sides):
            raise Wrong("sides that are none")
        if to is not None and number(to, 63) not in link.inside:
            raise Wrong("for a seat that is not in")
        begun = self.rolling is not None
        due = self.rolling == pack([k, sides, to]) and seat != to if begun else k > self.last
        if not due or not 1 <= k <= LENGTH:
            raise Wrong("another roll than is due")
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
        """The cards after it: of the shuffle that is under way, or of one that begins, whichever is valid."""
        if not isinstance(body, list) or not 1 <= len(body) <= 8:
            raise Wrong("no decks")
        decks = [(text(array(each, 7)[0], 64), list(range(number(each[1], 112)))) for each in body]
        going = self.cards.shuffling
        tries = [going] if going else []
        if not going or self.resumed:
            tries += [self.begun(link, decks)]
        for shuffling in tries:
            self.cards.shuffling = shuffling
            named = [(deck["name"], deck["faces"]) for deck in shuffling]
            try:
                if named != decks or self.cards.shuffler() != seat:
                    raise Wrong("other decks, or out of turn")
                return shuffling, self.cards.shuffled(seat, body)
            except Wrong:
                if shuffling is tries[-1]:
                    raise
            finally:
                self.cards.shuffling = going
        raise AssertionError

    def begun(self, link, decks):
        """These decks as their shuffle begins."""
        names = [name for name, _ in decks]
        sizes = [len(faces) for _, faces in decks]
        known = set(self.cards.sealed) - self.assumed
        if len(set(names)) < len(names) or known & set(names) or not all(sizes) or sum(sizes) > 112:
            raise Wrong("decks that cannot be")
        if not self.cards.serve(link.inside):
            raise Wrong("a shuffle without keys")
        going, self.cards.shuffling = self.cards.shuffling, []
        self.cards.start(decks)
        begun, self.cards.shuffling = self.cards.shuffling, going
        return begun

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
        leaving = {note["seat"]: note["digest"] for note in link.leaving}
        counted = {s for s in found if after is None or s in after.inside or s in leaving}
        closed = counted == set(link.given) and not wrong and not link.gone and "resign" not in acts
        for seat in sorted(counted):
            act, given = found[seat]
            if act in ("move", "share"):
                self.cards.give(seat, given)
            elif act == "key":
                self.cards.log_key(seat, given)
            elif act == "coin":
                k, _, _, value = link.given[seat]["body"]
                self.coins[seat] = value, k
        named = [event["body"] for seat, event in link.given.items() if found.get(seat, (0,))[0] == "coin"]
        stays = closed and not leaving and (after is None or after.inside == link.inside)
        self.rolling = (
            pack(named[0][:3]) if stays and {body[2] for body in named} == set(link.given) else None
        )
        self.last = max([self.last, *(body[0] for body in named)])
        self.renew({seat: found[seat][1] for seat in sorted(counted) if found[seat][0] == "rekey"})
        if closed and self.game.decks and acts == {"key"}:
            self.join(link, {seat: given for seat, (_, given) in sorted(found.items())})
        elif closed and acts == {"rekey"} and len({epoch for _, (epoch, _) in found.values()}) == 1:
            self.join(link, {seat: key for seat, (_, (_, key)) in sorted(found.items())})
        if "shuffle" in acts and closed and len(found) == 1:
            self.take(found)
        if "share" in acts and closed:
            for event in link.given.values():
                self.cards.held |= {(deck, at): to for deck, at, to in event["body"][0] if to is not None}
        self.leave(link, after, leaving)

    def renew(self, given):
        """13.4: there are no current keys from a round of fresh keys on; of different epochs none is followed."""
        for seat, (epoch, key) in given.items():
            self.cards.log_key(seat, key, epoch)
        epochs = {epoch for epoch, _ in given.values()}
        if len(epochs) == 1:
            self.cards.keys, (self.cards.epoch,) = None, epochs

    def join(self, link, keys):
        """13.4: the keys of a round are the current ones, unless they cancel out."""
        if self.cards.cancel(keys):
            self.blame(link, keys)
        else:
            self.cards.keys = keys

    def take(self, found):
        ((seat, (_, (shuffling, decks))),) = found.items()
        self.cards.shuffling, self.resumed = shuffling, False
        for deck, cards in zip(shuffling, decks, strict=True):
            deck["stages"].append(cards)
            deck["by"].append(seat)
        self.seal()

    def seal(self):
        if self.cards.shuffling and not self.cards.waiting():
            self.cards.sealed_now()

    def leave(self, link, after, leaving):
        """Who left with its keys is open, and a shuffle may go on without it; else it begins anew."""
        inside = after.inside if after else link.inside - {*leaving, *link.gone, *self.fell}
        for seat in sorted(set(leaving) & (set(link.inside) - set(inside))):
            self.cards.open(seat, leaving[seat])
        if set(inside) == set(link.inside):
            return
        if not self.cards.serve(inside):
            self.cards.shuffling = []
        self.resumed = bool(self.cards.shuffling)
        if self.resumed and not self.cards.waiting():
            self.assumed |= {deck["name"] for deck in self.cards.shuffling}
            self.seal()
