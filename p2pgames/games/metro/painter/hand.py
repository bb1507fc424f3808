"""The viewer's tiles, as far as they are known, and which of them is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames.contract import Face
from p2pgames.games.metro.notation import face_of
from p2pgames.games.metro.painter.pointing import tile_named
from p2pgames.games.metro.painter.scene import Scene
from p2pgames.games.metro.state import State
from p2pgames.games.metro.tiles import TURNS, Piece
from p2pgames.picture.picture import View


@dataclass(frozen=True, slots=True)
class Shown:
    """A tile of the viewer's hand."""

    number: int
    face: Face
    piece: Piece
    """As it would be laid: with the rotation that is typed."""
    meant: bool
    """Whether it is the one that is typed or the only one, or the first one as long as none is."""
    common: bool
    """Whether everybody has seen it."""

    @property
    def turns(self) -> tuple[int, ...]:
        """The quarter turns that make a difference."""
        return TURNS[self.face]


def held(shown: Scene, view: View) -> tuple[Shown, ...]:
    """Return the viewer's known tiles; a spectator has none."""
    if shown.seat is None or shown.seat >= len(shown.before.hands):
        return ()
    state, seat = shown.before, shown.seat
    meant = _meant(shown, state, view)
    return tuple(
        Shown(number, face, f"{face}{_turns(shown, number)}", number == meant, bool(one.face))
        for number, one in enumerate(state.hands[seat])
        if (face := face_of(one, view.known))
    )


def _turns(shown: Scene, number: int) -> int:
    return shown.lay.turns if shown.lay and shown.lay.number == number else 0


def _meant(shown: Scene, state: State, view: View) -> int:
    if shown.lay:
        return shown.lay.number
    named = tile_named(state, shown.seat or 0, view.known, view.typed) if shown.mine else None
    return named or 0
