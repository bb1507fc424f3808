"""Clients are checked as programs: ours has no fault, and each wrong one is found out by name and section."""

import json
import sys
from pathlib import Path

import pytest

from p2pgames_cli.main import run
from p2pgames_protocol.testing.client import CHECKS
from tests import wrong_client

OURS = [sys.executable, "-c", "from p2pgames_cli.main import main; main()"]
JOINS = ["join", "{invite}", "--yes", "--bot", "random", "--via", "tcp", "--listen", "127.0.0.1:0"]
HOSTS = ["host", "linja", "--bot", "random", "--via", "tcp", "--listen", "127.0.0.1:0"]
FOUND = {
    "takes_any_pin": ("pin", "a certificate whose pin is not", "14.4"),
    "takes_any_proof": ("relayed", "after a proof that does not hold", "15.3"),
    "takes_any_version": ("version", "another version", "15.1"),
    "takes_any_proposal": ("proposal", "whose proposal its host has not signed", "17.2"),
    "takes_long_frames": ("large", "a frame that is too large", "12.1"),
    "plays_on_after_a_fork": ("fork", "two events", "7.10"),
    "signs_no_haves": ("game", "not signed by whom it names", "17, 18"),
    "makes_forbidden_moves": ("game", "It breaks the rules", "17, 18"),
    "sends_backwards": ("catch-up", "in another order", "18.3"),
    "leaves_with_its_link": ("cut", "It does not dial (SPEC 19.4). It ended with exit code 0", "18.1, 19.5"),
    "forgets_all": ("restart", "another key, as somebody else", "10.3, 17.6"),
    "forgets_its_moves": ("restart", "It breaks the rules", "10.3, 17.6"),
    "gives_up": ("game", "over as resigned", "17, 18"),
    "waits_for_nobody": ("game", "It votes absent", "17, 18"),
    "hears_no_votes": ("vote", "before both had revealed", "7.8, 7.12"),
    "follows_any_invite": ("rematch", "an invite of somebody else", "18.9"),
    "joins_any_rematch": ("unrelated", "as a rematch of it", "4.6, 18.9"),
    "gives_unproved_shares": ("cards", "It breaks the rules", "13, B"),
    "gives_old_keys": ("three", "It breaks the rules", "7.9, 13.9"),
}


def checked(capfd, *arguments):
    """The exit code, and what is printed."""
    code = run(["check-client", *arguments])
    return code, capfd.readouterr().out.splitlines()


@pytest.mark.parametrize(
    ("role", "names"),
    [(JOINS, ("game", "relayed", "fork")), (HOSTS, ("version", "kind", "cut"))],
    ids=["joins", "hosts"],
)
def test_our_own_client_has_no_fault(capfd, role, names):
    code, lines = checked(capfd, *(word for name in names for word in ("--only", name)), *OURS, *role)
    assert code == 0
    assert [line.split()[:2] for line in lines[:-1]] == [
        [check.name, "ok"] for check in CHECKS if check.name in names
    ]
    assert lines[-1] == "No fault found in 3 checks."


@pytest.mark.slow
@pytest.mark.parametrize("role", [JOINS, HOSTS], ids=["joins", "hosts"])
def test_our_own_client_has_no_fault_at_all(capfd, role):
    code, lines = checked(capfd, *OURS, *role)
    assert code == 0, lines


def test_every_wrong_client_is_tried():
    assert set(wrong_client.FAULTS) == set(FOUND)


@pytest.mark.parametrize("fault", FOUND)
def test_a_wrong_client_is_found_out(capfd, fault):
    name, why, section = FOUND[fault]
    wrong = [sys.executable, wrong_client.__file__, fault]
    code, (line, verdict) = checked(capfd, "--timeout", "8", "--only", name, *wrong, *JOINS)
    assert code == 1
    assert line.startswith(f"{name:10} FAULT the client: ")
    assert why in line
    assert line.endswith(f"(SPEC {section})")
    assert verdict == f"1 of 1 checks found a fault: {name}."


@pytest.mark.parametrize(
    ("command", "why"),
    [
        (["no-such-program", "{invite}"], "no-such-program cannot be started"),
        ([sys.executable, "-c", "print('tired')"], "It writes no invite. It ended with exit code 0"),
        ([*OURS, "host", "metro", "--bot", "random", *HOSTS[4:]], "of metro for 2"),
    ],
)
def test_a_command_that_starts_no_client_is_to_blame_itself(capfd, command, why):
    code, (line, _) = checked(capfd, "--only", "game", *command)
    assert code == 1
    assert line.startswith("game       FAULT the command: ")
    assert why in line


def test_a_client_is_found_in_the_folder_from_which_it_is_checked(capfd, monkeypatch):
    monkeypatch.chdir(Path(wrong_client.__file__).parent)
    wrong = [sys.executable, "wrong_client.py", "takes_any_version"]
    code, (line, _) = checked(capfd, "--timeout", "8", "--only", "version", *wrong, *JOINS)
    assert (code, "another version" in line) == (1, True), line


def test_our_client_plays_with_cards_at_three_and_a_rematch(capfd):
    ours = [sys.executable, wrong_client.__file__, "wants_rematches"]
    only = [word for name in ("rematched", "unrelated", "three") for word in ("--only", name)]
    code, lines = checked(capfd, *only, *ours, *JOINS)
    assert (code, lines[-1]) == (0, "No fault found in 3 checks."), lines
    code, lines = checked(capfd, "--only", "rematched", *ours, *HOSTS)
    assert (code, lines[-1]) == (0, "No fault found in 1 checks."), lines


def test_what_a_client_need_not_do_is_left_out(capfd):
    code, (one, other, verdict) = checked(
        capfd, "--only", "rematched", "--only", "cards",
        sys.executable, wrong_client.__file__, "knows_linja_alone", *JOINS,
    )  # fmt: skip
    assert "- it wants no rematch (" in " ".join(one.split())
    assert "- it does not play metro (" in " ".join(other.split())
    assert (code, verdict) == (0, "No fault found in 0 checks.")


def test_programs_get_the_same_in_json(capfd):
    code, lines = checked(capfd, "--json", "--only", "token", "--only", "key", *OURS, *HOSTS)
    key, token = map(json.loads, lines)
    assert code == 0
    assert (key["state"], key["left_out"]) == ("left out", "only where it joins")
    assert (token["state"], token["spec"], token["fault"], token["blames"]) == ("ok", "17.1", "", "")


def test_an_unknown_check_is_a_wrong_usage(capfd):
    code, _ = checked(capfd, "--only", "nothing", "true")
    assert code == 2
