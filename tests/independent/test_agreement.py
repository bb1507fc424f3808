"""The auditor written from SPEC.md and the product say the same of every game, vector and tampered file."""

import json
from base64 import b32decode
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from p2pgames import registry
from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.intake import Intake
from p2pgames_protocol.log.records import Event, Kind, Note, sign
from p2pgames_protocol.log.replica import Replica
from p2pgames_protocol.log.rounds import COIN, REST
from p2pgames_protocol.testing.room import Room, forge, seated
from tests import ROOT, network_vectors
from tests.audits import agree
from tests.dice import DICE, own_roll
from tests.independent import auditor, judges, network
from tests.independent.borrowed import borrowed
from tests.vectors import PLAYED, rules_of, with_group

VECTORS = ROOT / "protocol" / "vectors"
NAMES = sorted(path.relative_to(VECTORS).with_suffix("").as_posix() for path in VECTORS.glob("*/*.json"))


def test_it_imports_nothing_of_the_product():
    there = Path(__file__).parent
    files = [
        file
        for file in there.glob("*.py")
        if not file.name.startswith("test_") and file.name != "borrowed.py"
    ]
    assert len(files) > 15
    for file in (*files, there.parent / "protocol" / "chance" / "independent.py"):
        source = file.read_text(encoding="utf-8")
        assert "p2pgames_" not in source
        assert "import p2pgames" not in source
        assert "from p2pgames" not in source


@cache
def whole(seed, bonus):
    """The file of a whole game of Linja, by the rules that the independent reader knows."""
    room = Room(registry.rules("linja", 0), 2, options={"bonus": bonus}, seed=seed)
    room.play()
    return canonical(room.replicas[0])


@pytest.mark.parametrize("bonus", ["own", "any"])
@pytest.mark.parametrize("seed", range(4))
def test_both_say_the_same_of_whole_games(seed, bonus):
    said = agree(whole(seed, bonus))
    assert said["grade"] == 0
    assert said["basis"] == "played"


def test_both_say_the_same_of_tampered_files():
    data = whole(0, "own")
    for at in range(0, len(data), 197):
        agree(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        agree(data[:at])
    records = logfile.read_records(data)
    for number in range(1, len(records), 3):
        agree(logfile.write_records(records[:number]))
        agree(logfile.write_records(records[:number] + records[number + 1 :]))
        agree(logfile.write_records([*records[:number], records[number], *records[number:]]))


@pytest.mark.parametrize("name", NAMES)
def test_every_vector_is_judged_as_it_says(name):
    content = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    given, expect = content["given"], content["expect"]
    assert judges.judge(name.partition("/")[0], given, expect) == judges.understood(name, expect)


@pytest.mark.parametrize("name", [name for name in NAMES if name.startswith("game/")])
def test_with_the_rules_of_a_game_it_judges_the_vectors_of_that_game_in_full(name):
    game = name.removeprefix("game/").partition("-")[0]
    content = json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))
    rules = borrowed(registry.rules(game, PLAYED[game][0]))
    said = auditor.audited(bytes.fromhex(content["given"]["file"]), lambda *_: rules).as_json()
    expect = content["expect"]["full"]
    assert {field: said[field] for field in expect} == expect


def flipped(value, random):
    """The value with one bit of one of its byte strings another; None if it holds none."""
    if isinstance(value, bytes):
        at = random.randrange(len(value)) if value else 0
        return value[:at] + bytes([value[at] ^ 1 << random.randrange(8)]) + value[at + 1 :] if value else None
    places = [at for at, item in enumerate(value) if isinstance(item, (bytes, tuple))]
    for at in random.sample(places, len(places)):
        if (inner := flipped(value[at], random)) is not None:
            return (*value[:at], inner, *value[at + 1 :])
    return None


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_signed_events_with_one_bit_changed_are_judged_alike(seed):
    """Every event of a game with hidden cards, changed in its body and signed anew by its seat."""
    random, data = Random(seed), bytes.fromhex(vector("log/six-finished")["file"])
    records = logfile.read_records(data)
    game_id = gen.read_genesis(records[0].body).game_id
    changed_ones = 0
    for at, record in enumerate(records):
        event = Event.read(record.body) if record.kind is Kind.EVENT else None
        body = flipped(event.body, random) if event is not None else None
        if event is None or body is None:
            continue
        lie = sign(seated(event.seat), Kind.EVENT, game_id, replace(event, body=body).pack())
        rest = [
            r for r in records[at + 1 :] if r.kind is Kind.EVENT and Event.read(r.body).round == event.round
        ]
        said = agree(logfile.write_records([*records[:at], lie, *rest]), rules_of)
        if event.act in ("shuffle", "share", "move"):
            assert [event.seat, event.round, "fault"] in said["left"]
        changed_ones += 1
    assert changed_ones >= 20


def until(room, number):
    """A copy of the log of a game up to a round, and the events of that."""
    played = room.replicas[0]
    observer = Replica(room.genesis, room.rules)
    for record in played.records():
        if record.kind is Kind.EVENT and Event.read(record.body).round < number:
            Intake(observer).receive(record)
    return observer, played.log[number]


@pytest.mark.parametrize("kind", [COIN, REST])
def test_both_say_the_same_of_rolls_of_one_seat(monkeypatch, kind):
    monkeypatch.setitem(auditor.RULES, (DICE.name, DICE.version), borrowed(DICE))
    room, at = own_roll(kind)
    rolls = set()
    for number in range(6):
        copy, given = until(room, at)
        *others, last = copy.position.due
        event = Event.read(given[last].body)
        note = sign(
            seated(last), Kind.NOTE, room.genesis.game_id, Note(last, "resign", event.previous).pack()
        )
        index, sides, seat, value = event.body
        changes = (
            {},
            {"act": "resign", "body": ()},
            {"notes": (note.pack(),)},
            {"body": (index + 1, sides, seat, value)},
            {"body": (index, sides, None, value)},
            {"body": (index, sides, seat, bytes(32))},
        )[number]
        for other in others:
            Intake(copy).receive(given[other])
        Intake(copy).receive(forge(copy, last, **{"act": "coin", "body": event.body, **changes}))
        said = agree(canonical(copy), lambda *_: DICE)
        assert [seat for seat, *_ in said["left"]] == [last] * (number > 0)
        rolls.add((number, copy.position.rolls - index + 1))
    assert rolls == {(0, kind is REST), (2, 1), *((number, 1) for number in (1, 3, 4, 5))}


def test_both_refuse_decks_in_a_game_without():
    assert [agree(with_group(group))["grade"] for group in (None, "ed25519")] == [5, 3]


def test_both_say_the_same_of_a_game_with_rolls(monkeypatch):
    monkeypatch.setitem(auditor.RULES, (DICE.name, DICE.version), borrowed(DICE))
    room = Room(DICE, 3, seed=5)
    room.play()
    assert agree(canonical(room.replicas[0]), lambda *_: DICE)["grade"] == 0


def changed(data):
    """The bytes with one bit of each, or one whole byte, another."""
    for at in range(len(data)):
        for mask in (1, 0x80):
            yield data[:at] + bytes([data[at] ^ mask]) + data[at + 1 :]
        yield data[:at] + data[at + 1 :]


def vector(name):
    """What a vector gives."""
    return json.loads((VECTORS / f"{name}.json").read_text(encoding="utf-8"))["given"]


def test_invites_with_anything_changed_below_the_checksum_are_judged_alike():
    letters = vector("invite/valid-without-token")["text"].removeprefix("P2PGAMES:")
    whole = b32decode(letters + "=" * (-len(letters) % 8))
    refused = 0
    for body in changed(whole[:-4]):
        given = {"text": network_vectors.written(body)}
        said = network.judge("invite", given)
        assert said == network_vectors.judge_invite(given), body
        refused += said == "refused"
    assert refused > len(whole)


@pytest.mark.parametrize(
    ("name", "key"), [("hello/valid-listener", "received"), ("frame/two-messages", "bytes")]
)
def test_streams_with_anything_changed_are_judged_alike(name, key):
    kind, given = name.partition("/")[0], vector(name)
    for data in list(changed(bytes.fromhex(given[key])))[::7]:
        one = given | {key: data.hex()}
        assert network.judge(kind, one) == network_vectors.JUDGES[kind](one), data


@pytest.mark.parametrize("place", [0, 1])
def test_address_records_with_anything_changed_are_refused_by_both(place):
    given = vector("address/valid")
    records = given["records"]
    for data in changed(bytes.fromhex(records[place])):
        one = given | {"records": [*records[:place], data.hex(), *records[place + 1 :]]}
        assert network.judge("address", one) == network_vectors.judge_address(one) == "refused"
