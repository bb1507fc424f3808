"""Actions on the screen: keys, the list of them, what is typed for them, what is asked before, what they bring."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial
from inspect import iscoroutinefunction
from typing import Any, Final, TypeAlias

from p2pgames.contract import Illegal
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import wrapped
from p2pgames_cli.screen import own_pages
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import Action, Answer, Choice, Confirmation, Front, Quit, worded
from p2pgames_cli.table.actions.keys import keys_of
from p2pgames_cli.table.item import Item
from p2pgames_cli.ui.palette import Palette
from p2pgames_cli.ui.question import Question
from p2pgames_cli.ui.sheet import Decision, Sheet

Do: TypeAlias = Callable[[], Answer | Awaitable[Answer]]
MOVES: Final = 500
"""Legal moves that stand in the list, at most."""
OWN: Final[Mapping[str, Callable[[Presenter], None]]] = {
    "take-back-step": lambda presenter: presenter.input.undo(),
    "panels": own_pages.panels,
    "chat": own_pages.chat,
    "plans": own_pages.plans,
    "status": own_pages.status,
    "what-if": own_pages.what_if,
    "settings": own_pages.settings,
}
"""What the screen has pages or a line for; of all else it shows what the action brings."""


def key(presenter: Presenter, action: str) -> str:
    """Return the key of an action as it is shown, empty where it has none."""
    model = presenter.model
    return keys_of(model.play_options.settings).shown(action, letters=model.standpoint.browsing)


# -- the list --


def palette(presenter: Presenter, *, early: str = "") -> None:
    """Open the list of all that can be done; ``early`` is what was typed outside one's turn, and opens it."""
    page = Palette(list(items(presenter)), meant=partial(sentence, presenter), early=bool(early))
    page.narrow(early)
    presenter.overlay = page


def items(presenter: Presenter) -> Iterator[Item]:
    """Yield what can be done now, each with its key; then every legal move."""
    model = presenter.model
    yield from possible(presenter)
    if model.turn.choices is not None:
        for text, move in model.turn.choices.moves[:MOVES]:
            about = model.named(model.turn.choices.effect(move))
            yield Item(text, "", about, partial(presenter.input.line.write, text))


def possible(presenter: Presenter) -> Iterator[Item]:
    """Yield what can be done now besides moving, most used first."""
    model = presenter.model
    now = [action for action in everything.seen_in(Front.SCREEN) if action.available(presenter.model)]
    for action in (each for each in now if each.urgent):
        yield from _items(presenter, action)
    if model.mine is not None:
        yield Item(_("send"), _("Enter"), _("send the move in the line"), presenter.input.send)
        yield Item(
            _("next legal"),
            "Tab",
            _("go to the next place that leads on to a move"),
            presenter.input.next_legal,
        )
    if model.standpoint.still:
        yield Item(
            _("play"), _("Space"), _("let the game go on by itself, or stop it"), presenter.playback.toggle
        )
    for action in (each for each in now if not each.urgent):
        yield from _items(presenter, action)


def _items(presenter: Presenter, action: Action) -> Iterator[Item]:
    shown = action.fixed or key(presenter, action.id)
    for choice in action.choices(presenter.model) if action.choices else [Choice(worded(action.name))]:
        do = partial(perform, presenter, action, choice.argument)
        yield Item(choice.name, shown, choice.about or worded(action.about), do, action.id)


# -- what is typed --


def typed(presenter: Presenter, text: str) -> Item | None:
    """Return what a line that is no move would do, None where it means nothing.

    That is a word with its argument, as in plain lines, and every name in the list of what can be done, in English
    or in the user's language.
    """
    if (item := sentence(presenter, text)) is not None:
        return item
    name = everything.bare(text)
    for item in possible(presenter):
        if item.do is not None and name in {everything.bare(item.action), everything.bare(item.name)} - {""}:
            return Item(item.name, "", item.about, partial(_done, presenter, item.do))
    return None


def sentence(presenter: Presenter, text: str) -> Item | None:
    """Return what a word with its argument would do, as ``say hello``; None for any other text."""
    word, _blank, rest = text.strip().partition(" ")
    action = everything.typed(word)
    if action is None or Front.SCREEN not in action.fronts or not (action.argument.typed and rest.strip()):
        return None
    do = partial(_told, presenter, action, text.strip(), rest.strip())
    return Item(word, "", worded(action.about), do) if action.available(presenter.model) else None


def _told(presenter: Presenter, action: Action, text: str, rest: str) -> None:
    """Do an action with what was typed; if it is refused and stands in the line, it stays there."""
    try:
        argument = action.argument.read(rest)
    except Illegal as refusal:
        presenter.notices.refuse(refusal)
    else:
        perform(presenter, action, argument, typed=text)


def _done(presenter: Presenter, do: Callable[[], object]) -> None:
    presenter.input.line.write("")
    do()


# -- doing --


def act(presenter: Presenter, name: str) -> None:
    """Do an action by its id, if it can be done now."""
    for action in everything.seen_in(Front.SCREEN):
        if action.id == name and action.available(presenter.model):
            perform(presenter, action)


def perform(presenter: Presenter, action: Action, argument: Any = None, *, typed: str = "") -> None:
    """Do an action, after a question where it deserves one; say why where that cannot be."""
    if argument is None and (own := OWN.get(action.id)) is not None:
        own(presenter)
        return
    try:
        question = action.confirm(presenter.model, argument) if action.confirm is not None else None
    except Illegal as refusal:
        presenter.notices.refuse(refusal)
        return
    if question is None:
        _run(presenter, action, partial(action.perform, presenter.model, argument), typed)
    else:
        _ask(presenter, question, partial(_run, presenter, action, question.do, typed))


def _ask(presenter: Presenter, question: Confirmation, yes: Callable[[], None]) -> None:
    if question.lines:
        presenter.overlay = Decision(question.text, list(question.lines), yes=yes, does=question.does)
    else:
        presenter.overlay = Question(question.text, yes)


def _run(presenter: Presenter, action: Action, do: Do, typed: str) -> None:
    """Do at once what can be done at once; the rest beside the loop."""
    if iscoroutinefunction(do):
        presenter.start(partial(_later, presenter, action, do, typed))
        return
    try:
        done = do()
    except Quit:
        presenter.closed = True
    except Illegal as refusal:
        presenter.notices.refuse(refusal)
    else:
        if isinstance(done, Answer):
            _shown(presenter, action, done, typed)


async def _later(
    presenter: Presenter, action: Action, do: Callable[[], Awaitable[Answer]], typed: str
) -> None:
    _shown(presenter, action, await do(), typed)


def _shown(presenter: Presenter, action: Action, answer: Answer, typed: str) -> None:
    """Show what an action brought, and empty the line where it stood."""
    if typed and presenter.input.line.text.strip() == typed:
        presenter.input.line.write("")
    show(presenter, action, answer)


def show(presenter: Presenter, action: Action, answer: Answer) -> None:
    """Show what an action brought: a page where it has a title or several sentences, else a notice."""
    said = list(answer.sentences)
    if answer.markdown:
        said = [line for text in said for line in wrapped(text, 76).splitlines()]
    if answer.title or len(said) > 1:
        top = len(said) if answer.newest_last else 0
        presenter.overlay = Sheet(
            answer.title or worded(action.name), said, top=top, markdown=answer.markdown
        )
    elif said:
        presenter.notices.shown = ("Info", said[0])
