"""Takebacks, draws and pauses as players make them: in processes of their own, and on the screen."""

import json

from p2pgames_cli.main import run
from p2pgames_cli.pages.text_page import QuestionPage
from p2pgames_cli.screen.board import press
from p2pgames_protocol.log.position import Basis
from tests.cli.client import Client, game_file, host, join, replica, until
from tests.cli.homes import check_same
from tests.cli.presenter import presenter_test, seated


def moved(*clients, times):
    """Let the seats move in turn: with two clients the host is seat 0; return the questions."""
    asks = []
    first = None
    for _ in range(times):
        for client in clients if first is None else [first]:
            said = client.until("ask")
            asks.append(said)
            client.send(move=said["moves"][0])
            first = clients[1 - clients.index(client)]
            break
    return asks


def offered(client, what):
    return until(client, "offers", lambda said: [o["offer"] for o in said["offers"]] == [what])["offers"][0]


def test_two_programs_take_back_pause_and_draw(tmp_path, capsys):
    """Who is to move differs with the coin, so each does what its question tells it."""
    with host(tmp_path / "a", "--name", "Ada") as ada:
        invite = ada.until("invite")["invite"]
        with join(tmp_path / "b", invite, "--name", "Ben") as ben:
            for client in (ada, ben):
                client.until("table")
            until(ada, "event", lambda said: said["kind"] == "roll")
            rolled = until(ben, "event", lambda said: said["kind"] == "roll")
            first, second = (ada, ben) if "Ada begins" in rolled["text"] else (ben, ada)
            asked = first.until("ask")
            first.send(move=asked["moves"][0])
            reply = second.until("ask")
            first.send(do="takeback")
            offer = offered(second, "takeback")
            assert (offer["moves"], offer["agreed"]) == (1, [asked["seat"]])
            assert asked["moves"][0] in offer["text"]
            second.send(do="accept")
            back = until(second, "event", lambda said: said["kind"] == "takeback")
            assert back["to"] == asked["round"]
            again = first.until("ask")
            assert (again["moves"], again["round"]) == (asked["moves"], reply["round"] + 1)
            first.send(move=again["moves"][-1])
            until(second, "ask", lambda said: said["round"] == again["round"] + 1)
            second.send(do="pause")
            offered(first, "pause")
            first.send(do="decline")
            until(second, "offers", lambda said: said["declined"] == [asked["seat"]])
            second.send(do="draw")
            until(first, "offers", lambda said: {o["offer"] for o in said["offers"]} == {"pause", "draw"})
            first.send(do="accept")
            assert "Say which" in first.until("error")["why"]
            first.send(do="accept", offer="draw")
            assert ada.until("over") == ben.until("over")
            assert (ada.wait(), ben.wait()) == (0, 0)
    report = check_same([tmp_path / "a", tmp_path / "b"], capsys)
    assert (report["basis"], [seat["place"] for seat in report["seats"]]) == ("agreed", [1, 1])


def test_offers_are_told_in_plain_lines_and_answered_there(tmp_path):
    file = tmp_path / "invite"
    with host(tmp_path / "a", "--invite-file", str(file), "--name", "Ada", mode="--plain") as ada:
        while not next(ada.lines()).startswith("At the table"):
            pass
        with join(tmp_path / "b", file.read_text().strip(), "--name", "Ben") as ben:
            until(ben, "event", lambda said: said["kind"] == "roll")
            seen = []
            for line in ada.lines():
                seen.append(line)
                if "begins" in line:
                    for typed in ("takeback", "draw", "no", "draw", "yes"):
                        ada.type(typed)
                if line.startswith("Ada offers a draw"):
                    break
            offered(ben, "draw")
            ben.send(do="decline")
            for line in ada.lines():
                seen.append(line)
                if line.startswith("Ben declines"):
                    break
            ben.send(do="pause")
            for line in ada.lines():
                seen.append(line)
                if line.startswith("Ben offers a pause"):
                    ada.type("accept")
                if "is paused until" in line:
                    break
            ben.until("event")
            ben.kill()
        text = "".join(seen)
        assert text.count("Offer a draw? Type yes or no.") == 2
        assert text.count("Not done.") == text.count("Ada offers a draw") == 1
        assert "No: There is no move of yours to take back" in text
        assert "It holds until the next move." in text
        assert "accept or decline; it lapses with the next move." in text
        ada.type("quit")
        assert ada.wait() == 0
    assert run(["audit", str(game_file(tmp_path / "a"))]) == 5


def test_at_a_hot_seat_a_program_takes_back_at_once(tmp_path):
    with Client(tmp_path / "a", "hotseat", "linja", "--bot", "2=random") as one:
        asked = one.until("ask")
        one.send(move=asked["moves"][0])
        after = one.until("ask")
        one.send(do="takeback", moves=99)
        assert "moves can be taken back" in one.until("error")["why"]
        one.send(do="takeback")
        assert until(one, "event", lambda said: said["kind"] == "takeback")["to"] == asked["round"]
        again = one.until("ask")
        assert (again["moves"], again["round"]) == (asked["moves"], after["round"] + 1)
        one.send(do="quit")
        one.wait()
    assert replica(tmp_path / "a").position.round == after["round"] + 1


@presenter_test
async def test_a_takeback_is_asked_for_and_done_on_the_screen(tmp_path):
    async with seated(tmp_path) as at:
        await at.play(3)
        before, rounds = at.presenter.model.state, len(at.presenter.model.replica.log)
        (last,) = at.presenter.model.unread.recent[-1:]
        at.presenter.actions.act("take-back")
        assert isinstance(at.presenter.overlay, QuestionPage)
        assert "Take back" in at.text(80, 24).splitlines()[-2]
        press(at.presenter, "enter")
        await at.settle()
        assert at.presenter.model.state == last[0] != before
        assert len(at.presenter.model.replica.log) == rounds + 1
        assert last not in at.presenter.model.unread.recent
        assert "taken back" in at.text()
        at.presenter.model.timeline.rewind(-1)
        assert at.presenter.model.state == before
        at.presenter.model.timeline.show_step(10**6)
        at.presenter.actions.act("draw")
        press(at.presenter, "enter")
        await at.settle()
        assert at.presenter.model.replica.position.ending.basis is Basis.AGREED
        assert "agreed to a draw" in at.text()


@presenter_test
async def test_at_the_beginning_the_screen_says_why_nothing_can_be_taken_back(tmp_path):
    async with seated(tmp_path) as at:
        at.presenter.actions.act("take-back")
        assert at.presenter.overlay is None
        assert at.presenter.notices.shown[0] == "No"
        assert "no move of yours" in at.presenter.notices.shown[1]


def test_the_export_shows_what_was_taken_back(tmp_path, capsys):
    with Client(tmp_path / "a", "hotseat", "linja") as one:
        for _ in range(2):
            one.send(move=one.until("ask")["moves"][0])
        one.until("ask")
        one.send(do="takeback")
        until(one, "event", lambda said: said["kind"] == "takeback")
        one.send(do="draw")
        one.until("over")
        one.wait()
    assert run(["export", "--format", "json", str(game_file(tmp_path / "a"))]) == 0
    said = json.loads(capsys.readouterr().out)
    (back,) = said["agreed"]
    assert (back["what"], back["to"]) == ("takeback", said["moves"][1]["round"])
    assert (said["result"]["basis"], said["result"]["scores"]) == ("agreed", None)
    assert run(["export", str(game_file(tmp_path / "a"))]) == 0
    assert "taken back: " in capsys.readouterr().out


def test_agreeing_to_what_ends_the_game_asks_first(tmp_path):
    """Also by the word for a draw, where another has offered one."""
    file = tmp_path / "invite"
    with host(tmp_path / "a", "--invite-file", str(file), "--name", "Ada", mode="--plain") as ada:
        while not next(ada.lines()).startswith("At the table"):
            pass
        with join(tmp_path / "b", file.read_text().strip(), "--name", "Ben") as ben:
            until(ben, "event", lambda said: said["kind"] == "roll")
            ben.send(do="draw")
            asked = []
            for line in ada.lines():
                if line.startswith("Ben offers a draw") and "Agree?" not in line and not asked:
                    for typed in ("accept", "no", "draw", "no", "accept", "yes"):
                        ada.type(typed)
                if "Agree? Type yes or no." in line:
                    asked.append(line)
                if "The game is over" in line:
                    break
            assert len(asked) == 3
            assert ben.until("over")["basis"] == "agreed"
