"""SPEC 10.1: the frames of a file."""

from hashlib import sha256

from tests.independent.basics import Wrong

LOG, PROOF = b"p2pgames log 1\n", b"p2pgames proof 1\n"
LONGEST = 16_777_216


def payloads(data, magic=LOG):
    """SPEC 10.1: what stands in the frames of a file."""
    if not data.startswith(magic):
        raise Wrong("not a file of ours")
    at, found = len(magic), []
    while at < len(data):
        size = int.from_bytes(data[at : at + 4], "big")
        check, payload = data[at + 4 : at + 12], data[at + 12 : at + 12 + size]
        if not 1 <= size <= 65536 or len(payload) != size or sha256(payload).digest()[:8] != check:
            raise Wrong("torn or damaged")
        found.append(payload)
        at += 12 + size
    return found
