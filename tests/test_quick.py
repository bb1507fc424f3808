"""What a change can break is found: along imports, and along what imports do not show."""

import subprocess
import sys
from types import SimpleNamespace

import pytest

from tests import ROOT, quick

NEAREST = 12
"""So many files of tests run within the minute on any computer."""


@pytest.fixture(scope="module")
def dependents():
    return quick.Dependents()


def nearest(near, count=NEAREST):
    return sorted(near, key=lambda path: (near[path], path))[:count]


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        (
            "p2pgames/games/linja/rules.py",
            [
                "tests/p2pgames/games/linja/test_rules.py",
                "tests/p2pgames/test_playthrough.py",
                "tests/p2pgames/test_perft.py",
            ],
        ),
        ("p2pgames/games/socks/data/board.json", ["tests/p2pgames/games/socks/test_laying.py"]),
        ("protocol/p2pgames_protocol/log/rounds.py", ["tests/protocol/log/test_new_kinds.py"]),
        ("cli/p2pgames_cli/config/settings.py", ["tests/cli/config/test_settings.py"]),
        ("cli/p2pgames_cli/commands/id.py", ["tests/cli/commands/test_id.py"]),
        ("cli/p2pgames_cli/web/window/ending.js", ["tests/cli/window/test_files.py"]),
        ("cli/p2pgames_cli/i18n/locale/de.po", ["tests/cli/i18n/test_translation.py"]),
        (
            "protocol/vectors/log/torn.json",
            ["tests/protocol/test_vectors.py", "tests/independent/test_agreement.py"],
        ),
        ("tests/golden/linja-any.txt", ["tests/p2pgames/test_playthrough.py"]),
        ("tests/frozen/1/linja.json", ["tests/test_frozen.py"]),
        ("docs/json.md", ["tests/cli/json/test_player.py", "tests/test_documents.py"]),
        ("tests/cli/screen/scenes.py", ["tests/cli/screen/test_shots.py"]),
    ],
)
def test_what_a_change_can_break_comes_first(dependents, changed, tests):
    assert (ROOT / changed).exists()
    assert set(tests) <= set(nearest(dependents.near([changed])))


def test_a_test_that_has_changed_is_the_nearest(dependents):
    assert nearest(dependents.near(["tests/test_names.py"]), 1) == ["tests/test_names.py"]


def test_of_several_changes_each_has_its_nearest_first(dependents):
    both = ["tests/p2pgames/games/bus/test_painter.py", "tests/cli/config/test_settings.py"]
    near = dependents.near(["p2pgames/games/bus/view/terminal.py", "cli/p2pgames_cli/config/settings.py"])
    assert set(both) <= set(nearest(near, 20))


def test_every_file_that_is_no_module_is_read_by_somebody_who_is_known(dependents):
    """Whoever adds a kind of data says in `quick.READ_BY` what depends on it, or finds it by a path from `ROOT`."""
    for module in (reader for readers in quick.READ_BY.values() for reader in readers):
        assert module in dependents.modules
    assert [path for path in quick.versioned() if not dependents.is_read(path)] == []


def test_where_one_game_has_changed_cases_of_the_others_come_last():
    assert "bus" in quick.unchanged_games(["p2pgames/games/linja/rules.py", "tests/golden/linja-any.txt"])
    assert "linja" not in quick.unchanged_games(["p2pgames/games/linja/rules.py"])
    assert quick.unchanged_games(["p2pgames/games/linja/rules.py", "p2pgames/contract.py"]) == set()


@pytest.mark.parametrize(
    ("until", "collected", "begun"),
    [
        (1010, 1000 - 2 * quick.AT_LEAST, True),
        (990, 1000 - quick.AT_LEAST / 2, True),
        (990, 1000 - 2 * quick.AT_LEAST, False),
    ],
)
def test_the_nearest_run_in_any_case_and_nothing_is_begun_late(monkeypatch, until, collected, begun):
    monkeypatch.setattr(quick, "time", SimpleNamespace(time=lambda: 1000.0))
    monkeypatch.setattr(quick, "_collected", [collected])
    monkeypatch.setenv(quick.UNTIL, str(until))
    assert (quick.pytest_runtest_protocol(None) is None) == begun


LOADED = """
import sys, pytest
code = pytest.main(["-q", "-p", "no:cacheprovider", "--collect-only", *sys.argv[1:]])
print("LOADED", *(name for name in sys.modules if name.startswith(("p2p", "tests."))))
"""


def test_what_a_test_loads_is_what_it_is_said_to_depend_on(dependents):
    """The modules that are there when tests were collected are all among those for which these tests are run."""
    file = "tests/cli/lines/test_player.py"
    run = subprocess.run(
        [sys.executable, "-c", LOADED, file], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = run.stdout.partition("LOADED")[2].split()
    assert len(loaded) > 100
    known = [
        name for name in loaded if name in dependents.modules and dependents.modules[name].count("/") > 1
    ]
    assert [name for name in known if file not in dependents.near([dependents.modules[name]])] == []
