"""Looking at finished games: whose cards are seen when, replays, and exported pictures."""

import re
from types import SimpleNamespace
from xml.dom.minidom import parseString
from xml.etree import ElementTree as ET

import pytest
import trio

from p2pgames.drawing.svg import THEMES
from p2pgames_cli.export.picture import LAST, PAUSE, look_as
from p2pgames_cli.library.stored_games import replay_file
from p2pgames_cli.main import run
from p2pgames_cli.screen import app
from p2pgames_cli.screen.board import press
from p2pgames_cli.screen.frame import position
from p2pgames_cli.table import history_text
from p2pgames_cli.table.viewpoint import has_revealed, hidden_cards, seen_faces
from p2pgames_protocol.log.history import History, MoveEntry
from tests.cli.presenter import Seated, hot_seat
from tests.cli.presenters import presenter_of


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """A game of Metro to its end: its replica, its file, and what each seat knew at each step, told by itself."""
    return trio.run(_played, tmp_path_factory.mktemp("metro"))


async def _played(folder):
    hot = await hot_seat(folder, "metro")
    at, knew = Seated(hot, "metro"), {}
    while at.presenter.model.mine is not None:
        step = len(at.presenter.model.mine.replica.log)
        knew[step] = [dict(handle.replica.known) for handle in hot.handles]
        await at.play(1, "random", seed=step)
    file = next((folder / "games").glob("*.p2pg"))
    return SimpleNamespace(replica=replay_file(file), knew=knew, file=file)


def write(presenter, text):
    for data in text:
        app.TableScreen(presenter).type(data)


def test_after_the_end_each_seat_sees_again_what_it_saw_then(played):
    replica = played.replica
    assert len(played.knew) > 50
    for step, knew in played.knew.items():
        for seat, faces in enumerate(knew):
            assert seen_faces(replica, replica.positions[step], seat) == faces, (step, seat)
    step = max(step for step in played.knew if step <= 40)
    both = seen_faces(replica, replica.positions[step], None, everything=True)
    assert both == played.knew[step][0] | played.knew[step][1]
    assert len(both) > len(played.knew[step][0])


def test_before_the_reveals_nothing_hidden_is_seen(played):
    whole = played.replica
    early = SimpleNamespace(known=whole.positions[40].decks_state.public, position=whole.positions[40])
    assert seen_faces(early, whole.positions[40], 0) == whole.positions[40].decks_state.public
    assert not has_revealed(early)
    assert has_revealed(whole)


def test_the_eyes_of_a_replay_go_round_and_end_with_all_cards(played):
    presenter = presenter_of(played.replica, 40)
    shown = []
    for _ in range(5):
        shown.append(presenter.model.visibility.onlooker)
        write(presenter, "s")
    assert shown == ["", "as Ada saw it", "as Ben saw it", "with all cards", ""]
    look_as(presenter.model, None)
    picture = position(presenter, 120, 36)
    held = dict(hidden_cards(played.replica, presenter.model.position))
    assert held
    for faces in held.values():
        assert all(face in picture for face in faces)
    look_as(presenter.model, 0)
    other = position(presenter, 120, 36)
    assert "hidden cards" not in other
    assert held[0][0] in other


def test_a_step_is_reached_by_its_number(played):
    presenter = presenter_of(played.replica, 3)
    write(presenter, "47")
    press(presenter, "enter")
    assert presenter.model.timeline.step == 47
    write(presenter, "9")
    press(presenter, "escape")
    press(presenter, "enter")
    assert presenter.model.timeline.step == 47
    write(presenter, "99999")
    press(presenter, "enter")
    assert presenter.model.timeline.step is None


@pytest.fixture(scope="session")
def bus(tmp_path_factory):
    """The file of a game with passes."""
    file = tmp_path_factory.mktemp("bus") / "bus.p2pg"
    assert run(["demo", "bus", "--seed", "x", "--bot", "random", "--out", str(file)]) == 0
    return file


def test_a_replay_skips_passes(bus):
    replica = replay_file(bus)
    said = {
        entry.round + 1: history_text.in_few_words(replica, entry) for entry in History(replica).entries()
    }
    passes = {step for step, text in said.items() if text == "pass"}
    assert passes
    presenter, steps = presenter_of(replica, 0), [0]
    while presenter.model.timeline.step is not None:
        presenter.model.timeline.rewind(1)
        steps.append(
            len(replica.log) if presenter.model.timeline.step is None else presenter.model.timeline.step
        )
    assert not passes & set(steps)
    assert set(said) - passes <= set(steps)


def exported(capsys, file, *more):
    """The picture that is printed."""
    assert run(["export", str(file), "--format", "svg", *more]) == 0
    return capsys.readouterr().out


def test_a_position_is_exported_as_a_drawing(capsys, played):
    drawn = exported(capsys, played.file, "--step", "40")
    assert drawn == exported(capsys, played.file, "--step", "40", "--theme", "dark")
    (title,) = parseString(drawn).getElementsByTagName("title")  # noqa: S318 (our own)
    assert "Ada, Ben. The position after step 40 of" in title.firstChild.data
    assert re.findall(r'(?:href|src)="(?!#)|url\(|@import|<image|<script|<style|var\(', drawn) == []
    assert len(drawn) < 60_000
    inked = {theme: exported(capsys, played.file, "--step", "40", "--theme", theme) for theme in THEMES}
    assert inked["dark"] == drawn
    assert len(set(inked.values())) == len(THEMES)
    for theme, picture in inked.items():
        assert set(re.findall("#[0-9a-f]{6}", picture)) <= set(THEMES[theme].values())
    assert exported(capsys, played.file) != drawn


def test_a_drawing_shows_what_its_seat_had_seen(capsys, tmp_path):
    file = tmp_path / "line1.p2pg"
    assert run(["demo", "line1", "--seed", "x", "--bot", "random", "--out", str(file)]) == 0
    capsys.readouterr()
    first, second = (exported(capsys, file, "--step", "60", "--seat", seat) for seat in "12")
    assert first != second
    out = tmp_path / "board.svg"
    assert run(["replay", str(file), "--at", "60", "--seat", "1", "--svg", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == first


def test_a_position_is_exported_in_characters(capsys, tmp_path, played):
    out = tmp_path / "m.svg"
    arguments = ["export", str(played.file), "--format", "svg", "--cells"]
    assert run([*arguments, "--step", "40", "--size", "120x40", "--out", str(out)]) == 0
    drawn = out.read_text(encoding="utf-8")
    titles = parseString(drawn).getElementsByTagName("title")  # noqa: S318 (our own)
    assert "The position after step 40 of" in titles[0].firstChild.data
    assert "Ada" in titles[0].firstChild.data
    assert "textLength" in drawn
    assert run([*arguments, "--seat", "2"]) == 0
    assert capsys.readouterr().out.startswith("<svg")
    for wrong in (
        ["--step", "9999"],
        ["--seat", "3"],
        ["--size", "9x9"],
        ["--size", "wide"],
        ["--seat", "0"],
        ["--theme", "light"],
    ):
        assert run([*arguments, *wrong]) == 2
        assert capsys.readouterr().err


def test_the_screen_of_a_replay_is_drawn_in_characters(capsys, tmp_path, played):
    out = tmp_path / "screen.svg"
    arguments = ["replay", str(played.file), "--at", "40"]
    assert run([*arguments, "--svg", str(out), "--cells"]) == 0
    in_its_head_and_its_last_line = 2
    assert out.read_text(encoding="utf-8").count("step\xa040\xa0of") == in_its_head_and_its_last_line
    assert run([*arguments, "--svg", str(out), "--size", "120x40"]) == 2
    assert "--size is for --cells" in capsys.readouterr().err
    assert run([*arguments, "--theme", "light", "--plain"]) == 2
    assert "are for --svg" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("kind", "wrong"),
    [
        ("html", ["--step", "3"]),
        ("html", ["--cells"]),
        ("json", ["--seat", "1"]),
        ("json", ["--theme", "light"]),
        ("text", ["--size", "90x30"]),
    ],
)
def test_what_is_for_pictures_is_refused_elsewhere(capsys, played, kind, wrong):
    assert run(["export", str(played.file), "--format", kind, *wrong]) == 2
    assert f"{wrong[0]} is for --format svg" in capsys.readouterr().err


def elements(picture, gone=()):
    """Return what is drawn in a picture, in order, without what these classes hide and without the names of its own."""
    found = []
    for each in ET.fromstring(picture):  # noqa: S314  # it is our own
        kind = each.get("class", "")
        if each.tag.endswith(("defs", "style", "title", "desc")) or kind in gone:
            continue
        found += [*each] if re.fullmatch(r"p[0-9a-f]+-f[\d_-]+", kind) else [each]
    return [re.sub(r"#p[0-9a-f]+-", "#", ET.tostring(each, encoding="unicode")) for each in found]


def test_a_whole_game_as_a_moving_picture_ends_at_the_last_position(played, capsys):
    moving, still = (exported(capsys, played.file, *more) for more in (["--moving"], []))
    moves = [entry for entry in History(played.replica).entries() if isinstance(entry, MoveEntry)]
    seconds = re.findall(r"animation:\S+ (\S+)s step-end", moving)
    assert {float(each) for each in seconds} == {round((len(moves) + LAST) * PAUSE, 1)}
    gone = re.findall(r"\.([\w-]*f[\d_-]+){visibility:hidden}", moving.split("@media")[0])
    assert elements(moving, gone) == elements(still)
    assert run(["export", str(played.file), "--format", "svg", "--moving", "--step", "3"]) == 2
    assert "--moving" in capsys.readouterr().err
