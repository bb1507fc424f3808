"""A bar shows how far many things have come, on a terminal alone."""

import sys
from io import StringIO

import pytest

from p2pgames_cli.app.audit import AuditRequest, audit
from p2pgames_cli.commands.workers_flags import progress


class Terminal(StringIO):
    def isatty(self):
        return True


def shown(monkeypatch, tmp_path, error, patience):
    """What an audit of three files, all of them unreadable, shows while it goes on."""
    monkeypatch.setattr(sys, "stderr", error)
    with progress(patience) as told:
        audit(AuditRequest((tmp_path / "none",) * 3), told)
    return error.getvalue()


def test_on_a_terminal_there_is_a_bar_and_the_cursor_comes_back(monkeypatch, tmp_path):
    said = shown(monkeypatch, tmp_path, Terminal(), 0)
    assert [f"{done}/3" in said for done in range(4)] == [True] * 4
    assert said.rindex("\x1b[?25l") < said.rindex("3/3") < said.rindex("\x1b[?25h")


def test_what_is_done_soon_shows_none(monkeypatch, tmp_path):
    assert shown(monkeypatch, tmp_path, Terminal(), 60) == ""


def test_elsewhere_there_is_none(monkeypatch, tmp_path):
    assert shown(monkeypatch, tmp_path, StringIO(), 0) == ""


def interrupted():
    with progress(0) as told:
        told(1, 3)
        raise KeyboardInterrupt


def test_the_cursor_comes_back_also_after_an_interruption(monkeypatch):
    monkeypatch.setattr(sys, "stderr", error := Terminal())
    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert error.getvalue().endswith("\x1b[?25h\n")
