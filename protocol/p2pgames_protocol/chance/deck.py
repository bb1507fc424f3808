"""Decks that all seats shuffle in turn (Barnett-Smart 2003): nobody knows the order while one of them keeps silent.

A deck begins as an `UnsealedDeck`, open to all. Each seat takes its turn, in seat order, all decks of the game in
one event. A verified shuffle by the last seat makes it a `SealedDeck`, the only kind that cards are dealt from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import InitVar, dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias

from p2pgames.contract import Seat
from p2pgames.text import Count, SeatName
from p2pgames_protocol.chance import edwards, sentences
from p2pgames_protocol.chance.edwards import (
    BASE,
    NEUTRAL,
    ORDER,
    Forged,
    Point,
    Scalar,
    Term,
    add,
    base,
    combine,
    combine_unread,
    multiply,
    subtract,
    terms,
)
from p2pgames_protocol.chance.elgamal import (
    MAX_CARDS,
    Cards,
    DeckId,
    Mask,
    derive_mask,
    face_points,
    first_cards,
    read_cards,
)
from p2pgames_protocol.chance.joint_key import Keys, SecretKey
from p2pgames_protocol.wire.codec import digest, encode

MAX_DECKS: Final = 8
"""Decks in one event: several times what any of the games has."""

SentShuffle: TypeAlias = tuple[bytes, ...]
"""One deck shuffled, as it is sent: left, right, commitments, chain and announcements, responses."""

_VERIFIED: Final = object()


@dataclass(frozen=True, slots=True)
class SealedDeck:
    """A deck that every seat has shuffled, every shuffle verified.

    ``stages`` holds the cards before the first shuffle and after each; the last are dealt from. ``open`` are the seats
    that left before their turn with their keys open to all, and never shuffled. Only `UnsealedDeck` makes one.
    """

    id: DeckId
    keys: Keys
    faces: tuple[Point, ...]
    stages: tuple[Cards, ...]
    verified: InitVar[object]
    open: frozenset[Seat] = frozenset()

    def __post_init__(self, verified: object) -> None:
        if verified is not _VERIFIED:
            raise TypeError("A sealed deck comes from verified shuffles.")

    @property
    def cards(self) -> Cards:
        """The cards in their final order."""
        return self.stages[-1]

    @property
    def turns(self) -> tuple[Seat, ...]:
        """The seats that have shuffled, in order."""
        return tuple(seat for seat in self.keys.seats if seat not in self.open)


# The proof that cards were shuffled and none was changed (Terelius-Wikström 2010).
#
# Algorithms and names of variables are those of Haenni, Locher, Koenig, Dubuis, "Pseudo-Code Algorithms for
# Verifiable Re-Encryption Mix-Nets" (2017, doi 10.1007/978-3-319-70278-0_23), sums in place of products. The
# announcements t are sent and the challenge follows from them, so all equations can be checked as one. The five
# kinds:
#
# 1. row sums: every row of the committed matrix sums to one; 2. product: the permuted challenges u' have the
# product of the challenges u. With 1 the matrix is a permutation; 3. link: u' is the committed matrix times u; 4.
# cards: the new cards under u' are the old cards under u, masked; 5. chain: the commitments that lead up to that
# product are built of u'.


@dataclass(frozen=True, slots=True)
class Generators:
    """Points with unknown logarithms: ``start`` of the chain, and one for ``each`` card."""

    start: Point
    each: tuple[Point, ...]


@lru_cache(maxsize=MAX_CARDS)
def generators(size: int) -> Generators:
    """Return the generators for a deck of this size; they are the same in all games."""
    name = edwards.NAME.encode()
    start, *each = (
        edwards.hash_to_point("shuffle generator", name, encode(index)) for index in range(size + 1)
    )
    return Generators(start, tuple(each))


@dataclass(frozen=True, slots=True)
class Statement:
    """What is proved: this seat made ``after`` out of ``before`` by shuffling, under the joint key.

    ``deck`` is the digest of the deck's id.
    """

    deck: bytes
    seat: int
    joint: Point
    before: Cards
    after: Cards

    def digest(self) -> bytes:
        """Return the hash of everything in the statement."""
        size = encode(len(self.before))
        points = *self.before.points, *self.after.points
        return digest("shuffle", self.deck, encode(self.seat), size, self.joint, *points)


@dataclass(frozen=True, slots=True)
class Proof:
    """The commitments c to the permutation and ĉ to the chain, the announcements t, and the responses.

    ``announcements`` are t1, t2, t3, both parts of t4, and t̂ for each card. ``sums`` are s1 to s4,
    ``chain_responses`` ŝ and ``permuted_responses`` s', one for each card.
    """

    commitments: tuple[Point, ...]
    chain: tuple[Point, ...]
    announcements: tuple[Point, ...]
    sums: tuple[Scalar, ...]
    chain_responses: tuple[Scalar, ...]
    permuted_responses: tuple[Scalar, ...]

    @property
    def responses(self) -> bytes:
        """All the responses as they are sent."""
        return b"".join(
            map(edwards.write_scalar, (*self.sums, *self.chain_responses, *self.permuted_responses))
        )

    def write(self) -> tuple[bytes, bytes, bytes]:
        """Return the commitments, chain and announcements, and the responses, each in one string."""
        return b"".join(self.commitments), b"".join((*self.chain, *self.announcements)), self.responses


def sizes(size: int) -> tuple[int, int, int]:
    """Return how many points or scalars each string of a proof for this many cards holds."""
    return size, 2 * size + 5, 2 * size + 4


def read_proof(commitments: object, announced: object, responses: object, size: int) -> Proof:
    """Return the proof in these strings, not verified; raise `Forged` unless it has the form for this many cards."""
    _, points, scalars = sizes(size)
    numbers = edwards.read_scalars(responses, scalars, sentences.RESPONSES)
    chain = edwards.split_points(announced, points, sentences.CHAIN)
    return Proof(
        edwards.split_points(commitments, size, sentences.COMMITMENT),
        chain[:size],
        chain[size:],
        numbers[:4],
        numbers[4 : 4 + size],
        numbers[4 + size :],
    )


def prove(secret: bytes, statement: Statement, mask: Mask) -> Proof:
    """Return the proof; all its random numbers follow from the secret and from what they have to hide."""
    size = len(mask.order)
    known = generators(size)
    bound = statement.digest()
    r = edwards.scalars(secret, "shuffle commitment", bound, number=size)
    commitments = _commit(mask.order, r, known)
    bound = digest("shuffle commitments", bound, *commitments)
    u = challenges(bound, size)
    permuted = [u[place] for place in mask.order]
    r_chain = edwards.scalars(secret, "shuffle chain", bound, number=size)
    chain = _build_chain(permuted, r_chain, known)
    bound = digest("shuffle chain", bound, *chain)
    nonces = edwards.scalars(secret, "shuffle nonce", bound, number=4 + 2 * size)
    announcements = _announce(nonces, statement, chain, known)
    challenge = final_challenge(bound, announcements)
    sums = _dot(r, (1,) * size), _fold(permuted, r_chain), _dot(r, u), _dot(mask.factors, permuted)
    hidden = *sums, *r_chain, *permuted
    s = tuple((nonce + challenge * value) % ORDER for nonce, value in zip(nonces, hidden, strict=True))
    return Proof(commitments, chain, announcements, s[:4], s[4 : 4 + size], s[4 + size :])


def verify(statement: Statement, proof: Proof) -> None:
    """Raise `Forged` unless the proof is valid for the statement, and all points of both are in the group."""
    result = _weighted_sum(statement, proof, generators(len(statement.before)))
    if result is None:
        edwards.check_points(statement.after.points, sentences.A_CARD)
        edwards.check_points((*proof.chain, *proof.announcements), sentences.CHAIN)
        edwards.check_points(proof.commitments, sentences.COMMITMENT)
    if result != NEUTRAL:
        raise Forged(sentences.SHUFFLE_UNPROVED(player=SeatName(statement.seat)))


def _weighted_sum(statement: Statement, proof: Proof, known: Generators) -> Point | None:
    """Return the sum of all equations, neutral if each holds; None if a point is not in the group.

    Every point of the proof and of the cards is in one of them.
    """
    found = equations(statement, proof, known)
    # A sum with weights that nobody can know before the whole proof is fixed: it comes out right for wrong
    # equations once in 2**252 tries. Hashing them keeps a verdict the same everywhere.
    bound = digest("shuffle batch", statement.digest(), *proof.write())
    weighted = (
        (edwards.hash_to_scalar("shuffle batch weight", bound, encode(index)) * scalar, point)
        for index, equation in enumerate(found)
        for scalar, point in equation
    )
    return combine_unread(weighted)


def challenges(bound: bytes, size: int) -> tuple[Scalar, ...]:
    """Return the challenges u, fixed by the statement and the commitments to the permutation."""
    return tuple(edwards.hash_to_scalar("shuffle vector", bound, encode(index)) for index in range(size))


def final_challenge(bound: bytes, announcements: Iterable[Point]) -> Scalar:
    """Return the last challenge, over everything that came before and the announcements t."""
    return edwards.hash_to_scalar("shuffle challenge", bound, *announcements)


def equations(statement: Statement, proof: Proof, known: Generators) -> list[tuple[Term, ...]]:
    """Return the equations in the order of the announcements, each as terms whose sum is neutral if it holds."""
    before, after = statement.before, statement.after
    bound = digest("shuffle commitments", statement.digest(), *proof.commitments)
    u = challenges(bound, len(before))
    e = final_challenge(digest("shuffle chain", bound, *proof.chain), proof.announcements)
    s1, s2, s3, s4 = (-each for each in proof.sums)
    s = tuple(-each for each in proof.permuted_responses)
    eu = tuple(e * each % ORDER for each in u)
    left = (
        (*terms((e,) * len(u), proof.commitments), *terms((-e,) * len(u), known.each), (s1, BASE)),
        ((e, proof.chain[-1]), (-e * _product(u), known.start), (s2, BASE)),
        (*terms(eu, proof.commitments), *terms(s, known.each), (s3, BASE)),
        (*terms(eu, before.left), *terms(s, after.left), (-s4, BASE)),
        (*terms(eu, before.right), *terms(s, after.right), (-s4, statement.joint)),
        *(
            ((e, link), (-own, BASE), (other, last))
            for own, other, (last, link) in zip(
                proof.chain_responses, s, pairwise((known.start, *proof.chain)), strict=True
            )
        ),
    )
    return [((1, t), *rest) for t, rest in zip(proof.announcements, left, strict=True)]


def _commit(order: Sequence[int], r: Sequence[Scalar], known: Generators) -> tuple[Point, ...]:
    commitments = list(known.each)
    for generator, place in zip(known.each, order, strict=True):
        commitments[place] = add(base(r[place]), generator)
    return tuple(commitments)


def _build_chain(permuted: Sequence[Scalar], r: Sequence[Scalar], known: Generators) -> tuple[Point, ...]:
    links = [known.start]
    for each, random in zip(permuted, r, strict=True):
        links.append(add(base(random), multiply(each, links[-1])))
    return tuple(links[1:])


def _announce(
    nonces: Sequence[Scalar], statement: Statement, chain: tuple[Point, ...], known: Generators
) -> tuple[Point, ...]:
    after, size = statement.after, len(chain)
    hide_chain, hide_permuted = nonces[4 : 4 + size], nonces[4 + size :]
    return (
        base(nonces[0]),
        base(nonces[1]),
        add(base(nonces[2]), combine(terms(hide_permuted, known.each))),
        subtract(combine(terms(hide_permuted, after.left)), base(nonces[3])),
        subtract(combine(terms(hide_permuted, after.right)), multiply(nonces[3], statement.joint)),
        *(
            add(base(one), multiply(other, link))
            for one, other, link in zip(hide_chain, hide_permuted, (known.start, *chain[:-1]), strict=True)
        ),
    )


def _dot(one: Sequence[Scalar], other: Sequence[Scalar]) -> Scalar:
    return sum(a * b for a, b in zip(one, other, strict=True)) % ORDER


def _fold(permuted: Sequence[Scalar], r: Sequence[Scalar]) -> Scalar:
    """Return the number of the base point in the last link of the chain."""
    number = 0
    for each, random in zip(permuted, r, strict=True):
        number = (number * each + random) % ORDER
    return number


def _product(numbers: Iterable[Scalar]) -> Scalar:
    result = 1
    for number in numbers:
        result = result * number % ORDER
    return result


@dataclass(frozen=True, slots=True)
class UnsealedDeck:
    """A deck that some seats have still to shuffle; every shuffle so far is verified."""

    id: DeckId
    keys: Keys
    faces: tuple[Point, ...]
    stages: tuple[Cards, ...]
    verified: InitVar[object]
    open: frozenset[Seat] = frozenset()

    def __post_init__(self, verified: object) -> None:
        if verified is not _VERIFIED:
            raise TypeError("A deck is made by start_deck, and changed by verified shuffles.")

    @property
    def turns(self) -> tuple[Seat, ...]:
        """The seats that shuffle, in order."""
        return tuple(seat for seat in self.keys.seats if seat not in self.open)

    @property
    def seat(self) -> Seat:
        """The seat whose turn it is to shuffle."""
        return self.turns[len(self.stages) - 1]

    def without(self, seats: Iterable[Seat]) -> UnsealedDeck | SealedDeck:
        """Return the deck which these seats, whose keys are open to all, need not shuffle any more."""
        return self._after(
            self.stages, self.open | (frozenset(seats) & {*self.turns[len(self.stages) - 1 :]})
        )

    def _after(self, stages: tuple[Cards, ...], open_seats: frozenset[Seat]) -> UnsealedDeck | SealedDeck:
        kind = UnsealedDeck if len(stages) <= len(self.keys.seats) - len(open_seats) else SealedDeck
        return kind(self.id, self.keys, self.faces, stages, _VERIFIED, open_seats)

    def shuffle(self, secret: bytes) -> SentShuffle:
        """Return the deck shuffled by the seat at turn, with the proof; the same for the same secret.

        Raises ValueError if this is not that seat's game secret.
        """
        return self.shuffled(secret)[0]

    def shuffled(self, secret: bytes) -> tuple[SentShuffle, UnsealedDeck | SealedDeck]:
        """Return the same, and the deck as it is then: whoever made a proof need not verify it."""
        own = SecretKey.derive(secret, self.id.epoch, self.seat)
        if own.point != self.keys.point(self.seat):
            raise ValueError(f"The key of seat {self.seat + 1} was not made of this secret.")
        before = self.stages[-1]
        mask = derive_mask(secret, self.id, self.seat, before)
        after = mask.apply(before, self.keys.joint)
        sent = after.write() + prove(secret, self.statement(after), mask).write()
        return sent, self._after((*self.stages, after), self.open)

    def after_shuffle(self, sent: object) -> UnsealedDeck | SealedDeck:
        """Return the deck as the seat at turn has shuffled it; raise `Forged` if it did not prove that."""
        checked = _check_form(sent, len(self.faces))
        after = cards_after(self.id.digest, self.seat, self.keys.joint, self.stages[-1], checked)
        return self._after((*self.stages, after), self.open)

    def statement(self, after: Cards) -> Statement:
        """Return what the seat at turn has to prove of these cards."""
        return Statement(self.id.digest, self.seat, self.keys.joint, self.stages[-1], after)


@lru_cache(maxsize=32)
def cards_after(deck: bytes, seat: Seat, joint: Point, before: Cards, sent: SentShuffle) -> Cards:
    """Return the cards after a shuffle; raise `Forged` if the seat did not prove that they are the same ones.

    They follow from what is given here alone, so seats at one computer verify a shuffle once; what fails is not kept.
    """
    after, proof = read_shuffle(sent, len(before))
    verify(Statement(deck, seat, joint, before, after), proof)
    return after


def start_deck(deck: DeckId, keys: Keys, size: int) -> UnsealedDeck:
    """Return a deck of ``size`` cards in the order of their faces; raise ValueError if it is too large or empty."""
    if deck.epoch != keys.epoch:
        raise ValueError("The deck and its keys are of different epochs.")
    faces = face_points(deck, size)
    return UnsealedDeck(deck, keys, faces, (first_cards(faces, keys),), _VERIFIED)


def read_shuffle(sent: object, size: int) -> tuple[Cards, Proof]:
    """Return cards and proof, not verified; raise `Forged` on a wrong form before any work on the curve."""
    left, right, commitments, announced, responses = _check_form(sent, size)
    return read_cards(left, right, size), read_proof(commitments, announced, responses, size)


def _check_form(sent: object, size: int) -> SentShuffle:
    counts = size, size, *sizes(size)
    if type(sent) is not tuple or len(sent) != len(counts):
        raise Forged(sentences.SHUFFLE_FIELDS(length=Count(len(counts))))
    if any(
        type(field) is not bytes or len(field) != count * edwards.SIZE
        for field, count in zip(sent, counts, strict=True)
    ):
        raise Forged(sentences.NOT_SHUFFLE(size=Count(size)))
    return sent


def take_shuffles(decks: Sequence[UnsealedDeck], sent: object) -> tuple[UnsealedDeck | SealedDeck, ...]:
    """Return the decks after an event; raise `Forged` if it does not shuffle exactly these decks."""
    if len(decks) > MAX_DECKS:
        raise ValueError(f"One event shuffles at most {MAX_DECKS} decks.")
    if type(sent) is not tuple or len(sent) != len(decks):
        raise Forged(sentences.NOT_EACH_SHUFFLED(decks=Count(len(decks))))
    for deck, each in zip(decks, sent, strict=True):
        _check_form(each, len(deck.faces))
    return tuple(deck.after_shuffle(each) for deck, each in zip(decks, sent, strict=True))
