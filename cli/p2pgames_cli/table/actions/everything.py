"""The one table of actions. From it come keys, the list that ? opens, typed words, help, and what programs ask for."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Final

from p2pgames.text import as_notation
from p2pgames_cli.config.keymap import Keymap, keymap
from p2pgames_cli.config.settings_file import LiveSettings
from p2pgames_cli.i18n.catalogue import N_, _
from p2pgames_cli.table.actions import advice, agreeing, leaving, looking, position, replaying, story, talk
from p2pgames_cli.table.actions.action import Action, Answer, Argument, Front, Unfit, worded
from p2pgames_cli.table.table_model import TableModel

WIDTH: Final = 78
"""Columns of help."""
SHORTEST: Final = 3
"""Letters of a word that may be a slip."""
CLOSE: Final = 0.7
"""How alike two words are then at least."""
LEAST: Final = 8
"""Columns for words in it, at least."""


async def move(model: TableModel, text: str) -> Answer:
    """Make a move."""
    handle = model.choices.handle()
    await handle.act(model.choices.meant(text))
    return Answer()


def _move(said: Mapping[str, object]) -> str:
    text = said.get("move")
    if not isinstance(text, str):
        raise Unfit
    return text


def help_lines(model: TableModel) -> Iterator[str]:
    """Yield the words of plain lines that can be used now with what they do, then those for another time or table."""
    found = seen_in(Front.LINES)
    yield _("Type a move, its number in the list of moves, or one of these words:")
    yield from _listed(tuple(action for action in found if action.available(model)))
    if others := [action.typed[0] for action in found if not action.available(model)]:
        said = _("At other times, or between computers, also: {words}").format(words=", ".join(others))
        yield from textwrap.wrap(said, WIDTH, break_on_hyphens=False)


def replay_help() -> Iterator[str]:
    """Yield what can be typed where a game is looked at."""
    return _listed(seen_in(Front.REPLAY))


def _listed(actions: tuple[Action, ...]) -> Iterator[str]:
    heads = [
        " ".join(filter(None, (a.typed[0] or _(a.fixed), _(a.argument.typed) if a.argument.typed else "")))
        for a in actions
    ]
    wide = max(LEAST, *map(len, heads))
    for head, action in zip(heads, actions, strict=True):
        about = textwrap.wrap(worded(action.help or action.about), WIDTH - wide - 4)
        yield from (f"  {head if at == 0 else '':<{wide}}  {part}" for at, part in enumerate(about))


MOVE: Final = Action(
    "move",
    "move",
    "make a move",
    move,
    Argument(taken=_move, field="move"),
    fronts=Front.JSON,
)
HELP: Final = Action(
    "help",
    "help",
    N_("this list"),
    lambda model, _argument: Answer(help_lines(model)),
    words=("help", "?"),
    keys=None,
    fronts=Front.LINES | Front.SCREEN,
    choices=lambda _model: (),  # it is the list itself
)
REPLAY_HELP: Final = Action(
    "replay-help",
    "help",
    N_("this list"),
    lambda _model, _argument: Answer(replay_help()),
    words=("help", "?"),
    fronts=Front.REPLAY,
)

ACTIONS: Final = (
    MOVE,
    advice.LESSON,
    advice.PLAY_BOT,
    position.MOVES,
    position.WHY,
    advice.HINT,
    advice.ANALYSIS,
    looking.STEP_BACK,
    looking.RULES,
    looking.PANELS,
    position.READ,
    position.LOOK,
    story.LAST_EVENTS,
    story.HISTORY,
    looking.TRACE,
    position.HAND,
    looking.COVER,
    position.SCORES,
    position.POSITION,
    position.PICTURE,
    talk.SAY,
    talk.CHAT,
    talk.IF,
    talk.PLANS,
    talk.FORGET,
    story.WATCHERS,
    talk.MUTE,
    talk.UNMUTE,
    looking.LOOK_BACK,
    looking.FIRST,
    looking.LOOK_FORWARD,
    looking.NOW,
    looking.VIEWER,
    looking.WHAT_IF,
    story.WHO,
    story.STATUS,
    *agreeing.CONSENTS,
    agreeing.BACK,
    agreeing.ACCEPT,
    agreeing.DECLINE,
    talk.REMATCH,
    leaving.RESIGN,
    leaving.HAND_OVER,
    leaving.TAKE_OVER,
    leaving.VOTE,
    looking.WINDOW,
    looking.PHONE,
    looking.SETTINGS,
    leaving.HOME,
    leaving.NEXT_TABLE,
    HELP,
    leaving.CLOSE,
    leaving.QUIT,
    *replaying.REPLAYING,
    advice.REPLAY_HINT,
    advice.REPLAY_ANALYSIS,
    REPLAY_HELP,
    replaying.QUIT,
)
"""In the order in which lists and help have them."""


def seen_in(front: Front) -> tuple[Action, ...]:
    """Return the actions of a front end."""
    return tuple(action for action in ACTIONS if front in action.fronts)


def action_typed(word: str, front: Front = Front.LINES) -> Action | None:
    """Return the action that a word stands for in plain lines; None if there is none."""
    plain = as_notation(word).lower()
    return next((action for action in seen_in(front) if plain in action.typed), None)


def nearest_word(text: str, words: Iterable[str]) -> str:
    """Return the one of these words that a line was probably meant to begin with; empty if none is close."""
    first = text.lower().split()[:1]
    if not first or len(first[0]) < SHORTEST or not first[0].isalpha():
        return ""
    return next(iter(get_close_matches(first[0], [*words], 1, CLOSE)), "")


def action_asked(said: object) -> Action | None:
    """Return what a program asks for: by what ``do`` says, else by a field that only this has; None for nothing."""
    if not isinstance(said, dict):
        return None
    actions = seen_in(Front.JSON)
    if "do" in said:
        return next((a for a in actions if not a.argument.field and a.asked == said["do"]), None)
    return next((a for a in actions if a.argument.field and a.argument.field in said), None)


def bare_name(name: str) -> str:
    """Return a name as it is compared with what is typed: small letters, no hyphens, no blanks."""
    return name.lower().replace("-", "").replace(" ", "")


# The keys of actions: those they have by themselves, and those that hold with a player's settings.


def usual_keys() -> dict[str, tuple[str, ...]]:
    """Return the keys of all actions that can have one, where nothing else is settled."""
    on_screen = seen_in(Front.SCREEN)
    return {action.id: action.keys for action in on_screen if action.keys is not None}


def keys_of(live: LiveSettings) -> Keymap:
    """Return the keys that hold."""
    return _settled(live)[0]


def problems(live: LiveSettings) -> tuple[str, ...]:
    """Return what is wrong with the settings, keys included: each a sentence that names the file."""
    return (*live.problems, *live.named(_settled(live)[1] if live.readable else ()))


def keys_explained(keys: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Return a line for every action: its name, its keys, and what it does."""
    abouts = {action.id: action.about for action in ACTIONS}
    listed = {action: ", ".join(chosen) or "-" for action, chosen in keys.items()}
    wide, room = max(map(len, listed)), max(map(len, listed.values()))
    return [
        f"{action:<{wide}}  {chosen:<{room}}  {worded(abouts[action])}" for action, chosen in listed.items()
    ]


def _settled(live: LiveSettings) -> tuple[Keymap, tuple[str, ...]]:
    return _resolved(tuple(live.now.keys.items()), tuple(usual_keys().items()), live.text)


@lru_cache(maxsize=4)
def _resolved(
    chosen: tuple[tuple[str, tuple[str, ...]], ...], known: tuple[tuple[str, tuple[str, ...]], ...], text: str
) -> tuple[Keymap, tuple[str, ...]]:
    return keymap(dict(chosen), dict(known), text)
