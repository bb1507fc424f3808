"""Games come into a league's folder, and everybody who has the same files has the same table."""

import json
import os
import shutil
from dataclasses import replace

import pytest

from p2pgames_cli.app.league.kept_audits import KeptAudits
from p2pgames_protocol.audit.series import ended_game, first_seat
from p2pgames_protocol.league.league import sign_enrolment
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log import genesis as gen
from p2pgames_protocol.log.records import Kind, sign
from p2pgames_protocol.testing.room import identity
from tests.cli.app.league.leagues import WINTER, folder_of, log, room
from tests.cli.homes import ran


@pytest.fixture
def winter(tmp_path):
    """A folder with the league and two who take part."""
    return folder_of(tmp_path / "winter", WINTER)


def files(tmp_path, *logs):
    """Files that hold these."""
    paths = [tmp_path / f"given{number}.p2pg" for number, _log in enumerate(logs)]
    for path, data in zip(paths, logs, strict=True):
        path.write_bytes(data)
    return paths


def add(capsys, tmp_path, folder, *given):
    """The exit code, and what is said of each file."""
    code, out, _err = ran(capsys, tmp_path / "home", "league", "add", folder, *given)
    return code, [line.partition(": ")[2] for line in out.splitlines()]


def table(capsys, folder, home, *more):
    """The table of a folder, as a program is told."""
    code, out, _err = ran(capsys, home, "league", "standings", folder, *more)
    assert code == 0
    return out


def test_what_counts_is_taken_in_and_what_does_not_is_refused_with_the_reason(tmp_path, capsys, winter):
    whole, other = log(1), log(2)
    given = files(
        tmp_path,
        whole,
        whole,
        other,
        log(3),
        log(4, None),
        log(5, resigns=False),
        log(6, options=(("bonus", "any"),)),
        whole[:-1],
        whole.replace(b"Player0", b"Player2"),
        b"no log",
    )
    code, said = add(capsys, tmp_path, winter, *given)
    assert code == 3
    assert said[1] == "the same game is here already."
    assert sorted(said[place] for place in (0, 2, 3))[:2] == ["counts.", "counts."]
    assert "smaller ids" in max(said[place] for place in (0, 2, 3))
    assert [one.startswith("refused.") for one in said] == [False] * 4 + [True] * 6
    assert "did not name this league" in said[4]
    assert "not over" in said[5]
    assert "does not play linja" in said[6]
    assert len(list(winter.glob("*.p2pg"))) == 3


def forged(whole):
    """The game with its last move signed by somebody else than who made it."""
    records = logfile.read_records(whole)
    game = gen.read_genesis(records[0].body).game_id
    last = max(number for number, record in enumerate(records) if b"move" in record.body)
    records[last] = sign(identity(5), Kind.EVENT, game, records[last].body)
    return logfile.write_records(records)


def edited(whole):
    """The game with another name for somebody, in frames that are in order."""
    records = logfile.read_records(whole)
    return logfile.write_records(
        [replace(records[0], body=records[0].body.replace(b"Player0", b"Player2")), *records[1:]]
    )


def test_forged_edited_doubled_and_foreign_logs_are_refused_with_the_reason(tmp_path, capsys, winter):
    whole = log(1)
    made = {
        "A record that names seat 1 is not signed by it": forged(whole),
        "The join of Player2 is not signed": edited(whole),
        "is damaged": whole.replace(b"Player0", b"Player2"),
        "The file is torn": whole[:-1],
        "Its table did not name this league.": log(4, bytes(32)),
        "This file is of format 9": whole.replace(b"1", b"9", 1),
    }
    code, said = add(capsys, tmp_path, winter, *files(tmp_path, *made.values()))
    assert code == 3
    for reason, one in zip(made, said, strict=True):
        assert one.startswith("refused. ")
        assert reason in one
    assert not list(winter.glob("*.p2pg"))
    assert (
        add(capsys, tmp_path, winter, *files(tmp_path, whole, whole))[1][1]
        == "the same game is here already."
    )


def test_an_enrolment_is_taken_in_before_the_games_of_its_player(tmp_path, capsys, winter):
    for path in winter.glob("*.p2pe"):
        path.unlink()
    given = files(tmp_path, log(1))
    code, said = add(capsys, tmp_path, winter, *given)
    assert (code, "No enrolment of Player0" in said[0]) == (3, True)
    for number, league in ((0, WINTER.id), (1, WINTER.id), (2, bytes(32))):
        given.append(tmp_path / f"{number}.p2pe")
        given[-1].write_bytes(sign_enrolment(identity(number), league, f"P{number}"))
    code, said = add(capsys, tmp_path, winter, *given)
    assert (code, said) == (
        3,
        ["counts.", "takes part.", "takes part.", "refused. It is for another league."],
    )


def test_two_people_with_half_the_games_each_have_the_same_table_after_exchanging_them(
    tmp_path, capsys, winter
):
    shutil.copytree(winter, other := tmp_path / "other")
    given = files(tmp_path, log(1), log(2), log(3), log(7))
    assert add(capsys, tmp_path, winter, *given[:2])[0] == 0
    assert add(capsys, tmp_path, other, *given[2:])[0] == 0
    assert table(capsys, winter, tmp_path / "ada") != table(capsys, other, tmp_path / "ben")
    assert add(capsys, tmp_path, winter, *reversed(list(other.glob("*.p2pg"))))[0] == 0
    assert add(capsys, tmp_path, other, *winter.glob("*.p2pg"))[0] == 0
    for more in ((), ("--json",)):
        shown = table(capsys, winter, tmp_path / "ada", *more)
        assert table(capsys, other, tmp_path / "ben", *more) == shown
    for number, path in enumerate(sorted(winter.glob("*.p2pg"))):
        path.rename(winter / f"x{9 - number}.p2pg")
    assert table(capsys, winter, tmp_path / "cora", "--json", "--jobs", "2") == shown
    said = json.loads(shown)
    assert (len(said["counted"]), len(said["out"])) == (2, 2)
    assert sum(one["points"] for one in said["standings"]) == 4


def test_each_game_of_a_series_counts_by_itself(tmp_path, capsys, winter):
    before = ended_game(room(1).replicas[0])
    first = first_seat(before, identity(0).key)
    after = log(3, previous=(before.genesis.game_id, before.end), first=first)
    assert add(capsys, tmp_path, winter, *files(tmp_path, log(1), after)) == (0, ["counts.", "counts."])
    said = json.loads(table(capsys, winter, tmp_path / "home", "--json"))
    assert len(said["counted"]) == 2
    assert [(one["name"], one["points"]) for one in said["standings"]] == [("P0", 4), ("P1", 0)]


def test_a_copy_that_shows_a_cheat_spoils_the_game_in_whatever_order_the_copies_come(
    tmp_path, capsys, winter
):
    clean = log(1)
    records = logfile.read_records(clean)
    moved = log(1, moves=2)
    assert logfile.read_records(moved)[0] == records[0]
    given = files(tmp_path, clean, moved)
    shutil.copytree(winter, other := tmp_path / "other")
    add(capsys, tmp_path, winter, *given)
    add(capsys, tmp_path, other, *given[::-1])
    shown = json.loads(table(capsys, winter, tmp_path / "ada", "--json"))
    assert json.loads(table(capsys, other, tmp_path / "ben", "--json")) == shown
    assert "signed twice" in shown["out"][0]["why"]
    shutil.copyfile(given[0], winter / "again.p2pg")
    assert json.loads(table(capsys, winter, tmp_path / "ada", "--json")) == shown


def test_an_audit_is_made_once_for_the_same_bytes_and_never_believed_from_the_folder(
    tmp_path, capsys, winter
):
    add(capsys, tmp_path, winter, *files(tmp_path, log(1)))
    home = tmp_path / "home"
    (kept,) = home.glob("state/audits/*/*.audit")
    assert not [path for path in winter.iterdir() if path.suffix not in (".p2pl", ".p2pe", ".p2pg")]
    audits, right = KeptAudits.at(home / "state"), table(capsys, winter, home)
    seen = audits.recall(kept.stem)
    audits.add(turned := replace(seen, game=replace(seen.game, places=seen.game.places[::-1])))
    assert table(capsys, winter, home) != right, "it was audited again"
    for damaged in (b"", b"{", seen.said, kept.read_bytes()[:32] + seen.said, kept.read_bytes()[:-1] + b"]"):
        kept.write_bytes(damaged)
        assert audits.recall(kept.stem) is None
        assert table(capsys, winter, home) == right
    other = KeptAudits.at(tmp_path / "elsewhere")
    other.add(turned)
    shutil.copyfile(next(other.folder.glob("*.audit")), kept)
    assert table(capsys, winter, home) == right, "it believes what was audited elsewhere"
    audits.add(replace(turned, hash="0" * 64))
    shutil.copyfile(kept.with_stem("0" * 64), kept)
    assert table(capsys, winter, home) == right, "it believes what was said of another file"
    assert (home / "state" / "audits" / "key").stat().st_mode & 0o77 == 0 or os.name == "nt"


def test_the_next_round_is_the_same_for_everybody_and_names_who_opens_the_table(tmp_path, capsys, winter):
    (winter / "2.p2pe").write_bytes(sign_enrolment(identity(2), WINTER.id, "P2"))
    add(capsys, tmp_path, winter, *files(tmp_path, log(1)))
    _code, out, _err = ran(capsys, tmp_path / "home", "league", "pair", winter)
    table, bye = out.splitlines()
    assert " opens a table for " in table
    assert "P2" in table
    assert bye.endswith(" does not play this time.")
    said = json.loads(ran(capsys, tmp_path / "other", "league", "pair", winter, "--json")[1])
    assert (len(said["pairs"]), len(said["byes"])) == (1, 1)
    assert identity(2).key.hex() in said["pairs"][0]
