"""Vectors of sealed decks: every message of theirs, valid and defective, and logs of games with hidden cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from p2pgames_protocol.audit.replay import canonical
from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.deck import SealedDeck, generators, prove, start_deck
from p2pgames_protocol.chance.decryption_share import open_card, prove_shares, read_shares
from p2pgames_protocol.chance.edwards import ORDER, Forged
from p2pgames_protocol.chance.elgamal import DeckId, Mask, derive_mask
from p2pgames_protocol.chance.joint_key import DeckKey as Key
from p2pgames_protocol.chance.joint_key import Epoch, Keys, join_keys, read_key
from p2pgames_protocol.log.rounds import KEYS, SHARE, SHUFFLE, TURN
from p2pgames_protocol.log.signer import Signer, SigningKey
from p2pgames_protocol.testing.cheat import Cheat, wrong_share
from p2pgames_protocol.testing.room import Room
from tests.protocol.chance.seats import GAME, OTHER_GAME, Seats, recompute_faces, sit_down
from tests.protocol.log import deck_cheats as cheats
from tests.protocol.rooms import leave_plainly
from tests.six import SIX

SIZE = 3
NAME = "tiles"
SEATS = sit_down(2)
DECK = SEATS.seal(SIZE, NAME)
Given = dict[str, Any]


def hexed(fields: tuple[bytes, ...]) -> list[str]:
    """Byte strings as they stand in a vector."""
    return [field.hex() for field in fields]


def about(seats: Seats = SEATS, **more: Any) -> Given:
    """What a message of a deck is about."""
    keys = [key.prove() for key in seats.own.values()]
    return {
        "game": seats.epoch.game.hex(),
        "epoch": seats.epoch.number,
        "keys": [hexed(key) for key in keys],
        **more,
    }


def deck_vectors() -> Iterator[tuple[str, str, Given, Any]]:
    """Yield name, about, given and what is expected."""
    yield from _points()
    yield from _keys()
    yield from _shuffles()
    yield from _shares()
    yield from _secrets()


def _points() -> Iterator[tuple[str, str, Given, Any]]:
    known = generators(SIZE)
    given = {"game": GAME.hex(), "epoch": 0, "deck": NAME, "size": SIZE}
    expect = {
        "generators": [known.start.hex(), *hexed(known.each)],
        "faces": hexed(DECK.faces),
        "digest": DECK.id.digest.hex(),
    }
    yield "deck-points/example", "generators, and the points of the faces", given, expect
    other = {"game": OTHER_GAME.hex(), "epoch": 1, "deck": "cards", "size": SIZE + 2}
    yield (
        "deck-points/of-another-deck",
        "more cards, of another name, epoch and game",
        other,
        _judge_points(other),
    )


def _scalar_more(field: bytes, at: int = 0) -> bytes:
    number = int.from_bytes(field[at : at + 32], "little")
    return field[:at] + (number + ORDER).to_bytes(32, "little") + field[at + 32 :]


def _flip(field: bytes, at: int = 0) -> bytes:
    return field[:at] + bytes([field[at] ^ 1]) + field[at + 1 :]


LOW = bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05")
"""A point of order 8."""


def bad_points(point: bytes) -> dict[str, bytes]:
    """In place of a point: everything that must be refused where one is read."""
    from nacl.bindings import crypto_core_ed25519_add

    return {
        "neutral": bytes(edwards.NEUTRAL),
        "low-order": LOW,
        "mixed-order": crypto_core_ed25519_add(point, LOW),
        "not-canonical": (2**255 - 18).to_bytes(32, "little"),
        "not-on-curve": (2).to_bytes(32, "little"),
        "truncated": point[:-1],
        "too-long": point + b"\0",
    }


def _keys() -> Iterator[tuple[str, str, Given, Any]]:
    point, proof = SEATS.own[1].prove()
    given = {"game": GAME.hex(), "epoch": 0, "seat": 1}
    yield (
        "deck-key/valid",
        "the key of seat 1, with its proof",
        given | {"fields": hexed((point, proof))},
        "ok",
    )
    later = sit_down(2, number=3).own[1].prove()
    yield "deck-key/valid-epoch-3", "a fresh key", given | {"epoch": 3, "fields": hexed(later)}, "ok"
    defects = {
        **{f"key-{name}": (bad, proof) for name, bad in bad_points(point).items()},
        "other-key": (bytes(SEATS.own[0].point), proof),
        **{f"announcement-{name}": (point, bad + proof[32:]) for name, bad in bad_points(proof[:32]).items()},
        "announcement-changed": (point, _other(proof)),
        "response-plus-order": (point, _scalar_more(proof, 32)),
        "response-changed": (point, _flip(proof, 32)),
        "proof-truncated": (point, proof[:-1]),
        "proof-missing": (point,),
        "one-field-more": (point, proof, b""),
    }
    for name, fields in defects.items():
        yield f"deck-key/{name}", name.replace("-", " "), given | {"fields": hexed(fields)}, "refused"
    for name, other in {
        "replayed-in-another-game": {"game": OTHER_GAME.hex()},
        "replayed-by-another-seat": {"seat": 0},
        "replayed-in-another-epoch": {"epoch": 1},
    }.items():
        fields = hexed((point, proof))
        yield f"deck-key/{name}", name.replace("-", " "), given | other | {"fields": fields}, "refused"


def _masked(order: tuple[int, ...]) -> tuple[bytes, ...]:
    """The whole proof, run by seat 0 on an order that need not be one."""
    deck = SEATS.start(SIZE, NAME)
    mask = Mask(order, derive_mask(SEATS.secrets[0], deck.id, 0, deck.stages[0]).factors)
    after = mask.apply(deck.stages[0], SEATS.keys.joint)
    return after.write() + prove(SEATS.secrets[0], deck.statement(after), mask).write()


def _shuffles() -> Iterator[tuple[str, str, Given, Any]]:
    first = SEATS.start(SIZE, NAME).shuffle(SEATS.secrets[0])
    second = SEATS.start(SIZE, NAME).after_shuffle(first).shuffle(SEATS.secrets[1])  # type: ignore[union-attr]
    given = about(deck=NAME, size=SIZE)
    yield (
        "deck-shuffle/valid",
        "both seats in turn",
        given | {"shuffles": [hexed(first), hexed(second)]},
        "ok",
    )
    yield "deck-shuffle/valid-first", "seat 0 alone", given | {"shuffles": [hexed(first)]}, "ok"
    left, right, commitments, announced, responses = first
    swapped = (left[32:64] + left[:32] + left[64:], right[32:64] + right[:32] + right[64:])
    fields = ("left", "right", "commitments", "chain-and-announcements", "responses")
    defects: dict[str, tuple[bytes, ...]] = {
        "a-duplicate": _masked((0, 0, 2)),
        "cards-swapped-after-the-proof": (*swapped, commitments, announced, responses),
        "card-replaced": (
            left,
            bytes(edwards.hash_to_point("junk")) + right[32:],
            commitments,
            announced,
            responses,
        ),
        "unshuffled": (*SEATS.start(SIZE, NAME).stages[0].write(), commitments, announced, responses),
        "scalar-plus-order": (*first[:4], _scalar_more(responses, 64)),
        **{
            f"announcement-of-{name}-changed": (*first[:3], _other(announced, SIZE + at), responses)
            for at, name in enumerate(("row-sums", "product", "link", "left", "right", "chain"))
        },
        **{
            f"announcement-{name}": (
                *first[:3],
                announced[: 32 * SIZE] + bad + announced[32 * SIZE + 32 :],
                responses,
            )
            for name, bad in bad_points(announced[32 * SIZE : 32 * SIZE + 32]).items()
        },
        "of-another-deck": SEATS.start(SIZE, "other").shuffle(SEATS.secrets[0]),
        "of-another-game": sit_down(2, OTHER_GAME).start(SIZE, NAME).shuffle(SEATS.secrets[0]),
        "of-fewer-cards": SEATS.start(SIZE - 1, NAME).shuffle(SEATS.secrets[0]),
        "a-field-less": first[:4],
        "a-field-more": (*first, b""),
        **{
            f"{name}-changed": (
                *first[:at],
                _flip(first[at]) if at == 4 else _other(first[at]),
                *first[at + 1 :],
            )
            for at, name in enumerate(fields)
        },
        **{
            f"{name}-truncated": (*first[:at], first[at][:-1], *first[at + 1 :])
            for at, name in enumerate(fields)
        },
        **{f"card-{name}": (bad + left[32:], *first[1:]) for name, bad in bad_points(left[:32]).items()},
    }
    for name, sent in defects.items():
        yield f"deck-shuffle/{name}", name.replace("-", " "), given | {"shuffles": [hexed(sent)]}, "refused"
    twice = given | {"shuffles": [hexed(first), hexed(first)]}
    yield "deck-shuffle/replayed-by-the-next-seat", "the same shuffle once more", twice, "refused"


def _other(points: bytes, at: int = 0) -> bytes:
    """One of these points moved by the base point."""
    start, end = 32 * at, 32 * at + 32
    moved = bytes(edwards.add(edwards.Point(points[start:end]), edwards.BASE))
    return points[:start] + moved + points[end:]


def _shares() -> Iterator[tuple[str, str, Given, Any]]:
    first = SEATS.start(SIZE, NAME).shuffle(SEATS.secrets[0])
    second = SEATS.start(SIZE, NAME).after_shuffle(first).shuffle(SEATS.secrets[1])  # type: ignore[union-attr]
    given = about(deck=NAME, size=SIZE, shuffles=[hexed(first), hexed(second)], seat=1)
    slots = [(DECK, 0), (DECK, 2)]
    points, proof = prove_shares(SEATS.own[1], slots)
    both = given | {"positions": [0, 2]}
    yield "deck-share/valid", "shares in two cards", both | {"fields": hexed((points, proof))}, "ok"
    yield (
        "deck-share/valid-empty",
        "no batch, since nothing is owed",
        given | {"positions": [], "fields": []},
        "ok",
    )
    defects = {
        "swapped": (points[32:] + points[:32], proof),
        "one-changed": (_other(points), proof),
        "by-another-key": prove_shares(SEATS.own[0], slots),
        "in-other-cards": prove_shares(SEATS.own[1], [(DECK, 1), (DECK, 2)]),
        "one-missing": (points[:32], proof),
        "response-changed": (points, _flip(proof, 65)),
        "scalar-plus-order": (points, _scalar_more(proof, 64)),
        "first-announcement-changed": (points, _other(proof)),
        "second-announcement-changed": (points, _other(proof, 1)),
        **{
            f"announcement-{name}": (points, proof[:32] + bad + proof[64:])
            for name, bad in bad_points(proof[32:64]).items()
        },
        "proof-missing": (points,),
        "none": (),
        **{f"share-{name}": (bad + points[32:], proof) for name, bad in bad_points(points[:32]).items()},
    }
    for name, sent in defects.items():
        yield f"deck-share/{name}", name.replace("-", " "), both | {"fields": hexed(tuple(sent))}, "refused"
    yield (
        "deck-share/where-none-is-owed",
        "shares in no cards that are some",
        given | {"positions": [], "fields": hexed((b"", proof))},
        "refused",
    )


def _secrets() -> Iterator[tuple[str, str, Given, Any]]:
    first = SEATS.start(SIZE, NAME).shuffle(SEATS.secrets[0])
    second = SEATS.start(SIZE, NAME).after_shuffle(first).shuffle(SEATS.secrets[1])  # type: ignore[union-attr]
    given = about(deck=NAME, size=SIZE, shuffles=[hexed(first), hexed(second)])
    secrets = hexed(tuple(SEATS.secrets.values()))
    faces = list(recompute_faces(DECK, SEATS.secrets))
    opened = [
        open_card((DECK, at), [share for seat in (0, 1) for share in _share_of(seat, at)])
        for at in range(SIZE)
    ]
    assert opened == faces
    yield "deck-secrets/valid", "the faces by position", given | {"secrets": secrets}, faces
    yield "deck-secrets/of-another-game", "other secrets", given | {"secrets": secrets[::-1]}, "refused"
    other = masked_by_another(b"o" * 32)
    yield (
        "deck-secrets/shuffle-of-another-choice",
        "a shuffle that is proved and does not follow from the secret",
        given | {"shuffles": [hexed(other), hexed(_after(other))], "secrets": secrets},
        "refused",
    )


def _share_of(seat: int, at: int) -> tuple[Any, ...]:
    return read_shares(seat, [(DECK, at)], prove_shares(SEATS.own[seat], [(DECK, at)]))


def masked_by_another(secret: bytes) -> tuple[bytes, ...]:
    """A valid shuffle by seat 0 whose mask is of its own choice."""
    deck = SEATS.start(SIZE, NAME)
    mask = derive_mask(secret, deck.id, 0, deck.stages[0])
    after = mask.apply(deck.stages[0], SEATS.keys.joint)
    return after.write() + prove(secret, deck.statement(after), mask).write()


def _after(first: tuple[bytes, ...]) -> tuple[bytes, ...]:
    return SEATS.start(SIZE, NAME).after_shuffle(first).shuffle(SEATS.secrets[1])  # type: ignore[union-attr]


# -- judging them --


def unhexed(fields: list[str]) -> tuple[bytes, ...]:
    """Byte strings out of a vector."""
    return tuple(bytes.fromhex(field) for field in fields)


def _read_keys(given: Given) -> Keys:
    epoch = Epoch(bytes.fromhex(given["game"]), given["epoch"])
    keys: list[Key] = [read_key(epoch, seat, unhexed(key)) for seat, key in enumerate(given["keys"])]
    return join_keys(keys)


def _shuffled(given: Given) -> Any:
    keys = _read_keys(given)
    deck: Any = start_deck(DeckId(keys.epoch, given["deck"]), keys, given["size"])
    for shuffle in given["shuffles"]:
        deck = deck.after_shuffle(unhexed(shuffle))
    return deck


def _judge_points(given: Given) -> Any:
    deck = DeckId(Epoch(bytes.fromhex(given["game"]), given["epoch"]), given["deck"])
    known = generators(given["size"])
    faces = [
        edwards.hash_to_point("deck card", deck.digest, at.to_bytes(8, "big")) for at in range(given["size"])
    ]
    return {
        "generators": [known.start.hex(), *hexed(known.each)],
        "faces": hexed(tuple(faces)),
        "digest": deck.digest.hex(),
    }


def _judge_key(given: Given) -> Any:
    epoch = Epoch(bytes.fromhex(given["game"]), given["epoch"])
    read_key(epoch, given["seat"], unhexed(given["fields"]))
    return "ok"


def _judge_shuffle(given: Given) -> Any:
    _shuffled(given)
    return "ok"


def _judge_share(given: Given) -> Any:
    deck = _shuffled(given)
    assert isinstance(deck, SealedDeck)
    read_shares(given["seat"], [(deck, at) for at in given["positions"]], unhexed(given["fields"]))
    return "ok"


def _judge_secrets(given: Given) -> Any:
    deck = _shuffled(given)
    return list(recompute_faces(deck, dict(enumerate(unhexed(given["secrets"])))))


def _refusing(judge: Callable[[Given], Any], given: Given) -> Any:
    try:
        return judge(given)
    except Forged:
        return "refused"


JUDGES: dict[str, Callable[[Given], Any]] = {
    "deck-points": partial(_refusing, _judge_points),
    "deck-key": partial(_refusing, _judge_key),
    "deck-shuffle": partial(_refusing, _judge_shuffle),
    "deck-share": partial(_refusing, _judge_share),
    "deck-secrets": partial(_refusing, _judge_secrets),
}


# -- logs --


def played(room: Room) -> bytes:
    """The file of a table after everybody has shown and turned what there is."""
    room.play()
    honest = next(signer for signer in room.signers if type(signer.auto_signer.signing_key) is SigningKey)
    return canonical(honest.replica)


def deck_logs() -> Iterator[tuple[str, str, bytes]]:
    """Yield name, about and file of games of Six."""
    yield "six-finished", "a whole game with hidden cards", played(Room(SIX, 2, seed=1))
    for name, about, leave in (
        ("six-shuffled-anew", "a seat left with its deck keys", leave_plainly),
        ("six-left-open", "a seat left, and handed out its deck keys", Signer.resign),
    ):
        room = Room(SIX, 3, seed=1)
        room.play(2)
        leave(room.signers[1])
        room.collect()
        yield name, about, played(room)
    for name, when, twist in (
        ("a-duplicate", SHUFFLE.act, cheats.duplicate),
        ("a-deck-left-out", SHUFFLE.act, cheats.one_deck_less),
        ("a-deck-of-another-name", SHUFFLE.act, cheats.other_name),
        ("a-deck-of-another-number", SHUFFLE.act, cheats.other_number),
        ("another-slot", SHARE.act, cheats.other_slot),
        ("a-slot-for-another-seat", SHARE.act, cheats.other_seat),
        ("slots-missing", SHARE.act, cheats.no_slots),
        ("a-wrong-share", SHARE.act, wrong_share),
        ("shares-in-other-cards", SHARE.act, cheats.out_of_order),
        ("shares-missing", SHARE.act, cheats.too_few),
        ("shares-twice", SHARE.act, cheats.too_many),
        ("another-face", TURN.act, cheats.other_face),
        ("another-card", TURN.act, cheats.other_card),
        ("no-card", TURN.act, cheats.no_cards),
        ("a-face-without-its-share", TURN.act, cheats.without_share),
        ("a-key-nobody-knows", KEYS.act, cheats.false_key),
        ("no-key", KEYS.act, cheats.no_key),
    ):
        room = Room(SIX, 2, seed=2, kinds={1: Cheat(when, twist).sit})
        while room.replicas[0].position.ending is None:
            cheats.play_shows(room)
        yield f"six-{name}", "its author is out, and the log stays valid", played(room)
    room = Room(SIX, 4, seed=3, kinds={1: Cheat(SHARE.act, wrong_share, 3).sit})
    cheats.play_shows(room)
    leave_plainly(room.signers[3])
    room.collect()
    yield "six-a-wrong-share-while-hands-are-opened", "what the others gave stays given", played(room)
    room = Room(SIX, 2, seed=2, kinds={1: Cheat(SHUFFLE.act, cheats.own_choice).sit})
    yield "six-shuffle-of-own-choice", "proved, but not from the secret: the reveal is refused", played(room)
