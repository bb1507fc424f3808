"""What stands on the page, in the user's language."""

from __future__ import annotations

from p2pgames_cli.i18n.catalogue import _


def labels() -> dict[str, str]:
    """Return what stands on the page whatever the game."""
    return {
        "noscript": _("This page needs its script: allow it for this address."),
        "board": _("The board"),
        "aside": _("Beside the board"),
        "players": _("Players"),
        "happened": _("What happened"),
        "words": _("The position in words"),
        "theme": _("colours"),
        "yours": _("Your move"),
        "turn_of": _("{name} moves"),
        "turn": _("to move"),
        "you": _("you"),
        "line": _("Move, or a word"),
        "send": _("Send"),
        "undo": _("Undo"),
        "all": _("Everything you can do"),
        "find": _("find"),
        "moves": _("Moves"),
        "such": _("such as {move}"),
        "chosen": _("Chosen, not sent yet"),
        "chat": _("Chat"),
        "say": _("Say something"),
        "says": _("Say"),
        "yes": _("yes"),
        "no": _("no"),
        "back": _("back"),
        "accept": _("accept"),
        "decline": _("decline"),
        "look": _("Nobody else is looking: show it"),
        "step": _("step"),
        "steps": _("Steps"),
        "first": _("First step"),
        "earlier": _("One step back"),
        "later": _("One step on"),
        "now": _("Last step"),
        "invite": _("Invite"),
        "tell_words": _(
            "Tell the others these words, or send them this line: anybody who has them can sit down."
        ),
        "send_invite": _("Send this line to the others: anybody who has it can sit down."),
        "copy": _("Copy"),
        "copied": _("Copied"),
        "seats": _("At the table"),
        "free": _("free"),
        "send_again": _("If the others do not find you, send them this line: they choose Go on at."),
        "send_watch": _("To watch only, use this line:"),
        "unseat": _("Leave the table"),
        "homeward": _("Your games"),
        "leave": _("Leave p2pgames"),
        "trail": _("Back to"),
        "more": _("more"),
        "text": _("Text"),
        "sure": _("Question"),
        "wait": _("The table is being opened."),
        "ended": _("This page no longer leads to its client: it has ended, or another page took its place."),
        "again": _("To go on, type in a terminal:"),
        "shorter": _("{count} moves begin like this; type more, or point at the board."),
    }
