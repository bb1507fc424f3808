"""The name that others see is asked for once, at the first table of any kind."""

import os
from dataclasses import replace

import pytest

from p2pgames_cli.app.key import ask_name
from p2pgames_cli.config.user import User
from p2pgames_protocol.store.home import Home
from tests.cli.client import Client
from tests.cli.terminal import typed


def answers(*lines):
    """Return what gives these lines, one after the other, and no more."""
    return iter(lines).__next__


def test_a_name_is_asked_for_until_others_can_read_it_and_kept(tmp_path, capsys):
    user = User(Home(tmp_path))
    assert ask_name(user, answers("A\x07da\n", " Ada \n")) == replace(user, name="Ada")
    assert user.home.name() == "Ada"
    assert capsys.readouterr().out.count("Your name, as others") == 2
    assert ask_name(user, answers()) is user


@pytest.mark.parametrize("line", ["\n", ""])
def test_who_gives_none_is_asked_again_at_the_next_table(tmp_path, line):
    user = User(Home(tmp_path))
    assert ask_name(user, answers(line)) is user
    assert not user.home.is_named()


def test_who_has_said_a_name_is_not_asked(tmp_path):
    user = User(Home(tmp_path), "Ada")
    assert ask_name(user, answers()) is user


@pytest.mark.skipif(os.name == "nt", reason="terminals of Unix")
def test_it_is_asked_on_the_command_line_of_a_terminal_alone(tmp_path, capsys):
    from p2pgames_cli.main import run

    wrong = ["hotseat", "linja", "--option", "bonus=x"]
    code, screen = typed(wrong, ["Ada"], P2PGAMES_HOME=str(tmp_path / "a"))
    assert (code, Home(tmp_path / "a").name()) == (2, "Ada"), screen
    assert run([*wrong, "--home", str(tmp_path / "b")]) == 2
    assert "Your name, as others" not in "".join(capsys.readouterr())


def test_a_name_that_is_given_is_kept_by_a_game_at_one_computer_too(tmp_path):
    with Client(tmp_path, "hotseat", "linja", "--name", "Zoë", "--bot", "2=easy") as zoe:
        zoe.until("table")
    assert Home(tmp_path).name() == "Zoë"
