"""What a key does at the desk: what the page on top makes of it, else the action that has the key."""

from __future__ import annotations

from p2pgames_cli.screen import actions
from p2pgames_cli.screen.board import Board
from p2pgames_cli.screen.presenter import Desk
from p2pgames_cli.table.actions.keys import keys_of
from p2pgames_cli.ui.page import Page, Reaction

UNDO = "take-back-step"


def top(desk: Desk) -> Page:
    """Return the page on top: what lies over the board, else the board."""
    return desk.overlay or Board(desk)


def press(desk: Desk, key: str) -> None:
    """Do what a key means to the page on top, else what it is settled to be."""
    if len(key) == 1:
        type_(desk, key)
    elif not _react(desk, top(desk).press(key)):
        _settled(desk, key)


def type_(desk: Desk, text: str) -> None:
    """Write what is typed or pasted, where there is a line for it; else do what the letter means."""
    over = desk.overlay is not None
    if not _react(desk, top(desk).type(text)) and not over:
        _settled(desk, text)


def _react(desk: Desk, reaction: Reaction) -> bool:
    """Do what came of a key; tell whether the page knew it."""
    if reaction.leaves:
        desk.overlay = None
    if reaction.do is not None:
        reaction.do()
    return reaction.taken


def _settled(desk: Desk, key: str) -> None:
    """Do the action that has the key; taking back a step works on the line of the page on top."""
    action = keys_of(desk.manner.settings).actions.get(key)
    if action == UNDO and desk.overlay is not None:
        _react(desk, desk.overlay.press("Ctrl-W"))
    elif action is not None:
        actions.act(desk, action)
