"""SPEC 17: host and guest at a table that is filling."""

from tests.independent.basics import Wrong, array, check_key, digest, octets, pack, signed, text, unpack
from tests.independent.frames import message
from tests.independent.genesis import Game
from tests.independent.keys import derive, half, public, sign


def read_join(data, proposal, key):
    """SPEC 4.2: the join, if it is of this key for this proposal."""
    body, signature = half(data)
    table, whose, own, name, nonce = array(unpack(body), 5)
    text(name, 32), octets(nonce, 32), octets(table, 32)
    if not check_key(octets(own, 32)):
        raise Wrong("a seat key that is refused")
    if octets(whose, 32) != key or not signed(key, signature, "join", b"", body):
        raise Wrong("not signed by this key")
    if table != digest("proposal", proposal):
        raise Wrong("for another table")
    return name, nonce, own


def host(given):
    """The messages that a host answers with; a bye ends them where something is refused."""
    said = []
    try:
        said.extend(answers(given))
    except Wrong:
        said.append(["bye"])
    return said


def answers(given):
    """What a host says to a guest that does not answer any more."""
    proposal, token = bytes.fromhex(given["proposal"]), bytes.fromhex(given["token"])
    guest, own = bytes.fromhex(given["guest"]), bytes.fromhex(given["host_join"])
    came = [message(bytes.fromhex(body)) for body in given["received"]]
    joins = None
    if given["begun"]:
        _, joins = unpack(bytes.fromhex(given["begun"]))
        if guest not in [unpack(half(join)[0])[1] for join in joins]:
            raise Wrong("the table is full")
    if came[0] != ["table", token]:
        raise Wrong("no such table, or another token")
    yield ["proposal", given["proposal"]]
    kind, *join = came[1]
    if kind != "join" or len(join) != 1:
        return  # SPEC 12.2: that ends the link, and nothing has to be said of it
    (join,) = join
    name, nonce, seat_key = read_join(join, proposal, guest)
    fields = unpack(half(proposal)[0])
    host_name, host_nonce, host_seat = read_join(own, proposal, fields[2])
    if {guest, seat_key} & {fields[2], host_seat} or guest == seat_key:
        raise Wrong("a key twice")
    before = [unpack(half(one)[0]) for one in joins or ()]
    if nonce == host_nonce or (before and not any(one[1:3] == [guest, seat_key] for one in before)):
        raise Wrong("a nonce twice, or another one than before")
    if joins is None and fields[8] > 2:
        yield ["lobby", [host_name, name]]
        return
    record = given["begun"] or pack([proposal, [own, join]]).hex()
    Game(("genesis", bytes.fromhex(record), b""))
    yield ["genesis", record]


def guest(given):
    """What a guest sends, and the game it begins."""
    seed, key = bytes.fromhex(given["seed"]), bytes.fromhex(given["host"])
    came = [message(bytes.fromhex(body)) for body in given["received"]]
    kind, proposal = array(came.pop(0), 2)
    if kind != "proposal":
        raise Wrong("no proposal")
    body, signature = half(proposal)
    if array(unpack(body), 12)[2] != key or not signed(key, signature, "proposal", b"", body):
        raise Wrong("not proposed by this host")
    own, nonce = public(seed), bytes.fromhex(given["nonce"])
    seat_key = public(derive(seed, "seat", nonce))
    join = pack([digest("proposal", proposal), own, seat_key, given["name"], nonce])
    signed_join = pack([join, sign(seed, "join", b"", join)])
    while came[0][0] == "lobby":
        names = array(came.pop(0), 2)[1]
        if not isinstance(names, list) or len(names) > 16:
            raise Wrong("not the names of a table")
        [text(name, 32) for name in names]
    kind, record = array(came[0], 2)
    if kind != "genesis":
        raise Wrong("no genesis")
    game = Game(("genesis", octets(record), b""))
    proposed, joins = unpack(record)
    mine = [unpack(half(one)[0]) for one in joins[1 + game.bots :]]
    if half(proposed)[0] != body or not any(
        (one[1], one[2], one[4]) == (own, seat_key, nonce) for one in mine
    ):
        raise Wrong("not the table that was joined")
    sent = [["table", bytes.fromhex(given["token"])], ["join", signed_join]]
    return {"sent": [pack(one).hex() for one in sent], "game_id": game.id.hex()}
