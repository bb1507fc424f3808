"""The actions of the table at the window: which can be done now, what is typed for them, what is asked before."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from inspect import iscoroutinefunction
from typing import Any, Final, TypeAlias

from p2pgames.contract import Illegal
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import (
    Action,
    Answer,
    Choice,
    Confirmation,
    Front,
    Quit,
    worded,
)
from p2pgames_cli.window.page_model import PageModel, Question

Do: TypeAlias = Callable[[], Answer | Awaitable[Answer]]
OWN: Final[Mapping[str, Callable[[PageModel], None]]] = {"take-back-step": PageModel.undo}
"""What the model does itself; of all else it shows what the action brings."""
ELSEWHERE: Final = frozenset(("panels", "chat", "settings", "what-if", "window", "close"))
"""What the page shows all the time, or the terminal alone can do."""


def possible(model: PageModel) -> tuple[Action, ...]:
    """Return what can be done now, what presses first."""
    now = [
        action
        for action in everything.seen_in(Front.SCREEN)
        if action.id not in ELSEWHERE and action.available(model.table)
    ]
    return tuple(sorted(now, key=lambda action: not action.urgent))


def items(model: PageModel) -> Iterator[dict[str, str | int]]:
    """Yield what can be done now as the page lists it: a thing to do, or the beginning of what is typed for it."""
    for action in possible(model):
        choices = list(action.choices(model.table)) if action.choices else [Choice(worded(action.name))]
        for number, choice in enumerate(choices):
            about = choice.about or worded(action.about)
            yield {"id": action.id, "choice": number, "name": choice.name, "about": about}
        if not choices and action.argument.typed:
            typed, what = action.typed[0], worded(action.argument.typed)
            yield {"id": "", "typed": f"{typed} ", "name": f"{typed} {what}", "about": worded(action.about)}


def do_listed(model: PageModel, name: str, number: int) -> None:
    """Do an action that is listed, in one of the ways that are listed for it."""
    for action in possible(model):
        if action.id == name:
            choices = list(action.choices(model.table)) if action.choices else [Choice(worded(action.name))]
            if 0 <= number < len(choices):
                perform(model, action, choices[number].argument)
            return


def do_typed(model: PageModel, text: str) -> bool:
    """Do what a word with its argument names, as ``say hello``; tell whether it is one."""
    word, _blank, rest = text.strip().partition(" ")
    action = everything.typed(word)
    if action is None or action not in possible(model) or not (action.argument.typed and rest.strip()):
        return _named(model, text)
    try:
        argument = action.argument.read(rest.strip())
    except Illegal as refusal:
        model.notices.refuse(refusal)
    else:
        model.line = ""
        perform(model, action, argument)
    return True


def _named(model: PageModel, text: str) -> bool:
    """Do what is called so in the list."""
    name = everything.bare(text)
    for item in items(model):
        if item["id"] and name in {everything.bare(str(item["id"])), everything.bare(str(item["name"]))}:
            model.line = ""
            do_listed(model, str(item["id"]), int(item["choice"]))
            return True
    return False


def perform(model: PageModel, action: Action, argument: Any = None) -> None:
    """Do an action, after a question where it deserves one; say why where that cannot be."""
    if argument is None and (own := OWN.get(action.id)) is not None:
        own(model)
        return
    try:
        asked = action.confirm(model.table, argument) if action.confirm is not None else None
    except Illegal as refusal:
        model.notices.refuse(refusal)
        return
    if asked is None:
        _run(model, action, partial(action.perform, model.table, argument))
    else:
        model.question = _question(asked, partial(_run, model, action, asked.do))


def _question(asked: Confirmation, yes: Callable[[], None]) -> Question:
    return Question(asked.text, yes, tuple(asked.lines), asked.does)


def _run(model: PageModel, action: Action, do: Do) -> None:
    """Do at once what can be done at once; the rest beside the loop."""
    if iscoroutinefunction(do):
        model.start(partial(_later, model, action, do))
        return
    try:
        done = do()
    except Quit:
        model.closed = True
    except Illegal as refusal:
        model.notices.refuse(refusal)
    else:
        if isinstance(done, Answer):
            model.show(worded(action.name), done)


async def _later(model: PageModel, action: Action, do: Callable[[], Awaitable[Answer]]) -> None:
    model.show(worded(action.name), await do())
