"""What the doctor finds, in lines and in objects, without anybody outside being asked."""

import json
import socket
from datetime import date

import pytest

from p2pgames_cli.app import doctor
from p2pgames_cli.main import run
from p2pgames_protocol.net import network


def findings(capsys, *arguments):
    """The exit code, and what was found by name."""
    code = run(["doctor", "--json", *arguments])
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {one["type"] for one in said} == {"finding"}
    return code, {one["name"]: one for one in said}


def test_it_says_what_the_addresses_mean_and_what_is_installed(capsys):
    code, found = findings(capsys, "--via", "tcp")
    assert code == 0
    assert {"address", "iroh", "dht", "tor"} == set(found)
    for one in ("iroh", "dht"):
        assert found[one]["good"] or "-m pip install" in found[one]["text"]


def test_a_system_without_small_packets_is_named(capsys, monkeypatch):
    assert "packets" not in findings(capsys, "--via", "tcp")[1]
    monkeypatch.delattr(socket, "TCP_MAXSEG")
    assert "--via tcp,iroh" in findings(capsys, "--via", "tcp")[1]["packets"]["text"]
    assert "--via" not in findings(capsys, "--via", "tcp,iroh", "--relay", "none")[1]["packets"]["text"]


def test_a_wrong_date_is_noticed(capsys, monkeypatch):
    monkeypatch.setattr(network, "RELEASED", date(9999, 1, 1))
    assert not findings(capsys, "--via", "tcp")[1]["clock"]["good"]


def test_a_relay_that_does_not_answer_is_said_so(capsys, monkeypatch):
    pytest.importorskip("iroh", reason="there is no iroh for this system")
    monkeypatch.setattr(doctor, "RELAY_TIME", 0.2)
    code, found = findings(capsys, "--relay", "http://127.0.0.1:9")
    assert code == 0
    assert "you are offline" in found["relay"]["text"]


def test_words_that_nobody_can_look_for_are_said_so(capsys):
    code, found = findings(capsys, "--via", "tcp", "abandon", "amount", "liar", "amount", "fence")
    assert code == 2
    assert not found["words"]["good"]


def test_people_get_sentences_and_a_line_is_no_words(capsys):
    assert run(["doctor", "--via", "tcp"]) == 0
    said = capsys.readouterr().out
    assert said.startswith(("good: ", "lacking: "))
    assert run(["doctor", "abandon", "amount", "liar"]) == 2
    assert "five words; this has 3" in " ".join(capsys.readouterr().err.split())


def test_in_french_a_colon_stands_apart(capsys, monkeypatch):
    monkeypatch.setenv("P2PGAMES_LANG", "fr")
    assert run(["doctor", "--via", "tcp"]) == 0
    assert capsys.readouterr().out.startswith(("bon\N{NO-BREAK SPACE}: ", "manque\N{NO-BREAK SPACE}: "))


def test_a_wrong_date_is_said_once(capsys, monkeypatch):
    monkeypatch.setattr(network, "RELEASED", date(9999, 1, 1))
    monkeypatch.setattr(doctor, "find_spec", lambda _: object())

    async def asked(_network):
        return doctor.Finding(
            "relay", good=False, text="Your computer's date is wrong: relays refuse it. Set it."
        )

    monkeypatch.setattr(doctor, "_relay", asked)
    found = findings(capsys, "--via", "iroh")[1]
    assert ("clock" in found, "relay" in found) == (True, False)
