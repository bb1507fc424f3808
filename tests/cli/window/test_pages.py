"""Pages of the client that are drawn elsewhere: what stands on them, and what is done there."""

import pytest

from p2pgames_cli.main import run
from p2pgames_cli.pages.field import ChoiceField, MoreField, TextField
from p2pgames_cli.pages.form import Form
from p2pgames_cli.pages.menu import Menu
from p2pgames_cli.pages.page_stack import PageStack
from p2pgames_cli.table.item import Item


def a_stack(*pages):
    return PageStack(list(pages))


def test_an_item_is_meant_by_number_and_name():
    done = []
    items = [
        Item("one", "", "", lambda: done.append(1), more=lambda: done.append("more")),
        Item("two", "", "", None),
    ]
    stack = a_stack(Menu("menu", lambda: [("", items)]))
    for said in (
        {"item": 0, "name": "two"},
        {"item": 5, "name": "one"},
        {"item": True, "name": "two"},
        {"item": 1, "name": "two"},
    ):
        stack.handle_event(said)
    assert done == []
    stack.handle_event({"item": 0, "name": "one"})
    stack.handle_event({"more": 0, "name": "one"})
    assert done == [1, "more"]
    drawn = stack.plain()["sections"][0][1]
    assert [(item["does"], item["more"]) for item in drawn] == [(True, True), (False, False)]


def test_a_form_is_filled_in_and_its_button_pressed():
    text, choice, opened, pressed = TextField("text"), ChoiceField("choice", ("a", "b")), [], []
    more = MoreField("more", lambda: "shown", "", lambda: opened.append(True))
    form = Form("form", lambda: [text, choice, more], (("Go", lambda: pressed.append(text.value)),))
    stack = a_stack(form)
    stack.handle_event({"field": 0, "name": "text", "text": "abc", "from": 0})
    stack.handle_event({"field": 0, "name": "text", "text": "d\ne", "from": 3})
    stack.handle_event({"field": 1, "name": "choice", "value": 1})
    stack.handle_event({"field": 1, "name": "choice", "value": 2})
    stack.handle_event({"field": 2, "name": "more"})
    stack.handle_event({"button": 0, "name": "Stop"})
    stack.handle_event({"button": 0, "name": "Go"})
    assert (pressed, choice.value, opened) == (["abcd e"], "b", [True])
    assert [field.get("value", field.get("at")) for field in stack.plain()["fields"]] == [
        "abcd e",
        1,
        "shown",
    ]


def test_what_is_secret_is_not_drawn():
    assert TextField("passphrase", "", "a secret", True).plain()["value"] == ""


def test_a_question_stands_before_all_else_and_is_answered():
    stack = a_stack(Menu("one", lambda: [("", [])]), Menu("two", lambda: [("", [])]))
    stack.handle_event({"leave": True})
    assert stack.plain()["asks"].startswith("Leave p2pgames")
    stack.handle_event({"back": 0})
    assert stack.plain()["trail"] == ["one", "two"]
    stack.handle_event({"answer": False})
    stack.handle_event({"back": 7})
    stack.handle_event({"back": 0})
    assert (stack.plain()["trail"], stack.closed) == (["one"], False)
    stack.handle_event({"leave": True})
    stack.handle_event({"answer": True})
    assert stack.closed


@pytest.mark.parametrize(
    "arguments",
    [
        ("--window", "list"),
        ("replay", "--json", "--window", "game.p2pg"),
        ("replay", "--plain", "--window", "game.p2pg"),
        ("replay", "--window", "--svg", "board.svg", "game.p2pg"),
        ("host", "linja", "--offline", "--window"),
    ],
)
def test_what_shows_no_table_refuses_the_window(tmp_path, capsys, arguments):
    assert run(["--home", str(tmp_path), *arguments]) == 2
    assert "eave out --window" in capsys.readouterr().err
