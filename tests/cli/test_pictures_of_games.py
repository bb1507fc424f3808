"""Looking at finished games: whose cards are seen when, replays, and exported pictures."""

from types import SimpleNamespace
from xml.dom.minidom import parseString

import pytest
import trio

from p2pgames_cli.export.picture import desk_of, look_as, position
from p2pgames_cli.library.shelf import replayed
from p2pgames_cli.main import run
from p2pgames_cli.screen import keys
from p2pgames_cli.table import history_text
from p2pgames_cli.table.visibility import hidden, revealed, seen
from tests.cli.desk import Seated, hot_seat


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """A game of Metro to its end: its ledger, its file, and what each seat knew at each step, told by itself."""
    return trio.run(_played, tmp_path_factory.mktemp("metro"))


async def _played(folder):
    hot = await hot_seat(folder, "metro")
    at, knew = Seated(hot, "metro"), {}
    while at.desk.mine is not None:
        step = len(at.desk.mine.ledger.log)
        knew[step] = [dict(place.ledger.known) for place in hot.places]
        await at.play(1, "random", seed=step)
    file = next((folder / "games").glob("*.p2pg"))
    return SimpleNamespace(ledger=replayed(file), knew=knew, file=file)


def press(desk, text):
    for data in text:
        keys.letter(desk, SimpleNamespace(data=data))


def test_after_the_end_each_seat_sees_again_what_it_saw_then(played):
    ledger = played.ledger
    assert len(played.knew) > 50
    for step, knew in played.knew.items():
        for seat, faces in enumerate(knew):
            assert seen(ledger, ledger.positions[step], seat) == faces, (step, seat)
    both = seen(ledger, ledger.positions[40], None, everything=True)
    assert both == played.knew[40][0] | played.knew[40][1]
    assert len(both) > len(played.knew[40][0])


def test_before_the_reveals_nothing_hidden_is_seen(played):
    whole = played.ledger
    early = SimpleNamespace(known=whole.positions[40].dealing.public, position=whole.positions[40])
    assert seen(early, whole.positions[40], 0) == whole.positions[40].dealing.public
    assert not revealed(early)
    assert revealed(whole)


def test_the_eyes_of_a_replay_go_round_and_end_with_all_cards(played):
    desk = desk_of(played.ledger, 40)
    shown = []
    for _ in range(5):
        shown.append(desk.onlooker)
        press(desk, "s")
    assert shown == ["", "as Ada saw it", "as Ben saw it", "with all cards", ""]
    look_as(desk, None)
    picture = position(desk, 120, 36)
    held = dict(hidden(played.ledger, desk.position))
    assert held
    for faces in held.values():
        assert all(face in picture for face in faces)
    look_as(desk, 0)
    other = position(desk, 120, 36)
    assert "hidden cards" not in other
    assert held[0][0] in other


def test_a_step_is_reached_by_its_number(played):
    desk = desk_of(played.ledger, 3)
    press(desk, "47")
    desk.enter()
    assert desk.step == 47
    press(desk, "9")
    desk.escape()
    desk.enter()
    assert desk.step == 47
    press(desk, "99999")
    desk.enter()
    assert desk.step is None


@pytest.fixture(scope="session")
def bus(tmp_path_factory):
    """The file of a game with passes."""
    file = tmp_path_factory.mktemp("bus") / "bus.p2pg"
    assert run(["demo", "bus", "--seed", "x", "--bot", "random", "--out", str(file)]) == 0
    return file


def test_a_replay_skips_passes(bus):
    ledger = replayed(bus)
    said = {entry.round + 1: entry.text for entry in history_text.entries(ledger)}
    passes = {step for step, text in said.items() if text == "pass"}
    assert passes
    desk, steps = desk_of(ledger, 0), [0]
    while desk.step is not None:
        desk.rewind(1)
        steps.append(len(ledger.log) if desk.step is None else desk.step)
    assert not passes & set(steps)
    assert set(said) - passes <= set(steps)


def test_a_position_is_exported_as_a_picture(capsys, tmp_path, played):
    out = tmp_path / "m.svg"
    arguments = ["export", str(played.file), "--format", "svg"]
    assert run([*arguments, "--step", "40", "--size", "120x40", "--out", str(out)]) == 0
    drawn = out.read_text(encoding="utf-8")
    titles = parseString(drawn).getElementsByTagName("title")  # noqa: S318 (our own)
    assert "The position after step 40 of" in titles[0].firstChild.data
    assert "Ada" in titles[0].firstChild.data
    assert run([*arguments, "--seat", "2"]) == 0
    assert capsys.readouterr().out.startswith("<svg")
    for wrong in (
        ["--step", "9999"],
        ["--seat", "3"],
        ["--size", "9x9"],
        ["--size", "wide"],
        ["--seat", "0"],
    ):
        assert run([*arguments, *wrong]) == 2
        assert capsys.readouterr().err
    for kind, wrong in (("html", ["--step", "3"]), ("json", ["--seat", "1"]), ("text", ["--size", "90x30"])):
        assert run(["export", str(played.file), "--format", kind, *wrong]) == 2
        assert f"{wrong[0]} is for --format svg" in capsys.readouterr().err
