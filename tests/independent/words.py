"""SPEC 16.5 to 16.8: words for an invite."""

import re
from hashlib import sha256

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from mnemonic import Mnemonic

from tests.independent.basics import Wrong, digest
from tests.independent.keys import derive, public
from tests.independent.pins import base32


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
    if "stored" in given:
        seed, nonce = bytes.fromhex(given["stored"]), bytes(32)
        key, secret = public(derive(seed, "dht key", nonce)), derive(seed, "dht secret", nonce)[:16]
        return {"address": f"dht:{base32(key)}.{base32(secret)}"}
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
