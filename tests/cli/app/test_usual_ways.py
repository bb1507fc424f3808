"""By what a table is reached where nothing is settled: a person is asked once, nobody else ever."""

import os
import sys

import pytest

from p2pgames_cli.app.host import with_usual
from p2pgames_cli.app.network import NetworkOptions
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.table import session
from p2pgames_cli.table.lobby import LobbyFrontEnd
from p2pgames_cli.table.session import Mode, PlayOptions
from p2pgames_protocol.discovery.registry import names_in
from tests.cli.client import Client

ASKED = "Is that all right?"
posix = pytest.mark.skipif(os.name == "nt", reason="terminals of Unix")


class Answering(LobbyFrontEnd):
    """Answers every question at once, and notes it."""

    def __init__(self, answer, how):
        super().__init__(how)
        self.answer_is, self.asked, self.told = answer, [], []

    def asks(self, question, *, usual=False):
        self.asked.append(question)
        return self.answer_is

    def tell(self, text):
        self.told.append(text)


NOTHING = NetworkOptions()


def asked(folder, answer, network=NOTHING, mode=Mode.WINDOW, within=True):
    """Ask; return by what the table is reached, and what was asked and told."""
    how = session.Client(PlayOptions(mode), within=within, settings=LiveSettings(folder / "settings.toml"))
    opening = Answering(answer, how)
    return with_usual(network, how, opening), opening


@pytest.mark.parametrize(("answer", "kept"), [(True, "auto"), (False, "tcp,lan")])
def test_the_answer_is_kept_and_holds_for_this_table_and_all_others(tmp_path, answer, kept):
    network, opening = asked(tmp_path, answer)
    assert network == NetworkOptions(usual=names_in(kept), quiet_port=answer)
    (question,) = opening.asked
    assert "relays (n0, the makers of iroh)" in question
    assert "your network" in question
    assert LiveSettings(tmp_path / "settings.toml")["network.via"] == kept
    assert kept in opening.told[0]


@pytest.mark.parametrize("network", [NetworkOptions(via=("tcp",)), NetworkOptions(usual=("tcp", "iroh"))])
def test_who_has_chosen_is_not_asked(tmp_path, network):
    found, opening = asked(tmp_path, True, network)
    assert (found, opening.asked) == (network, [])


def test_the_window_alone_is_not_asked_before_there_is_a_page(tmp_path):
    found, opening = asked(tmp_path, True, within=False)
    assert (found, opening.asked) == (NOTHING, [])


@pytest.mark.parametrize(("relays", "says"), [(("https://a.example",), "(https://a.example)"), ((), "")])
def test_only_relays_that_are_used_are_named(tmp_path, relays, says):
    _reach, opening = asked(tmp_path, True, NetworkOptions(relays=relays))
    assert says in opening.asked[0]
    assert ("relays" in opening.asked[0]) is bool(relays)


def test_a_table_is_opened_also_where_no_answer_can_be_kept(tmp_path):
    (tmp_path / "settings.toml").write_text("no toml")
    network, opening = asked(tmp_path, True)
    assert network.usual == names_in("auto")
    assert "must be fixed first" in " ".join(opening.told[0].split())


@pytest.mark.parametrize(
    ("typed", "usual", "says"),
    [("\n", True, True), ("\r\n", True, True), ("\n", False, False), ("", True, False)]
    + [(f"{word}\n", usual, word == "y") for word in "yn" for usual in (True, False)],
)
def test_enter_alone_says_what_is_usual_and_the_end_of_the_input_no(monkeypatch, typed, usual, says):
    end, start = os.pipe()
    os.write(start, typed.encode())
    os.close(start)
    with os.fdopen(end) as stdin:
        monkeypatch.setattr(sys, "stdin", stdin)
        assert LobbyFrontEnd(session.Client(PlayOptions(Mode.PLAIN))).asks("Fine?", usual=usual) is says


@pytest.mark.parametrize("mode", ["--json", "--plain"])
def test_without_a_terminal_nobody_is_asked_and_it_is_tcp(tmp_path, mode):
    arguments = ("linja", "--listen", "127.0.0.1:0", "--timeout", "0")
    with Client(tmp_path / "a", "host", *arguments, mode=mode) as ada:
        ada.process.stdin.close()
        said = "".join(ada.lines())
        assert ada.process.wait(60) == 6
    assert ASKED not in said
    assert "iroh:" not in said
    assert not (tmp_path / "a" / "settings.toml").exists()


@posix
def test_at_a_terminal_it_is_asked_once(tmp_path):
    from tests.cli.terminal_window import Window

    arguments = (
        "--home",
        str(tmp_path),
        "host",
        "linja",
        "--name",
        "Ada",
        "--listen",
        "127.0.0.1:0",
        "--timeout",
        "0",
        "--plain",
    )
    with Window(*arguments) as first:
        first.until(ASKED)
        first.press("n\r")
        first.until("network.via=tcp")
        assert first.ended() == 6
    with Window(*arguments) as again:
        assert again.ended() == 6
        assert not any(ASKED in line for line in again.lines)
