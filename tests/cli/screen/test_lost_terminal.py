"""A terminal that goes away: the client ends, and what was signed lies whole in the file."""

import os
import signal

import pytest

from p2pgames import registry
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_protocol.audit.full import full
from p2pgames_protocol.audit.report import Grade

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a pty is POSIX's")


@pytest.mark.parametrize("ignored", [False, True], ids=["hung up", "hung up unheard"])
def test_the_log_is_sound_when_the_terminal_is_lost(tmp_path, ignored):
    from tests.cli.terminal_window import Window

    # As with nohup, or as without it, whatever started the tests: it is handed on to the client.
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN if ignored else signal.SIG_DFL)
    try:
        with Window("hotseat", "linja", "--name", "Ada", P2PGAMES_HOME=str(tmp_path)) as window:
            window.until("move>")
            os.close(window.terminal)
            code = window.process.wait(120)
            window.terminal = os.open(os.devnull, os.O_RDONLY)
    finally:
        signal.signal(signal.SIGHUP, before)
    assert code == (1 if ignored else -signal.SIGHUP)
    (file,) = (tmp_path / "games").glob("*.p2pg")
    assert len(replay_file(file).log) >= 1
    assert full(file.read_bytes(), registry.rules).grade is Grade.RUNNING
