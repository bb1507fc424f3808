"""The same key on two computers: the later one plays, the other is told so and sends nothing more, nobody is blamed."""

import shutil
from random import Random

import pytest

from tests.cli.client import game_file, host, join, resume, until
from tests.cli.homes import both, check_same, until_round


def begun(tmp_path, rounds=6):
    """Homes of a game that has gone on for some rounds, and was left."""
    with host(tmp_path / "a") as ada, join(tmp_path / "b", ada.until("invite")["invite"]) as ben:
        both(lambda: until_round(ada, rounds, Random(1)), lambda: until_round(ben, rounds, Random(2)))
    return tmp_path / "a", tmp_path / "b"


@pytest.mark.parametrize("who", [0, 1], ids=["host", "guest"])
def test_the_later_computer_plays_on_and_the_other_says_so(who, tmp_path, capsys):
    homes = begun(tmp_path)
    there, here = homes[1 - who], homes[who]
    shutil.copytree(here, tmp_path / "copy")
    with resume(there) as other:
        line = other.until("invite")["invite"]
        with resume(here, "--at", line) as first:
            first.until("table")
            with resume(tmp_path / "copy", "--at", line) as later:
                assert len(later.until("copy")["awaits"]) == 1
                told = until(first, "copy", lambda said: said["elsewhere"] is not None)
                assert len(told["awaits"]) == 1
                both(lambda: later.play(Random(1)), lambda: other.play(Random(2)))
                assert (later.wait(), other.wait()) == (0, 0), other.complaints()
                first.send(do="quit")
                assert first.wait() == 0
    assert check_same([there, tmp_path / "copy"], capsys)["finished"]


def test_both_answering_at_once_signs_nothing_twice(tmp_path, capsys):
    """Programs answer as soon as they are asked, each with another move."""
    there, here = begun(tmp_path)
    shutil.copytree(here, tmp_path / "copy")
    with resume(there) as other:
        line = other.until("invite")["invite"]
        with resume(here, "--at", line) as first, resume(tmp_path / "copy", "--at", line) as later:

            def play_both():
                both(lambda: first.play(Random(3)), lambda: later.play(Random(4)))

            def end():
                other.play(Random(2))
                for one in (first, later):
                    one.send(do="quit")

            both(play_both, end)
            assert other.wait() == 0
    report = check_same([there, there], capsys)
    assert report["finished"]


def test_who_was_silent_plays_on_by_taking_over(tmp_path, capsys):
    there, here = begun(tmp_path)
    shutil.copytree(here, tmp_path / "copy")
    with resume(there) as other:
        line = other.until("invite")["invite"]
        with resume(here, "--at", line) as first:
            first.until("table")
            with resume(tmp_path / "copy", "--at", line) as later:
                until(first, "copy", lambda said: said["elsewhere"] is not None)
                first.send(do="take_over")
                until(later, "copy", lambda said: said["elsewhere"] is not None)
                until(first, "copy", lambda said: said["elsewhere"] is None and not said["awaits"])
                both(lambda: first.play(Random(1)), lambda: other.play(Random(2)))
                assert (first.wait(), other.wait()) == (0, 0)
                later.send(do="quit")
                assert later.wait() == 0
    assert check_same([there, here], capsys)["finished"]


def test_a_home_that_was_moved_waits_until_the_others_have_shown_all_and_goes_on(tmp_path, capsys):
    there, here = begun(tmp_path)
    here.rename(tmp_path / "moved")
    with resume(there) as other, resume(tmp_path / "moved", "--at", other.until("invite")["invite"]) as moved:
        assert len(moved.until("copy")["awaits"]) == 1
        both(lambda: moved.play(Random(1)), lambda: other.play(Random(2)))
        assert (moved.wait(), other.wait()) == (0, 0)
    assert check_same([there, tmp_path / "moved"], capsys)["finished"]
    assert game_file(tmp_path / "moved").exists()
