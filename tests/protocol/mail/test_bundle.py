"""Games by mail: packs handed over between homes, pasted, quoted, split, damaged and forged."""

from dataclasses import replace

import pytest
import trio
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pgames.games.linja import GAME
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.proof_jobs import Status
from p2pgames_protocol.log.records import Event, Have, Kind, Record, sign
from p2pgames_protocol.log.rounds import DONE
from p2pgames_protocol.mail import armour
from p2pgames_protocol.mail.armour import MAGIC, BadBundle
from p2pgames_protocol.net.session import resume_game
from p2pgames_protocol.testing.room import Room, identity, make_genesis, seated
from p2pgames_protocol.wire.invite import Invite
from tests import seeds
from tests.dice import DICE
from tests.protocol.post import Mail
from tests.six import SIX

LINJA = GAME.rules


@pytest.mark.parametrize(("rules", "seats"), [(LINJA, 2), (SIX, 2), (SIX, 3), (DICE, 3)])
def test_a_whole_game_by_mail(tmp_path, rules, seats):
    mail = Mail(tmp_path, seats, rules)
    while mail.round():
        assert mail.sent < 2000
    replicas = [mail.run(number).replica for number in range(seats)]
    assert {replica.position.kind for replica in replicas} == {DONE}
    assert len({replica.position.previous for replica in replicas}) == 1
    assert all(replica.complete for replica in replicas)
    for number in range(seats):
        report = full(mail.file(number), lambda _n, _v: rules)
        assert (report.grade, report.why) == (Grade.FINISHED, "")


async def live(mail, moves):
    """All go on live over the loopback, for so many moves altogether."""
    made, addresses = 0, {}

    async def one(number, task_status):
        nonlocal made
        host = Invite(identity(0).key, b"", "x", tuple(addresses[0])) if number else None
        async with resume_game(
            mail.players[number], mail.genesis, invite=host, listen=("127.0.0.1:0",)
        ) as session:
            addresses[number] = session.invite.addresses
            task_status.started()
            replica, signer = session.peer.replica, session.peer.signer
            while made < moves and not replica.finished:
                if signer.my_turn:
                    legal = replica.rules.moves(replica.position.state, signer.seat, replica.known)
                    await session.peer.act(mail.random.choice(legal))
                    made += 1
                else:
                    await session.peer.changed()

    with trio.fail_after(120):
        async with trio.open_nursery() as nursery:
            for number in range(len(mail.players)):
                await nursery.start(one_started(one), number)


def one_started(one):
    """The function as a nursery starts it."""

    async def start(number, task_status=trio.TASK_STATUS_IGNORED):
        await one(number, task_status)

    return start


@pytest.mark.parametrize(("rules", "seats"), [(LINJA, 2), (SIX, 3)])
def test_from_mail_to_live_and_back(tmp_path, rules, seats):
    mail = Mail(tmp_path, seats, rules)
    for _ in range(6):
        mail.round()
    by_mail = max(len(mail.run(number).replica.log) for number in range(seats))
    trio.run(live, mail, 2)
    assert max(len(mail.run(number).replica.log) for number in range(seats)) > by_mail
    while mail.round():
        pass
    replicas = [mail.run(number).replica for number in range(seats)]
    assert all(replica.position.kind is DONE for replica in replicas)
    assert len({replica.position.previous for replica in replicas}) == 1


def test_a_pack_holds_only_what_is_not_confirmed(tmp_path):
    mail = Mail(tmp_path, 2, LINJA)
    for _ in range(8):
        mail.round()
    replica = mail.run(0).replica
    some, everything = (
        armour.write_bundle(replica, armour.rounds_closed(replica, 0)),
        armour.write_bundle(replica),
    )
    assert len(armour.read_bundle(some).records) < 6 < len(armour.read_bundle(everything).records)


def test_what_was_lost_on_the_way_is_in_the_next_pack(tmp_path):
    mail = Mail(tmp_path, 2, LINJA)
    for _ in range(4):
        mail.round()
    for number in (0, 1):
        mail.move(number)
        mail.pack(number)  # it gets lost
    assert mail.round()
    assert len({mail.run(number).replica.position.previous for number in (0, 1)}) == 1


def test_a_pack_with_a_gap_before_it_changes_nothing_and_says_so(tmp_path):
    mail = Mail(tmp_path, 2, LINJA)
    for _ in range(2):
        mail.round()
    store = mail.players[1].home.store(mail.genesis)
    old = {path: path.read_bytes() for path in (store.path, store.local, store.instance)}
    for _ in range(5):
        mail.round()
    text = mail.pack(0)
    for path, data in old.items():
        path.write_bytes(data)
    outcomes = mail.unpack(1, text)
    assert Status.EARLY in {each.status for each in outcomes}


def test_by_mail_an_older_file_signs_only_what_it_has_signed_before(tmp_path):
    mail = Mail(tmp_path, 2, LINJA)
    for _ in range(3):
        mail.round()
    store = mail.players[1].home.store(mail.genesis)
    old = store.path.read_bytes()
    for _ in range(3):
        mail.round()
    store.path.write_bytes(old)
    peer = mail.run(1)
    assert peer.read_only
    trio.run(peer.take_over)
    assert not peer.signer.my_turn
    assert peer.read_only
    everything = armour.read_bundle(armour.write_bundle(mail.run(0).replica)).records
    trio.run(mail.run(1).live.take_in, everything)
    assert not mail.run(1).read_only
    assert not mail.run(0).replica.accusations.found
    while mail.round():
        pass
    assert len({mail.run(number).replica.position.previous for number in (0, 1)}) == 1
    assert not any(mail.run(number).replica.accusations.found for number in (0, 1))


def test_a_copied_store_takes_a_pack_and_signs_nothing(tmp_path):
    mail = Mail(tmp_path, 2, LINJA)
    for _ in range(3):
        mail.round()
    store = mail.players[1].home.store(mail.genesis)
    old = store.path.read_bytes()
    for _ in range(3):
        mail.round()
    mail.move(0)
    store.path.write_bytes(old)
    store.instance.unlink()
    peer = mail.run(0)
    data = armour.write_bundle(peer.replica)

    async def take(other):
        assert other.read_only
        own = [record.id for record in other.replica.records() if named(record) == 1]
        await other.live.take_in(armour.read_bundle(data).records)
        assert other.read_only
        assert not other.signer.my_turn
        assert len(other.replica.log) == len(peer.replica.log)
        given = {record.id for record in armour.read_bundle(data).records} | set(own)
        assert {record.id for record in other.replica.records() if named(record) == 1} <= given

    mail.run(1, take)


def named(record):
    """The seat whose event or have this is."""
    return {Kind.EVENT: Event, Kind.HAVE: Have}[record.kind].read(record.body).seat


def test_nothing_is_signed_before_the_whole_pack_is_heard(tmp_path):
    """A home restored as a whole is not noticed. What it moved stands in the pack, after a note to be embedded."""
    mail = Mail(tmp_path, 2, LINJA)
    turn = None
    while turn is None:
        mail.round()
        turn = next((number for number in (0, 1) if mail.run(number).signer.my_turn), None)
    store = mail.players[turn].home.store(mail.genesis)
    old = {path: path.read_bytes() for path in (store.path, store.local, store.instance)}
    mail.move(turn)
    whole = armour.write_bundle(mail.run(turn).replica)
    for path, data in old.items():
        path.write_bytes(data)
    other = mail.run(1 - turn, lambda peer: peer.resign())
    ((note, _),) = other.replica.notes.pending(other.replica.position)

    async def take(peer):
        outcomes = await peer.live.take_in([note, *armour.read_bundle(whole).records])
        assert peer.replica.accusations.verdict is None
        assert {each.status for each in outcomes} <= {Status.ACCEPTED, Status.KNOWN}

    mail.run(turn, take)


# -- what is refused --


@pytest.fixture(scope="module")
def room():
    """A table in the middle of a game."""
    made = Room(LINJA, 2, seed=3)
    made.play(6)
    return made


def made(room, *records, genesis=None):
    """A pack of these records."""
    return logfile.write_records([Record(Kind.GENESIS, (genesis or room.genesis).record), *records], MAGIC)


def test_whatever_is_not_signed_for_this_game_is_refused_whole(room):
    replica = room.replicas[0]
    record = next(r for r in replica.records() if r.kind is Kind.EVENT)
    have = Have(0, 0, bytes(32)).pack()
    elsewhere = make_genesis(LINJA, 2, nonce=9)
    wrong = {
        "not a pack": b"p2pgames log 1\n",
        "a game file": logfile.write_records(replica.records()),
        "nothing": b"",
        "no genesis": logfile.write_records(replica.records(), MAGIC),
        "two geneses": made(room, Record(Kind.GENESIS, room.genesis.record)),
        "another game": made(room, record, genesis=elsewhere),
        "a changed body": made(room, record, replace(record, body=record.body[:-1] + b"\1")),
        "a changed signature": made(room, replace(record, signature=bytes(64))),
        "of another seat": made(room, sign(seated(1), Kind.HAVE, room.genesis.game_id, have)),
        "of nobody": made(room, sign(seated(2), Kind.HAVE, room.genesis.game_id, Have(5, 0, bytes(32)).pack())),
        "no evidence": made(room, Record(Kind.EVIDENCE, b"\x92\xc4\x00\xc4\x00")),
        "torn": armour.write_bundle(replica)[:-1],
        "trailing": armour.write_bundle(replica) + b"\0",
    }  # fmt: skip
    assert armour.read_bundle(armour.write_bundle(replica)).records
    for name, data in wrong.items():
        with pytest.raises(BadBundle):
            pytest.fail(f"{name}: {armour.read_bundle(data)}")


def test_too_much_is_refused_before_it_is_looked_at():
    with pytest.raises(BadBundle, match="no pack has more than"):
        armour.read_bundle(MAGIC + bytes(armour.MAX_BUNDLE))
    with pytest.raises(BadBundle, match="at most"):
        armour.read_mail("x" * (armour.MAX_TEXT + 1))


@settings(max_examples=len(seeds(60, 150)))
@given(data=st.data())
def test_a_changed_byte_is_noticed(room, data):
    whole = armour.write_bundle(room.replicas[0], 6)
    at = data.draw(st.integers(0, len(whole) - 1))
    changed = whole[:at] + bytes([whole[at] ^ data.draw(st.integers(1, 255))]) + whole[at + 1 :]
    with pytest.raises(BadBundle):
        armour.read_bundle(changed)


# -- as text --


@settings(max_examples=len(seeds(60, 150)))
@given(
    content=st.binary(min_size=1, max_size=2000),
    lines=st.none() | st.integers(3, 30),
    quote=st.sampled_from(("", ">", "> ", ">> > ", "\t", " \u00a0")),
    end=st.sampled_from(("\n", "\r\n", "\n\n", " \n")),
    width=st.integers(5, 90),
    random=st.randoms(use_true_random=False),
)
def test_mail_programs_do_no_harm(content, lines, quote, end, width, random):
    parts = armour.write_mail(content, lines)
    assert all(lines is None or part.count("\n") <= lines for part in parts)
    random.shuffle(parts)
    mail = "Hello!\n\n-- \n".join([*parts, parts[0]])
    wrapped = [line[at : at + width] for line in mail.split("\n") for at in range(0, len(line) or 1, width)]
    assert armour.read_mail(end.join(quote + line for line in wrapped) + "\n-- \nAda") == [content]


def test_several_packs_in_one_text():
    one, two = b"1" * 100, b"2" * 300
    text = "".join(
        part
        for pair in zip(armour.write_mail(one, 3), armour.write_mail(two, 5), strict=False)
        for part in pair
    )
    text += "".join(armour.write_mail(one, 3) + armour.write_mail(two, 5))
    assert armour.read_mail(text) == [one, two]


@settings(max_examples=len(seeds(60, 150)))
@given(data=st.data(), content=st.binary(min_size=1, max_size=400))
def test_a_changed_letter_is_noticed(data, content):
    text = "".join(armour.write_mail(content, 4))
    at = data.draw(st.sampled_from([at for at, letter in enumerate(text) if letter not in "\n "]))
    letter = data.draw(st.sampled_from("AZaz09+/=-x"))
    if letter != text[at]:
        with pytest.raises(BadBundle):
            pytest.fail(str(armour.read_mail(text[:at] + letter + text[at + 1 :])))


def test_missing_cut_and_mixed_parts_are_named():
    one, two = armour.write_mail(b"1" * 200, 4), armour.write_mail(b"2" * 200, 4)
    assert len(one) == 3
    for text, why in {
        "Hello": "no pack in this text",
        one[0] + one[2]: "lacks part 2 of 3",
        one[1]: "lacks 2 of 3 parts",
        "".join(one)[:-20]: "cut off",
        "".join(one) + two[0]: "lacks 2 of 3 parts",
        one[0] + one[1] + two[2].replace(name_of(two), name_of(one)): "do not belong together",
    }.items():
        with pytest.raises(BadBundle, match=why):
            armour.read_mail(text)


def name_of(parts):
    """What the parts of a pack are called."""
    return parts[0].split()[4].removesuffix("-----")


def test_too_few_lines_and_too_many_parts_are_refused():
    with pytest.raises(ValueError, match="at least 3 lines"):
        armour.write_mail(b"x", 2)
    with pytest.raises(ValueError, match="999"):
        armour.write_mail(bytes(48 * 1000), 3)
