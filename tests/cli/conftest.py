"""What several tests of the client begin with."""

from __future__ import annotations

from random import Random

import pytest

from p2pgames_cli.i18n import catalogue
from p2pgames_cli.main import run
from tests.cli.client import Client


@pytest.fixture(autouse=True)
def english():
    """Leave the next test the language that all but a few are written for: a command in this process sets it."""
    yield
    catalogue.use(catalogue.ENGLISH)


@pytest.fixture(scope="session")
def game(tmp_path_factory):
    """The file of a finished demo."""
    file = tmp_path_factory.mktemp("demo") / "g.p2pg"
    assert run(["demo", "linja", "--bot", "greedy", "--seed", "test", "--out", str(file)]) == 0
    return file


@pytest.fixture
def home(tmp_path):
    """A home with one running game at this computer."""
    where = tmp_path / "home"
    with Client(where, "hotseat", "linja", "--bot", "2=random") as eva:
        for _ in range(2):
            eva.send(move=Random(1).choice(eva.until("ask")["moves"]))
        eva.until("ask")
        eva.send(do="quit")
        assert eva.wait() == 0
    return where
