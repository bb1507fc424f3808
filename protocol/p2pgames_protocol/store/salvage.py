"""A damaged game file is kept aside, and what is sound of it goes on as a restored copy.

Such a copy signs nothing before the others have shown what they have, so the rest comes from them.
"""

from __future__ import annotations

from itertools import count
from pathlib import Path

from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.file import Damaged
from p2pgames_protocol.log.genesis import Genesis
from p2pgames_protocol.log.reception import Status
from p2pgames_protocol.log.records.record import Kind, Record
from p2pgames_protocol.log.replica.hearing import Hearing
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.rules_lookup import RulesOf
from p2pgames_protocol.store.game_store import Store
from p2pgames_protocol.wire.codec import Malformed


def put_aside(store: Store, genesis: Genesis, rules_of: RulesOf) -> list[Path]:
    """Copy what is damaged of a game's files aside, begin its file anew with what is sound, and return the copies.

    Nothing is touched, and nothing returned, where all is sound. Raises OSError if the files cannot be used, and
    whatever ``rules_of`` raises. It blocks.
    """
    data = store.disk.read(store.path)
    kept = [Record(Kind.GENESIS, genesis.record), *_sound(data, genesis, rules_of)]
    aside = []
    if _is_local_damaged(store):
        aside.append(_copied(store, store.local))
        store.disk.truncate(store.local, 0)
    if not aside and logfile.write(kept) == data:
        return []
    aside.append(_copied(store, store.path))
    store.create(kept, None)
    return aside


def _sound(data: bytes, genesis: Genesis, rules_of: RulesOf) -> list[Record]:
    """Return the records after the genesis, up to the first that is damaged or that the game never accepted."""
    hearing = Hearing(Replica(genesis, rules_of(genesis.proposal.rules, genesis.proposal.version)))
    kept: list[Record] = []
    for payload in logfile.split(data, strict=False).payloads[1:]:
        try:
            record = Record.read(payload)
        except Malformed:
            break
        if hearing.receive(record).status is Status.SENDER:
            break
        kept.append(record)
    return kept


def _is_local_damaged(store: Store) -> bool:
    try:
        store.given_shares()
    except Damaged:
        return True
    return False


def _copied(store: Store, path: Path) -> Path:
    """Copy a file beside itself, under a name that is free, and return that."""
    names = (path.with_name(f"{path.name}.damaged{number or ''}") for number in count())
    aside = next(one for one in names if not one.exists())
    store.disk.create(aside, store.disk.read(path))
    store.disk.sync_folder(aside.parent)
    return aside
