"""Who does not read what the client writes holds up nobody: it is kept for a while, then dropped and counted."""

import io
import json
import os
import re
import select
import threading
from random import Random

import pytest

from p2pgames_cli.app.run import LIMITS, buffered_stdout
from p2pgames_cli.config.outlet import Outlet
from p2pgames_cli.table.session import Mode
from tests.cli.client import Client, host, join

TEXT = "x" * 999 + "\n"


class Pipe:
    """A pipe whose reader reads when the test says so."""

    def __init__(self, limit=LIMITS[Mode.PLAIN]):
        self.reader, writer = os.pipe()
        self.sink = os.fdopen(writer, "wb", 0)
        self.outlet = Outlet(self.sink, limit, "{} lost\n".format)

    def fill(self, lines):
        for _ in range(lines):
            self.outlet.write(TEXT.encode())

    def read_all(self):
        """Read until the other end is closed."""
        with os.fdopen(self.reader, "rb") as file:
            return file.read().decode()

    def end(self):
        """Close the outlet and the pipe once everything was read; return what was."""
        found = []
        thread = threading.Thread(target=lambda: found.append(self.read_all()))
        thread.start()
        self.outlet.finish()
        self.sink.close()
        thread.join()
        return found[0]


def test_what_is_read_comes_out_in_order():
    pipe = Pipe()
    for number in range(10):
        pipe.outlet.write(b"%d\n" % number)
    assert pipe.end() == "".join(f"{number}\n" for number in range(10))


def test_what_finds_no_room_is_dropped_and_counted_where_it_is_missing():
    pipe = Pipe()
    pipe.fill(10_000)
    read = pipe.end()
    kept = read.count(TEXT)
    assert LIMITS[Mode.PLAIN] // len(TEXT) <= kept < 10_000
    assert read == TEXT * kept + f"{10_000 - kept} lost\n"


def test_after_that_all_is_written_again():
    pipe = Pipe()
    pipe.fill(10_000)
    read = b""
    while b"lost" not in read:
        read += os.read(pipe.reader, 65536)
    pipe.fill(3)
    assert pipe.end() == 3 * TEXT


class Noting(io.FileIO):
    """A file that notes which threads write to it."""

    def __init__(self, descriptor):
        super().__init__(descriptor, "w")
        self.writers = []

    def write(self, data):
        self.writers.append(threading.current_thread().name)
        return super().write(data)


@pytest.mark.skipif(not hasattr(select, "poll"), reason="here no pipe says whether it has room")
def test_nobody_waits_for_a_thread_where_a_pipe_has_room():
    reader, writer = os.pipe()
    sink = Noting(writer)
    outlet = Outlet(sink, LIMITS[Mode.JSON], "{} lost\n".format)
    outlet.write(b"at once\n")
    assert sink.writers == [threading.current_thread().name]
    assert os.read(reader, 100) == b"at once\n"
    long = b"x" * (select.PIPE_BUF + 1)
    outlet.write(long)
    outlet.finish()
    assert sink.writers[1:] == ["output"]
    assert os.read(reader, 2 * len(long)) == long
    sink.close()
    os.close(reader)


def test_one_text_larger_than_the_limit_is_written():
    pipe = Pipe(limit=10)
    pipe.outlet.write(TEXT.encode())
    assert pipe.end() == TEXT


def test_a_reader_that_is_gone_is_an_error_where_something_is_written():
    pipe = Pipe()
    os.close(pipe.reader)
    pipe.fill(1)
    with pytest.raises(BrokenPipeError):
        pipe.outlet.finish()
    with pytest.raises(BrokenPipeError):
        pipe.fill(1)
    pipe.sink.close()


def test_a_test_runners_output_is_left_as_it_is(monkeypatch):
    stream = io.StringIO()
    monkeypatch.setattr("sys.stdout", stream)
    with buffered_stdout(Mode.PLAIN):
        print("here")
    assert stream.getvalue() == "here\n"


# -- whole clients --


def ask_much(client, line, times):
    for _ in range(times):
        client.type(line)


def play(client):
    return client.play(Random(1))


def test_a_program_that_does_not_read_holds_up_nobody(tmp_path):
    """It gets all up to a limit, and is told how much is missing."""
    with host(tmp_path / "a") as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / "b", invite, "--bot", "careful") as ben:
            ask_much(ben, '{"do": "rules"}', 2000)
            assert play(ada)["basis"] == "played"
            told = [json.loads(line) for line in ben.lines()]
            assert ben.wait() == 0
    (lost,) = [number for number, said in enumerate(told) if said["type"] == "lost"]
    rules = [said["type"] for said in told].count("rules")
    assert rules + told[lost]["count"] >= 2000
    size = sum(len(json.dumps(said)) for said in told[:lost])
    assert LIMITS[Mode.JSON] * 0.9 < size < LIMITS[Mode.JSON] * 1.1 + 2**20


def test_a_pipe_that_is_not_read_holds_up_nobody(tmp_path):
    with host(tmp_path / "a") as ada:
        invite = ada.until("invite")["invite"]
        arguments = ("join", invite, "--listen", "127.0.0.1:0", "--bot", "careful")
        with Client(tmp_path / "b", *arguments, mode="--plain") as ben:
            ask_much(ben, "rules all", 500)
            assert play(ada)["basis"] == "played"
            told = "".join(ben.lines())
            assert ben.wait() == 0
    assert len(re.findall(r"^\d+ lines were dropped: nobody read them\.$", told, re.MULTILINE)) == 1
