"""The page itself: HTML that holds a film, its style and its script, and loads nothing."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Final

from p2pgames import registry
from p2pgames.contract import Seat
from p2pgames.picture.picture import GLYPHS
from p2pgames_cli.export.reel import Film, film
from p2pgames_cli.i18n.catalogue import _, language, phrase
from p2pgames_cli.table import history_text
from p2pgames_protocol.log.history import History
from p2pgames_protocol.log.replica.receive import Ledger
from p2pgames_protocol.log.rounds.done import DONE

_PAGE: Final = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<header><h1>{game}</h1><p>{about}</p></header>
<noscript><p>{say[noscript]}</p></noscript>
<main>
<section id="stage" aria-label="{say[stage]}" hidden>
<div class="board"><svg id="board" role="img"></svg></div>
<p id="said" aria-live="polite"></p>
<div class="controls">
<button id="first" title="{say[first]} (Home)" aria-label="{say[first]}">|◂</button>
<button id="back" title="{say[back]} (←)" aria-label="{say[back]}">◂</button>
<button id="play" title="{say[run]} ({say[space]})">{say[play]}</button>
<button id="on" title="{say[on]} (→)" aria-label="{say[on]}">▸</button>
<button id="last" title="{say[last]} (End)" aria-label="{say[last]}">▸|</button>
<input id="slider" type="range" min="0" max="{stops}" value="0" aria-label="{say[step]}">
<label>{say[step]} <input id="step" type="number" min="0" max="{last}" value="0"></label> {say[of]}
<label>{say[seen]} <select id="eyes" autocomplete="off">{eyes}</select></label>
</div>
<p class="keys">{say[keys]} <kbd>←</kbd> <kbd>→</kbd> {say[step]}, <kbd>Home</kbd> <kbd>End</kbd>,
<kbd>{say[space]}</kbd> {say[plays]}, <kbd>s</kbd> {say[whose]}.</p>
<details><summary>{say[words]}</summary><ul id="words"></ul></details>
</section>
<aside>
<table id="players"><caption>{say[players]}</caption>
<thead><tr><th scope="col"></th><th scope="col">{say[name]}</th>
<th scope="col">{points}</th><th scope="col"></th></tr></thead>
<tbody>{players}</tbody></table>
<svg id="beside" role="img"></svg>
<h2>{say[happened]}</h2>
<label class="ahead" hidden><input type="checkbox" id="ahead" autocomplete="off">
{say[ahead]}</label>
<ol id="events">
{events}
</ol>
<section id="result">{result}</section>
</aside>
</main>
<script type="application/json" id="game">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def page(ledger: Ledger, seat: Seat | None = None) -> str:
    """Return a page that steps through the game, as a seat had seen it, or with everybody's eyes.

    It is in the language of who makes it. Nothing that comes later is shown before its step, unless it is asked for.
    """
    genesis = ledger.genesis
    title = registry.game(genesis.proposal.rules).title
    options = [f"{name} {value}" for name, value in genesis.options.items()]
    about = [
        ", ".join(genesis.names),
        _("rules {version}").format(version=genesis.proposal.version),
        *options,
        _("game {id} ({words})").format(id=genesis.game_id.hex()[:16], words=genesis.words),
    ]
    style, script = _part("replay.css"), _part("replay.js")
    shown = film(ledger, seat)
    return _PAGE.format(
        language=language(),
        say={name: escape(text) for name, text in _labels(len(ledger.log)).items()},
        policy=policy(style, script),
        title=escape(f"{title}: {', '.join(genesis.names)}"),
        style=style,
        script=script,
        game=escape(title),
        about=escape(" · ".join(about)),
        stops=len(shown.steps) - 1,
        last=len(ledger.log),
        eyes="".join(
            f'<option value="{number}">{escape(one.name)}</option>' for number, one in enumerate(shown.eyes)
        ),
        points="" if ledger.rules.scores(ledger.position.state) is None else _("points"),
        players="".join(_player(number, name) for number, name in enumerate(genesis.names)),
        events="\n".join(_events(ledger, shown)),
        result=_result(ledger),
        data=embedded({**shown.data(), "say": _spoken()}),
    )


def _labels(steps: int) -> dict[str, str]:
    """Return what stands on the page whatever the game."""
    return {
        "noscript": _("The board needs the script in this page. What happened stands below all the same."),
        "stage": _("The game, step by step"),
        "first": _("First step"),
        "back": _("One step back"),
        "run": _("Play or pause"),
        "play": _("Play"),
        "on": _("One step on"),
        "last": _("Last step"),
        "step": _("step"),
        "of": _("of {count}").format(count=steps),
        "seen": _("seen by"),
        "keys": _("Keys:"),
        "space": _("space"),
        "plays": _("plays"),
        "whose": _("whose eyes"),
        "words": _("The position in words"),
        "players": _("Players"),
        "name": _("name"),
        "happened": _("What happened"),
        "ahead": _("show what comes later, and the result"),
    }


def _spoken() -> dict[str, str]:
    """Return what the script says; it fills in ``{step}`` and ``{count}``."""
    return {
        "step": _("Step {step} of {count}"),
        "board": _("The board after step {step}; below it is described in words."),
        "beside": _("What lies beside the board."),
        "turn": _("to move"),
        "play": _("Play"),
        "pause": _("Pause"),
    }


def policy(style: str, script: str) -> str:
    """Return a Content Security Policy that allows this style and this script, and nothing to be loaded or sent."""
    return (
        f"default-src 'none'; script-src '{_digest(script)}'; style-src '{_digest(style)}';"
        " base-uri 'none'; form-action 'none'"
    )


def embedded(data: object) -> str:
    """Return data as JSON in which nothing can be taken for markup."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _part(name: str) -> str:
    return "\n" + files("p2pgames_cli").joinpath("web", name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    return "sha256-" + b64encode(sha256(text.encode()).digest()).decode()


def _player(seat: Seat, name: str) -> str:
    sign = f'<span class="sign{seat}" aria-hidden="true">{GLYPHS[seat]}</span>'
    return f'<tr><td></td><th scope="row">{sign} <bdi>{escape(name)}</bdi></th><td></td><td></td></tr>'


def _events(ledger: Ledger, shown: Film) -> Iterator[str]:
    """Yield an item for every step that is shown, with all that happened since the one before."""
    told, history = 0, History(ledger)
    for step in shown.steps:
        said = [history_text.sentence(ledger, entry) for entry in history.entries(told, step)]
        text = escape(" ".join(said) or _quiet(ledger, step))
        yield f'<li><a href="#step={step}"><b>{step}</b><span>{text}</span></a></li>'
        told = step


def _quiet(ledger: Ledger, step: int) -> str:
    """Return what there is to say of a step at which nothing happened on the board: the first, or the last."""
    if step == 0:
        return _("The table is open.")
    return _("Every secret is revealed.") if ledger.position.kind is DONE else _("So far the game has come.")


def _result(ledger: Ledger) -> str:
    ending = ledger.position.ending
    if ledger.verdict is not None:
        return f"<h2>{escape(_('Ended by evidence'))}</h2><p>{escape(phrase(ledger.verdict.why))}</p>"
    if ending is None:
        return f"<h2>{escape(_('Not finished'))}</h2>"
    places = history_text.standings(ledger, ending.result) if ending.result else []
    items = "".join(f"<li>{escape(line)}</li>" for line in places)
    text = escape(history_text.finished(history_text.outcome_of(ledger)))
    return f"<h2>{escape(_('Result'))}</h2><p>{text}</p><ul>{items}</ul>"
