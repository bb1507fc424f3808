"""SPEC 3 and 14.8: key pairs, and what is derived from seeds."""

from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.independent.basics import array, digest, octets, pre, u64, unpack


def derive(seed, tag, scope):
    """SPEC 14.8."""
    return HKDF(SHA256(), 32, None, pre(tag, scope)).derive(seed)


def public(seed):
    return Ed25519PrivateKey.from_private_bytes(seed).public_key().public_bytes_raw()


def sign(seed, tag, scope, body):
    """SPEC 3.2."""
    return Ed25519PrivateKey.from_private_bytes(seed).sign(pre(tag, scope, body))


def half(data):
    """Body and signature of something signed."""
    body, signature = array(unpack(octets(data)), 2)
    return octets(body), octets(signature, 64)


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
