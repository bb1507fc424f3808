"""Tables that fill up by mail: letters damaged, foreign, repeated and forged; games that must not begin."""

from dataclasses import replace
from functools import partial
from random import Random

import pytest
import trio

from p2pgames_protocol.audit.full import full as full_audit
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import NOBODY, Proposal, Refused
from p2pgames_protocol.log.records import Kind
from p2pgames_protocol.mail import armour, letters
from p2pgames_protocol.mail.armour import BadBundle
from p2pgames_protocol.mail.letters import Filling, PendingTables
from p2pgames_protocol.net.peer import play_game
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.store.player import Player
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire.codec import digest, pack
from tests.dice import DICE
from tests.protocol.post import Mail
from tests.six import SIX


def player(number, folder, name=None):
    """A player with a home of its own."""
    home = Home(folder / f"home{number}-{name}")
    home.make()
    entropy = Random(f"{number}{name}").randbytes
    return Player(identity(number), name or f"P{number}", home, entropy, lambda _n, _v: DICE)


def table(host, seats=3, nonce=7):
    return letters.open_letter_table(host, Proposal.of(host.identity.key, DICE, seats, bytes([nonce]) * 32))


def invitation(filling):
    return letters.read_letter(filling.letter)


def answer(guest, filling):
    return letters.read_letter(letters.read_answer(guest, invitation(filling)).letter)


def first_pack(host, genesis):
    """What the host packs first."""

    async def packed():
        peer = await play_game(host, genesis)
        return armour.read_bundle(armour.write_bundle(peer.replica))

    return trio.run(packed)


@pytest.fixture
def three(tmp_path):
    return [player(number, tmp_path) for number in range(3)]


@pytest.fixture
def full(three):
    """A table of three, with its answers taken."""
    filling = table(three[0])
    for guest in three[1:]:
        filling = filling.taking(answer(guest, filling))
    return filling


def test_three_letters_make_the_game_that_every_guest_begins(three, full):
    genesis = full.genesis()
    assert genesis.names == ("P0", "P1", "P2")
    assert gen.read_genesis(genesis.record) == genesis
    begun = first_pack(three[0], genesis)
    for guest in three[1:]:
        letters.read_answer(guest, invitation(full)).check(begun)


@pytest.mark.parametrize("rules", [DICE, SIX])
def test_a_whole_game_of_three_that_began_by_mail(tmp_path, rules):
    mail = Mail(tmp_path, 3, rules)
    host, *guests = mail.players
    filling = letters.open_letter_table(host, Proposal.of(host.identity.key, rules, 3, bytes(32)))
    answers = [letters.read_answer(guest, invitation(filling)) for guest in guests]
    for one in reversed(answers):
        filling = filling.taking(letters.read_letter(one.letter))
    mail.genesis = filling.genesis()
    begun = first_pack(host, mail.genesis)
    for one in answers:
        one.check(begun)
    mail.players = [host, *reversed(guests)]
    while mail.round():
        assert mail.sent < 2000
    for number in range(3):
        report = full_audit(mail.file(number), lambda _n, _v: rules)
        assert (report.grade, report.why) == (Grade.FINISHED, "")


def test_a_letter_is_the_same_whenever_it_is_written(three, full):
    one, again = (letters.read_answer(three[1], invitation(full)) for _ in range(2))
    assert one == again
    assert full.taking(letters.read_letter(one.letter)) == full


def test_the_order_of_answers_is_the_order_of_seats_and_late_ones_find_no_seat(three, tmp_path):
    filling = table(three[0])
    for guest in (three[2], three[1]):
        assert filling.genesis() is None
        filling = filling.taking(answer(guest, filling))
    assert filling.genesis().names == ("P0", "P2", "P1")
    with pytest.raises(Refused, match="full"):
        filling.taking(answer(player(3, tmp_path), filling))


def test_another_answer_of_the_same_player_takes_its_own_seat(three, full, tmp_path):
    other = answer(player(1, tmp_path, "Elsewhere"), full)
    filling = full.taking(other)
    assert filling.genesis().names == ("P0", "Elsewhere", "P2")
    assert other.join.nonce != full.joins[1].nonce, "another device has another nonce"
    with pytest.raises(Refused, match="our seat"):
        letters.read_answer(three[1], invitation(full)).check(first_pack(three[0], filling.genesis()))


def test_answers_to_other_tables_and_copied_nonces_are_refused(three):
    filling = table(three[0])
    with pytest.raises(Refused):
        filling.taking(answer(three[1], table(three[0], nonce=8)))
    with pytest.raises(Refused):
        filling.taking(invitation(filling))
    copied = gen.sign_join(three[1].identity, filling.signed, "Copy", filling.joins[0].nonce)
    body = gen.Join(
        digest("proposal", filling.signed), three[1].identity.key, three[0].identity.key, "Copy", bytes(32)
    ).body()
    signed = pack((body, three[1].identity.sign("join", NOBODY, body)))
    with pytest.raises(Refused, match="same key"):
        filling.taking(letters.read_letter(letters.write_letter(filling.signed, signed)))
    with pytest.raises(Refused, match="nonce"):
        filling.taking(letters.read_letter(letters.write_letter(filling.signed, copied)))
    with pytest.raises(Refused):
        letters.read_answer(three[1], answer(three[2], filling))
    with pytest.raises(Refused):
        letters.read_answer(three[0], invitation(filling))


def test_no_byte_of_a_letter_can_be_changed_or_cut_off(three):
    data = table(three[0]).letter
    for at in range(len(data)):
        for wrong in (data[:at], data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]):
            with pytest.raises(BadBundle):
                letters.read_letter(wrong)
    for wrong in (data + b"\0", data + data[len(letters.MAGIC) :], data.ljust(letters.MAX_LETTER + 1, b"\0")):
        with pytest.raises(BadBundle):
            letters.read_letter(wrong)


def test_a_letter_that_others_signed_or_nobody_is_refused(three):
    filling = table(three[0])
    signed, join = filling.signed, filling.signed_joins[0]
    other = table(three[0], nonce=8)
    for parts in (
        (signed, other.signed_joins[0]),
        (other.signed, join),
        (signed, b""),
        (b"", join),
        (signed, 1),
    ):
        data = letters.MAGIC + logfile.frame(pack(parts))
        with pytest.raises(BadBundle):
            letters.read_letter(data)


def test_a_guest_begins_no_game_that_others_put_together(three, full, tmp_path):
    """Whoever reads all letters can assemble a genesis; only the host's signature under it begins the game."""
    own = letters.read_answer(three[1], invitation(full))
    swapped = gen.assemble(full.signed, (full.signed_joins[0], full.signed_joins[2], full.signed_joins[1]))
    with pytest.raises(Refused, match="host has signed nothing"):
        own.check(first_pack(three[2], swapped))
    bare = replace(first_pack(three[0], full.genesis()), records=())
    with pytest.raises(Refused, match="host has signed nothing"):
        own.check(bare)
    stranger = player(4, tmp_path)
    without = full.taking(answer(three[2], full))
    without = Filling(full.signed, (*without.signed_joins[:1], full.signed_joins[2]))
    without = without.taking(answer(stranger, full))
    with pytest.raises(Refused, match="our seat"):
        own.check(first_pack(three[0], without.genesis()))


def test_a_guest_begins_no_game_of_another_proposal_or_under_another_name(three, full, tmp_path):
    genesis = full.genesis()
    begun = first_pack(three[0], genesis)
    other = letters.read_answer(three[1], invitation(table(three[0], nonce=8)))
    with pytest.raises(Refused, match="another proposal"):
        other.check(begun)
    renamed = replace(three[1], name="Other")
    with pytest.raises(Refused, match="our seat"):
        letters.read_answer(renamed, invitation(full)).check(begun)
    with pytest.raises(Refused, match="copy of this home"):
        full.check(begun)


def test_tables_are_kept_in_the_home_and_a_damaged_one_is_not_believed(three, full):
    pending = PendingTables(three[0].home)
    assert list(pending) == []
    pending.write(full)
    assert list(pending) == [full]
    assert pending.find(full.table) == full
    assert pending.find(bytes(32)) is None
    file = three[0].home.games / f"{full.table.hex()}.table"
    data = file.read_bytes()
    for wrong in (data[:-1], data[:100] + b"x" + data[101:], b"", data + b"\0" * letters.MAX_TABLE):
        file.write_bytes(wrong)
        with pytest.raises(logfile.Damaged):
            pending.find(full.table)
        assert list(pending) == []
    pending.drop(full.table)
    pending.drop(full.table)
    assert pending.find(full.table) is None


def test_a_home_whose_notes_did_not_move_with_it_is_noticed(three, full):
    guest = three[1]
    own = letters.read_answer(guest, invitation(full))
    assert not letters.is_moved(guest, own)
    (guest.home.state / "device").unlink()
    assert letters.is_moved(guest, own)
    genesis = full.genesis()
    peer = trio.run(
        partial(
            play_game, guest, genesis, must_show=set(genesis.keys) - {genesis.seat_key(guest.identity.key)}
        )
    )
    assert peer.read_only
    assert [record.kind for record in peer.replica.records()].count(Kind.HAVE) == 0
