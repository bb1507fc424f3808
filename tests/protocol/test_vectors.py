"""Every vector is judged as it says, and comes out the same when it is made anew."""

import json

import pytest

from p2pgames import registry
from p2pgames_protocol.chance import coin
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import Refused
from p2pgames_protocol.wire.codec import Malformed, digest, pack, prefixed, unpack
from p2pgames_protocol.wire.identity import Identity, is_valid_key, verify
from tests import blame_vectors, deck_vectors, fast_vectors, link_vectors, seat_vectors
from tests.network_vectors import JUDGES
from tests.vectors import FOLDER, all_vectors, encoded, following, is_refusal, verdict

STORED = {path.relative_to(FOLDER).with_suffix("").as_posix(): path for path in FOLDER.glob("*/*.json")}


def test_the_vectors_are_made_as_they_are_stored():
    """All in one test: they are made once, in one worker, and not where tests are only listed."""
    made = dict(all_vectors())
    assert set(STORED) == set(made)
    assert len(STORED) > 240
    assert [name for name, path in STORED.items() if encoded(made[name]) != path.read_text("utf-8")] == []


def test_no_number_is_too_large_for_readers_of_json_and_every_folder_is_explained():
    for path in STORED.values():
        json.loads(path.read_text("utf-8"), parse_int=exact)
    explained = (FOLDER / "README.md").read_text("utf-8")
    assert [name for name in STORED if f"`{name.partition('/')[0]}`" not in explained] == []


def test_what_is_called_valid_is_accepted():
    """Else a reader that refuses everything would pass."""
    valid = [name for name in STORED if name.partition("/")[2].startswith("valid")]
    assert len(valid) > 3
    assert [name for name in valid if is_refusal(json.loads(STORED[name].read_text("utf-8")))] == []


def test_a_reader_that_always_says_the_same_fails_in_every_folder():
    folders = {name.partition("/")[0] for name in STORED}
    for folder in folders:
        said = [
            json.loads(STORED[name].read_text("utf-8"))["expect"]
            for name in STORED
            if name.startswith(f"{folder}/")
        ]
        assert [one for one in said if said.count(one) == len(said)] == [], folder


def exact(digits):
    """A number of JSON that no reader rounds."""
    assert abs(int(digits)) <= 2**53, digits
    return int(digits)


@pytest.mark.parametrize("name", sorted(STORED))
def test_a_vector_is_judged_as_it_says(name):
    content = json.loads(STORED[name].read_text("utf-8"))
    judge = {
        "codec": judge_codec,
        "key": lambda given: is_valid_key(bytes.fromhex(given["key"])),
        "signature": judge_signature,
        "digest": judge_digest,
        "coin": judge_coin,
        "genesis": judge_genesis,
        "series": lambda given: following(*map(bytes.fromhex, given["files"])),
        "log": lambda given: verdict(bytes.fromhex(given["file"])),
        "proof": lambda given: {"grade": verdict(bytes.fromhex(given["file"]))["grade"]},
        "game": judge_game,
        **JUDGES,
        **blame_vectors.JUDGES,
        **deck_vectors.JUDGES,
        **fast_vectors.JUDGES,
        **link_vectors.JUDGES,
        **seat_vectors.JUDGES,
    }[name.partition("/")[0]]
    assert judge(content["given"]) == content["expect"]


def judge_game(given):
    data = bytes.fromhex(given["file"])
    return {"full": verdict(data, registry.rules), "fast": fast_vectors.judged(data)}


def judge_codec(given):
    try:
        value = unpack(bytes.fromhex(given["hex"]))
    except Malformed:
        return "malformed"
    assert pack(value).hex() == given["hex"]
    return "ok"


def judge_signature(given):
    key, signature, scope, body = (
        bytes.fromhex(given[name]) for name in ("key", "signature", "scope", "body")
    )
    return verify(key, signature, given["tag"], scope, body)


def judge_digest(given):
    if "parts" in given:
        parts = [bytes.fromhex(part) for part in given["parts"]]
        return {
            "preimage": prefixed(given["tag"], *parts).hex(),
            "digest": digest(given["tag"], *parts).hex(),
        }
    signer = Identity(bytes.fromhex(given["seed"]))
    if "game_id" in given:
        return {"secret": signer.derive("game secret", bytes.fromhex(given["game_id"])).hex()}
    scope, body = bytes.fromhex(given["scope"]), bytes.fromhex(given["body"])
    signature = signer.sign(given["tag"], scope, body)
    assert verify(signer.key, signature, given["tag"], scope, body)
    return {"key": signer.key.hex(), "signature": signature.hex()}


def judge_coin(given):
    if "secret" in given:
        secret, game, seat = bytes.fromhex(given["secret"]), bytes.fromhex(given["game_id"]), given["seat"]
        value = coin.value(secret, game, seat, given["roll"])
        return {"value": value.hex(), "tip": coin.tip(secret, game, seat).hex()}
    values = tuple((seat, bytes.fromhex(value)) for seat, value in given["values"])
    drawn = coin.outcome(
        bytes.fromhex(given["game_id"]), given["roll"], values, tuple(map(int, given["sides"]))
    )
    return list(map(str, drawn))


def judge_genesis(given):
    try:
        made = gen.read_genesis(bytes.fromhex(given["genesis"]))
    except (Malformed, Refused):
        return "refused"
    return {"game_id": made.game_id.hex(), "words": made.words}
