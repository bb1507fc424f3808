"""The proof that cards were shuffled and none was changed (Terelius-Wikström 2010).

Algorithms and names of variables are those of Haenni, Locher, Koenig, Dubuis, "Pseudo-Code Algorithms for
Verifiable Re-Encryption Mix-Nets" (2017, doi 10.1007/978-3-319-70278-0_23), sums in place of products, with the
challenge in place of the commitments t, which the verifier computes anew. The five equations it rests on:

1. row sums: every row of the committed matrix sums to one;
2. product: the permuted challenges u' have the product of the challenges u. With 1 the matrix is a permutation;
3. link: u' is the committed matrix times u;
4. cards: the new cards under u' are the old cards under u, masked;
5. chain: the commitments that lead up to that product are built of u'.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from p2pgames.text import SeatName
from p2pgames_protocol.chance import edwards, kdf, messages
from p2pgames_protocol.chance.edwards import (
    ORDER,
    Forged,
    Point,
    Scalar,
    add,
    base,
    combine,
    multiply,
    subtract,
    total,
)
from p2pgames_protocol.chance.elgamal import MAX_CARDS, Cards, Mask
from p2pgames_protocol.wire.hashing import digest, encode


@dataclass(frozen=True, slots=True)
class Generators:
    """Points with unknown logarithms: ``start`` of the chain, one for ``each`` card, and the ``sum`` of these."""

    start: Point
    each: tuple[Point, ...]
    sum: Point


@lru_cache(maxsize=MAX_CARDS)
def generators(size: int) -> Generators:
    """Return the generators for a deck of this size; they are the same in all games."""
    name = edwards.NAME.encode()
    start, *each = (
        edwards.hash_to_point("shuffle generator", name, encode(index)) for index in range(size + 1)
    )
    return Generators(start, tuple(each), total(each))


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
    """The commitments c to the permutation and ĉ to the chain, the challenge, and the responses to it.

    ``sums`` are s1 to s4, ``chain_responses`` ŝ and ``permuted_responses`` s', one for each card.
    """

    commitments: tuple[Point, ...]
    chain: tuple[Point, ...]
    challenge: Scalar
    sums: tuple[Scalar, ...]
    chain_responses: tuple[Scalar, ...]
    permuted_responses: tuple[Scalar, ...]

    def write(self) -> tuple[bytes, bytes, bytes]:
        """Return the commitments, the chain, and all the scalars in the order of the fields, each in one string."""
        scalars = (self.challenge, *self.sums, *self.chain_responses, *self.permuted_responses)
        return b"".join(self.commitments), b"".join(self.chain), b"".join(map(edwards.write_scalar, scalars))


def read_proof(commitments: object, chain: object, scalars: object, size: int) -> Proof:
    """Return the proof in these strings, not verified; raise `Forged` unless it is one for so many cards."""
    numbers = edwards.read_scalars(scalars, 5 + 2 * size, messages.RESPONSES)
    return Proof(
        edwards.read_points(commitments, size, messages.COMMITMENT),
        edwards.read_points(chain, size, messages.CHAIN),
        numbers[0],
        numbers[1:5],
        numbers[5 : 5 + size],
        numbers[5 + size :],
    )


def prove(secret: bytes, statement: Statement, mask: Mask) -> Proof:
    """Return the proof; all its random numbers follow from the secret and from what they have to hide."""
    size = len(mask.order)
    known = generators(size)
    bound = statement.digest()
    r = kdf.scalars(secret, "shuffle commitment", bound, number=size)
    commitments = _commit(mask.order, r, known)
    bound = digest("shuffle commitments", bound, *commitments)
    u = challenges(bound, size)
    permuted = [u[place] for place in mask.order]
    r_chain = kdf.scalars(secret, "shuffle chain", bound, number=size)
    chain = _build_chain(permuted, r_chain, known)
    bound = digest("shuffle chain", bound, *chain)
    nonces = kdf.scalars(secret, "shuffle nonce", bound, number=4 + 2 * size)
    challenge = final_challenge(bound, _commit_nonces(nonces, statement, chain, known))
    sums = _dot(r, (1,) * size), _fold(permuted, r_chain), _dot(r, u), _dot(mask.factors, permuted)
    hidden = *sums, *r_chain, *permuted
    s = tuple((nonce + challenge * value) % ORDER for nonce, value in zip(nonces, hidden, strict=True))
    return Proof(commitments, chain, challenge, s[:4], s[4 : 4 + size], s[4 + size :])


def verify(statement: Statement, proof: Proof) -> None:
    """Raise `Forged` unless the proof is valid for the statement."""
    if not _is_valid(statement, proof, generators(len(statement.before))):
        raise Forged(messages.SHUFFLE_UNPROVED(player=SeatName(statement.seat)))


def _is_valid(statement: Statement, proof: Proof, known: Generators) -> bool:
    bound = digest("shuffle commitments", statement.digest(), *proof.commitments)
    u = challenges(bound, len(statement.before))
    nonces = recompute_nonces(statement, proof, u, known)
    return final_challenge(digest("shuffle chain", bound, *proof.chain), nonces) == proof.challenge


def challenges(bound: bytes, size: int) -> tuple[Scalar, ...]:
    """Return the challenges u, fixed by the statement and the commitments to the permutation."""
    return tuple(edwards.hash_to_scalar("shuffle vector", bound, encode(index)) for index in range(size))


def final_challenge(bound: bytes, nonces: Iterable[Point]) -> Scalar:
    """Return the last challenge, over everything that came before and the commitments t to the nonces."""
    return edwards.hash_to_scalar("shuffle challenge", bound, *nonces)


def recompute_nonces(
    statement: Statement, proof: Proof, u: Sequence[Scalar], known: Generators
) -> list[Point]:
    """Return t1, t2, t3, both parts of t4 and every t̂, as they must have been if the responses are right."""
    before, after = statement.before, statement.after
    minus = ORDER - proof.challenge
    s1, s2, s3, s4 = proof.sums
    s = proof.permuted_responses
    minus_u = [minus * each % ORDER for each in u]
    both = *s, *minus_u
    rows = subtract(total(proof.commitments), known.sum)
    product = subtract(proof.chain[-1], multiply(_product(u), known.start))
    return [
        add(base(s1), multiply(minus, rows)),
        add(base(s2), multiply(minus, product)),
        add(base(s3), combine(both, known.each + proof.commitments)),
        subtract(combine(both, after.left + before.left), base(s4)),
        subtract(combine(both, after.right + before.right), multiply(s4, statement.joint)),
        *(
            add(base(response), combine((permuted, minus), link))
            for response, permuted, link in zip(
                proof.chain_responses, s, pairwise((known.start, *proof.chain)), strict=True
            )
        ),
    ]


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


def _commit_nonces(
    nonces: Sequence[Scalar], statement: Statement, chain: tuple[Point, ...], known: Generators
) -> list[Point]:
    after, size = statement.after, len(chain)
    hide_chain, hide_permuted = nonces[4 : 4 + size], nonces[4 + size :]
    return [
        base(nonces[0]),
        base(nonces[1]),
        add(base(nonces[2]), combine(hide_permuted, known.each)),
        subtract(combine(hide_permuted, after.left), base(nonces[3])),
        subtract(combine(hide_permuted, after.right), multiply(nonces[3], statement.joint)),
        *(
            add(base(one), multiply(other, link))
            for one, other, link in zip(hide_chain, hide_permuted, (known.start, *chain[:-1]), strict=True)
        ),
    ]


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
