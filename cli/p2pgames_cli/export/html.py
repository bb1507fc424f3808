"""The page itself: HTML that holds a film, its style and its script, and loads nothing."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode, b85encode
from collections.abc import Collection, Iterator
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final, TypeAlias

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames.drawing.seats import badge
from p2pgames.drawing.shapes import Ink, Shape
from p2pgames.drawing.svg import INHERITED, Writer
from p2pgames.drawing.themes import THEMES
from p2pgames_cli.export.film import Film, film
from p2pgames_cli.export.labels import labels, spoken, themes
from p2pgames_cli.i18n.catalogue import _, language
from p2pgames_cli.i18n.prose import headed, named, unbroken
from p2pgames_cli.table import history_text
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.replica.replica import Replica
from p2pgames_protocol.log.rounds.done import DONE

SCRIPTS: Final = ("film", "glide", "pointer", "curve", "points", "replay")
SPEEDS: Final = ("0.5", "1", "2", "4")
USUAL: Final = "1"
HARMLESS: Final = str.maketrans("<>&", ",.:")

Players: TypeAlias = tuple[tuple[Ink, tuple[Shape, ...]], ...]
"""The ink and the sign of each."""


def page(replica: Replica, seat: Seat | None = None) -> str:
    """Return a page that steps through the game, as a seat had seen it, or with everybody's eyes.

    It is in the language of who makes it. Nothing that comes later is shown before its step, unless it is asked for.
    """
    genesis = replica.genesis
    title = registry.game(genesis.proposal.rules).title
    options = [f"{name} {value}" for name, value in genesis.options.items()]
    about = [
        ", ".join(replica.names),
        _("rules {version}").format(version=genesis.proposal.version),
        *options,
        _("game {id} ({words})").format(id=genesis.game_id.hex()[:16], words=genesis.words),
    ]
    shown = film(replica, seat)
    players = shown.interned.seats or tuple(
        (f"seat{k}", badge(k, 0, 0, 10)) for k in range(len(replica.names))
    )
    say = {name: unbroken(text) for name, text in spoken().items()}
    rest, script, data = _style(), _script(), {**shown.data(), "say": say}
    events = [*_events(replica, shown)]
    used = re.findall(r"var\(--(\w+)\)", f"{rest} {script} {' '.join(_signs(players))} {data}")
    style = f"\n{colours(frozenset(used))}\n{_players_inks(players)}\n{rest}"
    return _part("replay.html").format(
        language=language(),
        say={name: _said(text) for name, text in labels(len(replica.log)).items()},
        policy=policy(style, script),
        title=escape(headed(title, ", ".join(replica.names))),
        style=style,
        script=script,
        signs="".join(_signs(players)),
        game=escape(title),
        about=escape(" · ".join(about)),
        themes="".join(_option(value, text) for value, text in themes().items()),
        speeds="".join(_option(each, f"{each} ×", chosen=each == USUAL) for each in SPEEDS),
        stops=len(shown.steps) - 1,
        last=len(replica.log),
        eyes="".join(_option(str(number), one.name) for number, one in enumerate(shown.viewpoints)),
        players="\n".join(_player(number, name) for number, name in enumerate(replica.names)),
        events="\n".join(f"<li>{_said(text)}</li>" for _seat, text in events),
        result=_result(replica),
        data=packed({**data, "movers": [seat for seat, _text in events], "names": replica.names}),
    )


def policy(style: str, script: str) -> str:
    """Return a Content Security Policy that allows this style and this script, and nothing to be loaded or sent."""
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}';"
        " base-uri 'none'; form-action 'none'"
    )


def packed(data: object) -> str:
    """Return data as JSON, deflated, five characters for four bytes: Python's base 85, without what begins markup."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return b85encode(zlib.compress(text.encode(), 9)).decode().translate(HARMLESS)


def _part(name: str) -> str:
    """Return a file without its comments and the blanks that begin its lines: they are a seventh of it."""
    text = files("p2pgames_cli").joinpath("web", name).read_text(encoding="utf-8")
    return re.sub(r"^ +(?://.*\n)?|^//.*\n|^\n", "", text, flags=re.MULTILINE)


def _style() -> str:
    """Return the rules, closely written."""
    return re.sub(r" ?([{}]) ?|([:;,]) ", r"\1\2", _part("replay.css"))


def _script() -> str:
    """Return the script: its parts, in which nothing can be seen from outside."""
    parts = "\n".join(_part(f"{name}.js") for name in SCRIPTS)
    return f'\n"use strict";\n(() => {{\n{parts}}})();\n'


def colours(inks: Collection[Ink]) -> str:
    """Return these inks in every theme: by what the reader's system prefers, or as they have chosen."""
    by_theme = {
        theme: f"{{ color-scheme: {'light' if theme == 'light' else 'dark'};"
        + "".join(f"--{ink}:{tone};" for ink, tone in tones.items() if ink in inks)
        + "}"
        for theme, tones in THEMES.items()
    }
    return "\n".join(
        (
            f":root, :root[data-theme=dark] {by_theme['dark']}",
            f"@media (prefers-color-scheme: light), print {{ :root {by_theme['light']} }}",
            f"@media (prefers-contrast: more) {{ :root {by_theme['contrast']} }}",
            *(f":root[data-theme={theme}] {by_theme[theme]}" for theme in THEMES if theme != "dark"),
        )
    )


def _players_inks(players: Players) -> str:
    """Return what makes ``--own`` the ink of each player, in all that belongs to them."""
    return "\n".join(f".of{seat} {{ --own: var(--{ink}); }}" for seat, (ink, _sign) in enumerate(players))


def _said(text: str) -> str:
    """Return a text as markup, its lines free to be broken where they should be."""
    return escape(unbroken(text))


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _option(value: str, text: str, *, chosen: bool = False) -> str:
    return f'<option value="{value}"{" selected" if chosen else ""}>{escape(text)}</option>'


def _signs(players: Players) -> Iterator[str]:
    """Yield the symbol of every player, for lists and curves."""
    for seat, (_ink, shapes) in enumerate(players):
        inside = "".join(map(Writer().shape, shapes))
        yield f'<symbol id="sign{seat}" viewBox="-12 -12 24 24" {INHERITED}>{inside}</symbol>'


def _player(seat: Seat, name: str) -> str:
    who = f'<b><bdi>{escape(name)}</bdi></b><span class="tally"></span><span class="turn"></span>'
    points = '<span class="points" aria-hidden="true"></span><span class="unseen"></span>'
    return f'<li class="of{seat}"><span class="who">{who}</span>{points}</li>'


def _events(replica: Replica, shown: Film) -> Iterator[tuple[Seat | None, str]]:
    """Yield for every step that is shown who moved, and all that happened since the one before."""
    told, history = 0, History(replica)
    for step in shown.steps:
        entries = [*history.entries(told, step)]
        # Of an end the first sentence: how everybody stands is in the result.
        said = (next(history_text.lines(replica, entry)) for entry in entries)
        movers = (entry.seat for entry in reversed(entries))
        seat = next((seat for seat in movers if seat is not None), None)
        yield seat, " ".join(map(history_text.finished, said)) or _quiet(replica, step)
        told = step


def _quiet(replica: Replica, step: int) -> str:
    """Return what there is to say of a step at which nothing happened on the board: the first, or the last."""
    if step == 0:
        return _("The table is open.")
    return (
        _("Every secret is revealed.") if replica.position.kind is DONE else _("The game has come this far.")
    )


def _result(replica: Replica) -> str:
    ending = replica.position.ending
    if replica.accusations.verdict is not None:
        return (
            f"<h2>{_said(_('Ended by evidence'))}</h2><p>{_said(named(replica.accusations.verdict.why))}</p>"
        )
    if ending is None:
        return f"<h2>{_said(_('Not finished'))}</h2>"
    places = history_text.standings(replica, ending.result) if ending.result else []
    items = "".join(f"<li>{_said(line)}</li>" for line in places)
    text = _said(history_text.finished(history_text.outcome_of(replica)))
    return f"<h2>{_said(_('Result'))}</h2><p>{text}</p><ul>{items}</ul>"
