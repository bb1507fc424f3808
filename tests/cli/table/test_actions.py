"""One table of actions: what stands in it once is seen as key, in lists, when typed, in help, and by programs."""

import json

import pytest
import trio

from p2pgames import registry
from p2pgames.contract import Illegal
from p2pgames.text import as_it_is
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n import prose
from p2pgames_cli.lines.player import LinePlayer
from p2pgames_cli.lines.replay import LineReplay
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.board import press, type_
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import TEXT, Action, Answer, Front, Quit
from p2pgames_cli.table.actions.agreeing import offering
from p2pgames_cli.table.actions.everything import keys_explained, usual_keys
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_protocol.log.consents import CONSENTS, AgreedDraw, Consent, Wording
from tests.cli.presenter import Seated, a_program, hot_seat


def count_rounds(model, text):
    """Say how many rounds are closed."""
    rounds = len(model.replica.log)
    return Answer([f"{rounds} rounds {text or ''}".strip()], lambda: {"rounds": rounds})


@pytest.fixture
def counting(monkeypatch):
    """An action that was made up, with one entry."""
    made = Action("count-rounds", "count", "how many rounds there are", count_rounds, TEXT, keys=("F10",))
    monkeypatch.setattr(everything, "ACTIONS", (*everything.ACTIONS, made))
    return made


def test_an_action_is_a_key_and_stands_in_the_list_of_the_screen(tmp_path, counting):
    async def scenario():
        presenter = Seated(await hot_seat(tmp_path), "linja").presenter
        rounds = len(presenter.model.replica.log)
        press(presenter, "F10")
        assert presenter.notices.shown == ("Info", f"{rounds} rounds")
        (item,) = [item for item in actions.items(presenter) if item.name == "count"]
        assert (item.key, item.about) == ("F10", counting.about)
        type_(presenter, "count-rounds so far")
        assert presenter.input.preview == ("yes", f"count-rounds: {counting.about}")
        press(presenter, "enter")
        assert presenter.notices.shown == ("Info", f"{rounds} rounds so far")
        assert presenter.input.typed == ""

    trio.run(scenario)


def test_an_action_can_have_another_key(tmp_path, counting):
    file = tmp_path / "settings.toml"
    file.write_text('[keys]\ncount-rounds = "Alt-C"', encoding="utf-8")

    async def scenario():
        presenter = Seated(
            await hot_seat(tmp_path), "linja", Client(PlayOptions(Mode.SCREEN), LiveSettings(file))
        ).presenter
        assert presenter.actions.key(counting.id) == "Alt-C"
        press(presenter, "F10")
        assert presenter.notices.shown == ("", "")
        press(presenter, "Alt-C")
        assert presenter.notices.shown[0] == "Info"

    trio.run(scenario)
    assert any(line.split()[:2] == ["count-rounds", "F10"] for line in keys_explained(usual_keys()))


def test_an_action_is_a_word_of_plain_lines_with_its_help(tmp_path, capsys, counting):
    async def scenario():
        handles = (await hot_seat(tmp_path)).handles
        plain = LinePlayer(
            TableSession(handles, registry.game("linja"), Client(PlayOptions(Mode.PLAIN))), piped=True
        )
        plain.typed.waiting.extend(["count-rounds so far", "help"])
        await plain._turn()
        rounds = len(handles[0].replica.log)
        said = capsys.readouterr().out.splitlines()
        assert f"{rounds} rounds so far" in said
        assert [line.split(maxsplit=2) for line in said if "count-rounds TEXT" in line] == [
            ["count-rounds", "TEXT", counting.about]
        ]

    trio.run(scenario)


def test_an_action_is_asked_for_by_programs(tmp_path, capsys, counting):
    async def scenario():
        handles = (await hot_seat(tmp_path)).handles
        await a_program(handles)._take(json.dumps({"do": "count_rounds"}))
        said = json.loads(capsys.readouterr().out)
        assert said == {"type": "count_rounds", "rounds": len(handles[0].replica.log)}
        assert everything.action_asked({"do": "count_rounds"}) is counting

    trio.run(scenario)


def test_ids_words_requests_and_keys_are_given_once():
    for front, named in (
        (Front.LINES, lambda action: action.typed),
        (Front.REPLAY, lambda action: action.typed),
        (Front.JSON, lambda action: (action.argument.field or action.asked,)),
        (Front.SCREEN, lambda action: action.keys or ()),
        (Front.SCREEN | Front.WINDOW | Front.LINES | Front.JSON, lambda action: (action.id,)),
    ):
        given = [each for a in everything.ACTIONS if a.fronts & front for each in named(a)]
        assert len(given) == len(set(given))


def test_whatever_the_screen_does_by_itself_is_an_action():
    assert set(actions.OWN) <= {action.id for action in everything.seen_in(Front.SCREEN)}


def test_whatever_all_may_agree_on_is_an_action():
    offered = {action.asked for action in everything.seen_in(Front.JSON)}
    assert set(CONSENTS) <= offered


class Cake(AgreedDraw):
    name = "cake"
    wording, offered = Consent.wording, Consent.offered


class GoodCake(Cake):
    wording = Wording(
        *map(as_it_is, ("cake", "have a cake", "offer a cake", "Offer a cake?", "Have a cake?"))
    )


@pytest.mark.parametrize(("consent", "asked"), [(Cake(), "cake? "), (GoodCake(), "Have a cake? ")])
def test_a_new_consent_has_its_action_without_another_line(tmp_path, consent, asked):
    async def scenario():
        at = Seated(await hot_seat(tmp_path), "linja")
        action = offering(consent)
        assert (action.id, action.asked, action.typed) == ("cake", "cake", ("cake",))
        at.presenter.actions.perform(action)
        assert at.presenter.overlay.asks.startswith(asked)
        assert prose.named(consent.offered(at.presenter.model.position, None)) == "offers cake"

    trio.run(scenario)


def test_where_a_game_is_looked_at_words_lead_from_step_to_step(tmp_path, capsys):
    async def scenario():
        at = Seated(await hot_seat(tmp_path), "linja")
        await at.play(6)
        return LineReplay(at.presenter.model.replica, 0)

    told = trio.run(scenario)

    def said(word, rest=""):
        trio.run(told._take, word, rest)
        return capsys.readouterr().out.splitlines()

    last = len(told.replica.log)
    assert said("2")[0] == f"The position after step 2 of {last}."
    assert said("")[0].startswith(("Ada: ", "Ben: "))
    assert said("last")[0] == f"The position after step {last} of {last}."
    with pytest.raises(Illegal, match="it is not over"):
        said("next")
    assert said("back")[0] == f"The position after step {last - 1} of {last}."
    assert said("board", "row 7") == said("read")
    assert said("seat", "2") == ["You see the game as Ben did."]
    assert len(said("history")) >= 5
    heads = [line[2:10].strip() for line in said("help") if line[2] != " "]
    assert heads == ["Enter", "back", "40", "first", "last", "board", "scores", "history", *heads[8:]]
    assert heads[8:] == ["seat 2", "cards", "what-if", "hint", "analysis", "help", "quit"]
    for wrong in ("fly", "9999"):
        with pytest.raises(Illegal):
            said(wrong)
    with pytest.raises(Quit):
        said("q")


@pytest.mark.parametrize(
    ("name", "moves", "offered"), [("linja", 0, False), ("linja", 2, True), ("metro", 4, False)]
)
def test_taking_back_is_offered_only_where_it_can_be_done(tmp_path, name, moves, offered):
    """Not before a move of one's own, and not in Metro, where every move is followed by a tile that is drawn."""

    async def scenario():
        at = Seated(await hot_seat(tmp_path, name), name)
        await at.play(moves, bot=registry.game(name).usual)
        found = {item.action for item in at.presenter.actions.items()}
        assert ("take-back" in found) is offered

    trio.run(scenario)
