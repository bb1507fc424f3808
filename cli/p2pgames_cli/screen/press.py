"""What a key does on the screen: what the page on top makes of it, else the action that has the key."""

from __future__ import annotations

from p2pgames_cli.screen.board import Board
from p2pgames_cli.screen.presenter import Presenter
from p2pgames_cli.table.actions.keys import keys_of
from p2pgames_cli.ui.page import Page, Reaction

UNDO = "take-back-step"


def top(presenter: Presenter) -> Page:
    """Return the page on top: what lies over the board, else the board."""
    return presenter.overlay or Board(presenter)


def press(presenter: Presenter, key: str) -> None:
    """Do what a key means to the page on top, else what it is settled to be."""
    if len(key) == 1:
        type_(presenter, key)
        return
    over = presenter.overlay
    if _react(presenter, top(presenter).press(key)):
        return
    if presenter.overlay is over:
        _settled(presenter, key)
    else:
        press(presenter, key)


def type_(presenter: Presenter, text: str) -> None:
    """Write what is typed or pasted, where there is a line for it; else do what the letter means.

    A page that goes away without taking it leaves it to what lies below.
    """
    over = presenter.overlay
    if _react(presenter, top(presenter).type(text)):
        return
    if presenter.overlay is not over:
        type_(presenter, text)
    elif over is None:
        _settled(presenter, text)


def _react(presenter: Presenter, reaction: Reaction) -> bool:
    """Do what came of a key; tell whether the page knew it."""
    if reaction.leaves:
        presenter.overlay = None
    if reaction.do is not None:
        reaction.do()
    return reaction.taken


def _settled(presenter: Presenter, key: str) -> None:
    """Do the action that has the key; taking back a step works on the line of the page on top."""
    action = keys_of(presenter.model.play_options.settings).actions.get(key)
    if action == UNDO and presenter.overlay is not None:
        _react(presenter, presenter.overlay.press("Ctrl-W"))
    elif action is not None:
        presenter.actions.act(action)
