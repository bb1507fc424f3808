"""The window where no terminal is, as when p2pgames is started by a click: the link is printed, and the table stays."""

import json
import signal
import subprocess
import sys
from contextlib import contextmanager
from urllib.request import urlopen

import pytest

from p2pgames_cli.config import console
from tests.cli.at_window import ASKED, arrive, at_turn, finish_turn
from tests.cli.client import RUN, Client

HEEDING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
"""Tests that run in the background of a shell hand on that SIGINT is ignored."""
PATIENCE = 30
"""Seconds until a client that should have ended is given up."""


@contextmanager
def started(home, *arguments):
    """A client with nothing to read, and a function that reads what it prints up to a line with this in it."""
    command = [sys.executable, "-c", HEEDING + RUN, "--home", str(home), *arguments, "--window"]
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, encoding="utf-8"
    ) as process:
        try:
            yield process, lambda text: next(line.strip() for line in process.stdout if text in line)
        finally:
            process.kill()


@pytest.mark.skipif(sys.platform == "win32", reason="no signal interrupts a process without a console there")
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
@pytest.mark.parametrize("command", [("hotseat", "linja"), ("host", "linja"), ()])
def test_a_window_stays_open_where_nothing_is_typed_until_a_signal_ends_it(tmp_path, command, number, code):
    with started(tmp_path / "home", *command) as (process, printed):
        with urlopen(printed("/open/")) as page:  # noqa: S310 (http, of our own)
            assert page.status == 200
        if "host" in command:
            assert printed("P2PGAMES:")
        process.send_signal(number)
        assert process.wait(PATIENCE) == code


def test_lines_that_are_asked_for_are_read_beside_the_window(tmp_path):
    with Client(tmp_path / "home", "hotseat", "linja", "--window", mode="--plain") as client:
        client.type("quit")
        assert "resume" in [*client.lines()][-1]
        assert client.wait() == 0


@pytest.mark.browser
def test_a_table_is_opened_joined_played_and_left_at_the_window_alone(page, tmp_path):
    with started(tmp_path / "host", "host", "linja", "--listen", "127.0.0.1:0") as (process, printed):
        page.open(printed("/open/"))
        invite = printed("P2PGAMES:")
        with Client(tmp_path / "guest", "join", invite, "--bot", "careful"):
            arrive(page, page.value("location.href"))
            assert at_turn(page)
            finish_turn(page)
            page.value("document.getElementById('line').focus()")
            page.call("Input.insertText", text="quit")
            page.press("Enter")
            page.until(ASKED)
            page.click("#question [data-answer=yes]")
            assert process.wait(PATIENCE) == 0
        assert page.errors == []


@pytest.mark.browser
def test_a_replay_is_stepped_through_at_the_window_alone(page, tmp_path):
    with Client(tmp_path / "home", "hotseat", "linja") as client:
        client.send(move=json.loads(next(line for line in client.lines() if '"ask"' in line))["moves"][0])
        client.until("ask")
    (file,) = (tmp_path / "home" / "games").glob("*.p2pg")
    with started(tmp_path / "home", "replay", str(file)) as (_process, printed):
        arrive(page, printed("/open/"))
        page.click("[data-go=on]")
        page.until("Number(document.getElementById('slider').value) > 0")
        assert page.errors == []


@pytest.mark.parametrize(("term", "clicks"), [("xterm-256color", True), ("linux", False), ("dumb", False)])
def test_on_a_terminal_the_link_is_one_to_click_on(monkeypatch, term, clicks):
    link = "http://127.0.0.1:1/a/open/b"
    assert console.hyperlink(link) == link
    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    assert console.hyperlink(link) == (f"\x1b]8;;{link}\x1b\\{link}\x1b]8;;\x1b\\" if clicks else link)
