"""A game by mail from the first letter to the audit, with the commands alone."""

import json
import os
import shutil
from pathlib import Path

import pytest

from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.main import run


@pytest.fixture(autouse=True)
def silent(monkeypatch):
    """Standard input that has ended."""
    with Path(os.devnull).open() as nothing:
        monkeypatch.setattr("sys.stdin", nothing)
        yield


@pytest.fixture
def post(tmp_path, capsys):
    return Post(tmp_path, capsys)


class Post:
    """Three homes, Ada's, Ben's and Cy's, and what lies between them."""

    def __init__(self, folder, capsys):
        self.folder, self.capsys = folder, capsys

    def home(self, name):
        return self.folder / name

    def ran(self, name, command, *arguments):
        """Exit code, standard output and standard error of a command in somebody's home."""
        code = run([command, "--home", str(self.home(name)), *map(str, arguments)])
        printed = self.capsys.readouterr()
        return code, printed.out, printed.err

    def told(self, name, *arguments):
        """The JSON object of a command that goes well."""
        code, out, err = self.ran(name, *arguments, "--json")
        assert code == 0, err
        return json.loads(out)

    def invite(self, game="linja", *more):
        self.told(
            "Ada", "host", game, "--offline", "--name", "Ada", "--invite-file", self.folder / "invite", *more
        )
        return self.folder / "invite"

    def answer(self, name):
        file = self.folder / f"answer-{name}"
        said = self.told(
            name, "unpack", "--yes", "--name", name, "--answer-file", file, self.folder / "invite"
        )
        assert said["taken"]
        return file

    def pack(self, name):
        file = self.folder / f"{name}.pack"
        assert self.ran(name, "pack", "--out", file, self.games(name)[0].stem)[0] == 0
        return file

    def games(self, name):
        return sorted((self.home(name) / "games").glob("*.p2pg"))

    def tables(self, name):
        return sorted((self.home(name) / "games").glob("*.table"))

    def filled(self, *guests):
        """A table at which all sit, of which the host has the game."""
        for guest in guests:
            said = self.told("Ada", "unpack", "--yes", self.answer(guest))
        return said["game_id"]


def test_a_whole_game_from_the_first_letter_to_the_audit(post):
    players = ["Ada", "Ben"]
    post.invite()
    assert post.filled("Ben")
    assert post.told("Ben", "unpack", post.pack("Ada"))["began"]
    over, before = False, None
    while before != (before := [post.games(name)[0].read_bytes() for name in players]):
        for name in players:
            post.ran(name, "resume", "--offline", "--bot", "random")
            file = post.pack(name)
            (other,) = set(players) - {name}
            over = post.told(other, "unpack", file)["finished"]
    assert over
    ends = [replay_file(post.games(name)[0]) for name in players]
    assert len({replica.position.previous for replica in ends}) == 1
    assert ends[0].genesis.names == tuple(players)
    assert ends[0].genesis.table["time"] == "none"
    for name in players:
        assert run(["audit", "-q", str(post.games(name)[0])]) == 0
        assert not post.tables(name)


def test_nothing_is_answered_or_taken_without_consent(post, monkeypatch):
    invite = post.invite()
    code, out, _ = post.ran("Ben", "unpack", invite)
    assert code == 0
    assert "Ada (key" in out
    assert "Nothing was taken" in out
    assert not post.told("Ben", "unpack", invite)["taken"]
    assert not post.tables("Ben")
    answer = post.answer("Ben")
    assert not post.told("Ada", "unpack", answer)["taken"]
    assert not post.games("Ada")
    typed = post.folder / "typed"
    typed.write_text("y\n", encoding="ascii")
    with typed.open() as lines:
        monkeypatch.setattr("sys.stdin", lines)
        code, out, _ = post.ran("Ada", "unpack", answer)
    assert code == 0
    assert "Ben (key" in out
    assert "p2pgames pack" in out
    assert post.games("Ada")


def test_letters_come_twice_late_and_in_any_order(post):
    invite = post.invite("line1", "--seats", "3")
    answers = [post.answer(name) for name in ("Ben", "Cy")]
    texts = [file.read_text() for file in answers]
    assert [post.answer(name).read_text() for name in ("Ben", "Cy")] == texts
    for file in (answers[1], answers[1], answers[0], answers[1]):
        said = post.told("Ada", "unpack", "--yes", file)
    assert len(post.games("Ada")) == 1
    assert said["game_id"] == post.games("Ada")[0].stem
    first = post.pack("Ada")
    for _ in range(2):
        for name in ("Ben", "Cy"):
            post.told(name, "unpack", first)
            assert post.games(name)[0].stem == said["game_id"]
            # The invitation is of a game that has begun: it is not answered anew.
            assert not post.told(name, "unpack", "--yes", invite)["taken"]
            assert not post.tables(name)


def test_a_lost_letter_is_written_again_by_the_id_of_its_table(post):
    invite = post.invite()
    row = post.told("Ada", "list")
    assert (row["game_id"], row["names"], row["seats"]) == (None, ["Ada"], 2)
    code, out, _ = post.ran("Ada", "pack", "--text", row["table"][:8])
    assert (code, out) == (0, invite.read_text())
    assert row["table"][:8] in post.ran("Ada", "list")[1]
    answer = post.answer("Ben")
    code, out, _ = post.ran("Ben", "pack", "--text", row["table"][:8])
    assert (code, out) == (0, answer.read_text())
    file = post.folder / "binary"
    assert post.ran("Ben", "pack", "--out", file, row["table"][:8])[0] == 0
    assert post.told("Ada", "unpack", "--yes", file)["game_id"]


def test_foreign_letters_are_one_sentence_and_change_nothing(post):
    invite = post.invite()
    code, _, err = post.ran("Ada", "unpack", "--yes", invite)
    assert (code, err.count("\n")) == (2, 1)
    answer = post.answer("Ben")
    code, out, err = post.ran("Cy", "unpack", "--yes", answer)
    assert (code, out) == (1, "")
    assert "not in this home" in err
    post.told("Ada", "unpack", "--yes", answer)
    late = post.answer("Cy")
    assert not post.told("Ada", "unpack", "--yes", late)["taken"]
    first = post.pack("Ada")
    code, out, err = post.ran("Cy", "unpack", first)
    assert (code, out, err.count("\n")) == (3, "", 1)
    assert not post.games("Cy")
    damaged = first.read_bytes()[:-1]
    first.write_bytes(damaged)
    assert post.ran("Ben", "unpack", first)[0] == 3
    assert not post.games("Ben")


def test_a_copied_home_begins_as_a_copy_where_its_notes_are_others(post):
    """The notes of the device lie apart from the games, and did not come along."""
    post.invite()
    post.filled("Ben")
    first = post.pack("Ada")
    shutil.copytree(post.home("Ben"), post.home("Copy"))
    (post.home("Copy") / "state" / "device").unlink()
    assert not post.told("Ben", "unpack", first)["read_only"]
    said = post.told("Copy", "unpack", first)
    assert (said["began"], said["read_only"], said["send"]) == (True, True, False)


def test_a_home_from_before_the_beginning_does_not_sign_anew(post):
    """The game and its table were lost and the table restored; the note that it was played is still there."""
    post.invite()
    post.filled("Ben")
    first = post.pack("Ada")
    (kept,) = post.tables("Ben")
    data = kept.read_bytes()
    post.told("Ben", "unpack", first)
    post.games("Ben")[0].unlink()
    kept.write_bytes(data)
    assert post.told("Ben", "unpack", first)["read_only"]


def test_what_makes_no_sense_by_mail_is_refused(post):
    for more in (["--confirm"], ["--listen", "127.0.0.1:0"], ["--address", "example.org"]):
        code, out, err = post.ran("Ada", "host", "linja", "--offline", *more)
        assert (code, out) == (2, "")
        assert "--offline" in err
    assert not post.tables("Ada")


@pytest.mark.parametrize(
    ("first", "why"),
    [(b"p2pgames table 0", "library.older"), (b"p2pgames table 2", "library.newer"), (b"x", "file.")],
)
def test_a_table_that_cannot_be_read_is_listed_with_why(first, why, post):
    post.invite()
    (file,) = post.tables("Ada")
    kept = file.read_bytes().replace(b"p2pgames table 1", first, 1)
    file.write_bytes(kept)
    row = post.told("Ada", "list")
    assert (row["game_id"], row["game"]) == (file.stem, None)
    assert row["problem_message"]["id"].startswith(why)
    assert file.stem[:8] in post.ran("Ada", "list")[1]
    assert file.read_bytes() == kept
