"""Work done side by side: the same as by one process, whoever dies, and nothing left running."""

import os
import signal
import subprocess
import sys
from multiprocessing import active_children

import pytest

from p2pgames.registry import Unknown
from p2pgames_cli.app.audit import AuditRequest, audit
from p2pgames_cli.app.workers.cluster import safe_address
from p2pgames_cli.app.workers.workers import ALONE, OtherProgram, checked_result, program_versions
from p2pgames_cli.config.exit_codes import Stop, how_it_ends
from tests.cli.app.workers.jobs import TWO, asks_a_program, dies, dies_once, refuses, task, turned
from tests.logs import log_of


def test_processes_find_what_one_finds_and_take_only_what_somebody_is_free_for():
    things = [str(number).encode() for number in range(40)]
    taken = []

    def given():
        for number, data in enumerate(things):
            taken.append(number)
            yield number, data

    found = {}
    for number, data in TWO.spread(task(turned), given()):
        found[number] = data
        assert len(taken) - len(found) < 10
    assert found == dict(ALONE.spread(task(turned), enumerate(things)))
    assert found[12] == b"21"
    assert not active_children()


def test_a_process_that_dies_loses_nothing(tmp_path):
    things = [str(tmp_path / str(number)).encode() for number in range(12)]
    assert dict(TWO.spread(task(dies_once), enumerate(things))) == dict(enumerate(things))
    assert (tmp_path / "3").exists()
    assert not active_children()


def test_audits_are_the_same_when_a_process_is_killed_in_the_middle(tmp_path):
    names = ["linja", "linja running", "forked linja", "agreed"] * 3
    files = tuple(tmp_path / f"{number}.p2pg" for number, _name in enumerate(names))
    for file, name in zip(files, names, strict=True):
        file.write_bytes(log_of(name))
    killed = []

    def kill(done, _count):
        if done == 2:
            killed.append(active_children()[0])
            killed[0].kill()

    found = audit(AuditRequest(files, workers=TWO), kill)
    assert (len(killed), found) == (1, audit(AuditRequest(files), lambda _done, _count: None))
    assert found.code == 4


def test_whatever_kills_each_process_is_named_and_the_rest_is_done():
    things, found = [b"1", b"2", b"4", b"3"], []
    coming = TWO.spread(task(dies, lambda number: f"file {number}"), enumerate(things))
    with pytest.raises(Stop, match=r"^file 3: .* died"):
        found.extend(coming)
    assert sorted(found) == [(0, b"1"), (1, b"2"), (2, b"4")]
    assert not active_children()


def test_who_stops_in_the_middle_leaves_nothing_running():
    coming = TWO.spread(task(turned), enumerate([b"x"] * 40))
    next(coming)
    assert len(active_children()) == 2
    coming.close()
    assert not active_children()


ENDLESS = """
import signal
import sys
from pathlib import Path
from p2pgames_cli.config.exit_codes import attempt
from tests.logs import log_of
from tests.cli.app.workers.jobs import TWO, task, waits_for_ever
signal.signal(signal.SIGINT, signal.default_int_handler)  # who runs the tests may have it ignored
sys.exit(attempt(lambda: list(TWO.spread(task(waits_for_ever), enumerate([b"x"] * 9))))[0])
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
@pytest.mark.parametrize(
    ("send", "code"),
    [
        pytest.param(lambda process: os.killpg(process, signal.SIGINT), 130, id="Ctrl-C"),
        pytest.param(lambda process: os.kill(process, signal.SIGINT), 130, id="to it alone"),
        pytest.param(lambda process: os.kill(process, signal.SIGKILL), -signal.SIGKILL, id="killed"),
    ],
)
def test_no_process_outlives_the_one_that_started_it(send, code):
    """Each holds the other end of the pipe, which ends when the last of them has ended."""
    asked = [sys.executable, "-c", ENDLESS]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True, "start_new_session": True}
    with subprocess.Popen(asked, **pipes) as started:
        begun = [started.stdout.readline() for _worker in range(2)]
        send(started.pid)
        _out, err = started.communicate(timeout=120)
    assert (started.returncode, begun, err) == (code, ["begun\n"] * 2, "")


def test_what_another_program_found_is_not_taken():
    assert checked_result((program_versions(), b"found")) == b"found"
    with pytest.raises(OtherProgram, match=r"p2pgames 99"):
        checked_result(("p2pgames 99", b"found"))
    with pytest.raises(OtherProgram, match=r"p2pgames 98"):
        checked_result(("p2pgames 98", "whatever it says"))
    for answer in (
        b"found",
        (program_versions(), "found"),
        (program_versions(), b"found", 1),
        (program_versions(), (2, b"")),
        None,
        {},
    ):
        with pytest.raises(ValueError, match=r"no answer"):
            checked_result(answer)


@pytest.mark.parametrize(("data", "code", "says"), [(b"stop", 6, "nobody"), (b"unknown", 2, "'chess'")])
def test_what_a_user_caused_is_said_by_processes_as_by_one(data, code, says):
    for workers in (ALONE, TWO):
        with pytest.raises((Stop, Unknown), match=says) as told:
            list(workers.spread(task(refuses), enumerate([data])))
        assert how_it_ends(told.value).code == code


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")
def test_ctrl_c_reaches_the_programs_that_a_process_has_started():
    assert dict(TWO.spread(task(asks_a_program), enumerate([b"", b""])))[1] == b"default_int_handler\n"


@pytest.mark.parametrize(
    ("address", "taken"),
    [
        ("127.0.0.1:8786", "tcp://127.0.0.1:8786"),
        ("tcp://localhost:8786", "tcp://localhost:8786"),
        ("tcp://[::1]:8786", "tcp://[::1]:8786"),
        ("tls://10.0.0.7:8786", "tls://10.0.0.7:8786"),
    ],
)
def test_a_cluster_is_here_or_behind_certificates(address, taken):
    assert safe_address(address) == taken


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("10.0.0.7:8786", "run programs there"),
        ("tcp://example.org:8786", "ssh -L 8786:127.0.0.1:8786 example.org"),
        ("tcp://127.0.0.1.example.org:8786", "run programs there"),
        ("tcp://localhost@example.org:8786", "is written"),
        ("inproc://127.0.0.1:8786", "is written"),
        ("127.0.0.1", "is written"),
        ("127.0.0.1:99999", "is written"),
        ("tls://:8786", "is written"),
        ("", "is written"),
    ],
)
def test_an_address_at_which_others_could_answer_is_refused(address, says):
    with pytest.raises(Stop, match=says):
        safe_address(address)
