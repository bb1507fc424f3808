"""What players say reaches the others' clients, between processes of their own, in every way of playing."""

from __future__ import annotations

import json

from tests.cli.client import Client, host, join, resume


def line_with(client, words):
    """Read until a line that holds these words, and return it."""
    for line in client.lines():
        if words in line:
            return line
    raise AssertionError(f"The client ended before it said {words!r}: {client.complaints()}")


def test_players_and_watchers_hear_each_other_and_mute_whom_they_like(tmp_path):
    with host(tmp_path / "a", "--name", "Ada") as ada:
        told = ada.until("invite")
        invite = told["invite"]
        with join(tmp_path / "b", invite, "--name", "Ben", mode="--plain") as ben:
            ada.until("table")
            ada.send(say="Good luck, Seat 2!")
            assert line_with(ben, "says") == "Ada says: Good luck, Seat 2!\n"
            ben.type("say  And to you.")
            heard = ada.until("chat")
            assert (heard["seat"], heard["number"], heard["text"]) == (0, 0, "Good luck, Seat 2!")
            heard = ada.until("chat")
            assert (heard["seat"], heard["text"]) == (1, "And to you.")
            with Client(tmp_path / "w", "watch", told["watch"], mode="--plain") as watcher:
                assert line_with(watcher, "says") == "Ada says: Good luck, Seat 2!\n"
                assert line_with(watcher, "says") == "Ben says: And to you.\n"
                watcher.type("say Let me in")
                line_with(watcher, "Only the players")
                ada.send(do="watchers")
                assert ada.until("watchers")["count"] == 1
                ben.type("mute 1")
                assert line_with(ben, "uted") == "Muted: Ada.\n"
                ada.send(say="Are you there?")
                assert line_with(watcher, "says") == "Ada says: Are you there?\n"
            ada.send(say="\u001b[2J")
            assert "can see" in ada.until("error")["why"]
            ben.type("quit")
            assert "Are you there?" not in "".join(ben.lines())
            assert ben.wait() == 0
        with resume(tmp_path / "b", mode="--plain") as ben:
            ben.type("chat")
            assert line_with(ben, "says") == "Ben says: And to you.\n"
            ben.type("unmute 1")
            ben.type("chat 1")
            assert line_with(ben, "Ada says") == "Ada says: Are you there?\n"
        ada.send(do="mute", seat=1)
        assert ada.until("muted")["seats"] == [1]
        ada.send(do="mute", seat=7)
        assert "who lists the seats" in ada.until("error")["why"]
        ada.send(do="quit")
        assert ada.wait() == 0
    with resume(tmp_path / "a") as ada:
        told = []
        for line in ada.lines():
            told.append(json.loads(line))
            if told[-1]["type"] == "chat" and told[-1]["text"] == "Are you there?":
                break
        assert {one["seat"] for one in told if one["type"] == "chat"} == {0}
