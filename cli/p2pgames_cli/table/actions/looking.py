"""What the screen shows, and how: other positions, other points of view, pages of its own."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, Final, TypeAlias

from p2pgames import rules_text
from p2pgames.contract import Illegal, Seat
from p2pgames.rules_text import Place
from p2pgames.text import Message, Typed, Verbatim
from p2pgames_cli.config.exit_codes import Stop
from p2pgames_cli.i18n.catalogue import N_, _, language
from p2pgames_cli.i18n.prose import headed, rules_in_words
from p2pgames_cli.library import rules_lines
from p2pgames_cli.library.rules_lines import rules_contents
from p2pgames_cli.table import sentences
from p2pgames_cli.table.actions.action import (
    TEXT,
    Action,
    Answer,
    Argument,
    Choice,
    Front,
    seat_number,
)
from p2pgames_cli.table.invites import code
from p2pgames_cli.table.session import Client, Phone
from p2pgames_cli.table.table_model import TableModel

LEAP: Final = 10
"""Steps that a page key goes in a replay."""


def turn(model: TableModel, by: int) -> Answer:
    """Look back or forth in the game, in a replay many steps at once."""
    for _step in range(LEAP if model.timeline.replaying else 1):
        model.timeline.rewind(by)
    return Answer()


def show(model: TableModel, step: int) -> Answer:
    """Show the position after this many steps."""
    model.timeline.show_step(step)
    return Answer()


def next_viewer(model: TableModel, _argument: None) -> Answer:
    """Look from the point of view of the next seat."""
    model.visibility.next_viewer()
    return Answer()


def trace(model: TableModel, _argument: None) -> Answer:
    """Begin or end drawing heavy what belongs together."""
    model.visibility.trace = not model.visibility.trace
    return Answer()


def cover(model: TableModel, _argument: None) -> Answer:
    """Hide the player's own hand, or show it again; others' hands are never shown."""
    model.visibility.covered = not model.visibility.covered
    return Answer()


async def window(model: TableModel, _argument: None) -> Answer:
    """Open the table in a browser, too."""
    companion = model.client.window
    if companion is None:
        raise Illegal(sentences.NO_WINDOW)
    link = await companion.open()
    said = [_("The table opens in your browser, too. If it does not, open this link there; it works once:")]
    return Answer([*said, "", link], lambda: {"link": link}, title=_("window"))


TRUST: Final = N_(
    "This computer holds the keys of these seats. Their pages come through your network without encryption: whoever "
    "can listen there can see those hands."
)


async def open_phones(model: TableModel, seat: Seat | None) -> None:
    """Have the table shown at phones, with a new code for the seat that is named; raise `Illegal` if it cannot be."""
    if (companion := model.client.window) is None:
        raise Illegal(sentences.NO_WINDOW)
    try:
        if not model.session.at_phones:
            await companion.open_phone()
        elif seat is not None or len(model.session.at_phones) == 1:
            await _phone_of(model, seat).renew()
    except (Stop, OSError) as wrong:
        raise Illegal(sentences.NO_PHONE(text=Verbatim(str(wrong)))) from None


def _phone_of(model: TableModel, seat: Seat | None) -> Phone:
    """Return the phone of a seat; raise `Illegal` if nobody plays it at one."""
    phones = model.session.phones or dict(enumerate(model.session.at_phones))
    if (seat or 0) not in phones:
        raise Illegal(sentences.NOT_AT_A_PHONE)
    return phones[seat or 0]


async def phone(model: TableModel, seat: Seat | None) -> Answer:
    """Show the codes that lead phones to this table."""
    await open_phones(model, seat)
    phones = model.session.at_phones
    return Answer(
        list(phone_lines(model.client, phones)),
        lambda: {"phones": phones_as_data(phones)},
        title=_("phones"),
    )


def phones_as_data(phones: Iterable[Phone]) -> list[dict[str, Any]]:
    """Return the phones of a table as a program is told of them."""
    return [{"name": one.name, "link": one.link, "there": one.there} for one in phones]


def phone_lines(client: Client, phones: Iterable[Phone]) -> Iterator[str]:
    """Yield the codes of phones as lines, with what everybody should know who scans one."""
    yield _(TRUST)
    for one in phones:
        where = _("a phone is there") if one.there else _("scan this, or open the link; it works once")
        yield headed(one.name or _("your table on a phone"), where)
        if one.link:
            yield from code(one.link, paper=client.theme == "light") if client.blocks else ()
            yield one.link
        yield ""


def _on_screen(name: str, title: str, about: str, *keys: str, **more: Any) -> Action:
    return Action(name, title, about, keys=keys, **{"fronts": Front.SCREEN | Front.WINDOW, **more})


def _looks_back(model: TableModel) -> bool:
    return model.timeline.step is not None


STEP_BACK: Final = _on_screen(
    "take-back-step",
    N_("take back a step"),
    N_("take back a step of the line, or a move of the draft"),
    "Ctrl-U",
    words=("undo", "take-back-step"),
    available=lambda model: model.mine is not None,
)
PANELS: Final = _on_screen(
    "panels",
    N_("panels"),
    N_("players and events over the board"),
    "F2",
    "Ctrl-P",
    fronts=Front.SCREEN,  # the window shows them all the time
)
TRACE: Final = _on_screen(
    "trace",
    N_("trace"),
    N_("highlight what belongs together under the cursor"),
    "F5",
    "Ctrl-T",
    "t",
    perform=trace,
)
COVER: Final = _on_screen(
    "hand",
    N_("hand"),
    N_("hide your hand, or show it again"),
    "F6",
    "Ctrl-K",
    perform=cover,
    available=lambda model: model.game.rules.decks and model.seated,
)
LOOK_BACK: Final = _on_screen(
    "look-back",
    N_("look back"),
    N_("show the position before"),
    "PgUp",
    "Ctrl-B",
    perform=lambda model, _argument: turn(model, -1),
)
FIRST: Final = _on_screen(
    "first",
    N_("first"),
    N_("show the position before anything happened"),
    "Home",
    perform=lambda model, _argument: show(model, 0),
    available=lambda model: model.timeline.passive or model.timeline.step is not None,
)
LOOK_FORWARD: Final = _on_screen(
    "look-forward",
    N_("look forward"),
    N_("show the position after"),
    "PgDn",
    "Ctrl-F",
    perform=lambda model, _argument: turn(model, 1),
    available=_looks_back,
)
NOW: Final = _on_screen(
    "now",
    N_("now"),
    N_("show the newest position"),
    "End",
    perform=lambda model, _argument: show(model, len(model.replica.log)),
    available=_looks_back,
)
VIEWER: Final = _on_screen(
    "eyes",
    N_("view"),
    N_("see the game as another seat does, or with all cards"),
    "s",
    perform=next_viewer,
    available=lambda model: model.timeline.passive,
)
WHAT_IF: Final = _on_screen(
    "what-if",
    N_("what if"),
    N_("play on from this position; the game stays as it is"),
    "w",
    available=lambda model: model.timeline.replaying,
)
SETTINGS: Final = _on_screen(
    "settings",
    N_("settings"),
    N_("theme, colours, what is asked, notices: see and change them"),
    "F9",
    "Alt-S",
    available=lambda model: model.settings.path is not None,
)
WINDOW: Final = Action(
    "window",
    N_("window"),
    N_("open this table in your browser, too"),
    window,
    keys=("Alt-W",),
    available=lambda model: model.client.window is not None,
    fronts=Front.SCREEN | Front.LINES | Front.JSON,
)
PHONE: Final = Action(
    "phone",
    N_("phone"),
    N_("show this table on a phone in your network, too"),
    phone,
    Argument(N_("SEAT"), seat_number, lambda asked: asked.get("seat")),
    available=lambda model: model.client.window is not None and not model.timeline.replaying,
    help=N_("show this table on a phone in your network, too; with SEAT a new code for that seat"),
)


# What can be asked of the rules: all of them, a section, what holds some words, what forbids a move.

WHAT: Final = "?"
"""What is typed for the paragraph on what was refused."""
SIGNS: Final = "On the screen"
"""The section of a game's rules that explains the signs of board and panel."""
Asked: TypeAlias = str | Place | None
"""Words that are looked for, a block to open the rules at, or nothing."""


# Where the rules explain what a player has before them: what was refused, what they point at.


def place(model: TableModel) -> Place | None:
    """Return the block of the rules on what was refused, else on what stands where the player points; or None."""
    text = rules_in_words(model.game)
    spot, typed = model.choices.before_player()
    why = text.explaining(model.choices.refused or _refusal(model, typed))
    return why or (text.explaining(model.describe_spot(spot)) if spot else None)


def _refusal(model: TableModel, typed: str) -> Message | None:
    """Return why what stands in the line is no move."""
    if model.mine is None or not typed.strip():
        return None
    try:
        model.choices.meant(typed)
    except Illegal as refusal:
        return refusal.message
    return None


def rules(model: TableModel, asked: Asked) -> Answer:
    """Say how the game is played: with nothing named what there is to read, else that."""
    game, title = model.game, _("the rules of {title}").format(title=model.game.title)
    words = asked.strip() if isinstance(asked, str) else ""
    at = asked if isinstance(asked, tuple) else place(model)
    if isinstance(asked, tuple) or words == WHAT:
        if at is None:
            raise Illegal(sentences.NOTHING_EXPLAINED)
        return Answer(rules_lines.block_lines(game, [at]), _data(model, [at]), title=title, rules=(at, ""))
    found = rules_lines.find_blocks(game, words)
    if not found:
        raise Illegal(sentences.NOT_IN_RULES(typed=Typed(words)))
    said = rules_lines.block_lines(game, found) if words else _contents(model)
    return Answer(
        said, _data(model, found, whole=not words), title=title, rules=(None if words else at, words)
    )


def _data(model: TableModel, found: list[Place], *, whole: bool = False) -> Any:
    def data() -> Mapping[str, Any]:
        text = {"text": rules_text.plain(model.game.text_in(language()))} if whole else {}
        return {**text, **rules_lines.as_data(model.game, found)}

    return data


def _contents(model: TableModel) -> Iterator[str]:
    yield from (title for _at, title in rules_contents(model.game))
    yield _("Type rules with a number, or with words to look for; rules all for everything.")
    yield _("After a move was refused, rules ? leads to what forbids it.")


def _find(said: Mapping[str, object]) -> str:
    find = said.get("find", "")
    if not isinstance(find, str):
        raise Illegal(sentences.ASK_RULES(example=Verbatim('{"do": "rules", "find": "tile"}')))
    return find


def choices(model: TableModel) -> Iterator[Choice]:
    """Yield the rules, what of them explains what the player has before them, and what explains the screen."""
    yield Choice(_("rules"), _("how the game is played"))
    if (there := place(model)) is not None:
        yield Choice(
            _("rules on this"),
            _("what the rules say about where you point, or about what was refused"),
            there,
        )
    titles = [section.title for section in rules_in_words(model.game).sections]
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
