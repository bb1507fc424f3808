"""A league's folder is filled by many: no link in it is followed, and a damaged file stops nothing but itself."""

import os
import shutil

import pytest

from p2pgames_cli.app.league.mine import note_league
from p2pgames_protocol.league.league import sign_enrolment
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.room import identity
from tests.cli.app.league.leagues import WINTER, folder_of, log
from tests.cli.at_home import AtHome, text
from tests.cli.homes import ran

posix = pytest.mark.skipif(
    os.name != "posix", reason="Windows has no such files, and links only for some users"
)


@pytest.fixture
def winter(tmp_path):
    """A folder with the league and two who take part."""
    return folder_of(tmp_path / "winter", WINTER)


@pytest.fixture
def mine(tmp_path):
    """A file that nobody may read or write but its player."""
    file = tmp_path / "mine"
    file.write_text("mine")
    return file


def given(tmp_path, number=1):
    """A game of the league in a file elsewhere, and what its file in the folder is called."""
    file = tmp_path / f"given{number}.p2pg"
    file.write_bytes(log(number))
    return file


def place(folder, tmp_path, capsys, file):
    """Where a game lies once it is taken in; it is taken out again."""
    assert ran(capsys, tmp_path / "home", "league", "add", folder, file)[0] == 0
    (there,) = folder.glob("*.p2pg")
    there.unlink()
    return there


@posix
@pytest.mark.parametrize("target", ["mine", "nowhere"])
def test_a_link_in_place_of_a_game_leads_nowhere_and_the_other_files_are_taken_in(
    tmp_path, capsys, winter, mine, target
):
    there = place(winter, tmp_path, capsys, given(tmp_path))
    there.symlink_to(tmp_path / target)
    code, out, _err = ran(
        capsys, tmp_path / "home", "league", "add", winter, given(tmp_path), given(tmp_path, 2)
    )
    first, second = out.splitlines()
    assert code == 3
    assert "refused." in first
    assert "not a regular file" in first
    assert second.endswith("counts.")
    assert mine.read_text() == "mine"
    assert not (tmp_path / "nowhere").exists()


@posix
def test_a_link_in_place_of_an_enrolment_is_not_written_through(tmp_path, capsys, winter):
    home = Home.at(tmp_path / "home")
    home.keep_identity(identity(0))
    key = home.key_file.read_bytes()
    (winter / f"{identity(0).key.hex()[:16]}.p2pe").symlink_to(home.key_file)
    code, _out, err = ran(capsys, home.folder, "league", "join", winter)
    assert (code, home.key_file.read_bytes()) == (1, key)
    assert "not a regular file" in err


@posix
@pytest.mark.parametrize("linked", ["page.html", "page-games"])
def test_pages_are_not_written_to_where_a_link_leads(tmp_path, capsys, winter, linked, mine):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    assert ran(capsys, tmp_path / "home", "league", "add", winter, given(tmp_path))[0] == 0
    (winter / linked).symlink_to(mine if linked.endswith("html") else elsewhere)
    code, _out, err = ran(capsys, tmp_path / "home", "league", "show", winter, "--html", winter / "page.html")
    assert code == 1
    assert linked in err
    assert mine.read_text() == "mine"
    assert list(elsewhere.iterdir()) == []


@posix
def test_a_pipe_in_place_of_the_page_is_not_waited_for(tmp_path, capsys, winter):
    os.mkfifo(winter / "page.html")
    code, _out, err = ran(capsys, tmp_path / "home", "league", "show", winter, "--html", winter / "page.html")
    assert code == 1
    assert "not a regular file" in err


@posix
def test_a_link_to_a_page_of_a_game_is_not_taken_for_the_page(tmp_path, capsys, winter, mine):
    assert ran(capsys, tmp_path / "home", "league", "add", winter, given(tmp_path))[0] == 0
    page = tmp_path / "page.html"
    assert ran(capsys, tmp_path / "home", "league", "show", winter, "--html", page)[0] == 0
    (one,) = (tmp_path / "page-games").iterdir()
    one.unlink()
    one.symlink_to(mine)
    code, _out, err = ran(capsys, tmp_path / "home", "league", "show", winter, "--html", page)
    assert (code, mine.read_text()) == (1, "mine")
    assert one.name in err


@posix
def test_a_link_to_a_league_is_none(tmp_path, capsys, winter):
    (winter / "league.p2pl").rename(tmp_path / "elsewhere.p2pl")
    (winter / "league.p2pl").symlink_to(tmp_path / "elsewhere.p2pl")
    code, _out, err = ran(capsys, tmp_path / "home", "league", "show", winter)
    assert code == 3
    assert "not a regular file" in err


def torn(winter, tmp_path):
    """Files of others that cannot be read."""
    whole = sign_enrolment(identity(1), WINTER.id, "P1")
    (winter / "half.p2pe").write_bytes(whole[: len(whole) // 2])
    (winter / "empty.p2pe").touch()
    (winter / "half.p2pg").write_bytes(log(2)[:-9])
    (winter / "none.p2pg").touch()
    (winter / "folder.p2pe").mkdir()
    names = ["half.p2pe", "empty.p2pe", "folder.p2pe", "half.p2pg", "none.p2pg"]
    if os.name == "posix":
        (winter / "lost.p2pe").symlink_to("nowhere")
        (winter / "lost.p2pg").symlink_to("nowhere")
        (winter / "self.p2pg").symlink_to(given(tmp_path, 3))
        os.mkfifo(winter / "pipe.p2pe")
        os.mkfifo(winter / "pipe.p2pg")
        names += ["lost.p2pe", "pipe.p2pe", "lost.p2pg", "self.p2pg", "pipe.p2pg"]
    return names


@pytest.mark.parametrize(
    ("command", "games"),
    [
        (["standings"], True),
        (["pair"], True),
        (["show"], False),
        (["show", "--html", "{folder}/page.html"], True),
        (["add", "{given}"], False),
        (["join"], False),
    ],
)
def test_every_command_names_what_cannot_be_read_and_goes_on(tmp_path, capsys, winter, command, games):
    names = torn(winter, tmp_path)
    (winter / "league (conflicted copy).p2pl").write_bytes(b"half")
    words = [word.format(folder=tmp_path, given=given(tmp_path)) for word in command[1:]]
    code, _out, err = ran(capsys, tmp_path / "home", "league", command[0], winter, *words)
    assert code == 0
    for name in names:
        assert err.count(f"{winter / name}: ") == (1 if games or name.endswith(".p2pe") else 0)


def test_the_home_goes_on_and_says_what_is_left_out(tmp_path, winter):
    names = torn(winter, tmp_path)
    at = AtHome(tmp_path / "home")
    note_league(at.where, winter)
    at.press("m", "6")
    assert "Winter" in text(at.stack)
    at.press("1")
    assert "Files left out" in text(at.stack)
    assert f"{len(names)} files cannot be read" in text(at.stack)


def test_a_half_synced_game_gives_way_to_the_whole_one(tmp_path, capsys, winter):
    there = place(winter, tmp_path, capsys, given(tmp_path))
    there.write_bytes(log(1)[: len(log(1)) // 2])
    code, out, _err = ran(capsys, tmp_path / "home", "league", "add", winter, given(tmp_path))
    assert (code, out.partition(": ")[2]) == (0, "counts.\n")
    assert there.read_bytes() == log(1)


def test_a_game_under_the_name_of_another_keeps_its_place(tmp_path, capsys, winter):
    there = place(winter, tmp_path, capsys, given(tmp_path))
    there.write_bytes(log(2))
    assert ran(capsys, tmp_path / "home", "league", "add", winter, given(tmp_path))[0] == 0
    assert there.read_bytes() == log(2)
    assert sorted(path.read_bytes() for path in winter.glob("*.p2pg")) == sorted([log(1), log(2)])


def test_a_copy_beside_a_game_is_named_and_counts_once(tmp_path, capsys, winter):
    there = place(winter, tmp_path, capsys, given(tmp_path))
    there.write_bytes(log(1))
    copy = there.with_name(f"{there.stem} (conflicted copy).p2pg")
    shutil.copy(there, copy)
    code, out, err = ran(capsys, tmp_path / "home", "league", "standings", winter)
    assert code == 0
    assert "1 game counts." in out
    assert err == f"{copy}: another copy of a game here; what they hold is joined.\n"


def test_two_copies_that_are_handed_in_count_once(tmp_path, capsys, winter):
    first, second = given(tmp_path), tmp_path / "again.p2pg"
    shutil.copy(first, second)
    code, out, _err = ran(capsys, tmp_path / "home", "league", "add", winter, first, second, first)
    assert code == 0
    assert [line.partition(": ")[2] for line in out.splitlines()] == [
        "counts.",
        "the same game is here already.",
    ]


def test_a_copy_that_holds_more_is_joined_and_counts_no_second_time(tmp_path, capsys, winter):
    first, second = tmp_path / "less.p2pg", given(tmp_path)
    first.write_bytes(logfile.write_records(logfile.read_records(log(1))[:-1]))
    code, out, _err = ran(capsys, tmp_path / "home", "league", "add", winter, first, second)
    assert (code, out.count("counts."), out.count("the same game is here already.")) == (0, 1, 1)
    (there,) = winter.glob("*.p2pg")
    assert there.read_bytes() == log(1)
