"""A client written from SPEC.md 12 to 20 with blocking sockets: it greets, joins, asks, and checks what it gets."""

import socket
import ssl

from tests.independent.basics import Wrong, digest, pack, signed, unpack
from tests.independent.books import book
from tests.independent.frames import LONGEST
from tests.independent.hello import hello
from tests.independent.keys import derive, public, sign
from tests.independent.pins import base32, pin

NONCE = bytes(range(32))


class Link:
    """A connection to who listens at an address, after the hello."""

    def __init__(self, seed, key, address):
        place, _, pinned = address.removeprefix("tls:").partition("#")
        host, _, port = place.rpartition(":")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.minimum_version = ssl.TLSVersion.TLSv1_3
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        tcp = socket.create_connection((host.strip("[]"), int(port)), timeout=20)
        self.stream = context.wrap_socket(tcp)
        found = pin(self.stream.getpeercert(binary_form=True))
        if base32(found) != pinned:
            self.close()
            raise Wrong("another key than the pinned one")
        self._greet(seed, key, found)

    def _greet(self, seed, key, found):
        given = {
            "role": "dial",
            "seed": seed.hex(),
            "nonce": NONCE.hex(),
            "carrier": "tls",
            "transport_key": found.hex(),
            "wanted": key.hex(),
        }
        own = public(seed)
        self.send("hello", 1, own, NONCE, key)
        kind, _, their_key, their_nonce = first = self.receive()
        said = ["dial", 1, "tls", found, own, NONCE, their_key, their_nonce]
        self.send("proof", sign(seed, "hello", b"", pack(said)))
        came = [pack(message) for message in (first, self.receive())]
        given["received"] = b"".join(len(body).to_bytes(4, "big") + body for body in came).hex()
        if hello(given)["key"] != key.hex() or kind != "hello":
            raise Wrong("somebody else")

    def send(self, *message):
        body = pack(list(message))
        self.stream.sendall(len(body).to_bytes(4, "big") + body)

    def receive(self):
        """The next message that is no ping; None at the end."""
        while True:
            head = self._exactly(4)
            if head is None:
                return None
            length = int.from_bytes(head, "big")
            if not 1 <= length <= LONGEST:
                raise Wrong("a length that is not allowed")
            message = unpack(self._exactly(length), LONGEST)
            if message != ["ping"]:
                return message

    def _exactly(self, size):
        data = b""
        while len(data) < size:
            some = self.stream.recv(size - len(data))
            if not some:
                return None
            data += some
        return data

    def close(self):
        self.stream.close()


def join(link, seed, token, name, nonce):
    """Take a seat; return the signed proposal, the names that were told, and the genesis."""
    link.send("table", token)
    kind, proposal = link.receive()
    if kind != "proposal":
        raise Wrong("no proposal")
    seat_key = public(derive(seed, "seat", nonce))
    body = pack([digest("proposal", proposal), public(seed), seat_key, name, nonce])
    link.send("join", pack([body, sign(seed, "join", b"", body)]))
    names = []
    while (message := link.receive())[0] == "lobby":
        names.append(message[1])
    if message[0] != "genesis":
        raise Wrong("no genesis")
    return proposal, names, message[1]


def talk(link, seed, seat, game, texts):
    """Say something in round 0, ask for all that was said, and return the texts that come, in order."""
    for number, text in enumerate(texts):
        body = pack([seat, number, 0, text])
        link.send("chat", pack([body, sign(seed, "chat", game, body)]))
    return listen(link, len(texts))


def listen(link, many):
    """Ask for all that was said, and return so many messages as they come."""
    link.send("chats", [0, 0])
    came = []
    while len(came) < many:
        kind, what = link.receive()
        if kind == "chat":
            came.append(what)
    return came


def greeting(link, game, keys):
    """What the other end sends of a game in its first round: its want, its addresses, and the seats of its records."""
    link.send("want", 0)
    wanted, addresses, seats = None, [], []
    while not seats or wanted is None:
        kind, what = link.receive()
        if kind == "want":
            wanted = what
        elif kind == "links":
            if what != sorted(set(what)) or not set(what) < set(range(len(keys))):
                raise Wrong("names links of nobody")
        elif kind == "chats":
            if what != [0] * len(keys):
                raise Wrong("counts messages that nobody said")
        elif kind == "address":
            given = {"game_id": game.hex(), "keys": [key.hex() for key in keys], "records": [what.hex()]}
            addresses.append(book(given))
        else:
            kind, body, signature = unpack(what)
            seat = unpack(body)[1] if kind == "event" else unpack(body)[0]
            if not signed(keys[seat], signature, kind, game, body):
                raise Wrong("not signed")
            seats.append(seat)
    return wanted, addresses, seats
