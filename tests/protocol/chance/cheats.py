"""Provers that lie: each says what it would have to know, and fails in one equation alone.

`run` makes a proof of any commitments and answers, with the announcements that a truthful prover would have made.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from p2pgames_protocol.chance import edwards
from p2pgames_protocol.chance.deck import Generators, Proof, Statement, challenges, equations, final_challenge
from p2pgames_protocol.chance.edwards import ORDER, Point
from p2pgames_protocol.chance.elgamal import Cards
from p2pgames_protocol.wire.codec import digest


@dataclass
class Answers:
    """What a prover claims once the challenges u are known; ``permuted`` is u', the others are the sums."""

    permuted: list[int]
    rows: int
    product: int
    link: int
    cards: int
    chain: list[Point]
    chain_numbers: list[int]


@dataclass
class Lie:
    """A false statement with its proof."""

    statement: Statement
    proof: Proof

    def failing(self, known: Generators) -> set[str]:
        """Return the names of the equations that do not hold."""
        found = equations(self.statement, self.proof, known)
        names = ["rows", "product", "link", "cards", "cards", *["chain"] * len(self.proof.chain)]
        return {
            name
            for name, equation in zip(names, found, strict=True)
            if edwards.combine(equation) != edwards.NEUTRAL
        }


def run(
    statement: Statement,
    commitments: list[Point],
    answer: Callable[[tuple[int, ...]], Answers],
    known: Generators,
    random: Random,
    shifts: tuple[int, ...] = (),
) -> Lie:
    """Run the proof as the document gives it, with these answers, the first announcements shifted by so much."""
    size = len(commitments)
    bound = digest("shuffle commitments", statement.digest(), *commitments)
    said = answer(challenges(bound, size))
    bound = digest("shuffle chain", bound, *said.chain)
    w = [random.randrange(ORDER) for _ in range(4)]
    w_chain, w_permuted = ([random.randrange(ORDER) for _ in range(size)] for _ in range(2))
    after = statement.after
    nonces = [
        edwards.base(w[0]),
        edwards.base(w[1]),
        edwards.add(edwards.base(w[2]), edwards.combine(edwards.terms(w_permuted, known.each))),
        edwards.subtract(edwards.combine(edwards.terms(w_permuted, after.left)), edwards.base(w[3])),
        edwards.subtract(
            edwards.combine(edwards.terms(w_permuted, after.right)), edwards.multiply(w[3], statement.joint)
        ),
        *(
            edwards.add(edwards.base(w_chain[i]), edwards.multiply(w_permuted[i], link))
            for i, link in enumerate([known.start, *said.chain[:-1]])
        ),
    ]
    for at, shift in enumerate(shifts):
        nonces[at] = edwards.add(nonces[at], edwards.base(shift))
    e = final_challenge(bound, nonces)
    sums = said.rows, said.product, said.link, said.cards
    proof = Proof(
        tuple(commitments),
        tuple(said.chain),
        tuple(nonces),
        tuple((a + e * b) % ORDER for a, b in zip(w, sums, strict=True)),
        tuple((a + e * b) % ORDER for a, b in zip(w_chain, said.chain_numbers, strict=True)),
        tuple((a + e * b) % ORDER for a, b in zip(w_permuted, said.permuted, strict=True)),
    )
    return Lie(statement, proof)


def times(matrix: list[list[int]], vector) -> list[int]:
    """Return matrix times vector, modulo the order."""
    return [sum(a * b for a, b in zip(row, vector, strict=True)) % ORDER for row in matrix]


def commit(matrix: list[list[int]], r: list[int], known: Generators) -> list[Point]:
    """Return the commitments to the columns of any matrix; row i belongs to the new card i."""
    return [
        edwards.add(
            edwards.base(r[j]), edwards.combine(edwards.terms([row[j] for row in matrix], known.each))
        )
        for j in range(len(r))
    ]


def transform(matrix: list[list[int]], cards: Cards, factors: list[int], joint: Point) -> Cards:
    """Return new cards, card i made of the old ones with the weights of row i, and masked."""
    return Cards(
        tuple(
            edwards.add(edwards.combine(edwards.terms(row, cards.left)), edwards.base(f))
            for row, f in zip(matrix, factors, strict=True)
        ),
        tuple(
            edwards.add(edwards.combine(edwards.terms(row, cards.right)), edwards.multiply(f, joint))
            for row, f in zip(matrix, factors, strict=True)
        ),
    )


def dot(one, other) -> int:
    """Return the sum of products, modulo the order."""
    return sum(a * b for a, b in zip(one, other, strict=True)) % ORDER


def product(numbers) -> int:
    """Return the product, modulo the order."""
    result = 1
    for number in numbers:
        result = result * number % ORDER
    return result


def build_chain(permuted: list[int], numbers: list[int], known: Generators) -> tuple[list[Point], int]:
    """Return an honest chain, and the number of the base point in its last link."""
    links, number = [known.start], 0
    for each, r in zip(permuted, numbers, strict=True):
        links.append(edwards.add(edwards.base(r), edwards.multiply(each, links[-1])))
        number = (number * each + r) % ORDER
    return links[1:], number
