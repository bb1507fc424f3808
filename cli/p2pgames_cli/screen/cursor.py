"""The cursor on a board of characters, and the keys that move it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from p2pgames.picture.picture import Picture, Spot
from p2pgames_cli.table.turn_input import TurnInput

DIRECTIONS: Final = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
ASPECT: Final = 2
"""A character is about twice as high as it is wide."""
SIDEWAYS: Final = 2.5
"""How much farther a step to the side seems than one ahead."""


def nearest(picture: Picture, name: str, direction: str) -> Spot | None:
    """Return the nearest spot in a direction; the same one at the edge, the first legal one from nowhere."""
    here = picture.spot(name)
    if here is None:
        return first(picture)
    down, right = DIRECTIONS[direction]
    costs = ((_cost(here, spot, down, right), spot) for spot in picture.spots)
    ahead = [(cost, spot) for cost, spot in costs if cost is not None]
    return min(ahead, key=lambda pair: pair[0])[1] if ahead else here


def next_legal(picture: Picture, name: str, by: int) -> Spot | None:
    """Return the legal spot so many places after this one, around the board; None if there is none."""
    legal = [spot for spot in picture.spots if spot.legal]
    if not legal:
        return None
    names = [spot.name for spot in legal]
    here = names.index(name) if name in names else -1 if by > 0 else 0
    return legal[(here + by) % len(legal)]


def first(picture: Picture) -> Spot | None:
    """Return the first legal spot, else the first one, else None."""
    return next((spot for spot in picture.spots if spot.legal), next(iter(picture.spots), None))


def _cost(here: Spot, there: Spot, down: int, right: int) -> float | None:
    """Return how far a spot is from another one in a direction; None if it lies elsewhere."""
    rows = (there.row + there.rows / 2 - here.row - here.rows / 2) * ASPECT
    columns = there.column + there.columns / 2 - here.column - here.columns / 2
    ahead, sideways = rows * down + columns * right, abs(rows * right) + abs(columns * down)
    return ahead + SIDEWAYS * sideways if ahead > 0 and sideways <= 3 * ahead + 1 else None


@dataclass
class BoardCursor:
    """Moves the spot that is pointed at about the board that was shown last, and does what Enter, Tab and Esc mean."""

    input: TurnInput
    picture: Picture = field(default_factory=lambda: Picture(()))
    """The board as it was shown last."""

    def show(self, picture: Picture) -> None:
        """Note the board that is shown."""
        self.picture = picture
        self.input.show()

    def move(self, direction: str) -> None:
        """Move the cursor to the nearest spot up, down, left or right."""
        self.go_to(nearest(self.picture, self.input.cursor, direction))

    def next_legal(self, by: int = 1) -> None:
        """Move the cursor to the next spot that leads on to a legal move."""
        self.go_to(next_legal(self.picture, self.input.cursor, by))

    def go_to(self, spot: Spot | None) -> None:
        """Put the cursor on a spot, if there is one."""
        if spot is not None:
            line = self.input
            line.fresh = line.fresh or spot.name != line.cursor
            line.cursor, line.looked = spot.name, ""
            line.notices.quiet()

    def complete(self, by: int) -> None:
        """Complete what is typed; with nothing typed, or while pointing, go to the next legal spot."""
        if self.input.typing:
            self.input.line.complete([text for text, _ in self.input.offers], by)
        else:
            self.next_legal(by)

    def enter(self) -> None:
        """Point where the cursor has come to, or send the line."""
        spot = self.picture.spot(self.input.cursor)
        if self.input.fresh and spot is not None and spot.legal:
            self.input.point()
        else:
            self.input.send()

    def step_out(self) -> None:
        """Leave what is looked at, else the look back, else the line, else the cursor; and the notice with it.

        A line that a look back interrupted stands there again afterwards; a replay looks back all the time.
        """
        line = self.input
        if line.looked:
            line.looked = ""
            return
        line.notices.shown = ("", "")
        at = line.model.timeline
        if at.looking_back and not (at.browsing and line.typed):
            at.show_step(len(at.replica.log))
        elif line.typed:
            line.line.write("")
        else:
            line.leave()
