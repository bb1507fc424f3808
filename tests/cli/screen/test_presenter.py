"""The screen without a terminal: what a player sees, types and points at."""

import re
from random import Random

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.lines.player import LinePlayer
from p2pgames_cli.pages.palette import Palette
from p2pgames_cli.pages.rows import length
from p2pgames_cli.pages.rules_page import RulesPage
from p2pgames_cli.pages.text_page import DecisionPage
from p2pgames_cli.screen import actions, app
from p2pgames_cli.screen.board import press, type_
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.screen.presenter import PrivacyPage
from p2pgames_cli.table import history_text
from p2pgames_cli.table.actions import everything, looking
from p2pgames_cli.table.actions.everything import usual_keys
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.seat_handle import known_faces, seat_of
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.viewpoint import Finality
from p2pgames_cli.ui.app import bindings
from p2pgames_cli.ui.render import fragments
from p2pgames_protocol.audit import full as audit
from p2pgames_protocol.audit.report import Grade
from p2pgames_protocol.local.hotseat import HotSeat
from p2pgames_protocol.local.what_if import WhatIf
from p2pgames_protocol.log import file as logfile
from p2pgames_protocol.log.records import Kind
from p2pgames_protocol.log.rounds import TURN
from p2pgames_protocol.testing.room import Room, identity
from tests.cli import presenter as at_table
from tests.cli.presenter import hot_seat, presenter_test, seated, settings
from tests.cli.presenters import presenter_of
from tests.six import SIX


@presenter_test
async def test_every_row_has_the_width_of_the_screen(tmp_path):
    async with seated(tmp_path, "bus", 3) as at:
        for size in ((80, 24), (100, 30), (111, 35), (112, 24), (120, 40), (200, 60)):
            for step in ("board", "panels", "rules", "palette", "question"):
                at.presenter.overlay = None
                {
                    "board": lambda: None,
                    "panels": lambda: actions.panels(at.presenter),
                    "rules": lambda: at.presenter.actions.act("rules"),
                    "palette": lambda: actions.palette(at.presenter),
                    "question": lambda: at.presenter.actions.act("resign"),
                }[step]()
                frame = at.frame(*size)
                assert len(frame.rows) == size[1]
                assert {length(row) for row in frame.rows} == {size[0]}


@pytest.mark.parametrize("name", registry.names())
def test_every_game_can_be_shown(tmp_path, name):
    async def show():
        game = registry.game(name)
        async with seated(tmp_path, name, game.rules.players[0]) as at:
            await at.play(12, game.usual)
            for size in ((80, 24), (120, 40)):
                assert "Ada" in at.text(*size)

    trio.run(show)


@presenter_test
async def test_a_screen_that_is_too_small_says_so(tmp_path):
    async with seated(tmp_path) as at:
        assert "--plain" in at.text(59, 20)
        assert "--plain" in at.text(60, 19)
        assert {length(row) for row in at.frame(30, 3).rows} == {30}


@presenter_test
async def test_ascii_screens_hold_ascii_alone(tmp_path):
    async with seated(tmp_path) as at:
        await at.play(9)
        for row in at.frame().rows:
            drawn = "".join(part[1] for part in fragments(row, ascii_only=True))
            assert drawn.isascii()


@presenter_test
async def test_a_typed_move_is_shown_and_sent(tmp_path):
    async with seated(tmp_path) as at:
        type_(at.presenter, "0-1")
        assert at.presenter.input.preview[0] == "yes"
        assert "▶ 0-1" in at.text()
        press(at.presenter, "enter")
        assert at.presenter.input.typed == ""
        await at.settle()
        assert "Ada 0-1" in at.text()
        assert at.presenter.model.timeline.choosing == 1


@presenter_test
async def test_a_refused_move_says_why_and_stays(tmp_path):
    async with seated(tmp_path) as at:
        type_(at.presenter, "3-7")
        assert "✗" in at.text()
        assert "one row forward" in at.text()
        press(at.presenter, "enter")
        assert at.tasks == []
        assert at.presenter.input.typed == "3-7"


@presenter_test
async def test_a_turn_can_be_pointed_at_step_by_step(tmp_path):
    async with seated(tmp_path) as at:
        at.frame()
        for row in ("0", "1"):
            while at.presenter.input.pointer.cursor != row:
                press(
                    at.presenter,
                    "down"
                    if not at.presenter.input.pointer.cursor
                    or int(at.presenter.input.pointer.cursor) > int(row)
                    else "up",
                )
                at.frame()
            press(at.presenter, "enter")
            at.frame()
        assert at.presenter.input.typed.startswith("0-1 1-")
        press(at.presenter, "enter")
        await at.settle()
        assert at.hot.handles[0].replica.position.state.turn == 1


@presenter_test
async def test_enter_does_not_send_what_the_cursor_has_left(tmp_path):
    """After an opening the cursor goes to another row: Enter points there, the turn is not sent half done."""
    async with seated(tmp_path) as at:
        at.frame()
        at.presenter.cursor.next_legal()
        press(at.presenter, "enter")
        at.frame()
        at.presenter.cursor.next_legal()
        press(at.presenter, "enter")
        assert at.tasks == []
        assert len(at.presenter.input.typed.split()) == 2


@presenter_test
async def test_clicks_point_and_the_line_sends(tmp_path):
    async with seated(tmp_path) as at:
        frame = at.frame()
        spot = frame.picture.spot("0")
        clicked = frame.spot_at(spot.row + spot.rows - 1, spot.column + 3)
        assert clicked == spot
        at.presenter.input.click(spot.name)
        assert at.presenter.input.typed == "0-1"
        region = at.frame().region_at(37, 5)
        region.do()
        assert len(at.tasks) == 1


@presenter_test
async def test_a_second_click_sends_only_where_the_screen_said_so(tmp_path):
    async with seated(tmp_path, "metro") as at:
        press(at.presenter, "enter")
        at.list_moves()
        offer, click = "a click there again, sends it", at.presenter.input.click
        spot = next(each for each in at.frame().picture.spots if each.legal)
        click(spot.name)
        click(spot.name)
        assert (at.presenter.input.typed, at.tasks) == (spot.name, []), "nothing was shown between the two"
        assert offer in at.text()
        press(at.presenter, "tab")
        assert offer not in at.text(), "the cursor has gone elsewhere"
        other = at.presenter.cursor.picture.spot(at.presenter.input.pointer.cursor)
        click(other.name)
        assert at.tasks == []
        at.frame()
        click(other.name)
        assert (len(at.tasks), at.presenter.input.typed) == (1, "")


@presenter_test
async def test_where_several_moves_begin_the_screen_says_which_one_another_click_means(tmp_path):
    async with seated(tmp_path, "line1") as at:
        press(at.presenter, "enter")
        at.list_moves()
        click, typed = at.presenter.input.click, lambda: at.presenter.input.typed
        spot = at.frame().picture.spot("f6")
        click(spot.name)
        first = typed()
        line = next(line for line in at.text().splitlines() if "Another click there: " in line)
        at.frame()
        click(spot.name)
        assert f"Another click there: {typed()}." in line
        assert (typed() != first, at.tasks) == (True, [])
        type_(at.presenter, " ")
        assert "Another click there" not in at.text(), "the line is typed now"


@presenter_test
async def test_the_mouse_reaches_every_key_of_the_bar(tmp_path):
    async with seated(tmp_path) as at:
        bar = "".join(text for _, text in at.frame().rows[-1])
        region = at.frame().region_at(39, bar.index("F1"))
        region.do()
        assert isinstance(at.presenter.overlay, RulesPage)


@presenter_test
async def test_tab_completes_and_goes_round(tmp_path):
    async with seated(tmp_path) as at:
        type_(at.presenter, "1")
        press(at.presenter, "tab")
        assert at.presenter.input.typed == "1-2"
        offers = [text for text, _ in at.presenter.input.offers]
        press(at.presenter, "tab")
        press(at.presenter, "tab")
        assert at.presenter.input.typed == offers[1]
        press(at.presenter, "s-tab")
        press(at.presenter, "s-tab")
        assert at.presenter.input.typed == offers[-1]
        type_(at.presenter, " ")
        assert at.presenter.input.line.stem == offers[-1] + " "


@presenter_test
async def test_the_palette_finds_and_does(tmp_path):
    async with seated(tmp_path) as at:
        actions.palette(at.presenter)
        type_(at.presenter, "resi")
        assert [item.name for item in at.presenter.overlay.found] == ["resign"]
        press(at.presenter, "enter")
        assert isinstance(at.presenter.overlay, DecisionPage)
        press(at.presenter, "enter")
        await at.settle()
        assert at.presenter.model.position.over
        assert "The game is over" in at.text()


@presenter_test
async def test_an_empty_line_tells_how_a_move_is_typed(tmp_path):
    async with seated(tmp_path) as at:
        first = at.presenter.model.choices.legal.moves[0][0]
        assert f"move>  such as {first} " in at.text(80, 24)
        type_(at.presenter, "0")
        assert "such as" not in at.text(80, 24)
        at.presenter.input.undo()
        at.presenter.model.visibility.covered = True
        assert "such as" not in at.text(80, 24)


@presenter_test
async def test_at_one_computer_there_are_no_words_to_compare(tmp_path):
    async with seated(tmp_path) as at:
        at.presenter.actions.act("status")
        assert "Game " in at.text(80, 24)
        assert "compare" not in at.text(80, 24)


@presenter_test
async def test_emphasis_in_the_rules_is_bold_and_no_asterisk(tmp_path):
    async with seated(tmp_path, "bus", 3) as at:
        at.presenter.actions.act("rules")
        at.text(80, 24)
        at.presenter.overlay.reading.scroll(8, 18)
        assert "*" not in at.text(80, 24)
        assert ("bold", "building sites") in [run for row in at.frame(80, 24).rows for run in row]


@presenter_test
async def test_a_question_is_left_by_escape(tmp_path):
    async with seated(tmp_path) as at:
        at.presenter.actions.act("resign")
        press(at.presenter, "escape")
        await at.settle()
        assert not at.presenter.model.position.over


@presenter_test
async def test_moves_are_asked_for_once_more_where_wanted(tmp_path):
    async with seated(tmp_path, client=Client(PlayOptions(Mode.SCREEN, confirm=True))) as at:
        type_(at.presenter, "0-1")
        press(at.presenter, "enter")
        assert at.tasks == []
        assert "y yes" in at.text()
        press(at.presenter, "enter")
        assert len(at.tasks) == 1


@presenter_test
async def test_looking_back_shows_what_was_and_forbids_moving(tmp_path):
    async with seated(tmp_path) as at:
        start = at.text().splitlines()[:32]
        await at.play(4)
        assert at.text().splitlines()[:32] != start
        press(at.presenter, "PgUp")
        assert at.presenter.model.mine is None
        while at.presenter.model.timeline.step:
            press(at.presenter, "PgUp")
        board = [line[:88] for line in at.text().splitlines()[:32]]
        assert "step 0 of" in at.text()
        assert [line[:14] for line in board] == [line[:14] for line in start]
        press(at.presenter, "End")
        assert at.presenter.model.timeline.step is None
        assert at.presenter.model.mine is not None


@presenter_test
async def test_escape_leaves_the_look_back_before_it_takes_the_line(tmp_path):
    async with seated(tmp_path) as at:
        await at.play(4)
        type_(at.presenter, "0-")
        press(at.presenter, "PgUp")
        assert at.presenter.model.timeline.step is not None
        assert "Esc" in at.text(80, 24).splitlines()[-1]
        press(at.presenter, "escape")
        assert (at.presenter.model.timeline.step, at.presenter.input.typed) == (None, "0-")
        press(at.presenter, "escape")
        assert at.presenter.input.typed == ""


@presenter_test
async def test_a_question_mark_in_a_sentence_is_typed(tmp_path):
    async with seated(tmp_path) as at:
        for letter in "say why? really":
            app.TableScreen(at.presenter).type(letter)
        assert (at.presenter.overlay, at.presenter.input.typed) == (None, "say why? really")
        press(at.presenter, "escape")
        app.TableScreen(at.presenter).type("?")
        assert isinstance(at.presenter.overlay, Palette)


@presenter_test
async def test_words_and_history_can_be_read(tmp_path):
    async with seated(tmp_path) as at:
        await at.play(6)
        at.presenter.actions.act("read")
        assert "Row 7" in at.text(80, 24)
        press(at.presenter, "escape")
        at.presenter.actions.act("history")
        shown = at.text(80, 24)
        newest = [text for text in shown.splitlines() if "Ben" in text]
        assert newest
        press(at.presenter, "escape")
        assert at.presenter.overlay is None


@presenter_test
async def test_pasted_text_cannot_hold_control_characters(tmp_path):
    async with seated(tmp_path) as at:
        type_(at.presenter, "0-1\n\x1b[2J")
        assert at.presenter.input.typed == "0-1 [2J"


def test_a_palette_that_finds_nothing_does_nothing():
    palette = Palette([])
    palette.step(1)
    assert palette.chosen == 0
    assert palette.found == []


@presenter_test
async def test_nothing_is_drawn_over_the_edge_by_long_words(tmp_path):
    async with seated(tmp_path) as at:
        type_(at.presenter, "x" * 300)
        assert {length(row) for row in compose(at.presenter, 80, 24).rows} == {80}


async def until_a_run(at):
    """Play until the player to move may choose twice in a row; return such a first move as text."""
    while True:
        presenter = at.presenter
        for text, move in presenter.model.choices.legal.moves:
            if presenter.model.choices.draft.add(move).goes_on:
                return text
        await at.play(1, "random")


@presenter_test
async def test_what_stands_at_the_cursor_is_said_below_the_line_or_above_it(tmp_path):
    async with seated(tmp_path) as at:
        at.frame()
        press(at.presenter, "tab")
        assert at.presenter.input.pointer.cursor == "6"
        there = "row 6: 1 Red and 1 Black; room for 4 more; worth 3 to Red, -1 to Black."
        for size in ((80, 24), (120, 40)):
            rows = at.text(*size).splitlines()
            assert " ".join((rows[-4][: size[0]].strip() + " " + rows[-2].strip()).split()).endswith(there)
        press(at.presenter, "enter")
        rows = at.text(120, 40).splitlines()
        assert rows[-4].startswith(" ▶ ")
        assert rows[-2].strip() == there
        press(at.presenter, "escape")
        press(at.presenter, "escape")
        assert "row 6: " not in at.text(120, 40)


def test_names_stand_whole_where_they_have_room(tmp_path, monkeypatch):
    """In the line of a narrow screen all of them or none: else they are cut, and points never are."""
    monkeypatch.setattr(at_table, "NAMES", ("Clementine from the next house", "Cleo, bot (easy)"))

    async def test():
        async with seated(tmp_path, "linja") as at:
            for size, beside, pattern in (
                ((80, 24), False, r"● Clementine from the next house -3 .▲ Cleo, bot \(easy\) -3"),
                ((60, 20), False, r"● Clementin… -3 .▲ Cleo, bot… -3"),
                ((200, 60), True, r"▲ Cleo, bot \(easy\) +-3"),
                ((120, 40), True, r"▲ Cleo, bot[^…]*… +-3"),
            ):
                rows = at.text(*size).splitlines()
                assert re.search(pattern, " ".join(rows) if beside else rows[-4]), rows

    trio.run(test)


@presenter_test
async def test_how_a_game_ended_is_said_once_where_the_line_holds_it(tmp_path):
    async with seated(tmp_path) as at:
        await at.play(1000, "random")
        at.presenter.catch_up()
        for size, times in (((120, 40), 1), ((60, 20), 2)):
            foot = "\n".join(at.text(*size).splitlines()[-4:])
            assert foot.count(" win") == times, foot


def said(at, *size):
    """What the screen says of what is pointed at, above and below the line."""
    rows = at.text(*size).splitlines()
    return " ".join(f"{rows[-4]} {rows[-2]}".split())


@presenter_test
async def test_what_stands_in_the_panel_is_told_line_by_line(tmp_path):
    async with seated(tmp_path, "socks") as at:
        for size in ((80, 24), (120, 40)):
            actions.panels(at.presenter)
            for told in (
                "Ada: 40 sticks.",
                "Ben: 40 sticks.",
                "sticks needed: by each of you to join it",
                "sock A (orange); its pair lies on",
            ):
                at.frame(*size)
                press(at.presenter, "down")
                assert told in said(at, *size)
            chosen = [row for row in at.frame(*size).rows if row[0][0].endswith("reverse")]
            assert "".join(text for _, text in chosen[0]).startswith(" A")
            for told in ("worth: points", "Ben: 40", "Ada: 40", "sock F (grey)"):
                press(at.presenter, "up")
                assert told in said(at, *size)
                if told == "worth: points":
                    model = at.presenter.model
                    assert looking.place(model) == model.game.in_words.places["socks.table-of-pairs"]
            press(at.presenter, "escape")
            assert "sock F" not in said(at, *size)


@presenter_test
async def test_what_is_asked_of_the_panel_is_told_whole_whatever_was_new(tmp_path):
    async with seated(tmp_path, "metro") as at:
        at.presenter.model.visibility.show_hand()
        actions.panels(at.presenter)
        for size in ((80, 24), (60, 20)):
            at.presenter.notices.show("Meanwhile", "Ben: b1")
            at.frame(*size)
            for _ in range(3):
                press(at.presenter, "down")
            assert said(at, *size).endswith("c the other way, d back.")
            for _ in range(3):
                press(at.presenter, "up")


@presenter_test
async def test_a_click_on_a_line_of_the_panel_tells_what_it_means(tmp_path):
    async with seated(tmp_path, "bus", 3) as at:
        row = next(at for at, line in enumerate(at.text(120, 40).splitlines()) if "Cleo" in line)
        region = at.frame(120, 40).region_at(row, 100)
        region.do()
        assert said(at, 120, 40) == "Cleo: 1 bus, 20 markers, 30 sticks."
        press(at.presenter, "right")
        assert "Cleo" not in said(at, 120, 40), "the cursor goes on, and tells of its own spot"
        region.do()
        press(at.presenter, "escape")
        assert "Cleo" not in said(at, 120, 40)
        assert at.presenter.input.pointer.cursor, "Esc takes away one thing at a time"
        region.do()
        type_(at.presenter, "0")
        assert "20 markers" not in said(at, 120, 40)


@presenter_test
async def test_words_that_people_type_do_what_they_say(tmp_path):
    async with seated(tmp_path) as at:
        for word, shown in {
            "help": "what you can do",
            "score": "points as they stand",
            "moves 0-1": "the legal moves",
            "board": "the position in words",
        }.items():
            type_(at.presenter, word)
            press(at.presenter, "enter")
            await at.settle()
            assert at.text(80, 24).startswith(f"─ {shown} ─")
            at.presenter.overlay = None
        type_(at.presenter, "look 3")
        press(at.presenter, "enter")
        assert "row 3: 1 Red and 1 Black" in at.text(80, 24)
        for slip, word in {"hlep": "help", "rulse": "rules", "scor": "score", "resing": "resign"}.items():
            type_(at.presenter, slip)
            assert f"✗ Did you mean {word}? " in at.text(80, 24)
            press(at.presenter, "escape")


@presenter_test
async def test_hints_are_seen_on_the_board_one_after_the_other(tmp_path):
    async with seated(tmp_path) as at:
        before = at.text(60, 20)
        type_(at.presenter, "hint")
        press(at.presenter, "enter")
        await at.settle()
        shown = []
        for key in ("down", "up", "enter"):
            shown.append((at.presenter.input.typed, at.text(60, 20)))
            press(at.presenter, key)
        assert shown[0] == shown[2] != shown[1]
        for number, (move, text) in zip((1, 2), shown, strict=False):
            assert f"\n {number}/5 {move}: wins about " in text
            assert before.splitlines()[1][:5] in text, "the board is still seen"
        assert at.presenter.overlay is None
        assert at.presenter.input.typed == shown[0][0], "Enter takes the move"
        for key, left in (("escape", "0-1"), ("2", "0-12")):
            at.presenter.input.write("0-1")
            press(at.presenter, "Alt-H")
            await at.settle()
            assert at.presenter.input.typed == shown[0][0]
            press(at.presenter, key)
            assert at.presenter.input.typed == left, "what stood in the line is given back"


@presenter_test
async def test_a_run_of_moves_is_kept_until_it_is_complete_or_sent(tmp_path):
    async with seated(tmp_path, "bus", 3) as at:
        text = await until_a_run(at)
        log, presenter = len(at.presenter.model.replica.log), at.presenter
        type_(presenter, text)
        press(presenter, "enter")
        at.list_moves()
        assert at.tasks == []
        assert "Draft: " in at.text(80, 24)
        assert presenter.model.choices.draft.texts == (text,)
        presenter.input.undo()
        at.list_moves()
        assert presenter.model.choices.draft.moves == ()
        type_(presenter, text)
        press(presenter, "enter")
        at.list_moves()
        press(presenter, "enter")
        await at.settle()
        assert len(presenter.model.replica.log) == log + 1
        assert presenter.model.choices.draft.moves == ()


@presenter_test
async def test_the_last_move_of_a_run_sends_all_of_it(tmp_path):
    async with seated(tmp_path, "bus", 3) as at:
        text = await until_a_run(at)
        presenter, log, drafted = at.presenter, len(at.presenter.model.replica.log), 0
        while at.tasks == []:
            type_(presenter, text)
            press(presenter, "enter")
            drafted += 1
            at.tasks = [task for task in at.tasks if task != presenter.model.choices.list_moves]
            if not at.tasks:
                at.list_moves()
                text = next(iter(presenter.model.choices.legal.moves))[0]
        await at.settle()
        assert drafted >= 2
        assert len(presenter.model.replica.log) == log + drafted


def test_what_the_clients_are_at_is_said_in_a_few_words():
    room = Room(SIX, 3)
    room.signers[1].auto_signer.deferred = True  # it never comes to its shuffle
    room.deliver_all()
    assert history_text.clients_at_work(room.replicas[0]) == "shuffling: Player1, 2 of 3"
    room.signers[1].auto_signer.deferred = False
    room.signers[1].auto_signer.sign_from_now_on()
    room.collect()
    room.signers[2].auto_signer.deferred = True
    room.deliver_all()
    room.signers[2].auto_signer.deferred = False
    room.signers[2].auto_signer.sign_from_now_on()
    room.signers[2].auto_signer.deferred = True
    room.collect()
    room.deliver_all()
    assert history_text.clients_at_work(room.replicas[0]) == "dealing: waiting for Player2"
    room.signers[2].auto_signer.deferred = False
    room.signers[2].auto_signer.sign_from_now_on()
    room.collect()
    room.deliver_all()
    assert history_text.clients_at_work(room.replicas[0]) == ""
    room.signers[2].resign()
    room.signers[0].auto_signer.deferred = True
    room.collect()
    room.play(1)
    assert room.replicas[0].position.departures
    assert history_text.clients_at_work(room.replicas[1]) == "dealing: waiting for Player0"


def held(handle):
    """The face of the only hidden tile of a player of Metro."""
    (face,) = (
        face for (_, at), face in handle.replica.known.items() if at in {h.slot[1] for h in own_hand(handle)}
    )
    return face


def own_hand(handle):
    return handle.replica.position.state.hands[handle.signer.seat]


@pytest.mark.parametrize("noted", [False, True])
@pytest.mark.parametrize("kept", [0, 1, 2, 3, 40])
@pytest.mark.parametrize("seats", [2, 3])
def test_a_table_with_cards_goes_on_from_any_part_of_its_file(tmp_path, seats, kept, noted):
    """What a killed client left: the file is cut after some rounds, in the middle of shuffles and deals.

    Where it has noted more, an older file was put back: all of it is there again.
    """

    async def test():
        hot = await hot_seat(tmp_path, "metro", seats)
        records, _ = hot.store.open()
        events = [at for at, record in enumerate(records) if record.kind is Kind.EVENT]
        some = records[: events[min(len(events) - 1, seats + kept)] + 1]
        hot.store.path.write_bytes(logfile.write_records(some))
        if not noted:
            hot.store.adopt(bytes(32), some[1:])
        again = HotSeat(hot.handles[0].replica.genesis, identity(0), registry.rules, hot.store, bytes(32))
        await again.resume(hot.store.open()[0])
        assert len({handle.replica.position.previous for handle in again.handles}) == 1
        assert all(any(at.kind is TURN for at in handle.replica.positions) for handle in again.handles)
        assert not noted or {record.id for record in hot.store.open()[0]} == {record.id for record in records}
        report = audit.full(hot.store.path.read_bytes(), registry.rules)
        assert report.grade is Grade.RUNNING, report.why

    trio.run(test)


@presenter_test
async def test_a_hand_is_hidden_until_its_player_sits_down(tmp_path):
    async with seated(tmp_path, "metro") as at:
        presenter = at.presenter
        for name, other in (("Ada", "Ben"), ("Ben", "Ada")):
            assert presenter.model.visibility.hand_hidden
            assert presenter.model.visibility.known == {}
            assert isinstance(presenter.overlay, PrivacyPage)
            assert f"{name}, press Enter when only you see the screen." in at.text()
            press(presenter, "enter")
            assert presenter.overlay is None
            assert presenter.model.visibility.known == presenter.model.handle.replica.known
            presenter.actions.act("read")
            assert f"You hold tile 1: {held(presenter.model.handle)}." in presenter.overlay.lines
            hidden = f"{'Yellow' if other == 'Ada' else 'Blue'} holds tile 1: hidden."
            assert hidden in presenter.overlay.lines
            press(presenter, "escape")
            await at.play(1, "random")


@presenter_test
async def test_a_key_hides_the_own_hand_and_shows_it_again(tmp_path):
    async with seated(tmp_path, "metro") as at:
        press(at.presenter, "enter")
        shown = at.presenter.model.visibility.known
        at.presenter.actions.act("hand")
        assert at.presenter.model.visibility.known == {}
        at.presenter.actions.act("read")
        assert "You hold tile 1: hidden." in at.presenter.overlay.lines
        press(at.presenter, "escape")
        at.presenter.actions.act("hand")
        assert at.presenter.model.visibility.known == shown != {}
        assert all(slot not in shown for slot in at.hot.handles[1].replica.known)


def test_in_lines_of_text_a_blank_page_stands_between_hands(tmp_path, capsys):
    trio.run(pages, tmp_path, capsys)


async def pages(tmp_path, capsys):
    """Two players at one terminal, each alone with their hand."""
    hot = await hot_seat(tmp_path, "metro")
    plain = LinePlayer(
        TableSession(hot.handles, registry.game("metro"), Client(PlayOptions(Mode.PLAIN))), piped=False
    )

    async def said(*typed):
        plain.typed.waiting.extend(typed)
        await plain._turn()
        return capsys.readouterr().out

    first = await said()
    assert first.count("\n") > 50
    assert first.strip().endswith("Pass to Ada. Ada, press Enter when only you are looking.")
    assert held(hot.handles[0]) not in first
    assert "Your turn, Ada" in await said("")
    assert f"You hold tile 1: {held(hot.handles[0])}" in await said("board")
    moved = await said("moves", "1")
    assert moved.strip().endswith("Pass to Ben. Ben, press Enter when only you are looking.")
    assert f"You hold tile 1: {held(hot.handles[1])}" not in moved
    assert f"You hold tile 1: {held(hot.handles[1])}" in await said("", "board")


@presenter_test
async def test_enter_twice_sends_once(tmp_path):
    async with seated(tmp_path) as at:
        type_(at.presenter, "0-1")
        press(at.presenter, "enter")
        press(at.presenter, "enter")
        type_(at.presenter, "0-1")
        press(at.presenter, "enter")
        assert len([task for task in at.tasks if task != at.presenter.model.choices.list_moves]) == 1
        await at.settle()
        assert not at.presenter.input.busy
        assert at.presenter.model.timeline.choosing == 1


def spoken(presenter):
    """What can be done now, by its key."""
    return {item.key: item.name for item in actions.items(presenter) if item.key}


@presenter_test
async def test_keys_do_what_the_settings_say_and_are_shown_so(tmp_path):
    chosen = settings(tmp_path, '[keys]\nhistory = "F1"\nrules = "Alt-r"\nread = []')
    async with seated(tmp_path, client=chosen) as at:
        press(at.presenter, "F1")
        assert at.presenter.overlay.title == "what has happened"
        press(at.presenter, "Alt-R")
        assert at.presenter.overlay.title == "the rules of Linja"
        press(at.presenter, "escape")
        assert "Alt-R  rules" in at.text()
        assert "in words" not in at.text().splitlines()[-1]
        shown = spoken(at.presenter)
        assert (shown["F1"], shown["Alt-R"]) == ("history", "rules")
        assert "F3" not in shown
        bound = {binding.keys for binding in bindings(app.TableScreen(at.presenter)).bindings}
        assert ("escape", "r") in bound
        assert not {("f3",), ("c-o",)} & bound


@presenter_test
async def test_every_action_of_the_settings_can_be_done_somewhere(tmp_path):
    async with seated(tmp_path, "metro", client=settings(tmp_path, "")) as at:
        found = {item.action for item in at.presenter.actions.items()}
        at.presenter.model.local = False
        at.presenter.model.timeline.rewind(-1)
        found |= {item.action for item in at.presenter.actions.items()}
        at.presenter.model.what_if = WhatIf(at.presenter.model.replica, 0, Random(1))
        found |= {item.action for item in at.presenter.actions.items()}
        watching = presenter_of(at.presenter.model.replica)
        found |= {item.action for item in watching.actions.items()}
        between = {
            "chat",
            "plans",
            "watchers",
            "accept",
            "decline",
            "pause",
            "rematch",
            "vote",
            "analysis",
            "window",
            "phone",
            "lesson",
            "home",
            "next-table",
        }  # only between computers, among three, after the end, in a lesson, below the home, or with a browser
        assert set(usual_keys()) - between <= found


@pytest.mark.parametrize(
    "action", [name for name, chosen in usual_keys().items() if any(key[1:].isdigit() for key in chosen)]
)
def test_every_function_key_has_a_twin_that_is_none(action):
    assert any(not key[1:].isdigit() for key in usual_keys()[action])


@presenter_test
async def test_the_list_says_of_every_action_what_the_settings_say(tmp_path):
    abouts = {action.id: str(action.about) for action in everything.ACTIONS}
    async with seated(tmp_path, "metro", client=settings(tmp_path, "")) as at:
        listed = reversed(
            [*actions.items(at.presenter)]
        )  # of several ways the first says what the action does
        told = {item.action: item.about for item in listed if item.action}
        assert told["settings"] == abouts["settings"]
        assert all(told.values())
        longer = {action for action, about in told.items() if about != abouts[action]}
        assert longer == set()


@presenter_test
async def test_all_in_the_key_bar_that_stands_out_can_be_clicked(tmp_path):
    async with seated(tmp_path) as at:
        for step in (
            lambda: None,
            lambda: actions.palette(at.presenter),
            lambda: at.presenter.actions.act("rules"),
        ):
            step()
            frame = at.frame()
            reversed_runs = [text for ink, text in frame.rows[-1] if "reverse" in ink]
            assert len(reversed_runs) == len([r for r in frame.regions if r.row == len(frame.rows) - 1])


@presenter_test
async def test_a_word_is_typed_also_while_the_table_waits_for_others(tmp_path):
    async with seated(tmp_path) as at:
        app.TableScreen(at.presenter).type("r")
        assert (at.presenter.input.typed, at.presenter.overlay) == ("r", None)
        press(at.presenter, "escape")
        at.presenter.model.timeline.show_step(0)
        assert at.presenter.model.mine is None
        for letter in "read":
            app.TableScreen(at.presenter).type(letter)
        assert (at.presenter.overlay.typed, at.presenter.input.typed) == ("read", "")
        press(at.presenter, "enter")
        assert at.presenter.overlay.title == "the position in words"


@presenter_test
async def test_a_hidden_hand_is_shown_to_enter_alone(tmp_path):
    async with seated(tmp_path, "line1") as at:
        assert isinstance(at.presenter.overlay, PrivacyPage)
        for key in ("F1", "F3", "F6", "PgUp", "End"):
            press(at.presenter, key)
            press(at.presenter, "escape")
        assert isinstance(at.presenter.overlay, PrivacyPage)
        press(at.presenter, "enter")
        assert at.presenter.overlay is None


@presenter_test
async def test_settings_are_changed_at_the_table(tmp_path):
    async with seated(tmp_path, client=settings(tmp_path, "# mine\n")) as at:
        press(at.presenter, "F9")
        assert "theme" in at.text()
        rows = [item.name for item in at.presenter.overlay.items]
        for _ in range(rows.index("theme")):
            press(at.presenter, "down")
        press(at.presenter, "enter")
        assert at.presenter.model.client.settings["theme"] == "default"
        assert "default" in at.text()
        for _ in range(rows.index("ascii") - rows.index("theme")):
            press(at.presenter, "down")
        press(at.presenter, "enter")
        assert at.presenter.model.client.in_ascii
        assert "# mine" in (tmp_path / "settings.toml").read_text(encoding="utf-8")
        press(at.presenter, "escape")
        (tmp_path / "settings.toml").write_text("theme = [")
        actions.settings(at.presenter)
        press(at.presenter, "enter")
        assert at.presenter.notices.shown[0] == "No"


def test_what_is_only_explained_is_never_chosen():
    items = [
        Item("a", "x", "", None),
        Item("b", "", "", print),
        Item("c", "", "", None),
        Item("d", "", "", print),
    ]
    palette = Palette(items)
    assert palette.chosen == 1
    palette.step(1)
    assert palette.chosen == 3
    palette.step(1)
    assert palette.chosen == 1
    palette.narrow("c")
    palette.step(1)
    assert palette.action is None


async def before_final(at, wanted, bot="random"):
    """Play until the next move of the bot deserves a question of this kind; return its text."""
    random, game = Random(3), at.presenter.model.game
    while (handle := at.presenter.model.mine) is not None:
        rules, seat, seen = handle.replica.rules, seat_of(handle), known_faces(handle)
        move = game.bots[bot](rules, at.presenter.model.state, seat, seen, random)
        if at.presenter.model.choices.draft.add(move).final is wanted:
            return rules.text(at.presenter.model.state, seat, move)
        await handle.act(move)
        at.news()
    raise AssertionError(wanted)


@pytest.mark.parametrize(
    ("name", "final", "said"),
    [
        ("metro", Finality.CHANCE, "It cannot be taken back."),
        ("linja", Finality.END, "ends the game. Send it?"),
    ],
)
def test_what_chance_or_the_end_follows_is_asked(tmp_path, name, final, said):
    async def play():
        async with seated(tmp_path, name, client=settings(tmp_path, "")) as at:
            text = await before_final(at, final)
            if isinstance(at.presenter.overlay, PrivacyPage):
                press(at.presenter, "enter")
            type_(at.presenter, text)
            press(at.presenter, "enter")
            assert said in at.text(80, 24)
            assert text in at.text(80, 24)
            press(at.presenter, "escape")
            assert (at.presenter.overlay, at.presenter.input.typed) == (None, text)
            settings(tmp_path, "[confirm]\nfinal = false")
            at.presenter.notices.look_up_settings()
            press(at.presenter, "enter")
            assert at.presenter.overlay is None
            await at.settle()
            assert at.presenter.input.typed == ""

    trio.run(play)


@presenter_test
async def test_most_moves_are_sent_without_a_question(tmp_path):
    async with seated(tmp_path, "line1", client=settings(tmp_path, "")) as at:
        for _ in range(12):
            assert (
                at.presenter.model.choices.draft.add(at.presenter.model.choices.legal.moves[0][1]).final
                is Finality.NOTHING
            )
            await at.play(1, "random")


@presenter_test
async def test_a_word_in_the_line_is_done_where_it_is_no_move(tmp_path):
    async with seated(tmp_path) as at:
        type_(at.presenter, "res")
        assert at.presenter.input.preview[0] == "no"
        type_(at.presenter, "ign")
        assert at.presenter.input.preview == ("yes", "resign: leave the game")
        press(at.presenter, "enter")
        assert isinstance(at.presenter.overlay, DecisionPage)
        press(at.presenter, "escape")
        assert at.presenter.input.typed == "resign"  # it was not done
        at.presenter.input.line.write("")
        type_(at.presenter, "Take Back")
        press(at.presenter, "enter")
        assert at.presenter.input.typed == "Take Back"
        assert at.presenter.input.preview[0] == "no"
        at.presenter.input.line.write("")
        type_(at.presenter, "say hello")  # all sit at one computer
        assert at.presenter.input.preview[0] == "no"


@presenter_test
async def test_a_move_comes_before_a_word_of_the_same_name(tmp_path):
    async with seated(tmp_path, "metro") as at:
        legal = [text for text, _move in at.presenter.model.choices.legal.moves]
        assert "draw" in legal
        press(at.presenter, "enter")  # the hand is shown
        type_(at.presenter, "draw")
        assert at.presenter.input.preview[1].startswith("draw")
        assert "if all agree" not in at.presenter.input.preview[1]
        assert "as a draw" not in at.presenter.input.preview[1]


@presenter_test
async def test_a_link_that_was_told_of_makes_room_for_what_happens_next(tmp_path):
    async with seated(tmp_path, "linja") as at:
        at.presenter.notices.shown = ("Info", "Ben is here.")
        await at.play(1)
        assert at.presenter.notices.shown == ("", "")


@pytest.mark.parametrize("name", registry.names())
def test_what_is_kept_from_the_frame_before_is_what_would_be_drawn(tmp_path, name):
    """After every key, move and step a frame shows what it shows where nothing was kept."""

    async def look() -> None:
        async with seated(tmp_path, name, registry.game(name).rules.players[0]) as at:
            presenter = at.presenter
            presenter.model.visibility.guarded = False
            presenter.overlay = None

            def shown() -> str:
                kept = at.text()
                presenter._drawn.clear()
                assert at.text() == kept
                return kept

            seen = {shown()}
            for key in ("tab", "right", "escape"):
                press(presenter, key)
                seen.add(shown())
            await at.play(6, presenter.model.game.usual)
            seen.add(shown())
            presenter.model.timeline.show_step(len(presenter.model.replica.log) - 1)
            seen.add(shown())
            assert len(seen) > 3

    trio.run(look)


@presenter_test
async def test_a_board_that_is_as_it_was_is_not_drawn_again(tmp_path):
    async with seated(tmp_path, "linja", 2) as at:
        at.frame()
        before = at.presenter.cursor.picture
        at.presenter.notices.show("Info", "A notice.")
        assert "A notice." in at.text()
        assert at.presenter.cursor.picture is before
        press(at.presenter, "tab")
        at.frame()
        assert at.presenter.cursor.picture is not before
