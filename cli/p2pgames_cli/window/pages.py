"""Menus, forms and texts of the client as plain values for the page, and what is done on them there."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.ui.field import Choice, Field, More, Text
from p2pgames_cli.ui.form import Form
from p2pgames_cli.ui.menu import Menu
from p2pgames_cli.ui.page import Page
from p2pgames_cli.ui.page_stack import Client
from p2pgames_cli.ui.question_page import QuestionPage
from p2pgames_cli.ui.text_page import TextPage
from p2pgames_protocol.mail import armour

Said = Mapping[str, Any]

ECHOED: Final = 2000
"""Characters of a text that are sent back; the page that wrote a longer one has it."""
LONGEST: Final = 1 << 20
"""Characters that a field takes."""


def drawn(client: Client) -> dict[str, Any]:
    """Return the page that is seen, with the way that led there and what it asks."""
    question = client.overlay
    return {
        "trail": [page.heading or "p2pgames" for page in client.pages],
        "notice": client.notice,
        "asks": f"{question.text}?" if isinstance(question, QuestionPage) else "",
        **_drawn(client.page),
    }


def _drawn(page: Page) -> dict[str, Any]:
    match page:
        case Menu():
            return {
                "kind": "menu",
                "sections": [[title, list(map(_item, items))] for title, items in page.build()],
            }
        case Form():
            return {
                "kind": "form",
                "lines": list(page.lines),
                "fields": list(map(_field, page.fields)),
                "buttons": [label for label, _do in page.buttons],
            }
        case TextPage():
            text = "\n".join(page.lines)
            return {
                "kind": "sheet",
                "lines": page.lines,
                "markdown": page.markdown,
                "copied": armour.is_in(text),
            }
        case _:
            return {"kind": ""}


def _item(item: Any) -> dict[str, Any]:
    return {
        "name": item.name,
        "about": item.about,
        "does": item.do is not None,
        "more": item.more is not None,
        "waits": item.waits,
    }


def _field(one: Field) -> dict[str, Any]:
    match one:
        case Text():
            value = "" if one.secret or len(one.value) > ECHOED else one.value
            return {
                "kind": "secret" if one.secret else "text",
                "name": one.name,
                "about": one.about,
                "value": value,
            }
        case Choice():
            values = [_(value) for value in one.values]
            return {"kind": "choice", "name": one.name, "about": one.about, "values": values, "at": one.at}
        case More():
            return {"kind": "more", "name": one.name, "about": one.about, "value": one.shown()}


def take(client: Client, said: Said) -> None:
    """Do what was done on the page that is seen; nothing where it is another one by now."""
    if isinstance(client.overlay, QuestionPage):
        if type(said.get("answer")) is bool:
            client.press("enter" if said["answer"] else "escape")
        return
    for name, do in REQUESTS.items():
        if name in said:
            do(client, said)
            return


def _one(said: Said, key: str, there: Sequence[Any], named: Callable[[Any], str]) -> Any:
    """Return what is meant of what there is: by its number, and by its name too, since the page may be behind."""
    at = said.get(key)
    if type(at) is int and 0 <= at < len(there) and said.get("name") == named(there[at]):
        return there[at]
    return None


def _choose(client: Client, said: Said, key: str = "item") -> None:
    if isinstance(page := client.page, Menu):
        item = _one(said, key, page.items, lambda item: item.name)
        do = item and (item.do if key == "item" else item.more)
        if do is not None:
            page.chosen = said[key]
            client.attempt(do)


def _fill(client: Client, said: Said) -> None:
    """Write a text, or a piece of a long one after so many characters."""
    field, text, start = _of_form(client, said, "fill"), said.get("text"), said.get("from")
    if isinstance(field, Text) and isinstance(text, str) and type(start) is int and 0 <= start < LONGEST:
        before = field.value[:start]
        field.clear()
        field.type(before + text)


def _pick(client: Client, said: Said) -> None:
    field, value = _of_form(client, said, "pick"), said.get("value")
    if isinstance(field, Choice) and type(value) is int and 0 <= value < len(field.values):
        field.at = value


def _further(client: Client, said: Said) -> None:
    if isinstance(field := _of_form(client, said, "further"), More):
        client.attempt(field.open)


def _of_form(client: Client, said: Said, key: str) -> Field | None:
    page = client.page
    found: Field | None = (
        _one(said, key, page.fields, lambda field: field.name) if isinstance(page, Form) else None
    )
    return found


def _button(client: Client, said: Said) -> None:
    if isinstance(page := client.page, Form):
        button = _one(said, "button", page.buttons, lambda button: button[0])
        if button is not None:
            client.attempt(button[1])


def _back(client: Client, said: Said) -> None:
    """Go back to a page below, by its number from the first one."""
    if type(said["back"]) is int and 0 <= said["back"] < len(client.pages) - 1:
        client.notice = ""
        del client.pages[said["back"] + 1 :]


REQUESTS: Final[Mapping[str, Callable[[Client, Said], None]]] = {
    "item": _choose,
    "more": partial(_choose, key="more"),
    "fill": _fill,
    "pick": _pick,
    "further": _further,
    "button": _button,
    "back": _back,
    "leave": lambda client, _said: client.leave(),
}
"""By the field that makes it one: what does it."""
