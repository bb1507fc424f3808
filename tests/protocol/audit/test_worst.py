"""The files that cost their readers most: made in the size asked for, and read in time that grows as they do."""

from contextlib import suppress
from functools import cache

import pytest

from p2pgames import registry
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.chance.deck import cards_after
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.records import Event, Kind
from p2pgames_protocol.mail import armour
from p2pgames_protocol.net.link_service import ChatSync
from p2pgames_protocol.store.game_store import ChatFile
from p2pgames_protocol.store.player import AddressBook
from tests.fuzz import calls, work
from tests.worst import BESIDE, MAKERS, genesis
from tests.worst_played import PLAYED

SIZE = 1 << 16


@cache
def made(name):
    return MAKERS[name](SIZE, logfile.MAGIC)


@pytest.mark.parametrize("name", MAKERS)
def test_they_are_as_large_as_they_may_be(name):
    assert made(name).startswith(logfile.MAGIC)
    assert SIZE // 2 < len(made(name)) <= SIZE


@pytest.mark.parametrize("name", MAKERS)
def test_no_reader_fails_on_them(name):
    assert audit.full(made(name), registry.rules).grade is not Grade.FINISHED
    assert fast(made(name)).grade is not Grade.FINISHED
    with suppress(armour.BadBundle):
        assert armour.read_bundle(armour.MAGIC + made(name)[len(logfile.MAGIC) :]).genesis.names


@pytest.mark.parametrize("name", ["shuffles", "cards opened", "decks of one card", "cards shown again"])
def test_the_fast_audit_follows_cards_to_the_end(name):
    """Else these files would be no worse than others."""
    report = fast(made(name))
    events = logfile.read_records(made(name))[1:]
    assert (report.grade, report.faults) == (Grade.RUNNING, [])
    assert report.events == len(events)
    assert report.checks["shuffles"] > 0


def test_cards_that_are_shown_again_are_opened_once():
    assert work(made("cards shown again")) < 10 * SIZE


def test_nobody_comes_back_in_the_fast_audit():
    """A seat could else leave anew in every other round, each time at the cost of all shares so far."""
    report = fast(made("who left comes back"))
    assert report.rounds < 10 < report.events
    assert "only the rules can say" in report.why


@pytest.mark.parametrize("name", PLAYED)
def test_what_is_played_is_valid_to_its_end(name):
    """Else these files would be no worse than others."""
    records = logfile.read_records(made(name))
    report = audit.full(made(name), registry.rules)
    assert (report.grade, report.faults) == (Grade.RUNNING, [])
    assert report.rounds == 1 + max(Event.read(r.body).round for r in records if r.kind is Kind.EVENT)


def read_beside(kind, folder, data):
    """Read what lies beside a game, as the client does when it opens the game; return what was kept of it."""
    file = folder / f"game.{kind}"
    file.write_bytes(data)
    if kind == "chat":
        return ChatSync(genesis(), ChatFile(file)).chat.messages
    return AddressBook(file, genesis().game_id, genesis().keys).records()


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in BESIDE for name in BESIDE[kind]])
def test_what_lies_beside_a_game_is_valid_and_read_in_time_that_grows_as_it_does(tmp_path, kind, name):
    costs, sizes = [], []
    for size in (1 << 15, 1 << 16, 1 << 17):
        data = BESIDE[kind][name](size)
        sizes.append(len(data))
        costs.append(calls(lambda data=data: read_beside(kind, tmp_path, data)))
        kept = read_beside(kind, tmp_path, data)
        assert len(kept) == 2 if kind == "addresses" else sum(len(one.record) for one in kept) > size // 2
    assert costs[2] - costs[1] < 2.5 * max(costs[1] - costs[0], 100), (costs, sizes)


@pytest.mark.slow
@pytest.mark.parametrize("name", MAKERS)
def test_the_work_grows_as_they_do(name):
    """Twice the bytes more, twice the calls more: each of 1, 2 and 4 times 256 KiB."""
    costs = []
    for size in (1 << 18, 1 << 19, 1 << 20):
        data = MAKERS[name](size, logfile.MAGIC)
        cards_after.cache_clear()
        costs.append(work(data))
    assert costs[2] - costs[1] < 2.5 * (costs[1] - costs[0]) + SIZE, costs
