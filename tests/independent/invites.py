"""SPEC 16.1 to 16.4 and 23: invites, and seats that are handed over."""

from base64 import b32decode

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.independent import files
from tests.independent import records as records_
from tests.independent.basics import Wrong, array, check_key, digest, number, octets, pack, text, unpack
from tests.independent.genesis import Game
from tests.independent.pins import base32


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
