"""Names are shown for what they are, and told from those that look like them; a log keeps them as they were signed."""

import json

import pytest

from p2pgames.games.linja import GAME
from p2pgames_cli.main import run
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.genesis import Proposal, sign_proposal
from p2pgames_protocol.log.records import Kind, Record
from p2pgames_protocol.store.home import Home, clean_name
from p2pgames_protocol.testing.room import identity
from p2pgames_protocol.wire.names import LOOKALIKES, is_plain, seen, shown, told_apart


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


JOINED = {
    "heart": "\u2764\ufe0f",
    "family": "\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "couple": "\U0001f469\u200d\u2764\ufe0f\u200d\U0001f468",
    "skin": "\U0001f9d1\U0001f3fd\u200d\U0001f680",
    "keycap": "1\ufe0f\u20e3",
    "information": "\u2139\ufe0f",
    "Scotland": "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "Persian": "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
    "Sinhala": "\u0dc1\u0dca\u200d\u0dbb\u0dd3",
    "Bengali": "\u09b0\u200d\u09cd\u09af\u09be\u09ac",
    "Hindi": "\u0915\u094d\u200d\u0937",
    "Malayalam": "\u0d05\u0d35\u0d28\u0d4d\u200d",
    "Mongolian": "\u182d\u180b",
    "Japanese": "\u845b\U000e0100",
}


@pytest.mark.parametrize("what", JOINED.values(), ids=JOINED)
def test_joiners_stay_where_they_join(what):
    for text in (what, f"{what} {what}", f"so {what}!", f"{what}{what}"):
        assert seen(text) == shown(text) == text
        assert is_plain(text)


@pytest.mark.parametrize("what", JOINED.values(), ids=JOINED)
def test_names_that_differ_in_joiners_alone_look_alike(what):
    bare = "".join(one for one in what if one not in "\u200c\u200d\ufe0f\u180b\U000e0100")
    bare = bare if what != JOINED["Scotland"] else what[0]
    assert told_apart((what, "Ben", bare)) == (f"#1 {shown(what)}", "Ben", f"#3 {shown(bare)}")


@pytest.mark.parametrize(
    "text", ["a\u200db", "Auf\u200clage", "a\ufe0f", "a1\ufe0f", "1\u200d2", "\U0001fae8", "\U0001faff"]
)
def test_in_what_people_say_joiners_may_stand_beside_all_that_is_seen(text):
    assert seen(text) == text


@pytest.mark.parametrize(
    "text", ["a\u200db", "Auf\u200clage", "a\ufe0f", "a1\ufe0f", "1\u200d2", "d\u200d\u5b57"]
)
def test_in_names_joiners_that_join_nothing_are_escaped(text):
    assert "\\u" in shown(text)
    assert not is_plain(text)


@pytest.mark.parametrize(
    "text",
    [
        "\u200d",
        "\ufe0f",
        "\u200da",
        "a\u200d",
        "a\u200d b",
        "a \u200db",
        "a\u200d\u200db",
        "a\u200d\u200c\u200db",
        "a\ufe0f\ufe0fb",
        "a \ufe0fb",
        "\u3164\u200da",
        "a\u200d\u3164",
        "\ufe0f\u200da",
        "a\u200d\ufe0f",
        "a\u200d\u202eb",
        "\u0d28\u0d4d\u200d\u200d",
        "a\u2060b",
        "a\u00adb",
        "a\ufeffb",
        "\U000e0067",
        "\U0001f3f4\U000e0067",
        "\U0001f3f4\U000e007f",
        "\U0001f3f4" + "\U000e0067" * 7 + "\U000e007f",
        "a\U000e0067\U000e0062\U000e007f",
        "\u05d0\u200e",
        "\u05d0\u2067",
        "\u0378",
    ],
)
def test_what_joins_nothing_is_escaped_everywhere(text):
    assert "\\u" in seen(text)
    assert "\\u" in shown(text)
    assert not is_plain(text)


def test_joiners_let_no_more_marks_pile_up():
    piled = "a" + "\u0316\u200d" * 20 + "\u0316"
    assert seen(piled).count("\u0316") == 4
    assert seen("a" + "\u0316\ufe0f" * 20).count("\u0316") <= 4


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
    path.write_bytes(logfile.write_records([Record(Kind.GENESIS, genesis.record)]))
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
