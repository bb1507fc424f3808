"""The first page of the home: a card for every game, how one comes to a table, and the player's games below them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any, Final

from p2pgames.picture.picture import Row, Run
from p2pgames.text import whole_number
from p2pgames_cli.config.exit_codes import Code, Stop
from p2pgames_cli.i18n.catalogue import _
from p2pgames_cli.i18n.prose import headed
from p2pgames_cli.pages.menu import Section
from p2pgames_cli.pages.page import (
    ARROWS,
    PASSED,
    TAKEN,
    Key,
    Page,
    PageContent,
    Reaction,
    Region,
    Said,
    doing,
    meant,
)
from p2pgames_cli.pages.rows import column, heading, length, shortened, width
from p2pgames_cli.table.item import Item

NARROW: Final = 18
"""Rows below which only the chosen card says what its game is about: with five games the rest would be out of sight."""
FURTHER: Final = "further"
"""The key of what shows all that can be done with a game of the list; no letter does it."""


@dataclass(frozen=True, slots=True)
class GameCard:
    """A game, and the ways to begin it."""

    name: str
    """By which its picture is known."""
    title: str
    about: str
    does: tuple[Item, ...]


@dataclass(frozen=True, slots=True)
class HomeView:
    """Everything that the first page says and offers, wherever it is shown."""

    cards: tuple[GameCard, ...]
    doors: tuple[Item, ...]
    """What leads to a table of others, and to all the rest."""
    rest: tuple[Item, ...]
    """What is done so seldom that it stands on a page of its own."""
    sections: tuple[Section, ...]
    """The player's games and tables."""

    @property
    def lines(self) -> tuple[tuple[Item, ...], ...]:
        """What can be done, line by line, in the order in which it stands."""
        games = (self.line_of(item) for _title, items in self.sections for item in items)
        return (*(card.does for card in self.cards), self.doors, *games)

    @property
    def items(self) -> list[Item]:
        """What can be done, one after the other."""
        return [item for line in self.lines for item in line]

    def line_of(self, item: Item) -> tuple[Item, ...]:
        """Return what can be done with one of the games."""
        return (item,) if item.more is None else (item, Item(_("more"), FURTHER, "", item.more))

    def plain(self) -> dict[str, Any]:
        """Return it as plain values; what can be done is numbered in this order."""
        return {
            "cards": [
                {
                    "game": c.name,
                    "title": c.title,
                    "about": c.about,
                    "does": [_plain(item) for item in c.does],
                }
                for c in self.cards
            ],
            "doors": [_plain(item) for item in self.doors],
            "sections": [[title, [item.plain() for item in items]] for title, items in self.sections],
        }


def _plain(item: Item) -> dict[str, str]:
    return {"name": item.name, "key": item.key, "about": item.about}


@dataclass
class HomePage(Page):
    """Shows it; one line is chosen, and in it one thing to do."""

    build: Callable[[], HomeView]
    chosen: int = 0
    at: int = 0
    """Which of the things to do in the chosen line."""

    @property
    def leaves(self) -> str:
        """The client can be left from here."""
        return _("leave")

    def go_to_games(self, number: int = 0) -> None:
        """Choose one of the player's games, where there are any."""
        view = self.build()
        first = len(view.cards) + 1
        self.chosen, self.at = (first + number if first + number < len(view.lines) else 0), 0

    @property
    def item(self) -> Item:
        """What is chosen."""
        lines = self.build().lines
        line = lines[min(self.chosen, len(lines) - 1)]
        return line[min(self.at, len(line) - 1)]

    def listed(self) -> list[Item]:
        """Return everything that can be done, by its game where it is done with one."""
        view = self.build()
        with_games = [
            Item(headed(card.title, item.name), item.key, item.about, item.do)
            for card in view.cards
            for item in card.does
        ]
        return [
            *with_games,
            *view.doors,
            *view.rest,
            *(item for _title, items in view.sections for item in items),
        ]

    def keys(self) -> list[Key]:
        """Return how something is chosen, and what numbers and letters do."""
        view = self.build()
        letters = " ".join(item.key for item in (view.cards[0].does if view.cards else ()))
        return [
            ("↑↓←→", _("choose"), ""),
            ("Enter", _("open"), "enter"),
            (f"1-{len(view.cards)} {letters}", _("begin"), ""),
        ]

    def press(self, key: str) -> Reaction:
        """Choose a line or what to do in it, or do that."""
        lines = self.build().lines
        if key == "enter":
            return doing(self._do)
        if key not in ARROWS:
            return PASSED
        if key in ("up", "down"):
            self.chosen = (self.chosen + ARROWS[key]) % len(lines)
        else:
            count = len(lines[min(self.chosen, len(lines) - 1)])
            self.at = (min(self.at, count - 1) + ARROWS[key]) % count
        return TAKEN

    def type(self, text: str) -> Reaction:
        """Choose the card of a number, or do what a letter stands for: with the chosen game, if it is done with one."""
        view = self.build()
        if 1 <= (number := whole_number(text) or 0) <= len(view.cards):
            self.chosen = number - 1
            return TAKEN
        around = self.chosen if self.chosen < len(view.cards) else None
        for at, line in enumerate(view.lines):
            if at < len(view.cards) and at != around:
                continue
            for number, item in enumerate(line):
                if item.key == text:
                    return doing(partial(self._go_and_do, at, number))
        if any(item.key == text for card in view.cards for item in card.does):
            return doing(self._ask_for_a_game)
        return PASSED

    def _ask_for_a_game(self) -> None:
        count = len(self.build().cards)
        raise Stop(Code.USAGE, _("Choose a game first: 1 to {last}.").format(last=count))

    def plain(self) -> dict[str, Any]:
        """Return it as plain values."""
        return {"kind": "home", **self.build().plain()}

    def handle_event(self, said: Said) -> Reaction:
        """Do what was clicked on."""
        view = self.build()
        if (item := meant(said, "item", view.items, lambda item: item.name)) is None or item.do is None:
            return PASSED
        ends = [0]
        for line in view.lines:
            ends.append(ends[-1] + len(line))
        self.chosen, self.at = next(
            (at, said["item"] - first) for at, (first, end) in enumerate(pairwise(ends)) if said["item"] < end
        )
        return doing(item.do)

    def _go_and_do(self, line: int, number: int) -> None:
        self.chosen, self.at = line, number
        self._do()

    def _do(self) -> None:
        if (do := self.item.do) is not None:
            do()

    def rows(self, columns: int, rows: int) -> PageContent:
        """Return cards, doors and games, the chosen line among them."""
        view, content, chosen = self.build(), PageContent(), 0
        lines = view.lines
        self.chosen = min(self.chosen, len(lines) - 1)
        wide = max((width(card.title) for card in view.cards), default=0)
        whole = rows >= NARROW
        for at, card in enumerate(view.cards):
            chosen = len(content.rows) if at == self.chosen else chosen
            self._line(content, at, f"{at + 1} {column(card.title, wide)}", card.does)
            if whole:
                content.add((("dim", f"     {card.about}"),), partial(self._choose, at), columns)
        if not whole:
            here = self.chosen < len(view.cards)
            content.add((("dim", f"     {view.cards[self.chosen].about if here else ''}"),))
        content.add(())
        at = len(view.cards)
        chosen = len(content.rows) if at == self.chosen else chosen
        self._line(content, at, "", view.doors)
        for title, items in view.sections:
            content.add(())
            content.rows.append(heading(title, columns))
            room = min(max((width(item.name) for item in items), default=0), columns // 2)
            for item in items:
                at += 1
                chosen = len(content.rows) if at == self.chosen else chosen
                self._game(content, at, item, room, columns)
        return content.scrolled(chosen, rows)

    def _choose(self, at: int) -> None:
        self.chosen = at

    def _line(self, content: PageContent, at: int, title: str, does: tuple[Item, ...]) -> None:
        """Add a line of things to do, each of which can be clicked, behind a title that chooses it."""
        here, row = at == self.chosen, len(content.rows)
        runs: list[Run] = [("bold", f" {'▸' if here else ' '} {title}{'  ' if title else ''}")]
        regions = [Region(row, 0, length(tuple(runs)), partial(self._choose, at))]
        for number, item in enumerate(does):
            ink = "reverse bold" if here and number == min(self.at, len(does) - 1) else ""
            label = f"[{item.name}]"
            regions.append(
                Region(row, length(tuple(runs)), width(label), partial(self._go_and_do, at, number))
            )
            runs += [(ink, label), ("", " ")]
        content.regions += regions
        content.rows.append(tuple(runs))

    def _game(self, content: PageContent, at: int, item: Item, wide: int, columns: int) -> None:
        """Add one of the games; all else that can be done with it stands at its end while it is chosen."""
        here, row = at == self.chosen, len(content.rows)
        more = f"[{_('more')}]" if here and item.more is not None else ""
        second = bool(more) and self.at > 0
        name = f" {'▸' if here else ' '} {item.key:<1} {column(item.name, wide)} "
        room = columns - width(name) - width(more) - 2
        said = column(shortened(item.about, room), room)
        ink = "bold" if item.waits or here else ""
        shown: Row = (
            ("reverse" if here and not second else ink, name),
            ("bold" if item.waits else "", f" {said}"),
            ("reverse bold" if second else "", more),
        )
        if more:
            content.regions.append(
                Region(row, columns - width(more) - 1, width(more) + 1, partial(self._go_and_do, at, 1))
            )
        content.add(shown, partial(self._go_and_do, at, 0), columns)
