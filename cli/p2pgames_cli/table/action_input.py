"""What a player chooses from a list or names with a word, until it is an action that is done."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from inspect import iscoroutinefunction
from typing import Any, Final, TypeAlias

from p2pgames.contract import Illegal
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.table.actions import everything
from p2pgames_cli.table.actions.action import Action, Answer, Choice, Front, Quit, worded
from p2pgames_cli.table.actions.everything import keys_of
from p2pgames_cli.table.front_end import FrontEnd, Question
from p2pgames_cli.table.item import Item
from p2pgames_cli.table.notices import Notices

Do: TypeAlias = Callable[[], Answer | Awaitable[Answer]]
SEARCHES: Final = frozenset(("hint", "analysis", "replay-hint", "replay-analysis"))
"""Actions that think for seconds."""


@dataclass
class ActionInput:
    """The actions of a table as a player does them; see `FrontEnd` for what shows them."""

    notices: Notices
    front_end: FrontEnd
    front: Front
    own: Mapping[str, Callable[[], object]] = field(default_factory=dict)
    """What the front end does by itself, by the id of the action; of all else it shows what the action brings."""
    more: Callable[[], Iterable[Item]] = lambda: ()
    """Returns what else can be done now, and stands after what is urgent."""
    barred: frozenset[str] = frozenset()
    """Actions that cannot be done here, by their ids."""

    def __post_init__(self) -> None:
        self.model = self.notices.model
        self._searching: set[str] = set()

    def can(self, action: Action) -> bool:
        """Tell whether an action can be done here, now."""
        return action.id not in self.barred and action.available(self.model)

    # -- the list --

    def possible(self) -> list[Action]:
        """Return the actions that can be done now, what is urgent first."""
        now = [action for action in everything.seen_in(self.front) if self.can(action)]
        return sorted(now, key=lambda action: not action.urgent)

    def items(self, typed: str = "") -> Iterator[Item]:
        """Yield what can be done now, each with its key; ``typed`` is what named it, erased once it is done."""
        now = self.possible()
        yield from (item for action in now if action.urgent for item in self.ways(action, typed))
        yield from self.more()
        yield from (item for action in now if not action.urgent for item in self.ways(action, typed))

    def ways(self, action: Action, typed: str = "") -> Iterator[Item]:
        """Yield the ways to do an action now."""
        shown = action.fixed or self.key(action.id)
        for choice in action.choices(self.model) if action.choices else [Choice(worded(action.name))]:
            do = partial(self.perform, action, choice.argument, typed=typed)
            key = shown if choice.argument is None or action.argument.typed == "" else ""
            yield Item(choice.name, key, choice.about or worded(action.about), do, action.id)

    def key(self, action: str) -> str:
        """Return the key of an action as it is shown, empty if it has none."""
        model = self.model
        return keys_of(model.settings).shown(action, letters=model.timeline.browsing)

    # -- what is typed --

    def meaning(self, text: str) -> Item | None:
        """Return what a line that is no move would do, None if it means nothing.

        That is a word with its argument, as in plain lines, and every name in the list of what can be done, in
        English or in the user's language.
        """
        if not (name := everything.bare_name(text)):
            return None
        if (item := self.sentence(text)) is not None:
            return item
        typed = text.strip()
        for item in self.items(typed):
            names = {everything.bare_name(item.action), everything.bare_name(item.name)} - {""}
            if item.do is not None and name in names:
                do = item.do if item.action else partial(self._erased, item.do, typed)
                return Item(item.name, "", item.about, do)
        return None

    def sentence(self, text: str) -> Item | None:
        """Return what a word, with what follows it, would do, as ``say hello``; None for any other text."""
        word, _blank, rest = text.strip().partition(" ")
        action = everything.action_typed(word, self.front)
        if action is None or (rest.strip() and not action.argument.typed) or not self.can(action):
            return None
        if rest.strip():
            return Item(
                word, "", worded(action.about), partial(self._told, action, text.strip(), rest.strip())
            )
        if self._needs_more(action):
            return None
        return Item(word, "", worded(action.about), partial(self.perform, action, typed=word))

    def _needs_more(self, action: Action) -> bool:
        """Tell whether the word of an action is not enough: it is listed in ways, and none is without an argument."""
        if action.choices is None or not action.argument.typed:
            return False
        return all(choice.argument is not None for choice in action.choices(self.model))

    def near(self, text: str) -> str:
        """Return the word of an available action that a text nearly matches; empty if there is none."""
        words = {word: action for action in self.possible() for word in action.typed}
        if not (word := everything.nearest_word(text, words)):
            return ""
        needed = words[word].argument.typed if self._needs_more(words[word]) else ""
        return f"{word} {_(needed)}" if needed else word

    def _told(self, action: Action, text: str, rest: str) -> None:
        """Do an action with what was typed; if it is refused and stands in the line, it stays there."""
        try:
            argument = action.argument.parse(rest)
        except Illegal as refusal:
            self.notices.refuse(refusal)
        else:
            self.perform(action, argument, typed=text)

    def _erased(self, do: Callable[[], object], typed: str) -> None:
        if typed:
            self.front_end.erase(typed)
        do()

    # -- doing --

    def act(self, name: str, way: int | None = None) -> None:
        """Do an action by its id, if it can be done now: in one of the ways that are listed, or as its key does."""
        fits = (one for one in everything.seen_in(self.front) if one.id == name)
        for action in fits:
            if self.can(action):
                self._act(action, way)

    def _act(self, action: Action, way: int | None) -> None:
        if way is None:
            self.perform(action)
            return
        listed = [item.do for item in self.ways(action)]
        if 0 <= way < len(listed) and (do := listed[way]) is not None:
            do()

    def perform(self, action: Action, argument: Any = None, *, typed: str = "") -> None:
        """Do an action, after a question where it deserves one; say why where that cannot be.

        What was typed for it is erased once it is done, and stays where it is refused.
        """
        if argument is None and (own := self.own.get(action.id)) is not None:
            self._erased(own, typed)
            return
        try:
            asked = action.confirm(self.model, argument) if action.confirm is not None else None
        except Illegal as refusal:
            self.notices.refuse(refusal)
            return
        if asked is None:
            self._run(action, partial(action.perform, self.model, argument), typed)
        else:
            yes = partial(self._run, action, asked.do, typed)
            self.front_end.ask(Question(asked.text, yes, asked.lines, asked.does))

    def _run(self, action: Action, do: Do, typed: str) -> None:
        """Do at once what can be done at once; the rest beside the loop, one search at a time.

        A page that asked for hint after hint would otherwise keep everybody at the table waiting.
        """
        if iscoroutinefunction(do):
            if action.id not in self._searching:
                self._searching |= {action.id} & SEARCHES
                self.front_end.start(partial(self._later, action, do, typed))
            return
        try:
            done = do()
        except Quit:
            self.front_end.closed = True
        except Illegal as refusal:
            self.notices.refuse(refusal)
        else:
            if isinstance(done, Answer):
                self._show(action, done, typed)

    async def _later(self, action: Action, do: Callable[[], Awaitable[Answer]], typed: str) -> None:
        try:
            self._show(action, await do(), typed)
        finally:
            self._searching.discard(action.id)

    def _show(self, action: Action, answer: Answer, typed: str) -> None:
        """Show what an action brought, and erase the line where it stood."""
        if typed:
            self.front_end.erase(typed)
        self.front_end.show(worded(action.name), answer)
