"""A replay that goes on by itself."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames_cli.screen.notices import LiveModel


@dataclass
class Playback:
    """Goes through the steps of the game that is shown, unless something lies over the board."""

    shown: LiveModel
    running: bool = False

    def toggle(self) -> None:
        """Go on by itself, from the beginning where the game is at its end, or stop."""
        if self.shown.still:
            self.running = not self.running
            if self.running and self.shown.step is None:
                self.shown.show_step(0)

    def stop(self) -> None:
        """Stop."""
        self.running = False

    def tick(self) -> None:
        """Go on by a step; it stops at the end."""
        if self.running and self.shown.overlay is None:
            self.shown.rewind(1)
            self.running = self.shown.step is not None
