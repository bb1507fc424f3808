"""SPEC 12, 14 to 19 and 21: frames, pins, hellos, invites, lobbies, address records, answers to want, packs."""

import re
from base64 import b32decode, b32encode, b64decode, b64encode
from binascii import Error as BadBase64
from hashlib import sha256

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from mnemonic import Mnemonic

from tests.independent import files
from tests.independent import records as records_
from tests.independent.basics import (
    Wrong,
    array,
    check_key,
    digest,
    number,
    octets,
    pack,
    pre,
    signed,
    text,
    u64,
    unpack,
)
from tests.independent.genesis import Game
from tests.independent.record_set import RecordSet

LONGEST = 66560


# -- identities --


def derive(seed, tag, scope):
    """SPEC 14.8."""
    return HKDF(SHA256(), 32, None, pre(tag, scope)).derive(seed)


def public(seed):
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def sign(seed, tag, scope, body):
    """SPEC 3.2."""
    return Ed25519PrivateKey.from_private_bytes(seed).sign(pre(tag, scope, body))


# -- frames: 12.1, 12.4 --


def bodies(data):
    """The bodies of all whole frames of a stream."""
    while len(data) >= 4:
        length = int.from_bytes(data[:4], "big")
        if not 1 <= length <= LONGEST:
            raise Wrong("a length that is not allowed")
        if len(data) < 4 + length:
            return
        yield data[4 : 4 + length]
        data = data[4 + length :]


def message(body):
    """The value of a body that is a message."""
    value = unpack(body, LONGEST)
    if not isinstance(value, list) or not value or not isinstance(value[0], str):
        raise Wrong("not a message")
    return value


def frames(data):
    """The messages of a stream that came all at once, without its pings."""
    found, pings = [], 0
    for body in bodies(data):
        if message(body) == ["ping"]:
            pings += 1
            if pings > 16:
                raise Wrong("a flood")
        else:
            found.append(body)
    return found


# -- pins: 14.4 --


def element(data, at):
    """Where the content of a DER element begins, and where it ends."""
    length, at = data[at + 1], at + 2
    if length >= 128:
        size = length - 128
        length, at = int.from_bytes(data[at : at + size], "big"), at + size
    return at, at + length


def pin(certificate):
    """The hash of the seventh field of the first field of a certificate (RFC 5280, 4.1)."""
    outer, _ = element(certificate, 0)
    at, _ = element(certificate, outer)
    for _ in range(6):
        at = element(certificate, at)[1]
    return sha256(certificate[at : element(certificate, at)[1]]).digest()


def base32(data):
    return b32encode(data).decode().rstrip("=")


# -- hello: 15 --


def hello(given):
    """What this end sends, and the key it finds."""
    seed, nonce = bytes.fromhex(given["seed"]), bytes.fromhex(given["nonce"])
    own, dials = public(seed), given["role"] == "dial"
    came = [message(body) for body in bodies(bytes.fromhex(given["received"]))]
    if len(came) < 2:
        raise Wrong("no hello")
    kind, version, key, theirs, *wanted = array(came[0], 4 if dials else 5)
    if wanted not in ([], [own]) or (dials and key.hex() != given["wanted"]):
        raise Wrong("somebody else is looked for")
    if kind != "hello" or type(version) is not int or version != 1:
        raise Wrong("another format")
    octets(key, 32), octets(theirs, 32)
    if key == own or not check_key(key):
        raise Wrong("a key that is refused")
    ends = [(own, nonce), (key, theirs)]
    (dialler, one), (listener, other) = ends if dials else reversed(ends)
    channel = [given["carrier"], bytes.fromhex(given["transport_key"])]

    def said(role):
        return pack([role, 1, *channel, dialler, one, listener, other])

    kind, signature = array(came[1], 2)
    if kind != "proof" or not signed(
        key, octets(signature, 64), "hello", b"", said("listen" if dials else "dial")
    ):
        raise Wrong("not proved")
    calls = [bytes.fromhex(given["wanted"])] if dials else []
    out = [
        pack(["hello", 1, own, nonce, *calls]),
        pack(["proof", sign(seed, "hello", b"", said(given["role"]))]),
    ]
    return {"sent": b"".join(len(body).to_bytes(4, "big") + body for body in out).hex(), "key": key.hex()}


# -- invites: 16 --


def address(value):
    """SPEC 14.1."""
    if type(value) is not str or not 1 <= len(value) <= 256 or any(not " " <= c <= "~" for c in value):
        raise Wrong("not an address")
    return value


def judge_seat(given):
    """SPEC 23.1 and 23.4: what a line says, or what it opens in a file."""
    line = invite(given["line"], "P2PGAMES-SEAT:", "seat line")
    if "file" not in given:
        return {"key": line["host"], "token": line["token"], "addresses": line["addresses"]}
    first, data = b"p2pgames seat 1\n", bytes.fromhex(given["file"])
    key = digest("seat file", bytes.fromhex(line["token"]))
    try:
        opened = ChaCha20Poly1305(key).decrypt(data[16:28], data[28:], first)
    except InvalidTag as wrong:
        raise Wrong("sealed with another token") from wrong
    payloads = files.payloads(opened, first)
    seed, count, _book = array(unpack(payloads[0]), 3)
    shares = [array(unpack(one), 4) for one in payloads[1 : number(count, 2**16) + 1]]
    records = list(map(records_.read_record, payloads[count + 1 :]))
    if not records or records[0][0] != "genesis":
        raise Wrong("no log")
    own = Ed25519PrivateKey.from_private_bytes(octets(seed, 32)).public_key()
    own = own.public_bytes(Encoding.Raw, PublicFormat.Raw)
    if own.hex() != line["host"]:
        raise Wrong("another seat")
    return {"seat": Game(records[0]).keys.index(own), "records": len(records), "shares": shares}


def invite(line, beginning="P2PGAMES:", tag="invite"):
    """The fields of an invite."""
    of_seat = tag != "invite"
    if len(line) > 4096:
        raise Wrong("too long")
    line = "".join(c for c in line if c not in "\t\n\v\f\r ")
    line = "".join(c.upper() if "a" <= c <= "z" else c for c in line)
    if not line.startswith(beginning):
        raise Wrong("another beginning")
    letters = line[len(beginning) :]
    try:
        whole = b32decode(letters + "=" * (-len(letters) % 8))
    except Exception as wrong:
        raise Wrong("not base32") from wrong
    body, check = whole[:-4], whole[-4:]
    if base32(whole) != letters or digest(tag, body)[:4] != check:
        raise Wrong("damaged")
    version, key, token, game, where = array(unpack(body, 4096), 5)
    if type(version) is not int or version != 1 or not check_key(octets(key, 32)):
        raise Wrong("another format, or no key")
    if len(octets(token)) not in (16, 16 * of_seat) or not isinstance(where, list) or len(where) > 8:
        raise Wrong("token or addresses")
    if not where and not of_seat:
        raise Wrong("token or addresses")
    found, last = [], ""
    for one in map(address, where):
        place, mark, pinned = one.partition("#")
        last = pinned or last
        found.append(address(place + mark + (last if mark else "")))
    return {
        "host": key.hex(),
        "token": token.hex(),
        "game": text(game, 32),
        "addresses": found,
        "written": write_invite(key, token, game, found),
    }


def write_invite(key, token, game, addresses):
    """The line of an invite."""
    short, last = [], ""
    for one in addresses:
        place, _, pinned = one.partition("#")
        short.append(place + "#" if pinned and pinned == last else one)
        last = pinned or last
    body = pack([1, key, token, game, short])
    return "P2PGAMES:" + base32(body + digest("invite", body)[:4])


# -- words: 16.5 to 16.8 --


def judge_words(given):
    """The secret of words, the seed of a secret, or what follows from a seed."""
    if "secret" in given:
        kdf = Argon2id(salt=b"p2pgames words 1", length=32, iterations=3, lanes=1, memory_cost=256 * 1024)
        return {"seed": kdf.derive(bytes.fromhex(given["secret"])).hex()}
    if "seed" in given:
        seed = bytes.fromhex(given["seed"])
        key = Ed25519PrivateKey.from_private_bytes(derive(seed, "transport key", b"")).public_key()
        shape = key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        secret = derive(seed, "lan", bytes(32))[:16]
        return {
            "key": public(seed).hex(),
            "token": derive(seed, "words token", b"")[:16].hex(),
            "pin": base32(sha256(shape).digest()),
            "iroh": public(derive(seed, "iroh key", b"")).hex(),
            "label": base32(digest("lan player", secret, bytes(8))[:10]),
        }
    return {"secret": secret_of(given["text"]).hex()}


def secret_of(text):
    """The six bytes that words stand for."""
    listed = Mnemonic("english").wordlist
    given = [one for one in re.split("[ \t\n\r,-]+", text.lower()) if one]
    bits = ""
    for one in given:
        fits = [one] if one in listed else [word for word in listed if len(one) >= 4 and word.startswith(one)]
        if not fits:
            raise Wrong("no such word")
        bits += f"{listed.index(fits[0]):011b}"
    if len(given) != 5:
        raise Wrong("five words")
    secret = int(bits[:48], 2).to_bytes(6, "big")
    if f"{digest('words', secret)[0]:08b}"[:7] != bits[48:]:
        raise Wrong("the checksum")
    return secret


# -- the lobby: 17 --


def half(data):
    """Body and signature of something signed."""
    body, signature = array(unpack(octets(data)), 2)
    return octets(body), octets(signature, 64)


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
    kind, join = array(came[1], 2)
    if kind != "join":
        raise Wrong("no join")
    name, nonce, seat_key = read_join(join, proposal, guest)
    fields = unpack(half(proposal)[0])
    host_name, host_nonce, _ = read_join(own, proposal, fields[2])
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


# -- address records: 19 --


def book(given):
    """Where each player said it is, after all records."""
    game, keys = bytes.fromhex(given["game_id"]), [bytes.fromhex(key) for key in given["keys"]]
    newest = {}
    for record in given["records"]:
        body, signature = half(bytes.fromhex(record))
        key, count, where = array(unpack(body), 3)
        octets(key, 32), number(count, 2**32 - 1)
        if not isinstance(where, list) or len(where) > 8:
            raise Wrong("not a list of addresses")
        [address(one) for one in where]
        if key not in keys or not signed(key, signature, "address", game, body):
            raise Wrong("not signed by a player")
        if key not in newest or count > newest[key][0]:
            newest[key] = count, where
    return [newest.get(key, (0, []))[1] for key in keys]


# -- chat: 22 --


def chat(given):
    """What becomes of each message."""
    game, keys = bytes.fromhex(given["game_id"]), [bytes.fromhex(key) for key in given["keys"]]
    said, full = [[] for _ in keys], set()
    return [
        chat_message(bytes.fromhex(one), game, keys, given["open"], said, full) for one in given["records"]
    ]


def chat_message(record, game, keys, open_round, said, full):
    """What becomes of one, after those that were said; seats that are full say no more."""
    try:
        body, signature = half(record)
        seat, count, at, words = array(unpack(body), 4)
        number(seat, 63), number(count, 2**18 - 1), number(at, 2**32 - 1), text(words, 2048)
    except Wrong:
        return "malformed"
    if seat >= len(keys):
        return "malformed"
    if not signed(keys[seat], signature, "chat", game, body):
        return "malformed"
    before = said[seat]
    if count < len(before):
        return "known" if before[count][:2] == (at, words) else "refused"
    if seat in full:
        return "refused"
    if count > len(before) or at > open_round + 1:
        return "early"
    fits = sum(size for *_, size in before) + len(record) <= 2**18
    if not fits or any(other > at for other, *_ in before) or [o for o, *_ in before].count(at) == 8:
        full.add(seat)
        return "refused"
    before.append((at, words, len(record)))
    return "new"


# -- want: 18.3 --


def want(given):
    """The places of the records that answer a want, in order; for logs without claims and evidence."""
    records = [unpack(bytes.fromhex(record)) for record in given["records"]]
    events, notes, haves, embedded = [], [], {}, set()
    for place, (kind, body, _) in enumerate(records):
        value = unpack(body)
        if kind == "event":
            embedded |= {unpack(unpack(note)[1])[0] for note in value[7]}
            if value[0] >= given["round"]:
                events.append((value[0], value[1], place))
        elif kind == "note":
            notes.append((value[0], place))
        elif value[1] >= haves.get(value[0], (-1,))[0]:
            haves[value[0]] = value[1], place
    pending = [place for seat, place in sorted(notes) if seat not in embedded]
    return [place for *_, place in sorted(events)] + pending + [haves[seat][1] for seat in sorted(haves)]


# -- packs: 21 --


def judge_pack(given):
    """The game and the records of a pack."""
    data = bytes.fromhex(given["bytes"])
    if len(data) > 8388608:
        raise Wrong("too large")
    records = [records_.read_record(one) for one in files.payloads(data, b"p2pgames pack 1\n")]
    if not records:
        raise Wrong("an empty pack")
    game = Game(records[0])
    for record in records[1:]:
        if record[0] == "evidence":
            RecordSet(game, [record])
        elif record[0] == "genesis" or not game.signed_by(seat_of(record), record):
            raise Wrong("a second genesis, or not signed")
    return {"game_id": game.id.hex(), "records": [pack(list(record)).hex() for record in records[1:]]}


def judge_letter(given):
    """Who writes to which table."""
    data, magic = bytes.fromhex(given["bytes"]), b"p2pgames letter 1\n"
    head, body = data[len(magic) : len(magic) + 12], data[len(magic) + 12 :]
    if not data.startswith(magic) or len(data) > 65536 or len(head) < 12:
        raise Wrong("no letter")
    if int.from_bytes(head[:4], "big") != len(body) or sha256(body).digest()[:8] != head[4:]:
        raise Wrong("not one frame")
    proposal, join = array(unpack(body), 2)
    game = Game.__new__(Game)
    game.read_proposal(octets(proposal))
    key, _, _, _ = game.read_join(octets(join), proposal)
    name = unpack(half(join)[0])[3]
    return {
        "table": digest("proposal", proposal).hex(),
        "invites": key == game.host,
        "key": key.hex(),
        "name": name,
    }


def seat_of(record):
    """The seat that a record names as its author."""
    kind, body, _ = record
    if kind == "note":
        return records_.read_note(body)[0]
    if kind == "vote":
        return records_.read_vote(body)["voter"]
    return (records_.read_event if kind == "event" else records_.read_have)(body)["seat"]


HEX = set("0123456789ABCDEF")


def judge_armour(given):
    """The bytes of all packs in a text."""
    if len(given["text"]) > 16777216:
        raise Wrong("too long")
    compact = "".join(c for c in given["text"] if c not in "\t\n\v\f\r >")
    before, *parts = compact.split("BEGINP2PGAMESPACK")
    found = {}
    for rest in parts:
        if not before.endswith("-----"):
            raise Wrong("no hyphens")
        n, whole, piece = read_part(rest)
        if found.setdefault(whole, {}).setdefault(n, piece) != piece:
            raise Wrong("two parts of one number")
        before = rest
    if not found:
        raise Wrong("no pack")
    return [joined(name, many, pieces).hex() for (name, many), pieces in found.items()]


def read_part(rest):
    """Number, pack and piece of a part, from its number on."""
    head, _, after = rest.partition("-----")
    numbers, name = head[:-16], head[-16:]
    n, _, m = numbers.partition("/")
    if len(name) != 16 or not set(name) <= HEX:
        raise Wrong("no name")
    if not all(one.isascii() and one.isdigit() and one[0] != "0" and len(one) < 4 for one in (n, m)):
        raise Wrong("no numbers")
    letters, end, tail = after.partition("-----ENDP2PGAMESPACK" + numbers)
    if not end or not letters or tail[8:13] != "-----":
        raise Wrong("no end")
    piece = b64decode(letters + "=" * (-len(letters) % 4), validate=True)
    if b64encode(piece).decode().rstrip("=") != letters:
        raise Wrong("not base64")
    if digest("pack part", piece)[:4].hex().upper() != tail[:8]:
        raise Wrong("a wrong check")
    return int(n), (name, int(m)), piece


def joined(name, many, pieces):
    """The pack of all its pieces."""
    whole = b"".join(pieces[at] for at in sorted(pieces))
    if sorted(pieces) != list(range(1, many + 1)) or digest("pack", whole)[:8].hex().upper() != name:
        raise Wrong("not all parts, or of another pack")
    return whole


# -- what a vector asks --


def judge_derive(given):
    if "token" in given:
        return {"watch_token": digest("watch token", bytes.fromhex(given["token"]))[:16].hex()}
    seed = bytes.fromhex(given["seed"])
    if "join_nonce" in given:
        own = derive(seed, "seat", bytes.fromhex(given["join_nonce"]))
        secret = derive(own, "game secret", bytes.fromhex(given["game_id"]))
        return {"seat_key": public(own).hex(), "game_secret": secret.hex()}
    if "proposal" in given:
        body, _ = half(bytes.fromhex(given["proposal"]))
        scope = bytes.fromhex(given["device"]) + digest("table", body)
        return {"nonce": derive(seed, "join nonce", scope).hex()}
    if "device" in given:
        key = public(derive(seed, "transport key", bytes.fromhex(given["device"])))
        info = bytes.fromhex("302a300506032b6570032100") + key
        return {"key": key.hex(), "pin": sha256(info).hexdigest()}
    if "table_nonce" in given:
        return {"token": derive(seed, "table token", bytes.fromhex(given["table_nonce"]))[:16].hex()}
    seat = given["seat"]
    return {"key": public(derive(seed, "local seat", u64(seat)) if seat else seed).hex()}


def judge_pin(given):
    found = pin(bytes.fromhex(given["certificate"]))
    if "address" in given:
        return given["address"].partition("#")[2] == base32(found)
    return {"pin": found.hex(), "text": base32(found)}


JUDGES = {
    "frame": lambda given: {"messages": [body.hex() for body in frames(bytes.fromhex(given["bytes"]))]},
    "pin": judge_pin,
    "derive": judge_derive,
    "hello": hello,
    "invite": lambda given: invite(given["text"]),
    "seat": judge_seat,
    "words": judge_words,
    "host": host,
    "guest": guest,
    "address": book,
    "chat": chat,
    "want": want,
    "pack": judge_pack,
    "letter": judge_letter,
    "armour": judge_armour,
}


def judge(name, given):
    """What SPEC.md makes of a vector of this kind."""
    try:
        return JUDGES[name](given)
    except (Wrong, BadBase64):
        return "refused"
