"""The chat at the full screen: beside the board, in a page of its own, and with whom one does not want to hear."""

import trio

from p2pgames_cli.pages.palette import Palette
from p2pgames_cli.screen import actions, app
from p2pgames_cli.screen.board import press, type_
from p2pgames_cli.screen.chat_page import ChatPage
from p2pgames_cli.screen.frame import compose
from p2pgames_cli.table import offers as table_offers
from p2pgames_cli.table.actions.agreeing import ACCEPT
from p2pgames_cli.table.planning import PlanReport
from p2pgames_cli.table.plans import Plan, PlannedAnswer
from p2pgames_protocol.log.consents import DRAW
from p2pgames_protocol.log.records import DECLINE
from p2pgames_protocol.log.rounds import TURN
from tests.cli.presenters import carry, meet, presenters


def rows(presenter, columns=120, lines=40):
    """The rows of the screen as text."""
    return ["".join(text for _, text in row).rstrip() for row in compose(presenter, columns, lines).rows]


def speak(presenter, text):
    presenter.actions.act("chat")
    type_(presenter, text)
    press(presenter, "enter")


def test_what_is_said_is_seen_beside_the_board_and_in_its_page(tmp_path):
    async def test():
        ada, ben = await presenters(tmp_path)
        speak(ada, "Shall we begin, Seat 1?")
        assert any("say> Shall we begin, Seat 1?" in row for row in rows(ada))
        await carry(ada, ben)
        assert ada.overlay.line.text == ""
        assert any("Player0: Shall we begin, Seat 1?" in row for row in rows(ada, 80, 24))
        # the other player: a notice, how many are unread, and at the side where there is room
        small = rows(ben, 80, 24)
        assert "Chat: Player0 says: Shall we begin, Seat 1?" in small[-2]
        assert "chat (1)" in small[-1]
        assert not any("Player0: Shall" in row for row in small)
        assert any("Player0: Shall we begin," in row for row in rows(ben))
        ben.actions.act("chat")
        assert "Chat" not in rows(ben, 80, 24)[-2]
        press(ben, "escape")
        assert "(1)" not in rows(ben, 80, 24)[-1]

    trio.run(test)


def test_what_is_refused_stays_in_the_line_and_is_explained(tmp_path):
    async def test():
        ada, ben = await presenters(tmp_path)
        for number in range(8):
            speak(ada, f"{number}")
            await carry(ada, ben)
            press(ada, "escape")
        speak(ada, "one too many")
        await carry(ada, ben)
        assert ada.overlay.line.text == "one too many"
        assert "8 things since the last move" in rows(ada)[-2]
        assert ben.model.unread.unread == 8

    trio.run(test)


def test_emoji_are_typed_said_and_refused_text_stays(tmp_path):
    async def test():
        ada, ben = await presenters(tmp_path)
        speak(ada, "a\u200d")
        await carry(ada, ben)
        assert ada.overlay.line.text == "a\u200d"
        assert "others can see" in rows(ada)[-2]
        ada.overlay.line.write("")
        for sign in "so \U0001f468\u200d\U0001f469 \u2764\ufe0f":
            type_(ada, sign)
        press(ada, "enter")
        await carry(ada, ben)
        assert ben.model.handle.talk.chat.messages[-1].text == "so \U0001f468\u200d\U0001f469 \u2764\ufe0f"
        assert ada.overlay.line.text == ""
        assert "others can see" not in rows(ada)[-2]

    trio.run(test)


def test_the_page_scrolls_and_never_past_its_ends(tmp_path):
    async def test():
        ada, ben = await presenters(tmp_path)
        speak(ada, "the very first " + "word " * 300)
        await carry(ada, ben)
        ben.actions.act("chat")
        first = rows(ben, 80, 24)
        assert not any("the very first" in row for row in first)
        ben.overlay.scroll(-1000)
        top = rows(ben, 80, 24)
        assert any("the very first" in row for row in top)
        assert any("more lines" in row for row in top)
        ben.overlay.scroll(1000)
        assert rows(ben, 80, 24) == first

    trio.run(test)


def test_whom_one_has_muted_is_seen_nowhere_until_heard_again(tmp_path):
    async def test():
        ada, ben = await presenters(tmp_path)
        (item,) = [item for item in actions.items(ben) if item.name.startswith("mute")]
        item.do()
        await carry(ben, ada)
        speak(ada, "can you hear me")
        await carry(ada, ben)
        ben.actions.act("chat")
        assert "can you hear me" not in "".join(rows(ben))
        assert not ben.model.unread.unread
        (item,) = [item for item in actions.items(ben) if item.name.startswith("unmute")]
        item.do()
        await carry(ben, ada)
        assert isinstance(ben.overlay, ChatPage)
        assert "can you hear me" in "".join(rows(ben))

    trio.run(test)


def test_a_long_line_is_seen_where_its_caret_is(tmp_path):
    async def test():
        ada, _ = await presenters(tmp_path)
        ada.actions.act("chat")
        type_(ada, "x" * 200 + "end")
        frame = compose(ada, 80, 24)
        row, column = frame.caret
        assert "".join(text for _, text in frame.rows[row]).rstrip().endswith("end")
        assert column <= 80
        assert "".join(text for _, text in frame.rows[row])[column - 3 : column] == "end"

    trio.run(test)


def test_plans_are_made_listed_and_forgotten_in_a_page_of_their_own(tmp_path):
    async def test():
        ada, ben = await presenters(tmp_path)
        ada.actions.act("plans")
        type_(ada, "if 0-1 then")
        press(ada, "enter")
        await carry(ada, ben)
        assert any("A plan reads" in row for row in rows(ada, 80, 24))
        assert any("plan> if 0-1 then" in row for row in rows(ada, 80, 24))
        assert any("Nothing is planned" in row for row in rows(ada, 80, 24))
        plan = Plan(
            (PlannedAnswer(b"s" * 32, ("0-1",), "0-1 +2-3", "1-0"), PlannedAnswer(b"t" * 32, (), "pass", ""))
        )
        await ada.model.handle.keep("plans", (plan.packed(),))
        assert any(" 1  if 1-0 then 0-1 +2-3; pass" in row for row in rows(ada, 80, 24))
        ada.overlay.line.write("forget 2")
        press(ada, "enter")
        await carry(ada, ben)
        assert "no plan 2" in rows(ada, 80, 24)[-2]
        ada.overlay.line.write("forget 1")
        press(ada, "enter")
        await carry(ada, ben)
        assert not ada.model.session.planning.plans
        assert any("Nothing is planned" in row for row in rows(ada, 80, 24))
        ada.model.session.planning.reports.append(PlanReport("dropped", plan.text))
        ada.catch_up()
        assert "dropped: if 1-0" in rows(ada, 120, 40)[-2]

    trio.run(test)


def test_who_is_asked_something_sees_that_before_what_was_said(tmp_path):
    async def test():
        ada, ben = await presenters(tmp_path)

        await meet(ada, ben)
        assert ada.model.replica.position.kind is TURN
        speak(ada, "A draw?")
        await carry(ada, ben)
        await ada.model.handle.offer(DRAW.name)
        await meet(ada, ben)
        ben.catch_up()
        ada.notices.shown = ("Chat", "Player1 says: Wait")
        assert "Offer: Player0 offers a draw" in rows(ben, 80, 24)[-2]
        assert "chat (1)" in rows(ben, 120, 40)[-1]
        assert "Chat: Player1 says: Wait" in rows(ada, 120, 40)[-2]

    trio.run(test)


def test_an_answer_to_an_offer_takes_the_place_of_what_was_said_before(tmp_path):
    async def test():
        ada, ben = await presenters(tmp_path)
        await meet(ada, ben)
        await ada.model.handle.offer(DRAW.name)
        await meet(ada, ben)
        speak(ben, "Let me think")
        await carry(ben, ada)
        assert "Chat: Player1 says: Let me think" in rows(ada, 80, 24)[-2]
        await ben.model.handle.offer(DECLINE)
        await meet(ada, ben)
        ada.catch_up()
        assert "Offer: Player1 declines Player0's draw." in rows(ada, 80, 24)[-2]
        assert "chat (1)" in rows(ada, 120, 40)[-1]

    trio.run(test)


def test_a_new_offer_makes_room_for_itself(tmp_path):
    async def test():
        ada, ben = await presenters(tmp_path)
        await meet(ada, ben)
        one, other = sorted((ada, ben), key=lambda presenter: presenter.model.mine is None)
        await one.model.choices.list_moves()
        for notice in (
            ("No", "That cannot be."),
            ("Plan", "if 0-1 then 1-0"),
            ("Warn", "No router answers."),
        ):
            one.notices.shown = notice
            one.catch_up()
            assert notice[1] in rows(one, 80, 24)[-2]
        type_(one, "9-9" + " 9-9" * 20)
        assert one.input.preview[0] == "no"
        await other.model.handle.offer(DRAW.name)
        await meet(ada, ben)
        one.catch_up()
        assert "offers a draw" in rows(one, 80, 24)[-2]
        one.notices.shown = ("No", "That cannot be.")
        assert "That cannot be." in rows(one, 80, 24)[-2]
        press(one, "escape")
        assert "offers a draw" in rows(one, 80, 24)[-2]

    trio.run(test)


def test_of_three_one_who_declines_ends_the_offer_for_all(tmp_path):
    async def test():
        table = await presenters(tmp_path, "bus", 3)
        await meet(*table)
        ada, ben, cleo = table
        await ada.model.handle.offer(DRAW.name)
        await meet(*table)
        assert all("accept or decline?" in rows(presenter, 80, 24)[-2] for presenter in (ben, cleo))
        await ben.model.handle.offer(DECLINE)
        await meet(*table)
        for presenter in table:
            presenter.catch_up()
            assert "Player1 declines Player0's draw." in rows(presenter, 80, 24)[-2]
            assert not table_offers.answerable(presenter.model.handle)
            listed = any(item.action == "accept" for item in presenter.actions.items())
            assert listed is (presenter is ben)
        cleo.actions.perform(ACCEPT)
        await carry(cleo, ada)
        assert cleo.notices.shown[0] == "No"
        assert [offer.seats for offer in cleo.model.replica.offers] == [(0,)]

    trio.run(test)


def test_who_types_outside_his_turn_finds_what_can_be_done(tmp_path):
    """Letters open the list; a sentence is said; and what was typed ahead stands in the line on the turn."""

    def write(presenter, text):
        for data in text:
            app.TableScreen(presenter).type(data)

    async def test():
        both = await presenters(tmp_path)
        await meet(*both)
        ada, ben = sorted(
            both, key=lambda presenter: presenter.model.mine is None
        )  # Ada is at turn, whoever that is
        assert ben.model.mine is None
        write(ben, "say Take your time, this is something")
        assert [item.name for item in ben.overlay.found] == ["say"]
        press(ben, "enter")
        await carry(ben, ada)
        assert ben.overlay is None
        assert "Take your time, this is something" in rows(ada, 80, 24)[-2]
        write(ben, "7-")
        press(ben, "enter")
        assert (ben.overlay.typed, ben.overlay.found) == ("7-", [])
        assert any("it will be in the line on your turn" in row for row in rows(ben, 80, 24))
        press(ben, "escape")
        write(ben, "the")
        assert ben.overlay.found == []  # many explanations hold it, and no name begins with it
        press(ben, "escape")
        write(ben, "resi")
        assert [item.name for item in ben.overlay.found] == ["resign"]
        await ada.model.handle.act(
            ada.model.handle.replica.rules.moves(
                ada.model.state, ada.model.visibility.seat, ada.model.visibility.known
            )[0]
        )
        await meet(ada, ben)
        ben.catch_up()
        assert (ben.overlay, ben.input.typed) == (None, "resi")
        actions.palette(ben)
        write(ben, "if 4-3")
        ada.catch_up()
        assert isinstance(ben.overlay, Palette)

    trio.run(test)
