"""SPEC 4: what a genesis says."""

from tests.independent.basics import (
    Wrong,
    array,
    check_key,
    digest,
    number,
    octets,
    signed,
    text,
    u64,
    unpack,
)


class Game:
    """A genesis that holds."""

    def __init__(self, record):
        if record[0] != "genesis":
            raise Wrong("no genesis")
        self.record, self.checked, self.rules = record, {}, None
        signed_proposal, joins = array(unpack(record[1]), 2)
        self.proposal_bytes = self.read_proposal(octets(signed_proposal))
        if not isinstance(joins, list) or len(joins) != self.seats:
            raise Wrong("not as many joins as seats")
        read = [self.read_join(octets(join), signed_proposal) for join in joins]
        self.people, self.keys = [key for key, _, _, _ in read], [own for _, own, _, _ in read]
        if len({*self.people, *self.keys}) != 2 * self.seats or len({one[2] for one in read}) != self.seats:
            raise Wrong("a key or nonce twice")
        if self.people[0] != self.host:
            raise Wrong("the host is not first")
        seats = b"".join(u64(s) + key + nonce + h for s, (key, _, nonce, h) in enumerate(read))
        self.id = digest("game id", u64(1), self.proposal_bytes, seats, b"ed25519")

    def read_proposal(self, both):
        body, signature = array(unpack(both), 2)
        fields = array(unpack(octets(body)), 12)
        if type(fields[0]) is not int or fields[0] != 1 or fields[1] not in ("ed25519", None):
            raise Wrong("another format")
        self.decks, self.host = fields[1] is not None, octets(fields[2], 32)
        if not signed(self.host, octets(signature, 64), "proposal", b"", body):
            raise Wrong("the host did not sign")
        self.name, self.version, self.data = (
            text(fields[3], 32),
            number(fields[4], 65536),
            octets(fields[5], 32),
        )
        self.own = self.pairs(fields[7])
        self.seats = number(fields[8], 16)
        if self.seats == 0:
            raise Wrong("no seats")
        self.check_table(fields[6])
        octets(fields[9], 32)
        self.previous = fields[10]
        if fields[10] is not None:
            for part in array(fields[10], 2):
                octets(part, 32)
        self.first = None if fields[11] is None else number(fields[11], self.seats - 1)
        return body

    def take(self, rules):
        """SPEC 4.4: what the rules say of the proposal; the game has its id already."""
        if rules is None or self.decks != rules.DECKS:
            raise Wrong("another game")
        if self.data != digest("data", rules.NAME.encode(), u64(rules.VERSION), rules.DATA):
            raise Wrong("other data")
        if [name for name, _ in self.own] != list(rules.OPTIONS):
            raise Wrong("other options")
        if any(value not in rules.OPTIONS[name] for name, value in self.own):
            raise Wrong("an unknown value of an option")
        if self.seats not in rules.SEATS:
            raise Wrong("not for so many")
        self.options, self.rules = dict(self.own), rules

    def pairs(self, value):
        if not isinstance(value, list) or len(value) > 32:
            raise Wrong("options are no array")
        return [(text(array(pair, 2)[0], 32), text(pair[1], 64)) for pair in value]

    def check_table(self, value):
        options = [array(pair, 2) for pair in array(value, 4)]
        if [name for name, _ in options] != ["time", "watchers", "bots", "league"]:
            raise Wrong("other options of the table")
        (_, time), (_, watchers), (_, bots), (_, league) = options
        text(time, 64), text(watchers, 64)
        self.bots = number(bots, self.seats - 1)
        if league is not None:
            octets(league, 32)
        digits = time[:-1]
        lasting = (
            digits.isascii()
            and digits.isdigit()
            and digits[0] != "0"
            and len(digits) <= 4
            and time[-1] in "mhd"
        )
        if watchers not in ("yes", "no") or not (time == "none" or lasting):
            raise Wrong("a wrong option of the table")

    def read_join(self, both, signed_proposal):
        body, signature = array(unpack(both), 2)
        fields = array(unpack(octets(body)), 5)
        key, own, nonce = octets(fields[1], 32), octets(fields[2], 32), octets(fields[4], 32)
        text(fields[3], 32)
        if octets(fields[0], 32) != digest("proposal", signed_proposal):
            raise Wrong("a join for another table")
        if not signed(key, octets(signature, 64), "join", b"", body):
            raise Wrong("a join that is not signed")
        if not check_key(own):
            raise Wrong("a seat key that is refused")
        return key, own, nonce, digest("join", body)

    def signed_by(self, seat, record):
        """Whether the seat has signed this record of the game."""
        if (seat, record) not in self.checked:
            self.checked[seat, record] = seat < len(self.keys) and signed(
                self.keys[seat], record[2], record[0], self.id, record[1]
            )
        return self.checked[seat, record]
