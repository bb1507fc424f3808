"""A replay that goes on by itself."""

from __future__ import annotations

from dataclasses import dataclass

from p2pgames_cli.table.standpoint import Standpoint


@dataclass
class Playback:
    """Goes through the steps of the game that is shown."""

    standpoint: Standpoint
    running: bool = False

    def toggle(self) -> None:
        """Go on by itself, from the beginning where the game is at its end, or stop."""
        if self.standpoint.replaying:
            self.running = not self.running
            if self.running and self.standpoint.step is None:
                self.standpoint.show_step(0)

    def stop(self) -> None:
        """Stop."""
        self.running = False

    def tick(self) -> None:
        """Go on by a step; it stops at the end."""
        if self.running:
            self.standpoint.rewind(1)
            self.running = self.standpoint.step is not None
