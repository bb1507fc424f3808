"""Shuffles that are lies. For each equation of the verifier there is a lie that only this equation finds out."""

from random import Random

import pytest

from p2pgames_protocol.chance import deck, edwards
from p2pgames_protocol.chance.deck import Generators, Statement, generators, prove, read_proof, verify
from p2pgames_protocol.chance.edwards import ORDER, Forged
from p2pgames_protocol.chance.elgamal import Cards, Mask, first_cards
from tests.protocol.chance import independent
from tests.protocol.chance.cheats import Answers, build_chain, commit, dot, product, run, times, transform
from tests.protocol.chance.seats import secret_of, sit_down

SEATS = sit_down(3)
SIZE = 4
KNOWN = generators(SIZE)
DECK = SEATS.start(SIZE)
BEFORE = DECK.stages[0]
JOINT = SEATS.keys.joint
HALF = pow(2, -1, ORDER)

PERMUTATION = [[0, 0, 1, 0], [1, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]
SCALED = [[0, 0, 2, 0], [HALF, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]
"""Products come out right, rows do not sum to one."""
UNSCALED = [[0, 0, HALF, 0], [2, 0, 0, 0], [0, 0, 0, 1], [0, 1, 0, 0]]
"""The inverse of SCALED, transposed."""
SKEWED = [[2, -1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]
"""Rows sum to one, products do not come out right."""
UNSKEWED = [[HALF, 0, 0, 0], [HALF, 1, 0, 0], [0, 0, 0, 1], [0, 0, 1, 0]]
"""The inverse of SKEWED, transposed."""


class Liar:
    """One run with fixed random numbers: ``matrix`` is committed to, ``answering`` gives u', ``cards`` the cards."""

    def __init__(self, matrix, answering, cards, known=KNOWN):
        self.random = Random(5)
        self.known = known
        self.answering = answering
        self.r, self.factors, self.r_chain = (
            [self.random.randrange(ORDER) for _ in range(SIZE)] for _ in range(3)
        )
        self.after = transform(cards, BEFORE, self.factors, JOINT)
        self.commitments = commit(matrix, self.r, known)

    def answers(self, u):
        permuted = times(self.answering, u)
        chain, number = build_chain(permuted, self.r_chain, self.known)
        sums = sum(self.r), number, dot(self.r, u), dot(permuted, self.factors)
        return Answers(permuted, *sums, chain, self.r_chain)

    def lie(self, shifts=()):
        statement = Statement(DECK.id.digest, 0, JOINT, BEFORE, self.after)
        return run(statement, self.commitments, self.answers, self.known, self.random, shifts)


def refused(lie):
    """Whether both verifiers refuse; the independent one gets the bytes."""
    sent = lie.statement.after.write() + lie.proof.write()
    pairs = list(
        zip(*(independent.points(b"".join(side), SIZE) for side in (BEFORE.left, BEFORE.right)), strict=True)
    )
    joint = independent.decoded(JOINT)
    taken = independent.shuffled(DECK.id.digest, 0, joint, pairs, sent) is not None
    try:
        verify(lie.statement, lie.proof)
        DECK.after_shuffle(sent)
    except Forged:
        assert not taken
        return True
    assert taken
    return False


def test_the_truth_passes():
    lie = Liar(PERMUTATION, PERMUTATION, PERMUTATION).lie()
    assert lie.failing(KNOWN) == set()
    assert not refused(lie)


def test_rows_alone_find_scaled_cards():
    lie = Liar(SCALED, SCALED, UNSCALED).lie()
    assert lie.failing(KNOWN) == {"rows"}
    assert refused(lie)


def test_the_product_alone_finds_a_matrix_that_is_no_permutation():
    lie = Liar(SKEWED, SKEWED, UNSKEWED).lie()
    assert lie.failing(KNOWN) == {"product"}
    assert refused(lie)


def test_the_link_alone_finds_answers_for_another_matrix():
    lie = Liar(PERMUTATION, SCALED, UNSCALED).lie()
    assert lie.failing(KNOWN) == {"link"}
    assert refused(lie)


def test_errors_that_cancel_each_other_are_found_though_all_equations_are_checked_at_once():
    lie = Liar(PERMUTATION, PERMUTATION, PERMUTATION).lie(shifts=(1, -1))
    assert lie.failing(KNOWN) == {"rows", "product"}
    assert refused(lie)


def doubled(after):
    return Cards((after.left[1], *after.left[1:]), (after.right[1], *after.right[1:]))


def wrong_left(after):
    return Cards((edwards.add(after.left[0], edwards.BASE), *after.left[1:]), after.right)


def wrong_right(after):
    return Cards(after.left, (edwards.add(after.right[0], edwards.BASE), *after.right[1:]))


def exchanged(after):
    return Cards(
        (after.left[1], after.left[0], *after.left[2:]), (after.right[1], after.right[0], *after.right[2:])
    )


@pytest.mark.parametrize("change", [doubled, wrong_left, wrong_right, exchanged])
def test_the_cards_alone_find_cards_that_were_changed(change):
    liar = Liar(PERMUTATION, PERMUTATION, PERMUTATION)
    liar.after = change(liar.after)
    lie = liar.lie()
    assert lie.failing(KNOWN) == {"cards"}
    assert refused(lie)


class Breaker(Liar):
    """Lays the chain for a wrong product honestly, but for one link, from which on it leads to the right end."""

    def __init__(self, link):
        super().__init__(SKEWED, SKEWED, UNSKEWED)
        self.link = link

    def answers(self, u):
        said = super().answers(u)
        rest = product(said.permuted[self.link + 1 :])
        jump = product(u) * pow(rest, -1, ORDER)
        number = self.r_chain[self.link]
        chain = [
            *said.chain[: self.link],
            edwards.add(edwards.base(number), edwards.multiply(jump, KNOWN.start)),
        ]
        for each, r in zip(said.permuted[self.link + 1 :], self.r_chain[self.link + 1 :], strict=True):
            chain.append(edwards.add(edwards.base(r), edwards.multiply(each, chain[-1])))
            number = (number * each + r) % ORDER
        said.chain, said.product = chain, number
        return said


@pytest.mark.parametrize("link", range(SIZE))
def test_the_chain_alone_finds_a_broken_link(link):
    lie = Breaker(link).lie()
    assert lie.failing(KNOWN) == {"chain"}
    assert refused(lie)


@pytest.mark.parametrize("order", [(0, 0, 2, 3), (1, 1, 1, 1), (3, 2, 1, 1)])
def test_the_whole_proof_run_on_something_that_is_no_permutation(order):
    mask = Mask(order, (7, 8, 9, 10))
    statement = Statement(DECK.id.digest, 0, JOINT, BEFORE, mask.apply(BEFORE, JOINT))
    with pytest.raises(Forged):
        verify(statement, prove(secret_of(0), statement, mask))


# -- generators whose logarithms somebody knows ---------------------------------------------------------

LOGARITHMS = [11, 22, 33, 44, 55, 66, 77]


def weak(size):
    each = tuple(map(edwards.base, LOGARITHMS[1 : size + 1]))
    return Generators(edwards.base(LOGARITHMS[0]), each)


class Knower:
    """Knows the logarithms of all generators, and of the faces too: makes six equal cards of six different ones."""

    size = 6
    faces = (101, 202, 303, 404, 505, 606)

    def __init__(self):
        self.random = Random(6)
        self.known = weak(self.size)
        self.before = first_cards(tuple(map(edwards.base, self.faces)), SEATS.keys)
        self.masks, self.r, self.r_chain = (
            [self.random.randrange(ORDER) for _ in range(self.size)] for _ in range(3)
        )
        one = edwards.base(self.faces[0])
        self.after = Cards(
            tuple(map(edwards.base, self.masks)),
            tuple(edwards.add(one, edwards.multiply(number, JOINT)) for number in self.masks),
        )

    def answers(self, u):
        permuted = [self.random.randrange(ORDER) for _ in range(self.size - 1)]
        permuted.append((dot(u, self.faces) * pow(self.faces[0], -1, ORDER) - sum(permuted)) % ORDER)
        chain, number = build_chain(permuted, self.r_chain, self.known)
        start, *each = LOGARITHMS
        return Answers(
            permuted,
            rows=sum(self.r) - sum(each[: self.size]),
            product=number + start * (product(permuted) - product(u)),
            link=dot(self.r, u) - dot(permuted, each[: self.size]),
            cards=dot(permuted, self.masks) - sum(u),
            chain=chain,
            chain_numbers=self.r_chain,
        )

    def lie(self):
        statement = Statement(DECK.id.digest, 0, JOINT, self.before, self.after)
        return run(statement, list(map(edwards.base, self.r)), self.answers, self.known, self.random)


def test_with_known_logarithms_six_equal_cards_would_pass_and_hashed_generators_refuse_them():
    lie = Knower().lie()
    secret = sum(key.scalar for key in SEATS.own.values())
    after = lie.statement.after
    opened = {
        edwards.subtract(right, edwards.multiply(secret, left))
        for left, right in zip(after.left, after.right, strict=True)
    }
    assert len(opened) == 1
    assert deck._weighted_sum(lie.statement, lie.proof, weak(6)) == edwards.NEUTRAL
    with pytest.raises(Forged):
        verify(lie.statement, lie.proof)


def test_with_known_logarithms_of_the_generators_alone_made_up_cards_would_pass():
    known = weak(SIZE)
    liar = Liar(PERMUTATION, SKEWED, UNSKEWED, known)
    start, *each = LOGARITHMS
    honest = liar.answers

    def answers(u):
        said = honest(u)
        said.product += start * (product(said.permuted) - product(u))
        said.link += dot(times(PERMUTATION, u), each[:SIZE]) - dot(said.permuted, each[:SIZE])
        return said

    liar.answers = answers
    lie = liar.lie()
    assert deck._weighted_sum(lie.statement, lie.proof, known) == edwards.NEUTRAL
    with pytest.raises(Forged):
        verify(lie.statement, lie.proof)


def test_generators_follow_from_their_numbers_alone():
    name = edwards.NAME.encode()
    hashed = [edwards.hash_to_point("shuffle generator", name, n.to_bytes(8, "big")) for n in range(61)]
    assert (generators(60).start, *generators(60).each) == tuple(hashed)
    assert len(set(hashed)) == 61


def test_the_faces_of_a_deck_are_recomputed_by_whoever_starts_it():
    lie = Knower().lie()
    sent = lie.statement.after.write() + lie.proof.write()
    with pytest.raises(Forged):
        SEATS.start(6).after_shuffle(sent)
    assert read_proof(*lie.proof.write(), 6) == lie.proof
