"""Names are shown for what they are, and told from those that look like them; a log keeps them as they were signed."""

import json

import pytest

from p2pgames.games.linja import GAME
from p2pgames_cli.main import run
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.proposal import Proposal, sign_proposal
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.store.home import Home, clean_name
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire.names import LOOKALIKES, shown, told_apart


@pytest.mark.parametrize(
    ("name", "seen"),
    [
        ("Ada", "Ada"),
        ("Zoë van der Meer", "Zoë van der Meer"),
        ("Ида", "Ида"),
        ("नमस्ते", "नमस्ते"),
        ("Ada (Ада)", "Ada (Ада)"),
        ("   ", '"   "'),
        (" Ada", '" Ada"'),
        ("Ada ", '"Ada "'),
        ("\u3164", r"\u3164"),
        ("Ada\ufe0f", r"Ada\ufe0f"),
        ("\u0301Ada", r"\u0301Ada"),
        ("\u2800", r"\u2800"),
        ("Аda", r"\u0410da"),
        ("Bοb", r"B\u03bfb"),
        ("Ada\u202eadA", r"Ada\u202eadA"),
        ("Ada\u00a0B", r"Ada\u00a0B"),
        ("\ufeffAda", r"\ufeffAda"),
        ("A\u200dda", r"A\u200dda"),
        ("Ada\u0378", r"Ada\u0378"),
        ("e\u0301", "e\u0301"),
        ("a" + "\u0316" * 6, "a" + "\u0316" * 4 + r"\u0316\u0316"),
    ],
)
def test_a_name_is_shown_as_what_it_is(name, seen):
    assert shown(name) == seen


@pytest.mark.parametrize(
    "other",
    [
        "ada",
        "Ada ",
        " Ada",
        "A da",
        "Ａｄａ",
        "Аda",
        "Ada\u3164",
        "Ada\ufe00",
        "#1 Ada",
        '"Ada"',
        "АDА",
        "\ufeffAda",
        "A\u200dda",
    ],
)
def test_names_that_look_alike_are_told_apart_by_their_seats(other):
    assert told_apart(("Ada", "Ben", other)) == ("#1 Ada", "Ben", f"#3 {shown(other)}")


def test_strokes_that_look_alike_are_told_apart():
    assert told_apart(("Illa", "lIIa")) == ("#1 Illa", "#2 lIIa")
    assert told_apart(("Bob", "B0b")) == ("Bob", "B0b")
    assert told_apart(("BOB", "B0B")) == ("#1 BOB", "#2 B0B")


def test_other_names_stay_as_they_are():
    names = ("Ada", "Adam", "Ben", "Ádá", "Ида")
    assert told_apart(names) == names


def test_the_lookalikes_are_of_other_scripts():
    assert all(chr(one) != other for one, other in LOOKALIKES.items())


@pytest.mark.parametrize(
    "name", ["\u3164", " \u2800 ", "Ada\u3164", "\u0301", "   ", "Ada\ufe0f", "A\u202eda"]
)
def test_the_player_cannot_choose_a_name_that_is_not_seen(name, tmp_path, capsys):
    with pytest.raises(ValueError, match="name"):
        clean_name(name)
    home = ["--home", str(tmp_path / "home")]
    for command in (["id", "new"], ["hotseat", "linja", "--plain"]):
        assert run([*home, "--name", name, *command]) == 2
        assert "ame" in capsys.readouterr().err


@pytest.fixture
def file(tmp_path):
    """A game in a home, between a player and one whose name looks like the same."""
    home = Home(tmp_path / "home")
    home.make()
    proposal = Proposal.of(identity(0).key, GAME.rules, 2, bytes(32), {})
    signed = sign_proposal(identity(0), proposal)
    joins = [
        gen.sign_join(identity(at), signed, name, bytes([at]) * 32) for at, name in enumerate(["Ada", "Аda "])
    ]
    genesis = gen.assemble(signed, tuple(joins))
    home.keep_identity(identity(0))
    path = home.store(genesis).path
    path.write_bytes(logfile.write([Record(Kind.GENESIS, genesis.record)]))
    return path


def test_every_command_shows_them_so_and_programs_get_both(file, capsys):
    seen = '#2 "\\u0410da "'
    home = ["--home", str(file.parent.parent)]
    for command in (
        ["audit", str(file)],
        [*home, "list"],
        [*home, "export", str(file)],
        [*home, "replay", str(file)],
    ):
        run(command)
        said = capsys.readouterr().out
        assert seen in said
        assert "Аda" not in said
    run([*home, "list", "--json"])
    row = json.loads(capsys.readouterr().out)
    assert (row["names"], row["shown"]) == (["Ada", "Аda "], ["#1 Ada", seen])
    for command in (["audit", "--json", str(file)], [*home, "export", "--format", "json", str(file)]):
        run(command)
        seats = json.loads(capsys.readouterr().out)["seats"]
        assert [seat["name"] for seat in seats] == ["Ada", "Аda "]
        assert [seat["shown"] for seat in seats] == ["#1 Ada", seen]
    run([*home, "replay", "--json", str(file)])
    table = json.loads(capsys.readouterr().out.splitlines()[0])
    assert [(seat["name"], seat["shown"]) for seat in table["seats"]] == [("Ada", "#1 Ada"), ("Аda ", seen)]
    run([*home, "replay", str(file), "--svg", str(file.with_suffix(".svg"))])
    drawn = file.with_suffix(".svg").read_text(encoding="utf-8")
    assert "u0410da" in drawn
    assert "Аda" not in drawn
