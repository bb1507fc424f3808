"""What a reader written from SPEC.md alone makes of every vector."""

from functools import partial

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from tests.independent import basics, card_vectors, network
from tests.independent.auditor import audited, own_rules
from tests.independent.auditor import judge as audited_fully
from tests.independent.basics import Wrong
from tests.independent.coin import LENGTH, back, outcome, tip
from tests.independent.genesis import Game
from tests.independent.series import follows
from tests.independent.verdict import INVALID


def judge(kind, given, expect):
    """What is said of a vector of this folder; of a verdict as much as is expected."""
    return JUDGES[kind](given, expect)


def understood(name, expect):
    """What of an expectation this reader says: it knows no words for a game id, and no rules of most games."""
    if name.startswith("game/"):
        return expect["fast"]
    return {"game_id": expect["game_id"]} if name.startswith("genesis/valid") else expect


def judge_file(given, expect):
    """The verdict of the audit with the rules."""
    said = audited_fully(bytes.fromhex(given["file"]))
    return {name: said[name] for name in expect}


def judge_blame(rules, given, expect):
    """The same with whom it blames, or that of the audit without the rules."""
    verdict = audited(bytes.fromhex(given["file"]), rules)
    said = {"grade": verdict.grade, "places": None, "scores": None, "blame": []}
    if verdict.grade != INVALID:
        said["places"], said["scores"], said["basis"] = verdict.result or (None, None, None)
        said["blame"] = [list(blamed) for blamed in sorted(verdict.blame)]
        said |= {"contested": verdict.contested, "rounds": verdict.rounds}
    return {name: said.get(name) for name in expect}


def judge_codec(given):
    try:
        basics.unpack(bytes.fromhex(given["hex"]))
    except Wrong:
        return "malformed"
    return "ok"


def judge_signature(given):
    """By the equation alone; the library, which the rest of this auditor uses, says the same."""
    fields = [given["tag"], *(bytes.fromhex(given[name]) for name in ("scope", "body"))]
    key, signature = bytes.fromhex(given["key"]), bytes.fromhex(given["signature"])
    valid = basics.equation_holds(key, signature, basics.pre(*fields))
    assert basics.signed(key, signature, *fields) == valid
    return valid


def judge_digest(given):
    if "parts" in given:
        parts = [bytes.fromhex(part) for part in given["parts"]]
        return {
            "preimage": basics.pre(given["tag"], *parts).hex(),
            "digest": basics.digest(given["tag"], *parts).hex(),
        }
    seed = bytes.fromhex(given["seed"])
    if "game_id" in given:
        info = basics.pre("game secret", bytes.fromhex(given["game_id"]))
        return {"secret": HKDF(SHA256(), 32, None, info).derive(seed).hex()}
    private = Ed25519PrivateKey.from_private_bytes(seed)
    message = basics.pre(given["tag"], bytes.fromhex(given["scope"]), bytes.fromhex(given["body"]))
    return {"key": private.public_key().public_bytes_raw().hex(), "signature": private.sign(message).hex()}


def judge_coin(given):
    if "values" in given:
        values = [(seat, bytes.fromhex(value)) for seat, value in given["values"]]
        sides = [int(side) for side in given["sides"]]
        return [
            str(drawn) for drawn in outcome(bytes.fromhex(given["game_id"]), given["roll"], values, sides)
        ]
    secret, game, seat = bytes.fromhex(given["secret"]), bytes.fromhex(given["game_id"]), given["seat"]
    value = back(game, seat, basics.digest("coin seed", secret), LENGTH, given["roll"])
    return {"value": value.hex(), "tip": tip(secret, game, seat).hex()}


def judge_genesis(given):
    try:
        return {"game_id": Game(("genesis", bytes.fromhex(given["genesis"]), b"")).id.hex()}
    except Wrong:
        return "refused"


def alone(judge):
    """A judge that need not know what is expected."""
    return lambda given, _expect: judge(given)


JUDGES = {
    "codec": alone(judge_codec),
    "key": alone(lambda given: basics.check_key(bytes.fromhex(given["key"]))),
    "signature": alone(judge_signature),
    "digest": alone(judge_digest),
    "coin": alone(judge_coin),
    "genesis": alone(judge_genesis),
    "series": alone(lambda given: follows(list(map(bytes.fromhex, given["files"])), own_rules)),
    "log": judge_file,
    "proof": judge_file,
    "blame": partial(judge_blame, own_rules),
    "fast": partial(judge_blame, None),
    "game": lambda given, expect: judge_blame(None, given, expect["fast"]),
    **{one: alone(partial(network.judge, one)) for one in network.JUDGES},
    **{one: alone(partial(card_vectors.judge, one)) for one in card_vectors.JUDGES},
}
