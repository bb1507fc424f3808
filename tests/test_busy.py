"""The tests on a busy computer: every time in another order on which all workers agree, with loops that end."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests import busy


@pytest.fixture
def started(monkeypatch):
    """What was run in which order, with what code it is to end, and the loops beside it."""
    seen = SimpleNamespace(orders=[], commands=[], codes=[0, 1, 0], loops=[])

    class Loop:
        def __init__(self, command):
            self.runs, self.waited = True, False
            seen.loops.append(self)

        def kill(self):
            self.runs = False

        def wait(self):
            self.waited = True

    def run(command, env, **_):
        assert len(seen.loops) == busy.LOOPS
        assert all(loop.runs for loop in seen.loops)
        seen.commands.append(command)
        seen.orders.append(env[busy.SEED])
        if not seen.codes:
            raise KeyboardInterrupt
        return SimpleNamespace(returncode=seen.codes.pop(0))

    monkeypatch.setattr(busy, "subprocess", SimpleNamespace(Popen=Loop, run=run))
    return seen


def test_it_says_how_often_something_was_red(started, capsys):
    assert busy.main("3", "tests/cli", "-x") == 1
    assert started.orders == ["0", "1", "2"]
    assert {tuple(command[-2:]) for command in started.commands} == {("tests/cli", "-x")}
    assert capsys.readouterr().out == "2 of 3 times all were green.\n"
    assert [(loop.runs, loop.waited) for loop in started.loops] == [(False, True)] * busy.LOOPS


def test_without_a_number_it_runs_five_times_and_the_loops_end_with_it(started):
    with pytest.raises(KeyboardInterrupt):
        busy.main("tests/cli")
    assert started.commands[0][-1] == "tests/cli"
    assert [loop.runs for loop in started.loops] == [False] * busy.LOOPS
    started.codes, started.orders, started.loops = [0] * busy.TIMES, [], []
    assert busy.main() == 0
    assert len(started.orders) == busy.TIMES


def ordered(monkeypatch, seed):
    items = [
        SimpleNamespace(path=Path(f"test_{file}.py"), number=one) for file in range(9) for one in range(9)
    ]
    monkeypatch.setenv(busy.SEED, str(seed))
    busy.pytest_collection_modifyitems(items)
    return [(item.path, item.number) for item in items]


def test_each_order_is_another_one_and_the_tests_of_a_file_stay_together(monkeypatch):
    orders = [ordered(monkeypatch, seed) for seed in (0, 1, 0)]
    assert orders[0] == orders[2] != orders[1]
    assert sorted(orders[0]) == sorted(orders[1])
    for order in orders:
        files = [file for file, _ in order]
        assert files != sorted(files)
        assert [file for at, file in enumerate(files) if file != files[at - 1]] == list(dict.fromkeys(files))
