"""A report goes through JSON as it is, and nothing else is taken for one."""

import json
from functools import cache

import pytest

from p2pgames import registry
from p2pgames_protocol.audit.fast import fast
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.report import read_report, report_as_data
from p2pgames_protocol.audit.series import SeriesGame
from p2pgames_protocol.testing.room import make_genesis
from p2pgames_protocol.wire.json_fields import read_message
from tests.logs import log_of

NAMES = (
    *("linja", "linja running", "agreed", "resigned at turn", "voted between two", "false absence"),
    *("voted between two and contested", "votes on each other", "forked linja", "bus running", "six"),
)


@cache
def report(name):
    return full(b"no log" if name == "no log" else log_of(name), registry.rules)


def through_json(one):
    return json.loads(json.dumps(report_as_data(one)))


@pytest.mark.parametrize("name", [*NAMES, "no log"])
def test_a_report_comes_back_as_it_was(name):
    data = b"no log" if name == "no log" else log_of(name)
    for one in (report(name), fast(data)):
        back = read_report(through_json(one), registry.rules)
        assert back == one
        assert [type(value) for value in vars(back).values()] == [type(value) for value in vars(one).values()]


def test_a_game_that_somebody_was_put_out_of_keeps_whether_it_counts():
    one = report("linja")
    game = SeriesGame(
        make_genesis(registry.rules("linja", 0)), bytes(32), None, bytes(range(32)), False, False
    )
    one = type(one)(**{**vars(one), "genesis": game.genesis, "played": game})
    assert read_report(through_json(one), registry.rules) == one


def leaves(value, path=()):
    """The way to every value within that holds no others, and to every empty list."""
    if isinstance(value, dict | list) and value:
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(item, (*path, key))
    else:
        yield path


def test_each_value_of_another_type_is_refused():
    seen = 0
    for name in ("agreed", "forked linja", "voted between two", "resigned at turn"):
        for path in leaves(through_json(report(name))):
            whole = at = through_json(report(name))
            for key in path[:-1]:
                at = at[key]
            at[path[-1]] = {"no": 1.5}
            if path[0] not in ("options", "checks") or len(path) > 1:
                with pytest.raises(ValueError, match=r"."):
                    read_report(whole, registry.rules)
                seen += 1
    assert seen > 80


@pytest.mark.parametrize(
    "said",
    [
        None,
        {"id": "audit.two-games"},
        {"id": "nowhere", "params": {}},
        {"id": "audit.two-games", "params": {"more": {"count": 1}}},
        {"id": "audit.not-sound", "params": {"number": {"verbatim": "1"}}},
        {"id": "audit.not-sound", "params": {"number": {"number": 1}}},
        {"id": "audit.not-sound", "params": {"number": {"count": 1, "seat": 1}}},
        {"id": "audit.not-sound", "params": {"number": {"count": True}}},
        {"id": "audit.not-sound", "params": {"number": {"every": [], "joint": "xor"}}},
        {"id": "text.as-it-is", "params": {"self": {"count": 1}}},
    ],
)
def test_what_is_no_sentence_is_refused(said):
    with pytest.raises(ValueError, match=r"."):
        read_message(said)


def test_a_genesis_with_a_broken_signature_is_refused():
    said = through_json(report("linja"))
    said["genesis"] = said["genesis"][:-2] + ("00" if said["genesis"][-2:] != "00" else "01")
    with pytest.raises(ValueError, match=r"."):
        read_report(said, registry.rules)
