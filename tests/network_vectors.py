"""The vectors of the network half: frames, pins, hellos, invites, lobbies, address records, derived values.

Each comes with what the product makes of it. What both ends say to each other is written as the bytes of a stream, or
as the bodies of messages in order.
"""

from __future__ import annotations

import tempfile
from base64 import b32encode
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgpack
import trio
import trio.testing
from cryptography import x509
from cryptography.hazmat.primitives import serialization as ser
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from p2pgames_protocol.chance.secret import GameSecret
from p2pgames_protocol.discovery.lan import SECRET_SIZE, from_base32, tag
from p2pgames_protocol.discovery.registry import near_address, stored_address
from p2pgames_protocol.local.hotseat import local_identity
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.chat import Chat
from p2pgames_protocol.log.genesis import NOBODY, Proposal, read_proposal, sign_proposal
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.records import Have, Kind, Record, sign
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.mail import armour
from p2pgames_protocol.mail import letters as mail_letters
from p2pgames_protocol.net.acceptor import Acceptor, watch_token
from p2pgames_protocol.net.link import MAX_FRAME, Link, LinkFault
from p2pgames_protocol.net.lobby import Lobby, Seating, Turned, enter
from p2pgames_protocol.net.session import make_token
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import AddressBook, AddressRecord, Player
from p2pgames_protocol.testing.memory import clocked
from p2pgames_protocol.testing.room import Room, identity, seated
from p2pgames_protocol.transports.iroh import id_of
from p2pgames_protocol.transports.tls import Tls, pin_of, write_pin
from p2pgames_protocol.transports.transport import ChannelBinding
from p2pgames_protocol.wire import invite
from p2pgames_protocol.wire import invite as invites
from p2pgames_protocol.wire.codec import Malformed, digest, pack, unpack
from p2pgames_protocol.wire.identity import Identity
from p2pgames_protocol.wire.invite import PREFIX, BadInvite, Invite
from tests.first_linja import FIRST_LINJA
from tests.six import SIX

LINJA = FIRST_LINJA
Vector = tuple[str, dict[str, Any]]
LOW = (1).to_bytes(32, "little")
"""The neutral element: a key for which anybody can sign."""
GAME_ID = b"g" * 32
DEVICE = b"d" * 16
TOKEN = bytes(range(16))
PIN = "QWERTZUIOP234567" * 3 + "ABCD"
OTHER_PIN = PIN[::-1]
HELLO_NONCES = b"d" * 32, b"l" * 32
"""Of the one who dials, and of the one who listens."""


def vector(name: str, about: str, given: dict[str, Any], expect: Any) -> Vector:
    """A vector: its path without ending, and what stands in it."""
    return name, {"about": about, "given": given, "expect": expect}


def spoken(name: str) -> str:
    """What a vector's name says."""
    return name.replace("-", " ")


def network_vectors() -> Iterator[Vector]:
    """Yield every vector of the network half."""
    yield from frame_vectors()
    yield from pin_vectors()
    yield from derive_vectors()
    yield from hello_vectors()
    yield from invite_vectors()
    yield from words_vectors()
    yield from host_vectors()
    yield from guest_vectors()
    yield from address_vectors()
    yield from chat_vectors()
    yield from want_vectors()
    yield from pack_vectors()
    yield from letter_vectors()
    yield from armour_vectors()


# -- frames --


def frame(body: bytes) -> bytes:
    """A body as it goes over the wire."""
    return len(body).to_bytes(4, "big") + body


def frame_vectors() -> Iterator[Vector]:
    """Streams after the hello, and the messages in them; pings are not listed."""
    one, two, ping = pack(("want", 5)), pack(("record", b"x" * 300)), pack(("ping",))
    bye = pack(("bye", "Good night."))
    good = {
        "nothing": ([], b""),
        "two-messages": ([one, two], frame(one) + frame(two)),
        "pings-between": ([one, bye], frame(ping) + frame(one) + frame(ping) * 2 + frame(bye)),
        "sixteen-pings": ([one], frame(ping) * 16 + frame(one)),
        "cut-in-a-length": ([one], frame(one) + b"\0\0"),
        "cut-in-a-body": ([one], frame(one) + frame(two)[:-1]),
    }
    for name, (bodies, data) in good.items():
        expect = {"messages": [body.hex() for body in bodies]}
        yield vector(f"frame/{name}", spoken(name), {"bytes": data.hex()}, expect)
    bad = {
        "empty-body": b"\0\0\0\0",
        "announced-too-long": (MAX_FRAME + 1).to_bytes(4, "big"),
        "announced-very-long": b"\xff\xff\xff\xff",
        "little-endian-length": len(one).to_bytes(4, "little") + one,
        "not-an-array": frame(pack("want")),
        "empty-array": frame(pack(())),
        "kind-is-a-number": frame(pack((1, 5))),
        "kind-is-bytes": frame(pack((b"want", 5))),
        "map": frame(b"\x81\xa4want\x05"),
        "not-the-shortest-encoding": frame(b"\x92\xa4want\xcc\x05"),
        "trailing-byte-in-the-body": frame(one + b"\0"),
        "seventeen-pings": frame(ping) * 17,
        "text-of-another-protocol": b"GET / HTTP/1.1\r\n\r\n",
    }
    for name, data in bad.items():
        yield vector(f"frame/{name}", spoken(name), {"bytes": (frame(one) + data).hex()}, "refused")


def judge_frame(given: dict[str, Any]) -> Any:
    """What a link reads from the stream."""

    async def read() -> list[str]:
        near, far = trio.testing.memory_stream_pair()
        link = Link(near)
        link.key = identity(1).key
        await far.send_all(bytes.fromhex(given["bytes"]))
        await far.send_eof()
        found = []
        while (message := await link.receive()) is not None:
            found.append(pack(message).hex())
        return found

    try:
        return {"messages": clocked(read)}
    except LinkFault:
        return "refused"


# -- pins --


def certificate(key: Any, name: str, year: int) -> bytes:
    """A self-signed certificate of a key."""
    called = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
    begin, end = datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC)
    builder = x509.CertificateBuilder(called, called, key.public_key(), year, begin, end)
    return builder.sign(key, None).public_bytes(ser.Encoding.DER)


def pin_vectors() -> Iterator[Vector]:
    """Certificates and their pins; addresses that pin them or not."""
    key = Ed25519PrivateKey.from_private_bytes(identity(0).derive("transport key", DEVICE))
    own = Tls(identity(0), DEVICE)
    made = {
        "valid": own.certificate,
        "another-certificate-of-the-same-key": certificate(key, "somebody", 2031),
        "another-key": Tls(identity(1), DEVICE).certificate,
    }
    for name, data in made.items():
        pin = pin_of(data)
        expect = {"pin": pin.hex(), "text": write_pin(pin)}
        yield vector(f"pin/{name}", spoken(name), {"certificate": data.hex()}, expect)
    text, other = write_pin(own.pin), write_pin(pin_of(made["another-key"]))
    addresses = {
        "address-with-its-pin": (f"tls:example.org:7000#{text}", True),
        "address-without-a-pin": ("tls:example.org:7000", False),
        "address-with-an-empty-pin": ("tls:example.org:7000#", False),
        "address-with-a-shortened-pin": (f"tls:example.org:7000#{text[:-1]}", False),
        "address-with-a-lower-case-pin": (f"tls:example.org:7000#{text.lower()}", False),
        "address-with-a-padded-pin": (f"tls:example.org:7000#{text}====", False),
        "address-with-the-pin-of-another-key": (f"tls:example.org:7000#{other}", False),
    }  # fmt: skip
    for name, (address, expect) in addresses.items():
        given = {"certificate": own.certificate.hex(), "address": address}
        yield vector(f"pin/{name}", spoken(name), given, expect)


def judge_pin(given: dict[str, Any]) -> Any:
    """The pin of a certificate, or whether an address pins it."""
    pin = pin_of(bytes.fromhex(given["certificate"]))
    if "address" in given:
        return write_pin(pin) == given["address"].partition("#")[2]
    return {"pin": pin.hex(), "text": write_pin(pin)}


# -- derived values --


def derive_vectors() -> Iterator[Vector]:
    """What a client finds again after a restart."""
    seed = identity(0).seed().hex()
    nonce = bytes([5]) * 32
    cases = {
        "transport-key": {"seed": seed, "device": DEVICE.hex()},
        "table-token": {"seed": seed, "table_nonce": nonce.hex()},
        "join-nonce": {"seed": seed, "device": DEVICE.hex(), "proposal": signed_table(2).hex()},
        "seat-key": {"seed": seed, "join_nonce": nonce.hex(), "game_id": GAME_ID.hex()},
        "watch-token": {"token": TOKEN.hex()},
        "seat-0-at-one-computer": {"seed": seed, "seat": 0},
        "seat-3-at-one-computer": {"seed": seed, "seat": 3},
    }
    for name, given in cases.items():
        yield vector(f"derive/{name}", spoken(name), given, judge_derive(given))


def judge_derive(given: dict[str, Any]) -> Any:
    """The derived value."""
    if "token" in given:
        return {"watch_token": watch_token(bytes.fromhex(given["token"])).hex()}
    owner = Identity(bytes.fromhex(given["seed"]))
    if "join_nonce" in given:
        own = owner.seat(bytes.fromhex(given["join_nonce"]))
        secret = GameSecret(own, bytes.fromhex(given["game_id"]), 0)
        return {"seat_key": own.key.hex(), "game_secret": secret.reveal().hex()}
    if "proposal" in given:
        return {
            "nonce": _nonce(owner, bytes.fromhex(given["device"]), bytes.fromhex(given["proposal"])).hex()
        }
    if "device" in given:
        key = Ed25519PrivateKey.from_private_bytes(
            owner.derive("transport key", bytes.fromhex(given["device"]))
        )
        public = key.public_key().public_bytes_raw()
        return {"key": public.hex(), "pin": Tls(owner, bytes.fromhex(given["device"])).pin.hex()}
    if "table_nonce" in given:
        made = Proposal.of(owner.key, LINJA, 2, bytes.fromhex(given["table_nonce"]), {})
        return {"token": make_token(owner, made).hex()}
    return {"key": local_identity(owner, given["seat"]).key.hex()}


def _nonce(owner: Identity, device: bytes, signed: bytes) -> bytes:
    """The nonce that this player on this device joins a proposal with."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(Path(folder))
        player = Player(owner, "x", home, lambda _size: device, lambda _name, _version: LINJA)
        return player.nonces()(read_proposal(signed))


# -- hello --


def proof(
    signer: Identity, role: str, channel: ChannelBinding, dialler: bytes, listener: bytes, **more: Any
) -> bytes:
    """The second message of one end."""
    said = (
        role,
        1,
        channel.transport,
        channel.listener_key,
        dialler,
        more.get("dialled", HELLO_NONCES[0]),
        listener,
        HELLO_NONCES[1],
    )
    return pack(("proof", signer.sign(more.get("tag", "hello"), more.get("scope", NOBODY), pack(said))))


def hello_vectors() -> Iterator[Vector]:
    """What one end says in answer to the bytes it gets; nonces are given, so that everything repeats."""
    own, other = identity(0), identity(1)
    tls, tcp = ChannelBinding("tls", Tls(own, DEVICE).pin), ChannelBinding("tcp")
    far = pack(("hello", 1, other.key, HELLO_NONCES[0], own.key))
    right = proof(other, "dial", tls, other.key, own.key)
    over_tcp, other_key = ChannelBinding("tcp", tls.listener_key), ChannelBinding("tls", bytes(32))

    def given(received: list[bytes], channel: ChannelBinding = tls, role: str = "listen") -> dict[str, Any]:
        return {
            "role": role,
            "seed": own.seed().hex(),
            "nonce": HELLO_NONCES[role == "listen"].hex(),
            "carrier": channel.transport,
            "transport_key": channel.listener_key.hex(),
            **({"wanted": other.key.hex()} if role == "dial" else {}),
            "received": b"".join(map(frame, received)).hex(),
        }

    listener = pack(("hello", 1, other.key, HELLO_NONCES[1]))
    good = {
        "valid-listener": given([far, right]),
        "valid-dialler": given([listener, proof(other, "listen", tls, own.key, other.key)], role="dial"),
        "valid-over-tcp": given([far, proof(other, "dial", tcp, other.key, own.key)], tcp),
    }
    for name, said in good.items():
        yield vector(f"hello/{name}", spoken(name), said, judge_hello(said))
    reflected = pack(("hello", 1, own.key, HELLO_NONCES[0], own.key))
    low = pack(("hello", 1, LOW, HELLO_NONCES[0], own.key))
    bad = {
        "nothing": [],
        "no-proof": [far],
        "format-is-a-boolean": [pack(("hello", True, other.key, HELLO_NONCES[0], own.key)), right],
        "another-format": [pack(("hello", 0, other.key, HELLO_NONCES[0], own.key)), right],
        "short-key": [pack(("hello", 1, other.key[:31], HELLO_NONCES[0], own.key)), right],
        "short-nonce": [pack(("hello", 1, other.key, HELLO_NONCES[0][:31], own.key)), right],
        "one-field-too-many": [pack(("hello", 1, other.key, HELLO_NONCES[0], own.key, None)), right],
        "looks-for-nobody": [pack(("hello", 1, other.key, HELLO_NONCES[0])), right],
        "looks-for-somebody-else": [pack(("hello", 1, other.key, HELLO_NONCES[0], other.key)), right],
        "another-kind": [pack(("table", 1, other.key, HELLO_NONCES[0], own.key)), right],
        "ping-before": [pack(("ping",)), far, right],
        "bye": [pack(("bye", "No."))],
        "ones-own-key": [reflected, proof(own, "dial", tls, own.key, own.key)],
        "low-order-key": [low, pack(("proof", LOW + bytes(32)))],
        "proof-of-zeros": [far, pack(("proof", bytes(64)))],
        "proof-under-another-kind": [far, pack(("proofs", unpack(right)[1]))],
        "proof-with-a-field-too-many": [far, pack((*unpack(right), None))],
        "short-nonce-that-is-proved": [
            pack(("hello", 1, other.key, HELLO_NONCES[0][:31], own.key)),
            proof(other, "dial", tls, other.key, own.key, dialled=HELLO_NONCES[0][:31]),
        ],
        "short-proof": [far, pack(("proof", right[-63:]))],
        "proof-in-the-listeners-role": [far, proof(other, "listen", tls, other.key, own.key)],
        "proof-for-another-carrier": [far, proof(other, "dial", over_tcp, other.key, own.key)],
        "proof-for-another-transport-key": [far, proof(other, "dial", other_key, other.key, own.key)],
        "proof-with-another-nonce": [far, proof(other, "dial", tls, other.key, own.key, dialled=bytes(32))],
        "proof-for-another-listener": [far, proof(other, "dial", tls, other.key, identity(2).key)],
        "proof-by-another-key": [far, proof(identity(2), "dial", tls, other.key, own.key)],
        "proof-with-keys-changed-round": [far, proof(other, "dial", tls, own.key, other.key)],
        "proof-under-another-tag": [far, proof(other, "dial", tls, other.key, own.key, tag="join")],
        "proof-under-a-game-id": [far, proof(other, "dial", tls, other.key, own.key, scope=GAME_ID)],
    }  # fmt: skip
    for name, received in bad.items():
        yield vector(f"hello/{name}", spoken(name), given(received), "refused")
    third = identity(2)
    answer = pack(("hello", 1, third.key, HELLO_NONCES[1]))
    received = [answer, proof(third, "listen", tls, own.key, third.key)]
    yield vector(
        "hello/somebody-else-answers", "somebody else answers", given(received, role="dial"), "refused"
    )


def judge_hello(given: dict[str, Any]) -> Any:
    """What this end says, and whom it found; or that it refuses."""

    async def greet() -> dict[str, str]:
        near, far = trio.testing.memory_stream_pair()
        await far.send_all(bytes.fromhex(given["received"]))
        await far.send_eof()
        link = Link(near)
        channel = ChannelBinding(given["carrier"], bytes.fromhex(given["transport_key"]))
        own = Identity(bytes.fromhex(given["seed"]))
        nonce = bytes.fromhex(given["nonce"])
        if given["role"] == "dial":
            await link.hello(own, bytes.fromhex(given["wanted"]), channel, nonce)
        else:
            await link.answer_hello([own], channel, nonce)
        await link.aclose()
        sent = b""
        while some := await far.receive_some():
            sent += some
        return {"sent": sent.hex(), "key": link.key.hex()}

    try:
        return clocked(greet)
    except LinkFault:
        return "refused"


# -- invites --


def unchecked(value: Any) -> bytes:
    """The encoding of a value that may hold texts which are not allowed."""
    packed: bytes = msgpack.packb(value, use_bin_type=True)
    return packed


def sealed(*fields: Any) -> str:
    """An invite of any fields, with a right checksum."""
    return written(pack(fields))


def written(body: bytes) -> str:
    """An invite of any body, with a right checksum."""
    return PREFIX + b32encode(body + digest("invite", body)[:4]).decode().rstrip("=")


def loose_end(text: str) -> str:
    """The text with a bit set that belongs to no byte."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    assert len(text.removeprefix(PREFIX)) % 8, "every bit belongs to a byte"
    return text[:-1] + letters[letters.index(text[-1]) | 1]


def invite_vectors() -> Iterator[Vector]:
    """Lines that lead to a table, and those that must not."""
    key = identity(0).key
    pinned = (
        f"tls:192.0.2.1:7000#{PIN}",
        f"tls:[2001:db8::1]:7000#{PIN}",
        "tcp:127.0.0.1:7000",
        f"tls:example.org:7000#{OTHER_PIN}",
        f"tls:example.net:7000#{OTHER_PIN}",
    )
    eight = tuple(f"tls:192.0.2.{number}:1#{PIN}" for number in range(8))
    whole = Invite(key, TOKEN, "linja", pinned).text()
    good = {
        "valid": whole,
        "valid-without-token": Invite(key, b"", "linja", pinned[:1]).text(),
        "valid-eight-addresses": Invite(key, TOKEN, "linja", eight).text(),
        "valid-in-small-letters": whole.lower(),
        "valid-broken-over-lines": "\r\n ".join(whole[at : at + 40] for at in range(0, len(whole), 40)) + "\n",
        "valid-unknown-carrier": Invite(key, TOKEN, "linja", ("pigeon:loft",)).text(),
        "valid-longest-address": Invite(key, TOKEN, "linja", ("tls:" + "a" * 252,)).text(),
    }  # fmt: skip
    for name, text in good.items():
        yield vector(f"invite/{name}", spoken(name), {"text": text}, judge_invite({"text": text}))
    letter = "A" if whole[40] != "A" else "B"
    short = sealed(1, key, TOKEN, "linja", ("a:1",))
    bad = {
        "empty": "",
        "not-an-invite": "hello",
        "beginning-alone": PREFIX,
        "another-beginning": "P2PGAME:" + whole.removeprefix(PREFIX),
        "wrong-letter": whole[:40] + letter + whole[41:],
        "letter-lost": whole[:40] + whole[41:],
        "letter-doubled": whole[:40] + whole[40] + whole[40:],
        "cut-off": whole[:-8],
        "character-outside-base32": whole[:40] + "1" + whole[41:],
        "padded": whole + "=" * (-len(whole.removeprefix(PREFIX)) % 8 or 8),
        "loose-bits-at-the-end": loose_end(short),
        "too-long": whole + " " * 4096,
        "wrong-checksum": PREFIX + b32encode(pack((1, key, TOKEN, "linja", ("a:1",))) + bytes(4)).decode().rstrip("="),
        "not-an-array": sealed_value("linja"),
        "not-the-shortest-encoding": written(b"\xdc\x00\x05" + pack((1, key, TOKEN, "linja", ("a:1",)))[1:]),
        "another-format": sealed(0, key, TOKEN, "linja", ("a:1",)),
        "format-is-a-boolean": sealed(True, key, TOKEN, "linja", ("a:1",)),
        "one-field-missing": sealed(1, key, TOKEN, "linja"),
        "one-field-too-many": sealed(1, key, TOKEN, "linja", ("a:1",), None),
        "short-key": sealed(1, key[:31], TOKEN, "linja", ("a:1",)),
        "low-order-key": sealed(1, LOW, TOKEN, "linja", ("a:1",)),
        "token-of-15-bytes": sealed(1, key, TOKEN[:15], "linja", ("a:1",)),
        "token-of-17-bytes": sealed(1, key, TOKEN + b"x", "linja", ("a:1",)),
        "token-is-text": sealed(1, key, "t" * 16, "linja", ("a:1",)),
        "no-game": sealed(1, key, TOKEN, "", ("a:1",)),
        "game-of-33-bytes": sealed(1, key, TOKEN, "g" + "\u00e9" * 16, ("a:1",)),
        "game-with-an-escape": written(unchecked((0, key, TOKEN, "\x1b[2J", ("a:1",)))),
        "no-address": sealed(1, key, TOKEN, "linja", ()),
        "nine-addresses": sealed(1, key, TOKEN, "linja", ("a:1",) * 9),
        "empty-address": sealed(1, key, TOKEN, "linja", ("",)),
        "address-of-257-characters": sealed(1, key, TOKEN, "linja", ("tls:" + "a" * 253,)),
        "address-too-long-with-its-pin": sealed(1, key, TOKEN, "linja", (pinned[0], "tls:" + "a" * 230 + "#")),
        "address-outside-ascii": sealed(1, key, TOKEN, "linja", ("tls:\u00e4:1",)),
        "address-with-an-escape": written(unchecked((0, key, TOKEN, "linja", ("tls:\x1b[2J:1",)))),
        "address-is-bytes": sealed(1, key, TOKEN, "linja", (b"tls:a:1",)),
        "addresses-are-text": sealed(1, key, TOKEN, "linja", "tls:a:1"),
        "another-letter-in-the-beginning": "Q" + whole[1:],
        "escape-in-the-game": written(unchecked((1, key, TOKEN, "\x1b[2J", ("a:1",)))),
        "escape-in-an-address": written(unchecked((1, key, TOKEN, "linja", ("tls:\x1b[2J:1",)))),
    }  # fmt: skip
    for name, text in bad.items():
        yield vector(f"invite/{name}", spoken(name), {"text": text}, "refused")


def sealed_value(value: Any) -> str:
    """An invite that is no array."""
    return written(pack(value))


def judge_invite(given: dict[str, Any]) -> Any:
    """The fields of an invite."""
    try:
        read = invites.read_invite(given["text"])
    except BadInvite:
        return "refused"
    return {
        "host": read.host.hex(),
        "token": read.token.hex(),
        "game": read.game,
        "addresses": list(read.addresses),
        "written": read.text(),
    }


# -- words --


SEED = "7b2cba154baeab7db4047d9533c02377763502f79f80322c490ae900794a2c5b"
"""What the seed of the words of ``bytes(range(6))`` is; written down, since making it takes a second."""


def words_vectors() -> Iterator[Vector]:
    """Words that are read or not, the seed that is made of them, and what follows from that."""
    text = invite.Words(bytes(range(6))).text()
    one, two, *rest = text.split()
    good = {
        "valid": text,
        "valid-of-zeros": invite.Words(bytes(6)).text(),
        "valid-of-ones": invite.Words(b"\xff" * 6).text(),
        "valid-in-capitals": text.upper(),
        "valid-with-hyphens": text.replace(" ", "-"),
        "valid-with-commas": text.replace(" ", ", ") + "\n",
        "valid-by-four-letters": " ".join(word[:4] for word in text.split()),
    }
    bad = {
        "empty": "",
        "four": " ".join((one, two, *rest[:2])),
        "six": f"{text} {one}",
        "swapped": " ".join((two, one, *rest)),
        "another": " ".join(("zoo", two, *rest)),
        "not-in-the-list": " ".join(("train", "tram", *rest)),
        "three-letters": " ".join((one[:3], two, *rest)),
        "a-letter-too-many": " ".join((f"{one}s", two, *rest)),
        "outside-ascii": " ".join((one, "caf\u00e9", *rest)),
        "with-points": text.replace(" ", "."),
    }
    for name, said in {**good, **bad}.items():
        given = {"text": said}
        yield vector(f"words/{name}", spoken(name), given, judge_words(given))
    yield vector("words/seed", "argon2id at its full cost", {"secret": bytes(range(6)).hex()}, {"seed": SEED})
    given = {"seed": SEED}
    yield vector("words/key", "what follows from the seed", given, judge_words(given))
    given = {"stored": SEED}
    yield vector("words/stored", "the item of the DHT that follows from the seed", given, judge_words(given))


def judge_words(given: dict[str, Any]) -> Any:
    """The secret of words; the seed of a secret; where the host of a seed is, and what opens it."""
    if "secret" in given:
        return {"seed": invite.stretch(bytes.fromhex(given["secret"])).hex()}
    if "seed" in given:
        own = Identity(bytes.fromhex(given["seed"]))
        return {
            "key": own.key.hex(),
            "token": invite.meeting_token(own).hex(),
            "pin": write_pin(Tls(own, b"").pin),
            "iroh": id_of(own, b"").hex(),
            "label": tag(from_base32(near_address(own)[4:30], SECRET_SIZE), 0),
        }
    if "stored" in given:
        return {"address": stored_address(Identity(bytes.fromhex(given["stored"])))}
    try:
        return {"secret": invite.read_words(given["text"]).secret.hex()}
    except invite.BadWords:
        return "refused"


# -- the lobby, as its host --


def signed_table(seats: int) -> bytes:
    """A proposal for Linja."""
    return sign_proposal(identity(0), Proposal.of(identity(0).key, LINJA, seats, bytes(32), {}))


def bare_table(seats: int) -> bytes:
    """A proposal for more seats than Linja has: lobbies do not look at the rules."""
    fields = list(unpack(unpack(signed_table(2))[0]))
    fields[8] = seats
    body = pack(tuple(fields))
    return pack((body, identity(0).sign("proposal", NOBODY, body)))


def joined(signed: bytes, number: int, name: str = "", nonce: bytes = b"") -> bytes:
    """The join of a throwaway identity."""
    return gen.sign_join(identity(number), signed, name or f"Player{number}", nonce or bytes([number]) * 32)


def host_vectors() -> Iterator[Vector]:
    """What a host answers to one guest, message by message, until the guest closes its end."""
    two, three = signed_table(2), bare_table(3)
    table = pack(("table", TOKEN))

    def given(signed: bytes, *messages: bytes, link: int = 1, **more: Any) -> dict[str, Any]:
        return {
            "host_seed": identity(0).seed().hex(),
            "host_join": joined(signed, 0).hex(),
            "proposal": signed.hex(),
            "token": TOKEN.hex(),
            "guest": identity(link).key.hex(),
            "received": [message.hex() for message in messages],
            "begun": more.get("begun", ""),
        }

    def join(signed: bytes, number: int = 1, **more: Any) -> bytes:
        return pack(("join", joined(signed, number, **more)))

    def fields(of: bytes, **other: Any) -> bytes:
        """Return a join for the table for three, of which only the lobby looks, with some fields of its own."""
        right = {
            "table": digest("proposal", of), "key": identity(1).key, "seat": seated(1).key,
            "name": "Player1", "nonce": bytes([1]) * 32,
        }  # fmt: skip
        return pack(("join", raw_join(tuple((right | other).values()))))

    inside, by = unpack(joined(three, 1))
    body, signature = unpack(joined(two, 1))
    whole = gen.assemble(two, (joined(two, 0), joined(two, 1))).record.hex()
    cases = {
        "last-seat-taken": given(two, table, join(two)),
        "seats-left-open": given(three, table, join(three)),
        "wrong-token": given(two, pack(("table", bytes(16))), join(two)),
        "short-token": given(two, pack(("table", TOKEN[:15])), join(two)),
        "token-is-text": given(two, pack(("table", "t" * 16)), join(two)),
        "token-for-watchers": given(two, pack(("table", watch_token(TOKEN))), join(two)),
        "no-token": given(two, pack(("table",)), join(two)),
        "unknown-wish": given(two, pack(("dance",))),
        "unknown-game": given(two, pack(("game", GAME_ID))),
        "join-of-another-key": given(two, table, join(two, 2)),
        "join-for-another-table": given(two, table, join(three)),
        "join-not-signed": given(two, table, pack(("join", pack((body, bytes(64)))))),
        "join-changed": given(
            two, table, pack(("join", pack((body.replace(b"Player1", b"Player2"), signature))))
        ),
        "join-with-an-escape-in-the-name": given(
            two,
            table,
            pack(
                (
                    "join",
                    raw_join((digest("proposal", two), identity(1).key, seated(1).key, "\x1b[2J", bytes(32))),
                )
            ),
        ),
        "join-without-name": given(
            two,
            table,
            pack(
                ("join", raw_join((digest("proposal", two), identity(1).key, seated(1).key, "", bytes(32))))
            ),
        ),
        "join-with-the-hosts-nonce": given(two, table, join(two, nonce=bytes([0]) * 32)),
        "join-is-not-bytes": given(two, table, pack(("join", "me"))),
        "after-the-beginning": given(two, table, join(two), begun=whole),
        "after-the-beginning-by-another-name": given(two, table, join(two, name="Player One"), begun=whole),
        "after-the-beginning-somebody-else": given(two, table, join(two, 2), link=2, begun=whole),
        "after-the-beginning-with-another-nonce": given(
            two, table, join(two, nonce=bytes([7]) * 32), begun=whole
        ),
    }
    at_three = {
        "join-under-another-kind": pack(("joins", joined(three, 1))),
        "join-with-a-field-too-many": pack(("join", joined(three, 1), None)),
        "signed-join-with-a-field-too-many": pack(("join", pack((inside, by, None)))),
        "body-of-a-join-with-a-field-too-many": fields(three, more=None),
        "join-with-a-name-of-33-bytes": fields(three, name="x" * 33),
        "join-with-a-nonce-of-31-bytes": fields(three, nonce=bytes([1]) * 31),
        "join-with-a-seat-key-of-low-order": fields(three, seat=LOW),
        "join-with-a-seat-key-of-31-bytes": fields(three, seat=seated(1).key[:31]),
        "join-with-a-digest-of-31-bytes": fields(three, table=digest("proposal", three)[:31]),
        "join-of-another-key-at-three": pack(("join", joined(three, 2))),
        "join-for-another-table-at-three": fields(two),
        "join-not-signed-at-three": pack(("join", pack((inside, bytes(64))))),
        "join-with-the-hosts-key-for-its-seat": fields(three, seat=identity(0).key),
        "join-with-its-own-key-for-its-seat": fields(three, seat=identity(1).key),
        "join-with-the-hosts-nonce-at-three": pack(("join", joined(three, 1, nonce=bytes(32)))),
    }
    cases |= {name: given(three, table, join) for name, join in at_three.items()}
    for name, one in cases.items():
        yield vector(f"host/{name}", spoken(name), one, judge_host(one))


def raw_join(fields: tuple[Any, ...]) -> bytes:
    """A signed join of any fields."""
    body = unchecked(fields)
    return pack((body, identity(1).sign("join", NOBODY, body)))


def judge_host(given: dict[str, Any]) -> Any:
    """The kinds of the messages that the host sends, and the fields of all that are not for people."""
    with tempfile.TemporaryDirectory() as folder:
        sent = clocked(_answers, given, Path(folder))
    return [[kind] if kind == "bye" else [kind, *map(_plain, fields)] for kind, *fields in sent]


def _plain(value: Any) -> Any:
    if type(value) is tuple:
        return [_plain(item) for item in value]
    return value.hex() if type(value) is bytes else value


async def _answers(given: dict[str, Any], folder: Path) -> list[tuple[Any, ...]]:
    host = Identity(bytes.fromhex(given["host_seed"]))
    signed = bytes.fromhex(given["proposal"])
    own = gen.read_join(bytes.fromhex(given["host_join"]), signed)
    home = Home(folder)
    home.make()
    player = Player(host, own.name, home, lambda size: b"e" * size, lambda _name, _version: LINJA)
    lobby = Lobby(Seating(host, read_proposal(signed), own.name, own.nonce), bytes.fromhex(given["token"]))
    door = Acceptor(player, lobby)
    if given["begun"]:
        lobby.seating.genesis = gen.read_genesis(bytes.fromhex(given["begun"]))
    near, far = trio.testing.memory_stream_pair()
    ends = Link(near), Link(far)
    ends[0].key, ends[1].key = bytes.fromhex(given["guest"]), host.key
    said: list[tuple[Any, ...]] = []

    async def serve() -> None:
        first = await ends[0].receive()
        with suppress(LinkFault):
            await door._serve(ends[0], first or ("",))
        await ends[0].aclose()

    async def speak() -> None:
        # One at a time: who has been refused says no more.
        for body in given["received"]:
            with suppress(LinkFault):
                await ends[1].send(*unpack(bytes.fromhex(body)))
            await trio.testing.wait_all_tasks_blocked()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(_begin, door)
        nursery.start_soon(serve)
        nursery.start_soon(speak)
        with trio.move_on_after(10):
            while (message := await ends[1].receive()) is not None:
                said.append(message)
                if message[0] in ("genesis", "bye"):
                    break
        nursery.cancel_scope.cancel()
    return said


async def _begin(door: Acceptor) -> None:
    with suppress(Turned):
        await door.start()


# -- the lobby, as a guest --


def guest_vectors() -> Iterator[Vector]:
    """What a guest says to a host, and whether it begins the game."""
    signed, other = signed_table(2), bare_table(3)
    joins = [joined(signed, number) for number in range(3)]
    right = gen.assemble(signed, tuple(joins[:2])).record
    elsewhere = gen.assemble(other, tuple(joined(other, number) for number in range(3))).record
    swapped = gen.assemble(signed, (joins[0], joins[2])).record
    nonce = gen.assemble(signed, (joins[0], joined(signed, 1, nonce=bytes([9]) * 32))).record
    stolen = pack((unpack(signed)[0], identity(2).sign("proposal", NOBODY, unpack(signed)[0])))
    with_bot = sign_proposal(
        identity(0), replace(Proposal.of(identity(0).key, SIX, 3, bytes(32), {}), bots=1)
    )
    three = [joined(with_bot, number) for number in range(3)]
    inside = gen.assemble(with_bot, tuple(three)).record
    beside = gen.assemble(with_bot, (three[0], three[2], three[1])).record
    proposal, names = pack(("proposal", signed)), pack(("lobby", ("Player0", "Player1")))
    cases = {
        "begins": [proposal, names, pack(("genesis", right))],
        "proposal-signed-by-another": [pack(("proposal", stolen)), pack(("genesis", right))],
        "proposal-of-another-host": [pack(("proposal", rehosted(signed))), pack(("genesis", right))],
        "proposal-is-not-bytes": [pack(("proposal", "linja"))],
        "bye": [pack(("bye", "The table is full already."))],
        "bye-after-the-join": [proposal, pack(("bye", "The host did not let you in."))],
        "genesis-before-the-proposal": [pack(("genesis", right))],
        "genesis-of-another-proposal": [proposal, pack(("genesis", elsewhere))],
        "genesis-without-our-seat": [proposal, pack(("genesis", swapped))],
        "genesis-with-another-nonce-of-ours": [proposal, pack(("genesis", nonce))],
        "begins-beside-a-bot-of-the-host": [pack(("proposal", with_bot)), pack(("genesis", beside))],
        "genesis-with-us-in-a-seat-of-the-host": [pack(("proposal", with_bot)), pack(("genesis", inside))],
        "genesis-cut": [proposal, pack(("genesis", right[:-1]))],
        "record-in-the-lobby": [proposal, pack(("record", b"x")), pack(("genesis", right))],
        "name-with-an-escape-in-the-lobby": [proposal, unchecked(("lobby", ("\x1b[2J",))), pack(("genesis", right))],
        "proposal-under-another-kind": [pack(("proposals", signed)), names, pack(("genesis", right))],
        "proposal-with-a-field-too-many": [pack(("proposal", signed, None)), names, pack(("genesis", right))],
        "lobby-with-a-field-too-many": [proposal, pack((*unpack(names), None)), pack(("genesis", right))],
        "names-are-text-in-the-lobby": [proposal, pack(("lobby", "Ada")), pack(("genesis", right))],
        "name-of-33-bytes-in-the-lobby": [proposal, pack(("lobby", ("x" * 33,))), pack(("genesis", right))],
        "genesis-under-another-kind": [proposal, names, pack(("geneses", right))],
        "genesis-with-a-field-too-many": [proposal, names, pack(("genesis", right, None))],
        "seventeen-names-in-the-lobby": [proposal, pack(("lobby", ("x",) * 17)), pack(("genesis", right))],
    }  # fmt: skip
    for name, received in cases.items():
        given = {
            "seed": identity(1).seed().hex(),
            "name": "Player1",
            "nonce": (bytes([1]) * 32).hex(),
            "token": TOKEN.hex(),
            "host": identity(0).key.hex(),
            "received": [body.hex() for body in received],
        }
        yield vector(f"guest/{name}", spoken(name), given, judge_guest(given))


def rehosted(signed: bytes) -> bytes:
    """The proposal with another host, who signed it."""
    fields = list(unpack(unpack(signed)[0]))
    fields[2] = identity(2).key
    body = pack(tuple(fields))
    return pack((body, identity(2).sign("proposal", NOBODY, body)))


def judge_guest(given: dict[str, Any]) -> Any:
    """What the guest sends and which game it begins; or that it refuses."""

    async def sit() -> Any:
        near, far = trio.testing.memory_stream_pair()
        for body in given["received"]:
            await far.send_all(frame(bytes.fromhex(body)))
        await far.send_eof()
        link = Link(near)
        link.key = bytes.fromhex(given["host"])
        own = Identity(bytes.fromhex(given["seed"]))
        nonce = bytes.fromhex(given["nonce"])
        genesis = await enter(link, own, bytes.fromhex(given["token"]), given["name"], lambda _: nonce)
        await link.aclose()
        sent, reader = [], Link(far)
        reader.key = own.key
        while (message := await reader.receive()) is not None:
            sent.append(pack(message).hex())
        return {"sent": sent, "game_id": genesis.game_id.hex()}

    try:
        return clocked(sit)
    except (Turned, LinkFault):
        return "refused"


# -- address records --


def address_vectors() -> Iterator[Vector]:
    """Records of a book of two players, heard in order, and where the players are then."""
    one, other = identity(0), identity(1)

    def entry(
        number: int, *addresses: Any, signer: Identity = one, game: bytes = GAME_ID, **more: Any
    ) -> bytes:
        body = unchecked((more.get("key", signer.key), number, addresses))
        return pack((body, signer.sign(more.get("tag", "address"), game, body)))

    first = AddressRecord.sign(one, GAME_ID, 0, ("tls:a:1",)).record
    body, signature = unpack(first)
    cases = {
        "valid": [first, entry(7, "tls:b:1", f"tls:c:1#{PIN}", signer=other)],
        "newer": [first, entry(1, "tls:b:1")],
        "older": [entry(1, "tls:b:1"), first],
        "same-number": [first, entry(0, "tls:b:1")],
        "cannot-be-reached": [first, entry(1)],
        "largest-number": [first, entry(2**32 - 1, "tls:b:1")],
        "longest-address": [entry(0, "tls:" + "a" * 252)],
        "eight-addresses": [entry(0, *["tls:a:1"] * 8)],
        "not-signed": [pack((body, bytes(64)))],
        "signature-of-another-record": [pack((pack((one.key, 0, ("tls:b:1",))), signature))],
        "signed-by-another": [entry(0, "tls:a:1", signer=other, key=one.key)],
        "for-another-game": [entry(0, "tls:a:1", game=b"h" * 32)],
        "under-another-tag": [entry(0, "tls:a:1", tag="hello")],
        "of-nobody-at-the-table": [entry(0, "tls:a:1", signer=identity(2))],
        "number-too-large": [entry(2**32, "tls:a:1")],
        "number-negative": [entry(-1, "tls:a:1")],
        "number-is-a-boolean": [entry(True, "tls:a:1")],
        "nine-addresses": [entry(0, *["tls:a:1"] * 9)],
        "address-of-257-characters": [entry(0, "tls:" + "a" * 253)],
        "address-empty": [entry(0, "")],
        "address-outside-ascii": [entry(0, "tls:\u00e4:1")],
        "address-with-a-line-feed": [entry(0, "tls:a:1\n")],
        "short-key": [entry(0, "tls:a:1", key=one.key[:31])],
        "one-field-too-many": [pack((body, signature, None))],
        "body-with-a-field-too-many": [
            pack((long := pack((*unpack(body), None)), one.sign("address", GAME_ID, long)))
        ],
        "addresses-are-text": [
            pack((named := pack((one.key, 0, "tls:a:1")), one.sign("address", GAME_ID, named)))
        ],
        "not-msgpack": [b"\xc1"],
    }
    for name, records in cases.items():
        given = {
            "game_id": GAME_ID.hex(),
            "keys": [one.key.hex(), other.key.hex()],
            "records": [record.hex() for record in records],
        }
        yield vector(f"address/{name}", spoken(name), given, judge_address(given))


def judge_address(given: dict[str, Any]) -> Any:
    """Where each player said it is; or that a record is refused."""
    keys = [bytes.fromhex(key) for key in given["keys"]]

    async def hear(book: AddressBook) -> None:
        for record in given["records"]:
            await book.receive(book.read_record(bytes.fromhex(record)))

    with tempfile.TemporaryDirectory() as folder:
        book = AddressBook(Path(folder, "x.addresses"), bytes.fromhex(given["game_id"]), keys)
        try:
            trio.run(hear, book)
        except Malformed:
            return "refused"
        return [list(book.addresses_of(key)) for key in keys]


# -- chat --


def said(number: int, at: int, text: Any, **more: Any) -> bytes:
    """A chat message of a throwaway identity, with whatever is wrong with it."""
    signer = more.get("signer", identity(0))
    body = unchecked((more.get("seat", 0), number, at, text))
    return pack((body, signer.sign(more.get("tag", "chat"), more.get("game", GAME_ID), body)))


def chat_vectors() -> Iterator[Vector]:
    """Messages in the order in which they come while a round is open, and what becomes of each."""
    hello = said(0, 3, "Hello")
    body, signature = unpack(hello)
    other = {"seat": 1, "signer": identity(1)}
    longest = "\u00e9" * 1024
    cases = {
        "valid": [hello, said(1, 5, "\u00c9t\u00e9 d\u00e9j\u00e0"), said(0, 5, "Hi", **other)],
        "longest": [said(0, 3, longest)],
        "the-same-again": [hello, hello],
        "another-under-this-number": [hello, said(0, 3, "Goodbye"), said(1, 3, "Still here")],
        "one-before-it-is-missing": [said(1, 3, "Second"), hello, said(1, 3, "Second")],
        "one-round-ahead": [said(0, 6, "I have moved")],
        "two-rounds-ahead": [said(0, 7, "Faster"), hello],
        "eight-in-a-round": [said(number, 3, "x") for number in range(8)],
        "nine-in-a-round": [*[said(number, 3, "x") for number in range(9)], said(9, 4, "x"), hello],
        "nine-in-two-rounds": [said(number, 3 + number // 8, "x") for number in range(9)],
        "round-before-the-last-one": [hello, said(1, 2, "Earlier"), said(1, 3, "Cut off")],
        "cuts-off-nobody-else": [hello, said(1, 2, "Earlier"), said(0, 3, "Hi", **other)],
        "empty": [said(0, 3, "")],
        "2049-bytes": [said(0, 3, longest + "x")],
        "valid-not-normalized": [said(0, 3, "e\u0301"), said(0, 3, "\u00e9")],
        "valid-newer-unicode": [said(0, 3, "\U0001f600")],
        "line-feed": [said(0, 3, "two\nlines")],
        "escape": [said(0, 3, "\x1b[2J")],
        "valid-override-of-direction": [said(0, 3, "\u202eevil")],
        "text-is-bytes": [said(0, 3, b"Hello")],
        "seat-is-a-boolean": [said(0, 3, "Hello", seat=False)],
        "number-negative": [said(-1, 3, "Hello")],
        "number-too-large": [said(2**18, 3, "Hello")],
        "round-too-large": [said(0, 2**32, "Hello")],
        "not-signed": [pack((body, bytes(64)))],
        "signature-of-another-message": [pack((unpack(said(0, 3, "Goodbye"))[0], signature))],
        "signed-by-another-seat": [said(0, 3, "Hello", signer=identity(1))],
        "of-nobody-at-the-table": [said(0, 3, "Hello", seat=2, signer=identity(2))],
        "for-another-game": [said(0, 3, "Hello", game=b"h" * 32)],
        "under-another-tag": [said(0, 3, "Hello", tag="note")],
        "one-field-too-many": [pack((body, signature, None))],
        "body-with-a-field-too-many": [
            pack((long := pack((*unpack(body), None)), identity(0).sign("chat", GAME_ID, long)))
        ],
        "not-msgpack": [b"\xc1"],
    }
    for name, records in cases.items():
        given = {
            "game_id": GAME_ID.hex(),
            "keys": [identity(0).key.hex(), identity(1).key.hex()],
            "open": 5,
            "records": [record.hex() for record in records],
        }
        yield vector(f"chat/{name}", spoken(name), given, judge_chat(given))


def judge_chat(given: dict[str, Any]) -> Any:
    """What becomes of each message: new, known, early, refused or malformed."""
    chat = Chat(bytes.fromhex(given["game_id"]), [bytes.fromhex(key) for key in given["keys"]])

    def heard(record: str) -> str:
        try:
            return chat.receive(bytes.fromhex(record), given["open"]).name.lower()
        except Malformed:
            return "malformed"

    return [heard(record) for record in given["records"]]


# -- want --


def want_vectors() -> Iterator[Vector]:
    """What is sent to somebody who wants everything from a round on: the digests of the records, in order."""
    room = Room(LINJA, 2, seed=3)
    room.play(6)
    room.signers[1 - room.turn().seat].resign()
    records = [record.pack() for record in room.replicas[0].records()]
    last = len(room.replicas[0].log)
    cases = {"everything": 0, "from-a-round-on": 4, "the-open-round": last, "a-round-to-come": last + 3}
    for name, since in cases.items():
        given = {
            "genesis": room.genesis.record.hex(),
            "records": [record.hex() for record in records],
            "round": since,
        }
        yield vector(f"want/{name}", spoken(name), given, judge_want(given))


def judge_want(given: dict[str, Any]) -> Any:
    """The places of the records that are sent, in order, in the list of those that are there."""
    replica = Replica(gen.read_genesis(bytes.fromhex(given["genesis"])), LINJA)
    for record in given["records"]:
        Intake(replica).receive(Record.read(bytes.fromhex(record)))
    return [given["records"].index(record.pack().hex()) for record in replica.records(given["round"])]


# -- packs --


def pack_vectors() -> Iterator[Vector]:
    """Packs, and the records in them."""
    room = Room(LINJA, 2, seed=3)
    room.play(3)
    room.signers[1 - room.turn().seat].resign()
    replica = room.replicas[0]
    whole, game = armour.write_bundle(replica), room.genesis.game_id
    first = Record(Kind.GENESIS, room.genesis.record)
    event = next(record for record in replica.records() if record.kind is Kind.EVENT)
    good = {
        "whole-game": whole,
        "from-a-round-on": armour.write_bundle(replica, 3),
        "nothing-but-the-genesis": logfile.write_records([first], armour.MAGIC),
    }
    for name, data in good.items():
        given = {"bytes": data.hex()}
        yield vector(f"pack/{name}", spoken(name), given, judge_pack(given))
    have = Have(0, 0, bytes(32)).pack()

    def made(*records: Record) -> bytes:
        return logfile.write_records([first, event, *records], armour.MAGIC)

    bad = {
        "empty": b"",
        "a-game-file": logfile.write_records([first, event]),
        "no-record": armour.MAGIC,
        "no-genesis": logfile.write_records([event], armour.MAGIC),
        "two-geneses": made(first),
        "torn": whole[:-1],
        "trailing-byte": whole + b"\0",
        "changed-checksum": whole[:20] + bytes([whole[20] ^ 1]) + whole[21:],
        "not-a-record": made() + logfile.frame(pack("record")),
        "have-by-another-seat": made(sign(seated(1), Kind.HAVE, game, have)),
        "have-for-another-game": made(sign(seated(0), Kind.HAVE, GAME_ID, have)),
        "have-under-another-tag": made(Record(Kind.HAVE, have, sign(seated(0), Kind.NOTE, game, have).signature)),
        "have-of-nobody": made(sign(seated(0), Kind.HAVE, game, Have(2, 0, bytes(32)).pack())),
        "event-not-signed": made(Record(Kind.EVENT, event.body, bytes(64))),
        "evidence-of-one-event": made(Record(Kind.EVIDENCE, pack((event.pack(), event.pack())))),
    }  # fmt: skip
    for name, data in bad.items():
        yield vector(f"pack/{name}", spoken(name), {"bytes": data.hex()}, "refused")


def judge_pack(given: dict[str, Any]) -> Any:
    """The game and the records of a pack."""
    try:
        found = armour.read_bundle(bytes.fromhex(given["bytes"]))
    except armour.BadBundle:
        return "refused"
    return {
        "game_id": found.genesis.game_id.hex(),
        "records": [record.pack().hex() for record in found.records],
    }


def letter_vectors() -> Iterator[Vector]:
    """Letters, and what is wrong with others."""
    proposal = Proposal.of(identity(0).key, LINJA, 2, bytes([7]) * 32, {"time": "none"})
    signed = sign_proposal(identity(0), proposal)
    own, other = (gen.sign_join(identity(n), signed, f"Player{n}", bytes([n]) * 32) for n in (0, 1))
    for name, join in (("invitation", own), ("answer", other)):
        given = {"bytes": mail_letters.write_letter(signed, join).hex()}
        yield vector(f"letter/{name}", spoken(name), given, judge_letter(given))
    whole = mail_letters.write_letter(signed, other)
    elsewhere = gen.sign_join(identity(1), signed + b"x", "Player1", bytes([1]) * 32)
    unsigned = pack((unpack(other)[0], bytes(64)))

    def made(*fields: object) -> bytes:
        return mail_letters.MAGIC + logfile.frame(pack(fields))

    bad = {
        "empty": b"",
        "a-pack": armour.MAGIC + whole[len(mail_letters.MAGIC) :],
        "no-frame": mail_letters.MAGIC,
        "two-frames": whole + whole[len(mail_letters.MAGIC) :],
        "torn": whole[:-1],
        "trailing-byte": whole + b"\0",
        "no-join": made(signed, b""),
        "two-joins": made(signed, own, other),
        "join-for-another-table": made(signed, elsewhere),
        "join-not-signed": made(signed, unsigned),
        "proposal-not-signed": made(pack((unpack(signed)[0], bytes(64))), other),
        "joins-as-in-a-genesis": made(signed, (other,)),
        "another-first-line": whole.replace(b"letter 1", b"lettre 1"),
        "length-that-is-wrong": relabelled(whole, length=1),
        "checksum-that-is-wrong": relabelled(whole, check=1),
    }
    for name, data in bad.items():
        yield vector(f"letter/{name}", spoken(name), {"bytes": data.hex()}, "refused")


def relabelled(letter: bytes, length: int = 0, check: int = 0) -> bytes:
    """A letter whose frame has another length, or another checksum."""
    at = len(mail_letters.MAGIC)
    size = int.from_bytes(letter[at : at + 4], "big") + length
    return letter[:at] + size.to_bytes(4, "big") + bytes([letter[at + 4] ^ check]) + letter[at + 5 :]


def judge_letter(given: dict[str, Any]) -> Any:
    """Who writes to which table."""
    try:
        found = mail_letters.read_letter(bytes.fromhex(given["bytes"]))
    except armour.BadBundle:
        return "refused"
    return {
        "table": found.table.hex(),
        "invites": found.invites,
        "key": found.join.key.hex(),
        "name": found.join.name,
    }


def armour_vectors() -> Iterator[Vector]:
    """Packs as text; what is in them does not matter here."""
    one, two = bytes(range(200)), b"another" * 10
    parts, whole = armour.write_mail(one, 4), "".join(armour.write_mail(one))
    second = "".join(armour.write_mail(two))
    name = parts[0].split()[4]
    good = {
        "one-part": whole,
        "three-parts": "".join(parts),
        "three-parts-out-of-order": parts[2] + parts[0] + parts[1],
        "a-part-twice": parts[0] + "".join(parts),
        "two-packs": parts[0] + second + parts[1] + parts[2],
        "quoted": "On Friday Ada wrote:\r\n" + "".join(f"> > {line}\r\n" for line in whole.splitlines()),
        "on-one-line": whole.replace("\n", " "),
        "broken-everywhere": "\n".join(whole),
        "text-around": f"Hello, here it is: --\n{whole}-- \nAda",
    }
    for title, text in good.items():
        yield vector(f"armour/{title}", spoken(title), {"text": text}, judge_armour({"text": text}))
    bad = {
        "no-pack": "Hello",
        "empty": "",
        "no-end": whole[:-8],
        "missing-part": parts[0] + parts[2],
        "part-of-another-pack": parts[0] + parts[1] + armour.write_mail(two, 4)[-1],
        "quoted-part-cut-off": whole + "> -----BEGIN P2PGAMES PACK 1/1",
        "changed-letter": whole.replace("AAEC", "AAED"),
        "changed-check": whole[:-14] + ("0" if whole[-14] != "0" else "1") + whole[-13:],
        "changed-name": whole.replace(name[:4], "0000"),
        "name-in-small-letters": whole.replace(name[:-5], name[:-5].lower()),
        "leading-zero": whole.replace("1/1", "01/01"),
        "part-0": whole.replace("1/1", "0/1"),
        "more-than-there-are": whole.replace("1/1", "2/1"),
        "numbers-differ": whole.replace("END P2PGAMES PACK 1/1", "END P2PGAMES PACK 1/2"),
        "padded": whole.replace("\n-----END", "=\n-----END"),
        "unused-bits": whole.replace("xsc\n-----END", "xsd\n-----END"),
        "four-hyphens": whole[1:],
        "two-parts-of-one-number": "".join(parts) + renamed(armour.write_mail(two, 4)[0], parts[0]),
        "another-character-after-the-end": whole[:-2] + "x\n",
        "empty-part": whole[: whole.index("\n")] + whole[whole.rindex("\n", 0, -1) :],
    }
    for title, text in bad.items():
        yield vector(f"armour/{title}", spoken(title), {"text": text}, "refused")


def renamed(part: str, like: str) -> str:
    """A part with the number and the name of another one."""
    number, name = like.split()[3], like.split()[4]
    return part.replace(part.split()[3], number).replace(part.split()[4], name)


def judge_armour(given: dict[str, Any]) -> Any:
    """The bytes of all packs in a text."""
    try:
        return [data.hex() for data in armour.read_mail(given["text"])]
    except armour.BadBundle:
        return "refused"


JUDGES: dict[str, Callable[[dict[str, Any]], Any]] = {
    "frame": judge_frame,
    "pin": judge_pin,
    "derive": judge_derive,
    "hello": judge_hello,
    "invite": judge_invite,
    "words": judge_words,
    "host": judge_host,
    "guest": judge_guest,
    "address": judge_address,
    "chat": judge_chat,
    "want": judge_want,
    "pack": judge_pack,
    "letter": judge_letter,
    "armour": judge_armour,
}
