"""Whatever the bytes are, all readers say the same: the audit full and fast, that of `tests.independent`, the verifier.

Readers with the rules are compared among themselves, and those without.
"""

from __future__ import annotations

import json
import random
from collections import Counter

import pytest

from p2pgames import registry
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.report import Grade, as_json
from p2pgames_protocol.log import file as logfile
from tests import odd_games, worst
from tests.form_vectors import genesis_alone_logs
from tests.independent.auditor import RULES, judge, own_rules
from tests.independent.auditor import audited as by_spec
from tests.vectors import resigned, rules_of, signed_parts
from tests.verifier.damage import VECTORS, odd_file
from tests.verifier.node import audited, said, stream, unlike_verdicts, verified
from tests.verifier.odd_cards import odd_cards

pytestmark = pytest.mark.node

SLOW = (pytest.mark.slow, pytest.mark.timeout(7200))
CASES = [pytest.param(7, 1000), pytest.param(8, 20_000, marks=pytest.mark.slow)]


def unlike(data, ask):
    """Return what two readers say differently of a file."""
    verdicts = ask(data)
    with_rules, without = full(data, rules_of), fast(data)
    pairs = [*independent(data, with_rules)]
    return [pair for pair in pairs if pair[0] != pair[1]] + unlike_verdicts(
        data, with_rules, without, *verdicts()
    )


def independent(data, report):
    """Yield what the audit and the independent one say of a game that both know."""
    genesis = report.genesis
    if genesis is None or (genesis.game, genesis.proposal.version) not in RULES:
        return
    theirs, result = judge(data), report.result
    grades = report.grade, theirs["grade"]
    yield grades
    if report.grade not in (0, 5) or grades[0] != grades[1]:
        return
    yield [[left.seat, left.round, left.why.value] for left in report.departures], theirs["left"]
    yield report.contested, theirs["contested"]
    if result is not None:
        lists = [None if each is None else list(each) for each in (result.places, result.scores)]
        yield lists, [theirs["places"], theirs["scores"]]


@pytest.mark.parametrize(("seed", "count"), CASES)
def test_all_readers_agree_on_odd_files(seed, count):
    chance = random.Random(seed)
    with stream() as ask:
        for number in range(count):
            data = odd_file(chance)
            assert unlike(data, ask) == [], (number, data.hex())


@pytest.mark.parametrize(
    ("seed", "count", "often"),
    [("1", 1000, odd_games.QUICK), pytest.param("2", 20_000, odd_games.QUICK, marks=SLOW)],
)
@pytest.mark.timeout(900)
def test_all_readers_agree_on_whole_games_in_which_anything_may_happen(seed, count, often):
    seen = Counter()
    with stream() as ask:
        for number in range(count):
            game = odd_games.odd_game(f"{seed} {number}", often)
            assert odd_games.differs(game.data, ask) == [], (seed, number, game.name, game.happened)
            seen.update([game.name, *game.happened])
    assert set(seen) == {*odd_games.GAMES, *(what.__name__ for what in odd_games.HAPPENINGS)}


@pytest.mark.parametrize(("seed", "count"), [(7, 25), pytest.param(8, 2000, marks=pytest.mark.slow)])
def test_all_readers_agree_on_odd_coins_and_cards(seed, count):
    chance = random.Random(seed)
    with stream() as ask:
        for number in range(count):
            data = odd_cards(chance)
            assert unlike(data, ask) == [], (number, data.hex())


def test_a_proof_file_is_refused_by_a_fast_audit_and_without_the_rules_proves_double_signing_alone():
    with stream() as ask:
        for path in sorted(VECTORS.glob("proof/*.json")):
            data = bytes.fromhex(json.loads(path.read_text(encoding="utf-8"))["given"]["file"])
            _, theirs = ask(data)()
            assert {fast(data).grade, by_spec(data).grade, 3} == {Grade[theirs["grade"].upper()]}, path
            faults = [fault["kind"] for fault in full(data, lambda *_: registry.rules("none", 0)).faults]
            assert faults in ([], ["equivocation"]), path


def test_all_readers_name_the_game_of_an_invalid_file_alike():
    refused = [data for _, _, data in genesis_alone_logs(signed_parts()[0], resigned)]
    begun = bytes.fromhex(json.loads((VECTORS / "log" / "begun.json").read_text("utf-8"))["given"]["file"])
    proving_nothing = [
        logfile.write_records(logfile.read_records(data), logfile.PROOF_MAGIC) for data in (begun, *refused)
    ]
    no_record = begun + logfile.frame(b"\x00")
    with stream() as ask:
        for data in (*refused, *proving_nothing, no_record, begun[:-1]):
            theirs, theirs_quick = ask(data)()
            named = as_json(full(data, rules_of), "")["game_id"], by_spec(data, own_rules).game_id
            quick = as_json(fast(data), "")["game_id"], by_spec(data).game_id
            for ours, spec, js in ((*named, theirs["game_id"]), (*quick, theirs_quick["game_id"])):
                assert ours == js == (None if spec is None else spec.hex()), data.hex()
            assert (named[0] is None) == (data in (no_record, begun[:-1]))


def test_the_two_readers_agree_on_files_full_of_cards(tmp_path):
    names = ["cards shown again", "slots asked for again", "who left comes back"]
    files = [tmp_path / name for name in names]
    for file in files:
        file.write_bytes(worst.MAKERS[file.name](1 << 16, logfile.MAGIC))
    for audit, verdict in zip(audited(files, "--fast"), verified(files, "--fast"), strict=True):
        assert said(audit) == said(verdict)
