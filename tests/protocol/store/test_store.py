"""A real peer killed between any two file operations never signs twice, and never forgets what it sent."""

from pathlib import Path

import pytest
import trio
import trio.testing

from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import Damaged, write_records
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.net.link import Link
from p2pgames_protocol.store.disk import RealDisk
from p2pgames_protocol.store.game_store import Store, genesis_record
from p2pgames_protocol.testing.memory import FaultyDisk, clocked
from p2pgames_protocol.testing.room import seated
from tests.protocol.peers import GENESIS, check_sent, game, make_peer


def run_game(disks, sent):
    """Play; time passes only where both wait, as a copy does before it signs: they write alike in every run."""
    return clocked(game, disks, sent)


@pytest.mark.parametrize("victim", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_killed_between_any_two_file_operations(victim):
    disks = [FaultyDisk(), FaultyDisk()]
    run_game(disks, [[], []])
    operations = disks[victim].operations
    assert operations > 40
    for fatal in range(operations):
        disks = [FaultyDisk(seed=fatal), FaultyDisk(seed=fatal)]
        disks[victim].left = fatal
        sent = [[], []]
        with pytest.raises(BaseException) as caught:  # noqa: PT011  Killed, alone or in a group
            run_game(disks, sent)
        assert "Killed" in repr(caught.value)
        disks[victim].survive()
        peers = run_game(disks, sent)
        assert len({peer.replica.position.previous for peer in peers}) == 1
        assert not any(peer.replica.accusations.found for peer in peers)
        for seat in (0, 1):
            check_sent(seat, sent[seat], disks[seat])


def real_store(folder):
    """A store on the real disk with a genesis and one record."""
    store = Store(folder / "g.p2pg", folder / "instance")
    store.create([Record(Kind.GENESIS, GENESIS.record)], b"i" * 32)
    return store


def test_a_real_store_is_private_appends_and_cuts_a_torn_end(tmp_path):
    store = real_store(tmp_path)
    record = Record(Kind.EVIDENCE, b"body")
    store.append([record])
    assert store.open() == ([Record(Kind.GENESIS, GENESIS.record), record], 0)
    for file in (store.path, store.local, store.instance):
        assert file.stat().st_mode & 0o777 == 0o600
    whole = store.path.read_bytes()
    store.path.write_bytes(whole[:-3])
    records, cut = store.open()
    assert len(records) == 1
    assert cut > 0
    assert store.path.read_bytes() == write_records(records)
    assert genesis_record(store.path.read_bytes()) == records[0]


def test_damage_before_the_end_is_refused_and_nothing_is_cut(tmp_path):
    store = real_store(tmp_path)
    store.append([Record(Kind.EVIDENCE, b"body")])
    data = bytearray(store.path.read_bytes())
    data[60] ^= 1
    store.path.write_bytes(data)
    with pytest.raises(Damaged):
        store.open()
    assert store.path.read_bytes() == bytes(data)
    for junk in (b"", b"junk", write_records([Record(Kind.EVIDENCE, b"x")])):
        with pytest.raises(Damaged):
            genesis_record(junk)


def changed(data, at):
    """The data with one bit of one byte turned round."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


def test_every_cut_is_torn_and_every_changed_byte_of_the_last_record_is_broken():
    whole = write_records([Record(Kind.GENESIS, GENESIS.record)])
    data = whole + logfile.frame(Record(Kind.EVIDENCE, b"body").pack())
    for size in range(len(whole) + 1, len(data)):
        frames = logfile.split(data[:size])
        assert (frames.sound, frames.torn, frames.broken) == (len(whole), True, False)
    for at in range(len(whole), len(data)):
        frames = logfile.split(changed(data, at))
        assert (frames.sound, frames.torn, frames.broken) == (len(whole), True, True), at


def test_a_file_whose_last_record_was_changed_counts_as_a_copy(tmp_path):
    store = real_store(tmp_path)
    whole = store.path.read_bytes()
    store.append([Record(Kind.EVIDENCE, b"body")])
    data = store.path.read_bytes()
    with pytest.raises(Damaged, match="Record 2 is damaged"):
        logfile.read_records(changed(data, len(data) - 1))
    store.path.write_bytes(changed(data, len(data) - 1))
    assert store.open() == ([Record(Kind.GENESIS, GENESIS.record)], len(data) - len(whole))
    assert store.is_copy()
    assert store.open()[1] == 0
    assert store.is_copy(), "the doubt is forgotten once the end is cut off"


def test_a_file_without_a_sound_record_is_refused_and_nothing_is_cut(tmp_path):
    store = real_store(tmp_path)
    data = changed(store.path.read_bytes(), 60)
    store.path.write_bytes(data)
    with pytest.raises(Damaged):
        store.open()
    assert store.path.read_bytes() == data


def test_a_copy_is_known_by_its_instance(tmp_path):
    store = real_store(tmp_path)
    assert not store.is_copy()
    store.local.write_bytes(b"other")
    assert store.is_copy()
    store.adopt(b"j" * 32)
    assert not store.is_copy()
    store.instance.unlink()
    assert store.is_copy()


class Forgetful(FaultyDisk):
    """A disk that forgets a name in a power cut if its folder was not synced."""

    def __init__(self):
        super().__init__()
        self.before = {}

    def rename(self, path, to):
        """The file that had the name may be the one that is found."""
        self.before.setdefault(to, self.synced.get(to))
        super().rename(path, to)

    def sync_folder(self, folder):
        """The names are safe."""
        super().sync_folder(folder)
        self.before = {path: old for path, old in self.before.items() if path.parent != folder}

    def survive(self):
        """What a new process finds: the old names where the folder was not synced."""
        for path, old in self.before.items():
            self.written.pop(path, None)
            self.synced.pop(path, None)
            if old is not None:
                self.written[path] = self.synced[path] = old
        super().survive()


def test_what_was_adopted_is_known_after_a_power_cut():
    disk = Forgetful()
    store = Store(Path("/games/g.p2pg"), Path("/state/g.instance"), disk)
    record = Record(Kind.EVIDENCE, b"body")
    store.create([Record(Kind.GENESIS, GENESIS.record)], b"i" * 32)
    for instance, signed in ((b"j" * 32, []), (b"k" * 32, [record])):
        store.adopt(instance, signed)
        disk.survive()
        assert not store.is_copy()
        assert disk.read(store.instance)[:32] == instance
        assert store.signed() == signed
    store.note([record])
    disk.survive()
    assert store.signed() == [record, record]


def test_a_note_that_is_cut_is_read_as_far_as_it_goes_and_a_changed_one_is_in_doubt(tmp_path):
    store = real_store(tmp_path)
    store.note([Record(Kind.EVIDENCE, b"one"), Record(Kind.EVIDENCE, b"two")])
    whole = store.instance.read_bytes()
    store.instance.write_bytes(whole[:-1])
    assert not store.is_copy()
    assert store.signed() == [Record(Kind.EVIDENCE, b"one")]
    store.note([Record(Kind.EVIDENCE, b"two")])
    assert store.instance.read_bytes() == whole
    for at in range(len(whole)):
        store.instance.write_bytes(changed(whole, at))
        assert store.is_copy(), at
        assert len(store.signed()) < 2 or at < 32


def test_a_copied_game_is_read_only_until_the_other_has_shown_its_newest_round():
    async def main():
        disks = [FaultyDisk(), FaultyDisk()]
        await game(disks, [[], []])
        disks[0].written[Path("/state0")] = b"other"
        peer, other = make_peer(0, disks[0]), make_peer(1, disks[1])
        stored = peer.store.open()[0]
        await peer.live.resume(stored[: len(stored) // 2])
        assert peer.read_only
        assert not peer.signer.auto_signer.signing
        await other.live.resume(other.store.open()[0])
        left, right = (Link(stream) for stream in trio.testing.memory_stream_pair())
        left.key, right.key = seated(1).key, seated(0).key
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.attach, left)
            nursery.start_soon(other.attach, right)
            await peer.wait_until(lambda: not peer.read_only)
            nursery.cancel_scope.cancel()
        assert peer.signer.auto_signer.signing
        assert len(peer.replica.log) == len(other.replica.log)
        assert not peer.replica.accusations.found

    trio.run(main)


def test_the_real_disk_renames_truncates_and_reads(tmp_path):
    disk = RealDisk()
    disk.create(tmp_path / "a", b"hello")
    disk.rename(tmp_path / "a", tmp_path / "b")
    disk.append(tmp_path / "b", b" you")
    disk.sync(tmp_path / "b")
    disk.truncate(tmp_path / "b", 7)
    disk.sync_folder(tmp_path)
    assert disk.read(tmp_path / "b") == b"hello y"
