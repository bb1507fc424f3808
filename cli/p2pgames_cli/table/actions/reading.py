"""What can be asked of the rules: all of them, a section, what holds some words, what forbids a move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from p2pgames import rules_text
from p2pgames.contract import Illegal
from p2pgames.rules_text import Place
from p2pgames.text import Typed, Verbatim
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.library import rules_found
from p2pgames_cli.library.rules_lines import contents
from p2pgames_cli.table import explaining, messages
from p2pgames_cli.table.actions.action import Action, Answer, Choice
from p2pgames_cli.table.actions.argument import TEXT
from p2pgames_cli.table.table_model import TableModel

WHAT: Final = "?"
"""What is typed for the paragraph on what was refused."""
SIGNS: Final = "On the screen"
"""The section of a game's rules that explains the signs of board and panel."""
Asked: TypeAlias = str | Place | None
"""Words that are looked for, a block to open the rules at, or nothing."""


def rules(model: TableModel, asked: Asked) -> Answer:
    """Say how the game is played: with nothing named what there is to read, else that."""
    game, title = model.game, _("the rules of {title}").format(title=model.game.title)
    words = asked.strip() if isinstance(asked, str) else ""
    at = asked if isinstance(asked, tuple) else explaining.place(model)
    if isinstance(asked, tuple) or words == WHAT:
        if at is None:
            raise Illegal(messages.NOTHING_EXPLAINED)
        return Answer(rules_found.lines(game, [at]), _data(model, [at]), title=title, rules=(at, ""))
    found = rules_found.places(game, words)
    if not found:
        raise Illegal(messages.NOT_IN_RULES(typed=Typed(words)))
    said = rules_found.lines(game, found) if words else _contents(model)
    return Answer(
        said, _data(model, found, whole=not words), title=title, rules=(None if words else at, words)
    )


def _data(model: TableModel, found: list[Place], *, whole: bool = False) -> Any:
    def data() -> Mapping[str, Any]:
        text = {"text": rules_text.plain(model.game.text)} if whole else {}
        return {**text, **rules_found.as_data(model.game, found)}

    return data


def _contents(model: TableModel) -> Iterator[str]:
    yield from (title for _at, title in contents(model.game))
    yield _("Type rules with a number, or with words to look for; rules all for everything.")
    yield _("After a move was refused, rules ? leads to what forbids it.")


def _find(said: Mapping[str, object]) -> str:
    find = said.get("find", "")
    if not isinstance(find, str):
        raise Illegal(messages.ASK_RULES(example=Verbatim('{"do": "rules", "find": "tile"}')))
    return find


def choices(model: TableModel) -> Iterator[Choice]:
    """Yield the rules, what of them explains what the player has before them, and what explains the screen."""
    yield Choice(_("rules"), _("how the game is played"))
    if (there := explaining.place(model)) is not None:
        yield Choice(
            _("rules on this"),
            _("what the rules say about where you point, or about what was refused"),
            there,
        )
    titles = [section.title for section in model.game.in_words.sections]
    if SIGNS in titles:
        about = _("what the signs and numbers on the board and beside it mean")
        yield Choice(_("signs"), about, (titles.index(SIGNS), 0))


RULES: Final = Action(
    "rules",
    N_("rules"),
    N_("how the game is played"),
    rules,
    replace(TEXT, taken=_find),
    keys=("F1", "Ctrl-R"),
    choices=choices,
    help=N_("how the game is played (section NUMBER, or what contains TEXT)"),
)
