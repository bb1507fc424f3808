"""What stands beside Linja's board: how a turn goes on."""

from __future__ import annotations

from typing import Final

from p2pgames.drawing.column import Part, Token, column, heading, prose
from p2pgames.drawing.shapes import Circle, Drawing, Paint, Text
from p2pgames.games.linja import messages
from p2pgames.games.linja.painter.pointing import stages
from p2pgames.games.linja.state import State
from p2pgames.picture.picture import View

R: Final = 13


def aside(state: State, view: View) -> Drawing:
    """Return the steps of a turn for who is to move, the one that comes next filled; for others nothing."""
    steps = stages(state, view)
    parts = [_step(number, view.say(text), here) for number, (text, here) in enumerate(steps, 1)]
    return column("Linja", (heading(view.say(messages.THIS_TURN())), *parts) if parts else (), {})


def _step(number: int, text: str, here: bool) -> Part:
    paint, ink = (Paint("accent"), "board") if here else (Paint("raised", "rule", 2), "muted")
    disc = Circle(R, R, R - 1, paint), Text(R, R, str(number), 14, ink, bold=True)
    return prose(text, bold=here, lead=Token(2 * R, 2 * R, disc))
