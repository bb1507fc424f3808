"""SPEC 15: the hello."""

from tests.independent.basics import Wrong, array, check_key, octets, pack, signed
from tests.independent.frames import bodies, message
from tests.independent.keys import public, sign


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
