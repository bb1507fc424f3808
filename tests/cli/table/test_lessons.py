"""Lessons: each can be played to its end, and whoever does something else is told why."""

import json
from collections import deque

import click
import pytest
import trio

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames_cli.app.hotseat import LearnRequest, learn
from p2pgames_cli.config.user import User
from p2pgames_cli.json.player import JsonPlayer
from p2pgames_cli.lines.player import LinePlayer
from p2pgames_cli.screen.actions import presenter_at
from p2pgames_cli.screen.board import press
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.screen.presenter import nearest
from p2pgames_cli.table import lesson_step
from p2pgames_cli.table.input import Lines
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.window.page_model import PageModel
from p2pgames_cli.window.table_page import TablePage
from p2pgames_protocol.local.course import Course
from p2pgames_protocol.store.home import Home
from p2pgames_protocol.testing.game import contract
from tests.cli.clicking import POINTED

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva")
TAUGHT = [name for name in registry.names() if registry.game(name).lesson is not None]
WRONG = {
    "linja": {
        1: {
            "1-0": "A turn opens with one pawn moving one row forward; Red goes up, towards row 7.",
            "7-6": "A turn opens with one pawn moving one row forward; Red goes up, towards row 7.",
        },
        2: {
            "0-1 4-5": "The follow-up goes 2 rows up, towards row 7, or to the goal line if that comes first.",
        },
        4: {
            "5-6 0-1": "There is no follow-up: the opening went to an empty row or the goal line, "
            "or the follow-up is over.",
        },
        5: {"1-2": "Row 2 is full: an inner row holds six pawns, and no move may end on it."},
        6: {
            "0-1 6-7 +1-2": "A bonus is earned only by reaching the goal line with exactly the rows allowed.",
        },
        7: {"0-1 5-7 +0-2": "A bonus moves a pawn one row forward or backward."},
        9: {
            "0-1": "Row 1 is full: an inner row holds six pawns, and no move may end on it.",
        },
    },
    "metro": {
        2: {
            "f1": "There is already a tile on f1.",
            "c3": "c3 is neither on the edge of the board nor beside a tile already laid.",
        },
        7: {
            "e1": "There dacc would lead from station 4 straight back into it, over this one tile:"
            " only a tile that fits nowhere else may do that.",
        },
        9: {
            "1 f2": "You have drawn one more tile this turn: lay that one.",
            "draw": "You have drawn one more tile this turn: lay it.",
        },
    },
    "socks": {
        1: {"c12-f11": "A stick joins two stations that lie side by side."},
        2: {
            "d11-e12": "The link between twins is printed on the tile; nothing can be built there.",
            "c12-d11": "A stick of Seat 1 lies there already.",
        },
        6: {"g10-h9": "A stick of Seat 2 lies there already."},
    },
    "bus": {
        1: {"24 house": "24 is a station: it has no building sites."},
        3: {
            "05-04": "A stick starts at a head of your line; 05 is not one, yours are at 00 and 01.",
            "00-01": "Your line already uses 00-01: no line uses a street twice.",
        },
        4: {"pass": "Everybody places 2 markers before passing."},
        7: {"01": "Passengers arrive at a station: 24 or 25."},
        8: {"08 house": "All sites A are filled before B; free ones are at 04, 05, 06 and 07."},
        10: {"00-05": "Everybody at 00 is seated.", "01-00": "There is no free house at 00."},
    },
    "line1": {
        1: {
            "straight a6": "A rail would lead into building E (E-Werk) on the north side of a6.",
            "go": "Your stop F has no sign yet: no tile lies beside that building.",
        },
        3: {"straight d2": "d2 is building F (Fischmarkt): no tile may cover a building."},
        4: {
            "straight e3": "The tile would block the rail coming from d3.",
            "straight d4": "A rail on the north side of d4 would end at a blank side of the tile on d3.",
        },
        5: {"curve b6": "An exchange keeps every connection: east-west on b6 would be lost."},
        7: {"pass": "You can still lay or exchange a tile, so you must."},
        6: {
            "branch-right g7 r1": "A rail on the east side of g7 would end at a blank side of the tile on h7."
        },
        9: {"straight b1": "You are on your trip: roll, or announce a new route."},
    },
}
"""By game and step: what the rules themselves say to what is typed there."""


def begun(name):
    """The lesson of a game at its first step."""
    game = registry.game(name)
    return Course(game.rules, game.lesson, NAMES[: game.lesson.seats])


def read(course, text):
    """The move that a text means where the lesson is."""
    replica, seat = course.handle.replica, course.lesson.seat
    return replica.rules.parse(replica.position.state, seat, replica.known, text)


def right(course):
    """A move that is asked for."""
    return contract.asked_moves(course)[0] if course.step.moves else contract.legal(course)[0]


def go_on(course):
    """Do what is asked for."""
    course.handle.signer.act(right(course))


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_is_played_to_the_end_of_the_game_and_every_other_move_is_answered(name):
    assert 8 <= len(registry.game(name).lesson.steps) <= 15
    course = contract.done(registry.game(name))
    with pytest.raises(Illegal):
        course.handle.signer.act(())


@pytest.mark.parametrize("name", TAUGHT)
def test_what_the_rules_forbid_is_answered_in_their_own_words(name):
    course, wrong = begun(name), dict(WRONG[name])
    while course.step is not None:
        for text, why in wrong.pop(course.at + 1, {}).items():
            with pytest.raises(Illegal) as refused:
                read(course, text)
            assert str(refused.value) == why
        go_on(course)
    assert not wrong


@pytest.mark.parametrize("name", TAUGHT)
def test_one_goes_back_step_by_step_to_where_each_began(name):
    course = begun(name)
    states = []
    while course.step is not None and not course.handle.replica.finished:
        states.append(course.handle.replica.position.state)
        go_on(course)
    while course.at:
        course.take_back((course.lesson.seat,))
        assert course.handle.replica.position.state == states[course.at]
    with pytest.raises(Illegal, match="first step"):
        course.take_back((course.lesson.seat,))


@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.parametrize("size", [(60, 20), (80, 24), (120, 40)])
def test_teacher_and_board_are_seen_whole_on_the_screen(name, size):
    with click.Context(click.Command("p2pgames")).scope():
        course = begun(name)
        how = Client(PlayOptions(Mode.SCREEN))
        presenter = presenter_at(
            TableSession([course.handle], registry.game(name), how, local=True, what_if=course)
        )
        presenter.catch_up()
        placed = []
        while course.step is not None:
            frame, said = compose(presenter, *size), lesson_step.current_step(course)
            rows = ["".join(part for _, part in row).strip() for row in frame.rows]
            assert said.learn in " ".join(rows)
            presenter.look_at()  # a key: what is learnt may make room for the board, what is to be done may not
            frame = compose(presenter, *size)
            rows = ["".join(part for _, part in row).strip() for row in frame.rows]
            assert said.task in " ".join(rows)
            assert "Ctrl-C  leave" in rows[-1]
            assert len(rows) - 4 - frame.top >= 10
            assert not frame.covered
            spot = lesson_step.step_place(course, presenter.model.describe_spot)
            assert not spot or name in ("bus", "linja") or frame.picture.spot(spot) is not None, spot
            placed.append(spot)
            assert frame.top + len(frame.picture.rows) <= size[1] - 4
            go_on(course)
            presenter.catch_up()
            assert presenter.notices.shown[0] in ("Right", "Over")
        assert name in ("bus", "linja") or sum(map(bool, placed)) > len(placed) // 2


@pytest.mark.parametrize("ended", ["enter", "play"])
def test_a_game_against_a_bot_follows_a_lesson_that_is_done(ended):
    with click.Context(click.Command("p2pgames")).scope():
        course, game = begun("metro"), registry.game("metro")
        session = TableSession(
            [course.handle], game, Client(PlayOptions(Mode.SCREEN)), local=True, what_if=course
        )
        presenter = presenter_at(session)
        presenter.catch_up()
        press(presenter, "enter")
        assert not presenter.closed
        while course.step is not None:
            go_on(course)
        presenter.catch_up()
        last = "".join(part for _, part in compose(presenter, 60, 20).rows[-1])
        assert "Enter  Play it against a bot" in last
        if ended == "enter":
            press(presenter, "enter")
        else:
            presenter.actions.meaning("play").do()
        assert presenter.closed
        assert session.rematch.opens


def test_what_is_typed_at_a_lesson_on_a_small_screen_stands_in_the_line():
    with click.Context(click.Command("p2pgames")).scope():
        course, game = begun("bus"), registry.game("bus")
        session = TableSession(
            [course.handle], game, Client(PlayOptions(Mode.SCREEN)), local=True, what_if=course
        )
        presenter = presenter_at(session)
        presenter.catch_up()
        compose(presenter, 60, 20)
        for letter in "00 house":
            press(presenter, letter)
        assert presenter.input.typed == "00 house"


def test_a_refusal_of_two_sentences_is_read_whole():
    with click.Context(click.Command("p2pgames")).scope():
        course = begun("linja")
        how = Client(PlayOptions(Mode.SCREEN))
        presenter = presenter_at(
            TableSession([course.handle], registry.game("linja"), how, local=True, what_if=course)
        )
        presenter.catch_up()
        with pytest.raises(Illegal) as refused:
            course.handle.signer.act(read(course, "1-2"))
        presenter.notices.refuse(refused.value)
        frame = compose(presenter, 80, 24)
        rows = ["".join(part for _, part in row).strip() for row in frame.rows]
        assert f"{rows[-4]} {rows[-2]}" == f"✗ {refused.value}"


def test_the_window_shows_what_the_teacher_says():
    course, game = begun("linja"), registry.game("linja")
    how = Client(PlayOptions(Mode.WINDOW))
    view = TablePage(
        PageModel(
            TableModel(
                TableSession([course.handle], game, how, local=True, what_if=course),
                guarded=True,
            )
        )
    )
    said = lesson_step.current_step(course)
    assert view.parts()["lesson"] == {"head": "1 of 11", "lines": [said.learn, said.task], "does": []}
    go_on(course)
    shown = view.parts()["lesson"]
    assert shown["head"] == "2 of 11"
    assert shown["lines"][0].startswith("A new position. Two pawns stood on row 1")
    while course.step is not None:
        go_on(course)
    shown = view.parts()["lesson"]
    assert (shown["head"], shown["does"]) == ("", [["play-bot", "Play it against a bot"]])


@pytest.mark.parametrize(("people", "own"), [(1, [True, False]), (2, [False, False])])
def test_who_plays_bots_alone_is_called_you_in_the_window(people, own):
    course, game = begun("linja"), registry.game("linja")
    model = TableModel(
        TableSession([course.handle] * people, game, Client(PlayOptions(Mode.WINDOW)), local=True),
        guarded=False,
    )
    parts = TablePage(PageModel(model)).parts()
    assert [player["you"] for player in parts["players"]] == own
    assert parts["turn"]["several"] == (people > 1)


class Typing:
    """What a pupil types in plain lines."""

    def __init__(self, name, capsys):
        course = begun(name)
        how = Client(PlayOptions(Mode.PLAIN))
        self.reader = LinePlayer(
            TableSession([course.handle], registry.game(name), how, what_if=course),
            piped=False,
        )
        self.capsys = capsys

    async def hear(self, *typed):
        """What is answered to these lines."""
        for line in typed:
            await self.reader._take(line)
            self.reader._tell()
        return self.capsys.readouterr().out


def test_the_teacher_is_heard_in_plain_lines(capsys):
    async def main():
        typing = Typing("linja", capsys)
        typing.reader._greet()
        greeted = await typing.hear("")
        assert "This is a lesson: nothing here is saved." in greeted
        assert greeted.count("1 of 11: You are Red.") == 1
        assert "No: Legal, but this step asks for something else. Move a pawn" in await typing.hear("1-2")
        assert await typing.hear("hint") == "Try 0-1.\n"
        assert "2 of 11: A new position. Two pawns stood on row 1" in await typing.hear("0-1")
        assert "1 of 11: You are Red." in await typing.hear("back")
        assert "1 of 11: You are Red." in await typing.hear("lesson")
        assert "quit leaves it" in await typing.hear("resign")

    trio.run(main)


def test_a_program_that_asks_for_a_hint_hears_of_the_step(capsys):
    async def main():
        course, how = begun("linja"), Client(PlayOptions(Mode.JSON))
        session = TableSession([course.handle], registry.game("linja"), how, what_if=course)
        await JsonPlayer(session)._take(json.dumps({"do": "hint"}))

    trio.run(main)
    said = json.loads(capsys.readouterr().out)
    assert (said["type"], said["step"], said["moves"][0]) == ("lesson", 1, "0-1")


def test_a_program_learns_too(tmp_path, capsys):
    course = begun("linja")
    typed = []
    while course.step is not None:
        typed.append(json.dumps({"move": course.step.moves[0]}))
        go_on(course)
    how = Client(PlayOptions(Mode.JSON), input=Lines(deque(typed), _ended=True))
    assert learn(LearnRequest(User(Home(tmp_path)), registry.game("linja"), how)) == 0
    said = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    steps = [one for one in said if one["type"] == "lesson"]
    assert [one["step"] for one in steps] == [*range(1, 12), 11]
    assert steps[0]["moves"][0] == "0-1"
    assert not steps[-2]["done"]
    assert steps[-1]["done"]
    assert said[-1]["type"] == "over"


class Played:
    """A lesson at a screen or a page, where what is done at the table is done at once."""

    def __init__(self, name, *, window=False):
        game, self.course = registry.game(name), begun(name)
        how = Client(PlayOptions(Mode.SCREEN))
        session = TableSession((self.course.handle,), game, how, local=True, what_if=self.course)
        self.at = PageModel(TableModel(session, guarded=False)) if window else presenter_at(session)
        self.tasks = []
        self.at.start = self.tasks.append
        self.at.catch_up()

    async def done(self):
        """Do what is to be done; return how many steps are done."""
        while self.tasks:
            await self.tasks.pop(0)()
        self.at.catch_up()
        return self.course.at


BACK = {"up": "down", "down": "up", "left": "right", "right": "left"}


def away_and_back(picture, spot):
    """Arrows that lead from a spot to another one and back, for who points at it once more."""
    for key, opposite in BACK.items():
        there = nearest(picture, spot, key)
        if (
            there is not None
            and (back := nearest(picture, there.name, opposite)) is not None
            and back.name == spot
        ):
            return key, opposite
    raise AssertionError(f"no arrow leads away from {spot} and back")


def pressed(played, spot):
    """Press arrows until the cursor has come to a spot, and Enter."""
    cursor, ways = played.at.cursor, deque([("", ())])
    start = cursor.input.pointer.cursor
    seen = {start}
    ways[0] = (start, ())
    while ways:
        here, keys = ways.popleft()
        if here == spot:
            break
        for key in ("up", "down", "left", "right"):
            to = nearest(cursor.picture, here, key)
            if to is not None and to.name not in seen:
                seen.add(to.name)
                ways.append((to.name, (*keys, key)))
    assert here == spot, f"no arrow leads to {spot}"
    if not keys and not cursor.input.pointer.fresh:
        keys = away_and_back(cursor.picture, spot)
    for key in (*keys, "enter"):
        press(played.at, key)
        compose(played.at, 100, 30)


def typed(played, _spots):
    """Type the move of the step."""
    for key in (*played.course.step.moves[0], "enter"):
        press(played.at, key)


def by_arrows(played, spots):
    """Go to each place with the arrows, press Enter there, and once more to send."""
    compose(played.at, 120, 40)
    for spot in spots:
        pressed(played, spot)
    press(played.at, "enter")


def clicked(played, spots):
    """Click each place at the screen, and press Enter."""
    compose(played.at, 120, 40)
    for spot in spots:
        played.at.input.click(spot)
        compose(played.at, 120, 40)
    press(played.at, "enter")


def at_the_page(played, spots):
    """Click each place in the window, and press Send."""
    for spot in spots:
        played.at.input.click(spot)
        TablePage(played.at).parts()
    played.at.input.send()


@pytest.mark.parametrize("name", TAUGHT)
@pytest.mark.parametrize("gestures", [typed, by_arrows, clicked, at_the_page], ids=lambda do: do.__name__)
def test_every_step_is_done_by_typing_arrows_mouse_and_at_the_page(name, gestures):
    async def main():
        played = Played(name, window=gestures is at_the_page)
        assert len(POINTED[name]) == len(played.course.lesson.steps)
        for at, spots in enumerate(POINTED[name], 1):
            played.at.overlay = None
            gestures(played, spots.split())
            assert await played.done() == at, (at, spots, played.at.input.typed)

    with click.Context(click.Command("p2pgames")).scope():
        trio.run(main)


@pytest.mark.parametrize("name", TAUGHT)
def test_a_click_where_nothing_can_be_done_says_why(name):
    async def main():
        played, page = Played(name), Played(name, window=True)
        await played.at.model.choices.list_moves()
        await page.at.table.choices.list_moves()
        view = TablePage(page.at)
        view.parts()  # shown once: the step's mark stands on the board
        frame = compose(played.at, 200, 60)
        shut = [spot.name for spot in frame.picture.spots if not spot.legal]
        assert shut
        for spot in shut:
            for at in (played.at, page.at):
                at.input.write("")
                at.notices.shown = ("", "")
                at.input.click(spot)
                said, why = at.input.preview
                assert (said == "no" and why) or (at.notices.shown[0] == "No" and at.notices.shown[1]), spot
            sign, notice = view.parts()["turn"]["preview"][0], view.parts()["notice"][0]
            assert "no" in (sign, notice.lower()), spot

    with click.Context(click.Command("p2pgames")).scope():
        trio.run(main)


@pytest.mark.parametrize("name", TAUGHT)
def test_half_a_move_is_no_mistake_at_the_page(name):
    async def main():
        played = Played(name, window=True)
        view = TablePage(played.at)
        for at, spots in enumerate(POINTED[name], 1):
            await played.at.table.choices.list_moves()
            for spot in spots.split():
                played.at.input.click(spot)
                assert view.parts()["turn"]["preview"][0] != "no", (at, spot)
            played.at.input.send()
            assert await played.done() == at

    with click.Context(click.Command("p2pgames")).scope():
        trio.run(main)


@pytest.mark.parametrize("name", TAUGHT)
def test_what_a_step_names_is_marked_on_the_board_and_what_is_to_be_found_is_not(name):
    course, marked = begun(name), []
    while course.step is not None:
        session = TableSession(
            (course.handle,), registry.game(name), Client(PlayOptions(Mode.SCREEN)), what_if=course
        )
        marked.append(lesson_step.move_target(course, TableModel(session, guarded=False).describe_spot))
        go_on(course)
    assert marked == MARKED[name]


MARKED = {
    "bus": ["00", "00-01", "01-05", "vroomm", "bus", "pass", "24", "05", "stop", "01-05", ""],
    "line1": ["a6", "b6", "d3", "e3", "b6", "pair", "", "go", "roll", ""],
    "linja": ["0", "0", "", "5", "0", "0", "0", "", "", "3", "3"],
    "metro": ["f1", "f2", "", "", "", "e2", "", "draw", "f2", "h8"],
    "socks": ["c12-d11", "e12-f11", "g10-h9", "", "c10-d11", "", "", ""],
}
"""By game: what each step marks."""


def test_a_new_position_is_announced():
    course = begun("metro")
    said = []
    while course.step is not None:
        said.append(lesson_step.current_step(course).learn.startswith("A new position. "))
        assert lesson_step.as_data(course)["new_position"] == said[-1]
        go_on(course)
    assert not said[0]
    assert said[2]
    assert not said[8]  # the tile that was drawn


def test_a_legal_move_that_is_not_asked_for_is_taken_back_by_itself():
    async def main():
        played = Played("metro")
        for key in ("a", "6", "enter"):
            press(played.at, key)
        with pytest.raises(Illegal, match="asks for something else"):
            await played.done()
        assert not played.at.model.choices.draft.moves
        assert played.at.input.typed == ""

    trio.run(main)
