"""The same work on a cluster, whose scheduler and workers run in this process or on this computer."""

import json
import socket
import warnings
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from p2pgames_cli.app.workers.workers import ALONE, Workers
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.main import run
from p2pgames_protocol.store.disk import MAX_FILE
from tests.cli.app.league.leagues import WINTER, folder_of, log
from tests.cli.app.workers.jobs import dies_once, refuses, task, turned
from tests.cli.homes import ran
from tests.logs import log_of

pytestmark = pytest.mark.skipif(
    find_spec("distributed") is None, reason="the extra for clusters is not installed"
)


@contextmanager
def local_cluster(workers, **more):
    """A cluster on this computer; what its own ends warn of is not ours."""
    import distributed  # it takes long to load, and most processes that collect tests run none of these

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        usual = {"processes": False, "threads_per_worker": 1, "dashboard_address": None, "protocol": "tcp://"}
        with distributed.LocalCluster(n_workers=workers, host="127.0.0.1", **usual | more) as cluster:
            yield cluster


@pytest.fixture(scope="module")
def cluster():
    """The address of a cluster of two workers."""
    with local_cluster(2) as found:
        yield found.scheduler_address


def broken(_data):
    raise LookupError("nowhere")


def test_a_cluster_finds_what_one_process_finds(cluster):
    things = [*(str(number).encode() for number in range(30)), bytes(MAX_FILE)]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = dict(Workers(cluster=cluster).spread(task(turned), enumerate(things)))
    assert found == dict(ALONE.spread(task(turned), enumerate(things)))


def test_what_a_cluster_does_not_do_is_said_in_a_sentence(cluster):
    def refuse(_number, _found):
        raise ValueError("no report")

    with pytest.raises(Stop, match="nobody is there") as told:
        list(Workers(cluster=cluster).spread(task(refuses), enumerate([b"stop"])))
    assert told.value.code == 6
    for wrong, says in (
        (task(broken), "LookupError nowhere"),
        (task(turned, read=refuse), "ValueError no report"),
    ):
        with pytest.raises(Stop, match=f"did not do its work: {says}"):
            list(Workers(cluster=cluster).spread(wrong, enumerate([b"x"])))


def test_the_commands_say_the_same_with_a_cluster(cluster, tmp_path, capsys):
    files = [tmp_path / f"{number}.p2pg" for number in range(4)]
    for file, name in zip(files, ("linja", "linja running", "forked linja", "agreed"), strict=True):
        file.write_bytes(log_of(name))
    for asked in (
        ["audit", "--json", *map(str, files), str(tmp_path / "none")],
        ["audit", "--fast", *map(str, files)],
        ["ladder", "linja", "--bot", "random", "--bot", "greedy", "--games", "2", "--json"],
    ):
        said = []
        for more in (["--jobs", "1"], ["--jobs", "2"], ["--cluster", cluster]):
            code = run([*asked, *more])
            out, err = capsys.readouterr()
            said.append((code, without_times(out), err))
        assert said[0] == said[1] == said[2]
        assert said[0][1]


def test_a_league_has_the_same_table_with_a_cluster(cluster, tmp_path, capsys):
    winter = folder_of(tmp_path / "winter", WINTER)
    for nonce in (1, 2):
        (winter / f"{nonce}.p2pg").write_bytes(log(nonce))
    (winter / "none.p2pg").write_bytes(b"no log")
    said = [
        ran(capsys, tmp_path / f"home{number}", "league", "standings", winter, "--json", *more)
        for number, more in enumerate((["--jobs", "1"], ["--jobs", "2"], ["--cluster", cluster]))
    ]
    assert said[0] == said[1] == said[2]
    assert len(json.loads(said[0][1])["counted"]) == 2
    assert [len(list(tmp_path.glob(f"home{number}/state/audits/*/*.audit"))) for number in range(3)] == [
        3
    ] * 3


def without_times(out):
    """What bots took is measured."""
    return (
        [{k: v for k, v in pair.items() if "ms" not in k} for pair in json.loads(out)["pairs"]]
        if '"pairs"' in out
        else out
    )


def test_where_no_cluster_answers_that_is_said(capsys):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    assert run(["audit", "--cluster", f"127.0.0.1:{port}", "game.p2pg"]) == 6
    assert f"No cluster answers at tcp://127.0.0.1:{port}" in capsys.readouterr().err


def test_a_cluster_behind_certificates_needs_ours(cluster, capsys):
    assert run(["audit", "--cluster", cluster.replace("tcp:", "tls:"), "game.p2pg"]) == 2
    assert "distributed.comm.tls" in capsys.readouterr().err


def test_it_is_jobs_or_a_cluster(capsys):
    assert run(["audit", "--cluster", "127.0.0.1:1", "--jobs", "2", "game.p2pg"]) == 2
    assert "not both" in capsys.readouterr().err


@pytest.mark.slow
def test_a_worker_of_a_cluster_that_dies_loses_nothing(tmp_path):
    with local_cluster(2, processes=True) as found:
        things = [str(tmp_path / str(number)).encode() for number in range(12)]
        assert dict(
            Workers(cluster=found.scheduler_address).spread(task(dies_once), enumerate(things))
        ) == dict(enumerate(things))
    assert (tmp_path / "3").exists()
