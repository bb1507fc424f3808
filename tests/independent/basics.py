"""SPEC 2 and 3: encoding, hashing, keys and signatures."""

from functools import lru_cache
from hashlib import sha256, sha512

import msgpack
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, -1, P) % P


class Wrong(Exception):
    """Something is not as SPEC.md demands."""


def unpack(data, limit=65536):
    """SPEC 2.1 to 2.3: the value of exactly one message."""
    if len(data) > limit:
        raise Wrong("too long")
    try:
        value = msgpack.unpackb(data, raw=False, use_list=True, strict_map_key=False)
        again = msgpack.packb(value, use_bin_type=True)
    except Exception as wrong:
        raise Wrong("not msgpack") from wrong
    if again != data:
        raise Wrong("not the shortest encoding")
    allow(value, 0)
    return value


def allow(value, depth):
    """Only the types of SPEC 2.1, at most twelve arrays deep."""
    if isinstance(value, list):
        if depth >= 12:
            raise Wrong("too deep")
        for item in value:
            allow(item, depth + 1)
    elif isinstance(value, str):
        if any(c < " " or "\x7f" <= c <= "\x9f" for c in value):
            raise Wrong("a control character")
    elif value is not None and type(value) not in (int, bool, bytes):
        raise Wrong("a type that is not allowed")


def pack(value):
    """The encoding of a value; tuples are arrays."""
    return msgpack.packb(value, use_bin_type=True)


def lp(part):
    return len(part).to_bytes(4, "big") + part


def u64(number):
    return number.to_bytes(8, "big")


def pre(tag, *parts):
    """SPEC 2.5."""
    return lp(b"p2pgames/1/" + tag.encode()) + b"".join(map(lp, parts))


def digest(tag, *parts):
    """SPEC 2.5."""
    return sha256(pre(tag, *parts)).digest()


# -- Ed25519 points, affine, slow and plain --


def add(one, other):
    (x1, y1), (x2, y2) = one, other
    product = D * x1 * x2 * y1 * y2 % P
    x3 = (x1 * y2 + x2 * y1) * pow(1 + product, -1, P) % P
    y3 = (y1 * y2 + x1 * x2) * pow(1 - product, -1, P) % P
    return x3, y3


def multiply(number, point):
    result = (0, 1)
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def decode(key):
    """The point of a canonical encoding, or None."""
    number = int.from_bytes(key, "little")
    y, sign = number & (2**255 - 1), number >> 255
    if len(key) != 32 or y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    if x * x % P != square or (x == 0 and sign):
        return None
    return (P - x if x & 1 != sign else x), y


BASE = decode((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
KEYS = {}


def check_key(key):
    """SPEC 3.1: canonical, of the prime-order subgroup, not the neutral element."""
    if key not in KEYS:
        point = decode(key)
        KEYS[key] = point is not None and point != (0, 1) and multiply(L, point) == (0, 1)
    return KEYS[key]


@lru_cache(1 << 15)
def signed(key, signature, tag, scope, body):
    """SPEC 3.2."""
    if not check_key(key) or len(signature) != 64:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, pre(tag, scope, body))
    except InvalidSignature:
        return False
    return True


def encode(point):
    x, y = point
    return (y | (x & 1) << 255).to_bytes(32, "little")


def equation_holds(key, signature, message):
    """SPEC 3.2 to the letter, slowly."""
    if not check_key(key) or len(signature) != 64:
        return False
    first, s = signature[:32], int.from_bytes(signature[32:], "little")
    if s >= L:
        return False
    k = int.from_bytes(sha512(first + key + message).digest(), "little") % L
    x, y = multiply(k, decode(key))
    return encode(add(multiply(s, BASE), (-x % P, y))) == first


# -- fields --


def array(value, length):
    if not isinstance(value, list) or len(value) != length:
        raise Wrong(f"not an array of {length}")
    return value


def number(value, most):
    if type(value) is not int or not 0 <= value <= most:
        raise Wrong(f"not a number up to {most}")
    return value


def octets(value, size=None):
    if type(value) is not bytes or size not in (None, len(value)):
        raise Wrong("not a byte string of its size")
    return value


def text(value, most):
    if type(value) is not str or not 1 <= len(value.encode()) <= most:
        raise Wrong("not a text of its length")
    return value
