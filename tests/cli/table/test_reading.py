"""From what is said in play to the rules: on the screen by F1 and the list, in lines and JSON by what is asked for."""

import json

import pytest
import trio

from p2pgames import registry
from p2pgames_cli.json.player import JsonPlayer
from p2pgames_cli.lines.player import LinePlayer
from p2pgames_cli.screen import actions
from p2pgames_cli.screen.board import press, type_
from p2pgames_cli.table.session import Client, Mode, PlayOptions, TableSession
from p2pgames_cli.table.table_model import TableModel
from p2pgames_cli.window.page_model import PageModel
from tests.cli.presenter import Seated, hot_seat


def led_to(page):
    """What the block begins with that a page of rules is opened at."""
    return "" if page.reading.at is None else page.reading.game.in_words.block(page.reading.at).text[:20]


def test_f1_opens_the_rules_at_what_was_refused_is_typed_or_is_pointed_at(tmp_path):
    async def scenario():
        at = Seated(await hot_seat(tmp_path), "linja")
        presenter = at.presenter
        at.frame()
        press(presenter, "F1")
        assert led_to(presenter.overlay) == ""
        press(presenter, "escape")
        type_(presenter, "0-3")
        press(presenter, "F1")
        assert led_to(presenter.overlay).startswith("Opening.")
        press(presenter, "escape")
        press(presenter, "escape")
        press(presenter, "down")
        assert presenter.input.pointer.cursor
        press(presenter, "F1")
        assert led_to(presenter.overlay).startswith("Eight rows")

    trio.run(scenario)


def test_the_list_has_what_explains_that_and_the_signs(tmp_path):
    async def scenario():
        presenter = Seated(await hot_seat(tmp_path, "bus", 3), "bus").presenter
        assert "rules on this" not in [item.name for item in actions.items(presenter)]
        type_(presenter, "24 house")
        listed = {item.name: item for item in actions.items(presenter)}
        listed["rules on this"].do()
        assert led_to(presenter.overlay).startswith("Build.")
        listed["signs"].do()
        assert led_to(presenter.overlay).startswith("12☻2:■◄ is crossing")

    trio.run(scenario)


def test_words_after_rules_are_looked_for_on_the_page(tmp_path):
    async def scenario():
        presenter = Seated(await hot_seat(tmp_path), "linja").presenter
        type_(presenter, "rules bonus")
        press(presenter, "enter")
        assert presenter.overlay.reading.typed == "bonus"
        assert presenter.input.typed == ""

    trio.run(scenario)


def test_the_window_opens_the_same_page(tmp_path):
    async def scenario():
        hot = await hot_seat(tmp_path)
        model = PageModel(
            TableModel(
                TableSession(
                    hot.handles, registry.game("linja"), Client(PlayOptions(Mode.WINDOW)), local=True
                ),
                guarded=False,
            )
        )
        model.write("0-3")
        model.actions.act("rules", 1)
        told = model.overlay.plain()
        assert (told["kind"], told["title"]) == ("rules", "the rules of Linja")
        assert led_to(model.overlay.page).startswith("Opening.")

    trio.run(scenario)


def test_lines_give_contents_a_section_words_and_what_forbids(tmp_path, capsys):
    async def scenario():
        hot = await hot_seat(tmp_path)
        plain = LinePlayer(
            TableSession(hot.handles, registry.game("linja"), Client(PlayOptions(Mode.PLAIN))), piped=True
        )

        async def said(*typed):
            capsys.readouterr()
            plain.typed.waiting.extend(typed)
            await plain._turn()
            return capsys.readouterr().out

        assert "3 The end\n4 Points" in await said("rules")
        assert (await said("rules 4")).startswith("4  Points\n")
        assert "earns nobody another" in await said("rules another bonus")
        assert "No: Nothing in the rules contains 'dragon'." in await said("rules dragon")
        assert "2  A turn\n1. Opening." in await said("0-3", "rules ?")

    trio.run(scenario)


@pytest.mark.parametrize(
    ("asked", "titles"),
    [
        ({"do": "rules", "find": "4"}, ["Points"]),
        ({"do": "rules", "find": "locked"}, ["Option"]),
    ],
)
def test_programs_are_sent_blocks(tmp_path, capsys, asked, titles):
    async def scenario():
        hot = await hot_seat(tmp_path)
        player = JsonPlayer(TableSession(hot.handles, registry.game("linja"), Client(PlayOptions(Mode.JSON))))
        capsys.readouterr()
        await player._take(json.dumps(asked))
        told = json.loads(capsys.readouterr().out)
        assert told["type"] == "rules"
        assert [section["title"] for section in told["sections"]] == titles
        assert "text" not in told

    trio.run(scenario)
