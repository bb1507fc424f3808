"""The labels of a page and its script, in the language of whoever makes the page."""

from __future__ import annotations

from p2pgames_cli.i18n.catalogue import _


def labels(steps: int) -> dict[str, str]:
    """Return what stands on the page whatever the game."""
    return {
        "noscript": _(
            "The board needs the script in this page. What happened is written below all the same."
        ),
        "old": _("This browser is too old to show the board. What happened is written below all the same."),
        "stage": _("The game, step by step"),
        "bar": _("Steps"),
        "first": _("First step"),
        "back": _("One step back"),
        "run": _("Play or pause"),
        "play": _("Play"),
        "on": _("One step on"),
        "last": _("Last step"),
        "step": _("step"),
        "of": _("of {count}").format(count=steps),
        "speed": _("speed"),
        "seen": _("seen by"),
        "keys": _("Keys:"),
        "space": _("space"),
        "plays": _("plays"),
        "leaps": _("ten steps"),
        "whose": _("whose view"),
        "words": _("The position in words"),
        "shown": _("What is here"),
        "aside": _("Beside the board"),
        "players": _("Players"),
        "curve": _("Points so far"),
        "made": _("What the points consist of"),
        "happened": _("What happened"),
        "ahead": _("show what comes later, and the result"),
        "theme": _("colours"),
    }


def themes() -> dict[str, str]:
    """Return what each theme is called, and first the choice of none."""
    return {
        "": _("as the system"),
        "dark": _("dark"),
        "light": _("light"),
        "contrast": _("high contrast"),
        "colour-blind": _("colour-blind"),
    }


def spoken() -> dict[str, str]:
    """Return what the script says; it fills in ``{step}``, ``{count}`` and ``{points}``."""
    return {
        "step": _("Step {step} of {count}"),
        "board": _(
            "The board after step {step}: arrow keys lead from place to place. Below it is described in words."
        ),
        "turn": _("to move"),
        "points": _("Points: {points}"),
        "when": _("step"),
        "what": _("what for"),
        "many": _("points"),
        "play": _("Play"),
        "pause": _("Pause"),
    }
