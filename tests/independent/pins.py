"""SPEC 14.4: the pin of a certificate."""

from base64 import b32encode
from hashlib import sha256


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


def judge_pin(given):
    found = pin(bytes.fromhex(given["certificate"]))
    if "address" in given:
        return given["address"].partition("#")[2] == base32(found)
    return {"pin": found.hex(), "text": base32(found)}
